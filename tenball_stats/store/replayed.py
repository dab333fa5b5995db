"""Logs replayed on their way into the database: rulings and findings together, the next part while one is stored."""

from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import dataclass
from typing import NamedTuple

import polars as pl

from tenball_stats.log import Log
from tenball_stats.log.ahead import ahead
from tenball_stats.log.parts import Parts
from tenball_stats.replay import ReplayError, compiled, editions_of
from tenball_stats.replay.audit.audit import ruled
from tenball_stats.replay.rulings import check_players
from tenball_stats.rules import Edition
from tenball_stats.store import originals
from tenball_stats.store.connect import StoreRefused
from tenball_stats.store.load import Laid
from tenball_stats.store.rulings import Rulings

_PACKED_AHEAD = 256 << 20
"""Bytes of the largest file that is packed before it is stored: packed it takes a fifth of that or less."""


@dataclass(frozen=True)
class Replayed:
    """A log ruled, each match under one edition, and what its own rulings are wrong by."""

    log: Log
    editions: Sequence[Edition]
    """The edition of each match."""
    rulings: Rulings
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
        return cls(log, editions, Rulings.of(rulings, log.events), findings)


class Ready(NamedTuple):
    """A log of which everything is done that can be before it is known what the database holds."""

    laid: Laid
    replayed: list[Replayed]
    """All its matches, under each edition asked for."""


class Coming:
    """A large log on its way into the database; iterate over it once.

    A part is read, the one before it made ready, and the one before that taken, all at the same time. Each part comes
    with what could be done with it before; None where that was not wanted, or it cannot be ruled: whoever takes it
    will see why.
    """

    def __init__(self, editions: Sequence[Edition]) -> None:
        self.wanted = True
        """To make parts ready pays: all matches were new so far."""
        self.packed: list[originals.Packed] = []
        """The file itself, when the last part has been taken; none where it is large, or not wanted."""
        self._editions: Sequence[Edition | None] = editions or [None]
        self._parts: Iterator[tuple[Log, Ready | None]] = iter(())

    def __iter__(self) -> Iterator[tuple[Log, Ready | None]]:
        """Give the parts; raises what `Parts` does."""
        return self._parts

    @contextmanager
    def begun(self, log: Parts) -> "Iterator[Coming]":
        """Go on reading and making ready inside."""
        with ahead(iter(log)) as read, ahead(self._made_ready(log, read)) as self._parts:
            yield self

    def _made_ready(self, log: Parts, parts: Iterator[Log]) -> Iterator[tuple[Log, Ready | None]]:
        compiled.get_ready(compiled.ROWS)  # while the first part is being read
        for part in parts:
            ready = None
            with suppress(ReplayError):
                if self.wanted:
                    chosen = [editions_of(part, edition) for edition in self._editions]
                    replayed = [Replayed.of(part, editions, is_part=True) for editions in chosen]
                    ready = Ready(Laid.of(part), replayed)
                    del replayed
            yield part, ready
            del part, ready  # or they would be in memory beside the next ones
        if self.wanted and log.size <= _PACKED_AHEAD:  # while the last part is being stored
            self.packed = list(originals.packed(log.bytes_in_parts(originals.PART)))


def coming(log: Parts, editions: Sequence[Edition] = ()) -> AbstractContextManager[Coming]:
    """Begin to read a large log and to replay it under every edition asked for, none for each match's own.

    Raises:
        StoreRefused: two editions share an id.
    """
    return Coming(distinct(editions)).begun(log)


def distinct(editions: Sequence[Edition]) -> list[Edition]:
    """Return the editions once each; two of one id that rule differently could not be told apart: `StoreRefused`."""
    by_id: dict[str, Edition] = {}
    for edition in editions:
        if by_id.setdefault(edition.id, edition).fingerprint != edition.fingerprint:
            raise StoreRefused(f"two different editions have the id {edition.id!r}; give one of them another id")
    return list(by_id.values())
