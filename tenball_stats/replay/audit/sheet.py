"""One match as the audit reads it: its rows with what the replay found, and the findings made so far."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from tenball_stats.replay.audit.catalogue import CONTRADICTS, INTERPRETATION, NOT_COVERED, ORDER, UNRECORDED
from tenball_stats.replay.follow import Record, Trace, state_at, stroke_at
from tenball_stats.rules import Edition, Point, Ruling, judge
from tenball_stats.rules.edition import BASES
from tenball_stats.rules.otherwise import if_not_as_presumed
from tenball_stats.terms import FOULS, balls_of, fouls_of

VERDICT_OF = {"explicit": CONTRADICTS, "interpretation": INTERPRETATION, "silent": NOT_COVERED}


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
    event_no: list[int]
    rack: list[int]
    attempt: list[int]
    shot: list[int]
    line: list[int]
    file: list[str]
    texts: dict[str, list[str | None]]
    """Cells as logged: `called_text`, `ruling_text`, `rack_layout`, …"""
    race_to: list[int] | None
    break_format: str | None
    past_head: list[int]
    score: list[list[int] | None]
    lag_cm: list[float | None]
    out_of_order: list[bool]
    twice: list[int]
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
        return self.players[player] if 0 <= player < len(self.players) else "nobody"

    def ruling(self, row: int) -> Ruling:
        """Return the whole ruling of a stroke, judged again from where the record stood."""
        return judge(self.edition.rules, state_at(self.record, self.trace, row), stroke_at(self.record, row))

    def hangs_on(self, row: int, agrees: Callable[[Ruling], bool]) -> bool:
        """Say whether a presumed fact, had it been otherwise, would have the edition agree with the record."""
        if not self.trace.assumed[row]:
            return False
        state, stroke = state_at(self.record, self.trace, row), stroke_at(self.record, row)
        others = if_not_as_presumed(state, stroke, self.ruling(row))
        return any(agrees(judge(self.edition.rules, other.state, other.stroke)) for other in others)

    def explained(self, row: int, *codes: str) -> bool:
        """Say whether one of these codes was found on a row."""
        return bool(self.codes.get(row, set()) & set(codes))

    def verdict_of_ruling(self, row: int) -> tuple[str, list[str]]:
        """Return verdict and clauses of a contradiction to the ruling of a stroke."""
        clauses, basis = self.edition.grounds(self.trace.why[row], self.trace.fouls[row])
        return VERDICT_OF[basis], clauses

    def verdict_of(self, *points: Point) -> tuple[str, list[str]]:
        """Return verdict and clauses of a contradiction to these points of the edition."""
        cited = {clause for point in points for clause in point.clauses}
        basis = max((point.basis for point in points), key=BASES.index)
        return VERDICT_OF[basis], [clause for clause in self.edition.clauses if clause in cited]

    def find(
        self,
        code: str,
        row: int,
        message: str,
        verdict: str,
        clauses: Iterable[str] = (),
        *,
        recorded: str | None = None,
        ruled: str | None = None,
    ) -> None:
        """Note a finding on a row."""
        self.codes.setdefault(row, set()).add(code)
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
                verdict,
                self.edition.id,
                list(clauses),
                recorded,
                ruled,
                message,
            )
        )

    def sorted_findings(self) -> list[Finding]:
        """Return the findings in the order of play, those of one row in the order of the catalogue."""
        return sorted(self.findings, key=lambda finding: (finding.event_no, ORDER[finding.code]))


def weaker(verdict: str, hangs: bool) -> str:
    """Return the verdict, or `unrecorded` where it hangs on a presumed fact."""
    return UNRECORDED if hangs else verdict


def balls(mask: int) -> str:
    """Return balls in words: "the 7", "the 3 and the 7", "none"."""
    names = [f"the {ball}" for ball in balls_of(mask)]
    if not names:
        return "none"
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def sentence(text: str) -> str:
    """Return a text with a capital letter in front; names inside keep theirs."""
    return text[:1].upper() + text[1:]


def fouls(mask: int) -> str:
    """Return fouls in words, as codes: "scratch, no_rail"."""
    return ", ".join(fouls_of(mask))


def is_listed(edition: Edition, code: str) -> bool:
    """Say whether an edition lists a foul."""
    return bool(edition.rules.listed >> FOULS.index(code) & 1)
