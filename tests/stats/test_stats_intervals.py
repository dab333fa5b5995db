"""Intervals: known values, their edges, and that they cover what they promise."""

import subprocess
import sys

import numpy as np
import polars as pl
import pytest
from scipy import stats

from tenball_stats.stats import intervals
from tenball_stats.stats.bootstrap import _percentiles, bootstrap_quantiles, bootstrap_ratio
from tenball_stats.stats.intervals import SEED, sample_needed, wilson


@pytest.mark.parametrize(
    ("part", "of", "low", "high"),
    [
        # Published examples: 15 of 148 and 0 of 20, from Newcombe's paper of 1998 on seven methods.
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (81, 263, 0.2553, 0.3662),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_wilson_as_published(part: int, of: int, low: float, high: float) -> None:
    assert wilson(part, of) == (pytest.approx(low, abs=5e-5), pytest.approx(high, abs=5e-5))


def test_no_denominator_no_interval() -> None:
    assert wilson(0, 0) is None


def test_bootstrap_needs_two_matches_that_say_something() -> None:
    one = np.array([3.0, 0.0]), np.array([5.0, 0.0])
    assert bootstrap_ratio(*one) is None


def test_bootstrap_is_the_same_every_time_and_holds_the_mean() -> None:
    drawn = np.random.default_rng(3)
    overs = drawn.integers(5, 20, 40).astype(float)
    totals = drawn.poisson(overs * 1.5).astype(float)
    first = bootstrap_ratio(totals, overs)
    assert first == bootstrap_ratio(totals, overs)
    assert first is not None
    assert first[0] < totals.sum() / overs.sum() < first[1]


def test_matches_that_all_agree_leave_no_width() -> None:
    assert bootstrap_ratio(np.array([2.0, 4.0, 6.0]), np.array([1.0, 2.0, 3.0])) == (2.0, 2.0)


def test_bootstrap_covers_the_true_mean() -> None:
    # 60 matches of a player whose days differ: 300 seasons, of which about 95 in 100 have to hold the true mean.
    drawn = np.random.default_rng(11)
    held = 0
    for _ in range(300):
        overs = drawn.integers(6, 14, 60).astype(float)
        totals = drawn.poisson(overs * drawn.gamma(20, 1 / 20, 60)).astype(float)
        low, high = bootstrap_ratio(totals, overs) or (0.0, 0.0)
        held += low <= 1.0 <= high
    assert 0.91 <= held / 300 <= 0.985


def test_a_large_league_is_drawn_in_parts_of_the_same_width() -> None:
    drawn = np.random.default_rng(5)
    overs = drawn.integers(6, 14, 5000).astype(float)
    totals = drawn.poisson(overs).astype(float)
    low, high = bootstrap_ratio(totals, overs) or (0.0, 0.0)
    width = 2 * 1.96 * np.sqrt(np.var(totals - overs * totals.sum() / overs.sum()) * 5000) / overs.sum()
    assert high - low == pytest.approx(width, rel=0.15)


def test_sample_needed_reaches_its_power_and_stays_there() -> None:
    needed = sample_needed(0.7, 0.5)
    for trials in range(needed - 1, needed + 200):
        tail = stats.binom.isf(0.025, trials, 0.5)
        power = stats.binom.sf(tail, trials, 0.7)
        assert (power >= 0.799) == (trials >= needed), trials


@pytest.mark.parametrize("of", [1, 2, 3, 7, 40, 12_345, 9_999_999])
def test_wilson_is_scipys(of: int) -> None:
    for part in {0, 1, of // 3, of // 2, of - 1, of}:
        found = stats.binomtest(part, of).proportion_ci(0.95, method="wilson")
        assert wilson(part, of) == (pytest.approx(found.low, abs=1e-15), pytest.approx(found.high, abs=1e-15))


def test_what_is_drawn_of_many_matches_is_scipys() -> None:
    drawn = np.random.default_rng(8)
    overs = drawn.integers(1, 9, 200).astype(float)
    totals = drawn.poisson(overs).astype(float)
    found = scipys((totals, overs), lambda t, o, axis: t.sum(axis=axis) / o.sum(axis=axis), 999)
    assert bootstrap_ratio(totals, overs) == (pytest.approx(found[0]), pytest.approx(found[1]))


def test_what_is_drawn_of_values_is_scipys() -> None:
    drawn = np.random.default_rng(9)
    seconds = [drawn.integers(20, 400, drawn.integers(1, 30)) for _ in range(50)]
    classes = pl.DataFrame([(at, int(bin_), 1) for at, some in enumerate(seconds) for bin_ in set(some)],
                           schema=["cluster", "bin", "rows"], orient="row")  # fmt: skip
    values = [np.array(sorted(set(some))) / 10 for some in seconds]

    def median(places, axis):
        return np.array([np.quantile(np.concatenate([values[at] for at in row]), 0.5, method="inverted_cdf")
                         for row in places.reshape(-1, 50)]).reshape(places.shape[:-1])  # fmt: skip

    beyond = stats.norm.cdf(-np.sqrt(50 / 49) * stats.t.ppf(0.975, 49))
    found = scipys((np.arange(50),), median, 499, 1 - 2 * beyond)
    asked = {"median": ("rows", 0.5)}
    assert bootstrap_quantiles(classes, asked, 0.1)["median"] == (pytest.approx(found[0]), pytest.approx(found[1]))


def scipys(data, statistic, resamples, level=0.95):
    ends = stats.bootstrap(
        data, statistic, paired=True, vectorized=True, n_resamples=resamples, method="percentile",
        confidence_level=level, rng=np.random.default_rng(SEED),
    ).confidence_interval  # fmt: skip
    return ends.low, ends.high


def test_what_was_worked_out_once_is_what_it_says(monkeypatch: pytest.MonkeyPatch) -> None:
    known = dict(intervals._NEEDED)
    assert known
    monkeypatch.setattr(intervals, "_NEEDED", {})
    for asked, needed in known.items():
        assert sample_needed.__wrapped__(*asked) == needed


def test_the_width_of_the_level_is_that_of_the_normal_curve() -> None:
    assert pytest.approx(stats.norm.ppf((1 + intervals.LEVEL) / 2), rel=1e-15) == intervals._Z


@pytest.mark.parametrize("size", [1, 2, 3, 200, 499, 999])
def test_percentiles_are_numpys_number_for_number(size: int) -> None:
    drawn = np.random.default_rng(size)
    for values in (drawn.normal(size=size), drawn.integers(0, 9, size) / 7, np.full(size, 0.1)):
        for tail in (0.025, (1 - intervals.LEVEL) / 2, 0.0, float(drawn.uniform(0, 0.2))):
            assert _percentiles(values, tail) == tuple(np.quantile(values, [tail, 1 - tail]))


def test_counting_needs_no_scipy() -> None:
    code = "import sys, tenball_stats.stats.query, tenball_stats.show.statistics; sys.exit('scipy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
