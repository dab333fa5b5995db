"""What one edition makes of one stroke: the ruling, its grounds, what had to be presumed, and what hangs on what."""

from dataclasses import dataclass, field

from tenball_stats.replay.audit.sheet import Finding
from tenball_stats.replay.sentences import point_in_words
from tenball_stats.replay.words import ENDS, ruling_in_short, ruling_in_words
from tenball_stats.rules import Edition, Point, Ruling, State, Stroke, judge
from tenball_stats.rules.edition import BASES
from tenball_stats.rules.judge import ASSUMABLE, GOES_ON, IN_HAND, IN_PLACE, LOST_ON_FOULS
from tenball_stats.rules.otherwise import had_it_been, if_not_as_presumed, outcome
from tenball_stats.rules.switches import SWITCHES
from tenball_stats.terms import CALL_UNRECORDED, balls_of, fouls_of


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
class Change:
    """One fact otherwise, in words ("had no ball reached a cushion"), and what would then be ruled."""

    had: str
    sentence: str
    short: str


@dataclass(frozen=True)
class Verdict:
    """What one edition makes of the stroke."""

    edition: str
    name: str
    source: str
    known: str
    fingerprint: str
    sentence: str
    short: str
    """The same on one line."""
    fouls: list[str]
    unlisted: list[str]
    next_player: str | None
    cue_ball: str | None
    option: bool
    spotted: list[int]
    on_table: list[int]
    fouls_in_a_row: int
    rack_end: str | None
    rack_winner: str | None
    clauses: list[str]
    basis: str
    grounds: list[Ground]
    presumed: dict[str, str]
    """Columns that were blank, with what was presumed."""
    hangs_on: list[Change]
    """What would change the ruling among the presumed facts."""
    otherwise: list[Change]
    """Which recorded fact, had it been otherwise, would have changed the ruling."""
    findings: list[Finding] = field(default_factory=list)

    @property
    def readings(self) -> dict[str, str]:
        """The readings that the ruling rests on, id to text."""
        return {ground.reading: ground.reading_text for ground in self.grounds if ground.reading}

    @property
    def uncovered(self) -> list[Ground]:
        """The points on which the edition has no rule."""
        return [ground for ground in self.grounds if ground.basis == "silent"]


def verdict_on(
    edition: Edition,
    state: State,
    stroke: Stroke,
    players: list[str],
    *,
    ended: Ruling | None = None,
    findings: list[Finding] | None = None,
) -> Verdict:
    """Return what an edition makes of one stroke, with reasons.

    Args:
        edition: the edition.
        state: the position it was played from.
        stroke: its facts.
        players: names in rotation.
        ended: the ruling as a replay has it, where an event after the stroke ended the rack; None: the judge's.
        findings: what an audit found on it.
    """
    ruling = judge(edition.rules, state, stroke)
    shown = ended or ruling
    points = grounds_of(edition, ruling)
    outside = _outside(edition, shown)
    clauses, basis = edition.grounds(ruling.why, ruling.fouls)
    if outside is not None:
        clauses = [clause for clause in edition.clauses if clause in (*clauses, *outside.clauses)]
        basis = max(basis, outside.basis, key=BASES.index)
    return Verdict(
        edition=edition.id,
        name=edition.name,
        source=edition.source,
        known=edition.known,
        fingerprint=edition.fingerprint,
        sentence=ruling_in_words(shown, players, stroke.player),
        short=ruling_in_short(shown, players, stroke.player),
        fouls=fouls_of(shown.fouls),
        unlisted=sorted(fouls_of(shown.unlisted)),
        next_player=players[shown.next_player] if shown.next_player >= 0 else None,
        cue_ball={IN_PLACE: "in_place", IN_HAND: "in_hand"}.get(shown.hand),
        option=bool(shown.option),
        spotted=balls_of(shown.spotted),
        on_table=balls_of(shown.table),
        fouls_in_a_row=shown.in_a_row,
        rack_end=ENDS.get(shown.end),
        rack_winner=players[shown.winner] if shown.winner >= 0 else None,
        clauses=clauses,
        basis=basis,
        grounds=[_ground(edition, point) for point in points] + ([outside] if outside else []),
        presumed={name: presumed_in_words(name, stroke) for n, name in enumerate(ASSUMABLE) if ruling.assumed >> n & 1},
        hangs_on=hanging_on(edition, state, stroke, ruling, players),
        otherwise=[
            changed(had, new, players, stroke.player) for had, new in had_it_been(edition.rules, state, stroke, ruling)
        ],
        findings=findings or [],
    )


def grounds_of(edition: Edition, ruling: Ruling) -> list[Point]:
    """Return the points of an edition that a ruling rests on, what follows from a foul included."""
    points = [edition.fouls.get(code, edition["unlisted_acts"]) for code in fouls_of(ruling.fouls)]
    points += [edition.switches[switch.name] for number, switch in enumerate(SWITCHES) if ruling.why >> number & 1]
    if ruling.fouls and ruling.end == GOES_ON:
        points.append(edition["foul_cue_ball"])
    return points


def _ground(edition: Edition, point: Point) -> Ground:
    return Ground(
        point.name,
        point_in_words(edition, point),
        {clause: edition.clauses[clause] for clause in point.clauses},
        point.basis,
        point.reading,
        edition.readings.get(point.reading, ""),
        point.note,
    )


def _outside(edition: Edition, ruling: Ruling) -> Ground | None:
    """Return what an end of the rack from outside the stroke rests on; None where there was none."""
    if ruling.end in (GOES_ON, LOST_ON_FOULS) or ENDS[ruling.end] == "ten":
        return None
    end = ENDS[ruling.end]
    if end in ("stalemate", "penalty"):
        return _ground(edition, edition["stalemate" if end == "stalemate" else "misconduct"])
    what = "conceding a rack" if end == "concession" else "forfeiting a match"
    return Ground(end, f"The edition has no rule on {what}.", {}, "silent", "", "", "")


def presumed_in_words(column: str, stroke: Stroke) -> str:
    """Return what was presumed of a stroke where a column was blank, as "that …"."""
    if column == "called":
        if stroke.call_type == CALL_UNRECORDED:
            return f"that the {stroke.potted_first} was called, and in the pocket it fell in"
        if stroke.pockets >> (4 * stroke.call_ball) & 15:
            return f"that the pocket called was the one in which the {stroke.call_ball} fell"
    if column == "potted" and not stroke.potted_known:
        return "that nothing was pocketed, and that the stroke was lawful all the same"
    if column in ("called", "potted"):
        return f"that the {stroke.call_ball} fell in the pocket that was called"
    return {
        "warnings": "that the player had been warned",
        "first": "that the lowest ball was struck first",
        "rail": "that a ball reached a cushion",
        "rails": "that enough balls reached a cushion",
        "ruling": "that the foul was rightly ruled",
    }[column]


def hanging_on(edition: Edition, state: State, stroke: Stroke, ruling: Ruling, players: list[str]) -> list[Change]:
    """Return how the ruling would change were a presumed fact otherwise, each change once."""
    said: dict[str, Change] = {}
    for other in if_not_as_presumed(state, stroke, ruling.assumed, ruling.before):
        new = judge(edition.rules, other.state, other.stroke)
        if outcome(new) != outcome(ruling):
            said.setdefault(other.had, changed(other.had, new, players, stroke.player))
    return list(said.values())


def changed(had: str, ruling: Ruling, players: list[str], shooter: int) -> Change:
    """Return a fact otherwise with the ruling that would follow."""
    return Change(had, ruling_in_words(ruling, players, shooter), ruling_in_short(ruling, players, shooter))
