"""Logs replayed on their way into the database: rulings and findings together, the next part while one is stored."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import NamedTuple

import polars as pl

from tenball_stats.log import Log
from tenball_stats.replay import ReplayError, compiled, editions_of
from tenball_stats.replay.audit.audit import ruled
from tenball_stats.replay.rulings import check_players
from tenball_stats.rules import Edition
from tenball_stats.store.load import Laid, counted


@dataclass(frozen=True)
class Replayed:
    """A log ruled, each match under one edition, and what its own rulings are wrong by."""

    log: Log
    editions: Sequence[Edition]
    """The edition of each match."""
    rulings: pl.DataFrame
    """As `load.counted` gives them."""
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
        rulings, findings = ruled(log, editions, is_part=is_part)
        return cls(log, editions, counted(rulings, log.events), findings)


class Ready(NamedTuple):
    """A log of which everything is done that can be before it is known what the database holds."""

    log: Log
    laid: Laid
    replayed: list[Replayed]
    """All its matches, under each edition asked for."""


def ready_ahead(
    parts: Iterator[Log], editions: Sequence[Edition | None], wanted: Callable[[], bool]
) -> Iterator[tuple[Log, Ready | None]]:
    """Give the parts of a large log, each laid out and replayed whole under every edition asked for.

    Args:
        parts: the parts.
        editions: those asked for, None for each match's own.
        wanted: asked before each part; where it is not, because not all matches are new, a part comes as it is.

    Returns:
        Each part, and it made ready; None where that is not wanted, or it cannot be ruled: whoever takes it will see
        why.
    """
    compiled.get_ready(compiled.ROWS)  # while the first part is being read
    for part in parts:
        ready = None
        with suppress(ReplayError):
            if wanted():
                replayed = [Replayed.of(part, editions_of(part, edition), is_part=True) for edition in editions]
                ready = Ready(part, Laid.of(part), replayed)
                del replayed
        yield part, ready
        del part, ready  # or they would be in memory beside the next ones
