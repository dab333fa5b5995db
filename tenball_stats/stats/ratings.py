"""Ratings: the chances of a rack and of a race that they stand for, and ratings fitted to results.

A difference of 100 points stands for odds of two to one in a rack. The racks of a race are taken to be independent of
each other, so that the chance of a race is a sum of binomial chances.
"""

import math
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from scipy import sparse, stats

from tenball_stats.errors import TenballError
from tenball_stats.stats.intervals import LEVEL, SEED
from tenball_stats.stats.query import Filters, chosen_matches, one_of
from tenball_stats.store import Database

DOUBLE = 100
"""Points that double the odds of a rack."""

MEAN = 500
"""The mean of fitted ratings; only their differences say anything."""

PSEUDO = 0.1
"""Racks that every player is taken to have won and lost against every other, so that every rating is finite."""

FEWEST = 5
"""Matches of a player from which on the rating has an interval: from fewer, drawing them tells too little."""

Floats = np.ndarray[Any, np.dtype[np.float64]]


class RatingRefused(TenballError):
    """Ratings or a race of which nothing can be worked out; the text says why."""


@dataclass(frozen=True)
class Race:
    """A race between two players: racks that each needs, and racks that each has."""

    to: int
    other_to: int
    won: int = 0
    other_won: int = 0

    def __post_init__(self) -> None:
        if min(self.to, self.other_to) < 1:
            raise RatingRefused(f"a race to {self.to}/{self.other_to}: each player has to need at least one rack")
        if min(self.won, self.other_won) < 0:
            raise RatingRefused(f"a score of {self.won}-{self.other_won}: no player has fewer than no racks")
        if self.won >= self.to and self.other_won >= self.other_to:
            raise RatingRefused(f"at {self.won}-{self.other_won} both have won a race to {self.to}/{self.other_to}")


@dataclass(frozen=True)
class Rated:
    """A player's rating fitted to results, with its 95 % interval (None from fewer than `FEWEST` matches)."""

    player: str
    rating: float
    low: float | None
    high: float | None
    matches: int
    racks: int
    won: int
    group: int
    """Players of different groups never met, not even by way of others: their ratings cannot be compared."""


@dataclass(frozen=True)
class Ratings:
    """The ratings of all players, the best first."""

    players: list[Rated]
    matches: int
    groups: int
    notices: list[str] = field(default_factory=list)


def rack_chance(rating: float, other: float) -> float:
    """Return the chance that a player of this rating wins a rack against another."""
    return 1 / (1 + math.pow(2, (other - rating) / DOUBLE))


def race_chance(rack: float, race: Race) -> float:
    """Return the chance of winning a race from the chance of winning a rack.

    Who needs `a` racks before the other has `b` wins if he wins `a` or more of the next `a + b - 1`.
    """
    need, other_need = race.to - race.won, race.other_to - race.other_won
    if need <= 0:
        return 1.0
    if other_need <= 0:
        return 0.0
    return float(stats.binom.sf(need - 1, need + other_need - 1, rack))


def fair_races(rack: float, to: int) -> list[tuple[int, int, float]]:
    """Return races that give both players as even a chance as can be, where the stronger plays to `to` racks.

    Args:
        rack: the first player's chance of a rack.
        to: racks that the stronger needs.

    Returns:
        Racks needed by the first and the second player, and the chance of the first; the fairest first, three at most.
    """
    stronger = max(rack, 1 - rack)
    races = [(to, less, race_chance(stronger, Race(to, less))) for less in range(1, to + 1)]
    races.sort(key=lambda one: abs(one[2] - 0.5))
    if rack >= 0.5:
        return races[:3]
    return [(less, more, 1 - chance) for more, less, chance in races[:3]]


def fit_ratings(database: Database, filters: Filters | None = None) -> Ratings:
    """Fit ratings to the racks of the stored matches of two players (a Bradley-Terry model).

    Args:
        database: open, with its views.
        filters: which matches count.
    """
    where, parameters = chosen_matches(database, filters or Filters())
    rows = database.rows(
        f"""
        SELECT match_key, arg_min(player, player_no), arg_max(player, player_no), arg_min(racks_won, player_no)::BIGINT,
               arg_max(racks_won, player_no)::BIGINT
        FROM v_match_results JOIN v_match_players USING (match_key, player_key)
        WHERE {where} GROUP BY match_key, edition_key HAVING count(*) = 2
        QUALIFY row_number() OVER (PARTITION BY match_key ORDER BY edition_key) = 1 ORDER BY match_key
        """,  # noqa: S608 - a condition of this project's own, values as parameters
        parameters,
    )
    matches = [(one, other, won, lost) for _, one, other, won, lost in rows if won + lost]
    skipped = database.value(
        f"SELECT count(DISTINCT match_key) FROM v_match_results WHERE {where}",  # noqa: S608
        parameters,
    ) - len(matches)
    notices = []
    if skipped:
        notices.append(
            f"{skipped} match{'' if skipped == 1 else 'es'} of three players or without a rack won "
            f"{'is' if skipped == 1 else 'are'} left out"
        )
    if not matches:
        return Ratings([], 0, 0, notices)
    return _fitted(matches, notices)


def _fitted(matches: list[tuple[str, str, int, int]], notices: list[str]) -> Ratings:
    """Fit ratings to matches: both players, and the racks that each won."""
    names = sorted({name for match in matches for name in match[:2]})
    place = {name: number for number, name in enumerate(names)}
    ones = np.array([[place[one], place[other]] for one, other, _, _ in matches])
    racks = np.array([match[2:] for match in matches], dtype=np.float64)
    table = _table(ones, racks, len(names))
    ratings = _ratings(table)
    low, high = _interval(ones, racks, len(names))
    played = np.bincount(ones.ravel(), minlength=len(names))
    count, group = sparse.csgraph.connected_components(sparse.csr_array(table + table.T), directed=False)
    if count > 1:
        notices.append(f"there are {count} groups of players who never met; ratings of different groups say nothing")
    rated = [
        Rated(
            name,
            float(ratings[at]),
            float(low[at]) if low is not None and played[at] >= FEWEST else None,
            float(high[at]) if high is not None and played[at] >= FEWEST else None,
            int(played[at]),
            int(table[at].sum() + table[:, at].sum()),
            int(table[at].sum()),
            int(group[at]) + 1,
        )
        for name, at in place.items()
    ]
    return Ratings(sorted(rated, key=lambda one: -one.rating), len(matches), int(count), notices)


def _table(ones: Any, racks: Floats, players: int, times: Any = 1.0) -> Floats:
    """Return racks won by each player (row) against each (column), each match as many times as said."""
    table = np.zeros((players, players))
    np.add.at(table, (ones[:, 0], ones[:, 1]), racks[:, 0] * times)
    np.add.at(table, (ones[:, 1], ones[:, 0]), racks[:, 1] * times)
    return table


def _ratings(table: Floats) -> Floats:
    """Return the ratings that fit a table of racks won best."""
    import choix

    # In choix's terms: what is added to each rate of change; with all ratings alike, twice that many racks each way.
    strengths = choix.ilsr_pairwise_dense(table, alpha=PSEUDO / 2, tol=1e-6)
    found: Floats = MEAN + (strengths - strengths.mean()) * DOUBLE / math.log(2)
    return found


def _interval(ones: Any, racks: Floats, players: int) -> tuple[Floats, Floats] | tuple[None, None]:
    """Return the ends of the ratings' intervals, by drawing whole matches; None from fewer than two."""
    number = len(ones)
    if number < 2:
        return None, None

    def drawn(places: Any, axis: int = -1) -> Floats:  # noqa: ARG001 - scipy's call
        rows = places.reshape(-1, places.shape[-1])
        times = (np.bincount(row, minlength=number) for row in rows)
        found = np.stack([_ratings(_table(ones, racks, players, each)) for each in times], axis=-1)
        return found.reshape(players, *places.shape[:-1])

    found = stats.bootstrap(
        (np.arange(number),),
        drawn,
        vectorized=True,
        # The work of one drawing grows with the number of players.
        n_resamples=min(max(20_000 // players, 99), 499),
        confidence_level=LEVEL,
        method="percentile",
        rng=np.random.default_rng(SEED),
    ).confidence_interval
    return np.asarray(found.low), np.asarray(found.high)


@dataclass(frozen=True)
class Chances:
    """What two ratings mean for a rack and a race."""

    names: tuple[str, str]
    ratings: tuple[float, float]
    race: Race

    @property
    def rack(self) -> float:
        """The first player's chance of a rack."""
        return rack_chance(*self.ratings)

    @property
    def match(self) -> float:
        """The first player's chance of the race."""
        return race_chance(self.rack, self.race)

    def fair(self) -> list[tuple[int, int, float]]:
        """Return races that give both nearly an even chance, the stronger playing to the greater number."""
        return fair_races(self.rack, max(self.race.to, self.race.other_to))


def rating_of(ratings: Ratings, player: str) -> Rated:
    """Return a player's fitted rating by his name; capitals do not matter.

    Raises:
        QueryError: nobody of that name has one.
    """
    name = one_of(player, {one.player for one in ratings.players}, "rating of a player")
    return next(one for one in ratings.players if one.player == name)
