"""The page of one player: each rate against the league's, what stands out, and what lies behind it."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import polars as pl

from tenball_stats.stats.answers import Answer
from tenball_stats.stats.catalogue import statistic
from tenball_stats.stats.differences import Difference, corrected, difference
from tenball_stats.stats.matches import Match, matches_of
from tenball_stats.stats.noteworthy import NOTEWORTHY, Noteworthy, statistics
from tenball_stats.stats.places import Zone, breaks_placed, placed_zones, rest_zones, shots_placed
from tenball_stats.stats.query import Filters, QueryError, ask, resolved, sums
from tenball_stats.stats.ratings import Rated, fit_ratings
from tenball_stats.stats.shrinkage import Shrunken, fit, shrink
from tenball_stats.stats.trends import Trend, player_trend
from tenball_stats.store import Database

TRENDS = ("visits.pot_rate", "breaks.success_rate", "fouls.foul_on_shot_rate", "runouts.run_out_rate")
"""The rates whose course over time is looked at."""

MATCHES = 10
"""Matches that are listed."""


@dataclass(frozen=True)
class Line:
    """A rate of the player against that of all others together."""

    what: Noteworthy
    difference: Difference
    shrunken: Shrunken | None
    """The player's rate as drawn towards the league's."""

    @property
    def verdict(self) -> str:
        """`better`, `worse` or `other` where it stands out, else the empty text."""
        if not self.difference.stands_out or self.difference.difference is None:
            return ""
        way = self.what.better * (1 if self.difference.difference > 0 else -1)
        return {1: "better", -1: "worse", 0: "other"}[way]


@dataclass(frozen=True)
class Kind:
    """How often a kind of foul was made, by the player and by all others."""

    code: str
    difference: Difference


@dataclass(frozen=True)
class PlayerPage:
    """Everything that a player's page shows."""

    player: str
    filters: dict[str, str]
    editions: list[str]
    recorded: bool
    matches: int
    won: int
    lost: int
    undecided: int
    racks_won: int
    racks_lost: int
    first: str | None
    """Day of the first match, as a text; None where no match has one."""
    last: str | None
    others: int
    """Players of the league besides."""
    rating: Rated | None
    lines: list[Line]
    answers: Mapping[str, Answer]
    """The player's own statistics by name, for means, times and counts."""
    league: Mapping[str, Answer]
    """Those of all others together, as far as a picture needs them."""
    trends: list[Trend]
    fouls: list[Kind]
    placed: list[Zone]
    rested: list[Zone]
    breaks: pl.DataFrame
    """Single breaks with places, see `places.breaks_placed`."""
    shots: pl.DataFrame
    """Single called shots with places, see `places.shots_placed`."""
    last_matches: list[Match]
    notices: list[str] = field(default_factory=list)

    @property
    def outstanding(self) -> list[Line]:
        """The rates that stand out, the surest first."""
        found = [line for line in self.lines if line.verdict]
        return sorted(found, key=lambda line: line.difference.p or 0.0)

    @property
    def compared(self) -> int:
        """How many rates were compared."""
        return sum(line.difference.p is not None for line in self.lines)


def player_page(database: Database, player: str, filters: Filters | None = None) -> PlayerPage:
    """Work out the page of a player.

    Args:
        database: open, with its views.
        player: the name; capitals do not matter.
        filters: which matches count, for the player and for the league.

    Raises:
        QueryError: there is no such player, or the player has no match among those chosen.
    """
    asked = filters or Filters()
    own = resolved(database, replace(asked, player=player))
    league = replace(own, player="")
    played = matches_of(database, own)
    if not played:
        chosen = ", ".join(f"{name} {value}" for name, value in league.said().items())
        raise QueryError(f"{own.player} has no match that was ruled" + (f" ({chosen})" if chosen else ""))
    by_player = {name: _by_name(sums(database, one, league, ["player"])) for name, one in statistics().items()}
    answers = {name: ask(database, statistic(name), own) for name in ("breaks", "fouls", "visits", "pushouts", "time")}
    answers |= {name: ask(database, statistic(name), own) for name in ("runouts", "safeties", "options", "lags")}
    breaks, shots = breaks_placed(database, own), shots_placed(database, own)
    ratings = fit_ratings(database, league)
    results = [(match.side(own.player), match) for match in played]
    days = sorted(match.day for match in played if match.day)
    return PlayerPage(
        player=own.player,
        filters=league.said(),
        editions=answers["breaks"].editions,
        recorded=own.recorded,
        matches=len(played),
        won=sum(side.won is True for side, _ in results),
        lost=sum(side.won is False for side, _ in results),
        undecided=sum(side.won is None for side, _ in results),
        racks_won=sum(side.racks for side, _ in results),
        racks_lost=sum(match.racks - side.racks for side, match in results),
        first=days[0] if days else None,
        last=days[-1] if days else None,
        others=max(len(by_player["fouls"].keys() - {own.player}), 0),
        rating=next((one for one in ratings.players if one.player == own.player), None),
        lines=_lines(own.player, by_player),
        answers=answers,
        league={"runouts": ask(database, statistic("runouts"), league)},
        trends=[player_trend(database, own, what, played) for what in NOTEWORTHY if what.key in TRENDS],
        fouls=_kinds(database, own.player, league, by_player["fouls"]),
        placed=placed_zones(breaks),
        rested=rest_zones(breaks),
        breaks=breaks,
        shots=shots,
        last_matches=played[-MATCHES:][::-1],
        notices=answers["breaks"].notices,
    )


def _by_name(found: Mapping[tuple[Any, ...], dict[str, Any]]) -> dict[str, dict[str, Any]]:
    return {str(key[0]): counts for key, counts in found.items()}


def _lines(player: str, by_player: Mapping[str, Mapping[str, dict[str, Any]]]) -> list[Line]:
    """Return the player's rates against those of all others, corrected for their number."""
    differences: list[Difference] = []
    drawn: list[Shrunken | None] = []
    for one in NOTEWORTHY:
        rate = one.of
        counts = {
            name: (int(found[rate.part]), int(found[rate.of])) for name, found in by_player[one.statistic].items()
        }
        part, of = counts.get(player, (0, 0))
        all_parts, all_of = (sum(found[place] for found in counts.values()) for place in (0, 1))
        differences.append(difference(rate.name, part, of, all_parts - part, all_of - of))
        prior = fit([found[0] for found in counts.values()], [found[1] for found in counts.values()])
        drawn.append(None if prior is None else shrink(prior, part, of))
    return [
        Line(what, one, estimate) for what, one, estimate in zip(NOTEWORTHY, corrected(differences), drawn, strict=True)
    ]


def _kinds(database: Database, player: str, league: Filters, counts: Mapping[str, dict[str, Any]]) -> list[Kind]:
    """Return the player's kinds of fouls against those of all others, corrected for their number."""
    rows = {row["player"]: row for row in ask(database, statistic("fouls"), league, ["player"]).rows}
    strokes = {name: int(found["strokes"]) for name, found in counts.items()}
    of = strokes.get(player, 0)
    rest = sum(strokes.values()) - of
    codes: dict[str, list[int]] = {}
    for name, row in rows.items():
        for code, number in row["by_code"].items():
            pair = codes.setdefault(code, [0, 0])
            pair[0 if name == player else 1] += number
    found = corrected([difference(code, own, of, others, rest) for code, (own, others) in codes.items()])
    return sorted((Kind(one.name, one) for one in found), key=lambda kind: (-kind.difference.part, kind.code))
