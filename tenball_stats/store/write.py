"""Writing matches and rulings into the tables, inside a transaction that the caller has opened.

Everything that changes what is stored comes through here: logs as they are read, amendments, rulings made anew, and a
rebuild that does all of it once more.
"""

# ruff: noqa: S608 - names of this project's own tables are put into statements, never a value

import itertools
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import polars as pl

from tenball_stats import __version__
from tenball_stats.log import Log
from tenball_stats.log.ahead import ahead
from tenball_stats.log.parts import Parts
from tenball_stats.store import load, originals
from tenball_stats.store.database import Database
from tenball_stats.store.editions import keys_for
from tenball_stats.store.journal import Entry
from tenball_stats.store.places import Places
from tenball_stats.store.replayed import Replayed

_TABLES = {
    "stroke_rows": load.STROKE_ROWS,
    "lags": load.LAGS,
    "events": load.EVENTS,
    "racks": load.RACKS,
}


@dataclass(frozen=True)
class Version:
    """A version of a match that is to be written."""

    match_key: int
    record: int
    """Which recorder's record of the match: 1, 2, 3 …"""
    version: int
    """Number within the record."""
    supersedes: int | None = None
    """The version that goes out of force for it."""
    amends: int | None = None
    """The version of which it is an amendment."""


def next_key(database: Database, table: str, key: str) -> int:
    """Return the first unused key of a table."""
    return int(database.value(f"SELECT coalesce(max({key}), 0) + 1 FROM {table}"))


def write_sources(
    database: Database,
    entry: Entry,
    log: Log | Parts,
    keys: Mapping[int, int],
    packed: Sequence[originals.Packed] = (),
) -> None:
    """Write the files of a log and their bytes, under the key of each `file_no`.

    `packed` is the file of a log in parts, where it was packed already.
    """
    raw = log.raw if isinstance(log, Log) else {}
    paths = [raw[sha256].file if sha256 in raw else None for sha256 in log.sources["sha256"].to_list()]
    rows = log.sources.select("file", "format", "sha256", "bytes", "rows").with_columns(
        path=pl.Series(paths, dtype=pl.String).fill_null(log.sources["file"]),
        source_key=pl.Series([keys[no] for no in log.sources["file_no"].to_list()], dtype=pl.Int32),
        ingested_at=pl.lit(entry.made_at),
        tool_version=pl.lit(__version__),
        read_with=pl.lit(json.dumps(dict(log.read_with), ensure_ascii=False)),
        entry=pl.lit(entry.number, pl.Int32),
    )
    database.con.register("new_sources", rows)
    load.insert(database.con, "sources", "SELECT * FROM new_sources")
    database.con.unregister("new_sources")
    if isinstance(log, Log):
        originals.keep(database, log.raw, log.sources["sha256"].to_list())
    elif packed:
        originals.keep_parts(database, log.sha256, packed)
    else:
        with ahead(originals.packed(log.bytes_in_parts(originals.PART))) as parts:
            originals.keep_parts(database, log.sha256, parts)


def write_aside(database: Database, aside: pl.DataFrame, source_keys: Mapping[int, int]) -> None:
    """Write what stood in unknown columns of the files of a log: `Log.aside`."""
    if not aside.height:
        return
    load.lend(database.con, "log_aside", load.with_source(aside, source_keys))
    load.insert(database.con, "aside", load.ASIDE)
    load.unregister(database.con)


def write_matches(
    database: Database,
    entry: Entry,
    log: Log,
    versions: Sequence[Version],
    source_keys: Mapping[int, int],
    laid: load.Laid | None = None,
) -> None:
    """Write the matches of a log: who played, what was written down, row by row.

    Args:
        database: open, in a transaction.
        entry: the entry of the journal that this belongs to.
        log: all its matches are written.
        versions: as what, in the order of `log.matches`.
        source_keys: the key of each `file_no`.
        laid: its rows, where they were laid out already.
    """
    con = database.con
    for version in versions:
        if version.supersedes is not None:
            con.execute(
                "UPDATE all_matches SET superseded_at = ? WHERE match_key = ?", [entry.made_at, version.supersedes]
            )
    player_keys = name_keys(database, entry, log.matches["players"].explode().unique(maintain_order=True).to_list())
    rosters = [[player_keys[player] for player in players] for players in log.matches["players"].to_list()]
    places = Places([version.match_key for version in versions], rosters)
    laid = laid or load.Laid.of(log)
    facts = load.FACTS.keys(database, laid.facts).gather(laid.strokes["fact_no"])
    laid = replace(laid, strokes=laid.strokes.with_columns(facts.alias("fact_key")))
    load.register_log(con, log, laid, source_keys, places)
    columns = ("match_key", "record", "version", "amends")
    frame = pl.DataFrame(
        {name: [getattr(version, name) for version in versions] for name in columns},
        schema=dict.fromkeys(columns, pl.Int32),
    )
    con.register("versions", frame)
    load.insert(
        con,
        "all_matches",
        'SELECT v.*, m.match, m.date, m.day, m.event, m.round, m.venue, m."table", m.edition, m.race_to, '
        "m.break_format, m.warnings_recorded, m.source, m.recorder, f.source_keys, "
        f"TIMESTAMP '{entry.made_at.isoformat(sep=' ')}' AS stored_at, {entry.number} AS entry "
        "FROM log_matches m JOIN roster r USING (match_no) JOIN versions v USING (match_key) JOIN "
        "(SELECT match_no, list_sort(list(DISTINCT source_key)) AS source_keys FROM log_files GROUP BY match_no) f "
        "USING (match_no) ORDER BY match_no",
    )
    load.insert(
        con,
        "match_players",
        "SELECT match_key, no AS player_no, player_keys[no + 1] AS player_key, race_to[no + 1] AS race_to "
        "FROM (SELECT r.match_key, r.player_keys, m.race_to, unnest(range(len(r.player_keys))) AS no "
        "FROM roster r JOIN log_matches m USING (match_no)) ORDER BY match_key, no",
    )
    for table, select in _TABLES.items():
        load.insert(con, table, select)
    con.unregister("versions")
    load.unregister(con)


def name_keys(database: Database, entry: Entry, names: Sequence[str]) -> dict[str, int]:
    """Return name -> key, for every name of the database and these; new ones are written."""
    keys = dict(database.rows("SELECT name, player_key FROM names"))
    unused: Iterator[int] = itertools.count(next_key(database, "names", "player_key"))
    new = {name: next(unused) for name in dict.fromkeys(names) if name not in keys}
    if new:
        frame = pl.DataFrame(
            {"player_key": list(new.values()), "name": list(new), "entry": [entry.number] * len(new)},
            schema={"player_key": pl.Int32, "name": pl.String, "entry": pl.Int32},
        )
        database.con.register("new_names", frame)
        load.insert(database.con, "names", "SELECT * FROM new_names")
        database.con.unregister("new_names")
    return keys | new


def write_rulings(
    database: Database,
    entry: Entry,
    part: Replayed,
    match_keys: Sequence[int],
    edition_keys: Sequence[int] | None = None,
) -> list[tuple[int, int]]:
    """Write the rulings of one replay, what becomes of each rack by them, and where the record differs from them.

    Rulings by an earlier form of the same edition go out of force and stay.

    Args:
        database: open, in a transaction.
        entry: the entry of the journal that this belongs to.
        part: what was replayed.
        match_keys: the key of each of its matches.
        edition_keys: under which key each is written, where that is settled already (a rebuild).

    Returns:
        Match and edition key of what was written.
    """
    con = database.con
    keys = list(edition_keys or keys_for(database, part.editions, match_keys))
    player_keys = dict(database.rows("SELECT name, player_key FROM names"))
    rosters = [[player_keys[player] for player in players] for players in part.log.matches["players"].to_list()]
    rulings = part.rulings.placed(Places(match_keys, rosters), keys)
    load.lend(con, "log_turns", rulings.turns())
    fresh = {"match_key": list(match_keys), "edition_key": keys}
    con.register("fresh", pl.DataFrame(fresh, schema={"match_key": pl.Int32, "edition_key": pl.Int16}))
    con.execute(
        "CREATE OR REPLACE TEMP TABLE earlier AS SELECT r.match_key, e.edition, r.edition_key, r.place "
        "FROM all_ruled r JOIN editions e USING (edition_key) SEMI JOIN fresh USING (match_key) "
        "WHERE r.superseded_at IS NULL"
    )
    rulings.write(database)
    load.insert(con, "all_rack_results", load.RACK_RESULTS)
    found = load.findings(part.findings, part.log.events, match_keys, keys)
    load.lend(con, "log_findings", found)
    load.insert(con, "all_findings", load.FINDINGS)
    con.execute(
        "UPDATE all_ruled SET superseded_at = ? FROM (SELECT x.match_key, x.edition_key FROM earlier x "
        "JOIN fresh f USING (match_key) JOIN editions e ON e.edition_key = f.edition_key AND e.edition = x.edition) o "
        "WHERE all_ruled.match_key = o.match_key AND all_ruled.edition_key = o.edition_key",
        [entry.made_at],
    )
    con.execute(
        "INSERT INTO all_ruled SELECT f.match_key, f.edition_key, coalesce(x.place, l.last + 1, 1), ?, ?, NULL, TRUE "
        "FROM fresh f JOIN editions e USING (edition_key) "
        "LEFT JOIN earlier x ON x.match_key = f.match_key AND x.edition = e.edition "
        "LEFT JOIN (SELECT match_key, max(place) AS last FROM earlier GROUP BY match_key) l "
        "ON l.match_key = f.match_key ORDER BY f.match_key",
        [entry.number, entry.made_at],
    )
    con.execute("DROP TABLE earlier")
    load.unregister(con)
    return list(zip(match_keys, keys, strict=True))
