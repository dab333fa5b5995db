"""A result opened as a database: its files read in place, under the names that every statistic knows."""

from collections.abc import Mapping

from tenball_stats.archive.place import ArchiveRefused, Place, place_of
from tenball_stats.archive.result import FOLDERS, Manifest, manifest_of
from tenball_stats.archive.unit import TABLES
from tenball_stats.store import Database
from tenball_stats.store.connect import connect
from tenball_stats.store.schema import bring_up, make_views

# ruff: noqa: S608 - names of this project's own tables are put into statements, and paths, with their quotes doubled


def open_result(name: str, views: Mapping[str, str]) -> Database:
    """Open the result of a replay for reading; nothing of it is copied.

    Args:
        name: the folder or address that the result was written to.
        views: name of each script of views and its SQL, in the order in which they build on each other.

    Raises:
        ArchiveRefused: there is no result, or parts of it are gone.
    """
    place = place_of(name)
    manifest = manifest_of(place)
    folders = [place.path] if place.is_local else []
    database = Database(name, connect(":memory:", read_only=False, wait=0, folders=folders), read_only=False)
    try:
        bring_up(database)
        # Over the empty tables first: every view that is made looks at all that it stands on, and files take longer.
        make_views(database, views)
        for folder in FOLDERS:
            _put(database, place, manifest, folder)
    except BaseException:
        database.close()
        raise
    database.read_only = True
    return database


def _put(database: Database, place: Place, manifest: Manifest, folder: str) -> None:
    """Put the files of a table in the place of the table; without files it stays, empty."""
    files = manifest.of_table(folder)
    if not files:
        return
    table = TABLES.get(folder, folder)
    columns = database.rows(
        "SELECT column_name, data_type FROM duckdb_columns() WHERE table_name = ? ORDER BY column_index", [table]
    )
    if place.is_local:
        paths = ", ".join("'" + f"{place.path}/{file.path}".replace("'", "''") + "'" for file in files)
        rows = f"read_parquet([{paths}])"
    else:
        from pyarrow import dataset

        rows = f"files_of_{folder}"
        listed = [f"{place.path}/{file.path}" for file in files]
        database.con.register(rows, dataset.dataset(listed, format="parquet", filesystem=place.files))
    there = {row[0] for row in database.rows(f"DESCRIBE SELECT * FROM {rows}")}
    lacking = [column for column, _ in columns if column not in there]
    if lacking:
        raise ArchiveRefused(f"{place.name}: {folder} lacks the column {lacking[0]}; replay the archive again")
    # A column of names of kinds is one of texts in a file.
    cells = ", ".join(
        f'CAST("{column}" AS {kind if not kind.startswith("ENUM") else _enum(column)}) AS "{column}"'
        for column, kind in columns
    )
    # Rulings are a view in a database too, of what is kept in two tables.
    if database.value("SELECT count(*) FROM duckdb_tables() WHERE table_name = ?", [table]):
        database.con.execute(f"DROP TABLE {table}")
    database.con.execute(f"CREATE OR REPLACE VIEW {table} AS SELECT {cells} FROM {rows}")


def _enum(column: str) -> str:
    return "row_kind" if column == "kind" else "rack_ending"
