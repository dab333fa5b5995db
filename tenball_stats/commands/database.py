"""What the commands that work on a database share: which one, and how it is opened."""

from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from tenball_stats.store import Database

WAIT = 5.0
"""Seconds for which a command goes on trying while another process holds the database."""

db_option = click.option(
    "--db",
    metavar="FILE",
    default="tenball.duckdb",
    envvar="TENBALL_DB",
    show_default=True,
    help="The database; TENBALL_DB in the environment names another default.",
)


def open_with_views(path: str, *, read_only: bool = False) -> "Database":
    """Open a database with the views of all statistics."""
    from tenball_stats.stats.catalogue import view_scripts
    from tenball_stats.store import open_database

    return open_database(path, read_only=read_only, views=view_scripts(), wait=WAIT)


def edition_id(edition: str) -> str:
    """Return the id of an edition that was named by its id or by the path of its file."""
    if not edition.lower().endswith(".toml"):
        return edition
    from tenball_stats.rules import load_edition

    return load_edition(edition).id


# A generic type in the newer versions of click only.
class Day(click.ParamType):  # type: ignore[type-arg]
    """A date, or the first or last day of a year or month that is named alone."""

    name = "date"

    def __init__(self, *, last: bool) -> None:
        self.last = last

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Read `2015`, `2015-07` or `2015-07-31`."""
        import calendar
        import datetime as dt

        if isinstance(value, dt.date):
            return value
        try:
            parts = [int(part) for part in str(value).split("-")]
            year = parts[0]
            month = parts[1] if len(parts) > 1 else 12 if self.last else 1
            day = parts[2] if len(parts) > 2 else calendar.monthrange(year, month)[1] if self.last else 1
            if len(parts) > 3:
                raise ValueError
            return dt.date(year, month, day)
        except (ValueError, IndexError, calendar.IllegalMonthError):
            self.fail(f"{value!r} is no date; expected 2015, 2015-07 or 2015-07-31", param, ctx)
