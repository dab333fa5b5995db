"""Rates with their intervals, as marks with whiskers: the part that most charts are made of."""

from collections.abc import Sequence

import polars as pl
from matplotlib.axes import Axes

from tenball_stats.show.charts.style import MOST_ROWS, Mark, short


def largest(frame: pl.DataFrame, count: str, most: int = MOST_ROWS) -> tuple[pl.DataFrame, str]:
    """Return the rows that have anything to count, the largest `most` of them, and a remark on those left out."""
    some = frame.filter(pl.col(count) > 0)
    if some.height <= most:
        return some, ""
    return some.top_k(most, by=count), f"The {most} with the most of {some.height} are shown."


def labels(frame: pl.DataFrame, by: Sequence[str], count: str) -> list[str]:
    """Return a label for each row: what it is of, and its number."""
    names = frame.select(by).rows() if by else [("all",)] * frame.height
    return [
        f"{', '.join(short(part) for part in name)}  (n = {number:,})"
        for name, number in zip(names, frame[count].to_list(), strict=True)
    ]


def whiskers(ax: Axes, frame: pl.DataFrame, rates: Sequence[tuple[str, Mark]], names: Sequence[str]) -> None:
    """Draw each rate of each row as a mark with its interval, the first row on top, as percentages.

    Args:
        ax: where to.
        frame: with `<rate>`, `<rate>_low` and `<rate>_high` as shares, null where there is nothing to divide by.
        rates: name of each rate and how it looks.
        names: label of each row.
    """
    step = 0.62 / max(len(rates), 1)
    for place, (rate, mark) in enumerate(rates):
        offset = (place - (len(rates) - 1) / 2) * step
        known = frame.with_row_index("at").drop_nulls([rate, f"{rate}_low", f"{rate}_high"])
        at = [row + offset for row in known["at"].to_list()]
        share = known[rate].to_numpy() * 100
        low, high = known[f"{rate}_low"].to_numpy() * 100, known[f"{rate}_high"].to_numpy() * 100
        # The interval ends where the share does at 0 and 100 %, up to the last digits of the arithmetic.
        away = [(share - low).clip(0), (high - share).clip(0)]
        ax.errorbar(
            share,
            at,
            xerr=away,
            fmt=mark.marker,
            color=mark.colour,
            markersize=6,
            markeredgecolor="black",
            markeredgewidth=0.5,
            elinewidth=1.3,
            label=mark.name,
            clip_on=False,
            zorder=3,
        )
    for row in range(1, len(names)):
        ax.axhline(row - 0.5, color="#EEEEEE", linewidth=0.8, zorder=0)
    ax.set_yticks(range(len(names)), labels=names)
    ax.tick_params(axis="y", length=0)
    ax.grid(visible=False, axis="y")
    ax.set_ylim(len(names) - 0.5, -0.5)
