"""Records of a match by several people, side by side: which there are, and which of them counts."""

from dataclasses import dataclass

from tenball_stats.store import journal
from tenball_stats.store.database import Database, StoreRefused
from tenball_stats.store.journal import Entry
from tenball_stats.store.reading import no_such_match


@dataclass(frozen=True)
class Record:
    """The newest version of somebody's record of a match."""

    match: str
    match_key: int
    record: int
    version: int
    recorder: str | None
    counts: bool
    """Statistics use it."""

    @property
    def name(self) -> str:
        """Whose it is."""
        return self.recorder or "(no recorder named)"


def records(database: Database, match: str, *, withdrawn: bool = False) -> list[Record]:
    """Return the records of a match, in the order in which they came.

    Args:
        database: open.
        match: its id.
        withdrawn: also those of a match that was taken out.

    Raises:
        StoreRefused: there is no such match.
    """
    rows = database.rows(
        "SELECT m.match, m.match_key, m.record, m.version, m.recorder, c.match_key IS NOT NULL FROM all_matches m "
        "LEFT JOIN matches c USING (match_key) WHERE m.match = ? AND (m.superseded_at IS NULL OR ?) "
        "QUALIFY m.version = max(m.version) OVER (PARTITION BY m.record) ORDER BY m.record",
        [match, withdrawn],
    )
    if not rows:
        raise no_such_match(database, match)
    return [Record(*row) for row in rows]


def one_record(database: Database, match: str, recorder: str | None = None) -> Record:
    """Return the record of a match by a recorder; the one that counts where none is named.

    Raises:
        StoreRefused: there is no such match, or none by this recorder.
    """
    there = records(database, match)
    if recorder is None:
        return next(record for record in there if record.counts)
    for record in there:
        if record.recorder == recorder:
            return record
    raise StoreRefused(
        f"match {match!r} has no record by {recorder!r}; it has "
        + ", ".join(repr(record.recorder) if record.recorder else record.name for record in there)
    )


def prefer(database: Database, match: str, recorder: str, *, who: str | None = None, why: str | None = None) -> Record:
    """Let another record of a match count from now on; return it.

    Raises:
        StoreRefused: there is no such match or record, or it counts already.
    """
    chosen = one_record(database, match, recorder)
    if chosen.counts:
        raise StoreRefused(f"the record of match {match!r} by {recorder!r} counts already")
    with database.transaction():
        entry = journal.begin(database, "prefer", who=who, why=why)
        write_preference(database, entry, match, chosen.record)
        journal.finish(database, entry, {"match": match, "record": chosen.record})
    return chosen


def write_preference(database: Database, entry: Entry, match: str, record: int) -> None:
    """Write which record of a match counts from an entry of the journal on."""
    database.con.execute("UPDATE preferred SET until = ? WHERE match = ? AND until IS NULL", [entry.made_at, match])
    database.con.execute(
        "INSERT INTO preferred VALUES (?, ?, ?, ?, NULL)", [entry.number, match, record, entry.made_at]
    )
