"""Excel workbooks, as Excel leaves them: numbers with a point, dates where scores were typed, several sheets."""

import datetime as dt
import functools
import io
import re
import zipfile
from collections.abc import Callable
from typing import Any

import polars as pl

from tenball_stats.log.columns import REQUIRED, heading
from tenball_stats.log.mapping import Mapping, ready_for
from tenball_stats.log.problems import LogRefused, Problem
from tenball_stats.log.readers.table import Raw
from tenball_stats.log.sources import Limits, Source, too_large, too_wide

_CELLS = 60_000_000
"""Largest rectangle of cells that is laid out; a log on all rows that Excel has stays below."""


def read(source: Source, sheet: str | None, limits: Limits, words: Mapping | None = None) -> list[Raw]:
    """Read the sheets that hold a log: the one named, else every visible one with the required columns.

    Lines are the sheet's row numbers; where there are several logs, messages name the sheet. Raises `LogRefused` where
    there is no such sheet or the workbook is damaged.
    """
    import python_calamine

    name_of = words.heading if words else heading
    try:
        _refuse_bomb(source, limits)
        book = python_calamine.CalamineWorkbook.from_filelike(io.BytesIO(source.data))
        names = list(book.sheet_names)
        if sheet is not None:
            if sheet not in names:
                raise LogRefused([Problem(source.file, None, None, sheet, "one of the sheets " + ", ".join(names))])
            return [_raw(source.file, _rows(book, sheet), limits, sheet, name_of)]
        hidden = {meta.name for meta in book.sheets_metadata if str(meta.visible) != "SheetVisibleEnum.Visible"}
        tables = [(name, _rows(book, name)) for name in names]
    except LogRefused:
        raise
    except Exception as error:  # noqa: BLE001 - a damaged workbook makes the reader raise many kinds
        raise LogRefused([Problem(source.file, hint=f"the workbook cannot be read ({error})")]) from None
    logs = [(name, rows) for name, rows in tables if _columns(rows, name_of).issuperset(REQUIRED)]
    seen = [(name, rows) for name, rows in logs if name not in hidden] or logs
    if not seen:
        seen = [(name, rows) for name, rows in tables if rows]
        if len(seen) != 1:
            raise LogRefused([Problem(source.file, hint=_no_log(seen, names, words))])
    label = "{file}:{name}" if len(seen) > 1 else "{file}"
    raws = [_raw(label.format(file=source.file, name=name), rows, limits, name, name_of) for name, rows in seen]
    left = [name for name, _ in logs if name not in {other for other, _ in seen}]
    raws[0].notices += [f"{source.file}: the hidden sheet {name} holds a log too; it was not read" for name in left]
    return raws


def _no_log(filled: list[tuple[str, list[list[Any]]]], names: list[str], words: Mapping | None) -> str:
    """Say that no sheet is a log, and what may make one of them a log."""
    if not filled:
        return f"the workbook is empty (sheets: {', '.join(names)})"
    said = f"no sheet has all of the columns {', '.join(REQUIRED)} (sheets: {', '.join(names)})"
    for name, rows in filled if words is None else []:
        ready = ready_for(_headings(rows))
        if ready:
            return f"{said}; sheet {name} has {ready.title} headings: say --map {ready.name}"
    return f"{said}; --sheet names the one to read"


def _headings(rows: list[list[Any]]) -> list[str]:
    """Return the cells of the first row with something in it."""
    header = next((row for row in rows if any(_text("", cell) for cell in row)), [])
    return [_text("", cell) or "" for cell in header]


def _columns(rows: list[list[Any]], name_of: Callable[[str], str]) -> set[str]:
    """Return the columns that the first row with something in it names."""
    return {name_of(written) for written in _headings(rows)}


def _refuse_bomb(source: Source, limits: Limits) -> None:
    """Refuse a workbook that unpacks to more than the limit, or whose sheets reach out to cells far away.

    The reader lays a sheet out as a full rectangle, so that two cells can fill the memory. Sizes are counted, since
    those that an archive declares may lie.
    """
    left = limits.unpacked
    with zipfile.ZipFile(io.BytesIO(source.data)) as archive:
        if sum(info.file_size for info in archive.infolist()) > left:
            raise LogRefused([too_large(source.file, limits)])
        for info in archive.infolist():
            with archive.open(info) as packed:
                plain = packed.read(left + 1)
            left -= len(plain)
            if left < 0:
                raise LogRefused([too_large(source.file, limits)])
            if not info.filename.startswith("xl/worksheets/"):
                continue
            rows = max((int(row) for row in re.findall(rb"<(?:\w+:)?row\s[^<>]*?\br=\"(\d{1,9})\"", plain)), default=1)
            letters = set(re.findall(rb"<(?:\w+:)?c\s[^<>]*?\br=\"([A-Z]{1,3})\d*\"", plain)) or {b"A"}
            rows = max(rows, *(int(row) for row in set(re.findall(rb"\br=\"[A-Z]{1,3}(\d{1,9})\"", plain))), 1)
            width = max(functools.reduce(lambda sum_, letter: sum_ * 26 + letter - 64, name, 0) for name in letters)
            if rows * width > _CELLS:
                reach = f"{width} columns and {rows:,} rows"
                hint = f"a sheet reaches over {reach}; delete the empty columns and rows, or save it as CSV"
                raise LogRefused([Problem(source.file, hint=hint)])


def _rows(book: Any, name: str) -> list[list[Any]]:
    return list(book.get_sheet_by_name(name).to_python(skip_empty_area=False))


def _raw(file: str, rows: list[list[Any]], limits: Limits, sheet: str, name_of: Callable[[str], str]) -> Raw:
    first = next((i for i, row in enumerate(rows) if any(_text("", cell) for cell in row)), None)
    if first is None:
        expected = "a header row with the names of the columns"
        raise LogRefused([Problem(file, 1, None, None, expected, f"sheet {sheet} is empty")])
    headings = [_text("", cell) or "" for cell in rows[first]]
    if len(headings) > limits.columns:
        raise LogRefused([too_wide(file, first + 1, len(headings), limits)])
    body = rows[first + 1 :]
    problems: list[Problem] = []
    columns = []
    for place, written in enumerate(headings):
        column = name_of(written)
        texts = [_text(column, row[place]) if place < len(row) else None for row in body]
        for offset, text in enumerate(texts):
            if text is not None and (len(text) > limits.cell or "\x00" in text):
                expected = f"a text of at most {limits.cell:,} characters"
                problems.append(Problem(file, first + 2 + offset, written, text[:200], expected, limits.advice("cell")))
        columns.append(pl.Series(f"c{place}", texts, dtype=pl.String))
    if problems:
        raise LogRefused(problems)
    line = pl.Series("line", range(first + 2, first + 2 + len(body)), dtype=pl.UInt32)
    return Raw(file, headings, pl.DataFrame([*columns, line]), first + 1)


def _text(column: str, cell: Any) -> str | None:
    """Return a cell as the text that a CSV file would have; a date in the column of a score stays a date."""
    if cell is None or cell == "":
        return None
    if isinstance(cell, str):
        return cell
    if isinstance(cell, bool):
        return "y" if cell else "n"
    if isinstance(cell, float) and cell.is_integer() and abs(cell) < 1e15:
        return str(int(cell))
    if isinstance(cell, dt.datetime):
        return cell.date().isoformat() if cell.time() == dt.time() else cell.isoformat()
    if column == "seconds" and isinstance(cell, dt.time | dt.timedelta):
        return _duration(cell)
    if isinstance(cell, dt.date | dt.time):
        return cell.isoformat()
    return str(cell)


def _duration(cell: dt.time | dt.timedelta) -> str:
    """Return a duration as it was typed: Excel takes `0:34`, minutes and seconds, for hours and minutes."""
    if isinstance(cell, dt.time):
        cell = dt.timedelta(hours=cell.hour, minutes=cell.minute, seconds=cell.second, microseconds=cell.microsecond)
    seconds = cell.total_seconds()
    if seconds >= 60 and seconds % 60 == 0:
        return f"{int(seconds) // 3600}:{int(seconds) % 3600 // 60:02}"
    return f"{seconds:g}"
