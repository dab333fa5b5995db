"""What a statistic is made of: counts, and what is computed from them, each with its name and its definition as data.

A count is an SQL aggregate over the rows of one view; all counts of a statistic add up over matches, so that every
grouping of them is a sum. Rates, means and lists say by name which counts they are made of. Help, documentation and
the aggregated views of the database are made from these, so that a definition stands in one place.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Count:
    """A number of rows, or a sum over them."""

    name: str
    definition: str
    view: str
    sql: str
    whole: str = ""
    """The aggregate where all players are taken together, if each of them has a row for the same thing."""


@dataclass(frozen=True)
class Rate:
    """A share: one count over another that it is part of, with a 95 % Wilson interval."""

    name: str
    definition: str
    part: str
    of: str
    whole: bool = True
    """Whether it says anything where all players are taken together."""


@dataclass(frozen=True)
class Mean:
    """A sum over a number, with a 95 % interval from a bootstrap over matches."""

    name: str
    definition: str
    total: str
    over: str


@dataclass(frozen=True)
class Spread:
    """A standard deviation, from the sum and the sum of squares of what was measured."""

    name: str
    definition: str
    total: str
    squares: str
    over: str


@dataclass(frozen=True)
class Split:
    """How often each value occurs: a list of value and number of rows."""

    name: str
    definition: str
    view: str
    value: str
    where: str = "TRUE"
    largest: str = ""
    """Name under which the largest value is given, if it is."""


@dataclass(frozen=True)
class Quantile:
    """A value that a share of the rows lies below, with a 95 % interval from a bootstrap over matches."""

    name: str
    definition: str
    view: str
    value: str
    share: float
    """0.5 for the median."""
    where: str = "TRUE"


@dataclass(frozen=True)
class Shares:
    """A rate for each value of something: a list of value, part and whole, with 95 % Wilson intervals."""

    name: str
    definition: str
    view: str
    value: str
    part: str
    """Condition on the rows that are counted as the part."""
    where: str = "TRUE"


@dataclass(frozen=True)
class Sample:
    """How many trials tell a rate of `versus` from one of `rate`, two-sided at 5 %, with a power of 80 %."""

    name: str
    definition: str
    rate: float
    versus: float


Item = Count | Rate | Mean | Spread | Split | Quantile | Shares | Sample


@dataclass(frozen=True)
class Statistic:
    """A statistic: its items in the order of the output, and how a table arranges them."""

    name: str
    title: str
    scripts: tuple[str, ...]
    """SQL files, beside this module, of the views that it counts in."""
    items: tuple[Item, ...]
    panels: tuple[tuple[str, tuple[str, ...]], ...]
    """Headings of the table and the items below each."""
    dimensions: tuple[str, ...] = ()
    """Columns that all its views have and that it alone can be broken down by."""
    by_rack: bool = True
    """Whether what it counts belongs to racks, so that it can be broken down by the score before the rack."""

    def __getitem__(self, name: str) -> Item:
        """Return an item by its name."""
        return next(item for item in self.items if item.name == name)

    @property
    def counts(self) -> tuple[Count, ...]:
        """The counts alone."""
        return tuple(item for item in self.items if isinstance(item, Count))

    @property
    def rates(self) -> tuple[Rate, ...]:
        """The rates alone."""
        return tuple(item for item in self.items if isinstance(item, Rate))


def tally(name: str, definition: str, view: str, where: str, whole: str = "") -> Count:
    """Return the count of the rows of a view that meet a condition."""
    return Count(name, definition, view, _filtered(where), _filtered(whole) if whole else "")


def _filtered(where: str) -> str:
    return f"count(*) FILTER (WHERE {where})"
