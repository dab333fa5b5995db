"""A pool table drawn from above, seen from behind the head end, and balls in a row where no places are recorded.

Lengths are metres on the playing surface: x across from the left, y from the head (below) to the foot (above). Balls
have the colours of pool, and their numbers on white, so that they can be told apart in grey.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Circle, FancyBboxPatch, Rectangle, Wedge

from tenball_stats.replay.position import CUE_BALL, RADIUS, Fallen, Place, Position
from tenball_stats.show.charts.style import look

COLOURS = {
    1: "#f2c230",
    2: "#2c55a5",
    3: "#cf3030",
    4: "#6d3a8c",
    5: "#ef8432",
    6: "#2c7d4c",
    7: "#7d2b2e",
    8: "#1c1c1c",
    9: "#f2c230",
    10: "#2c55a5",
}
STRIPED = (9, 10)
IVORY, INK, CLOTH, RAIL, POCKET, MARK = "#fdfcf7", "#222222", "#dcebe2", "#a3937f", "#2b2b2b", "#b3261e"


@dataclass(frozen=True)
class Shown:
    """What is drawn beside the balls: the ball struck first, the pocket called, what fell and where."""

    struck: int | None = None
    called: str | None = None
    fallen: Sequence[Fallen] = field(default_factory=tuple)


def table_figure(position: Position, size: tuple[float, float], shown: Shown | None = None) -> Figure:
    """Draw a table with the balls whose places are recorded.

    Args:
        position: the balls and their places; those without a place stand in a row below the table.
        size: the playing surface in metres.
        shown: what is drawn beside them.
    """
    shown = shown or Shown()
    across, along = size
    apart = RADIUS * 2.6
    below = _below(position, shown)
    low = -0.21 - 0.13 * len(below)
    high = along + 0.21
    left, right = -0.19, across + 0.19
    wide = 3.4
    with look():
        figure = Figure(figsize=(wide, wide * (high - low) / (right - left)))
        ax = figure.add_axes((0, 0, 1, 1))
        _plain(ax, (left, right), (low, high))
        draw_table(ax, size)
        points = 72 * wide / (right - left)
        radius = RADIUS * _swell(position)
        pockets = _pockets(size)
        if shown.called in pockets:
            x, y = pockets[shown.called]
            ax.add_patch(Circle((x, y), 0.095, fill=False, edgecolor=MARK, linewidth=1.6, zorder=5))
        for ball, (x, y) in sorted(position.places.items(), reverse=True):
            draw_ball(ax, ball, (x, y), radius, points)
            if ball == shown.struck and ball != CUE_BALL:
                ax.add_patch(
                    Circle((x, y), radius * 1.75, fill=False, edgecolor=MARK, linewidth=1.3, linestyle=(0, (2, 1.4)))
                )
        for pocket, balls in _by_pocket(shown.fallen).items():
            x, y = pockets[pocket]
            for number, ball in enumerate(balls):
                out = 0.11 * (1 if x > across / 2 else -1)
                step = apart * number * (1 if y < along / 2 else -1)
                draw_ball(ax, ball, (x + out, y + step), RADIUS, points)
        for number, (words, balls) in enumerate(below):
            _row(ax, words, balls, (0.0, -0.25 - 0.13 * number), points)
    return figure


def row_figure(rows: Sequence[tuple[str, Sequence[int]]]) -> Figure:
    """Draw balls in rows, each with a word in front, where the record has no places.

    Args:
        rows: the word and the balls (0 the cue ball).
    """
    wide, each = 4.6, 0.5
    with look():
        figure = Figure(figsize=(wide, each * len(rows)))
        ax = figure.add_axes((0, 0, 1, 1))
        _plain(ax, (0, wide), (0, each * len(rows)))
        for number, (words, balls) in enumerate(rows):
            y = each * (len(rows) - number - 0.5)
            ax.add_patch(Rectangle((0.78, y - 0.22), wide - 0.8, 0.44, facecolor=CLOTH, edgecolor="none"))
            ax.text(0.72, y, words, ha="right", va="center", fontsize=8.5, color=INK)
            for place, ball in enumerate(balls):
                draw_ball(ax, ball, (1.02 + 0.335 * place, y), 0.15, 72)
            if not balls:
                ax.text(1.0, y, "none", va="center", fontsize=8.5, color=INK)
    return figure


def draw_table(ax: Axes, size: tuple[float, float]) -> None:
    """Draw rails, cloth, pockets, head string and foot spot of a table, whose axes are in metres.

    Args:
        ax: axes with equal scales.
        size: the playing surface, across and lengthwise.
    """
    across, along = size
    rim = 0.1
    ax.add_patch(
        FancyBboxPatch(
            (-rim + 0.03, -rim + 0.03),
            across + 2 * rim - 0.06,
            along + 2 * rim - 0.06,
            boxstyle="round,pad=0.03,rounding_size=0.05",
            facecolor=RAIL,
            edgecolor=INK,
            linewidth=0.8,
        )
    )
    ax.add_patch(Rectangle((0, 0), across, along, facecolor=CLOTH, edgecolor=INK, linewidth=0.6))
    ax.plot([0, across], [along / 4] * 2, color=INK, linewidth=0.5, linestyle=(0, (6, 4)), alpha=0.6)
    ax.plot([across / 2], [along * 3 / 4], marker="o", markersize=2.2, color=INK, alpha=0.6)
    for number in (1, 2, 3, 5, 6, 7):
        for x in (-0.06, across + 0.06):
            ax.add_patch(Circle((x, along * number / 8), 0.009, facecolor=IVORY, edgecolor="none"))
    for number in (1, 2, 3):
        for y in (-0.06, along + 0.06):
            ax.add_patch(Circle((across * number / 4, y), 0.009, facecolor=IVORY, edgecolor="none"))
    for x, y in _pockets(size).values():
        ax.add_patch(Circle((x, y), 0.06, facecolor=POCKET, edgecolor=INK, linewidth=0.5, zorder=3))
    for y, words in ((-0.165, "head"), (along + 0.165, "foot")):
        ax.text(across / 2, y, words, ha="center", va="center", fontsize=8, color=INK)


def draw_ball(ax: Axes, ball: int, at: Place, radius: float, points: float) -> None:
    """Draw a ball with its number.

    Args:
        ax: axes with equal scales.
        ball: its number, 0 the cue ball.
        at: its place.
        radius: in the axes' unit.
        points: how many points on paper one of the axes' units is.
    """
    line = max(radius * points * 0.09, 0.4)
    if ball == CUE_BALL:
        ax.add_patch(Circle(at, radius, facecolor="white", edgecolor=INK, linewidth=line * 1.4, zorder=6))
        return
    colour = COLOURS[ball]
    ax.add_patch(
        Circle(at, radius, facecolor=IVORY if ball in STRIPED else colour, edgecolor=INK, linewidth=line, zorder=6)
    )
    if ball in STRIPED:
        # A band across, cut out of the ball by two pairs of arcs.
        half = math.degrees(math.asin(0.62))
        for middle in (0, 180):
            ax.add_patch(Wedge(at, radius * 0.97, middle - half, middle + half, facecolor=colour, zorder=6.1))
        ax.add_patch(
            Rectangle(
                (at[0] - radius * 0.72, at[1] - radius * 0.6), radius * 1.44, radius * 1.2, facecolor=colour, zorder=6.1
            )
        )
    ax.add_patch(Circle(at, radius * 0.58, facecolor=IVORY, edgecolor="none", zorder=6.2))
    size = radius * points * (0.98 if ball < 10 else 0.8)
    ax.text(*at, str(ball), ha="center", va="center_baseline", fontsize=size, weight="bold", color=INK, zorder=6.3)


def _plain(ax: Axes, x: tuple[float, float], y: tuple[float, float]) -> None:
    ax.set_xlim(*x)
    ax.set_ylim(*y)
    ax.set_aspect("equal")
    ax.axis("off")


def _pockets(size: tuple[float, float]) -> dict[str, Place]:
    across, along = size
    out = 0.022
    return {
        "hl": (-out, -out),
        "hr": (across + out, -out),
        "sl": (-out * 1.9, along / 2),
        "sr": (across + out * 1.9, along / 2),
        "fl": (-out, along + out),
        "fr": (across + out, along + out),
    }


def _swell(position: Position) -> float:
    """Return by how much the balls may be drawn larger than they are without touching more than they do."""
    places = list(position.places.values())
    nearest = min((math.dist(a, b) for number, a in enumerate(places) for b in places[:number]), default=1.0)
    return min(max(nearest / (2 * RADIUS), 1.0), 1.5)


def _by_pocket(fallen: Sequence[Fallen]) -> dict[str, list[int]]:
    found: dict[str, list[int]] = {}
    for one in fallen:
        if one.pocket is not None:
            found.setdefault(one.pocket, []).append(one.ball)
    return found


def _below(position: Position, shown: Shown) -> list[tuple[str, list[int]]]:
    """Return the rows under the table: balls without a place."""
    rows: list[tuple[str, list[int]]] = []
    if CUE_BALL not in position.places and position.in_hand:
        rows.append(("in hand", [CUE_BALL]))
    missing = [ball for ball in position.balls if ball not in position.places]
    if missing:
        rows.append(("place not recorded", missing))
    somewhere = [one.ball for one in shown.fallen if one.pocket is None]
    if somewhere:
        rows.append(("pocketed, pocket not recorded", somewhere))
    return rows


def _row(ax: Axes, words: str, balls: Sequence[int], at: Place, points: float) -> None:
    """Draw balls in a row below a table, with a word behind them."""
    x, y = at
    for number, ball in enumerate(balls):
        draw_ball(ax, ball, (x + RADIUS + 2.5 * RADIUS * number, y), RADIUS, points)
    ax.text(x + 2.5 * RADIUS * len(balls) + 0.03, y, words, va="center", fontsize=7, color=INK)
