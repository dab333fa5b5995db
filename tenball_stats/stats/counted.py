"""What is counted: the SQL of a statistic over the chosen matches, one frame of sums for all that adds up."""

import math
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

import numpy as np
import polars as pl

from tenball_stats.stats.catalogue import as_recorded
from tenball_stats.stats.definitions import Count, Quantile, Shares, Split, Statistic
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

_JOINS = {
    "m.": " JOIN v_matches m USING (match_key)",
    "q.": " JOIN v_match_players q USING (match_key, player_key)",
    "e.": " JOIN editions e USING (edition_key)",
    "s.": " LEFT JOIN v_situations s USING (match_key, edition_key, rack, player_key)",
}
"""The tables of the dimensions, joined to a view."""

SITUATION = ("score", "hill")
"""Those that are known for each rack."""

BIN = 0.1
"""Width of the classes, in seconds, from which the interval of a quantile is drawn."""

CLUSTERS = 200
"""Matches whose keys are alike modulo this are drawn together for the interval of a quantile."""

MANY = 20 * CLUSTERS
"""From so many matches on, taken all together, those whose keys are alike modulo `2 * CLUSTERS` are counted as one."""

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
    matches: int = 0
    """How many they are at least."""

    def sql(self, text: str) -> str:
        """Return a query over the views that are meant."""
        return as_recorded(text) if self.recorded else text

    def led(self, rows: str) -> str:
        """Return a query of rows of a view with `by_…` beside them for each of `by`."""
        named = {name: f"c.{name}" if name in self.own else DIMENSIONS[name] for name in self.by}
        used = {place[:2] for place in named.values()}
        joins = "".join(join for table, join in _JOINS.items() if table in used)
        columns = "".join(f', {place} AS "by_{name}"' for name, place in named.items())
        return f"SELECT c.*{columns} FROM ({rows}) c{joins}"


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
    """Columns `cluster`, `bin`, and one with the number of rows for each condition of a quantile, named by it."""


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
    valued = [] if sums_only else [item for item in statistic.items if isinstance(item, Split | Shares)]
    views = list(dict.fromkeys(one.view for one in (*statistic.counts, *valued)))
    splits: dict[str, dict[Key, dict[str, int]]] = {}
    shares: dict[str, dict[Key, dict[str, tuple[int, int]]]] = {}
    keys = [f"by_{name}" for name in chosen.by]
    frames = []
    quantiles = [] if sums_only else [item for item in statistic.items if isinstance(item, Quantile)]
    timed: set[str] = set()
    found_quantiles: tuple[dict[str, dict[Key, float]], dict[Key, pl.DataFrame]] = {}, {}
    if quantiles:
        tallies = [(one, what[1]) for one in statistic.counts if (what := _TALLY.match(one.sql)) and not one.whole]
        found_quantiles, counted_too = _quantiles(database, quantiles, tallies, chosen)
        frames.append(counted_too)
        timed = set(counted_too.columns)
    for view in views:
        own = [one for one in statistic.counts if one.view == view and one.name not in timed]
        listed = [item for item in valued if item.view == view]
        if not own and not listed:
            continue
        found = _counted(database, chosen, view, own, listed, whole=whole, by_match=bool(further))
        whole_rows = found if "set_no" not in found.columns else found.filter(pl.col("set_no") < 0)
        frames.append(whole_rows.select(pl.exclude("set_no", r"^(value|part|whole)_\d+$")))
        for place, item in enumerate(listed):
            each = _values(found, place, keys, item)
            if isinstance(item, Split):
                splits[item.name] = _by_value(each, len(keys), lambda row: int(row[1]))
            else:
                shares[item.name] = _by_value(each, len(keys), lambda row: (int(row[0]), int(row[1])))
    frame = pl.concat(frames, how="diagonal_relaxed")
    added = frame.group_by(keys).agg(pl.col(counts).sum()) if keys else frame.select(pl.col(counts).sum())
    rows = added.rows()
    width = len(keys)
    groups = sorted((row[:width] for row in rows), key=_order)
    sums = {row[:width]: dict(zip(counts, row[width:], strict=True)) for row in rows}
    parts: dict[Key, pl.DataFrame] = {}
    if further:
        by_match = frame.group_by(*keys, "match_key").agg(pl.col(further).sum()).sort("match_key")
        parts = _parts(by_match.select(*keys, *further), keys)
    return Counted(groups, sums, parts, splits, shares, *found_quantiles)


def _counted(
    database: Database,
    chosen: Chosen,
    view: str,
    counts: Sequence[Count],
    valued: Sequence[Split | Shares],
    *,
    whole: bool,
    by_match: bool,
) -> pl.DataFrame:
    """Return everything that is counted in a view, from one pass over it.

    Returns:
        The columns `by_…` of the dimensions, `match_key` where it is wanted, the counts, and for each of `valued`, by
        its place, `value_…`, `part_…` and `whole_…`. Where there is a column `set_no`, a row with -1 holds counts, and
        one with the place of a split or of shares holds what there is of one value of that alone; where there is none,
        the rows add up to either.
    """
    keys = [f"by_{name}" for name in chosen.by]
    values = [f"value_{place}" for place in range(len(valued))]
    made = [
        f"CASE WHEN {item.where} THEN {_bare(item.value)} END AS {value}"
        for item, value in zip(valued, values, strict=True)
    ]
    columns = [f"{(whole and one.whole) or one.sql} AS {one.name}" for one in counts]
    for place, item in enumerate(valued):
        part = item.part if isinstance(item, Shares) else "TRUE"
        columns.append(f"count(*) FILTER (WHERE {item.where} AND {part}) AS part_{place}")
        columns.append(f"count(*) FILTER (WHERE {item.where}) AS whole_{place}")
    listed = [
        f"{made_of[1]}(coalesce({value}, 0)) AS {value}"
        for item, value in zip(valued, values, strict=True)
        if (made_of := _EACH_OF.match(item.value))
    ]
    # Joined first: what is counted by is fewer than the matches, players and racks that lead to it.
    rows = chosen.led(f"SELECT {', '.join(['*', *made])} FROM {view} WHERE {chosen.where}")
    many = not chosen.by and chosen.matches >= MANY
    if by_match:
        keys.append("match_key")
    if "match" in chosen.by or (by_match and not many):
        # Many groups: what means are made of is wanted by match, and what there is of each value is not.
        sets = [keys, *([*keys[: len(chosen.by)], value] for value in values)]
        grouping = ", ".join(f"({', '.join(one)})" for one in sets)
        at = " ".join(f"WHEN GROUPING({value}) = 0 THEN {n}" for n, value in enumerate(values))
        which = [f"CASE {at} ELSE -1 END AS set_no" if at else "-1 AS set_no"]
        grouped = f"GROUP BY GROUPING SETS ({grouping})"
    else:
        # Few groups, so that each value beside each other makes few more.
        if by_match:
            rows = f"SELECT * REPLACE (match_key % {2 * CLUSTERS} AS match_key) FROM ({rows})"
        which = []
        grouped = f"GROUP BY {', '.join(keys + values)}" if keys + values else ""
    query = chosen.sql(f"SELECT {', '.join([*keys, *values, *which, *columns])}\nFROM ({rows}) {grouped}")
    return database.frame(_replaced(query, listed), chosen.parameters)


def _replaced(query: str, columns: Sequence[str]) -> str:
    """Return a query with some of its columns worked out from what it gives."""
    return f"SELECT * REPLACE ({', '.join(columns)}) FROM ({query})" if columns else query


_EACH_OF = re.compile(r"^unnest\((\w+)\((\w+)\)\)$")
"""A split of which a row stands under each of several values: a list, made by a macro of one column."""


def _bare(value: str) -> str:
    """Return what to group by: of lists the one column that they are made of, since a number is grouped faster."""
    return _EACH_OF.sub(r"\2", value)


def _values(found: pl.DataFrame, place: int, keys: list[str], item: Split | Shares) -> pl.DataFrame:
    """Return the keys, value, part and whole of a split or of shares, in the order of the values."""
    value, part, of = f"value_{place}", f"part_{place}", f"whole_{place}"
    rows = found if "set_no" not in found.columns else found.filter(pl.col("set_no") == place)
    rows = rows.filter(pl.col(of) > 0).select(*keys, value, part, of)
    if _EACH_OF.match(item.value):
        rows = rows.filter(pl.col(value).list.len() > 0).explode(value)
    return rows.group_by(*keys, value).agg(pl.col(part, of).sum()).sort(*keys, value, nulls_last=True)


def _order(key: Key) -> list[tuple[bool, bool, float, str]]:
    """Return what groups are sorted by: numbers by their size, texts by their letters, what is not known last."""
    return [
        (cell is None, isinstance(cell, str), 0.0 if isinstance(cell, str) or cell is None else float(cell), str(cell))
        for cell in key
    ]


def _parts(frame: pl.DataFrame, keys: list[str]) -> dict[Key, pl.DataFrame]:
    """Return the rows of each group."""
    if not keys:
        return {(): frame}
    return frame.partition_by(keys, as_dict=True, include_key=False, maintain_order=True)


def _by_value(frame: pl.DataFrame, width: int, numbers: Callable[[tuple[Any, ...]], T]) -> dict[Key, dict[str, T]]:
    """Return value -> numbers for each group; the rows of the frame are in the order of the values."""
    found: dict[Key, dict[str, T]] = {}
    for row in frame.rows():
        found.setdefault(row[:width], {})[str(row[width])] = numbers(row[width + 1 :])
    return found


_TALLY = re.compile(r"^count\(\*\) FILTER \(WHERE (.*)\)$")


def _quantiles(
    database: Database, items: Sequence[Quantile], tallies: Sequence[tuple[Count, str]], chosen: Chosen
) -> tuple[tuple[dict[str, dict[Key, float]], dict[Key, pl.DataFrame]], pl.DataFrame]:
    """Return what is measured in a view, from one pass over it.

    Args:
        database: open, with its views.
        items: the quantiles, all of one column of one view.
        tallies: counts of the statistic with the condition of each; those of other views are passed over.
        chosen: over what.

    Returns:
        The quantiles of each group; how often each class of values occurs in each cluster of matches; the tallies, one
        row for each group.
    """
    (view,) = {item.view for item in items}
    (value,) = {item.value for item in items}
    tallies = [(one, where) for one, where in tallies if one.view == view]
    kinds = list(dict.fromkeys([item.where for item in items] + [where for _, where in tallies]))
    kind = " | ".join(f"(coalesce({where}, FALSE)::BIGINT << {place})" for place, where in enumerate(kinds))
    names = [f"by_{name}" for name in chosen.by]
    rows = f"SELECT *, {value} AS value, {kind} AS kinds FROM {view} WHERE {chosen.where}"
    columns = [*names, f"match_key % {CLUSTERS} AS cluster", "value", "kinds"]
    query = f"SELECT {', '.join(columns)}, count(*) AS rows\nFROM ({chosen.led(rows)}) GROUP BY ALL"
    frame = database.frame(chosen.sql(query), chosen.parameters)

    def those(where: str) -> pl.Expr:
        return pl.col("kinds") & (1 << kinds.index(where)) != 0

    sums = [pl.col("rows").filter(those(where)).sum().alias(one.name) for one, where in tallies]
    counted = frame.group_by(names).agg(sums) if names else frame.select(sums)
    frame = frame.filter(pl.col("value").is_not_null())
    measured = list(dict.fromkeys(item.where for item in items))
    rows_of = [(pl.col("rows") * those(where)).alias(where) for where in measured]
    frame = frame.select(*names, "cluster", "value", *rows_of)
    by_value = frame.group_by(*names, "value").agg(pl.col(measured).sum()).sort("value")
    found: dict[str, dict[Key, float]] = {item.name: {} for item in items}
    for key, part in _parts(by_value, names).items():
        for item in items:
            if (place := _quantile(part["value"], part[item.where], item.share)) is not None:
                found[item.name][key] = place
    classes = (pl.col("value") / BIN).round().cast(pl.Int64).alias("bin")
    histogram = frame.group_by(*names, "cluster", classes).agg(pl.col(measured).sum()).sort("cluster", "bin")
    return (found, _parts(histogram, names)), counted


def _quantile(values: pl.Series, rows: pl.Series, share: float) -> float | None:
    """Return the value that a share of the rows lies below, between the two next to it as `quantile_cont` does it."""
    upto = rows.cum_sum().to_numpy()
    if not len(upto) or not upto[-1]:
        return None
    place = share * (int(upto[-1]) - 1)
    low, high = (float(values[int(np.searchsorted(upto, n, side="right"))]) for n in (int(place), math.ceil(place)))
    return low + (high - low) * (place - int(place))
