"""``tenball chart``: a statistic of a database, or of logs that are stored nowhere, as a picture."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tenball_stats.commands import stats
from tenball_stats.commands.asked import note, opened
from tenball_stats.commands.database import edition_ids_of
from tenball_stats.commands.reading import Reading, reading_options

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from tenball_stats.show.charts.asked import Asked
    from tenball_stats.stats.query import Filters
    from tenball_stats.store import Database

NAMES = (
    *("breaks", "fouls", "pushouts", "lags", "runouts"),
    *("board", "trend", "ratings", "shots", "placed", "rested"),
)
"""What can be drawn: statistics, then a board of a rate, its course over time, ratings, and the table from above."""

BY = ("breaks", "fouls")
"""Those that --by belongs to."""

RATED = ("board", "trend")
"""Those that --rate belongs to."""

SHARED = ("logs", "db", "from_", "as_of", "player", "opponent", "event", "since", "until", "editions", "by", "as_")


def _as_stats(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command the arguments and filters of `tenball stats`, so that both are asked in the same words."""
    params = {param.name: param for param in stats.command.params}
    shared = [params[name] for name in reversed(SHARED)]
    command.__click_params__ = getattr(command, "__click_params__", []) + shared  # type: ignore[attr-defined]
    return command


@click.command(short_help="Draw a statistic as a picture.")
@click.argument("name", metavar="|".join(NAMES), type=click.Choice(NAMES))
@click.option(
    "--out",
    "-o",
    metavar="FILE",
    required=True,
    type=click.Path(path_type=Path, dir_okay=False),
    help="The picture to write, its form by its ending: .png, .svg or .pdf.",
)
@click.option("--rate", metavar="STATISTIC.RATE", help="The rate of a board or a trend, as visits.pot_rate.")
@_as_stats
@reading_options(keep_going=False)
def command(
    name: str,
    logs: tuple[str, ...],
    db: str,
    editions: tuple[str, ...],
    by: tuple[str, ...],
    as_: str,
    out: Path,
    rate: str | None,
    reading: Reading,
    **asked: Any,
) -> None:
    """Draw a statistic of the database, or of LOG… without storing anything.

    Breaks and fouls are drawn by player unless --by says otherwise, push-outs and run-outs all together, lags by
    player. A board shows a rate of all players as counted and as drawn towards the league, a trend the rate of a
    player over time. Shots are drawn where the cue ball lay, breaks where it was placed or came to rest.
    """
    if by and name not in BY:
        raise click.UsageError(f"--by belongs to the charts {' and '.join(BY)}, not to {name}")
    if rate and name not in RATED:
        raise click.UsageError(f"--rate belongs to the charts {' and '.join(RATED)}, not to {name}")
    from tenball_stats.show.charts import write
    from tenball_stats.show.charts.style import check_target
    from tenball_stats.stats.query import Filters

    check_target(out)
    ids = edition_ids_of(editions)
    filters = Filters(editions=ids, recorded=as_ == "recorded", **asked)
    with opened(logs, db, editions, reading) as database:
        figure, said = _drawn(name, database, filters, by, rate)
    note([*said.notices, *write(figure, out)])
    click.echo(f"{out}: {name}, {said.matches:,} {'match' if said.matches == 1 else 'matches'}")


def _drawn(
    name: str, database: "Database", filters: "Filters", by: tuple[str, ...], rate: str | None
) -> tuple["Figure", "Asked"]:
    """Draw a chart; return it with what it was drawn from."""
    from tenball_stats.show.charts import asked

    if name in RATED:
        return asked.rated(name, database, filters, rate or "visits.pot_rate")
    if name in ("shots", "placed", "rested"):
        return asked.on_the_table(name, database, filters)
    if name == "ratings":
        return asked.ratings(database, filters)
    groups = by or (() if name in ("pushouts", "runouts") else ("player",))
    return asked.statistic(name, database, filters, groups)
