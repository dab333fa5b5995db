"""Charts of rates over time."""

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
    style.say(ax, f"{label[:1].upper()}{label[1:]} over time", ", ".join(filter(None, (f"n = {trials:,}", of))))
    if not frame.height:
        return style.nothing(ax, "Too few trials with a date for a period.")
    at = range(frame.height)
    rate = frame["rate"].to_numpy() * 100
    away = [(rate - frame["low"].to_numpy() * 100).clip(0), (frame["high"].to_numpy() * 100 - rate).clip(0)]
    if others is not None:
        ax.axhline(others * 100, color=LEAGUE.colour, linestyle="--", linewidth=1, zorder=1)
        ax.annotate(
            f"{LEAGUE.name} {100 * others:.1f}\u00a0%",
            (1, others * 100),
            xycoords=("axes fraction", "data"),
            xytext=(0, 2),
            textcoords="offset points",
            ha="right",
            va="bottom",
            fontsize=7.5,
            color=style.GREY,
            zorder=4,
        )
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
    ax.set_xticks(at, labels=[_period(*row) for row in frame.select("first", "last", "of").rows()], fontsize=8)
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


def _period(first: str, last: str, trials: int) -> str:
    """Word a period for the axis: the months of its first and last day, and how many trials it has."""
    begins, ends = first[:7], last[:7]
    return f"{begins}\n{'' if begins == ends else f'to {ends}'}\n({trials:,})"
