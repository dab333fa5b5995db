"""Quantiles: what is measured in a view, from one pass over it."""

import math
from collections.abc import Sequence

import numpy as np
import polars as pl

from tenball_stats.stats.counted import CLUSTERS, Chosen, Key
from tenball_stats.stats.definitions import Count, Quantile
from tenball_stats.store import Database

# ruff: noqa: S608 - names of this project's own columns are put into statements, never a value

BIN = 0.1
"""Width of the classes, in seconds, from which the interval of a quantile is drawn."""


def measured(
    database: Database, items: Sequence[Quantile], tallies: Sequence[tuple[Count, str]], chosen: Chosen
) -> tuple[dict[str, dict[Key, float]], dict[Key, pl.DataFrame], dict[Key, dict[str, int]]]:
    """Return what is measured in a view, from one pass over it.

    Args:
        database: open, with its views.
        items: the quantiles, all of one column of one view.
        tallies: counts of the statistic with the condition of each; those of other views are passed over.
        chosen: over what.

    Returns:
        The quantiles of each group; how often each class of values occurs in each cluster of matches; the tallies of
        each group.
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
    width = len(names)
    tallied = {
        row[:width]: dict(zip((one.name for one, _ in tallies), row[width:], strict=True))
        for row in counted.select(*names, *(one.name for one, _ in tallies)).rows()
    }
    return found, _parts(histogram, names), tallied


def _quantile(values: pl.Series, rows: pl.Series, share: float) -> float | None:
    """Return the value that a share of the rows lies below, between the two next to it as `quantile_cont` does it."""
    upto = rows.cum_sum().to_numpy()
    if not len(upto) or not upto[-1]:
        return None
    place = share * (int(upto[-1]) - 1)
    low, high = (float(values[int(np.searchsorted(upto, n, side="right"))]) for n in (int(place), math.ceil(place)))
    return low + (high - low) * (place - int(place))


def _parts(frame: pl.DataFrame, keys: list[str]) -> dict[Key, pl.DataFrame]:
    """Return the rows of each group."""
    if not keys:
        return {(): frame}
    return frame.partition_by(keys, as_dict=True, include_key=False, maintain_order=True)
