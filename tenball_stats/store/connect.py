"""Connecting to a database file, waiting for other programs, and every reason for which it cannot be opened."""

import re
import time
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from pathlib import Path

import duckdb

from tenball_stats.errors import TenballError
from tenball_stats.store.turn import turn

_CONFIG: dict[str, str | bool | int | float | list[str]] = {
    # A database is data: nothing in it or asked of it loads code or reads files by itself.
    "autoinstall_known_extensions": False,
    "autoload_known_extensions": False,
    "enable_external_access": False,
    "python_enable_replacements": False,
}

_PAUSE = 0.05
"""Seconds between two tries at a database that another process holds."""

_PATIENCE = 1.0
"""Seconds after which it is said that one is waiting."""


class StoreRefused(TenballError):
    """A database that cannot be used as asked; the text says why and what to do."""


def _shut(name: str, read_only: bool, folders: Sequence[str]) -> duckdb.DuckDBPyConnection:
    """Connect, with the access to all files shut off but for these folders."""
    if not folders:
        return duckdb.connect(name, read_only=read_only, config=_CONFIG)
    con = duckdb.connect(name, read_only=read_only, config=_CONFIG | {"enable_external_access": True})
    listed = ", ".join("'" + folder.replace("'", "''") + "'" for folder in folders)
    con.execute(f"SET allowed_directories = [{listed}]")
    con.execute("SET enable_external_access = FALSE")
    return con


def _right(con: duckdb.DuckDBPyConnection) -> duckdb.DuckDBPyConnection:
    """Return a connection with the optimizer off that gives wrong rows, where this DuckDB has it: DECISIONS.md."""
    try:
        con.execute("SET disabled_optimizers = 'common_subplan'")
    except duckdb.Error:
        # One that does not know it has nothing to switch off. To ask first would take longer than to switch it off.
        if con.execute("SELECT count(*) FROM duckdb_optimizers() WHERE name = 'common_subplan'").fetchone() != (0,):
            raise
    return con


def plain(error: duckdb.Error) -> str:
    """Return what DuckDB says of an error, on one line and without its prefix and its advice for programmers."""
    text = str(error).strip().splitlines()[0]
    text = re.sub(r"^[A-Z][\w ]*? Error: ", "", text)
    return re.sub(r"\s*See also https?://\S+", "", text).rstrip(".!")


def look_at(name: str, *, read_only: bool) -> None:
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


def connect(
    name: str,
    *,
    read_only: bool,
    wait: float,
    on_wait: Callable[[str], None] = lambda _: None,
    folders: Sequence[str] = (),
) -> duckdb.DuckDBPyConnection:
    """Connect, trying again for `wait` seconds while another process holds the file; `on_wait` is told of it once.

    Of other files only those in `folders` can be read by what is asked of the database.
    """
    began = time.monotonic()
    said: list[str] = []

    def tell(by: str) -> None:
        if time.monotonic() - began >= _PATIENCE and not said:
            said.append(by)
            on_wait(f"waiting for up to {wait:.0f} seconds: {name} is {by}")

    with nullcontext() if name == ":memory:" else turn(name, began + wait, lambda: tell("in use, others wait too")):
        while True:
            try:
                return _right(_shut(name, read_only, folders))
            except duckdb.Error as error:
                text = str(error)
                if not _held(text) or time.monotonic() - began >= wait:
                    raise StoreRefused(f"{name}: {_why_not(text, error)}") from error
                tell(f"held by another program{_holder(text)}")
            time.sleep(_PAUSE)


def _held(text: str) -> bool:
    return "lock" in text.lower()


def _holder(text: str) -> str:
    found = re.search(r"PID (\d+)", text)
    return f" (process {found[1]})" if found else ""


def _why_not(text: str, error: duckdb.Error) -> str:
    """Word what kept DuckDB from opening a file."""
    if _held(text):
        who = _holder(text)
        return f"another program holds this database{who}; wait until it has ended, or close it, and try again"
    if "version number" in text:
        return "was written by another version of DuckDB; update with: pip install --upgrade duckdb"
    if "Permission denied" in text or "Read-only file system" in text:
        return "cannot be written here; check the rights of the file and its folder"
    return plain(error)
