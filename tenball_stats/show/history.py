"""The history of a match in words."""

import datetime as dt
import json
from collections.abc import Iterator

from tenball_stats.show.text import clean
from tenball_stats.store.differences import Difference, Differences
from tenball_stats.store.edits import ROW
from tenball_stats.store.history import History, Version
from tenball_stats.terms import STROKES

_MOST = 30
"""Cells that are listed of one pair of versions."""


def history_lines(told: History) -> list[str]:
    """Return the lines that tell a history."""
    return [*_head(told), *_versions(told), *_withdrawals(told), *_preferences(told), *_disagreements(told)]


def _head(told: History) -> Iterator[str]:
    said = f"{clean(told.match)}: {_count(len(told.versions), 'version')}"
    if len(told.records) > 1:
        said += f" in {_count(len(told.records), 'record')}"
    yield said


def _versions(told: History) -> Iterator[str]:
    several = len(told.records) > 1
    for version in told.versions:
        yield ""
        record = next(one for one in told.records if one.record == version.record)
        whose = f" of the record by {clean(record.name)}" if several else ""
        in_force = version.superseded_at is None
        state = "in force" if in_force and record.counts else "beside it" if in_force else ""
        if not in_force:
            state = f"out of force since {_time(version.superseded_at)}"
        yield f"Version {version.version}{whose}, {state}"
        yield f"  {_made(version)} {_time(version.stored_at)} by tenball-stats {version.tool_version}" + _by(version)
        for cell in version.cells:
            place = "the match"
            if cell.rack is not None:
                place = row_place(cell.rack, cell.attempt or 1, cell.shot or 0, cell.kind)
            yield f"  {place}: {cell_words(cell.column, cell.before, cell.after)}"
        for file in version.files:
            kept = "kept" if file.kept else "not kept: it cannot be read again"
            yield f"  from {clean(file.file)} ({file.sha256[:12]}, {kept}), stored {_time(file.ingested_at)}"
        for ruled in version.ruled:
            until = f" until {_time(ruled.superseded_at)}" if ruled.superseded_at else ""
            yield (
                f"  ruled by {ruled.edition} ({ruled.fingerprint}) {_time(ruled.ruled_at)}{until}, "
                f"tenball-stats {ruled.tool_version}"
            )
        changes = told.changes.get(version.match_key)
        if changes is not None:
            yield from _differences(changes, f"version {version.version - 1}", f"version {version.version}", "  ")


def _made(version: Version) -> str:
    made = {"amend": "amended", "restore": "brought back", "inherit": "stored before the journal began, last"}
    return made.get(version.action, "stored")


def _by(version: Version) -> str:
    said = f", {clean(version.who)}" if version.who else ""
    return said + (f": {clean(version.why)}" if version.why else "")


def _withdrawals(told: History) -> Iterator[str]:
    if told.withdrawals:
        yield ""
    for gone in told.withdrawals:
        yield clean(gone.words) + (f"; in force again since {_time(gone.until)}" if gone.until else "; out of force")


def _preferences(told: History) -> Iterator[str]:
    names = {record.record: clean(record.name) for record in told.records}
    for number, preference in enumerate(told.preferences):
        if number == 0:
            yield ""
        said = f"{_time(preference.since)}: the record by {names[preference.record]} counts"
        said += f", says {clean(preference.who)}" if preference.who else ""
        yield said + (f": {clean(preference.why)}" if preference.why else "")


def _disagreements(told: History) -> Iterator[str]:
    for one, other, found in told.disagreements:
        names = clean(one.name), clean(other.name)
        yield ""
        if not found:
            yield f"{names[0]} and {names[1]} agree"
        else:
            yield f"{names[0]} and {names[1]} do not agree on {_count(_size(found), 'point')}"
        yield from _differences(found, *names, "  ")


def _differences(found: Differences, one: str, other: str, indent: str) -> Iterator[str]:
    for cell in found.cells[:_MOST]:
        yield f"{indent}{_where(cell)}: {cell.column} {_value(cell.one)} ({one}), {_value(cell.other)} ({other})"
    if len(found.cells) > _MOST:
        yield f"{indent}and {len(found.cells) - _MOST:,} more cells"
    for name, rows in ((one, found.only_one), (other, found.only_other)):
        for rack, attempt, shot, kind in rows[:_MOST]:
            yield f"{indent}{_place(rack, attempt, shot)} ({kind}): only in {name}"
        if len(rows) > _MOST:
            yield f"{indent}and {len(rows) - _MOST:,} more rows only in {name}"
    for name, told in ((one, found.told_by_one), (other, found.told_by_other)):
        if told:
            yield f"{indent}{_count(told, 'cell')} recorded in {name} alone"


def _size(found: Differences) -> int:
    return len(found.cells) + len(found.only_one) + len(found.only_other)


def _where(cell: Difference) -> str:
    return "the match" if cell.rack is None else _place(cell.rack, cell.attempt, cell.shot)


def _place(rack: int, attempt: int, shot: int) -> str:
    again = f".{attempt}" if attempt > 1 else ""
    return f"rack {rack}{again}, stroke {shot}" if rack else f"lag, attempt {shot}"


def row_place(rack: int, attempt: int, shot: int, kind: str | None) -> str:
    """Word where a row stands; one that is no stroke stands after one."""
    if not rack or kind is None or kind in STROKES:
        return _place(rack, attempt, shot)
    again = f".{attempt}" if attempt > 1 else ""
    return f"rack {rack}{again}, {kind} " + (f"after stroke {shot}" if shot else "before the first stroke")


def cell_words(column: str, before: str | None, after: str | None) -> str:
    """Word what an amendment changed: a cell, or a row that it put in or took out."""
    if column != ROW:
        return f"{column} {_value(before)} → {_value(after)}"
    cells = json.loads(after or before or "{}")
    row = " ".join(f"{name}={clean(text)}" for name, text in cells.items() if name not in {"rack", "shot"})
    return f"row put in ({row})" if before is None else f"row taken out ({row})"


def _value(text: str | None) -> str:
    return "(blank)" if text is None else clean(text)


def _time(moment: dt.datetime | None) -> str:
    return "" if moment is None else f"{moment:%Y-%m-%d %H:%M} UTC"


def _count(number: int, noun: str) -> str:
    return f"{number:,} {noun}" + ("" if number == 1 else "s")
