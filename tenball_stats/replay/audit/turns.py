"""Findings between strokes: whose turn it was, where the cue ball was, who could hand back."""

from tenball_stats.replay.audit.grounds import CANNOT_BE
from tenball_stats.replay.audit.presumed import Agrees
from tenball_stats.replay.audit.sheet import Sheet
from tenball_stats.rules.judge import IN_HAND, WHY_PUSH_OPTION, Ruling
from tenball_stats.rules.switches import why
from tenball_stats.terms import FOUL_BIT

OUT_OF_TURN = FOUL_BIT["out_of_turn"]
FOUL_CUE_BALL, BREAK_FROM = why("foul_cue_ball"), why("break_from")
HAND_WORDS = {0: "in place", 1: "in hand"}


def _lets_play(other: Ruling, player: int, shooter: int) -> bool:
    return other.next_player == player or (bool(other.option) and shooter == player)


def _turn(sheet: Sheet, row: int) -> None:
    record, trace, last = sheet.record, sheet.trace, sheet.before[row]
    entitled, player = trace.entitled[row], record.player[row]
    if entitled < 0 or player == entitled:
        return
    if last >= 0 and sheet.explained(last, "foul_missed", "foul_unfounded", "win_missed", "call_invalid"):
        return
    if (record.acts[row] | record.ruling_codes[row]) & OUT_OF_TURN & sheet.edition.rules.listed:
        return
    # Who is at the table when the record joins a rack is the record's own word, and no rule's.
    ground = CANNOT_BE
    said = f"{sheet.name(player)} played; the record was joined with {sheet.name(entitled)} at the table"
    if last >= 0:
        said = f"{sheet.name(player)} played; it was {sheet.name(entitled)}'s turn"
        after_foul = FOUL_CUE_BALL if trace.fouls[last] else 0
        agrees = Agrees(_lets_play, (player, record.player[last]))
        ground = sheet.against_ruling(last, agrees, after_foul, gap=_gap(sheet, last, row))
    sheet.find(
        "turn_wrong",
        row,
        said,
        ground,
        recorded=sheet.name(player),
        ruled=sheet.name(entitled),
    )


def _gap(sheet: Sheet, last: int, row: int) -> bool:
    """Say whether the numbers skip between two strokes: what happened in between is not known."""
    return sheet.shot[row] > sheet.shot[last] + 1


def _has_cue_ball(other: Ruling, hand: int) -> bool:
    return other.hand == hand


def _cue_ball(sheet: Sheet, row: int) -> None:
    record, trace, last = sheet.record, sheet.trace, sheet.before[row]
    hand, due = record.hand[row], trace.hand_due[row]
    if hand < 0 or due < 0 or hand == due:
        return
    if last >= 0 and sheet.explained(last, "foul_missed", "foul_unfounded"):
        return
    if last < 0:
        ground = sheet.against(BREAK_FROM)
    else:
        after_foul = FOUL_CUE_BALL if due == IN_HAND else 0
        gap = _gap(sheet, last, row)
        ground = sheet.against_ruling(last, Agrees(_has_cue_ball, (hand,)), after_foul, gap=gap)
    why = "a break is played with it" if last < 0 else "by the stroke before it was"
    sheet.find(
        "cue_ball_wrong",
        row,
        f"The cue ball was {HAND_WORDS[hand]}; {why} {HAND_WORDS[due]}",
        ground,
        recorded=HAND_WORDS[hand],
        ruled=HAND_WORDS[due],
    )


def _gives_option(other: Ruling, player: int) -> bool:
    return bool(other.option) and other.next_player == player


def _handed_back(sheet: Sheet, row: int) -> None:
    record, trace, last = sheet.record, sheet.trace, sheet.before[row]
    player, had_it = record.player[row], trace.entitled[row]
    if had_it >= 0 and player == had_it:
        return
    if last >= 0 and sheet.explained(last, "foul_missed", "foul_unfounded", "foul_differs", "call_invalid"):
        return
    who = sheet.name(player)
    if last < 0:
        ground = sheet.against(WHY_PUSH_OPTION)
    else:
        agrees = Agrees(_gives_option, (player,))
        ground = sheet.against_ruling(last, agrees, WHY_PUSH_OPTION if trace.is_push[last] else 0)
    said = (
        f"{who} handed the stroke back, but there was no option"
        if had_it < 0
        else f"{who} handed the stroke back, but the option was {sheet.name(had_it)}'s"
    )
    sheet.find(
        "option_wrong",
        row,
        said,
        ground,
        recorded=f"pass by {who}",
        ruled="no option" if had_it < 0 else f"option of {sheet.name(had_it)}",
    )


CHECKS = {"turn": _turn, "cue_ball": _cue_ball, "handed_back": _handed_back}
"""The checks of turns, by their names in `looking.MARKS`."""


def check(sheet: Sheet) -> None:
    """Find wrong turns, wrong cue balls and wrong decisions; the findings on strokes have to be there already."""
    sheet.check(CHECKS)
