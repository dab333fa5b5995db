"""The columns of a log through `follow`, in pieces of whole matches, and what it found as columns of small integers."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np
import polars as pl

from tenball_stats.log import Log
from tenball_stats.replay import compiled
from tenball_stats.replay.follow import BLANKS, Record, Trace, follow
from tenball_stats.rules import Edition
from tenball_stats.terms import KIND_CODE

Ints = np.ndarray[Any, np.dtype[np.int64]]
Columns = dict[str, np.ndarray[Any, Any]]
Seen = Callable[[Edition, pl.DataFrame, Columns, Columns], None]
"""Shown each piece as it is followed: its edition, its rows, the columns of `Record` and those of `Trace`."""

_PIECE = 50_000
"""Rows that are followed at a time; 64-bit columns of all rows of a large log would fill the memory."""

_WIDE: dict[str, type] = {
    **dict.fromkeys(("why",), np.int64),
    **dict.fromkeys(("fouls", "unlisted"), np.int32),
    **dict.fromkeys(("spotted", "table", "before", "put_back", "assumed"), np.int16),
}
"""Columns of a trace that take more than eight bits."""


def followed(log: Log, rows: pl.DataFrame, edition: Edition, *, is_part: bool = False) -> tuple[Columns, Columns]:
    """Follow rows of a log under one edition.

    Args:
        log: the log.
        rows: rows of `log.events` without copies, in the order of play.
        edition: the edition.
        is_part: they are a part of what is worth compiling for.

    Returns:
        The columns of `Record` and of `Trace`, arrays of 64-bit integers, one value a row.
    """
    columns = record_columns(log, rows)
    fast = compiled.pays(compiled.ROWS if is_part else rows.height)
    return columns, _traced(edition, columns, fast=fast)


def followed_again(edition: Edition, record: Record) -> Trace:
    """Follow a record of a few rows under another edition and return what was found."""
    trace = Trace(**{name: [blank] * len(record.player) for name, blank in BLANKS.items()})
    follow(edition.rules, record, trace)
    return trace


def trace_of(
    log: Log, rows: pl.DataFrame, chosen: Sequence[Edition], *, is_part: bool = False, seen: Seen | None = None
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
    found: Columns = {
        name: np.full(rows.height, blank, dtype=_WIDE.get(name, np.int8)) for name, blank in BLANKS.items()
    }
    found["credited"] = np.full(rows.height, -1, dtype=np.int8)
    fast = compiled.pays(compiled.ROWS if is_part else rows.height)
    for edition, piece in pieces(rows["match_no"].to_numpy(), chosen):
        part = rows[piece]
        columns = record_columns(log, part)
        trace = _traced(edition, columns, fast=fast)
        for name, column in trace.items():
            found[name][piece] = column
        found["credited"][piece] = columns["credited"]
        if seen is not None:
            seen(edition, part, columns, trace)
    return found


def pieces(
    match_no: np.ndarray[Any, np.dtype[np.uint32]], chosen: Sequence[Edition]
) -> Iterator[tuple[Edition, slice | Ints]]:
    """Give the rows of whole matches under one edition each, some at a time."""
    if not len(match_no):
        return
    editions = {id(edition): edition for edition in chosen}
    number = {key: no for no, key in enumerate(editions)}
    edition_of = np.array([number[id(edition)] for edition in chosen])[match_no]
    starts = np.flatnonzero(np.concatenate(([True], match_no[1:] != match_no[:-1])))
    for no, edition in enumerate(editions.values()):
        if len(editions) == 1:
            ends = [*starts[1:], len(match_no)]
            begin = 0
            for end in ends:
                if end - begin >= _PIECE or end == len(match_no):
                    yield edition, slice(begin, int(end))
                    begin = int(end)
            continue
        rows = np.flatnonzero(edition_of == no)
        if not len(rows):
            continue
        cuts = np.flatnonzero(match_no[rows[1:]] != match_no[rows[:-1]]) + 1
        begin = 0
        for end in [*cuts, len(rows)]:
            if end - begin >= _PIECE or end == len(rows):
                yield edition, rows[begin:end]
                begin = int(end)


def _traced(edition: Edition, columns: Columns, *, fast: bool) -> Columns:
    """Follow the columns of a record: compiled where the log has many rows, as it stands otherwise."""
    if fast:
        return compiled.followed_compiled(edition.rules, columns)
    trace = Trace(**{name: [blank] * len(columns["player"]) for name, blank in BLANKS.items()})
    follow(edition.rules, Record(**{name: column.tolist() for name, column in columns.items()}), trace)
    return {name: np.array(column, dtype=np.int64) for name, column in trace._asdict().items()}


def record_columns(log: Log, rows: pl.DataFrame) -> Columns:
    """Return the columns that `follow` reads."""

    def ints(column: str) -> Ints:
        return rows[column].cast(pl.Int64).to_numpy()

    match_no = ints("match_no")
    players = log.matches["players"].list.len().cast(pl.Int64).to_numpy()
    warnings = log.matches["warnings_recorded"].cast(pl.Int64).to_numpy()
    opens = np.zeros(rows.height, dtype=np.int64)
    if rows.height:
        place = np.stack([match_no, ints("rack"), ints("attempt")])
        opens[0] = 1
        opens[1:] = (place[:, 1:] != place[:, :-1]).any(axis=0)
    is_stroke = ints("is_stroke")
    strokes = np.flatnonzero(is_stroke)
    attempt = np.cumsum(opens)[strokes]
    next_stroke = np.full(rows.height, -1, dtype=np.int64)
    together = attempt[1:] == attempt[:-1]
    next_stroke[strokes[:-1][together]] = strokes[1:][together]

    lag = KIND_CODE["lag"]
    at = rows.select(at=pl.col("match_no").cast(pl.Int64) * (1 << 32) + pl.col("rack"))
    said = rows.select(at["at"], "winner_no").filter((pl.col("winner_no") >= 0) & (rows["kind"] != lag))
    credited = said.unique("at", keep="last")
    credited_no = (
        at.join(credited, on="at", how="left", maintain_order="left")["winner_no"]
        .fill_null(-1)
        .cast(pl.Int64)
        .to_numpy()
    )
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
        "winner": ints("winner_no"),
        "credited": credited_no,
    }
