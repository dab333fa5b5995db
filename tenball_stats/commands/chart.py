"""``tenball chart``: a statistic of a database, or of logs that are stored nowhere, as a picture."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tenball_stats.commands import stats
from tenball_stats.commands.database import edition_id

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from tenball_stats.stats.answers import Answer
    from tenball_stats.store import Database

NAMES = ("breaks", "fouls", "pushouts", "lags")
"""The statistics that have a chart."""

SHARED = ("logs", "db", "player", "opponent", "event", "since", "until", "editions", "by")


def _as_stats(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command the arguments and filters of `tenball stats`, so that both are asked in the same words."""
    params = {param.name: param for param in stats.command.params}
    command.__click_params__ = [params[name] for name in reversed(SHARED)]  # type: ignore[attr-defined]
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
@_as_stats
def command(
    name: str, logs: tuple[str, ...], db: str, editions: tuple[str, ...], by: tuple[str, ...], out: Path, **asked: Any
) -> None:
    """Draw a statistic of the database, or of LOG… without storing anything.

    Breaks and fouls are drawn by player unless --by says otherwise, push-outs all together, lags by player.
    """
    if by and name not in {"breaks", "fouls"}:
        raise click.UsageError(f"--by belongs to the charts breaks and fouls, not to {name}")
    from tenball_stats.show.charts import write
    from tenball_stats.show.charts.style import check_target
    from tenball_stats.stats.catalogue import statistic
    from tenball_stats.stats.query import Filters, ask

    check_target(out)
    groups = by or (() if name == "pushouts" else ("player",))
    filters = Filters(editions=tuple(dict.fromkeys(edition_id(edition) for edition in editions)), **asked)
    with stats._opened(logs, db, editions) as database:
        answer = ask(database, statistic(name), filters, groups)
        figure = _drawn(name, answer, database)
    remarks = write(figure, out)
    for remark in [*answer.notices, *remarks]:
        click.echo(f"note: {remark}", err=True)
    click.echo(f"{out}: {name}, {answer.matches:,} {'match' if answer.matches == 1 else 'matches'}")


def _drawn(name: str, answer: "Answer", database: "Database") -> "Figure":
    """Draw the chart of an answer."""
    from tenball_stats.show import charts
    from tenball_stats.show.charts.style import figure_of

    frame = charts.frame_of(answer)
    of = _chosen(answer)
    if name == "breaks":
        return figure_of(charts.break_classes(frame, by=answer.by, of=of))
    if name == "fouls":
        return charts.foul_page(frame, by=answer.by, of=of)
    if name == "pushouts":
        return figure_of(charts.push_out_flow(frame, of=of))
    return figure_of(charts.lag_distances(charts.lag_attempts(database, answer), means=frame, of=of))


def _chosen(answer: "Answer") -> str:
    """Word what an answer was chosen by, for the title of its chart."""
    ruled = f"ruled by {' and '.join(answer.editions)}" if answer.editions else ""
    return ", ".join(filter(None, [*(f"{name} {value}" for name, value in answer.filters.items()), ruled]))
