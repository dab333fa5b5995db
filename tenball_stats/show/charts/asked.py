"""Charts asked for by name: from a database and filters to a figure."""

from dataclasses import asdict, dataclass

import polars as pl
from matplotlib.figure import Figure

from tenball_stats.errors import TenballError
from tenball_stats.show import charts
from tenball_stats.show.charts.style import figure_of
from tenball_stats.stats import catalogue
from tenball_stats.stats.answers import Answer
from tenball_stats.stats.matches import matches_of
from tenball_stats.stats.noteworthy import NOTEWORTHY, Noteworthy
from tenball_stats.stats.places import breaks_placed, shots_placed
from tenball_stats.stats.query import Filters, ask, resolved
from tenball_stats.stats.ratings import fit_ratings
from tenball_stats.stats.trends import player_trend
from tenball_stats.store import Database

_RATED = {
    "player": pl.String,
    "rating": pl.Float64,
    "low": pl.Float64,
    "high": pl.Float64,
    "matches": pl.Int64,
    "racks": pl.Int64,
    "won": pl.Int64,
    "group": pl.Int64,
}


class ChartUnknown(TenballError):
    """Something to draw that there is not; the text says what there is."""


@dataclass(frozen=True)
class Asked:
    """What a chart was drawn from."""

    matches: int
    notices: list[str]


def statistic(name: str, database: Database, filters: Filters, by: tuple[str, ...]) -> tuple[Figure, Asked]:
    """Draw a statistic."""
    answer = ask(database, catalogue.statistic(name), filters, by)
    frame = charts.frame_of(answer)
    of = chosen(answer)
    match name:
        case "breaks":
            figure = figure_of(charts.break_classes(frame, by=answer.by, of=of))
        case "fouls":
            figure = charts.foul_page(frame, by=answer.by, of=of)
        case "pushouts":
            figure = figure_of(charts.push_out_flow(frame, of=of))
        case "runouts":
            figure = figure_of(charts.run_outs(frame, of=of))
        case _:
            figure = figure_of(charts.lag_distances(charts.lag_attempts(database, answer), means=frame, of=of))
    return figure, _from(answer)


def rated(name: str, database: Database, filters: Filters, rate: str) -> tuple[Figure, Asked]:
    """Draw a board of a rate, or a player's rate over time.

    Raises:
        ChartUnknown: there is no such rate, or a trend was asked for without a player.
    """
    what = _noteworthy(rate)
    one = catalogue.statistic(what.statistic)
    if name == "board":
        answer = ask(database, one, filters, ["player"], shrink=not filters.player)
        prior = (answer.priors or {}).get(what.rate)
        ax = charts.caterpillar(
            charts.frame_of(answer),
            rate=what.rate,
            label=what.label,
            mean=prior.mean if prior else None,
            descending=what.better >= 0,
            of=chosen(answer),
        )
        return figure_of(ax), _from(answer)
    if not filters.player:
        raise ChartUnknown("a trend is drawn of one player: say whose with --player")
    answer = ask(database, one, filters)
    own = resolved(database, filters)
    found = player_trend(database, own, what, matches_of(database, own))
    periods = pl.DataFrame([asdict(period) for period in found.periods])
    ax = charts.trend(periods, label=what.label, p=found.p, of=chosen(answer))
    return figure_of(ax), _from(answer)


def ratings(database: Database, filters: Filters) -> tuple[Figure, Asked]:
    """Draw the ratings fitted to the results."""
    found = fit_ratings(database, filters)
    rows = [asdict(one) for one in found.players]
    frame = pl.DataFrame(rows, schema=_RATED, infer_schema_length=None)
    said = ", ".join(f"{name} {value}" for name, value in filters.said().items())
    return figure_of(charts.ratings(frame, of=said)), Asked(found.matches, found.notices)


def on_the_table(name: str, database: Database, filters: Filters) -> tuple[Figure, Asked]:
    """Draw the table from above: shots, or where the cue ball was placed or came to rest."""
    answer = ask(database, catalogue.statistic("breaks"), filters)
    of = chosen(answer)
    if name == "shots":
        ax = charts.shot_map(shots_placed(database, filters), of=of)
    else:
        ax = charts.break_map(breaks_placed(database, filters), after=name == "rested", of=of)
    return figure_of(ax), _from(answer)


def chosen(answer: Answer) -> str:
    """Word what an answer was chosen by, for the title of its chart."""
    ruled = f"ruled by {' and '.join(answer.editions)}" if answer.editions else ""
    then = "as ruled then" if answer.recorded else ""
    return ", ".join(filter(None, [*(f"{name} {value}" for name, value in answer.filters.items()), ruled, then]))


def _from(answer: Answer) -> Asked:
    return Asked(answer.matches, answer.notices)


def _noteworthy(rate: str) -> Noteworthy:
    """Return a rate by its name, or of all rates of a statistic that can be drawn."""
    found = next((one for one in NOTEWORTHY if one.key == rate), None)
    if found is not None:
        return found
    name, _, item = rate.partition(".")
    if name in catalogue.NAMES and item in {one.name for one in catalogue.statistic(name).rates}:
        return Noteworthy(name, item, item.replace("_", " "), 0, 0)
    known = ", ".join(one.key for one in NOTEWORTHY)
    raise ChartUnknown(f"there is no rate {rate!r}; expected STATISTIC.RATE, as one of {known}")
