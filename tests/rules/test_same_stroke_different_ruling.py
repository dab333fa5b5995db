"""What the rule books rule differently on the same stroke, and where the later ones stand beside them."""

import pytest
from play import DRY, MISS, SAFE, SIX, last, left, said

from tenball_stats.rules import load_edition

SPOT_BREAKER = {"spotted": [10], "next_player": "A", "option": None, "rack_end": None}
WON = {"fouls": [], "spotted": [], "next_player": None, "option": None, "rack_end": "ten", "rack_winner": "A"}
NEXT = {"fouls": [], "next_player": "B", "cue_ball": "in_place", "option": None, "rack_end": None}
OPTION = NEXT | {"option": "play_or_pass"}
PLAYS_ON = {"fouls": [], "next_player": "A", "cue_ball": "in_place", "option": None, "rack_end": None}
FOUL = {"unlisted": [], "next_player": "B", "cue_ball": "in_hand", "option": None, "spotted": []}
BY_A = "A shot called=1@fr first=1"


def acts_of(act: str) -> tuple[str, ...]:
    return (SIX, f"{BY_A} potted=1@fr acts={act}")


def foul(act: str) -> dict[str, object]:
    return FOUL | {"fouls": [act]}


def no_foul(act: str) -> dict[str, object]:
    return PLAYS_ON | {"unlisted": [act]}


ROWS = {
    "lawful break, only the 10 falls": (
        ("A break first=1 rails=6 potted=10@fr",),
        {"pl": SPOT_BREAKER, "ru": WON, "es": SPOT_BREAKER},
    ),
    "the 10 called off the 3, made": (
        (left(3, 5, 9, 10), "A shot called=10@fr first=3 potted=10@fr"),
        {"pl": PLAYS_ON | {"spotted": [10]}, "ru": WON, "es": PLAYS_ON | {"spotted": [10]}},
    ),
    "push-out pockets the 5": (
        (SIX, "A push first=5 potted=5@sl"),
        {"pl": OPTION | {"spotted": [5]}, "ru": OPTION | {"spotted": []}, "es": OPTION | {"spotted": []}},
    ),
    "called ball in another pocket": (
        (SIX, f"{BY_A} potted=1@sl"),
        {"pl": NEXT, "ru": OPTION, "es": OPTION},
    ),
    "another ball falls instead": (
        (SIX, f"{BY_A} potted=7@sl"),
        {"pl": NEXT, "ru": OPTION, "es": OPTION},
    ),
    "lowest ball falls on a safety": (
        (SIX, "A safety called=- first=1 potted=1@fl"),
        {"pl": NEXT, "ru": OPTION, "es": OPTION},
    ),
    "10 falls uncalled": (
        (SIX, f"{BY_A} potted=10@sl"),
        {"pl": NEXT | {"spotted": [10]}, "ru": OPTION | {"spotted": [10]}, "es": OPTION | {"spotted": [10]}},
    ),
    "straight-in 1, nothing said": (
        (SIX, "A shot called=~1@fr first=1 potted=1@fr"),
        {"pl": NEXT | {"spotted": []}, "ru": PLAYS_ON, "es": PLAYS_ON},
    ),
    "last 10 in the jaws, nothing said": (
        (left(10), "A shot called=~10@fr first=10 potted=10@fr"),
        {"pl": NEXT | {"spotted": [10]}, "ru": WON, "es": WON},
    ),
    "9 and 10 left; the 10 called, both fall": (
        (left(9, 10), "A shot called=10@fr first=9 potted=9@fl+10@fr"),
        {"pl": PLAYS_ON | {"spotted": [10]}, "ru": WON, "es": PLAYS_ON | {"spotted": [10]}},
    ),
    **{
        act: (acts_of(act), {"pl": no_foul(act), "ru": foul(act), "es": foul(act)})
        for act in ("double_hit", "push_stroke", "moving", "cue_on_table", "out_of_turn", "slow")
    },
    "chalk left as a mark": (
        acts_of("marking"),
        {"pl": no_foul("marking"), "ru": no_foul("marking"), "es": foul("marking")},
    ),
    "jump by digging under": (
        acts_of("scoop"),
        {"pl": foul("scoop"), "ru": no_foul("scoop"), "es": no_foul("scoop")},
    ),
}


@pytest.mark.parametrize("edition", ["pl", "ru", "es"])
@pytest.mark.parametrize("stroke", ROWS)
def test_the_same_stroke(stroke: str, edition: str) -> None:
    rows, rulings = ROWS[stroke]
    said(last(edition, *rows), **rulings[edition])


@pytest.mark.parametrize(("edition", "lost"), [("pl", True), ("ru", True), ("es", False)])
def test_third_foul_in_a_row_warnings_recorded_and_none_given(edition: str, lost: bool) -> None:
    third = last(edition, DRY, MISS, SAFE, MISS, SAFE, MISS, warnings="recorded")
    if lost:
        said(third, rack_end="three_fouls", rack_winner="A", fouls_in_a_row=3, next_player=None, cue_ball=None)
    else:
        said(third, rack_end=None, rack_winner=None, fouls_in_a_row=2, next_player="A", cue_ball="in_hand")


@pytest.mark.parametrize(("edition", "corners"), [("pl", ()), ("ru", ()), ("es", (2, 3))])
def test_two_and_three_not_in_the_rear_corners(edition: str, corners: tuple[int, ...]) -> None:
    assert tuple(sorted(load_edition(edition)["rack_rear_corners"].value)) == corners


@pytest.mark.parametrize(("edition", "later"), [("pl", "alternate"), ("ru", "silent"), ("es", "silent")])
def test_winner_of_rack_1_breaks_rack_2_as_well(edition: str, later: str) -> None:
    assert load_edition(edition)["later_breaks"].value == later


# The fouls that each edition lists, with their clauses; None: it lists no such foul. -----------------------------

LISTED = {
    "scratch": ("Faule.1e", "10.1", "10.1", "6.1", "3.1"),
    "cue_off": ("Faule.1f", "10.1", "10.1", "6.1", "3.1"),
    "ball_off": ("Faule.1f", "10.5", "10.6", "6.5", "3.5"),
    "no_contact": ("Faule.1b", "10.2", "10.2", "6.3", "3.3"),
    "wrong_ball": ("Faule.1c", "10.2", "10.2", "6.2", "3.2"),
    "no_rail": ("Faule.1d", "10.3", "10.3", "6.3", "3.3"),
    "illegal_break": ("Faule.1a", "3.2", "3", "", ""),
    "foot": ("Faule.1j", "10.4", "10.4", "6.4", "3.4"),
    "touch": ("Faule.1g Faule.1i", "10.6", "10.5 10.7", "6.6", "3.6"),
    "double_hit": (None, "10.7", "10.8", "6.7", "3.7"),
    "push_stroke": (None, "10.8", "10.9", "6.8", "3.8"),
    "moving": (None, "10.9", "10.10", "6.9", "3.9"),
    "placement": (None, "10.10", None, "6.10", "3.10"),
    "cue_on_table": (None, "10.12", "10.11", "6.12", None),
    "marking": (None, None, "10.11", None, None),
    "out_of_turn": (None, "10.13", "10.12", "6.13", "3.12"),
    "slow": (None, "10.15", "10.13", "6.15", "3.14"),
    "not_tip": ("Faule.1h", "10.6", "10.7", "6.6", "3.6"),
    "scoop": ("Faule.1h", None, None, None, None),
}
EDITIONS = ("pl", "ru", "es", "wpa-2016", "wpa-2025")
FACTS = {
    "scratch": "first=1 rail=y potted=cue@hl",
    "cue_off": "first=1 rail=y off=cue",
    "ball_off": "first=1 rail=y off=4",
    "no_contact": "first=0 rail=y",
    "wrong_ball": "first=2 rail=y",
    "no_rail": "first=1 rail=n",
}
READINGS = {("ru", "not_tip"), ("es", "not_tip"), ("es", "moving"), ("es", "illegal_break")}
LISTS = [(edition, code, row[place]) for place, edition in enumerate(EDITIONS) for code, row in LISTED.items()]


@pytest.mark.parametrize(("edition", "code", "clauses"), LISTS)
def test_fouls_listed(edition: str, code: str, clauses: str | None) -> None:
    rows = [DRY, f"B shot called=1@fl {FACTS.get(code, f'first=1 rail=y acts={code}')}"]
    if code == "illegal_break":
        rows = ["A break first=1 rails=2"]
    record = last(edition, *rows)
    if clauses is None:
        said(record, fouls=[], unlisted=[code], fouls_in_a_row=0, option=None, cue_ball="in_place")
        assert code not in load_edition(edition).fouls
        return
    said(record, fouls=[code], unlisted=[], fouls_in_a_row=1, option=None, cue_ball="in_hand")
    assert set(clauses.split()) <= set(record["clauses"])
    assert load_edition(edition).fouls[code].clauses == tuple(clauses.split())
    second_hand = edition.startswith("wpa") or (edition, code) in READINGS
    said(record, basis="interpretation" if second_hand else "explicit")


@pytest.mark.parametrize("act", ["placement", "scoop"])
def test_an_act_that_the_spanish_text_does_not_list_is_for_the_organiser(act: str) -> None:
    record = last("es", *acts_of(act))
    said(record, unlisted=[act], basis="silent")
    assert "13" in record["clauses"]


def test_several_acts_are_sorted_and_only_the_listed_are_fouls() -> None:
    record = last("ru", SIX, f"{BY_A} rail=y acts=slow+scoop+unsporting+marking+double_hit")
    said(record, fouls=["double_hit", "slow"], unlisted=["marking", "scoop"])


def test_misconduct_is_no_foul_of_a_stroke() -> None:
    for edition in ("pl", "ru", "es", "wpa-2016", "wpa-2025", "csi"):
        said(last(edition, SIX, f"{BY_A} rail=y acts=unsporting"), fouls=[], unlisted=[], next_player="B")


# The later editions. ---------------------------------------------------------------------------------------------

LATER = ("wpa-2016", "wpa-2025", "csi")


@pytest.mark.parametrize(("edition", "wins"), [("wpa-2016", False), ("wpa-2025", False), ("csi", True)])
def test_early_called_ten(edition: str, wins: bool) -> None:
    record = last(edition, left(3, 5, 10), "A shot called=10@fr first=3 potted=10@fr")
    said(record, **(WON if wins else PLAYS_ON | {"spotted": [10]}))


@pytest.mark.parametrize("edition", LATER)
@pytest.mark.parametrize("potted", ["1@fl", "7@fl"])
def test_a_ball_pocketed_without_a_call_gives_the_option(edition: str, potted: str) -> None:
    said(last(edition, SIX, f"A safety called=- first=1 potted={potted}"), **OPTION)
    said(last(edition, SIX, f"A shot called=- first=1 potted={potted}"), **OPTION)
    assert load_edition(edition)["safety_call"].value is (edition != "wpa-2025")


@pytest.mark.parametrize("edition", LATER)
def test_a_safety_that_pockets_nothing_passes_the_turn(edition: str) -> None:
    said(last(edition, SIX, "A safety called=- first=1 rail=y"), **NEXT)
    said(last(edition, SIX, "A safety called=- first=1 rail=n"), fouls=["no_rail"], cue_ball="in_hand")


@pytest.mark.parametrize("edition", LATER)
def test_an_unwarned_third_foul_counts_as_the_second(edition: str) -> None:
    rows = [DRY, MISS, SAFE, MISS, SAFE]
    said(last(edition, *rows, MISS, warnings="recorded"), fouls_in_a_row=2, rack_end=None, next_player="A")
    said(last(edition, *rows, "B warn", MISS, warnings="recorded"), rack_end="three_fouls", rack_winner="A")


@pytest.mark.parametrize(
    ("edition", "lag_winner", "corners"),
    [("wpa-2016", "chooses", ()), ("wpa-2025", "chooses", ()), ("csi", "silent", (2, 3))],
)
def test_lag_later_racks_and_rear_corners(edition: str, lag_winner: str, corners: tuple[int, ...]) -> None:
    rules = load_edition(edition)
    assert rules["lag_winner"].value == lag_winner
    assert rules["later_breaks"].value == "alternate"
    assert tuple(sorted(rules["rack_rear_corners"].value)) == corners


@pytest.mark.parametrize("edition", LATER)
def test_what_is_known_second_hand_is_never_explicit(edition: str) -> None:
    rules = load_edition(edition)
    assert rules.known == "second-hand"
    assert {point.basis for point in (*rules.switches.values(), *rules.fouls.values())} <= {"interpretation", "silent"}


def test_csi_clause_numbers_are_not_known() -> None:
    csi = load_edition("csi")
    assert dict(csi.clauses) == {}
    assert last("csi", DRY, MISS)["clauses"] == []
    assert set(csi.fouls) == set(load_edition("wpa-2016").fouls)


def test_three_fouls_and_misconduct_of_the_world_rules() -> None:
    for edition, three, misconduct in (("wpa-2016", "6.14", "6.17"), ("wpa-2025", "3.13", "3.16")):
        rules = load_edition(edition)
        assert rules["three_fouls"].clauses == (three,)
        assert rules["misconduct"].clauses == (misconduct,)
        lost = last(edition, DRY, MISS, SAFE, MISS, SAFE, "B warn", MISS)
        assert {three} <= set(lost["clauses"])


def test_wpa_2016_is_like_the_spanish_text_without_the_rear_corners() -> None:
    world, spanish = load_edition("wpa-2016"), load_edition("es")
    differ = {name for name in spanish.switches if world[name].value != spanish[name].value}
    assert differ == {"rack_rear_corners", "later_breaks", "misconduct", "not_covered"}
