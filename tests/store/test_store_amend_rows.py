"""Every kind of row can be put right, one that was left out put in, one that was typed twice taken out."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from fresh import fresh
from storing import content

from tenball_stats.log import read_logs
from tenball_stats.rules import load_edition
from tenball_stats.store import Database, StoreRefused
from tenball_stats.store.amend import Amended, amend
from tenball_stats.store.check import check
from tenball_stats.store.history import history
from tenball_stats.store.ingest import ingest
from tenball_stats.store.rebuild import compare, rebuild
from tenball_stats.store.rows import Which

BY = {"who": "Ewa", "why": "the video"}
HEAD = "match,event,players,edition,rack,shot,player,kind,called,first,rail,rails,potted,winner,lag_cm\n"
ROWS = [
    "m1,Cup,Ann|Bo,es,,1,Ann,lag,,,,,,Ann,9",
    "m1,,,,,1,Bo,lag,,,,,,,12",
    "m1,,,,1,1,Ann,break,,1,,6,6@fl,,",
    "m1,,,,1,2,Ann,shot,1@fr,1,,,1@fr,,",
    "m1,,,,1,3,Ann,shot,2@sl,2,y,,,,",
    "m1,,,,1,4,Bo,safety,-,2,y,,,,",
    "m1,,,,1,,Bo,concede,,,,,,Ann,",
    "m1,,,,2,1,Bo,break,,1,,5,,,",
    "m1,,,,2,2,Ann,shot,1@hr,1,y,,,,",
    "m1,,,,2,,Ann,concede,,,,,,Bo,",
]


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    with fresh() as opened:
        put(opened, tmp_path, ROWS)
        yield opened
        if not opened.value("SELECT count(*) FROM amendments"):
            return
        assert check(opened) == [], "whatever was done in a test has left a sound database"


def put(database: Database, folder: Path, rows: list[str]) -> None:
    (folder / "a.csv").write_text(HEAD + "".join(f"{row}\n" for row in rows), encoding="utf-8")
    (done,) = ingest(database, read_logs([folder / "a.csv"]), [load_edition("es")], replace_matches=True)
    assert not done.refused


def same_again(database: Database) -> None:
    """Hold a database against what its file and its journal make of it."""
    with fresh() as new:
        rebuild(database, new)
        assert compare(database, new) == {}


def amended(database: Database, which: Which, how: str = "change", **cells: str) -> Amended:
    return amend(database, "m1", cells, which=which, how=how, **BY)  # type: ignore[arg-type]


def strokes(database: Database, rack: int) -> list[tuple[int, str, int]]:
    """Number, player and line of each stroke."""
    return database.rows("SELECT shot, player, line FROM v_logged WHERE rack = ? ORDER BY shot", [rack])


def test_a_lag_is_put_right(database: Database) -> None:
    done = amended(database, Which(0, 1, kind="lag", player="Bo"), lag_cm="7", winner="Bo")
    assert (done.place.rack, done.place.kind) == (0, "lag")
    amended(database, Which(0, 1, player="Ann"), winner="")
    assert database.rows("SELECT player, lag_cm, winner FROM v_lags ORDER BY player") == [
        ("Ann", 9.0, None),
        ("Bo", 7.0, "Bo"),
    ]


def test_a_concession_is_put_right_and_the_rack_has_another_winner(database: Database) -> None:
    amended(database, Which(2, 2, kind="concede"), player="Bo", winner="Ann")
    assert database.rows("SELECT rack, winner, rack_end FROM v_racks ORDER BY rack") == [
        (1, "Ann", "concession"),
        (2, "Ann", "concession"),
    ]
    (cell, *_) = history(database, "m1").versions[-1].cells
    assert (cell.rack, cell.shot, cell.kind, cell.column, cell.before, cell.after) == (
        2, 2, "concede", "player", "Ann", "Bo",
    )  # fmt: skip


def test_a_row_can_become_one_of_another_kind(database: Database) -> None:
    amended(database, Which(line=11), kind="forfeit", winner="")
    assert database.value("SELECT count(*) FROM v_events WHERE kind = 'forfeit'") == 1


def test_a_row_left_out_is_put_in(database: Database) -> None:
    done = amended(database, Which(1, 2), "after", kind="shot", player="Ann", called="3@fl", first="2", potted="3@fl")
    assert (done.place.rack, done.place.shot, done.how) == (1, 3, "after")
    # It leads to the line beside it; later strokes count on.
    assert strokes(database, 1) == [(1, "Ann", 4), (2, "Ann", 5), (3, "Ann", 5), (4, "Ann", 6), (5, "Bo", 7)]
    cells = [(cell.shot, cell.column, cell.before, cell.after) for cell in history(database, "m1").versions[-1].cells]
    assert cells == [
        (3, "row", None, '{"rack": "1", "kind": "shot", "player": "Ann", "called": "3@fl", "first": "2", '
                         '"potted": "3@fl"}'),
        (4, "shot", "3", "4"),
        (5, "shot", "4", "5"),
    ]  # fmt: skip
    # What was put in is a row like any other.
    amended(database, Which(1, 3), rail="n")
    amended(database, Which(1, 3), "remove")
    assert strokes(database, 1) == [(1, "Ann", 4), (2, "Ann", 5), (3, "Ann", 6), (4, "Bo", 7)]
    same_again(database)


def test_a_row_fills_the_gap_that_it_left(database: Database, tmp_path: Path) -> None:
    put(database, tmp_path, [row for row in ROWS if ",1,3," not in row])
    amended(database, Which(1, 2), "after", kind="shot", player="Ann")
    assert [shot for shot, *_ in strokes(database, 1)] == [1, 2, 3, 4]
    assert [cell.column for cell in history(database, "m1").versions[-1].cells] == ["row"]


@pytest.mark.parametrize(
    ("which", "how", "cells"),
    [
        (Which(1, 4, kind="concede"), "before", {"kind": "warn", "player": "Ann"}),
        (Which(row=1), "before", {"kind": "lag", "player": "Ann", "rack": ""}),
        (Which(2, 1), "before", {"kind": "rerack", "player": "Ann", "rack": "1"}),
        (Which(2, 2), "after", {"kind": "penalty", "player": "Ann", "winner": "Bo"}),
        (Which(2, 1), "after", {"kind": "fell", "player": "Bo", "potted": "4", "seconds": "7"}),
    ],
)
def test_every_kind_of_row_can_be_put_in_and_taken_out(database: Database, which: Which, how: str, cells) -> None:
    before = content(database)
    rows = database.value("SELECT (SELECT count(*) FROM v_logged) + (SELECT count(*) FROM v_events) + "
                          "(SELECT count(*) FROM v_lags)")  # fmt: skip
    place = amended(database, which, how, **cells).place
    assert place.kind == cells["kind"]
    last = history(database, "m1").versions[-1].match_key
    seq = database.value("SELECT seq FROM amendments WHERE match_key = ? AND \"column\" = 'row'", [last])
    amended(database, Which(row=seq), "remove")
    assert database.value("SELECT (SELECT count(*) FROM v_logged) + (SELECT count(*) FROM v_events) + "
                          "(SELECT count(*) FROM v_lags)") == rows  # fmt: skip
    assert content(database) != before  # the versions are kept
    same_again(database)


def test_the_first_row_can_go_and_what_holds_for_the_match_stays(database: Database) -> None:
    amended(database, Which(row=1), "remove")
    assert database.rows("SELECT event, own_edition FROM v_matches") == [("Cup", "es")]
    assert database.value("SELECT count(*) FROM v_lags") == 1


def test_a_stroke_typed_twice_is_taken_out(database: Database, tmp_path: Path) -> None:
    # Twice the number 3, so that no number is missing when one of them goes.
    put(database, tmp_path, [*ROWS[:5], ROWS[4].replace("2@sl,2,y", "2@sr,2,n"), *ROWS[5:]])
    with pytest.raises(StoreRefused, match=r"2 rows of match 'm1' fit: row 5 \(a.csv line 6, shot, Ann\), row 6 "):
        amend(database, "m1", {}, which=Which(1, 3), how="remove", **BY)
    amended(database, Which(1, 3, line=7), "remove")
    assert strokes(database, 1) == [(1, "Ann", 4), (2, "Ann", 5), (3, "Ann", 6), (4, "Bo", 8)]


def test_a_copy_is_taken_out(database: Database, tmp_path: Path) -> None:
    put(database, tmp_path, [*ROWS[:5], ROWS[4], *ROWS[5:]])
    assert database.value("SELECT count(*) FROM events WHERE is_copy") == 1
    amended(database, Which(line=7), "remove")
    last = history(database, "m1").versions[-1].match_key
    assert database.value("SELECT count(*) FROM events WHERE is_copy AND match_key = ?", [last]) == 0


@pytest.mark.parametrize(
    ("which", "how", "cells", "said"),
    [
        (Which(0, 1), "change", {"note": "x"}, "2 rows of match 'm1' fit: row 1 (a.csv line 2, lag, Ann), row 2"),
        (Which(1, 4, kind="pass"), "change", {"note": "x"}, "rack 1 of match 'm1' has no row of the kind pass"),
        (Which(1, 4, kind="lost"), "change", {"note": "x"}, "there is no kind 'lost'; expected one of break shot"),
        (Which(line=99), "change", {"note": "x"}, "has no row on line 99; it stands on lines 2 to 11"),
        (Which(row=99), "remove", {}, "match 'm1' has rows 1 to 10"),
        (Which(row=1, player="Cy"), "remove", {}, "match 'm1' has no such row of Cy"),
        (Which(line=2, file="b.csv"), "remove", {}, "match 'm1' is not from b.csv, but "),
        (Which(), "remove", {}, "say which row"),
        (Which(1, 2), "remove", {"note": "x"}, "a row that is taken out has no cells"),
        (Which(1, 2), "after", {"kind": "shot"}, "a new row needs player=…"),
        (Which(1, 2), "after", {"kind": "shot", "player": "Zed"}, "column player: found 'Zed', expected one of"),
        (Which(1, 2), "after", {"kind": "shot", "player": "Ann", "event": "Cup"}, "event holds for the whole match"),
        (Which(2, 1), "before", {"kind": "shot", "player": "Ann"}, "expected a break as the first stroke of a rack"),
    ],
)
def test_what_cannot_be_done_changes_nothing(database: Database, which, how: str, cells, said: str) -> None:
    before = content(database)
    with pytest.raises(StoreRefused) as caught:
        amend(database, "m1", cells, which=which, how=how, **BY)
    assert said in str(caught.value)
    assert content(database) == before


def test_the_command(run_tenball: Callable[..., object], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TENBALL_WHO", "Ewa")
    Path("a.csv").write_text(HEAD + "".join(f"{row}\n" for row in ROWS))
    run_tenball("ingest", "a.csv")
    for args, said in [
        (("2", "2", "concede", "winner="), "rack 2, concede after stroke 2: winner Bo → (blank)"),
        (("0", "1", "--player", "Bo", "lag_cm=8"), "lag, attempt 1: lag_cm 12 → 8"),
        (("1", "2", "--remove"), "rack 1, stroke 2: row taken out (player=Ann kind=shot called=1@fr first=1 "
                                 "potted=1@fr); later strokes count on (3 → 2, 4 → 3)"),
        (("--line", "6", "--insert", "after", "kind=warn", "player=Bo"),
         "rack 1, warn after stroke 2: row put in (kind=warn player=Bo)"),
    ]:  # fmt: skip
        ran = run_tenball("amend", "m1", *args, "--why", "video")
        assert (ran.status, ran.err) == (0, ""), ran
        assert ran.out.startswith(f"m1, {said}; version ")
    told = run_tenball("history", "m1").out
    assert "  rack 1, stroke 2: row taken out (player=Ann" in told
    assert "  rack 1, warn after stroke 2: row put in (kind=warn player=Bo)" in told
    assert "  rack 2, concede after stroke 2: winner Bo → (blank)" in told
    for args, said in [
        (("1", "--remove"), "expected MATCH RACK SHOT"),
        (("1", "2", "--remove", "--insert", "after"), "--insert and --remove exclude each other"),
        (("1", "x", "note=1"), "expected the numbers of a rack and of a stroke"),
        (("--why", "video"), "nothing to amend"),
    ]:
        ran = run_tenball("amend", "m1", *args, "--why", "video")
        assert (ran.status, said in ran.err) == (2, True), ran.err
