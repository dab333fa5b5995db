"""A report as one HTML file: no script, nothing from the web, pictures inside as data."""

import base64
import re
from functools import cache

from jinja2 import Environment, PackageLoader, StrictUndefined, Template
from matplotlib.figure import Figure

from tenball_stats.show.report.blocks import Faint, Report, Strong, Text, plain, stretches
from tenball_stats.show.report.pictures import svg
from tenball_stats.show.text import clean

_LONG = re.compile(r"\S{32}(?=\S)")


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
    environment.filters |= {"stretches": _stretches, "plain": lambda text: clean(plain(text)), "data": _data}
    return environment.get_template("page.html.j2")


def _stretches(text: Text) -> list[tuple[str, list[str]]]:
    """Return the stretches of a text, each with the element that it stands in (none for plain ones) and its pieces.

    Between two pieces a line may be broken: a word as long as a page is wide must not push a table off it.
    """
    element = {Strong: "strong", Faint: "small"}
    return [(element.get(type(part), ""), _LONG.sub(r"\g<0>\0", clean(part)).split("\0")) for part in stretches(text)]


def _data(image: Figure | str) -> str:
    """Return a picture as an address that holds it."""
    return "data:image/svg+xml;base64," + base64.b64encode(svg(image)).decode()
