"""Followed rows laid out: in which match and attempt each stands, what was before it, and how the attempts ended."""

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
import polars as pl

from tenball_stats.log import arrays
from tenball_stats.log.coded import changes
from tenball_stats.replay.follow import CONCEDE, FORFEIT, STALEMATE_END
from tenball_stats.replay.trace import Columns
from tenball_stats.rules import Edition
from tenball_stats.rules.judge import GOES_ON

Ints = np.ndarray[Any, np.dtype[np.int64]]
Flags = np.ndarray[Any, np.dtype[np.bool_]]


class Attempts(NamedTuple):
    """Attempts at racks, from the first row of each to its last, and how they ended; arrays of one value an attempt."""

    rack: Ints
    match: Ints
    """Number of the match among those of the rows."""
    last: Ints
    """Its last row."""
    last_stroke: Ints
    """-1 where none was played."""
    first_stroke: Ints
    """-1 where none was played."""
    winner: Ints
    """Who won the rack; -1 where that is not known."""
    ended: Flags
    """It has an end, or somebody was credited with it."""


class Racks(NamedTuple):
    """Racks of the matches, one after another, as the last attempt at each has them."""

    rack: Ints
    match: Ints
    last: Ints
    """Its last row."""
    winner: Ints
    ended: Flags
    goes_on: Flags
    """There is a rack after it in the match."""
    first: Ints
    """The first rack of its match."""
    of_attempt: Ints
    """The rack that each attempt is at; -1 for one that is at none."""

    def counted(self, marked: Flags) -> Ints:
        """Return how many racks are marked in the match up to each, itself included."""
        upto = np.cumsum(marked)
        return np.asarray(upto - upto[self.first] + marked[self.first])


@dataclass(frozen=True)
class Rows:
    """Rows of whole matches, in the order of play, as the audit looks over them; arrays of one value a row."""

    edition: Edition
    record: Columns
    """Of `replay.follow.Record`."""
    trace: Columns
    """Of `replay.follow.Trace`."""
    numbers: Columns
    """What the log says of each row beside what is replayed: `followed.NUMBERS`."""
    breaks: Ints
    """Rows of breaks."""
    layouts: list[str | None]
    """Their cells of `rack_layout`."""
    scored: Ints
    """Rows with a score."""
    scores: Ints
    """What those say, one player after another."""
    lag_cm: np.ndarray[Any, np.dtype[np.float64]]
    """How far each row's lag was from the rail, not a number where that is not recorded."""
    race_to: list[list[int] | None]
    """Of each match; likewise its `break_format`."""
    break_format: list[str | None]
    starts: Ints
    """The first row of each match."""
    match: Ints
    """Number of each row's match among those of the rows."""
    attempt: Ints
    """Number of each row's attempt."""
    is_stroke: Flags
    before: Ints
    """The stroke before each row in the same attempt, -1 where there is none."""
    unseen: Flags
    """There was a stroke before it in the same attempt of which it is not recorded what went down."""
    is_last: Flags
    """The last stroke of its rack in the record."""
    attempts: Attempts

    @cached_property
    def racks(self) -> Racks:
        """The racks of the matches."""
        return _racks(self.attempts)

    def under(self, edition: Edition, trace: Columns) -> "Rows":
        """Return the same rows followed under another edition: but for how the attempts ended they lie as they did."""
        attempts = _ended(self.attempts, self.record, trace, self.attempt)
        return replace(self, edition=edition, trace=trace, attempts=attempts)


def laid(
    edition: Edition,
    record: Columns,
    trace: Columns,
    numbers: Columns,
    starts: Ints,
    *,
    layout: pl.Series,
    score: pl.Series,
    lag_cm: pl.Series,
    race_to: list[list[int] | None],
    break_format: list[str | None],
) -> Rows:
    """Lay rows out.

    Args:
        edition: the edition; this and what is not described here as in `Rows`.
        record: columns of the record.
        trace: columns of the trace.
        numbers: columns of numbers.
        starts: the first row of each match.
        layout: the column `rack_layout`.
        score: the column `score`.
        lag_cm: the column `lag_cm`.
        race_to: of each match.
        break_format: of each match.
    """
    place = np.arange(len(record["opens"]))
    match = np.zeros(len(place), dtype=np.int64)
    match[starts[1:]] = 1
    match = np.cumsum(match)
    is_stroke = record["is_stroke"] != 0
    opens = np.flatnonzero(record["opens"])
    attempt = np.cumsum(record["opens"]) - 1
    begins = opens[attempt]
    upto = _latest(place, is_stroke)
    breaks = np.flatnonzero(is_stroke & (record["is_break"] != 0))
    scored = np.flatnonzero(score.is_not_null().to_numpy())
    unseen = np.zeros(len(place), dtype=np.bool_)
    unseen[1:] = (_latest(place, is_stroke & (record["potted_known"] == 0)) >= begins)[:-1]
    attempts = _ended(_attempts(numbers["rack"], match, is_stroke, upto, opens), record, trace, attempt)
    return Rows(
        edition,
        record,
        trace,
        numbers,
        breaks,
        layout[arrays.column(breaks)].to_list(),
        scored,
        score[arrays.column(scored)].explode().to_numpy() if len(scored) else scored,
        lag_cm.to_numpy(),
        race_to,
        break_format,
        starts,
        match,
        attempt,
        is_stroke,
        _before(upto, begins),
        unseen & (record["opens"] == 0),
        _last_of_rack(match, numbers["rack"], is_stroke),
        attempts,
    )


def _latest(place: Ints, marked: Flags) -> Ints:
    """Return the latest marked row up to each, -1 where there is none."""
    latest = np.where(marked, place, -1)
    return np.maximum.accumulate(latest) if len(latest) else latest


def _before(upto: Ints, begins: Ints) -> Ints:
    """Return the stroke before each row, of the last one up to each and the first row of each one's attempt."""
    before = np.full(len(upto), -1)
    before[1:] = upto[:-1]
    before[before < begins] = -1
    return before


def _last_of_rack(match: Ints, rack: Ints, is_stroke: Flags) -> Flags:
    """Mark the last stroke of each rack of each match."""
    strokes = np.flatnonzero(is_stroke)
    key = (match[strokes] << 32) + rack[strokes]
    last = np.ones(len(key), dtype=np.bool_)
    if (key[1:] >= key[:-1]).all():
        last[:-1] = key[1:] != key[:-1]
    else:  # a forfeit that stands in the middle of a rack
        last = pl.Series(key).is_last_distinct().to_numpy()
    marked = np.zeros(len(rack), dtype=np.bool_)
    marked[strokes[last]] = True
    return marked


def _attempts(rack: Ints, match: Ints, is_stroke: Flags, upto: Ints, opens: Ints) -> Attempts:
    """Return the attempts at racks, in order, as if none had ended."""
    ends = np.append(opens[1:], len(rack))[: len(opens)] - 1
    played = upto[ends] >= opens
    strokes = np.flatnonzero(is_stroke)
    first = np.append(strokes, -1)[np.searchsorted(strokes, opens)]
    return Attempts(
        rack[opens],
        match[opens],
        ends,
        np.where(played, upto[ends], -1),
        np.where(played, first, -1),
        np.full(len(opens), -1),
        np.zeros(len(opens), dtype=np.bool_),
    )


def _ended(attempts: Attempts, record: Columns, trace: Columns, attempt: Ints) -> Attempts:
    """Return attempts as they ended: who won them, and whether they have an end; `attempt` is that of each row."""
    last_stroke = attempts.last_stroke
    # A stroke after the edition's end is the record playing on: then the rack is not over yet.
    ended = (last_stroke >= 0) & ~not_over(trace["end"][last_stroke])
    winner = np.where(ended, trace["winner"][last_stroke], -1)
    given_up = np.flatnonzero((record["kind"] == CONCEDE) | (record["kind"] == FORFEIT))[::-1]
    of = attempt[given_up]
    behind = (given_up > last_stroke[of]) & ~ended[of]
    given_up, of = given_up[behind], of[behind]
    # Given up behind the last stroke, or before there was one; the first time counts.
    winner[of] = np.where(record["players"][given_up] == 2, 1 - record["player"][given_up], -1)
    ended[of] = True
    credited = record["credited"][attempts.last]
    return attempts._replace(winner=np.where(credited >= 0, credited, winner), ended=ended | (credited >= 0))


def _racks(attempts: Attempts) -> Racks:
    at = np.flatnonzero(attempts.rack > 0)
    rack, match = attempts.rack[at], attempts.match[at]
    last = np.ones(len(at), dtype=np.bool_)
    last[:-1] = (rack[1:] != rack[:-1]) | (match[1:] != match[:-1])
    of_attempt = np.full(len(attempts.rack), -1)
    of_attempt[at] = np.cumsum(last) - last
    at, rack, match = at[last], rack[last], match[last]
    begins = changes(match)
    return Racks(
        rack,
        match,
        attempts.last[at],
        attempts.winner[at],
        attempts.ended[at],
        np.append(~begins[1:], False)[: len(at)],
        np.flatnonzero(begins)[np.cumsum(begins) - 1],
        of_attempt,
    )


def not_over(end: Ints) -> Flags:
    """Mark where the edition does not end the rack with a winner."""
    return np.asarray((end == GOES_ON) | (end == STALEMATE_END))
