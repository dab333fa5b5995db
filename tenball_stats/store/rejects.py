"""Rows that were left out because their match is not sound, kept with the reason until their file is read again."""

from collections.abc import Sequence

import polars as pl

from tenball_stats.log import Log
from tenball_stats.log.frames import REJECTS
from tenball_stats.log.parts import Parts
from tenball_stats.store import journal
from tenball_stats.store.database import Database

COLUMNS = tuple(REJECTS)


def write_rejects(database: Database, log: Log | Parts, files: Sequence[str], who: str | None = None) -> None:
    """Write what a log left out, in the place of what was left out of these files before.

    Args:
        database: open for writing.
        log: as read with `keep_going`, or sound.
        files: those that were stored.
        who: who stores it, for the journal.
    """
    named = ", ".join(f'"{name}"' for name in COLUMNS)
    about = list(dict.fromkeys([*files, *log.rejects["file"].to_list()]))
    before = database.rows(
        f"SELECT {named} FROM rejects WHERE closed_at IS NULL AND file IN (SELECT unnest(?)) ORDER BY entry, place",  # noqa: S608
        [about],
    )
    if before == log.rejects.select(COLUMNS).rows():
        return
    with database.transaction():
        entry = journal.begin(database, "reject", who=who)
        database.con.execute(
            "UPDATE rejects SET closed_at = ? WHERE closed_at IS NULL AND file IN (SELECT unnest(?))",
            [entry.made_at, about],
        )
        rows = log.rejects.with_columns(
            entry=pl.lit(entry.number, pl.Int32), place=pl.int_range(1, pl.len() + 1, dtype=pl.Int32)
        )
        database.con.register("new_rejects", rows)
        database.con.execute("INSERT INTO rejects BY NAME SELECT * FROM new_rejects")
        database.con.unregister("new_rejects")
        journal.finish(database, entry, {"files": about, "rows": rows.height})


def rejects(database: Database, file: str | None = None) -> pl.DataFrame:
    """Return what is left out: entry, the time at which it was, and the columns of `Log.rejects`.

    Args:
        database: open.
        file: of this file alone; None for all.
    """
    named = ", ".join(f'r."{name}"' for name in COLUMNS)
    return database.frame(
        f"SELECT j.made_at, {named} FROM rejects r JOIN journal j USING (entry) "  # noqa: S608
        "WHERE r.closed_at IS NULL AND (? IS NULL OR r.file = ?) ORDER BY r.entry, r.place",
        [file, file],
    )
