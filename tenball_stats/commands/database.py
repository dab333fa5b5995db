"""What the commands that work on a database share: which one, how it is opened, as of when, and who is at work."""

import datetime as dt
import getpass
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from tenball_stats.store import Database

WAIT = 30.0
"""Seconds for which a command goes on trying while another process holds the database."""

_AS_OF = "tenball_stats.as_of"

_FROM = "tenball_stats.from"

db_option = click.option(
    "--db",
    metavar="FILE",
    default="tenball.duckdb",
    envvar="TENBALL_DB",
    show_default=True,
    help="The database; TENBALL_DB in the environment names another default.",
)


def open_with_views(path: str, *, read_only: bool = False) -> "Database":
    """Open a database with the views of all statistics; for reading, as of the time that `as_of_option` was given.

    In its place, for reading, comes the result of a replay that `from_option` names.
    """
    from tenball_stats.stats.catalogue import view_scripts
    from tenball_stats.store import open_database

    ctx = click.get_current_context(silent=True)
    folder = ctx.meta.get(_FROM) if ctx is not None else None
    if folder is not None and not read_only:
        raise click.UsageError("--from FOLDER takes the place of LOG…; give one of them")
    if folder is not None:
        from tenball_stats.archive.asked import open_result

        database = open_result(folder, view_scripts())
    else:
        database = open_database(
            path, read_only=read_only, views=view_scripts(), wait=WAIT, on_wait=lambda said: click.echo(said, err=True)
        )
    if read_only and ctx is not None and _AS_OF in ctx.meta:
        database.look_back(ctx.meta[_AS_OF])
    return database


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


class Moment(Day):
    """A time in UTC; of a day, month or year that is named alone, its last moment."""

    name = "date"

    def __init__(self) -> None:
        super().__init__(last=True)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Read a day as `Day` does, or `2015-07-31T18:30`, with a zone or in UTC."""
        if isinstance(value, dt.datetime):
            return value
        if "T" in str(value) or ":" in str(value):
            try:
                moment = dt.datetime.fromisoformat(str(value))
                return moment.astimezone(dt.UTC).replace(tzinfo=None) if moment.tzinfo else moment
            except (ValueError, OverflowError):
                self.fail(f"{value!r} is no time; expected 2015-07-31T18:30, or a day as 2015-07-31", param, ctx)
        return dt.datetime.combine(super().convert(value, param, ctx), dt.time.max)


def _remember(ctx: click.Context, _: click.Parameter, value: dt.datetime | None) -> None:
    if value is not None:
        ctx.meta[_AS_OF] = value


as_of_option: Callable[[Any], Any] = click.option(
    "--as-of",
    metavar="DATE",
    type=Moment(),
    callback=_remember,
    expose_value=False,
    help="Only what was known at the end of this day (UTC): versions, amendments, players, rulings.",
)
"""Lets a command see the database as it was; `open_with_views` heeds it."""


def _remember_folder(ctx: click.Context, _: click.Parameter, value: str | None) -> None:
    if value is not None:
        ctx.meta[_FROM] = value


from_option: Callable[[Any], Any] = click.option(
    "--from",
    "from_",
    metavar="FOLDER",
    callback=_remember_folder,
    expose_value=False,
    help="Ask the result of tenball replay --out, in place, and no database.",
)
"""Lets a command read a replayed archive; `open_with_views` heeds it."""


def _me() -> str | None:
    try:
        return getpass.getuser()
    except (OSError, KeyError):
        return None


who_option = click.option(
    "--who",
    metavar="NAME",
    default=_me,
    envvar="TENBALL_WHO",
    show_default="you, by the name of your account",
    help="Who does it, for the journal; TENBALL_WHO in the environment names another default.",
)
"""Who changes something: noted in the journal."""


def count(number: int, noun: str) -> str:
    """Return a number with its noun: `1 match`, `2 matches`."""
    plural = "" if number == 1 else "es" if noun.endswith(("ch", "s")) else "s"
    return f"{number:,} {noun}{plural}"
