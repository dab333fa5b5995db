"""Intervals: how far a rate or a mean from so few strokes may be off. All of them at 95 %.

They are scipy's, number for number; the tests hold them against it. Where two lines do what scipy does they stand here,
since loading scipy takes longer than counting a million strokes: it is loaded where it is needed.
"""

import math
from functools import lru_cache

LEVEL = 0.95

_Z = 1.9599639845400536
"""Where the normal curve leaves half of what lies beyond that level on each side; the tests work it out again."""

SEED = 2015
"""Of the bootstrap: the same figures give the same interval, on every machine."""


@lru_cache(maxsize=65536)
def wilson(part: int, of: int) -> tuple[float, float] | None:
    """Return the Wilson interval of a rate, None where there is nothing to take a share of."""
    if of == 0:
        return None
    middle = 2 * part + _Z**2
    width = _Z * math.sqrt(_Z**2 + 4 * part * (of - part) / of)
    over = 2 * (of + _Z**2)
    return (middle - width) / over if part else 0.0, (middle + width) / over if part < of else 1.0


_NEEDED: dict[tuple[float, float, float], int] = {(0.55, 0.5, 0.8): 820}
"""What the statistics ask for, worked out once; the tests do it again."""


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
    if (rate, versus, power) in _NEEDED:
        return _NEEDED[rate, versus, power]
    import numpy as np
    from scipy import stats

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
