"""An answer of a statistic as a table, JSON or CSV."""

import csv
import io
import json
from collections.abc import Sequence
from typing import Any

from tenball_stats.show.tables import Column, console, print_table
from tenball_stats.stats.definitions import Count, Item, Mean, Rate, Sample, Split, Spread, Statistic
from tenball_stats.stats.query import Answer, fields

NOTHING = "–"

_GAP = 2
"""Spaces between two columns of a table."""


def to_json(answer: Answer) -> str:
    """Return an answer as one JSON object: what was asked, and the rows."""
    said = {
        "statistic": answer.statistic.name,
        "edition": answer.edition,
        "editions": answer.editions,
        "filters": answer.filters,
        "by": list(answer.by),
        "matches": answer.matches,
        "notices": answer.notices,
        "rows": answer.rows,
    }
    return json.dumps(said, ensure_ascii=False, indent=2) + "\n"


def to_csv(answer: Answer) -> str:
    """Return the rows of an answer as CSV; a list of values and their numbers is one cell, `0:11 1:10`."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    names = fields(answer)
    writer.writerow(names)
    for row in answer.rows:
        writer.writerow([_cell(row[name]) for name in names])
    return out.getvalue()


def _cell(value: Any) -> Any:
    if isinstance(value, dict):
        return " ".join(f"{key}:{number}" for key, number in value.items())
    return "" if value is None else value


def print_answer(answer: Answer) -> None:
    """Print an answer as tables: one list for a single row, tables of several columns for several rows."""
    out = console()
    out.print(_heading(answer), style="bold")
    if not answer.rows:
        out.print("Nothing in the database answers this.")
    elif not answer.by:
        for title, names in answer.statistic.panels:
            rows = [[_label(name), _shown(answer.statistic, name, answer.rows[0])] for name in names]
            out.print()
            print_table("", [Column(title), Column("")], rows)
    else:
        for title, names in answer.statistic.panels:
            _print_panel(answer, title, names, out.width)
    out.print()
    out.print(_foot(answer.statistic), style="dim")


def _heading(answer: Answer) -> str:
    said = [f"{answer.statistic.title}: {answer.matches:,} match{'' if answer.matches == 1 else 'es'}"]
    said += [f"{name} {value}" for name, value in answer.filters.items()]
    said.append(f"ruled by {', '.join(answer.editions) or 'nobody'}")
    return ", ".join(said)


def _foot(statistic: Statistic) -> str:
    means = any(isinstance(item, Mean) for item in statistic.items)
    return "Rates with 95 % Wilson intervals" + ("; means with a bootstrap over matches." if means else ".")


def _print_panel(answer: Answer, title: str, names: Sequence[str], width: int) -> None:
    """Print the items of a panel as columns beside the groups, in as many tables as the width asks for."""
    groups = [[NOTHING if row[name] is None else str(row[name]) for name in answer.by] for row in answer.rows]
    most = max(width // (2 + len(answer.by)), 12)
    left = sum(min(max(map(len, column)), most) + _GAP for column in zip(answer.by, *groups, strict=True))
    columns = []
    for name in names:
        cells = [_shown(answer.statistic, name, row) for row in answer.rows]
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


def _shown(statistic: Statistic, name: str, row: dict[str, Any]) -> str:
    """Return a field as a person reads it."""
    item = _item(statistic, name)
    value = row[name]
    match item:
        case Rate():
            part = f"({row[item.part]:,}/{row[item.of]:,})"
            if value is None:
                return f"{NOTHING} {part}" if item.whole else NOTHING
            low, high = 100 * row[f"{name}_low"], 100 * row[f"{name}_high"]
            return f"{100 * value:.1f} % {part} {low:.1f}–{high:.1f}"
        case Mean():
            if value is None:
                return f"{NOTHING} (n 0)"
            interval = "" if row[f"{name}_low"] is None else f" {row[f'{name}_low']:.2f}–{row[f'{name}_high']:.2f}"
            return f"{value:.2f} (n {row[f'{name}_n']:,}){interval}"
        case Split():
            return ", ".join(f"{key}: {number:,}" for key, number in value.items()) or NOTHING
        case Spread():
            return NOTHING if value is None else f"{value:.2f}"
    return f"{value:,}" if isinstance(value, int) else f"{value:.1f}"


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
    lines += ["", "Counted in these views:", "", script.strip()]
    return "\n".join(lines) + "\n"


def _sentence(item: Item) -> str:
    match item:
        case Count():
            return f"{item.definition}.\n    {item.sql} of {item.view}"
        case Split():
            return f"{item.definition}.\n    {item.value} of {item.view} where {item.where}"
        case Rate():
            return f"{item.definition}; 95 % Wilson interval."
        case Mean():
            return f"{item.definition}; 95 % interval from a bootstrap over matches."
        case Spread() | Sample():
            return f"{item.definition}."
