"""What all charts share: colours that everybody can tell apart, one look, a caption, and how a picture is written.

A chart is a function that takes a Polars frame and returns the axes it drew on; it never shows anything and keeps no
figure of its own. Colours are those of Okabe and Ito; whatever a colour says, a hatch or a marker says as well, so that
a picture printed in grey loses nothing.
"""

import textwrap
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import wraps
from pathlib import Path
from typing import Any, Concatenate, ParamSpec, TypeVar

import matplotlib as mpl
import polars as pl
from matplotlib import font_manager
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from tenball_stats.errors import TenballError

BLACK, ORANGE, SKY, GREEN, YELLOW, BLUE, VERMILION, PURPLE = (
    "#000000",
    "#E69F00",
    "#56B4E9",
    "#009E73",
    "#F0E442",
    "#0072B2",
    "#D55E00",
    "#CC79A7",
)
"""The colours of Okabe and Ito, safe for every kind of colour blindness."""

GREY = "#666666"
PALE = "#DDDDDD"

WIDTH = 7.2
"""Width of a picture in inches: a sheet of A4 between its margins."""

HEIGHT = 10.6
"""Greatest height of a picture in inches, likewise."""

SUFFIXES = (".png", ".svg", ".pdf")
"""Endings of the pictures that can be written."""

MOST_ROWS = 30
"""Rows that a chart holds legibly on one page."""

_LOOK: Any = {
    "font.size": 9,
    "axes.titlesize": 10.5,
    "axes.titlelocation": "left",
    "axes.titlepad": 10,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.axisbelow": True,
    "axes.grid": True,
    "grid.color": PALE,
    "grid.linewidth": 0.6,
    "hatch.linewidth": 0.6,
    "legend.frameon": False,
    "legend.fontsize": 8.5,
    "errorbar.capsize": 2.5,
    "savefig.dpi": 150,
    "pdf.fonttype": 42,
    "svg.fonttype": "path",
    "svg.hashsalt": "tenball",
    # A player may be called "$x$": names are text, never formulas.
    "text.parse_math": False,
}

WILSON = "Whiskers: 95\u00a0% Wilson interval."
"""What the whiskers of a rate are, for captions."""

_FURTHER_FONTS = ("Noto Sans CJK SC", "Noto Sans CJK JP", "Hiragino Sans", "Microsoft YaHei", "Malgun Gothic", "Arial")


class ChartRefused(TenballError):
    """A chart that cannot be drawn or written; the text says why and what to do."""


@dataclass(frozen=True)
class Mark:
    """How one class of things looks: its name, colour, hatch and marker."""

    name: str
    colour: str
    hatch: str
    marker: str


P = ParamSpec("P")
R = TypeVar("R")


@contextmanager
def look() -> Iterator[None]:
    """Draw and write inside this with the charts' look; a user's own settings are as before afterwards."""
    there = set(font_manager.get_font_names())
    families = ["DejaVu Sans", *(name for name in _FURTHER_FONTS if name in there)]
    with mpl.rc_context(_LOOK | {"font.family": families}):
        yield


def chart(draw: Callable[Concatenate[pl.DataFrame, P], R]) -> Callable[Concatenate[pl.DataFrame, P], R]:
    """Make a drawing function draw with the charts' look."""

    @wraps(draw)
    def drawn(frame: pl.DataFrame, *args: P.args, **kwargs: P.kwargs) -> R:
        with look():
            return draw(frame, *args, **kwargs)

    return drawn  # type: ignore[return-value]  # mypy takes the first parameter for one that may be named


def axes(ax: Axes | None, height: float) -> Axes:
    """Return the axes given, or new ones on a figure of the usual width and this height in inches."""
    if ax is not None:
        return ax
    return Figure(figsize=(WIDTH, height), layout="constrained").add_subplot()


def height_of(rows: int, each: float = 0.42, rest: float = 1.9) -> float:
    """Return the height in inches of a chart with so many rows: never more than a sheet of A4 holds."""
    return min(rest + each * max(rows, 2), HEIGHT)


def say(ax: Axes, title: str, counted: str = "", *, above: float = 0) -> None:
    """Put the title on a chart: what is shown, and below it how many.

    Args:
        ax: the chart.
        title: what is shown.
        counted: how many, and what they were chosen by.
        above: points left free between these and the chart, for a legend.

    Call it when the labels of the y axis are there: they decide how much room a line has.
    """
    room = max(int(_room(ax) * 11), 30)
    below = _lines(counted, room)
    ax.set_title("\n".join(_lines(title, room)), weight="bold", pad=above + 8 + 12.5 * len(below))
    ax.annotate(
        "\n".join(below),
        xy=(0, 1),
        xycoords="axes fraction",
        xytext=(0, above + 6),
        textcoords="offset points",
        va="bottom",
        annotation_clip=False,
    )


def _room(ax: Axes) -> float:
    """Return how many inches there are from a chart's left side to the right edge of its part of the figure."""
    share = ax.get_position().width / 0.775  # of a layout that is not computed yet, with matplotlib's own margins
    longest = max((len(label.get_text()) for label in ax.get_yticklabels()), default=0)
    return float(figure_of(ax).get_figwidth() * share) - 0.075 * longest


def _lines(text: str, width: int) -> list[str]:
    return textwrap.wrap(text, width, break_on_hyphens=False)


def caption(ax: Axes, *sentences: str) -> None:
    """Put a caption under a chart: what the marks mean, what was presumed, what was not recorded."""
    text = " ".join(sentence for sentence in sentences if sentence)
    if not text:
        return
    ax.annotate(
        "\n".join(_lines(text, max(int(_room(ax) * 15), 30))),
        xy=(0, 0),
        xycoords=(ax.transAxes, ax.xaxis.label),
        xytext=(0, -8),
        textcoords="offset points",
        ha="left",
        va="top",
        fontsize=8,
        color=GREY,
        annotation_clip=False,
    )


def figure_of(ax: Axes) -> Figure:
    """Return the figure that a chart is on."""
    figure = ax.get_figure(root=True)
    if figure is None:
        raise ValueError("these axes are on no figure")
    return figure


def nothing(ax: Axes, why: str) -> Axes:
    """Say in the middle of an empty chart why it is empty; return it."""
    ax.grid(visible=False)
    ax.set_xticks([])
    ax.set_yticks([])
    ax.text(0.5, 0.5, "\n".join(_lines(why, 60)), ha="center", va="center", transform=ax.transAxes, color=GREY)
    return ax


def short(name: object, most: int = 26) -> str:
    """Return a name as it stands on an axis: on one line, cut where it is long, a missing one said so."""
    text = "not recorded" if name is None else " ".join(str(name).split())
    return text if len(text) <= most else text[: most - 1] + "…"


def counted(number: int, one: str, many: str = "") -> str:
    """Word a number of things: `1 break`, `2,345 breaks`."""
    return f"{number:,} {one if number == 1 else many or one + 's'}"


def grounds(frame: pl.DataFrame, thing: str) -> str:
    """Word what the numbers of a frame rest on: how many rulings on presumed facts, how many left out as unknown."""
    presumed, unknown = (int(frame[name].sum()) for name in ("presumed", "not_recorded"))
    said = []
    if presumed:
        said.append(f"Presumed lawful because a fact was not recorded: {counted(presumed, thing)}.")
    if unknown:
        said.append(f"Left out because what fell was not recorded: {unknown:,}.")
    return " ".join(said)


def percent_axis(ax: Axes, label: str) -> None:
    """Make the x axis one of shares from 0 to 100 %."""
    ax.set_xlim(0, 100)
    ax.set_xticks(range(0, 101, 20))
    ax.set_xlabel(label)


def check_target(target: Path) -> None:
    """Raise `ChartRefused` where a picture cannot be written under this name: before the work, not after it."""
    if target.suffix.lower() not in SUFFIXES:
        raise ChartRefused(f"{target}: cannot tell what kind of picture this is; end its name in .png, .svg or .pdf")
    if not target.absolute().parent.is_dir():
        raise ChartRefused(f"{target}: the folder {target.parent} does not exist; make it first")


def write(figure: Figure, target: Path) -> list[str]:
    """Write a picture in the form that the file's ending names; return remarks for the user.

    Raises:
        ChartRefused: the ending is none of `SUFFIXES`, or the file cannot be written.
    """
    check_target(target)
    suffix = target.suffix.lower()
    metadata = {"Date": None} if suffix == ".svg" else {"CreationDate": None} if suffix == ".pdf" else None
    with look(), warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            figure.savefig(target, metadata=metadata)
        except OSError as error:
            raise ChartRefused(f"{target}: cannot be written ({error.strerror or error})") from None
    if any("missing from" in str(warning.message) for warning in caught):
        return [f"{target}: no font here has all the letters of the names; they are drawn as empty boxes"]
    return []
