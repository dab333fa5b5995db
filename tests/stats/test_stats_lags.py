"""Lags: each definition on four matches whose figures were worked out by hand."""

import pytest

# m1  A nearer, breaks, and wins the match
# m2  both at fault; then B nearer, who lets A break and wins
# m3  no winner was written down
# m4  distances were not written down; A wins the lag, and the match because B forfeits
LOG = """match,players,edition,race_to,rack,player,kind,called,first,potted,acts,lag_cm,winner
m1,A|B,ru,1,,A,lag,,,,,10,A
m1,,,,,B,lag,,,,,20,
m1,,,,1,A,break,,1,2,,,
m1,,,,1,A,shot,10@fr,1,10@fr,,,A
m2,A|B,ru,1,,A,lag,,,,long_rail,,
m2,,,,,B,lag,,,,crossed,,
m2,,,,,A,lag,,,,,5,
m2,,,,,B,lag,,,,,3,B
m2,,,,1,A,break,,1,2,,,
m2,,,,1,A,shot,1@fr,2,,,,
m2,,,,1,B,shot,10@fr,1,10@fr,,,B
m3,A|B,ru,1,,A,lag,,,,,7,
m3,,,,,B,lag,,,,,9,
m4,A|B,ru,1,,A,lag,,,,,,A
m4,,,,,B,lag,,,,,,
m4,,,,,B,forfeit,,,,,,
"""

BY_HAND = {
    "lags": 3,
    "attempts": 10,
    "won": 3,
    "measured": 6,
    "faulted": 2,
    "faults": {"long_rail": 1, "crossed": 1},
    "break_known": 2,
    "broke_first": 1,
    "match_known": 3,
    "match_won": 3,
    "not_recorded": 4,
    "winner_not_recorded": 1,
}


def test_each_count(figures) -> None:
    row = figures(LOG, "lags")
    assert {name: row[name] for name in BY_HAND} == BY_HAND


def test_distance_and_rates(figures) -> None:
    row = figures(LOG, "lags")
    assert (row["mean_cm"], row["mean_cm_n"]) == (pytest.approx(9.0), 6)
    assert row["spread_cm"] == pytest.approx((178 / 5) ** 0.5)
    assert (row["broke_first_rate"], row["match_won_rate"], row["fault_rate"]) == (0.5, 1.0, 0.2)
    assert row["win_rate"] is None  # over both players it says nothing


def test_one_players_lags(figures) -> None:
    row = figures(LOG, "lags", player="A")
    named = ("lags", "attempts", "won", "win_rate", "measured", "mean_cm", "winner_not_recorded")
    assert [row[name] for name in named] == [3, 5, 2, pytest.approx(2 / 3), 3, pytest.approx(22 / 3), 1]


def test_the_race_decides_a_match_and_an_unfinished_one_is_not_known(figures) -> None:
    longer = LOG.replace("ru,1,,", "ru,2,,")
    row = figures(longer, "lags")
    assert (row["match_known"], row["match_won"]) == (1, 1)  # m4 alone, by forfeit


def test_the_recorded_score_stands_before_the_count_of_racks(figures) -> None:
    # The record joins the match late: two racks are in it, and the score says who has won the race.
    log = """match,players,edition,race_to,rack,player,kind,called,first,potted,winner,score,lag_cm
m,A|B,ru,5,,A,lag,,,,A,,1
m,,,,8,A,break,,1,2,,,
m,,,,8,A,shot,10@fr,1,10@fr,A,4-4,
m,,,,9,B,break,,1,2,,,
m,,,,9,B,shot,10@fr,1,10@fr,B,4-5,
"""
    row = figures(log, "lags")
    assert (row["match_known"], row["match_won"]) == (1, 0)


def test_a_difference_of_five_points_takes_about_eight_hundred_lags(figures) -> None:
    # The textbook approximation for 55 % against 50 % at 5 % and a power of 80 % gives 783.
    assert 760 <= figures(LOG, "lags")["match_sample"] <= 840
