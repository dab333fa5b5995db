"""One stroke without a log: its facts as words, ruled under one or several editions."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from tenball_stats.errors import TenballError
from tenball_stats.log import notation
from tenball_stats.replay.explain import Verdict, verdict_on
from tenball_stats.replay.rulings import ReplayError
from tenball_stats.replay.words import ruling_in_words, stroke_in_words
from tenball_stats.rules import Edition, State, Stroke, judge
from tenball_stats.rules.judge import PUSH_CLOSED, PUSH_OPEN
from tenball_stats.rules.otherwise import if_not_as_presumed, outcome
from tenball_stats.terms import ALL_BALLS, CALL_UNRECORDED, CUE, KIND_CODE, RULING_UNRECORDED, UNSPORTING_BIT, balls_of

SHOOTERS = (["the shooter", "the opponent"], ["the shooter", "the next player", "the third player"])


class Question(NamedTuple):
    """A fact that the ruling hangs on: the option that gives it, the question, and what an answer looks like."""

    fact: str
    text: str
    expected: str
    unknown: str
    """The end of "cannot be decided without knowing …"."""


QUESTIONS = {
    "warnings": Question("warned", "Had the player been warned?", "y or n", "whether the player had been warned"),
    "called": Question(
        "called", "What was called?", "as 10@fl, - for nothing", "what was called, and into which pocket"
    ),
    "first": Question("first", "Which ball was struck first?", "1 to 10, 0 for none", "which ball was struck first"),
    "rail": Question(
        "rail", "Did a ball reach a cushion after the contact?", "y or n", "whether a cushion was reached"
    ),
    "rails": Question(
        "rails", "How many object balls reached a cushion?", "0 to 10", "how many balls reached a cushion"
    ),
    "potted": Question(
        "potted", "What was pocketed, and where?", "as 10@fl cue, - for nothing", "what fell, and where"
    ),
}


class FactError(TenballError):
    """A fact of the stroke that cannot be read; the message names the option and what was expected."""


@dataclass(frozen=True)
class Ruled:
    """One edition's answer: the ruling, and the facts without which it cannot be decided."""

    facts: list[str]
    verdict: Verdict
    undecided: list[str]
    """What one would have to know, as the end of "cannot be decided without knowing …"; empty: decided."""
    either_way: list[str]
    """How it would be ruled were the presumed fact otherwise."""


def rule(
    editions: Sequence[Edition], facts: Mapping[str, Any], ask: Callable[[Question], str | None] | None = None
) -> list[Ruled]:
    """Rule one stroke.

    Args:
        editions: the editions.
        facts: the facts by name (`kind`, `on_table`, `called`, `first`, `rail`, `rails`, `potted`, `off`, `acts`,
            `fouls`, `warned`, `push_open`, `players`), as texts in the notation of a log; None where not known.
        ask: called with a question where a fact that is not known changes the ruling; None: nobody to ask.

    Raises:
        FactError: a fact that cannot be read.
        ReplayError: more players than an edition allows.
    """
    known = dict(facts)
    asked: set[str] = set()
    while ask is not None:
        question = next(
            (
                question
                for edition in editions
                for question in hanging(edition, *_position(known))
                if question.fact not in asked
            ),
            None,
        )
        if question is None:
            break
        asked.add(question.fact)
        answer = ask(question)
        if answer is not None:
            known[question.fact] = answer
    return [_ruled(edition, known) for edition in editions]


def hanging(edition: Edition, state: State, stroke: Stroke) -> list[Question]:
    """Return the questions that the ruling of a stroke hangs on."""
    ruling = judge(edition.rules, state, stroke)
    columns = []
    for other in if_not_as_presumed(state, stroke, ruling):
        new = judge(edition.rules, other.state, other.stroke)
        if outcome(new) != outcome(ruling) and other.column not in columns:
            columns.append(other.column)
    return [QUESTIONS[column] for column in columns if column in QUESTIONS]


def _ruled(edition: Edition, facts: Mapping[str, Any]) -> Ruled:
    state, stroke = _position(facts)
    if state.players not in edition.players:
        allowed = " or ".join(map(str, edition.players))
        raise ReplayError(f"edition {edition.id} is for {allowed} players, and {state.players} play")
    players = SHOOTERS[state.players - 2]
    ruling = judge(edition.rules, state, stroke)
    either = []
    for other in if_not_as_presumed(state, stroke, ruling):
        new = judge(edition.rules, other.state, other.stroke)
        if outcome(new) != outcome(ruling):
            either.append(f"{other.had}: {ruling_in_words(new, players, 0)}")
    return Ruled(
        facts=[f"On the table: {', '.join(map(str, balls_of(ruling.before)))}.", *stroke_in_words(stroke)],
        verdict=verdict_on(edition, state, stroke, players),
        undecided=[question.unknown for question in hanging(edition, state, stroke)],
        either_way=either,
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
            option = name.replace("_", "-")
            raise FactError(f"--{option}: found {text!r}, expected {error.expected}{hint}") from None

    kind = facts["kind"]
    call = read("called", notation.call, notation.Call(CALL_UNRECORDED, 0, 0))
    # Nothing said about what fell is nothing fallen, as in a log; "?" says that nobody knows.
    fell = read("potted", notation.potted, notation.Balls(0, 0, True, 0, 0))
    off = read("off", notation.off, notation.Balls(0, 0, True, 0, 0))
    acts = read("acts", _acts, 0)
    table = read("on_table", notation.spotted, ALL_BALLS)
    warned = facts.get("warned")
    if isinstance(warned, str):
        warned = bool(read("warned", notation.yes_no, 0))
    state = State(
        players=facts["players"],
        warnings_recorded=int(warned is not None),
        table=table & ~CUE,
        fouls=facts["fouls"],
        warned=int(bool(warned)),
        push_open=PUSH_OPEN if facts["push_open"] else PUSH_CLOSED,
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
    return state, stroke


def _acts(text: str) -> int:
    mask, _, unknown, _ = notation.acts(text)
    if unknown is not None:
        raise notation.act_refused(unknown, lag=False)
    return mask
