"""Findings on a stroke itself: its balls, its fouls, its call, what came back, whether it ended the rack."""

from tenball_stats.replay.audit.catalogue import IMPOSSIBLE, NOT_COVERED, RULED
from tenball_stats.replay.audit.sheet import Sheet, balls, fouls, is_listed, sentence, weaker
from tenball_stats.replay.follow import FELL, STALEMATE_END
from tenball_stats.rules.judge import (
    BELIEVED,
    GOES_ON,
    LOST_ON_FOULS,
    OBVIOUS_LOWEST,
    OBVIOUS_NO,
    PUSH,
    SAFETY,
    WHY_EARLY_TEN,
    WHY_LAST_TEN,
    WHY_PUSH_FOUL_POTS,
    WHY_PUSH_POTS,
    WHY_PUSH_WINDOW,
    WHY_SAFETY_TEN,
    WHY_TEN_BESIDE,
    WHY_TEN_ON_BREAK,
    WHY_TEN_ON_FOUL,
    WHY_TEN_ON_FOULED_BREAK,
    WHY_TEN_UNCALLED,
    WON_ON_TEN,
    Ruling,
)
from tenball_stats.terms import (
    ALL_BALLS,
    CALL_MEANT,
    CALL_SPOKEN,
    KIND_CODE,
    RULING_FOUL,
    TEN,
    fouls_of,
)

SHOT = KIND_CODE["shot"]

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


def check(sheet: Sheet) -> None:
    """Find what is wrong with each stroke of a match."""
    last_of_rack = {sheet.rack[row]: row for row in sheet.strokes}
    unwarned: dict[int, bool] = {}
    over = False
    for row in sheet.rows:
        if sheet.record.opens[row]:
            unwarned, over = {}, False
        if not sheet.record.is_stroke[row]:
            if sheet.record.kind[row] == FELL:
                _fallen(sheet, row, over)
            continue
        _impossible(sheet, row)
        _fouls(sheet, row)
        last = last_of_rack[sheet.rack[row]] == row
        over = sheet.trace.end[row] != GOES_ON or (last and sheet.record.credited[row] >= 0)
        _call(sheet, row, last)
        _push(sheet, row)
        _warning(sheet, row, unwarned)
        if not over:
            _spotted(sheet, row)
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
    cells = {
        "called": sheet.texts["called_text"][row] if called else None,
        "first": record.first[row] if down >> max(record.first[row], 0) & 1 else None,
        "potted": sheet.texts["potted_text"][row] if (down | twice) & record.potted[row] else None,
        "off": sheet.texts["off_text"][row] if (down | twice) & record.off[row] else None,
    }
    sheet.find(
        "impossible_ball",
        row,
        sentence(f"{'; '.join(said)}. On the table were {balls(before)}."),
        IMPOSSIBLE,
        recorded=", ".join(f"{column} {cell}" for column, cell in cells.items() if cell is not None),
        ruled=f"on the table: {balls(before)}",
    )


def _fallen(sheet: Sheet, row: int, over: bool) -> None:
    down, twice = sheet.trace.put_back[row], sheet.twice[row] & ALL_BALLS
    if down or twice:
        said = f"{balls(down)} fell by itself and was already down" if down else f"{balls(twice)} stands twice"
        sheet.find(
            "impossible_ball",
            row,
            sentence(f"{said}. On the table were {balls(sheet.trace.before[row])}."),
            IMPOSSIBLE,
            recorded=f"potted {sheet.texts['potted_text'][row]}",
            ruled=f"on the table: {balls(sheet.trace.before[row])}",
        )
    back = sheet.record.spotted[row]
    ruled = sheet.trace.spotted[row]
    if back >= 0 and back != ruled and sheet.edition.rules.fallen_ball_back and not over:
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
    text = sheet.texts["ruling_text"][row] or ""
    who = sheet.name(record.player[row])
    named = record.ruling_codes[row] & ~BELIEVED
    if found and not ruled:
        verdict, clauses = sheet.against_foul(row)
        how = f"it was ruled {text}" if text else "play went on as after a lawful stroke"
        sheet.find(
            "foul_missed",
            row,
            f"{who}'s stroke is a foul ({fouls(found)}); {how}.",
            weaker(verdict, sheet.hangs_on(row, lambda other: other.fouls == 0)),
            clauses,
            recorded=text or "no foul",
            ruled=fouls(found),
        )
    elif record.ruling[row] == RULING_FOUL and not found:
        if named and not any(is_listed(sheet.edition, code) for code in fouls_of(named)):
            verdict, clauses = NOT_COVERED, list(sheet.edition["unlisted_acts"].clauses)
            why = f"edition {sheet.edition.id} lists no such foul as {fouls(named)}"
        else:
            verdict, clauses = sheet.against_ruling(
                row, lambda other: named & ~other.fouls == 0 if named else other.fouls != 0
            )
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
        verdict, clauses = sheet.against_foul(row)
        if not any(is_listed(sheet.edition, code) for code in fouls_of(other)):
            verdict, clauses = NOT_COVERED, list(sheet.edition["unlisted_acts"].clauses)
        verdict = weaker(verdict, sheet.hangs_on(row, lambda ruling: named & ~ruling.fouls == 0))
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
    fell_in = record.pockets[row] >> (4 * record.call_ball[row]) & 15
    elsewhere = record.call_pocket[row] and fell_in and record.call_pocket[row] != fell_in
    if not refused or not record.potted[row] & ball or elsewhere:
        return
    player, after = record.player[row], record.next_stroke[row]
    played_on = after >= 0 and record.player[after] == player and not _passed(sheet, row)
    credited = last and record.credited[row] == player and trace.end[row] in (GOES_ON, WON_ON_TEN)
    if played_on or credited:
        verdict, clauses = sheet.verdict_of(sheet.edition["obvious_calls"])
        effect = "was credited with the rack" if credited else "played on"
        text = sheet.texts["called_text"][row]
        sheet.find(
            "call_invalid",
            row,
            f"{sheet.name(player)} meant {text} without saying so, which is not a call here, and {effect}.",
            weaker(verdict, sheet.hangs_on(row, lambda other: other.call_made == 1)),
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
    # That it is past its stroke in the visit it was open in is the window's to say; else no push-out is open at all.
    late = sheet.trace.why[row] & WHY_PUSH_WINDOW
    verdict, clauses = sheet.verdict_of(sheet.edition["push_window" if late else "push_out"])
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


def _spotted(sheet: Sheet, row: int) -> None:
    record, trace = sheet.record, sheet.trace
    back, ruled = record.spotted[row], trace.spotted[row]
    if back < 0 or back == ruled:
        return
    # Each ball that is wrong has its own ground; the firmest of them is what the record is wrong by.
    ten = (back ^ ruled) & (record.potted[row] | record.off[row]) & TEN
    grounds = []
    if ten:
        grounds.append(sheet.verdict_of(*sheet.points(trace.why[row] & TEN_REASONS)))
    if (back ^ ruled) & ~ten:
        grounds.append(sheet.verdict_of(*(sheet.points(trace.why[row] & PUSH_REASONS) or [sheet.edition["foul_pots"]])))
    verdict, clauses = min(grounds, key=lambda ground: RULED.index(ground[0]))
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
    end, credited, player = trace.end[row], record.credited[row], record.player[row]
    winner = trace.winner[row]
    over = end in (WON_ON_TEN, LOST_ON_FOULS)
    # Of three players the record says who has a rack that was lost on fouls; the one who fouled cannot.
    another = credited >= 0 and (credited != winner or (end == LOST_ON_FOULS and credited == player))
    if over and (not last or another):
        how = "wins the rack with this 10" if end == WON_ON_TEN else "loses the rack on three fouls in a row"
        then = f"{sheet.name(credited)} was credited" if last else "play went on"

        def agrees(other: Ruling) -> bool:
            return other.winner == credited if last else other.end == GOES_ON

        verdict, clauses = sheet.against_ruling(row, agrees)
        sheet.find(
            "win_missed",
            row,
            f"{sheet.name(player)} {how}; {then}.",
            verdict,
            clauses,
            recorded=sheet.name(credited) if last else "played on",
            ruled="rack over, no winner" if winner in (-1, player) and end == LOST_ON_FOULS else sheet.name(winner),
        )
    elif last and credited >= 0 and not over and (end in (GOES_ON, STALEMATE_END) or winner not in (credited, -1)):
        # How a rack ends otherwise is the record's to say: conceded, forfeited, given up as a penalty.
        _unfounded_win(sheet, row, credited)


def _unfounded_win(sheet: Sheet, row: int, credited: int) -> None:
    trace, who = sheet.trace, sheet.name(credited)
    if trace.end[row] in (GOES_ON, STALEMATE_END):
        verdict, clauses = sheet.against_ruling(row, lambda other: other.winner == credited)
        why, ruled = _why_no_win(sheet, row), "rack not over"
    else:
        # Who has given up the rack cannot have won it, whatever the rules are.
        verdict, clauses = IMPOSSIBLE, []
        why, ruled = f"by what followed the last stroke it is not {who}'s", sheet.name(trace.winner[row])
    message = f"{who} was credited with the rack, but {why}."
    sheet.find("win_unfounded", row, message, verdict, clauses, recorded=who, ruled=ruled)


def _why_no_win(sheet: Sheet, row: int) -> str:
    record, trace = sheet.record, sheet.trace
    shooter = sheet.name(record.player[row])
    gone = (record.potted[row] | record.off[row]) & ALL_BALLS
    left = f"on the table were still {balls(trace.before[row] & ~gone | TEN)}"
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
