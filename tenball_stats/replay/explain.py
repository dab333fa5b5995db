"""One stroke explained: the position, the facts, what each edition makes of them and why, and what hangs on what."""

from dataclasses import dataclass
from pathlib import Path

import polars as pl

from tenball_stats.errors import TenballError
from tenball_stats.log import Log
from tenball_stats.replay.audit.audit import audited
from tenball_stats.replay.audit.sheet import Finding, Sheet
from tenball_stats.replay.follow import RESUME, state_at, stroke_at
from tenball_stats.replay.rulings import editions_of
from tenball_stats.replay.words import (
    grounds_of,
    point_in_words,
    recorded_in_words,
    ruling_in_words,
    stroke_in_words,
)
from tenball_stats.rules import Edition, Ruling, State, Stroke, edition_ids, judge, load_edition
from tenball_stats.rules.judge import ASSUMABLE, IN_HAND, PUSH_OPEN, Rules
from tenball_stats.rules.otherwise import had_it_been, if_not_as_presumed, outcome
from tenball_stats.terms import KINDS, balls_of, fouls_of

PRESUMED = {
    "warnings": "that the player had been warned",
    "called": "that what fell was called as it fell",
    "first": "that the lowest ball was struck first",
    "rail": "that a ball reached a cushion",
    "rails": "that enough balls reached a cushion",
    "potted": "that the ball fell where it was called, or that nothing fell where that is not recorded",
    "ruling": "that the foul was rightly ruled",
}
"""What was presumed where a column was blank."""


class NoSuchStroke(TenballError):
    """A place in a log where no stroke is."""


@dataclass(frozen=True)
class Ground:
    """One point that a ruling rests on: the clauses, what they say in this project's words, and how sure that is."""

    point: str
    sentence: str
    clauses: dict[str, str]
    basis: str
    reading: str
    reading_text: str
    note: str


@dataclass(frozen=True)
class Verdict:
    """What one edition makes of the stroke."""

    edition: str
    name: str
    sentence: str
    fouls: list[str]
    unlisted: list[str]
    next_player: str | None
    cue_ball: str | None
    option: bool
    spotted: list[int]
    on_table: list[int]
    rack_end: str | None
    rack_winner: str | None
    basis: str
    grounds: list[Ground]
    presumed: dict[str, str]
    """Columns that were blank, with what was presumed."""
    hangs_on: list[str]
    """What would change the ruling among the presumed facts: "had …: …"."""
    otherwise: list[str]
    """Which recorded fact, had it been otherwise, would have changed the ruling."""
    findings: list[Finding]


@dataclass(frozen=True)
class Explanation:
    """One stroke: where it stands, the position before it, its facts, and what each edition rules."""

    match: str
    rack: int
    attempt: int
    shot: int
    player: str
    players: list[str]
    kind: str
    file: str
    row: int
    note: str | None
    on_table: list[int]
    layout: str | None
    cue_ball: tuple[float, float] | None
    came_to_rest: tuple[float, float] | None
    turn: str | None
    in_hand: bool | None
    fouls_before: dict[str, int]
    push_open: bool
    facts: list[str]
    recorded: str
    then: str
    """What became of it in the record: who played next, who was credited."""
    verdicts: list[Verdict]
    sequence: list[dict[str, str]]
    """The rack up to and including the stroke: shot, player, kind, what was recorded, what the first edition rules."""


def explain(
    log: Log,
    match: str,
    rack: int,
    shot: int,
    editions: list[str | Path | Edition] | None = None,
    *,
    attempt: int | None = None,
) -> Explanation:
    """Explain one stroke of a log.

    Args:
        log: the log.
        match: id of the match.
        rack: number of the rack.
        shot: number of the stroke.
        editions: editions to rule it by; none: the match's own.
        attempt: attempt at the rack; without it the last one that has the stroke.

    Raises:
        NoSuchStroke: the log has no such match, rack or stroke; the message names what it has.
        ReplayError: as `replay`.
    """
    match_no = _match_no(log, match)
    one = Log(log.matches, log.events.filter(pl.col("match_no") == match_no), log.sources, log.aside)
    rows = one.events.with_row_index("event_no").filter(~pl.col("is_copy"))
    asked: list[str | Path | Edition | None] = [*editions] if editions else [None]
    chosen = [_edition(log, match_no, edition) for edition in asked]
    found = [audited(one, rows, edition)[match_no] for edition in chosen]
    row = _row(found[0], match, rack, shot, attempt)
    verdicts = [_verdict(sheet, row) for sheet in found]
    return _explanation(found[0], rows, row, verdicts)


def _match_no(log: Log, match: str) -> int:
    ids = log.matches["match"].to_list()
    if match in ids:
        return ids.index(match)
    near = [name for name in ids if match.lower() in name.lower()]
    if len(near) == 1:
        return ids.index(near[0])
    known = ", ".join((near or ids)[:8]) + (", …" if len(near or ids) > 8 else "")
    raise NoSuchStroke(f"there is no match {match!r}; there is {known}")


def _edition(log: Log, match_no: int, edition: str | Path | Edition | None) -> Edition:
    matches = log.matches.slice(match_no, 1)
    return editions_of(Log(matches, log.events.clear(), log.sources, log.aside), edition)[0]


def _row(sheet: Sheet, match: str, rack: int, shot: int, attempt: int | None) -> int:
    racks = sorted({sheet.rack[row] for row in sheet.strokes})
    if rack not in racks:
        raise NoSuchStroke(f"match {match!r} has no strokes in rack {rack}; it has racks {_ranges(racks)}")
    here = [row for row in sheet.strokes if sheet.rack[row] == rack]
    matching = [row for row in here if sheet.shot[row] == shot and (attempt is None or sheet.attempt[row] == attempt)]
    if not matching:
        shots = sorted({sheet.shot[row] for row in here})
        raise NoSuchStroke(f"rack {rack} of match {match!r} has no stroke {shot}; it has {_ranges(shots)}")
    return matching[-1]


def _ranges(numbers: list[int]) -> str:
    """Return numbers as ranges: "1 to 5, 7"."""
    parts: list[list[int]] = []
    for number in numbers:
        if parts and number == parts[-1][-1] + 1:
            parts[-1].append(number)
        else:
            parts.append([number])
    return ", ".join(f"{part[0]} to {part[-1]}" if len(part) > 1 else str(part[0]) for part in parts)


def _verdict(sheet: Sheet, row: int) -> Verdict:
    state, stroke = state_at(sheet.record, sheet.trace, row), stroke_at(sheet.record, row)
    findings = [finding for finding in sheet.sorted_findings() if finding.event_no == sheet.event_no[row]]
    return verdict_on(sheet.edition, state, stroke, sheet.players, findings)


def verdict_on(
    edition: Edition, state: State, stroke: Stroke, players: list[str], findings: list[Finding] | None = None
) -> Verdict:
    """Return what an edition makes of one stroke, with reasons.

    Args:
        edition: the edition.
        state: the position it was played from.
        stroke: its facts.
        players: names in rotation.
        findings: what an audit found on it.
    """
    ruling = judge(edition.rules, state, stroke)
    _, basis = edition.grounds(ruling.why, ruling.fouls)
    return Verdict(
        edition=edition.id,
        name=edition.name,
        sentence=ruling_in_words(ruling, players, stroke.player),
        fouls=fouls_of(ruling.fouls),
        unlisted=sorted(fouls_of(ruling.unlisted)),
        next_player=players[ruling.next_player] if ruling.next_player >= 0 else None,
        cue_ball={0: "in_place", IN_HAND: "in_hand"}.get(ruling.hand),
        option=bool(ruling.option),
        spotted=balls_of(ruling.spotted),
        on_table=balls_of(ruling.table),
        rack_end={1: "ten", 2: "three_fouls"}.get(ruling.end),
        rack_winner=players[ruling.winner] if ruling.winner >= 0 else None,
        basis=basis,
        grounds=[
            Ground(
                point.name,
                point_in_words(point),
                {clause: edition.clauses[clause] for clause in point.clauses},
                point.basis,
                point.reading,
                edition.readings.get(point.reading, ""),
                point.note,
            )
            for point in grounds_of(edition, ruling)
        ],
        presumed={name: PRESUMED[name] for n, name in enumerate(ASSUMABLE) if ruling.assumed >> n & 1},
        hangs_on=undecided(edition.rules, state, stroke, ruling, players),
        otherwise=[
            f"{had}: {ruling_in_words(new, players, stroke.player)}"
            for had, new in had_it_been(edition.rules, state, stroke, ruling)
        ],
        findings=findings or [],
    )


def undecided(rules: Rules, state: State, stroke: Stroke, ruling: Ruling, players: list[str]) -> list[str]:
    """Return how the ruling would change were a presumed fact otherwise, one sentence for each change."""
    said = []
    for other in if_not_as_presumed(state, stroke, ruling):
        new = judge(rules, other.state, other.stroke)
        if outcome(new) != outcome(ruling):
            said.append(f"{other.had}: {ruling_in_words(new, players, stroke.player)}")
    return said


def _explanation(sheet: Sheet, rows: pl.DataFrame, row: int, verdicts: list[Verdict]) -> Explanation:
    record, trace = sheet.record, sheet.trace
    stroke = stroke_at(record, row)
    cells = rows.row(row, named=True)
    attempt = [
        other
        for other in sheet.rows
        if (sheet.rack[other], sheet.attempt[other]) == (sheet.rack[row], sheet.attempt[row])
    ]
    turn = trace.entitled[row]
    counts = {sheet.name(record.player[row]): trace.fouls_before[row]}
    after = record.next_stroke[row]
    return Explanation(
        match=sheet.match,
        rack=sheet.rack[row],
        attempt=sheet.attempt[row],
        shot=sheet.shot[row],
        player=sheet.name(record.player[row]),
        players=sheet.players,
        kind=KINDS[record.kind[row]],
        file=sheet.file[row],
        row=sheet.line[row],
        note=cells["note"],
        on_table=balls_of(trace.before[row]),
        layout=cells["layout"],
        cue_ball=_place(cells["cue_x"], cells["cue_y"]),
        came_to_rest=_place(cells["end_x"], cells["end_y"]),
        turn=sheet.name(turn) if turn >= 0 else None,
        in_hand=None if trace.hand_due[row] < 0 else bool(trace.hand_due[row]),
        fouls_before=counts,
        push_open=trace.push_open[row] == PUSH_OPEN,
        facts=stroke_in_words(stroke),
        recorded=recorded_in_words(stroke, sheet.texts["ruling_text"][row]),
        then=_then(sheet, row, after),
        verdicts=verdicts,
        sequence=[_line(sheet, other) for other in attempt if other <= row],
    )


def _place(x: float | None, y: float | None) -> tuple[float, float] | None:
    return None if x is None or y is None else (x, y)


def _then(sheet: Sheet, row: int, after: int) -> str:
    record = sheet.record
    if after >= 0:
        hand = {1: ", with the cue ball in hand", 0: ", from position"}.get(record.hand[after], "")
        return f"In the record {sheet.name(record.player[after])} played next{hand}."
    if record.credited[row] >= 0:
        return f"In the record {sheet.name(record.credited[row])} was credited with the rack."
    return "In the record nothing follows in this rack."


def _line(sheet: Sheet, row: int) -> dict[str, str]:
    record, trace = sheet.record, sheet.trace
    player = record.player[row]
    if record.is_stroke[row]:
        ruling = judge(sheet.edition.rules, state_at(record, trace, row), stroke_at(record, row))
        facts = " ".join(part for part in stroke_in_words(stroke_at(record, row)) if "not recorded" not in part)
        ruled = ruling_in_words(ruling, sheet.players, player)
    else:
        facts = f"{KINDS[record.kind[row]]}"
        if record.kind[row] == RESUME:
            facts = (
                f"The record joins the rack here; down: {', '.join(map(str, balls_of(record.potted[row]))) or 'none'}."
            )
        ruled = ""
    return {
        "shot": str(sheet.shot[row]) if record.is_stroke[row] else "",
        "player": sheet.name(player),
        "kind": KINDS[record.kind[row]],
        "facts": facts,
        "ruled": ruled,
    }


def all_editions(players: int) -> list[Edition]:
    """Return every bundled edition that allows so many players."""
    return [edition for name in edition_ids() if players in (edition := load_edition(name)).players]


def player_count(log: Log, match: str) -> int:
    """Return how many players a match has."""
    return len(log.matches["players"][_match_no(log, match)])
