"""What the tests of the store share: small logs, putting them in, and looking at all that is there."""

from pathlib import Path

from tenball_stats.log import read_logs
from tenball_stats.rules import load_edition
from tenball_stats.store.database import Database
from tenball_stats.store.ingest import Stored, ingest
from tenball_stats.store.rebuild import IN_TWO

HEADER = "match,players,edition,rack,player,kind,called,first,rail,rails,potted,winner\n"


def match_log(match: str, *, edition: str = "es", winner: str = "A", potted: str = "2") -> str:
    """The rows of a match of one rack and two strokes, credited to `winner`."""
    return f"{match},A|B,{edition},1,A,break,,1,,,{potted},\n{match},,,1,A,shot,1@fr,1,y,,,{winner}\n"


def store(
    database: Database,
    *paths: Path | str,
    editions: tuple[str, ...] = (),
    replace: bool = False,
    beside: bool = False,
    keep_going: bool = False,
) -> list[Stored]:
    """Read logs and put them into a database."""
    log = read_logs(paths, keep_going=keep_going)
    return ingest(database, log, [load_edition(one) for one in editions], replace_matches=replace, beside=beside)


def content(database: Database) -> dict[str, list[tuple[object, ...]]]:
    """All rows of all tables but the times at which they were written; what is kept in two is one table here."""
    found = {}
    tables = {table for (table,) in database.rows("SELECT table_name FROM duckdb_tables()")}
    for table in sorted((tables - IN_TWO.keys()) | {IN_TWO[table] for table in tables & IN_TWO.keys()}):
        columns = database.rows(f"DESCRIBE {table}")
        named = ", ".join(f'"{name}"' for name, kind, *_ in columns if kind != "TIMESTAMP")
        found[str(table)] = database.rows(f"SELECT {named} FROM {table} ORDER BY ALL")  # noqa: S608
    return found
