"""What is said once of a rack and stands in it twice, with two values: nothing is refused, and somebody should look."""

from collections.abc import Iterator
from typing import Any

import polars as pl

from tenball_stats import terms
from tenball_stats.log.problems import plain, quoted

_NAMED = 3
"""Places of one kind that a notice names."""

_RACK = ("match_no", "rack")


def said_twice(events: pl.DataFrame, matches: pl.DataFrame) -> list[str]:
    """Return notices of racks with two winners, two scores, two concessions; of each kind at most one.

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
    return [notice for rows, column, what in kinds for notice in _notice(told.filter(rows), column, what, matches)]


def _notice(rows: pl.DataFrame, column: str, what: str, matches: pl.DataFrame) -> Iterator[str]:
    """Word where a column has two values among the rows of a rack; the last of them counts."""
    last = pl.col(column).last().over(_RACK)
    other = rows.with_columns(_last=last, _at=pl.col("line").last().over(_RACK)).filter(pl.col(column) != last)
    places = other.unique(_RACK, keep="last", maintain_order=True)
    if not places.height:
        return
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
    more = f"; and {places.height - _NAMED:,} more" if places.height > _NAMED else ""
    yield f"{'; '.join(said)}{more}; the last counts"
