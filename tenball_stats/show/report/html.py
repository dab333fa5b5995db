"""A report as one HTML file: no script, nothing from the web, pictures inside as data."""

import base64
import re
from collections.abc import Iterator
from functools import cache

from jinja2 import Environment, PackageLoader, StrictUndefined, Template
from matplotlib.figure import Figure

from tenball_stats.show.report.blocks import Faint, Report, Strong, Text, plain, stretches
from tenball_stats.show.report.pictures import svg
from tenball_stats.show.text import clean

_TOKENS = re.compile(r"(?P<long>\S{32}(?=\S))|(?<![\w-])(?P<kept>\d{4}-\d{2}-\d{2}|\d{1,3}-\d{1,3})(?![\w-])")
"""The parts of long words, after which a line may be broken, and days and scores, in which it may not."""


def html(report: Report) -> str:
    """Return a report as the text of an HTML file."""
    return _template().render(report=report)


@cache
def _template() -> Template:
    environment = Environment(
        loader=PackageLoader("tenball_stats.show.report", "."),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters |= {
        "stretches": _stretches,
        "plain": lambda text: clean(plain(text)),
        "data": _data,
        "length_of": lambda text: len(plain(text)),
    }
    return environment.get_template("page.html.j2")


def _stretches(text: Text) -> list[tuple[str, list[tuple[str, str]]]]:
    """Return the stretches of a text, each with the element that it stands in (none for plain ones) and its pieces.

    A piece is a kind and a text. After a `long` one a line may be broken: a word as long as a page is wide must not
    push a table off it. In a `kept` one it may not.
    """
    element = {Strong: "strong", Faint: "small"}
    return [(element.get(type(part), ""), list(_pieces(clean(part)))) for part in stretches(text)]


def _pieces(text: str) -> Iterator[tuple[str, str]]:
    at = 0
    for found in _TOKENS.finditer(text):
        yield "", text[at : found.start()]
        yield found.lastgroup or "", found[0]
        at = found.end()
    yield "", text[at:]


def _data(image: Figure | str) -> str:
    """Return a picture as an address that holds it."""
    return "data:image/svg+xml;base64," + base64.b64encode(svg(image)).decode()
