"""One match as the audit reads it: its rows with what the replay found, and the findings made so far."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol

from tenball_stats.replay.audit.catalogue import (
    CONTRADICTS,
    IMPOSSIBLE,
    INTERPRETATION,
    NOT_COVERED,
    ORDER,
    UNRECORDED,
)
from tenball_stats.replay.audit.looking import Attempt
from tenball_stats.replay.follow import Record, Trace, state_at, stroke_at
from tenball_stats.rules import Edition, Point, Ruling, State, Stroke, judge
from tenball_stats.rules.edition import BASES
from tenball_stats.rules.judge import (
    ILLEGAL_BREAK,
    NO_CONTACT,
    NO_RAIL,
    WHY_FOUL_POTS,
    WHY_LOWEST_FIRST,
    WHY_MIN_RAILS,
    WHY_PUSH_OUT,
    WHY_PUSH_WINDOW,
    WHY_UNLISTED,
    WRONG_BALL,
)
from tenball_stats.rules.otherwise import if_not_as_presumed
from tenball_stats.rules.switches import SWITCHES
from tenball_stats.terms import ALL_BALLS, FOUL_BIT, FOULS, TEN, balls_of, fouls_of

VERDICT_OF = {"explicit": CONTRADICTS, "interpretation": INTERPRETATION, "silent": NOT_COVERED}

NO_PUSH = WHY_PUSH_OUT | WHY_PUSH_WINDOW
TIED = {WRONG_BALL: WHY_LOWEST_FIRST | NO_PUSH, NO_CONTACT: NO_PUSH, NO_RAIL: NO_PUSH, ILLEGAL_BREAK: WHY_MIN_RAILS}
"""Reasons that a foul needs beside its own clause; what else a ruling rests on has no part in its being a foul."""
FOUL_REASONS = WHY_LOWEST_FIRST | WHY_MIN_RAILS | NO_PUSH


class Finding(NamedTuple):
    """One finding; the fields of the audit output, with the row's place in the log in front."""

    event_no: int
    match: str
    rack: int
    shot: int
    row: int
    file: str
    player: str
    code: str
    verdict: str
    edition: str
    clauses: list[str]
    recorded: str | None
    ruled: str | None
    message: str


class Ground(NamedTuple):
    """How sure a finding is: its verdict, the clauses it stands on, and what would have the record be right.

    `unless` goes on from "the record would be right, …"; empty where nothing that is not known would.
    """

    verdict: str
    clauses: list[str]
    unless: str = ""

    def provided(self, unless: str) -> "Ground":
        """Return the same, hanging on a fact that was presumed; as it is where `unless` is empty."""
        return Ground(UNRECORDED, self.clauses, unless) if unless else self


CANNOT_BE = Ground(IMPOSSIBLE, [])
"""No rule is asked: the record cannot be right."""

NOT_ASKED = Ground(UNRECORDED, [])
"""Of a match that is only held against other rules to see what would be found."""


class Files(Protocol):
    """Names of files, by row."""

    def __getitem__(self, row: int, /) -> str:
        """Return the name of the file that a row stands in."""


class Cells(Protocol):
    """Texts of a column, by row."""

    def __getitem__(self, row: int, /) -> str | None:
        """Return the text of a row, None where it is blank."""


@dataclass
class Sheet:
    """The rows of one match, `first` to `stop` (exclusive) of the columns of a replayed log."""

    match: str
    players: list[str]
    edition: Edition
    record: Record
    trace: Trace
    first: int
    stop: int
    event_no: Sequence[int]
    rack: Sequence[int]
    attempt: Sequence[int]
    shot: Sequence[int]
    line: Sequence[int]
    file: Files
    texts: Mapping[str, Cells]
    """Cells as logged: `called_text`, `ruling_text`, `rack_layout`, …"""
    race_to: list[int] | None
    break_format: str | None
    past_head: Sequence[int]
    score: Mapping[int, list[int]]
    """Scores, by row; only of rows that have one. So are the distances of lags."""
    scored: list[int]
    """Rows of the match that have one."""
    lag_cm: Mapping[int, float]
    out_of_order: Sequence[bool]
    twice: Sequence[int]
    before: Sequence[int]
    """The stroke before each row in the same attempt, -1 where there is none."""
    is_last: Sequence[bool]
    """The last stroke of its rack in the record."""
    suspects: list[int]
    """Rows on which there may be a finding, in the order of play."""
    hinges: list[int]
    """Breaks, and the last stroke of each attempt."""
    lags: list[int]
    """Rows of lags."""
    attempts: list[Attempt]
    """Attempts at racks."""
    with_grounds: bool = True
    """How sure each finding is has to be known, not only what is found."""
    findings: list[Finding] = field(default_factory=list)
    codes: dict[int, set[str]] = field(default_factory=dict)
    """Codes found so far, by row: what explains a finding on the next row."""

    @property
    def rows(self) -> range:
        """All rows of the match, in the order of play."""
        return range(self.first, self.stop)

    @property
    def strokes(self) -> list[int]:
        """The rows that are strokes."""
        return [row for row in self.rows if self.record.is_stroke[row]]

    def name(self, player: int) -> str:
        """Return a player's name."""
        return name_of(self.players, player)

    def ruling(self, row: int) -> Ruling:
        """Return the whole ruling of a stroke, judged again from where the record stood."""
        return judge(self.edition.rules, state_at(self.record, self.trace, row), stroke_at(self.record, row))

    def hangs_on(self, row: int, agrees: Callable[[Ruling], bool]) -> str:
        """Return the presumed fact that, had it been otherwise, would have the edition agree with the record, in words.

        Empty where there is none; "had no ball reached a cushion".
        """
        if not self.with_grounds:
            return ""
        state, stroke = state_at(self.record, self.trace, row), stroke_at(self.record, row)
        rules = self.edition.rules
        if self.trace.assumed[row]:
            for other in if_not_as_presumed(state, stroke, self.ruling(row)):
                if agrees(judge(rules, other.state, other.stroke)):
                    return other.had
        if any(agrees(judge(rules, other, stroke)) for other in self._other_tables(row, state, stroke)):
            return "had other balls gone down before, on a stroke of which that was not recorded"
        return ""

    def _other_tables(self, row: int, state: State, stroke: Stroke) -> list[State]:
        """Return the position as it may also have been where an earlier stroke of the rack has `potted` = `?`.

        Nothing was presumed to have fallen there; the balls that are in the way of the record may have.
        """
        unseen = False
        while not unseen and not self.record.opens[row]:
            row -= 1
            unseen = bool(self.record.is_stroke[row]) and not self.record.potted_known[row]
        if not unseen:
            return []
        met = (stroke.potted | stroke.off) & ALL_BALLS | (1 << stroke.first if stroke.first > 0 else 0) | TEN
        if stroke.call_ball:
            met |= 1 << stroke.call_ball
        lowest = met & -met
        return [state._replace(table=state.table & (met | -lowest)), state._replace(table=state.table & met)]

    def explained(self, row: int, *codes: str) -> bool:
        """Say whether one of these codes was found on a row."""
        return bool(self.codes.get(row, set()) & set(codes))

    def against_ruling(self, row: int, agrees: Callable[[Ruling], bool], *more: Point, gap: bool = False) -> Ground:
        """Return the ground of a record that is not as the ruling of a stroke has it.

        Args:
            row: the stroke.
            agrees: whether a ruling would be as the record has it; asked of what the ruling would have been, had a
                presumed fact been otherwise, or an act counted on which the edition is silent.
            more: further points of the edition that it rests on.
            gap: the record lacks a stroke between this one and where it disagrees, which may explain it.
        """
        if not self.with_grounds:
            return NOT_ASKED
        why = self.trace.why[row] & ~WHY_UNLISTED
        if self.trace.fouls[row]:
            ground = self.against_foul(row, *self.points(why & ~FOUL_REASONS & ~WHY_FOUL_POTS), *more)
        else:
            ground = self.against(*self.points(why), *more)
        unlisted = self.trace.unlisted[row]
        if unlisted:
            rules = self.edition.rules._replace(listed=self.edition.rules.listed | unlisted)
            state, stroke = state_at(self.record, self.trace, row), stroke_at(self.record, row)
            if agrees(judge(rules, state, stroke)):
                clauses = self.cited(ground.clauses, self.edition["unlisted_acts"].clauses)
                return Ground(NOT_COVERED, clauses, f"were {fouls(unlisted)} a foul here")
        if gap:
            return ground.provided("had the strokes that are missing in between been played so")
        return ground.provided(self.hangs_on(row, agrees))

    def against_foul(self, row: int, *more: Point) -> Ground:
        """Return the ground of a record that does not know of the foul that a stroke is.

        Of several fouls the one that stands on the firmest ground makes it a foul.
        """
        if not self.with_grounds:
            return NOT_ASKED
        why, mask = self.trace.why[row], self.trace.fouls[row]
        points = [
            (self.edition.fouls.get(code, self.edition["unlisted_acts"]), *self.points(why & TIED.get(bit, 0)))
            for code, bit in FOUL_BIT.items()
            if mask & bit
        ]
        firmest = min((_weakest(some) for some in points), key=BASES.index)
        basis = max(firmest, _weakest(more), key=BASES.index)
        return Ground(VERDICT_OF[basis], self.cited(*(point.clauses for some in (*points, more) for point in some)))

    def against(self, *points: Point) -> Ground:
        """Return the ground of a contradiction to these points of the edition; all of them are needed."""
        if not self.with_grounds:
            return NOT_ASKED
        return Ground(VERDICT_OF[_weakest(points)], self.cited(*(point.clauses for point in points)))

    def against_any(self, *points: Point) -> Ground:
        """Return the ground of a contradiction to these points of the edition, each of which would do."""
        firmest = min(points, key=lambda point: BASES.index(point.basis))
        return Ground(VERDICT_OF[firmest.basis], self.cited(*(point.clauses for point in points)))

    def points(self, why: int) -> list[Point]:
        """Return the points of the edition in a ruling's reasons."""
        found = []
        while why:
            lowest = why & -why
            found.append(self.edition[SWITCHES[lowest.bit_length() - 1].name])
            why ^= lowest
        return found

    def cited(self, *clauses: Iterable[str]) -> list[str]:
        """Return clauses in the order of the rule book, each once."""
        cited = {clause for some in clauses for clause in some}
        return [clause for clause in self.edition.clauses if clause in cited]

    def find(
        self,
        code: str,
        row: int,
        said: str,
        ground: Ground,
        *,
        recorded: str | None = None,
        ruled: str | None = None,
    ) -> None:
        """Note a finding on a row.

        Args:
            code: code of the check.
            row: where it stands.
            said: what is found, as a sentence without its full stop.
            ground: how sure that is, and by which clauses.
            recorded: what the record has.
            ruled: what the edition has.
        """
        self.codes.setdefault(row, set()).add(code)
        if ground.unless:
            said = f"{said}; the record would be right, {ground.unless}"
        self.findings.append(
            Finding(
                self.event_no[row],
                self.match,
                self.rack[row],
                self.shot[row],
                self.line[row],
                self.file[row],
                self.name(self.record.player[row]),
                code,
                ground.verdict,
                self.edition.id,
                ground.clauses,
                recorded,
                ruled,
                f"{said}.",
            )
        )

    def sorted_findings(self) -> list[Finding]:
        """Return the findings in the order of play, those of one row in the order of the catalogue."""
        return sorted(self.findings, key=lambda finding: (finding.event_no, ORDER[finding.code]))


def _weakest(points: Iterable[Point]) -> str:
    return max((point.basis for point in points), key=BASES.index, default=BASES[0])


def name_of(players: Sequence[str], player: int) -> str:
    """Return the name of a player."""
    return players[player] if 0 <= player < len(players) else "nobody"


def balls(mask: int) -> str:
    """Return balls in words: "the 7", "the 3 and the 7", "none"."""
    names = [f"the {ball}" for ball in balls_of(mask)]
    if not names:
        return "none"
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def on_table(mask: int, *, still: str = "") -> str:
    """Return what is on the table in words: "on the table were the 3 and the 7"."""
    return f"on the table {'was' if mask.bit_count() < 2 else 'were'} {still}{balls(mask)}"


def sentence(text: str) -> str:
    """Return a text with a capital letter in front; not for one that begins with a name, which keeps its own."""
    return text[:1].upper() + text[1:]


def fouls(mask: int) -> str:
    """Return fouls in words, as codes: "scratch, no_rail"."""
    return ", ".join(fouls_of(mask))


def is_listed(edition: Edition, code: str) -> bool:
    """Say whether an edition lists a foul."""
    return bool(edition.rules.listed >> FOULS.index(code) & 1)
