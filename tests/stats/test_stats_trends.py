"""Trends: periods of equally many trials, and the test for one."""

import numpy as np
import pytest

from tenball_stats.stats.trends import trend


def matches(*pairs: tuple[int, int]) -> list[tuple[str, int, int]]:
    return [(f"2026-01-{day:02d}", part, of) for day, (part, of) in enumerate(pairs, start=1)]


def test_periods_hold_about_equally_many_trials() -> None:
    found = trend("x", matches((2, 10), (3, 10), (0, 0), (10, 20), (5, 5), (6, 15)))
    # 60 trials in five matches that say anything: five periods of 12, but no match is divided.
    assert [(one.first, one.last, one.matches, one.part, one.of) for one in found.periods] == [
        ("2026-01-01", "2026-01-02", 2, 5, 20),
        ("2026-01-04", "2026-01-04", 1, 10, 20),
        ("2026-01-05", "2026-01-06", 2, 11, 20),
    ]
    for one in found.periods:
        assert one.rate == one.part / one.of
        assert one.low <= one.rate <= one.high


def test_few_trials_are_one_period_or_none() -> None:
    assert trend("x", matches((1, 4), (2, 5))).periods == []
    found = trend("x", matches((4, 9), (2, 5)))
    assert [(one.part, one.of) for one in found.periods] == [(6, 14)]
    assert found.p is None
    assert trend("x", []).periods == []


def test_a_trend_is_found_and_no_trend_is_not() -> None:
    up = trend("x", matches((1, 20), (4, 20), (9, 20), (12, 20), (18, 20)))
    level = trend("x", matches((10, 20), (9, 20), (11, 20), (10, 20)))
    assert up.p < 1e-6
    assert level.p > 0.5
    assert trend("x", matches((20, 20), (20, 20))).p is None


def test_the_test_is_that_of_cochran_and_armitage() -> None:
    # By hand: scores 0, 1, 2; parts 1, 4, 7 of 10 each; T = 18 less 12/30 * 30. The variance is that of drawing without
    # putting back, larger by 30/29.
    part, of, scores = np.array([1, 4, 7]), np.array([10, 10, 10]), np.arange(3)
    share = part.sum() / of.sum()
    t = (scores * part).sum() - share * (scores * of).sum()
    variance = share * (1 - share) * ((of * scores**2).sum() - (of * scores).sum() ** 2 / of.sum()) * 30 / 29
    from scipy.stats import norm

    found = trend("x", matches((1, 10), (4, 10), (7, 10)))
    assert found.p == pytest.approx(2 * norm.sf(abs(t) / variance**0.5))


def test_it_keeps_its_level() -> None:
    drawn = np.random.default_rng(11)
    found = [trend("x", matches(*((int(n), 10) for n in drawn.binomial(10, 0.4, 15)))).p for _ in range(300)]
    assert 0.02 <= np.mean(np.array(found) < 0.05) <= 0.085
