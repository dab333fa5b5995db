"""Texts that a spreadsheet would run as a formula, kept from it in CSV, and taken back when it is read.

A cell of a log is data from a stranger. Excel and its like take a CSV cell that begins with `=`, `+`, `-`, `@`, a tab
or a line end for a formula, quoted or not. Written out, such a cell gets an apostrophe before it, which they show and
run nothing; read, it loses it again. Numbers and a single `-` are no formulas and stay as they are.
"""

import re
from collections.abc import Mapping
from typing import Any

import polars as pl

_FORMULA = r"^'*[=+\-@\t\r\n＝＋－＠]"
_HARMLESS = r"^'*-$|^'*[+-]?(?:\d+(?:[.,]\d*)?|[.,]\d+)(?:[eE][+-]?\d+)?$"
_GUARDED = re.compile(rb"'[=+\-@\t\r\n\xef]")


def guarded(text: str) -> str:
    """Return a text as a CSV cell that no spreadsheet runs."""
    return "'" + text if _is_formula(text) else text


def guarded_row(row: Mapping[str, Any]) -> dict[str, Any]:
    """Return a row of a CSV file whose texts no spreadsheet runs."""
    return {name: guarded(value) if isinstance(value, str) else value for name, value in row.items()}


def unguarded(text: str) -> str:
    """Return what was guarded."""
    return text[1:] if text.startswith("'") and _is_formula(text) else text


def guard(frame: pl.DataFrame) -> pl.DataFrame:
    """Return a frame whose texts can be written as CSV that no spreadsheet runs; headings too."""
    texts = [name for name, dtype in frame.schema.items() if dtype == pl.String]
    risky = [name for name in texts if frame[name].str.contains(_FORMULA).any()]
    frame = frame.with_columns(
        pl.when(_formulas(name)).then(pl.lit("'") + pl.col(name)).otherwise(pl.col(name)).alias(name) for name in risky
    )
    return frame.rename(guarded)


def unguard(frame: pl.DataFrame) -> pl.DataFrame:
    """Return the texts that were guarded."""
    texts = [name for name, dtype in frame.schema.items() if dtype == pl.String]
    marked = [name for name in texts if frame[name].str.starts_with("'").any()]
    return frame.with_columns(
        pl.when(pl.col(name).str.starts_with("'") & _formulas(name))
        .then(pl.col(name).str.slice(1))
        .otherwise(pl.col(name))
        .alias(name)
        for name in marked
    )


def may_be_guarded(data: bytes) -> bool:
    """Whether there can be a guarded cell in a file; a quick look."""
    return b"'" in data and _GUARDED.search(data) is not None


def _is_formula(text: str) -> bool:
    return re.match(_FORMULA, text) is not None and re.match(_HARMLESS, text) is None


def _formulas(column: str) -> pl.Expr:
    text = pl.col(column).str
    return text.contains(_FORMULA) & ~text.contains(_HARMLESS)
