"""The rows of a large CSV table, read by Arrow: a column whose texts repeat comes as distinct texts and numbers.

Polars reads as fast, but gives a text for every cell, and whoever wants to know the distinct ones has to find them
again. Anything out of the ordinary (rows too short or too long, blank lines, bytes that are no UTF-8) is left to the
other ways.
"""

from collections.abc import Sequence

import polars as pl

from tenball_stats.log.coded import coded
from tenball_stats.log.columns import EVENT_COLUMNS, MATCH_COLUMNS, heading

LARGE = 2_000_000
"""Bytes from which on a table is read in this way; Arrow takes a tenth of a second to load."""

_BLOCK = 1 << 20
"""Bytes that are read at a time; distinct texts are found in each block alone, and put together afterwards."""

_VARIOUS = frozenset(
    {"lag_cm", "cue_x", "cue_y", "end_x", "end_y", "speed", "seconds", "layout", "time", "video", "note"}
)
"""Columns in which hardly a text stands twice."""

_REPEATING = frozenset({"match", *MATCH_COLUMNS, *EVENT_COLUMNS}) - _VARIOUS


def read_large(
    data: memoryview, headings: Sequence[str], delimiter: str, *, quoted: bool, is_ascii: bool = False
) -> pl.DataFrame | None:
    """Read rows of texts; None where that takes another reader.

    Args:
        data: the rows, without the header.
        headings: of the columns, as written.
        delimiter: what stands between two cells.
        quoted: cells may stand in double quotes.
        is_ascii: the rows are known to be ASCII; otherwise it is seen to that they are UTF-8.

    Returns:
        A column `c0`, `c1` … for each heading, String or coded, null where a cell is empty.
    """
    import pyarrow as pa
    from pyarrow import csv

    names = [f"c{i}" for i in range(len(headings))]
    repeating = pa.dictionary(pa.int32(), pa.string())
    types = {
        name: repeating if heading(written) in _REPEATING else pa.string()
        for name, written in zip(names, headings, strict=True)
    }
    try:
        table = csv.read_csv(
            pa.BufferReader(pa.py_buffer(data)),
            csv.ReadOptions(column_names=names, block_size=_BLOCK, use_threads=False),
            csv.ParseOptions(delimiter=delimiter, quote_char='"' if quoted else False, ignore_empty_lines=False),
            csv.ConvertOptions(column_types=types, null_values=[""], strings_can_be_null=True, check_utf8=not is_ascii),
        ).unify_dictionaries()
    except pa.ArrowInvalid:
        return None
    texts: dict[str, pl.Series] = {}
    columns = [_series(name, column, texts) for name, column in zip(names, table.columns, strict=True)]
    return pl.DataFrame(columns).with_columns(coded(held, pl.col(name)) for name, held in texts.items())


def _series(name: str, column: "pa.ChunkedArray", texts: dict[str, pl.Series]) -> pl.Series:  # type: ignore[name-defined]  # noqa: F821
    """Return a column of Arrow's; of a coded one the numbers, with its texts noted by its name."""
    import pyarrow as pa

    if not pa.types.is_dictionary(column.type):
        return pl.Series(name, column)
    together = column.combine_chunks()
    if not len(together.dictionary):
        return pl.Series(name, [], dtype=pl.String).clear(len(column))
    texts[name] = pl.Series(together.dictionary)
    return pl.Series(name, together.indices)
