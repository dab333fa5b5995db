"""Logs replayed on their way into the database: rulings and findings together, the next part while one is stored."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import polars as pl

from tenball_stats.log import Log
from tenball_stats.replay import ReplayError, compiled, editions_of
from tenball_stats.replay.audit.audit import ruled
from tenball_stats.replay.rulings import check_players
from tenball_stats.rules import Edition


@dataclass(frozen=True)
class Replayed:
    """A log ruled, each match under one edition, and what its own rulings are wrong by."""

    log: Log
    editions: Sequence[Edition]
    """The edition of each match."""
    rulings: pl.DataFrame
    """As `rule_log` gives them."""
    findings: pl.DataFrame
    """As `audit.findings` gives them, every one for itself."""

    @classmethod
    def of(cls, log: Log, editions: Sequence[Edition], *, is_part: bool = False) -> "Replayed":
        """Replay a log.

        Args:
            log: all its matches are ruled.
            editions: the edition of each.
            is_part: it is a part of a large log.

        Raises:
            ReplayError: a match has more players than its edition allows.
        """
        check_players(log, editions)
        return cls(log, editions, *ruled(log, editions, is_part=is_part))


def replayed_ahead(
    parts: Iterator[Log], editions: Sequence[Edition | None], wanted: Callable[[], bool]
) -> Iterator[tuple[Log, list[Replayed]]]:
    """Give the parts of a large log, each replayed whole under every edition asked for.

    Args:
        parts: the parts.
        editions: those asked for, None for each match's own.
        wanted: asked before each part; where it is not, because not all matches are new, a part comes as it is.

    Returns:
        Each part with its rulings, none where it is not wanted, or cannot be ruled: whoever takes it will see why.
    """
    compiled.get_ready(compiled.ROWS)  # while the first part is being read
    for part in parts:
        replayed = []
        try:
            if wanted():
                replayed = [Replayed.of(part, editions_of(part, edition), is_part=True) for edition in editions]
        except ReplayError:
            replayed = []
        yield part, replayed
        del part, replayed  # or they would be in memory beside the next ones
