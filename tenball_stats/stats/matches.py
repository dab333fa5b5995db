"""Matches as a list shows them: who played, who won, how many racks."""

from dataclasses import dataclass
from typing import Any

from tenball_stats.stats.query import Filters, chosen_matches
from tenball_stats.store import Database


@dataclass(frozen=True)
class Side:
    """One player of a match."""

    player: str
    racks: int
    """Racks won: the last recorded score before the count of racks."""
    race_to: int | None
    won: bool | None
    """None where neither a race that was reached nor a forfeit says it."""


@dataclass(frozen=True)
class Match:
    """A match and its result."""

    match: str
    day: str | None
    event: str | None
    round: str | None
    edition: str
    """The edition whose rulings count."""
    sides: list[Side]
    """The players in the order of play."""
    strokes: int
    no_winner: int
    """Racks of which nobody knows who won them."""

    @property
    def racks(self) -> int:
        """Racks won by all players together."""
        return sum(side.racks for side in self.sides)

    @property
    def winner(self) -> str | None:
        """Who won the match, None where that is not known."""
        return next((side.player for side in self.sides if side.won), None)

    def side(self, player: str) -> Side:
        """Return a player's side of the match."""
        return next(side for side in self.sides if side.player == player)

    def others(self, player: str) -> list[Side]:
        """Return the other sides of the match."""
        return [side for side in self.sides if side.player != player]


def matches_of(database: Database, filters: Filters) -> list[Match]:
    """Return the chosen matches in the order of time, those without a date first.

    Args:
        database: open, with its views.
        filters: which; with a player, those of that player.
    """
    where, parameters = chosen_matches(database, filters)
    sql = f"""
        WITH results AS (
            SELECT match_key, edition_key,
                   list({{'player': player, 'racks': racks_won, 'race_to': r.race_to, 'won': won}} ORDER BY player_no)
                       AS sides
            FROM (SELECT * FROM v_match_results WHERE {where}) r JOIN v_match_players q USING (match_key, player_key)
            GROUP BY match_key, edition_key
            QUALIFY row_number() OVER (PARTITION BY match_key ORDER BY edition_key) = 1
        ), counts AS (
            SELECT match_key, edition_key, count(*) AS strokes
            FROM rulings SEMI JOIN results USING (match_key, edition_key) GROUP BY ALL
        ), unknown AS (
            SELECT match_key, edition_key, count(*) FILTER (WHERE NOT known) AS no_winner
            FROM (SELECT match_key, edition_key, rack, bool_or(decided) AS known
                  FROM rack_results SEMI JOIN results USING (match_key, edition_key) GROUP BY ALL) GROUP BY ALL
        )
        SELECT m.match, m.day::VARCHAR, m.event, m.round, e.edition, r.sides, coalesce(c.strokes, 0),
               coalesce(u.no_winner, 0)
        FROM results r JOIN v_matches m USING (match_key) JOIN editions e USING (edition_key)
        LEFT JOIN counts c USING (match_key, edition_key) LEFT JOIN unknown u USING (match_key, edition_key)
        ORDER BY m.day NULLS FIRST, m.match
    """  # noqa: S608 - a condition of this project's own, values as parameters
    return [_match(row) for row in database.rows(sql, parameters)]


def _match(row: tuple[Any, ...]) -> Match:
    match, day, event, round_, edition, sides, strokes, no_winner = row
    players = [Side(side["player"], int(side["racks"]), side["race_to"], side["won"]) for side in sides]
    return Match(match, day, event, round_, edition, players, int(strokes), int(no_winner))
