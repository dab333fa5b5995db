"""Charts of fouls."""

from collections.abc import Sequence

import polars as pl
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from tenball_stats.show.charts import style
from tenball_stats.show.charts.rates import labels, largest, whiskers
from tenball_stats.show.charts.style import Mark
from tenball_stats.terms import ACTS, FOULS, JUDGED

SOURCES = (
    (JUDGED, Mark("judged from the facts", style.SKY, "", "o")),
    (ACTS, Mark("noted by the recorder", style.ORANGE, "///", "s")),
    (("recorded",), Mark("a foul was ruled, its kind not written down", style.PALE, "...", "D")),
)
"""Where a foul code comes from and how its bar looks."""

NAMES = {"recorded": "kind not recorded"}
"""Codes that say too little on an axis."""

RATE = ("foul_rate", Mark("fouls over strokes", style.VERMILION, "", "o"))


@style.chart
def foul_kinds(frame: pl.DataFrame, *, of: str = "", ax: Axes | None = None) -> Axes:
    """Draw how often each kind of foul occurred, over all rows of the frame together.

    Args:
        frame: the statistic `fouls`; of its columns `by_code`, `fouls`, `strokes`.
        of: what the frame was chosen by, for the title.
        ax: where to draw; new axes where there is none.
    """
    kinds = (
        frame.select(pl.col("by_code").explode())
        .drop_nulls()
        .unnest("by_code")
        .group_by("value")
        .agg(pl.col("rows").sum())
    )
    order = {code: place for place, code in enumerate(FOULS)}
    found = sorted(kinds.rows(), key=lambda kind: (-kind[1], order.get(kind[0], len(order))))
    ax = style.axes(ax, style.height_of(len(found), each=0.3))
    total, strokes = int(frame["fouls"].sum()), int(frame["strokes"].sum())
    number = f"{style.counted(total, 'foul')} on {style.counted(strokes, 'stroke')}"
    title = ("Fouls by kind", ", ".join(filter(None, (number, of))))
    if not found:
        style.say(ax, *title)
        return style.nothing(ax, "There is no foul in what was chosen.")
    for codes, mark in SOURCES:
        bars = [(place, rows) for place, (code, rows) in enumerate(found) if code in codes]
        if bars:
            at, rows = zip(*bars, strict=True)
            ax.barh(
                at, rows, 0.7, color=mark.colour, hatch=mark.hatch, edgecolor="black", linewidth=0.6, label=mark.name
            )
            for place, count in bars:
                ax.annotate(
                    f"{count:,}", (count, place), xytext=(3, 0), textcoords="offset points", va="center", fontsize=8.5
                )
    ax.set_yticks(range(len(found)), labels=[NAMES.get(code, code.replace("_", " ")) for code, _ in found])
    ax.tick_params(axis="y", length=0)
    ax.set_ylim(len(found) - 0.4, -0.6)
    ax.margins(x=0.1)
    ax.grid(visible=False, axis="y")
    ax.xaxis.set_major_locator(MaxNLocator(integer=True))
    ax.set_xlabel("strokes with this foul")
    ax.legend(loc="lower right")
    style.say(ax, *title)
    several = sum(rows for _, rows in found) - total
    style.caption(
        ax,
        f"A stroke with several fouls stands under each of them and is one foul ({several:,} more codes than fouls)."
        if several > 0
        else "",
    )
    return ax


@style.chart
def foul_rates(frame: pl.DataFrame, *, by: Sequence[str] = ("player",), of: str = "", ax: Axes | None = None) -> Axes:
    """Draw the share of strokes that were fouls, with its interval, a row for each player.

    Args:
        frame: the statistic `fouls`.
        by: its columns of groups.
        of: what the frame was chosen by, for the title.
        ax: where to draw; new axes where there is none.
    """
    rows, left_out = largest(frame, "strokes")
    rows = rows.sort(f"{RATE[0]}_high", "strokes", descending=[False, True])
    ax = style.axes(ax, style.height_of(rows.height, each=0.3))
    group = f", by {' and '.join(by)}" if by else ""
    total = style.counted(int(frame["strokes"].sum()), "stroke")
    title = (f"How often a stroke was a foul{group}", ", ".join(filter(None, (total, of))))
    if not rows.height:
        style.say(ax, *title)
        return style.nothing(ax, "There is no stroke in what was chosen.")
    whiskers(ax, rows, [RATE], labels(rows, by, "strokes"))
    most = max([0.05, *rows[f"{RATE[0]}_high"].to_list()]) * 100
    ax.set_xlim(0, min(most * 1.05, 100))
    ax.set_xlabel("fouls per 100 strokes")
    style.say(ax, *title)
    style.caption(ax, style.WILSON, "Sorted by the upper end.", left_out, style.grounds(frame, "stroke"))
    return ax


@style.chart
def foul_page(frame: pl.DataFrame, *, by: Sequence[str] = ("player",), of: str = "") -> Figure:
    """Return a figure with both charts of fouls, one above the other."""
    kinds = frame.select(pl.col("by_code").explode()).drop_nulls().unnest("by_code")["value"].n_unique()
    rates = min(frame.filter(pl.col("strokes") > 0).height, style.MOST_ROWS)
    heights = [style.height_of(number, each=0.3) for number in (kinds, rates)]
    figure = Figure(figsize=(style.WIDTH, min(sum(heights), style.HEIGHT)), layout="constrained")
    above, below = figure.subplots(2, 1, height_ratios=heights)
    foul_kinds(frame, of=of, ax=above)
    foul_rates(frame, by=by, of=of, ax=below)
    return figure
