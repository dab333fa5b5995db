"""The rows of a match as texts, with other cells, a row more or a row less."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

import polars as pl

from tenball_stats.log import Log
from tenball_stats.log.columns import EVENT_COLUMNS
from tenball_stats.store.database import StoreRefused
from tenball_stats.terms import STROKES

How = Literal["change", "before", "after", "remove"]
"""What is done with a row: its cells are changed, a new one is put before or after it, it is taken out."""

ROW = "row"
"""Stands for a column where an amendment put a row in or took one out: its cells as JSON are after, or before."""

Changed = tuple[str, str | None, str | None, int | None]
"""Column, before, after, and the row, counted from 0; None for a fact of the match and for a row that is gone."""


@dataclass(frozen=True)
class Edited:
    """The texts of a match with other cells or rows."""

    texts: pl.DataFrame
    """With `was`, the number of the row before that each comes from, or stands beside."""
    cells: list[Changed]
    """The row is one of `texts`."""
    at: int | None
    """The row in `texts` that was changed or put in."""


def edited(log: Log, texts: pl.DataFrame, cells: Mapping[str, str | None], row: int | None, how: How) -> Edited:
    """Change cells, put a row in, or take one out."""
    if row is None:
        before = {column: texts[column][0] for column in cells}
        changed: list[Changed] = [
            (column, before[column], text, None) for column, text in cells.items() if before[column] != text
        ]
        new = texts.with_columns(pl.lit(text, pl.String).alias(column) for column, _, text, _ in changed)
        return Edited(new, _any(changed, cells), 0)
    if how == "change":
        at = pl.int_range(pl.len()) == row
        there: list[Changed] = [(column, texts[column][row], text, row) for column, text in cells.items()]
        done = [cell for cell in there if cell[1] != cell[2]]
        new = texts.with_columns(
            pl.when(at).then(pl.lit(text, pl.String)).otherwise(pl.col(column)).alias(column)
            for column, _, text, _ in done
        )
        return Edited(new, _any(done, cells), row)
    if how == "remove":
        if texts.height == 1:
            raise StoreRefused("this is the only row of the match")
        said = {name: text for name, text in texts.row(row, named=True).items() if name in EVENT_COLUMNS and text}
        new, shifted = _renumbered(log, texts, row, -1)
        gone: list[Changed] = [(ROW, json.dumps(said, ensure_ascii=False), None, None)]
        moved = [(column, before, after, at - (at > row)) for column, before, after, at in shifted]
        return Edited(pl.concat([new[:row], new[row + 1 :]]), [*gone, *moved], None)
    beside = texts[row]
    given = {"rack": texts["rack"][row], **cells}
    fresh = beside.with_columns(pl.lit(given.get(name), pl.String).alias(name) for name in EVENT_COLUMNS)
    place = row if how == "before" else row + 1
    same = given["rack"] == texts["rack"][row]
    counts = given["kind"] in STROKES and not given.get("shot") and same
    new, shifted = _renumbered(log, texts, place, 1, beside=row) if counts else (texts, [])
    put: list[Changed] = [(ROW, None, json.dumps({k: v for k, v in given.items() if v}, ensure_ascii=False), place)]
    moved = [(column, before, after, at + 1) for column, before, after, at in shifted]
    return Edited(pl.concat([new[:place], fresh, new[place:]]), [*put, *moved], place)


def _any(changed: list[Changed], cells: Mapping[str, str | None]) -> list[Changed]:
    if not changed:
        raise StoreRefused(
            "nothing to amend: " + ", ".join(f"{column} is {text or 'blank'} already" for column, text in cells.items())
        )
    return changed


def _renumbered(
    log: Log, texts: pl.DataFrame, row: int, by: int, beside: int | None = None
) -> tuple[pl.DataFrame, list[tuple[str, str, str, int]]]:
    """Let the written numbers of later strokes of a rack count on, where a stroke before them comes or goes.

    Args:
        log: the match as it is.
        texts: its rows.
        row: the row that goes, or the place of the one that comes.
        by: 1 where one comes, -1 where one goes.
        beside: a row of the same attempt at the rack; the row itself without it.

    Returns:
        The texts, and each number that changed: column, before, after, row.
    """
    here = log.events.row(row if beside is None else beside, named=True)
    rows = log.events.with_row_index("at").filter(
        (pl.col("rack") == here["rack"]) & (pl.col("attempt") == here["attempt"]) & pl.col("is_stroke")
    )
    if by < 0 and (not here["is_stroke"] or rows.filter(pl.col("shot") == here["shot"]).height > 1):
        return texts, []  # no number is missing for it
    later = rows.filter(pl.col("at") >= row + (by < 0))
    before = rows.filter(pl.col("at") < row)["shot"].to_list()
    if by > 0 and (not later.height or later["shot"][0] > max(before, default=0) + 1):
        return texts, []  # there is a gap that it fills
    moved = later.filter(pl.col("shot_logged").is_not_null())
    cells: list[tuple[str, str, str, int]] = [
        ("shot", str(n), str(n + by), at) for at, n in moved.select("at", "shot_logged").rows()
    ]
    numbers = {at: after for _, _, after, at in cells}
    column = pl.Series("shot", [numbers.get(at, text) for at, text in enumerate(texts["shot"])], dtype=pl.String)
    return texts.with_columns(column), cells
