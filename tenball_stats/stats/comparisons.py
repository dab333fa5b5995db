"""Two groups of a statistic compared, and each group of a league with all the others."""

from collections.abc import Mapping
from dataclasses import dataclass

from tenball_stats.stats.answers import Answer
from tenball_stats.stats.definitions import Statistic
from tenball_stats.stats.differences import Difference, compared, corrected, difference
from tenball_stats.stats.query import Filters, QueryError, ask, one_of
from tenball_stats.store import Database


@dataclass(frozen=True)
class Comparison:
    """All rates of a statistic of two groups."""

    statistic: Statistic
    by: str
    """What the groups are of: `player`, or another dimension."""
    first: str
    second: str
    differences: list[Difference]
    answer: Answer
    """What both rates come from."""


@dataclass(frozen=True)
class Outstanding:
    """A rate of one group that stands out from those of all other groups together."""

    group: str
    difference: Difference


def compare(
    database: Database,
    statistic: Statistic,
    first: str,
    second: str,
    filters: Filters | None = None,
    by: str = "player",
) -> Comparison:
    """Compare all rates of a statistic between two groups, such as two players.

    Each rate is compared with Newcombe's interval and Fisher's exact test; p is corrected for the number of rates.

    Args:
        database: open, with its views.
        statistic: which.
        first: the one group, by its name.
        second: the other.
        filters: which strokes count.
        by: what the groups are of.

    Raises:
        QueryError: there is no such group, or both are the same.
    """
    answer = ask(database, statistic, filters, (by,))
    rows = {str(row[by]): row for row in answer.rows if row[by] is not None}
    there = set(rows)
    if by == "player":
        # Who has played, and has nothing of what is compared, is known all the same.
        there |= {player for (player,) in database.rows("SELECT DISTINCT player FROM v_match_players")}
    first, second = (one_of(name, there, by.replace("_", " ")) for name in (first, second))
    for name in (first, second):
        if name not in rows:
            raise QueryError(f"{name} has nothing to compare: there is none of {statistic.name} in what was chosen")
    if first == second:
        raise QueryError(f"{first!r} cannot be compared with itself: name two of {by.replace('_', ' ')}")
    one, other = rows[first], rows[second]
    rates = [(item.name, one[item.part], one[item.of], other[item.part], other[item.of]) for item in statistic.rates]
    return Comparison(statistic, by, first, second, compared(rates), answer)


def outstanding(rates: Mapping[str, Mapping[str, tuple[int, int]]]) -> tuple[list[Outstanding], int]:
    """Find the rates of groups that stand out from those of the others, corrected over all groups and rates.

    Args:
        rates: name of each rate -> group -> part and whole. Rates that are made of each other (what is not dry and not
            fouled is a success) say the same twice and should not stand here together.

    Returns:
        What stands out, the surest first, and how many comparisons were made.
    """
    groups: list[str] = []
    differences: list[Difference] = []
    for name, numbers in rates.items():
        parts, wholes = (sum(pair[place] for pair in numbers.values()) for place in (0, 1))
        for group, (part, of) in numbers.items():
            groups.append(group)
            differences.append(difference(name, part, of, parts - part, wholes - of))
    made = sum(one.p is not None for one in differences)
    found = [
        Outstanding(group, one) for group, one in zip(groups, corrected(differences), strict=True) if one.stands_out
    ]
    return sorted(found, key=lambda one: one.difference.p or 0.0), made
