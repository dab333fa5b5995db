"""Texts to numbers, by columns: each distinct text of a column is read once, and its value laid on every row.

`typed` takes the frame of texts of all sources and gives the event columns of the log frame; what it cannot read it
notes in `Findings`. What only the match as a whole can tell (players, order, attempts) is left to `matches`.
"""

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
import polars as pl

from tenball_stats import terms
from tenball_stats.log import arrays, notation
from tenball_stats.log.coded import blank_last, code_type, coded, distinct
from tenball_stats.log.coded import texts as plain_texts
from tenball_stats.log.columns import ROWS
from tenball_stats.log.findings import Findings

Dtypes = dict[str, pl.DataType | type[pl.DataType]]


@dataclass(frozen=True)
class Reading:
    """How the texts of one column become columns: names and dtypes, the values of a blank cell, and the reader."""

    gives: Dtypes
    blank: tuple[Any, ...]
    read: Callable[[str], Sequence[Any]]

    def columns(self) -> list[tuple[str, pl.DataType | type[pl.DataType], Any]]:
        """Return name, dtype and value of a blank cell of each column."""
        return [(name, dtype, blank) for (name, dtype), blank in zip(self.gives.items(), self.blank, strict=True)]


def one(read: Callable[[str], Any]) -> Callable[[str], Sequence[Any]]:
    """Return a reader of one value as a reader of a row of values."""
    return lambda text: (read(text),)


_KEPT = 1 << 13
"""Texts of a column whose values are kept, for the next part of a log, whose texts are mostly the same."""


def _kept(gives: Dtypes, blank: tuple[Any, ...], read: Callable[[str], Sequence[Any]]) -> Reading:
    """Return a reading that keeps what it has read."""
    return Reading(gives, blank, lru_cache(_KEPT)(read))


_POTTED: Dtypes = {
    "potted": pl.Int16,
    "potted_pockets": pl.Int64,
    "potted_known": pl.Boolean,
    "potted_first": pl.Int8,
    "potted_twice": pl.Int16,
}

_ACTS: Dtypes = {"act_mask": pl.Int32, "lag_mask": pl.Int32, "not_act": pl.String, "not_lag": pl.String}

READINGS: dict[str, Reading] = {
    "called": _kept({"call_type": pl.Int8, "call_ball": pl.Int8, "call_pocket": pl.Int8}, (0, 0, 0), notation.call),
    "first": _kept({"first": pl.Int8}, (-1,), one(lambda text: notation.whole(text, 0, 10))),
    "rail": _kept({"rail": pl.Int8}, (-1,), one(notation.yes_no)),
    "rails": _kept({"rails": pl.Int8}, (-1,), one(lambda text: notation.whole(text, 0, 10))),
    "past_head": _kept({"past_head": pl.Int8}, (-1,), one(lambda text: notation.whole(text, 0, 10))),
    "potted": _kept(_POTTED, (0, 0, True, 0, 0), notation.potted),
    "off": _kept({"off": pl.Int16, "off_twice": pl.Int16}, (0, 0), lambda text: _mask_and_twice(notation.off(text))),
    "acts": _kept(_ACTS, (0, 0, None, None), notation.acts),
    "spotted": _kept({"spotted": pl.Int16}, (-1,), one(notation.spotted)),
    "hand": _kept({"hand": pl.Int8}, (-1,), one(notation.yes_no)),
    "ruling": _kept({"ruling": pl.Int8, "ruling_codes": pl.Int32}, (-1, 0), notation.ruling),
    "score": _kept({"score": pl.List(pl.Int32)}, (None,), one(notation.score)),
    "rack_layout": _kept({"rack_layout": pl.String}, (None,), one(notation.rack_layout)),
}
"""Column to its reading, where distinct texts are few."""

MEASURES: dict[str, Callable[[str], float]] = {
    "lag_cm": lambda text: notation.number(text, least=0),
    **dict.fromkeys(("cue_x", "cue_y", "end_x", "end_y"), notation.number),
    "speed": lambda text: notation.number(text, least=0),
    "seconds": notation.duration,
}
"""Columns of numbers, where almost every text is another one: cast as a column, and only the odd ones read by hand."""

_LEAST = {"lag_cm": 0.0, "speed": 0.0, "seconds": 0.0}

TEXTS = ("called", "potted", "off", "acts", "spotted", "ruling")
"""Columns that are kept as logged too, under `<name>_text`."""

_LAYOUT = r"^(?:(?:[1-9]|10):-?[0-9]+(?:\.[0-9]*)?/-?[0-9]+(?:\.[0-9]*)?(?: |$))+$"
_TIME = r"^(?:[01][0-9]|2[0-3]):[0-5][0-9](?::[0-5][0-9])?$"
_LAG = terms.KIND_CODE["lag"]
_FORFEIT = terms.KIND_CODE["forfeit"]


def read_each(frame: pl.DataFrame, column: str, reading: Reading, found: Findings) -> pl.DataFrame:
    """Read each distinct text of a column once; return its columns for every row of the frame.

    A text that cannot be read gives the values of a blank cell and a finding on each of its rows.
    """
    series = frame[column]
    if series.null_count() == series.len():
        return pl.DataFrame([_all(name, dtype, blank, series.len()) for name, dtype, blank in reading.columns()])
    texts, place = distinct(series)
    values: list[Sequence[Any]] = []
    bad: dict[str, notation.Unreadable] = {}
    for text in texts.to_list():
        try:
            values.append(reading.read(text))
        except notation.Unreadable as error:
            bad[text] = error
            values.append(reading.blank)
    if bad:
        _note_bad(frame, column, bad, found)
    values.append(reading.blank)
    place = blank_last(place, texts.len())
    return pl.DataFrame(
        [
            _column(name, dtype, held, place)
            for (name, dtype), held in zip(reading.gives.items(), zip(*values, strict=True), strict=True)
        ]
    )


def _column(name: str, dtype: pl.DataType | type[pl.DataType], values: Sequence[Any], place: pl.Series) -> pl.Series:
    """Lay values on rows by their numbers; pl.Enum gives coded texts."""
    if all(value == values[-1] for value in values):
        return _all(name, dtype, values[-1], place.len())
    if dtype is not pl.Enum:
        return pl.Series(name, values, dtype=dtype)[place]
    numbers = {text: number for number, text in enumerate(dict.fromkeys(text for text in values if text is not None))}
    codes = pl.Series(name, [numbers.get(text) for text in values], dtype=code_type(len(numbers)))
    return coded(pl.Series(list(numbers), dtype=pl.String), codes[place])


def _all(name: str, dtype: pl.DataType | type[pl.DataType], value: Any, size: int) -> pl.Series:
    """Return a column of one value."""
    known = pl.Enum([] if value is None else [value]) if dtype is pl.Enum else dtype
    return pl.Series(name, [value], dtype=known).new_from_index(0, size)


def typed(frame: pl.DataFrame, found: Findings) -> tuple[pl.DataFrame, dict[str, pl.Series]]:
    """Return the frame with its texts read, and the columns that are filled on rows on which they say nothing.

    Takes `row`, `bare` (see `matches.number_matches`) and every event column as text. Gives the typed columns of the
    log frame, but for what depends on the match: `rack` and `shot_logged` as written (null where blank), `player` and
    `winner` as names. What is filled where it says nothing is blank in it; flags mark those rows.
    """
    kind = read_each(frame, "kind", _KIND, found)["kind"]
    codes = kind.fill_null(-1).to_numpy()
    is_lag = _is(codes, ["lag"])
    no_rack = _is(codes, ["lag", "forfeit"])
    for column in ("rack", "player", "kind"):
        if frame[column].null_count():
            blank = frame[column].is_null() & ~frame["bare"]
            if column == "rack":
                # Of a row whose kind is none, it cannot be said that it needs a rack.
                blank &= ~no_rack & kind.is_not_null()
            found.add_where(frame, blank, column, expected=_REQUIRED[column])
    rack = read_each(frame, "rack", _RACK, found)["rack"]
    is_zero = (rack == 0) & ~no_rack
    hint = "only a lag has rack 0"
    found.add_where(frame, is_zero, "rack", value=pl.col("rack"), expected=_REQUIRED["rack"], hint=hint)
    in_rack = is_lag & (rack > 0)
    found.add_where(frame, in_rack, "rack", value=pl.col("rack"), expected="blank or 0 on a lag")
    shot = read_each(frame, "shot", _SHOT, found)["shot_logged"]
    none = (shot == 0) & _is(codes, [*terms.STROKES, "lag"])
    found.add_where(frame, none, "shot", value=pl.col("shot"), expected="a whole number from 1, or blank")
    columns = [*frame.select("row", "file_no", "line"), kind, rack, shot]
    columns += [read_each(frame, column, _NAME, found)["name"].alias(column) for column in ("player", "winner")]
    for column, reading in READINGS.items():
        columns += read_each(frame, column, reading, found).get_columns()
    columns += [_measure(frame, column, found) for column in MEASURES]
    columns.append(_by_hand_where_odd(frame, "layout", _LAYOUT, notation.layout, found))
    columns.append(_by_hand_where_odd(frame, "time", _TIME, notation.clock, found))
    columns += [plain_texts(frame[column]) for column in ("video", "note")]
    columns += [plain_texts(frame[column]).alias(f"{column}_text") for column in TEXTS]
    misplaced = _misplaced(frame, codes)
    result = _blanked(pl.DataFrame(columns), misplaced)
    return _join(result, frame, is_lag, found), misplaced


def _is(codes: "np.ndarray[Any, Any]", names: Iterable[str]) -> pl.Series:
    """Mark the rows of one of these kinds; a row whose kind is none (-1) is of no kind."""
    wanted = np.zeros(len(terms.KINDS) + 1, dtype=np.bool_)
    wanted[[terms.KIND_CODE[name] for name in names]] = True
    return arrays.column(wanted[codes])


_REQUIRED = {
    "rack": "a whole number from 1",
    "player": "the name of a player",
    "kind": "one of " + " ".join(terms.KINDS),
}


def _kind(text: str) -> int:
    code = terms.KIND_CODE.get(text.lower())
    if code is None:
        plain = text.lower().replace(" ", "").replace("-", "").replace("_", "")
        hint = "did you mean push?" if plain in {"pushout", "rollout"} else notation.nearest(text, terms.KINDS)
        raise notation.Unreadable(_REQUIRED["kind"], hint)
    return code


def _name(text: str) -> str:
    name = notation.name(text)
    if not name or "|" in name:
        raise notation.Unreadable("the name of one player")
    return name


_KIND = _kept({"kind": pl.Int8}, (None,), one(_kind))
_RACK = _kept({"rack": pl.Int32}, (None,), one(lambda text: notation.whole(text, 0, notation.LARGEST)))
_SHOT = _kept({"shot_logged": pl.Int32}, (None,), one(lambda text: notation.whole(text, 0, notation.LARGEST)))
_NAME = _kept({"name": pl.Enum}, (None,), one(_name))


def _mask_and_twice(balls: notation.Balls) -> tuple[int, int]:
    return balls.mask, balls.twice


def _note_bad(frame: pl.DataFrame, column: str, bad: dict[str, notation.Unreadable], found: Findings) -> None:
    known = pl.DataFrame(
        {"t": list(bad), "expected": [e.expected for e in bad.values()], "hint": [e.hint for e in bad.values()]},
        schema={"t": pl.String, "expected": pl.String, "hint": pl.String},
    )
    rows = frame.select("row", pl.col(column).cast(pl.String).alias("t")).join(
        known, on="t", how="inner", maintain_order="left"
    )
    found.add(rows, column, value=pl.col("t"), expected=pl.col("expected"), hint=pl.col("hint"))


def _measure(frame: pl.DataFrame, column: str, found: Findings) -> pl.Series:
    """Cast a column of numbers; read by hand what the cast does not take, and what it should not have taken."""
    texts = frame[column]
    if texts.null_count() == texts.len():
        return pl.Series(column, [], dtype=pl.Float64).clear(texts.len())
    texts = plain_texts(texts)
    value = texts.cast(pl.Float64, strict=False)
    least = _LEAST.get(column)
    # The sum is no number where one of them is none.
    is_sound = value.null_count() == texts.null_count() and math.isfinite(value.sum())
    if is_sound and (least is None or value.min() >= least):  # type: ignore[operator]
        return value
    wrong = value.is_null() | ~value.is_finite()
    if least is not None:
        wrong |= value < least
    odd = texts.is_not_null() & wrong
    by_hand = frame.select("row", pl.when(odd).then(texts).alias(column))
    read = read_each(by_hand, column, Reading({column: pl.Float64}, (None,), one(MEASURES[column])), found)[column]
    return read.zip_with(odd, value)


def _by_hand_where_odd(
    frame: pl.DataFrame, column: str, usual: str, read: Callable[[str], str], found: Findings
) -> pl.Series:
    """Take texts that are written as they should be by columns; read the others by hand."""
    texts = plain_texts(frame[column])
    if texts.null_count() == texts.len():
        return texts
    odd = texts.is_not_null() & ~texts.str.contains(usual).fill_null(value=True)
    if not odd.any():
        return texts
    by_hand = frame.select("row", pl.when(odd).then(texts).alias(column))
    by_hand_read = read_each(by_hand, column, Reading({column: pl.String}, (None,), one(read)), found)[column]
    return by_hand_read.zip_with(odd, texts)


def _misplaced(frame: pl.DataFrame, codes: "np.ndarray[Any, Any]") -> dict[str, pl.Series]:
    """Return the columns that are filled on rows of a kind that they do not speak of, with flags for those rows."""
    elsewhere = {kinds: ~_is(codes, kinds) for kinds in set(ROWS.values())}
    found: dict[str, pl.Series] = {}
    for column, kinds in ROWS.items():
        texts = frame[column]
        if texts.null_count() < texts.len():
            where = elsewhere[kinds] & texts.is_not_null()
            if where.any():
                found[column] = where
    return found


def _blanked(frame: pl.DataFrame, misplaced: dict[str, pl.Series]) -> pl.DataFrame:
    """Blank what stands on rows of a kind that the column does not speak of."""
    anew: list[pl.Expr] = []
    for column, where in misplaced.items():
        reading = READINGS.get(column)
        gives = reading.columns() if reading else [(column, frame[column].dtype, None)]
        anew += [pl.when(where).then(pl.lit(b, dtype=d)).otherwise(pl.col(n)).alias(n) for n, d, b in gives]
    return frame.with_columns(anew) if anew else frame


def _join(frame: pl.DataFrame, given: pl.DataFrame, is_lag: pl.Series, found: Findings) -> pl.DataFrame:
    """Put together what takes two columns: acts by the row's kind, balls named twice."""
    for lag, refused in ((False, "not_act"), (True, "not_lag")):
        where = frame[refused].is_not_null() & (is_lag if lag else ~is_lag)
        if where.any():
            rows = frame.select("row", refused).filter(where)
            codes = rows[refused].unique().to_list()
            errors = [notation.act_refused(code, lag=lag) for code in codes]
            known = pl.DataFrame(
                {refused: codes, "expected": [e.expected for e in errors], "hint": [e.hint for e in errors]},
                schema={refused: pl.String, "expected": pl.String, "hint": pl.String},
            )
            wrong = rows.join(known, on=refused, how="left", maintain_order="left").join(
                given.select("row", "acts"), on="row"
            )
            found.add(wrong, "acts", value=pl.col("acts"), expected=pl.col("expected"), hint=pl.col("hint"))
    both = pl.col("potted") & pl.col("off")
    return frame.with_columns(
        pl.when(pl.lit(is_lag)).then("lag_mask").otherwise("act_mask").alias("acts"),
        (pl.col("potted_twice") | pl.col("off_twice") | both).alias("twice"),
    ).drop("act_mask", "lag_mask", "not_act", "not_lag", "potted_twice", "off_twice")
