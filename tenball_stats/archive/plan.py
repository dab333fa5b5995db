"""Surveys to work: which match and which player has which key, and which whole matches are replayed together."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from tenball_stats.archive.survey import LogFile, Survey

ROWS = 250_000
"""Rows that are replayed together, if no single match has more: what bounds the memory of one worker."""


@dataclass(frozen=True)
class Part:
    """A row group that a unit reads."""

    file: LogFile
    group: int
    first_line: int
    """Line of its first row; the first row of a file is line 2, as if a header stood above."""
    rest: bool
    """The unit also takes the rows that name no match."""


@dataclass(frozen=True)
class Unit:
    """Whole matches that are replayed together."""

    number: int
    rows: int
    first_key: int
    """Key of the first match; those of the others follow."""
    matches: tuple[str, ...]
    parts: tuple[Part, ...]
    """In the order of the archive."""


@dataclass
class Plan:
    """An archive as work."""

    units: list[Unit] = field(default_factory=list)
    names: dict[str, int] = field(default_factory=dict)
    """Player and key."""
    editions: list[str] = field(default_factory=list)
    """Editions that matches name, in the order of first appearance."""
    matches: int = 0
    rows: int = 0
    again: int = 0
    """Rows that are read for more than one unit."""


def planned(files: Sequence[LogFile], surveys: Sequence[Survey], rows: int = ROWS) -> Plan:
    """Return the work that an archive is.

    Keys are given in the order of first appearance, as ingesting the same files would, so that they depend neither on
    the size of the units nor on who works them off.

    Args:
        files: of the archive.
        surveys: of those files that can be used, in the order of the files.
        rows: that are replayed together, if no single match has more.
    """
    plan = Plan()
    sizes: dict[str, int] = {}
    places: dict[str, list[tuple[int, int]]] = {}
    for survey in surveys:
        for name in survey.names:
            plan.names.setdefault(name, len(plan.names) + 1)
        plan.editions += [edition for edition in survey.editions if edition not in plan.editions]
        plan.rows += survey.rows
        for number, group in enumerate(survey.groups):
            for match, count in group.matches:
                sizes[match] = sizes.get(match, 0) + count
                places.setdefault(match, []).append((survey.number, number))
    plan.matches = len(sizes)

    by_number = {file.number: file for file in files}
    lines = {survey.number: _first_lines(survey) for survey in surveys}
    held = {(survey.number, no): group.rows for survey in surveys for no, group in enumerate(survey.groups)}
    open_ = _Open(first_key=1)

    def close() -> None:
        nonlocal open_
        wanted = sorted(open_.wanted.items())
        parts = [Part(by_number[at[0]], at[1], lines[at[0]][at[1]], rest) for at, rest in wanted]
        if parts:
            plan.units.append(Unit(len(plan.units), open_.rows, open_.first_key, tuple(open_.matches), tuple(parts)))
            plan.again += sum(held[at] for at, _ in wanted)
        open_ = _Open(first_key=open_.first_key + len(open_.matches))

    for survey in surveys:
        for number, group in enumerate(survey.groups):
            at = (survey.number, number)
            if group.without:
                open_.wanted[at] = True
                open_.rows += group.without
            for match, _ in group.matches:
                if places[match][0] != at:
                    continue
                if open_.rows and open_.rows + sizes[match] > rows:
                    close()
                open_.matches.append(match)
                open_.rows += sizes[match]
                for place in places[match]:
                    open_.wanted.setdefault(place, False)
    close()
    plan.again -= plan.rows
    return plan


@dataclass
class _Open:
    """A unit that is being put together."""

    first_key: int
    rows: int = 0
    matches: list[str] = field(default_factory=list)
    wanted: dict[tuple[int, int], bool] = field(default_factory=dict)


def _first_lines(survey: Survey) -> list[int]:
    lines = [2]
    for group in survey.groups:
        lines.append(lines[-1] + group.rows)
    return lines
