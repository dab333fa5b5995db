"""Archives to replay: the bundled logs as Parquet, cut in various ways; what two databases of one have to share."""

import itertools
from collections.abc import Iterator
from pathlib import Path

import polars as pl
from fresh import fresh

from tenball_stats.archive.unit import TABLES
from tenball_stats.log import read_logs
from tenball_stats.rules import load_edition
from tenball_stats.store import Database
from tenball_stats.store.ingest import ingest

DATA = Path(__file__).parents[2] / "data"

TIMES = {"stored_at", "ruled_at", "ingested_at", "superseded_at"}
"""Columns that say when something was stored: of two runs they differ."""

HEAD = "match,rack,shot,player,kind,called,first,rail,potted,ruling,winner,edition,players,event\n"


def texts(name: str, rows: int | None = None) -> pl.DataFrame:
    """A bundled log, every cell a text as it stands."""
    return pl.read_csv(DATA / name, infer_schema_length=0, n_rows=rows)


def cut(frame: pl.DataFrame, folder: Path, *at: int) -> Path:
    """Write a log into several files, cut at these rows, wherever a match is in the middle of its racks."""
    folder.mkdir(parents=True, exist_ok=True)
    edges = [0, *at, frame.height]
    for number, (start, end) in enumerate(itertools.pairwise(edges)):
        frame[start:end].write_parquet(folder / f"part-{number:03}.parquet", row_group_size=200)
    return folder


def ingested(*paths: Path, edition: str | None = None) -> Database:
    """A database in memory with these logs in it."""
    database = fresh()
    done = ingest(database, read_logs(paths), [load_edition(edition)] if edition else [])
    assert not any(stored.refused for stored in done)
    return database


def rows_of(database: Database, table: str) -> pl.DataFrame:
    """All rows of a table, sorted, without the times at which they were stored."""
    columns = [
        row[0]
        for row in database.rows(
            "SELECT column_name FROM duckdb_columns() WHERE table_name = ? ORDER BY column_index", [table]
        )
        if row[0] not in TIMES
    ]
    listed = ", ".join(f'"{name}"::VARCHAR AS "{name}"' for name in columns)
    return database.frame(f"SELECT {listed} FROM {table} ORDER BY ALL")  # noqa: S608


def differences(one: Database, other: Database) -> Iterator[str]:
    """The tables in which two databases differ."""
    for table in (*TABLES.values(), "names", "sources"):
        if not rows_of(one, table).equals(rows_of(other, table)):
            yield table
