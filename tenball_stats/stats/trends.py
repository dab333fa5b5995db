"""Trends: a player's rates in the order of time."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from tenball_stats.stats.catalogue import statistic
from tenball_stats.stats.intervals import wilson
from tenball_stats.stats.matches import Match
from tenball_stats.stats.noteworthy import Noteworthy
from tenball_stats.stats.query import Filters, sums
from tenball_stats.store import Database

PERIODS = 6
"""Periods that a player's matches are divided into, at most."""

FEWEST = 10
"""Trials that a period has at least."""


@dataclass(frozen=True)
class Period:
    """Some of a player's matches, one after another."""

    first: str
    """Day of its first match."""
    last: str
    matches: int
    part: int
    of: int
    rate: float
    low: float
    high: float


@dataclass(frozen=True)
class Trend:
    """A rate over time: its periods, and whether it goes up or down more than chance would have it."""

    name: str
    periods: list[Period]
    p: float | None
    """Of the test that there is no trend; None from fewer than two periods."""


def trend(name: str, matches: Sequence[tuple[str, int, int]]) -> Trend:
    """Divide matches into periods of about equally many trials and test for a trend.

    The test is that of Cochran and Armitage, on the matches and not on the periods, so that where the periods begin
    does not matter.

    Args:
        name: of the rate.
        matches: for each its day, part and whole, in the order of time.
    """
    told = [match for match in matches if match[2]]
    total = sum(of for _, _, of in told)
    number = min(PERIODS, total // FEWEST, len(told))
    periods: list[Period] = []
    if number:
        ends = [total * (place + 1) / number for place in range(number)]
        some: list[tuple[str, int, int]] = []
        so_far = 0
        for match in told:
            some.append(match)
            so_far += match[2]
            if so_far >= ends[0]:
                periods.append(_period(some))
                some = []
                ends = [end for end in ends if end > so_far] or [float(total)]
        if some:
            periods.append(_period(some))
    return Trend(name, periods, _p(told) if len(periods) > 1 else None)


def player_trend(database: Database, own: Filters, what: Noteworthy, played: Sequence[Match]) -> Trend:
    """Return the course of a player's rate over his matches in the order of time; those without a date are left out.

    Args:
        database: open, with its views.
        own: filters that choose the player.
        what: the rate.
        played: the player's matches in the order of time.
    """
    rate = what.of
    by_match = {key[0]: found for key, found in sums(database, statistic(what.statistic), own, ["match"]).items()}
    points = [
        (match.day, int(found[rate.part]), int(found[rate.of]))
        for match in played
        if match.day and (found := by_match.get(match.match))
    ]
    return trend(what.key, points)


def _period(matches: Sequence[tuple[str, int, int]]) -> Period:
    part, of = sum(match[1] for match in matches), sum(match[2] for match in matches)
    low, high = wilson(part, of) or (0.0, 1.0)
    return Period(matches[0][0], matches[-1][0], len(matches), part, of, part / of, low, high)


def _p(matches: Sequence[tuple[str, int, int]]) -> float | None:
    """Return the p of the test of Cochran and Armitage over the matches, scored by their place in time.

    With the variance of drawing without putting back, which is a little larger.
    """
    from statsmodels.stats.contingency_tables import Table

    part = np.array([match[1] for match in matches])
    of = np.array([match[2] for match in matches])
    if part.sum() in (0, of.sum()) or len(matches) < 2:
        return None
    table = Table(np.stack([of - part, part]), shift_zeros=False)
    found = table.test_ordinal_association(row_scores=np.array([0, 1]), col_scores=np.arange(len(matches)))
    return float(found.pvalue)
