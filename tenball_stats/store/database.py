"""Opening and closing a database: its schema, its migrations, its views, and why it cannot be opened.

The schema is the numbered SQL files of ``migrations/``; each is applied once, in a transaction, and noted in the
table ``migrations``. Views are no part of it: they hold definitions and no data, so that they are made anew whenever
a version of the tool brings other ones.
"""

import datetime as dt
import hashlib
import re
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import duckdb
import polars as pl

from tenball_stats import __version__
from tenball_stats.errors import TenballError

_CONFIG: dict[str, str | bool | int | float | list[str]] = {
    # A database is data: nothing in it or asked of it loads code or reads files by itself.
    "autoinstall_known_extensions": False,
    "autoload_known_extensions": False,
    "enable_external_access": False,
    "python_enable_replacements": False,
}

_PAUSE = 0.1
"""Seconds between two tries at a database that another process holds."""


class StoreRefused(TenballError):
    """A database that cannot be used as asked; the text says why and what to do."""


@dataclass
class Database:
    """An open database; close it, or use it in a ``with``.

    `con` is DuckDB's own connection. What is written goes through `transaction`.
    """

    path: str
    con: duckdb.DuckDBPyConnection
    read_only: bool

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """Write what is pending and let other processes in."""
        self.con.close()

    def rows(self, sql: str, parameters: Sequence[object] = ()) -> list[tuple[Any, ...]]:
        """Run a statement and return all its rows; what is fetched in part would block the connection."""
        return self.con.execute(sql, list(parameters)).fetchall()

    def value(self, sql: str, parameters: Sequence[object] = ()) -> Any:
        """Run a statement and return the first column of its first row, None where there is none."""
        rows = self.rows(sql, parameters)
        return rows[0][0] if rows else None

    def frame(self, sql: str, parameters: Sequence[object] = ()) -> pl.DataFrame:
        """Run a query and return its rows as a frame."""
        found: pl.DataFrame = self.con.sql(sql, params=list(parameters)).pl()
        return found

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Everything inside is stored, or nothing of it.

        Raises:
            StoreRefused: DuckDB could not write, because the disk is full for instance.
        """
        try:
            self.con.execute("BEGIN TRANSACTION")
            yield
            self.con.execute("COMMIT")
        except duckdb.Error as error:
            self._roll_back()
            raise StoreRefused(f"{self.path}: {plain(error)}; the database is as it was before") from error
        except BaseException:
            self._roll_back()
            raise

    def _roll_back(self) -> None:
        try:
            self.con.execute("ROLLBACK")
        except duckdb.Error:
            # A connection that DuckDB has given up has nothing left to take back.
            return


def open_database(
    path: str | Path,
    *,
    read_only: bool = False,
    views: Mapping[str, str] | None = None,
    wait: float = 0.0,
) -> Database:
    """Open a database; for writing it is made where there is none, and brought to the present schema.

    Args:
        path: the file; ``:memory:`` for one that ends with the connection.
        read_only: open it for reading alone, beside other readers.
        views: name of each script of views and its SQL, in the order in which they build on each other.
        wait: seconds to go on trying while another process holds the file.

    Raises:
        StoreRefused: the file is missing (reading), held by another process, no database, none of this tool's, made
            by a newer version, or cannot be written.
    """
    name = str(path)
    if name != ":memory:":
        _look_at(name, read_only)
    con = _connect(name, read_only, wait)
    try:
        database = Database(name, con, read_only)
        _bring_up(database)
        if views:
            _make_views(database, views)
    except duckdb.Error as error:
        con.close()
        raise StoreRefused(f"{name}: {plain(error)}") from error
    except BaseException:
        con.close()
        raise
    return database


def schema_version() -> int:
    """Return the number of the schema that this version of the tool writes."""
    return max(_migrations())


def utc_now() -> dt.datetime:
    """Return the time in UTC, without a zone, as every time in the database is."""
    return dt.datetime.now(dt.UTC).replace(tzinfo=None)


def plain(error: duckdb.Error) -> str:
    """Return what DuckDB says of an error, on one line and without its prefix and its advice for programmers."""
    text = str(error).strip().splitlines()[0]
    text = re.sub(r"^[A-Z][\w ]*? Error: ", "", text)
    return re.sub(r"\s*See also https?://\S+", "", text).rstrip(".!")


# What keeps a file from being opened ----------------------------------------------------------------------------------


def _look_at(name: str, read_only: bool) -> None:
    """Refuse by a look at the file what DuckDB would misread, or word for programmers."""
    path = Path(name)
    if path.is_dir():
        raise StoreRefused(f"{name}: is a folder; name the database file, for instance {path / 'tenball.duckdb'}")
    if not path.exists():
        if read_only:
            raise StoreRefused(f"{name}: there is no such database; make one with: tenball ingest LOG --db {name}")
        if not path.absolute().parent.is_dir():
            raise StoreRefused(f"{name}: the folder {path.parent} does not exist; make it first")
        return
    try:
        with path.open("rb") as file:
            head = file.read(12)
    except OSError as error:
        raise StoreRefused(f"{name}: cannot be read ({error.strerror})") from None
    if head[8:12] != b"DUCK":
        what = "is empty" if not head else "is no DuckDB database"
        raise StoreRefused(f"{name}: {what}; name another file with --db, or move this one away")


def _connect(name: str, read_only: bool, wait: float) -> duckdb.DuckDBPyConnection:
    """Connect, trying again for `wait` seconds while another process holds the file."""
    until = time.monotonic() + wait
    while True:
        try:
            return duckdb.connect(name, read_only=read_only, config=_CONFIG)
        except duckdb.Error as error:
            text = str(error)
            if "lock" not in text.lower() or time.monotonic() >= until:
                raise StoreRefused(f"{name}: {_why_not(text, error)}") from error
        time.sleep(_PAUSE)


def _why_not(text: str, error: duckdb.Error) -> str:
    """Word what kept DuckDB from opening a file."""
    if "lock" in text.lower():
        holder = re.search(r"PID (\d+)", text)
        who = f" (process {holder[1]})" if holder else ""
        return f"another program holds this database{who}; wait until it has ended, or close it, and try again"
    if "version number" in text:
        return "was written by another version of DuckDB; update with: pip install --upgrade duckdb"
    if "Permission denied" in text or "Read-only file system" in text:
        return "cannot be written here; check the rights of the file and its folder"
    return plain(error)


# Schema ---------------------------------------------------------------------------------------------------------------


def _migrations() -> dict[int, tuple[str, str]]:
    """Return number -> (file name, SQL) of every migration."""
    found = {}
    for entry in (resources.files("tenball_stats.store") / "migrations").iterdir():
        if entry.name.endswith(".sql"):
            found[int(entry.name[:4])] = (entry.name, entry.read_text(encoding="utf-8"))
    return dict(sorted(found.items()))


def _bring_up(database: Database) -> None:
    """Apply the migrations that the database does not have yet."""
    present = _present_version(database)
    known = _migrations()
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
            else f"{database.path}: has an older schema ({present}; now {newest}); any tenball ingest into it renews it"
        )
    for number, (name, sql) in known.items():
        if number > present:
            with database.transaction():
                database.con.execute(sql)
                database.con.execute(
                    "INSERT INTO migrations VALUES (?, ?, ?, ?)", [number, name, __version__, utc_now()]
                )
                _note(database, "schema_version", str(number))
                _note(database, "tool_version", __version__)


def _present_version(database: Database) -> int:
    """Return the schema number of a database, 0 where it is still empty."""
    tables = {row[0] for row in database.rows("SELECT table_name FROM duckdb_tables()")}
    if not tables:
        return 0
    number = None
    if {"meta", "migrations", "matches"} <= tables:
        number = database.value("SELECT value FROM meta WHERE name = 'schema_version'")
    if number is None:
        raise StoreRefused(
            f"{database.path}: is a DuckDB database, but not one of tenball-stats "
            f"(it holds {', '.join(sorted(tables)[:5])}); name another file with --db"
        )
    return int(number)


def _note(database: Database, name: str, value: str) -> None:
    database.con.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", [name, value])


# Views ----------------------------------------------------------------------------------------------------------------


def _make_views(database: Database, views: Mapping[str, str]) -> None:
    """Make the views anew where they are not those of this version; where nothing may be written, for this session."""
    mark = hashlib.sha256(repr(list(views.items())).encode()).hexdigest()[:16]
    if database.value("SELECT value FROM meta WHERE name = 'views'") == mark:
        return
    if database.read_only:
        for sql in views.values():
            database.con.execute(re.sub(r"(?m)^CREATE OR REPLACE (VIEW|MACRO)", r"CREATE OR REPLACE TEMP \1", sql))
        return
    with database.transaction():
        for sql in views.values():
            database.con.execute(sql)
        _note(database, "views", mark)
        _note(database, "tool_version", __version__)
