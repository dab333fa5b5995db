"""Cells by columns: typed values, blanks that are not zeros, problems with their place, columns on their rows."""

import pytest
from logs import Read, Refusals, rack_of_two, stroke

from tenball_stats import terms
from tenball_stats.log.problems import LogRefused, word


def test_blank_is_not_recorded_and_not_no(read: Read) -> None:
    event = read([stroke(1, 1, "A", "break"), stroke(1, 2, "B", "shot")]).events.row(1, named=True)
    for column in ("first", "rail", "rails", "past_head", "spotted", "hand", "ruling", "winner_no"):
        assert event[column] == -1, column
    assert event["call_type"] == terms.CALL_UNRECORDED
    assert event["potted_known"] is True
    for column in ("score", "lag_cm", "cue_x", "speed", "seconds", "note", "called_text"):
        assert event[column] is None, column


def test_balls_named_twice_over_two_columns(read: Read) -> None:
    rows = [stroke(1, 1, "A", "break", potted="4 4 5", off="5 cue"), stroke(1, 2, "B", "shot")]
    event = read(rows).events.row(0, named=True)
    assert event["twice"] == 1 << 4 | 1 << 5
    assert event["off"] == 1 << 5 | 1


def test_texts_are_kept_as_logged(read: Read) -> None:
    rows = [stroke(1, 1, "A", "break", potted=" 4@FR "), stroke(1, 2, "B", "shot", called="~2")]
    log = read(rows)
    assert log.events["potted_text"].to_list() == ["4@FR", None]
    assert log.events["called_text"].to_list() == [None, "~2"]


def test_every_bad_cell_is_reported_with_its_place(refused: Refusals) -> None:
    rows = [
        stroke(1, 1, "A", "break", rails="eleven", potted="4@xx"),
        stroke(1, 2, "B", "shot", called="1 2", first="11", rail="x", hand="?"),
        stroke(1, 3, "A", "shot", acts="scratch", ruling="legal foul", cue_x="left", layout="1:a/b"),
    ]
    found = [(problem.line, problem.column) for problem in refused(rows)]
    assert found == [
        (2, "rails"),
        (2, "potted"),
        (3, "called"),
        (3, "first"),
        (3, "rail"),
        (3, "hand"),
        (4, "acts"),
        (4, "ruling"),
        (4, "cue_x"),
        (4, "layout"),
    ]


def test_a_message_says_where_what_and_what_was_expected(refused: Refusals) -> None:
    rows = [*rack_of_two(), stroke(1, 5, "Ann", "shot", potted="4@xx")]
    (problem,) = refused(rows)
    text = word(problem)
    assert text.endswith(
        "log.csv, line 6, column potted: found '4@xx', expected balls as 4@fr or 4, separated by spaces "
        "(pockets hl hr sl sr fl fr), - for none, ? for not recorded; there is no such pocket"
    )


def test_problems_beyond_the_limit_are_counted(read: Read) -> None:
    rows = [stroke(1, n, "AB"[n % 2], "shot", first=12) for n in range(1, 101)]
    with pytest.raises(LogRefused) as caught:
        read(rows, max_problems=10)
    assert len(caught.value.problems) == 10
    assert str(caught.value).endswith("and 90 more")


@pytest.mark.parametrize("column", ["match", "rack", "player", "kind"])
def test_required_cells(refused: Refusals, column: str) -> None:
    rows = [dict(row) for row in rack_of_two()]
    rows[2][column] = None
    assert (4, column) in [(problem.line, problem.column) for problem in refused(rows)]


def test_racks_count_from_one(refused: Refusals) -> None:
    (problem,) = refused([*rack_of_two(), stroke(0, 1, "Ann", "shot")])
    assert (problem.line, problem.column) == (6, "rack")
    (problem,) = refused([*rack_of_two(), stroke(3, 1, "Ann", "lag")])
    assert (problem.line, problem.column) == (6, "rack")
    (problem,) = refused([*rack_of_two(), stroke(1, 0, "Ann", "shot")])
    assert (problem.line, problem.column) == (6, "shot")


def test_an_unknown_kind_has_a_hint(refused: Refusals) -> None:
    (problem,) = refused([*rack_of_two(), stroke(1, 5, "Ann", "push-out")])
    assert problem.hint == "did you mean push?"
    assert "break" in (problem.expected or "")


def test_codes_are_case_insensitive(read: Read) -> None:
    rows = rack_of_two()
    rows[1].update(kind="SHOT", called="1@FR", rail="YES", acts="Touch", ruling="FOUL")
    event = read(rows).events.row(1, named=True)
    assert event["kind"] == terms.KIND_CODE["shot"]
    assert event["acts"] == terms.ACT_BIT["touch"]
    assert event["ruling"] == terms.RULING_FOUL


def test_a_column_that_says_nothing_on_a_row_is_left_out_and_said_once(read: Read) -> None:
    rows = [*rack_of_two(), stroke(1, 5, "Bo", "shot", lag_cm=12), stroke(1, 6, "Bo", "shot", lag_cm=13)]
    log = read(rows)
    assert log.events["lag_cm"].to_list() == [None] * 6
    (notice,) = log.notices
    assert "lag_cm stands on 2 rows other than lag" in notice


def test_acts_by_the_kind_of_row(read: Read, refused: Refusals) -> None:
    rows = [
        *rack_of_two(),
        stroke(1, None, "Bo", "penalty", acts="unsporting"),
        stroke(None, 1, "Bo", "lag", acts="jaw late"),
    ]
    log = read(rows)
    assert log.events["acts"].to_list() == [
        terms.LAG_ACT_BIT["jaw"] | terms.LAG_ACT_BIT["late"],
        0,
        0,
        0,
        0,
        terms.UNSPORTING_BIT,
    ]
    (problem,) = refused([*rack_of_two(), stroke(None, 1, "Bo", "lag", acts="touch")])
    assert problem.column == "acts"
    (problem,) = refused([*rack_of_two(), stroke(1, 5, "Bo", "shot", acts="jaw")])
    assert problem.hint == "jaw is an act of a lag"


def test_measures(read: Read, refused: Refusals) -> None:
    rows = [*rack_of_two(), stroke(1, 5, "Bo", "shot", cue_x="0,635", speed=2.5, seconds="0:34")]
    event = read(rows).events.row(4, named=True)
    assert (event["cue_x"], event["speed"], event["seconds"]) == (0.635, 2.5, 34.0)
    rows[4].update(cue_x="inf", speed=-1, seconds="-3")
    assert {problem.column for problem in refused(rows)} == {"cue_x", "speed", "seconds"}
