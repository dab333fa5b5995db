"""What the commands that work on a database share: which one, how it is opened, as of when, and who is at work."""

import datetime as dt
import getpass
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from typing import TYPE_CHECKING, Any

import click

from tenball_stats.commands.meanwhile import meanwhile

if TYPE_CHECKING:
    from tenball_stats.rules import Edition
    from tenball_stats.store import Database

WAIT = 30.0
"""Seconds for which a command goes on trying while another process holds the database."""

_AS_OF = "tenball_stats.as_of"
_EDITIONS = "tenball_stats.editions"

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
    from tenball_stats.store import open_database

    ctx = click.get_current_context(silent=True)
    folder = ctx.meta.get(_FROM) if ctx is not None else None
    if folder is not None and not read_only:
        raise click.UsageError("--from FOLDER takes the place of LOG…; give one of them")
    if folder is not None:
        from tenball_stats.archive.asked import open_result

        database = open_result(folder, _views(shared=False))
    else:
        views = _views(shared=path != ":memory:")
        compared = read_only and ctx is not None and _EDITIONS in ctx.meta
        with meanwhile(_load_editions) if compared else nullcontext():
            database = open_database(
                path, read_only=read_only, views=views, wait=WAIT, on_wait=lambda said: click.echo(said, err=True)
            )
    if read_only and ctx is not None:
        if _AS_OF in ctx.meta:
            database.look_back(ctx.meta[_AS_OF])
        if _EDITIONS in ctx.meta:
            _note_other_forms(database, ctx.meta[_EDITIONS], now=_AS_OF not in ctx.meta)
    return database


def _load_editions() -> None:
    """Load the built-in editions, by which most of what is stored is ruled: it is kept where they are loaded."""
    from tenball_stats.rules import edition_ids, load_edition

    for name in edition_ids():
        load_edition(name)


def _views(*, shared: bool) -> dict[str, str]:
    """Return the scripts of views; without those of the counts, which only other programs ask, where none can."""
    from tenball_stats.stats.catalogue import view_scripts

    return {name: sql for name, sql in view_scripts().items() if shared or not name.endswith("_counts")}


def edition_ids_of(editions: Sequence[str]) -> tuple[str, ...]:
    """Return the ids of editions that were named by their ids or by the paths of their files, each once.

    Where rulings in a database that is opened for reading after this were made by another form of an edition than it
    has now, that is said: the figures are not what its text says today.
    """
    given: dict[str, Edition] = {}
    ids = []
    for edition in editions:
        if edition.lower().endswith(".toml"):
            from tenball_stats.rules import load_edition

            loaded = load_edition(edition)
            given[edition] = loaded
            ids.append(loaded.id)
        else:
            ids.append(edition)
    ctx = click.get_current_context(silent=True)
    if ctx is not None:
        ctx.meta[_EDITIONS] = given
    return tuple(dict.fromkeys(ids))


def _note_other_forms(database: "Database", given: dict[str, "Edition"], *, now: bool) -> None:
    """Say which rulings are by other forms of editions than are at hand: of those given as files, and of built-in ones.

    Args:
        database: open.
        given: file -> edition.
        now: the database is seen as it is; rulings of the past are by the built-in editions of the past.
    """
    from tenball_stats.store.editions import ruled_by_other_forms

    for file, edition in given.items():
        if matches := ruled_by_other_forms(database, [edition]).get(edition.id):
            click.echo(f"note: {other_form(count(matches, 'match'), edition.id, file)}", err=True)
    if now:
        for name, matches in ruled_by_other_forms(database).items():
            click.echo(f"note: {other_form(count(matches, 'match'), name, None)}", err=True)


def other_form(matches: str, edition: str, file: str | None) -> str:
    """Say that stored rulings are by another form of an edition than it has now, and what to do about it."""
    are = "is" if matches.startswith("1 ") else "are"
    by = f" --edition {file}" if file else ""
    return (
        f"{matches} {are} ruled by another form of edition {edition} than {file or 'it'} has now; "
        f"tenball reruled{by} shows what would change, with --apply it rules anew"
    )


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


def note_without_files(database: "Database") -> None:
    """Say which matches rest on nothing but the database itself."""
    from tenball_stats.store.originals import matches_without_files

    matches = matches_without_files(database)
    if matches:
        have = "was" if matches == 1 else "were"
        click.echo(
            f"note: {count(matches, 'match')} {have} stored by an earlier version, which did not keep files: such a "
            "match is taken over as it stands, and cannot be read or made again from its log",
            err=True,
        )


def count(number: int, noun: str) -> str:
    """Return a number with its noun: `1 match`, `2 matches`."""
    plural = "" if number == 1 else "es" if noun.endswith(("ch", "s")) else "s"
    return f"{number:,} {noun}{plural}"
