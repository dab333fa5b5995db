"""How the balls lie in the rack, and what an edition has against it; each different layout is judged once."""

from functools import lru_cache
from typing import NamedTuple

from tenball_stats.replay.audit.words import balls
from tenball_stats.rules import Edition
from tenball_stats.rules.switches import why
from tenball_stats.terms import mask_of

CENTRE = 4
REAR_CORNERS = (6, 9)
"""Places in `rack_layout`, which runs row by row from the apex: the middle of the third row, the ends of the last."""

_REMEMBERED = 10_000
"""Layouts that are remembered with what is wrong about them."""


class LayoutRule(NamedTuple):
    """Which balls have their place in the rack; 0 and none where an edition does not say."""

    apex: int
    centre: int
    corners: tuple[int, ...]


class Misplaced(NamedTuple):
    """What is wrong about a layout, and the point of the edition that says so, as its bit."""

    said: str
    reason: int


@lru_cache
def rule_of(edition: Edition) -> LayoutRule:
    """Return how an edition has the balls lie."""
    apex, centre, corners = (edition[name].value for name in ("rack_apex", "rack_centre", "rack_rear_corners"))
    return LayoutRule(int(apex), int(centre), tuple(corners))  # type: ignore[arg-type]


@lru_cache(_REMEMBERED)
def misplaced(rule: LayoutRule, text: str) -> tuple[Misplaced, ...]:
    """Return what is wrong about a layout.

    Args:
        rule: how the balls should lie.
        text: how they do, a cell of `rack_layout`.
    """
    places = [int(ball) for ball in text.replace(",", " ").split()]
    wrong = []
    if rule.apex and places[0] != rule.apex:
        said = f"the {places[0]} is at the apex, not the {rule.apex}"
        wrong.append(Misplaced(said, why("rack_apex")))
    if rule.centre and places[CENTRE] != rule.centre:
        said = f"the {places[CENTRE]} is in the centre, not the {rule.centre}"
        wrong.append(Misplaced(said, why("rack_centre")))
    found = {places[corner] for corner in REAR_CORNERS}
    if rule.corners and found != set(rule.corners):
        said = f"{balls(mask_of(found))} are in the rear corners, not {balls(mask_of(rule.corners))}"
        wrong.append(Misplaced(said, why("rack_rear_corners")))
    return tuple(wrong)
