"""Charts on the table: from where shots were made, where the cue ball was placed for a break and where it came to rest.

Places are shares of the playing surface: x across from the left, y from the head (below) to the foot (above).
"""

import matplotlib as mpl
import polars as pl
from matplotlib.axes import Axes
from matplotlib.cm import ScalarMappable
from matplotlib.colors import Normalize
from matplotlib.figure import Figure
from matplotlib.layout_engine import ConstrainedLayoutEngine
from matplotlib.patches import Circle, Rectangle

from tenball_stats.show.charts import style
from tenball_stats.show.charts.breaks import CLASSES

CELLS = (4, 8)
"""Cells of the whole table, across and lengthwise."""

KITCHEN_CELLS = (8, 4)
"""Cells of the quarter of the table behind the head string."""

LEAST = 5
"""Trials of a cell from which on it is given a colour."""

MANY = 150
"""Points above which cells are drawn in their place."""

_HEAT = "cividis"
"""Colours from dark to light that everybody can tell apart, in grey too."""

_DARK = 0.55
"""Share of the colours below which a text on them is white."""


@style.chart
def shot_map(
    frame: pl.DataFrame,
    *,
    places: tuple[str, str] = ("x", "y"),
    whose: str = "the cue ball",
    of: str = "",
    ax: Axes | None = None,
) -> Axes:
    """Draw the table in cells, each with the share of called shots that were made from there.

    Args:
        frame: the shots: the places, and `made`.
        places: columns of the places, as shares of the playing surface; `ball_x`, `ball_y` for the called ball's.
        whose: whose places they are, for the title.
        of: what the frame was chosen by, for the title.
        ax: where to draw; new axes where there is none.
    """
    ax = _axes(ax, 7.2)
    x, y = places
    shots = frame.drop_nulls([x, y])
    made = int(shots["made"].sum()) if shots.height else 0
    _table(ax, 1.0)
    said = ", ".join(filter(None, (f"{style.counted(shots.height, 'shot')}, {made:,} made", of)))
    style.say(ax, f"Shots made, by where {whose} lay", said)
    if not shots.height:
        return _empty(ax, "No place was recorded.")
    _cells(ax, shots, (x, y), pl.col("made"), CELLS, 1.0)
    _marks(ax, 1.0)
    without = frame.height - shots.height
    style.caption(
        ax,
        f"Made of tried; no colour below {LEAST}. Light is good.",
        f"{style.counted(without, 'shot')} without a recorded place, not drawn." if without else "",
    )
    return ax


@style.chart
def break_map(frame: pl.DataFrame, *, after: bool = False, of: str = "", ax: Axes | None = None) -> Axes:
    """Draw where the cue ball was placed for the breaks, or where it came to rest after them, and what came of them.

    Few breaks are drawn one by one, many as cells with the share of successful ones.

    Args:
        frame: the breaks: `x`, `y` and `end_x`, `end_y` as shares, `success`, `dry`, `fouled`.
        after: where it came to rest.
        of: what the frame was chosen by, for the title.
        ax: where to draw; new axes where there is none.
    """
    part = 1.0 if after else 0.25
    ax = _axes(ax, 7.2 if after else 3.6)
    x, y = ("end_x", "end_y") if after else ("x", "y")
    placed = frame.drop_nulls([x, y])
    _table(ax, part)
    number = style.counted(placed.height, "break")
    title = "Cue ball at rest after the break" if after else "Cue ball placed for the break"
    style.say(ax, title, ", ".join(filter(None, (number, of))))
    if not placed.height:
        return _empty(ax, "No place was recorded.", part)
    if placed.height > MANY:
        _cells(ax, placed, (x, y), pl.col("success"), CELLS if after else KITCHEN_CELLS, part)
        style.caption(ax, f"Successful of all breaks; no colour below {LEAST}. Light is good.")
    else:
        _points(ax, placed, (x, y))
        ax.legend(loc="upper left", bbox_to_anchor=(0, -0.02), ncols=3, columnspacing=0.8, handletextpad=0.2)
    _marks(ax, part)
    return ax


def _cells(
    ax: Axes, frame: pl.DataFrame, places: tuple[str, str], good: pl.Expr, cells: tuple[int, int], part: float
) -> None:
    """Draw the table, or the part of it at the head, in cells, each with a share of the trials in it."""
    across, along = cells
    numbers = frame.group_by(
        (pl.col(places[0]) * across).floor().clip(0, across - 1).cast(pl.Int32).alias("column"),
        (pl.col(places[1]) / part * along).floor().clip(0, along - 1).cast(pl.Int32).alias("row"),
    ).agg(good.sum().alias("good"), pl.len().alias("number"))
    colours = ScalarMappable(Normalize(0, 100), mpl.colormaps[_HEAT])
    wide, high = 1 / across, 2 * part / along
    for column, row, good_ones, number in numbers.rows():
        told = number >= LEAST
        share = good_ones / number
        ax.add_patch(
            Rectangle(
                (column * wide, row * high),
                wide,
                high,
                facecolor=colours.get_cmap()(share) if told else "white",
                edgecolor="white" if told else style.PALE,
                linewidth=0.8,
            )
        )
        text = f"{good_ones:,}/{number:,}"
        if part == 1.0 and told:
            text += f"\n{100 * share:.0f} %"
        ax.text(
            (column + 0.5) * wide,
            (row + 0.5) * high,
            text,
            ha="center",
            va="center",
            fontsize=7.5 if part == 1.0 else 6.5,
            color="white" if told and share < _DARK else "black",
        )
    bar = style.figure_of(ax).colorbar(colours, ax=ax, shrink=0.5 if part == 1.0 else 0.9, pad=0.03, aspect=18)
    bar.set_label("%")


def _points(ax: Axes, frame: pl.DataFrame, places: tuple[str, str]) -> None:
    """Draw breaks one by one, by what came of them."""
    for flag, (_, mark) in zip(("success", "dry", "fouled"), CLASSES, strict=True):
        here = frame.filter(pl.col(flag))
        if here.height:
            ax.scatter(
                here[places[0]].to_numpy(),
                here[places[1]].to_numpy() * 2,
                s=26,
                marker=mark.marker,
                facecolor=mark.colour,
                edgecolor="black",
                linewidth=0.5,
                label=f"{mark.name} ({here.height:,})",
                clip_on=False,
                zorder=4,
            )


def _axes(ax: Axes | None, height: float) -> Axes:
    if ax is not None:
        return ax
    layout = ConstrainedLayoutEngine(h_pad=0.14)
    return Figure(figsize=(4.3, height), layout=layout).add_subplot()


def _table(ax: Axes, part: float) -> None:
    """Draw a table of one by two, or the part of it at the head; the head is below."""
    ax.set_aspect("equal")
    ax.set_xlim(-0.08, 1.08)
    ax.set_ylim(-0.08, 2 * part + 0.08)
    ax.set_xticks([])
    ax.set_yticks([])
    ax.grid(visible=False)
    for side in ax.spines.values():
        side.set_visible(False)
    ax.add_patch(
        Rectangle((-0.07, -0.07), 1.14, 2 * part + 0.14, facecolor="#D9D2C5", edgecolor=style.GREY, linewidth=0.6)
    )
    ax.add_patch(Rectangle((0, 0), 1, 2 * part, facecolor="#F3F6F4", edgecolor=style.GREY, linewidth=0.8))
    if part < 1.0:
        # The rest of the table lies above: no rail there.
        ax.add_patch(Rectangle((-0.08, 2 * part), 1.16, 0.09, facecolor="white", edgecolor="none"))


def _marks(ax: Axes, part: float) -> None:
    """Draw what a table has besides: the pockets, the head string, the foot spot, and which end is the head."""
    ends = [(0, 0), (1, 0), (-0.015, 1), (1.015, 1), (0, 2), (1, 2)]
    for across, along in ends if part == 1.0 else ends[:2]:
        ax.add_patch(Circle((across, along), 0.042, facecolor="#333333", edgecolor="none", zorder=5))
    ax.plot([0, 1], [0.5, 0.5], color=style.GREY, linewidth=0.9, linestyle=":", zorder=3)
    ax.text(0.5, -0.035, "head", ha="center", va="center", fontsize=7, color="#444444", zorder=6)
    if part == 1.0:
        ax.plot([0.5], [1.5], marker="+", color=style.GREY, markersize=6, zorder=3)
        ax.text(0.5, 2.035, "foot", ha="center", va="center", fontsize=7, color="#444444", zorder=6)
    else:
        ax.text(0.5, 0.535, "head string", ha="center", va="center", fontsize=7, color="#444444", zorder=6)


def _empty(ax: Axes, why: str, part: float = 1.0) -> Axes:
    _marks(ax, part)
    ax.text(0.5, part, why, ha="center", va="center", color=style.GREY)
    return ax
