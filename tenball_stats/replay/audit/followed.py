"""Rows of a log followed under one edition: the columns that the audit reads, and the sheets of its matches."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

import numpy as np
import polars as pl

from tenball_stats.log import Log
from tenball_stats.log.canonical import canonical_cell
from tenball_stats.replay.audit.looking import Looking, by_match, looking
from tenball_stats.replay.audit.sheet import Sheet
from tenball_stats.replay.follow import Record, Trace
from tenball_stats.replay.trace import Columns, followed, followed_again
from tenball_stats.rules import Edition
from tenball_stats.rules.judge import Rules

TEXTS = ("called_text", "potted_text", "off_text", "spotted_text", "ruling_text", "rack_layout")
NUMBERS = ("event_no", "match_no", "rack", "attempt", "shot", "line", "past_head", "out_of_order", "twice")

_SPELLINGS = 10_000
"""Texts of cells that are remembered as the format writes them."""


class Texts:
    """Cells of a column as the format writes them, however the log has spelled them; read where they are asked for."""

    def __init__(self, column: pl.Series) -> None:
        self._column = column
        self._name = column.name.removesuffix("_text")

    def __getitem__(self, row: int) -> str | None:
        text = self._column[row]
        return None if text is None else _as_written(self._name, text)

    def between(self, rows: slice) -> "Texts":
        """Return the cells of some rows, which begin at 0."""
        return Texts(self._column[rows])


class Files:
    """The name of the file that each row stands in."""

    def __init__(self, names: Mapping[int, str], numbers: np.ndarray[Any, Any]) -> None:
        self._names = names
        self._numbers = numbers

    def __getitem__(self, row: int) -> str:
        return self._names[int(self._numbers[row])]

    def between(self, rows: slice) -> "Files":
        """Return the names for some rows, which begin at 0."""
        return Files(self._names, self._numbers[rows])


@lru_cache(_SPELLINGS)
def _as_written(column: str, text: str) -> str:
    return canonical_cell(column, text) or text


@dataclass(frozen=True)
class Followed:
    """Rows of whole matches, in the order of play, and what an edition makes of them; arrays of one value a row."""

    edition: Edition
    matches: pl.DataFrame
    """`Log.matches`."""
    record: Columns
    trace: Columns
    numbers: Columns
    """What the log says of each row beside what is replayed: `NUMBERS`."""
    files: Files
    texts: Mapping[str, Texts]
    score: pl.Series
    lag_cm: pl.Series

    @classmethod
    def of(cls, log: Log, rows: pl.DataFrame, edition: Edition, *, is_part: bool = False) -> "Followed":
        """Follow rows of a log under one edition.

        Args:
            log: the log.
            rows: rows of `log.events` with `event_no`, without copies, in the order of play.
            edition: the edition.
            is_part: they are a part of what is worth compiling for.
        """
        return cls.laid(log, edition, rows, *followed(log, rows, edition, is_part=is_part))

    @classmethod
    def laid(cls, log: Log, edition: Edition, rows: pl.DataFrame, record: Columns, trace: Columns) -> "Followed":
        """Return rows that were followed already; takes what `trace.Seen` is shown."""
        return cls(
            edition,
            log.matches,
            record,
            trace,
            {name: rows[name].to_numpy() for name in NUMBERS},
            Files(dict(log.sources.select("file_no", "file").rows()), rows["file_no"].to_numpy()),
            {name: Texts(rows[name]) for name in TEXTS},
            rows["score"],
            rows["lag_cm"],
        )

    def looking(self, edition: Edition, trace: Columns) -> Looking:
        """Say where to look by what an edition makes of the rows."""
        at = {name: self.numbers[name] for name in ("match_no", "rack", "shot", "twice", "out_of_order")}
        return looking(edition, self.record, trace, **at)

    def sheets(self) -> dict[int, Sheet]:
        """Lay the rows out match by match, by `match_no`."""
        numbers = self.numbers
        at = self.looking(self.edition, self.trace)
        match_no = numbers["match_no"]
        starts = np.flatnonzero(np.append(len(match_no) > 0, match_no[1:] != match_no[:-1]))
        views = {name: _view(column) for name, column in numbers.items()}
        record = Record(**{name: _view(column) for name, column in self.record.items()})
        trace = Trace(**{name: _view(column) for name, column in self.trace.items()})
        score, lag_cm = _filled(self.score), _filled(self.lag_cm)
        scored = by_match(np.array(list(score), dtype=np.int64), starts)
        before, is_last = _view(at.before), _view(at.is_last)
        found = {}
        matches = self.matches.select("match", "players", "race_to", "break_format")
        bounds = [*starts.tolist(), len(match_no)]
        chosen = match_no[starts].tolist()
        described = matches[chosen].rows()
        for no, (match, players, race_to, break_format) in enumerate(described):
            found[chosen[no]] = Sheet(
                match=match,
                players=players,
                edition=self.edition,
                record=record,
                trace=trace,
                first=bounds[no],
                stop=bounds[no + 1],
                event_no=views["event_no"],
                rack=views["rack"],
                attempt=views["attempt"],
                shot=views["shot"],
                line=views["line"],
                file=self.files,
                texts=self.texts,
                race_to=race_to,
                break_format=break_format,
                past_head=views["past_head"],
                score=score,
                scored=scored[no],
                lag_cm=lag_cm,
                out_of_order=views["out_of_order"],
                twice=views["twice"],
                before=before,
                is_last=is_last,
                suspects=at.rows[no],
                hinges=at.hinges[no],
                lags=at.lags[no],
                attempts=at.attempts[no],
            )
        return found


def _view(column: np.ndarray[Any, Any]) -> Any:
    """Return a column whose cells are read one by one as Python's own numbers, without a copy of it."""
    return memoryview(column)  # type: ignore[arg-type]


def _filled(column: pl.Series) -> dict[int, Any]:
    """Return the cells of a column that are not blank, by row."""
    rows = column.is_not_null().arg_true()
    return dict(zip(rows.to_list(), column.gather(rows).to_list(), strict=True))


class OneMatch:
    """A match held against one edition after another: its facts are the same by any rules."""

    def __init__(self, followed: Followed, sheet: Sheet) -> None:
        first, rows = sheet.first, slice(sheet.first, sheet.stop)
        record = {name: column[rows] for name, column in followed.record.items()}
        following = record["next_stroke"]
        record["next_stroke"] = np.where(following >= 0, following - first, -1)
        numbers = {name: column[rows] for name, column in followed.numbers.items()}
        self._followed = replace(followed, record=record, numbers=numbers)
        lists = {name: numbers[name].tolist() for name in NUMBERS if name != "match_no"}
        self._sheet = replace(
            sheet,
            record=Record(**{name: column.tolist() for name, column in record.items()}),
            first=0,
            stop=sheet.stop - first,
            file=followed.files.between(rows),
            texts={name: cells.between(rows) for name, cells in followed.texts.items()},
            score={row - first: sheet.score[row] for row in sheet.scored},
            scored=[row - first for row in sheet.scored],
            lag_cm={row - first: sheet.lag_cm[row] for row in sheet.lags if row in sheet.lag_cm},
            **lists,
        )
        self._traces: dict[Rules, tuple[Trace, Columns]] = {}

    def under(self, edition: Edition) -> Sheet:
        """Return the sheet of the match under an edition, to see which findings there are; they get no grounds."""
        if edition.rules not in self._traces:
            trace = followed_again(edition, self._sheet.record)
            columns = {name: np.array(column, dtype=np.int64) for name, column in trace._asdict().items()}
            self._traces[edition.rules] = trace, columns
        trace, columns = self._traces[edition.rules]
        at = self._followed.looking(edition, columns)
        return replace(
            self._sheet,
            edition=edition,
            trace=trace,
            before=at.before.tolist(),
            is_last=at.is_last.tolist(),
            suspects=at.rows[0],
            hinges=at.hinges[0],
            lags=at.lags[0],
            attempts=at.attempts[0],
            with_grounds=False,
            findings=[],
            codes={},
        )
