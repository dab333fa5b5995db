"""A comparison of two groups as a table, JSON or CSV."""

import csv
import io
import json

from tenball_stats.log.guard import guarded_row
from tenball_stats.show.statistics import NOTHING
from tenball_stats.show.tables import Column, console, print_table
from tenball_stats.stats.comparisons import Comparison
from tenball_stats.stats.differences import FALSE_ALARMS, Difference
from tenball_stats.stats.intervals import wilson

FIELDS = ("rate", "first", "second", "difference", "low", "high", "p", "corrected", "stands_out")


def to_json(found: Comparison) -> str:
    """Return a comparison as one JSON object."""
    answer = found.answer
    said = {
        "statistic": found.statistic.name,
        "edition": answer.edition,
        "editions": answer.editions,
        "as": "recorded" if answer.recorded else "ruled",
        "filters": answer.filters,
        "by": found.by,
        "first": found.first,
        "second": found.second,
        "false_alarms": FALSE_ALARMS,
        "notices": answer.notices,
        "rates": [fields(one) for one in found.differences],
    }
    return json.dumps(said, ensure_ascii=False, indent=2) + "\n"


def to_csv(found: Comparison) -> str:
    """Return a comparison as CSV, one line for each rate."""
    out = io.StringIO()
    rows = [fields(one) for one in found.differences]
    writer = csv.DictWriter(out, list(rows[0]) if rows else FIELDS, lineterminator="\n")
    writer.writeheader()
    writer.writerows(map(guarded_row, rows))
    return out.getvalue()


def fields(one: Difference) -> dict[str, str | float | int | bool | None]:
    """Return a difference as flat fields."""
    return {
        "rate": one.name,
        "first_part": one.part,
        "first_n": one.of,
        "first": one.rate,
        "second_part": one.other_part,
        "second_n": one.other_of,
        "second": one.other,
        "difference": one.difference,
        "low": one.low,
        "high": one.high,
        "p": one.p,
        "corrected": one.corrected,
        "stands_out": one.stands_out,
    }


def print_comparison(found: Comparison) -> None:
    """Print a comparison as a table, a row for each rate that both groups have."""
    out = console()
    answer = found.answer
    filters = "".join(f", {name} {value}" for name, value in answer.filters.items())
    ruled = f", ruled by {', '.join(answer.editions)}" + (", as ruled then" if answer.recorded else "")
    out.print(f"{found.statistic.title}: {found.first} and {found.second}{filters}{ruled}", style="bold")
    out.print()
    rows = [
        [
            one.name.replace("_", " "),
            rate_of(one.part, one.of),
            rate_of(one.other_part, one.other_of),
            points(one),
            NOTHING if one.p is None else p_value(one.p),
            (NOTHING if one.corrected is None else p_value(one.corrected)) + (" *" if one.stands_out else ""),
        ]
        for one in found.differences
    ]
    heads = ("rate", found.first, found.second, "difference in points", "p", "corrected")
    print_table("", [Column(head, most=28) for head in heads], rows)
    out.print()
    compared = sum(one.p is not None for one in found.differences)
    out.print(
        "Rates with 95 % Wilson intervals, differences with Newcombe's, p of Fisher's exact test, corrected after "
        f"Benjamini and Hochberg for {compared} comparison{'' if compared == 1 else 's'}. "
        f"* more than chance: of so marked ones at most {100 * FALSE_ALARMS:.0f} % are expected to be false alarms.",
        style="dim",
    )


def rate_of(part: int, of: int) -> str:
    """Word a rate with its parts and its interval."""
    ends = wilson(part, of)
    if ends is None:
        return f"{NOTHING} ({part:,}/{of:,})"
    return f"{100 * part / of:.1f} % ({part:,}/{of:,}) {100 * ends[0]:.1f}–{100 * ends[1]:.1f}"


def points(one: Difference) -> str:
    """Word a difference in points of a hundred with its interval."""
    if one.difference is None or one.low is None or one.high is None:
        return NOTHING
    return f"{100 * one.difference:+.1f}  {100 * one.low:+.1f} to {100 * one.high:+.1f}"


def p_value(p: float) -> str:
    """Word a p."""
    return "<0.001" if p < 0.001 else f"{p:.3f}"
