"""Charts of a whole league: each player's rate, raw and as drawn towards the others'."""

from collections.abc import Sequence

import polars as pl
from matplotlib.axes import Axes

from tenball_stats.show.charts import style
from tenball_stats.show.charts.rates import labels, largest
from tenball_stats.show.charts.style import Mark

RAW = Mark("as counted", "white", "", "o")
SHRUNK = Mark("estimate, with its 95\u00a0% interval", style.BLUE, "", "D")


@style.chart
def caterpillar(
    frame: pl.DataFrame,
    *,
    rate: str,
    label: str = "",
    mean: float | None = None,
    by: Sequence[str] = ("player",),
    descending: bool = True,
    of: str = "",
    ax: Axes | None = None,
) -> Axes:
    """Draw a rate of all players of a league, the best estimate on top.

    Args:
        frame: a statistic by player with `<rate>`, `<rate>_n`, and, where it was drawn towards the others,
            `<rate>_shrunk`, `<rate>_shrunk_low`, `<rate>_shrunk_high`; without these the Wilson interval is drawn.
        rate: its name.
        label: what it is, in words.
        mean: of the players' rates, each player counting once, drawn as a line.
        by: columns of the groups.
        descending: the highest on top, else the lowest.
        of: what the frame was chosen by, for the title.
        ax: where to draw; new axes where there is none.
    """
    label = label or rate.replace("_", " ")
    count = f"{rate}_n"
    rows, left_out = largest(frame.drop_nulls(rate), count)
    shrunk = f"{rate}_shrunk" in rows.columns and rows[f"{rate}_shrunk"].null_count() < rows.height
    middle = f"{rate}_shrunk" if shrunk else rate
    rows = rows.sort(middle, count, descending=[descending, True])
    ax = style.axes(ax, style.height_of(rows.height, each=0.27))
    group = " and ".join(by)
    number = f"{style.counted(rows.height, group)}, n = {int(rows[count].sum()) if rows.height else 0:,}"
    title = (f"{label[:1].upper()}{label[1:]}, by {group}", ", ".join(filter(None, (number, of))))
    if not rows.height:
        style.say(ax, *title)
        return style.nothing(ax, "There is nothing to take a share of in what was chosen.")
    at = range(rows.height)
    share = rows[middle].to_numpy() * 100
    low, high = (rows[f"{middle}_{end}"].to_numpy() * 100 for end in ("low", "high"))
    if mean is not None:
        ax.axvline(mean * 100, color=style.GREY, linestyle="--", linewidth=1, label="mean of the players", zorder=1)
    ax.errorbar(
        share,
        at,
        xerr=[(share - low).clip(0), (high - share).clip(0)],
        fmt=SHRUNK.marker,
        color=SHRUNK.colour,
        markersize=5.5,
        markeredgecolor="black",
        markeredgewidth=0.5,
        elinewidth=1.3,
        label=SHRUNK.name if shrunk else "as counted, with its 95\u00a0% interval",
        clip_on=False,
        zorder=3,
    )
    if shrunk:
        ax.scatter(
            rows[rate].to_numpy() * 100,
            at,
            s=26,
            marker=RAW.marker,
            facecolor=RAW.colour,
            edgecolor="black",
            linewidth=0.9,
            label=RAW.name,
            clip_on=False,
            zorder=2,
        )
    ax.set_yticks(at, labels=labels(rows, by, count))
    ax.tick_params(axis="y", length=0)
    ax.grid(visible=False, axis="y")
    ax.set_ylim(rows.height - 0.5, -0.5)
    ends = [float(low.min()), float(high.max()), *(rows[rate].to_numpy() * 100)]
    room = max((max(ends) - min(ends)) * 0.04, 1)
    ax.set_xlim(max(min(ends) - room, 0), min(max(ends) + room, 100))
    ax.set_xlabel(f"{label} (%)")
    ax.legend(loc="lower left", bbox_to_anchor=(0, 1), ncols=3)
    style.say(ax, *title, above=20)
    style.caption(
        ax,
        "Estimate: drawn towards the mean of the players, far with few trials, hardly with many." if shrunk else "",
        left_out,
    )
    return ax
