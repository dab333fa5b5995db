"""What `keep_going` left out, row by row as it stands in the file: the log may be lost, what was written is not."""

import json
from collections.abc import Sequence

import polars as pl

from tenball_stats.log.encodings import settled, text_of
from tenball_stats.log.files import Tables
from tenball_stats.log.frames import REJECTS
from tenball_stats.log.readers.table import Table
from tenball_stats.log.sources import Source

_MOST = 100_000
"""Longest row, in characters, that is kept."""


def rejects(given: Tables, problems: pl.DataFrame, encoding: str | None) -> pl.DataFrame:
    """Return a frame of `frames.REJECTS`: of files that were refused, then of rows.

    Args:
        given: the tables that were read, and what was refused of them.
        problems: `file_no`, `file`, `line`, `match`, `column`, `value`, `expected` and `hint` of each problem of a row.
        encoding: the one the files were read by, where they do not say it themselves.
    """
    if not given.refused and not problems.height:
        return pl.DataFrame(schema=REJECTS)
    refused = pl.DataFrame(
        [
            (problem.file, problem.line, None, problem.column, problem.value, problem.expected, problem.hint, None)
            for problem in given.refused
        ],
        schema=REJECTS,
        orient="row",
    )
    parts = []
    for (file_no,), part in problems.group_by("file_no", maintain_order=True):
        table, source = given.tables[int(str(file_no))]
        lines = part["line"].unique().sort().to_list()
        raw = pl.DataFrame(
            {"line": lines, "raw": _raw_rows(table, source, lines, encoding)},
            schema={"line": pl.UInt32, "raw": pl.String},
        )
        parts.append(part.join(raw, on="line", how="left", maintain_order="left").select(list(REJECTS)))
    return pl.concat([refused, *parts])


def _raw_rows(table: Table, source: Source, lines: Sequence[int], encoding: str | None) -> list[str]:
    """Return rows as they stand in a text file; of other files their cells as JSON."""
    if source.format not in {"csv", "jsonl"}:
        return [_cells(table, line) for line in lines]
    text = text_of(source.file, source.data, settled(source.file, source.data, encoding)[0])
    written = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    before = source.left_out
    starts = table.frame["line"]
    after = starts.search_sorted(pl.Series(lines, dtype=starts.dtype), side="right")
    ends = [int(starts[place]) if place < starts.len() else len(written) + 1 + before for place in after.to_list()]
    return [
        "\n".join(written[line - before - 1 : end - before - 1]).rstrip("\n")[:_MOST]
        for line, end in zip(lines, ends, strict=True)
    ]


def _cells(table: Table, line: int) -> str:
    row = table.written.filter(pl.col("line") == line).drop("line").row(0, named=True)
    aside = table.aside.filter(pl.col("line") == line)
    unknown = dict(zip(aside["column"].to_list(), aside["value"].to_list(), strict=True))
    cells = {name: text for name, text in {**row, **unknown}.items() if text is not None}
    return json.dumps(cells, ensure_ascii=False)[:_MOST]
