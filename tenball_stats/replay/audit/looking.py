"""Where the audit has to look: which rows each check is made on, and what it reads of the racks around them."""

from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from tenball_stats.replay.audit import marks, rack_marks
from tenball_stats.replay.audit.laid import Flags, Ints, Rows


class Mark(NamedTuple):
    """Where a check is made: among which rows at all, and on which of them it may find something."""

    among: Callable[[Rows], Flags]
    on: Callable[[Rows], Flags]


MARKS = {
    "impossible": Mark(marks.strokes, marks.impossible),
    "fouls": Mark(marks.strokes, marks.fouls),
    "call": Mark(marks.strokes, marks.call),
    "push": Mark(marks.strokes, marks.push),
    "warning": Mark(marks.strokes, marks.warning),
    "spotted": Mark(marks.strokes, marks.spotted),
    "win": Mark(marks.strokes, marks.win),
    "fallen": Mark(marks.falls, marks.fallen),
    "turn": Mark(marks.strokes, marks.turn),
    "cue_ball": Mark(marks.strokes, marks.cue_ball),
    "handed_back": Mark(marks.passes, marks.handed_back),
    "lag": Mark(rack_marks.lags, rack_marks.lag),
    "break_order": Mark(rack_marks.breaks, rack_marks.break_order),
    "layout": Mark(rack_marks.breaks, rack_marks.layout),
    "soft": Mark(rack_marks.breaks, rack_marks.soft),
    "score": Mark(marks.everything, rack_marks.score),
    "unfinished": Mark(rack_marks.ends, rack_marks.unfinished),
    "number": Mark(marks.strokes, marks.number),
    "moved": Mark(marks.everything, marks.moved),
}
"""Where each check is made, by its name."""


class Attempt(NamedTuple):
    """An attempt at a rack, from its first row to its last, and how it ended; see `laid.Attempts`."""

    rack: int
    last: int
    first_stroke: int
    winner: int
    ended: bool


class Looking(NamedTuple):
    """What the checks go by, for each match."""

    marked: list[dict[str, list[int]]]
    """Rows on which each check is made, in the order of play; a check is missing where it has nothing to look at."""
    hinges: dict[int, list[int]]
    """Breaks, and the last stroke of each attempt, of the matches in which the order of the breaks is looked at."""
    lags: dict[int, list[int]]
    """Rows of lags, of those in which they or the order of the breaks are looked at."""
    scored: dict[int, list[int]]
    """Rows with a score, of those in which the score is looked at."""
    attempts: dict[int, list[Attempt]]
    """Attempts at racks, of those in which the score or unfinished racks are looked at."""


def looking(rows: Rows) -> Looking:
    """Say where to look in followed rows."""
    marked: list[dict[str, list[int]]] = [{} for _ in rows.starts]
    for name, mark in MARKS.items():
        at = np.flatnonzero(mark.on(rows) & mark.among(rows))
        for match, found in _by_match(rows, at):
            marked[match][name] = found
    hinges = rack_marks.breaks(rows)
    last_strokes = rows.attempts.last_stroke
    hinges[last_strokes[last_strokes >= 0]] = True
    breaks, scores = _asking(marked, "break_order"), _asking(marked, "score")
    return Looking(
        marked,
        _rows_of(rows, np.flatnonzero(hinges), breaks),
        _rows_of(rows, np.flatnonzero(rack_marks.lags(rows)), breaks | _asking(marked, "lag")),
        _rows_of(rows, rows.scored, scores),
        _attempts_of(rows, scores | _asking(marked, "unfinished")),
    )


def _by_match(rows: Rows, at: Ints) -> Iterator[tuple[int, list[int]]]:
    """Give each match in which some rows stand, with those rows."""
    if not len(at):
        return
    match = rows.match[at]
    starts = np.flatnonzero(match[1:] != match[:-1]) + 1
    bounds = [0, *starts.tolist(), len(at)]
    every = at.tolist()
    for match_no, (first, stop) in zip(match[bounds[:-1]].tolist(), pairwise(bounds), strict=True):
        yield match_no, every[first:stop]


def _asking(marked: list[dict[str, list[int]]], check: str) -> set[int]:
    """Return the matches in which a check is made."""
    return {match for match, found in enumerate(marked) if check in found}


def _rows_of(rows: Rows, wanted: Ints, matches: set[int]) -> dict[int, list[int]]:
    """Return those of the wanted rows that stand in each of some matches."""
    if not matches:
        return {}
    bounds = [*np.searchsorted(wanted, rows.starts).tolist(), len(wanted)]
    return {match: wanted[bounds[match] : bounds[match + 1]].tolist() for match in matches}


def _attempts_of(rows: Rows, matches: set[int]) -> dict[int, list[Attempt]]:
    """Return the attempts at racks in each of some matches."""
    if not matches:
        return {}
    columns: list[Ints | Flags] = [getattr(rows.attempts, name) for name in Attempt._fields]
    bounds = [*np.searchsorted(rows.attempts.last, rows.starts).tolist(), len(rows.attempts.last)]
    found = {}
    for match in matches:
        cells = (column[bounds[match] : bounds[match + 1]].tolist() for column in columns)
        found[match] = [Attempt(*values) for values in zip(*cells, strict=True)]
    return found
