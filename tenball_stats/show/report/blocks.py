"""What a report is made of: blocks, one after another, that know nothing of HTML, Markdown or PDF.

A report says what is to be read; the writers beside this module say how it looks. Every text in a block is plain text,
whoever wrote it: no writer reads markup out of it.
"""

import os
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import ClassVar, Literal

from matplotlib.figure import Figure


class Strong(str):
    """A stretch of text that stands out."""

    __slots__ = ()


class Faint(str):
    """A stretch of text that steps back."""

    __slots__ = ()


Text = str | tuple[str, ...]
"""A text, or stretches of text one after another, some of them `Strong` or `Faint`."""


def stretches(text: Text) -> tuple[str, ...]:
    """Return the stretches of a text."""
    return (text,) if isinstance(text, str) else text


def plain(text: Text) -> str:
    """Return a text without what stands out in it."""
    return "".join(stretches(text))


@dataclass(frozen=True)
class Heading:
    """A heading; level 2 opens a part of the report, 3 a part of a part."""

    text: Text
    level: Literal[2, 3] = 2
    kind: ClassVar[str] = "heading"


@dataclass(frozen=True)
class Paragraph:
    """A paragraph; `small` for remarks that need not be read."""

    text: Text
    small: bool = False
    kind: ClassVar[str] = "paragraph"


@dataclass(frozen=True)
class Items:
    """A list, with bullets or with numbers."""

    items: tuple[Text, ...]
    ordered: bool = False
    kind: ClassVar[str] = "items"


@dataclass(frozen=True)
class Facts:
    """Names with what they stand for, such as the head of a report: `(("Event", "Open 2015"), …)`."""

    facts: tuple[tuple[str, Text], ...]
    kind: ClassVar[str] = "facts"


@dataclass(frozen=True)
class Column:
    """A column of a table: its heading, whether its cells stand on the right as numbers do, and its share of the width.

    Shares are percent of the table's width; a column without one takes what its texts need.
    """

    heading: str
    right: bool = False
    share: float | None = None


@dataclass(frozen=True)
class Table:
    """A table. On a narrow screen it scrolls sideways, or each row becomes a card (`narrow`).

    `row_heads` says that the first column names its rows.
    """

    columns: tuple[Column, ...]
    rows: tuple[tuple[Text, ...], ...]
    caption: str = ""
    row_heads: bool = False
    narrow: Literal["scroll", "cards"] = "scroll"
    kind: ClassVar[str] = "table"

    def __post_init__(self) -> None:
        for row in self.rows:
            if len(row) != len(self.columns):
                raise ValueError(f"a row of {len(row)} cells in a table of {len(self.columns)} columns: {row!r}")


@dataclass(frozen=True)
class Picture:
    """A picture: a matplotlib figure, or the text of an SVG file; `alt` says what is seen for who does not see it."""

    image: Figure | str
    alt: str
    caption: Text = ""
    width: float = 1.0
    """Share of the page's width that it may take."""
    kind: ClassVar[str] = "picture"


@dataclass(frozen=True)
class Pictures:
    """Pictures side by side, below each other where there is no room."""

    pictures: tuple[Picture, ...]
    kind: ClassVar[str] = "pictures"


@dataclass(frozen=True)
class Callout:
    """A box that is read first: the result (`finding`), a remark (`note`), or what to be careful about (`caution`)."""

    title: Text
    texts: tuple[Text, ...] = ()
    tone: Literal["finding", "note", "caution"] = "note"
    kind: ClassVar[str] = "callout"


Block = Heading | Paragraph | Items | Facts | Table | Picture | Pictures | Callout


@dataclass(frozen=True)
class Report:
    """A report: its title, a line under it, its blocks, and what stands at its foot."""

    title: str
    blocks: tuple[Block, ...]
    subtitle: str = ""
    footer: str = ""
    language: str = "en"


def made_at() -> datetime:
    """Return when a report is made: now, or what SOURCE_DATE_EPOCH says where files have to come out the same twice."""
    fixed = os.environ.get("SOURCE_DATE_EPOCH", "")
    return datetime.fromtimestamp(int(fixed), UTC) if fixed.isdigit() else datetime.now(UTC)


def texts_of(report: Report) -> Iterator[str]:
    """Yield every text of a report."""
    yield from (report.title, report.subtitle, report.footer)
    for block in report.blocks:
        match block:
            case Heading() | Paragraph():
                yield plain(block.text)
            case Items():
                yield from map(plain, block.items)
            case Facts():
                yield from (plain(text) for fact in block.facts for text in fact)
            case Table():
                yield block.caption
                yield from (column.heading for column in block.columns)
                yield from (plain(cell) for row in block.rows for cell in row)
            case Picture():
                yield plain(block.caption)
            case Pictures():
                yield from (plain(picture.caption) for picture in block.pictures)
            case Callout():
                yield from map(plain, (block.title, *block.texts))
