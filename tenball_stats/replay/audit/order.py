"""Findings on the numbers of the strokes: gaps, repetitions, rows out of order."""

from collections.abc import Sequence

import polars as pl

from tenball_stats.log import Log
from tenball_stats.replay.audit.catalogue import IMPOSSIBLE
from tenball_stats.replay.audit.grounds import CANNOT_BE
from tenball_stats.replay.audit.sheet import Finding, Sheet
from tenball_stats.replay.audit.words import name_of
from tenball_stats.replay.follow import LAG, RESUME
from tenball_stats.rules import Edition
from tenball_stats.terms import KINDS


def check(sheet: Sheet) -> None:
    """Find gaps in the numbers, numbers that stand twice, and rows that had to be moved."""
    for row in sheet.marked.get("number", ()):
        _number(sheet, row)
    moved: dict[int, int] = {}
    for row in sheet.marked.get("moved", ()):
        if sheet.out_of_order[row] and sheet.record.kind[row] != LAG:
            moved.setdefault(sheet.rack[row], row)
    for row in moved.values():
        sheet.find("shot_order", row, "This row stands after a later one; it was replayed by number", CANNOT_BE)


def _number(sheet: Sheet, row: int) -> None:
    """Find a number that stands twice, or numbers that are missing."""
    before = sheet.before[row]
    shot, last = sheet.shot[row], sheet.shot[before] if before >= 0 else 0
    if shot == last:
        sheet.find(
            "shot_repeated",
            row,
            f"Stroke {shot} stands twice with different content; both were replayed",
            CANNOT_BE,
            recorded=str(shot),
        )
    elif shot > last + 1 and not (last == 0 and _resumed(sheet, row)):
        gap = str(last + 1) if shot == last + 2 else f"{last + 1} to {shot - 1}"
        sheet.find(
            "shot_missing",
            row,
            f"Stroke {shot} follows {f'stroke {last}' if last else 'the beginning of the rack'}: {gap} missing",
            CANNOT_BE,
            recorded=str(shot),
            ruled=str(last + 1),
        )


def _resumed(sheet: Sheet, row: int) -> bool:
    """Say whether play was resumed in the attempt before a row."""
    while sheet.record.kind[row] != RESUME and not sheet.record.opens[row]:
        row -= 1
    return sheet.record.kind[row] == RESUME


def copies(log: Log, rows: pl.DataFrame, chosen: Sequence[Edition]) -> list[Finding]:
    """Return a finding for each row that is a copy of the one before it and was not replayed.

    Args:
        log: the log.
        rows: rows of `log.events` with `event_no`, the copies only.
        chosen: the edition of each match.
    """
    files = dict(log.sources.select("file_no", "file").rows())
    matches = log.matches.select("match", "players").rows()
    found = []
    columns = ("event_no", "match_no", "rack", "shot", "line", "file_no", "player_no", "kind")
    for event_no, match_no, rack, shot, line, file_no, player, kind in rows.select(columns).iter_rows():
        match, players = matches[match_no]
        found.append(
            Finding(
                event_no,
                match,
                rack,
                shot,
                line,
                files[file_no],
                name_of(players, player),
                "shot_repeated",
                IMPOSSIBLE,
                chosen[match_no].id,
                (),
                str(shot),
                None,
                f"This {KINDS[kind]} is a copy of the row before it and was not replayed.",
            )
        )
    return found
