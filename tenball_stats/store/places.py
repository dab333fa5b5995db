"""Where the matches of a log and their players stand in the database: numbers within a log become keys."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import polars as pl

_ROSTER: dict[str, pl.DataType | type[pl.DataType]] = {
    "match_no": pl.UInt32,
    "match_key": pl.Int32,
    "player_keys": pl.List(pl.Int32),
}


class Places:
    """The key of each match of a log, and those of its players in the order of play.

    Done here and not by a join in DuckDB: there it took as long for a million strokes as a fifth of storing them.
    """

    def __init__(self, match_keys: Sequence[int], rosters: Sequence[Sequence[int | None]]) -> None:
        self._match_keys = pl.Series(list(match_keys), dtype=pl.Int32)
        self._lengths = np.array([len(keys) for keys in rosters], dtype=np.int64)
        self._first = np.cumsum(self._lengths) - self._lengths
        # Nobody stands last, for the place -1.
        self._everybody = pl.Series([key for keys in rosters for key in keys] + [None], dtype=pl.Int32)

    def roster(self) -> pl.DataFrame:
        """Return a row for each match: `match_no`, `match_key`, `player_keys`."""
        of = np.repeat(np.arange(len(self._lengths)), self._lengths)
        players = pl.DataFrame({"match_no": of, "player_keys": self._everybody[:-1]})
        rosters = players.group_by("match_no", maintain_order=True).agg("player_keys")
        every = pl.DataFrame({"match_no": range(len(self._lengths)), "match_key": self._match_keys})
        return every.join(rosters, on="match_no", how="left", maintain_order="left").cast(_ROSTER)  # type: ignore[arg-type]

    def found(self, frame: pl.DataFrame, **players: str) -> pl.DataFrame:
        """Return a frame with `match_key` and the key of a player for each column of places in the order of play.

        Args:
            frame: with `match_no`.
            players: name of the new column and of the one with the place; -1, not recorded, becomes null.
        """
        match = frame["match_no"].to_numpy()
        return frame.with_columns(
            self._match_keys.gather(match).alias("match_key"),
            *(self._keys(match, frame[place].to_numpy()).alias(name) for name, place in players.items()),
        )

    def _keys(self, match: np.ndarray[Any, Any], place: np.ndarray[Any, Any]) -> pl.Series:
        at = np.where(place >= 0, self._first[match] + place, len(self._everybody) - 1)
        return self._everybody.gather(at)
