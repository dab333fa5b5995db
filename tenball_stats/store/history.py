"""The history of a match: its versions, in whose record, from which files, amended and ruled by whom and when."""

import datetime as dt
import itertools
import json
from dataclasses import dataclass, field, fields

from tenball_stats.store.database import Database
from tenball_stats.store.differences import Differences, differences
from tenball_stats.store.edits import ROW
from tenball_stats.store.reading import Withdrawal, log_of, withdrawals
from tenball_stats.store.records import Record, records


@dataclass(frozen=True)
class File:
    """A file that a version came from."""

    file: str
    sha256: str
    ingested_at: dt.datetime
    kept: bool
    """Its bytes are in the database."""


@dataclass(frozen=True)
class RuledBy:
    """An edition that a version was ruled by."""

    edition: str
    fingerprint: str
    tool_version: str
    ruled_at: dt.datetime
    superseded_at: dt.datetime | None


@dataclass(frozen=True)
class Cell:
    """A cell that an amendment changed; None is blank."""

    rack: int | None
    attempt: int | None
    shot: int | None
    kind: str | None
    """Of its row; None for a fact of the match."""
    column: str
    before: str | None
    after: str | None


@dataclass(frozen=True)
class Version:
    """A version of a match."""

    match_key: int
    record: int
    recorder: str | None
    version: int
    stored_at: dt.datetime
    superseded_at: dt.datetime | None
    action: str
    """What made it: `ingest`, `amend`, `restore`, or `inherit` where it is older than the journal."""
    who: str | None
    why: str | None
    tool_version: str
    files: list[File] = field(default_factory=list)
    cells: list[Cell] = field(default_factory=list)
    ruled: list[RuledBy] = field(default_factory=list)


@dataclass(frozen=True)
class Preference:
    """When which record began to count."""

    record: int
    since: dt.datetime
    who: str | None
    why: str | None


@dataclass(frozen=True)
class History:
    """All that is known of how a match came to be as it is."""

    match: str
    records: list[Record]
    versions: list[Version]
    preferences: list[Preference]
    changes: dict[int, Differences]
    """By key of a version that replaced another: what it says differently."""
    disagreements: list[tuple[Record, Record, Differences]]
    """Each pair of records, and what they do not agree on."""
    withdrawals: list[Withdrawal]
    """When it was taken out, and came back."""


def history(database: Database, match: str) -> History:
    """Return the history of a match.

    Raises:
        StoreRefused: there is no such match.
    """
    there = records(database, match, withdrawn=True)
    rows = database.rows(
        "SELECT m.match_key, m.record, m.recorder, m.version, m.stored_at, m.superseded_at, j.action, j.who, j.why, "
        "j.tool_version FROM all_matches m JOIN journal j USING (entry) WHERE m.match = ? ORDER BY m.record, m.version",
        [match],
    )
    names = [one.name for one in fields(Version)]
    versions = [
        Version(
            **dict(zip(names, row, strict=False)),
            files=_files(database, row[0]),
            cells=_cells(database, row[0]),
            ruled=_ruled(database, row[0]),
        )
        for row in rows
    ]
    preferences = database.rows(
        "SELECT p.record, p.since, j.who, j.why FROM preferred p JOIN journal j USING (entry) WHERE p.match = ? "
        "ORDER BY p.entry",
        [match],
    )
    logs = {version.match_key: log_of(database, [version.match_key])[0] for version in versions}
    changes = {
        new.match_key: differences(logs[old.match_key], logs[new.match_key])
        for old, new in itertools.pairwise(versions)
        if old.record == new.record and new.action not in {"amend", "restore"}
    }
    pairs = [(one, other) for place, one in enumerate(there) for other in there[place + 1 :]]
    return History(
        match,
        there,
        versions,
        [Preference(*row) for row in preferences],
        changes,
        [(one, other, differences(logs[one.match_key], logs[other.match_key])) for one, other in pairs],
        withdrawals(database, match),
    )


def _files(database: Database, match_key: int) -> list[File]:
    rows = database.rows(
        "SELECT file, sha256, ingested_at, o.sha256 IS NOT NULL FROM sources LEFT JOIN originals o USING (sha256) "
        "WHERE source_key IN (SELECT unnest(source_keys) FROM all_matches WHERE match_key = ?) ORDER BY source_key",
        [match_key],
    )
    return [File(*row) for row in rows]


def _cells(database: Database, match_key: int) -> list[Cell]:
    kinds = dict(
        database.rows(
            "SELECT seq, kind::VARCHAR FROM strokes WHERE match_key = ? UNION ALL SELECT seq, 'lag' FROM lags "
            "WHERE match_key = ? UNION ALL SELECT seq, kind::VARCHAR FROM events WHERE match_key = ?",
            [match_key] * 3,
        )
    )
    rows = database.rows(
        'SELECT seq, rack, attempt, shot, "column", before, after FROM amendments WHERE match_key = ? '
        'ORDER BY entry, "column" <> ?, seq, "column"',
        [match_key, ROW],
    )
    found = []
    for seq, rack, attempt, shot, column, before, after in rows:
        # A row that was taken out is in no table any more.
        kind = json.loads(before)["kind"] if column == ROW and before else kinds.get(seq)
        found.append(Cell(rack, attempt, shot, kind, column, before, after))
    return found


def _ruled(database: Database, match_key: int) -> list[RuledBy]:
    rows = database.rows(
        "SELECT e.edition, e.fingerprint, e.tool_version, r.ruled_at, r.superseded_at FROM all_ruled r "
        "JOIN editions e USING (edition_key) WHERE r.match_key = ? ORDER BY r.place, r.ruled_at",
        [match_key],
    )
    return [RuledBy(*row) for row in rows]
