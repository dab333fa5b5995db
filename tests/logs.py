"""Small logs for tests: rows as dicts, written in every format."""

import csv
import datetime as dt
import io
import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import polars as pl

from tenball_stats.log import Log, Problem

Row = Mapping[str, Any]
Read = Callable[..., Log]
Refusals = Callable[..., list[Problem]]


def columns_of(rows: Sequence[Row]) -> list[str]:
    """Names of the columns of all rows, in order of first appearance; the required ones are always there."""
    return list(dict.fromkeys(["match", "rack", "player", "kind", *(name for row in rows for name in row)]))


def csv_text(rows: Sequence[Row], delimiter: str = ",") -> str:
    out = io.StringIO()
    writer = csv.writer(out, delimiter=delimiter, lineterminator="\n")
    names = columns_of(rows)
    writer.writerow(names)
    writer.writerows([["" if row.get(name) is None else row[name] for name in names] for row in rows])
    return out.getvalue()


def write_csv(path: Path, rows: Sequence[Row], delimiter: str = ",") -> Path:
    """Write rows as CSV; missing keys and None are blank cells."""
    path.write_text(csv_text(rows, delimiter), encoding="utf-8", newline="")
    return path


def write_jsonl(path: Path, rows: Sequence[Row]) -> Path:
    path.write_text("".join(json.dumps(dict(row), ensure_ascii=False) + "\n" for row in rows), encoding="utf-8")
    return path


def write_parquet(path: Path, rows: Sequence[Row]) -> Path:
    """Write rows as Parquet, every column as text."""
    texts = [{name: None if row.get(name) is None else str(row[name]) for name in columns_of(rows)} for row in rows]
    pl.DataFrame(texts, schema=dict.fromkeys(columns_of(rows), pl.String)).write_parquet(path)
    return path


def write_xlsx(path: Path, rows: Sequence[Row], sheet: str = "Log") -> Path:
    """Write rows as a workbook; numbers stay numbers, as a spreadsheet keeps them."""
    import xlsxwriter

    with xlsxwriter.Workbook(str(path)) as book:
        book.set_properties({"created": dt.datetime(2026, 1, 1, tzinfo=dt.UTC)})  # the same rows are the same bytes
        page = book.add_worksheet(sheet)
        for column, name in enumerate(columns_of(rows)):
            page.write_string(0, column, name)
            for place, row in enumerate(rows, start=1):
                value = row.get(name)
                if isinstance(value, str):
                    page.write_string(place, column, value)
                elif value is not None:
                    page.write(place, column, value)
    return path


def stroke(rack: int, shot: int | None, player: str, kind: str, **cells: Any) -> dict[str, Any]:
    """A row of match `m`."""
    return {"match": "m", "rack": rack, "shot": shot, "player": player, "kind": kind, **cells}


def rack_of_two() -> list[dict[str, Any]]:
    """Two players, a break and two shots: the smallest sound log."""
    return [
        stroke(1, 1, "Ann", "break", first=1, rails=6, potted="6@fl", players="Ann|Bo"),
        stroke(1, 2, "Ann", "shot", called="1@fr", first=1, rail="y", potted="1@fr"),
        stroke(1, 3, "Ann", "shot", called="2@sl", first=2, rail="n"),
        stroke(1, 4, "Bo", "safety", called="-", first=2, rail="y"),
    ]
