"""A match that should not be there is taken out, and can be brought back; nothing of it is lost."""

import datetime as dt
from collections.abc import Iterator
from pathlib import Path

import pytest
from fresh import fresh
from storing import HEADER, content, match_log, store

from tenball_stats.store import Database, StoreRefused
from tenball_stats.store.amend import amend
from tenball_stats.store.check import check
from tenball_stats.store.history import history
from tenball_stats.store.rebuild import compare, rebuild
from tenball_stats.store.withdraw import restore, withdraw

BY = {"who": "Ewa", "why": "a practice match"}


@pytest.fixture
def database() -> Iterator[Database]:
    with fresh() as opened:
        yield opened
        assert check(opened) == []
        with fresh() as new:
            rebuild(opened, new)
            assert compare(opened, new) == {}


def in_force(database: Database) -> list[tuple[str, int]]:
    return database.rows("SELECT match, count(*) FROM v_strokes GROUP BY match ORDER BY match")


def test_a_match_that_is_taken_out_counts_nowhere_and_comes_back_as_it_was(database: Database, log_file) -> None:
    path = log_file("a.csv", match_log("m1"), match_log("m2"))
    store(database, path, editions=("es", "ru"))
    amend(database, "m1", {"potted": "4"}, rack=1, shot=1, who="x", why="y")
    before = database.rows("SELECT * EXCLUDE (match_key) FROM v_logged WHERE match = 'm1' ORDER BY shot")
    withdraw(database, "m1", **BY)
    assert in_force(database) == [("m2", 4)]
    for refused in (
        lambda: withdraw(database, "m1", **BY),
        lambda: amend(database, "m1", {"potted": "5"}, rack=1, shot=1, who="x", why="y"),
    ):
        with pytest.raises(StoreRefused, match=r"'m1' was withdrawn .* by Ewa \(a practice match\); tenball restore"):
            refused()
    # Its file again does not bring it back.
    (done,) = store(database, path, replace=True)
    assert done.unchanged == ["m1", "m2"]
    assert in_force(database) == [("m2", 4)]
    restore(database, "m1", **BY)
    assert in_force(database) == [("m1", 4), ("m2", 4)]
    assert database.rows("SELECT * EXCLUDE (match_key) FROM v_logged WHERE match = 'm1' ORDER BY shot") == before
    (done,) = store(database, path)
    assert (done.unchanged, done.amended) == (["m1", "m2"], ["m1"])
    told = history(database, "m1")
    assert [version.action for version in told.versions] == ["ingest", "amend", "restore"]
    ((since, until),) = [(gone.since, gone.until) for gone in told.withdrawals]
    for moment, there in ((since, 1), (since - dt.timedelta(microseconds=1), 2), (until, 2)):
        database.look_back(moment)
        assert database.value("SELECT count(*) FROM v_matches") == there
    database.look_back(None)


def test_every_record_of_it_goes_and_comes_back(database: Database, tmp_path: Path) -> None:
    for name in ("Ewa", "Jan"):
        text = HEADER.replace("\n", ",recorder\n") + match_log("m1", potted=str(len(name) + (name == "Jan")))
        lines = [line + ("," + name if number else "") for number, line in enumerate(text.splitlines())]
        (tmp_path / f"{name}.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
        (tmp_path / f"{name}.csv").write_text(
            (tmp_path / f"{name}.csv").read_text().replace("2,", "2,").replace(",3,", f",{4 + (name == 'Jan')},")
        )
        (done,) = store(database, tmp_path / f"{name}.csv", beside=True)
        assert not done.refused
    assert withdraw(database, "m1", **BY) == 2
    assert in_force(database) == []
    assert restore(database, "m1", **BY) == 2
    assert len(in_force(database)) == 1


def test_another_version_does_not_bring_it_back(database: Database, log_file) -> None:
    store(database, log_file("a.csv", match_log("m1")))
    withdraw(database, "m1", **BY)
    corrected = log_file("b.csv", match_log("m1", potted="5"))
    for how in ({}, {"replace": True}, {"beside": True}):
        (done,) = store(database, corrected, **how)
        assert "match 'm1' was withdrawn; tenball restore brings it back, then another version" in done.refused
    restore(database, "m1", **BY)
    (done,) = store(database, corrected, replace=True)
    assert done.replaced == ["m1"]
    assert in_force(database) == [("m1", 2)]


def test_what_is_in_force_cannot_be_brought_back(database: Database, log_file) -> None:
    store(database, log_file("a.csv", match_log("m1")))
    before = content(database)
    with pytest.raises(StoreRefused, match="match 'm1' is in force"):
        restore(database, "m1", **BY)
    with pytest.raises(StoreRefused, match="holds no match 'm2'; nearest are m1"):
        restore(database, "m2", **BY)
    assert content(database) == before


def test_the_commands(run_tenball, log_file, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    path = log_file("a.csv", match_log("m1"), match_log("m2"))
    run_tenball("ingest", path)
    ran = run_tenball("withdraw", "m1", "--why", "twice", "--who", "Ewa")
    assert (ran.status, ran.out) == (0, "m1: withdrawn; its versions are kept, and tenball restore brings it back\n")
    assert (
        "note: match m1 was withdrawn and stays so; tenball restore brings it back" in run_tenball("ingest", path).err
    )
    assert run_tenball("stats", "breaks").out.startswith("Breaks: 1 match")
    told = run_tenball("history", "m1").out
    assert "by Ewa (twice); out of force" in told
    ran = run_tenball("export", "log", "-o", "x.csv", "--match", "m1")
    assert (ran.status, "'m1' was withdrawn" in ran.err) == (2, True)
    assert "withdrawn" in run_tenball("db", "info").out
    ran = run_tenball("restore", "m1", "--why", "it was not", "--who", "Ewa")
    assert (ran.status, ran.out) == (0, "m1: in force again, as it was\n")
    assert "; in force again since " in run_tenball("history", "m1").out
    assert run_tenball("restore", "m1", "--why", " ").status == 2
    assert run_tenball("rebuild").status == 0
