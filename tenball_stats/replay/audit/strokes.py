"""Findings on a stroke itself: its balls, its fouls, its call, what came back, whether it ended the rack."""

from tenball_stats.replay.audit.catalogue import IMPOSSIBLE, NOT_COVERED, UNRECORDED
from tenball_stats.replay.audit.sheet import Sheet, balls, fouls, is_listed, sentence, weaker
from tenball_stats.replay.follow import FELL
from tenball_stats.rules.judge import (
    BELIEVED,
    FIRST,
    LOST_ON_FOULS,
    OBVIOUS_LOWEST,
    OBVIOUS_NO,
    POTTED,
    PUSH,
    RAIL,
    RAILS,
    SAFETY,
    WON_ON_TEN,
    Ruling,
)
from tenball_stats.terms import (
    ALL_BALLS,
    CALL_MEANT,
    CALL_SPOKEN,
    FOUL_BIT,
    JUDGED,
    KIND_CODE,
    RULING_FOUL,
    TEN,
    fouls_of,
)

SHOT = KIND_CODE["shot"]
JUDGED_MASK = sum(FOUL_BIT[code] for code in JUDGED)


def check(sheet: Sheet) -> None:
    """Find what is wrong with each stroke of a match."""
    last_of_rack = {sheet.rack[row]: row for row in sheet.strokes}
    unwarned: dict[int, bool] = {}
    for row in sheet.rows:
        if sheet.record.opens[row]:
            unwarned = {}
        if not sheet.record.is_stroke[row]:
            if sheet.record.kind[row] == FELL:
                _fallen(sheet, row)
            continue
        _impossible(sheet, row)
        _fouls(sheet, row)
        last = last_of_rack[sheet.rack[row]] == row
        _call(sheet, row, last)
        _push(sheet, row)
        _warning(sheet, row, unwarned)
        _spotted(sheet, row, last)
        _win(sheet, row, last)


def _impossible(sheet: Sheet, row: int) -> None:
    record, trace = sheet.record, sheet.trace
    down = trace.put_back[row]
    called = 0
    if record.kind[row] in (SHOT, SAFETY) and record.call_type[row] in (CALL_MEANT, CALL_SPOKEN):
        called = 1 << record.call_ball[row] & ~(trace.before[row] & ~down)
    twice = sheet.twice[row]
    if not (down or called or twice):
        return
    said = []
    if down:
        said.append(f"{balls(down)} was already down and is named again")
    if called & ~down:
        said.append(f"{balls(called & ~down)} was called and is not on the table")
    if twice:
        said.append(f"{balls(twice & ALL_BALLS) if twice & ALL_BALLS else 'the cue ball'} stands twice on one stroke")
    before = trace.before[row] & ~down
    sheet.find(
        "impossible_ball",
        row,
        sentence(f"{'; '.join(said)}. On the table were {balls(before)}."),
        IMPOSSIBLE,
        recorded=sheet.texts["potted_text"][row],
        ruled=f"on the table: {balls(before)}",
    )


def _fallen(sheet: Sheet, row: int) -> None:
    down = sheet.trace.put_back[row]
    if down or sheet.twice[row]:
        sheet.find(
            "impossible_ball",
            row,
            sentence(f"{balls(down or sheet.twice[row])} fell by itself, but was not on the table."),
            IMPOSSIBLE,
            recorded=sheet.texts["potted_text"][row],
        )
    back = sheet.record.spotted[row]
    ruled = sheet.trace.spotted[row]
    if back >= 0 and back != ruled and sheet.edition.rules.fallen_ball_back:
        verdict, clauses = sheet.verdict_of(sheet.edition["hanging_ball"])
        sheet.find(
            "spot_wrong",
            row,
            f"A ball that falls by itself after {sheet.edition['hanging_ball'].value} seconds is put back: "
            f"{balls(ruled)}; put back was {balls(back)}.",
            verdict,
            clauses,
            recorded=sheet.texts["spotted_text"][row],
            ruled=balls(ruled),
        )


def _fouls(sheet: Sheet, row: int) -> None:
    record, trace = sheet.record, sheet.trace
    found, ruled = trace.fouls[row], trace.ruled_foul[row]
    text = sheet.texts["ruling_text"][row]
    who = sheet.name(record.player[row])
    named = record.ruling_codes[row] & ~BELIEVED
    if found and not ruled:
        verdict, clauses = sheet.verdict_of_ruling(row)
        how = f"it was ruled {text}" if text else "play went on as after a lawful stroke"
        sheet.find(
            "foul_missed",
            row,
            f"{who}'s stroke is a foul ({fouls(found)}); {how}.",
            verdict,
            clauses,
            recorded=text,
            ruled=fouls(found),
        )
    elif record.ruling[row] == RULING_FOUL and not found:
        verdict, clauses = sheet.verdict_of_ruling(row)
        listed = [code for code in fouls_of(named) if is_listed(sheet.edition, code)]
        if named and not listed:
            verdict, clauses = NOT_COVERED, list(sheet.edition["unlisted_acts"].clauses)
            why = f"edition {sheet.edition.id} lists no such foul as {fouls(named)}"
        else:
            why = "the facts recorded hold none"
        sheet.find(
            "foul_unfounded",
            row,
            f"A foul was ruled against {who} ({text}); {why}.",
            verdict,
            clauses,
            recorded=text,
            ruled="legal",
        )
    elif record.ruling[row] == RULING_FOUL and named & ~found:
        other = named & ~found
        verdict, clauses = sheet.verdict_of_ruling(row)
        if not any(is_listed(sheet.edition, code) for code in fouls_of(other)):
            verdict = NOT_COVERED
        elif other & JUDGED_MASK and trace.assumed[row] & (FIRST | RAIL | RAILS | POTTED):
            verdict = UNRECORDED
        sheet.find(
            "foul_differs",
            row,
            f"{fouls(other)} was ruled against {who}; the edition finds {fouls(found)}.",
            verdict,
            clauses,
            recorded=text,
            ruled=fouls(found),
        )


def _call(sheet: Sheet, row: int, last: bool) -> None:
    record, trace = sheet.record, sheet.trace
    if record.call_type[row] != CALL_MEANT or record.kind[row] != SHOT or record.is_break[row] or trace.fouls[row]:
        return
    before = trace.before[row]
    obvious = sheet.edition.rules.obvious_calls
    lowest = before & -before
    ball = 1 << record.call_ball[row]
    refused = obvious == OBVIOUS_NO or (obvious == OBVIOUS_LOWEST and ball != lowest)
    if not refused or not record.potted[row] & ball:
        return
    player, after = record.player[row], record.next_stroke[row]
    played_on = after >= 0 and record.player[after] == player and not _passed(sheet, row)
    credited = last and record.credited[row] == player
    if played_on or credited:
        verdict, clauses = sheet.verdict_of(sheet.edition["obvious_calls"])
        effect = "was credited with the rack" if credited else "played on"
        text = sheet.texts["called_text"][row]
        sheet.find(
            "call_invalid",
            row,
            f"{sheet.name(player)} meant {text} without saying so, which is not a call here, and {effect}.",
            verdict,
            clauses,
            recorded=text,
            ruled="nothing called",
        )


def _passed(sheet: Sheet, row: int) -> bool:
    """Say whether the stroke was handed back in the record, in so many words."""
    return sheet.trace.decision[row] != 0 and not sheet.trace.inferred[row]


def _push(sheet: Sheet, row: int) -> None:
    record = sheet.record
    if record.kind[row] != PUSH or record.is_break[row] or sheet.trace.is_push[row]:
        return
    point = sheet.edition["push_window" if sheet.edition.rules.push_out else "push_out"]
    verdict, clauses = sheet.verdict_of(point)
    sheet.find(
        "push_unavailable",
        row,
        f"{sheet.name(record.player[row])} declared a push-out, which is open only on the stroke after a lawful break; "
        f"it is judged as a shot on which nothing was called"
        f"{f' ({fouls(sheet.trace.fouls[row])})' if sheet.trace.fouls[row] else ''}.",
        verdict,
        clauses,
        recorded="push",
        ruled=fouls(sheet.trace.fouls[row]) or "legal",
    )


def _warning(sheet: Sheet, row: int, unwarned: dict[int, bool]) -> None:
    """Find a stroke played on two fouls without a warning; once in a series."""
    record, trace = sheet.record, sheet.trace
    player = record.player[row]
    if trace.fouls_before[row] != 2:
        unwarned[player] = False
        return
    needed = sheet.edition.rules.warning_needed and sheet.edition.rules.three_fouls_lose
    if not needed or not record.warnings_recorded[row] or trace.warned[row] or unwarned.get(player):
        return
    unwarned[player] = True
    verdict, clauses = sheet.verdict_of(sheet.edition["three_fouls"])
    sheet.find(
        "warning_missing",
        row,
        f"{sheet.name(player)} stood on two fouls and played without a warning; a third foul does not lose the rack.",
        verdict,
        clauses,
        recorded="no warning",
        ruled="a warning before the stroke",
    )


def _spotted(sheet: Sheet, row: int, last: bool) -> None:
    record, trace = sheet.record, sheet.trace
    back, ruled = record.spotted[row], trace.spotted[row]
    if back < 0 or back == ruled or trace.end[row] or (last and record.credited[row] >= 0):
        return
    verdict, clauses = sheet.verdict_of_ruling(row)
    gone = (record.potted[row] | record.off[row]) & ALL_BALLS
    if not trace.fouls[row] and not trace.is_push[row] and (gone & TEN) == 0:
        verdict, clauses = sheet.verdict_of(sheet.edition["foul_pots"])
    sheet.find(
        "spot_wrong",
        row,
        f"Put back was {balls(back)}; the edition puts back {balls(ruled)}.",
        weaker(verdict, sheet.hangs_on(row, lambda other: other.spotted == back)),
        clauses,
        recorded=sheet.texts["spotted_text"][row],
        ruled=balls(ruled),
    )


def _win(sheet: Sheet, row: int, last: bool) -> None:
    record, trace = sheet.record, sheet.trace
    end, credited = trace.end[row], record.credited[row]
    ended = end in (WON_ON_TEN, LOST_ON_FOULS)
    winner = trace.winner[row]
    if ended and (not last or (credited >= 0 and winner >= 0 and credited != winner)):
        verdict, clauses = sheet.verdict_of_ruling(row)
        how = "wins the rack with this 10" if end == WON_ON_TEN else "loses the rack on three fouls in a row"
        then = f"{sheet.name(credited)} was credited" if last else "play went on"

        def agrees(other: Ruling) -> bool:
            return other.end != end

        sheet.find(
            "win_missed",
            row,
            f"{sheet.name(record.player[row])} {how}; {then}.",
            weaker(verdict, sheet.hangs_on(row, agrees)),
            clauses,
            recorded=sheet.name(credited) if last else "played on",
            ruled=sheet.name(winner) if winner >= 0 else "rack over, no winner",
        )
    elif last and credited >= 0 and not ended and not (end and winner in (credited, -1) and end != 4):
        _unfounded_win(sheet, row, credited)


def _unfounded_win(sheet: Sheet, row: int, credited: int) -> None:
    record, trace = sheet.record, sheet.trace
    who, shooter = sheet.name(credited), sheet.name(record.player[row])
    verdict, clauses = sheet.verdict_of_ruling(row)
    left = trace.before[row] & ~((record.potted[row] | record.off[row]) & ALL_BALLS) & ~TEN
    gone = (record.potted[row] | record.off[row]) & TEN
    if trace.end[row]:
        message = f"{who} was credited with the rack; by what followed the last stroke it is not {who}'s."
    elif gone and trace.fouls[row]:
        message = f"{who} was credited with the rack; the 10 went down on a foul ({fouls(trace.fouls[row])})."
    elif gone and trace.call_made[row]:
        message = (
            f"{who} was credited with the rack, but when the 10 was pocketed there were still others on the table"
            f" ({balls(trace.before[row] & ~TEN)}): it is spotted and {sheet.name(trace.next_player[row])} plays on."
        )
    elif gone:
        message = f"{who} was credited with the rack, but the 10 was not pocketed as called: it is spotted."
    elif trace.fouls[row]:
        message = (
            f"{who} was credited with the rack after {shooter}'s foul ({fouls(trace.fouls[row])}), "
            f"the {('first', 'second', 'third')[max(trace.in_a_row[row], 1) - 1]} in a row; on the table were still "
            f"{balls(left | TEN)}."
        )
    else:
        message = (
            f"{who} was credited with the rack, but the record does not say what ended it: "
            f"the last stroke did not pocket the 10, and on the table were still {balls(left | TEN)}."
        )
        verdict = UNRECORDED

    def agrees(other: Ruling) -> bool:
        return other.winner == credited

    sheet.find(
        "win_unfounded",
        row,
        message,
        weaker(verdict, sheet.hangs_on(row, agrees)),
        clauses,
        recorded=who,
        ruled="rack not over" if not trace.end[row] else sheet.name(trace.winner[row]),
    )
