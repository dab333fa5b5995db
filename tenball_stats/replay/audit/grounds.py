"""What a finding stands on: how sure it is, and by which clauses. Each ground of an edition is worked out once.

Points of an edition are given as the bits of their switches (`rules.switches.why`), as a ruling gives its reasons.
"""

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from tenball_stats.replay.audit.catalogue import CONTRADICTS, IMPOSSIBLE, INTERPRETATION, NOT_COVERED, UNRECORDED
from tenball_stats.rules import Edition, Point
from tenball_stats.rules.edition import BASES
from tenball_stats.rules.judge import (
    ILLEGAL_BREAK,
    NO_CONTACT,
    NO_RAIL,
    WHY_FOUL_POTS,
    WHY_LOWEST_FIRST,
    WHY_MIN_RAILS,
    WHY_PUSH_OUT,
    WHY_PUSH_WINDOW,
    WHY_UNLISTED,
    WRONG_BALL,
)
from tenball_stats.rules.switches import SWITCHES
from tenball_stats.terms import FOUL_BIT, fouls_of

VERDICT_OF = {"explicit": CONTRADICTS, "interpretation": INTERPRETATION, "silent": NOT_COVERED}

NO_PUSH = WHY_PUSH_OUT | WHY_PUSH_WINDOW
TIED = {WRONG_BALL: WHY_LOWEST_FIRST | NO_PUSH, NO_CONTACT: NO_PUSH, NO_RAIL: NO_PUSH, ILLEGAL_BREAK: WHY_MIN_RAILS}
"""Reasons that a foul needs beside its own clause; what else a ruling rests on has no part in its being a foul."""
FOUL_REASONS = WHY_LOWEST_FIRST | WHY_MIN_RAILS | NO_PUSH

_REMEMBERED = 10_000
"""Grounds that are remembered: there are few combinations of reasons in a log, and few editions."""


class Ground(NamedTuple):
    """How sure a finding is: its verdict, the clauses it stands on, and what would have the record be right.

    `unless` goes on from "the record would be right, …"; empty where nothing that is not known would.
    """

    verdict: str
    clauses: tuple[str, ...]
    unless: str = ""

    def provided(self, unless: str) -> "Ground":
        """Return the same, hanging on a fact that was presumed; as it is where `unless` is empty."""
        return Ground(UNRECORDED, self.clauses, unless) if unless else self


CANNOT_BE = Ground(IMPOSSIBLE, ())
"""No rule is asked: the record cannot be right."""

NOT_ASKED = Ground(UNRECORDED, ())
"""Of a match that is only held against other rules to see what would be found."""


@lru_cache(_REMEMBERED)
def against(edition: Edition, reasons: int) -> Ground:
    """Return the ground of a contradiction to these points of an edition; all of them are needed."""
    points = _points(edition, reasons)
    return Ground(VERDICT_OF[_weakest(points)], _cited(edition, points))


@lru_cache(_REMEMBERED)
def against_any(edition: Edition, reasons: int) -> Ground:
    """Return the ground of a contradiction to these points of an edition, each of which would do."""
    points = _points(edition, reasons)
    return Ground(VERDICT_OF[_firmest(point.basis for point in points)], _cited(edition, points))


@lru_cache(_REMEMBERED)
def against_foul(edition: Edition, fouls: int, why: int, more: int = 0) -> Ground:
    """Return the ground of a record that does not know of the foul that a stroke is.

    Of several fouls the one that stands on the firmest ground makes it a foul.

    Args:
        edition: the edition.
        fouls: the fouls of the stroke, one at least.
        why: the reasons of its ruling; counted are those that a foul needs beside its own clause.
        more: further points that the contradiction rests on.
    """
    each = [
        [edition.fouls.get(code, edition["unlisted_acts"]), *_points(edition, why & TIED.get(FOUL_BIT[code], 0))]
        for code in fouls_of(fouls)
    ]
    further = _points(edition, more)
    basis = max(_firmest(_weakest(points) for points in each), _weakest(further), key=BASES.index)
    return Ground(VERDICT_OF[basis], _cited(edition, [point for points in (*each, further) for point in points]))


@lru_cache(_REMEMBERED)
def against_ruling(edition: Edition, fouls: int, why: int, more: int = 0) -> Ground:
    """Return the ground of a record that is not as the ruling of a stroke has it; arguments as in `against_foul`."""
    why &= ~WHY_UNLISTED
    if fouls:
        return against_foul(edition, fouls, why, why & ~FOUL_REASONS & ~WHY_FOUL_POTS | more)
    return against(edition, why | more)


@lru_cache(_REMEMBERED)
def not_listed(edition: Edition, clauses: tuple[str, ...] = (), unless: str = "") -> Ground:
    """Return the ground of what hangs on an act that an edition's list of fouls does not name.

    Args:
        edition: the edition.
        clauses: clauses that it rests on beside.
        unless: what would have the record be right.
    """
    cited = {*clauses, *edition["unlisted_acts"].clauses}
    return Ground(NOT_COVERED, tuple(clause for clause in edition.clauses if clause in cited), unless)


def _points(edition: Edition, reasons: int) -> list[Point]:
    return [edition[switch.name] for number, switch in enumerate(SWITCHES) if reasons >> number & 1]


def _cited(edition: Edition, points: Iterable[Point]) -> tuple[str, ...]:
    """Return the clauses of points in the order of the rule book, each once."""
    cited = {clause for point in points for clause in point.clauses}
    return tuple(clause for clause in edition.clauses if clause in cited)


def _firmest(bases: Iterable[str]) -> str:
    return min(bases, key=BASES.index)


def _weakest(points: Iterable[Point]) -> str:
    return max((point.basis for point in points), key=BASES.index, default=BASES[0])
