"""Every value that a switch can have rules as it says, also those that none of the bundled texts has."""

import pytest
from play import DRY, MISS, SAFE, SIX, last, left, play, said

from tenball_stats.rules import load_edition
from tenball_stats.rules.switches import SWITCHES

A_PLAYS = {"fouls": [], "next_player": "A", "cue_ball": "in_place", "option": None, "rack_end": None}
B_PLAYS = A_PLAYS | {"next_player": "B"}
B_OPTION = B_PLAYS | {"option": "play_or_pass"}
WON = {"rack_end": "ten", "rack_winner": "A", "next_player": None, "option": None, "spotted": []}
NO_TEN = [1, 2, 3, 4, 5, 6, 7, 8, 9]
MADE = "A shot called=1@fr first=1 potted=1@fr"
WRONG = [SIX, "A shot called=1@fr first=1 potted=7@sl"]
NOTHING_CALLED = [SIX, "A shot called=- first=1 potted=7@sl"]
PUSH_5 = [SIX, "A push first=5 potted=5@sl"]
LATE_PUSH = [DRY, "B safety called=- first=1 rail=y", "A push first=0 rail=n"]
FOUL_POT = [DRY, "B shot called=1@fl first=1 potted=1@fl+10@sl+cue@hl"]

VALUES = [
    ("three_fouls", "no_rule", [DRY, MISS, SAFE, MISS, SAFE, MISS], {"rack_end": None, "cue_ball": "in_hand"}),
    ("break_lowest_first", False, ["A break first=2 rails=6"], B_PLAYS),
    ("break_min_rails", 0, ["A break first=1 rails=0"], B_PLAYS),
    ("break_min_rails", 7, ["A break first=1 rails=6"], {"fouls": ["illegal_break"], "next_player": "B"}),
    ("break_pot", "turn_passes", [SIX], B_PLAYS),
    ("ten_on_break", "wins", ["A break first=1 rails=6 potted=10@fr"], WON),
    ("ten_on_fouled_break", "stays_down", ["A break first=1 potted=10@fr+cue@hl"], {"spotted": [], "on_table": NO_TEN}),
    ("push_out", False, [SIX, "A push first=0 rail=n"], {"fouls": ["no_contact"], "option": None, "next_player": "B"}),
    ("push_window", "first_visit", [SIX, MADE, "A push first=0 rail=n"], B_OPTION),
    ("push_window", "any_time", LATE_PUSH, B_OPTION),
    ("push_exempt", [], [DRY, "B push first=5 rail=n"], {"fouls": ["wrong_ball", "no_rail"], "cue_ball": "in_hand"}),
    ("push_option", False, [SIX, "A push first=0 rail=n"], B_PLAYS),
    ("push_pots", "ten", PUSH_5, B_OPTION | {"spotted": []}),
    ("push_foul_pots", "stay_down", [DRY, "B push first=5 potted=5@sl+cue@hl"], {"spotted": [], "fouls": ["scratch"]}),
    ("obvious_calls", "lowest", [SIX, "A shot called=~1@fr first=1 potted=1@fr"], A_PLAYS),
    ("obvious_calls", "any", [SIX, "A shot called=~4@fr first=1 potted=4@fr"], A_PLAYS),
    ("wrong_pot", "option", WRONG, B_OPTION),
    ("wrong_pot", "counts", WRONG, A_PLAYS),
    ("uncalled_pot", "option", NOTHING_CALLED, B_OPTION),
    ("uncalled_pot", "counts", NOTHING_CALLED, A_PLAYS),
    ("ten_beside", "turn_passes", [SIX, "A shot called=1@fr first=1 potted=1@fr+10@fl"], B_PLAYS | {"spotted": [10]}),
    ("last_ten", "alone_after", [left(9, 10), "A shot called=10@fr first=9 potted=9@fl+10@fr"], WON),
    ("early_ten", "wins", [left(3, 10), "A shot called=10@fr first=3 potted=10@fr"], WON),
    ("ten_uncalled", "wins", [left(3, 10), "A shot called=3@fr first=3 potted=10@fl"], WON),
    ("ten_on_foul", "stays_down", FOUL_POT, {"spotted": [], "cue_ball": "in_hand"}),
    ("safety_pot", "option", [SIX, "A safety called=- first=1 potted=1@fl"], B_OPTION),
    ("safety_other_pot", "option", [SIX, "A safety called=- first=1 potted=7@fl"], B_OPTION),
    ("safety_ten", "option", [SIX, "A safety called=- first=1 potted=10@fl"], B_OPTION | {"spotted": [10]}),
    ("foul_pots", "come_back", FOUL_POT, {"spotted": [1, 10], "cue_ball": "in_hand"}),
    ("unlisted_acts", "foul", [SIX, MADE + " acts=slow"], {"fouls": ["slow"], "unlisted": [], "cue_ball": "in_hand"}),
    ("warning", "needed", [DRY, MISS, SAFE, MISS, SAFE, MISS], {"rack_end": None, "fouls_in_a_row": 2}),
]
"""Switch, value, rows, and what the Polish text with that value rules on the last of them, and without it does not."""

LEFT_ALONE = [
    ("push_window", "first_visit", LATE_PUSH, {"fouls": ["no_contact"]}),
    ("push_exempt", ["no_rail"], [DRY, "B push first=1 rail=n"], {"fouls": [], "option": "play_or_pass"}),
    ("wrong_pot", "counts", NOTHING_CALLED, B_PLAYS),
    ("uncalled_pot", "counts", WRONG, B_PLAYS),
    ("last_ten", "alone_after", [left(9, 10), "A shot called=10@fr first=9 potted=10@fr"], A_PLAYS | {"spotted": [10]}),
    ("safety_other_pot", "option", [SIX, "A safety called=- first=1 potted=1@fl"], B_PLAYS),
    ("safety_call", False, [SIX, "A safety called=- first=1 potted=1@fl"], B_PLAYS),
]
"""What a value leaves as the Polish text has it."""


def house(folder, switches: dict[str, object]):
    """The Polish text with some switches set otherwise."""

    def worded(value: object) -> str:
        if isinstance(value, list):
            return "[" + ", ".join(f'"{one}"' for one in value) + "]"
        return str(value).lower() if isinstance(value, bool | int) else f'"{value}"'

    path = folder / "house.toml"
    lines = ['id = "house"', 'name = "House"', 'extends = "pl"', "[switches]"]
    path.write_text("\n".join([*lines, *(f"{name} = {worded(value)}" for name, value in switches.items())]))
    return load_edition(path)


def named(cases: list) -> list[str]:
    return [f"{switch}-{value}" for switch, value, _, _ in cases]


@pytest.mark.parametrize(("switch", "value", "rows", "ruled"), VALUES, ids=named(VALUES))
def test_a_switch_set_otherwise(switch, value, rows, ruled, tmp_path) -> None:
    said(last(house(tmp_path, {switch: value}), *rows, warnings="recorded"), **ruled)
    polish = last("pl", *rows, warnings="recorded")
    assert {name: polish[name] for name in ruled} != ruled


@pytest.mark.parametrize(("switch", "value", "rows", "ruled"), LEFT_ALONE, ids=named(LEFT_ALONE))
def test_what_it_leaves_alone(switch, value, rows, ruled, tmp_path) -> None:
    for edition in ("pl", house(tmp_path, {switch: value})):
        said(last(edition, *rows), **ruled)


def test_a_push_out_in_the_first_visit_is_one_stroke_of_it(tmp_path) -> None:
    first_visit = house(tmp_path, {"push_window": "first_visit"})
    played = play(first_visit, SIX, MADE, "A push first=2 rail=y", "B push first=0 rail=n")
    assert [one["option"] for one in played] == [None, None, "play_or_pass", None]
    said(played[-1], fouls=["no_contact"])


def test_an_edition_without_the_push_out_and_safety_judges_both_as_shots(tmp_path) -> None:
    strict = house(tmp_path, {"push_out": False, "safety_call": False, "uncalled_pot": "option"})
    said(last(strict, SIX, "A push first=1 potted=1@fl"), **B_OPTION)
    said(last(strict, SIX, "A safety called=1@fl first=1 potted=1@fl"), **B_OPTION)


def test_a_ball_that_fell_is_put_back_where_a_limit_is_set(tmp_path) -> None:
    rows = [DRY, "B shot called=1@fl first=1 rail=y", "B fell potted=1@fl", "A shot called=2@fl first=2 rail=y"]
    said(last("pl", *rows), fouls=[])
    said(last(house(tmp_path, {"hanging_ball": 3}), *rows), fouls=["wrong_ball"])


def test_every_value_in_words_has_a_case_or_is_the_polish_texts() -> None:
    """Values of the lag, the rack and events are held by the audit."""
    polish = load_edition("pl")
    audited = {
        "lag_winner",
        "later_breaks",
        "break_from",
        "stalemate",
        "misconduct",
        "not_covered",
        "three_player_loss",
    }
    kinds = {"number", "balls", "players", "fouls", "lag acts"}
    cases = {(switch, value) for switch, value, _, _ in (*VALUES, *LEFT_ALONE) if not isinstance(value, list)}
    for switch in SWITCHES:
        if switch.name in audited or switch.values[0] in kinds:
            continue
        for value in switch.values:
            assert (switch.name, value) in cases or polish[switch.name].value == value, (switch.name, value)
