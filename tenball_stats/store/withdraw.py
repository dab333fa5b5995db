"""A match taken out of everything, and brought back: stored by mistake, twice under two ids, never played.

Nothing of it goes: its versions are out of force from then on, and the journal says who took it out and why. A match
that is brought back is a new version with the same content.
"""

from collections.abc import Sequence
from typing import Any

from tenball_stats.store import journal
from tenball_stats.store.database import Database, StoreRefused
from tenball_stats.store.editions import ruled_by, stored_edition
from tenball_stats.store.journal import Entry
from tenball_stats.store.reading import log_of, no_such_match
from tenball_stats.store.records import records
from tenball_stats.store.replayed import Replayed
from tenball_stats.store.write import Version, next_key, write_matches, write_rulings


def withdraw(database: Database, match: str, *, who: str, why: str) -> int:
    """Take a match, in all its records, out of force; return how many records that are.

    Raises:
        StoreRefused: there is no such match in force.
    """
    keys = [record.match_key for record in records(database, match)]
    with database.transaction():
        entry = journal.begin(database, "withdraw", who=who, why=why)
        write_withdrawal(database, entry, keys)
        journal.finish(database, entry, {"match": match, "keys": keys})
    return len(keys)


def restore(database: Database, match: str, *, who: str, why: str) -> int:
    """Bring a match that was taken out back as it was; return how many records that are.

    Raises:
        StoreRefused: there is no such match, or it is in force.
    """
    rows = database.rows(
        "SELECT match_key, record, version, amends, superseded_at FROM all_matches WHERE match = ? "
        "QUALIFY version = max(version) OVER (PARTITION BY record) ORDER BY record",
        [match],
    )
    if not rows:
        raise no_such_match(database, match)
    gone = [row[:4] for row in rows if row[4] is not None]
    if not gone:
        raise StoreRefused(f"match {match!r} is in force")
    with database.transaction():
        entry = journal.begin(database, "restore", who=who, why=why)
        first = next_key(database, "all_matches", "match_key")
        versions = [
            [old, key, record, version + 1, old if amends is not None else None]
            for key, (old, record, version, amends) in enumerate(gone, start=first)
        ]
        write_restored(database, entry, versions)
        rulings = []
        for old, key, *_ in versions:
            log = log_of(database, [old])[0]
            for edition_key in ruled_by(database, old):
                edition = stored_edition(database, edition_key)
                part = Replayed.of(log, [edition])
                rulings.append(write_rulings(database, entry, part, [key]))
        journal.finish(database, entry, {"match": match, "versions": versions, "rulings": rulings})
    return len(gone)


def write_withdrawal(database: Database, entry: Entry, keys: Sequence[int]) -> None:
    """Put versions of a match out of force."""
    database.con.execute(
        "UPDATE all_matches SET superseded_at = ? WHERE match_key IN (SELECT unnest(?))", [entry.made_at, list(keys)]
    )


def write_restored(database: Database, entry: Entry, versions: Sequence[Sequence[Any]]) -> None:
    """Write versions once more: the key that each had, its new key, record and number, and what it amends."""
    for old, key, record, number, amends in versions:
        log, source_keys = log_of(database, [old])
        write_matches(database, entry, log, [Version(key, record, number, amends=amends)], dict(enumerate(source_keys)))
