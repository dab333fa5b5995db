"""Storing a log: which of its matches are new, known or different, and each file in whole or not at all.

Files that share a match are one unit and one transaction. A match is known by its id. Where it is stored already, its
content decides: the same content is left as it is, or gets the rulings of the editions that it lacks; a different one
is refused, or replaces the stored version, which stays in the database out of force, or is kept beside it as the
record of another recorder.
"""

import itertools
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field, replace

import polars as pl

from tenball_stats.log import Log
from tenball_stats.log.parts import Parts
from tenball_stats.replay import ReplayError, editions_of
from tenball_stats.rules import Edition
from tenball_stats.store import journal
from tenball_stats.store.compare import Known, changed_matches, counterpart, known_matches, refusal
from tenball_stats.store.database import Database
from tenball_stats.store.journal import Entry
from tenball_stats.store.load import part_log
from tenball_stats.store.originals import Packed
from tenball_stats.store.reading import log_of
from tenball_stats.store.rejects import write_rejects
from tenball_stats.store.replayed import Coming, Ready, Replayed, coming, distinct
from tenball_stats.store.write import (
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
    asked: Sequence[Edition | None] = distinct(editions) or [None]
    for edition in asked:
        editions_of(log, edition)
    how = _How(asked, replace_matches, beside, who, on_step)
    done = []
    for part in units(log):
        unit = _Unit(database, how, part.sources)
        with unit.transaction():
            unit.take(part)
            unit.finish(part)
        done.append(unit.told())
    write_rejects(database, log, [file for stored in done if not stored.refused for file in stored.files], who)
    return done


def store_log(
    database: Database,
    log: Log | Parts,
    editions: Sequence[Edition] = (),
    *,
    replace_matches: bool = False,
    beside: bool = False,
    who: str | None = None,
    on_step: Step = lambda _: None,
    begun: Coming | None = None,
) -> list[Stored]:
    """Store a log whole or in parts; takes what `ingest` does, and the database is the same after either.

    A log in parts is stored in one transaction; `begun` is what became of it already, under the same editions.

    Raises:
        LogRefused: a log in parts is not sound; nothing is stored.
        NotInParts: it has to be read whole; nothing is stored.
        ReplayError, StoreRefused: as `ingest`.
    """
    if isinstance(log, Log):
        return ingest(database, log, editions, replace_matches=replace_matches, beside=beside, who=who, on_step=on_step)
    how = _How(distinct(editions) or [None], replace_matches, beside, who, on_step)
    unit = _Unit(database, how, log.sources, in_parts=True)
    with (
        database.sparingly(),
        unit.transaction(),
        coming(log, editions) if begun is None else nullcontext(begun) as parts,
    ):
        for part, ready in parts:
            try:
                unit.take(part, ready)
            except ReplayError:
                parts.wanted = False
                for _ in parts:  # what is wrong with the log itself is said before what an edition makes of it
                    pass
                raise
            parts.wanted = unit.is_all_new
            del part, ready  # or they would be in memory beside the next ones
            on_step(f"reading {log.file}, {log.rows:,} rows so far")
        unit.finish(log, parts.packed)
    write_rejects(database, log, [] if unit.done.refused else unit.done.files, who)
    return [unit.told()]


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


@dataclass(frozen=True)
class _How:
    """What was said about how to store."""

    editions: Sequence[Edition | None]
    replace_matches: bool
    beside: bool
    who: str | None
    on_step: Step


class _Unit:
    """Files that share matches, on their way into the database: one transaction, one entry of the journal.

    What they hold comes in one log or in several, each of whole matches.
    """

    def __init__(self, database: Database, how: _How, sources: pl.DataFrame, *, in_parts: bool = False) -> None:
        self._in_parts = in_parts
        self.is_all_new = True
        """No match was known so far."""
        self.done = Stored(files=sources["file"].to_list(), rows=0)
        self._database = database
        self._how = how
        self._named = ", ".join(self.done.files)
        first = next_key(database, "sources", "source_key")
        self._source_keys = dict(zip(sources["file_no"].to_list(), itertools.count(first), strict=False))
        self._entry: Entry | None = None
        self._changed: dict[str, Known] = {}
        self._recorders: dict[str, str | None] = {}
        self._records: dict[str, list[Known]] = {}
        self._matches: list[list[object]] = []
        self._rulings: dict[tuple[int, bool], list[tuple[int, int]]] = {}
        self._aside: list[pl.DataFrame] = []
        """What stands in unknown columns of parts before the first one that has to be written."""

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Store what is taken inside, or nothing of it where it is refused."""
        try:
            with self._database.transaction():
                yield
                if self.done.refused:
                    raise _Undo
        except _Undo:
            return

    def take(self, log: Log, ready: Ready | None = None) -> None:
        """Compare matches with what is stored, replay them and write them; where one is refused, only compare.

        Args:
            log: the matches.
            ready: what could be done with them all before, where it was.
        """
        database, how, done = self._database, self._how, self.done
        names = log.matches["match"].to_list()
        recorders = dict(zip(names, log.matches["recorder"].to_list(), strict=True))
        for edition in how.editions:
            editions_of(log, edition)
        how.on_step(f"comparing {self._named}")
        records = known_matches(database, names)
        known = {name: counterpart(there, recorders[name]) for name, there in records.items()}
        changed = changed_matches(database, log, known)
        if changed:
            self._changed |= {name: known[name] for name in changed}
            self._records |= {name: records[name] for name in changed}
            self._recorders |= {name: recorders[name] for name in changed}
            done.refused = _refused(database, how, self._changed, self._records, self._recorders)
        if done.refused:
            return

        fresh = [no for no, name in enumerate(names) if name not in known or name in changed]
        work = _rulings_wanted(log, how, fresh, known, done)
        _sort(done, names, known, changed, {names[no] for _, _, old in work for no in old}, beside=how.beside)
        self._aside.append(log.aside)
        self.is_all_new &= len(fresh) == len(names)
        if not fresh and not any(old for _, _, old in work):
            return
        new = part_log(log, fresh)
        if new is not log:
            ready = None
        versions = _versions(database, [names[no] for no in fresh], records, known, how)
        if self._entry is None:
            self._entry = journal.begin(database, "ingest", who=how.who)
        entry = self._entry
        how.on_step(f"storing {self._named}")
        if versions:
            write_matches(database, entry, new, versions, self._source_keys, ready and ready.laid)
            self._matches += [
                [name, version.match_key, version.record, version.version, version.supersedes]
                for name, version in zip(new.matches["match"].to_list(), versions, strict=True)
            ]
            self._count(new)
        if self._matches:
            write_aside(database, pl.concat(self._aside), self._source_keys)
            self._aside.clear()
        for place, (edition, chosen, old) in enumerate(work):
            how.on_step(f"replaying {self._named} under {edition.id if edition else 'the edition of each match'}")
            if fresh:
                part = (
                    ready.replayed[place]
                    if ready is not None
                    else Replayed.of(new, [chosen[no] for no in fresh], is_part=self._in_parts)
                )
                self._write_rulings((place, False), part, [version.match_key for version in versions])
            if old:
                # What is stored of a known match may have been amended since.
                keys = sorted(known[names[no]].match_key for no in old)
                stored = log_of(database, keys)[0]
                by_name = dict(zip(names, chosen, strict=True))
                editions = [by_name[name] for name in stored.matches["match"].to_list()]
                self._write_rulings((place, True), Replayed.of(stored, editions), keys)

    def finish(self, log: Log | Parts, packed: Sequence[Packed] = ()) -> None:
        """Write the files and the entry of the journal, which says enough to do it again from the files kept.

        `packed` is the file of a log in parts, where it was packed already.
        """
        self.done.rows = int(log.sources["rows"].sum())
        if self._entry is None or self.done.refused:
            return
        if self._matches:
            write_sources(self._database, self._entry, log, self._source_keys, packed)
        entry = self._entry if self._matches else replace(self._entry, action="rule")
        keys = list(self._source_keys.values()) if self._matches else []
        rulings = [self._rulings[place] for place in sorted(self._rulings)]
        journal.finish(self._database, entry, {"sources": keys, "matches": self._matches, "rulings": rulings})

    def told(self) -> Stored:
        """Return what became of it."""
        if self._entry is not None and not self.done.refused:
            rows = self._database.rows(
                "SELECT name FROM names WHERE entry = ? ORDER BY player_key", [self._entry.number]
            )
            self.done.names = [name for (name,) in rows]
        return self.done

    def _count(self, new: Log) -> None:
        events = new.events.filter(~pl.col("is_copy"))
        self.done.strokes += int(events["is_stroke"].sum())
        self.done.racks += events.filter(pl.col("rack") > 0).select("match_no", "rack").n_unique()

    def _write_rulings(self, place: tuple[int, bool], part: Replayed, keys: Sequence[int]) -> None:
        assert self._entry is not None  # noqa: S101 - `take` has begun it
        written = write_rulings(self._database, self._entry, part, keys)
        self._rulings.setdefault(place, []).extend(written)
        self.done.rulings += part.rulings.rows.height
        self.done.editions = list(dict.fromkeys([*self.done.editions, *(edition.id for edition in part.editions)]))


class _Undo(Exception):
    """Take back what a transaction has done."""


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
