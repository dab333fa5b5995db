"""Differences between rates: how large, how sure, and what stands out where many are looked at.

Intervals are Newcombe's, made of the Wilson intervals of both rates, by statsmodels. Tests are Fisher's exact ones, by
scipy. Where many are made at once, p is corrected after Benjamini and Hochberg: of what is said to stand out, at most
the share `FALSE_ALARMS` is expected to be chance; and where nothing is different at all, so rarely anything is said.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from scipy import stats

from tenball_stats.stats.intervals import LEVEL

FALSE_ALARMS = 0.05
"""The promised rate of false alarms."""


@dataclass(frozen=True)
class Difference:
    """One rate of two groups. `None` where a group has nothing to take a share of."""

    name: str
    part: int
    of: int
    other_part: int
    other_of: int
    low: float | None
    high: float | None
    p: float | None
    """Of Fisher's exact test that both rates are the same."""
    corrected: float | None = None
    """The same after Benjamini and Hochberg, over all that were compared together."""

    @property
    def rate(self) -> float | None:
        """The first group's rate."""
        return self.part / self.of if self.of else None

    @property
    def other(self) -> float | None:
        """The second group's rate."""
        return self.other_part / self.other_of if self.other_of else None

    @property
    def difference(self) -> float | None:
        """The first group's rate less the second's."""
        return None if self.rate is None or self.other is None else self.rate - self.other

    @property
    def stands_out(self) -> bool:
        """Whether it is more than chance, with the promised rate of false alarms."""
        return self.corrected is not None and self.corrected <= FALSE_ALARMS


def difference(name: str, part: int, of: int, other_part: int, other_of: int) -> Difference:
    """Return the difference of two rates with its 95 % interval and the p of the exact test; not corrected."""
    if not of or not other_of:
        return Difference(name, part, of, other_part, other_of, None, None, None)
    from statsmodels.stats.proportion import confint_proportions_2indep

    low, high = confint_proportions_2indep(
        part, of, other_part, other_of, method="newcomb", compare="diff", alpha=1 - LEVEL
    )
    p = stats.fisher_exact(np.array([[part, of - part], [other_part, other_of - other_part]])).pvalue
    return Difference(name, part, of, other_part, other_of, float(low), float(high), float(p))


def compared(rates: Sequence[tuple[str, int, int, int, int]]) -> list[Difference]:
    """Return the differences of several rates, their p corrected for their number.

    Args:
        rates: for each its name, and part and whole of both groups.
    """
    return corrected([difference(*rate) for rate in rates])


def corrected(found: Sequence[Difference]) -> list[Difference]:
    """Return differences with p corrected over all of them together; those without one stay without."""
    told = [number for number, one in enumerate(found) if one.p is not None]
    if not told:
        return list(found)
    values: Any = stats.false_discovery_control([found[number].p for number in told], method="bh")
    new = dict(zip(told, np.atleast_1d(values).tolist(), strict=True))
    return [replace(one, corrected=new.get(number)) for number, one in enumerate(found)]
