"""What the tests of the store share: small logs, putting them in, and looking at all that is there."""

from pathlib import Path

from tenball_stats.log import read_logs
from tenball_stats.rules import load_edition
from tenball_stats.store.database import Database
from tenball_stats.store.ingest import Stored, ingest

HEADER = "match,players,edition,rack,player,kind,called,first,rail,rails,potted,winner\n"


def match_log(match: str, *, edition: str = "es", winner: str = "A", potted: str = "2") -> str:
    """The rows of a match of one rack and two strokes, credited to `winner`."""
    return f"{match},A|B,{edition},1,A,break,,1,,,{potted},\n{match},,,1,A,shot,1@fr,1,y,,,{winner}\n"


def store(
    database: Database, *paths: Path | str, editions: tuple[str, ...] = (), replace: bool = False
) -> list[Stored]:
    """Read logs and put them into a database."""
    return ingest(database, read_logs(paths), [load_edition(one) for one in editions], replace_matches=replace)


def content(database: Database) -> dict[str, list[tuple[object, ...]]]:
    """All rows of all tables but the times at which they were written."""
    tables = database.rows("SELECT table_name FROM duckdb_tables() ORDER BY table_name")
    timed = {
        "sources": "ingested_at",
        "matches": "stored_at, superseded_at",
        "ruled": "ruled_at",
        "migrations": "applied_at",
    }
    found = {}
    for (table,) in tables:
        columns = f"* EXCLUDE ({timed[table]})" if table in timed else "*"
        found[str(table)] = database.rows(f"SELECT {columns} FROM {table} ORDER BY ALL")  # noqa: S608
    return found
