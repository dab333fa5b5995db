"""``tenball player``: one page about a player."""

import sys
from pathlib import Path
from typing import Any

import click

from tenball_stats.commands.asked import as_option, editions_option, matches_options, note, opened
from tenball_stats.commands.database import as_of_option, db_option, edition_ids_of, from_option
from tenball_stats.commands.options import report_option, write_and_say
from tenball_stats.commands.reading import Reading, reading_options


@click.command(short_help="Print the page of one player.")
@click.argument("name", metavar="NAME")
@click.argument("logs", metavar="[LOG…]", nargs=-1)
@db_option
@from_option
@as_of_option
@matches_options
@editions_option
@as_option
@click.option(
    "--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True, help="Output."
)
@report_option
@reading_options(keep_going=False)
def command(
    name: str,
    logs: tuple[str, ...],
    db: str,
    editions: tuple[str, ...],
    as_: str,
    form: str,
    report: Path | None,
    reading: Reading,
    **asked: Any,
) -> None:
    """Print what there is to know about the player NAME, from the database or from LOG….

    Each rate against the league's and what stands out beyond chance, the course over time, breaks and shots by place,
    fouls, push-outs, the last matches.
    """
    if report is not None:
        from tenball_stats.show.report import check_target

        check_target(report)
    from tenball_stats.show.player import player_json, print_player
    from tenball_stats.stats.player import player_page
    from tenball_stats.stats.query import Filters

    ids = edition_ids_of(editions)
    with opened(logs, db, editions, reading) as database:
        page = player_page(database, name, Filters(editions=ids, recorded=as_ == "recorded", **asked))
    note(page.notices)
    if form == "json":
        sys.stdout.write(player_json(page))
    else:
        print_player(page)
    if report is not None:
        from tenball_stats.show.player_report import player_report

        write_and_say(player_report(page), report)
