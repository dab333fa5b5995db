"""What is computed from counts: rates, means, spreads and quantiles, each with its interval."""

import math
from collections.abc import Mapping, Sequence
from typing import Any

from tenball_stats.stats.counted import Counted, Key
from tenball_stats.stats.definitions import Count, Mean, Quantile, Rate, Sample, Shares, Split, Spread, Statistic
from tenball_stats.stats.intervals import sample_needed, wilson


def values(statistic: Statistic, counted: Counted, key: Key, *, whole: bool) -> dict[str, Any]:
    """Return the fields of one group, in the order of the statistic's items.

    Args:
        statistic: which.
        counted: its counts.
        key: the group.
        whole: all players are taken together: some rates say nothing then.
    """
    sums = counted.sums[key]
    row: dict[str, Any] = {}
    quantiles = [item for item in statistic.items if isinstance(item, Quantile)]
    drawn: dict[str, tuple[float, float] | None] = {}
    if quantiles and key in counted.histograms:
        from tenball_stats.stats.bootstrap import bootstrap_quantiles
        from tenball_stats.stats.quantiles import BIN

        asked = {item.name: (item.where, item.share) for item in quantiles}
        drawn = bootstrap_quantiles(counted.histograms[key], asked, BIN)
    for item in statistic.items:
        match item:
            case Count():
                row[item.name] = _plain(sums[item.name])
            case Rate():
                part, of = int(sums[item.part]), int(sums[item.of])
                told = item.whole or not whole
                _put(row, item.name, part / of if of and told else None, wilson(part, of) if told else None, of)
            case Mean():
                total, over = float(sums[item.total]), int(sums[item.over])
                interval = _of_matches(counted.by_match.get(key, {}), item)
                _put(row, item.name, total / over if over else None, interval, over)
            case Spread():
                row[item.name] = _spread(float(sums[item.total]), float(sums[item.squares]), int(sums[item.over]))
            case Split():
                found = counted.splits[item.name].get(key, {})
                if item.largest:
                    row[item.largest] = max((int(value) for value in found), default=0)
                row[item.name] = found
            case Shares():
                shares = counted.shares[item.name].get(key, {})
                row[item.name] = {value: _share(*share) for value, share in shares.items()}
            case Quantile():
                _quantile(row, item, counted, key, drawn.get(item.name))
            case Sample():
                row[item.name] = sample_needed(item.rate, item.versus)
    return row


def _of_matches(sums: Mapping[str, Sequence[float]], item: Mean) -> tuple[float, float] | None:
    """Return the interval of a mean from its sums in each match; None from fewer than two."""
    if len(sums.get(item.over, ())) < 2:
        return None
    # To load numpy takes as long as many a statistic that has no means.
    import numpy as np

    from tenball_stats.stats.bootstrap import bootstrap_ratio

    return bootstrap_ratio(np.array(sums[item.total]), np.array(sums[item.over]))


def _put(row: dict[str, Any], name: str, value: float | None, interval: tuple[float, float] | None, over: int) -> None:
    low, high = interval or (None, None)
    row |= {name: value, f"{name}_low": low, f"{name}_high": high, f"{name}_n": over}


def _share(part: int, of: int) -> dict[str, Any]:
    low, high = wilson(part, of) or (None, None)
    return {"part": part, "of": of, "rate": part / of if of else None, "low": low, "high": high}


def _spread(total: float, squares: float, number: int) -> float | None:
    """Return the standard deviation of a sample, None of fewer than two."""
    if number < 2:
        return None
    return math.sqrt(max((squares - total**2 / number) / (number - 1), 0.0))


def _quantile(
    row: dict[str, Any], item: Quantile, counted: Counted, key: Key, interval: tuple[float, float] | None
) -> None:
    value = counted.quantiles[item.name].get(key)
    if value is None:
        _put(row, item.name, None, None, 0)
        return
    if interval is not None:
        # Drawn from classes of values: the value itself may stand half a class beyond them.
        interval = min(interval[0], value), max(interval[1], value)
    _put(row, item.name, value, interval, int(counted.histograms[key][item.where].sum()))


def _plain(value: Any) -> int | float:
    return value if isinstance(value, float) else int(value)
