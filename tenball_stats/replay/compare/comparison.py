"""What a comparison of two editions holds, and the sentences that sum it up."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from tenball_stats.replay.words import counted, listed

SAME, CHOICE, PARTS = "same", "choice", "parts"
"""What a difference does to play: nothing; one edition would have given a choice; play would have gone another way."""


@dataclass(frozen=True)
class Difference:
    """One stroke that the two editions rule differently, in play that both could have led to."""

    match: str
    rack: int
    attempt: int
    shot: int
    player: str
    a: str
    b: str
    """What each edition rules, in words."""
    clauses_a: list[str]
    clauses_b: list[str]
    basis_a: str
    basis_b: str
    presumed: bool
    """Whether one of the rulings had to presume a fact that was not recorded."""
    play: str
    """`SAME`, `CHOICE` or `PARTS`."""
    causes: list[str]
    """The points of the rules on which the editions differ here: switches and foul codes."""


@dataclass(frozen=True)
class Cause:
    """One point of the rules on which strokes are ruled differently: what each edition says, how often it came up."""

    point: str
    a: str
    b: str
    clauses_a: list[str]
    clauses_b: list[str]
    reading_a: str
    reading_b: str
    strokes: int
    racks: int


@dataclass(frozen=True)
class Remark:
    """Something about a lag, a rack or an event that one edition finds wrong in the record and the other does not."""

    match: str
    rack: int
    shot: int
    player: str
    code: str
    edition: str
    other: str
    """The edition that has nothing against it."""
    verdict: str
    clauses: list[str]
    message: str


@dataclass(frozen=True)
class RackResult:
    """A rack's end under each edition: who won it; None where it had not ended, or that cannot be told."""

    match: str
    rack: int
    credited: str | None
    """Who was credited with it in the record."""
    a: str | None
    b: str | None
    end_a: str | None
    end_b: str | None
    """How it ended: `ten`, `three_fouls`, `concession`, …"""
    parted_at: int | None
    """The stroke after which play would have gone another way; None where both editions lead through the record."""
    follows: str
    """Which edition the record goes on by after that: `a`, `b`, `both`, `neither` or `unknown`."""

    @property
    def differs(self) -> bool:
        """Whether the rack ends otherwise under one edition than under the other."""
        return self.a != self.b


@dataclass(frozen=True)
class Score:
    """Racks won by each player in the order of `players`, racks given to nobody, and who has won the match.

    `winner` is None where nobody has, or where that depends on the racks given to nobody (`undecided`).
    """

    won: list[int]
    open: int
    winner: str | None
    undecided: bool


@dataclass(frozen=True)
class MatchResult:
    """A match as recorded and under each edition."""

    match: str
    players: list[str]
    race_to: list[int] | None
    recorded: Score
    a: Score
    b: Score


@dataclass(frozen=True)
class Comparison:
    """What two editions rule differently in a log."""

    a: str
    b: str
    name_a: str
    name_b: str
    strokes: list[Difference]
    causes: list[Cause]
    remarks: list[Remark]
    racks: list[RackResult]
    matches: list[MatchResult]
    strokes_in_all: int

    @property
    def racks_differing(self) -> list[RackResult]:
        """The racks that end otherwise under one edition than under the other."""
        return [rack for rack in self.racks if rack.differs]

    def not_as_credited(self, which: str) -> list[RackResult]:
        """Return the racks that under edition `a` or `b` would not have ended as the record has them."""
        return [rack for rack in self.racks if rack.credited is not None and getattr(rack, which) != rack.credited]

    def matches_differing(self) -> list[MatchResult]:
        """Return the matches whose winner is another, or not decided, under one of the editions."""
        return [
            match
            for match in self.matches
            if len({(score.winner, score.undecided) for score in (match.recorded, match.a, match.b)}) > 1
        ]

    def summary(self) -> list[str]:
        """Return the result in sentences that a league could print."""
        a, b, racks = self.a, self.b, len(self.racks)
        if not self.strokes and not self.remarks:
            return [f"{a} and {b} rule every one of {counted(self.strokes_in_all, 'stroke')} alike."]
        said = [f"{a} and {b} rule {len(self.strokes)} of {counted(self.strokes_in_all, 'stroke')} differently."]
        parted = [rack for rack in self.racks if rack.parted_at is not None]
        said.append(f"Play would have gone another way in {len(parted)} of {counted(racks, 'rack')}.")
        choices = sum(stroke.play == CHOICE for stroke in self.strokes)
        if choices:
            said.append(
                f"At {counted(choices, 'stroke')} one of them gives a choice that the other does not, and the record "
                "went on as both allow."
            )
        for name, which in ((a, "a"), (b, "b")):
            changed = self.not_as_credited(which)
            recorded = sum(rack.credited is not None for rack in self.racks)
            if not recorded:
                said.append("Who was credited with the racks is not recorded.")
                break
            if changed:
                where = _places(changed)
                said.append(
                    f"Under {name} {len(changed)} of {counted(recorded, 'rack')} would not have ended as "
                    f"{'it' if recorded == 1 else 'they'} did: {where}."
                )
            else:
                every = "the one rack ends" if recorded == 1 else f"all {recorded} racks end"
                said.append(f"Under {name} {every} as recorded.")
        if self.racks_differing:
            differing = self.racks_differing
            said.append(
                f"{len(differing)} of {counted(racks, 'rack')} {'ends' if len(differing) == 1 else 'end'} otherwise "
                f"under {b} than under {a}."
            )
        if self.remarks:
            beside = counted(len(self.remarks), "thing beside the strokes is", "things beside the strokes are")
            said.append(f"{beside} wrong under one of them and right under the other.")
        return said

    def decisions(self) -> list[str]:
        """Return a sentence for each match whose winner is another, or not decided, under one of the editions."""
        return [self._decided(match) for match in self.matches_differing()]

    def _decided(self, match: MatchResult) -> str:
        """Return who wins a match by the record and under each edition."""
        parts = []
        for name, score in (
            ("as recorded", match.recorded),
            (f"under {self.a}", match.a),
            (f"under {self.b}", match.b),
        ):
            parts.append(f"{name} {outcome(match, score)}")
        return f"Match {match.match}: {'; '.join(parts)}."

    def as_dict(self) -> dict[str, Any]:
        """Return the comparison as plain data, for JSON."""
        return {"summary": self.summary() + self.decisions()} | asdict(self)


def outcome(match: MatchResult, score: Score) -> str:
    """Return a score in words: "Shaw wins 7-4", "not decided: 7-8, 1 rack open"."""
    standing = tally(score)
    if score.winner is not None:
        place = match.players.index(score.winner)
        order = [score.won[place], *(won for number, won in enumerate(score.won) if number != place)]
        left = f", {counted(score.open, 'rack')} open" if score.open else ""
        return f"{score.winner} wins {'-'.join(map(str, order))}{left}"
    left = f", {counted(score.open, 'rack')} open" if score.open else ""
    if score.undecided:
        return f"not decided: {standing}{left}"
    return f"{standing}{left}" if match.race_to is None else f"{standing}{left}, not played to the end"


def tally(score: Score) -> str:
    """Return racks won as a score, in the order of the players."""
    return "-".join(map(str, score.won))


def _places(racks: Sequence[RackResult], most: int = 8) -> str:
    """Return where racks stand, match by match: "roberts-shaw-2015 rack 10"; long lists are cut."""
    by_match: dict[str, list[int]] = {}
    for rack in racks[:most]:
        by_match.setdefault(rack.match, []).append(rack.rack)
    said = [
        f"{match} rack{'s' if len(numbers) > 1 else ''} {listed([str(number) for number in numbers])}"
        for match, numbers in by_match.items()
    ]
    more = len(racks) - most
    return f"{', '.join(said)} and {more} more" if more > 0 else listed(said)


def ended_in_words(winner: str | None, end: str | None) -> str:
    """Return a rack's end in a few words."""
    if winner is None:
        return "not won" if end is None else f"over ({end.replace('_', ' ')}), no winner"
    how = {"ten": "on the 10", "three_fouls": "on three fouls", None: "as credited"}.get(end, f"by {end}")
    return f"{winner}, {how}"
