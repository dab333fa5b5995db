"""One stroke without a log: ruled, asked for what it depends on, and refused where the facts cannot be."""

import errno
import json
import os
import pty
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tenball_stats.replay.rulings import ReplayError
from tenball_stats.replay.single import FactError, Question, Ruled, hanging, rule
from tenball_stats.rules import load_edition
from tenball_stats.show.single import ruled_lines, undecided_in_words

ROOT = Path(__file__).parents[2]
NO_FACTS = dict.fromkeys(
    ("on_table", "called", "first", "rail", "rails", "potted", "off", "acts", "fouls", "warned", "push_open")
)


def facts(kind: str = "shot", players: int = 2, **given: str) -> dict[str, Any]:
    return {**NO_FACTS, "kind": kind, "players": players, **given}


def by(*editions: str, ask: Any = None, **given: Any) -> list[Ruled]:
    return rule([load_edition(name) for name in editions], facts(**given), ask)


class Answers:
    """Answers questions from a table, and remembers what was asked."""

    def __init__(self, **answers: str | list[str]) -> None:
        self.answers = {name: [said] if isinstance(said, str) else list(said) for name, said in answers.items()}
        self.asked: list[str] = []
        self.wrong: list[str] = []

    def __call__(self, question: Question, wrong: str) -> str | None:
        self.asked.append(question.fact)
        if wrong:
            self.wrong.append(wrong)
        left = self.answers.get(question.fact, [])
        return left.pop(0) if left else None


EARLY_ARGS = ("--on-table", "3,9,10", "--called", "10@fl", "--first", "3", "--potted", "10@fl")
EARLY = {"on_table": "3 9 10", "called": "10@fl", "first": "3", "potted": "10@fl"}


@pytest.mark.parametrize(
    ("edition", "short"),
    [
        ("ru", "lawful; the shooter wins the rack"),
        ("csi", "lawful; the shooter wins the rack"),
        ("pl", "lawful; the 10 comes back; the shooter plays on"),
        ("es", "lawful; the 10 comes back; the shooter plays on"),
    ],
)
def test_a_stroke_is_ruled_by_each_edition(edition: str, short: str) -> None:
    (ruled,) = by(edition, **EARLY)
    assert ruled.verdict.short == short
    assert ruled.undecided == []
    assert ruled.on_table == [0, 3, 9, 10]
    assert ruled.fell == [10]


@pytest.mark.parametrize(
    ("given", "unknown"),
    [
        ({"on_table": "3 9 10", "called": "3@fl", "first": "3"}, ["whether a cushion was reached"]),
        (
            {"on_table": "3 9 10", "called": "3@fl"},
            ["which ball was struck first", "whether a cushion was reached"],
        ),
        ({"on_table": "3 9 10", "first": "3", "potted": "3@fl"}, ["what was called, and in which pocket"]),
        ({"on_table": "3 9 10", "called": "3@fl", "first": "3", "potted": "3"}, ["what was pocketed, and where"]),
        ({"on_table": "3 9 10", "called": "3@fl", "first": "3", "potted": "?"}, ["what was pocketed, and where"]),
        ({"kind": "break", "first": "1"}, ["how many balls reached a cushion"]),
        (
            {"kind": "push", "first": "3", "on_table": "3 9 10", "rail": "y"},
            ["whether it was the stroke right after a lawful break"],
        ),
        ({"on_table": "3 10", "called": "3@fl", "first": "0", "fouls": "2"}, ["whether the player had been warned"]),
        ({"on_table": "3 10", "called": "3@fl", "first": "0", "fouls": "2", "warned": "n"}, []),
        ({"on_table": "3 10", "called": "3@fl", "first": "0", "fouls": "1"}, []),
        ({"on_table": "10", "called": "10@fl", "first": "10", "potted": "10@fl"}, []),
    ],
)
def test_what_it_depends_on_and_nobody_knows(given: dict[str, str], unknown: list[str]) -> None:
    (ruled,) = by("es", **given)
    assert ruled.undecided == unknown
    assert bool(ruled.verdict.hangs_on) == bool(unknown)


def test_it_cannot_be_decided_without_knowing_whether_a_cushion_was_reached() -> None:
    ruled = by("pl", "ru", on_table="3 9 10", called="3@fl", first="3")
    assert undecided_in_words(ruled) == [
        "By pl and ru it cannot be decided without knowing whether a cushion was reached."
    ]
    said = "\n".join(ruled_lines(ruled))
    assert said.startswith(
        "By pl and ru it cannot be decided without knowing whether a cushion was reached.\nAs presumed"
    )
    assert "had no ball reached a cushion: Foul by the shooter: no ball at a cushion." in said


def test_editions_that_want_to_know_different_things() -> None:
    given = {"on_table": "3 10", "called": "3@fl", "first": "0", "fouls": "2"}
    assert undecided_in_words(by("pl", "es", **given)) == [
        "By es it cannot be decided without knowing whether the player had been warned."
    ]


# Asking --------------------------------------------------------------------------------------------------------


def test_only_what_changes_the_ruling_is_asked() -> None:
    answers = Answers(rail="n")
    (ruled,) = by("es", ask=answers, on_table="3 9 10", called="3@fl", first="3", potted="-", fouls="0")
    assert answers.asked == ["rail"]
    assert ruled.verdict.fouls == ["no_rail"]
    assert ruled.undecided == []


def test_with_nothing_given_it_asks_for_all_that_it_needs() -> None:
    answers = Answers(on_table="3 9 10", potted="3@fl", called="3@fl", first="9", fouls="2", warned="y")
    (ruled,) = by("es", ask=answers)
    assert answers.asked == ["on_table", "potted", "called", "first", "fouls", "warned"]
    assert ruled.verdict.fouls == ["wrong_ball"]
    assert ruled.verdict.rack_end == "three_fouls"
    assert ruled.undecided == []


def test_what_one_edition_needs_is_asked_once_for_all() -> None:
    answers = Answers(rail="y")
    ruled = by("pl", "ru", "es", ask=answers, on_table="3 9 10", called="3@fl", first="3", potted="-", fouls="0")
    assert answers.asked == ["rail"]
    assert [one.undecided for one in ruled] == [[], [], []]


def test_where_nobody_knows_it_stays_undecided() -> None:
    answers = Answers()
    (ruled,) = by("pl", ask=answers, on_table="3 9 10", called="3@fl", first="3", potted="-")
    assert answers.asked == ["rail"]
    assert ruled.undecided == ["whether a cushion was reached"]
    (ruled,) = by("pl", ask=Answers(), on_table="3 9 10", called="3@fl", first="3")
    assert ruled.undecided == ["what was pocketed, and where"]


def test_an_answer_that_cannot_be_read_is_asked_again() -> None:
    answers = Answers(rail=["perhaps", "n"], potted=["7@fl", "-"])
    (ruled,) = by("pl", ask=answers, on_table="3 9 10", called="3@fl", first="3", fouls="0")
    assert answers.asked == ["potted", "potted", "rail", "rail"]
    assert answers.wrong == ["the 7 was not there; on the table were 3, 9, 10", "found 'perhaps', expected y or n"]
    assert ruled.verdict.fouls == ["no_rail"]


def test_an_answer_can_raise_the_next_question() -> None:
    answers = Answers(potted="3", called="3@fl")
    (ruled,) = by("pl", ask=answers, on_table="3 9 10", first="3")
    # The pocket in which the 3 fell was not said: it is asked again, as part of what was pocketed.
    assert answers.asked[:3] == ["potted", "called", "potted"]
    assert ruled.undecided == ["what was pocketed, and where"]


def test_a_break_asks_for_no_table() -> None:
    answers = Answers(potted="-", first="1", rails="4")
    (ruled,) = by("pl", ask=answers, kind="break")
    assert answers.asked == ["potted", "first", "rails"]
    assert ruled.verdict.fouls == []


def test_questions_are_worded_with_what_an_answer_looks_like() -> None:
    for question in hanging(load_edition("es"), facts(on_table="3 9 10")):
        assert question.text.endswith("?")
        assert "Enter: " in question.expected


# What cannot be ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"first": "11"}, "--first: found '11', expected a whole number from 0 to 10"),
        ({"first": "4", "on_table": "3 9 10"}, "--first: the 4 was not there; on the table were 3, 9, 10"),
        ({"potted": "4@xx"}, "--potted: found '4@xx', expected "),
        ({"potted": "4@fl", "on_table": "3 9 10"}, "--potted: the 4 was not there; on the table were 3, 9, 10"),
        ({"called": "4@fl", "on_table": "3 9 10"}, "--called: the 4 was not there; on the table were 3, 9, 10"),
        ({"off": "4 5", "on_table": "3 9 10"}, "--off: the 4 and the 5 were not there"),
        ({"potted": "3@fl 3@fr"}, "--potted: a ball is named twice; name each once"),
        ({"potted": "3@fl", "off": "3"}, "--off: a ball is named twice; name each once"),
        ({"rail": "x"}, "--rail: found 'x', expected y or n"),
        ({"rails": "4"}, "--rails: is asked of a break only; say --rail y or n of another stroke"),
        ({"on_table": "-"}, "--on-table: found '-', expected the object balls on the table, as 3 9 10"),
        ({"on_table": "3 9 10", "kind": "break"}, "--on-table: a break is played at all ten balls; leave it out"),
        ({"called": "1@fl", "kind": "break"}, "--called: nothing is called on a break; leave it out"),
        ({"called": "1@fl", "kind": "push"}, "--called: nothing is called on a push-out; leave it out"),
        ({"called": "1@fl", "kind": "safety"}, "--called: a safety calls no ball; leave it out, or rule a --kind shot"),
        ({"acts": "tuch"}, "--acts: found 'tuch', expected "),
        ({"fouls": "3"}, "--fouls: found '3', expected a whole number from 0 to 2"),
    ],
)
def test_a_fact_that_cannot_be_is_refused(given: dict[str, str], said: str) -> None:
    with pytest.raises(FactError, match=f"^{re.escape(said)}"):
        by("pl", **given)


def test_three_players_where_the_edition_has_two() -> None:
    assert by("pl", players=3, **EARLY)[0].verdict.next_player == "the shooter"
    with pytest.raises(ReplayError, match="edition ru is for 2 players, and 3 play"):
        by("ru", players=3, **EARLY)


def test_of_three_the_next_one_plays() -> None:
    (ruled,) = by("pl", players=3, on_table="3 9 10", called="3@fl", first="3", rail="y")
    assert ruled.verdict.next_player == "the next player"


# The command ---------------------------------------------------------------------------------------------------


def test_the_command(run_tenball: Callable[..., Any]) -> None:
    ran = run_tenball("rule", "--edition", "ru", *EARLY_ARGS)
    assert ran.status == 0
    assert re.search(r"^ru +Lawful; the shooter wins the rack +8 +the text$", ran.out, re.MULTILINE)
    assert "  - ru 8: " in ran.out


def test_the_command_leaves_with_1_where_nobody_knows(run_tenball: Callable[..., Any]) -> None:
    ran = run_tenball("rule", "--edition", "ru", "--on-table", "3,9,10", "--called", "3@fl", "--first", "3")
    assert ran.status == 1
    assert ran.out.startswith("By ru it cannot be decided without knowing whether a cushion was reached.\n")


def test_the_command_puts_all_editions_side_by_side(run_tenball: Callable[..., Any]) -> None:
    ran = run_tenball("rule", "--all-editions", *EARLY_ARGS)
    assert ran.status == 0
    table = ran.out.split("\n\n")[0].splitlines()[2:]
    assert [line.split()[0] for line in table] == ["csi", "es", "pl", "ru", "wpa-2016", "wpa-2025"]
    assert [("wins" in line) for line in table] == [True, False, False, True, False, False]
    three = run_tenball("rule", "--all-editions", "--players", "3", "--on-table", "10", "--first", "10", "--rail", "y")
    assert "csi" not in three.out


def test_the_command_as_json(run_tenball: Callable[..., Any]) -> None:
    ran = run_tenball(
        "rule", "--edition", "pl", "--edition", "ru", "--format", "json", "--on-table", "3 10", "--first", "3"
    )
    data = json.loads(ran.out)
    assert ran.status == 1
    assert [one["verdict"]["edition"] for one in data] == ["pl", "ru"]
    assert data[0]["undecided"] == ["whether a cushion was reached"]


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (
            (),
            "a ruling needs a rule book: give --edition with one of csi, es, pl, ru, wpa-2016, wpa-2025",
        ),
        (("--edition", "xx"), "edition 'xx' is not known"),
        (("--edition", "pl", "--first", "12"), "--first: found '12', expected a whole number from 0 to 10"),
        (("--edition", "pl", "--kind", "chip"), "'chip' is not one of 'break', 'shot', 'safety', 'push'"),
        (("--edition", "ru", "--players", "3"), "edition ru is for 2 players, and 3 play"),
        (("--edition", "ru", "--report", "case.doc"), "end its name in .html, .pdf or .md"),
    ],
)
def test_the_command_refuses_in_one_message(run_tenball: Callable[..., Any], args: tuple[str, ...], said: str) -> None:
    ran = run_tenball("rule", *args)
    assert (ran.status, ran.out) == (2, "")
    assert said in ran.err
    assert ran.err.startswith("tenball: ")


@pytest.mark.parametrize("suffix", ["html", "pdf", "md"])
def test_the_command_writes_a_report(run_tenball: Callable[..., Any], tmp_path: Path, suffix: str) -> None:
    target = tmp_path / f"ruling.{suffix}"
    ran = run_tenball(
        "rule", "--all-editions", "--report", target, *["--on-table", "3,9,10", "--called", "3@fl", "--first", "3"]
    )
    assert ran.status == 1
    assert ran.err == f"The report is in {target}.\n"
    assert target.stat().st_size > 2_000
    if suffix == "md":
        text = target.read_text(encoding="utf-8")
        assert "Caution: Cannot be decided on these facts" in text
        assert "without knowing whether a cushion was reached" in text


# On a terminal -------------------------------------------------------------------------------------------------


def on_a_terminal(args: list[str], answers: list[str]) -> tuple[int, str]:
    """Run the command on a pseudo-terminal, typing an answer at each question; return its status and what was shown."""
    master, slave = pty.openpty()
    code = "import sys; from tenball_stats.commands.main import main; sys.argv = ['tenball', *sys.argv[1:]]; main()"
    process = subprocess.Popen(
        [sys.executable, "-c", code, *args], stdin=slave, stdout=slave, stderr=slave, cwd=ROOT, close_fds=True
    )
    os.close(slave)
    shown = ""
    left = list(answers)
    for text in _read(master):
        shown += text
        if re.search(r"\]: $", shown) and left:
            os.write(master, (left.pop(0) + "\n").encode())
            shown += "\n"
    status = process.wait(timeout=60)
    os.close(master)
    return status, shown.replace("\r\n", "\n")


def _read(master: int) -> Iterator[str]:
    while True:
        try:
            data = os.read(master, 4096)
        except OSError as error:
            if error.errno == errno.EIO:
                return
            raise
        if not data:
            return
        yield data.decode()


@pytest.mark.skipif(os.name == "nt", reason="there are no pseudo-terminals")
def test_on_a_terminal_it_asks_for_what_it_needs() -> None:
    args = ["rule", "--edition", "es", *["--on-table", "3,9,10", "--called", "3@fl", "--first", "3", "--potted", "-"]]
    status, shown = on_a_terminal(args, ["maybe", "n", "0"])
    assert status == 0
    assert shown.count("Did a ball reach a cushion after the contact? [y or n; Enter: not known]: ") == 2
    assert "found 'maybe', expected y or n" in shown
    assert "Foul by the shooter: no ball at a cushion. The opponent plays with the cue ball in hand." in shown


@pytest.mark.skipif(os.name == "nt", reason="there are no pseudo-terminals")
def test_on_a_terminal_enter_says_that_nobody_knows() -> None:
    args = ["rule", "--edition", "es", *["--on-table", "3,9,10", "--called", "3@fl", "--first", "3", "--potted", "-"]]
    status, shown = on_a_terminal(args, [""])
    assert status == 1
    assert "By es it cannot be decided without knowing whether a cushion was reached." in shown
