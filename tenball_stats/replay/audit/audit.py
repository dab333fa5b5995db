"""The audit of a whole log: every match through every check, and many findings of one kind made one remark."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import polars as pl

from tenball_stats.log import Log
from tenball_stats.replay.audit import order, racks, strokes, turns
from tenball_stats.replay.audit.catalogue import ORDER
from tenball_stats.replay.audit.followed import Followed, OneMatch
from tenball_stats.replay.audit.other_edition import remarked
from tenball_stats.replay.audit.sheet import Finding, Sheet
from tenball_stats.replay.result import Ruled
from tenball_stats.replay.rulings import editions_of
from tenball_stats.replay.trace import Piece, pieces
from tenball_stats.rules import Edition

FIELDS = (
    "match",
    "rack",
    "shot",
    "row",
    "file",
    "player",
    "code",
    "verdict",
    "edition",
    "clauses",
    "recorded",
    "ruled",
    "message",
)
"""The fields of the audit output, in order."""

SCHEMA: dict[str, pl.DataType | type[pl.DataType]] = {
    "event_no": pl.Int64,
    "match": pl.String,
    "rack": pl.Int32,
    "shot": pl.Int32,
    "row": pl.Int64,
    "file": pl.String,
    "player": pl.String,
    "code": pl.String,
    "verdict": pl.String,
    "edition": pl.String,
    "clauses": pl.List(pl.String),
    "recorded": pl.String,
    "ruled": pl.String,
    "message": pl.String,
}


def audit(log: Log, edition: str | Path | Edition | None = None, *, each: bool = False) -> pl.DataFrame:
    """Hold the recorded rulings of a log against an edition.

    Args:
        log: what `read_logs` returned.
        edition: an edition, its id or the path of its file; None for each match's own.
        each: list every finding, also where many of one kind say that the match was played by another edition.

    Returns:
        One row per finding, in the order of play; the columns are `FIELDS`.

    Raises:
        ReplayError: a match has no edition, or more players than its edition allows.
    """
    return findings(log, editions_of(log, edition), each=each).select(FIELDS)


def findings(log: Log, chosen: Sequence[Edition], *, each: bool = True, is_part: bool = False) -> pl.DataFrame:
    """Hold the recorded rulings of a log against an edition for each match.

    Args:
        log: what `read_logs` returned.
        chosen: the edition of each match.
        each: as `audit` takes it.
        is_part: the log is a part of a large one.

    Returns:
        One row per finding, in the order of play: `event_no`, the row of `log.events`, and `FIELDS`.
    """
    found: list[Finding] = []
    named = log.matches["edition"].to_list()
    rows = log.events.with_row_index("event_no")
    copied = rows.filter("is_copy")
    if copied.height:
        rows = rows.filter(~pl.col("is_copy"))
        found += order.copies(log, copied, chosen)
    for piece in pieces(log, rows, chosen, is_part=is_part):
        followed = Followed.of(log, piece)
        for match_no, sheet in followed.sheets().items():
            _check(sheet)
            if each:
                found += sheet.findings
            else:
                found += remarked(sheet, sheet.sorted_findings(), named[match_no], _under(followed, sheet))
    return _frame(found)


def ruled(log: Log, chosen: Sequence[Edition], *, is_part: bool = False) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Replay a log, and hold the recorded rulings against what is found; the log is followed once for both.

    Args:
        log: what `read_logs` returned.
        chosen: the edition of each match.
        is_part: the log is a part of a large one.

    Returns:
        The rulings in numbers, as `rule_log` gives them, and every finding, as `findings` does.
    """
    found: list[Finding] = []
    if log.events["is_copy"].any():
        found += order.copies(log, log.events.with_row_index("event_no").filter("is_copy"), chosen)

    def seen(piece: Piece) -> None:
        for sheet in Followed.of(log, piece).sheets().values():
            _check(sheet)
            found.extend(sheet.findings)

    rulings = Ruled.of(log, chosen, is_part=is_part, seen=seen).numbers()
    return rulings, _frame(found)


def _frame(found: list[Finding]) -> pl.DataFrame:
    """Return findings as a frame of `SCHEMA`, in the order of play."""
    found.sort(key=lambda finding: (finding.event_no, ORDER[finding.code]))
    columns: dict[str, Sequence[Any]] = dict(
        zip(SCHEMA, zip(*found, strict=True) if found else [()] * len(SCHEMA), strict=True)
    )
    return pl.DataFrame({name: _column(name, cells) for name, cells in columns.items()})


def _column(name: str, cells: Sequence[Any]) -> pl.Series:
    """Return a column of findings; of lists, which Polars takes one by one, each different one is made once."""
    if name != "clauses":
        return pl.Series(name, cells, dtype=SCHEMA[name])
    number: dict[tuple[str, ...], int] = {}
    numbers = [number.setdefault(tuple(cell), len(number)) for cell in cells]
    return pl.Series(name, list(map(list, number)), dtype=SCHEMA[name]).gather(numbers)


def audited(log: Log, rows: pl.DataFrame, edition: Edition) -> dict[int, Sheet]:
    """Return the matches in these rows, each with its findings, by `match_no`.

    Args:
        log: the log.
        rows: rows of `log.events` with `event_no`, without copies, in the order of play.
        edition: the edition.
    """
    sheets: dict[int, Sheet] = {}
    for piece in pieces(log, rows, [edition] * log.matches.height):
        sheets |= Followed.of(log, piece).sheets()
    for sheet in sheets.values():
        _check(sheet)
    return sheets


def _check(sheet: Sheet) -> None:
    """Find what there is to find in a match."""
    strokes.check(sheet)
    turns.check(sheet)
    racks.check(sheet)
    order.check(sheet)


def _under(followed: Followed, sheet: Sheet) -> Callable[[Edition], list[Finding]]:
    """Return what holds the match of a sheet against another edition."""
    alone: list[OneMatch] = []

    def held_against(other: Edition) -> list[Finding]:
        if not alone:
            alone.append(OneMatch(followed, sheet))
        again = alone[0].under(other)
        _check(again)
        return again.findings

    return held_against
