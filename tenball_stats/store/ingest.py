"""Storing a log: which of its matches are new, known or different, and each file in whole or not at all.

Files that share a match are one unit and one transaction. A match is known by its id. Where it is stored already, its
content decides: the same content is left as it is, or gets the rulings of the editions that it lacks; a different one
is refused, or replaces the stored version, which stays in the database out of force.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

import polars as pl

from tenball_stats.log import Log
from tenball_stats.replay import editions_of, replay
from tenball_stats.rules import Edition
from tenball_stats.store.compare import changed_matches, known_matches, refusal
from tenball_stats.store.database import Database, StoreRefused
from tenball_stats.store.load import part_log
from tenball_stats.store.write import Replayed, write_unit


@dataclass
class Stored:
    """What became of a file, or of several that share a match."""

    files: list[str]
    rows: int
    new: list[str] = field(default_factory=list)
    replaced: list[str] = field(default_factory=list)
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
    refused: str = ""
    """Why nothing of it was stored; empty where it was."""


Step = Callable[[str], None]


def ingest(
    database: Database,
    log: Log,
    editions: Sequence[Edition] = (),
    *,
    replace_matches: bool = False,
    on_step: Step = lambda _: None,
) -> list[Stored]:
    """Store a log with its rulings.

    Args:
        database: open for writing.
        log: as `read_logs` returns it.
        editions: those to rule by; none for each match's own.
        replace_matches: a match that is stored with other content is replaced, and the stored version kept out of
            force; without it such a match keeps its file from being stored.
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
    return [_store(database, part, asked, replace_matches, on_step) for part in units(log)]


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


def _store(
    database: Database, log: Log, asked: Sequence[Edition | None], replace_matches: bool, on_step: Step
) -> Stored:
    """Store one unit: see `ingest`."""
    files = log.sources["file"].to_list()
    names = log.matches["match"].to_list()
    done = Stored(files=files, rows=int(log.sources["rows"].sum()))
    on_step(f"comparing {', '.join(files)}")
    known = known_matches(database, names)
    changed = changed_matches(database, log, known)
    if changed and not replace_matches:
        done.refused = refusal(database, changed, known)
        return done

    fresh = [no for no, name in enumerate(names) if name not in known or name in changed]
    work: list[tuple[Edition | None, list[int], list[Edition]]] = []
    for edition in asked:
        chosen = editions_of(log, edition)
        take = []
        for no, name in enumerate(names):
            ruled = known[name].ruled if name in known and name not in changed else {}
            if ruled.get(chosen[no].id) == chosen[no].fingerprint:
                continue
            if chosen[no].id in ruled and not replace_matches:
                done.stale.append((name, chosen[no].id))
                continue
            take.append(no)
        if take:
            work.append((edition, take, chosen))

    further = {no for _, take, _ in work for no in take}
    for no, name in enumerate(names):
        if name in changed:
            done.replaced.append(name)
        elif name not in known:
            done.new.append(name)
        else:
            (done.ruled_further if no in further else done.unchanged).append(name)
    if not work:
        return done

    replayed = []
    for edition, take, chosen in work:
        on_step(f"replaying {', '.join(files)} under {edition.id if edition else 'the edition of each match'}")
        part = part_log(log, take)
        replayed.append(Replayed(take, part, replay(part, edition), [chosen[no] for no in take]))

    on_step(f"storing {', '.join(files)}")
    with database.transaction():
        write_unit(database, log, fresh, known, replayed)
    if fresh:
        stored = log.events.filter(pl.col("match_no").is_in(fresh) & ~pl.col("is_copy"))
        done.strokes = int(stored["is_stroke"].sum())
        done.racks = stored.filter(pl.col("rack") > 0).select("match_no", "rack").n_unique()
    done.rulings = sum(part.rulings.height for part in replayed)
    done.editions = list(dict.fromkeys(edition.id for part in replayed for edition in part.editions))
    return done
