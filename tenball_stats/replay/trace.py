"""The columns of a log through `follow`, in pieces of whole matches, and what it found as columns of small integers."""

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
import polars as pl

from tenball_stats.log import Log
from tenball_stats.log.coded import changes
from tenball_stats.replay import compiled
from tenball_stats.replay.follow import BITS, BLANKS, Record, Trace, follow
from tenball_stats.rules import Edition
from tenball_stats.terms import KIND_CODE

Ints = np.ndarray[Any, np.dtype[np.int64]]
Columns = dict[str, np.ndarray[Any, Any]]

_PIECE = 100_000
"""Rows that are followed at a time; 64-bit columns of all rows of a large log would fill the memory."""

UNREAD = ("cue_x", "cue_y", "end_x", "end_y", "speed", "seconds", "layout", "time", "video", "note", "acts_text")
"""Columns of a log that neither the rules nor the audit reads."""


class Piece(NamedTuple):
    """Rows of whole matches that were followed under one edition."""

    edition: Edition
    at: Ints | slice
    """Which of the rows given they are."""
    rows: pl.DataFrame
    record: Columns
    """The columns of `Record`, as 64-bit integers."""
    trace: Columns
    """The columns of `Trace`, in small integers."""


def followed_again(edition: Edition, record: Record) -> Trace:
    """Follow a record of a few rows, whose columns are lists, as it stands and return what was found."""
    trace = Trace(**{name: [blank] * len(record.player) for name, blank in BLANKS.items()})
    follow(edition.rules, record, trace)
    return trace


def trace_columns(trace: Trace) -> Columns:
    """Return what was found, in lists, as arrays."""
    return {name: np.array(column, dtype=f"i{BITS[name] // 8}") for name, column in trace._asdict().items()}


def trace_of(
    log: Log,
    rows: pl.DataFrame,
    chosen: Sequence[Edition],
    *,
    is_part: bool = False,
    seen: Callable[[Piece], None] | None = None,
) -> Columns:
    """Follow a log, each match under its edition.

    Args:
        log: the log.
        rows: rows of `log.events` without copies, in the order of play.
        chosen: the edition of each match.
        is_part: it is a part of a log that is worth compiling for.
        seen: shown each piece, before the next one is followed.

    Returns:
        The columns of `Trace` and `credited` of `Record`, one value a row, in small integers.
    """
    found = compiled.blank_trace(rows.height)
    found["credited"] = np.full(rows.height, -1, dtype=np.int8)
    for piece in pieces(log, rows, chosen, is_part=is_part):
        for name, column in piece.trace.items():
            found[name][piece.at] = column
        found["credited"][piece.at] = piece.record["credited"]
        if seen is not None:
            seen(piece)
    return found


def pieces(log: Log, rows: pl.DataFrame, chosen: Sequence[Edition], *, is_part: bool = False) -> Iterator[Piece]:
    """Follow a log piece by piece, each of whole matches under one edition; takes what `trace_of` does."""
    fast = compiled.pays(compiled.ROWS if is_part else rows.height)
    rows = rows.drop(UNREAD, strict=False)
    editions = list({id(edition): edition for edition in chosen}.values())
    number = {id(edition): no for no, edition in enumerate(editions)}
    edition_of = np.array([number[id(edition)] for edition in chosen], dtype=np.int64)
    for first, stop in _some(rows["match_no"].to_numpy()):
        some = rows[first:stop]
        numbers = edition_of[some["match_no"].to_numpy()]
        if numbers.min() == numbers.max():
            record, edition = record_columns(log, some), editions[numbers[0]]
            yield Piece(edition, slice(first, stop), some, record, _traced(edition, record, fast=fast))
            continue
        # Those of one edition are put together, and everything is laid out once.
        order = np.argsort(numbers, kind="stable")
        some, at, numbers = some[order], order + first, numbers[order]
        record = record_columns(log, some)
        begins = np.flatnonzero(changes(numbers)).tolist()
        for begin, end in pairwise([*begins, len(numbers)]):
            part = {name: column[begin:end] for name, column in record.items()}
            part["next_stroke"] = np.where(part["next_stroke"] >= 0, part["next_stroke"] - begin, -1)
            edition = editions[numbers[begin]]
            yield Piece(edition, at[begin:end], some[begin:end], part, _traced(edition, part, fast=fast))


def _some(match_no: np.ndarray[Any, np.dtype[np.uint32]]) -> Iterator[tuple[int, int]]:
    """Cut rows between matches, where enough of them are together."""
    first = 0
    for end in [*np.flatnonzero(changes(match_no))[1:].tolist(), len(match_no)]:
        if end - first >= _PIECE or (end == len(match_no) and end > first):
            yield first, end
            first = end


def _traced(edition: Edition, columns: Columns, *, fast: bool) -> Columns:
    """Follow the columns of a record: compiled where the log has many rows, as it stands otherwise."""
    if fast:
        return compiled.followed_compiled(edition.rules, columns)
    record = Record(**{name: column.tolist() for name, column in columns.items()})
    return trace_columns(followed_again(edition, record))


def record_columns(log: Log, rows: pl.DataFrame) -> Columns:
    """Return the columns that `follow` reads."""

    def ints(column: str) -> Ints:
        return rows[column].cast(pl.Int64).to_numpy()

    match_no = ints("match_no")
    players = log.matches["players"].list.len().cast(pl.Int64).to_numpy()
    warnings = log.matches["warnings_recorded"].cast(pl.Int64).to_numpy()
    opens = changes(*(rows[name].to_numpy() for name in ("match_no", "rack", "attempt"))).astype(np.int64)
    is_stroke = ints("is_stroke")
    strokes = np.flatnonzero(is_stroke)
    attempt = np.cumsum(opens)[strokes]
    next_stroke = np.full(rows.height, -1, dtype=np.int64)
    together = attempt[1:] == attempt[:-1]
    next_stroke[strokes[:-1][together]] = strokes[1:][together]

    winner = ints("winner_no")
    said = np.flatnonzero((winner >= 0) & (ints("kind") != KIND_CODE["lag"]))
    return {
        "players": players[match_no],
        "warnings_recorded": warnings[match_no],
        "opens": opens,
        "next_stroke": next_stroke,
        "is_stroke": is_stroke,
        "player": ints("player_no"),
        "kind": ints("kind"),
        "is_break": ints("is_break"),
        "call_type": ints("call_type"),
        "call_ball": ints("call_ball"),
        "call_pocket": ints("call_pocket"),
        "first": ints("first"),
        "rail": ints("rail"),
        "rails": ints("rails"),
        "potted": ints("potted"),
        "potted_known": ints("potted_known"),
        "potted_first": ints("potted_first"),
        "pockets": ints("potted_pockets"),
        "off": ints("off"),
        "acts": ints("acts"),
        "spotted": ints("spotted"),
        "hand": ints("hand"),
        "ruling": ints("ruling"),
        "ruling_codes": ints("ruling_codes"),
        "winner": winner,
        "credited": _credited((match_no << 32) + ints("rack"), said, winner[said]),
    }


def _credited(rack: Ints, said: Ints, winner: Ints) -> Ints:
    """Return who was credited with the rack of each row, -1 where nobody was: who is named last.

    Args:
        rack: a number of each row's rack.
        said: the rows that name a winner.
        winner: whom they name.
    """
    if not len(said):
        return np.full(len(rack), -1)
    # The rows of a rack stand together, mostly: its winner is looked up once for each stretch of them.
    begins = np.flatnonzero(changes(rack))
    racks, last = np.unique(rack[said][::-1], return_index=True)
    place = np.minimum(np.searchsorted(racks, rack[begins]), len(racks) - 1)
    found = np.where(racks[place] == rack[begins], winner[::-1][last[place]], -1)
    return np.repeat(found, np.diff(begins, append=len(rack)))
