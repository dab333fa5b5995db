"""A record followed through the rules: the one loop that judges stroke after stroke.

The replay follows the record: each stroke is judged on the position, turn and foul counts that the record had
reached, so that one wrong ruling gives one finding and no chain of them. What was ruled then is read from `ruling`;
where that is blank, a foul that the edition finds was none if play went on as if there had been none.

Columns of integers in, columns of integers out, so that the same source runs interpreted (on lists) and compiled (on
arrays).
"""

from collections.abc import MutableSequence, Sequence
from typing import NamedTuple

from tenball_stats.rules.judge import (
    GOES_ON,
    LOST_ON_FOULS,
    Rules,
    State,
    Stroke,
    advance,
    count_of,
    judge,
    opening,
)
from tenball_stats.terms import ALL_BALLS, KIND_CODE, RACK_ENDS, RULING_FOUL, RULING_LEGAL, UNSPORTING_BIT

ACCEPT, PASS, WARN = KIND_CODE["accept"], KIND_CODE["pass"], KIND_CODE["warn"]
RERACK, CONCEDE = KIND_CODE["rerack"], KIND_CODE["concede"]
FORFEIT, PENALTY = KIND_CODE["forfeit"], KIND_CODE["penalty"]
RESUME, FELL, LAG = KIND_CODE["resume"], KIND_CODE["fell"], KIND_CODE["lag"]

CONCESSION_END = RACK_ENDS.index("concession") + 1
STALEMATE_END = RACK_ENDS.index("stalemate") + 1
FORFEIT_END = RACK_ENDS.index("forfeit") + 1
PENALTY_END = RACK_ENDS.index("penalty") + 1

UNDECIDED, ACCEPTED, PASSED = 0, 1, 2


class Record(NamedTuple):
    """The columns of a log that the replay reads, one value a row, in the order of play, copies left out.

    `opens` marks the first row of an attempt at a rack. `next_stroke` is the row
    of the next stroke of the same attempt, -1 where there is none.
    """

    players: Sequence[int]
    warnings_recorded: Sequence[int]
    opens: Sequence[int]
    next_stroke: Sequence[int]
    is_stroke: Sequence[int]
    player: Sequence[int]
    kind: Sequence[int]
    is_break: Sequence[int]
    call_type: Sequence[int]
    call_ball: Sequence[int]
    call_pocket: Sequence[int]
    first: Sequence[int]
    rail: Sequence[int]
    rails: Sequence[int]
    potted: Sequence[int]
    potted_known: Sequence[int]
    potted_first: Sequence[int]
    pockets: Sequence[int]
    off: Sequence[int]
    acts: Sequence[int]
    spotted: Sequence[int]
    hand: Sequence[int]
    ruling: Sequence[int]
    ruling_codes: Sequence[int]
    winner: Sequence[int]
    credited: Sequence[int]


class Trace(NamedTuple):
    """What the replay found, one value a row of the record (rows that are no strokes keep their blanks)."""

    fouls: MutableSequence[int]
    unlisted: MutableSequence[int]
    next_player: MutableSequence[int]
    hand: MutableSequence[int]
    option: MutableSequence[int]
    spotted: MutableSequence[int]
    table: MutableSequence[int]
    in_a_row: MutableSequence[int]
    end: MutableSequence[int]
    winner: MutableSequence[int]
    why: MutableSequence[int]
    assumed: MutableSequence[int]
    before: MutableSequence[int]
    put_back: MutableSequence[int]
    is_push: MutableSequence[int]
    call_made: MutableSequence[int]
    entitled: MutableSequence[int]
    hand_due: MutableSequence[int]
    fouls_before: MutableSequence[int]
    push_open: MutableSequence[int]
    warned: MutableSequence[int]
    ruled_foul: MutableSequence[int]
    decision: MutableSequence[int]
    inferred: MutableSequence[int]


BLANKS = {
    name: -1 if name in ("next_player", "hand", "winner", "entitled", "hand_due") else 0 for name in Trace._fields
}
"""What stands in a trace where there is nothing to say."""

BITS = {
    **dict.fromkeys(BLANKS, 8),
    **dict.fromkeys(("spotted", "table", "before", "put_back", "assumed"), 16),
    **dict.fromkeys(("fouls", "unlisted"), 32),
    "why": 64,
}
"""How wide the integers of each column of a trace are, where they are held in arrays."""


def follow(rules: Rules, record: Record, trace: Trace) -> None:
    """Judge every stroke of a record and write what follows into the trace.

    Args:
        rules: the edition.
        record: the rows, in the order of play; may hold many matches.
        trace: columns of the same length, filled with `BLANKS`; events write what they have to say into `table`
            (after a ball fell), `put_back` (a ball that fell though it was down), `entitled` (who had the option that
            an `accept` or `pass` used) and `option` (1 where there was one).
    """
    state = opening(2, 0)
    last = -1  # row of the last stroke of this attempt
    for row in range(len(record.player)):
        kind = record.kind[row]
        if record.opens[row] == 1:
            state = opening(record.players[row], record.warnings_recorded[row])
            last = -1
        if record.is_stroke[row] == 0:
            state = _event(rules, record, trace, row, kind, last, state)
            continue

        player = record.player[row]
        if last >= 0 and state.option_for >= 0 and trace.decision[last] == UNDECIDED:
            # Nobody wrote the decision down; who plays on shows it.
            if player == state.option_from:
                trace.decision[last] = PASSED
                trace.inferred[last] = 1
                state = _turn(state, player)
            elif player == state.option_for:
                trace.decision[last] = ACCEPTED
                trace.inferred[last] = 1

        stroke = stroke_at(record, row)
        ruling = judge(rules, state, stroke)

        following = record.next_stroke[row]
        ruled_foul = 1 if ruling.fouls else 0
        if record.ruling[row] == RULING_FOUL:
            ruled_foul = 1
        elif record.ruling[row] == RULING_LEGAL:
            ruled_foul = 0
        elif ruled_foul == 1 and following >= 0 and (record.player[following] == player or record.hand[following] == 0):
            # Nobody wrote a ruling down; that play went on as after a lawful stroke shows it.
            ruled_foul = 0

        trace.fouls[row] = ruling.fouls
        trace.unlisted[row] = ruling.unlisted
        trace.next_player[row] = ruling.next_player
        trace.hand[row] = ruling.hand
        trace.option[row] = ruling.option
        trace.spotted[row] = ruling.spotted
        trace.table[row] = ruling.table
        trace.in_a_row[row] = ruling.in_a_row
        trace.end[row] = ruling.end
        trace.winner[row] = ruling.winner
        if ruling.end == LOST_ON_FOULS and record.players[row] > 2 and ruling.winner < 0:
            trace.winner[row] = record.credited[row]
        trace.why[row] = ruling.why
        trace.assumed[row] = ruling.assumed
        trace.before[row] = ruling.before
        trace.put_back[row] = ruling.put_back
        trace.is_push[row] = ruling.is_push
        trace.call_made[row] = ruling.call_made
        trace.entitled[row] = state.turn
        trace.hand_due[row] = state.hand
        trace.fouls_before[row] = count_of(state, player)
        trace.push_open[row] = state.push_open
        trace.warned[row] = state.warned >> player & 1
        trace.ruled_foul[row] = ruled_foul

        state = advance(rules, state, stroke, ruling, ruled_foul, record.spotted[row])
        last = row


def stroke_at(record: Record, row: int) -> Stroke:
    """Return the facts of the stroke in a row of a record."""
    return Stroke(
        record.player[row],
        record.kind[row],
        record.is_break[row],
        record.call_type[row],
        record.call_ball[row],
        record.call_pocket[row],
        record.first[row],
        record.rail[row],
        record.rails[row],
        record.potted[row],
        record.potted_known[row],
        record.potted_first[row],
        record.pockets[row],
        record.off[row],
        record.acts[row] & ~UNSPORTING_BIT,
        record.ruling[row],
        record.ruling_codes[row],
    )


def state_at(record: Record, trace: Trace, row: int) -> State:
    """Return the position that a stroke of a replayed record was played from, as far as judging it needs."""
    player = record.player[row]
    return State(
        record.players[row],
        record.warnings_recorded[row],
        trace.before[row] & ~trace.put_back[row],
        trace.fouls_before[row] << (2 * player),
        trace.warned[row] << player,
        trace.push_open[row],
        trace.entitled[row],
        trace.hand_due[row],
        -1,
        -1,
    )


def _event(rules: Rules, record: Record, trace: Trace, row: int, kind: int, last: int, state: State) -> State:
    """Take in a row that is no stroke: a decision, a warning, an end of the rack, a ball that fell by itself."""
    player = record.player[row]
    if kind == RESUME:
        return State(
            state.players,
            state.warnings_recorded,
            ALL_BALLS & ~record.potted[row],
            0,
            0,
            0,
            player,
            -1,
            -1,
            -1,
        )
    if kind in (ACCEPT, PASS):
        trace.entitled[row] = state.option_for
        trace.option[row] = 1 if state.option_for >= 0 else 0
        if last >= 0:
            trace.decision[last] = ACCEPTED if kind == ACCEPT else PASSED
            trace.inferred[last] = 0
            # As recorded: who accepts plays; who passes makes the player of the last stroke play on.
            return _turn(state, player if kind == ACCEPT else record.player[last])
        return state
    if kind == WARN:
        if count_of(state, player) == 2:
            return _changed(state, state.table, state.warned | 1 << player)
        return state
    if kind == FELL:
        fallen = record.potted[row] & ALL_BALLS
        trace.put_back[row] = fallen & ~state.table
        back = record.spotted[row]
        ruled_back = fallen if rules.fallen_ball_back == 1 else 0
        trace.spotted[row] = ruled_back
        trace.before[row] = state.table
        table = state.table & ~fallen | (back if back >= 0 else ruled_back)
        trace.table[row] = table
        return _changed(state, table, state.warned)
    if last >= 0 and trace.end[last] == GOES_ON:
        end = GOES_ON
        if kind == CONCEDE:
            end = CONCESSION_END
        elif kind == RERACK:
            end = STALEMATE_END
        elif kind == FORFEIT:
            end = FORFEIT_END
        elif kind == PENALTY and record.winner[row] >= 0:
            end = PENALTY_END
        if end != GOES_ON:
            trace.end[last] = end
            trace.next_player[last] = -1
            trace.hand[last] = -1
            trace.option[last] = 0
            if end == PENALTY_END:
                trace.winner[last] = record.winner[row]
            elif end == STALEMATE_END:
                trace.winner[last] = -1
            elif state.players == 2:
                trace.winner[last] = 1 - player
            else:
                trace.winner[last] = record.credited[row]
    return state


def _turn(state: State, player: int) -> State:
    """Return the state with the decision made: this player plays, and nobody has an option any more."""
    return State(
        state.players,
        state.warnings_recorded,
        state.table,
        state.fouls,
        state.warned,
        state.push_open,
        player,
        state.hand,
        -1,
        -1,
    )


def _changed(state: State, table: int, warned: int) -> State:
    """Return the state with other balls on the table or another warning given."""
    return State(
        state.players,
        state.warnings_recorded,
        table,
        state.fouls,
        warned,
        state.push_open,
        state.turn,
        state.hand,
        state.option_for,
        state.option_from,
    )
