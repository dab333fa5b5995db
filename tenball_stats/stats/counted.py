"""What is counted: the SQL of a statistic over the chosen matches, one frame of sums for all that adds up."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

import polars as pl

from tenball_stats.stats.catalogue import as_recorded, counting
from tenball_stats.stats.definitions import Quantile, Shares, Split, Statistic
from tenball_stats.store import Database

# ruff: noqa: S608 - names of this project's own columns are put into statements, never a value

DIMENSIONS = {
    "player": "q.player",
    "opponent": "q.opponent",
    "event": "m.event",
    "season": "m.season",
    "round": "m.round",
    "venue": "m.venue",
    "table": 'm."table"',
    "match": "m.match",
    "edition": "e.edition",
    "break_format": "m.break_format",
    "score": "s.score",
    "hill": "s.hill",
}
"""What every statistic can be broken down by: name and where it stands in a query."""

SITUATION = ("score", "hill")
"""Those that are known for each rack."""

BIN = 0.1
"""Width of the classes, in seconds, from which the interval of a quantile is drawn."""

CLUSTERS = 200
"""Matches whose keys are alike modulo this are drawn together for the interval of a quantile."""

Key = tuple[Any, ...]
T = TypeVar("T")


@dataclass(frozen=True)
class Chosen:
    """What is counted over: a condition on the keys that every view has, and what it is broken down by."""

    where: str
    parameters: list[object]
    by: tuple[str, ...] = ()
    own: tuple[str, ...] = ()
    """Those of `by` that are columns of the statistic's own views."""
    recorded: bool = False
    """What was ruled then counts, not what the edition rules."""

    def sql(self, text: str) -> str:
        """Return a query over the views that are meant."""
        return as_recorded(text) if self.recorded else text

    @property
    def keys(self) -> str:
        """The columns that a counting query has to keep."""
        racks = ["rack"] if set(SITUATION) & set(self.by) else []
        return ", ".join(["match_key", "edition_key", "player_key", *racks, *self.own])


@dataclass(frozen=True)
class Counted:
    """What was counted, for each group (the empty tuple where there is but one)."""

    groups: list[Key]
    sums: dict[Key, dict[str, Any]]
    """Name of each count and its sum."""
    by_match: dict[Key, pl.DataFrame] = field(default_factory=dict)
    """The counts that means are made of, a row for each match."""
    splits: dict[str, dict[Key, dict[str, int]]] = field(default_factory=dict)
    shares: dict[str, dict[Key, dict[str, tuple[int, int]]]] = field(default_factory=dict)
    quantiles: dict[str, dict[Key, float]] = field(default_factory=dict)
    histograms: dict[Key, pl.DataFrame] = field(default_factory=dict)
    """Columns `cluster`, `bin`, and one with the number of rows for each quantile."""


def count(
    database: Database,
    statistic: Statistic,
    chosen: Chosen,
    *,
    whole: bool,
    further: Sequence[str] = (),
    sums_only: bool = False,
) -> Counted:
    """Count everything that a statistic is made of.

    Args:
        database: open, with its views.
        statistic: which.
        chosen: over what.
        whole: all players are taken together.
        further: names of the counts that are wanted by match.
        sums_only: leave out what is counted by value.
    """
    counts = [one.name for one in statistic.counts]
    views = len({one.view for one in statistic.counts})
    inner = chosen.sql(counting(statistic, chosen.keys, chosen.where, whole=whole))
    sums = ", ".join(f"coalesce(sum({name}), 0) AS {name}" for name in counts)
    by_match = ["match_key"] if further else []
    frame = _grouped(database, inner, chosen, by_match, sums, chosen.parameters * views)
    keys = [f"by_{name}" for name in chosen.by]
    added = frame.group_by(keys, maintain_order=True).agg(pl.col(counts).sum()) if keys else frame.select(
        pl.col(counts).sum()
    )  # fmt: skip
    rows = added.rows()
    width = len(keys)
    groups = sorted((row[:width] for row in rows), key=_order)
    found = {row[:width]: dict(zip(counts, row[width:], strict=True)) for row in rows}
    parts = _parts(frame.select(*keys, *further), keys) if further else {}
    if sums_only:
        return Counted(groups, found, parts)
    return Counted(
        groups,
        found,
        parts,
        {item.name: _split(database, item, chosen) for item in statistic.items if isinstance(item, Split)},
        {item.name: _shares(database, item, chosen) for item in statistic.items if isinstance(item, Shares)},
        *_quantiles(database, [item for item in statistic.items if isinstance(item, Quantile)], chosen),
    )


def _order(key: Key) -> list[tuple[bool, bool, float, str]]:
    """Return what groups are sorted by: numbers by their size, texts by their letters, what is not known last."""
    return [
        (cell is None, isinstance(cell, str), 0.0 if isinstance(cell, str) or cell is None else float(cell), str(cell))
        for cell in key
    ]


def _grouped(
    database: Database,
    inner: str,
    chosen: Chosen,
    further: Sequence[str],
    sums: str,
    parameters: list[object],
) -> pl.DataFrame:
    """Return aggregates over a counting query, by the dimensions and further columns of it."""
    named = {name: f"c.{name}" if name in chosen.own else DIMENSIONS[name] for name in chosen.by}
    used = {place[:2] for name, place in named.items() if name not in chosen.own}
    joins = ""
    if "m." in used:
        joins += " JOIN v_matches m USING (match_key)"
    if "q." in used:
        joins += " JOIN v_match_players q USING (match_key, player_key)"
    if "e." in used:
        joins += " JOIN editions e USING (edition_key)"
    if "s." in used:
        joins += " LEFT JOIN v_situations s USING (match_key, edition_key, rack, player_key)"
    columns = [*(f'{place} AS "by_{name}"' for name, place in named.items()), *further]
    selected = "".join(f"{column}, " for column in columns)
    order = ", ".join(str(number) for number in range(1, len(columns) + 1))
    grouping = f" GROUP BY {order} ORDER BY {order}" if columns else ""
    return database.frame(f"SELECT {selected}{sums} FROM ({inner}) c{joins}{grouping}", parameters)


def _parts(frame: pl.DataFrame, keys: list[str]) -> dict[Key, pl.DataFrame]:
    """Return the rows of each group."""
    if not keys:
        return {(): frame}
    return frame.partition_by(keys, as_dict=True, include_key=False, maintain_order=True)


def _split(database: Database, item: Split, chosen: Chosen) -> dict[Key, dict[str, int]]:
    """Return value -> number of rows, for each group."""
    inner = chosen.sql(
        f"SELECT {chosen.keys}, value, count(*) AS rows FROM (SELECT {chosen.keys}, {item.value} AS value "
        f"FROM {item.view} WHERE {chosen.where} AND {item.where}) GROUP BY ALL"
    )
    frame = _grouped(database, inner, chosen, ["value"], "sum(rows)::BIGINT AS rows", chosen.parameters)
    return _by_value(frame, len(chosen.by), lambda rows: int(rows[0]))


def _shares(database: Database, item: Shares, chosen: Chosen) -> dict[Key, dict[str, tuple[int, int]]]:
    """Return value -> part and whole, for each group."""
    inner = chosen.sql(
        f"SELECT {chosen.keys}, {item.value} AS value, count(*) FILTER (WHERE {item.part}) AS part, count(*) AS whole "
        f"FROM {item.view} WHERE {chosen.where} AND {item.where} GROUP BY ALL"
    )
    sums = "sum(part)::BIGINT AS part, sum(whole)::BIGINT AS whole"
    frame = _grouped(database, inner, chosen, ["value"], sums, chosen.parameters)
    return _by_value(frame, len(chosen.by), lambda rows: (int(rows[0]), int(rows[1])))


def _by_value(frame: pl.DataFrame, width: int, numbers: Callable[[tuple[Any, ...]], T]) -> dict[Key, dict[str, T]]:
    """Return value -> numbers for each group; the rows of the frame are in the order of the values."""
    found: dict[Key, dict[str, T]] = {}
    for row in frame.rows():
        found.setdefault(row[:width], {})[str(row[width])] = numbers(row[width + 1 :])
    return found


def _quantiles(
    database: Database, items: list[Quantile], chosen: Chosen
) -> tuple[dict[str, dict[Key, float]], dict[Key, pl.DataFrame]]:
    """Return the quantiles of each group, and how often each class of values occurs in each cluster of matches."""
    if not items:
        return {}, {}
    (view,) = {item.view for item in items}
    (value,) = {item.value for item in items}
    conditions = {item.name: f"what_{number}" for number, item in enumerate(items)}
    inner = chosen.sql(
        f"SELECT {chosen.keys}, {value} AS value, "
        + ", ".join(f"{item.where} AS {conditions[item.name]}" for item in items)
        + f" FROM {view} WHERE {chosen.where} AND {value} IS NOT NULL"
    )
    exact = ", ".join(
        f"quantile_cont(value, {item.share}) FILTER (WHERE {conditions[item.name]}) AS {item.name}" for item in items
    )
    width = len(chosen.by)
    rows = _grouped(database, inner, chosen, [], exact, chosen.parameters).rows()
    found = {
        item.name: {row[:width]: row[width + number] for row in rows if row[width + number] is not None}
        for number, item in enumerate(items)
    }
    numbers = ", ".join(f"count(*) FILTER (WHERE {conditions[item.name]}) AS {item.name}" for item in items)
    places = [f"c.match_key % {CLUSTERS} AS cluster", f"round(value / {BIN})::BIGINT AS bin"]
    histogram = _grouped(database, inner, chosen, places, numbers, chosen.parameters)
    return found, _parts(histogram, [f"by_{name}" for name in chosen.by])
