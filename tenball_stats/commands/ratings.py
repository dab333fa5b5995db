"""``tenball ratings``: ratings fitted to the stored results, and what ratings mean for a rack and a race."""

import re
import sys
from typing import Any

import click

from tenball_stats.commands.asked import matches_options, note, opened
from tenball_stats.commands.database import as_of_option, db_option, edition_ids_of, from_option
from tenball_stats.commands.reading import Reading, reading_options


class Pair(click.ParamType):  # type: ignore[type-arg]
    """Two numbers of racks, `9/7`; or one for both, where that says enough."""

    name = "racks"

    def __init__(self, signs: str, *, one: bool) -> None:
        self.signs, self.one = signs, one

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Read `9` or `9/7`."""
        if isinstance(value, tuple):
            return value
        found = re.fullmatch(rf"\s*(\d{{1,4}})(?:\s*[{self.signs}]\s*(\d{{1,4}}))?\s*", str(value))
        if not found or not (found[2] or self.one):
            expected = "9 or 9/7" if self.one else "5-4"
            self.fail(f"{value!r} is no number of racks for two players; expected {expected}", param, ctx)
        return int(found[1]), int(found[2] or found[1])


@click.group(short_help="Fit ratings to results; the chances of a race.")
def command() -> None:
    """Fit ratings to the stored results, and work out what a difference of ratings means.

    100 points stand for odds of two to one in a rack.
    """


@command.command(name="fit", short_help="Fit ratings to the stored results.")
@click.argument("logs", metavar="[LOG…]", nargs=-1)
@db_option
@from_option
@as_of_option
@matches_options
@click.option("--edition", "editions", metavar="ID|FILE", multiple=True, help="Rack winners by this edition.")
@click.option(
    "--format", "form", type=click.Choice(["table", "json", "csv"]), default="table", show_default=True, help="Output."
)
@reading_options(keep_going=False)
def fit(logs: tuple[str, ...], db: str, editions: tuple[str, ...], form: str, reading: Reading, **asked: Any) -> None:
    """Fit ratings to the racks won in the database, or in LOG… without storing anything.

    Only differences say anything; the mean is 500. The 95 % intervals come from drawing whole matches.
    """
    from tenball_stats.show.ratings import print_ratings, to_csv, to_json
    from tenball_stats.stats.query import Filters
    from tenball_stats.stats.ratings import fit_ratings

    ids = edition_ids_of(editions)
    with opened(logs, db, editions, reading) as database:
        ratings = fit_ratings(database, Filters(editions=ids, **asked))
    note(ratings.notices)
    if form == "table":
        print_ratings(ratings)
    else:
        sys.stdout.write(to_json(ratings) if form == "json" else to_csv(ratings))


@command.command(name="race", short_help="Print the chances of a race.")
@click.argument("first", metavar="RATING|PLAYER")
@click.argument("second", metavar="RATING|PLAYER")
@click.option("--to", "to", metavar="N|N/M", type=Pair("/", one=True), required=True, help="Racks that each needs.")
@click.option("--score", metavar="N-M", type=Pair("-:", one=False), default=(0, 0), help="Racks that each has won.")
@click.option("--fair", is_flag=True, help="Also the handicaps that give both an even chance.")
@db_option
@from_option
@as_of_option
@click.option(
    "--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True, help="Output."
)
def race(first: str, second: str, to: tuple[int, int], score: tuple[int, int], fair: bool, db: str, form: str) -> None:
    """Print the chances of a rack and of a race between two players.

    Each is given by a rating, or by the name of a player of the database, whose rating is fitted to its results.
    """
    from tenball_stats.show.ratings import chances_json, print_chances
    from tenball_stats.stats.ratings import Chances, Race

    names, ratings = _rated((first, second), db)
    found = Chances(names, ratings, Race(*to, *score))
    if form == "json":
        sys.stdout.write(chances_json(found, fair=fair))
    else:
        print_chances(found, fair=fair)


def _rated(texts: tuple[str, str], db: str) -> tuple[tuple[str, str], tuple[float, float]]:
    """Return names and ratings of two players that were given by numbers or by names."""
    given = [_number(text) for text in texts]
    if None not in given:
        return texts, (given[0] or 0.0, given[1] or 0.0)
    from tenball_stats.commands.database import open_with_views
    from tenball_stats.stats.ratings import fit_ratings, rating_of

    with open_with_views(db, read_only=True) as database:
        ratings = fit_ratings(database)
    rated = [rating_of(ratings, text) if number is None else None for text, number in zip(texts, given, strict=True)]
    if len({one.group for one in rated if one is not None}) > 1:
        click.echo("note: these two never met, not even by way of others; their ratings cannot be compared", err=True)
    names = [text if one is None else one.player for text, one in zip(texts, rated, strict=True)]
    numbers = [number or 0.0 if one is None else one.rating for number, one in zip(given, rated, strict=True)]
    return (names[0], names[1]), (numbers[0], numbers[1])


def _number(text: str) -> float | None:
    """Return a text as a rating, None where it is a name."""
    return float(text) if re.fullmatch(r"[+-]?\d{1,5}(\.\d+)?", text.strip()) else None
