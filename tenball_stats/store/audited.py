"""The audit of stored matches: what is asked of logs, asked of a database."""

from collections.abc import Iterator, Mapping, Sequence

import polars as pl

from tenball_stats.log import Log
from tenball_stats.replay import compiled, editions_of
from tenball_stats.replay.audit.audit import FIELDS, SCHEMA, findings
from tenball_stats.rules import Edition
from tenball_stats.store.database import Database
from tenball_stats.store.editions import stored_edition
from tenball_stats.store.export import Which, keys_of
from tenball_stats.store.reading import log_of

EMPTY = pl.DataFrame(schema={"match_key": pl.Int32, **{name: SCHEMA[name] for name in FIELDS}})

_AT_ONCE = 300
"""Matches that are audited at once, so that ten seasons do not have to be in memory."""


def audited(
    database: Database, which: Which | None = None, edition: Edition | None = None, *, each: bool = False
) -> tuple[pl.DataFrame, int]:
    """Hold the recorded rulings of the matches in force against an edition.

    Args:
        database: open, with its views.
        which: of these matches.
        edition: the edition; None for the one by which each match counts, in the form that ruled it.
        each: list every finding, also where many of one kind say that the match was played by another edition.

    Returns:
        One row per finding, match by match in the order in which they came, with the columns of `audit`; and how many
        matches there are. Names, files and rows are as they were written.

    Raises:
        StoreRefused: there is no such match, or the text of an edition is not known any more.
        ReplayError: a match has more players than the edition allows.
    """
    keys = keys_of(database, which or Which())
    compiled.get_ready(
        database.value("SELECT count(*) FROM strokes WHERE match_key IN (SELECT unnest(?::INTEGER[]))", [keys])
    )
    ruled_by = {} if edition else _editions(database, keys)
    found = [_findings(log, part, edition or ruled_by, each=each) for part, log in _logs(database, keys)]
    place = pl.DataFrame(
        {"match_key": keys, "place": range(len(keys))}, schema={"match_key": pl.Int32, "place": pl.UInt32}
    )
    # A match that was amended keeps its place, though its newest version came last.
    every = pl.concat([EMPTY, *found]).join(place, on="match_key", how="left", maintain_order="left")
    return every.sort("place", maintain_order=True).select(FIELDS), len(keys)


def _logs(database: Database, keys: Sequence[int]) -> Iterator[tuple[list[int], Log]]:
    """Yield some matches at a time: their keys, ascending, and what was written down."""
    for first in range(0, len(keys), _AT_ONCE):
        part = sorted(keys[first : first + _AT_ONCE])
        yield part, log_of(database, part)[0]


def _findings(log: Log, keys: Sequence[int], by: Edition | Mapping[int, Edition], *, each: bool) -> pl.DataFrame:
    """Return what is found in some matches, with the key of the match in front."""
    chosen = editions_of(log, by) if isinstance(by, Edition) else [by[key] for key in keys]
    found = findings(log, chosen, each=each)
    match_no = log.events["match_no"].gather(found["event_no"])
    return found.select(pl.Series("match_key", keys, dtype=pl.Int32).gather(match_no), *FIELDS)


def _editions(database: Database, keys: Sequence[int]) -> dict[int, Edition]:
    """Return the edition by which each match counts, in the form that ruled it."""
    rows = database.rows(
        "SELECT match_key, ruled_by FROM matches WHERE match_key IN (SELECT unnest(?::INTEGER[]))", [keys]
    )
    forms = {key: stored_edition(database, key) for key in sorted({key for _, key in rows})}
    return {match_key: forms[key] for match_key, key in rows}
