"""Logs from what is in memory: the bytes of files that were read before, and frames of texts."""

from collections.abc import Mapping, Sequence
from typing import Any

import polars as pl

from tenball_stats.log.files import Tables
from tenball_stats.log.log import Log, log_of
from tenball_stats.log.problems import LogRefused
from tenball_stats.log.readers import Options, read_raw
from tenball_stats.log.readers.table import Raw, shape
from tenball_stats.log.said import options_of
from tenball_stats.log.sources import Source


def read_again(sources: Sequence[Source], told: Mapping[str, Any]) -> Log:
    """Read files that were read before; what is not sound in them is left out.

    Args:
        sources: the files.
        told: `Log.read_with` of that time.
    """
    options = options_of(told)
    tables = Tables()
    for source in sources:
        try:
            tables.tables += [(shape(raw, options.mapping), source) for raw in read_raw(source, options)]
        except LogRefused as error:
            tables.refused += error.problems
    return log_of(tables, options, keep_going=True, max_problems=1)


def read_texts(frame: pl.DataFrame, file: str) -> Log:
    """Read a log from a frame of texts, one column for each of the log's; row n, counted from 0, is line n + 2.

    Args:
        frame: the cells; null is blank.
        file: what problems name.

    Raises:
        LogRefused: it does not hold a sound log.
    """
    names = {name: f"c{place}" for place, name in enumerate(frame.columns)}
    cells = frame.rename(names).select(pl.int_range(2, pl.len() + 2, dtype=pl.UInt32).alias("line"), pl.all())
    source = Source(file, "texts", b"", "")
    table = shape(Raw(file, frame.columns, cells.with_columns(pl.col(names.values()).fill_null(""))))
    return log_of(Tables([(table, source)]), Options())
