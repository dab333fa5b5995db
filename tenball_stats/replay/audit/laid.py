"""Followed rows laid out: in which match and attempt each stands, what was before it, and how the attempts ended."""

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import polars as pl

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
    layout: pl.Series
    score: pl.Series
    lag_cm: pl.Series
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
    scored: Ints
    """Rows with a score."""
    attempts: Attempts


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
    """Lay rows out; the arguments are the fields of `Rows`."""
    place = np.arange(len(record["opens"]))
    match = np.zeros(len(place), dtype=np.int64)
    match[starts[1:]] = 1
    match = np.cumsum(match)
    is_stroke = record["is_stroke"] != 0
    opens = np.flatnonzero(record["opens"])
    attempt = np.cumsum(record["opens"]) - 1
    begins = opens[attempt]
    upto = _latest(place, is_stroke)
    unseen = np.zeros(len(place), dtype=np.bool_)
    unseen[1:] = (_latest(place, is_stroke & (record["potted_known"] == 0)) >= begins)[:-1]
    return Rows(
        edition,
        record,
        trace,
        numbers,
        layout,
        score,
        lag_cm,
        race_to,
        break_format,
        starts,
        match,
        attempt,
        is_stroke,
        _before(upto, begins),
        unseen & (record["opens"] == 0),
        _last_of_rack(match, numbers["rack"], is_stroke),
        np.flatnonzero(score.is_not_null().to_numpy()),
        _attempts(record, trace, numbers["rack"], match, attempt, is_stroke, upto, opens),
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


def _attempts(
    record: Columns,
    trace: Columns,
    rack: Ints,
    match: Ints,
    attempt: Ints,
    is_stroke: Flags,
    upto: Ints,
    opens: Ints,
) -> Attempts:
    """Return the attempts at racks, in order: who won them, and whether they ended."""
    ends = np.append(opens[1:], len(rack))[: len(opens)] - 1
    last_strokes = upto[ends]
    played = last_strokes >= opens
    last_strokes = np.where(played, last_strokes, -1)
    # A stroke after the edition's end is the record playing on: then the rack is not over yet.
    ended = played & ~not_over(trace["end"][last_strokes])
    winner = np.where(ended, trace["winner"][last_strokes], -1)
    given_up = np.flatnonzero((record["kind"] == CONCEDE) | (record["kind"] == FORFEIT))[::-1]
    of = attempt[given_up]
    behind = (given_up > last_strokes[of]) & ~ended[of]
    given_up, of = given_up[behind], of[behind]
    # Given up behind the last stroke, or before there was one; the first time counts.
    winner[of] = np.where(record["players"][given_up] == 2, 1 - record["player"][given_up], -1)
    ended[of] = True
    credited = record["credited"][ends]
    strokes = np.flatnonzero(is_stroke)
    first = np.append(strokes, -1)[np.searchsorted(strokes, opens)]
    return Attempts(
        rack[opens],
        match[opens],
        ends,
        last_strokes,
        np.where(played, first, -1),
        np.where(credited >= 0, credited, winner),
        ended | (credited >= 0),
    )


def not_over(end: Ints) -> Flags:
    """Mark where the edition does not end the rack with a winner."""
    return np.asarray((end == GOES_ON) | (end == STALEMATE_END))
