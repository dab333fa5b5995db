"""What is said once of a rack and stands in it twice, with two values: nothing is refused, and somebody should look."""

from typing import Any, NamedTuple

import polars as pl

from tenball_stats import terms
from tenball_stats.log.problems import plain, quoted

_NAMED = 3
"""Places of one kind that a notice names."""

_RACK = ("match_no", "rack")


class Twice(NamedTuple):
    """Racks of which one kind of thing is said twice."""

    places: list[str]
    """The first of them, in words."""
    racks: int

    def __add__(self, other: "Twice") -> "Twice":  # type: ignore[override]
        """Return those of two parts of a log."""
        return Twice((self.places + other.places)[:_NAMED], self.racks + other.racks)

    def said(self) -> list[str]:
        """Return the notice on them; none where there are none."""
        if not self.racks:
            return []
        more = f"; and {self.racks - _NAMED:,} more" if self.racks > _NAMED else ""
        return [f"{'; '.join(self.places)}{more}; the last counts"]


def found_twice(events: pl.DataFrame, matches: pl.DataFrame) -> list[Twice]:
    """Return the racks with two winners, lags with two, racks with two scores, and racks that both conceded.

    Args:
        events: rows in the order of play, as in `Log.events`.
        matches: as in `Log.matches`.
    """
    lag, concede = (pl.col("kind") == terms.KIND_CODE[kind] for kind in ("lag", "concede"))
    told = events.select(*_RACK, "line", "kind", "is_copy", "player_no", "winner_no", "score").filter(
        ~pl.col("is_copy") & ((pl.col("winner_no") >= 0) | pl.col("score").is_not_null() | concede)
    )
    of_two = matches.select("match_no", pl.col("players").list.len()).filter(pl.col("players") == 2)["match_no"]
    winner, racks = pl.col("winner_no") >= 0, pl.col("rack") > 0
    kinds = (
        (winner & racks, "winner_no", "has two winners"),
        (winner & lag, "winner_no", "has two winners"),
        (pl.col("score").is_not_null() & racks, "score", "has two scores"),
        (concede & pl.col("match_no").is_in(of_two.implode()), "player_no", "is conceded by both players"),
    )
    return [_places(told.filter(rows), column, what, matches) for rows, column, what in kinds]


def _places(rows: pl.DataFrame, column: str, what: str, matches: pl.DataFrame) -> Twice:
    """Word where a column has two values among the rows of a rack; the last of them counts."""
    if not rows.select(pl.struct(_RACK).is_duplicated().any()).item():
        return Twice([], 0)
    last = pl.col(column).last().over(_RACK)
    other = rows.with_columns(_last=last, _at=pl.col("line").last().over(_RACK)).filter(pl.col(column) != last)
    places = other.unique(_RACK, keep="last", maintain_order=True)
    ids, names = matches["match"], matches["players"]

    def value(of: Any, match_no: int) -> str:
        return "-".join(map(str, of)) if isinstance(of, list) else plain(names[match_no][of])

    said = []
    for row in places.head(_NAMED).iter_rows(named=True):
        match_no = row["match_no"]
        before, after = (value(row[name], match_no) for name in (column, "_last"))
        where = f"rack {row['rack']}" if row["rack"] else "the lag"
        said.append(
            f"{where} of match {quoted(ids[match_no])} {what}: {before} (line {row['line']}) "
            f"and {after} (line {row['_at']})"
        )
    return Twice(said, places.height)
