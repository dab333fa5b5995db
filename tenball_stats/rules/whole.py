"""An edition as one text that stands for itself, so that its rulings can be made again when its file has changed."""

import json
from dataclasses import replace
from typing import Any

from tenball_stats.rules.edition import Edition, Point, edition_from


def whole_text(edition: Edition) -> str:
    """Return everything that an edition says, as JSON, also what it took from the one that it extends."""
    said = {
        name: getattr(edition, name) for name in ("id", "name", "language", "source", "known", "clauses", "readings")
    }
    points = {"switches": edition.switches, "fouls": edition.fouls}
    said |= {part: {name: _said(point) for name, point in given.items()} for part, given in points.items()}
    return json.dumps(said | {"extends": edition.extends}, ensure_ascii=False, separators=(",", ":"))


def from_whole_text(text: str) -> Edition:
    """Return the edition of such a text, with the same fingerprint.

    Raises:
        EditionError: it holds what this version of the tool does not know.
    """
    table = json.loads(text)
    extends = table.pop("extends")
    origins = {
        (part, name): point.pop("origin", "") for part in ("switches", "fouls") for name, point in table[part].items()
    }
    edition = edition_from(table, f"the stored edition {table['id']}")
    parts = {
        part: {name: replace(point, origin=origins.get((part, name), "")) for name, point in points.items()}
        for part, points in (("switches", edition.switches), ("fouls", edition.fouls))
    }
    return replace(edition, extends=extends, switches=parts["switches"], fouls=parts["fouls"])


def _said(point: Point) -> dict[str, Any]:
    return {
        "value": point.value,
        "clauses": point.clauses,
        "basis": point.basis,
        "reading": point.reading,
        "note": point.note,
        "origin": point.origin,
    }
