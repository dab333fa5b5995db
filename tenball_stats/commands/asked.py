"""What is asked of a database, in the same words everywhere: which matches, by which rulings; and what answers."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, TypeVar

import click

from tenball_stats.commands.database import Day, open_with_views
from tenball_stats.commands.reading import Reading

if TYPE_CHECKING:
    from tenball_stats.store import Database

Command = TypeVar("Command", bound=Any)

_OF_MATCHES = (
    click.option("--event", metavar="NAME", default="", help="Only matches of this event."),
    click.option("--since", metavar="DATE", type=Day(last=False), help="Only matches from this day on."),
    click.option("--until", metavar="DATE", type=Day(last=True), help="Only matches up to this day."),
)


def matches_options(command: Command) -> Command:
    """Give a command `event`, `since` and `until`, as `tenball_stats.stats.query.Filters` takes them."""
    for option in reversed(_OF_MATCHES):
        command = option(command)
    return command


editions_option = click.option(
    "--edition",
    "editions",
    metavar="ID|FILE",
    multiple=True,
    help="Rulings of this edition; without it those of each match's own.",
)

as_option = click.option(
    "--as",
    "as_",
    type=click.Choice(["ruled", "recorded"]),
    default="ruled",
    show_default=True,
    help="What the edition rules, or what was ruled then.",
)


def note(notices: Iterable[str]) -> None:
    """Say on standard error what there is to remark on an answer."""
    for notice in notices:
        click.echo(f"note: {notice}", err=True)


def opened(logs: tuple[str, ...], db: str, editions: tuple[str, ...], reading: Reading) -> "Database":
    """Open the database, or one in memory with the logs in it. Raises as reading, replaying and opening do."""
    if not logs:
        return open_with_views(db, read_only=True)
    from tenball_stats.rules import load_edition
    from tenball_stats.store.ingest import ingest

    log = reading.logs(logs)
    database = open_with_views(":memory:")
    ingest(database, log, [load_edition(edition) for edition in editions])
    return database
