"""Storing a log: which of its matches are new, known or different, and each file in whole or not at all.

Files that share a match are one unit and one transaction. A match is known by its id. Where it is stored already, its
content decides: the same content is left as it is, or gets the rulings of the editions that it lacks; a different one
is refused, or replaces the stored version, which stays in the database out of force.
"""

import itertools
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import polars as pl

from tenball_stats import __version__
from tenball_stats.log import Log
from tenball_stats.replay import editions_of, replay
from tenball_stats.rules import Edition
from tenball_stats.store import load
from tenball_stats.store.database import Database, utc_now


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


@dataclass(frozen=True)
class _Known:
    """A match as it stands in the database."""

    match_key: int
    version: int
    source_keys: tuple[int, ...]
    ruled: dict[str, str]
    """Edition id to the fingerprint of the edition that ruled."""


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
        StoreRefused: the database could not be written; what was stored before, by earlier files too, stays.
    """
    asked: Sequence[Edition | None] = editions or (None,)
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
        replace(part_log(log, sorted(matches[part])), sources=log.sources.filter(pl.col("file_no").is_in(files)))
        for part, files in sorted(parts.items())
    ]


def part_log(log: Log, match_nos: Sequence[int]) -> Log:
    """Return a log of some of its matches alone, ascending; they are numbered anew, rows keep their order."""
    if len(match_nos) == log.matches.height:
        return log
    chosen = pl.DataFrame(
        {"old": match_nos, "match_no": range(len(match_nos))}, schema=dict.fromkeys(("old", "match_no"), pl.UInt32)
    )
    matches = log.matches[list(match_nos)].with_columns(chosen["match_no"])
    events = (
        log.events.rename({"match_no": "old"})
        .join(chosen, on="old", how="inner", maintain_order="left")
        .select(log.events.columns)
    )
    return replace(log, matches=matches, events=events)


def _store(
    database: Database, log: Log, asked: Sequence[Edition | None], replace_matches: bool, on_step: Step
) -> Stored:
    """Store one unit: see `ingest`."""
    files = log.sources["file"].to_list()
    done = Stored(files=files, rows=int(log.sources["rows"].sum()))
    known = _known(database, log.matches["match"].to_list())
    on_step(f"comparing {', '.join(files)}")
    changed = _changed(database, log, known)
    if changed and not replace_matches:
        done.refused = _refusal(database, changed, known)
        return done

    names = log.matches["match"].to_list()
    fresh = {no for no, name in enumerate(names) if name not in known or name in changed}
    work: list[tuple[Edition | None, list[int], list[Edition]]] = []
    for edition in asked:
        chosen = editions_of(log, edition)
        take = []
        for no, name in enumerate(names):
            ruled = {} if no in fresh else known[name].ruled
            if ruled.get(chosen[no].id) == chosen[no].fingerprint:
                continue
            if chosen[no].id in ruled and not replace_matches:
                done.stale.append((name, chosen[no].id))
                continue
            take.append(no)
        if take:
            work.append((edition, take, chosen))

    for no, name in enumerate(names):
        if no in fresh:
            (done.replaced if name in known else done.new).append(name)
        elif any(no in take for _, take, _ in work):
            done.ruled_further.append(name)
        else:
            done.unchanged.append(name)
    if not work and not fresh:
        return done

    parts = []
    for edition, take, chosen in work:
        on_step(f"replaying {', '.join(files)} under {edition.id if edition else 'the edition of each match'}")
        part = part_log(log, take)
        parts.append((part, replay(part, edition), [chosen[no] for no in take]))

    on_step(f"storing {', '.join(files)}")
    with database.transaction():
        _write(database, log, fresh, known, changed, parts, done)
    return done


# What is stored already ------------------------------------------------------------------------------------------------


def _known(database: Database, names: list[str]) -> dict[str, _Known]:
    """Return the matches of these ids that are in force in the database."""
    con = database.con
    con.register("asked", pl.DataFrame({"match": names}, schema={"match": pl.String}))
    found = database.rows(
        "SELECT match, match_key, version, source_keys FROM matches SEMI JOIN asked USING (match) "
        "WHERE superseded_at IS NULL"
    )
    ruled = database.rows(
        "SELECT match_key, e.edition, fingerprint FROM ruled JOIN editions e USING (edition_key) "
        "SEMI JOIN (SELECT match_key FROM matches SEMI JOIN asked USING (match)) USING (match_key)"
    )
    con.unregister("asked")
    by_key: dict[int, dict[str, str]] = {}
    for key, edition, fingerprint in ruled:
        by_key.setdefault(key, {})[edition] = fingerprint
    return {match: _Known(key, version, tuple(sources), by_key.get(key, {})) for match, key, version, sources in found}


def _changed(database: Database, log: Log, known: dict[str, _Known]) -> set[str]:
    """Return the matches that are stored with another content than the log gives them."""
    if not known:
        return set()
    hashes = dict(database.rows("SELECT source_key, sha256 FROM sources"))
    hash_of = dict(log.sources.select("file_no", "sha256").rows())
    here: dict[int, set[str]] = {}
    for match_no, file_no in log.events.select("match_no", "file_no").unique().rows():
        here.setdefault(match_no, set()).add(hash_of[file_no])
    doubtful = [
        no
        for no, name in enumerate(log.matches["match"].to_list())
        if name in known and here.get(no) != {hashes[key] for key in known[name].source_keys}
    ]
    return _differing(database, part_log(log, doubtful), known) if doubtful else set()


_COMPARED = {
    "strokes": load.STROKES,
    "lags": load.LAGS,
    "events": load.EVENTS,
}

_MATCH_FACTS = (
    "date", "event", "round", "venue", '"table"', "edition", "race_to", "break_format", "warnings_recorded", "source",
    "recorder",
)  # fmt: skip


def _differing(database: Database, log: Log, known: dict[str, _Known]) -> set[str]:
    """Return which of the matches of a log, all of them stored, differ from what is stored, line numbers aside."""
    con = database.con
    names = log.matches["match"].to_list()
    keys = [known[name].match_key for name in names]
    player_keys = dict(database.rows("SELECT player, player_key FROM players"))
    rosters = [[player_keys.get(player) for player in players] for players in log.matches["players"].to_list()]
    _register(database, log, keys, rosters, dict.fromkeys(log.sources["file_no"].to_list(), 0))
    statements = [
        f"SELECT r.match_key, {', '.join(_MATCH_FACTS)}, r.player_keys FROM log_matches JOIN roster r USING (match_no)",
        f"SELECT match_key, {', '.join(_MATCH_FACTS)}, p.keys FROM matches JOIN (SELECT match_key, "
        "list(player_key ORDER BY player_no) AS keys FROM match_players GROUP BY match_key) p USING (match_key) "
        "SEMI JOIN roster USING (match_key)",
    ]
    found: set[int] = set()
    pairs = [(statements[0], statements[1])]
    for table, select in _COMPARED.items():
        stored = f"SELECT * FROM {table} SEMI JOIN roster USING (match_key)"
        columns = [row[0] for row in database.rows(f"DESCRIBE {select}")]
        facts = ", ".join(f'"{name}"' for name in columns if name not in ("source_key", "line", "out_of_order"))
        types = {row[0]: row[1] for row in database.rows(f"DESCRIBE {table}")}
        cast = ", ".join(
            f'"{name}"::{types[name]} AS "{name}"'
            for name in columns
            if name not in ("source_key", "line", "out_of_order")
        )
        pairs.append((f"SELECT {cast} FROM ({select})", f"SELECT {facts} FROM ({stored})"))
    for here, there in pairs:
        for one, other in ((here, there), (there, here)):
            rows = database.rows(f"SELECT DISTINCT match_key FROM ({one} EXCEPT ALL {other})")  # noqa: S608
            found.update(row[0] for row in rows)
    _unregister(database)
    return {name for name, key in zip(names, keys, strict=True) if key in found}


def _refusal(database: Database, changed: set[str], known: dict[str, _Known]) -> str:
    """Word why a file is refused that has other content for stored matches."""
    said = []
    for name in sorted(changed)[:3]:
        rows = database.rows(
            "SELECT file, strftime(ingested_at, '%Y-%m-%d %H:%M') FROM sources WHERE source_key IN "
            "(SELECT unnest(source_keys) FROM matches WHERE match_key = ?) ORDER BY source_key",
            [known[name].match_key],
        )
        origin = ", ".join(f"{file} ({when} UTC)" for file, when in rows)
        said.append(f"match {name!r} is stored with other content, from {origin}")
    if len(changed) > len(said):
        said.append(f"and {len(changed) - len(said)} more matches likewise")
    return "; ".join(said) + "; --replace puts this version in its place and keeps the stored one out of force"


# Writing -----------------------------------------------------------------------------------------------------------------

_FRAMES = ("log_matches", "log_events", "log_racks", "source_of", "roster", "log_rulings", "edition_of", "fresh")


def _register(
    database: Database,
    log: Log,
    match_keys: Sequence[int],
    rosters: Sequence[Sequence[int | None]],
    source_keys: dict[int, int],
) -> pl.DataFrame:
    """Register a log and where its matches, players and files stand in the database; return its numbered events."""
    con = database.con
    roster = pl.DataFrame(
        {
            "match_no": log.matches["match_no"],
            "match_key": list(match_keys),
            "player_keys": [list(keys) for keys in rosters],
        },
        schema=load.ROSTER,
    )
    con.register("log_matches", log.matches)
    con.register("roster", roster)
    source_of = pl.DataFrame(
        {"file_no": list(source_keys), "source_key": list(source_keys.values())},
        schema={"file_no": pl.UInt16, "source_key": pl.Int32},
    )
    return load.register_log(con, log, source_of)


def _unregister(database: Database) -> None:
    for name in _FRAMES:
        database.con.unregister(name)


def _write(
    database: Database,
    log: Log,
    fresh: set[int],
    known: dict[str, _Known],
    changed: set[str],
    parts: Sequence[tuple[Log, pl.DataFrame, Sequence[Edition]]],
    done: Stored,
) -> None:
    """Write one unit, inside a transaction."""
    con = database.con
    now = utc_now()
    names = log.matches["match"].to_list()
    edition_keys = _edition_keys(database, parts)
    player_keys = _player_keys(database, log)
    rosters = [[player_keys[player] for player in players] for players in log.matches["players"].to_list()]
    match_keys = dict(
        zip(
            (name for no, name in enumerate(names) if no in fresh),
            _next(database, "matches", "match_key"),
            strict=False,
        )
    )
    keys = [match_keys.get(name) or known[name].match_key for name in names]

    if fresh:
        for name in sorted(changed):
            con.execute("UPDATE matches SET superseded_at = ? WHERE match_key = ?", [now, known[name].match_key])
        part = part_log(log, sorted(fresh))
        source_keys = _write_sources(database, log.sources, now)
        part_keys = [keys[no] for no in sorted(fresh)]
        part_rosters = [rosters[no] for no in sorted(fresh)]
        versions = [known[name].version + 1 if name in known else 1 for name in part.matches["match"].to_list()]
        _register(database, part, part_keys, part_rosters, source_keys)
        _write_matches(database, part, versions, now)
        for table, select in (
            ("strokes", load.STROKES),
            ("lags", load.LAGS),
            ("events", load.EVENTS),
            ("racks", load.RACKS),
        ):
            load.insert(con, table, select)
        done.strokes = int(part.events["is_stroke"].sum())
        done.racks = part.events.filter(pl.col("rack") > 0).select("match_no", "rack").n_unique()
        _unregister(database)

    for part, frame, chosen in parts:
        part_names = part.matches["match"].to_list()
        places = [names.index(name) for name in part_names] if len(part_names) != len(names) else range(len(names))
        part_keys = [keys[no] for no in places]
        _write_rulings(database, part, frame, chosen, part_keys, [rosters[no] for no in places], edition_keys, now)
        done.rulings += frame.height
        done.editions += [
            edition for edition in dict.fromkeys(one.id for one in chosen) if edition not in done.editions
        ]


def _next(database: Database, table: str, key: str) -> Any:
    """Return the unused keys of a table, counting up."""
    return itertools.count(database.value(f"SELECT coalesce(max({key}), 0) + 1 FROM {table}"))  # noqa: S608


def _edition_keys(database: Database, parts: Sequence[tuple[Log, pl.DataFrame, Sequence[Edition]]]) -> dict[str, int]:
    """Return edition id -> key, for every edition of the database and of these rulings."""
    keys = dict(database.rows("SELECT edition, edition_key FROM editions"))
    unused = _next(database, "editions", "edition_key")
    for edition in {one.id: one for _, _, chosen in parts for one in chosen}.values():
        if edition.id not in keys:
            keys[edition.id] = next(unused)
            database.con.execute("INSERT INTO editions VALUES (?, ?, ?)", [keys[edition.id], edition.id, edition.name])
    return keys


def _player_keys(database: Database, log: Log) -> dict[str, int]:
    """Return player -> key, for every player of the database and of a log; new ones are written."""
    keys = dict(database.rows("SELECT player, player_key FROM players"))
    unused = _next(database, "players", "player_key")
    new = {
        player: next(unused)
        for player in log.matches["players"].explode().unique(maintain_order=True)
        if player not in keys
    }
    if new:
        frame = pl.DataFrame(
            {"player_key": list(new.values()), "player": list(new)},
            schema={"player_key": pl.Int32, "player": pl.String},
        )
        database.con.register("new_players", frame)
        load.insert(database.con, "players", "SELECT * FROM new_players")
        database.con.unregister("new_players")
    return keys | new


def _write_sources(database: Database, sources: pl.DataFrame, now: Any) -> dict[int, int]:
    """Write the files of a unit; return file_no -> source_key."""
    keys = dict(zip(sources["file_no"].to_list(), _next(database, "sources", "source_key"), strict=False))
    rows = sources.select("file", "format", "sha256", "bytes", "rows").with_columns(
        source_key=pl.Series(list(keys.values()), dtype=pl.Int32),
        ingested_at=pl.lit(now),
        tool_version=pl.lit(__version__),
    )
    database.con.register("new_sources", rows)
    load.insert(database.con, "sources", "SELECT * FROM new_sources")
    database.con.unregister("new_sources")
    return keys


def _write_matches(database: Database, log: Log, versions: Sequence[int], now: Any) -> None:
    """Write the matches of the registered log and who played in them."""
    con = database.con
    con.register("versions", pl.DataFrame({"match_no": log.matches["match_no"], "version": list(versions)}))
    load.insert(
        con,
        "matches",
        'SELECT r.match_key, m.match, v.version, m.date, m.day, m.event, m.round, m.venue, m."table", m.edition, '
        "m.race_to, m.break_format, m.warnings_recorded, m.source, m.recorder, f.source_keys, "
        f"TIMESTAMP '{now.isoformat(sep=' ')}' AS stored_at "
        "FROM log_matches m JOIN roster r USING (match_no) JOIN versions v USING (match_no) JOIN "
        "(SELECT match_no, list(DISTINCT source_key) AS source_keys FROM log_events JOIN source_of USING (file_no) "
        "GROUP BY match_no) f USING (match_no) ORDER BY match_no",
    )
    load.insert(
        con,
        "match_players",
        "SELECT match_key, no AS player_no, player_keys[no + 1] AS player_key, race_to[no + 1] AS race_to "
        "FROM (SELECT r.match_key, r.player_keys, m.race_to, unnest(range(len(r.player_keys))) AS no "
        "FROM roster r JOIN log_matches m USING (match_no)) ORDER BY match_key, no",
    )
    con.unregister("versions")


def _write_rulings(
    database: Database,
    log: Log,
    frame: pl.DataFrame,
    chosen: Sequence[Edition],
    match_keys: Sequence[int],
    rosters: Sequence[Sequence[int]],
    edition_keys: dict[str, int],
    now: Any,
) -> None:
    """Write the rulings of one replay, and what becomes of each rack by them."""
    con = database.con
    events = _register(database, log, match_keys, rosters, dict.fromkeys(log.sources["file_no"].to_list(), 0))
    con.register("log_rulings", load.rulings(frame, events))
    con.register(
        "edition_of", pl.DataFrame({"edition": list(edition_keys), "edition_key": list(edition_keys.values())})
    )
    fresh = pl.DataFrame(
        {
            "match_key": list(match_keys),
            "edition_key": [edition_keys[edition.id] for edition in chosen],
            "fingerprint": [edition.fingerprint for edition in chosen],
        },
        schema={"match_key": pl.Int32, "edition_key": pl.Int16, "fingerprint": pl.String},
    )
    con.register("fresh", fresh)
    if database.value("SELECT count(*) FROM ruled SEMI JOIN fresh USING (match_key, edition_key)"):
        for table in ("rulings", "rack_results", "ruled"):
            con.execute(
                f"DELETE FROM {table} WHERE (match_key, edition_key) IN (SELECT (match_key, edition_key) FROM fresh)"
            )  # noqa: S608
    load.insert(con, "rulings", load.RULINGS)
    load.insert(con, "rack_results", load.RACK_RESULTS)
    con.execute("INSERT INTO ruled SELECT match_key, edition_key, fingerprint, ?, ? FROM fresh", [__version__, now])
    con.execute(
        "UPDATE matches SET ruled_by = fresh.edition_key FROM fresh JOIN editions USING (edition_key) "
        "WHERE matches.match_key = fresh.match_key "
        "AND (matches.ruled_by IS NULL OR editions.edition = matches.edition)"
    )
    _unregister(database)
