"""Parquet: typed columns, turned into the texts that the same cells have in a CSV file."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import polars as pl

from tenball_stats.log.columns import heading
from tenball_stats.log.problems import LogRefused, Problem
from tenball_stats.log.readers.table import Raw
from tenball_stats.log.sources import Limits, Source, too_large, too_wide

if TYPE_CHECKING:
    import pyarrow as pa
    import pyarrow.parquet as pq


def read(source: Source, limits: Limits) -> Raw:
    """Read a Parquet file; row 1 counts as line 2, as if a header stood above. Raises `LogRefused`."""
    import pyarrow as pa

    file = opened(pa.BufferReader(source.data), source.file, limits)
    return raw_of(rows_of(file, source.file, limits), source.file, limits)


def opened(data: "pa.NativeFile", name: str, limits: Limits) -> "pq.ParquetFile":
    """Open a Parquet file that is called `name` in messages. Raises `LogRefused`.

    Read by Arrow, which checks what it reads: on a damaged file Polars' own reader can panic in one of its threads.
    """
    import pyarrow.parquet as pq

    try:
        file = pq.ParquetFile(data, page_checksum_verification=True)
    except Exception as error:  # noqa: BLE001 - a damaged file makes the reader raise many kinds
        raise _damaged(name, error) from None
    if file.metadata.num_columns > limits.columns:
        raise LogRefused([too_wide(name, 1, file.metadata.num_columns, limits)])
    return file


def rows_of(
    file: "pq.ParquetFile",
    name: str,
    limits: Limits,
    *,
    groups: Sequence[int] | None = None,
    columns: Sequence[str] | None = None,
) -> "pa.Table":
    """Return rows of an open file: all, or of some row groups; all columns, or some. Raises `LogRefused`."""
    import pyarrow as pa

    batches = list(batches_of(file, name, limits, groups=groups, columns=columns))
    if not batches:
        empty = file.schema_arrow.empty_table()
        return empty if columns is None else empty.select(list(columns))
    return pa.Table.from_batches(batches)


def batches_of(
    file: "pq.ParquetFile",
    name: str,
    limits: Limits,
    *,
    groups: Sequence[int] | None = None,
    columns: Sequence[str] | None = None,
) -> "Iterator[pa.RecordBatch]":
    """Give the rows that `rows_of` returns, some at a time. Raises `LogRefused`."""
    left = limits.unpacked
    try:
        # What the file says of its size may be a lie, and a value that repeats takes no room in it: bytes are counted.
        for batch in file.iter_batches(row_groups=groups, columns=columns):
            left -= batch.nbytes
            if left < 0:
                raise LogRefused([too_large(name, limits)])
            batch.validate(full=True)  # texts that are not UTF-8 among others
            yield batch
    except LogRefused:
        raise
    except Exception as error:  # noqa: BLE001 - as above
        raise _damaged(name, error) from None


def raw_of(table: "pa.Table | pa.RecordBatch", name: str, limits: Limits, first_line: int = 2) -> Raw:
    """Return rows as the texts that they are in a CSV file, the first of them on this line. Raises `LogRefused`."""
    try:
        # Metadata says nothing that a log needs, and Polars panics where its bytes are no text.
        frame = pl.DataFrame(pl.from_arrow(table.replace_schema_metadata()))
    except Exception as error:  # noqa: BLE001 - as above
        raise _damaged(name, error) from None
    problems: list[Problem] = []
    columns: list[pl.Series] = []
    for place, series in enumerate(frame.get_columns()):
        shown = texts_of(series)
        if shown is None:
            expected = "a column of texts, numbers, booleans, dates or lists of these"
            problems.append(Problem(name, None, series.name, str(series.dtype), expected))
        elif shown.dtype == pl.String and _unfit(shown, limits).any():
            row = int(_unfit(shown, limits).arg_max() or 0) + first_line
            expected = f"a text of at most {limits.cell:,} characters"
            problems.append(Problem(name, row, series.name, None, expected, limits.advice("cell")))
        else:
            columns.append(shown.alias(f"c{place}"))
    if problems:
        raise LogRefused(problems)
    line = pl.Series("line", range(first_line, frame.height + first_line), dtype=pl.UInt32)
    return Raw(name, frame.columns, pl.DataFrame([*columns, line]))


def _damaged(name: str, error: Exception) -> LogRefused:
    reason = str(error).strip().split("\n")[0][:200]
    return LogRefused([Problem(name, hint=f"the Parquet file cannot be read ({reason})")])


def _unfit(texts: pl.Series, limits: Limits) -> pl.Series:
    return ((texts.str.len_chars() > limits.cell) | texts.str.contains("\x00", literal=True)).fill_null(value=False)


def texts_of(series: pl.Series) -> pl.Series | None:
    """Return a column as the texts that its values are in a CSV file; None for a type that a log cannot hold."""
    dtype = series.dtype
    if dtype == pl.String:
        return series
    if dtype == pl.Boolean:
        return (
            series.to_frame("v").select(pl.when("v").then(pl.lit("y")).when(~pl.col("v")).then(pl.lit("n"))).to_series()
        )
    if dtype.is_float():
        return _floats(series)
    if dtype.is_numeric() or dtype in (pl.Categorical, pl.Enum, pl.Date, pl.Null):
        return series.cast(pl.String)
    if isinstance(dtype, pl.Datetime):
        shown = series.dt.to_string("iso:strict").str.replace(r"\.0+([-+Z]|$)", "$1")
        return shown.str.replace("T00:00:00$", "")
    if isinstance(dtype, pl.Time):
        return series.dt.to_string("iso")
    if isinstance(dtype, pl.Duration):
        return _floats(series.dt.total_microseconds().cast(pl.Float64) / 1e6)
    if isinstance(dtype, pl.List | pl.Array) and isinstance(dtype.inner, pl.DataType):
        inner = texts_of(pl.Series([], dtype=dtype.inner))
        if inner is None or isinstance(dtype.inner, pl.List | pl.Array):
            return None
        exploded = series.to_frame("v").with_row_index("n").explode("v").drop_nulls("v")
        texts = texts_of(exploded["v"])
        if texts is None:
            return None
        between = "|" if heading(series.name) == "players" else " "
        joined = pl.DataFrame({"n": exploded["n"], "v": texts}).group_by("n").agg(pl.col("v").str.join(between))
        every = pl.DataFrame({"n": pl.int_range(series.len(), eager=True, dtype=pl.UInt32)})
        return every.join(joined, on="n", how="left", maintain_order="left")["v"]
    return None


def _floats(series: pl.Series) -> pl.Series:
    """Whole numbers lose their point, as they are written in a CSV file."""
    value = pl.col("v").cast(pl.Float64)
    whole = (value == value.floor()) & (value.abs() < 1e15)
    return (
        series.fill_nan(None)
        .to_frame("v")
        .select(
            pl.when(whole)
            .then(value.cast(pl.Int64, strict=False).cast(pl.String))
            .otherwise(pl.col("v").cast(pl.String))
        )
        .to_series()
    )
