"""What is counted: the SQL of a statistic over the chosen matches, and what its counts add up to.

What a pass over a view gives stays in DuckDB and is added up there: to load Polars takes as long as most answers.
"""

import re
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from tenball_stats.stats.catalogue import as_recorded
from tenball_stats.stats.definitions import Count, Quantile, Shares, Split, Statistic
from tenball_stats.store import Database

if TYPE_CHECKING:
    import polars as pl

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

CLUSTERS = 200
"""Matches whose keys are alike modulo this are drawn together for the interval of a quantile."""

MANY = 20 * CLUSTERS
"""From so many matches on, taken all together, those whose keys are alike modulo `2 * CLUSTERS` are counted as one."""

Key = tuple[Any, ...]


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
    by_match: dict[Key, dict[str, list[float]]] = field(default_factory=dict)
    """Name of each count that means are made of, and its sum in every match."""
    splits: dict[str, dict[Key, dict[str, int]]] = field(default_factory=dict)
    shares: dict[str, dict[Key, dict[str, tuple[int, int]]]] = field(default_factory=dict)
    quantiles: dict[str, dict[Key, float]] = field(default_factory=dict)
    histograms: "dict[Key, pl.DataFrame]" = field(default_factory=dict)
    """Columns `cluster`, `bin`, and one with the number of rows for each condition of a quantile, named by it."""


@dataclass(frozen=True)
class _Pass:
    """What one pass over a view gave: a table for this session."""

    table: str
    counts: list[str]
    valued: list[Split | Shares]
    in_sets: bool
    """The table has `set_no`: -1 where a row holds counts, else the place of the split or shares that it is of."""
    measured: set[str]
    """Counts that are no whole numbers: what was lost in adding them up is added again."""

    def of(self, place: int) -> str:
        """Return the rows of one of `valued`, or with -1 those of the counts."""
        return f"{self.table} WHERE set_no = {place}" if self.in_sets else f"{self.table} WHERE TRUE"


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
    found = Counted([], {})
    counts = {one.name: 0 for one in statistic.counts}
    valued = [] if sums_only else [item for item in statistic.items if isinstance(item, Split | Shares)]
    quantiles = [] if sums_only else [item for item in statistic.items if isinstance(item, Quantile)]
    timed: set[str] = set()
    if quantiles:
        from tenball_stats.stats.quantiles import measured

        tallies = [(one, what[1]) for one in statistic.counts if (what := _TALLY.match(one.sql)) and not one.whole]
        of, histograms, tallied = measured(database, quantiles, tallies, chosen)
        found = Counted([], {key: counts | numbers for key, numbers in tallied.items()}, {}, {}, {}, of, histograms)
        timed = {one.name for one, _ in tallies if one.view == quantiles[0].view}
    with ExitStack() as kept:
        passes = []
        for view in dict.fromkeys(one.view for one in (*statistic.counts, *valued)):
            own = [one for one in statistic.counts if one.view == view and one.name not in timed]
            listed = [item for item in valued if item.view == view]
            if own or listed:
                one = _passed(database, chosen, view, own, listed, whole=whole, by_match=bool(further))
                kept.callback(database.con.execute, f"DROP TABLE {one.table}")
                passes.append(one)
        for one in passes:
            for key, numbers in _sums(database, chosen, one):
                found.sums[key] = found.sums.get(key, counts) | numbers
            for place, item in enumerate(one.valued):
                each: dict[Key, dict[str, tuple[int, int]]] = {}
                for *group, value, part, of_these in _values(database, chosen, one, place):
                    each.setdefault(tuple(group), {})[str(value)] = int(part), int(of_these)
                if isinstance(item, Shares):
                    found.shares[item.name] = each
                else:
                    found.splits[item.name] = {
                        key: {value: number for value, (_, number) in numbers.items()} for key, numbers in each.items()
                    }
        found.by_match.update(_by_match(database, chosen, passes, further))
    found.groups.extend(sorted(found.sums, key=_order))
    return found


def _sums(database: Database, chosen: Chosen, one: _Pass) -> Iterator[tuple[Key, dict[str, Any]]]:
    """Give what the counts of a pass add up to in each group."""
    keys = [f"by_{name}" for name in chosen.by]
    sums = [f"coalesce({'fsum' if name in one.measured else 'sum'}({name}), 0)" for name in one.counts]
    if keys or sums:
        grouped = f"GROUP BY {', '.join(keys)}" if keys else ""
        for row in database.rows(f"SELECT {', '.join(keys + sums)} FROM {one.of(-1)} {grouped}"):
            yield row[: len(keys)], dict(zip(one.counts, row[len(keys) :], strict=True))


def _values(database: Database, chosen: Chosen, one: _Pass, place: int) -> list[tuple[Any, ...]]:
    """Return the keys, value, part and whole of a split or of shares of a pass, in the order of the values."""
    value, part, of = f"value_{place}", f"part_{place}", f"whole_{place}"
    each = f"unnest({value})" if _EACH_OF.match(one.valued[place].value) else value
    rows = f"SELECT * REPLACE ({each} AS {value}) FROM {one.of(place)} AND {of} > 0"
    keys = ", ".join([*(f"by_{name}" for name in chosen.by), value])
    found = database.rows(f"SELECT {keys}, sum({part}), sum({of}) FROM ({rows}) GROUP BY {keys}")
    return sorted(found, key=lambda row: _order(row[-3:-2]))


def _by_match(
    database: Database, chosen: Chosen, passes: Sequence[_Pass], names: Sequence[str]
) -> dict[Key, dict[str, list[float]]]:
    """Return the sums of some counts in each match, for each group, in the order of the matches."""
    keys = [f"by_{name}" for name in chosen.by]
    parts = [
        f"SELECT {', '.join([*keys, 'match_key', *wanted])} FROM {one.of(-1)}"
        for one in passes
        if (wanted := [name for name in names if name in one.counts])
    ]
    if not parts:
        return {}
    matches = ", ".join([*keys, "match_key"])
    sums = ", ".join(f"coalesce(sum({name}), 0)::DOUBLE AS {name}" for name in names)
    rows = f"SELECT {matches}, {sums} FROM ({' UNION ALL BY NAME '.join(parts)}) GROUP BY {matches}"
    lists = [f"coalesce(list({name} ORDER BY match_key), [])" for name in names]
    grouped = f"GROUP BY {', '.join(keys)}" if keys else ""
    found = database.rows(f"SELECT {', '.join(keys + lists)} FROM ({rows}) {grouped}")
    return {row[: len(keys)]: dict(zip(names, row[len(keys) :], strict=True)) for row in found}


def _passed(
    database: Database,
    chosen: Chosen,
    view: str,
    counts: Sequence[Count],
    valued: Sequence[Split | Shares],
    *,
    whole: bool,
    by_match: bool,
) -> _Pass:
    """Count everything that is counted in a view, in one pass over it.

    Returns:
        The pass. Its table has the columns `by_…` of the dimensions, `match_key` where it is wanted, counts, and for
        each of `valued`, by its place, `value_…`, `part_…` and `whole_…`. In sets, a row holds counts or what there is
        of one value of one split or of shares alone; else the rows add up to either.
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
    table = f"counted_in_{view}"
    database.con.execute(f"CREATE OR REPLACE TEMP TABLE {table} AS {_replaced(query, listed)}", chosen.parameters)
    kept = database.con.table(table)
    measured = {name for name, dtype in zip(kept.columns, kept.dtypes, strict=True) if dtype == "DOUBLE"}
    return _Pass(table, [one.name for one in counts], list(valued), bool(which), measured)


def _replaced(query: str, columns: Sequence[str]) -> str:
    """Return a query with some of its columns worked out from what it gives."""
    return f"SELECT * REPLACE ({', '.join(columns)}) FROM ({query})" if columns else query


_EACH_OF = re.compile(r"^unnest\((\w+)\((\w+)\)\)$")
"""A split of which a row stands under each of several values: a list, made by a macro of one column."""


def _bare(value: str) -> str:
    """Return what to group by: of lists the one column that they are made of, since a number is grouped faster."""
    return _EACH_OF.sub(r"\2", value)


def _order(key: Key) -> list[tuple[bool, bool, float, str]]:
    """Return what groups are sorted by: numbers by their size, texts by their letters, what is not known last."""
    return [
        (cell is None, isinstance(cell, str), 0.0 if isinstance(cell, str) or cell is None else float(cell), str(cell))
        for cell in key
    ]


_TALLY = re.compile(r"^count\(\*\) FILTER \(WHERE (.*)\)$")
