"""Charts of lags."""

import polars as pl
from matplotlib.axes import Axes

from tenball_stats.show.charts import style
from tenball_stats.show.charts.style import Mark

RESULTS = (
    ("won", Mark("lag won", style.GREEN, "", "o")),
    ("lost", Mark("lag lost", style.VERMILION, "", "s")),
    ("repeated", Mark("undecided, lagged again", style.PALE, "", "^")),
    (None, Mark("winner not recorded", "white", "", "D")),
)
"""What came of an attempt and how its mark looks."""

MEAN = Mark("mean, with its 95 % interval", style.BLACK, "", "|")


@style.chart
def lag_distances(
    frame: pl.DataFrame, *, means: pl.DataFrame | None = None, of: str = "", ax: Axes | None = None
) -> Axes:
    """Draw how far from the head cushion each lag came to rest, and whether it won, a row for each player.

    Args:
        frame: the attempts: `player`, `lag_cm` (null: not recorded), `faults` (list of codes), `result` (`won`, `lost`,
            `repeated`, null).
        means: the statistic `lags` by player, for the mean and its interval; without it none is drawn.
        of: what the attempts were chosen by, for the title.
        ax: where to draw; new axes where there is none.
    """
    players = (
        frame.group_by("player")
        .agg(pl.col("lag_cm").count().alias("measured"), pl.col("lag_cm").mean().alias("mean"))
        .sort("mean", "player", nulls_last=True)
        .head(style.MOST_ROWS)
    )
    names = players["player"].to_list()
    ax = style.axes(ax, style.height_of(len(names)))
    decided = frame.filter(pl.col("result") == "won").height
    number = f"{style.counted(frame.height, 'attempt')}, {style.counted(decided, 'lag')} won"
    title = ("How near the head cushion the lags came to rest, by player", ", ".join(filter(None, (number, of))))
    if not names:
        style.say(ax, *title)
        return style.nothing(
            ax, "There is no lag in what was chosen. Lags are rows of kind lag, with lag_cm and winner."
        )
    at = {name: row for row, name in enumerate(names)}
    measured = frame.filter(pl.col("lag_cm").is_not_null() & pl.col("player").is_in(names))
    for result, mark in RESULTS:
        here = measured.filter(pl.col("result").eq_missing(pl.lit(result, pl.String)))
        if here.height:
            ax.scatter(
                here["lag_cm"].to_list(),
                [at[name] for name in here["player"].to_list()],
                s=42,
                marker=mark.marker,
                facecolor=mark.colour,
                edgecolor="black",
                linewidth=0.6,
                label=mark.name,
                zorder=3,
            )
    if means is not None:
        _means(ax, means.filter(pl.col("player").is_in(names)), at)
    ax.set_yticks(
        range(len(names)),
        labels=[
            f"{style.short(name)}  (n = {measured})" for name, measured in players.select("player", "measured").rows()
        ],
    )
    ax.tick_params(axis="y", length=0)
    ax.grid(visible=False, axis="y")
    ax.set_ylim(len(names) - 0.4, -0.6)
    ax.set_xlim(left=0)
    ax.set_xlabel("distance from the head cushion at rest (cm)")
    if ax.get_legend_handles_labels()[0]:
        ax.legend(loc="upper left", bbox_to_anchor=(1.0, 1.0))
    style.say(ax, *title)
    faulted = frame.filter(pl.col("faults").list.len() > 0)
    kinds = faulted["faults"].explode().value_counts(sort=True).rows() if faulted.height else []
    said = ", ".join(f"{kind} {rows}" for kind, rows in sorted(kinds, key=lambda kind: (-kind[1], kind[0])))
    style.caption(
        ax,
        f"{style.counted(faulted.height, 'attempt')} with a fault ({said})." if faulted.height else "",
        f"{style.counted(frame['lag_cm'].null_count(), 'attempt')} without a recorded distance, not drawn."
        if frame["lag_cm"].null_count()
        else "",
        "Means over measured attempts; the interval is a bootstrap over matches, none from fewer than two."
        if means is not None
        else "",
    )
    return ax


def _means(ax: Axes, means: pl.DataFrame, at: dict[str, int]) -> None:
    """Draw each player's mean below his marks, with its interval where there is one."""
    rows = means.drop_nulls("mean_cm")
    if not rows.height:
        return
    middle = rows["mean_cm"]
    low, high = rows["mean_cm_low"].fill_null(middle), rows["mean_cm_high"].fill_null(middle)
    ax.errorbar(
        middle.to_numpy(),
        [at[name] + 0.25 for name in rows["player"].to_list()],
        xerr=[(middle - low).clip(0).to_numpy(), (high - middle).clip(0).to_numpy()],
        fmt=MEAN.marker,
        color=MEAN.colour,
        markersize=9,
        elinewidth=1.3,
        label=MEAN.name,
        zorder=2,
    )
