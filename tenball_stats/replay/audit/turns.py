"""Findings between strokes: whose turn it was, where the cue ball was, who could hand back."""

from tenball_stats.replay.audit.catalogue import CONTRADICTS
from tenball_stats.replay.audit.sheet import Sheet, is_listed, weaker
from tenball_stats.replay.follow import PASS
from tenball_stats.rules.judge import IN_HAND, Ruling
from tenball_stats.terms import FOUL_BIT

OUT_OF_TURN = FOUL_BIT["out_of_turn"]
HAND_WORDS = {0: "in place", 1: "in hand"}


def check(sheet: Sheet) -> None:
    """Find wrong turns, wrong cue balls and wrong decisions; the findings on strokes have to be there already."""
    last = -1
    for row in sheet.rows:
        if sheet.record.opens[row]:
            last = -1
        if sheet.record.is_stroke[row]:
            _turn(sheet, row, last)
            _cue_ball(sheet, row, last)
            last = row
        elif sheet.record.kind[row] == PASS:
            _pass(sheet, row, last)


def _turn(sheet: Sheet, row: int, last: int) -> None:
    record, trace = sheet.record, sheet.trace
    entitled, player = trace.entitled[row], record.player[row]
    if entitled < 0 or player == entitled:
        return
    if last >= 0 and sheet.explained(last, "foul_missed", "foul_unfounded", "win_missed", "call_invalid"):
        return
    if (record.acts[row] | record.ruling_codes[row]) & OUT_OF_TURN and is_listed(sheet.edition, "out_of_turn"):
        return
    verdict, hangs = CONTRADICTS, False
    clauses: list[str] = []
    if last >= 0:
        verdict, clauses = sheet.verdict_of_ruling(last)

        def agrees(other: Ruling) -> bool:
            return other.next_player == player or bool(other.option)

        hangs = sheet.hangs_on(last, agrees)
    sheet.find(
        "turn_wrong",
        row,
        f"{sheet.name(player)} played; it was {sheet.name(entitled)}'s turn.",
        weaker(verdict, hangs),
        clauses,
        recorded=sheet.name(player),
        ruled=sheet.name(entitled),
    )


def _cue_ball(sheet: Sheet, row: int, last: int) -> None:
    record, trace = sheet.record, sheet.trace
    hand, due = record.hand[row], trace.hand_due[row]
    if hand < 0 or due < 0 or hand == due:
        return
    if last >= 0 and sheet.explained(last, "foul_missed", "foul_unfounded"):
        return
    if last < 0:
        verdict, clauses = sheet.verdict_of(sheet.edition["break_from"])
        hangs = False
    else:
        verdict, clauses = sheet.verdict_of_ruling(last)
        hangs = sheet.hangs_on(last, lambda other: other.hand == hand)
    why = "a break is played with it" if last < 0 else "by the stroke before it was"
    if due == IN_HAND and last >= 0:
        clauses = [*clauses, *(c for c in sheet.edition["foul_cue_ball"].clauses if c not in clauses)]
    sheet.find(
        "cue_ball_wrong",
        row,
        f"The cue ball was {HAND_WORDS[hand]}; {why} {HAND_WORDS[due]}.",
        weaker(verdict, hangs),
        clauses,
        recorded=HAND_WORDS[hand],
        ruled=HAND_WORDS[due],
    )


def _pass(sheet: Sheet, row: int, last: int) -> None:
    record, trace = sheet.record, sheet.trace
    player, had_it = record.player[row], trace.entitled[row]
    if had_it >= 0 and player == had_it:
        return
    if last >= 0 and sheet.explained(last, "foul_missed", "foul_unfounded", "foul_differs", "call_invalid"):
        return
    who = sheet.name(player)
    if last < 0:
        verdict, clauses, hangs = CONTRADICTS, list(sheet.edition["push_option"].clauses), False
    else:
        verdict, clauses = sheet.verdict_of_ruling(last)
        hangs = sheet.hangs_on(last, lambda other: bool(other.option) and other.next_player == player)
    message = (
        f"{who} handed the stroke back, but there was no option."
        if had_it < 0
        else f"{who} handed the stroke back, but the option was {sheet.name(had_it)}'s."
    )
    sheet.find(
        "option_wrong",
        row,
        message,
        weaker(verdict, hangs),
        clauses,
        recorded=f"pass by {who}",
        ruled="no option" if had_it < 0 else f"option of {sheet.name(had_it)}",
    )
