"""Findings on a stroke itself: its fouls, its call, whether it could be a push-out, whether a warning was due."""

from tenball_stats.replay.audit.balls import SHOT, fallen, impossible, spotted
from tenball_stats.replay.audit.presumed import Agrees
from tenball_stats.replay.audit.sheet import Sheet
from tenball_stats.replay.audit.wins import win
from tenball_stats.replay.audit.words import fouls
from tenball_stats.rules import Ruling
from tenball_stats.rules.judge import (
    BELIEVED,
    GOES_ON,
    OBVIOUS_LOWEST,
    OBVIOUS_NO,
    PUSH,
    WHY_OBVIOUS,
    WHY_PUSH_OUT,
    WHY_PUSH_WINDOW,
    WHY_THREE_FOULS,
    WON_ON_TEN,
)
from tenball_stats.terms import CALL_MEANT, RULING_FOUL


def _fouls(sheet: Sheet, row: int) -> None:
    record, trace = sheet.record, sheet.trace
    if trace.fouls[row] and not trace.ruled_foul[row]:
        _missed(sheet, row)
    elif record.ruling[row] == RULING_FOUL and not trace.fouls[row]:
        _unfounded(sheet, row)
    elif record.ruling[row] == RULING_FOUL and record.ruling_codes[row] & ~BELIEVED & ~trace.fouls[row]:
        _differs(sheet, row)


def _no_foul(other: Ruling) -> bool:
    return other.fouls == 0


def _as_named(other: Ruling, named: int) -> bool:
    return named & ~other.fouls == 0


def _a_foul_as_named(other: Ruling, named: int) -> bool:
    return other.fouls != 0 and named & ~other.fouls == 0


def _missed(sheet: Sheet, row: int) -> None:
    text = sheet.texts["ruling_text"][row]
    found = fouls(sheet.trace.fouls[row])
    how = f"was ruled {text}" if text else "was played on from as from a lawful one"
    sheet.find(
        "foul_missed",
        row,
        f"{sheet.name(sheet.record.player[row])}'s stroke is a foul ({found}) and {how}",
        sheet.against_foul(row).provided(sheet.hangs_on(row, Agrees(_no_foul))),
        recorded=text or "no foul",
        ruled=found,
    )


def _unfounded(sheet: Sheet, row: int) -> None:
    text = sheet.texts["ruling_text"][row]
    named = sheet.record.ruling_codes[row] & ~BELIEVED
    if named and not named & sheet.edition.rules.listed:
        ground = sheet.not_listed()
        why = f"edition {sheet.edition.id} lists no such foul"
    else:
        ground = sheet.against_ruling(row, Agrees(_a_foul_as_named, (named,)))
        why = "the facts recorded hold none"
    sheet.find(
        "foul_unfounded",
        row,
        f"A foul was ruled against {sheet.name(sheet.record.player[row])} ({text}), but {why}",
        ground,
        recorded=text,
        ruled="legal",
    )


def _differs(sheet: Sheet, row: int) -> None:
    found = fouls(sheet.trace.fouls[row])
    named = sheet.record.ruling_codes[row] & ~BELIEVED
    other = named & ~sheet.trace.fouls[row]
    if other & sheet.edition.rules.listed:
        ground = sheet.against_foul(row).provided(sheet.hangs_on(row, Agrees(_as_named, (named,))))
    else:
        ground = sheet.not_listed()
    sheet.find(
        "foul_differs",
        row,
        f"{fouls(other)} was ruled against {sheet.name(sheet.record.player[row])}; the edition finds {found}",
        ground,
        recorded=sheet.texts["ruling_text"][row],
        ruled=found,
    )


def _call_made(other: Ruling) -> bool:
    return other.call_made == 1


def _call(sheet: Sheet, row: int) -> None:
    record, trace = sheet.record, sheet.trace
    if record.call_type[row] != CALL_MEANT or record.kind[row] != SHOT or record.is_break[row] or trace.fouls[row]:
        return
    before = trace.before[row]
    obvious = sheet.edition.rules.obvious_calls
    ball = 1 << record.call_ball[row]
    refused = obvious == OBVIOUS_NO or (obvious == OBVIOUS_LOWEST and ball != before & -before)
    fell_in = record.pockets[row] >> (4 * record.call_ball[row]) & 15
    elsewhere = record.call_pocket[row] and fell_in and record.call_pocket[row] != fell_in
    if not refused or not record.potted[row] & ball or elsewhere:
        return
    player, after = record.player[row], record.next_stroke[row]
    handed_back = trace.decision[row] != 0 and not trace.inferred[row]
    played_on = after >= 0 and record.player[after] == player and not handed_back
    credited = sheet.is_last[row] and record.credited[row] == player and trace.end[row] in (GOES_ON, WON_ON_TEN)
    if not (played_on or credited):
        return
    text = sheet.texts["called_text"][row]
    effect = "was credited with the rack" if credited else "played on"
    sheet.find(
        "call_invalid",
        row,
        f"{sheet.name(player)} meant {text} without saying so, which is not a call here, and {effect}",
        sheet.against(WHY_OBVIOUS).provided(sheet.hangs_on(row, Agrees(_call_made))),
        recorded=text,
        ruled="nothing called",
    )


def _push(sheet: Sheet, row: int) -> None:
    record = sheet.record
    if record.kind[row] != PUSH or record.is_break[row] or sheet.trace.is_push[row]:
        return
    # That it is past its stroke in the visit it was open in is the window's to say; else no push-out is open at all.
    late = sheet.trace.why[row] & WHY_PUSH_WINDOW
    found = fouls(sheet.trace.fouls[row])
    sheet.find(
        "push_unavailable",
        row,
        f"{sheet.name(record.player[row])} declared a push-out where none is open; "
        f"it is judged as a shot on which nothing was called{f' and is a foul ({found})' if found else ''}",
        sheet.against(late or WHY_PUSH_OUT),
        recorded="push",
        ruled=found or "legal",
    )


def _warning(sheet: Sheet, row: int) -> None:
    """Find a stroke played on two fouls without a warning; once in a series."""
    needed = sheet.edition.rules.warning_needed and sheet.edition.rules.three_fouls_lose
    if not needed or not _unwarned(sheet, row) or _was_unwarned(sheet, row):
        return
    sheet.find(
        "warning_missing",
        row,
        f"{sheet.name(sheet.record.player[row])} stood on two fouls and played without a warning, "
        "so that a third does not lose the rack",
        sheet.against(WHY_THREE_FOULS),
        recorded="no warning",
        ruled="a warning before the stroke",
    )


def _unwarned(sheet: Sheet, row: int) -> bool:
    record, trace = sheet.record, sheet.trace
    return bool(trace.fouls_before[row] == 2 and record.warnings_recorded[row] and not trace.warned[row])


def _was_unwarned(sheet: Sheet, row: int) -> bool:
    """Say whether the same player has played without a warning before, in the same series."""
    player, row = sheet.record.player[row], sheet.before[row]
    while row >= 0:
        if sheet.record.player[row] == player:
            if _unwarned(sheet, row):
                return True
            if sheet.trace.fouls_before[row] != 2:
                return False
        row = sheet.before[row]
    return False


CHECKS = {
    "impossible": impossible,
    "fouls": _fouls,
    "call": _call,
    "push": _push,
    "warning": _warning,
    "spotted": spotted,
    "win": win,
    "fallen": fallen,
}
"""The checks of strokes, by their names in `looking.MARKS`."""


def check(sheet: Sheet) -> None:
    """Find what is wrong with each stroke of a match."""
    sheet.check(CHECKS)
