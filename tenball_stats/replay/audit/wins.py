"""Findings on the ends of racks: a win that was not given, and one that was given without grounds."""

from tenball_stats.replay.audit.grounds import CANNOT_BE
from tenball_stats.replay.audit.presumed import Agrees
from tenball_stats.replay.audit.sheet import Sheet
from tenball_stats.replay.audit.words import balls, fouls, on_table
from tenball_stats.replay.follow import STALEMATE_END
from tenball_stats.rules.judge import GOES_ON, LOST_ON_FOULS, WHY_EARLY_TEN, WON_ON_TEN, Ruling
from tenball_stats.terms import ALL_BALLS, TEN

NOT_OVER = (GOES_ON, STALEMATE_END)


def win(sheet: Sheet, row: int) -> None:
    """Find whether the record and the edition disagree on a stroke's ending the rack."""
    last = sheet.is_last[row]
    end, credited, winner = sheet.trace.end[row], sheet.record.credited[row], sheet.trace.winner[row]
    if end in (WON_ON_TEN, LOST_ON_FOULS):
        _missed(sheet, row, last=last)
    elif last and credited >= 0 and (end in NOT_OVER or winner not in (credited, -1)):
        # How a rack ends otherwise is the record's to say: conceded, forfeited, given up as a penalty.
        _unfounded(sheet, row, credited)


def _won_by(other: Ruling, player: int) -> bool:
    return other.winner == player


def _goes_on(other: Ruling) -> bool:
    return other.end == GOES_ON


def _missed(sheet: Sheet, row: int, *, last: bool) -> None:
    record, trace = sheet.record, sheet.trace
    player, credited, winner = record.player[row], record.credited[row], trace.winner[row]
    lost = trace.end[row] == LOST_ON_FOULS
    if last and (credited < 0 or (credited == winner and not (lost and credited == player))):
        return
    # Of three players the record says who has a rack that was lost on fouls; the one who fouled cannot.
    nobody = lost and winner in (-1, player)
    who = sheet.name(player)
    how = (
        f"{who}'s third foul in a row ({fouls(trace.fouls[row])}) loses the rack"
        if lost
        else f"This 10 wins {who} the rack"
    )
    then = f"{sheet.name(credited)} was credited with it" if last else "play went on"

    sheet.find(
        "win_missed",
        row,
        f"{how}, but {then}",
        sheet.against_ruling(row, Agrees(_won_by, (credited,)) if last else Agrees(_goes_on)),
        recorded=sheet.name(credited) if last else "played on",
        ruled="rack over, no winner" if nobody else sheet.name(winner),
    )


def _unfounded(sheet: Sheet, row: int, credited: int) -> None:
    trace, who = sheet.trace, sheet.name(credited)
    if trace.end[row] in NOT_OVER:
        ground = sheet.against_ruling(row, Agrees(_won_by, (credited,)))
        why, ruled = _why_no_win(sheet, row), "rack not over"
    else:
        # Who has given up the rack cannot have won it, whatever the rules are.
        ground = CANNOT_BE
        why, ruled = f"by what followed the last stroke it is not {who}'s", sheet.name(trace.winner[row])
    sheet.find(
        "win_unfounded",
        row,
        f"{who} was credited with the rack, but {why}",
        ground,
        recorded=who,
        ruled=ruled,
    )


def _why_no_win(sheet: Sheet, row: int) -> str:
    record, trace = sheet.record, sheet.trace
    shooter = sheet.name(record.player[row])
    gone = (record.potted[row] | record.off[row]) & ALL_BALLS
    left = on_table(trace.before[row] & ~gone | TEN, still="still ")
    if trace.fouls[row]:
        count = ("first", "second", "third")[max(trace.in_a_row[row], 1) - 1]
        foul = f"a foul ({fouls(trace.fouls[row])})"
        if gone & TEN:
            return f"the 10 went down on {foul}"
        return f"{shooter}'s last stroke was {foul}, which counts as the {count} in a row, and {left}"
    if gone & TEN == 0:
        return f"the last stroke did not pocket the 10, and {left}"
    after = f"it is spotted and {sheet.name(trace.next_player[row])} plays"
    if trace.why[row] & WHY_EARLY_TEN:
        others = balls(trace.before[row] & ~TEN)
        return f"when the 10 was pocketed there were still others on the table ({others}): {after} on"
    if record.is_break[row]:
        return f"the 10 on the break does not win: {after}"
    return f"the 10 was not pocketed as called: {after}"
