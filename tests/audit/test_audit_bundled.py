"""The audit of the bundled logs: what is found in them, counted here once more from the file alone."""

import csv
from collections import Counter
from itertools import groupby
from pathlib import Path
from time import perf_counter

import pytest

from tenball_stats.log import Log, read_logs
from tenball_stats.replay.audit import audit

DATA = Path(__file__).parents[2] / "data"
WINS = [
    ("hohmann-vanboening-2015", 10, 113, "Van Boening"),
    ("roberts-shaw-2015", 10, 288, "Roberts"),
    ("vanboening-dechaine-2015", 2, 320, "Dechaine"),
]


@pytest.fixture(scope="module")
def real() -> Log:
    return read_logs([DATA / "real-2015.csv"])


@pytest.fixture(scope="module")
def physics() -> Log:
    return read_logs([DATA / "physics.csv"])


def test_three_credited_racks_of_2015_are_not_given_by_es(real: Log) -> None:
    found = audit(real, "es")
    wins = found.filter(found["code"] == "win_unfounded")
    assert wins.select("match", "rack", "row", "recorded").rows() == WINS
    assert set(wins["verdict"]) == {"interpretation"}
    assert [row["clauses"] for row in wins.iter_rows(named=True)] == [["0", "8", "9"]] * 3
    assert wins["message"][2] == (
        "Dechaine was credited with the rack, but when the 10 was pocketed there were still others on the table "
        "(the 7): it is spotted and Dechaine plays on."
    )


def test_besides_them_one_ball_goes_down_twice(real: Log) -> None:
    found = audit(real, "es")
    (other,) = found.filter(found["code"] != "win_unfounded").to_dicts()
    assert (other["code"], other["verdict"], other["match"], other["rack"], other["row"]) == (
        "impossible_ball",
        "impossible",
        "hohmann-vanboening-2015",
        14,
        165,
    )
    assert other["message"].startswith("The 3 was already down and is named again")


@pytest.mark.parametrize("edition", ["csi", "ru"])
def test_where_an_early_10_wins_the_ball_is_all_that_is_found(real: Log, edition: str) -> None:
    assert audit(real, edition)["code"].to_list() == ["impossible_ball"]


def test_pl_has_no_option_after_a_ball_by_accident_and_brings_back_the_balls_of_a_push_out(real: Log) -> None:
    found = audit(real, "pl")
    assert found.select("code", "rack", "row").rows() == [
        ("win_unfounded", 10, 113),
        ("impossible_ball", 14, 165),
        # The 7 and the 9 fell on the push-out of this rack; in pl they came back, and did not fall again.
        ("win_unfounded", 2, 210),
        ("win_unfounded", 10, 288),
        ("win_unfounded", 2, 320),
        ("option_wrong", 9, 382),
        ("option_wrong", 13, 428),
    ]


PHYSICS = {
    "pl": {
        ("foul_missed", "contradicts"): 86,
        ("spot_wrong", "contradicts"): 1,
        ("win_missed", "contradicts"): 42,
        ("win_unfounded", "interpretation"): 5,
    },
    "ru": {
        ("foul_missed", "contradicts"): 86,
        ("win_missed", "contradicts"): 42,
        ("win_missed", "interpretation"): 7,
    },
    "es": {
        ("foul_missed", "interpretation"): 86,
        ("win_missed", "unrecorded"): 42,
        ("win_unfounded", "interpretation"): 5,
    },
}


@pytest.mark.parametrize("edition", PHYSICS)
def test_what_is_found_in_the_simulated_league(physics: Log, edition: str) -> None:
    found = audit(physics, edition)
    assert Counter(found.select("code", "verdict").iter_rows()) == PHYSICS[edition]


def test_the_same_counted_from_the_file(physics: Log) -> None:
    # Every fact of it is recorded and no ruling, so a page of arithmetic is a second opinion.
    counted: Counter[str] = Counter()
    lines: dict[str, list[int]] = {"foul_missed": [], "third foul": []}
    with (DATA / "physics.csv").open(newline="") as file:
        rows = [{**row, "line": str(line)} for line, row in enumerate(csv.DictReader(file), start=2)]
    for _, rack in groupby(rows, key=lambda row: (row["match"], row["rack"])):
        strokes = list(rack)
        left, series, opened = set(range(1, 11)), Counter[str](), False
        for stroke, after in zip(strokes, [*strokes[1:], None], strict=True):
            down = {name.split("@")[0] for name in stroke["potted"].split()}
            gone = {int(ball) for ball in down | set(stroke["off"].split()) if ball != "cue"}
            pots = {int(ball) for ball in down if ball != "cue"}
            push = stroke["kind"] == "push"
            assert not push or opened
            foul = "cue" in down or bool(stroke["off"])
            if stroke["kind"] == "break":
                foul |= stroke["first"] != "1" or (not pots and int(stroke["rails"]) < 4)
            elif not push:
                foul |= int(stroke["first"]) != min(left) or (not pots and stroke["rail"] == "n")
            missed = foul and after is not None and (after["player"] == stroke["player"] or after["hand"] == "n")
            third = foul and series[stroke["player"]] == 2
            series[stroke["player"]] = series[stroke["player"]] % 3 + 1 if foul and not missed else 0
            if missed:
                lines["foul_missed"].append(int(stroke["line"]))
            if third and after is not None:
                lines["third foul"].append(int(stroke["line"]))
            series[stroke["player"]] %= 3
            opened = stroke["kind"] == "break" and (missed or not foul)
            left -= gone
            left |= {int(ball) for ball in stroke["spotted"].replace("-", "").split()}
            called = stroke["called"].split("@")[0] == "10" and stroke["called"] in stroke["potted"].split()
            counted["10 on the break"] += 10 in pots and stroke["kind"] == "break" and not foul
            counted["10 called early"] += bool(10 in pots and called and not foul and stroke["winner"] and left - {10})
            counted["push-out that pots"] += push and bool(pots)
    for edition in PHYSICS:
        found = audit(physics, edition)
        assert found.filter(found["code"] == "foul_missed")["row"].to_list() == lines["foul_missed"]
        fouls = found.filter((found["code"] == "win_missed") & (found["verdict"] != "interpretation"))
        assert fouls["row"].to_list() == lines["third foul"]
    assert counted == {"10 on the break": 7, "10 called early": 5, "push-out that pots": 1}


def test_what_was_read_by_hand(physics: Log) -> None:
    """Findings of each kind whose rows were read beside them."""
    found = {(row["edition"], row["row"]): row for edition in PHYSICS for row in audit(physics, edition).to_dicts()}
    break_of_two = found["es", 2448]
    assert (break_of_two["code"], break_of_two["ruled"], break_of_two["player"]) == (
        "foul_missed",
        "illegal_break",
        "Club B",
    )
    assert (
        break_of_two["message"]
        == "Club B's stroke is a foul (illegal_break) and was played on from as from a lawful one."
    )
    third = found["pl", 2436]
    assert third["clauses"] == ["Faule.1e", "Faule.4"]
    assert third["message"] == "Club B's third foul in a row (scratch) loses the rack, but play went on."
    assert found["es", 2462]["message"] == (
        "Club A's third foul in a row (wrong_ball) loses the rack, but play went on; "
        "the record would be right, had no warning been given."
    )
    ten = found["ru", 4619]
    assert (ten["code"], ten["verdict"], ten["ruled"]) == ("win_missed", "interpretation", "Club B")
    assert ten["message"] == "This 10 wins Club B the rack, but play went on."


def test_the_audit_of_ten_thousand_strokes_takes_under_two_seconds(physics: Log) -> None:
    start = perf_counter()
    audit(physics, "es")
    assert perf_counter() - start < 2
