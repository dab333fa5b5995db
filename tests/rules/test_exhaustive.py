"""Every combination of facts on small tables, under every edition: one outcome each, and how often each outcome comes.

The tables hold the last one to four balls, the 10 among them. On each: every first contact, none and not recorded;
every set of balls pocketed; the cue ball pocketed or not; a cushion reached, not reached, not recorded; a shot with
every call (each ball into the right pocket, another one, an unrecorded one, spoken or meant; nothing; not recorded), a
safety, a push-out that is open and one that is not, and a stroke judged as a break.

The counts are the rules in numbers: a changed rule shows here at once, with what it changes.
"""

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations, product

import pytest
from rulebook import Rack, rule

from tenball_stats.rules import Ruling, State, Stroke, judge, load_edition
from tenball_stats.rules.judge import ASSUMABLE
from tenball_stats.terms import (
    CALL_MEANT,
    CALL_NOTHING,
    CALL_SPOKEN,
    CALL_UNRECORDED,
    CUE,
    KIND_CODE,
    POCKET_CODE,
    balls_of,
    fouls_of,
    mask_of,
)

TABLES = ((10,), (9, 10), (8, 9, 10), (7, 8, 9, 10))
RIGHT, WRONG = "fl", "hr"
RAIL = {-1: "", 0: "n", 1: "y"}

# Table by edition: how often each outcome comes. -----------------------------------------------------------------

SPANISH = {
    "foul": 10309,
    "foul, 10 back": 10149,
    "option": 1551,
    "option, 10 back": 1791,
    "plays on": 420,
    "plays on, 10 back": 630,
    "rack won": 30,
    "turn passes": 320,
}
COUNTS = {
    "es": SPANISH,
    "wpa-2016": SPANISH,
    "wpa-2025": SPANISH,
    "csi": SPANISH | {"plays on, 10 back": 444, "rack won": 216},
    "ru": SPANISH | {"plays on, 10 back": 354, "rack won": 306},
    "pl": {
        "foul": 10126,
        "foul, 10 back": 9966,
        "foul, others back": 366,
        "option": 54,
        "option, 10 back": 54,
        "option, others back": 366,
        "plays on": 336,
        "plays on, 10 back": 546,
        "rack won": 18,
        "turn passes": 1718,
        "turn passes, 10 back": 1650,
    },
}


def calls(table: tuple[int, ...]) -> Iterator[tuple[int, int, str, str]]:
    """Every call: type, ball, pocket, and the cell as logged."""
    yield CALL_UNRECORDED, 0, "", ""
    yield CALL_NOTHING, 0, "", "-"
    for ball, pocket in product(table, (RIGHT, WRONG, "")):
        cell = f"{ball}@{pocket}" if pocket else str(ball)
        yield CALL_SPOKEN, ball, pocket, cell
        yield CALL_MEANT, ball, pocket, f"~{cell}"


def facts(table: tuple[int, ...]) -> Iterator[tuple[Stroke, State, dict[str, str], Rack]]:
    """Every stroke on a table, as the judge takes it and as the row of a log, with the position it is played from."""
    subsets = [balls for size in range(len(table) + 1) for balls in combinations(table, size)]
    nothing = [(CALL_NOTHING, 0, "", "-")]
    kinds = [("shot", 0, 0, list(calls(table))), ("safety", 0, 0, nothing), ("push", 0, 1, nothing)]
    kinds += [("push", 0, 0, nothing), ("break", 1, 0, nothing)]
    for (kind, is_break, push_open, called), pots in product(kinds, subsets):
        for first, scratch, rail in product((-1, 0, *table), (0, 1), (-1, 0, 1)):
            for call_type, call_ball, pocket, cell in called:
                stroke = Stroke(
                    player=0,
                    kind=KIND_CODE[kind],
                    is_break=is_break,
                    call_type=call_type,
                    call_ball=call_ball,
                    call_pocket=POCKET_CODE.get(pocket, 0),
                    first=first,
                    rail=-1 if is_break else rail,
                    rails=(-1, 3, 4)[rail + 1] if is_break else -1,
                    potted=mask_of(pots) | scratch,
                    potted_known=1,
                    potted_first=pots[0] if pots else 0,
                    pockets=sum(POCKET_CODE[RIGHT] << 4 * ball for ball in pots),
                    off=0,
                    acts=0,
                    ruling=-1,
                    ruling_codes=0,
                )
                row = {
                    "player": "A",
                    "kind": kind,
                    "called": cell,
                    "first": "" if first < 0 else str(first),
                    "rail": "" if is_break else RAIL[rail],
                    "rails": ("", "3", "4")[rail + 1] if is_break else "",
                    "potted": " ".join([*(f"{ball}@{RIGHT}" for ball in pots), *(["cue@hl"] if scratch else [])]),
                }
                state = State(2, 0, mask_of(table), 0, 0, push_open, 0, 0, -1, -1)
                yield stroke, state, row, Rack(table=set(table), push_open=bool(push_open))


@cache
def everything() -> list[tuple[Stroke, State, dict[str, str], Rack]]:
    return [one for table in TABLES for one in facts(table)]


def outcome(ruling: Ruling) -> str:
    """Name what follows from a ruling; the invariants hold that it is one thing."""
    if ruling.end:
        return "rack won"
    if ruling.fouls:
        what = "foul"
    elif ruling.option:
        what = "option"
    else:
        what = "plays on" if ruling.next_player == 0 else "turn passes"
    back = balls_of(ruling.spotted)
    return what + (f", {'10' if back == [10] else 'others'} back" if back else "")


def holds(stroke: Stroke, state: State, ruling: Ruling) -> bool:
    """Return whether a ruling is one outcome, with no ball made or lost."""
    gone = stroke.potted & ~CUE
    over = ruling.end != 0
    return all(
        (
            over == (ruling.next_player == -1) == (ruling.hand == -1) == (ruling.winner >= 0),
            not over or (ruling.end == 1 and ruling.winner == 0 and not ruling.fouls),
            not over or ruling.call_made == 1 or stroke.is_break == 1,
            (ruling.fouls != 0) == (ruling.hand == 1),
            ruling.in_a_row == (1 if ruling.fouls else 0),
            not ruling.option or (ruling.next_player == 1 and ruling.hand == 0),
            not ruling.fouls or ruling.next_player == 1,
            ruling.spotted & ~gone == 0,
            ruling.table == state.table & ~gone | ruling.spotted,
            over or ruling.table >> 10 & 1 == 1,
            ruling.before == state.table and ruling.put_back == 0,
        )
    )


@pytest.mark.parametrize("edition", ["csi", "es", "pl", "ru", "wpa-2016", "wpa-2025"])
def test_each_input_has_one_outcome_and_the_counts_stand(edition: str) -> None:
    rules = load_edition(edition).rules
    counts: Counter[str] = Counter()
    broken = []
    for stroke, state, row, _ in everything():
        ruling = judge(rules, state, stroke)
        if not holds(stroke, state, ruling):
            broken.append((row, balls_of(state.table), ruling))
        counts[outcome(ruling)] += 1
    assert broken[:3] == []
    assert dict(counts) == COUNTS[edition]


@pytest.mark.parametrize("edition", ["es", "pl", "ru"])
def test_the_second_opinion_is_the_same(edition: str) -> None:
    rules = load_edition(edition).rules
    differ = []
    for stroke, state, row, rack in everything():
        ruling = judge(rules, state, stroke)
        ours = {
            "fouls": fouls_of(ruling.fouls),
            "unlisted": [],
            "turn": {-1: None, 0: "same", 1: "next"}[ruling.next_player],
            "cue_ball": {-1: None, 0: "in_place", 1: "in_hand"}[ruling.hand],
            "option": "play_or_pass" if ruling.option else None,
            "spotted": balls_of(ruling.spotted),
            "on_table": balls_of(ruling.table),
            "fouls_in_a_row": ruling.in_a_row,
            "rack_end": "ten" if ruling.end else None,
            "assumed": [name for bit, name in enumerate(ASSUMABLE) if ruling.assumed >> bit & 1],
        }
        theirs = rule(edition, row, rack, is_break=stroke.is_break == 1, warnings_recorded=False)
        if ours != theirs:
            differ.append((row, balls_of(state.table), ours, theirs))
    assert differ[:3] == []


def test_racks_won_are_as_many_as_counted_by_hand() -> None:
    """On a lawful stroke the lowest ball was struck or nothing is known of it; the cushion changes nothing."""
    lawful = 2 * 3
    alone = {"spoken": 2, "meant": 2, "not recorded": 1}
    assert COUNTS["es"]["rack won"] == lawful * sum(alone.values())
    assert COUNTS["pl"]["rack won"] == lawful * (sum(alone.values()) - alone["meant"])
    # With n balls the 10 falls in 2^(n-1) sets; it was called in two ways, or falls alone and the call is not recorded.
    early = sum(2 * 2 ** (n - 1) + 1 for n in (1, 2, 3, 4))
    assert COUNTS["csi"]["rack won"] == lawful * (early + alone["meant"])
    on_the_break = sum(2 ** (n - 1) for n in (1, 2, 3, 4))
    assert COUNTS["ru"]["rack won"] == COUNTS["csi"]["rack won"] + lawful * on_the_break


def test_balls_that_come_back_from_a_push_out_are_as_many_as_counted_by_hand() -> None:
    """Any contact and any cushion, and a set that holds another ball than the 10."""
    sets = sum((n + 2) * 3 * (2**n - 2) for n in (1, 2, 3, 4))
    assert COUNTS["pl"]["option, others back"] == COUNTS["pl"]["foul, others back"] == sets


def test_the_space_is_as_large_as_it_is_said_to_be() -> None:
    sizes = []
    for table in TABLES:
        n = len(table)
        calls_of_a_shot = 2 + 6 * n
        sizes.append(2**n * (n + 2) * 2 * 3 * (calls_of_a_shot + 4))
    assert len(everything()) == sum(sizes)
