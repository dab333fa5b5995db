"""Making a database again: the files that were kept, read once more, and every entry of the journal, done once more.

What cannot be had from them is taken over as it is: the journal itself, the files, the forms of editions, what was left
out, and whatever is older than the journal. Everything else is made anew, under the same keys and times, so that it can
be held against what is there row by row.
"""

# ruff: noqa: S608 - names of this project's own tables are put into statements, never a value

import json
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from tenball_stats.log import Log
from tenball_stats.log.again import read_again
from tenball_stats.log.sources import Source
from tenball_stats.store import journal
from tenball_stats.store.amend import amend_again
from tenball_stats.store.database import Database, StoreRefused
from tenball_stats.store.editions import stored_edition
from tenball_stats.store.journal import Entry
from tenball_stats.store.load import part_log
from tenball_stats.store.originals import original
from tenball_stats.store.players import write_merge, write_undo
from tenball_stats.store.reading import log_of
from tenball_stats.store.records import write_preference
from tenball_stats.store.replayed import Replayed
from tenball_stats.store.withdraw import write_restored, write_withdrawal
from tenball_stats.store.write import Version, write_aside, write_matches, write_rulings

TAKEN_OVER = ("journal", "sources", "originals", "original_parts", "editions", "edition_texts", "rejects")
"""Tables that are no result of anything else."""

_ABOUT_THE_FILE = ("meta", "migrations")
"""Tables that say what became of the file, and nothing of its content."""

IN_TWO = {"stroke_rows": "strokes", "facts": "strokes", "ruling_rows": "all_rulings", "verdicts": "all_rulings"}
"""Tables of which two make one (whole.sql): the keys between them are another database's own."""

_OF_A_MATCH = ("match_players", "stroke_rows", "lags", "events", "racks")


def rebuild(old: Database, new: Database, on_step: Callable[[str], None] = lambda _: None) -> None:
    """Make the content of a database again in another one.

    Args:
        old: the database, open.
        new: an empty one, open for writing.
        on_step: told in a few words what is being done.

    Raises:
        StoreRefused: a file that was kept is damaged, or no longer reads as it did; nothing is done to `old`.
    """
    with new.transaction():
        for table in TAKEN_OVER:
            _take_over(old, new, table)
    entries = journal.entries(old)
    for entry in entries:
        on_step(f"entry {entry.number} of {len(entries)}: {entry.action}")
        with new.transaction():
            _do(old, new, entry)


def compare(one: Database, other: Database) -> dict[str, list[str]]:
    """Return the tables of which two databases have different rows, with the matches concerned where there are.

    Rulings of which no findings were looked for in the first one, because they are older than that, may have some in
    the other: that is no difference.
    """
    older = one.frame("SELECT match_key, edition_key FROM all_ruled WHERE NOT audited")
    for database in (one, other):
        database.con.register("without_findings", older)
    try:
        return _differences(one, other)
    finally:
        for database in (one, other):
            database.con.unregister("without_findings")


def _differences(one: Database, other: Database) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for table in content_tables(one):
        if _sums(one, table) == _sums(other, table):
            continue
        names: list[str] = []
        if any(row[0] == "match_key" for row in one.rows(f"DESCRIBE {table}")):
            here, there = _by_match(one, table), _by_match(other, table)
            keys = sorted(key for key in here.keys() | there.keys() if here.get(key) != there.get(key))
            known = dict(one.rows("SELECT match_key, match FROM all_matches"))
            names = list(dict.fromkeys(known.get(key, f"(key {key})") for key in keys))
        found[table] = names
    return found


def content_tables(database: Database) -> list[str]:
    """Return the tables that hold content, in alphabetical order; what is kept in two is named as one."""
    rows = database.rows("SELECT table_name FROM duckdb_tables() WHERE NOT temporary")
    kept = {table for (table,) in rows} - {*_ABOUT_THE_FILE, *IN_TWO}
    return sorted(kept | set(IN_TWO.values()))


def _sums(database: Database, table: str) -> tuple[Any, ...]:
    """Return the number of rows of a table and a sum over them that does not depend on their order."""
    return database.rows(f"SELECT count(*), sum(hash(t)::HUGEINT), bit_xor(hash(t)) FROM {_bare(database, table)} t")[0]


def _by_match(database: Database, table: str) -> dict[int, tuple[Any, ...]]:
    rows = database.rows(
        f"SELECT match_key, count(*), sum(hash(t)::HUGEINT) FROM {_bare(database, table)} t GROUP BY match_key"
    )
    return {row[0]: row[1:] for row in rows}


def _bare(database: Database, table: str) -> str:
    """Return a table with its columns in the order of their names, whatever order migrations have left them in."""
    columns = sorted(row[0] for row in database.rows(f"DESCRIBE {table}"))
    rows = table
    if table == "all_findings":
        rows = f"{table} ANTI JOIN without_findings USING (match_key, edition_key)"
    elif table == "all_ruled":
        looked = "audited AND (match_key, edition_key) NOT IN (FROM without_findings)"
        rows = f"(SELECT * REPLACE ({looked} AS audited) FROM {table})"
    return "(SELECT " + ", ".join(f'"{name}"' for name in columns) + f" FROM {rows})"


# Entries --------------------------------------------------------------------------------------------------------------


def _do(old: Database, new: Database, entry: Entry) -> None:
    said = entry.details
    match entry.action:
        case "inherit":
            _inherit(old, new, entry)
        case "ingest":
            _ingest(new, entry)
        case "amend":
            amend_again(new, entry)
        case "prefer":
            write_preference(new, entry, said["match"], said["record"])
        case "withdraw":
            write_withdrawal(new, entry, said["keys"])
        case "restore":
            write_restored(new, entry, said["versions"])
        case "merge" | "alias":
            write_merge(new, entry, said["shown"], said["other"])
        case "undo":
            write_undo(new, entry, said["merge"])
        case "rule" | "rerule" | "reject":
            pass
        case _:
            raise StoreRefused(
                f"{old.path}: the journal has an entry {entry.action!r}, which this version does not know"
            )
    for ruled in said.get("rulings", ()):
        _rule(new, entry, dict(ruled))


def _ingest(new: Database, entry: Entry) -> None:
    said = entry.details
    log, source_keys = _read(new, said["sources"])
    write_aside(new, log.aside, source_keys)
    places = {name: place for place, name in enumerate(log.matches["match"].to_list())}
    lost = [name for name, *_ in said["matches"] if name not in places]
    if lost:
        reasons = "; ".join(map(str, log.rejected)) or "it is not in the file any more"
        raise StoreRefused(f"match {lost[0]!r} no longer reads as it did ({reasons})")
    part = part_log(log, [places[name] for name, *_ in said["matches"]])
    versions = {name: Version(*row) for name, *row in said["matches"]}
    write_matches(new, entry, part, [versions[name] for name in part.matches["match"].to_list()], source_keys)


def _read(database: Database, keys: Iterable[int]) -> tuple[Log, dict[int, int]]:
    """Read files that were kept; return them as a log and the key of each `file_no` that is among those asked for."""
    sources: dict[str, Source] = {}
    asked: dict[tuple[str, str], int] = {}
    told: Mapping[str, Any] = {}
    for key in keys:
        file, path, form, sha256, said = database.rows(
            "SELECT file, path, format, sha256, read_with FROM sources WHERE source_key = ?", [key]
        )[0]
        data = original(database, sha256)
        if data is None:
            raise StoreRefused(f"the file {file} was not kept")
        sources[sha256] = Source(path, form, data, sha256)
        asked[file, sha256] = key
        told = json.loads(said)
    log = read_again(list(sources.values()), told)
    rows = log.sources.select("file_no", "file", "sha256").rows()
    return log, {no: asked[file, sha256] for no, file, sha256 in rows if (file, sha256) in asked}


def _rule(new: Database, entry: Entry, ruled: Mapping[int, int]) -> None:
    """Rule matches by the forms of editions by which they were: match key -> edition key."""
    by_edition: dict[int, list[int]] = {}
    for match_key, edition_key in ruled.items():
        by_edition.setdefault(edition_key, []).append(match_key)
    for edition_key, match_keys in by_edition.items():
        edition = stored_edition(new, edition_key)
        log = log_of(new, match_keys)[0]
        part = Replayed.of(log, [edition] * len(match_keys))
        write_rulings(new, entry, part, sorted(match_keys), [edition_key] * len(match_keys))


def _inherit(old: Database, new: Database, entry: Entry) -> None:
    """Take over what is older than the journal, as it stood before its first entry of another kind."""
    then = f"CASE WHEN superseded_at <= TIMESTAMP '{entry.made_at.isoformat(sep=' ')}' THEN superseded_at END"
    mine = f"entry = {entry.number}"
    _take_over(old, new, "names", f"SELECT * FROM names WHERE {mine}")
    _take_over(
        old,
        new,
        "aside",
        f"SELECT * FROM aside SEMI JOIN (SELECT source_key FROM sources WHERE {mine}) USING (source_key)",
    )
    for table in ("all_matches", "all_ruled"):
        _take_over(old, new, table, f"SELECT * REPLACE ({then} AS superseded_at) FROM {table} WHERE {mine}")
    for table in _OF_A_MATCH:
        keys = f"(SELECT match_key FROM all_matches WHERE {mine})"
        _take_over(old, new, table, f"SELECT * FROM {table} SEMI JOIN {keys} USING (match_key)")
    keys = f"(SELECT match_key FROM all_matches WHERE {mine})"
    used = f"(SELECT fact_key FROM stroke_rows SEMI JOIN {keys} USING (match_key))"
    _take_over(old, new, "facts", f"SELECT * FROM facts SEMI JOIN {used} USING (fact_key)")
    keys = f"(SELECT match_key, edition_key FROM all_ruled WHERE {mine})"
    for table in ("ruling_rows", "all_rack_results", "all_findings"):
        _take_over(old, new, table, f"SELECT * FROM {table} SEMI JOIN {keys} USING (match_key, edition_key)")
    used = f"(SELECT verdict_key FROM ruling_rows SEMI JOIN {keys} USING (match_key, edition_key))"
    _take_over(old, new, "verdicts", f"SELECT * FROM verdicts SEMI JOIN {used} USING (verdict_key)")


def _take_over(old: Database, new: Database, table: str, select: str = "") -> None:
    new.con.register("taken_over", old.con.sql(select or f"SELECT * FROM {table}").to_arrow_table())
    new.con.execute(f"INSERT INTO {table} BY NAME SELECT * FROM taken_over")
    new.con.unregister("taken_over")
