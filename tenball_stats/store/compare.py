"""What a database holds already of a log: which of its matches, in whose record, and whether with the same content."""

# ruff: noqa: S608 - names of this project's own tables are put into statements, never a value

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import polars as pl

from tenball_stats.log import Log
from tenball_stats.store import load
from tenball_stats.store.database import Database
from tenball_stats.store.places import Places


@dataclass(frozen=True)
class Known:
    """The newest version of one recorder's record of a match."""

    match: str
    match_key: int
    record: int
    version: int
    recorder: str | None
    counts: bool
    """It is the record that statistics use."""
    base_key: int
    """The version as it was read from files: this one, or the one that amendments have changed since."""
    source_keys: tuple[int, ...]
    ruled: Mapping[str, str]
    """Edition id to the fingerprint of the edition that ruled."""
    withdrawn: bool = False
    """It was taken out, and is not in force."""

    @property
    def amended(self) -> bool:
        """It was amended since it was read."""
        return self.base_key != self.match_key


def known_matches(database: Database, names: Sequence[str]) -> dict[str, list[Known]]:
    """Return the records that there are of these matches, by match."""
    con = database.con
    con.register("asked", pl.DataFrame({"match": list(names)}, schema={"match": pl.String}))
    if not database.value("SELECT count(*) FROM all_matches SEMI JOIN asked USING (match)"):
        con.unregister("asked")
        return {}
    found = database.rows(
        "SELECT m.match, m.match_key, m.record, m.version, m.recorder, c.match_key IS NOT NULL, m.source_keys, "
        "m.superseded_at IS NOT NULL "
        "FROM all_matches m SEMI JOIN asked USING (match) LEFT JOIN matches c USING (match_key) "
        "QUALIFY m.version = max(m.version) OVER (PARTITION BY m.match, m.record) ORDER BY m.match, m.record"
    )
    ruled = database.rows(
        "SELECT match_key, edition, fingerprint FROM ruled SEMI JOIN "
        "(SELECT match_key FROM all_matches SEMI JOIN asked USING (match)) USING (match_key)"
    )
    amends = dict(database.rows("SELECT match_key, amends FROM all_matches WHERE amends IS NOT NULL"))
    con.unregister("asked")
    by_key: dict[int, dict[str, str]] = {}
    for key, edition, fingerprint in ruled:
        by_key.setdefault(key, {})[edition] = fingerprint
    known: dict[str, list[Known]] = {}
    for match, key, record, version, recorder, counts, sources, gone in found:
        base = key
        while base in amends:
            base = amends[base]
        one = Known(match, key, record, version, recorder, counts, base, tuple(sources), by_key.get(key, {}), gone)
        known.setdefault(match, []).append(one)
    return known


def counterpart(records: Sequence[Known], recorder: str | None) -> Known:
    """Return the record to hold a log of this recorder against: the recorder's own, else the one that counts."""
    for known in records:
        if recorder is not None and known.recorder == recorder:
            return known
    return next((known for known in records if known.counts), records[0])


def changed_matches(database: Database, log: Log, known: Mapping[str, Known]) -> set[str]:
    """Return the matches whose content in the log is not that of their counterpart as it was read."""
    if not known:
        return set()
    read = {
        key: (sha256, json.loads(said or "{}"))
        for key, sha256, said in database.rows("SELECT source_key, sha256, read_with FROM sources")
    }
    said = dict(log.read_with)
    hash_of = dict(log.sources.select("file_no", "sha256").rows())
    here: dict[int, set[str]] = {}
    for match_no, file_no in log.events.select("match_no", "file_no").unique().rows():
        here.setdefault(match_no, set()).add(hash_of[file_no])
    doubtful = []
    for no, name in enumerate(log.matches["match"].to_list()):
        if name in known:
            there = [read[key] for key in known[name].source_keys]
            # The same bytes, read in the same way, say the same.
            if here.get(no) != {sha256 for sha256, _ in there} or any(one != said for _, one in there):
                doubtful.append(no)
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


def _differing(database: Database, log: Log, known: Mapping[str, Known]) -> set[str]:
    """Return which of the matches of a log, all of them stored, differ from what is stored, line numbers aside."""
    names = log.matches["match"].to_list()
    keys = [known[name].base_key for name in names]
    player_keys = dict(database.rows("SELECT name, player_key FROM names"))
    rosters = [[player_keys.get(player) for player in players] for players in log.matches["players"].to_list()]
    nowhere = dict.fromkeys(log.sources["file_no"].to_list(), 0)
    load.register_log(database.con, log, load.Laid.of(log), nowhere, Places(keys, rosters))
    facts = ", ".join(_MATCH_FACTS)
    pairs = [
        (
            f"SELECT r.match_key, {facts}, r.player_keys FROM log_matches JOIN roster r USING (match_no)",
            f"SELECT match_key, {facts}, p.keys FROM all_matches SEMI JOIN roster USING (match_key) JOIN (SELECT "
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


def refusal(database: Database, changed: Mapping[str, Known], recorders: Mapping[str, str | None]) -> str:
    """Word why a file is refused that has other content for stored matches.

    Args:
        database: open.
        changed: those matches, as they are stored.
        recorders: their recorders in the file.
    """
    said = []
    for name in sorted(changed)[:3]:
        rows = database.rows(
            "SELECT file, strftime(ingested_at, '%Y-%m-%d %H:%M') FROM sources WHERE source_key IN "
            "(SELECT unnest(source_keys) FROM all_matches WHERE match_key = ?) ORDER BY source_key",
            [changed[name].match_key],
        )
        origin = ", ".join(f"{file} ({when} UTC)" for file, when in rows)
        said.append(f"match {name!r} is stored with other content, from {origin}")
    if len(changed) > len(said):
        said.append(f"and {len(changed) - len(said)} more matches likewise")
    said.append("--replace puts this version in its place and keeps the stored one out of force")
    if any(recorders[name] not in {None, known.recorder} for name, known in changed.items()):
        said.append("--beside keeps it as another recorder's record of the match")
    return "; ".join(said)
