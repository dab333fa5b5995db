"""The journal: every change of what is stored, in order, with enough to do it again (`rebuild`)."""

import datetime as dt
import json
from dataclasses import dataclass
from typing import Any

from tenball_stats import __version__
from tenball_stats.store.database import Database, utc_now


@dataclass(frozen=True)
class Entry:
    """A line of the journal."""

    number: int
    made_at: dt.datetime
    """UTC, later than the entry before: whatever the clock of the machine does, time in a database runs forward."""
    action: str
    who: str | None
    why: str | None
    details: dict[str, Any]


def begin(database: Database, action: str, *, who: str | None = None, why: str | None = None) -> Entry:
    """Open the next entry inside a transaction; `finish` writes it.

    Args:
        database: open, in a transaction.
        action: what is done.
        who: who does it, where that is known.
        why: for what reason, where one was given.
    """
    last, latest = database.rows("SELECT coalesce(max(entry), 0), max(made_at) FROM journal")[0]
    now = utc_now()
    if latest is not None and now <= latest:
        now = latest + dt.timedelta(microseconds=1)
    return Entry(last + 1, now, action, who, why, {})


def finish(database: Database, entry: Entry, details: dict[str, Any]) -> None:
    """Write an entry with what it takes to do it again."""
    text = json.dumps(details, ensure_ascii=False, separators=(",", ":"))
    database.con.execute(
        "INSERT INTO journal VALUES (?, ?, ?, ?, ?, ?, ?)",
        [entry.number, entry.made_at, entry.action, entry.who, entry.why, __version__, text],
    )


def entries(database: Database) -> list[Entry]:
    """Return the journal, in order."""
    rows = database.rows("SELECT entry, made_at, action, who, why, details FROM journal ORDER BY entry")
    return [
        Entry(number, made_at, action, who, why, json.loads(said)) for number, made_at, action, who, why, said in rows
    ]
