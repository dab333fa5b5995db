"""One fact otherwise: what a ruling hangs on, and which single change of a fact would have changed it."""

from typing import Any

import pytest

from tenball_stats.log import notation
from tenball_stats.replay.words import ruling_in_short
from tenball_stats.rules import Ruling, State, Stroke, judge, load_edition
from tenball_stats.rules.judge import PUSH_OPEN
from tenball_stats.rules.otherwise import had_it_been, if_not_as_presumed, outcome
from tenball_stats.terms import ALL_BALLS, KIND_CODE, mask_of

PLAYERS = ["A", "B"]


def stroke(kind: str = "shot", **cells: Any) -> Stroke:
    """A stroke of player A, cells as in a log."""
    call = notation.call(cells["called"]) if "called" in cells else notation.Call(0, 0, 0)
    fell = notation.potted(cells.get("potted", "-"))
    off = notation.off(cells.get("off", "-"))
    acts = notation.acts(cells["acts"])[0] if "acts" in cells else 0
    ruling, codes = notation.ruling(cells["ruling"]) if "ruling" in cells else (-1, 0)
    return Stroke(
        player=0,
        kind=KIND_CODE[kind],
        is_break=int(kind == "break"),
        call_type=call.call_type,
        call_ball=call.call_ball,
        call_pocket=call.call_pocket,
        first=cells.get("first", -1),
        rail=cells.get("rail", -1),
        rails=cells.get("rails", -1),
        potted=fell.mask,
        potted_known=int(fell.known),
        potted_first=fell.first,
        pockets=fell.pockets,
        off=off.mask,
        acts=acts,
        ruling=ruling,
        ruling_codes=codes,
    )


def state(*balls: int, fouls: int = 0, warned: int = 0, recorded: int = 0, push: int = 0) -> State:
    return State(2, recorded, mask_of(balls) or ALL_BALLS, fouls, warned, push, 0, 0, -1, -1)


def hanging(edition: str, before: State, played: Stroke) -> dict[str, str]:
    """What would be ruled were a presumed fact otherwise, where that changes the ruling."""
    rules = load_edition(edition).rules
    ruling = judge(rules, before, played)
    found = {}
    for other in if_not_as_presumed(before, played, ruling.assumed, ruling.before):
        new = judge(rules, other.state, other.stroke)
        if outcome(new) != outcome(ruling):
            found[f"{other.column}: {other.had}"] = short(new)
    return found


def otherwise(edition: str, before: State, played: Stroke) -> dict[str, str]:
    rules = load_edition(edition).rules
    return {had: short(new) for had, new in had_it_been(rules, before, played, judge(rules, before, played))}


def short(ruling: Ruling) -> str:
    return ruling_in_short(ruling, PLAYERS, 0)


NEXT = "lawful; B plays next, from position"
ON = "lawful; A plays on"
HAND = "B plays with the cue ball in hand"


# What hangs on a fact that was not recorded --------------------------------------------------------------------


def test_a_miss_hangs_on_the_cushion_and_on_the_first_ball() -> None:
    assert hanging("es", state(3, 9, 10), stroke(called="3@fl")) == {
        "first: had another ball than the lowest been struck first": f"foul (the wrong ball struck first); {HAND}",
        "first: had no ball been struck": f"foul (no ball struck); {HAND}",
        "rail: had no ball reached a cushion": f"foul (no ball at a cushion); {HAND}",
    }


def test_nothing_hangs_where_everything_was_recorded() -> None:
    assert hanging("es", state(3, 9, 10), stroke(called="3@fl", first=3, rail=1)) == {}


def test_a_call_that_was_not_recorded_can_have_been_another_or_none() -> None:
    found = hanging("pl", state(3, 9, 10), stroke(first=3, potted="3@fl"))
    assert found == {"called: had nothing been called": NEXT, "called: had another ball been called": NEXT}


@pytest.mark.parametrize(
    ("called", "potted", "expected"),
    [
        ("3", "3@fl", {"called: had another pocket been called"}),
        ("3@fl", "3", {"potted: had the ball fallen in another pocket"}),
        ("3", "3", {"called: had another pocket been called", "potted: had the ball fallen in another pocket"}),
    ],
)
def test_a_pocket_that_was_not_recorded(called: str, potted: str, expected: set[str]) -> None:
    found = hanging("ru", state(3, 9, 10), stroke(called=called, first=3, potted=potted))
    assert set(found) == expected
    assert set(found.values()) == {"lawful; B may play, or hand the stroke back to A"}


def test_a_break_of_which_the_cushions_were_not_counted() -> None:
    assert hanging("pl", state(), stroke("break", first=1)) == {
        "rails: had too few balls reached a cushion": f"foul (too few balls at a cushion on the break); {HAND}"
    }


def test_what_fell_was_not_recorded() -> None:
    found = hanging("pl", state(3, 9, 10), stroke(called="9@fl", first=3, rail=0, potted="?"))
    assert found == {
        "potted: had the called ball fallen": ON,
        "potted: had another ball fallen": "lawful; the 10 comes back; B plays next, from position",
        "potted: had nothing fallen": f"foul (no ball at a cushion); {HAND}",
        "potted: had the cue ball fallen": f"foul (the cue ball pocketed, no ball at a cushion); {HAND}",
    }


def test_a_warning_that_nobody_recorded() -> None:
    third = stroke(called="3@fl", first=0)
    assert hanging("es", state(3, 10, fouls=2), third) == {
        "warnings: had no warning been given": f"foul (no ball struck); {HAND}"
    }
    assert hanging("pl", state(3, 10, fouls=2), third) == {}
    assert hanging("es", state(3, 10, fouls=2, recorded=1, warned=1), third) == {}


def test_a_foul_that_was_believed() -> None:
    found = hanging("pl", state(3, 9, 10), stroke(called="3@fl", ruling="foul"))
    assert found["ruling: had no foul been ruled"] == NEXT
    assert found["first: had no ball been struck"] == f"foul (no ball struck); {HAND}"


def test_one_ball_left_cannot_have_been_another() -> None:
    found = hanging("pl", state(10), stroke(called="10@fl"))
    assert set(found) == {"first: had no ball been struck", "rail: had no ball reached a cushion"}


# What would have made it otherwise -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("edition", "before", "played", "had", "then"),
    [
        (
            "es",
            state(3, 9, 10),
            stroke(called="3@fl", first=3, rail=0),
            "had a ball reached a cushion",
            NEXT,
        ),
        ("es", state(3, 9, 10), stroke(called="3@fl", first=9, rail=1), "had the 3 been struck first", NEXT),
        (
            "pl",
            state(),
            stroke("break", first=1, rails=2),
            "had 4 balls reached a cushion",
            NEXT,
        ),
        ("pl", state(), stroke("break", first=1, rails=2), "had an object ball been pocketed", ON),
        (
            "ru",
            state(3, 10),
            stroke(called="3@fl", first=3, rail=1, potted="cue@hl"),
            "had the cue ball stayed on the table",
            NEXT,
        ),
        (
            "ru",
            state(3, 10),
            stroke(called="3@fl", first=3, rail=1, off="cue"),
            "had the cue ball stayed on the table",
            NEXT,
        ),
        (
            "ru",
            state(3, 10),
            stroke(called="3@fl", first=3, rail=1, off="3"),
            "had no object ball left the table",
            NEXT,
        ),
        ("ru", state(3, 10), stroke(called="3@fl", first=3, rail=1, acts="touch"), "without the touch", NEXT),
        (
            "ru",
            state(3, 10),
            stroke(called="3@fl", first=3, rail=1, acts="touch double_hit"),
            "without the touch and the double hit",
            NEXT,
        ),
        (
            "ru",
            state(3, 9, 10),
            stroke(called="3@fl", first=3, potted="9@sl"),
            "had the 9 been called in that pocket",
            ON,
        ),
        ("ru", state(3, 9, 10), stroke(called="3@fl", first=3, potted="9"), "had the 9 been called", ON),
        (
            "ru",
            state(3, 9, 10),
            stroke(called="10@fl", first=3, potted="10@fl"),
            "had the 10 fallen in another pocket",
            "lawful; the 10 comes back; B may play, or hand the stroke back to A",
        ),
        ("pl", state(3, 9, 10), stroke(called="~3@fl", first=3, potted="3@fl"), "had the call been spoken", ON),
        ("pl", state(3, 9, 10), stroke(called="9@fl", first=3, rail=1), "had the 9 fallen where it was called", ON),
        (
            "pl",
            state(10),
            stroke(called="10@fl", first=10, rail=1),
            "had the 10 fallen where it was called",
            "lawful; A wins the rack",
        ),
        (
            "pl",
            state(3, 9, 10),
            stroke("push", first=9, rail=1),
            "had a push-out been open",
            "lawful; B may play, or hand the stroke back to A",
        ),
        (
            "es",
            state(3, 10, fouls=2, recorded=1),
            stroke(called="3@fl", first=0),
            "had the player been warned",
            "foul (no ball struck); third in a row, A loses the rack",
        ),
        (
            "es",
            state(3, 10, fouls=2, recorded=1, warned=1),
            stroke(called="3@fl", first=0),
            "had the player not been warned",
            f"foul (no ball struck); {HAND}",
        ),
        (
            "ru",
            state(3, 10, fouls=2),
            stroke(called="3@fl", first=0),
            "had one of the two fouls before it been none",
            f"foul (no ball struck); {HAND}",
        ),
    ],
)
def test_what_would_have_made_it_otherwise(edition: str, before: State, played: Stroke, had: str, then: str) -> None:
    assert otherwise(edition, before, played).get(had) == then


def test_a_lawful_push_out_hangs_on_no_first_ball() -> None:
    assert otherwise("ru", state(3, 9, 10, push=PUSH_OPEN), stroke("push", first=9, rail=1)) == {}


def test_only_changes_of_the_outcome_are_named() -> None:
    """Every change named leads to another outcome than the ruling, and an unchanged fact to none."""
    cases = [
        (state(3, 9, 10), stroke(called="3@fl", first=3, potted="3@fl")),
        (state(3, 9, 10), stroke(called="9@sl", first=9, rail=0, potted="9@hl cue", acts="touch")),
        (state(10), stroke(called="-", first=10, potted="10@fl")),
        (state(3, 4), stroke("safety", first=3, potted="4@fl")),
    ]
    for name in ("pl", "ru", "es", "csi", "wpa-2025"):
        rules = load_edition(name).rules
        for before, played in cases:
            ruling = judge(rules, before, played)
            for _, new in had_it_been(rules, before, played, ruling):
                assert outcome(new) != outcome(ruling)
