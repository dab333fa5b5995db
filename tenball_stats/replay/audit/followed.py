"""Rows of a log followed under one edition: the columns that the audit reads, and the sheets of its matches."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import polars as pl

from tenball_stats.log import Log
from tenball_stats.log.coded import changes
from tenball_stats.replay.audit.cells import Files, Texts
from tenball_stats.replay.audit.laid import Ints, Rows, laid
from tenball_stats.replay.audit.looking import looking
from tenball_stats.replay.audit.sheet import Sheet
from tenball_stats.replay.follow import Record, Trace
from tenball_stats.replay.trace import Columns, Piece, followed_again, trace_columns
from tenball_stats.rules import Edition
from tenball_stats.rules.judge import Rules

TEXTS = ("called_text", "potted_text", "off_text", "spotted_text", "ruling_text", "rack_layout")
NUMBERS = ("event_no", "match_no", "rack", "attempt", "shot", "line", "past_head", "out_of_order", "twice")

READ_FOR = {
    "called_text": ("impossible", "call"),
    "potted_text": ("impossible",),
    "off_text": ("impossible",),
    "spotted_text": ("spotted",),
    "ruling_text": ("fouls",),
    "rack_layout": ("layout",),
}
"""Which checks read the texts of a column: the cells in their rows are fetched together."""


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
    def of(cls, log: Log, piece: Piece) -> "Followed":
        """Return a piece of a log as the audit reads it."""
        rows = piece.rows
        return cls(
            piece.edition,
            log.matches,
            piece.record,
            piece.trace,
            {name: rows[name].to_numpy() for name in NUMBERS},
            Files(dict(log.sources.select("file_no", "file").rows()), rows["file_no"].to_numpy()),
            {name: Texts(rows[name]) for name in TEXTS},
            rows["score"],
            rows["lag_cm"],
        )

    def in_matches(self, starts: Ints, matches: list[tuple[Any, ...]]) -> Rows:
        """Lay the rows out for the audit to look over them; their matches begin at `starts` and are described."""
        return laid(
            self.edition,
            self.record,
            self.trace,
            self.numbers,
            starts,
            layout=self.texts["rack_layout"].column,
            score=self.score,
            lag_cm=self.lag_cm,
            race_to=[race_to for _, _, race_to, _ in matches],
            break_format=[break_format for *_, break_format in matches],
        )

    def sheets(self) -> dict[int, Sheet]:
        """Lay the rows out match by match, by `match_no`."""
        numbers = self.numbers
        match_no = numbers["match_no"]
        starts = np.flatnonzero(changes(match_no))
        chosen = match_no[starts].tolist()
        described = self.matches.select("match", "players", "race_to", "break_format")[chosen].rows()
        rows = self.in_matches(starts, described)
        at = looking(rows)
        for column, checks in READ_FOR.items():
            self.texts[column].read([row for marked in at.marked for check in checks for row in marked.get(check, ())])
        views = {name: _view(numbers[name]) for name in NUMBERS if name != "match_no"}
        record = Record(**{name: _view(column) for name, column in self.record.items()})
        trace = Trace(**{name: _view(column) for name, column in self.trace.items()})
        before, unseen, is_last = _view(rows.before), _view(rows.unseen), _view(rows.is_last)
        score, lag_cm = _cells(self.score, at.scored.values()), _cells(self.lag_cm, at.lags.values())
        bounds = [*starts.tolist(), len(match_no)]
        return {
            chosen[no]: Sheet(
                match=match,
                players=players,
                edition=self.edition,
                record=record,
                trace=trace,
                first=bounds[no],
                stop=bounds[no + 1],
                file=self.files,
                texts=self.texts,
                race_to=race_to,
                break_format=break_format,
                score=score,
                lag_cm=lag_cm,
                before=before,
                unseen=unseen,
                is_last=is_last,
                marked=at.marked[no],
                hinges=at.hinges.get(no, []),
                lags=at.lags.get(no, []),
                scored=at.scored.get(no, []),
                attempts=at.attempts.get(no, []),
                **views,
            )
            for no, (match, players, race_to, break_format) in enumerate(described)
        }


def _view(column: np.ndarray[Any, Any]) -> Any:
    """Return a column whose cells are read one by one as Python's own numbers, without a copy of it."""
    return memoryview(column)  # type: ignore[arg-type]


def _cells(column: pl.Series, rows: Iterable[list[int]]) -> dict[int, Any]:
    """Return the cells of a column in some rows of each match, by row."""
    wanted = [row for some in rows for row in some]
    return dict(zip(wanted, column[wanted].to_list(), strict=True))


class OneMatch:
    """A match held against one edition after another: its facts are the same by any rules."""

    def __init__(self, followed: Followed, sheet: Sheet) -> None:
        first, rows = sheet.first, slice(sheet.first, sheet.stop)
        record = {name: column[rows] for name, column in followed.record.items()}
        following = record["next_stroke"]
        record["next_stroke"] = np.where(following >= 0, following - first, -1)
        alone = replace(
            followed,
            record=record,
            trace={name: column[rows] for name, column in followed.trace.items()},
            numbers={name: column[rows] for name, column in followed.numbers.items()},
            files=followed.files.between(rows),
            texts={name: cells.between(rows) for name, cells in followed.texts.items()},
            score=followed.score[rows],
            lag_cm=followed.lag_cm[rows],
        )
        self._rows = alone.in_matches(np.zeros(1, dtype=np.int64), [("", [], sheet.race_to, sheet.break_format)])
        self._sheet = replace(
            sheet,
            record=Record(**{name: column.tolist() for name, column in record.items()}),
            first=0,
            stop=sheet.stop - first,
            file=alone.files,
            texts=alone.texts,
            score=dict(enumerate(alone.score.to_list())),
            lag_cm=dict(enumerate(alone.lag_cm.to_list())),
            before=self._rows.before.tolist(),
            unseen=self._rows.unseen.tolist(),
            is_last=self._rows.is_last.tolist(),
            with_grounds=False,
            **{name: alone.numbers[name].tolist() for name in NUMBERS if name != "match_no"},
        )
        self._traces: dict[Rules, tuple[Trace, Columns]] = {}

    def under(self, edition: Edition) -> Sheet:
        """Return the sheet of the match under an edition, to see which findings there are; they get no grounds."""
        if edition.rules not in self._traces:
            trace = followed_again(edition, self._sheet.record)
            self._traces[edition.rules] = trace, trace_columns(trace)
        trace, columns = self._traces[edition.rules]
        at = looking(self._rows.under(edition, columns))
        return replace(
            self._sheet,
            edition=edition,
            trace=trace,
            marked=at.marked[0],
            hinges=at.hinges.get(0, []),
            lags=at.lags.get(0, []),
            scored=at.scored.get(0, []),
            attempts=at.attempts.get(0, []),
            findings=[],
            codes=set(),
        )
