"""What a database holds, in numbers."""

from pathlib import Path

from tenball_stats import __version__
from tenball_stats.rules import edition_ids, load_edition
from tenball_stats.store.database import Database


def info(database: Database) -> list[tuple[str, str]]:
    """Return what there is to say about a database: names and values, in the order in which they are of interest."""

    def number(sql: str) -> str:
        return f"{database.value(sql) or 0:,}"

    meta = dict(database.rows("SELECT name, value FROM meta"))
    first, last = database.rows("SELECT min(day), max(day) FROM matches")[0]
    span = f", {first} to {last}" if first else ""
    told = [
        ("matches", number("SELECT count(*) FROM matches") + span),
        ("versions", number("SELECT count(*) FROM all_matches")),
        ("records beside", number("SELECT count(*) FROM all_matches WHERE superseded_at IS NULL AND record > 1")),
        (
            "withdrawn",
            number(
                "SELECT count(*) FROM (SELECT match FROM all_matches GROUP BY match "
                "HAVING count(*) FILTER (superseded_at IS NULL) = 0)"
            ),
        ),
        ("racks", number("SELECT count(DISTINCT (match_key, rack)) FROM racks SEMI JOIN matches USING (match_key)")),
        ("strokes", number("SELECT count(*) FROM strokes SEMI JOIN matches USING (match_key)")),
        ("players", number("SELECT count(DISTINCT person_key) FROM players")),
        ("amendments", number("SELECT count(DISTINCT entry) FROM amendments")),
        ("left out", number("SELECT count(*) FROM rejects WHERE closed_at IS NULL")),
        ("entries of the journal", number("SELECT count(*) FROM journal")),
        ("files", _files(database)),
        ("editions", _editions(database)),
        ("schema", f"{meta.get('schema_version')}, last written by tenball-stats {meta.get('tool_version')}"),
        ("this version", __version__),
    ]
    if Path(database.path).is_file():
        told.append(("size", f"{Path(database.path).stat().st_size:,} bytes"))
    return told


def _files(database: Database) -> str:
    count, kept, whole, packed = database.rows(
        "SELECT count(DISTINCT s.sha256), count(DISTINCT o.sha256), (SELECT sum(bytes) FROM originals), "
        "(SELECT sum(octet_length(data)) FROM (SELECT data FROM originals UNION ALL SELECT data FROM original_parts)) "
        "FROM sources s LEFT JOIN originals o USING (sha256)"
    )[0]
    said = f"{count:,}, of them kept {kept:,}"
    return said + (f": {whole:,} bytes, {packed:,} as they are stored" if kept else "")


def _editions(database: Database) -> str:
    """Name the editions of the rulings in force, and those that have changed since."""
    said = []
    for edition, matches, forms in database.rows(
        "SELECT edition, count(DISTINCT match_key), list(DISTINCT fingerprint) FROM ruled "
        "SEMI JOIN matches USING (match_key) GROUP BY edition ORDER BY edition"
    ):
        note = ""
        if edition in edition_ids() and any(form != load_edition(edition).fingerprint for form in forms):
            note = ", changed since (tenball reruled)"
        said.append(f"{edition} ({matches:,}{note})")
    return ", ".join(said) or "none"
