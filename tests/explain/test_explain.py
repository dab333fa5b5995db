"""One stroke explained: what was, what was done, what each edition makes of it, and how sure that is."""

import json
import re
from pathlib import Path
from typing import Any

import polars as pl
import pytest
import random_racks
from play import DRY, MISS, SAFE, SIX, as_csv, left, read, rows

from tenball_stats.log import Log, read_logs
from tenball_stats.replay import replay
from tenball_stats.replay.explain import Explanation, NoSuchStroke, all_editions, explain, match_number
from tenball_stats.replay.position import CUE_BALL, Fallen, layout_of
from tenball_stats.rules import edition_ids
from tenball_stats.show.case import case_report
from tenball_stats.show.explanation import (
    agreeing,
    as_dict,
    explanation_lines,
    findings_of,
    knowledge,
    merged,
    presumptions,
    rests_on,
)
from tenball_stats.show.report.markdown import markdown

ROOT = Path(__file__).parents[2]
REAL = ROOT / "data" / "real-2015.csv"
PHYSICS = ROOT / "data" / "physics.csv"
EARLY_TEN = (left(3, 5, 9, 10), "A shot called=10@fr first=3 potted=10@fr winner=A")


@pytest.fixture(scope="module")
def real() -> Log:
    return read_logs([REAL])


@pytest.fixture(scope="module")
def physics() -> Log:
    return read_logs([PHYSICS])


def of(
    *words: str, shot: int = 1, editions: tuple[str, ...] = ("es",), attempt: int | None = None, **match: Any
) -> Explanation:
    """Explain a stroke of rack 1 of a match written in a few words."""
    return explain(read(as_csv(rows(*words, **match))), "m", 1, shot, editions, attempt=attempt)


def text(explained: Explanation) -> str:
    return "\n".join(explanation_lines(explained))


# What was, what happened, what came of it ----------------------------------------------------------------------


def test_the_early_ten_of_2015(real: Log) -> None:
    found = explain(real, "vanboening-dechaine-2015", 2, 8, ["csi", "es"])
    assert (found.player, found.kind, found.row) == ("Dechaine", "shot", 320)
    assert found.before.balls == [7, 10]
    assert found.then == "In the record Dechaine was credited with the rack."
    csi, es = found.verdicts
    assert (csi.rack_end, csi.rack_winner, csi.clauses) == ("ten", "Dechaine", [])
    assert (es.rack_end, es.spotted, es.next_player, es.clauses) == (None, [10], "Dechaine", ["0", "8", "9"])
    assert [finding.code for finding in es.findings] == ["win_unfounded"]
    assert csi.findings == []
    assert list(es.readings) == ["ES-8"]


def test_the_editions_stand_side_by_side_before_anything_else(real: Log) -> None:
    lines = text(explain(real, "vanboening-dechaine-2015", 2, 8, ["csi", "es"])).splitlines()
    assert lines[0] == "vanboening-dechaine-2015, rack 2, stroke 8: a called shot by Dechaine"
    assert lines[3].split() == ["edition", "ruling", "clauses", "rests", "on"]
    assert re.match(r"csi +Lawful; Dechaine wins the rack", lines[5])
    assert any(line.startswith("es ") and "0, 8, 9" in line and "reading ES-8" in line for line in lines)
    assert any(line.startswith("record ") and "Dechaine was credited with the rack" in line for line in lines)
    assert max(map(len, lines)) <= 100


def test_whose_turn_it_was_and_the_cue_ball() -> None:
    lines = text(of(DRY, MISS, SAFE, shot=3)).splitlines()
    assert "  - It was A's turn, with the cue ball in hand." in lines
    lines = text(of(DRY, "A shot called=1@fl first=1 rail=y", shot=2)).splitlines()
    assert "  - By the rulings before it was B's turn; A played." in lines
    assert "  - It was the stroke on which a push-out was open." in lines
    assert "  - A broke." in text(of(DRY))


def test_fouls_in_a_row_before_the_stroke() -> None:
    found = of(DRY, MISS, SAFE, MISS, SAFE, MISS, shot=6, warnings="recorded")
    assert found.fouls_before == 2
    assert "  - B stood on 2 fouls in a row." in text(found)
    assert found.verdicts[0].fouls_in_a_row == 2
    assert "had the player been warned" in [change.had for change in found.verdicts[0].otherwise]


@pytest.mark.parametrize(
    ("after", "said"),
    [
        (("B shot called=1@fl hand=y",), "In the record B played next, with the cue ball in hand."),
        (("B shot called=1@fl hand=n",), "In the record B played next, from position."),
        (("A shot called=1@fl",), "In the record A played on."),
        ((), "In the record nothing follows in this rack."),
        (("B accept", "B shot called=1@fl"), "In the record B took the table and B played next."),
        (("B pass", "A shot called=1@fl"), "In the record B handed the stroke back and A played on."),
        (("B warn", "B shot called=1@fl"), "In the record B was warned of standing on two fouls and B played next."),
        (("B concede winner=A",), "In the record B conceded the rack and A was credited with the rack."),
        (("B forfeit",), "In the record B forfeited the match."),
        (
            ("B penalty winner=A",),
            "In the record B was penalised for misconduct and A was credited with the rack.",
        ),
        (("B rerack", "A break first=1 rails=6"), "In the record the rack was started again as a stalemate."),
        (
            ("A fell potted=3 spotted=3",),
            "In the record the 3 fell by itself and was put back after A's stroke.",
        ),
        (("A fell potted=3 spotted=-",), "In the record the 3 fell by itself and stayed down after A's stroke."),
        (("A fell potted=3",), "In the record the 3 fell by itself after A's stroke."),
    ],
)
def test_what_became_of_it_in_the_record(after: tuple[str, ...], said: str) -> None:
    assert of(SIX, SAFE, *after, shot=2, attempt=1).then == said


def test_the_rack_up_to_the_stroke() -> None:
    found = of(
        SIX, "A push first=5 potted=5@sl", "B pass", "A shot called=1@fl first=1 rail=n", "B shot called=1@fl", shot=3
    )
    assert [(line.shot, line.player, line.kind) for line in found.sequence] == [
        (1, "A", "break"),
        (2, "A", "push"),
        (None, "B", "pass"),
        (3, "A", "shot"),
    ]
    assert found.sequence[1].facts == "A push-out was declared; 5 struck first; pocketed the 5 in side left"
    assert found.sequence[2].facts == "B handed the stroke back."
    assert found.sequence[3].ruled == "foul (no ball at a cushion); B plays with the cue ball in hand"


def test_a_record_that_joins_the_rack_says_so() -> None:
    found = of(left(9, 10), "A shot called=9@fl first=9 rail=y")
    assert found.sequence[0].facts == (
        "The record joins the rack here with A at the table; down already: "
        "the 1, the 2, the 3, the 4, the 5, the 6, the 7 and the 8."
    )


@pytest.mark.parametrize(
    ("event", "end", "basis", "point"),
    [
        ("B concede", "concession", "silent", "concession"),
        ("B forfeit", "forfeit", "silent", "forfeit"),
        ("B rerack", "stalemate", "explicit", "stalemate"),
        ("B penalty winner=A", "penalty", "explicit", "misconduct"),
    ],
)
def test_an_end_from_outside_the_stroke_is_part_of_the_ruling(event: str, end: str, basis: str, point: str) -> None:
    verdict = of(SIX, SAFE, event, shot=2).verdicts[0]
    assert (verdict.rack_end, verdict.next_player, verdict.cue_ball, verdict.option) == (end, None, None, False)
    assert verdict.basis == basis
    assert verdict.grounds[-1].point == point
    assert verdict.rack_winner == (None if end == "stalemate" else "A")


def test_findings_on_events_after_the_stroke_belong_to_it() -> None:
    found = of(SIX, SAFE, "B pass", "A shot called=1@fl first=1 rail=y", shot=2)
    assert [finding.code for finding in found.verdicts[0].findings] == ["option_wrong"]
    assert any(line.startswith("option_wrong") for line, _ in findings_of(found.verdicts))


# Where a stroke is ---------------------------------------------------------------------------------------------


def test_an_attempt_at_the_rack_can_be_chosen() -> None:
    words = (DRY, "B rerack", SIX, SAFE)
    assert of(*words).attempt == 2
    assert of(*words).facts[2].startswith("Pocketed: the 6")
    assert of(*words, attempt=1).attempt == 1
    assert "rack 1 (attempt 2), stroke 1" in text(of(*words))
    with pytest.raises(NoSuchStroke, match="has no attempt 3; it has attempts 1 to 2"):
        of(*words, attempt=3)


def test_what_there_is_is_named_where_a_stroke_is_not(real: Log) -> None:
    for rack, shot, said in (
        (99, 1, "match 'roberts-shaw-2015' has no strokes in rack 99; it has racks 1 to 11"),
        (1, 99, "rack 1 of match 'roberts-shaw-2015' has no stroke 99; it has strokes 1 to"),
    ):
        with pytest.raises(NoSuchStroke) as refused:
            explain(real, "roberts-shaw-2015", rack, shot)
        assert str(refused.value).startswith(said)
    with pytest.raises(
        NoSuchStroke, match="there is no match 'x'; there are hohmann-vanboening-2015, roberts-shaw-2015"
    ):
        explain(real, "x", 1, 1)


def test_a_match_is_found_by_a_part_of_its_id_that_no_other_has(real: Log) -> None:
    assert match_number(real, "Dechaine") == 2
    with pytest.raises(NoSuchStroke, match="there are hohmann-vanboening-2015, vanboening-dechaine-2015"):
        match_number(real, "vanboening")


def test_without_an_edition_it_is_the_matchs_own(real: Log) -> None:
    assert [verdict.edition for verdict in explain(real, "dechaine", 2, 8).verdicts] == ["csi"]


def test_an_edition_asked_for_twice_is_shown_once(real: Log) -> None:
    found = explain(real, "dechaine", 2, 8, ["es", "csi", "es"])
    assert [verdict.edition for verdict in found.verdicts] == ["es", "csi"]


def test_all_editions_are_those_for_so_many_players() -> None:
    assert [edition.id for edition in all_editions(2)] == edition_ids()
    assert [edition.id for edition in all_editions(3)] == ["pl"]


# How sure it is ------------------------------------------------------------------------------------------------


def test_a_ruling_of_the_text_on_recorded_facts_says_no_more() -> None:
    verdict = of(SIX, "A shot called=1@fl first=1 rail=n", shot=2, editions=("pl",)).verdicts[0]
    assert rests_on(verdict) == "the text"
    assert knowledge(verdict) == []
    assert verdict.clauses == ["Faule.1d"]


def test_a_reading_is_named_with_its_id() -> None:
    verdict = of(*EARLY_TEN, editions=("es",)).verdicts[0]
    assert rests_on(verdict) == "reading ES-8"
    assert knowledge(verdict) == [
        "It rests on reading ES-8 of the text: The called 10 made early is spotted and the player plays on."
    ]


def test_second_hand_knowledge_is_said_aloud() -> None:
    for name in ("csi", "wpa-2016", "wpa-2025"):
        verdict = of(*EARLY_TEN, editions=(name,)).verdicts[0]
        assert rests_on(verdict) == "second-hand"
        assert knowledge(verdict)[0].startswith("The edition is known second-hand.")


def test_no_rule_at_all_is_said_aloud() -> None:
    verdict = of(SIX, "A shot called=1@fr first=1 potted=1@fr acts=scoop", shot=2, editions=("es",)).verdicts[0]
    assert verdict.basis == "silent"
    assert rests_on(verdict) == "no rule"
    assert knowledge(verdict) == [
        "No rule of this edition covers it; what is taken for it: What the list of fouls does not name is no foul."
    ]
    assert "Noted, and no foul here: scoop." in text(
        of(SIX, "A shot called=1@fr first=1 potted=1@fr acts=scoop", shot=2)
    )


def test_a_presumed_fact_is_named_and_whether_the_ruling_hangs_on_it() -> None:
    found = of(SIX, "A shot called=1@fl", shot=2, editions=("pl",))
    verdict = found.verdicts[0]
    assert verdict.presumed == {
        "first": "that the lowest ball was struck first",
        "rail": "that a ball reached a cushion",
    }
    assert rests_on(verdict) == "the text; presumed facts"
    assert knowledge(verdict) == ["It hangs on facts that were not recorded (first and rail)."]
    assert "  - rail: that a ball reached a cushion." in text(found)


def test_a_presumed_fact_that_changes_nothing_is_said_to() -> None:
    # A scratch is a foul whatever ball was struck first; but which fouls there were hangs on it.
    found = of(left(10), "A shot called=10@fl first=10 potted=10 ruling=legal")
    assert found.verdicts[0].presumed == {"potted": "that the 10 fell in the pocket that was called"}
    verdict = of(SIX, "A shot called=1@fr first=1 potted=1+cue@hl", shot=2, editions=("pl",)).verdicts[0]
    assert verdict.presumed == {}


def test_presumptions_that_all_editions_share_are_said_once(real: Log) -> None:
    found = explain(real, "dechaine", 2, 8, ["csi", "es", "ru"])
    assert presumptions(found.verdicts) == [
        (["called", "potted"], "that the 10 fell in the pocket that was called", ["csi", "es", "ru"]),
        (["first"], "that the lowest ball was struck first", ["csi", "es", "ru"]),
    ]
    said = text(found)
    assert said.count("had no ball been struck") == 1
    assert said.count("had another pocket been called, or had the ball fallen in another pocket") == 1


def test_changes_with_different_outcomes_name_the_editions() -> None:
    found = of(SIX, "A shot called=1 first=1 potted=1@fl", shot=2, editions=("pl", "ru", "es"))
    assert merged(found.verdicts, "hangs_on") == [
        (
            "had another pocket been called",
            [
                (["pl"], "Lawful. B plays next, from position."),
                (["ru", "es"], "Lawful. B may play, or hand the stroke back to A."),
            ],
        )
    ]
    assert "      pl: Lawful. B plays next, from position." in text(found)


def test_editions_that_agree_for_the_same_reasons_stand_together() -> None:
    found = of(*EARLY_TEN, editions=("pl", "ru", "es", "csi"))
    groups = [[verdict.edition for verdict in group] for group in agreeing(found.verdicts)]
    assert groups == [["pl", "es"], ["ru", "csi"]]
    said = text(found)
    assert "By pl and es\n" in said
    assert "pl Wbijanie.3, reading PL-18" in said.replace("\n    ", " ")


def test_the_text_names_each_clause_once() -> None:
    said = text(of(SIX, MISS.replace("B", "A"), shot=2, editions=("pl", "ru")))
    assert said.count("- pl Faule.1b: ") == 1
    assert said.count("- ru 10.2: ") == 1


@pytest.mark.parametrize("edition", edition_ids())
def test_every_finding_presumption_and_reading_is_in_the_text(edition: str, real: Log) -> None:
    found = explain(real, "dechaine", 2, 8, [edition])
    said = " ".join(text(found).split())
    verdict = found.verdicts[0]
    for ground in verdict.grounds:
        assert " ".join(ground.sentence.split()) in said
    for finding in verdict.findings:
        assert " ".join(finding.message.split()) in said
    for what in verdict.presumed.values():
        assert what in said
    for reading in verdict.readings.values():
        assert " ".join(reading.split()) in said


# Positions -----------------------------------------------------------------------------------------------------


def test_places_before_and_after(physics: Log) -> None:
    found = explain(physics, "PTA0001", 1, 4, ["pl"])
    assert found.before.places[1] == (0.316, 1.674)
    assert found.before.places[CUE_BALL] == (0.789, 2.084)
    assert found.before.drawable
    assert found.after.places[CUE_BALL] == (0.19, 1.685)
    assert 1 not in found.after.places
    assert (found.called, found.first, found.fell) == ((1, "sl"), 1, [Fallen(1, "sl")])


def test_without_places_the_balls_are_known_all_the_same(real: Log) -> None:
    found = explain(real, "dechaine", 2, 8, ["csi"])
    assert not found.before.drawable
    assert not found.after.drawable
    assert found.after.balls == [7]


def test_the_balls_after_are_those_of_the_record() -> None:
    push = "A push first=5 potted=5@sl"
    assert 5 in of(SIX, push, "B shot called=1@fl", shot=2, editions=("pl",)).after.balls
    assert 5 not in of(SIX, push + " spotted=-", "B shot called=1@fl", shot=2, editions=("pl",)).after.balls
    assert 5 not in of(SIX, push, shot=2, editions=("ru",)).after.balls
    assert of(SIX, push, shot=2, editions=("pl",)).after.in_hand is False
    assert of(SIX, "A shot called=1@fl first=1 potted=cue@fl", shot=2).after.in_hand is True
    assert CUE_BALL not in of(SIX, "A shot called=1@fl first=1 potted=cue@fl end_x=0.5 end_y=0.5", shot=2).after.places


@pytest.mark.parametrize("layout", ["1:0.635/1.905 2:0.692/2.004", " 1:0.635/1.905   2:0.692/2.004 ", "2:0.692/2.004"])
def test_layouts_as_they_come_out_of_a_log(layout: str) -> None:
    log = read(as_csv(rows(DRY, f"B shot called=1@fl layout={layout.replace(' ', '+')}")))
    assert layout_of(log.events["layout"][1])[2] == (0.692, 2.004)
    assert layout_of(None) == {}


# As data -------------------------------------------------------------------------------------------------------


def test_as_json(real: Log) -> None:
    data = json.loads(json.dumps(as_dict(explain(real, "dechaine", 2, 8, ["es"]))))
    assert data["before"] == {"balls": [7, 10], "places": {}, "in_hand": False}
    assert data["verdicts"][0]["findings"][0]["code"] == "win_unfounded"
    assert data["verdicts"][0]["hangs_on"][0]["had"]


# The same as the replay, for any stroke ------------------------------------------------------------------------

SAME = {
    "fouls": "fouls",
    "unlisted": "unlisted",
    "next_player": "next_player",
    "cue_ball": "cue_ball",
    "spotted": "spotted",
    "on_table": "on_table",
    "fouls_in_a_row": "fouls_in_a_row",
    "rack_end": "rack_end",
    "rack_winner": "rack_winner",
    "clauses": "clauses",
    "basis": "basis",
}


def held(log: Log, names: list[str], every: int = 1) -> int:
    """Explain strokes of a log and hold each verdict against the replay; return how many were."""
    frames = {name: replay(log, name) for name in names}
    count = 0
    for place in range(0, frames[names[0]].height, every):
        one = frames[names[0]].row(place, named=True)
        found = explain(log, one["match"], one["rack"], one["shot"], names, attempt=one["attempt"])
        twins = frames[names[0]].filter(
            pl.col("match") == one["match"],
            pl.col("rack") == one["rack"],
            pl.col("shot") == one["shot"],
            pl.col("attempt") == one["attempt"],
        )
        if twins.height > 1:  # Two strokes of one number: the last one is explained.
            continue
        for verdict in found.verdicts:
            row = frames[verdict.edition].row(place, named=True)
            ours = {name: getattr(verdict, field) for name, field in SAME.items()}
            assert ours == {name: row[name] for name in SAME}, (one["match"], one["rack"], one["shot"])
            assert verdict.option == (row["option"] is not None)
            assert list(verdict.presumed) == row["assumed"]
            assert verdict.sentence
            assert verdict.short
            assert bool(verdict.grounds)
        assert max(map(len, explanation_lines(found)), default=0) <= 100
        count += 1
    return count


@pytest.mark.parametrize("seed", range(3))
def test_random_strokes_are_explained_as_they_are_ruled(seed: int) -> None:
    log = read(as_csv(random_racks.table(random_racks.matches(seed, 2))))
    assert held(log, edition_ids()) > 5


def test_random_strokes_of_three_players() -> None:
    log = read(as_csv(random_racks.table(random_racks.matches(77, 3, ("A", "B", "C")))))
    assert held(log, ["pl"]) > 10


def test_simulated_strokes_are_explained_as_they_are_ruled(physics: Log) -> None:
    assert held(physics, ["pl", "ru", "es", "csi"], every=397) == 25


def test_real_strokes_are_explained_as_they_are_ruled(real: Log) -> None:
    assert held(real, ["csi", "es"], every=17) == 26


@pytest.mark.parametrize("seed", range(3))
def test_a_case_report_of_any_stroke_can_be_written(seed: int) -> None:
    log = read(as_csv(random_racks.table(random_racks.matches(seed + 100, 1))))
    frame = replay(log, "es")
    for place in range(0, frame.height, 5):
        one = frame.row(place, named=True)
        found = explain(log, one["match"], one["rack"], one["shot"], ["es", "pl"], attempt=one["attempt"])
        said, files = markdown(case_report(found), "case")
        assert said.startswith("# Case report: rack ")
        assert files
