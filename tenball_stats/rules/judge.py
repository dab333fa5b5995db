"""The judge: what one stroke means under one edition.

Three nouns carry the rules: `Stroke` (the facts of one stroke), `State` (the position it was played from) and
`Ruling` (what follows). `judge` rules and `advance` goes on from there; both are pure. Nothing else in the project
rules: the replay of a log, a single stroke without a log, an explanation and a comparison all call these two.

Everything is an integer (balls and fouls are masks, see `tenball_stats.terms`), so that the same source runs as it
stands in Python and, for large logs, compiled. Clauses and words are looked up afterwards from `Ruling.why`.

Facts that were not recorded are presumed lawful here, in one place, and each presumption the ruling needed is noted
in `Ruling.assumed`.
"""

from typing import NamedTuple

from tenball_stats.rules.switches import why
from tenball_stats.terms import (
    ALL_BALLS,
    CALL_MEANT,
    CALL_NOTHING,
    CALL_UNRECORDED,
    CUE,
    FOUL_BIT,
    KIND_CODE,
    RECORDED,
    RULING_FOUL,
    TEN,
)

# A ruling's presumptions, in the order of the log's columns.
ASSUMABLE = ("warnings", "called", "first", "rail", "rails", "potted", "ruling")
WARNINGS, CALLED, FIRST, RAIL, RAILS, POTTED, RULING = (1 << number for number in range(len(ASSUMABLE)))

SAFETY, PUSH = KIND_CODE["safety"], KIND_CODE["push"]

SCRATCH = FOUL_BIT["scratch"]
CUE_OFF = FOUL_BIT["cue_off"]
BALL_OFF = FOUL_BIT["ball_off"]
NO_CONTACT = FOUL_BIT["no_contact"]
WRONG_BALL = FOUL_BIT["wrong_ball"]
NO_RAIL = FOUL_BIT["no_rail"]
ILLEGAL_BREAK = FOUL_BIT["illegal_break"]
BELIEVED = FOUL_BIT[RECORDED]
JUDGED_MASK = SCRATCH | CUE_OFF | BALL_OFF | NO_CONTACT | WRONG_BALL | NO_RAIL | ILLEGAL_BREAK
ACTS_MASK = (BELIEVED - 1) & ~JUDGED_MASK

# How a rack ends by the edition; what ends it from outside is the replay's to add.
GOES_ON, WON_ON_TEN, LOST_ON_FOULS = 0, 1, 2

IN_PLACE, IN_HAND, NO_CUE_BALL = 0, 1, -1

# Values of switches that have more than two.
OPTION, TURN_PASSES, COUNTS = 0, 1, 2
NEXT_STROKE, FIRST_VISIT, ANY_TIME = 0, 1, 2
OBVIOUS_NO, OBVIOUS_LOWEST, OBVIOUS_ANY = 0, 1, 2

# Whether a push-out is open. In the visit that it was open in, but past its stroke, only the window closes it.
PUSH_CLOSED, PUSH_OPEN, PUSH_PAST = 0, 1, 2

WHY_THREE_PLAYERS = why("three_player_loss")
WHY_LOWEST_FIRST = why("break_lowest_first")
WHY_MIN_RAILS = why("break_min_rails")
WHY_BREAK_POT = why("break_pot")
WHY_BREAK_DRY = why("break_dry")
WHY_TEN_ON_BREAK = why("ten_on_break")
WHY_TEN_ON_FOULED_BREAK = why("ten_on_fouled_break")
WHY_PUSH_OUT = why("push_out")
WHY_PUSH_WINDOW = why("push_window")
WHY_PUSH_EXEMPT = why("push_exempt")
WHY_PUSH_OPTION = why("push_option")
WHY_PUSH_POTS = why("push_pots")
WHY_PUSH_FOUL_POTS = why("push_foul_pots")
WHY_OBVIOUS = why("obvious_calls")
WHY_CALL_MADE = why("call_made")
WHY_MISS = why("miss")
WHY_WRONG_POT = why("wrong_pot")
WHY_UNCALLED_POT = why("uncalled_pot")
WHY_TEN_BESIDE = why("ten_beside")
WHY_LAST_TEN = why("last_ten")
WHY_EARLY_TEN = why("early_ten")
WHY_TEN_UNCALLED = why("ten_uncalled")
WHY_TEN_ON_FOUL = why("ten_on_foul")
WHY_SAFETY_CALL = why("safety_call")
WHY_SAFETY_MISS = why("safety_miss")
WHY_SAFETY_POT = why("safety_pot")
WHY_SAFETY_OTHER_POT = why("safety_other_pot")
WHY_SAFETY_TEN = why("safety_ten")
WHY_FOUL_POTS = why("foul_pots")
WHY_UNLISTED = why("unlisted_acts")
WHY_THREE_FOULS = why("three_fouls")
WHY_WARNING = why("warning")


class Rules(NamedTuple):
    """An edition as the judge reads it: the switches that a stroke can turn on, as integers.

    Yes/no switches are 1 and 0; switches with several values hold the value's number (`OPTION`, `NEXT_STROKE`, …).
    """

    listed: int
    break_lowest_first: int
    break_min_rails: int
    break_pot_plays_on: int
    ten_on_break_wins: int
    ten_on_fouled_break_spotted: int
    push_out: int
    push_window: int
    push_exempt: int
    push_option: int
    push_pots_all: int
    push_foul_pots_back: int
    obvious_calls: int
    wrong_pot: int
    uncalled_pot: int
    ten_beside_plays_on: int
    last_ten_alone_after: int
    early_ten_wins: int
    ten_uncalled_wins: int
    ten_on_foul_spotted: int
    safety_call: int
    safety_pot_option: int
    safety_other_pot_option: int
    safety_ten_option: int
    foul_pots_back: int
    three_fouls_lose: int
    warning_needed: int
    three_player_loss_next: int
    fallen_ball_back: int


class Stroke(NamedTuple):
    """The facts of one stroke as recorded; what they mean is `docs/architecture.md`, "The log frame"."""

    player: int
    kind: int
    is_break: int
    call_type: int
    call_ball: int
    call_pocket: int
    first: int
    rail: int
    rails: int
    potted: int
    potted_known: int
    potted_first: int
    pockets: int
    off: int
    acts: int
    ruling: int
    ruling_codes: int


class State(NamedTuple):
    """The position before a stroke: balls, whose turn, foul counts, what is open.

    `fouls` packs two bits a player (consecutive fouls in this rack, 0 to 2), `warned` one bit a player (warned while
    standing on two). `push_open` is `PUSH_OPEN`, `PUSH_PAST` or `PUSH_CLOSED`. `turn` is the player entitled to the
    stroke, -1 anybody; `hand` 1 in hand, 0 in place, -1 not known; `option_for` may hand the stroke back to
    `option_from`, both -1 where there is no option.
    """

    players: int
    warnings_recorded: int
    table: int
    fouls: int
    warned: int
    push_open: int
    turn: int
    hand: int
    option_for: int
    option_from: int


class Ruling(NamedTuple):
    """What an edition makes of a stroke; see the replay output in `docs/log-format.md`."""

    fouls: int
    unlisted: int
    next_player: int
    hand: int
    option: int
    spotted: int
    table: int
    in_a_row: int
    end: int
    winner: int
    why: int
    assumed: int
    before: int
    put_back: int
    is_push: int
    call_made: int


def opening(players: int, warnings_recorded: int) -> State:
    """Return the state before a break: all balls racked, no fouls counted, anybody may break, ball in hand."""
    return State(players, warnings_recorded, ALL_BALLS, 0, 0, 0, -1, IN_HAND, -1, -1)


def count_of(state: State, player: int) -> int:
    """Return a player's consecutive fouls."""
    return state.fouls >> (2 * player) & 3


def judge(rules: Rules, state: State, stroke: Stroke) -> Ruling:
    """Rule on one stroke.

    Args:
        rules: the edition, from `Edition.rules`.
        state: the position it was played from.
        stroke: what was recorded of it.

    Returns:
        The ruling. `before` is the table after balls that the stroke proves present were put back.
    """
    pots = stroke.potted & ALL_BALLS
    gone = (stroke.potted | stroke.off) & ALL_BALLS
    touched = gone | (1 << stroke.first if stroke.first > 0 else 0)
    put_back = touched & ~state.table
    before = state.table | put_back
    lowest = before & -before

    is_push = 0
    if stroke.kind == PUSH and stroke.is_break == 0 and rules.push_out == 1 and state.push_open == PUSH_OPEN:
        is_push = 1
    exempt = rules.push_exempt if is_push == 1 else 0

    reasons = 0
    if stroke.kind == PUSH and stroke.is_break == 0 and is_push == 0:
        reasons |= WHY_PUSH_WINDOW if rules.push_out == 1 and state.push_open == PUSH_PAST else WHY_PUSH_OUT
    assumed = 0
    fouls = 0

    # What the facts show ---------------------------------------------------------------------------------------
    if stroke.potted & CUE:
        fouls |= SCRATCH
    if stroke.off & CUE:
        fouls |= CUE_OFF
    if stroke.off & ALL_BALLS:
        fouls |= BALL_OFF
    if stroke.potted_known == 0:
        assumed |= POTTED

    contact = stroke.first != 0
    if stroke.first < 0:
        if (WRONG_BALL | NO_CONTACT) & ~exempt:
            assumed |= FIRST
    elif stroke.first == 0:
        fouls |= NO_CONTACT
    elif 1 << stroke.first != lowest and (stroke.is_break == 0 or rules.break_lowest_first == 1):
        fouls |= WRONG_BALL
        if stroke.is_break == 1:
            reasons |= WHY_LOWEST_FIRST

    if pots == 0 and stroke.potted_known == 1:
        if stroke.is_break == 1:
            rails = stroke.rails
            if rails < 0 and (stroke.rail == 0 or not contact):
                rails = 0
            if rails < 0:
                assumed |= RAILS
            elif rails < rules.break_min_rails:
                fouls |= ILLEGAL_BREAK
                reasons |= WHY_MIN_RAILS
        elif contact and NO_RAIL & exempt == 0:
            if stroke.rail < 0:
                assumed |= RAIL
            elif stroke.rail == 0:
                fouls |= NO_RAIL

    # A ruling that names an act is also the record of that act.
    acts = (stroke.acts | stroke.ruling_codes) & ACTS_MASK
    fouls = (fouls & ~exempt | acts) & rules.listed
    unlisted = acts & ~rules.listed
    if unlisted:
        reasons |= WHY_UNLISTED

    # Where the facts show nothing and are not complete, a recorded ruling is believed.
    if fouls == 0 and stroke.ruling == RULING_FOUL and is_push == 0:
        cushion = stroke.rails if stroke.is_break == 1 else stroke.rail
        if stroke.first < 0 or stroke.potted_known == 0 or (pots == 0 and cushion < 0):
            named = stroke.ruling_codes & ~BELIEVED
            fouls = named & rules.listed if named else BELIEVED
            if fouls:
                assumed = assumed & ~(FIRST | RAIL | RAILS) | RULING

    if fouls:
        return _foul(rules, state, stroke, fouls, unlisted, reasons, assumed, before, put_back, is_push)

    # A lawful stroke -------------------------------------------------------------------------------------------
    others_turn = (stroke.player + 1) % state.players
    next_player = others_turn
    option = 0
    spotted = gone & TEN
    wins = False
    made = 0

    if stroke.is_break == 1:
        reasons |= WHY_MIN_RAILS
        if gone & TEN:
            reasons |= WHY_TEN_ON_BREAK
            wins = rules.ten_on_break_wins == 1
        if pots:
            reasons |= WHY_BREAK_POT
            if rules.break_pot_plays_on == 1:
                next_player = stroke.player
        else:
            reasons |= WHY_BREAK_DRY
    elif is_push == 1:
        reasons |= WHY_PUSH_OUT
        if stroke.first > 0 and 1 << stroke.first != lowest:
            reasons |= WHY_PUSH_EXEMPT
        if pots:
            reasons |= WHY_PUSH_POTS
            if rules.push_pots_all == 1:
                spotted |= pots
        if rules.push_option == 1:
            reasons |= WHY_PUSH_OPTION
            option = 1
    elif stroke.kind == SAFETY and rules.safety_call == 1:
        if pots == 0:
            reasons |= WHY_SAFETY_MISS
        else:
            if pots & TEN:
                reasons |= WHY_SAFETY_TEN
                option |= rules.safety_ten_option
            if pots & lowest & ~TEN:
                reasons |= WHY_SAFETY_POT
                option |= rules.safety_pot_option
            if pots & ~lowest & ~TEN:
                reasons |= WHY_SAFETY_OTHER_POT
                option |= rules.safety_other_pot_option
    else:
        if stroke.kind == SAFETY:
            reasons |= WHY_SAFETY_CALL

        # The call: which ball, and did it fall where it was called? Presumptions only where a ball fell.
        call_type, ball, pocket = stroke.call_type, stroke.call_ball, stroke.call_pocket
        if stroke.kind in (PUSH, SAFETY):
            call_type = CALL_NOTHING
        if call_type == CALL_MEANT:
            if rules.obvious_calls == OBVIOUS_NO or (rules.obvious_calls == OBVIOUS_LOWEST and 1 << ball != lowest):
                call_type = CALL_NOTHING
            reasons |= WHY_OBVIOUS
        if pots == 0:
            reasons |= WHY_MISS
        elif call_type == CALL_UNRECORDED:
            assumed |= CALLED
            ball = stroke.potted_first
            made = 1
        elif call_type != CALL_NOTHING and pots >> ball & 1:
            fell_in = stroke.pockets >> (4 * ball) & 15
            if pocket == 0 or fell_in == 0:
                assumed |= (CALLED if pocket == 0 else 0) | (POTTED if fell_in == 0 else 0)
                made = 1
            elif pocket == fell_in:
                made = 1

        if made == 1 and 1 << ball == TEN:
            if before == TEN or (rules.last_ten_alone_after == 1 and before & ~gone == 0):
                reasons |= WHY_LAST_TEN
                wins = True
            else:
                reasons |= WHY_EARLY_TEN
                wins = rules.early_ten_wins == 1
                next_player = stroke.player
        elif made == 1:
            reasons |= WHY_CALL_MADE
            next_player = stroke.player
            if pots & TEN:
                reasons |= WHY_TEN_BESIDE
                if rules.ten_beside_plays_on == 0:
                    next_player = others_turn
        elif pots:
            verdict = rules.uncalled_pot if call_type == CALL_NOTHING else rules.wrong_pot
            reasons |= WHY_UNCALLED_POT if call_type == CALL_NOTHING else WHY_WRONG_POT
            if pots & TEN:
                reasons |= WHY_TEN_UNCALLED
                wins = rules.ten_uncalled_wins == 1
            if verdict == OPTION:
                option = 1
            elif verdict == COUNTS:
                next_player = stroke.player

    # By position, in the order of the fields: the compiler takes no more than fifteen names in one call.
    lawful = 0
    table = before & ~gone
    if wins:
        return Ruling(
            lawful,
            unlisted,
            -1,
            NO_CUE_BALL,
            0,
            0,
            table,
            0,
            WON_ON_TEN,
            stroke.player,
            reasons,
            assumed,
            before,
            put_back,
            is_push,
            made,
        )
    table |= spotted
    return Ruling(
        lawful,
        unlisted,
        next_player,
        IN_PLACE,
        option,
        spotted,
        table,
        0,
        GOES_ON,
        -1,
        reasons,
        assumed,
        before,
        put_back,
        is_push,
        made,
    )


def _foul(
    rules: Rules,
    state: State,
    stroke: Stroke,
    fouls: int,
    unlisted: int,
    reasons: int,
    assumed: int,
    before: int,
    put_back: int,
    is_push: int,
) -> Ruling:
    """Rule on a stroke that is a foul: what comes back, how the count stands, whether the rack is lost on it."""
    pots = stroke.potted & ALL_BALLS
    gone = (stroke.potted | stroke.off) & ALL_BALLS
    spotted = 0
    if gone & TEN:
        if stroke.is_break == 1:
            reasons |= WHY_TEN_ON_FOULED_BREAK
            comes_back = rules.ten_on_fouled_break_spotted
        else:
            reasons |= WHY_TEN_ON_FOUL
            comes_back = rules.ten_on_foul_spotted
        if comes_back == 1:
            spotted |= TEN
    if pots & ~TEN:
        if is_push == 1 and rules.push_pots_all == 1:
            reasons |= WHY_PUSH_FOUL_POTS
            if rules.push_foul_pots_back == 1:
                spotted |= pots
        if rules.foul_pots_back == 1:
            reasons |= WHY_FOUL_POTS
            spotted |= pots

    count = min(count_of(state, stroke.player) + 1, 3)
    lost = count == 3 and rules.three_fouls_lose == 1
    if lost:
        reasons |= WHY_THREE_FOULS
        if state.warned >> stroke.player & 1 == 0:
            if rules.warning_needed == 1 and state.warnings_recorded == 1:
                reasons |= WHY_WARNING
                lost = False
                count = 2
            elif rules.warning_needed == 1:
                assumed |= WARNINGS
            elif state.warnings_recorded == 1:
                reasons |= WHY_WARNING

    others_turn = (stroke.player + 1) % state.players
    winner = -1
    if lost and (state.players == 2 or rules.three_player_loss_next == 1):
        winner = others_turn
    if lost and state.players > 2:
        reasons |= WHY_THREE_PLAYERS
    table = before & ~gone | spotted
    next_player, hand, end = others_turn, IN_HAND, GOES_ON
    if lost:
        next_player, hand, end = -1, NO_CUE_BALL, LOST_ON_FOULS
    return Ruling(
        fouls,
        unlisted,
        next_player,
        hand,
        0,
        spotted,
        table,
        count,
        end,
        winner,
        reasons,
        assumed,
        before,
        put_back,
        is_push,
        0,
    )


def advance(rules: Rules, state: State, stroke: Stroke, ruling: Ruling, ruled_foul: int, spotted: int) -> State:
    """Return the position after a stroke.

    Args:
        rules: the edition.
        state: the position before the stroke.
        stroke: the stroke.
        ruling: what the edition made of it.
        ruled_foul: 1 where the stroke counted as a foul when it was played; `ruling.fouls != 0` where no record says
            otherwise.
        spotted: the balls that were put back, as recorded; -1 where not recorded: then the edition's.

    Returns:
        The state for the next stroke. Turn, cue ball and option are the edition's; counts, push-out and balls are
        what was ruled then, so that one wrong ruling does not make the next ones wrong as well.
    """
    gone = (stroke.potted | stroke.off) & ALL_BALLS
    table = ruling.before & ~gone | (spotted if spotted >= 0 else ruling.spotted)
    if ruling.end == WON_ON_TEN:
        # If play goes on, it cannot have gone on without the 10.
        table |= TEN

    count = 0
    if ruled_foul == 1:
        count = ruling.in_a_row if ruling.fouls else count_of(state, stroke.player) + 1
        if count >= 3:
            count = 0
    shift = 2 * stroke.player
    fouls = state.fouls & ~(3 << shift) | count << shift

    push_open = PUSH_CLOSED
    if stroke.is_break == 1:
        push_open = PUSH_CLOSED if ruled_foul == 1 else PUSH_OPEN
    elif state.push_open != PUSH_CLOSED and ruling.next_player == stroke.player:
        push_open = PUSH_OPEN if rules.push_window == FIRST_VISIT else PUSH_PAST
    if rules.push_window == ANY_TIME:
        push_open = PUSH_OPEN

    return State(
        players=state.players,
        warnings_recorded=state.warnings_recorded,
        table=table,
        fouls=fouls,
        warned=state.warned & ~(1 << stroke.player),
        push_open=push_open,
        turn=ruling.next_player,
        hand=ruling.hand,
        option_for=ruling.next_player if ruling.option == 1 else -1,
        option_from=stroke.player if ruling.option == 1 else -1,
    )
