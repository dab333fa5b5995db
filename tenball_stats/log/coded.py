"""Columns of texts that repeat: each distinct text held once, and for every row the number of its own.

Such a column has Polars' type Enum; whoever wants to know what its texts say looks at the few distinct ones and not at
a million cells. Columns of the type String are taken too, and give the same answers.
"""

from collections.abc import Callable
from typing import Any, TypeVar

import numpy as np
import polars as pl

Codes = TypeVar("Codes", pl.Series, pl.Expr)


def coded(texts: pl.Series, codes: Codes) -> Codes:
    """Return a column of texts from the distinct ones (none null) and the number of each row's, null where it is blank.

    Args:
        texts: the distinct texts.
        codes: whole numbers from 0 up to their count; the name is kept.
    """
    # Numbers of the size that Polars takes itself are looked at once, and not written again.
    return codes.cast(code_type(texts.len()), wrap_numerical=True).cat.to(pl.Enum(texts))


def code_type(count: int) -> type[pl.DataType]:
    """Return the type of the numbers of so many texts."""
    return pl.UInt8 if count <= 255 else pl.UInt16 if count <= 65_535 else pl.UInt32


def distinct(column: pl.Series) -> tuple[pl.Series, pl.Series]:
    """Return the texts that a column can hold, each once, and the number of each row's, null where it is blank.

    A coded column may name texts that stand on no row.
    """
    dtype = column.dtype
    if isinstance(dtype, pl.Enum):
        return dtype.categories, column.to_physical()
    texts = column.unique(maintain_order=True).drop_nulls()
    numbers = pl.DataFrame({"t": texts, "n": pl.int_range(texts.len(), dtype=pl.UInt32, eager=True)})
    place = column.alias("t").to_frame().join(numbers, on="t", how="left", maintain_order="left")["n"]
    return texts, place


def blank_last(places: pl.Series, count: int) -> pl.Series:
    """Return the numbers that `distinct` gives of `count` texts, with that count where a row is blank."""
    if not places.null_count():
        return places
    return places.fill_null(count)


def changes(*columns: "np.ndarray[Any, Any]") -> "np.ndarray[Any, np.dtype[np.bool_]]":
    """Mark the rows that differ from the row above in one of the columns; the first one does."""
    new = np.ones(len(columns[0]), dtype=np.bool_)
    if len(new):
        new[1:] = np.logical_or.reduce([column[1:] != column[:-1] for column in columns])
    return new


def alike(frame: pl.DataFrame) -> tuple[pl.Series, pl.Series]:
    """Find the rows that say the same.

    Returns:
        The first row of each number, from 0 in the order in which they come; and the number of each row.
    """
    codes = frame.with_columns(pl.col(pl.Enum).to_physical()).with_row_index(_ROW)
    rows = codes.group_by(frame.columns, maintain_order=True).agg(_ROW)[_ROW]
    numbers = np.empty(frame.height, dtype=np.uint32)
    numbers[rows.explode().to_numpy()] = np.repeat(np.arange(rows.len(), dtype=np.uint32), rows.list.len().to_numpy())
    return rows.list.first(), pl.Series(numbers)


_ROW = "number of the row"


def changed(column: pl.Series, anew: Callable[[pl.Series], pl.Series]) -> pl.Series:
    """Return a coded column with its distinct texts made anew; null and the same text twice may come of it."""
    texts, codes = distinct(column)
    new = anew(texts)
    if new.equals(texts, check_names=False):
        return column
    kept, place = distinct(new)
    return coded(kept, place.gather(codes).alias(column.name))


def longest(frame: pl.DataFrame) -> int:
    """Return the bytes of the longest text in a frame of texts."""
    once, plainly = [], []
    for name, dtype in frame.schema.items():
        if isinstance(dtype, pl.Enum):
            once.append(dtype.categories)
        else:
            plainly.append(pl.col(name).str.len_bytes().max())
    found = [*frame.select(plainly).row(0)] if plainly else []
    if once:
        found.append(pl.concat(once).str.len_bytes().max())
    return max((size for size in found if size is not None), default=0)


def texts(column: pl.Series) -> pl.Series:
    """Return a column as plain texts."""
    if not isinstance(column.dtype, pl.Enum):
        return column
    held, numbers = distinct(column)
    # A fifth of what a cast costs.
    return held[numbers].alias(column.name)


def plain(frame: pl.DataFrame) -> pl.DataFrame:
    """Return a frame whose coded columns are plain texts, to be put together with others."""
    return frame.with_columns(pl.col(name).cast(pl.String) for name, dtype in frame.schema.items() if dtype == pl.Enum)
