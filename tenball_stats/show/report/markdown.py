"""A report as Markdown (CommonMark with tables); its pictures are files beside it."""

import re
from collections.abc import Iterator
from urllib.parse import quote

from tenball_stats.show.report.blocks import (
    Block,
    Callout,
    Facts,
    Heading,
    Items,
    Paragraph,
    Picture,
    Pictures,
    Report,
    Strong,
    Table,
    Text,
    plain,
    stretches,
)
from tenball_stats.show.report.pictures import png, svg
from tenball_stats.show.text import clean

_SIGNS = re.compile(r"([\\`*_\[\]<>&|~$@])|(?<=\w)(:)(?=//)|(?<=\b[wW]{3})(\.)")
"""What would be read as markup or made a link anywhere in a line."""

_OPENING = re.compile(r"^(\s*)([#+\-=]|\d{1,9}(?=[.)]))")
"""What would make a line a heading, a rule or a list."""

_TONES = {"finding": "Finding", "note": "Note", "caution": "Caution"}


def markdown(report: Report, stem: str) -> tuple[str, dict[str, bytes]]:
    """Return a report as the text of a Markdown file, and the files beside it by name.

    Args:
        report: the report.
        stem: what the names of the pictures' files begin with.
    """
    files: dict[str, bytes] = {}
    parts = [f"# {_line(report.title)}"]
    if report.subtitle:
        parts.append(_line(report.subtitle))
    for block in report.blocks:
        parts += _block(block, stem, files)
    if report.footer:
        parts += ["---", _line(report.footer)]
    return "\n\n".join(parts) + "\n", files


def _block(block: Block, stem: str, files: dict[str, bytes]) -> Iterator[str]:
    """Yield a block's parts, to be set with a blank line between them."""
    match block:
        case Heading():
            yield "#" * block.level + " " + _line(block.text)
        case Paragraph():
            yield _line(block.text)
        case Items():
            yield "\n".join(
                f"{f'{n}.' if block.ordered else '-'} {_line(item)}" for n, item in enumerate(block.items, 1)
            )
        case Facts():
            yield "\n".join(f"- **{_line(name)}:** {_line(value)}" for name, value in block.facts)
        case Table():
            if block.caption:
                yield _line(block.caption)
            yield "\n".join(_table(block))
        case Picture():
            yield from _picture(block, stem, files)
        case Pictures():
            for picture in block.pictures:
                yield from _picture(picture, stem, files)
        case Callout():
            said = [f"**{_TONES[block.tone]}: {_line(plain(block.title))}**", *map(_line, block.texts)]
            yield "\n>\n".join(f"> {line}" for line in said)


def _table(block: Table) -> Iterator[str]:
    yield _row(column.heading for column in block.columns)
    yield "|" + "|".join("---:" if column.right else "---" for column in block.columns) + "|"
    for row in block.rows:
        yield _row((Strong(plain(row[0])), *row[1:]) if block.row_heads else row)


def _row(cells: Iterator[Text] | tuple[Text, ...]) -> str:
    return "| " + " | ".join(_line(cell) for cell in cells) + " |"


def _picture(picture: Picture, stem: str, files: dict[str, bytes]) -> Iterator[str]:
    drawn = isinstance(picture.image, str)
    name = f"{stem}-{len(files) + 1}.{'svg' if drawn else 'png'}"
    files[name] = svg(picture.image) if isinstance(picture.image, str) else png(picture.image)
    yield f"![{_line(picture.alt)}]({quote(name)})"
    if picture.caption:
        yield _line(picture.caption)


def _line(text: Text) -> str:
    """Return a text as one line of Markdown that shows it as it is."""
    shown = []
    for part in stretches(text):
        words = _SIGNS.sub(lambda found: "\\" + found[0], clean(part))
        if isinstance(part, Strong) and words.strip():
            # Emphasis must not begin or end with a space.
            inner = words.strip()
            before, _, after = words.partition(inner)
            words = f"{before}**{inner}**{after}"
        shown.append(words)
    return _OPENING.sub(_escaped, "".join(shown).strip())


def _escaped(found: re.Match[str]) -> str:
    """Escape what a line opens with: a sign by a backslash, a number by leaving no list to be made of it."""
    sign = found[2]
    return f"{found[1]}\\{sign}" if not sign[0].isdigit() else f"{found[1]}{sign}\\"
