"""The page of a league: standings, leader boards, head to head, the matches, and what is odd in the data."""

import itertools
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from tenball_stats.stats.anomalies import Anomalies, anomalies_of
from tenball_stats.stats.comparisons import Outstanding, outstanding
from tenball_stats.stats.intervals import wilson
from tenball_stats.stats.matches import Match, matches_of
from tenball_stats.stats.noteworthy import NOTEWORTHY, Noteworthy, statistics
from tenball_stats.stats.query import Filters, editions_of, resolved, sums
from tenball_stats.stats.ratings import Rated, Ratings, fit_ratings
from tenball_stats.stats.shrinkage import Prior, Shrunken, fit, shrink
from tenball_stats.store import Database


@dataclass(frozen=True)
class Standing:
    """A player's place in the table."""

    player: str
    matches: int
    won: int
    lost: int
    undecided: int
    racks_won: int
    racks_lost: int
    rated: Rated | None

    @property
    def difference(self) -> int:
        """Racks won less racks lost."""
        return self.racks_won - self.racks_lost


@dataclass(frozen=True)
class Leader:
    """A player on a leader board."""

    player: str
    part: int
    of: int
    rate: float
    low: float
    high: float
    """Of the Wilson interval."""
    shrunken: Shrunken | None


@dataclass(frozen=True)
class Board:
    """A leader board: a rate's players with enough trials, the best estimate first."""

    what: Noteworthy
    minimum: int
    leaders: list[Leader]
    few: list[str]
    """Players with fewer trials, by name."""
    prior: Prior | None
    part: int
    of: int
    """The whole league's."""


@dataclass(frozen=True)
class Pair:
    """Two players' matches against each other."""

    player: str
    other: str
    won: int
    lost: int
    undecided: int
    racks_won: int
    racks_lost: int


@dataclass(frozen=True)
class LeaguePage:
    """Everything that a league's page shows."""

    filters: dict[str, str]
    editions: list[str]
    recorded: bool
    matches: list[Match]
    """In the order of time."""
    standings: list[Standing]
    ratings: Ratings
    boards: list[Board]
    pairs: list[Pair]
    outstanding: list[Outstanding]
    """Rates of players that differ from those of all others beyond chance, the surest first."""
    compared: int
    """How many comparisons were made for that."""
    anomalies: Anomalies
    notices: list[str] = field(default_factory=list)


def league_page(
    database: Database, filters: Filters | None = None, *, minimum: int = 0, audit: bool = True
) -> LeaguePage:
    """Work out the page of a league.

    Args:
        database: open, with its views.
        filters: which matches count.
        minimum: trials from which on a player stands on a leader board; 0 for each board's own.
        audit: hold the records against their editions; what takes long on a large league.
    """
    chosen = resolved(database, filters or Filters())
    matches = matches_of(database, chosen)
    ratings = fit_ratings(database, chosen)
    counts = {name: _by_name(sums(database, one, chosen, ["player"])) for name, one in statistics().items()}
    rates = _rates(counts)
    out, compared = outstanding(rates)
    return LeaguePage(
        filters=chosen.said(),
        editions=editions_of(database, chosen),
        recorded=chosen.recorded,
        matches=matches,
        standings=_standings(matches, ratings),
        ratings=ratings,
        boards=[_board(one, rates[one.key], minimum) for one in NOTEWORTHY],
        pairs=_pairs(matches),
        outstanding=out,
        compared=compared,
        anomalies=anomalies_of(database, chosen, matches, audit=audit),
        notices=ratings.notices,
    )


def _by_name(found: Mapping[tuple[Any, ...], dict[str, Any]]) -> dict[str, dict[str, Any]]:
    return {str(key[0]): counts for key, counts in found.items()}


def _standings(matches: list[Match], ratings: Ratings) -> list[Standing]:
    """Return the table: by matches won, then by the difference of racks, then by racks won."""
    sides: dict[str, list[tuple[bool | None, int, int]]] = {}
    for match in matches:
        for side in match.sides:
            sides.setdefault(side.player, []).append((side.won, side.racks, match.racks - side.racks))
    rated = {one.player: one for one in ratings.players}
    table = [
        Standing(
            player,
            len(results),
            sum(won is True for won, _, _ in results),
            sum(won is False for won, _, _ in results),
            sum(won is None for won, _, _ in results),
            sum(racks for _, racks, _ in results),
            sum(racks for _, _, racks in results),
            rated.get(player),
        )
        for player, results in sides.items()
    ]
    return sorted(table, key=lambda one: (-one.won, -one.difference, -one.racks_won, one.player))


def _board(what: Noteworthy, numbers: Mapping[str, tuple[int, int]], minimum: int) -> Board:
    """Return the leader board of a rate."""
    prior = fit([part for part, _ in numbers.values()], [of for _, of in numbers.values()])
    least = minimum or what.least
    leaders = []
    for player, (part, of) in numbers.items():
        ends = wilson(part, of)
        if of >= least and ends is not None:
            leaders.append(Leader(player, part, of, part / of, *ends, shrink(prior, part, of) if prior else None))
    way = what.better or 1
    leaders.sort(key=lambda one: (-way * (one.shrunken.rate if one.shrunken else one.rate), -one.of, one.player))
    few = sorted(player for player, (_, of) in numbers.items() if 0 < of < least)
    whole = sum(part for part, _ in numbers.values()), sum(of for _, of in numbers.values())
    return Board(what, least, leaders, few, prior, *whole)


def _pairs(matches: list[Match]) -> list[Pair]:
    """Return the matches of two players head to head, each pair once, those who met most first."""
    found: dict[tuple[str, str], list[Match]] = {}
    for match in matches:
        if len(match.sides) == 2:
            one, other = sorted(side.player for side in match.sides)
            found.setdefault((one, other), []).append(match)
    pairs = [
        Pair(
            one,
            other,
            sum(match.winner == one for match in met),
            sum(match.winner == other for match in met),
            sum(match.winner is None for match in met),
            sum(match.side(one).racks for match in met),
            sum(match.side(other).racks for match in met),
        )
        for (one, other), met in found.items()
    ]
    return sorted(pairs, key=lambda pair: (-(pair.won + pair.lost + pair.undecided), pair.player, pair.other))


def _rates(counts: Mapping[str, Mapping[str, dict[str, Any]]]) -> dict[str, dict[str, tuple[int, int]]]:
    """Return part and whole of each noteworthy rate by player."""
    return {
        what.key: {
            player: (int(own[what.of.part]), int(own[what.of.of])) for player, own in counts[what.statistic].items()
        }
        for what in NOTEWORTHY
    }


def met(pairs: list[Pair]) -> list[str]:
    """Return the players of some pairs, in the order of their names."""
    return sorted(set(itertools.chain.from_iterable((pair.player, pair.other) for pair in pairs)))
