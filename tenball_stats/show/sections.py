"""Sections: a heading, a table and a remark, printed on the screen or set in a report from the same rows."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tenball_stats.show.tables import Column, console, print_table

if TYPE_CHECKING:
    from rich.console import Console

    from tenball_stats.show.report import Block, Text


_TOGETHER = re.compile(r"\d %|\([^()]{,24}\)")
"""A share with its sign, and what stands in brackets: no line is broken in them."""


@dataclass(frozen=True)
class Section:
    """A part of a page: its title, a table, and what is to be known about it."""

    title: str
    columns: tuple[Column, ...]
    rows: Sequence[Sequence[str]]
    note: str = ""
    empty: str = "Nothing was recorded."
    """What is said where there is no row."""
    cards: bool = False
    """In a report on a narrow screen each row is a card, where its texts are too long to stand beside each other."""


def print_section(section: Section) -> None:
    """Print a section on the screen."""
    out = console()
    out.print()
    if not section.rows:
        out.print(section.title, style="bold")
        out.print(section.empty)
        return
    print_table(section.title, list(section.columns), section.rows)
    if section.note:
        out.print(section.note, style="dim")


def print_page(
    title: str, facts: Sequence[tuple[str, str]], findings: tuple[str, Sequence[str]], sections: Sequence[Section]
) -> "Console":
    """Print a page: its title, its facts, what was found, and its sections; return the console for what follows."""
    out = console()
    out.print(title, style="bold")
    for name, value in facts:
        out.print(f"{name}: {value}")
    found, texts = findings
    out.print()
    out.print(found, style="bold")
    for text in texts:
        out.print(f"- {text}")
    for section in sections:
        print_section(section)
    return out


def percent(share: float | None) -> str:
    """Word a share."""
    return "–" if share is None else f"{100 * share:.1f} %"


def counted_share(part: int, of: int) -> str:
    """Word a share with its parts."""
    return f"{percent(part / of if of else None)} ({part:,}/{of:,})"


def points(low: float | None, middle: float | None, high: float | None) -> str:
    """Word a difference of shares in points of a hundred, with its interval."""
    if low is None or middle is None or high is None:
        return "–"
    return f"{100 * middle:+.1f} ({100 * low:+.1f} to {100 * high:+.1f})"


def mean(value: float | None, low: float | None, high: float | None) -> str:
    """Word a mean with its interval."""
    if value is None:
        return "–"
    return f"{value:.2f}" + ("" if low is None or high is None else f" ({low:.2f} to {high:.2f})")


def plural(number: int, one: str, many: str = "") -> str:
    """Word a number of things: `1 match`, `2,345 matches`."""
    return f"{number:,} {one if number == 1 else many or one + ('es' if one.endswith('ch') else 's')}"


def listed(texts: Sequence[str]) -> str:
    """Word a list of things: `a, b and c`."""
    return texts[0] if len(texts) == 1 else f"{', '.join(texts[:-1])} and {texts[-1]}" if texts else ""


def blocks_of(sections: Sequence[Section]) -> Iterator["Block"]:
    """Yield the blocks of a report for sections: heading, table, remark."""
    from tenball_stats.show.report import Column as ReportColumn
    from tenball_stats.show.report import Heading, Paragraph, Table

    for section in sections:
        yield Heading(section.title, 3)
        if not section.rows:
            yield Paragraph(section.empty)
            continue
        yield Table(
            tuple(ReportColumn(column.heading, column.right) for column in section.columns),
            tuple(
                tuple(_cell(cell, column) for cell, column in zip(row, section.columns, strict=True))
                for row in section.rows
            ),
            row_heads=True,
            narrow="cards" if section.cards else "scroll",
        )
        if section.note:
            yield Paragraph(section.note, small=True)


def _cell(cell: str, column: Column) -> "Text":
    """Return a cell as it stands in a report: a number's parts and interval, and a second line, step back."""
    from tenball_stats.show.report import Faint

    first, _, second = cell.partition("\n")
    if second:
        return (f"{first} ", Faint(f"({second})"))
    if not column.right:
        return first
    kept = _TOGETHER.sub(lambda found: found[0].replace(" ", "\u00a0"), first)
    number, bracket, further = kept.partition(" (")
    return (f"{number} ", Faint(f"({further}")) if bracket else kept
