"""Rulings of a whole log: which edition rules which match, and every stroke replayed under it."""

from collections.abc import Sequence
from pathlib import Path

import polars as pl

from tenball_stats.errors import TenballError
from tenball_stats.log import Log
from tenball_stats.log.names import perhaps_one
from tenball_stats.replay.result import FIELDS, Ruled
from tenball_stats.rules import Edition, edition_ids, load_edition

__all__ = ["FIELDS", "ReplayError", "by_edition", "editions_of", "replay", "rule_log"]


class ReplayError(TenballError):
    """A log that cannot be replayed under the edition asked for; the message says why and what to do."""


def editions_of(log: Log, edition: str | Path | Edition | None = None) -> list[Edition]:
    """Return the edition of each match of a log: the one asked for, else the match's own.

    Raises:
        ReplayError: a match has neither, names one that is not known, or has more players than its edition allows.
    """
    asked = edition if edition is None or isinstance(edition, Edition) else load_edition(edition)
    loaded: dict[str, Edition] = {}
    result: list[Edition] = []
    columns = log.matches.select("match", "edition", "players").iter_rows()
    for match, own, players in columns:
        if asked is not None:
            chosen = asked
        elif not own:
            raise ReplayError(
                f"match {match!r} names no edition and none was asked for: "
                f"give --edition with one of {', '.join(edition_ids())}, or the path of your own edition's .toml file"
            )
        elif own in loaded:
            chosen = loaded[own]
        elif own in edition_ids():
            chosen = loaded[own] = load_edition(own)
        else:
            raise ReplayError(
                f"match {match!r} names the edition {own!r}, which is not known: "
                f"give --edition with one of {', '.join(edition_ids())}, or the path of your own edition's .toml file"
            )
        _check_players(chosen, match, players)
        result.append(chosen)
    return result


def check_players(log: Log, editions: Sequence[Edition]) -> None:
    """Raise `ReplayError` where a match has more players than its edition allows."""
    matches = log.matches.select("match", "players").iter_rows()
    for edition, (match, players) in zip(editions, matches, strict=True):
        _check_players(edition, match, players)


def _check_players(edition: Edition, match: str, players: Sequence[str]) -> None:
    if len(players) in edition.players:
        return
    allowed = " or ".join(str(count) for count in edition.players)
    point = edition["players"]
    clause = f" (clause {', '.join(point.clauses)})" if point.clauses else ""
    others = [name for name in edition_ids() if len(players) in load_edition(name).players]
    hint = f"; editions that can: {', '.join(others)}" if others else ""
    raise ReplayError(
        f"match {match!r} has {len(players)} players ({', '.join(players)}), "
        f"and edition {edition.id!r} is for {allowed}{clause}{hint}{perhaps_one(players)}"
    )


def replay(log: Log, edition: str | Path | Edition | None = None) -> pl.DataFrame:
    """Replay a log through the rules.

    Args:
        log: what `read_logs` returned.
        edition: an edition, its id or the path of its file; None for each match's own.

    Returns:
        One row per stroke replayed, in order: `FIELDS`, then the trace.

    Raises:
        ReplayError: as `editions_of`.
        EditionError: the edition is not known or its file is none.
    """
    return Ruled.of(log, editions_of(log, edition)).words()


def rule_log(log: Log, edition: str | Path | Edition | None = None, *, is_part: bool = False) -> pl.DataFrame:
    """Replay a log through the rules, and leave the rulings in numbers, as the database keeps them: `Ruled.numbers`.

    Takes and raises what `replay` does; `is_part` says that the log is a part of a large one.
    """
    return Ruled.of(log, editions_of(log, edition), is_part=is_part).numbers()


def by_edition(log: Log, chosen: list[Edition]) -> list[tuple[Edition, pl.DataFrame]]:
    """Return for each edition the rows that are replayed under it, in order, with their `event_no`.

    Args:
        log: the log.
        chosen: the edition of each match, as `editions_of` returns it.
    """
    events = log.events.with_row_index("event_no").filter(~pl.col("is_copy"))
    groups: dict[int, list[int]] = {}
    for match_no, one in enumerate(chosen):
        groups.setdefault(id(one), []).append(match_no)
    if not groups:
        return [(load_edition(edition_ids()[0]), events)]
    if len(groups) == 1:
        return [(chosen[0], events)]
    return [(chosen[nos[0]], events.filter(pl.col("match_no").is_in(nos))) for nos in groups.values()]
