"""Matches played out by the judge: strokes of every kind, lawful and not, and what a recorder made of them.

What happens on the table is drawn; what follows from it (who plays on, what comes back, who has lost) the judge of the
match's edition decides, stroke by stroke. What was ruled at the table is now and then something else, and what was
written down is less than what happened: recorders differ in what they note. The same seed plays the same matches.
"""

from random import Random
from typing import Any, NamedTuple

from tenball_stats.rules import load_edition
from tenball_stats.rules.edition import Edition
from tenball_stats.rules.judge import (
    GOES_ON,
    LOST_ON_FOULS,
    PUSH_OPEN,
    WON_ON_TEN,
    Ruling,
    State,
    Stroke,
    advance,
    count_of,
    judge,
    opening,
)
from tenball_stats.terms import (
    ACT_BIT,
    ACTS,
    CALL_MEANT,
    CALL_NOTHING,
    CALL_SPOKEN,
    CUE,
    JUDGED,
    KIND_CODE,
    LAG_ACTS,
    POCKETS,
    TEN,
    balls_of,
    fouls_of,
    mask_of,
)

EDITIONS = ("es", "pl", "ru", "csi", "wpa-2016", "wpa-2025")
Row = dict[str, Any]


class Played(NamedTuple):
    """A match as written down: its own columns, and its rows; players are places, not names."""

    about: dict[str, Any]
    rows: list[Row]


class Habits(NamedTuple):
    """What a recorder writes down, as probabilities or yes and no."""

    first: float
    rail: float
    pocket: float
    unknown: float
    hand: float
    spotted: float
    ruling: float
    places: bool
    numbers: bool
    decisions: float
    winner: float
    score: bool


RECORDERS = (
    Habits(1.0, 1.0, 1.0, 0.0, 1.0, 1.0, 0.0, True, True, 1.0, 1.0, True),
    Habits(1.0, 1.0, 1.0, 0.0, 0.7, 0.5, 1.0, False, True, 0.9, 1.0, True),
    Habits(0.9, 0.8, 0.9, 0.01, 0.2, 0.1, 0.2, False, False, 0.6, 0.95, False),
    Habits(0.3, 0.2, 0.2, 0.04, 0.0, 0.0, 0.1, False, True, 0.3, 0.9, True),
)


def played(seed: int, number: int, race: int | None = None) -> Played:
    """Return one match; seed and number decide everything in it, but for a race that is asked for."""
    return _Match(Random(seed * 1_000_003 + number), race).whole()


class _Match:
    """A match while it is played."""

    def __init__(self, rng: Random, race: int | None) -> None:
        self.rng = rng
        self.edition: Edition = load_edition(rng.choice(EDITIONS))
        self.rules = self.edition.rules
        self.players = 3 if 3 in self.edition.players and rng.random() < 0.1 else 2
        self.race = rng.choice((3, 4, 5, 5, 7, 7, 9))
        if race:
            self.race = race
        self.order = rng.choice(("alternate", "winner", "winner", "loser"))
        self.warnings = int(rng.random() < 0.4)
        self.habits = rng.choice(RECORDERS)
        self.skill = [rng.uniform(0.45, 0.92) for _ in range(self.players)]
        self.score = [0] * self.players
        self.rows: list[Row] = []
        self.over = False

    def whole(self) -> Played:
        breaker, rack = self.lag(), 0
        while not self.over and max(self.score) < self.race:
            rack += 1
            winner = self.rack(rack, breaker)
            if winner >= 0:
                self.score[winner] += 1
                last = self.rows[-1]
                if self.rng.random() < self.habits.winner:
                    last["winner"] = winner
                if self.habits.score:
                    said = self.score if self.rng.random() > 0.002 else self.score[::-1]
                    last["score"] = "-".join(map(str, said))
            if self.order == "winner" and winner >= 0:
                breaker = winner
            elif self.order == "loser" and winner >= 0:
                breaker = (winner + 1) % self.players
            else:
                breaker = (breaker + 1) % self.players
            if self.rng.random() < 0.005:
                breaker = (breaker + 1) % self.players
        race = str(self.race) if self.rng.random() < 0.9 else "/".join([str(self.race)] * self.players)
        about = {
            "edition": self.edition.id,
            "race_to": race,
            "break_format": self.order if self.rng.random() < 0.95 else None,
            "warnings": "recorded" if self.warnings else None,
            "players": self.players,
        }
        return Played(about, self.rows)

    # A lag ------------------------------------------------------------------------------------------------------
    def lag(self) -> int:
        """Lag for the break; return who won it."""
        rng = self.rng
        if self.players > 2 or rng.random() < 0.2:
            return rng.randrange(self.players)
        for attempt in (1, 2):
            lengths = [round(rng.uniform(0, 60), 1) for _ in range(2)]
            faults = [rng.choice(LAG_ACTS) if rng.random() < 0.06 else None for _ in range(2)]
            winner = 0 if lengths[0] <= lengths[1] else 1
            if faults[winner]:
                winner = 1 - winner
            again = attempt == 1 and rng.random() < 0.05
            for player in (0, 1):
                self.row(0, player, "lag", shot=attempt, lag_cm=lengths[player], acts=faults[player])
            if not again:
                if rng.random() < 0.01:
                    winner = 1 - winner
                self.rows[-1]["winner"] = winner
                return winner
        return winner

    # A rack -----------------------------------------------------------------------------------------------------
    def rack(self, rack: int, player: int) -> int:
        """Play a rack; return who was credited with it, -1 nobody."""
        rng, rules = self.rng, self.rules
        breaker, clumsy = player, rng.random() < 0.04
        state = opening(self.players, self.warnings)
        shot, in_hand, is_break = 0, True, True
        if rack == 1 and rng.random() < 0.02:
            down = rng.sample(range(1, 10), rng.randint(1, 4))
            state = State(self.players, self.warnings, state.table & ~mask_of(down), 0, 0, 0, player, -1, -1, -1)
            self.row(rack, player, "resume", potted=" ".join(map(str, down)))
            shot, is_break, in_hand = rng.randint(1, 6), False, False
        while True:
            state = self.warned(rack, state, player)
            stroke, note = self.stroke(state, player, is_break=is_break, clumsy=clumsy)
            ruling = judge(rules, state, stroke)
            foul = self.as_ruled(ruling)
            shot += 1 if rng.random() > 0.0005 else 2
            row = self.stroke_row(rack, shot, stroke, ruling, foul, in_hand, note)
            spotted = -1
            if (ruling.spotted or rng.random() < 0.1) and rng.random() < 0.02:
                back = mask_of(rng.sample(balls_of(stroke.potted) or [1], 1)) & stroke.potted
                row["spotted"] = " ".join(map(str, balls_of(back))) or "-"
                spotted = back
            state = advance(rules, state, stroke, ruling, int(foul), spotted)
            is_break = False

            credited = self.ended(stroke, ruling, foul)
            if credited is not None:
                return credited
            player, in_hand, state = self.next_player(rack, state, stroke, ruling, foul)

            outside = rng.random()
            if outside < 0.004 and ruling.end == GOES_ON:
                return self.conceded(rack, player)
            if outside < 0.005 and ruling.end == GOES_ON:
                self.row(rack, breaker, "rerack")
                state, player = opening(self.players, self.warnings), breaker
                shot, is_break, in_hand = 0, True, True
            elif outside < 0.008 and state.table & ~TEN:
                state = self.fallen(rack, stroke.player, state)

    def warned(self, rack: int, state: State, player: int) -> State:
        """Tell a player who stands on two fouls, as somebody should."""
        if count_of(state, player) != 2 or self.rng.random() > (0.85 if self.warnings else 0.4):
            return state
        self.row(rack, player, "warn")
        return state._replace(warned=state.warned | 1 << player)

    def as_ruled(self, ruling: Ruling) -> bool:
        """Return whether the stroke was ruled a foul at the table, where people err."""
        foul = ruling.fouls != 0
        if foul and self.rng.random() < 0.04:
            return False
        return foul or (ruling.end == GOES_ON and self.rng.random() < 0.004)

    def ended(self, stroke: Stroke, ruling: Ruling, foul: bool) -> int | None:
        """Return who was credited where the rack was over then; None where play went on."""
        others = (stroke.player + 1) % self.players
        if ruling.end == WON_ON_TEN:
            return None if self.rng.random() < 0.01 else ruling.winner
        if ruling.end == LOST_ON_FOULS:
            return (ruling.winner if ruling.winner >= 0 else others) if foul else None
        if stroke.potted & TEN and not foul and self.rng.random() < 0.1:
            return stroke.player  # as under another rule book
        return None

    def next_player(
        self, rack: int, state: State, stroke: Stroke, ruling: Ruling, foul: bool
    ) -> tuple[int, bool, State]:
        """Return who plays next, with the cue ball in hand or not, decisions made and written down."""
        rng, others = self.rng, (stroke.player + 1) % self.players
        if foul:
            return others, True, state
        if ruling.fouls or ruling.end:
            return (stroke.player if stroke.potted & ~CUE else others), False, state
        player = ruling.next_player
        if ruling.option:
            accepts = rng.random() < 0.65
            if rng.random() < self.habits.decisions:
                self.row(rack, player, "accept" if accepts else "pass")
            player = player if accepts else stroke.player
            state = state._replace(turn=player, option_for=-1, option_from=-1)
        if rng.random() < 0.001:
            player = (player + 1) % self.players  # nobody noticed
        return player, rng.random() < 0.001, state

    def conceded(self, rack: int, player: int) -> int:
        """End a rack from outside: somebody gives it up, loses the match, or is punished."""
        what = self.rng.random()
        winner = (player + 1) % self.players
        if what < 0.7:
            self.row(rack, player, "concede")
        elif what < 0.9:
            self.row(rack, player, "penalty", winner=winner, note="unsporting conduct")
        else:
            self.row(rack, player, "forfeit")
            self.over = True
            return -1
        return winner

    def fallen(self, rack: int, player: int, state: State) -> State:
        """Let a ball that hung in the jaws fall by itself."""
        ball = self.rng.choice(balls_of(state.table))
        back = mask_of([ball]) if self.rules.fallen_ball_back else 0
        wait = round(self.rng.uniform(4, 20), 1)
        said = None if self.rng.random() < 0.5 else (str(ball) if back else "-")
        self.row(rack, player, "fell", potted=str(ball), seconds=wait, spotted=said)
        return state._replace(table=state.table & ~mask_of([ball]) | back)

    # A stroke ---------------------------------------------------------------------------------------------------
    def stroke(self, state: State, player: int, *, is_break: bool, clumsy: bool) -> tuple[Stroke, str | None]:
        """Draw what happens on the table."""
        rng = self.rng
        on_table = balls_of(state.table) or [10]
        lowest, others = on_table[0], on_table[1:]
        kind = "shot"
        if is_break:
            kind = "break"
        elif state.push_open == PUSH_OPEN and rng.random() < 0.25:
            kind = "push"
        elif rng.random() < 0.12:
            kind = "safety"
        elif rng.random() < 0.001:
            kind = "push"

        bad = 0.6 if clumsy and not is_break else 0.03 + 0.09 * (1 - self.skill[player])
        first, rail, note = lowest, 1, None
        draw = rng.random()
        if draw < bad * 0.35:
            first = 0
        elif draw < bad * 0.65 and others:
            first = rng.choice(others)
        elif draw < bad:
            rail = 0
        if kind == "push" and rng.random() < 0.5:
            first = rng.choice([0, *on_table])

        call_type, called, pocket = CALL_NOTHING, 0, 0
        down: dict[int, int] = {}
        if kind == "break":
            count = rng.choices((0, 1, 2, 3), (42, 33, 18, 7))[0] if first else 0
            down = {ball: rng.randint(1, 6) for ball in rng.sample(range(1, 11), count)}
        elif kind in ("push", "safety"):
            if first and rng.random() < 0.06:
                down = {rng.choice(on_table): rng.randint(1, 6)}
        else:
            called = lowest if rng.random() < 0.9 else rng.choice(on_table)
            pocket = rng.randint(1, 6)
            call_type = rng.choices((CALL_SPOKEN, CALL_MEANT, CALL_NOTHING), (75, 23, 2))[0]
            if first and rng.random() < self.skill[player] * (1 if called == lowest else 0.5):
                down = {called: pocket if rng.random() < 0.98 else rng.randint(1, 6)}
            if first and others and rng.random() < 0.05:
                down[rng.choice(others)] = rng.randint(1, 6)
        if not first and kind != "push":
            rail = 0
        rails = rng.choice((2, 3, 4, 4, 5, 6, 6, 7, 8)) if kind == "break" and first else 0
        potted = mask_of(down) | (CUE if rng.random() < (0.07 if kind == "break" else 0.025) else 0)
        left = 0
        if rng.random() < (0.02 if kind == "break" else 0.006):
            left = mask_of(rng.sample(on_table, 1)) & ~potted
        if not potted & CUE and rng.random() < 0.004:
            left |= CUE
        acts = 0
        if rng.random() < 0.012:
            for name in rng.sample(ACTS, 1 if rng.random() < 0.9 else 2):
                acts |= ACT_BIT[name]
        if kind in ("shot", "safety") and rng.random() < 0.02:
            note = "jump"
            if rng.random() < 0.1:
                acts |= ACT_BIT["scoop"]
        elif rng.random() < 0.003:
            note = "time-out"
        pockets = sum(code << 4 * ball for ball, code in down.items())
        return Stroke(
            player,
            KIND_CODE[kind],
            int(is_break),
            call_type,
            called if call_type != CALL_NOTHING else 0,
            pocket if call_type != CALL_NOTHING else 0,
            first,
            rail,
            rails if is_break else -1,
            potted,
            1,
            next(iter(down), 0),
            pockets,
            left,
            acts,
            -1,
            0,
        ), note

    def stroke_row(
        self, rack: int, shot: int, stroke: Stroke, ruling: Ruling, foul: bool, in_hand: bool, note: str | None
    ) -> Row:
        """Write a stroke down, as far as this recorder does."""
        rng, habits = self.rng, self.habits
        kind = list(KIND_CODE)[stroke.kind]
        row = self.row(rack, stroke.player, kind, shot=shot if habits.numbers else None, note=note)
        if rng.random() < habits.first:
            row["first"] = stroke.first if rng.random() > 0.0005 else rng.randint(1, 10)
        if rng.random() < habits.rail:
            if kind == "break":
                row["rails"] = stroke.rails
                row["past_head"] = rng.randint(0, 6)
            else:
                row["rail"] = "y" if stroke.rail else "n"
        if rng.random() < habits.unknown:
            row["potted"] = "?"
        else:
            names = [
                f"{ball}@{POCKETS[(stroke.pockets >> 4 * ball & 15) - 1]}"
                if rng.random() < habits.pocket
                else f"{ball}"
                for ball in self.in_order(stroke)
            ]
            if stroke.potted & CUE:
                names.append(f"cue@{rng.choice(POCKETS)}" if rng.random() < habits.pocket else "cue")
            row["potted"] = " ".join(names) or None
        row["off"] = " ".join([*map(str, balls_of(stroke.off)), *(["cue"] if stroke.off & CUE else [])]) or None
        row["acts"] = " ".join(name for name in ACTS if stroke.acts & ACT_BIT[name]) or None
        if rng.random() < 0.0008:
            row["acts"] = "unsporting"
        if kind == "shot":
            row["called"] = self.call(stroke)
        if rng.random() < habits.hand:
            row["hand"] = "y" if in_hand else "n"
        if rng.random() < habits.spotted:
            row["spotted"] = " ".join(map(str, balls_of(ruling.spotted))) or "-"
        if rng.random() < habits.ruling:
            row["ruling"] = "legal"
            if foul:
                row["ruling"] = " ".join(fouls_of(ruling.fouls)) if ruling.fouls and rng.random() < 0.6 else "foul"
                if rng.random() < 0.02:
                    row["ruling"] = rng.choice(JUDGED)
        row["seconds"] = round(rng.uniform(5, 50), 1)
        if habits.places:
            row |= {
                "speed": rng.uniform(0.5, 9),
                "cue_x": rng.uniform(0.03, 1.24),
                "cue_y": rng.uniform(0.03, 2.5),
                "end_x": rng.uniform(0.03, 1.24),
                "end_y": rng.uniform(0.03, 2.5),
            }
            if kind == "break":
                row["rack_layout"] = self.layout()
        return row

    def call(self, stroke: Stroke) -> str | None:
        """Return a call as written."""
        if self.rng.random() > 0.3 + self.habits.first:
            return None
        if stroke.call_type == CALL_NOTHING:
            return "-"
        pocket = f"@{POCKETS[stroke.call_pocket - 1]}" if self.rng.random() < self.habits.pocket else ""
        return f"{'~' if stroke.call_type == CALL_MEANT else ''}{stroke.call_ball}{pocket}"

    def layout(self) -> str:
        """Return a rack from the apex: 1 in front and 10 in the middle, as most editions ask, or now and then not."""
        rest = self.rng.sample(range(2, 10), 8)
        balls = [1, *rest[:3], 10, *rest[3:]]
        if self.rng.random() < 0.03:
            self.rng.shuffle(balls)
        return " ".join(map(str, balls))

    @staticmethod
    def in_order(stroke: Stroke) -> list[int]:
        """Return the object balls that went down, in order."""
        balls = balls_of(stroke.potted)
        return sorted(balls, key=lambda ball: (ball != stroke.potted_first, ball))

    def row(self, rack: int, player: int, kind: str, **cells: Any) -> Row:
        """Write down a row."""
        row = {"rack": rack, "player": player, "kind": kind, **cells}
        self.rows.append(row)
        return row
