"""Pictures of a report as bytes: matplotlib figures drawn with the charts' look, SVG texts taken as they are."""

import io
import struct
import warnings
from weakref import WeakKeyDictionary

from matplotlib.figure import Figure

from tenball_stats.show.charts.style import look

DPI = 200
"""Dots per inch of pictures that are written as PNG; enough for print."""


def svg(image: Figure | str) -> bytes:
    """Return a picture as SVG."""
    return image.encode() if isinstance(image, str) else _drawn(image, "svg")


def png(image: Figure) -> bytes:
    """Return a figure as PNG."""
    return _drawn(image, "png")


def _drawn(figure: Figure, form: str) -> bytes:
    out = io.BytesIO()
    with look(), warnings.catch_warnings():
        # Letters that no font here has are drawn as boxes; whoever drew the figure has said so or does not mind.
        warnings.filterwarnings("ignore", message="Glyph .* missing from")
        figure.savefig(out, format=form, dpi=DPI, metadata={"Date": None} if form == "svg" else {"Software": None})
    return out.getvalue()


_PNG: WeakKeyDictionary[Figure, bytes] = WeakKeyDictionary()
"""Figures as PNG: one is asked for twice, for its size and for its place."""


def for_pdf(image: Figure | str) -> tuple[bytes, float, float]:
    """Return a picture as fpdf2 takes it, with its width and height in any unit."""
    if isinstance(image, str):
        from fpdf.svg import SVGObject

        drawing = SVGObject(image)
        return image.encode(), float(drawing.width or 100), float(drawing.height or 100)
    if image not in _PNG:
        _PNG[image] = png(image)
    data = _PNG[image]
    wide, high = struct.unpack(">II", data[16:24])
    return data, wide, high
