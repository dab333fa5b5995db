"""A league whose true rates are known, over many seasons: intervals cover, estimates help, few false alarms.

Counts are drawn and not strokes, so that a thousand seasons take seconds; what takes longer is done with fewer of them,
but where `make test-all` asks for all. A season is a league of `PLAYERS` who play
`MATCHES` matches each; a player's trials in a match vary, as breaks and visits do.
"""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
import polars as pl
import pytest
from hypothesis import settings

from tenball_stats.stats.bootstrap import bootstrap_quantiles, bootstrap_ratio
from tenball_stats.stats.comparisons import outstanding
from tenball_stats.stats.differences import FALSE_ALARMS, compared, difference
from tenball_stats.stats.intervals import wilson
from tenball_stats.stats.ratings import _fitted, rack_chance
from tenball_stats.stats.shrinkage import fit, shrink

SEASONS = 1_000
FEWER = min(SEASONS, settings().max_examples * 5)
PLAYERS = 16
MATCHES = 14
MEAN, STRENGTH = 0.6, 30
"""The true rates of the players: a beta distribution."""

COVERED = (0.93, 0.97)


class Season(NamedTuple):
    """True rates by player; trials and successes by player over all matches."""

    true: np.ndarray
    trials: list[int]
    successes: list[int]


def seasons(number: int, seed: int, *, alike: bool = False) -> Iterator[Season]:
    drawn = np.random.default_rng(seed)
    for _ in range(number):
        true = np.full(PLAYERS, MEAN) if alike else drawn.beta(MEAN * STRENGTH, (1 - MEAN) * STRENGTH, PLAYERS)
        trials = drawn.integers(2, 9, (PLAYERS, MATCHES))
        successes = drawn.binomial(trials, true[:, np.newaxis])
        yield Season(true, trials.sum(axis=1).tolist(), successes.sum(axis=1).tolist())


def test_rates_are_covered_by_their_intervals() -> None:
    found = []
    for season in seasons(SEASONS, 1):
        for true, part, of in zip(season.true, season.successes, season.trials, strict=True):
            low, high = wilson(part, of)
            found.append(low <= true <= high)
    assert COVERED[0] <= np.mean(found) <= COVERED[1]


def test_differences_of_two_players_are_covered_by_theirs() -> None:
    found = []
    for true, of, part in seasons(SEASONS, 2):
        one = difference("x", part[0], of[0], part[1], of[1])
        found.append(one.low <= true[0] - true[1] <= one.high)
    assert COVERED[0] <= np.mean(found) <= COVERED[1]


def test_means_are_covered_by_drawing_matches() -> None:
    # Balls on a visit; form changes from match to match, so that strokes of one match are not independent.
    drawn = np.random.default_rng(3)
    found = []
    for _ in range(SEASONS):
        visits = drawn.integers(8, 20, 30).astype(float)
        balls = drawn.poisson(1.4 * drawn.gamma(8, 1 / 8, 30) * visits).astype(float)
        low, high = bootstrap_ratio(balls, visits)
        found.append(low <= 1.4 <= high)
    assert COVERED[0] <= np.mean(found) <= COVERED[1]


def test_medians_are_covered_by_drawing_matches() -> None:
    drawn = np.random.default_rng(4)
    matches = np.repeat(np.arange(40), 30)
    found = []
    for _ in range(FEWER):
        seconds = np.exp(drawn.normal(3, 0.5, (40, 30)) + drawn.normal(0, 0.15, (40, 1)))
        classes = pl.DataFrame({"cluster": matches, "bin": np.rint(seconds.ravel() / 0.2).astype(int)})
        counted = classes.group_by("cluster", "bin").len("rows")
        low, high = bootstrap_quantiles(counted, {"median": ("rows", 0.5)}, 0.2)["median"]
        found.append(low <= np.exp(3) <= high)
    assert COVERED[0] <= np.mean(found) <= COVERED[1]


def test_estimates_beat_raw_rates_and_are_covered_by_their_intervals() -> None:
    raw, drawn, found = [], [], []
    for season in seasons(FEWER, 5):
        prior = fit(season.successes, season.trials)
        for true, part, of in zip(season.true, season.successes, season.trials, strict=True):
            one = shrink(prior, part, of)
            raw.append((part / of - true) ** 2)
            drawn.append((one.rate - true) ** 2)
            found.append(one.low <= true <= one.high)
    assert COVERED[0] <= np.mean(found) <= COVERED[1]
    assert np.mean(drawn) < 0.85 * np.mean(raw)


def test_where_all_are_alike_estimates_err_far_less() -> None:
    raw, drawn = [], []
    for season in seasons(100, 6, alike=True):
        prior = fit(season.successes, season.trials)
        for part, of in zip(season.successes, season.trials, strict=True):
            raw.append((part / of - MEAN) ** 2)
            drawn.append((shrink(prior, part, of).rate - MEAN) ** 2)
    assert np.mean(drawn) < 0.25 * np.mean(raw)


def test_where_nobody_differs_a_page_seldom_says_that_something_stands_out() -> None:
    drawn = np.random.default_rng(7)
    rates = drawn.uniform(0.1, 0.9, 15)
    alarms = []
    for _ in range(FEWER // 2):
        own, others = drawn.integers(20, 200, 15), drawn.integers(1_000, 4_000, 15)
        part, rest = drawn.binomial(own, rates), drawn.binomial(others, rates)
        found = compared([("x", *numbers) for numbers in np.stack([part, own, rest, others], axis=1).tolist()])
        alarms.append(any(one.stands_out for one in found))
    assert np.mean(alarms) <= FALSE_ALARMS
    # Not because nothing ever stands out:
    assert compared([("x", 150, 200, 2_000, 4_000)])[0].stands_out


def test_of_what_is_said_to_stand_out_few_are_false_alarms() -> None:
    drawn = np.random.default_rng(8)
    false, said, missed = [], 0, 0
    for _ in range(FEWER // 5):
        # Three rates of 16 players: twelve whose own are alike, four whose own are not. Two are above and two below, so
        # that all others together are what the twelve are.
        true = np.array([[0.5] * 12 + [0.3, 0.3, 0.7, 0.7]] * 3)
        of = np.full(true.shape, 120)
        part = drawn.binomial(of, true)
        table = {
            str(rate): {str(player): (int(part[rate, player]), int(of[rate, player])) for player in range(16)}
            for rate in range(3)
        }
        found, made = outstanding(table)
        assert made == 48
        wrong = sum(int(one.group) < 12 for one in found)
        false.append(wrong / len(found) if found else 0.0)
        said += len(found)
        missed += 12 - (len(found) - wrong)
    assert np.mean(false) <= FALSE_ALARMS
    assert missed < said / 10


@pytest.mark.slow
def test_ratings_are_covered_by_their_intervals() -> None:
    drawn = np.random.default_rng(9)
    found = []
    for _ in range(200):
        true = drawn.normal(500, 80, 12)
        true += 500 - true.mean()
        matches = []
        for _ in range(90):
            one, other = drawn.choice(12, 2, replace=False)
            won = int(drawn.binomial(13, rack_chance(true[one], true[other])))
            matches.append((f"P{one}", f"P{other}", won, 13 - won))
        rated = (one for one in _fitted(matches, []).players if one.low is not None)
        found += [one.low <= true[int(one.player[1:])] <= one.high for one in rated]
    assert 0.91 <= np.mean(found) <= 0.97
