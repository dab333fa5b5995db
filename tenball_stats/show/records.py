"""Records for other programs: a frame as JSON Lines, CSV or Parquet, one record a row."""

import sys
from pathlib import Path
from typing import BinaryIO

import polars as pl

from tenball_stats.errors import TenballError
from tenball_stats.log.guard import guard

FORMATS = ("jsonl", "csv", "parquet")


class OutputError(TenballError):
    """A result that cannot be written where it was asked for."""


def write_records(frame: pl.DataFrame, form: str, target: Path | None = None) -> None:
    """Write a frame.

    Args:
        frame: the records; lists stay lists in JSON Lines and Parquet, and are joined by spaces in CSV, where no text
            is left that a spreadsheet would run.
        form: one of `FORMATS`.
        target: a file; None for standard output.

    Raises:
        OutputError: the file cannot be written, or Parquet would go to a terminal.
    """
    if target is not None:
        try:
            with target.open("wb") as out:
                _write(frame, form, out)
        except OSError as error:
            raise OutputError(f"{target}: cannot be written ({error.strerror or error})") from None
        return
    if form == "parquet" and sys.stdout.isatty():
        raise OutputError("Parquet is not for a terminal: give a file with --output, or send the output to one")
    _write(frame, form, sys.stdout.buffer)
    sys.stdout.buffer.flush()


def _write(frame: pl.DataFrame, form: str, out: BinaryIO) -> None:
    if form == "jsonl":
        # Written first to memory: a reader that leaves early shall meet a broken pipe here, not inside Polars.
        out.write(frame.write_ndjson().encode())
    elif form == "csv":
        lists = [name for name, dtype in frame.schema.items() if isinstance(dtype, pl.List)]
        flat = frame.with_columns(pl.col(lists).cast(pl.List(pl.String)).list.join(" ")) if lists else frame
        out.write(guard(flat).write_csv().encode())
    else:
        frame.write_parquet(out)
