"""Texts to numbers, by columns: each distinct text of a column is read once, and its value laid on every row.

`typed` takes the frame of texts of all sources and gives the event columns of the log frame; what it cannot read it
notes in `Findings`. What only the match as a whole can tell (players, order, attempts) is left to `matches`.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import polars as pl

from tenball_stats import terms
from tenball_stats.log import notation
from tenball_stats.log.coded import distinct
from tenball_stats.log.columns import ROWS
from tenball_stats.log.findings import Findings

Dtypes = dict[str, pl.DataType | type[pl.DataType]]


@dataclass(frozen=True)
class Reading:
    """How the texts of one column become columns: names and dtypes, the values of a blank cell, and the reader."""

    gives: Dtypes
    blank: tuple[Any, ...]
    read: Callable[[str], Sequence[Any]]


def one(read: Callable[[str], Any]) -> Callable[[str], Sequence[Any]]:
    """Return a reader of one value as a reader of a row of values."""
    return lambda text: (read(text),)


_POTTED: Dtypes = {
    "potted": pl.Int16,
    "potted_pockets": pl.Int64,
    "potted_known": pl.Boolean,
    "potted_first": pl.Int8,
    "potted_twice": pl.Int16,
}

READINGS: dict[str, Reading] = {
    "called": Reading({"call_type": pl.Int8, "call_ball": pl.Int8, "call_pocket": pl.Int8}, (0, 0, 0), notation.call),
    "first": Reading({"first": pl.Int8}, (-1,), one(lambda text: notation.whole(text, 0, 10))),
    "rail": Reading({"rail": pl.Int8}, (-1,), one(notation.yes_no)),
    "rails": Reading({"rails": pl.Int8}, (-1,), one(lambda text: notation.whole(text, 0, 10))),
    "past_head": Reading({"past_head": pl.Int8}, (-1,), one(lambda text: notation.whole(text, 0, 10))),
    "potted": Reading(_POTTED, (0, 0, True, 0, 0), notation.potted),
    "off": Reading({"off": pl.Int16, "off_twice": pl.Int16}, (0, 0), lambda text: _mask_and_twice(notation.off(text))),
    "acts": Reading(
        {"act_mask": pl.Int32, "lag_mask": pl.Int32, "not_act": pl.String, "not_lag": pl.String},
        (0, 0, None, None),
        notation.acts,
    ),
    "spotted": Reading({"spotted": pl.Int16}, (-1,), one(notation.spotted)),
    "hand": Reading({"hand": pl.Int8}, (-1,), one(notation.yes_no)),
    "ruling": Reading({"ruling": pl.Int8, "ruling_codes": pl.Int32}, (-1, 0), notation.ruling),
    "score": Reading({"score": pl.List(pl.Int32)}, (None,), one(notation.score)),
    "rack_layout": Reading({"rack_layout": pl.String}, (None,), one(notation.rack_layout)),
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
        return pl.DataFrame(
            [
                pl.repeat(b, series.len(), dtype=d, eager=True).alias(n)
                for (n, d), b in zip(reading.gives.items(), reading.blank, strict=True)
            ]
        )
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
    place = place.cast(pl.UInt32).fill_null(texts.len())
    values.append(reading.blank)
    return pl.DataFrame(
        [
            pl.Series(name, [value[i] for value in values], dtype=dtype).gather(place)
            for i, (name, dtype) in enumerate(reading.gives.items())
        ]
    )


def typed(frame: pl.DataFrame, found: Findings) -> pl.DataFrame:
    """Return the frame with its texts read.

    Takes `row`, `bare` (see `matches.number_matches`) and every event column as text. Gives the typed columns of the
    log frame, but for what depends on the match: `rack` and `shot_logged` as written (null where blank), `player` and
    `winner` as names.
    """
    kind = read_each(frame, "kind", Reading({"kind": pl.Int8}, (None,), one(_kind)), found)["kind"]
    given = frame.with_columns(kind.alias("kind_no"))
    for column in ("rack", "player", "kind"):
        blank = pl.col(column).is_null()
        if column == "rack":
            blank &= ~pl.col("kind_no").is_in([_LAG, _FORFEIT])
        found.add(given.filter(blank & ~pl.col("bare")), column, expected=_REQUIRED[column])
    parts = [given.select("row", "file_no", "line", pl.col("kind_no").alias("kind"))]
    whole = Reading({"rack": pl.Int32}, (None,), one(lambda text: notation.whole(text, 0, notation.LARGEST)))
    rack = read_each(given, "rack", whole, found)["rack"]
    is_zero = (rack == 0) & ~kind.is_in([_LAG, _FORFEIT]).fill_null(value=False)
    found.add(
        given.filter(is_zero), "rack", value=pl.col("rack"), expected=_REQUIRED["rack"], hint="only a lag has rack 0"
    )
    is_lag = (kind == _LAG).fill_null(value=False)
    in_rack = is_lag & (rack > 0).fill_null(value=False)
    found.add(given.filter(in_rack), "rack", value=pl.col("rack"), expected="blank or 0 on a lag")
    shot = Reading({"shot_logged": pl.Int32}, (None,), one(lambda text: notation.whole(text, 0, notation.LARGEST)))
    logged = read_each(given, "shot", shot, found)
    numbered = kind.is_in([terms.KIND_CODE[name] for name in (*terms.STROKES, "lag")]).fill_null(value=False)
    none = (logged["shot_logged"] == 0) & numbered
    found.add(given.filter(none), "shot", value=pl.col("shot"), expected="a whole number from 1, or blank")
    parts += [rack.to_frame(), logged]
    names = Reading({"name": pl.String}, (None,), one(_name))
    parts += [read_each(given, column, names, found).rename({"name": column}) for column in ("player", "winner")]
    parts += [_read_where_it_counts(given, column, found) for column in READINGS]
    parts += [_measure(given, column, found) for column in MEASURES]
    parts.append(_by_hand_where_odd(given, "layout", _LAYOUT, notation.layout, found))
    parts.append(_by_hand_where_odd(given, "time", _TIME, notation.clock, found))
    parts.append(given.select("video", "note", *(pl.col(name).cast(pl.String).alias(f"{name}_text") for name in TEXTS)))
    result = pl.concat(parts, how="horizontal")
    result = _only_on_their_rows(result)
    return _join(result, given, is_lag, found)


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


def _read_where_it_counts(frame: pl.DataFrame, column: str, found: Findings) -> pl.DataFrame:
    return read_each(frame, column, READINGS[column], found)


def _measure(frame: pl.DataFrame, column: str, found: Findings) -> pl.DataFrame:
    """Cast a column of numbers; read by hand what the cast does not take, and what it should not have taken."""
    value = frame[column].cast(pl.Float64, strict=False)
    wrong = value.is_null() | ~value.is_finite()
    if column in _LEAST:
        wrong |= value < _LEAST[column]
    odd = frame[column].is_not_null() & wrong
    if not odd.any():
        return value.alias(column).to_frame()
    read = MEASURES[column]
    by_hand = frame.select("row", pl.when(odd).then(pl.col(column)).alias(column))
    kept = read_each(by_hand, column, Reading({"v": pl.Float64}, (None,), one(read)), found)["v"]
    return pl.select(pl.when(odd).then(kept).otherwise(value).alias(column))


def _by_hand_where_odd(
    frame: pl.DataFrame, column: str, usual: str, read: Callable[[str], str], found: Findings
) -> pl.DataFrame:
    """Take texts that are written as they should be by columns; read the others by hand."""
    texts = frame[column]
    odd = texts.is_not_null() & ~texts.str.contains(usual).fill_null(value=True)
    if not odd.any():
        return texts.to_frame()
    by_hand = frame.select("row", pl.when(odd).then(pl.col(column)).alias(column))
    kept = read_each(by_hand, column, Reading({"v": pl.String}, (None,), one(read)), found)["v"]
    return pl.select(pl.when(odd).then(kept).otherwise(texts).alias(column))


def _only_on_their_rows(frame: pl.DataFrame) -> pl.DataFrame:
    """Blank what stands on rows of a kind that the column does not speak of."""
    blanked: list[pl.Expr] = []
    for column, kinds in ROWS.items():
        here = pl.col("kind").is_in([terms.KIND_CODE[name] for name in kinds])
        reading = READINGS.get(column)
        gives: list[tuple[str, Any, Any]] = (
            [(n, d, b) for (n, d), b in zip(reading.gives.items(), reading.blank, strict=True)]
            if reading
            else [(column, pl.String if column == "layout" else pl.Float64, None)]
        )
        blanked += [pl.when(here).then(pl.col(n)).otherwise(pl.lit(b, dtype=d)).alias(n) for n, d, b in gives]
    return frame.with_columns(blanked)


def _join(frame: pl.DataFrame, given: pl.DataFrame, is_lag: pl.Series, found: Findings) -> pl.DataFrame:
    """Put together what takes two columns: acts by the row's kind, balls named twice."""
    for lag, refused in ((False, "not_act"), (True, "not_lag")):
        rows = frame.select("row", refused).filter((is_lag == lag) & frame[refused].is_not_null())
        if rows.height:
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
