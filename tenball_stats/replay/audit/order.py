"""Findings on the numbers of the strokes: gaps, repetitions, rows out of order."""

import polars as pl

from tenball_stats.replay.audit.catalogue import IMPOSSIBLE
from tenball_stats.replay.audit.sheet import CANNOT_BE, Finding, Sheet
from tenball_stats.replay.follow import LAG, RESUME


def check(sheet: Sheet) -> None:
    """Find gaps in the numbers, numbers that stand twice, and rows that had to be moved."""
    moved: set[int] = set()
    last, resumed = 0, False
    for row in sheet.rows:
        if sheet.record.opens[row]:
            last, resumed = 0, False
        if sheet.out_of_order[row] and sheet.rack[row] not in moved and sheet.record.kind[row] != LAG:
            moved.add(sheet.rack[row])
            sheet.find("shot_order", row, "This row stands after a later one; it was replayed by number", CANNOT_BE)
        if sheet.record.kind[row] == RESUME:
            resumed = True
        if not sheet.record.is_stroke[row]:
            continue
        shot = sheet.shot[row]
        if shot == last:
            sheet.find(
                "shot_repeated",
                row,
                f"Stroke {shot} stands twice with different content; both were replayed",
                CANNOT_BE,
                recorded=str(shot),
            )
        elif shot > last + 1 and not (last == 0 and resumed):
            gap = str(last + 1) if shot == last + 2 else f"{last + 1} to {shot - 1}"
            sheet.find(
                "shot_missing",
                row,
                f"Stroke {shot} follows {f'stroke {last}' if last else 'the beginning of the rack'}: {gap} missing",
                CANNOT_BE,
                recorded=str(shot),
                ruled=str(last + 1),
            )
        last = shot


def copies(events: pl.DataFrame, sheets: dict[int, Sheet], files: list[str], kinds: list[str]) -> list[Finding]:
    """Return a finding for each row that is a copy of the one before it and was not replayed.

    Args:
        events: rows of the log with `event_no`, the copies only.
        sheets: the matches audited, by `match_no`.
        files: the names of the sources.
        kinds: the names of the kinds.
    """
    found = []
    columns = ("event_no", "match_no", "rack", "shot", "line", "file_no", "player_no", "kind")
    for event_no, match_no, rack, shot, line, file_no, player, kind in events.select(columns).iter_rows():
        sheet = sheets[match_no]
        found.append(
            Finding(
                event_no,
                sheet.match,
                rack,
                shot,
                line,
                files[file_no],
                sheet.name(player),
                "shot_repeated",
                IMPOSSIBLE,
                sheet.edition.id,
                [],
                str(shot),
                None,
                f"This {kinds[kind]} is a copy of the row before it and was not replayed.",
            )
        )
    return found
