"""On which lags, breaks and ends of racks a check may find something, seen by columns; never fewer than it does.

Racks stand in the order of their numbers; only a forfeit that stands in no rack may come in between.
"""

from typing import Any, NamedTuple

import numpy as np

from tenball_stats.log import arrays
from tenball_stats.replay.audit.laid import Flags, Ints, Rows
from tenball_stats.replay.audit.layouts import misplaced, rule_of
from tenball_stats.replay.follow import FORFEIT, LAG
from tenball_stats.rules import Edition
from tenball_stats.terms import LAG_ACT_BIT

NOBODY = -1
_PLAYERS = 3
"""Of a match at most."""
_NO_RACE = (1 << 30,) * _PLAYERS
"""Racks to win where a match goes to no number of them."""


def lags(rows: Rows) -> Flags:
    """Return which rows are lags."""
    return np.asarray(rows.record["kind"] == LAG)


def breaks(rows: Rows) -> Flags:
    """Return which rows are breaks."""
    return np.asarray((rows.record["is_break"] != 0) & rows.is_stroke)


def ends(rows: Rows) -> Flags:
    """Return which rows end an attempt at a rack."""
    flags = _none(rows)
    flags[rows.attempts.last[rows.attempts.rack > 0]] = True
    return flags


def lag(rows: Rows) -> Flags:
    """Mark lags with a fault, or closer to the rail than that of the player who was given the lag."""
    flags = _none(rows)
    at = np.flatnonzero(lags(rows))
    if not len(at):
        return flags
    player, winner = rows.record["player"][at], rows.record["winner"][at]
    faulty = rows.record["acts"][at] & lag_faults_named(rows.edition) != 0
    distance = rows.lag_cm.to_numpy()[at]
    attempts, attempt = np.unique((rows.match[at] << 32) + rows.numbers["shot"][at], return_inverse=True)
    given = np.full(len(attempts), NOBODY)
    np.maximum.at(given, attempt, winner)
    longest = np.full(len(attempts), -np.inf)
    winners = player == given[attempt]
    np.fmax.at(longest, attempt[winners], distance[winners])
    closer = ~winners & (given[attempt] >= 0) & (distance < longest[attempt])
    flags[at] = faulty | closer | ((winner >= 0) & ~(winner == given[attempt]))
    return flags


def lag_faults_named(edition: Edition) -> int:
    """Return the acts that lose a lag by an edition, as bits."""
    acts = edition["lag_faults"].value
    return sum(LAG_ACT_BIT[str(act)] for act in acts)  # type: ignore[union-attr, misc]


def break_order(rows: Rows) -> Flags:
    """Mark breaks of somebody else than the edition, or the format of the match, has break."""
    at = np.flatnonzero(breaks(rows))
    rack, match, player = _int(rows.numbers["rack"])[at], rows.match[at], rows.record["player"][at]
    count = rows.record["players"][at]
    follows = np.append(False, match[1:] == match[:-1])[: len(at)]
    last_rack = np.where(follows, np.roll(rack, 1), 0)
    breaker = np.where(follows, np.roll(player, 1), NOBODY)
    again = follows & (last_rack == rack)
    wrong = np.zeros(len(at), dtype=np.bool_)
    if rows.edition["stalemate"].value == "same_breaker":
        wrong |= again & (breaker != player)
    if rows.edition["lag_winner"].value == "breaks":
        wrong |= ~again & (rack == 1) & _another_won_the_lag(rows, match, player)
    rules = [rule or rows.edition["later_breaks"].value for rule in rows.break_format]
    alternate, winner, loser = (
        ~again & (rack > 1) & np.array([rule == name for rule in rules], dtype=np.bool_)[match]
        for name in ("alternate", "winner", "loser")
    )
    wrong |= alternate & (last_rack == rack - 1) & ((breaker + 1) % count != player)
    won, known = _won_before(rows, at)
    wrong |= (winner | loser) & ~known
    wrong |= winner & (won >= 0) & (won != player)
    wrong |= loser & (won >= 0) & (count == 2) & (1 - won != player)
    flags = _none(rows)
    flags[at] = wrong
    return flags


def _another_won_the_lag(rows: Rows, match: Ints, player: Ints) -> Flags:
    """Mark players in their matches where the lag was given to somebody else."""
    at = np.flatnonzero(lags(rows) & (rows.record["winner"] >= 0))
    first, last = np.full(len(rows.starts), _PLAYERS), np.full(len(rows.starts), NOBODY)
    np.minimum.at(first, rows.match[at], rows.record["winner"][at])
    np.maximum.at(last, rows.match[at], rows.record["winner"][at])
    return np.asarray((last[match] >= 0) & ((first[match] != player) | (last[match] != player)))


def _won_before(rows: Rows, breaks: Ints) -> tuple[Ints, Flags]:
    """Return who won the rack before each break, -1 where that is not known, and where it can be told by columns."""
    attempts = rows.attempts
    attempt = rows.attempt[breaks]
    previous = np.maximum(attempt - 1, 0)
    rack, last_rack = attempts.rack[attempt], attempts.rack[previous]
    follows = (attempt > 0) & (attempts.match[previous] == rows.match[breaks])
    stroke = attempts.last_stroke[previous]
    credited = rows.record["credited"][stroke]
    won = np.where(credited >= 0, credited, rows.trace["winner"][stroke])
    right_before = follows & (last_rack == rack - 1)
    # Of a forfeit that stands in no rack, and of a rack that was lifted before its break, nothing can be told.
    known = ~follows | (last_rack > 0) & (last_rack < rack - 1) | right_before & (stroke >= 0)
    return np.where(right_before & known, won, NOBODY), known


def layout(rows: Rows) -> Flags:
    """Mark breaks of racks that did not lie as the edition has them; each different layout is judged once."""
    flags = _none(rows)
    at = np.flatnonzero(breaks(rows))
    rule = rule_of(rows.edition)
    if len(at) and any(rule):
        texts = rows.layout[arrays.column(at)].to_list()
        faulty = {text for text in set(texts) if text and misplaced(rule, text)}
        flags[at] = [text in faulty for text in texts]
    return flags


def soft(rows: Rows) -> Flags:
    """Mark breaks that may have brought too few balls past the head string."""
    past = _int(rows.numbers["past_head"])
    asked = int(rows.edition["break_past_head"].value)  # type: ignore[arg-type]
    return np.asarray((past >= 0) & (past < asked) & (rows.record["potted_known"] != 0))


def unfinished(rows: Rows) -> Flags:
    """Mark the last rows of racks that have no end though the match goes on."""
    flags = _none(rows)
    racks = _racks(rows)
    flags[racks.last[racks.goes_on & ~racks.ended]] = True
    return flags


def score(rows: Rows) -> Flags:
    """Mark forfeits, scores that the racks contradict, and racks that decided the match though it went on."""
    flags: Flags = np.asarray(rows.record["kind"] == FORFEIT)
    racks = _racks(rows)
    if not len(racks.last):
        return flags
    won = np.stack([racks.counted(racks.winner == player) for player in range(_PLAYERS)])
    # From a rack on that is missing or has no winner the score is not known.
    known = racks.counted((racks.winner < 0) | (racks.rack != racks.counted(racks.winner >= NOBODY))) == 0
    target = np.array([(*(race or ()), *_NO_RACE)[:_PLAYERS] for race in rows.race_to]).T[:, racks.match]
    flags[racks.last[known & racks.goes_on & (won >= target).any(axis=0)]] = True

    rack = racks.of_attempt[rows.attempt[rows.scored]]
    scored, rack = rows.scored[rack >= 0], rack[rack >= 0]
    said = rows.score[arrays.column(scored)].explode().to_numpy()
    count = rows.record["players"][scored]
    if len(said) != count.sum():
        flags[scored] = True
        return flags
    wrong = np.zeros(len(scored), dtype=np.bool_)
    begins = np.cumsum(count) - count
    for player in range(_PLAYERS):
        of = np.flatnonzero(count > player)
        wrong[of] |= said[begins[of] + player] != won[player, rack[of]]
    flags[scored[wrong & known[rack]]] = True
    return flags


class _Racks(NamedTuple):
    """Racks of the matches, one after another, as the last attempt at each has them."""

    rack: Ints
    match: Ints
    last: Ints
    """Its last row."""
    winner: Ints
    ended: Flags
    goes_on: Flags
    """There is a rack after it in the match."""
    first: Ints
    """The first rack of its match."""
    of_attempt: Ints
    """The rack that each attempt is at; -1 for one that is at none."""

    def counted(self, marked: Flags) -> Ints:
        """Return how many racks are marked in the match up to each, itself included."""
        upto = np.cumsum(marked)
        return np.asarray(upto - upto[self.first] + marked[self.first])


def _racks(rows: Rows) -> _Racks:
    attempts = rows.attempts
    at = np.flatnonzero(attempts.rack > 0)
    rack, match = attempts.rack[at], attempts.match[at]
    last = np.ones(len(at), dtype=np.bool_)
    last[:-1] = (rack[1:] != rack[:-1]) | (match[1:] != match[:-1])
    of_attempt = np.full(len(attempts.rack), NOBODY)
    of_attempt[at] = np.cumsum(last) - last
    at, rack, match = at[last], rack[last], match[last]
    begins = np.ones(len(at), dtype=np.bool_)
    begins[1:] = match[1:] != match[:-1]
    return _Racks(
        rack,
        match,
        attempts.last[at],
        attempts.winner[at],
        attempts.ended[at],
        np.append(~begins[1:], False)[: len(at)],
        np.flatnonzero(begins)[np.cumsum(begins) - 1],
        of_attempt,
    )


def _none(rows: Rows) -> Flags:
    return np.zeros(len(rows.match), dtype=np.bool_)


def _int(column: np.ndarray[Any, Any]) -> Ints:
    return column.astype(np.int64)
