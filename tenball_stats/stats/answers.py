"""Answers: the figures of a statistic, and what is done to them where the samples are small."""

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from tenball_stats.stats.definitions import Mean, Quantile, Rate, Shares, Statistic

if TYPE_CHECKING:
    from tenball_stats.stats.shrinkage import Prior


@dataclass(frozen=True)
class Answer:
    """A statistic as asked for: one row for each group, flat, its fields in the order of the statistic's items.

    A rate or mean `x` has the fields `x`, `x_low`, `x_high` (None where there is none), and `x_n`, its denominator.
    """

    statistic: Statistic
    by: tuple[str, ...]
    filters: dict[str, str]
    edition: str | None
    """The edition asked for; None for each match's own."""
    editions: list[str]
    """The editions whose rulings were counted."""
    matches: int
    rows: list[dict[str, Any]]
    notices: list[str] = field(default_factory=list)
    recorded: bool = False
    """What was ruled then was counted, not what the edition rules."""
    minimum: int = 0
    """Rates, means and quantiles of fewer are withheld."""
    withheld: list[list[str]] = field(default_factory=list)
    """For each row the names of the items that were."""
    priors: "dict[str, Prior] | None" = None
    """How the groups' true rates spread, for each rate that was shrunken; None where none was to be."""


def fields(answer: Answer) -> list[str]:
    """Return the names of the fields of an answer's rows, in order."""
    if answer.rows:
        return list(answer.rows[0])
    return [*answer.by, *(item.name for item in answer.statistic.items)]


def withheld(answer: Answer, minimum: int) -> Answer:
    """Return an answer in which no rate, mean or quantile stands on fewer than `minimum`.

    Their values are None; their numerators and denominators stay.
    """
    if minimum <= 0:
        return answer
    rows, names = [], []
    for row in answer.rows:
        few = [
            item.name
            for item in answer.statistic.items
            if isinstance(item, Rate | Mean | Quantile) and row[f"{item.name}_n"] < minimum
        ]
        gone = {
            f"{name}{end}": None
            for name in few
            for end in ("", "_low", "_high", "_shrunk", "_shrunk_low", "_shrunk_high")
            if f"{name}{end}" in row
        }
        shares = {
            item.name: {
                value: share if share["of"] >= minimum else share | dict.fromkeys(("rate", "low", "high"))
                for value, share in row[item.name].items()
            }
            for item in answer.statistic.items
            if isinstance(item, Shares)
        }
        rows.append(row | gone | shares)
        names.append(few)
    return replace(answer, rows=rows, minimum=minimum, withheld=names)


def shrunken(answer: Answer) -> Answer:
    """Return an answer in which each rate `x` stands also as `x_shrunk`, drawn towards the rates of all rows.

    With `x_shrunk_low` and `x_shrunk_high`; None where the rows say nothing about how the rates spread.
    """
    from tenball_stats.stats.shrinkage import fit, shrink

    rates = answer.statistic.rates
    found = {
        rate.name: fit([row[rate.part] for row in answer.rows], [row[rate.of] for row in answer.rows]) for rate in rates
    }
    priors = {name: prior for name, prior in found.items() if prior is not None}
    rows = []
    for row in answer.rows:
        new: dict[str, Any] = {}
        for name, value in row.items():
            new[name] = value
            if name.endswith("_n") and (rate := name.removesuffix("_n")) in found:
                prior = priors.get(rate)
                item = answer.statistic[rate]
                one = shrink(prior, row[item.part], row[item.of]) if prior and isinstance(item, Rate) else None
                new[f"{rate}_shrunk"] = one.rate if one else None
                new[f"{rate}_shrunk_low"] = one.low if one else None
                new[f"{rate}_shrunk_high"] = one.high if one else None
        rows.append(new)
    return replace(answer, rows=rows, priors=priors)
