"""``tenball stats``: a statistic of a database, or of logs that are stored nowhere."""

import sys
from typing import TYPE_CHECKING, Any

import click

from tenball_stats.commands.database import Day, db_option, edition_id, open_with_views
from tenball_stats.stats.catalogue import NAMES, script_of, statistic

if TYPE_CHECKING:
    from tenball_stats.store import Database

BY = ("player", "opponent", "event", "season", "round", "venue", "table", "match", "edition", "break_format")
"""Names of `tenball_stats.stats.query.DIMENSIONS`, which is too heavy to load for a help page."""


@click.command(short_help="Print a statistic of a database or a log.")
@click.argument("name", metavar="|".join(NAMES), type=click.Choice(NAMES))
@click.argument("logs", metavar="[LOG…]", nargs=-1)
@db_option
@click.option("--player", metavar="NAME", default="", help="Only what this player did.")
@click.option("--opponent", metavar="NAME", default="", help="Only matches of two players against this one.")
@click.option("--event", metavar="NAME", default="", help="Only matches of this event.")
@click.option("--since", metavar="DATE", type=Day(last=False), help="Only matches from this day on.")
@click.option("--until", metavar="DATE", type=Day(last=True), help="Only matches up to this day.")
@click.option(
    "--edition",
    "editions",
    metavar="ID|FILE",
    multiple=True,
    help="Rulings of this edition; without it those of each match's own.",
)
@click.option("--by", multiple=True, type=click.Choice(BY), help="Break it down; several if given again.")
@click.option("--strict", is_flag=True, help="A break-and-run asks that all ten balls went down.")
@click.option(
    "--format", "form", type=click.Choice(["table", "json", "csv"]), default="table", show_default=True, help="Output."
)
@click.option("--explain", is_flag=True, help="Print the definitions and the SQL instead of figures.")
def command(
    name: str,
    logs: tuple[str, ...],
    db: str,
    editions: tuple[str, ...],
    by: tuple[str, ...],
    strict: bool,
    form: str,
    explain: bool,
    **asked: Any,
) -> None:
    """Print a statistic of the database, or of LOG… without storing anything.

    Every rate is shown with its numerator, its denominator and a 95 % interval.
    """
    if strict and name != "breaks":
        raise click.UsageError("--strict belongs to the statistic breaks")
    chosen = statistic(name, strict=strict)
    if explain:
        from tenball_stats.show.statistics import explain as explained

        click.echo(explained(chosen, script_of(chosen)), nl=False)
        return

    from tenball_stats.stats.query import Filters, ask

    with _opened(logs, db, editions) as database:
        filters = Filters(editions=tuple(dict.fromkeys(edition_id(edition) for edition in editions)), **asked)
        answer = ask(database, chosen, filters, by)

    from tenball_stats.show.statistics import print_answer, to_csv, to_json

    for notice in answer.notices:
        click.echo(f"note: {notice}", err=True)
    if form == "table":
        print_answer(answer)
    else:
        sys.stdout.write(to_json(answer) if form == "json" else to_csv(answer))


def _opened(logs: tuple[str, ...], db: str, editions: tuple[str, ...]) -> "Database":
    """Open the database, or one in memory with the logs in it."""
    if not logs:
        return open_with_views(db, read_only=True)
    from tenball_stats.log import read_logs
    from tenball_stats.rules import load_edition
    from tenball_stats.store.ingest import ingest

    log = read_logs(logs)
    database = open_with_views(":memory:")
    ingest(database, log, [load_edition(edition) for edition in editions])
    return database
