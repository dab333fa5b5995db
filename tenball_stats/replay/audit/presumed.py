"""On which presumed fact a finding hangs: whether the edition would agree with the record, had it been otherwise.

What was asked of a stroke is remembered: in a large log the same stroke is played from the same position again.
"""

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import NamedTuple

from tenball_stats.rules import Ruling, State, Stroke, judge
from tenball_stats.rules.judge import Rules
from tenball_stats.rules.otherwise import if_not_as_presumed
from tenball_stats.terms import ALL_BALLS, TEN

_REMEMBERED = 20_000
"""Answers that are remembered."""

UNSEEN = "had other balls gone down before, on a stroke of which that was not recorded"


class Agrees(NamedTuple):
    """Whether a ruling is as the record has it: how that is told, and what the record has; equal where both are."""

    how: Callable[..., bool]
    """Takes a ruling, then the numbers in `to`; a function of a module, so that it is the same each time."""
    to: tuple[int, ...] = ()

    def __call__(self, ruling: Ruling) -> bool:
        """Say whether a ruling is as the record has it."""
        return self.how(ruling, *self.to)


@lru_cache(_REMEMBERED)
def hangs_on(
    rules: Rules, state: State, stroke: Stroke, assumed: int, before: int, agrees: Agrees, *, unseen: bool
) -> str:
    """Return the presumed fact that, had it been otherwise, would have the edition agree with the record, in words.

    Args:
        rules: the edition.
        state: the position it was played from.
        stroke: what was recorded of it.
        assumed: `Ruling.assumed`, what was presumed.
        before: `Ruling.before`, the balls on the table.
        agrees: asked of what the ruling would have been.
        unseen: there was a stroke before it in the rack of which it is not recorded what went down.

    Returns:
        "had no ball reached a cushion"; empty where there is none.
    """
    if assumed:
        for other in if_not_as_presumed(state, stroke, assumed, before):
            if agrees(judge(rules, other.state, other.stroke)):
                return other.had
    if unseen and any(agrees(judge(rules, table, stroke)) for table in _other_tables(state, stroke)):
        return UNSEEN
    return ""


def _other_tables(state: State, stroke: Stroke) -> Iterator[State]:
    """Give a position as it may also have been behind a stroke of the rack that has `potted` = `?`.

    Nothing was presumed to have fallen there; the balls that are in the way of the record may have.
    """
    met = (stroke.potted | stroke.off) & ALL_BALLS | (1 << stroke.first if stroke.first > 0 else 0) | TEN
    if stroke.call_ball:
        met |= 1 << stroke.call_ball
    lowest = met & -met
    for gone in (lowest - 1, ~met):
        yield _without(state, gone)


def _without(state: State, gone: int) -> State:
    """Return a position without these balls."""
    players, warnings_recorded, table, *others = state
    return State(players, warnings_recorded, table & ~gone, *others)
