"""``tenball stats``: a statistic of a database, or of logs that are stored nowhere."""

import sys
from typing import TYPE_CHECKING, Any

import click

from tenball_stats.commands.asked import as_option, editions_option, matches_options, note, opened
from tenball_stats.commands.database import as_of_option, db_option, edition_ids_of, from_option
from tenball_stats.commands.meanwhile import loading
from tenball_stats.commands.reading import Reading, reading_options
from tenball_stats.stats.catalogue import NAMES, script_of, statistic
from tenball_stats.stats.definitions import Mean

if TYPE_CHECKING:
    from tenball_stats.stats.definitions import Statistic
    from tenball_stats.stats.query import Filters
    from tenball_stats.store import Database

BY = ("player", "opponent", "event", "season", "round", "venue", "table", "match", "edition", "break_format", "score",
      "hill", "balls_left", "cue_ball", "stroke")  # fmt: skip
"""What a statistic can be broken down by, as `tenball_stats.stats.counted` has it, too heavy to load for a help
page; the last ones belong to single statistics."""


@click.command(short_help="Print a statistic of a database or a log.")
@click.argument("name", metavar="|".join(NAMES), type=click.Choice(NAMES))
@click.argument("logs", metavar="[LOG…]", nargs=-1)
@db_option
@from_option
@as_of_option
@click.option("--player", metavar="NAME", default="", help="Only what this player did.")
@click.option("--opponent", metavar="NAME", default="", help="Only matches of two players against this one.")
@matches_options
@editions_option
@click.option("--by", multiple=True, type=click.Choice(BY), help="Break it down; several if given again.")
@as_option
@click.option("--min", "minimum", metavar="N", type=click.IntRange(min=1), help="Work nothing out from fewer than N.")
@click.option("--shrink", is_flag=True, help="Give rates also as drawn towards those of the other rows.")
@click.option(
    "--compare",
    metavar="A B",
    nargs=2,
    help="The rates of two players side by side, with the interval of each difference; with --by of two others.",
)
@click.option("--strict", is_flag=True, help="A break-and-run asks that all ten balls went down.")
@click.option(
    "--format", "form", type=click.Choice(["table", "json", "csv"]), default="table", show_default=True, help="Output."
)
@click.option("--explain", is_flag=True, help="Print the definitions and the SQL instead of figures.")
@reading_options(keep_going=False)
def command(
    name: str,
    logs: tuple[str, ...],
    db: str,
    editions: tuple[str, ...],
    by: tuple[str, ...],
    as_: str,
    minimum: int | None,
    shrink: bool,
    compare: tuple[str, str] | None,
    strict: bool,
    form: str,
    explain: bool,
    reading: Reading,
    **asked: Any,
) -> None:
    """Print a statistic of the database, or of LOG… without storing anything.

    Every rate is shown with its numerator, its denominator and a 95 % interval.
    """
    if compare and (minimum or shrink or len(by) > 1):
        raise click.UsageError("--compare goes with one --by, and not with --min or --shrink")
    if strict and name != "breaks":
        raise click.UsageError("--strict belongs to the statistic breaks")
    chosen = statistic(name, strict=strict)
    if explain:
        from tenball_stats.show.statistics import explain as explained

        click.echo(explained(chosen, script_of(chosen)), nl=False)
        return

    from tenball_stats.stats.query import Filters, ask

    ids = edition_ids_of(editions)
    filters = Filters(editions=ids, recorded=as_ == "recorded", **asked)
    means = any(isinstance(item, Mean) for item in chosen.items)
    later = (*(["tenball_stats.stats.bootstrap"] if means else []), "tenball_stats.show.statistics")
    with opened(logs, db, editions, reading) as database, loading(*later):
        if compare:
            _compare(database, chosen, compare, filters, by[0] if by else "player", form)
            return
        answer = ask(database, chosen, filters, by, minimum=minimum or 0, shrink=shrink)

    from tenball_stats.show.statistics import print_answer, to_csv, to_json

    note(answer.notices)
    if form == "table":
        print_answer(answer)
    else:
        sys.stdout.write(to_json(answer) if form == "json" else to_csv(answer))


def _compare(
    database: "Database", chosen: "Statistic", names: tuple[str, str], filters: "Filters", by: str, form: str
) -> None:
    """Print the rates of two groups side by side."""
    from tenball_stats.show.differences import print_comparison, to_csv, to_json
    from tenball_stats.stats.comparisons import compare

    found = compare(database, chosen, *names, filters, by)
    note(found.answer.notices)
    if form == "table":
        print_comparison(found)
    else:
        sys.stdout.write(to_json(found) if form == "json" else to_csv(found))
