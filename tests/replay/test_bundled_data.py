"""The bundled logs replayed: as many strokes and rack ends as are known of them."""

from functools import cache
from pathlib import Path

import polars as pl
import pytest

from tenball_stats.log import Log, read_logs
from tenball_stats.replay import replay

DATA = Path(__file__).parents[2] / "data"


@cache
def log(name: str) -> Log:
    return read_logs([DATA / name])


@cache
def rulings(name: str, edition: str) -> pl.DataFrame:
    return replay(log(name), edition)


@pytest.mark.parametrize("edition", ["pl", "ru", "es"])
def test_the_simulated_league_replays_whole(edition: str) -> None:
    found = rulings("physics.csv", edition)
    assert found.height == 9_878
    assert found["edition"].unique().to_list() == [edition]
    # Every fact is recorded, so that nothing has to be presumed but the warnings that nobody noted.
    presumed = set(found["assumed"].explode().drop_nulls())
    assert presumed <= ({"warnings"} if edition == "es" else set())


@pytest.mark.parametrize("edition", ["pl", "ru", "es"])
def test_balls_are_conserved_in_the_simulated_league(edition: str) -> None:
    found = rulings("physics.csv", edition).with_columns(
        pl.col("on_table").list.len().alias("left"), pl.col("spotted").list.len().alias("back")
    )
    off = log("physics.csv").events["off"].gather(found["event_no"])
    gone = found["balls"] + (off & 0b111_1111_1110).bitwise_count_ones().cast(pl.Int8)
    before = found["before"].bitwise_count_ones().cast(pl.Int64)
    assert (found["left"].cast(pl.Int64) == before - gone + found["back"].cast(pl.Int64)).all()
    assert found["left"].is_between(0, 10).all()


@pytest.mark.parametrize(("edition", "on_the_ten"), [("csi", 40), ("es", 37)])
def test_the_professional_matches_of_2015(edition: str, on_the_ten: int) -> None:
    found = rulings("real-2015.csv", edition)
    assert found.height == 430
    ended = found.filter(pl.col("rack_end").is_not_null())
    assert ended["rack_end"].value_counts().rows() == [("ten", on_the_ten)]
    # Who won by the edition is who was credited.
    credited = ended.filter(pl.col("winner_no") != pl.col("credited_no"))
    assert credited.is_empty()


def test_the_breaks_of_2015() -> None:
    breaks = rulings("real-2015.csv", "csi").filter("is_break")
    fouled = pl.col("fouls").list.len() > 0
    assert breaks.height == 40
    assert breaks.filter(fouled).height == 3
    assert breaks.filter(~fouled & (pl.col("balls") > 0)).height == 26
    assert breaks.filter(~fouled & (pl.col("balls") == 0)).height == 11
    assert breaks.filter(~fouled)["balls"].sum() == 49


def test_the_push_outs_of_2015() -> None:
    pushes = rulings("real-2015.csv", "csi").filter("is_push")
    assert pushes.height == 6
    assert sorted(pushes["decision"].value_counts().rows()) == [("accepted", 2), ("passed", 4)]


def test_the_racks_of_2015_that_the_early_ten_decided() -> None:
    """Where the ten fell early the Spanish text plays on; in one rack the record lacks the 7, which still stood."""
    keys = ["match", "rack"]
    csi, es = (
        rulings("real-2015.csv", name).filter(pl.col("rack_end") == "ten").select(keys) for name in ("csi", "es")
    )
    lost = csi.join(es, on=keys, how="anti")
    assert lost.height == 3
    left = rulings("real-2015.csv", "es").join(lost, on=keys, how="semi").group_by(keys, maintain_order=True).last()
    assert all(len(balls) > 1 and 10 in balls for balls in left["on_table"])
    third = log("real-2015.csv").matches["match"][2]
    assert left.filter((pl.col("match") == third) & (pl.col("rack") == 2))["on_table"].to_list() == [[7, 10]]
