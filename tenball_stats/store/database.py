"""An open database: asking it, writing to it in transactions, and seeing it as of a day."""

import datetime as dt
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

import duckdb

from tenball_stats.store.connect import StoreRefused, connect, look_at, plain
from tenball_stats.store.schema import bring_up, make_views

if TYPE_CHECKING:
    import polars as pl

__all__ = ["Database", "StoreRefused", "open_database", "utc_now"]


@dataclass
class Database:
    """An open database; close it, or use it in a ``with``.

    `con` is DuckDB's own connection. What is written goes through `transaction`.
    """

    path: str
    con: duckdb.DuckDBPyConnection
    read_only: bool
    recalled: "dict[str, pl.DataFrame]" = field(default_factory=dict, repr=False)
    """What was looked up and stays true until the transaction ends, since nobody else writes."""

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

    def frame(self, sql: str, parameters: Sequence[object] = ()) -> "pl.DataFrame":
        """Run a query and return its rows as a frame."""
        # Most answers of a statistic need no frame, and take no longer than to load Polars.
        import polars as pl

        # Taken over as it stands in memory: `.pl()` would load pyarrow for it.
        return pl.DataFrame(self.con.sql(sql, params=list(parameters)))

    def look_back(self, to: dt.datetime | None) -> None:
        """Show by every view what was in force at a time (UTC, without a zone); None for now."""
        if to is None:
            self.con.execute("RESET VARIABLE as_of")
        else:
            self.con.execute(f"SET VARIABLE as_of = TIMESTAMP '{to.isoformat(sep=' ')}'")

    @contextmanager
    def sparingly(self) -> Iterator[None]:
        """Write with little memory inside.

        One thread; rows go to the file as soon as enough are together, and what was written is not kept in memory.
        """
        with_less = {"threads": "1", "write_buffer_row_group_count": "1", "memory_limit": "512MB"}
        known = dict(
            self.rows("SELECT name, value FROM duckdb_settings() WHERE name IN (SELECT unnest(?))", [list(with_less)])
        )
        for name in known:
            self.con.execute(f"SET {name} = '{with_less[name]}'")
        try:
            yield
        finally:
            with suppress(duckdb.Error):  # a connection that DuckDB has given up takes no settings
                for name, value in known.items():
                    self.con.execute(f"SET {name} = '{value}'")

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Everything inside is stored, or nothing of it.

        Raises:
            StoreRefused: DuckDB could not write, because the disk is full for instance.
        """
        self.recalled.clear()
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
    on_wait: Callable[[str], None] = lambda _: None,
) -> Database:
    """Open a database; for writing it is made where there is none, and brought to the present schema.

    Args:
        path: the file; ``:memory:`` for one that ends with the connection.
        read_only: open it for reading alone, beside other readers.
        views: name of each script of views and its SQL, in the order in which they build on each other.
        wait: seconds to go on trying while another process holds the file.
        on_wait: told once, in a sentence, when that takes more than a moment.

    Raises:
        StoreRefused: the file is missing (reading), held by another process, no database, none of this tool's, made
            by a newer version, or cannot be written.
    """
    name = str(path)
    if name != ":memory:":
        look_at(name, read_only=read_only)
    con = connect(name, read_only=read_only, wait=wait, on_wait=on_wait)
    try:
        database = Database(name, con, read_only)
        bring_up(database)
        make_views(database, views or {})
    except duckdb.Error as error:
        con.close()
        raise StoreRefused(f"{name}: {plain(error)}") from error
    except BaseException:
        con.close()
        raise
    return database


def utc_now() -> dt.datetime:
    """Return the time in UTC, without a zone, as every time in the database is."""
    return dt.datetime.now(dt.UTC).replace(tzinfo=None)
