"""A log out of the database is the log that went in."""

from pathlib import Path

import polars as pl
import pytest
from fresh import fresh
from logs import write_csv
from polars.testing import assert_frame_equal
from random_racks import matches, table

from tenball_stats import terms
from tenball_stats.log import Log, read_logs
from tenball_stats.log.again import read_texts
from tenball_stats.log.texts import log_texts
from tenball_stats.rules import load_edition
from tenball_stats.store import Database, StoreRefused
from tenball_stats.store.ingest import ingest
from tenball_stats.store.reading import stored_log

DATA = Path(__file__).parents[2] / "data"
LAG = pl.col("kind") == terms.KIND_CODE["lag"]


def round_trip(log: Log) -> None:
    with fresh() as database:
        ingest(database, log, [load_edition("es")])
        stored = stored_log(database)
    assert_frame_equal(stored.matches, log.matches)
    texts = [name for name in log.events.columns if name.endswith("_text") and name != "acts_text"]
    # What stands on a lag in columns that say nothing about lags is not kept.
    expected = log.events.with_columns(pl.when(~LAG).then(pl.col(name)).alias(name) for name in texts)
    assert_frame_equal(stored.events, expected)
    assert_frame_equal(stored.sources, log.sources)
    # Written out as texts and read again it is the same still.
    place = ["file_no", "line", "out_of_order", "shot_logged"]
    assert_frame_equal(read_texts(log_texts(stored), "x").events.drop(place), expected.drop(place))


@pytest.mark.parametrize("name", ["example", "real-2015", "physics"])
def test_bundled_logs(name: str) -> None:
    round_trip(read_logs([DATA / f"{name}.csv"]))


@pytest.mark.parametrize("seed", range(4))
def test_random_racks(tmp_path: Path, seed: int) -> None:
    round_trip(read_logs([write_csv(tmp_path / "log.csv", table(matches(seed, 40)))], keep_going=True))


@pytest.fixture
def database() -> Database:
    return fresh()


def test_one_match_alone(database: Database) -> None:
    log = read_logs([DATA / "example.csv"])
    ingest(database, log)
    one = stored_log(database, "example-3")
    assert one.matches["match"].to_list() == ["example-3"]
    assert one.events["match_no"].unique().to_list() == [0]
    with pytest.raises(StoreRefused, match="holds no match 'example-9'; nearest are example-"):
        stored_log(database, "example-9")


def test_nothing_stored(database: Database) -> None:
    assert stored_log(database).events.height == 0
    with pytest.raises(StoreRefused, match="holds no matches yet"):
        stored_log(database, "m")
