"""Writing one unit of a log into the tables, inside a transaction that the caller has opened."""

# ruff: noqa: S608 - names of this project's own tables are put into statements, never a value

import datetime as dt
import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import polars as pl

from tenball_stats import __version__
from tenball_stats.log import Log
from tenball_stats.rules import Edition
from tenball_stats.store import load
from tenball_stats.store.compare import Known
from tenball_stats.store.database import Database, utc_now

_TABLES = {
    "strokes": load.STROKES,
    "lags": load.LAGS,
    "events": load.EVENTS,
    "racks": load.RACKS,
    "aside": load.ASIDE,
}


@dataclass(frozen=True)
class Replayed:
    """Some matches of a unit, ruled under one edition each."""

    match_nos: Sequence[int]
    """Their numbers in the log of the unit."""
    log: Log
    """They alone."""
    rulings: pl.DataFrame
    editions: Sequence[Edition]
    """The edition of each match."""


def write_unit(
    database: Database, log: Log, fresh: Sequence[int], known: Mapping[str, Known], replayed: Sequence[Replayed]
) -> None:
    """Write the matches of a unit that are to be stored, and the rulings.

    Args:
        database: open, in a transaction.
        log: the unit.
        fresh: numbers of the matches to store; one that is known goes out of force in favour of this one.
        known: the matches in force, by their id.
        replayed: rulings of these and of known matches.
    """
    now = utc_now()
    names = log.matches["match"].to_list()
    edition_keys = _edition_keys(database, replayed)
    player_keys = _player_keys(database, log)
    rosters = [[player_keys[player] for player in players] for players in log.matches["players"].to_list()]
    unused = _unused(database, "matches", "match_key")
    stored = set(fresh)
    keys = [next(unused) if no in stored else known[name].match_key for no, name in enumerate(names)]
    if fresh:
        source_keys = _write_sources(database, log.sources, now)
        new = load.part_log(log, fresh)
        old = [known.get(names[no]) for no in fresh]
        for before in old:
            if before is not None:
                database.con.execute(
                    "UPDATE matches SET superseded_at = ? WHERE match_key = ?", [now, before.match_key]
                )
        load.register_places(database.con, new, [keys[no] for no in fresh], [rosters[no] for no in fresh])
        load.register_log(database.con, new, source_keys)
        _write_matches(database, new, [before.version + 1 if before else 1 for before in old], now)
        for table, select in _TABLES.items():
            load.insert(database.con, table, select)
        load.unregister(database.con)
    for part in replayed:
        places = part.match_nos
        _write_rulings(database, part, [keys[no] for no in places], [rosters[no] for no in places], edition_keys, now)


def _unused(database: Database, table: str, key: str) -> Iterator[int]:
    """Return the unused keys of a table, counting up."""
    return itertools.count(database.value(f"SELECT coalesce(max({key}), 0) + 1 FROM {table}"))


def _edition_keys(database: Database, replayed: Sequence[Replayed]) -> dict[str, int]:
    """Return edition id -> key, for every edition of the database and of these rulings."""
    keys = dict(database.rows("SELECT edition, edition_key FROM editions"))
    unused = _unused(database, "editions", "edition_key")
    for edition in {edition.id: edition for part in replayed for edition in part.editions}.values():
        if edition.id not in keys:
            keys[edition.id] = next(unused)
            database.con.execute("INSERT INTO editions VALUES (?, ?, ?)", [keys[edition.id], edition.id, edition.name])
    return keys


def _player_keys(database: Database, log: Log) -> dict[str, int]:
    """Return player -> key, for every player of the database and of a log; new ones are written."""
    keys = dict(database.rows("SELECT player, player_key FROM players"))
    unused = _unused(database, "players", "player_key")
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


def _write_sources(database: Database, sources: pl.DataFrame, now: dt.datetime) -> dict[int, int]:
    """Write the files of a unit; return file_no -> source_key."""
    keys = dict(zip(sources["file_no"].to_list(), _unused(database, "sources", "source_key"), strict=False))
    rows = sources.select("file", "format", "sha256", "bytes", "rows").with_columns(
        source_key=pl.Series(list(keys.values()), dtype=pl.Int32),
        ingested_at=pl.lit(now),
        tool_version=pl.lit(__version__),
    )
    database.con.register("new_sources", rows)
    load.insert(database.con, "sources", "SELECT * FROM new_sources")
    database.con.unregister("new_sources")
    return keys


def _write_matches(database: Database, log: Log, versions: Sequence[int], now: dt.datetime) -> None:
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
    part: Replayed,
    match_keys: Sequence[int],
    rosters: Sequence[Sequence[int]],
    edition_keys: dict[str, int],
    now: dt.datetime,
) -> None:
    """Write the rulings of one replay, and what becomes of each rack by them."""
    con = database.con
    load.register_places(con, part.log, match_keys, rosters)
    con.register("log_rulings", load.rulings(part.rulings, part.log.events))
    con.register(
        "edition_of", pl.DataFrame({"edition": list(edition_keys), "edition_key": list(edition_keys.values())})
    )
    fresh = pl.DataFrame(
        {
            "match_key": list(match_keys),
            "edition_key": [edition_keys[edition.id] for edition in part.editions],
            "fingerprint": [edition.fingerprint for edition in part.editions],
        },
        schema={"match_key": pl.Int32, "edition_key": pl.Int16, "fingerprint": pl.String},
    )
    con.register("fresh", fresh)
    if database.value("SELECT count(*) FROM ruled SEMI JOIN fresh USING (match_key, edition_key)"):
        for table in ("rulings", "rack_results", "ruled"):
            con.execute(
                f"DELETE FROM {table} WHERE (match_key, edition_key) IN (SELECT (match_key, edition_key) FROM fresh)"
            )
    load.insert(con, "rulings", load.RULINGS)
    load.insert(con, "rack_results", load.RACK_RESULTS)
    con.execute("INSERT INTO ruled SELECT match_key, edition_key, fingerprint, ?, ? FROM fresh", [__version__, now])
    con.execute(
        "UPDATE matches SET ruled_by = fresh.edition_key FROM fresh JOIN editions USING (edition_key) "
        "WHERE matches.match_key = fresh.match_key "
        "AND (matches.ruled_by IS NULL OR editions.edition = matches.edition)"
    )
    load.unregister(con)
