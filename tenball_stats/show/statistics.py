"""An answer of a statistic as a table, JSON or CSV."""

import csv
import io
import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from tenball_stats.show.tables import Column, console, print_table
from tenball_stats.stats.answers import Answer, fields
from tenball_stats.stats.definitions import Count, Item, Mean, Quantile, Rate, Sample, Shares, Split, Spread, Statistic
from tenball_stats.stats.plain import plain_sql

if TYPE_CHECKING:
    from tenball_stats.stats.shrinkage import Prior

NOTHING = "–"

_GAP = 2
"""Spaces between two columns of a table."""


FEW_MATCHES = 10
"""A percentile bootstrap that draws from fewer matches gives intervals that are too narrow, and the table says so."""


def to_json(answer: Answer) -> str:
    """Return an answer as one JSON object: what was asked, and the rows."""
    said: dict[str, Any] = {
        "statistic": answer.statistic.name,
        "edition": answer.edition,
        "editions": answer.editions,
        "as": "recorded" if answer.recorded else "ruled",
        "filters": answer.filters,
        "by": list(answer.by),
        "matches": answer.matches,
        "notices": answer.notices,
    }
    if answer.minimum:
        said |= {"min": answer.minimum, "withheld": answer.withheld}
    if answer.priors is not None:
        said["priors"] = {
            name: {"mean": prior.mean, "strength": prior.strength, "rows": prior.players}
            for name, prior in answer.priors.items()
        }
    said["rows"] = answer.rows
    return json.dumps(said, ensure_ascii=False, indent=2) + "\n"


def to_csv(answer: Answer) -> str:
    """Return the rows of an answer as CSV; a list of values and their numbers is one cell, `0:11 1:10`.

    Of rates by value the cell holds part and whole, `1:3/5 2:0/4`.
    """
    # Reading logs is loaded by nobody who prints a table.
    from tenball_stats.log.guard import guarded

    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(fields(answer))
    for row in as_table(answer):
        writer.writerow(
            ["" if cell is None else guarded(cell) if isinstance(cell, str) else cell for cell in row.values()]
        )
    return out.getvalue()


def as_table(answer: Answer) -> list[dict[str, Any]]:
    """Return the rows of an answer with one number or text in each field, as `to_csv` writes them; None is nothing."""
    names = fields(answer)
    return [{name: _cell(row[name]) for name in names} for row in answer.rows]


def _cell(value: Any) -> Any:
    if isinstance(value, dict):
        return " ".join(
            f"{key}:{number['part']}/{number['of']}" if isinstance(number, dict) else f"{key}:{number}"
            for key, number in value.items()
        )
    return value


def print_answer(answer: Answer) -> None:
    """Print an answer as tables: one list for a single row, tables of several columns for several rows."""
    out = console()
    out.print(_heading(answer), style="bold")
    if not answer.rows:
        out.print("Nothing in the database answers this.")
    elif not answer.by:
        for title, names in answer.statistic.panels:
            rows = [cells for name in names for cells in _lines(answer, name)]
            out.print()
            print_table("", [Column(title), Column("")], rows)
    else:
        for title, names in answer.statistic.panels:
            _print_panel(answer, title, names, out.width)
    out.print()
    for line in _foot(answer):
        out.print(line, style="dim")


def _heading(answer: Answer) -> str:
    said = [f"{answer.statistic.title}: {answer.matches:,} match{'' if answer.matches == 1 else 'es'}"]
    said += [f"{name} {value}" for name, value in answer.filters.items()]
    said.append(f"ruled by {', '.join(answer.editions) or 'nobody'}")
    if answer.recorded:
        said.append("as ruled then")
    return ", ".join(said)


def _foot(answer: Answer) -> list[str]:
    """Return what is said below the tables: what the intervals are, what was withheld, what was drawn towards what."""
    kinds = {type(item) for item in answer.statistic.items}
    said = []
    if kinds & {Rate, Shares}:
        said.append("rates with 95 % Wilson intervals")
    drawn = [word for kind, word in ((Mean, "means"), (Quantile, "medians and percentiles")) if kind in kinds]
    if drawn:
        said.append(f"{' and '.join(drawn)} with a bootstrap over matches")
    text = "; ".join(said)
    lines = [f"{text[:1].upper()}{text[1:]}."]
    if drawn and answer.matches < FEW_MATCHES:
        lines.append(f"From fewer than {FEW_MATCHES} matches such a bootstrap is surer than it should be.")
    if answer.minimum:
        lines.append(f"Nothing is worked out from fewer than {answer.minimum:,}.")
    if answer.priors is not None:
        told = [f"{_label(name)} {_prior(prior)}" for name, prior in answer.priors.items()]
        lines.append("After the arrow: drawn towards the other rows, with a 95 % interval.")
        lines.append(f"How the rows spread: {'; '.join(told)}." if told else "The rows say nothing about their spread.")
    return lines


def _prior(prior: "Prior") -> str:
    """Word how the true rates of a league spread."""
    if prior.strength > 100_000:
        return f"{100 * prior.mean:.1f} %, all alike"
    return f"{100 * prior.mean:.1f} %, worth {prior.strength:,.0f} trials"


def _lines(answer: Answer, name: str) -> list[list[str]]:
    """Return the rows of an item in a list: one, or one for each value that a rate is given by."""
    row = answer.rows[0]
    if isinstance(_item(answer.statistic, name), Shares):
        return [[value, _rate(share, answer.minimum)] for value, share in row[name].items()] or [
            [_label(name), NOTHING]
        ]
    return [[_label(name), _shown(answer, name, row)]]


def _rate(share: dict[str, Any], minimum: int = 0) -> str:
    """Word a rate by value."""
    part = f"({share['part']:,}/{share['of']:,})"
    if share["rate"] is None:
        return f"under {minimum} {part}" if share["of"] else f"{NOTHING} {part}"
    return f"{100 * share['rate']:.1f} % {part} {100 * share['low']:.1f}–{100 * share['high']:.1f}"


def _print_panel(answer: Answer, title: str, names: Sequence[str], width: int) -> None:
    """Print the items of a panel as columns beside the groups, in as many tables as the width asks for."""
    groups = [[NOTHING if row[name] is None else str(row[name]) for name in answer.by] for row in answer.rows]
    most = max(width // (2 + len(answer.by)), 12)
    left = sum(min(max(map(len, column)), most) + _GAP for column in zip(answer.by, *groups, strict=True))
    columns = []
    for name in names:
        cells = [_shown(answer, name, row) for row in answer.rows]
        columns.append((name, cells))
    heading = title
    while columns:
        taken: list[tuple[str, list[str]]] = []
        room = width - left
        while columns and (not taken or _wide(columns[0]) <= room):
            room -= _wide(columns[0])
            taken.append(columns.pop(0))
        console().print()
        print_table(
            heading,
            [*(Column(_label(name), most=most) for name in answer.by), *(Column(_label(name)) for name, _ in taken)],
            [[*group, *(cells[number] for _, cells in taken)] for number, group in enumerate(groups)],
        )
        heading = f"{title}, continued"


def _wide(column: tuple[str, list[str]]) -> int:
    """Return the width that a column asks for: its longest cell, or the longest word of its heading."""
    name, cells = column
    longest = max((len(line) for cell in cells for line in cell.split("\n")), default=0)
    return max(longest, *map(len, _label(name).split())) + _GAP


def _label(name: str) -> str:
    return name.replace("_", " ")


def _shown(answer: Answer, name: str, row: dict[str, Any]) -> str:
    """Return a field as a person reads it."""
    item = _item(answer.statistic, name)
    value = row[name]
    match item:
        case Rate():
            part = f"({row[item.part]:,}/{row[item.of]:,})"
            if value is None:
                few = answer.minimum and 0 < row[f"{name}_n"] < answer.minimum
                return f"under {answer.minimum} {part}" if few else f"{NOTHING} {part}" if item.whole else NOTHING
            low, high = 100 * row[f"{name}_low"], 100 * row[f"{name}_high"]
            return f"{100 * value:.1f} % {part} {low:.1f}–{high:.1f}{_drawn(row, name)}"
        case Mean() | Quantile():
            if value is None:
                few = answer.minimum and 0 < row[f"{name}_n"] < answer.minimum
                return f"under {answer.minimum} (n {row[f'{name}_n']:,})" if few else f"{NOTHING} (n 0)"
            interval = "" if row[f"{name}_low"] is None else f" {row[f'{name}_low']:.2f}–{row[f'{name}_high']:.2f}"
            return f"{value:.2f} (n {row[f'{name}_n']:,}){interval}"
        case Split():
            return ", ".join(f"{key}: {number:,}" for key, number in value.items()) or NOTHING
        case Shares():
            return "\n".join(f"{key}: {_rate(share, answer.minimum)}" for key, share in value.items()) or NOTHING
        case Spread():
            return NOTHING if value is None else f"{value:.2f}"
    return f"{value:,}" if isinstance(value, int) else f"{value:.1f}"


def _drawn(row: dict[str, Any], name: str) -> str:
    """Word a rate as drawn towards the others', where it was."""
    if row.get(f"{name}_shrunk") is None:
        return ""
    rate, low, high = (100 * row[f"{name}_shrunk{end}"] for end in ("", "_low", "_high"))
    return f" → {rate:.1f} % {low:.1f}–{high:.1f}"


def _item(statistic: Statistic, name: str) -> Item | None:
    """Return an item by its name; None for the largest value of a split, which is no item of its own."""
    found = [item for item in statistic.items if item.name == name]
    return found[0] if found else None


def explain(statistic: Statistic, script: str) -> str:
    """Return the definitions of a statistic, and the SQL that it is counted by.

    Args:
        statistic: which.
        script: the SQL of its views.
    """
    lines = [statistic.title, "", *(f"{item.name}: {_sentence(item)}" for item in statistic.items)]
    lines += ["", "Counted in these views:", "", script.strip(), "", "As plain SQL, over all players and matches:", ""]
    lines += [f"{statement};" for statement in plain_sql(statistic)]
    return "\n".join(lines) + "\n"


def _sentence(item: Item) -> str:
    match item:
        case Count():
            return f"{item.definition}.\n    {item.sql} of {item.view}"
        case Split():
            return f"{item.definition}.\n    {item.value} of {item.view} where {item.where}"
        case Rate():
            return f"{item.definition}; 95 % Wilson interval."
        case Shares():
            return (
                f"{item.definition}; 95 % Wilson intervals.\n    {item.part} in {item.view} where {item.where}, "
                f"by {item.value}"
            )
        case Quantile():
            return (
                f"{item.definition}; 95 % interval from a bootstrap over matches.\n    quantile_cont({item.value}, "
                f"{item.share}) of {item.view} where {item.where}"
            )
        case Mean():
            return f"{item.definition}; 95 % interval from a bootstrap over matches."
        case Spread() | Sample():
            return f"{item.definition}."
