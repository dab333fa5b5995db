"""The same stroke with one fact otherwise.

Two questions need this. What hangs on a fact that nobody wrote down: rule the stroke with the fact as it may also have
been, and see whether the ruling changes. And what would have made it otherwise: rule it with one recorded fact
changed.
"""

from collections.abc import Iterator
from typing import NamedTuple

from tenball_stats.rules.judge import (
    ACTS_MASK,
    CALLED,
    FIRST,
    ILLEGAL_BREAK,
    POTTED,
    PUSH,
    PUSH_OPEN,
    RAIL,
    RAILS,
    RULING,
    SAFETY,
    WARNINGS,
    Rules,
    Ruling,
    State,
    Stroke,
    count_of,
    judge,
)
from tenball_stats.terms import (
    ALL_BALLS,
    CALL_MEANT,
    CALL_NOTHING,
    CALL_SPOKEN,
    CALL_UNRECORDED,
    CUE,
    RULING_UNRECORDED,
    TEN,
    balls_of,
    fouls_of,
)

PUSH_OUT_OPEN = "had a push-out been open"


class Otherwise(NamedTuple):
    """A stroke (or the position before it) with one fact changed, and the change in words: "had …"."""

    column: str
    had: str
    state: State
    stroke: Stroke


def if_not_as_presumed(state: State, stroke: Stroke, assumed: int, before: int) -> Iterator[Otherwise]:
    """Give the stroke as it may also have been where its ruling presumed facts that were not recorded.

    Args:
        state: the position it was played from.
        stroke: what was recorded.
        assumed: `Ruling.assumed`, what was presumed.
        before: `Ruling.before`, the balls on the table.
    """
    lowest = before & -before

    def other(column: str, had: str, changed: Stroke) -> Otherwise:
        return Otherwise(column, had, state, changed)

    if assumed & WARNINGS:
        yield Otherwise("warnings", "had no warning been given", state._replace(warnings_recorded=1), stroke)
    if assumed & CALLED:
        if stroke.call_type == CALL_UNRECORDED:
            yield other("called", "had nothing been called", stroke._replace(call_type=CALL_NOTHING))
            # Any of the others that fell may have been the one; of those that did not, one stands for all.
            fallen = balls_of(stroke.potted & ~(1 << stroke.potted_first))
            for ball in [*fallen, *balls_of(before & ~stroke.potted)[:1]]:
                had = f"had the {ball} been called" if ball in fallen else "had another ball been called"
                yield other("called", had, stroke._replace(call_type=CALL_SPOKEN, call_ball=ball, call_pocket=0))
        else:
            fell_in = stroke.pockets >> (4 * stroke.call_ball) & 15
            changed = stroke._replace(call_pocket=_another(fell_in or 1))
            if fell_in == 0:
                changed = changed._replace(pockets=stroke.pockets | 1 << (4 * stroke.call_ball))
            yield other("called", "had another pocket been called", changed)
    if assumed & (FIRST | RULING) and stroke.first < 0:
        without = stroke._replace(ruling=RULING_UNRECORDED)
        for ball in balls_of(before & ~lowest)[:1]:
            yield other("first", "had another ball than the lowest been struck first", without._replace(first=ball))
        yield other("first", "had no ball been struck", without._replace(first=0))
    if assumed & RAIL:
        yield other("rail", "had no ball reached a cushion", stroke._replace(rail=0))
    if assumed & RAILS:
        yield other("rails", "had too few balls reached a cushion", stroke._replace(rails=0))
    if assumed & POTTED:
        if stroke.potted_known:
            fell_in = _another(stroke.call_pocket or 1)
            mask = ~(15 << (4 * stroke.call_ball))
            changed = stroke._replace(pockets=stroke.pockets & mask | fell_in << (4 * stroke.call_ball))
            if stroke.call_pocket == 0:
                changed = changed._replace(call_pocket=1)
            yield other("potted", "had the ball fallen in another pocket", changed)
        else:
            yield from _if_known(state, stroke, before)
    if assumed & RULING:
        yield other("ruling", "had no foul been ruled", stroke._replace(ruling=RULING_UNRECORDED, ruling_codes=0))


def _if_known(state: State, stroke: Stroke, before: int) -> Iterator[Otherwise]:
    """Give what may have gone down on a stroke of which that was not recorded."""
    known = stroke._replace(potted_known=1, potted=0, potted_first=0)
    balls = balls_of(before)
    found = []
    if stroke.call_type in (CALL_MEANT, CALL_SPOKEN) and stroke.call_ball in balls:
        found.append(("had the called ball fallen", stroke.call_ball))
    if balls:
        found.append(("had the lowest ball fallen", balls[0]))
        if len(balls) > 1:
            found.append(("had another ball fallen", balls[-1]))
    for had, ball in found:
        yield Otherwise("potted", had, state, known._replace(potted=1 << ball, potted_first=ball))
    yield Otherwise("potted", "had nothing fallen", state, known)
    yield Otherwise("potted", "had the cue ball fallen", state, known._replace(potted=CUE))


def had_it_been(rules: Rules, state: State, stroke: Stroke, ruling: Ruling) -> list[tuple[str, Ruling]]:
    """Return which single change of a recorded fact would have changed the ruling, in words, with the new ruling.

    Args:
        rules: the edition.
        state: the position the stroke was played from.
        stroke: what was recorded.
        ruling: what was ruled.
    """
    changes: list[Otherwise] = []
    before = ruling.before
    lowest = (before & -before).bit_length() - 1

    def other(column: str, had: str, changed: Stroke) -> None:
        changes.append(Otherwise(column, had, state, changed))

    if stroke.first >= 0 and stroke.first != lowest and lowest > 0:
        other("first", f"had the {lowest} been struck first", stroke._replace(first=lowest))
    if stroke.rail == 0 and not stroke.is_break:
        other("rail", "had a ball reached a cushion", stroke._replace(rail=1))
    if stroke.is_break and 0 <= stroke.rails < rules.break_min_rails:
        had = f"had {rules.break_min_rails} balls reached a cushion"
        other("rails", had, stroke._replace(rails=rules.break_min_rails))
    if stroke.potted & CUE:
        other("potted", "had the cue ball stayed on the table", stroke._replace(potted=stroke.potted & ~CUE))
    if stroke.off & CUE:
        other("off", "had the cue ball stayed on the table", stroke._replace(off=stroke.off & ~CUE))
    if stroke.off & ALL_BALLS:
        other("off", "had no object ball left the table", stroke._replace(off=stroke.off & CUE))
    if stroke.is_break and ruling.fouls & ILLEGAL_BREAK:
        ball = (before & ~TEN & -(before & ~TEN)).bit_length() - 1
        if ball > 0:
            changed = stroke._replace(potted=stroke.potted | 1 << ball, potted_first=ball)
            other("potted", "had an object ball been pocketed", changed)
    acts = fouls_of((stroke.acts | stroke.ruling_codes) & ACTS_MASK)
    if acts:
        named = " and ".join(f"the {code.replace('_', ' ')}" for code in acts)
        changed = stroke._replace(acts=stroke.acts & ~ACTS_MASK, ruling_codes=stroke.ruling_codes & ~ACTS_MASK)
        other("acts", f"without {named}", changed)
    if stroke.kind not in (PUSH, SAFETY) and not stroke.is_break:
        changes += _calls(state, stroke, lowest)
    if stroke.kind == PUSH and not ruling.is_push:
        opened = state._replace(push_open=PUSH_OPEN)
        changes.append(Otherwise("kind", PUSH_OUT_OPEN, opened, stroke))
    if ruling.fouls and count_of(state, stroke.player) == 2:
        bit = 1 << stroke.player
        if state.warned & bit == 0:
            changed_state = state._replace(warned=state.warned | bit)
            changes.append(Otherwise("warnings", "had the player been warned", changed_state, stroke))
        else:
            changed_state = state._replace(warned=state.warned & ~bit, warnings_recorded=1)
            changes.append(Otherwise("warnings", "had the player not been warned", changed_state, stroke))
        changed_state = state._replace(fouls=state.fouls & ~(3 << 2 * stroke.player) | 1 << 2 * stroke.player)
        changes.append(Otherwise("ruling", "had one of the two fouls before it been none", changed_state, stroke))

    found = []
    for change in changes:
        new = judge(rules, change.state, change.stroke)
        if outcome(new) != outcome(ruling):
            found.append((change.had, new))
    return found


def _calls(state: State, stroke: Stroke, lowest: int) -> list[Otherwise]:
    """Return the stroke with what fell called, and with what was called fallen."""
    found = []
    for ball in balls_of(stroke.potted):
        fell_in = stroke.pockets >> (4 * ball) & 15
        if ball != stroke.call_ball or (stroke.call_pocket and fell_in and stroke.call_pocket != fell_in):
            changed = stroke._replace(call_type=CALL_SPOKEN, call_ball=ball, call_pocket=fell_in)
            where = " in that pocket" if fell_in else ""
            found.append(Otherwise("called", f"had the {ball} been called{where}", state, changed))
    ball, fell_in = stroke.call_ball, stroke.pockets >> (4 * stroke.call_ball) & 15
    if stroke.potted >> ball & 1 and ball > 0 and fell_in and fell_in == stroke.call_pocket:
        elsewhere = stroke.pockets & ~(15 << 4 * ball) | _another(fell_in) << 4 * ball
        changed = stroke._replace(pockets=elsewhere)
        found.append(Otherwise("potted", f"had the {ball} fallen in another pocket", state, changed))
    if stroke.call_type == CALL_MEANT:
        changed = stroke._replace(call_type=CALL_SPOKEN)
        found.append(Otherwise("called", "had the call been spoken", state, changed))
    if stroke.potted & ALL_BALLS == 0 and stroke.potted_known:
        called = stroke.call_type in (CALL_MEANT, CALL_SPOKEN)
        ball = stroke.call_ball if called else lowest
        if ball > 0:
            pocket = (stroke.call_pocket or 1) << (4 * ball)
            changed = stroke._replace(potted=stroke.potted | 1 << ball, potted_first=ball, pockets=pocket)
            where = " where it was called" if called else ""
            found.append(Otherwise("potted", f"had the {ball} fallen{where}", state, changed))
    return found


def outcome(ruling: Ruling) -> tuple[int, ...]:
    """Return what a ruling decides, without its reasons: two rulings with the same outcome rule the same."""
    return (ruling.fouls, ruling.next_player, ruling.hand, ruling.option, ruling.spotted, ruling.end, ruling.winner)


def _another(pocket: int) -> int:
    """Return a pocket that is not this one."""
    return pocket % 6 + 1
