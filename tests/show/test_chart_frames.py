"""What the charts are given: answers of statistics as frames, and the attempts at lags."""

from datetime import date
from pathlib import Path

import polars as pl
import pytest
from fresh import fresh

from tenball_stats.log import read_logs
from tenball_stats.rules import load_edition
from tenball_stats.show import charts
from tenball_stats.show.charts.frames import PARTS, SHARES
from tenball_stats.stats.catalogue import NAMES, statistic
from tenball_stats.stats.query import Filters, ask
from tenball_stats.store import Database
from tenball_stats.store.ingest import ingest

DATA = Path(__file__).parents[2] / "data"


@pytest.fixture(scope="module")
def example() -> Database:
    database = fresh()
    ingest(database, read_logs([DATA / "example.csv"]))
    return database


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("by", [(), ("player",), ("player", "event")], ids=str)
def test_an_answer_becomes_a_frame_with_a_column_for_each_field(
    example: Database, name: str, by: tuple[str, ...]
) -> None:
    answer = ask(example, statistic(name), by=by)
    frame = charts.frame_of(answer)
    assert frame.columns == list(answer.rows[0])
    assert frame.height == len(answer.rows)


def test_columns_have_the_same_types_whatever_was_counted(example: Database) -> None:
    nobody = ask(example, statistic("breaks"), Filters(event="Invented example"), by=("venue", "player"))
    some = charts.frame_of(nobody)
    none = charts.frame_of(type(nobody)(**{**vars(nobody), "rows": []}))
    assert none.schema == some.schema
    assert some.schema["success_rate_low"] == pl.Float64
    assert some.schema["packages"] == PARTS


def test_what_is_counted_by_value_comes_with_the_most_frequent_first(example: Database) -> None:
    answer = ask(example, statistic("fouls"))
    answer.rows[0]["by_code"] = {"scratch": 1, "ball_off": 1, "wrong_ball": 4}
    assert charts.frame_of(answer)["by_code"].to_list() == [
        [{"value": "wrong_ball", "rows": 4}, {"value": "ball_off", "rows": 1}, {"value": "scratch", "rows": 1}]
    ]


def test_a_rate_by_value_is_a_list_with_part_and_whole(example: Database) -> None:
    answer = ask(example, statistic("fouls"))
    share = {"part": 1, "of": 2, "rate": 0.5, "low": 0.09, "high": 0.91}
    answer.rows[0]["by_balls_left"] = {10: share}
    frame = charts.frame_of(answer)
    assert frame.schema["by_balls_left"] == SHARES
    assert frame["by_balls_left"].to_list() == [[{"value": "10"} | share]]


def test_a_rate_of_nothing_is_missing_and_not_zero(example: Database) -> None:
    carla = charts.frame_of(ask(example, statistic("breaks"), by=("player",))).filter(player="Carla")
    assert (carla["won_after_dry_rate"].item(), carla["won_after_dry_rate_n"].item()) == (None, 0)


ATTEMPTS = [
    ("example-1", 1, "Ana", None, ["crossed"], "repeated"),
    ("example-1", 1, "Bruno", None, ["jaw"], "repeated"),
    ("example-1", 2, "Ana", 21.0, [], "lost"),
    ("example-1", 2, "Bruno", 9.5, [], "won"),
    ("example-2", 1, "Ana", 15.0, [], "lost"),
    ("example-2", 1, "Carla", 6.5, [], "won"),
    ("example-3", 1, "Bruno", 11.0, [], "won"),
    ("example-3", 1, "Carla", 18.0, [], "lost"),
]


def attempts(database: Database, **asked: object) -> list[tuple[object, ...]]:
    answer = ask(database, statistic("lags"), Filters(**asked), by=("player",))  # type: ignore[arg-type]
    return charts.lag_attempts(database, answer).rows()


def test_each_attempt_at_a_lag_with_what_came_of_it(example: Database) -> None:
    assert attempts(example) == ATTEMPTS


def test_the_filters_of_the_answer_hold_for_the_attempts(example: Database) -> None:
    assert attempts(example, player="Ana") == [row for row in ATTEMPTS if row[2] == "Ana"]
    assert attempts(example, player="Carla", opponent="Bruno") == ATTEMPTS[7:]
    assert attempts(example, since=date(2026, 3, 8), until=date(2026, 3, 8)) == ATTEMPTS[4:6]
    assert attempts(example, event="Invented example", editions=("es",)) == ATTEMPTS


def test_without_a_winner_an_attempt_is_neither_won_nor_lost(tmp_path: Path) -> None:
    log = tmp_path / "lag.csv"
    log.write_text("match,rack,player,kind,lag_cm\nm,,Ana,lag,10\nm,,Bo,lag,12\n")
    database = fresh()
    ingest(database, read_logs([log]), [load_edition("es")])
    assert [row[-1] for row in attempts(database)] == [None, None]
