"""One row of a stored match: found by what somebody knows of it, and put into words."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import PurePath

import polars as pl

from tenball_stats.log import Log
from tenball_stats.store.database import StoreRefused
from tenball_stats.terms import KIND_CODE, KINDS

_NAMED = 4
"""Rows that are named where several fit."""


@dataclass(frozen=True)
class Place:
    """Where a row stands in a match."""

    rack: int
    """0 for the lag."""
    shot: int
    """Number of the stroke; of another row that of the stroke before it; of a lag the attempt."""
    attempt: int
    kind: str


@dataclass(frozen=True)
class Which:
    """What is known of a row; None asks nothing."""

    rack: int | None = None
    shot: int | None = None
    attempt: int | None = None
    """At the rack, where it was played again; the last without it."""
    kind: str | None = None
    """Without it a stroke, if nothing but its place is known."""
    player: str | None = None
    line: int | None = None
    """Line of the file that it stands on."""
    file: str | None = None
    """Name of that file, with or without its folder."""
    row: int | None = None
    """Number of the row in the match, from 1."""

    @property
    def whole_match(self) -> bool:
        """No row is meant."""
        return self == Which()


def find_row(log: Log, which: Which) -> tuple[int, Place]:
    """Return the one row that is meant, counted from 0, and its place.

    Args:
        log: of one match.
        which: the row.

    Raises:
        StoreRefused: no row fits, or several do; the message names those that there are.
    """
    match = log.matches["match"][0]
    rows = log.events.with_row_index("at").with_columns(is_lag=pl.col("kind") == KIND_CODE["lag"])
    for condition, missing in _conditions(log, which, match):
        fit = rows.filter(condition)
        if not fit.height:
            raise StoreRefused(missing(rows))
        rows = fit
    if rows.height > 1:
        raise StoreRefused(
            f"{rows.height} rows of match {match!r} fit: {_listed(log, rows)}; tell which with its kind, --player, "
            "--line or --row"
        )
    found = rows.row(0, named=True)
    return int(found["at"]), Place(found["rack"], found["shot"], found["attempt"], KINDS[found["kind"]])


_Missing = Callable[[pl.DataFrame], str]


def _conditions(log: Log, which: Which, match: str) -> Iterator[tuple[pl.Expr, _Missing]]:
    """Yield what the row has to fulfil, one after the other, and what to say where none of those left does."""
    named = which.row is not None or which.line is not None
    if which.row is not None:
        yield pl.col("at") == which.row - 1, lambda _: f"match {match!r} has rows 1 to {log.events.height}"
    if which.file is not None:
        files = log.sources["file"].to_list()
        fit = [no for no, file in enumerate(files) if which.file in (file, PurePath(file).name)]
        yield (
            pl.col("file_no").is_in(fit),
            lambda _: f"match {match!r} is not from {which.file}, but {', '.join(files)}",
        )
    if which.line is not None:
        yield (
            pl.col("line") == which.line,
            lambda rows: (
                f"match {match!r} has no row on line {which.line}; it stands on lines {span(_sorted(rows, 'line'))}"
            ),
        )
    if which.rack is not None:
        yield (
            pl.col("rack") == which.rack,
            lambda rows: (
                f"match {match!r} has no {f'rack {which.rack}' if which.rack else 'lag'}; it has "
                f"{span(_sorted(rows.filter('is_stroke'), 'rack'))}"
            ),
        )
    again = f", attempt {which.attempt}," if which.attempt else ""
    where = f"rack {which.rack}{again} of match {match!r}" if which.rack else f"match {match!r}"
    if which.rack and not named:
        attempt = pl.col("attempt").max() if which.attempt is None else which.attempt
        yield pl.col("attempt") == attempt, lambda _: f"rack {which.rack} of match {match!r} has no such attempt"
    if which.kind is not None:
        if which.kind not in KIND_CODE:
            raise StoreRefused(f"there is no kind {which.kind!r}; expected one of {' '.join(KINDS)}")
        yield pl.col("kind") == KIND_CODE[which.kind], lambda _: f"{where} has no row of the kind {which.kind}"
    elif which.rack and not named:
        yield pl.col("is_stroke"), lambda _: f"{where} has no stroke"
    if which.player is not None:
        players = log.matches["players"][0].to_list()
        number = players.index(which.player) if which.player in players else -1
        yield pl.col("player_no") == number, lambda _: f"{where} has no such row of {which.player}"
    if which.shot is not None:
        what = "stroke" if which.kind is None and which.rack else "such row at"
        yield (
            pl.col("shot") == which.shot,
            lambda rows: f"{where} has no {what} {which.shot}; it has {span(_sorted(rows, 'shot'))}",
        )


def row_words(log: Log, rows: pl.DataFrame) -> list[str]:
    """Word rows of `log.events` that have their place in it as `at`: number, line, kind, player."""
    files, players = log.sources["file"].to_list(), log.matches["players"][0].to_list()
    return [
        f"row {row['at'] + 1} ({PurePath(files[row['file_no']]).name} line {row['line']}, "
        f"{KINDS[row['kind']]}, {players[row['player_no']]})"
        for row in rows.iter_rows(named=True)
    ]


def _listed(log: Log, rows: pl.DataFrame) -> str:
    more = f" and {rows.height - _NAMED} more" if rows.height > _NAMED else ""
    return ", ".join(row_words(log, rows.head(_NAMED))) + more


def _sorted(rows: pl.DataFrame, column: str) -> list[int]:
    return rows[column].unique().sort().to_list()


def span(numbers: Sequence[int]) -> str:
    """Word a list of numbers, ascending."""
    if not numbers:
        return "none"
    if len(numbers) > 2 and numbers[-1] - numbers[0] == len(numbers) - 1:
        return f"{numbers[0]} to {numbers[-1]}"
    return ", ".join(map(str, numbers))
