"""Charts of ratings."""

import polars as pl
from matplotlib.axes import Axes

from tenball_stats.show.charts import style
from tenball_stats.show.charts.rates import labels, largest


@style.chart
def ratings(frame: pl.DataFrame, *, of: str = "", ax: Axes | None = None) -> Axes:
    """Draw the ratings of a league, the best on top.

    Args:
        frame: `player`, `rating`, `low`, `high` (null: no interval), `racks`.
        of: what the frame was chosen by, for the title.
        ax: where to draw; new axes where there is none.
    """
    rows, left_out = largest(frame, "racks")
    rows = rows.sort("rating", descending=True)
    ax = style.axes(ax, style.height_of(rows.height, each=0.27))
    number = f"{style.counted(rows.height, 'player')}, {int(rows['racks'].sum()) // 2 if rows.height else 0:,} racks"
    title = ("Ratings fitted to the racks won", ", ".join(filter(None, (number, of))))
    if not rows.height:
        style.say(ax, *title)
        return style.nothing(ax, "Nobody has won a rack in what was chosen.")
    at = range(rows.height)
    middle = rows["rating"]
    low, high = rows["low"].fill_null(middle), rows["high"].fill_null(middle)
    ax.errorbar(
        middle.to_numpy(),
        at,
        xerr=[(middle - low).clip(0).to_numpy(), (high - middle).clip(0).to_numpy()],
        fmt="o",
        color=style.BLUE,
        markersize=6,
        markeredgecolor="black",
        markeredgewidth=0.5,
        elinewidth=1.3,
        clip_on=False,
        zorder=3,
    )
    ax.set_yticks(at, labels=labels(rows, ["player"], "racks"))
    ax.tick_params(axis="y", length=0)
    ax.grid(visible=False, axis="y")
    ax.set_ylim(rows.height - 0.5, -0.5)
    ax.set_xlabel("rating (100 points: odds of two to one in a rack)")
    style.say(ax, *title)
    alone = rows["low"].null_count()
    style.caption(
        ax,
        "Whiskers: 95\u00a0% interval, from drawing whole matches.",
        f"{style.counted(alone, 'player has', 'players have')} too few matches for one." if alone else "",
        left_out,
    )
    return ax
