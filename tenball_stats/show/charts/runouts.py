"""Charts of run-outs."""

import polars as pl
from matplotlib.axes import Axes

from tenball_stats.show.charts import style
from tenball_stats.show.charts.style import Mark

IN_PLACE = Mark("cue ball in place", style.BLUE, "", "o")
IN_HAND = Mark("ball in hand", style.ORANGE, "", "s")
LEAGUE = Mark("the league, both together", style.GREY, "", "")

_DRAWN = {"in_place_by_balls_left": (IN_PLACE, -0.12), "in_hand_by_balls_left": (IN_HAND, 0.12)}
"""Column, its mark, and how far beside the number of balls it stands."""


@style.chart
def run_outs(frame: pl.DataFrame, *, league: pl.DataFrame | None = None, of: str = "", ax: Axes | None = None) -> Axes:
    """Draw how often a visit won the rack, by the balls on the table when it began and by how the cue ball lay.

    Args:
        frame: the statistic `runouts`, one row.
        league: the same of all players to compare with, drawn as a band.
        of: what the frame was chosen by, for the title.
        ax: where to draw; new axes where there is none.
    """
    ax = style.axes(ax, 4.2)
    visits = int(frame["visits"].sum())
    title = ("Visits that won the rack, by balls on the table", ", ".join(filter(None, (_counted(frame), of))))
    style.say(ax, *title, above=18)
    if not visits:
        return style.nothing(ax, "There is no visit in what was chosen, other than breaks and push-outs.")
    if league is not None and league.height:
        band = _shares(league, "by_balls_left")
        low, high = band["low"] * 100, band["high"] * 100
        at = band["value"].to_numpy()
        ax.fill_between(at, low.to_numpy(), high.to_numpy(), color=style.PALE, zorder=1, linewidth=0)
        ax.plot(at, band["rate"].to_numpy() * 100, color=LEAGUE.colour, linestyle="--", label=LEAGUE.name, zorder=2)
    drawn = [column for column in _DRAWN if _shares(frame, column).height]
    if not drawn:
        return style.nothing(ax, "Of no visit is it known how many balls were on the table and how the cue ball lay.")
    most = 0.0
    for column in drawn:
        mark, shift = _DRAWN[column]
        shares = _shares(frame, column)
        rate = shares["rate"].to_numpy() * 100
        away = [
            (rate - shares["low"].to_numpy() * 100).clip(0),
            (shares["high"].to_numpy() * 100 - rate).clip(0),
        ]
        ax.errorbar(
            shares["value"].to_numpy() + shift,
            rate,
            yerr=away,
            fmt=mark.marker,
            color=mark.colour,
            markersize=6,
            markeredgecolor="black",
            markeredgewidth=0.5,
            elinewidth=1.2,
            label=mark.name,
            clip_on=False,
            zorder=3,
        )
        most = max(most, float((rate + away[1]).max()))
    counts = {int(value): of_ for value, of_ in _shares(frame, "by_balls_left").select("value", "of").rows()}
    ax.set_xticks(range(1, 11), labels=[f"{balls}\n({counts.get(balls, 0):,})" for balls in range(1, 11)])
    ax.set_xlim(10.6, 0.4)
    ax.set_ylim(0, min(100, most * 1.05 + 1))
    ax.set_ylabel("visits that won the rack (%)")
    ax.set_xlabel("object balls on the table when the visit began (visits)")
    ax.grid(visible=False, axis="x")
    ax.legend(loc="lower left", bbox_to_anchor=(0, 1), ncols=3)
    unknown = int(frame["winner_not_recorded"].sum())
    style.caption(
        ax,
        style.WILSON,
        "Band: 95\u00a0% interval of the league." if league is not None and league.height else "",
        "Visits that begin with the break or a push-out do not count.",
        f"Left out because nobody knows who won the rack: {style.counted(unknown, 'visit')}." if unknown else "",
    )
    return ax


def _counted(frame: pl.DataFrame) -> str:
    visits, won = int(frame["visits"].sum()), int(frame["run_out"].sum())
    return f"{style.counted(visits, 'visit')}, {won:,} of them won the rack"


def _shares(frame: pl.DataFrame, column: str) -> pl.DataFrame:
    """Return the rates by balls of the first row as a frame, few balls first."""
    shares = frame.head(1).select(pl.col(column).explode()).drop_nulls().unnest(column)
    return shares.with_columns(pl.col("value").cast(pl.Int32)).drop_nulls("rate").sort("value")
