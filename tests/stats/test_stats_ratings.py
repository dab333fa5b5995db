"""Ratings: the published chances, races worked out by hand, and ratings fitted to results."""

import csv
import io
import json
import math
from pathlib import Path

import numpy as np
import pytest

from tenball_stats.stats.ratings import (
    Race,
    RatingRefused,
    _fitted,
    fair_races,
    fit_ratings,
    race_chance,
    rack_chance,
)

DATA = Path(__file__).parents[2] / "data"


def test_the_published_chances() -> None:
    weaker = rack_chance(500, 539)
    assert round(100 * race_chance(weaker, Race(21, 21)), 1) == 19.2
    assert round(100 * race_chance(weaker, Race(21, 21, 5, 4)), 1) == 27.7
    assert round(100 * race_chance(rack_chance(527, 500), Race(11, 11)), 1) == 66.8


def test_a_rack() -> None:
    assert (rack_chance(500, 500), rack_chance(600, 500)) == (0.5, pytest.approx(2 / 3))
    assert rack_chance(500, 700) == pytest.approx(1 / 5)
    assert rack_chance(431, 577) + rack_chance(577, 431) == pytest.approx(1)


@pytest.mark.parametrize(
    ("rack", "race", "chance"),
    [
        (0.6, Race(1, 1), 0.6),
        # Two to win: both first racks, or two of three with the last one won.
        (0.6, Race(2, 2), 0.36 + 2 * 0.6 * 0.4 * 0.6),
        (0.5, Race(9, 9), 0.5),
        # The other needs one: all racks have to be won.
        (0.6, Race(3, 1), 0.6**3),
        (0.6, Race(9, 7, 8, 6), 0.6),
        (0.6, Race(9, 9, 8, 7), 1 - 0.4**2),
        (0.6, Race(3, 3, 3, 1), 1.0),
        (0.6, Race(3, 3, 0, 3), 0.0),
        (0.0, Race(3, 3), 0.0),
        (1.0, Race(3, 3), 1.0),
    ],
)
def test_a_race(rack: float, race: Race, chance: float) -> None:
    assert race_chance(rack, race) == pytest.approx(chance)
    mirrored = Race(race.other_to, race.to, race.other_won, race.won)
    assert race_chance(1 - rack, mirrored) == pytest.approx(1 - chance)


def test_a_race_is_what_playing_it_often_gives() -> None:
    drawn = np.random.default_rng(5).random((20_000, 15)) < 0.55

    def when(won: np.ndarray, needed: int) -> np.ndarray:
        """The rack with which somebody has won as many as he needs; after all of them where he never does."""
        reached = np.cumsum(won, axis=1) >= needed
        return np.where(reached.any(axis=1), reached.argmax(axis=1), won.shape[1])

    first = when(drawn, 9) < when(~drawn, 7)
    assert race_chance(0.55, Race(9, 7)) == pytest.approx(first.mean(), abs=0.01)


def test_a_fair_handicap() -> None:
    # 100 points: two racks in three. To 5 racks the other gets the nearest to an even chance with a race to 3 or 2.
    rack = rack_chance(600, 500)
    best = fair_races(rack, 5)
    assert [race[:2] for race in best] == [(5, 3), (5, 2), (5, 4)]
    assert all(chance == race_chance(rack, Race(one, other)) for one, other, chance in best)
    assert [race[:2] for race in fair_races(1 - rack, 5)] == [(3, 5), (2, 5), (4, 5)]
    assert fair_races(0.5, 7)[0] == (7, 7, pytest.approx(0.5))


@pytest.mark.parametrize(
    ("to", "said"),
    [((0, 5), "at least one rack"), ((5, 5, -1, 0), "fewer than no racks"), ((3, 3, 3, 3), "both have won")],
)
def test_races_that_cannot_be(to: tuple[int, ...], said: str) -> None:
    with pytest.raises(RatingRefused, match=said):
        Race(*to)


# Fitted ---------------------------------------------------------------------------------------------------------------


def test_two_players_are_as_far_apart_as_their_racks_say() -> None:
    # 60 racks to 30 are odds of two to one: 100 points, but for the tenth of a rack added to both.
    found = _fitted([("A", "B", 40, 20), ("B", "A", 10, 20)], [])
    gap = found.players[0].rating - found.players[1].rating
    assert gap == pytest.approx(100 * math.log2(60.1 / 30.1), abs=0.3)
    assert found.players[0].rating + found.players[1].rating == pytest.approx(1000)
    best = found.players[0]
    assert (best.player, best.matches, best.racks, best.won) == ("A", 2, 90, 60)
    assert (best.low, best.high) == (None, None)
    often = _fitted([("A", "B", 8, 4)] * 3 + [("B", "A", 5, 7)] * 2, []).players[0]
    assert often.low < often.rating < often.high


def test_a_player_without_a_defeat_has_a_rating() -> None:
    found = _fitted([("A", "B", 5, 0), ("A", "C", 5, 0), ("B", "C", 5, 3)], [])
    assert [one.player for one in found.players] == ["A", "B", "C"]
    assert all(math.isfinite(one.rating) for one in found.players)


def test_players_who_never_met_are_in_groups() -> None:
    found = _fitted([("A", "B", 5, 3), ("C", "D", 5, 3), ("B", "E", 1, 2)], [])
    groups = {one.player: one.group for one in found.players}
    assert groups["A"] == groups["B"] == groups["E"] != groups["C"] == groups["D"]
    assert found.groups == 2
    assert "2 groups of players who never met" in found.notices[0]


def test_the_truth_is_found_again() -> None:
    drawn = np.random.default_rng(3)
    true = {name: 500 + 30 * number for number, name in enumerate("ABCDEFGH", start=-4)}
    matches = []
    for _ in range(150):
        one, other = drawn.choice(list(true), 2, replace=False)
        won = int(drawn.binomial(13, rack_chance(true[one], true[other])))
        matches.append((str(one), str(other), won, 13 - won))
    found = {one.player: one for one in _fitted(matches, []).players}
    middle = sum(true.values()) / len(true)
    inside = [found[name].low <= rating - middle + 500 <= found[name].high for name, rating in true.items()]
    assert sum(inside) >= 7
    assert all(abs(found[name].rating - (rating - middle + 500)) < 40 for name, rating in true.items())


def test_ratings_of_stored_matches(stored) -> None:
    database = stored(DATA / "real-2015.csv")
    found = fit_ratings(database)
    racks = {one.player: (one.won, one.racks, one.matches) for one in found.players}
    # 7-9, 4-7 and 8-5.
    assert racks == {
        "Hohmann": (7, 16, 1),
        "Van Boening": (17, 29, 2),
        "Dechaine": (5, 13, 1),
        "Roberts": (4, 11, 1),
        "Shaw": (7, 11, 1),
    }


def test_matches_of_three_are_left_out_and_named(stored) -> None:
    log = "match,players,edition,rack,player,kind,winner\nm,A|B|C,pl,1,A,break,A\nn,A|B,pl,1,A,break,B\n"
    found = fit_ratings(stored(log))
    assert ([one.player for one in found.players], found.matches) == (["B", "A"], 1)
    assert found.notices == ["1 match of three players or without a rack won is left out"]


# On the command line --------------------------------------------------------------------------------------------------


def test_fit_prints_a_table_json_or_csv(run_tenball) -> None:
    asked = ("ratings", "fit", DATA / "physics.csv", "--edition", "pl")
    table, said = run_tenball(*asked), json.loads(run_tenball(*asked, "--format", "json").out)
    assert "Ratings from 63 matches of two players\n" in table.out
    assert said["players"][0]["player"].startswith("Pro")
    rows = list(csv.DictReader(io.StringIO(run_tenball(*asked, "--format", "csv").out)))
    assert [row["player"] for row in rows] == [one["player"] for one in said["players"]]


def test_race_by_numbers_and_by_names(run_tenball, tmp_path: Path) -> None:
    assert "19.2 %" in run_tenball("ratings", "race", 500, 539, "--to", 21).out
    said = json.loads(
        run_tenball("ratings", "race", 500, 539, "--to", 21, "--score", "5-4", "--fair", "--format", "json").out
    )
    assert (round(said["race"], 3), said["score"], len(said["fair"])) == (0.277, [5, 4], 3)
    db = tmp_path / "league.duckdb"
    run_tenball("ingest", DATA / "real-2015.csv", "--db", db)
    ran = run_tenball("ratings", "race", "hohmann", "Van Boening", "--to", "9/7", "--fair", "--db", db)
    assert ran.out.startswith("A race to 9/7, ")
    assert "Hohmann" in ran.out
    apart = run_tenball("ratings", "race", "Hohmann", "Shaw", "--to", "9", "--db", db)
    assert "these two never met" in apart.err


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("500", "539", "--to", "many"), "'many' is no number of racks for two players; expected 9 or 9/7"),
        (("500", "539", "--to", "9", "--score", "5"), "expected 5-4"),
        (("500", "539", "--to", "0"), "at least one rack"),
        (("500", "539"), "--to"),
        (("Ann", "539", "--to", "9", "--db", "none.duckdb"), "there is no such database"),
    ],
)
def test_what_cannot_be_worked_out_is_said(run_tenball, tmp_path, monkeypatch, args, said: str) -> None:
    monkeypatch.chdir(tmp_path)
    ran = run_tenball("ratings", "race", *args)
    assert (ran.status, ran.out) == (2, "")
    assert said in ran.err
