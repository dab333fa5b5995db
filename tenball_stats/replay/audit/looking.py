"""Where the audit has to look: which rows of a followed record can have a finding at all.

Most strokes are recorded as the edition rules them. That a stroke may not be is seen by columns, and only such rows
are looked at one by one. What is marked here is a row on which a check *may* find something, never less than it does;
the check itself says whether, and what.
"""

from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
import polars as pl

from tenball_stats.replay.follow import CONCEDE, FELL, FORFEIT, LAG, PASS, STALEMATE_END
from tenball_stats.replay.trace import Columns
from tenball_stats.rules import Edition
from tenball_stats.rules.judge import (
    BELIEVED,
    GOES_ON,
    LOST_ON_FOULS,
    OBVIOUS_ANY,
    OBVIOUS_LOWEST,
    PUSH,
    SAFETY,
    WON_ON_TEN,
)
from tenball_stats.terms import CALL_MEANT, CALL_SPOKEN, FOUL_BIT, KIND_CODE, RULING_FOUL

Ints = np.ndarray[Any, np.dtype[np.int64]]
Flags = np.ndarray[Any, np.dtype[np.bool_]]

SHOT = KIND_CODE["shot"]


class Attempt(NamedTuple):
    """An attempt at a rack, from its first row to its last, and how it ended."""

    rack: int
    last: int
    """Its last row."""
    first_stroke: int
    """-1 where none was played."""
    winner: int
    """Who won the rack; -1 where that is not known."""
    ended: bool
    """It has an end, or somebody was credited with it."""


class Looking(NamedTuple):
    """What the checks go by; rows of columns, lists for each match."""

    before: Ints
    """The stroke before each row in the same attempt, -1 where there is none."""
    is_last: Flags
    """The last stroke of its rack in the record."""
    rows: list[list[int]]
    """Rows on which there may be a finding, by match."""
    hinges: list[list[int]]
    """Breaks, and the last stroke of each attempt, by match."""
    lags: list[list[int]]
    """Rows of lags, by match."""
    attempts: list[list[Attempt]]
    """Attempts at racks, by match."""


def looking(
    edition: Edition,
    record: Columns,
    trace: Columns,
    *,
    match_no: Ints,
    rack: Ints,
    shot: Ints,
    twice: Ints,
    out_of_order: Flags,
) -> Looking:
    """Say where to look in a followed record.

    Args:
        edition: that it was followed under.
        record: the columns of `Record`, arrays of one value a row.
        trace: those of `Trace`.
        match_no: the match of each row; the rows of one stand together.
        rack: its rack; likewise `shot`, `twice` and `out_of_order` as the log has them.
        shot: number of the stroke.
        twice: balls that stand twice on it.
        out_of_order: it was moved.
    """
    place = np.arange(len(rack))
    is_stroke = record["is_stroke"] != 0
    opens = np.flatnonzero(record["opens"])
    begins = opens[np.cumsum(record["opens"]) - 1] if len(rack) else opens
    upto = np.maximum.accumulate(np.where(is_stroke, place, -1)) if len(rack) else place
    before = np.full(len(rack), -1)
    before[1:] = upto[:-1]
    before[before < begins] = -1
    is_last = _last_of_rack(match_no, rack, is_stroke)
    marked = is_stroke & _on_strokes(edition, record, trace, before, is_last, shot, twice)
    kind = record["kind"]
    marked |= (kind == FELL) | (kind == FORFEIT) | out_of_order
    marked |= (kind == PASS) & ((trace["entitled"] < 0) | (trace["entitled"] != record["player"]))
    ends = np.append(opens[1:], len(rack)) - 1 if len(opens) else opens
    last_strokes = upto[ends]
    last_strokes = np.where(last_strokes < opens, -1, last_strokes)
    hinges = (record["is_break"] != 0) & is_stroke
    hinges[last_strokes[last_strokes >= 0]] = True
    starts = np.flatnonzero(np.append(True, match_no[1:] != match_no[:-1])) if len(rack) else opens
    return Looking(
        before,
        is_last,
        by_match(np.flatnonzero(marked), starts),
        by_match(np.flatnonzero(hinges), starts),
        by_match(np.flatnonzero(kind == LAG), starts),
        _attempts(record, trace, rack, is_stroke, opens, ends, last_strokes, starts),
    )


def _on_strokes(
    edition: Edition, record: Columns, trace: Columns, before: Ints, is_last: Flags, shot: Ints, twice: Ints
) -> Flags:
    """Mark strokes that may have a finding; what stands on other rows is of no account."""
    kind, player, fouls = record["kind"], record["player"], trace["fouls"]
    meant = record["call_type"] == CALL_MEANT
    called = (meant | (record["call_type"] == CALL_SPOKEN)) & ((kind == SHOT) | (kind == SAFETY))
    there = trace["before"] & ~trace["put_back"]
    marked = (trace["put_back"] != 0) | (twice != 0) | (called & (there >> record["call_ball"] & 1 == 0))
    marked |= (fouls != 0) & (trace["ruled_foul"] == 0)
    marked |= (record["ruling"] == RULING_FOUL) & ((fouls == 0) | (record["ruling_codes"] & ~BELIEVED & ~fouls != 0))
    refused = meant & (kind == SHOT) & (record["is_break"] == 0) & (fouls == 0)
    if edition.rules.obvious_calls == OBVIOUS_LOWEST:
        refused &= 1 << record["call_ball"] != trace["before"] & -trace["before"]
    if edition.rules.obvious_calls != OBVIOUS_ANY:
        marked |= refused & _given_effect(record, is_last)
    marked |= (kind == PUSH) & (record["is_break"] == 0) & (trace["is_push"] == 0)
    if edition.rules.warning_needed and edition.rules.three_fouls_lose:
        marked |= (trace["fouls_before"] == 2) & (record["warnings_recorded"] != 0) & (trace["warned"] == 0)
    marked |= (record["spotted"] >= 0) & (record["spotted"] != trace["spotted"])
    marked |= _on_ends(record, trace, is_last)
    turned = (trace["entitled"] >= 0) & (player != trace["entitled"])
    if edition.rules.listed & FOUL_BIT["out_of_turn"]:
        turned &= (record["acts"] | record["ruling_codes"]) & FOUL_BIT["out_of_turn"] == 0
    marked |= turned
    marked |= (record["hand"] >= 0) & (trace["hand_due"] >= 0) & (record["hand"] != trace["hand_due"])
    previous = np.where(before >= 0, shot[before], 0)
    return np.asarray(marked | (shot == previous) | (shot > previous + 1))


def _given_effect(record: Columns, is_last: Flags) -> Flags:
    """Mark strokes whose called ball fell and whose player played on or was credited with the rack."""
    player, following = record["player"], record["next_stroke"]
    fell = record["potted"] >> record["call_ball"] & 1 != 0
    played_on = (following >= 0) & (player[following] == player)
    return np.asarray(fell & (played_on | (is_last & (record["credited"] == player))))


def _on_ends(record: Columns, trace: Columns, is_last: Flags) -> Flags:
    """Mark strokes on whose ending the rack the record and the edition may not agree."""
    end, credited, winner = trace["end"], record["credited"], trace["winner"]
    lost = end == LOST_ON_FOULS
    won_or_lost = (end == WON_ON_TEN) | lost
    as_ruled = is_last & ((credited < 0) | ((credited == winner) & ~(lost & (credited == record["player"]))))
    other = is_last & (credited >= 0) & (_not_over(end) | ((winner != credited) & (winner != -1)))
    return np.asarray(np.where(won_or_lost, ~as_ruled, other))


def _not_over(end: Ints) -> Flags:
    """Mark where the edition does not end the rack with a winner."""
    return np.asarray((end == GOES_ON) | (end == STALEMATE_END))


def _last_of_rack(match_no: Ints, rack: Ints, is_stroke: Flags) -> Flags:
    """Mark the last stroke of each rack of each match."""
    strokes = np.flatnonzero(is_stroke)
    key = (match_no[strokes].astype(np.int64) << 32) + rack[strokes]
    last = np.ones(len(key), dtype=np.bool_)
    if (key[1:] >= key[:-1]).all():
        last[:-1] = key[1:] != key[:-1]
    else:  # a forfeit that stands in the middle of a rack
        last = pl.Series(key).is_last_distinct().to_numpy()
    marked = np.zeros(len(rack), dtype=np.bool_)
    marked[strokes[last]] = True
    return marked


def _attempts(
    record: Columns,
    trace: Columns,
    rack: Ints,
    is_stroke: Flags,
    opens: Ints,
    ends: Ints,
    last_strokes: Ints,
    starts: Ints,
) -> list[list[Attempt]]:
    """Return the attempts at racks of each match, in order: who won them, and whether they ended."""
    if not len(opens):
        return []
    # A stroke after the edition's end is the record playing on: then the rack is not over yet.
    played = last_strokes >= 0
    ended = played & ~_not_over(trace["end"][last_strokes])
    winner = np.where(ended, trace["winner"][last_strokes], -1)
    of = np.cumsum(record["opens"]) - 1
    given_up = np.flatnonzero((record["kind"] == CONCEDE) | (record["kind"] == FORFEIT))[::-1]
    given_up = given_up[(given_up > last_strokes[of[given_up]]) & ~ended[of[given_up]]]
    # Given up behind the last stroke, or before there was one; the first time counts.
    opponent = np.where(record["players"][given_up] == 2, 1 - record["player"][given_up], -1)
    winner[of[given_up]], ended[of[given_up]] = opponent, True
    credited = record["credited"][ends]
    winner, ended = np.where(credited >= 0, credited, winner), ended | (credited >= 0)
    strokes = np.flatnonzero(is_stroke)
    first = np.append(strokes, -1)[np.searchsorted(strokes, opens)]
    first = np.where(played, first, -1)
    columns = (rack[opens], ends, first, winner, ended)
    attempts = [Attempt(*values) for values in zip(*(column.tolist() for column in columns), strict=True)]
    bounds = [*np.searchsorted(opens, starts).tolist(), len(opens)]
    return [attempts[a:b] for a, b in pairwise(bounds)]


def by_match(rows: Ints, starts: Ints) -> list[list[int]]:
    """Return rows, ascending, in a list for each match."""
    bounds = [*np.searchsorted(rows, starts).tolist(), len(rows)]
    every = rows.tolist()
    return [every[a:b] for a, b in pairwise(bounds)]
