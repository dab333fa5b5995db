"""On which lags, breaks and ends of racks a check may find something, seen by columns; never fewer than it does.

Racks stand in the order of their numbers; only a forfeit that stands in no rack may come in between.
"""

from typing import Any

import numpy as np

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
    flags = _none(rows)
    flags[rows.breaks] = True
    return flags


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
    distance = rows.lag_cm[at]
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
    at = rows.breaks
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
    if not {"winner", "loser"}.isdisjoint(rules):
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
    rule = rule_of(rows.edition)
    if any(rule):
        faulty = {text for text in set(rows.layouts) if text and misplaced(rule, text)}
        flags[rows.breaks] = [text in faulty for text in rows.layouts]
    return flags


def soft(rows: Rows) -> Flags:
    """Mark breaks that may have brought too few balls past the head string."""
    past = _int(rows.numbers["past_head"])
    asked = int(rows.edition["break_past_head"].value)  # type: ignore[arg-type]
    return np.asarray((past >= 0) & (past < asked) & (rows.record["potted_known"] != 0))


def unfinished(rows: Rows) -> Flags:
    """Mark the last rows of racks that have no end though the match goes on."""
    flags = _none(rows)
    racks = rows.racks
    flags[racks.last[racks.goes_on & ~racks.ended]] = True
    return flags


def score(rows: Rows) -> Flags:
    """Mark forfeits, scores that the racks contradict, and racks that decided the match though it went on."""
    flags: Flags = np.asarray(rows.record["kind"] == FORFEIT)
    racks = rows.racks
    if not len(racks.last):
        return flags
    won = np.stack([racks.counted(racks.winner == player) for player in range(_PLAYERS)])
    # From a rack on that is missing or has no winner the score is not known.
    known = racks.counted((racks.winner < 0) | (racks.rack != racks.counted(racks.winner >= NOBODY))) == 0
    target = np.array([(*(race or ()), *_NO_RACE)[:_PLAYERS] for race in rows.race_to]).T[:, racks.match]
    flags[racks.last[known & racks.goes_on & (won >= target).any(axis=0)]] = True

    scored, said = rows.scored, rows.scores
    count = rows.record["players"][scored]
    if len(said) != count.sum():
        flags[scored] = True
        return flags
    rack = racks.of_attempt[rows.attempt[scored]]
    wrong = np.zeros(len(scored), dtype=np.bool_)
    begins = np.cumsum(count) - count
    for player in range(_PLAYERS):
        of = np.flatnonzero(count > player)
        wrong[of] |= said[begins[of] + player] != won[player, rack[of]]
    flags[scored[wrong & known[rack] & (rack >= 0)]] = True
    return flags


def _none(rows: Rows) -> Flags:
    return np.zeros(len(rows.match), dtype=np.bool_)


def _int(column: np.ndarray[Any, Any]) -> Ints:
    return column.astype(np.int64)
