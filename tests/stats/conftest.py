"""A log of a few racks, asked for its statistics."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tenball_stats.log import read_logs
from tenball_stats.rules import load_edition
from tenball_stats.stats.catalogue import statistic, view_scripts
from tenball_stats.stats.query import Filters, ask
from tenball_stats.store import Database, open_database
from tenball_stats.store.ingest import ingest


@pytest.fixture
def stored(tmp_path: Path) -> Callable[..., Database]:
    """A database in memory that holds a log, given as CSV text or as a file."""

    def store(log: str | Path, *editions: str) -> Database:
        if isinstance(log, str):
            (tmp_path / "log.csv").write_text(log, encoding="utf-8")
            log = tmp_path / "log.csv"
        database = open_database(":memory:", views=view_scripts())
        ingest(database, read_logs([log]), [load_edition(edition) for edition in editions])
        return database

    return store


@pytest.fixture
def figures(stored: Callable[..., Database]) -> Callable[..., dict[str, Any]]:
    """The single row of a statistic over a log."""

    def row(log: str | Path, name: str, *editions: str, strict: bool = False, **filters: Any) -> dict[str, Any]:
        answer = ask(stored(log, *editions), statistic(name, strict=strict), Filters(**filters))
        (only,) = answer.rows
        return only

    return row
