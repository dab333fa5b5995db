"""Storing a log: which of its matches are new, known or different, and each file in whole or not at all.

Files that share a match are one unit and one transaction. A match is known by its id. Where it is stored already, its
content decides: the same content is left as it is, or gets the rulings of the editions that it lacks; a different one
is refused, or replaces the stored version, which stays in the database out of force, or is kept beside it as the
record of another recorder.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

import polars as pl

from tenball_stats.log import Log
from tenball_stats.replay import editions_of, replay
from tenball_stats.rules import Edition
from tenball_stats.store import journal
from tenball_stats.store.compare import Known, changed_matches, counterpart, known_matches, refusal
from tenball_stats.store.database import Database, StoreRefused
from tenball_stats.store.load import part_log
from tenball_stats.store.reading import log_of
from tenball_stats.store.rejects import write_rejects
from tenball_stats.store.write import (
    Replayed,
    Version,
    next_key,
    write_aside,
    write_matches,
    write_rulings,
    write_sources,
)


@dataclass
class Stored:
    """What became of a file, or of several that share a match."""

    files: list[str]
    rows: int
    new: list[str] = field(default_factory=list)
    replaced: list[str] = field(default_factory=list)
    beside: list[str] = field(default_factory=list)
    """Matches of which this is now another recorder's record."""
    unchanged: list[str] = field(default_factory=list)
    ruled_further: list[str] = field(default_factory=list)
    """Matches known before, now ruled under a further edition (or anew under one that has changed)."""
    racks: int = 0
    strokes: int = 0
    rulings: int = 0
    editions: list[str] = field(default_factory=list)
    """Editions of the rulings that were stored."""
    stale: list[tuple[str, str]] = field(default_factory=list)
    """Match and edition where the stored rulings were made by an earlier form of that edition."""
    amended: list[str] = field(default_factory=list)
    """Unchanged matches that were amended since they were read; the amendments stay."""
    unamended: list[str] = field(default_factory=list)
    """Replaced matches whose amendments are not in the new version."""
    names: list[str] = field(default_factory=list)
    """Names of players that the database did not know before."""
    refused: str = ""
    """Why nothing of it was stored; empty where it was."""


Step = Callable[[str], None]


def ingest(
    database: Database,
    log: Log,
    editions: Sequence[Edition] = (),
    *,
    replace_matches: bool = False,
    beside: bool = False,
    who: str | None = None,
    on_step: Step = lambda _: None,
) -> list[Stored]:
    """Store a log with its rulings.

    Args:
        database: open for writing.
        log: as `read_logs` returns it.
        editions: those to rule by; none for each match's own.
        replace_matches: a match that is stored with other content is replaced, and the stored version kept out of
            force; without it such a match keeps its file from being stored.
        beside: a match that is stored with other content by another recorder is kept beside that record.
        who: who stores it, for the journal.
        on_step: told in a few words what is being done.

    Returns:
        One `Stored` for each file, or for several files that share a match, in the order of the files.

    Raises:
        ReplayError: a match has no edition, or one that is not for so many players; nothing is stored then.
        StoreRefused: two editions share an id, or the database could not be written; what was stored before, by
            earlier files too, stays.
    """
    asked: Sequence[Edition | None] = _distinct(editions) or [None]
    for edition in asked:
        editions_of(log, edition)
    how = _How(asked, replace_matches, beside, who, on_step)
    done = [_store(database, part, how) for part in units(log)]
    write_rejects(database, log, [file for stored in done if not stored.refused for file in stored.files], who)
    return done


def units(log: Log) -> list[Log]:
    """Split a log into parts that share no file and no match, in the order of the files."""
    pairs = log.events.select("match_no", "file_no").unique(maintain_order=True).rows()
    part_of = {file_no: file_no for file_no in log.sources["file_no"].to_list()}

    def root(file_no: int) -> int:
        while part_of[file_no] != file_no:
            file_no = part_of[file_no]
        return file_no

    first_file: dict[int, int] = {}
    for match_no, file_no in pairs:
        one, other = root(first_file.setdefault(match_no, file_no)), root(file_no)
        part_of[max(one, other)] = min(one, other)
    parts: dict[int, list[int]] = {}
    for file_no in part_of:
        parts.setdefault(root(file_no), []).append(file_no)
    if len(parts) == 1:
        return [log]
    matches: dict[int, list[int]] = {part: [] for part in parts}
    for match_no, file_no in first_file.items():
        matches[root(file_no)].append(match_no)
    return [
        replace(
            part_log(log, sorted(matches[part])),
            sources=log.sources.filter(pl.col("file_no").is_in(files)),
            aside=log.aside.filter(pl.col("file_no").is_in(files)),
        )
        for part, files in sorted(parts.items())
    ]


def _distinct(editions: Sequence[Edition]) -> list[Edition]:
    """Return the editions once each; two of one id that rule differently could not be told apart."""
    by_id: dict[str, Edition] = {}
    for edition in editions:
        if by_id.setdefault(edition.id, edition).fingerprint != edition.fingerprint:
            raise StoreRefused(f"two different editions have the id {edition.id!r}; give one of them another id")
    return list(by_id.values())


@dataclass(frozen=True)
class _How:
    """What was said about how to store."""

    editions: Sequence[Edition | None]
    replace_matches: bool
    beside: bool
    who: str | None
    on_step: Step


def _store(database: Database, log: Log, how: _How) -> Stored:
    """Store one unit: see `ingest`."""
    files = log.sources["file"].to_list()
    names = log.matches["match"].to_list()
    recorders = dict(zip(names, log.matches["recorder"].to_list(), strict=True))
    done = Stored(files=files, rows=int(log.sources["rows"].sum()))
    how.on_step(f"comparing {', '.join(files)}")
    records = known_matches(database, names)
    known = {name: counterpart(there, recorders[name]) for name, there in records.items()}
    changed = changed_matches(database, log, known)
    done.refused = _refused(database, how, {name: known[name] for name in changed}, records, recorders)
    if done.refused:
        return done

    fresh = [no for no, name in enumerate(names) if name not in known or name in changed]
    work = _rulings_wanted(log, how, fresh, known, done)
    _sort(done, names, known, changed, {names[no] for _, _, old in work for no in old}, beside=how.beside)
    if not fresh and not any(old for _, _, old in work):
        return done

    replayed: list[tuple[list[int], Replayed]] = []
    new = part_log(log, fresh)
    for edition, chosen, old in work:
        how.on_step(f"replaying {', '.join(files)} under {edition.id if edition else 'the edition of each match'}")
        if fresh:
            replayed.append(([], Replayed(fresh, new, replay(new, edition), [chosen[no] for no in fresh])))
        if old:
            # What is stored of a known match may have been amended since.
            keys = sorted(known[names[no]].match_key for no in old)
            stored = log_of(database, keys)[0]
            by_name = dict(zip(names, chosen, strict=True))
            editions = [by_name[name] for name in stored.matches["match"].to_list()]
            replayed.append((keys, Replayed(old, stored, replay(stored, edition), editions)))

    how.on_step(f"storing {', '.join(files)}")
    with database.transaction():
        _write(database, log, new, _versions(database, [names[no] for no in fresh], records, known, how), replayed, how)
    if fresh:
        events = new.events.filter(~pl.col("is_copy"))
        done.strokes = int(events["is_stroke"].sum())
        done.racks = events.filter(pl.col("rack") > 0).select("match_no", "rack").n_unique()
    done.names = [
        name
        for (name,) in database.rows(
            "SELECT name FROM names WHERE entry = (SELECT max(entry) FROM journal) ORDER BY player_key"
        )
    ]
    done.rulings = sum(part.rulings.height for _, part in replayed)
    done.editions = list(dict.fromkeys(edition.id for _, part in replayed for edition in part.editions))
    return done


def _refused(
    database: Database,
    how: _How,
    changed: Mapping[str, Known],
    records: Mapping[str, Sequence[Known]],
    recorders: Mapping[str, str | None],
) -> str:
    """Say why a unit with these matches, stored with other content, is not stored; empty where it is."""
    gone = [name for name in sorted(changed) if changed[name].withdrawn]
    if gone:
        return f"match {gone[0]!r} was withdrawn; tenball restore brings it back, then another version can replace it"
    if not changed or how.replace_matches:
        return ""
    if not how.beside:
        return refusal(database, changed, recorders)
    for name in sorted(changed):
        recorder = recorders[name]
        taken = [known.recorder for known in records[name]]
        if recorder is None or recorder in taken:
            there = " and ".join(who or "somebody who is not named" for who in taken)
            return (
                f"match {name!r} is stored as recorded by {there}, and in this file the column recorder "
                + ("is blank" if recorder is None else f"says {recorder}")
                + "; a record is kept beside another only under another name"
            )
    return ""


def _rulings_wanted(
    log: Log, how: _How, fresh: Sequence[int], known: Mapping[str, Known], done: Stored
) -> list[tuple[Edition | None, list[Edition], list[int]]]:
    """Return each edition asked for, the edition of each match by it, and the known matches that lack its rulings."""
    work = []
    names = log.matches["match"].to_list()
    for edition in how.editions:
        chosen = editions_of(log, edition)
        old = []
        for no in (no for no in range(len(names)) if no not in set(fresh)):
            ruled = known[names[no]].ruled
            if ruled.get(chosen[no].id) == chosen[no].fingerprint:
                continue
            if chosen[no].id in ruled and not how.replace_matches:
                done.stale.append((names[no], chosen[no].id))
                continue
            old.append(no)
        work.append((edition, chosen, old))
    return work


def _sort(
    done: Stored,
    names: Sequence[str],
    known: Mapping[str, Known],
    changed: set[str],
    further: set[str],
    *,
    beside: bool,
) -> None:
    """Note what becomes of each match."""
    for name in names:
        if name not in known:
            done.new.append(name)
        elif name in changed and beside:
            done.beside.append(name)
        elif name in changed:
            done.replaced.append(name)
            if known[name].amended:
                done.unamended.append(name)
        else:
            (done.ruled_further if name in further else done.unchanged).append(name)
            if known[name].amended:
                done.amended.append(name)


def _versions(
    database: Database,
    fresh: Sequence[str],
    records: Mapping[str, Sequence[Known]],
    known: Mapping[str, Known],
    how: _How,
) -> list[Version]:
    """Return as what each new or changed match is written."""
    first = next_key(database, "all_matches", "match_key")
    versions = []
    for key, name in enumerate(fresh, start=first):
        if name not in known:
            versions.append(Version(key, 1, 1))
        elif how.beside:
            versions.append(Version(key, max(record.record for record in records[name]) + 1, 1))
        else:
            before = known[name]
            versions.append(Version(key, before.record, before.version + 1, supersedes=before.match_key))
    return versions


def _write(
    database: Database,
    log: Log,
    new: Log,
    versions: Sequence[Version],
    replayed: Sequence[tuple[list[int], Replayed]],
    how: _How,
) -> None:
    """Write one unit; the entry of the journal says enough to do it again from the files that are kept."""
    entry = journal.begin(database, "ingest" if versions else "rule", who=how.who)
    source_keys: dict[int, int] = {}
    if versions:
        source_keys = write_sources(database, entry, log)
        write_aside(database, log, source_keys)
        write_matches(database, entry, new, versions, source_keys)
    rulings = []
    for old_keys, part in replayed:
        keys = old_keys or [version.match_key for version in versions]
        rulings.append(write_rulings(database, entry, part, keys))
    matches = [
        [name, version.match_key, version.record, version.version, version.supersedes]
        for name, version in zip(new.matches["match"].to_list(), versions, strict=True)
    ]
    journal.finish(database, entry, {"sources": list(source_keys.values()), "matches": matches, "rulings": rulings})
