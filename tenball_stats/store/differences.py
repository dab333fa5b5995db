"""What two versions of a match say differently: another recorder's against the first, or a new one against the old."""

from dataclasses import dataclass, field
from typing import Any

import polars as pl

from tenball_stats.log import Log
from tenball_stats.log.columns import COLUMNS, MATCH_COLUMNS
from tenball_stats.log.texts import log_texts

_KEY = ("rack", "attempt", "shot", "nth")
_ROW = tuple(name for name in COLUMNS if name not in ("match", *MATCH_COLUMNS, "rack", "shot"))

_SAYS_NONE = frozenset({"potted", "off", "acts"})
"""Columns in which a blank cell says that there was nothing; in the others it says nothing."""

_MEANS = {
    "called": ("call_type", "call_ball", "call_pocket"),
    "potted": ("potted", "potted_pockets", "potted_known", "potted_first"),
    "off": ("off",),
    "acts": ("acts",),
    "spotted": ("spotted",),
    "ruling": ("ruling", "ruling_codes"),
}
"""Columns that can be written in several ways, and the columns of the log that hold what they mean."""


@dataclass(frozen=True)
class Difference:
    """A cell of which two versions give different texts; None is blank."""

    rack: int | None
    """None: a fact of the whole match."""
    attempt: int
    shot: int
    kind: str
    column: str
    one: str | None
    other: str | None


@dataclass
class Differences:
    """Two versions of a match held against each other."""

    cells: list[Difference] = field(default_factory=list)
    only_one: list[tuple[int, int, int, str]] = field(default_factory=list)
    """Rack, attempt, stroke and kind of rows that only the first has."""
    only_other: list[tuple[int, int, int, str]] = field(default_factory=list)
    told_by_one: int = 0
    """Cells that only the first fills, in columns where a blank says nothing."""
    told_by_other: int = 0

    def __bool__(self) -> bool:
        return bool(self.cells or self.only_one or self.only_other)


def differences(one: Log, other: Log) -> Differences:
    """Hold two logs of one match against each other, stroke by stroke."""
    found = Differences()
    facts = [log_texts(log, everywhere=True).select("match", *MATCH_COLUMNS).row(0, named=True) for log in (one, other)]
    for column in MATCH_COLUMNS:
        if column != "recorder":
            _cell(found, (None, 1, 0, ""), column, facts[0][column], facts[1][column])
    tables = [_rows(log) for log in (one, other)]
    both = tables[0].join(tables[1], on=_KEY, how="full", suffix="_other", coalesce=True, maintain_order="left_right")
    both = both.sort("rack", "attempt", "shot", "nth", maintain_order=True)
    for row in both.iter_rows(named=True):
        kind = row["kind"] or row["kind_other"]
        place = (row["rack"], row["attempt"], row["shot"], kind)
        if row["kind_other"] is None:
            found.only_one.append(place)
        elif row["kind"] is None:
            found.only_other.append(place)
        else:
            for column in _ROW:
                if column not in _MEANS or row[f"{column}_means"] != row[f"{column}_means_other"]:
                    _cell(found, place, column, row[column], row[f"{column}_other"])
    return found


def _rows(log: Log) -> pl.DataFrame:
    """Return the rows of a log with their place in the match and what their cells mean."""
    means = [pl.struct(columns).alias(f"{column}_means") for column, columns in _MEANS.items()]
    events = log.events.select("rack", "attempt", "shot", "is_stroke", "is_copy", *means)
    rows = log_texts(log).select(_ROW).hstack(events).filter(~pl.col("is_copy"))
    # Strokes pair with strokes, events behind a stroke with events of their kind behind it.
    like = pl.when("is_stroke").then(pl.lit("")).otherwise("kind")
    place = pl.int_range(pl.len()).over("rack", "attempt", "shot", like)
    return rows.with_columns(nth=pl.concat_str(like, place.cast(pl.String), separator=" ")).drop("is_stroke", "is_copy")


def _cell(found: Differences, place: tuple[Any, int, int, str], column: str, one: Any, other: Any) -> None:
    if one == other:
        return
    if column not in _SAYS_NONE and None in (one, other):
        if one is None:
            found.told_by_other += 1
        else:
            found.told_by_one += 1
        return
    rack, attempt, shot, kind = place
    found.cells.append(Difference(rack, attempt, shot, kind, column, one, other))
