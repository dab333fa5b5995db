"""One stroke without a log: its facts as words, ruled under one or several editions; what is not known is asked for."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from tenball_stats.errors import TenballError
from tenball_stats.log import notation
from tenball_stats.replay.rulings import ReplayError
from tenball_stats.replay.verdict import Change, Verdict, changed, verdict_on
from tenball_stats.replay.words import counted, numbered, stroke_in_words
from tenball_stats.rules import Edition, State, Stroke, judge
from tenball_stats.rules.judge import PUSH, PUSH_CLOSED, PUSH_OPEN, SAFETY
from tenball_stats.rules.otherwise import PUSH_OUT_OPEN, Otherwise, if_not_as_presumed, outcome
from tenball_stats.terms import (
    ALL_BALLS,
    CALL_MEANT,
    CALL_SPOKEN,
    CALL_UNRECORDED,
    CUE,
    KIND_CODE,
    RULING_UNRECORDED,
    UNSPORTING_BIT,
    balls_of,
)

SHOOTERS = (["the shooter", "the opponent"], ["the shooter", "the next player", "the third player"])


class Question(NamedTuple):
    """A fact that the ruling hangs on: its name, the question, and what an answer looks like."""

    fact: str
    text: str
    expected: str
    unknown: str
    """The end of "cannot be decided without knowing …"."""


QUESTIONS = {
    "on_table": Question(
        "on_table", "Which object balls were on the table?", "as 3 9 10; Enter: all ten", "what was on the table"
    ),
    "fouls": Question(
        "fouls", "On how many fouls in a row did the player stand?", "0, 1 or 2; Enter: 0", "how many fouls preceded"
    ),
    "push_open": Question(
        "push_open",
        "Was it the stroke right after a lawful break?",
        "y or n; Enter: not known",
        "whether it was the stroke right after a lawful break",
    ),
    "warnings": Question(
        "warned",
        "Had the player been warned of standing on two fouls?",
        "y or n; Enter: not known",
        "whether the player had been warned",
    ),
    "called": Question(
        "called",
        "What was called?",
        "as 10@fl, - for nothing; Enter: not known",
        "what was called, and in which pocket",
    ),
    "first": Question(
        "first",
        "Which ball was struck first?",
        "1 to 10, 0 for none; Enter: not known",
        "which ball was struck first",
    ),
    "rail": Question(
        "rail",
        "Did a ball reach a cushion after the contact?",
        "y or n; Enter: not known",
        "whether a cushion was reached",
    ),
    "rails": Question(
        "rails",
        "How many object balls reached a cushion?",
        "0 to 10; Enter: not known",
        "how many balls reached a cushion",
    ),
    "potted": Question(
        "potted",
        "What was pocketed, and where?",
        "as 10@fl cue, - for nothing; Enter: not known",
        "what was pocketed, and where",
    ),
}

Ask = Callable[[Question, str], str | None]
"""Asks a question and returns the answer, None where nobody knows; the text says what was wrong with the last one."""


class FactError(TenballError):
    """A fact of the stroke that cannot be read, or cannot be; the message names the option and what was expected."""

    def __init__(self, option: str, said: str) -> None:
        self.option, self.said = option, said
        super().__init__(f"--{option.replace('_', '-')}: {said}")


@dataclass(frozen=True)
class Ruled:
    """One edition's answer: the ruling, and the facts without which it cannot be decided."""

    facts: list[str]
    on_table: list[int]
    """Balls before the stroke, 0 the cue ball."""
    fell: list[int]
    verdict: Verdict
    undecided: list[str]
    """What one would have to know, as the end of "cannot be decided without knowing …"; empty: decided."""


def rule(editions: Sequence[Edition], facts: Mapping[str, Any], ask: Ask | None = None) -> list[Ruled]:
    """Rule one stroke.

    Args:
        editions: the editions.
        facts: the facts by name (`kind`, `on_table`, `called`, `first`, `rail`, `rails`, `potted`, `off`, `acts`,
            `fouls`, `warned`, `push_open`, `players`), as texts in the notation of a log; None where not known.
        ask: called where a fact that is not given changes the ruling; None: nobody to ask. Without it what is not
            given of the balls is taken as in a log: all ten on the table (after the break too), nothing pocketed.

    Raises:
        FactError: a fact that cannot be read or that cannot be.
        ReplayError: more players than an edition allows.
    """
    known = dict(facts)
    for edition in editions:
        if known["players"] not in edition.players:
            allowed = " or ".join(map(str, edition.players))
            raise ReplayError(f"edition {edition.id} is for {allowed} players, and {known['players']} play")
    _position(known)
    if ask is not None:
        _ask_for(editions, known, ask)
    return [_ruled(edition, known) for edition in editions]


def _ask_for(editions: Sequence[Edition], known: dict[str, Any], ask: Ask) -> None:
    """Ask for what is not given and changes the ruling under one of the editions, until nothing is left to ask."""
    if known.get("on_table") is None and known["kind"] != "break":
        _answer(QUESTIONS["on_table"], known, ask)
    if known.get("potted") is None and _answer(QUESTIONS["potted"], known, ask) is None:
        known["potted"] = "?"
    asked: set[str] = set()
    while question := next(
        (one for edition in editions for one in hanging(edition, known) if one.fact not in asked), None
    ):
        asked.add(question.fact)
        _answer(question, known, ask)
    state, stroke = _position(known)
    if known.get("fouls") is None and any(judge(edition.rules, state, stroke).fouls for edition in editions):
        _answer(QUESTIONS["fouls"], known, ask)
        for edition in editions:
            for question in hanging(edition, known):
                if question.fact not in asked:
                    asked.add(question.fact)
                    _answer(question, known, ask)


def _answer(question: Question, known: dict[str, Any], ask: Ask) -> str | None:
    """Ask until the answer can be read; put it among the facts."""
    wrong = ""
    while (answer := ask(question, wrong)) is not None:
        try:
            _position(known | {question.fact: answer})
        except FactError as error:
            wrong = error.said
            continue
        known[question.fact] = answer
        return answer
    return None


def hanging(edition: Edition, facts: Mapping[str, Any]) -> list[Question]:
    """Return the questions that the ruling of a stroke hangs on."""
    return [QUESTIONS[column] for column in dict.fromkeys(other.column for other, _ in _open(edition, facts))]


def _open(edition: Edition, facts: Mapping[str, Any]) -> list[tuple[Otherwise, Change]]:
    """Return the facts that are not known and would change the ruling, with what would then be ruled."""
    state, stroke = _position(facts)
    ruling = judge(edition.rules, state, stroke)
    others = list(if_not_as_presumed(state, stroke, ruling.assumed, ruling.before))
    if stroke.kind == PUSH and facts.get("push_open") is None:
        opened = state._replace(push_open=PUSH_OPEN)
        others.insert(0, Otherwise("push_open", "had it been the stroke right after a lawful break", opened, stroke))
    players = SHOOTERS[state.players - 2]
    found = []
    for other in others:
        new = judge(edition.rules, other.state, other.stroke)
        if outcome(new) != outcome(ruling) and other.column in QUESTIONS:
            found.append((other, changed(other.had, new, players, 0)))
    return found


def _ruled(edition: Edition, facts: Mapping[str, Any]) -> Ruled:
    state, stroke = _position(facts)
    players = SHOOTERS[state.players - 2]
    verdict = verdict_on(edition, state, stroke, players)
    open_facts = _open(edition, facts)
    if any(other.column == "push_open" for other, _ in open_facts):
        presumed = {"push_open": "that it was not the stroke right after a lawful break"}
        otherwise = [change for change in verdict.otherwise if change.had != PUSH_OUT_OPEN]
        verdict = replace(verdict, presumed=presumed | verdict.presumed, otherwise=otherwise)
    changes = {change.had: change for _, change in open_facts}
    stood = facts.get("fouls") or 0
    said = [f"On the table: {', '.join(map(str, balls_of(state.table)))}."]
    if int(stood):
        said.append(f"The shooter stood on {counted(int(stood), 'foul')} in a row.")
    if stroke.kind == PUSH and state.push_open == PUSH_OPEN:
        said.append("It was the stroke right after a lawful break.")
    fell = balls_of(stroke.potted) + ([0] if stroke.potted & CUE else [])
    return Ruled(
        facts=[*said, *stroke_in_words(stroke)],
        on_table=[0, *balls_of(state.table)],
        fell=fell,
        verdict=replace(verdict, hangs_on=list(changes.values())),
        undecided=[question.unknown for question in hanging(edition, facts)],
    )


def _position(facts: Mapping[str, Any]) -> tuple[State, Stroke]:
    """Return position and stroke from facts in words."""

    def read(name: str, reader: Callable[[str], Any], missing: Any) -> Any:
        text = facts.get(name)
        if text is None or not str(text).strip():
            return missing
        try:
            return reader(str(text).strip())
        except notation.Unreadable as error:
            hint = f"; {error.hint}" if error.hint else ""
            raise FactError(name, f"found {str(text)!r}, expected {error.expected}{hint}") from None

    kind = facts["kind"]
    call = read("called", notation.call, notation.Call(CALL_UNRECORDED, 0, 0))
    # Nothing said about what fell is nothing fallen, as in a log; "?" says that nobody knows.
    fell = read("potted", notation.potted, notation.Balls(0, 0, True, 0, 0))
    off = read("off", notation.off, notation.Balls(0, 0, True, 0, 0))
    acts = read("acts", _acts, 0)
    table = read("on_table", _on_table, ALL_BALLS)
    warned = read("warned", notation.yes_no, None)
    state = State(
        players=facts["players"],
        warnings_recorded=int(warned is not None),
        table=table,
        fouls=read("fouls", lambda text: notation.whole(text, 0, 2), 0),
        warned=int(bool(warned)),
        push_open=PUSH_OPEN if read("push_open", notation.yes_no, 0) else PUSH_CLOSED,
        turn=0,
        hand=-1,
        option_for=-1,
        option_from=-1,
    )
    stroke = Stroke(
        player=0,
        kind=KIND_CODE[kind],
        is_break=int(kind == "break"),
        call_type=call.call_type,
        call_ball=call.call_ball,
        call_pocket=call.call_pocket,
        first=read("first", lambda text: notation.whole(text, 0, 10), -1),
        rail=read("rail", notation.yes_no, -1),
        rails=read("rails", lambda text: notation.whole(text, 0, 10), -1),
        potted=fell.mask,
        potted_known=int(fell.known),
        potted_first=fell.first,
        pockets=fell.pockets,
        off=off.mask,
        acts=acts & ~UNSPORTING_BIT,
        ruling=RULING_UNRECORDED,
        ruling_codes=0,
    )
    _can_be(facts, state, stroke, fell.twice | off.twice)
    return state, stroke


def _can_be(facts: Mapping[str, Any], state: State, stroke: Stroke, twice: int) -> None:
    """Refuse facts that cannot stand together; a log's replay would follow them, a question is better put right."""
    left = f"on the table were {', '.join(map(str, balls_of(state.table)))}"
    here = {
        "first": 1 << stroke.first if stroke.first > 0 else 0,
        "potted": stroke.potted & ALL_BALLS,
        "off": stroke.off & ALL_BALLS,
        "called": 1 << stroke.call_ball if stroke.call_type in (CALL_MEANT, CALL_SPOKEN) else 0,
    }
    if stroke.is_break and state.table != ALL_BALLS:
        raise FactError("on_table", "a break is played at all ten balls; leave it out")
    for option, mask in here.items():
        missing = mask & ~state.table
        if missing:
            were = "was" if missing.bit_count() == 1 else "were"
            raise FactError(option, f"{numbered(missing)} {were} not there; {left}")
    both = (stroke.potted & stroke.off) | twice
    if both:
        raise FactError("off" if stroke.potted & stroke.off else "potted", "a ball is named twice; name each once")
    if facts.get("rails") is not None and not stroke.is_break:
        raise FactError("rails", "is asked of a break only; say --rail y or n of another stroke")
    if stroke.call_type != CALL_UNRECORDED and (stroke.is_break or stroke.kind == PUSH):
        raise FactError("called", f"nothing is called on a {'break' if stroke.is_break else 'push-out'}; leave it out")
    if stroke.kind == SAFETY and stroke.call_type in (CALL_MEANT, CALL_SPOKEN):
        raise FactError("called", "a safety calls no ball; leave it out, or rule a --kind shot")


def _on_table(text: str) -> int:
    mask: int = notation.spotted(text) & ~CUE
    if not mask:
        raise notation.Unreadable("the object balls on the table, as 3 9 10")
    return mask


def _acts(text: str) -> int:
    mask, _, unknown, _ = notation.acts(text)
    if unknown is not None:
        raise notation.act_refused(unknown, lag=False)
    return mask
