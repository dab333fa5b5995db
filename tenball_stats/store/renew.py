"""A database file made again beside the old one, and put in its place when it is known to hold the same."""

import contextlib
from collections.abc import Callable, Mapping
from pathlib import Path

import duckdb

from tenball_stats.store.connect import StoreRefused, plain
from tenball_stats.store.database import Database, open_database
from tenball_stats.store.rebuild import compare, rebuild


def renew(
    database: Database,
    views: Mapping[str, str],
    *,
    keep: bool = False,
    accept: bool = False,
    on_step: Callable[[str], None] = lambda _: None,
) -> dict[str, list[str]]:
    """Make a database again and put it in the place of the old one; nobody else can write to it meanwhile.

    Args:
        database: open for writing; it is closed afterwards.
        views: as for `open_database`.
        keep: leave the old file as it is, whatever comes out.
        accept: put the new one in its place also where its content is another.
        on_step: told in a few words what is being done.

    Returns:
        The tables whose rows differ, with the matches concerned; empty where the content is the same.

    Raises:
        StoreRefused: it cannot be made again, or not be written; the old file is as it was.
    """
    path = Path(database.path)
    new_path = path.with_name(f"{path.name}.rebuilt")
    _remove(new_path)
    try:
        with open_database(new_path, views=views) as new:
            rebuild(database, new, on_step)
            on_step("comparing")
            found = compare(database, new)
            _meta(database, new)
        if not keep and (accept or not found):
            # What is still in the log beside the old file goes into it, or it would be taken for the new file's.
            database.con.execute("CHECKPOINT")
            _put(database, new_path, path)
    except duckdb.Error as error:
        raise StoreRefused(f"{database.path}: {plain(error)}; the database is as it was before") from error
    finally:
        database.close()
        _remove(new_path)
    return found


def _meta(old: Database, new: Database) -> None:
    """Keep which versions of the tool have brought the schema up, and when."""
    with new.transaction():
        new.con.execute("DELETE FROM migrations")
        for row in old.rows("SELECT number, name, tool_version, applied_at FROM migrations"):
            new.con.execute("INSERT INTO migrations VALUES (?, ?, ?, ?)", list(row))


def _put(database: Database, new: Path, path: Path) -> None:
    """Put the new file in the place of the old one, in one step, and where the system allows it before letting go."""
    try:
        new.replace(path)
    except PermissionError:
        database.close()
        new.replace(path)


def _remove(path: Path) -> None:
    for name in (path, path.with_name(f"{path.name}.wal")):
        with contextlib.suppress(FileNotFoundError):
            name.unlink()
