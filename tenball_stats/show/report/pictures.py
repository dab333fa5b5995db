"""Pictures of a report as bytes: matplotlib figures drawn with the charts' look, SVG texts taken as they are."""

import io
import struct
import warnings

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


def size(data: bytes) -> tuple[int, int]:
    """Return width and height of a PNG in dots."""
    width, height = struct.unpack(">II", data[16:24])
    return width, height
