"""Empty databases in a moment: copies of one that the product has made, once for each process that runs tests.

Making a database takes a third of a second, nearly all of it for the views, and most tests need one. What is about
making one makes its own: tests/store/test_store_database.py, and every command that is given a file that is not there.
"""

import atexit
import shutil
import tempfile
from functools import cache
from pathlib import Path

from tenball_stats.stats.catalogue import view_scripts
from tenball_stats.store import Database, open_database
from tenball_stats.store.connect import connect


@cache
def empty() -> Path:
    """The file of an empty database with all views."""
    folder = Path(tempfile.mkdtemp(prefix="tenball-empty-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    open_database(folder / "empty.duckdb", views=view_scripts()).close()
    return folder / "empty.duckdb"


def put_empty(path: Path) -> None:
    """Put the file of an empty database where there is none."""
    assert not path.exists()
    shutil.copy(empty(), path)


def fresh(path: Path | None = None) -> Database:
    """An empty database, open, as `open_database(path, views=view_scripts())` gives it; without a path, in memory."""
    if path is not None:
        put_empty(path)
        return open_database(path, views=view_scripts())
    con = connect(":memory:", read_only=False, wait=0, folders=[str(empty().parent)])
    con.execute(f"ATTACH '{empty()}' AS empty (READ_ONLY)")
    con.execute("COPY FROM DATABASE empty TO memory")
    con.execute("DETACH empty")
    return Database(":memory:", con, read_only=False)
