"""Databases of every released schema are brought up to the present one without loss."""

import gzip
import shutil
from pathlib import Path

import duckdb
import pytest
from storing import HEADER, content, match_log, store

from tenball_stats.stats.catalogue import statistic, view_scripts
from tenball_stats.stats.query import Filters, ask
from tenball_stats.store import StoreRefused, open_database
from tenball_stats.store import schema as module
from tenball_stats.store.amend import amend
from tenball_stats.store.check import check
from tenball_stats.store.history import history
from tenball_stats.store.reading import stored_log
from tenball_stats.store.schema import migrations, schema_version

RELEASED = sorted((Path(__file__).parent / "released").glob("*.duckdb.gz"))


def unpacked(tmp_path: Path, released: Path) -> Path:
    path = tmp_path / "old.duckdb"
    path.write_bytes(gzip.decompress(released.read_bytes()))
    return path


@pytest.fixture(params=RELEASED, ids=[path.name for path in RELEASED])
def old(tmp_path: Path, request: pytest.FixtureRequest) -> Path:
    return unpacked(tmp_path, request.param)


def test_there_is_one_of_every_schema_before_this() -> None:
    assert [path.name for path in RELEASED] == [f"schema-{number}.duckdb.gz" for number in range(1, schema_version())]


def test_it_is_brought_up_to_the_present_schema_and_is_sound(old: Path) -> None:
    with open_database(old, views=view_scripts()) as opened:
        assert check(opened) == []
        assert [row[0] for row in opened.rows("SELECT number FROM migrations ORDER BY number")] == list(migrations())
    with open_database(old, views=view_scripts(), read_only=True) as again:
        assert check(again) == []


def test_nothing_that_was_in_it_is_lost(tmp_path: Path) -> None:
    path = unpacked(tmp_path, RELEASED[0])
    with duckdb.connect(str(path), read_only=True) as con:
        before = {
            table: con.execute(f"SELECT count(*) FROM {table}").fetchone()[0]  # noqa: S608
            for table in ("strokes", "lags", "events", "racks", "rulings", "rack_results", "match_players", "aside")
        }
        facts = con.execute("SELECT * FROM strokes ORDER BY match_key, seq").fetchall()
    assert before["strokes"] == 44
    with open_database(path, views=view_scripts()) as opened:
        for table, count in before.items():
            name = f"all_{table}" if table.startswith(("rulings", "rack_results")) else table
            assert opened.value(f"SELECT count(*) FROM {name}") == count  # noqa: S608
        assert opened.rows("SELECT * FROM strokes ORDER BY match_key, seq") == facts
        assert opened.rows("SELECT match, version, superseded_at IS NULL FROM all_matches ORDER BY ALL") == [
            ("club-1", 1, False),
            ("club-1", 2, True),
            *((f"example-{number}", 1, True) for number in range(1, 5)),
        ]
        assert opened.rows("SELECT match, ruled_by, players FROM v_matches ORDER BY match")[:2] == [
            ("club-1", "es", ["Ann", "Bo"]),
            ("example-1", "es", ["Ana", "Bruno"]),
        ]
        assert opened.rows("SELECT DISTINCT edition FROM v_rulings ORDER BY 1") == [("es",), ("ru",)]
        assert opened.rows("SELECT match, winner FROM v_racks WHERE match = 'club-1'") == [("club-1", "Bo")]
        answer = ask(opened, statistic("breaks"), Filters(player="Ann"))
        assert answer.rows[0]["breaks"] == 1


def test_it_can_be_worked_with(old: Path, log_file) -> None:
    with duckdb.connect(str(old), read_only=True) as con:
        (before,) = con.execute("SELECT max(number) FROM migrations").fetchone()
    with open_database(old, views=view_scripts()) as opened:
        (done,) = store(opened, log_file("new.csv", match_log("m1")))
        assert done.new == ["m1"]
        amend(opened, "example-1", {"note": "x"}, rack=1, shot=1, who="x", why="y")
        told = history(opened, "example-1")
        # The first schema had neither a journal nor the files.
        kept = before > 1
        assert [(version.action, version.files[0].kept) for version in told.versions] == [
            ("ingest" if kept else "inherit", kept),
            ("amend", kept),
        ]
        assert stored_log(opened).matches.height == 6
        assert check(opened) == []


def test_it_can_only_be_read_when_it_was_migrated(old: Path) -> None:
    with pytest.raises(
        StoreRefused, match=r"has an older schema .*; bring it up to date with: tenball db migrate --db"
    ):
        open_database(old, read_only=True)


@pytest.mark.parametrize("number", range(2, schema_version() + 1))
def test_a_migration_that_fails_half_way_leaves_the_database_before_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    path = unpacked(tmp_path, RELEASED[number - 2])
    shutil.copy(path, tmp_path / "copy.duckdb")
    known = migrations()
    name, sql = known[number]
    cut = sql.rindex(";", 0, len(sql) * 9 // 10) + 1
    monkeypatch.setattr(module, "migrations", lambda: known | {number: (name, sql[:cut] + " SELECT error('no');")})
    with pytest.raises(StoreRefused, match="the database is as it was before"):
        open_database(path)
    monkeypatch.undo()
    with open_database(path) as one, open_database(tmp_path / "copy.duckdb") as other:
        assert content(one) == content(other)


def test_that_its_files_were_not_kept_is_said(tmp_path: Path, run_tenball) -> None:
    path = unpacked(tmp_path, RELEASED[0])
    assert run_tenball("db", "migrate", "--db", path).status == 0
    said = "note: 5 matches were stored by an earlier version, which did not keep files: such a match is taken over"
    for args in (("db", "check"), ("rebuild", "--check"), ("rebuild",)):
        ran = run_tenball(*args, "--db", path)
        assert (ran.status, ran.err.startswith(said)) == (0, True), ran
    assert "not kept: it cannot be read again" in run_tenball("history", "club-1", "--db", path).out
    new = tmp_path / "new.csv"
    new.write_text(HEADER + match_log("m1"), encoding="utf-8")
    other = tmp_path / "other.duckdb"
    assert run_tenball("ingest", new, "--db", other).status == 0
    assert run_tenball("db", "check", "--db", other).err == ""
