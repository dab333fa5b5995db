"""On which strokes and events a check may find something, seen by columns; never fewer than it does.

Most strokes are recorded as the edition rules them, and a check is made on the others alone. What a mark is made from
is what the check asks first; the check itself says whether there is a finding, and what.
"""

import numpy as np

from tenball_stats.replay.audit.laid import Flags, Rows, not_over
from tenball_stats.replay.follow import FELL, LAG, PASS
from tenball_stats.rules.judge import (
    BELIEVED,
    LOST_ON_FOULS,
    OBVIOUS_ANY,
    OBVIOUS_LOWEST,
    PUSH,
    SAFETY,
    WON_ON_TEN,
)
from tenball_stats.terms import CALL_MEANT, CALL_SPOKEN, FOUL_BIT, KIND_CODE, RULING_FOUL

SHOT = KIND_CODE["shot"]


def impossible(rows: Rows) -> Flags:
    """Mark strokes with balls that were down already, that stand twice, or a call of one that was not there."""
    record, trace = rows.record, rows.trace
    kind, call = record["kind"], record["call_type"]
    called = ((call == CALL_MEANT) | (call == CALL_SPOKEN)) & ((kind == SHOT) | (kind == SAFETY))
    there = trace["before"] & ~trace["put_back"]
    missing = called & (there >> record["call_ball"] & 1 == 0)
    return np.asarray((trace["put_back"] != 0) | (rows.numbers["twice"] != 0) | missing)


def fouls(rows: Rows) -> Flags:
    """Mark strokes whose fouls were not ruled, or were ruled otherwise."""
    record, trace = rows.record, rows.trace
    ruled = record["ruling"] == RULING_FOUL
    found = trace["fouls"]
    missed = (found != 0) & (trace["ruled_foul"] == 0)
    return np.asarray(missed | ruled & ((found == 0) | (record["ruling_codes"] & ~BELIEVED & ~found != 0)))


def call(rows: Rows) -> Flags:
    """Mark strokes with a call that was not spoken, does not count here, and was given effect."""
    record, trace, obvious = rows.record, rows.trace, rows.edition.rules.obvious_calls
    if obvious == OBVIOUS_ANY:
        return np.zeros(len(rows.match), dtype=np.bool_)
    refused = (record["call_type"] == CALL_MEANT) & (record["kind"] == SHOT) & (record["is_break"] == 0)
    refused &= trace["fouls"] == 0
    if obvious == OBVIOUS_LOWEST:
        refused &= 1 << record["call_ball"] != trace["before"] & -trace["before"]
    player, following = record["player"], record["next_stroke"]
    fell = record["potted"] >> record["call_ball"] & 1 != 0
    played_on = (following >= 0) & (player[following] == player)
    return np.asarray(refused & fell & (played_on | (rows.is_last & (record["credited"] == player))))


def push(rows: Rows) -> Flags:
    """Mark push-outs that the edition does not take for one."""
    record = rows.record
    return np.asarray((record["kind"] == PUSH) & (record["is_break"] == 0) & (rows.trace["is_push"] == 0))


def warning(rows: Rows) -> Flags:
    """Mark strokes on two fouls that no warning was given before."""
    rules, trace = rows.edition.rules, rows.trace
    if not (rules.warning_needed and rules.three_fouls_lose):
        return np.zeros(len(rows.match), dtype=np.bool_)
    warned = (trace["warned"] != 0) | (rows.record["warnings_recorded"] == 0)
    return np.asarray((trace["fouls_before"] == 2) & ~warned)


def spotted(rows: Rows) -> Flags:
    """Mark strokes after which other balls came back than the edition puts back."""
    back = rows.record["spotted"]
    return np.asarray((back >= 0) & (back != rows.trace["spotted"]))


def win(rows: Rows) -> Flags:
    """Mark strokes on whose ending the rack the record and the edition may not agree."""
    credited, end, winner = rows.record["credited"], rows.trace["end"], rows.trace["winner"]
    lost = end == LOST_ON_FOULS
    won_or_lost = (end == WON_ON_TEN) | lost
    as_ruled = (credited < 0) | ((credited == winner) & ~(lost & (credited == rows.record["player"])))
    other = (credited >= 0) & (not_over(end) | ((winner != credited) & (winner != -1)))
    return np.asarray(np.where(won_or_lost, ~(rows.is_last & as_ruled), rows.is_last & other))


def fallen(rows: Rows) -> Flags:
    """Mark balls that fell by themselves: each of them."""
    return np.ones(len(rows.match), dtype=np.bool_)


def turn(rows: Rows) -> Flags:
    """Mark strokes of somebody else than the edition has at the table."""
    record, entitled = rows.record, rows.trace["entitled"]
    turned = (entitled >= 0) & (record["player"] != entitled)
    if rows.edition.rules.listed & FOUL_BIT["out_of_turn"]:
        turned &= (record["acts"] | record["ruling_codes"]) & FOUL_BIT["out_of_turn"] == 0
    return np.asarray(turned)


def cue_ball(rows: Rows) -> Flags:
    """Mark strokes played with the cue ball in hand where it was in place, or the other way round."""
    hand, due = rows.record["hand"], rows.trace["hand_due"]
    return np.asarray((hand >= 0) & (due >= 0) & (hand != due))


def handed_back(rows: Rows) -> Flags:
    """Mark strokes handed back by somebody who had no option to."""
    entitled = rows.trace["entitled"]
    return np.asarray((entitled < 0) | (entitled != rows.record["player"]))


def number(rows: Rows) -> Flags:
    """Mark strokes whose number does not follow that of the stroke before."""
    shot = rows.numbers["shot"]
    previous = np.where(rows.before >= 0, shot[rows.before], 0)
    return np.asarray((shot == previous) | (shot > previous + 1))


def moved(rows: Rows) -> Flags:
    """Mark rows that stood after a later one."""
    return np.asarray(rows.numbers["out_of_order"] & (rows.record["kind"] != LAG))


def strokes(rows: Rows) -> Flags:
    """Return which rows are strokes."""
    return rows.is_stroke


def passes(rows: Rows) -> Flags:
    """Return which rows hand a stroke back."""
    return np.asarray(rows.record["kind"] == PASS)


def falls(rows: Rows) -> Flags:
    """Return which rows are balls that fell by themselves."""
    return np.asarray(rows.record["kind"] == FELL)


def everything(rows: Rows) -> Flags:
    """Return all rows."""
    return np.ones(len(rows.match), dtype=np.bool_)
