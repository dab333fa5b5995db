"""Versions, amendments, and records side by side; and everything as it was known on a day."""

import datetime as dt
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from fresh import fresh
from storing import HEADER, content, match_log, store

from tenball_stats.store import Database, StoreRefused
from tenball_stats.store.amend import amend
from tenball_stats.store.history import history
from tenball_stats.store.reading import stored_log
from tenball_stats.store.records import prefer, records

BY = {"who": "Ewa", "why": "the video"}


@pytest.fixture
def database() -> Iterator[Database]:
    with fresh() as opened:
        yield opened


def by(recorder: str, rows: str) -> str:
    """Rows with a recorder, as a file of their own."""
    return HEADER.replace("\n", ",recorder\n") + rows.replace("\n", f",{recorder}\n", 1).replace(
        ",A\n", ",A,\n"
    ).replace(",B\n", ",B,\n")


def put(tmp_path: Path, name: str, text: str) -> Path:
    (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path / name


def winner(database: Database) -> list[tuple[str, str]]:
    return database.rows("SELECT match, winner FROM v_racks WHERE is_default ORDER BY match")


def at(database: Database, entry: int) -> dt.datetime:
    made_at: dt.datetime = database.value("SELECT made_at FROM journal WHERE entry = ?", [entry])
    return made_at


# Amendments ---------------------------------------------------------------------------------------------------------


def test_an_amended_stroke_is_a_new_version_ruled_anew(database: Database, log_file: Callable[..., Path]) -> None:
    path = log_file("log.csv", match_log("m1"), match_log("m2"))
    store(database, path, editions=("es", "ru"))
    done = amend(database, "m1", {"winner": "B", "Potted": "1 cue"}, rack=1, shot=2, **BY)
    assert (done.version, done.cells) == (2, [("winner", "A", "B"), ("potted", None, "1 cue")])
    assert winner(database) == [("m1", "B"), ("m2", "A")]
    rows = database.rows("SELECT edition, shot, fouls FROM v_rulings WHERE match = 'm1' ORDER BY edition, shot")
    assert rows == [("es", 1, []), ("es", 2, ["scratch"]), ("ru", 1, []), ("ru", 2, ["scratch"])]
    # The row leads back to where it stands, and what was changed of it is written beside.
    assert database.rows("SELECT file, line, potted FROM v_logged WHERE match = 'm1' AND shot = 2") == [
        (str(path), 3, "1 cue")
    ]
    assert database.rows('SELECT match, rack, shot, "column", before, after, who, why FROM v_amendments') == [
        ("m1", 1, 2, "winner", "A", "B", "Ewa", "the video"),
        ("m1", 1, 2, "potted", None, "1 cue", "Ewa", "the video"),
    ]
    assert database.value("SELECT count(*) FROM strokes") == 6


def test_a_cell_can_be_blanked_and_an_amendment_amended_back(database: Database, log_file: Callable[..., Path]) -> None:
    store(database, log_file("log.csv", match_log("m1")))
    before = database.rows("SELECT * EXCLUDE (match_key) FROM strokes ORDER BY seq")
    amend(database, "m1", {"rail": ""}, rack=1, shot=2, **BY)
    assert database.value("SELECT rail FROM v_logged WHERE shot = 2") is None
    assert database.value("SELECT assumed FROM v_rulings WHERE shot = 2") == ["rail"]
    amend(database, "m1", {"rail": "y"}, rack=1, shot=2, **BY)
    last = database.value("SELECT match_key FROM matches")
    again = "SELECT * EXCLUDE (match_key) FROM strokes WHERE match_key = ? ORDER BY seq"
    assert database.rows(again, [last]) == before
    assert [version.version for version in history(database, "m1").versions] == [1, 2, 3]


def test_a_fact_of_the_match_is_amended_without_a_stroke(database: Database, log_file: Callable[..., Path]) -> None:
    store(database, log_file("log.csv", match_log("m1")))
    done = amend(database, "m1", {"date": "2015-07-31", "event": "Cup"}, **BY)
    assert done.place is None
    assert database.rows("SELECT day, event FROM v_matches") == [(dt.date(2015, 7, 31), "Cup")]
    assert database.rows('SELECT rack, seq, "column", after FROM v_amendments ORDER BY "column"') == [
        (None, None, "date", "2015-07-31"),
        (None, None, "event", "Cup"),
    ]


@pytest.mark.parametrize(
    ("cells", "place", "said"),
    [
        ({"potted": "4@xx"}, (1, 2), "column potted: found '4@xx', expected balls as 4@fr"),
        ({"player": "Cy"}, (1, 2), "column player: found 'Cy', expected one of the players A, B"),
        ({"first": "1"}, (1, 2), "nothing to amend: first is 1 already"),
        ({"first": "1"}, (2, 1), "match 'm1' has no rack 2; it has 1"),
        ({"first": "1"}, (1, 3), "rack 1 of match 'm1' has no stroke 3; it has 1, 2"),
        ({"frist": "1"}, (1, 2), "a log has no column 'frist'; did you mean first?"),
        ({"match": "m2"}, (None, None), "the id of a match cannot be amended"),
        ({"first": "1"}, (None, None), "first belongs to one stroke: give its rack and number as well"),
        ({"date": "2015"}, (1, 2), "date holds for the whole match: leave out rack and stroke"),
        ({"kind": "break"}, (1, 2), "column kind: found 'break', expected a break as the first stroke"),
        ({"players": "B|C"}, (None, None), "expected one of the players B, C"),
        ({}, (1, 1), "nothing to amend: give at least one column=value"),
    ],
)
def test_what_cannot_be_amended_changes_nothing(database: Database, log_file, cells, place, said: str) -> None:
    store(database, log_file("log.csv", match_log("m1")))
    before = content(database)
    with pytest.raises(StoreRefused) as caught:
        amend(database, "m1", cells, rack=place[0], shot=place[1], **BY)
    assert said in str(caught.value)
    assert content(database) == before


def test_an_unknown_match_is_named_with_the_nearest(database: Database, log_file) -> None:
    store(database, log_file("log.csv", match_log("final"), match_log("other")))
    with pytest.raises(StoreRefused, match="holds no match 'finale'; nearest are final"):
        amend(database, "finale", {"first": "2"}, rack=1, shot=1, **BY)


def test_the_file_again_leaves_the_amendment_and_another_file_says_that_it_is_gone(
    database: Database, log_file
) -> None:
    path = log_file("log.csv", match_log("m1"))
    store(database, path)
    amend(database, "m1", {"winner": "B"}, rack=1, shot=2, **BY)
    for replace in (False, True):
        (done,) = store(database, path, replace=replace)
        assert (done.unchanged, done.amended, done.replaced) == (["m1"], ["m1"], [])
    (done,) = store(database, path, editions=("ru",))
    assert done.ruled_further == ["m1"]
    assert database.rows("SELECT edition, winner FROM v_racks ORDER BY edition") == [("es", "B"), ("ru", "B")]
    (done,) = store(database, log_file("new.csv", match_log("m1", potted="3")), replace=True)
    assert (done.replaced, done.unamended) == (["m1"], ["m1"])
    assert winner(database) == [("m1", "A")]


def test_a_rack_that_was_played_again_is_amended_in_its_last_attempt(database: Database, log_file) -> None:
    rows = match_log("m1").splitlines(keepends=True)
    rerack = "m1,,,1,A,rerack,,,,,,\n"
    store(database, log_file("log.csv", rows[0], rerack, rows[0].replace("A|B", "").replace("es", ""), rows[1]))
    assert amend(database, "m1", {"potted": "3"}, rack=1, shot=1, **BY).place.attempt == 2
    assert amend(database, "m1", {"potted": "4"}, rack=1, shot=1, attempt=1, **BY).place.attempt == 1
    assert database.rows("SELECT attempt, potted FROM v_logged WHERE shot = 1 ORDER BY attempt") == [(1, "4"), (2, "3")]


# Records side by side -------------------------------------------------------------------------------------------------


def test_two_recorders_stand_side_by_side_and_one_counts(database: Database, tmp_path: Path) -> None:
    one = put(tmp_path, "one.csv", by("Ewa", match_log("m1")))
    other = put(tmp_path, "other.csv", by("Jan", match_log("m1", winner="B", potted="2 3")))
    store(database, one)
    (done,) = store(database, other)
    assert "--replace puts this version in its place" in done.refused
    assert "--beside keeps it as another recorder's record" in done.refused
    (done,) = store(database, other, beside=True)
    assert done.beside == ["m1"]
    assert [(record.recorder, record.counts) for record in records(database, "m1")] == [("Ewa", True), ("Jan", False)]
    assert winner(database) == [("m1", "A")]
    assert database.value("SELECT count(*) FROM v_strokes WHERE is_default") == 2
    for path in (one, other):
        (done,) = store(database, path)
        assert (done.unchanged, done.refused) == (["m1"], "")

    prefer(database, "m1", "Jan", **BY)
    assert winner(database) == [("m1", "B")]
    with pytest.raises(StoreRefused, match="counts already"):
        prefer(database, "m1", "Jan", **BY)
    with pytest.raises(StoreRefused, match="has no record by 'Ola'; it has 'Ewa', 'Jan'"):
        prefer(database, "m1", "Ola", **BY)
    # What Ewa puts right later is her record's new version, and Jan's still counts.
    fixed = put(tmp_path, "fixed.csv", by("Ewa", match_log("m1", potted="4")))
    assert "match 'm1' is stored with other content" in store(database, fixed)[0].refused
    (done,) = store(database, fixed, replace=True)
    assert done.replaced == ["m1"]
    assert [(record.recorder, record.version) for record in records(database, "m1")] == [("Ewa", 2), ("Jan", 1)]
    assert winner(database) == [("m1", "B")]


@pytest.mark.parametrize(("recorder", "said"), [("", "the column recorder is blank"), ("Ewa", "says Ewa")])
def test_a_record_beside_another_needs_another_recorder(
    database: Database, tmp_path: Path, recorder: str, said: str
) -> None:
    store(database, put(tmp_path, "one.csv", by("Ewa", match_log("m1"))))
    before = content(database)
    (done,) = store(database, put(tmp_path, "other.csv", by(recorder, match_log("m1", winner="B"))), beside=True)
    assert said in done.refused
    assert content(database) == before


def test_the_history_says_what_records_disagree_on_and_what_a_version_changed(
    database: Database, tmp_path: Path
) -> None:
    store(database, put(tmp_path, "one.csv", by("Ewa", match_log("m1"))))
    further = match_log("m1", winner="B", potted="2 3").replace(",y,", ",,") + "m1,,,2,B,break,,,,,,\n"
    store(database, put(tmp_path, "other.csv", by("Jan", further)), beside=True)
    store(database, put(tmp_path, "fixed.csv", by("Ewa", match_log("m1", potted="4"))), replace=True)
    amend(database, "m1", {"potted": "5"}, rack=1, shot=1, recorder="Jan", **BY)
    told = history(database, "m1")
    assert [(version.record, version.version, version.action) for version in told.versions] == [
        (1, 1, "ingest"),
        (1, 2, "ingest"),
        (2, 1, "ingest"),
        (2, 2, "amend"),
    ]
    assert [(cell.rack, cell.shot, cell.column, cell.before, cell.after) for cell in told.versions[3].cells] == [
        (1, 1, "potted", "2 3", "5")
    ]
    (changed,) = told.changes.values()
    assert [(cell.shot, cell.column, cell.one, cell.other) for cell in changed.cells] == [(1, "potted", "2", "4")]
    ((one, other, disagreed),) = told.disagreements
    assert (one.recorder, other.recorder) == ("Ewa", "Jan")
    assert [(cell.rack, cell.shot, cell.column, cell.one, cell.other) for cell in disagreed.cells] == [
        (1, 1, "potted", "4", "5"),
        (1, 2, "winner", "A", "B"),
    ]
    assert disagreed.only_other == [(2, 1, 1, "break")]
    assert (disagreed.told_by_one, disagreed.told_by_other) == (1, 0)  # the cushion of the second stroke
    assert told.versions[0].files[0].kept
    assert [ruled.edition for ruled in told.versions[0].ruled] == ["es"]


# As known on a day --------------------------------------------------------------------------------------------------


def test_every_view_can_be_seen_as_of_a_time(database: Database, tmp_path: Path) -> None:
    store(database, put(tmp_path, "one.csv", by("Ewa", match_log("m1"))))
    store(database, put(tmp_path, "two.csv", by("Ewa", match_log("m1", potted="3"))), replace=True)
    store(database, put(tmp_path, "other.csv", by("Jan", match_log("m1", winner="B", potted="4"))), beside=True)
    prefer(database, "m1", "Jan", **BY)
    amend(database, "m1", {"potted": "5"}, rack=1, shot=1, **BY)
    store(database, put(tmp_path, "further.csv", by("Ewa", match_log("m2"))))
    seen = []
    for entry in range(1, 7):
        database.look_back(at(database, entry))
        seen.append(
            (
                database.value("SELECT potted FROM v_logged WHERE match = 'm1' AND shot = 1"),
                database.value("SELECT winner FROM v_racks WHERE match = 'm1'"),
                database.value("SELECT count(*) FROM v_matches"),
                database.value("SELECT count(*) FROM v_amendments"),
            )
        )
    assert seen == [
        ("2", "A", 1, 0),
        ("3", "A", 1, 0),
        ("3", "A", 1, 0),
        ("4", "B", 1, 0),
        ("5", "B", 1, 1),
        ("5", "B", 2, 1),
    ]
    database.look_back(at(database, 1) - dt.timedelta(microseconds=1))
    assert database.value("SELECT count(*) FROM v_matches") == 0
    database.look_back(None)
    assert database.value("SELECT count(*) FROM v_matches") == 2
    assert stored_log(database, "m1").events["potted_text"][0] == "5"


def test_time_in_a_database_runs_forward_whatever_the_clock_does(
    database: Database, log_file: Callable[..., Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    from tenball_stats.store import journal

    store(database, log_file("a.csv", match_log("m1")))
    monkeypatch.setattr(journal, "utc_now", lambda: dt.datetime(2001, 1, 1))  # noqa: DTZ001
    store(database, log_file("b.csv", match_log("m2")))
    first, second = at(database, 1), at(database, 2)
    assert second == first + dt.timedelta(microseconds=1)
