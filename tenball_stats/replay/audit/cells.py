"""Cells of a log's columns that few rows of an audit need: texts as the format writes them, and names of files."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import numpy as np
import polars as pl

from tenball_stats.log.canonical import canonical_cell

_SPELLINGS = 10_000
"""Texts of cells that are remembered as the format writes them."""


class Texts:
    """Cells of a column as the format writes them, however the log has spelled them; read where they are asked for."""

    def __init__(self, column: pl.Series) -> None:
        self.column = column
        self._name = column.name.removesuffix("_text")
        self._read: dict[int, str | None] = {}

    def __getitem__(self, row: int) -> str | None:
        text = self._read[row] if row in self._read else self.column[row]
        return None if text is None else _as_written(self._name, text)

    def read(self, rows: list[int]) -> None:
        """Read the cells of some rows at once, of which many will be asked for."""
        self._read = dict(zip(rows, self.column[rows].to_list(), strict=True))

    def between(self, rows: slice) -> "Texts":
        """Return the cells of some rows, which begin at 0."""
        return Texts(self.column[rows])


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
