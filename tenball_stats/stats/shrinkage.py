"""Shrinkage: what a league knows about a player beyond his own few strokes.

The true rates of a league's players are taken to spread like a beta distribution, so that each player's count is
beta-binomial. Which distribution is fitted to all players by maximum likelihood. How well so few players tell it is
not forgotten: a player's estimate is averaged over all the distributions that the league's counts allow, each weighed
by its likelihood. Few strokes of his own say little, and the estimate stays near the league's; many outweigh it.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
from scipy import optimize, special, stats

from tenball_stats.stats.intervals import LEVEL

FEWEST = 3
"""Players that it takes to say anything about how a league spreads."""

Floats = np.ndarray[Any, np.dtype[np.float64]]
Counts = np.ndarray[Any, np.dtype[np.int64]]

_COARSE = np.concatenate([np.geomspace(0.002, 0.06, 14), np.linspace(0.07, 0.7, 22)])
"""Spreads that are tried first. A spread is the players' standard deviation as a part of the largest there can be with
their mean: 0 all alike, 1 everybody always succeeds or never. All are held equally likely beforehand."""

_SPREADS, _MEANS = 17, 11
"""Points of the grid that is laid over what the counts allow."""

_LEAST = 0.0005
"""The least spread that is thought of: players so alike that no season tells them apart."""

_FORGOTTEN = 12.0
"""Distributions whose likelihood is less than the best one's by this (in logarithms) weigh nothing."""


@dataclass(frozen=True)
class Prior:
    """How the true rates of a league spread: all beta distributions that the counts allow, on a grid, and the best."""

    parts: Counts = field(repr=False, compare=False)
    """Successes of each player, and below trials."""
    wholes: Counts = field(repr=False, compare=False)
    a: Floats = field(repr=False, compare=False)
    """First parameters of the distributions on the grid."""
    b: Floats = field(repr=False, compare=False)
    weight: Floats = field(repr=False, compare=False)

    @property
    def players(self) -> int:
        """Players that it was fitted to."""
        return len(self.wholes)

    @property
    def mean(self) -> float:
        """The mean rate of the players, by the distribution of the greatest likelihood."""
        return self._best[0]

    @property
    def strength(self) -> float:
        """As many trials of a player weigh as much as all that is known of the league: its two parameters added up."""
        return self._best[1]

    @cached_property
    def _best(self) -> tuple[float, float]:
        """Mean and strength of the distribution of the greatest likelihood, sought from the best of the grid."""
        at = self.weight.argmax()
        both = self.a[at] + self.b[at]

        def cost(place: np.ndarray[tuple[int], np.dtype[np.float64]]) -> float:
            return -float(_likelihood(self.parts, self.wholes, place[:1], np.exp(place[1:])).item())

        found = optimize.minimize(
            cost,
            np.array([special.logit(self.a[at] / both), -np.log1p(both) / 2]),
            method="L-BFGS-B",
            bounds=((None, None), (np.log(_LEAST), np.log(0.99))),
        )
        return float(special.expit(found.x[0])), float(np.exp(-2 * found.x[1]) - 1)


@dataclass(frozen=True)
class Shrunken:
    """A shrunken rate with its 95 % interval."""

    rate: float
    low: float
    high: float


def fit(parts: Sequence[int], wholes: Sequence[int]) -> Prior | None:
    """Fit the spread of a league.

    Args:
        parts: of each player, the successes.
        wholes: of each player, the trials; players without one say nothing.

    Returns:
        The prior; None from fewer than `FEWEST` players, or where nobody or everybody always succeeded: then the rates
        say nothing about how they spread.
    """
    whole = np.asarray(wholes, dtype=np.int64)
    told = whole > 0
    part, whole = np.asarray(parts, dtype=np.int64)[told], whole[told]
    if len(whole) < FEWEST or part.sum() in (0, whole.sum()):
        return None
    centre = float(special.logit(part.sum() / whole.sum()))
    # How far the mean may be off depends on the spread; from a first look at it the grid is laid where it matters.
    width = 5 / np.sqrt(min(part.sum(), (whole - part).sum())) + 3 / np.sqrt(len(whole))
    logits, spreads = np.linspace(centre - width, centre + width, 31), _COARSE
    for _ in range(2):
        likely = _likelihood(part, whole, logits, spreads)
        heavy = likely > likely.max() - _FORGOTTEN
        logits = _around(logits, heavy.any(axis=1), _MEANS)
        spreads = _around(spreads, heavy.any(axis=0), _SPREADS, least=_LEAST)
    likely = _likelihood(part, whole, logits, spreads)
    weight = np.exp(likely - likely.max())
    a, b = _parameters(logits, spreads)
    return Prior(part, whole, a.ravel(), b.ravel(), (weight / weight.sum()).ravel())


def shrink(prior: Prior, part: int, whole: int) -> Shrunken:
    """Return a player's rate after what the league says and his own strokes.

    The distributions' mean and variance are taken together; the interval is that of the beta distribution which has
    the same.
    """
    a, b = prior.a + part, prior.b + whole - part
    # What his own count says about each distribution is in the weights already: he is one of the league.
    means = a / (a + b)
    mean = float(prior.weight @ means)
    variance = float(prior.weight @ (means * (1 - means) / (a + b + 1) + (means - mean) ** 2))
    both = mean * (1 - mean) / variance - 1
    low, high = stats.beta.interval(LEVEL, mean * both, (1 - mean) * both)
    return Shrunken(mean, float(low), float(high))


def _parameters(logits: Floats, spreads: Floats) -> tuple[Floats, Floats]:
    """Return both parameters of the beta distributions on a grid, as arrays of means by spreads."""
    strength = 1 / spreads**2 - 1
    mean = special.expit(logits)[:, np.newaxis]
    return mean * strength, (1 - mean) * strength


def _likelihood(part: Any, whole: Any, logits: Floats, spreads: Floats) -> Floats:
    """Return the logarithm of the likelihood of each distribution of a grid, means by spreads."""
    a, b = _parameters(logits, spreads)
    each: Floats = np.asarray(stats.betabinom.logpmf(part, whole, a[..., np.newaxis], b[..., np.newaxis]))
    found: Floats = each.sum(axis=-1)
    return found


def _around(points: Floats, heavy: Any, number: int, least: float = -np.inf) -> Floats:
    """Return points evenly laid over those that matter and one beyond them on each side."""
    places = np.flatnonzero(heavy)
    low, high = max(places[0] - 1, 0), min(places[-1] + 1, len(points) - 1)
    first = least if low == 0 and np.isfinite(least) else points[low]
    return np.linspace(first, points[high], number)
