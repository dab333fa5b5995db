"""Findings on lags, racks and the match: who broke, how the balls lay, what the score says."""

from tenball_stats.replay.audit.catalogue import CONTRADICTS
from tenball_stats.replay.audit.grounds import CANNOT_BE, Ground
from tenball_stats.replay.audit.layouts import misplaced, rule_of
from tenball_stats.replay.audit.looking import Attempt
from tenball_stats.replay.audit.rack_marks import lag_faults_named
from tenball_stats.replay.audit.sheet import Sheet
from tenball_stats.replay.audit.words import sentence
from tenball_stats.replay.follow import FORFEIT
from tenball_stats.rules.switches import why as bit
from tenball_stats.terms import ALL_BALLS, LAG_ACT_BIT, LAG_ACTS, balls_of

LAG_WINNER, LAG_FAULTS, STALEMATE, LATER_BREAKS, PAST_HEAD = map(
    bit, ("lag_winner", "lag_faults", "stalemate", "later_breaks", "break_past_head")
)


def check(sheet: Sheet) -> None:
    """Find what is wrong with lags, breaks, layouts, scores and ends of racks."""
    marked = sheet.marked
    if "lag" in marked:
        _lags(sheet)
    if "break_order" in marked:
        _breaks(sheet)
    for row in marked.get("layout", ()):
        _layout(sheet, row)
    for row in marked.get("soft", ()):
        _soft(sheet, row)
    if "score" in marked:
        _scores(sheet)
    if "unfinished" in marked:
        _unfinished(sheet)


def _given_lags(sheet: Sheet) -> list[tuple[list[int], int]]:
    """Return the rows of each attempt at the lag that somebody was given, and the one that says so."""
    attempts: dict[int, list[int]] = {}
    for row in sheet.lags:
        attempts.setdefault(sheet.shot[row], []).append(row)
    given = []
    for rows in attempts.values():
        credited = next((row for row in rows if sheet.record.winner[row] >= 0), None)
        if credited is not None:
            given.append((rows, credited))
    return given


def _lags(sheet: Sheet) -> None:
    """Check each attempt at the lag."""
    named = lag_faults_named(sheet.edition)
    for rows, credited in _given_lags(sheet):
        _lag(sheet, rows, credited, sheet.record.winner[credited], named)


def _lag(sheet: Sheet, rows: list[int], credited: int, winner: int, named: int) -> None:
    record = sheet.record
    if any(record.acts[row] & LAG_ACT_BIT["late"] for row in rows):
        return
    faults = {record.player[row]: record.acts[row] & named for row in rows}
    distances = {record.player[row]: sheet.lag_cm.get(row) for row in rows}
    everybody = range(len(sheet.players))
    clean = [player for player in everybody if not faults.get(player)]
    point = LAG_FAULTS
    words = ", ".join(f"{sheet.name(p)} {_faults(mask)}" for p, mask in faults.items() if mask)
    if not clean:
        due, why = "nobody", f"both were at fault ({words}): they lag again"
    elif len(clean) == 1:
        due, why = sheet.name(clean[0]), f"{words} was at fault"
    elif faults.get(winner):
        due, why = "another", f"{words} was at fault"
    else:
        measured = [(distance, player) for player in clean if (distance := distances.get(player)) is not None]
        if len(measured) < len(clean):
            return
        measured.sort()
        if measured[0][0] == measured[1][0]:
            return
        due = sheet.name(measured[0][1])
        why = ", ".join(f"{sheet.name(player)} {distance:g} cm" for distance, player in measured)
        point = LAG_WINNER
    if due == sheet.name(winner):
        return
    ground = sheet.against(point)
    sheet.find(
        "lag_wrong",
        credited,
        f"{sheet.name(winner)} was given the lag; {why}, so it is {due}'s",
        ground,
        recorded=sheet.name(winner),
        ruled=due,
    )


def _faults(mask: int) -> str:
    return ", ".join(name for name in LAG_ACTS if mask & LAG_ACT_BIT[name])


def _breaks(sheet: Sheet) -> None:
    """Check who broke each rack."""
    record = sheet.record
    lag_winner = next((record.winner[credited] for _, credited in reversed(_given_lags(sheet))), -1)
    breaker: dict[int, int] = {}
    winner: dict[int, int] = {}
    for row in sheet.hinges:
        rack = sheet.rack[row]
        if record.is_break[row]:
            _break_order(sheet, row, breaker, winner, lag_winner)
            breaker[rack] = record.player[row]
        won = record.credited[row]
        winner[rack] = won if won >= 0 else sheet.trace.winner[row]


def _break_order(sheet: Sheet, row: int, breaker: dict[int, int], winner: dict[int, int], lag_winner: int) -> None:
    edition, record, rack = sheet.edition, sheet.record, sheet.rack[row]
    player = record.player[row]
    due = -1
    if rack in breaker:
        point = STALEMATE
        if edition["stalemate"].value == "same_breaker":
            due = breaker[rack]
        why = "after a stalemate the same player breaks"
    elif rack == 1:
        point = LAG_WINNER
        if edition["lag_winner"].value == "breaks":
            due = lag_winner
        why = f"{sheet.name(lag_winner)} won the lag"
    else:
        point = LATER_BREAKS
        rule = sheet.break_format or edition["later_breaks"].value
        last, won, count = breaker.get(rack - 1, -1), winner.get(rack - 1, -1), len(sheet.players)
        if rule == "alternate" and last >= 0:
            due, why = (last + 1) % count, f"the break alternates, and {sheet.name(last)} broke rack {rack - 1}"
        elif rule == "winner" and won >= 0:
            due, why = won, f"the winner breaks, and {sheet.name(won)} won rack {rack - 1}"
        elif rule == "loser" and won >= 0 and count == 2:
            due, why = 1 - won, f"the loser breaks, and {sheet.name(won)} won rack {rack - 1}"
    if due < 0 or due == player:
        return
    ground = sheet.against(point)
    if rack not in breaker and rack > 1 and sheet.break_format:
        ground = Ground(CONTRADICTS, ())
    sheet.find(
        "break_order",
        row,
        f"{sheet.name(player)} broke rack {rack}; it was {sheet.name(due)}'s break: {why}",
        ground,
        recorded=sheet.name(player),
        ruled=sheet.name(due),
    )


def _layout(sheet: Sheet, row: int) -> None:
    text = sheet.texts["rack_layout"][row]
    wrong = misplaced(rule_of(sheet.edition), text) if text else ()
    if wrong:
        said = sentence("; ".join(one.said for one in wrong))
        ground = sheet.against_any(sum(one.reason for one in wrong))
        sheet.find("rack_layout", row, said, ground, recorded=text)


def _soft(sheet: Sheet, row: int) -> None:
    asked = int(sheet.edition["break_past_head"].value)  # type: ignore[arg-type]
    past, record = sheet.past_head[row], sheet.record
    if asked == 0 or past < 0 or not record.potted_known[row]:
        return
    count = past + len(balls_of(record.potted[row] & ALL_BALLS))
    if count < asked:
        sheet.find(
            "break_soft",
            row,
            f"{count} balls came past the head string or were pocketed; {asked} are asked for, but it is no foul",
            sheet.against(PAST_HEAD),
            recorded=str(count),
            ruled=str(asked),
        )


def _ends(sheet: Sheet) -> dict[int, list[Attempt]]:
    """Return the attempts at each rack; how a rack ended is how the last of them did."""
    racks: dict[int, list[Attempt]] = {}
    for attempt in sheet.attempts:
        if attempt.rack:
            racks.setdefault(attempt.rack, []).append(attempt)
    return racks


def _scores(sheet: Sheet) -> None:
    """Find the first score that the racks contradict, or the first stroke after the match was decided."""
    forfeit = next((row for row in sheet.marked["score"] if sheet.record.kind[row] == FORFEIT), None)
    if forfeit is not None:
        # What score a forfeited match has is nobody's rule; that it is over is the word's meaning.
        after = next((row for row in sheet.strokes if row > forfeit), None)
        if after is not None:
            sheet.find(
                "score_wrong",
                after,
                f"Rack {sheet.rack[after]} was played on after {sheet.name(sheet.record.player[forfeit])} had "
                "forfeited the match",
                CANNOT_BE,
                ruled="match decided",
            )
        return
    racks = _ends(sheet)
    scores: dict[int, list[int]] = {}
    for row in sheet.scored:
        scores.setdefault(sheet.rack[row], []).append(row)
    won = [0] * len(sheet.players)
    counted = 0
    targets = sheet.race_to
    decided = ""
    for rack in sorted(racks):
        if rack != counted + 1:
            return
        stroke = next((attempt.first_stroke for attempt in racks[rack] if attempt.first_stroke >= 0), -1)
        if decided and stroke >= 0:
            sheet.find(
                "score_wrong", stroke, f"Rack {rack} was played after {decided}", CANNOT_BE, ruled="match decided"
            )
            return
        winner = racks[rack][-1].winner
        if winner < 0:
            return
        won[winner] += 1
        counted = rack
        for row in scores.get(rack, ()):
            score = sheet.score[row]
            if score != won:
                said = "-".join(map(str, score))
                due = "-".join(map(str, won))
                sheet.find(
                    "score_wrong",
                    row,
                    f"The score is given as {said}; by the winners of the racks it is {due}",
                    CANNOT_BE,
                    recorded=said,
                    ruled=due,
                )
                return
        if targets and won[winner] >= targets[winner]:
            decided = f"{sheet.name(winner)} had won the race to {targets[winner]} with rack {rack}"


def _unfinished(sheet: Sheet) -> None:
    racks = _ends(sheet)
    last_rack = max(racks, default=0)
    for rack, attempts in racks.items():
        if attempts[-1].ended or rack == last_rack:
            continue
        sheet.find(
            "rack_unfinished",
            attempts[-1].last,
            f"The match goes on after rack {rack}, which has neither an end nor a credited winner",
            CANNOT_BE,
        )
