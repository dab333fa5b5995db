"""Opening a database: its schema, and every way in which it cannot be opened."""

import subprocess
import sys
import threading
import time
from pathlib import Path

import duckdb
import pytest

from tenball_stats import __version__, terms
from tenball_stats.stats.catalogue import view_scripts
from tenball_stats.store import Database, StoreRefused, open_database
from tenball_stats.store import schema as module
from tenball_stats.store.connect import _right
from tenball_stats.store.schema import schema_version

HOLD = """
import sys, time, duckdb
con = duckdb.connect(sys.argv[1])
print("held", flush=True)
sys.stdin.read()
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "league.duckdb"


def refusal(path: Path, **options) -> str:
    with pytest.raises(StoreRefused) as caught:
        open_database(path, **options)
    assert str(path) in str(caught.value)
    return str(caught.value)


def test_a_new_database_has_the_newest_schema_and_says_who_made_it(path: Path) -> None:
    with open_database(path) as made:
        assert dict(made.rows("SELECT name, value FROM meta WHERE name NOT LIKE 'views%'")) == {
            "schema_version": str(schema_version()),
            "tool_version": __version__,
        }
        assert made.rows("SELECT number, tool_version FROM migrations ORDER BY number")[-1] == (
            schema_version(),
            __version__,
        )
    with open_database(path) as again:
        assert again.value("SELECT count(*) FROM migrations") == schema_version()


def test_the_schemas_words_are_those_of_the_game(path: Path) -> None:
    with open_database(path, views=view_scripts()) as made:
        kinds = made.value("SELECT enum_range(NULL::row_kind)")
        ends = made.value("SELECT enum_range(NULL::rack_ending)")
        assert (tuple(kinds), tuple(ends)) == (terms.KINDS, terms.RACK_ENDS)
        every = (1 << len(terms.FOULS) + 1) - 1
        assert made.value(f"SELECT foul_list({every})") == [*terms.FOULS, terms.UNSPORTING]
        assert made.value("SELECT lag_fault_list(127)") == list(terms.LAG_ACTS)
        assert made.value(f"SELECT ball_list({terms.ALL_BALLS | terms.CUE})") == list(range(1, 11))
        assert made.value("SELECT ball_list(NULL)") is None
        assert made.value("SELECT ball_list(0)") == []


def test_a_missing_database_is_not_made_by_reading(path: Path) -> None:
    assert "there is no such database; make one with: tenball ingest LOG --db" in refusal(path, read_only=True)
    assert not path.exists()


def test_a_folder_that_does_not_exist_is_named(tmp_path: Path) -> None:
    missing = tmp_path / "none" / "league.duckdb"
    assert f"the folder {missing.parent} does not exist" in refusal(missing)


def test_a_folder_is_no_database(tmp_path: Path) -> None:
    assert "is a folder; name the database file" in refusal(tmp_path)


@pytest.mark.parametrize(("data", "said"), [(b"", "is empty"), (b"match,rack\n" * 90, "is no DuckDB database")])
def test_another_file_is_not_touched(path: Path, data: bytes, said: str) -> None:
    path.write_bytes(data)
    assert said in refusal(path)
    assert path.read_bytes() == data


def test_another_programs_database_is_not_touched(path: Path) -> None:
    with duckdb.connect(str(path)) as con:
        con.execute("CREATE TABLE recipes (name VARCHAR)")
    assert "not one of tenball-stats (it holds recipes)" in refusal(path)
    with duckdb.connect(str(path)) as con:
        assert con.execute("SELECT table_name FROM duckdb_tables()").fetchall() == [("recipes",)]


def test_a_newer_database_is_refused_in_plain_words(path: Path) -> None:
    with open_database(path) as made:
        made.con.execute("UPDATE meta SET value = '99' WHERE name = 'schema_version'")
        made.con.execute("UPDATE meta SET value = '9.1.0' WHERE name = 'tool_version'")
    said = refusal(path)
    assert "was made by a newer tenball-stats (version 9.1.0, schema 99;" in said
    assert "pip install --upgrade tenball-stats" in said
    assert refusal(path, read_only=True) == said


def test_an_empty_database_holds_nothing_to_read(path: Path) -> None:
    duckdb.connect(str(path)).close()
    assert "holds nothing yet" in refusal(path, read_only=True)
    open_database(path).close()  # for writing it becomes one


def test_a_cut_off_database_is_refused(path: Path) -> None:
    open_database(path).close()
    path.write_bytes(path.read_bytes()[:5000])
    assert "Traceback" not in refusal(path)


def test_a_database_held_by_another_process_names_it(path: Path) -> None:
    open_database(path).close()
    with subprocess.Popen(
        [sys.executable, "-c", HOLD, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as holder:
        assert holder.stdout is not None
        assert holder.stdin is not None
        holder.stdout.readline()
        for read_only in (False, True):
            said = refusal(path, read_only=read_only)
            assert f"another program holds this database (process {holder.pid})" in said
        # Who waits gets it as soon as it is free.
        threading.Timer(0.5, holder.stdin.close).start()
        began = time.monotonic()
        open_database(path, wait=20).close()
        assert time.monotonic() - began < 15


def test_two_may_read_at_once(path: Path) -> None:
    open_database(path).close()
    with open_database(path, read_only=True) as one, open_database(path, read_only=True) as other:
        assert one.value("SELECT count(*) FROM matches") == other.value("SELECT count(*) FROM matches") == 0


def write_a_player(made: Database, error: BaseException) -> None:
    with made.transaction():
        made.con.execute("INSERT INTO names VALUES (1, 'A', 1)")
        raise error


def test_a_transaction_is_in_whole_or_not_at_all(path: Path) -> None:
    with open_database(path) as made:
        with pytest.raises(KeyboardInterrupt):
            write_a_player(made, KeyboardInterrupt())
        with pytest.raises(StoreRefused, match="the database is as it was before"):
            write_a_player(made, duckdb.IOException("IO Error: the disk is full"))
        assert made.value("SELECT count(*) FROM players") == 0
        with made.transaction():
            made.con.execute("INSERT INTO names VALUES (1, 'A', 1)")
    with open_database(path) as made:
        assert made.rows("FROM players") == [(1, "A", "A", 1)]


def test_a_failed_migration_leaves_the_schema_before_it(path: Path, monkeypatch) -> None:
    open_database(path).close()
    known = module.migrations()
    monkeypatch.setattr(module, "migrations", lambda: known | {98: ("0098_x.sql", "CREATE TABLE x (a INTEGER); BOOM;")})
    assert "the database is as it was before" in refusal(path)
    with pytest.raises(StoreRefused, match="has an older schema"):
        open_database(path, read_only=True)
    monkeypatch.setattr(module, "migrations", lambda: known | {98: ("0098_x.sql", "CREATE TABLE x (a INTEGER);")})
    with open_database(path) as grown:
        assert grown.value("SELECT value FROM meta WHERE name = 'schema_version'") == "98"
        assert grown.rows("SELECT number, name FROM migrations ORDER BY number")[-1] == (98, "0098_x.sql")


def test_views_are_made_anew_when_they_have_changed(path: Path) -> None:
    old = {"a": "CREATE OR REPLACE VIEW v_a AS SELECT 1 AS x;\nCREATE OR REPLACE VIEW v_b AS SELECT x FROM v_a;"}
    new = {"a": old["a"].replace("SELECT 1", "SELECT 2")}
    with open_database(path, views=old) as made:
        assert made.value("FROM v_b") == 1
    with open_database(path, views=new, read_only=True) as read:
        assert read.value("FROM v_b") == 2
    with open_database(path, read_only=True) as read:
        assert read.value("FROM v_b") == 1  # what was written is as it was
    with open_database(path, views=new) as made:
        assert made.value("FROM v_b") == 2
    with open_database(path, read_only=True) as read:
        assert read.value("FROM v_b") == 2


def test_another_client_sees_the_views(path: Path) -> None:
    open_database(path, views=view_scripts()).close()
    with duckdb.connect(str(path), read_only=True) as con:
        for (view,) in con.execute("SELECT view_name FROM duckdb_views() WHERE NOT internal").fetchall():
            assert con.execute(f"SELECT * FROM {view}").fetchall() == []  # noqa: S608


@pytest.mark.parametrize("knows", [False, True])
def test_the_optimizer_that_gives_wrong_rows_is_off_or_not_there(knows: bool) -> None:
    with open_database(":memory:") as real:
        assert real.value("SELECT current_setting('disabled_optimizers')") == "common_subplan"

    class Older:
        """A DuckDB that does not switch it off: since it does not have it, or in spite of having it."""

        def execute(self, sql: str) -> "Older":
            if sql.startswith("SET"):
                raise duckdb.ParserException("not recognized")
            return self

        def fetchone(self) -> tuple[int]:
            return (int(knows),)

    older = Older()
    if knows:
        with pytest.raises(duckdb.Error):
            _right(older)
    else:
        assert _right(older) is older
