"""Tables for reading: on a terminal of any width, plain where the output goes elsewhere."""

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TextIO

from rich import box
from rich.cells import cell_len
from rich.console import Console
from rich.table import Table
from rich.text import Text

from tenball_stats.show.text import clean

_SHORT = 11
"""Width up to which a column is not folded as long as there is room for the others: a day has ten."""

_GAP = 3
"""Width between two columns."""


@dataclass(frozen=True)
class Column:
    """A column of a table: its heading, and whether its cells stand on the right, as numbers do."""

    heading: str
    right: bool = False
    most: int | None = None
    """Greatest width; what is longer is folded."""


def console(file: TextIO | None = None) -> Console:
    """Return a console that prints texts as they are: a name in brackets is no markup, a number has no colour."""
    return _Console(file=file or sys.stdout, highlight=False, markup=False, emoji=False)


class _Console(Console):
    """A console on which no text of a stranger moves the cursor."""

    def print(self, *objects: Any, **how: Any) -> None:
        """Print, texts without what would act instead of being read."""
        super().print(*(_shown(one) if isinstance(one, str) else one for one in objects), **how)


def _shown(text: str) -> str:
    """Return a text without control characters; its lines stay."""
    return "\n".join(map(clean, text.split("\n")))


def _widths(columns: Sequence[Column], rows: Sequence[Sequence[str]], room: int) -> list[int]:
    """Return how wide each column is, gaps left aside, so that as little as can be is broken.

    Where not everything has room, the widest columns give way first: at spaces, days and scores last of all, and
    within a word only where even the longest words of all columns have no room beside each other.
    """
    cells = [[column.heading, *(row[number] for row in rows)] for number, column in enumerate(columns)]
    widths = [
        min(max(cell_len(line) for text in texts for line in text.split("\n")), column.most or room)
        for column, texts in zip(columns, cells, strict=True)
    ]
    words = [
        min(width, max((cell_len(word) for text in texts for word in text.split()), default=1))
        for width, texts in zip(widths, cells, strict=True)
    ]
    short = [width if width <= _SHORT else word for width, word in zip(widths, words, strict=True)]
    for least in (short, words, [1] * len(columns)):
        while sum(widths) > room:
            wide, at = max(((width, at) for at, width in enumerate(widths) if width > least[at]), default=(0, 0))
            if not wide:
                break
            widths[at] -= 1
    return widths


def print_table(
    title: str, columns: Sequence[Column], rows: Sequence[Sequence[str]], *, file: TextIO | None = None
) -> None:
    """Print a table under its title.

    Args:
        title: the line above; empty for none.
        columns: from left to right.
        rows: cells, as many as there are columns; a line break in one makes the row higher.
        file: where to; standard output without it.
    """
    out = console(file)
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, header_style="")
    room = out.width - _GAP * (len(columns) - 1)
    for column, width in zip(columns, _widths(columns, rows, room), strict=True):
        table.add_column(
            Text(_shown(column.heading)),
            justify="right" if column.right else "left",
            overflow="fold",
            width=width,
        )
    for row in rows:
        table.add_row(*(Text(_shown(cell)) for cell in row))
    if title:
        out.print(Text(_shown(title), style="bold"))
    with out.capture() as drawn:
        out.print(table)
    # Rich fills every line up to the width of the table; what is copied into a text should not carry that along.
    out.file.write("".join(line.rstrip() + "\n" for line in drawn.get().splitlines()))
