"""The schema of a database: its migrations, applied once each, and its views, made anew by every version.

The schema is the numbered SQL files of ``migrations/``, each applied in a transaction and noted in the table
``migrations``. Views hold definitions and no data, so that they are no part of it; in_force.sql says which rows count.
"""

import hashlib
import re
from collections.abc import Mapping
from importlib import resources
from typing import TYPE_CHECKING

from tenball_stats import __version__
from tenball_stats.store.connect import StoreRefused

if TYPE_CHECKING:
    from tenball_stats.store.database import Database


def schema_version() -> int:
    """Return the number of the schema that this version of the tool writes."""
    return max(migrations())


def migrations() -> dict[int, tuple[str, str]]:
    """Return number -> (file name, SQL) of every migration."""
    found = {}
    for entry in (resources.files("tenball_stats.store") / "migrations").iterdir():
        if entry.name.endswith(".sql"):
            found[int(entry.name[:4])] = (entry.name, entry.read_text(encoding="utf-8"))
    return dict(sorted(found.items()))


def bring_up(database: "Database") -> None:
    """Apply the migrations that the database does not have yet."""
    present = present_version(database)
    known = migrations()
    newest = max(known)
    if present > newest:
        maker = database.value("SELECT value FROM meta WHERE name = 'tool_version'")
        raise StoreRefused(
            f"{database.path}: was made by a newer tenball-stats (version {maker or 'unknown'}, schema "
            f"{present}; this one is {__version__} and knows schemas up to {newest}); "
            "update with: pip install --upgrade tenball-stats"
        )
    if present < newest and database.read_only:
        raise StoreRefused(
            f"{database.path}: holds nothing yet; store something with: tenball ingest LOG --db {database.path}"
            if present == 0
            else f"{database.path}: has an older schema ({present}; now {newest}); bring it up to date with: "
            f"tenball db migrate --db {database.path}"
        )
    for number, (name, sql) in known.items():
        if number > present:
            with database.transaction():
                database.con.execute(sql)
                database.con.execute(
                    "INSERT INTO migrations VALUES (?, ?, ?, now()::TIMESTAMPTZ AT TIME ZONE 'UTC')",
                    [number, name, __version__],
                )
                # A view that shows all columns of a table is no longer right when the table has others.
                if number > 1:
                    database.con.execute("DELETE FROM meta WHERE name IN ('views', 'views_in_force')")
                _note(database, "schema_version", str(number))
                _note(database, "tool_version", __version__)


def present_version(database: "Database") -> int:
    """Return the schema number of a database, 0 where it is still empty.

    Raises:
        StoreRefused: it is a database of another program.
    """
    tables = {row[0] for row in database.rows("SELECT table_name FROM duckdb_tables()")}
    if not tables:
        return 0
    number = None
    if {"meta", "migrations", "racks"} <= tables:
        number = database.value("SELECT value FROM meta WHERE name = 'schema_version'")
    if number is None:
        raise StoreRefused(
            f"{database.path}: is a DuckDB database, but not one of tenball-stats "
            f"(it holds {', '.join(sorted(tables)[:5])}); name another file with --db"
        )
    return int(number)


def make_views(database: "Database", views: Mapping[str, str]) -> None:
    """Make the views anew where they are not those of this version; where nothing may be written, for this session.

    Args:
        database: open.
        views: name of each further script of views and its SQL, in the order in which they build on each other.
    """
    folder = resources.files("tenball_stats.store")
    base = {name: (folder / f"{name}.sql").read_text(encoding="utf-8") for name in ("whole", "in_force")}
    marks = dict(database.rows("SELECT name, value FROM meta WHERE name IN ('views', 'views_in_force')"))
    for name, scripts in (("views_in_force", base), ("views", base | dict(views))):
        mark = hashlib.sha256(repr(list(scripts.items())).encode()).hexdigest()[:16]
        if marks.get(name) == mark or (name == "views" and not views):
            continue
        if database.read_only:
            for sql in scripts.values():
                database.con.execute(re.sub(r"(?m)^CREATE OR REPLACE (VIEW|MACRO)", r"CREATE OR REPLACE TEMP \1", sql))
            continue
        with database.transaction():
            for sql in scripts.values():
                database.con.execute(sql)
            _note(database, name, mark)
            _note(database, "tool_version", __version__)


def _note(database: "Database", name: str, value: str) -> None:
    database.con.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", [name, value])
