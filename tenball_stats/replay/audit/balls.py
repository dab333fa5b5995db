"""Findings on balls: what cannot have been on the table, and what came back to it."""

from tenball_stats.replay.audit.catalogue import RULED
from tenball_stats.replay.audit.grounds import CANNOT_BE
from tenball_stats.replay.audit.presumed import Agrees
from tenball_stats.replay.audit.sheet import Sheet
from tenball_stats.replay.audit.words import balls, on_table, sentence
from tenball_stats.rules import Ruling
from tenball_stats.rules.judge import (
    GOES_ON,
    SAFETY,
    WHY_EARLY_TEN,
    WHY_FOUL_POTS,
    WHY_LAST_TEN,
    WHY_PUSH_FOUL_POTS,
    WHY_PUSH_POTS,
    WHY_SAFETY_TEN,
    WHY_TEN_BESIDE,
    WHY_TEN_ON_BREAK,
    WHY_TEN_ON_FOUL,
    WHY_TEN_ON_FOULED_BREAK,
    WHY_TEN_UNCALLED,
)
from tenball_stats.rules.switches import why
from tenball_stats.terms import ALL_BALLS, CALL_MEANT, CALL_SPOKEN, KIND_CODE, TEN

SHOT = KIND_CODE["shot"]

HANGING_BALL = why("hanging_ball")
PUSH_REASONS = WHY_PUSH_POTS | WHY_PUSH_FOUL_POTS
TEN_REASONS = (
    WHY_TEN_ON_BREAK
    | WHY_TEN_ON_FOULED_BREAK
    | WHY_TEN_BESIDE
    | WHY_EARLY_TEN
    | WHY_LAST_TEN
    | WHY_TEN_UNCALLED
    | WHY_TEN_ON_FOUL
    | WHY_SAFETY_TEN
    | WHY_PUSH_POTS
)
"""What a ruling says on a 10 that went down."""


def impossible(sheet: Sheet, row: int) -> None:
    """Find balls of a stroke that were not on the table, or stand on it twice."""
    record, trace = sheet.record, sheet.trace
    down = trace.put_back[row]
    before = trace.before[row] & ~down
    called = 0
    if record.kind[row] in (SHOT, SAFETY) and record.call_type[row] in (CALL_MEANT, CALL_SPOKEN):
        called = 1 << record.call_ball[row] & ~before
    twice = sheet.twice[row]
    if not (down or called or twice):
        return
    said = []
    if down:
        said.append(f"{balls(down)} was already down and is named again")
    if called & ~down:
        said.append(f"{balls(called)} was called and is not on the table")
    if twice:
        said.append(f"{balls(twice) if twice & ALL_BALLS else 'the cue ball'} stands twice on one stroke")
    cells = {
        "called": sheet.texts["called_text"][row] if called else None,
        "first": record.first[row] if down >> max(record.first[row], 0) & 1 else None,
        "potted": sheet.texts["potted_text"][row] if (down | twice) & record.potted[row] else None,
        "off": sheet.texts["off_text"][row] if (down | twice) & record.off[row] else None,
    }
    sheet.find(
        "impossible_ball",
        row,
        sentence(f"{'; '.join(said)}; {on_table(before)}"),
        CANNOT_BE,
        recorded=", ".join(f"{column} {cell}" for column, cell in cells.items() if cell is not None),
        ruled=f"on the table: {balls(before)}",
    )


def fallen(sheet: Sheet, row: int) -> None:
    """Find what is wrong with a ball that fell by itself."""
    record, trace = sheet.record, sheet.trace
    down, twice = trace.put_back[row], sheet.twice[row] & ALL_BALLS
    if down or twice:
        what = f"{balls(down)} fell by itself and was already down" if down else f"{balls(twice)} stands twice"
        sheet.find(
            "impossible_ball",
            row,
            sentence(f"{what}; {on_table(trace.before[row])}"),
            CANNOT_BE,
            recorded=f"potted {sheet.texts['potted_text'][row]}",
            ruled=f"on the table: {balls(trace.before[row])}",
        )
    back, ruled = record.spotted[row], trace.spotted[row]
    if back < 0 or back == ruled or not sheet.edition.rules.fallen_ball_back:
        return
    before = sheet.before[row]
    if before >= 0 and _is_over(sheet, before):
        return
    sheet.find(
        "spot_wrong",
        row,
        f"Put back was {balls(back)}; the edition puts back {balls(ruled)}, which fell by itself",
        sheet.against(HANGING_BALL),
        recorded=sheet.texts["spotted_text"][row],
        ruled=balls(ruled),
    )


def _puts_back(other: Ruling, back: int) -> bool:
    return other.spotted == back


def spotted(sheet: Sheet, row: int) -> None:
    """Find balls of a stroke that came back and should not have, or the other way round."""
    record, trace = sheet.record, sheet.trace
    back, ruled = record.spotted[row], trace.spotted[row]
    if back < 0 or back == ruled or _is_over(sheet, row):
        return
    # Each ball that is wrong has its own ground; the firmest of them is what the record is wrong by.
    ten = (back ^ ruled) & (record.potted[row] | record.off[row]) & TEN
    grounds = []
    if ten:
        grounds.append(sheet.against(trace.why[row] & TEN_REASONS))
    if (back ^ ruled) & ~ten:
        grounds.append(sheet.against(trace.why[row] & PUSH_REASONS or WHY_FOUL_POTS))
    ground = min(grounds, key=lambda ground: RULED.index(ground.verdict))
    sheet.find(
        "spot_wrong",
        row,
        f"Put back was {balls(back)}; the edition puts back {balls(ruled)}",
        ground.provided(sheet.hangs_on(row, Agrees(_puts_back, (back,)))),
        recorded=sheet.texts["spotted_text"][row],
        ruled=balls(ruled),
    )


def _is_over(sheet: Sheet, row: int) -> bool:
    """Say whether the edition or the record ends the rack on a stroke."""
    return sheet.trace.end[row] != GOES_ON or (sheet.is_last[row] and sheet.record.credited[row] >= 0)
