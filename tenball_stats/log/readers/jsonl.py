"""JSON Lines: one object per line, its keys the columns."""

import json
from typing import Any

import polars as pl

from tenball_stats.log.columns import heading
from tenball_stats.log.encodings import text_of
from tenball_stats.log.problems import LogRefused, Problem
from tenball_stats.log.readers.table import Raw
from tenball_stats.log.sources import Source

_EXPECTED = 'one JSON object per line, as {"match": "final", "rack": 1, "player": "Ann", "kind": "break"}'


def read(source: Source, encoding: str | None) -> Raw:
    """Read JSON Lines; raises `LogRefused` with every line that is no JSON object."""
    text = text_of(source.file, source.data, encoding)
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    columns: dict[str, list[str | None]] = {}
    lines: list[int] = []
    problems: list[Problem] = []
    for number, line in enumerate(text.split("\n"), start=1):
        if not line or line.isspace():
            continue
        try:
            row = json.loads(line)
        except (ValueError, RecursionError) as error:
            hint = error.msg if isinstance(error, json.JSONDecodeError) else str(error)
            problems.append(Problem(source.file, number, None, line, _EXPECTED, hint))
            continue
        if not isinstance(row, dict):
            hint = "this is a JSON array; put each object on a line of its own" if line.lstrip().startswith("[") else None
            problems.append(Problem(source.file, number, None, line, _EXPECTED, hint))
            continue
        place = len(lines)
        lines.append(number)
        for key, value in row.items():
            if value is None:
                continue
            try:
                shown = value if type(value) is str else cell(key, value)
            except ValueError:
                problems.append(
                    Problem(source.file, number, key, json.dumps(value), "a text, a number, true, false, null or a list of these")
                )
                continue
            cells = columns.setdefault(key, [])
            cells.extend([None] * (place - len(cells)))
            cells.append(shown)
    if problems:
        raise LogRefused(problems)
    if not lines:
        raise LogRefused([Problem(source.file, 1, None, None, _EXPECTED, "the file is empty")])
    height = len(lines)
    series = [
        pl.Series(f"c{i}", cells + [None] * (height - len(cells)), dtype=pl.String)
        for i, cells in enumerate(columns.values())
    ]
    frame = pl.DataFrame([*series, pl.Series("line", lines, dtype=pl.UInt32)])
    return Raw(source.file, list(columns), frame)


def cell(key: str, value: Any) -> str:
    """Return a JSON value as the text that the same cell has in a CSV file; raises ValueError where there is none."""
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return "y" if value else "n"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, float):
        return str(int(value)) if value.is_integer() and abs(value) < 1e15 else repr(value)
    if isinstance(value, list) and not any(isinstance(part, list | dict) for part in value):
        between = "|" if heading(key) == "players" else " "
        return between.join(cell(key, part) for part in value if part is not None)
    raise ValueError(key)
