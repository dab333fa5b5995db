"""Cells that a spreadsheet would run: guarded in CSV, the same again when they are read."""

from pathlib import Path

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st
from logs import rack_of_two, write_csv

from tenball_stats.log import read_logs
from tenball_stats.log.guard import guard, guarded, may_be_guarded, unguard, unguarded

FORMULAS = [
    "=1+1",
    "+1+1",
    "-1+1",
    "@SUM(1)",
    "=cmd|' /C calc'!A0",
    "\t=1",
    "＝1+1",
    "-x",
    "+",
    "=",
    "--",
    "'=1",
    "''@a",
]
HARMLESS = ["-", "-1", "+1.5", "-.5", "-1,5", "-1e-7", "4@fr", "'", "'abc", "Ann", "", "1=1", "~4@fr", "3-2", "'5"]


@pytest.mark.parametrize("text", FORMULAS)
def test_a_formula_gets_one_apostrophe(text: str) -> None:
    assert guarded(text) == "'" + text
    assert unguarded("'" + text) == text
    frame = pl.DataFrame({"a": [text, None, "x"]})
    assert guard(frame)["a"].to_list() == ["'" + text, None, "x"]
    assert unguard(guard(frame)).equals(frame)
    assert may_be_guarded(("x\n'" + text.lstrip("'")).encode())


@pytest.mark.parametrize("text", HARMLESS)
def test_what_is_no_formula_stays(text: str) -> None:
    assert guarded(text) == text == unguarded(text)
    frame = pl.DataFrame({"a": [text]})
    assert guard(frame).equals(frame)
    assert unguard(frame).equals(frame)


@given(st.lists(st.text("'=+-@\t\r\n ax1.,e＝", max_size=6), max_size=8))
def test_whatever_was_guarded_comes_back_and_nothing_guarded_begins_with_a_formula(texts: list[str]) -> None:
    frame = pl.DataFrame({"a": texts}, schema={"a": pl.String})
    safe = guard(frame)
    assert unguard(safe).equals(frame)
    assert safe["a"].to_list() == [guarded(text) for text in texts]
    for text in safe["a"]:
        assert guarded(text) == text or text.startswith("'")


def test_headings_are_texts_too() -> None:
    assert guard(pl.DataFrame({"=1+1": [1], "b": ["x"]})).columns == ["'=1+1", "b"]


def test_a_guarded_log_reads_as_the_log_that_was_guarded(tmp_path: Path) -> None:
    rows = [{**row, "player": row["player"].replace("Ann", "=Ann()"), "note": "-x"} for row in rack_of_two()]
    rows[0]["players"] = "=Ann()|Bo"
    plain = write_csv(tmp_path / "plain.csv", rows)
    safe = tmp_path / "safe.csv"
    guard(pl.read_csv(plain, infer_schema=False).with_columns(pl.lit("@x").alias("=cloth"))).write_csv(safe)
    assert "'=Ann()" in safe.read_text(encoding="utf-8")
    one, other = read_logs([plain]), read_logs([safe])
    assert other.events.equals(one.events)
    assert other.matches["players"].to_list() == [["=Ann()", "Bo"]]
    assert other.aside["column"].unique().to_list() == ["=cloth"]
    assert other.aside["value"].unique().to_list() == ["@x"]
