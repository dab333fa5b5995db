"""Tables as files for other programs: CSV, JSON Lines, Parquet, Excel; whole or not at all."""

import os
import tempfile
from pathlib import Path

import polars as pl

from tenball_stats.log.guard import guard
from tenball_stats.show.records import OutputError

SUFFIXES = {".csv": "csv", ".jsonl": "jsonl", ".ndjson": "jsonl", ".parquet": "parquet", ".xlsx": "xlsx"}
"""Suffix of a file to the form that is written."""

FORMS = ("csv", "jsonl", "parquet", "xlsx")

_MOST_ROWS = 1_048_575
_MOST_CHARACTERS = 32_767


def form_of(target: Path, form: str | None) -> str:
    """Return the form to write a file in: the one asked for, else the one that its name ends in.

    Raises:
        OutputError: neither says.
    """
    found = form or SUFFIXES.get(target.suffix.lower())
    if found is None:
        raise OutputError(f"{target}: expected a name that ends in {' '.join(SUFFIXES)}; or give --format")
    return found


def write_table(frame: pl.DataFrame, target: Path, form: str, title: str = "Sheet1") -> None:
    """Write a table; a file that is there is replaced in one step, and stays where writing fails.

    Args:
        frame: the table; lists are joined by spaces in CSV and Excel.
        target: the file.
        form: one of `FORMS`.
        title: name of the sheet of a workbook.

    Raises:
        OutputError: the file cannot be written, or a workbook cannot hold the table.
    """
    try:
        target = target.resolve()
        handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
        os.close(handle)
        new = Path(name)
        try:
            _write(frame, new, form, title)
            new.chmod(target.stat().st_mode & 0o777 if target.exists() else 0o666 & ~_umask())
            new.replace(target)
        finally:
            new.unlink(missing_ok=True)
    except _TooMuch as error:
        raise OutputError(f"{target}: {error}") from None
    except OSError as error:
        raise OutputError(f"{target}: cannot be written ({error.strerror or error})") from None
    except pl.exceptions.PolarsError as error:
        raise OutputError(f"{target}: cannot be written ({str(error).splitlines()[0]})") from None


def flat(frame: pl.DataFrame) -> pl.DataFrame:
    """Return a table with its lists joined by spaces, for forms that have none."""
    lists = [name for name, dtype in frame.schema.items() if isinstance(dtype, pl.List)]
    return frame.with_columns(pl.col(lists).cast(pl.List(pl.String)).list.join(" ")) if lists else frame


class _TooMuch(Exception):
    """More than a workbook can hold."""


def _write(frame: pl.DataFrame, path: Path, form: str, title: str) -> None:
    match form:
        case "csv":
            guard(flat(frame)).write_csv(path)
        case "jsonl":
            frame.write_ndjson(path)
        case "parquet":
            frame.write_parquet(path)
        case _:
            _write_workbook(flat(frame), path, title)


def _write_workbook(frame: pl.DataFrame, path: Path, title: str) -> None:
    """Write a workbook: texts as texts whatever they begin with, numbers as numbers."""
    import xlsxwriter

    if frame.height > _MOST_ROWS:
        raise _TooMuch(f"Excel holds {_MOST_ROWS:,} rows below the heading, and these are {frame.height:,}")
    for name, dtype in frame.schema.items():
        if dtype == pl.String and (frame[name].str.len_chars().max() or 0) > _MOST_CHARACTERS:  # type: ignore[operator]
            raise _TooMuch(f"a cell of Excel holds {_MOST_CHARACTERS:,} characters; column {name} has more")
    plain = {
        "strings_to_formulas": False,
        "strings_to_urls": False,
        "strings_to_numbers": False,
        "nan_inf_to_errors": True,
    }
    with xlsxwriter.Workbook(str(path), {**plain, "constant_memory": True}) as book:
        page = book.add_worksheet(title[:31])
        page.freeze_panes(1, 0)
        for place, name in enumerate(frame.columns):
            page.write_string(0, place, name)
        for number, row in enumerate(frame.iter_rows(), start=1):
            for place, value in enumerate(row):
                if isinstance(value, bool):
                    page.write_boolean(number, place, value)
                elif isinstance(value, int | float):
                    page.write_number(number, place, value)
                elif value is not None:
                    page.write_string(number, place, str(value))


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
