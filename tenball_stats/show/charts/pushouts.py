"""Charts of push-outs."""

from typing import NamedTuple

import polars as pl
from matplotlib.axes import Axes
from matplotlib.patches import Polygon, Rectangle

from tenball_stats.show.charts import style
from tenball_stats.show.charts.style import Mark
from tenball_stats.stats.intervals import wilson

PUSHED = Mark("pushed out", style.ORANGE, "", "")
PLAYED = Mark("no push-out", style.PALE, "", "")
ACCEPTED = Mark("the other played on", style.SKY, "", "")
PASSED = Mark("handed back", style.BLUE, "///", "")
FOULED = Mark("the push-out was a foul", style.VERMILION, "xxx", "")
UNDECIDED = Mark("no decision recorded", "white", "...", "")
WON = Mark("rack won by who pushed out", style.GREEN, "", "")
LOST = Mark("rack lost", style.YELLOW, "\\\\\\", "")
UNKNOWN = Mark("winner not recorded", "white", "...", "")

COLUMNS = (
    "chances", "pushes", "accepted", "passed", "fouled", "undecided", "accepted_decided", "won_accepted",
    "passed_decided", "won_passed", "accepted_inferred", "passed_inferred", "push_after_foul",
)  # fmt: skip
"""Columns of the statistic `pushouts` that the flow is made of; all of them add up over rows."""


_THINNEST = 0.045
"""Height of a part, as a share of the picture's, that still holds a label."""


class _Part(NamedTuple):
    """A part of a column of the flow: how it looks, how many it stands for, and out of how many."""

    mark: Mark
    number: int
    of: int


@style.chart
def push_out_flow(frame: pl.DataFrame, *, of: str = "", ax: Axes | None = None) -> Axes:
    """Draw what became of the chances of a push-out: taken or not, accepted or handed back, rack won or lost.

    The first column are all chances. The push-outs among them are drawn out to the full height of the second, and each
    answer to them into the third.

    Args:
        frame: the statistic `pushouts`; its rows are added up.
        of: what the frame was chosen by, for the title.
        ax: where to draw; new axes where there is none.
    """
    ax = style.axes(ax, 4.4)
    n = frame.select(pl.col(COLUMNS).sum()).row(0, named=True) if frame.height else dict.fromkeys(COLUMNS, 0)
    number = f"{style.counted(n['chances'], 'chance')}, {style.counted(n['pushes'], 'push-out')}"
    style.say(ax, "What became of the chances of a push-out", ", ".join(filter(None, (number, of))))
    if not n["chances"]:
        return style.nothing(ax, "There is no chance of a push-out in what was chosen.")
    for side in ("left", "bottom"):
        ax.spines[side].set_visible(False)
    ax.grid(visible=False)
    ax.set_yticks([])
    ax.set_ylim(0, 1)
    ax.set_xlim(0, 8.2)
    width = 2.2
    lefts = (0.0, 3.0, 6.0)
    ax.set_xticks([left + width / 2 for left in lefts], ["the chance", "the answer", "the rack"])
    ax.tick_params(axis="x", length=0)
    pushed = _Part(PUSHED, n["pushes"], n["chances"])
    first = [pushed, _Part(PLAYED, n["chances"] - n["pushes"], n["chances"])]
    answers = [
        (ACCEPTED, n["accepted"], n["accepted_decided"], n["won_accepted"]),
        (PASSED, n["passed"], n["passed_decided"], n["won_passed"]),
        (FOULED, n["fouled"], 0, 0),
        (UNDECIDED, n["undecided"], 0, 0),
    ]
    thin: list[str] = []
    spans = _column(ax, lefts[0], width, 0.0, 1.0, first, thin)
    if not n["pushes"]:
        ax.text(lefts[1], 0.5, "Nobody pushed out.", color=style.GREY, va="center")
        return ax
    _link(ax, lefts[0] + width, lefts[1], spans[0], (0.0, 1.0))
    second = _column(
        ax, lefts[1], width, 0.0, 1.0, [_Part(mark, count, n["pushes"]) for mark, count, _, _ in answers], thin
    )
    for (bottom, top), (mark, count, decided, won) in zip(second, answers, strict=True):
        if count and mark in {ACCEPTED, PASSED}:
            gap = min(0.01, (top - bottom) / 4)
            _link(ax, lefts[1] + width, lefts[2], (bottom, top), (bottom + gap, top - gap))
            parts = [
                _Part(WON, won, decided),
                _Part(LOST, decided - won, decided),
                _Part(UNKNOWN, count - decided, count),
            ]
            _column(ax, lefts[2], width, bottom + gap, top - gap, parts, thin)
    inferred = n["accepted_inferred"] + n["passed_inferred"]
    style.caption(
        ax,
        "Each column has a scale of its own. In brackets the share of the part that it comes from, with its 95\u00a0% "
        "Wilson interval. The rack is won or lost by who pushed out.",
        f"Too thin for a label: {', '.join(thin)}." if thin else "",
        f"{style.counted(inferred, 'decision is', 'decisions are')} read from who played on." if inferred else "",
        f"{style.counted(n['push_after_foul'], 'push-out')} after a fouled break not counted."
        if n["push_after_foul"]
        else "",
        style.grounds(frame, "chance"),
    )
    return ax


def _column(
    ax: Axes, left: float, width: float, bottom: float, top: float, parts: list[_Part], thin: list[str]
) -> list[tuple[float, float]]:
    """Draw parts from the top down, each as high as its share; return where each lies, as bottom and top.

    What is too thin for a label is named in `thin`.
    """
    total = sum(part.number for part in parts)
    spans = []
    upper = top
    for mark, number, of in parts:
        height = (top - bottom) * number / total if total else 0.0
        lower = upper - height
        spans.append((lower, upper))
        if number:
            ax.add_patch(
                Rectangle(
                    (left, lower),
                    width,
                    height,
                    facecolor=mark.colour,
                    hatch=mark.hatch,
                    edgecolor="black",
                    linewidth=0.7,
                )
            )
            if height < _THINNEST:
                thin.append(f"{mark.name} {number:,}")
            else:
                ax.text(
                    left + width / 2,
                    (lower + upper) / 2,
                    _label(mark, number, of, height),
                    ha="center",
                    va="center",
                    fontsize=8,
                    linespacing=1.3,
                    bbox={"facecolor": "white", "edgecolor": "none", "alpha": 0.9, "pad": 1.5},
                )
        upper = lower
    return spans


def _label(mark: Mark, number: int, of: int, height: float) -> str:
    """Word a part: its name, its number, its share with the interval; less where there is no room."""
    ends = wilson(number, of)
    if height < 0.09 or ends is None:
        return f"{mark.name}: {number:,}"
    low, high = ends
    return f"{mark.name}\n{number:,} of {of:,} ({number / of * 100:.0f} %, {low * 100:.0f}–{high * 100:.0f})"


def _link(ax: Axes, left: float, right: float, here: tuple[float, float], there: tuple[float, float]) -> None:
    """Shade the way from a part to the column that it is drawn out to."""
    corners = [(left, here[1]), (right, there[1]), (right, there[0]), (left, here[0])]
    ax.add_patch(Polygon(corners, closed=True, facecolor="#EEEEEE", edgecolor=style.PALE, linewidth=0.6, zorder=0))
