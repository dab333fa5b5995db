"""Random matches that follow an edition's own rulings, with one wrong ruling where one is asked for.

The judge rules on random facts and the record does as it says: who plays next, where the cue ball is, what comes back,
who is credited. `WRONGS` names what the record may do otherwise, once in a match.
"""

from dataclasses import dataclass, field
from random import Random
from typing import Any

from tenball_stats.rules import Edition, Ruling, State, Stroke, advance, judge, opening
from tenball_stats.rules.judge import GOES_ON, LOST_ON_FOULS, PUSH_OPEN, count_of
from tenball_stats.terms import (
    ACT_BIT,
    CALL_MEANT,
    CALL_NOTHING,
    CALL_SPOKEN,
    CALL_UNRECORDED,
    CUE,
    KIND_CODE,
    POCKET_CODE,
    POCKETS,
    balls_of,
    fouls_of,
    mask_of,
)

Row = dict[str, str]

WRONGS = (
    "foul_unfounded",
    "foul_missed",
    "foul_differs",
    "turn_wrong",
    "cue_ball_wrong",
    "spot_wrong",
    "option_wrong",
    "push_unavailable",
    "win_missed",
    "win_unfounded",
)
"""What a record can do wrong, by the code that has to be found."""


@dataclass
class Play:
    """One match as it is made: the rows so far, and what has been done wrong."""

    edition: Edition
    rng: Random
    players: str
    complete: bool
    wrong: str = ""
    name: str = "m"
    before: int = 0
    """Rows of the log that stand above this match."""
    rows: list[Row] = field(default_factory=list)
    expected: list[tuple[str, int]] = field(default_factory=list)
    """Code and row of what has to be found."""

    def __post_init__(self) -> None:
        self.warnings = self.rng.random() < 0.5
        # A wrong ruling comes about once in a match, and not always on the first occasion.
        self.patience = self.rng.randint(0, 6)
        self.done = self.hold = False
        self.with_the_next = ""
        """A code that will be found on the next stroke of the rack, if there is one."""

    def chance(self, probability: float) -> bool:
        return self.rng.random() < probability

    def now(self, *codes: str) -> bool:
        """Say whether this is the occasion for the wrong ruling, if it is one of these."""
        if self.wrong not in codes or self.done:
            return False
        self.patience -= 1
        self.done = self.hold = self.patience < 0
        return self.done

    def found(self, code: str) -> None:
        """Note that a code has to be found on the last row."""
        self.expected.append((code, self.before + len(self.rows) + 1))

    def add(self, rack: int, player: int, kind: str, **cells: str) -> Row:
        self.rows.append({"match": self.name, "rack": str(rack), "player": self.players[player], "kind": kind, **cells})
        return self.rows[-1]


def matches(edition: Edition, seed: int, count: int, *, complete: bool = False, wrong: str = "") -> list[Play]:
    """Return so many matches, which make one log.

    Args:
        edition: whose rulings are followed.
        seed: the same seed gives the same matches.
        count: how many.
        complete: whether every fact is recorded.
        wrong: one of `WRONGS`; a match that gave no occasion for it has nothing wrong.
    """
    rng = Random(seed)  # noqa: S311 - made for tests, and the same from the same seed
    plays: list[Play] = []
    for number in range(count):
        before = sum(len(play.rows) for play in plays)
        plays.append(_match(edition, rng, f"m{number}", before, complete=complete, wrong=wrong))
    return plays


def _match(edition: Edition, rng: Random, name: str, before: int, *, complete: bool, wrong: str) -> Play:
    """Return a match of one to four racks."""
    players = "ABC" if 3 in edition.players and rng.random() < 0.3 and not wrong else "AB"
    play = Play(edition, rng, players, complete, wrong, name, before)
    count = len(players)
    form = rng.choice(("", "alternate", "winner", "free", *(["loser"] if count == 2 else [])))
    breaker = rng.randrange(count)
    if play.chance(0.5):
        for player in range(count):
            won = {"winner": players[breaker]} if player == breaker else {}
            play.add(0, player, "lag", lag_cm=str(10 + 5 * (player != breaker)), **won)
        if edition["lag_winner"].value != "breaks":
            breaker = rng.randrange(count)
    score = [0] * count
    racks = rng.randint(1, 4)
    for rack in range(1, racks + 1):
        winner = _rack(play, rack, breaker)
        rule = form or str(edition["later_breaks"].value)
        if winner < 0:
            break
        score[winner] += 1
        if play.chance(0.5):
            play.rows[-1]["score"] = "-".join(map(str, score))
        following = {"alternate": (breaker + 1) % count, "winner": winner, "loser": 1 - winner}
        breaker = following.get(rule, rng.randrange(count))
    about = {"players": "|".join(players), "break_format": form, "warnings": "recorded" if play.warnings else ""}
    play.rows[0] |= {name: value for name, value in about.items() if value}
    return play


def _rack(play: Play, rack: int, breaker: int) -> int:
    """Play a rack; return who won it, -1 where nobody did."""
    state = opening(len(play.players), int(play.warnings))
    player = breaker
    first = True
    for number in range(1, 40):
        # A wrong ruling shows in how play goes on: the rack does not end with it.
        goes_on = first or play.hold
        play.hold = False
        if state.table == 0 or (not goes_on and (number > 35 or play.chance(0.01)) and len(play.players) == 2):
            play.add(rack, player, "concede", winner=play.players[1 - player])
            return 1 - player
        if not first and count_of(state, player) == 2 and (play.warnings or play.chance(0.5)):
            play.add(rack, player, "warn")
            state = state._replace(warned=state.warned | 1 << player)
        if not goes_on and play.chance(0.01):
            play.add(rack, player, "rerack")
            return _rack(play, rack, breaker)
        state, player, winner = _stroke(play, rack, number, state, player, first=first)
        if state is None:
            return winner
        first = False
    return -1


def _stroke(
    play: Play, rack: int, number: int, state: State, player: int, *, first: bool
) -> tuple[State | None, int, int]:
    """Play a stroke; return the next position and player, or None and who won the rack."""
    kind = "break" if first else play.rng.choices(("shot", "safety"), (4, 1))[0]
    if not first and state.push_open == PUSH_OPEN and play.edition.rules.push_out and play.chance(0.3):
        kind = "push"
    late = not first and kind == "shot" and state.push_open != PUSH_OPEN and play.now("push_unavailable")
    if late:
        kind = "push"
    stroke, cells = _facts(play, state, player, kind)
    ruling = judge(play.edition.rules, state, stroke)
    row = play.add(rack, player, kind, shot=str(number), **cells)
    if late:
        play.found("push_unavailable")
    if play.with_the_next:
        play.found(play.with_the_next)
        play.with_the_next = ""
    if play.chance(0.5) and state.hand >= 0:
        row["hand"] = "ny"[state.hand]
    if ruling.end == GOES_ON and not first and number > 1 and state.hand >= 0 and play.now("cue_ball_wrong"):
        return _wrong_hand(play, state, stroke, ruling, row)
    return _follow(play, rack, state, stroke, ruling, row)


def _wrong_hand(play: Play, state: State, stroke: Stroke, ruling: Ruling, row: Row) -> tuple[State | None, int, int]:
    row["hand"] = "yn"[state.hand]
    before = next(other for other in reversed(play.rows[:-1]) if "shot" in other)
    if state.hand == 1 and not before.get("ruling"):
        # That no ball in hand was given says that no foul was ruled.
        before["ruling"] = "foul"
    play.found("cue_ball_wrong")
    return _follow(play, int(row["rack"]), state, stroke, ruling, row)


def _follow(
    play: Play, rack: int, state: State, stroke: Stroke, ruling: Ruling, row: Row
) -> tuple[State | None, int, int]:
    """Go on from a stroke as it was ruled, or as it was ruled wrongly."""
    rules, player = play.edition.rules, stroke.player
    other = (player + 1) % len(play.players)
    spotted, ruled_foul, turn, hand = -1, int(ruling.fouls != 0), ruling.next_player, ruling.hand
    over = ruling.end != GOES_ON
    known = stroke.first >= 0 and (stroke.potted & ~CUE or stroke.is_break or stroke.rail >= 0)

    if over and play.now("win_missed"):
        play.found("win_missed")
        over, turn = False, play.rng.choice((player, other))
        if ruling.end == LOST_ON_FOULS:
            # Were the same player to play on, that would say that the foul was not ruled either.
            turn = other
    elif not over and play.now("win_unfounded"):
        play.found("win_unfounded")
        row["winner"] = play.players[player]
        return None, -1, player
    elif not over and ruling.fouls == 0 and known and play.now("foul_unfounded"):
        play.found("foul_unfounded")
        row["ruling"], ruled_foul, turn, hand = "foul", 1, other, 1
    elif ruling.fouls and play.now("foul_missed"):
        play.found("foul_missed")
        if over:
            play.found("win_missed")
        over, ruled_foul, turn, hand = False, 0, play.rng.choice((player, other)), 0
        row["ruling"] = "legal"
    elif not over and ruling.fouls and not ruling.fouls & 1 and play.now("foul_differs"):
        play.found("foul_differs")
        row["ruling"] = "scratch"
    elif not over and not ruling.option and play.now("turn_wrong"):
        play.with_the_next = "turn_wrong"
        turn = other if turn == player else player
        if ruling.fouls:
            row["ruling"] = "foul"
    elif not over and not ruling.option and play.now("option_wrong"):
        if ruling.fouls:
            row["ruling"] = "foul"
        play.add(rack, other, "pass")
        play.found("option_wrong")
        turn = player
    elif not over and play.now("spot_wrong"):
        gone = (stroke.potted | stroke.off) & ~CUE
        spotted = 0 if ruling.spotted else gone
        if spotted != ruling.spotted and ruling.before & ~gone:
            row["spotted"] = " ".join(map(str, balls_of(spotted))) or "-"
            play.found("spot_wrong")
        else:
            play.done, spotted = False, -1

    if over:
        winner = ruling.winner
        if winner < 0:
            winner = play.rng.choice([one for one in range(len(play.players)) if one != player])
            row["winner"] = play.players[winner]
        elif play.chance(0.7):
            row["winner"] = play.players[winner]
        return None, -1, winner
    if spotted < 0 and play.chance(0.3):
        row["spotted"] = " ".join(map(str, balls_of(ruling.spotted))) or "-"
    if "ruling" not in row and play.chance(0.3):
        codes = fouls_of(ruling.fouls)
        row["ruling"] = "legal" if not codes else play.rng.choice(("foul", play.rng.choice(codes), " ".join(codes)))
    if ruling.option and turn == ruling.next_player:
        turn = _decision(play, rack, stroke, turn)
    after = advance(rules, state, stroke, ruling, ruled_foul, spotted)
    return after._replace(turn=turn, hand=hand if hand >= 0 else -1, option_for=-1, option_from=-1), turn, -1


def _decision(play: Play, rack: int, stroke: Stroke, player: int) -> int:
    """Return who plays on where the next player may hand the stroke back; the decision is written down, or not."""
    passed = play.chance(0.4)
    # That an unspoken call was given effect is what playing on after it would say, if nobody had handed it back.
    if play.chance(0.5) or (passed and stroke.call_type == CALL_MEANT):
        play.add(rack, player, "pass" if passed else "accept")
    return stroke.player if passed else player


def _facts(play: Play, state: State, player: int, kind: str) -> tuple[Stroke, Row]:
    """Return what may happen on a stroke, as the judge and as a log has it."""
    rng = play.rng
    on = balls_of(state.table)
    lowest = on[0]
    first = rng.choices((lowest, rng.choice(on), 0), (88, 8, 4))[0]
    down = [] if first == 0 else rng.sample(on, min(len(on), rng.choices((0, 1, 2, 3), (40, 45, 10, 5))[0]))
    if first and kind != "break" and len(on) <= 4 and play.chance(0.5):
        down = [lowest]
    at = {ball: rng.choice(POCKETS) for ball in down}
    cue = play.chance(0.06)
    off = [ball for ball in on if ball not in down and play.chance(0.004)]
    called, call_type, call_ball, call_pocket = "", CALL_UNRECORDED, 0, 0
    if kind == "shot":
        call_ball = down[0] if down and play.chance(0.8) else lowest
        call_pocket = POCKET_CODE[at[call_ball] if call_ball in at and play.chance(0.9) else rng.choice(POCKETS)]
        call_type = rng.choices((CALL_SPOKEN, CALL_MEANT, CALL_NOTHING), (88, 7, 5))[0]
        if call_type == CALL_MEANT and play.wrong:
            # Who plays on after one is a finding of its own.
            call_type = CALL_SPOKEN
        called = {CALL_SPOKEN: "", CALL_MEANT: "~"}.get(call_type, "-")
        if call_type == CALL_NOTHING:
            call_ball = call_pocket = 0
        else:
            called += f"{call_ball}@{POCKETS[call_pocket - 1]}"
    elif kind == "safety":
        called, call_type = "-", CALL_NOTHING
    rails = rng.choice((3, 4, 6)) if kind == "break" else -1
    rail = -1 if kind == "break" else int(play.chance(0.85))
    acts = [rng.choice(list(ACT_BIT))] if play.chance(0.04) and not play.wrong else []
    acts = [act for act in acts if act != "out_of_turn"]
    potted_known = 1
    if not play.complete:
        first = -1 if play.chance(0.3) else first
        rail = -1 if play.chance(0.3) else rail
        rails = -1 if play.chance(0.3) else rails
        if call_type != CALL_NOTHING and play.chance(0.2):
            called, call_type, call_ball, call_pocket = "", CALL_UNRECORDED, 0, 0
    names = [f"{ball}@{pocket}" for ball, pocket in at.items()] + (["cue"] if cue else [])
    cells = {
        "called": called,
        "first": "" if first < 0 else str(first),
        "rail": "" if rail < 0 else "ny"[rail],
        "rails": "" if rails < 0 else str(rails),
        "potted": " ".join(names),
        "off": " ".join(map(str, off)),
        "acts": " ".join(acts),
    }
    pockets = sum(POCKET_CODE[pocket] << 4 * ball for ball, pocket in at.items())
    stroke = Stroke(
        player=player,
        kind=KIND_CODE[kind],
        is_break=int(kind == "break"),
        call_type=call_type,
        call_ball=call_ball,
        call_pocket=call_pocket,
        first=first,
        rail=rail,
        rails=rails,
        potted=mask_of(down) | (CUE if cue else 0),
        potted_known=potted_known,
        potted_first=down[0] if down else 0,
        pockets=pockets,
        off=mask_of(off),
        acts=sum(ACT_BIT[act] for act in acts) & ~ACT_BIT["unsporting"],
        ruling=-1,
        ruling_codes=0,
    )
    return stroke, {name: text for name, text in cells.items() if text}


def codes_of(findings: list[dict[str, Any]]) -> list[tuple[str, int]]:
    """Return code and row of findings."""
    return [(finding["code"], finding["row"]) for finding in findings]
