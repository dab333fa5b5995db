"""One match as the audit reads it: its rows with what the replay found, and the findings made so far."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol

from tenball_stats.replay.audit import grounds
from tenball_stats.replay.audit.catalogue import ORDER
from tenball_stats.replay.audit.grounds import NOT_ASKED, Ground
from tenball_stats.replay.audit.looking import Attempt
from tenball_stats.replay.audit.presumed import Agrees, hangs_on
from tenball_stats.replay.audit.words import fouls, name_of
from tenball_stats.replay.follow import Record, Trace, state_at, stroke_at
from tenball_stats.rules import Edition, Ruling, judge


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
    clauses: tuple[str, ...]
    recorded: str | None
    ruled: str | None
    message: str


class Files(Protocol):
    """Names of files, by row."""

    def __getitem__(self, row: int, /) -> str:
        """Return the name of the file that a row stands in."""


class Cells(Protocol):
    """Texts of a column, by row."""

    def __getitem__(self, row: int, /) -> str | None:
        """Return the text of a row, None where it is blank."""


@dataclass(slots=True)
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
    """Scores, by row; only of those that are looked at. So are the distances of lags."""
    lag_cm: Mapping[int, float]
    out_of_order: Sequence[bool]
    twice: Sequence[int]
    before: Sequence[int]
    """The stroke before each row in the same attempt, -1 where there is none."""
    unseen: Sequence[bool]
    """There was a stroke before it in the same attempt of which it is not recorded what went down."""
    is_last: Sequence[bool]
    """The last stroke of its rack in the record."""
    marked: Mapping[str, list[int]]
    """Rows on which each check is made, by its name in `looking.MARKS`; likewise what it reads of the racks."""
    hinges: list[int]
    lags: list[int]
    scored: list[int]
    attempts: list[Attempt]
    with_grounds: bool = True
    """How sure each finding is has to be known, not only what is found."""
    findings: list[Finding] = field(default_factory=list)
    codes: set[tuple[int, str]] = field(default_factory=set)
    """Rows with the codes found on them so far: what explains a finding on the next row."""

    @property
    def rows(self) -> range:
        """All rows of the match, in the order of play."""
        return range(self.first, self.stop)

    @property
    def strokes(self) -> list[int]:
        """The rows that are strokes."""
        return [row for row in self.rows if self.record.is_stroke[row]]

    def check(self, checks: Mapping[str, Callable[["Sheet", int], None]]) -> None:
        """Make checks, by name, each on the rows on which it may find something."""
        for name, check in checks.items():
            for row in self.marked.get(name, ()):
                check(self, row)

    def name(self, player: int) -> str:
        """Return a player's name."""
        return name_of(self.players, player)

    def ruling(self, row: int) -> Ruling:
        """Return the whole ruling of a stroke, judged again from where the record stood."""
        return judge(self.edition.rules, state_at(self.record, self.trace, row), stroke_at(self.record, row))

    def hangs_on(self, row: int, agrees: Agrees) -> str:
        """Return on which presumed fact it hangs that a ruling is not as the record has it; see `presumed.hangs_on`."""
        assumed, unseen = self.trace.assumed[row], self.unseen[row]
        if not self.with_grounds or not (assumed or unseen):
            return ""
        state, stroke = state_at(self.record, self.trace, row), stroke_at(self.record, row)
        return hangs_on(self.edition.rules, state, stroke, assumed, self.trace.before[row], agrees, unseen=unseen)

    def explained(self, row: int, *codes: str) -> bool:
        """Say whether one of these codes was found on a row."""
        return not self.codes.isdisjoint([(row, code) for code in codes])

    def against_ruling(self, row: int, agrees: Agrees, more: int = 0, *, gap: bool = False) -> Ground:
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
        ground = grounds.against_ruling(self.edition, self.trace.fouls[row], self.trace.why[row], more)
        unlisted = self.trace.unlisted[row]
        if unlisted:
            rules = self.edition.rules._replace(listed=self.edition.rules.listed | unlisted)
            if agrees(judge(rules, state_at(self.record, self.trace, row), stroke_at(self.record, row))):
                return grounds.not_listed(self.edition, ground.clauses, f"were {fouls(unlisted)} a foul here")
        if gap:
            return ground.provided("had the strokes that are missing in between been played so")
        return ground.provided(self.hangs_on(row, agrees))

    def against_foul(self, row: int) -> Ground:
        """Return the ground of a record that does not know of the foul that a stroke is."""
        if not self.with_grounds:
            return NOT_ASKED
        return grounds.against_foul(self.edition, self.trace.fouls[row], self.trace.why[row])

    def against(self, points: int) -> Ground:
        """Return the ground of a contradiction to these points of the edition; all of them are needed."""
        return grounds.against(self.edition, points) if self.with_grounds else NOT_ASKED

    def against_any(self, points: int) -> Ground:
        """Return the ground of a contradiction to these points of the edition, each of which would do."""
        return grounds.against_any(self.edition, points) if self.with_grounds else NOT_ASKED

    def not_listed(self) -> Ground:
        """Return the ground of what hangs on an act that the edition's list of fouls does not name."""
        return grounds.not_listed(self.edition) if self.with_grounds else NOT_ASKED

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
        self.codes.add((row, code))
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
