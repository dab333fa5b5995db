"""A log of a few racks, asked for its statistics."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from fresh import fresh

from tenball_stats.log import read_logs
from tenball_stats.rules import load_edition
from tenball_stats.stats.catalogue import statistic
from tenball_stats.stats.query import Filters, ask
from tenball_stats.store import Database
from tenball_stats.store.ingest import ingest

Stored = dict[tuple[str | Path, ...], Database]


@pytest.fixture(scope="module")
def stored_before() -> Iterator[Stored]:
    """The databases of a module by the log and the editions: tests of statistics only ask."""
    databases: Stored = {}
    yield databases
    for database in databases.values():
        database.close()


@pytest.fixture
def stored(stored_before: Stored, tmp_path: Path) -> Callable[..., Database]:
    """A database in memory that holds a log, given as CSV text or as a file; to be asked, not to be written to."""

    def store(log: str | Path, *editions: str) -> Database:
        if (log, *editions) not in stored_before:
            path = log
            if isinstance(path, str):
                path = tmp_path / "log.csv"
                path.write_text(str(log), encoding="utf-8")
            database = fresh()
            ingest(database, read_logs([path]), [load_edition(edition) for edition in editions])
            stored_before[log, *editions] = database
        return stored_before[log, *editions]

    return store


@pytest.fixture
def figures(stored: Callable[..., Database]) -> Callable[..., dict[str, Any]]:
    """The single row of a statistic over a log."""

    def row(log: str | Path, name: str, *editions: str, strict: bool = False, **filters: Any) -> dict[str, Any]:
        answer = ask(stored(log, *editions), statistic(name, strict=strict), Filters(**filters))
        (only,) = answer.rows
        return only

    return row
