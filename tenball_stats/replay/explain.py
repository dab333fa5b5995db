"""One stroke explained: the position, the facts, what each edition makes of them and why, and what hangs on what."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import polars as pl

from tenball_stats.errors import TenballError
from tenball_stats.log import Log
from tenball_stats.replay.audit.audit import audited
from tenball_stats.replay.audit.sheet import Sheet
from tenball_stats.replay.follow import FELL, PENALTY, RESUME, state_at, stroke_at
from tenball_stats.replay.position import Fallen, Position, fallen, position, position_after
from tenball_stats.replay.rulings import editions_of
from tenball_stats.replay.verdict import Verdict, verdict_on
from tenball_stats.replay.words import (
    capital,
    known_in_words,
    listed,
    numbered,
    possessive,
    recorded_in_words,
    ruling_in_short,
    stroke_in_words,
)
from tenball_stats.rules import Edition, edition_ids, load_edition
from tenball_stats.rules.judge import IN_HAND, IN_PLACE, PUSH_OPEN, Ruling
from tenball_stats.terms import ALL_BALLS, CALL_MEANT, CALL_SPOKEN, CUE, KINDS, POCKETS, balls_of


class NoSuchStroke(TenballError):
    """A place in a log where no stroke is."""


@dataclass(frozen=True)
class Line:
    """One row of the rack on the way to the stroke; `ruled` is what the first edition rules, empty for an event."""

    shot: int | None
    player: str
    kind: str
    facts: str
    ruled: str


@dataclass(frozen=True)
class Explanation:
    """One stroke: where it stands, the position before and after it, its facts, and what each edition rules."""

    match: str
    rack: int
    attempt: int
    shot: int
    player: str
    players: list[str]
    kind: str
    about: dict[str, str]
    """What the log says of the match: date, event, round, venue, table, edition, source, recorder."""
    file: str
    sha256: str
    row: int
    namesakes: list[tuple[int, int]]
    """Other strokes of this number in the rack, each its attempt and the line of its row."""
    note: str | None
    before: Position
    after: Position
    called: tuple[int, str | None] | None
    """Ball and pocket called; None where nothing was or that is not recorded."""
    first: int | None
    """The ball struck first, 0 none; None where that is not recorded."""
    fell: list[Fallen]
    off: list[int]
    """Balls off the table, 0 the cue ball."""
    turn: str | None
    fouls_before: int
    push_open: bool
    facts: list[str]
    recorded: str
    then: str
    """What became of it in the record: who played next, who was credited."""
    verdicts: list[Verdict]
    sequence: list[Line]
    """The attempt at the rack up to and including the stroke."""


def explain(
    log: Log,
    match: str,
    rack: int,
    shot: int,
    editions: Sequence[str | Path | Edition] | None = None,
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
    match_no = match_number(log, match)
    one = Log(log.matches, log.events.filter(pl.col("match_no") == match_no), log.sources, log.aside)
    rows = one.events.with_row_index("event_no").filter(~pl.col("is_copy"))
    if not rows.height:
        raise NoSuchStroke(f"match {match!r} has no rows")
    asked: list[str | Path | Edition | None] = [*editions] if editions else [None]
    chosen = {edition.fingerprint: edition for edition in (_edition(log, match_no, name) for name in asked)}
    found = [audited(one, rows, edition)[match_no] for edition in chosen.values()]
    row = _row(found[0], log.matches["match"][match_no], rack, shot, attempt)
    return _explanation(log, match_no, found, rows, row)


def match_number(log: Log, match: str) -> int:
    """Return the row of a match in a log, by its id or a part of it that no other match has.

    Raises:
        NoSuchStroke: there is none; the message names what there is.
    """
    ids = log.matches["match"].to_list()
    if match in ids:
        return ids.index(match)
    near = [name for name in ids if match.lower() in name.lower()]
    if len(near) == 1:
        return ids.index(near[0])
    shown = near or ids
    known = ", ".join(shown[:8]) + (f" and {len(shown) - 8} more" if len(shown) > 8 else "")
    if not known:
        raise NoSuchStroke(f"there is no match {match!r}: the log is empty")
    raise NoSuchStroke(f"there is no match {match!r}; there {'is' if len(shown) == 1 else 'are'} {known}")


def all_editions(players: int) -> list[Edition]:
    """Return every bundled edition that allows so many players."""
    return [edition for name in edition_ids() if players in (edition := load_edition(name)).players]


def _edition(log: Log, match_no: int, edition: str | Path | Edition | None) -> Edition:
    matches = log.matches.slice(match_no, 1)
    return editions_of(Log(matches, log.events.clear(), log.sources, log.aside), edition)[0]


def _row(sheet: Sheet, match: str, rack: int, shot: int, attempt: int | None) -> int:
    racks = sorted({sheet.rack[row] for row in sheet.strokes})
    if rack not in racks:
        has = f"it has {_ranges('rack', racks)}" if racks else "it has no strokes at all"
        raise NoSuchStroke(f"match {match!r} has no strokes in rack {rack}; {has}")
    here = [row for row in sheet.strokes if sheet.rack[row] == rack]
    if attempt is not None:
        attempts = sorted({sheet.attempt[row] for row in here})
        if attempt not in attempts:
            raise NoSuchStroke(
                f"rack {rack} of match {match!r} has no attempt {attempt}; it has {_ranges('attempt', attempts)}"
            )
        here = [row for row in here if sheet.attempt[row] == attempt]
    matching = [row for row in here if sheet.shot[row] == shot]
    if not matching:
        has = _ranges("stroke", sorted({sheet.shot[row] for row in here}))
        raise NoSuchStroke(f"rack {rack} of match {match!r} has no stroke {shot}; it has {has}")
    return matching[-1]


def _ranges(what: str, numbers: list[int]) -> str:
    """Return numbers as ranges: "racks 1 to 5 and 7"."""
    parts: list[list[int]] = []
    for number in numbers:
        if parts and number == parts[-1][-1] + 1:
            parts[-1].append(number)
        else:
            parts.append([number])
    said = listed([f"{part[0]} to {part[-1]}" if len(part) > 1 else str(part[0]) for part in parts])
    return f"{what}{'s' if len(numbers) > 1 else ''} {said}"


def _explanation(log: Log, match_no: int, found: list[Sheet], rows: pl.DataFrame, row: int) -> Explanation:
    sheet = found[0]
    record, trace = sheet.record, sheet.trace
    stroke = stroke_at(record, row)
    cells = rows.row(row, named=True)
    after = record.next_stroke[row]
    here = (sheet.rack[row], sheet.attempt[row])
    attempt = [other for other in sheet.rows if (sheet.rack[other], sheet.attempt[other]) == here]
    hand_due = trace.hand_due[row]
    in_hand = bool(record.hand[row]) if record.hand[row] >= 0 else bool(hand_due) if hand_due >= 0 else None
    turn = trace.entitled[row]
    called = None
    if stroke.call_type in (CALL_MEANT, CALL_SPOKEN) and not stroke.is_break:
        called = (stroke.call_ball, POCKETS[stroke.call_pocket - 1] if stroke.call_pocket else None)
    about = log.matches.row(match_no, named=True)
    return Explanation(
        match=sheet.match,
        rack=sheet.rack[row],
        attempt=sheet.attempt[row],
        shot=sheet.shot[row],
        player=sheet.name(record.player[row]),
        players=sheet.players,
        kind="break" if stroke.is_break else KINDS[record.kind[row]],
        about={name: str(about[name]) for name in ABOUT if about[name]},
        file=sheet.file[row],
        sha256=str(log.sources["sha256"][cells["file_no"]] or ""),
        row=sheet.line[row],
        namesakes=[
            (sheet.attempt[other], sheet.line[other])
            for other in sheet.strokes
            if other != row and (sheet.rack[other], sheet.shot[other]) == (sheet.rack[row], sheet.shot[row])
        ],
        note=cells["note"],
        before=position(cells, trace.before[row], in_hand),
        after=_after(sheet, rows, row, cells),
        called=called,
        first=stroke.first if stroke.first >= 0 else None,
        fell=fallen(stroke.potted, stroke.pockets),
        off=balls_of(stroke.off) + ([0] if stroke.off & CUE else []),
        turn=sheet.name(turn) if turn >= 0 else None,
        fouls_before=trace.fouls_before[row],
        push_open=trace.push_open[row] == PUSH_OPEN and not stroke.is_break,
        facts=stroke_in_words(stroke),
        recorded=recorded_in_words(stroke, sheet.texts["ruling_text"][row]),
        then=_then(sheet, row, [other for other in attempt if row < other and (after < 0 or other < after)], after),
        verdicts=[_verdict(one, row) for one in found],
        sequence=[_line(sheet, other) for other in attempt if other <= row],
    )


ABOUT = ("date", "event", "round", "venue", "table", "edition", "source", "recorder")
"""Columns of a match that an explanation repeats."""


def _verdict(sheet: Sheet, row: int) -> Verdict:
    record, trace = sheet.record, sheet.trace
    state, stroke = state_at(record, trace, row), stroke_at(record, row)
    after = record.next_stroke[row]
    events = {
        sheet.event_no[other]
        for other in range(row, sheet.stop if after < 0 else after)
        if other == row or (not record.is_stroke[other] and not record.opens[other] and _together(sheet, row, other))
    }
    findings = [finding for finding in sheet.sorted_findings() if finding.event_no in events]
    return verdict_on(sheet.edition, state, stroke, sheet.players, ended=_as_replayed(sheet, row), findings=findings)


def _together(sheet: Sheet, row: int, other: int) -> bool:
    """Say whether a row belongs to the same attempt at the same rack."""
    return (sheet.rack[row], sheet.attempt[row]) == (sheet.rack[other], sheet.attempt[other])


def _as_replayed(sheet: Sheet, row: int) -> Ruling:
    """Return the ruling of a stroke as the replay has it, with what an event after it made of the rack."""
    trace = sheet.trace
    return sheet.ruling(row)._replace(
        next_player=trace.next_player[row],
        hand=trace.hand[row],
        option=trace.option[row],
        end=trace.end[row],
        winner=trace.winner[row],
    )


def _after(sheet: Sheet, rows: pl.DataFrame, row: int, cells: Mapping[str, Any]) -> Position:
    """Return the position after a stroke: as the record went on, else as the edition rules."""
    record, trace = sheet.record, sheet.trace
    after = record.next_stroke[row]
    gone = (record.potted[row] | record.off[row]) & ALL_BALLS
    cue_gone = bool((record.potted[row] | record.off[row]) & CUE)
    if after >= 0:
        hand = record.hand[after] if record.hand[after] >= 0 else trace.hand_due[after]
        in_hand = bool(hand) if hand >= 0 else None
        on_table = trace.before[after] & ~trace.put_back[after]
        return position_after(cells, rows.row(after, named=True), on_table, cue_gone, in_hand)
    ruling = sheet.ruling(row)
    back = record.spotted[row] if record.spotted[row] >= 0 else ruling.spotted
    in_hand = {IN_HAND: True, IN_PLACE: False}.get(ruling.hand)
    return position_after(cells, None, trace.before[row] & ~gone | back, cue_gone, in_hand)


def _then(sheet: Sheet, row: int, between: list[int], after: int) -> str:
    """Return what became of the stroke in the record, in a sentence or two."""
    record = sheet.record
    said = [_event(sheet, other) for other in between]
    if after >= 0:
        hand = {1: ", with the cue ball in hand", 0: ", from position"}.get(record.hand[after], "")
        played = "played on" if record.player[after] == record.player[row] else "played next"
        said.append(f"{sheet.name(record.player[after])} {played}{hand}")
    elif record.credited[row] >= 0:
        said.append(f"{sheet.name(record.credited[row])} was credited with the rack")
    elif not said:
        said.append("nothing follows in this rack")
    return f"In the record {listed(said)}."


def _line(sheet: Sheet, row: int) -> Line:
    record = sheet.record
    player = record.player[row]
    name = sheet.name(player)
    if not record.is_stroke[row]:
        return Line(None, name, KINDS[record.kind[row]], f"{capital(_event(sheet, row))}.", "")
    stroke = stroke_at(record, row)
    kind = "break" if stroke.is_break else KINDS[record.kind[row]]
    ruled = ruling_in_short(_as_replayed(sheet, row), sheet.players, player)
    return Line(sheet.shot[row], name, kind, known_in_words(stroke), ruled)


def _event(sheet: Sheet, row: int) -> str:
    """Return an event of a rack as a clause."""
    record = sheet.record
    name = sheet.name(record.player[row])
    kind = record.kind[row]
    if kind == RESUME:
        return f"the record joins the rack here with {name} at the table; down already: {numbered(record.potted[row])}"
    if kind == FELL:
        back = {-1: "", 0: " and stayed down"}.get(record.spotted[row], " and was put back")
        return f"{numbered(record.potted[row])} fell by itself{back} after {possessive(name)} stroke"
    if kind == PENALTY:
        return f"{name} was penalised for misconduct"
    return {
        "accept": f"{name} took the table",
        "pass": f"{name} handed the stroke back",
        "warn": f"{name} was warned of standing on two fouls",
        "rerack": "the rack was started again as a stalemate",
        "concede": f"{name} conceded the rack",
        "forfeit": f"{name} forfeited the match",
    }[KINDS[kind]]
