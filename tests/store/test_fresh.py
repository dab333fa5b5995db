"""What the tests take for an empty database is one: no different from what the product makes."""

from pathlib import Path

import pytest
from fresh import fresh

from tenball_stats.stats.catalogue import view_scripts
from tenball_stats.store import Database, open_database
from tenball_stats.store.check import check

ALL = {
    "tables": "SELECT table_name, sql FROM duckdb_tables()",
    "constraints": "SELECT table_name, constraint_text FROM duckdb_constraints()",
    "columns of tables and views": "SELECT table_name, column_index, column_name, data_type FROM duckdb_columns()",
    "macros": "SELECT function_name, parameters, macro_definition FROM duckdb_functions() WHERE NOT internal",
    "types": "SELECT type_name, labels FROM duckdb_types() WHERE NOT internal",
    "facts": "FROM meta",
    "migrations": "SELECT number, name, tool_version FROM migrations",
    # But for those that name a folder of their own.
    "settings": "SELECT name, value FROM duckdb_settings() WHERE name NOT SIMILAR TO 'allowed_.*|temp_directory'",
}


def everything(database: Database) -> dict[str, list[tuple[object, ...]]]:
    return {what: database.rows(f"{sql} ORDER BY ALL") for what, sql in ALL.items()}


@pytest.mark.parametrize("name", [None, "league.duckdb"], ids=["in memory", "in a file"])
def test_a_copy_is_what_is_made(tmp_path: Path, name: str | None) -> None:
    made_at = tmp_path / "made.duckdb" if name else ":memory:"
    with fresh(tmp_path / name if name else None) as copy, open_database(made_at, views=view_scripts()) as made:
        one, other = everything(copy), everything(made)
        assert all(one.values())
        for what, rows in one.items():
            assert rows == other[what], what
        assert check(copy) == []


def test_what_is_written_to_one_is_in_no_other() -> None:
    with fresh() as one, fresh() as other:
        with one.transaction():
            one.con.execute("INSERT INTO names VALUES (1, 'A', 1)")
        assert [opened.value("SELECT count(*) FROM players") for opened in (one, other)] == [1, 0]
