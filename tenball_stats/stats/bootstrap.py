"""Intervals by drawing whole matches: of means and of quantiles."""

import math
import warnings
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.random import default_rng

from tenball_stats.stats.intervals import LEVEL, SEED

if TYPE_CHECKING:
    import polars as pl

RESAMPLES = 999

_MATCHES = 200
"""Above so many matches neighbours are put together before they are drawn; it changes the interval by little, and
without it the drawing of a large league would take longer than all counting."""

_QUANTILE_RESAMPLES = 499

Floats = np.ndarray[Any, np.dtype[np.float64]]


def bootstrap_ratio(totals: Floats, overs: Floats) -> tuple[float, float] | None:
    """Return the interval of a sum over a sum, by drawing whole matches.

    Racks of one match are not independent: the same two players, table and day. So matches are drawn, not racks.

    Args:
        totals: for each match what is summed up above the line.
        overs: for each match what is summed up below it; a match with 0 there says nothing and is left out.

    Returns:
        Low and high end (bias-corrected and accelerated; percentiles from 200 matches on, where they agree), None
        with fewer than two matches.
    """
    told = overs > 0
    totals, overs = totals[told], overs[told]
    if len(overs) < 2:
        return None
    ratios = totals / overs
    if np.all(ratios == ratios[0]):
        return float(ratios[0]), float(ratios[0])
    if len(overs) >= _MATCHES:
        starts = np.linspace(0, len(overs), _MATCHES, endpoint=False).astype(int)
        totals, overs = np.add.reduceat(totals, starts), np.add.reduceat(overs, starts)
        return _percentiles(_drawn(len(overs), lambda at: totals[at].sum(axis=1) / overs[at].sum(axis=1), RESAMPLES))
    from scipy import stats

    with warnings.catch_warnings():
        # From a handful of matches the correction may not be computable; the percentiles are taken then.
        warnings.simplefilter("ignore", stats.DegenerateDataWarning)
        found = stats.bootstrap(
            (totals, overs),
            lambda totals, overs, axis=-1: totals.sum(axis=axis) / overs.sum(axis=axis),
            paired=True,
            vectorized=True,
            n_resamples=RESAMPLES,
            confidence_level=LEVEL,
            method="BCa",
            rng=default_rng(SEED),
        )
    ends = found.confidence_interval
    if np.isnan(ends.low) or np.isnan(ends.high):
        return _percentiles(found.bootstrap_distribution)
    return float(ends.low), float(ends.high)


def _drawn(size: int, value: Callable[[Any], Any], resamples: int) -> Floats:
    """Return what is worked out from each of many draws of so many, which are those that scipy draws."""
    found: Floats = value(default_rng(SEED).integers(0, size, (resamples, size)))
    return found


def _percentiles(drawn: Floats, tail: float = (1 - LEVEL) / 2) -> tuple[float, float]:
    """Return the ends between which most of what was drawn lies, with this share of it beyond each."""
    values = np.sort(drawn)
    return _quantile(values, tail), _quantile(values, 1 - tail)


def _quantile(values: Floats, share: float) -> float:
    """Return a quantile of sorted values: numpy's, number for number, which loads numpy.ma to work one out."""
    place = (len(values) - 1) * share
    at = math.floor(place)
    low, high = float(values[at]), float(values[min(at + 1, len(values) - 1)])
    part = place - at
    return high - (high - low) * (1 - part) if part >= 0.5 else low + (high - low) * part


@lru_cache(maxsize=256)
def _tail(clusters: int) -> float:
    """Return the share of what was drawn that is left out at each end, where so many clusters were drawn from.

    Draws from few clusters lie closer together than the truth lies to them, as a sample's standard deviation is too
    small and Student's t wider than the normal curve (Hesterberg 2015, "expanded percentile interval"). It makes
    nothing of two hundred.
    """
    if clusters >= _MATCHES:
        return (1 - LEVEL) / 2
    from statistics import NormalDist

    from scipy import special

    student = float(special.stdtrit(clusters - 1, (1 + LEVEL) / 2))
    return NormalDist().cdf(-math.sqrt(clusters / (clusters - 1)) * student)


def bootstrap_quantiles(
    classes: "pl.DataFrame", asked: Mapping[str, tuple[str, float]], width: float
) -> dict[str, tuple[float, float] | None]:
    """Return the intervals of quantiles, by drawing whole matches.

    Args:
        classes: how often each class of values occurs in each cluster of matches: `cluster`, `bin` (the class's middle
            in widths), and one or more columns of numbers of rows.
        asked: for each quantile the column that it is one of, and its share: 0.5 for the median.
        width: of a class.

    Returns:
        For each of them low and high end in the unit of the width; None from fewer than two clusters.
    """
    clusters, at = np.unique(classes["cluster"].to_numpy(), return_inverse=True)
    middles, bin_at = np.unique(classes["bin"].to_numpy(), return_inverse=True)
    found: dict[str, tuple[float, float] | None] = {}
    for column in dict.fromkeys(column for column, _ in asked.values()):
        shares = {name: share for name, (of, share) in asked.items() if of == column}
        table = np.zeros((len(clusters), len(middles)), dtype=np.float32)
        table[at, bin_at] = classes[column].to_numpy()
        occurs = table.any(axis=0)
        table = table[table.any(axis=1)][:, occurs]
        if len(table) < 2:
            found |= dict.fromkeys(shares)
            continue
        below = np.cumsum(_times_drawn(len(table)) @ table, axis=1)
        for name, share in shares.items():
            reached = (below >= share * below[:, -1:]).argmax(axis=1)
            found[name] = _percentiles(middles[occurs][reached] * width, _tail(len(table)))
    return found


@lru_cache(maxsize=4)
def _times_drawn(size: int) -> np.ndarray[Any, np.dtype[np.float32]]:
    """Return how often each of so many clusters is in each draw."""

    def times(rows: np.ndarray[Any, np.dtype[np.int64]]) -> Any:
        places = rows + np.arange(len(rows))[:, np.newaxis] * size
        return np.bincount(places.ravel(), minlength=len(rows) * size).reshape(len(rows), -1)

    return _drawn(size, times, _QUANTILE_RESAMPLES).astype(np.float32)
