"""The order of play: attempts at a rack, stroke numbers, copies, and rows that stood out of order.

Worked out on integer arrays in one pass each; a million rows take a fraction of a second.
"""

from typing import Any

import numpy as np
import polars as pl

from tenball_stats import terms
from tenball_stats.log.arrays import column
from tenball_stats.log.coded import changes
from tenball_stats.log.findings import Findings

# Not by numpy.typing, which takes as long to load as all of this module's work on a match.
Ints = np.ndarray[Any, np.dtype[Any]]
Flags = np.ndarray[Any, np.dtype[np.bool_]]

_IS_STROKE = np.array([*(name in terms.STROKES for name in terms.KINDS), False])
"""Whether a kind is a stroke, by its code; the last one is that of no kind, -1."""

_LAG = terms.KIND_CODE["lag"]
_RERACK = terms.KIND_CODE["rerack"]
_RESUME = terms.KIND_CODE["resume"]
_FORFEIT = terms.KIND_CODE["forfeit"]
_BREAK = terms.KIND_CODE["break"]

_BEGUN = (
    "rack {} of this match has begun already: is the rack number right, does its first stroke stand twice with "
    "different content, is a rerack row missing, or do two matches have one id?"
)

_IN_ANOTHER_FILE = (
    "rack {} of this match has begun in another file already; two versions of a match are read one after the other, "
    "not together"
)

_CONTENT = (
    "player_no",
    "kind",
    "call_type",
    "call_ball",
    "call_pocket",
    "first",
    "rail",
    "rails",
    "past_head",
    "potted",
    "potted_pockets",
    "potted_known",
    "potted_first",
    "off",
    "twice",
    "acts",
    "spotted",
    "hand",
    "ruling",
    "ruling_codes",
    "winner_no",
    "score",
    "lag_cm",
    "cue_x",
    "cue_y",
    "end_x",
    "end_y",
    "speed",
    "seconds",
    "rack_layout",
    "layout",
    "time",
    "video",
    "note",
)
"""What has to be equal for a row with the number of the row before it to be a copy."""


def in_order_of_play(events: pl.DataFrame, found: Findings) -> pl.DataFrame:
    """Return the events in the order of play, with `rack`, `attempt`, `shot` and the marks of rows.

    Takes the typed rows in the order of the files, every one with a match. The marks are `is_stroke`, `is_break`,
    `is_copy` and `out_of_order`. Breaks and resumes that stand where they cannot are noted.
    """
    wrong = found.rows_with(["rack", "shot", "kind"])
    unsure = (
        events["match_no"].filter(events["row"].is_in(wrong.implode())) if wrong.len() else events["match_no"].clear()
    )
    if not events["match_no"].is_sorted():
        events = events.sort("match_no", maintain_order=True)
    size = events.height
    match = events["match_no"].to_numpy()
    rack = events["rack"].fill_null(0).to_numpy()
    kind = events["kind"].fill_null(-1).to_numpy()
    logged = events["shot_logged"].fill_null(-1).to_numpy()

    # By rack, as the rows stand: attempts and numbers count from the rows above, whatever stands between them.
    if _in_order(match, rack):
        attempt, shot, before = _number(match, rack, kind, logged)
    else:
        by_rack = np.lexsort((np.arange(size), rack, match))
        attempt, shot, before = (np.empty(size, dtype=np.int64) for _ in range(3))
        got = _number(match[by_rack], rack[by_rack], kind[by_rack], logged[by_rack])
        attempt[by_rack], shot[by_rack] = got[0], got[1]
        before[by_rack] = np.where(got[2] >= 0, by_rack[got[2]], -1)
    is_lag = kind == _LAG
    _number_lags(events, is_lag, logged, shot, before)
    is_stroke = _IS_STROKE[kind]
    is_copy = _copies(events, is_stroke | is_lag, logged, shot, before)

    key = (rack.astype(np.int64) << 40) + (attempt << 20) + np.where(kind == _RERACK, (1 << 20) - 1, shot)
    # A forfeit outside a rack belongs where it stands: behind the row above it.
    loose = (kind == _FORFEIT) & (rack == 0)
    for i in np.flatnonzero(loose):
        key[i] = key[i - 1] if i and match[i - 1] == match[i] else 0
    moved = _moved(match, key)
    events = events.with_columns(
        column(rack, "rack", pl.Int32),
        column(attempt.astype(np.int32), "attempt", pl.Int32),
        column(shot.astype(np.int32), "shot", pl.Int32),
        column(is_stroke, "is_stroke"),
        column(is_copy, "is_copy"),
        column(moved, "out_of_order"),
    )
    if moved.any():
        order = np.lexsort((np.arange(size), key, match))
        events = events[column(order)]
    return _breaks(events, found, unsure)


def _in_order(match: Ints, rack: Ints) -> bool:
    """Whether rows, sorted by match, are sorted by rack within it."""
    return bool(((match[1:] != match[:-1]) | (rack[1:] >= rack[:-1])).all())


def _starts(new: Flags) -> Ints:
    """For each row, the place of the first row of its group; `new` marks the first rows."""
    place = np.arange(len(new), dtype=np.int64)
    return np.asarray(np.maximum.accumulate(np.where(new, place, 0)), dtype=np.int64)


def _number(match: Ints, rack: Ints, kind: Ints, logged: Ints) -> tuple[Ints, Ints, Ints]:
    """Return attempt, shot and the place of the stroke row before (-1: none) for rows that stand together by rack."""
    size = len(match)
    place = np.arange(size, dtype=np.int64)
    new_rack = changes(match, rack)
    reracks = np.cumsum(kind == _RERACK) - (kind == _RERACK)
    attempt = 1 + reracks - reracks[_starts(new_rack)]
    attempt_start = _starts(new_rack | changes(attempt))
    stroke = _IS_STROKE[kind]
    count = np.cumsum(stroke)
    # A stroke without a number counts on from the last one that has it, else from the beginning of the attempt.
    anchor = np.maximum.accumulate(np.where(stroke & (logged >= 0), place, -1)) if size else place
    anchored = anchor >= attempt_start
    counted_before: Ints = (count - stroke)[attempt_start]
    number = np.where(anchored, logged[anchor] + count - count[anchor], count - counted_before)
    last = np.maximum.accumulate(np.where(stroke, place, -1)) if size else place
    last = np.where(last >= attempt_start, last, -1)
    shot = np.where(last >= 0, number[last], 0)
    previous = np.full(size, -1, dtype=np.int64)
    previous[1:] = last[:-1]
    previous = np.where(previous >= attempt_start, previous, -1)
    return attempt, shot, previous


def _number_lags(events: pl.DataFrame, is_lag: Flags, logged: Ints, shot: Ints, before: Ints) -> None:
    """Write each player's lags into `shot` and the lag row before each into `before`."""
    where = np.flatnonzero(is_lag)
    if not len(where):
        return
    match, player = (events[name].to_numpy()[where].astype(np.int64) for name in ("match_no", "player_no"))
    by_player = np.lexsort((where, player, match))
    new = changes(match[by_player], player[by_player])
    count = np.empty(len(where), dtype=np.int64)
    count[by_player] = 1 + np.arange(len(where)) - _starts(new)
    shot[where] = np.where(logged[where] >= 0, logged[where], count)
    before[where[1:]] = np.where(match[1:] == match[:-1], where[:-1], -1)
    before[where[0]] = -1


def _copies(events: pl.DataFrame, numbered: Flags, logged: Ints, shot: Ints, before: Ints) -> Flags:
    """Mark rows whose written number and whole content are those of the row before."""
    copy = np.zeros(events.height, dtype=np.bool_)
    where = np.flatnonzero(numbered & (logged >= 0) & (before >= 0) & (logged == shot[before]))
    if not len(where):
        return copy
    content = events.select(_CONTENT)
    this, other = content[column(where)], content[column(before[where])].rename(lambda name: f"{name}_before")
    equal = pl.all_horizontal(pl.col(name).eq_missing(pl.col(f"{name}_before")) for name in _CONTENT)
    copy[where] = this.hstack(other.get_columns()).select(equal).to_series().to_numpy()
    return copy


def _moved(match: Ints, key: Ints) -> Flags:
    """Mark rows with a smaller key than one that stands above them in the match."""
    if not len(key) or not ((key[1:] < key[:-1]) & (match[1:] == match[:-1])).any():
        return np.zeros(len(key), dtype=np.bool_)
    values, rank = np.unique(key, return_inverse=True)
    within = rank.astype(np.int64) + match.astype(np.int64) * len(values)
    return np.asarray(within < np.maximum.accumulate(within), dtype=np.bool_)


def _breaks(events: pl.DataFrame, found: Findings, unsure: pl.Series) -> pl.DataFrame:
    """Mark the break of each attempt; note breaks and resumes that stand where they cannot.

    In matches whose order is `unsure`, because a rack, number or kind could not be read, that would only repeat it.
    """
    match, rack, attempt = (events[name].to_numpy() for name in ("match_no", "rack", "attempt"))
    kind = events["kind"].fill_null(-1).to_numpy()
    played = (events["is_stroke"] & ~events["is_copy"]).to_numpy()
    new = changes(match, rack, attempt)
    start = _starts(new)
    count = np.cumsum(played)
    nth = count - (count - played)[start]
    resumes = np.cumsum(kind == _RESUME)
    nth_resume = resumes - (resumes - (kind == _RESUME))[start]
    is_break = played & (nth == 1) & (nth_resume == 0)
    events = events.with_columns(column(is_break, "is_break"))
    sure = ~pl.col("match_no").is_in(unsure.implode())
    late = played & (kind == _BREAK) & ~is_break
    if late.any():
        file = events["file_no"].to_numpy()
        other_file = column(file != file[start], "again")
        hint = pl.when("again").then(pl.format(_IN_ANOTHER_FILE, "rack")).otherwise(pl.format(_BEGUN, "rack"))
        expected = "a break as the first stroke of a rack only"
        rows = events.with_columns(other_file).filter(sure, column(late))
        found.add(rows, "kind", value=pl.lit("break"), expected=expected, hint=hint)
    again = (kind == _RESUME) & ((nth > 0) | (nth_resume > 1))
    if again.any():
        rows = events.filter(sure, column(again))
        found.add(rows, "kind", value=pl.lit("resume"), expected="resume once, before the first stroke of the rack")
    return events
