"""A log written out as texts reads as the same log."""

from pathlib import Path

import polars as pl
import pytest
from logs import Row, rack_of_two, stroke, write_csv
from polars.testing import assert_frame_equal
from random_racks import matches, table

from tenball_stats.log import Log, read_logs
from tenball_stats.log.again import read_texts
from tenball_stats.log.texts import log_texts

DATA = Path(__file__).parents[2] / "data"
PLACE = ["file_no", "line", "out_of_order", "shot_logged"]


def held(log: Log) -> Log:
    """Write a log out, read it, and hold the one against the other; return what was read."""
    again = read_texts(log_texts(log), "again")
    assert_frame_equal(again.matches.drop("files"), log.matches.drop("files"))
    assert_frame_equal(again.events.drop(PLACE), log.events.drop(PLACE))
    strokes = pl.col("is_stroke")
    assert_frame_equal(
        again.events.filter(strokes).select("shot_logged"), log.events.filter(strokes).select("shot_logged")
    )
    return again


@pytest.mark.parametrize("name", ["example", "real-2015", "physics"])
def test_bundled_logs(name: str) -> None:
    held(read_logs([DATA / f"{name}.csv"]))


@pytest.mark.parametrize("seed", range(6))
def test_random_racks(tmp_path: Path, seed: int) -> None:
    log = read_logs([write_csv(tmp_path / "log.csv", table(matches(seed, 30)))], keep_going=True)
    assert log.matches.height > 5
    held(log)


def test_rows_out_of_order_and_copies(tmp_path: Path) -> None:
    one, two, three, four = rack_of_two()
    log = read_logs([write_csv(tmp_path / "log.csv", [one, three, three, two, four])])
    assert log.events["is_copy"].to_list() == [False, False, False, True, False]
    assert held(log).events["out_of_order"].sum() == 0


def test_whatever_can_stand_in_a_log(tmp_path: Path) -> None:
    rows: list[Row] = [
        {"match": "m", "player": "Ann", "kind": "lag", "lag_cm": "12,50", "acts": "jaw", "players": "Ann|Bo|=Cy()"},
        {"match": "m", "player": "Bo", "kind": "lag", "lag_cm": "1e-7", "winner": "Bo", "date": "2015-07"},
        stroke(1, None, "Bo", "resume", potted="4@fr 5", hand="y", layout="1:0.5/1.25", cue_x="-0.5", cue_y="1"),
        stroke(1, 7, "Bo", "shot", called="~1@fr", first=1, rail="n", potted="?", seconds="1:02", time="19:30"),
        stroke(1, None, "Ann", "push", off="cue 3", spotted="3", acts="touch", ruling="foul touch", race_to="3/2/2"),
        stroke(1, None, "=Cy()", "accept", note='a "note",\nof two lines'),
        stroke(1, None, "=Cy()", "fell", potted="6", seconds="4", spotted="-"),
        stroke(1, None, "=Cy()", "rerack"),
        stroke(1, None, "Bo", "break", first=0, rails=5, past_head=2, rack_layout="1 2 3 4 10 5 6 7 8 9", speed="8.25"),
        stroke(1, None, "Ann", "concede", winner="Bo", score="0-1-0", warnings="recorded", break_format="free"),
        {"match": "m", "player": "Ann", "kind": "forfeit", "table": "7", "recorder": "@me", "event": "+Cup"},
    ]  # fmt: skip
    log = read_logs([write_csv(tmp_path / "log.csv", rows)])
    texts = log_texts(held(log))
    assert texts["lag_cm"].to_list()[:2] == ["12.5", "1e-7"]
    assert texts["race_to"].to_list()[:2] == ["3/2/2", None]
    assert texts["cue_y"].drop_nulls().to_list() == ["1"]
    everywhere = log_texts(log, everywhere=True)
    assert everywhere["date"].to_list() == ["2015-07"] * 11
    assert_frame_equal(read_texts(everywhere, "again").events, read_texts(texts, "again").events)
