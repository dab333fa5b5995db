"""Charts of rates over time."""

from collections.abc import Sequence

import polars as pl
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from tenball_stats.show.charts import style
from tenball_stats.show.charts.style import Mark

RATE = Mark("rate of the period", style.BLUE, "", "o")
LEAGUE = Mark("the others", style.GREY, "", "")


@style.chart
def trend(
    frame: pl.DataFrame,
    *,
    label: str,
    p: float | None = None,
    others: float | None = None,
    small: bool = False,
    of: str = "",
    ax: Axes | None = None,
) -> Axes:
    """Draw a rate over time: a mark with its interval for each period.

    Args:
        frame: the periods in order: `first`, `last` (days as texts), `part`, `of`, `rate`, `low`, `high` (shares).
        label: what the rate is, for the axis.
        p: of the test that there is no trend.
        others: the rate of those to compare with, drawn as a line.
        small: a picture that is to stand beside another one.
        of: what the frame was chosen by, for the title.
        ax: where to draw; new axes where there is none.
    """
    if ax is None:
        ax = Figure(figsize=(4.6, 3.3) if small else (style.WIDTH, 3.2), layout="constrained").add_subplot()
    trials = int(frame["of"].sum()) if frame.height else 0
    line = "" if others is None else f"dashed: {LEAGUE.name}, {100 * others:.1f}\u00a0%"
    style.say(ax, f"{label[:1].upper()}{label[1:]} over time", ", ".join(filter(None, (f"n = {trials:,}", of, line))))
    if not frame.height:
        return style.nothing(ax, "Too few trials with a date for a period.")
    at = range(frame.height)
    rate = frame["rate"].to_numpy() * 100
    away = [(rate - frame["low"].to_numpy() * 100).clip(0), (frame["high"].to_numpy() * 100 - rate).clip(0)]
    if others is not None:
        ax.axhline(others * 100, color=LEAGUE.colour, linestyle="--", linewidth=1, zorder=1)
    ax.errorbar(
        at,
        rate,
        yerr=away,
        fmt=RATE.marker,
        linestyle="-",
        linewidth=0.8,
        color=RATE.colour,
        markersize=6,
        markeredgecolor="black",
        markeredgewidth=0.5,
        elinewidth=1.2,
        clip_on=False,
        zorder=3,
    )
    ax.set_xticks(at, labels=_periods(frame.select("first", "last", "of").rows()), fontsize=8)
    ax.set_xlim(-0.5, frame.height - 0.5)
    low, high = float((rate - away[0]).min()), float((rate + away[1]).max())
    if others is not None:
        low, high = min(low, others * 100), max(high, others * 100)
    ax.set_ylim(max(0, low - 4), min(100, high + 4))
    ax.set_ylabel("%")
    ax.grid(visible=False, axis="x")
    chance = "" if p is None else "p < 0.001" if p < 0.001 else f"p = {p:.2f}"
    style.caption(ax, style.WILSON, f"Test for a trend over the matches: {chance}." if chance else "")
    return ax


def _periods(rows: Sequence[tuple[str, str, int]]) -> list[str]:
    """Word periods for the axis: the months of the first and last day, and how many trials, on lines of their own."""
    ends = ["" if first[:7] == last[:7] else f"to {last[:7]}" for first, last, _ in rows]
    between = [f"{end}\n" if any(ends) else "" for end in ends]
    return [f"{first[:7]}\n{end}({trials:,})" for (first, _, trials), end in zip(rows, between, strict=True)]
