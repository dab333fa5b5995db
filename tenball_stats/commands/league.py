"""``tenball league``: standings, leader boards, head to head, matches, and what is odd in the data."""

import sys
from pathlib import Path
from typing import Any

import click

from tenball_stats.commands.asked import as_option, editions_option, matches_options, note, opened
from tenball_stats.commands.database import as_of_option, db_option, edition_ids_of, from_option
from tenball_stats.commands.options import report_option, write_and_say
from tenball_stats.commands.reading import Reading, reading_options


@click.command(short_help="Print standings, leaders and matches.")
@click.argument("logs", metavar="[LOG…]", nargs=-1)
@db_option
@from_option
@as_of_option
@matches_options
@editions_option
@as_option
@click.option(
    "--min",
    "minimum",
    metavar="N",
    type=click.IntRange(min=1),
    help="Trials from which on a player stands on a leader board; each has its own number otherwise.",
)
@click.option("--no-audit", is_flag=True, help="Leave out what an audit finds, which takes long on a large league.")
@click.option(
    "--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True, help="Output."
)
@report_option
@reading_options(keep_going=False)
def command(
    logs: tuple[str, ...],
    db: str,
    editions: tuple[str, ...],
    as_: str,
    minimum: int | None,
    no_audit: bool,
    form: str,
    report: Path | None,
    reading: Reading,
    **asked: Any,
) -> None:
    """Print the tables of a league, from the database or from LOG….

    Standings with fitted ratings, a leader board for each rate with how sure it is, head to head, the matches, and
    what is odd in the data.
    """
    if report is not None:
        from tenball_stats.show.report import check_target

        check_target(report)
    from tenball_stats.show.league import league_json, print_league
    from tenball_stats.stats.league import league_page
    from tenball_stats.stats.query import Filters

    ids = edition_ids_of(editions)
    filters = Filters(editions=ids, recorded=as_ == "recorded", **asked)
    with opened(logs, db, editions, reading) as database:
        page = league_page(database, filters, minimum=minimum or 0, audit=not no_audit)
    note(page.notices)
    if form == "json":
        sys.stdout.write(league_json(page))
    else:
        print_league(page)
    if report is not None:
        from tenball_stats.show.league_report import league_report

        write_and_say(league_report(page), report)
