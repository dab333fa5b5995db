"""JSON Lines: one object per line, its keys the columns."""

import json
import math
from typing import Any

import polars as pl

from tenball_stats.log.columns import heading
from tenball_stats.log.encodings import settled, text_of
from tenball_stats.log.problems import LogRefused, Problem
from tenball_stats.log.readers.table import Raw
from tenball_stats.log.sources import Limits, Source, too_wide

_EXPECTED = 'one JSON object per line, as {"match": "final", "rack": 1, "player": "Ann", "kind": "break"}'
_VALUE = "a text, a number, true, false, null or a list of these"


def read(source: Source, encoding: str | None, limits: Limits) -> Raw:
    """Read JSON Lines; raises `LogRefused` with every line that is no JSON object.

    A value that no cell can hold is a problem of its row.
    """
    encoding, notices = settled(source.file, source.data, encoding)
    text = text_of(source.file, source.data, encoding)
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    columns: dict[str, list[str | None]] = {}
    lines: list[int] = []
    broken: list[Problem] = []
    rows: list[Problem] = []
    # JSON can spell halves of characters (\ud800) and NUL, which no cell holds; only then is each text looked at.
    odd = any(spelled in text for spelled in ("\\ud", "\\uD", "\\u0000"))
    for number, line in enumerate(text.split("\n"), start=1):
        if not line or line.isspace():
            continue
        row = _object(source.file, number, line, broken)
        if row is None:
            continue
        place = len(lines)
        lines.append(number)
        for key, value in row.items():
            try:
                shown = value if type(value) is str else cell(key, value)
                if shown is None:
                    continue
                if odd and not _whole(key + shown):
                    raise ValueError(key)
            except ValueError:
                expected = f"{_VALUE}, of at most {limits.cell:,} characters"
                rows.append(Problem(source.file, number, key, json.dumps(value)[:200], expected))
                continue
            if len(shown) > limits.cell:
                expected = f"a value of at most {limits.cell:,} characters"
                rows.append(Problem(source.file, number, key, shown[:200], expected, limits.advice("cell", len(shown))))
                continue
            cells = columns.setdefault(key, [])
            if len(columns) > limits.columns:
                raise LogRefused([too_wide(source.file, number, len(columns), limits)])
            cells.extend([None] * (place - len(cells)))
            cells.append(shown)
    if broken:
        raise LogRefused(broken)
    if not lines:
        raise LogRefused([Problem(source.file, 1, None, None, _EXPECTED, "the file is empty")])
    height = len(lines)
    series = [
        pl.Series(f"c{i}", cells + [None] * (height - len(cells)), dtype=pl.String)
        for i, cells in enumerate(columns.values())
    ]
    frame = pl.DataFrame([*series, pl.Series("line", lines, dtype=pl.UInt32)])
    return Raw(source.file, list(columns), frame, rows=rows, notices=notices)


def cell(key: str, value: Any) -> str | None:
    """Return a JSON value as the text that the same cell has in a CSV file; raises ValueError where there is none."""
    if value is None or isinstance(value, str):
        return value
    if isinstance(value, bool):
        return "y" if value else "n"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, float):
        if math.isnan(value):  # how a data frame writes a missing number
            return None
        return str(int(value)) if value.is_integer() and abs(value) < 1e15 else repr(value)
    if isinstance(value, list) and not any(isinstance(part, list | dict) for part in value):
        between = "|" if heading(key) == "players" else " "
        parts = (cell(key, part) for part in value)
        return between.join(part for part in parts if part is not None)
    raise ValueError(key)


def _object(file: str, number: int, line: str, broken: list[Problem]) -> dict[str, Any] | None:
    try:
        row = json.loads(line)
    except (ValueError, RecursionError) as error:
        reason = error.msg if isinstance(error, json.JSONDecodeError) else str(error)
        broken.append(Problem(file, number, None, line, _EXPECTED, reason))
        return None
    if isinstance(row, dict):
        return row
    hint = "this is a JSON array; put each object on a line of its own" if isinstance(row, list) else None
    broken.append(Problem(file, number, None, line, _EXPECTED, hint))
    return None


def _whole(text: str) -> bool:
    return not any("\ud800" <= char <= "\udfff" or char == "\x00" for char in text)
