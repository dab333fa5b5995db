"""Parquet: typed columns, turned into the texts that the same cells have in a CSV file."""

import polars as pl

from tenball_stats.log.columns import heading
from tenball_stats.log.problems import LogRefused, Problem
from tenball_stats.log.readers.table import Raw
from tenball_stats.log.sources import Limits, Source, too_large, too_wide


def read(source: Source, limits: Limits) -> Raw:
    """Read a Parquet file; row 1 counts as line 2, as if a header stood above. Raises `LogRefused`.

    Read by Arrow, which checks what it reads: on a damaged file Polars' own reader can panic in one of its threads.
    """
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        file = pq.ParquetFile(pa.BufferReader(source.data), page_checksum_verification=True)
        if file.metadata.num_columns > limits.columns:
            raise LogRefused([too_wide(source.file, 1, file.metadata.num_columns, limits)])
        batches = []
        left = limits.unpacked
        # What the file says of its size may be a lie, and a value that repeats takes no room in it: bytes are counted.
        for batch in file.iter_batches():
            left -= batch.nbytes
            if left < 0:
                raise LogRefused([too_large(source.file, limits)])
            batches.append(batch)
        table = pa.Table.from_batches(batches, file.schema_arrow)
        table.validate(full=True)  # texts that are not UTF-8 among others
        frame = pl.DataFrame(pl.from_arrow(table))
    except LogRefused:
        raise
    except Exception as error:  # noqa: BLE001 - a damaged file makes the reader raise many kinds
        reason = str(error).strip().split("\n")[0][:200]
        raise LogRefused([Problem(source.file, hint=f"the Parquet file cannot be read ({reason})")]) from None
    problems: list[Problem] = []
    columns: list[pl.Series] = []
    for place, series in enumerate(frame.get_columns()):
        shown = _texts(series)
        if shown is None:
            expected = "a column of texts, numbers, booleans, dates or lists of these"
            problems.append(Problem(source.file, None, series.name, str(series.dtype), expected))
        elif shown.dtype == pl.String and _unfit(shown, limits).any():
            row = int(_unfit(shown, limits).arg_max() or 0) + 2
            expected = f"a text of at most {limits.cell:,} characters"
            problems.append(Problem(source.file, row, series.name, None, expected, limits.advice("cell")))
        else:
            columns.append(shown.alias(f"c{place}"))
    if problems:
        raise LogRefused(problems)
    line = pl.Series("line", range(2, frame.height + 2), dtype=pl.UInt32)
    return Raw(source.file, frame.columns, pl.DataFrame([*columns, line]))


def _unfit(texts: pl.Series, limits: Limits) -> pl.Series:
    return ((texts.str.len_chars() > limits.cell) | texts.str.contains("\x00", literal=True)).fill_null(value=False)


def _texts(series: pl.Series) -> pl.Series | None:
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
        inner = _texts(pl.Series([], dtype=dtype.inner))
        if inner is None or isinstance(dtype.inner, pl.List | pl.Array):
            return None
        exploded = series.to_frame("v").with_row_index("n").explode("v").drop_nulls("v")
        texts = _texts(exploded["v"])
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
