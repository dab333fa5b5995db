"""Intervals: how far a rate or a mean from so few strokes may be off. All of them at 95 %, all from scipy."""

from functools import lru_cache
from typing import Any

import numpy as np
from scipy import stats

LEVEL = 0.95

SEED = 2015
"""Of the bootstrap: the same figures give the same interval, on every machine."""

RESAMPLES = 1999

_MATCHES = 1000
"""Above so many matches neighbours are put together before they are drawn; it changes the interval by little, and
without it the drawing of a large league would take longer than all counting."""

Floats = np.ndarray[Any, np.dtype[np.float64]]


@lru_cache(maxsize=65536)
def wilson(part: int, of: int) -> tuple[float, float] | None:
    """Return the Wilson interval of a rate, None where there is nothing to take a share of."""
    if of == 0:
        return None
    found = stats.binomtest(part, of).proportion_ci(LEVEL, method="wilson")
    return float(found.low), float(found.high)


def bootstrap_ratio(totals: Floats, overs: Floats) -> tuple[float, float] | None:
    """Return the interval of a sum over a sum, by drawing whole matches.

    Racks of one match are not independent: the same two players, table and day. So matches are drawn, not racks.

    Args:
        totals: for each match what is summed up above the line.
        overs: for each match what is summed up below it; a match with 0 there says nothing and is left out.

    Returns:
        Low and high end (bias-corrected and accelerated; percentiles from 1,000 matches on, where they agree), None
        with fewer than two matches.
    """
    told = overs > 0
    totals, overs = totals[told], overs[told]
    if len(overs) < 2:
        return None
    ratios = totals / overs
    if np.all(ratios == ratios[0]):
        return float(ratios[0]), float(ratios[0])
    many = len(overs) >= _MATCHES
    if many:
        starts = np.linspace(0, len(overs), _MATCHES, endpoint=False).astype(int)
        totals, overs = np.add.reduceat(totals, starts), np.add.reduceat(overs, starts)
    found = stats.bootstrap(
        (totals, overs),
        _ratio,
        paired=True,
        vectorized=True,
        n_resamples=RESAMPLES,
        confidence_level=LEVEL,
        method="percentile" if many else "BCa",
        rng=np.random.default_rng(SEED),
    ).confidence_interval
    return float(found.low), float(found.high)


def _ratio(totals: Floats, overs: Floats, axis: int = -1) -> Any:
    return totals.sum(axis=axis) / overs.sum(axis=axis)


@lru_cache(maxsize=64)
def sample_needed(rate: float, versus: float, power: float = 0.8) -> int:
    """Return how many trials tell one rate from another by an exact two-sided binomial test.

    Args:
        rate: the true rate.
        versus: the rate that is to be ruled out.
        power: how often the test has to succeed.

    Returns:
        The number from which on the power is never less.
    """
    most = 64
    while True:
        trials = np.arange(1, most + 1)
        tail = (1 - LEVEL) / 2
        above = stats.binom.sf(stats.binom.isf(tail, trials, versus), trials, rate)
        below = stats.binom.cdf(stats.binom.ppf(tail, trials, versus) - 1, trials, rate)
        short = np.flatnonzero(above + below < power)
        if len(short) and short[-1] + 1 < most * 0.9:
            return int(short[-1]) + 2
        most *= 2
