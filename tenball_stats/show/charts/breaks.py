"""Charts of breaks."""

from collections.abc import Sequence

import polars as pl
from matplotlib.axes import Axes

from tenball_stats.show.charts import style
from tenball_stats.show.charts.rates import labels, largest, whiskers
from tenball_stats.show.charts.style import Mark

CLASSES = (
    ("success_rate", Mark("successful", style.GREEN, "", "o")),
    ("dry_rate", Mark("dry", style.SKY, "///", "s")),
    ("fouled_rate", Mark("fouled", style.VERMILION, "xxx", "^")),
)
"""The three classes of a break and how they look; their shares add up to all breaks."""

MEANING = (
    "Successful: an object ball pocketed and no foul; dry: none pocketed, no foul. Sorted by the lower end of success."
)


@style.chart
def break_classes(
    frame: pl.DataFrame, *, by: Sequence[str] = ("player",), of: str = "", ax: Axes | None = None
) -> Axes:
    """Draw how often a break was successful, dry or fouled, a row for each player (or whatever the frame is by).

    Args:
        frame: the statistic `breaks`.
        by: its columns of groups.
        of: what the frame was chosen by, for the title, such as "edition csi".
        ax: where to draw; new axes where there is none.
    """
    rows, left_out = largest(frame, "breaks")
    # By the lower end of the interval: three of three is no better ground than sixty of eighty.
    rows = rows.sort("success_rate_low", "breaks", descending=True, nulls_last=True)
    ax = style.axes(ax, style.height_of(rows.height))
    if not rows.height:
        style.nothing(ax, "There is no break in what was chosen.")
    else:
        whiskers(ax, rows, CLASSES, labels(rows, by, "breaks"))
        style.percent_axis(ax, "share of breaks (%)")
        ax.legend(loc="lower left", bbox_to_anchor=(0, 1), ncols=3)
        style.caption(ax, MEANING, style.WILSON, left_out, style.grounds(frame, "break"))
    group = f", by {' and '.join(by)}" if by else ""
    number = style.counted(int(frame["breaks"].sum()), "break")
    style.say(ax, f"What came of the break{group}", ", ".join(filter(None, (number, of))), above=20)
    return ax
