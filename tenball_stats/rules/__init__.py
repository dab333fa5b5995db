"""What the rule books say: editions as data, and the judge that rules by them. Knows no other floor."""

from tenball_stats.rules.edition import Edition, Point, edition_ids, load_edition
from tenball_stats.rules.faults import EditionError
from tenball_stats.rules.judge import Ruling, State, Stroke, advance, judge, opening

__all__ = [
    "Edition",
    "EditionError",
    "Point",
    "Ruling",
    "State",
    "Stroke",
    "advance",
    "edition_ids",
    "judge",
    "load_edition",
    "opening",
]
