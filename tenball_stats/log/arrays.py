"""What numpy worked out, handed to Polars."""

from typing import Any

import numpy as np
import polars as pl

FEW = 5_000
"""So many numbers are handed over one by one in less than a millisecond."""


def column(values: np.ndarray[Any, Any], name: str = "", dtype: type[pl.DataType] | None = None) -> pl.Series:
    """Return an array of whole numbers (int64) or flags as a column.

    Args:
        values: the array.
        name: of the column.
        dtype: of the column; without it Int64 or Boolean.
    """
    if dtype is None:
        dtype = pl.Boolean if values.dtype == np.bool_ else pl.Int64
    # To take an array Polars loads numpy.ma, which takes longer than a match of three hundred strokes is read in.
    return pl.Series(name, values.tolist() if len(values) <= FEW else values, dtype=dtype)
