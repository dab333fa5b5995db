"""What a database holds already of a log: which of its matches, and whether with the same content."""

# ruff: noqa: S608 - names of this project's own tables are put into statements, never a value

from dataclasses import dataclass

import polars as pl

from tenball_stats.log import Log
from tenball_stats.store import load
from tenball_stats.store.database import Database


@dataclass(frozen=True)
class Known:
    """A match as it stands in force in the database."""

    match_key: int
    version: int
    source_keys: tuple[int, ...]
    ruled: dict[str, str]
    """Edition id to the fingerprint of the edition that ruled."""


def known_matches(database: Database, names: list[str]) -> dict[str, Known]:
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
    return {match: Known(key, version, tuple(sources), by_key.get(key, {})) for match, key, version, sources in found}


def changed_matches(database: Database, log: Log, known: dict[str, Known]) -> set[str]:
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
    return _differing(database, load.part_log(log, doubtful), known) if doubtful else set()


_COMPARED = {
    "strokes": load.STROKES,
    "lags": load.LAGS,
    "events": load.EVENTS,
}

_PLACE = ("source_key", "line", "out_of_order")
"""Where a row stood, which is no part of its content."""

_MATCH_FACTS = (
    "date", "event", "round", "venue", '"table"', "edition", "race_to", "break_format", "warnings_recorded", "source",
    "recorder",
)  # fmt: skip


def _differing(database: Database, log: Log, known: dict[str, Known]) -> set[str]:
    """Return which of the matches of a log, all of them stored, differ from what is stored, line numbers aside."""
    names = log.matches["match"].to_list()
    keys = [known[name].match_key for name in names]
    player_keys = dict(database.rows("SELECT player, player_key FROM players"))
    rosters = [[player_keys.get(player) for player in players] for players in log.matches["players"].to_list()]
    load.register_places(database.con, log, keys, rosters)
    load.register_log(database.con, log, dict.fromkeys(log.sources["file_no"].to_list(), 0))
    facts = ", ".join(_MATCH_FACTS)
    pairs = [
        (
            f"SELECT r.match_key, {facts}, r.player_keys FROM log_matches JOIN roster r USING (match_no)",
            f"SELECT match_key, {facts}, p.keys FROM matches SEMI JOIN roster USING (match_key) JOIN (SELECT "
            "match_key, list(player_key ORDER BY player_no) AS keys FROM match_players GROUP BY ALL) p "
            "USING (match_key)",
        )
    ]
    for table, select in _COMPARED.items():
        columns = [row[:2] for row in database.rows(f"DESCRIBE {table}") if row[0] not in _PLACE]
        here = ", ".join(f'"{name}"::{dtype} AS "{name}"' for name, dtype in columns)
        there = ", ".join(f'"{name}"' for name, _ in columns)
        pairs.append(
            (f"SELECT {here} FROM ({select})", f"SELECT {there} FROM {table} SEMI JOIN roster USING (match_key)")
        )
    found: set[int] = set()
    for here, there in pairs:
        for one, other in ((here, there), (there, here)):
            rows = database.rows(f"SELECT DISTINCT match_key FROM ({one} EXCEPT ALL {other})")
            found.update(row[0] for row in rows)
    load.unregister(database.con)
    return {name for name, key in zip(names, keys, strict=True) if key in found}


def refusal(database: Database, changed: set[str], known: dict[str, Known]) -> str:
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
