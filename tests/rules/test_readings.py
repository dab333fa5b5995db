"""Readings of unclear texts: each rules as documented, says that it is one, and can be set otherwise.

A case gives the rows, what the edition rules by the reading, the switch that holds it, another value for it, and what
an edition with that value rules on the same rows.
"""

from pathlib import Path

import pytest
from play import DRY, MISS, SAFE, SIX, last, left, said

from tenball_stats.rules import Edition, EditionError, load_edition

BREAK_TEN = "A break first=1 rails=6 potted=10@fr"
EARLY = (left(3, 5, 10), "A shot called=10@fr first=3 potted=10@fr")
NINE_TEN = (left(9, 10), "A shot called=10@fr first=9 potted=9@fl+10@fr")
BESIDE = (SIX, "A shot called=1@fr first=1 potted=1@fr+10@hl")
SAFE_TEN = (left(3, 10), "A safety called=- first=3 potted=10@fl")
SAFE_LOWEST = (SIX, "A safety called=- first=1 potted=1@fl")
SAFE_OTHER = (SIX, "A safety called=- first=1 potted=7@fl")
NOTHING_CALLED = (SIX, "A shot called=- first=1 potted=7@fl")
THIRD = (DRY, MISS, SAFE, MISS, SAFE, MISS)
UNWARNED = {"warnings": "recorded"}
LOST = {"rack_end": "three_fouls", "rack_winner": "A", "fouls_in_a_row": 3}
KEPT = {"rack_end": None, "fouls_in_a_row": 2, "next_player": "A", "cue_ball": "in_hand"}
WON = {"rack_end": "ten", "rack_winner": "A", "spotted": []}
A_PLAYS = {"fouls": [], "next_player": "A", "cue_ball": "in_place", "option": None, "rack_end": None}
B_PLAYS = A_PLAYS | {"next_player": "B"}
B_OPTION = B_PLAYS | {"option": "play_or_pass"}

NOT_NEXT_STROKE = (SIX, "A shot called=1@fr first=1 potted=1@fr", "A push first=4 rail=n")
OBVIOUS = (SIX, "A shot called=~1@fr first=1 potted=1@fr")
COMBINATION = (SIX, "A shot called=~4@fr first=1 potted=4@fr")
WRONG_FIRST = ("A break first=2 rails=6 potted=6@fl",)
THREE_RAILS = ("A break first=1 rails=3",)
FOULED_TEN = ("A break first=1 rails=6 potted=10@fr+cue@hl",)
PUSH_FOUL = (DRY, "B push first=5 potted=5@sl+cue@hl")
PUSH_WRONG = (DRY, "B push first=5 rail=n")
TEN_UNCALLED = (left(3, 10), "A shot called=3@fl first=3 potted=10@fr")

CASES = [
    ("pl", "PL-5", (SIX,), A_PLAYS, {"break_pot": "turn_passes"}, B_PLAYS),
    ("pl", "PL-7", FOULED_TEN, {"spotted": [10], "cue_ball": "in_hand"}, {"ten_on_fouled_break": "stays_down"},
     {"spotted": [], "cue_ball": "in_hand"}),
    ("pl", "PL-9", NOT_NEXT_STROKE, {"fouls": ["wrong_ball", "no_rail"]}, {"push_window": "first_visit"}, B_OPTION),
    ("pl", "PL-11", PUSH_FOUL, {"spotted": [5], "fouls": ["scratch"]}, {"push_foul_pots": "stay_down"},
     {"spotted": [], "fouls": ["scratch"]}),
    ("pl", "PL-13", PUSH_WRONG, {"fouls": [], "next_player": "A", "option": "play_or_pass"},
     {"push_exempt": ["no_contact", "no_rail"]}, {"fouls": ["wrong_ball"], "cue_ball": "in_hand", "option": None}),
    ("pl", "PL-15", OBVIOUS, B_PLAYS | {"spotted": []}, {"obvious_calls": "lowest"}, A_PLAYS),
    ("pl", "PL-16", SAFE_LOWEST, B_PLAYS | {"spotted": []}, {"safety_pot": "option"}, B_OPTION),
    ("pl", "PL-16", SAFE_OTHER, B_PLAYS | {"spotted": []}, {"safety_other_pot": "option"}, B_OPTION),
    ("pl", "PL-16", SAFE_TEN, B_PLAYS | {"spotted": [10]}, {"safety_ten": "option"}, B_OPTION | {"spotted": [10]}),
    ("pl", "PL-18", EARLY, A_PLAYS | {"spotted": [10]}, {"early_ten": "wins"}, WON),
    ("pl", "PL-19", BESIDE, A_PLAYS | {"spotted": [10]}, {"ten_beside": "turn_passes"}, B_PLAYS | {"spotted": [10]}),
    ("pl", "PL-20", (SIX, "A shot called=1@fr first=1 potted=1@fr acts=slow"), A_PLAYS | {"unlisted": ["slow"]},
     {"unlisted_acts": "foul"}, {"fouls": ["slow"], "unlisted": [], "cue_ball": "in_hand"}),
    ("pl", "PL-22", THIRD, LOST, {"warning": "needed"}, KEPT),
    ("ru", "RU-1", (BREAK_TEN,), WON, {"ten_on_break": "spotted"}, A_PLAYS | {"spotted": [10]}),
    ("ru", "RU-2", TEN_UNCALLED, B_OPTION | {"spotted": [10]}, {"ten_uncalled": "wins"}, WON),
    ("ru", "RU-5", WRONG_FIRST, {"fouls": ["wrong_ball"], "next_player": "B"}, {"break_lowest_first": False}, A_PLAYS),
    ("ru", "RU-6", (SIX,), A_PLAYS, {"break_pot": "turn_passes"}, B_PLAYS),
    ("ru", "RU-11", NOTHING_CALLED, B_OPTION, {"uncalled_pot": "turn_passes"}, B_PLAYS),
    ("ru", "RU-12", SAFE_OTHER, B_OPTION, {"safety_other_pot": "turn_passes"}, B_PLAYS),
    ("ru", "RU-13", SAFE_TEN, B_OPTION | {"spotted": [10]}, {"safety_ten": "turn_passes"}, B_PLAYS | {"spotted": [10]}),
    ("ru", "RU-19", THIRD, LOST, {"warning": "needed"}, KEPT),
    ("es", "ES-1", THREE_RAILS, {"fouls": ["illegal_break"], "next_player": "B"}, {"break_min_rails": 0}, B_PLAYS),
    ("es", "ES-4", WRONG_FIRST, {"fouls": ["wrong_ball"], "next_player": "B"}, {"break_lowest_first": False}, A_PLAYS),
    ("es", "ES-5", (SIX,), A_PLAYS, {"break_pot": "turn_passes"}, B_PLAYS),
    ("es", "ES-8", EARLY, A_PLAYS | {"spotted": [10]}, {"early_ten": "wins"}, WON),
    ("es", "ES-9", NINE_TEN, A_PLAYS | {"spotted": [10]}, {"last_ten": "alone_after"}, WON),
    ("es", "ES-10", BESIDE, A_PLAYS | {"spotted": [10]}, {"ten_beside": "turn_passes"}, B_PLAYS | {"spotted": [10]}),
    ("es", "ES-11", SAFE_OTHER, B_OPTION, {"safety_other_pot": "turn_passes"}, B_PLAYS),
    ("es", "ES-16", THIRD, KEPT, {"warning": "not_needed"}, LOST),
    ("es", "all-6", COMBINATION, B_OPTION, {"obvious_calls": "any"}, A_PLAYS),
    ("ru", "all-6", COMBINATION, B_OPTION, {"obvious_calls": "any"}, A_PLAYS),
]  # fmt: skip


def own(folder: Path, parent: str, switches: dict[str, object], fouls: dict[str, object] | None = None) -> Edition:
    """Write an edition of one's own that extends another, and load it."""

    def worded(value: object) -> str:
        if isinstance(value, list):
            return "[" + ", ".join(f'"{one}"' for one in value) + "]"
        return str(value).lower() if isinstance(value, bool | int) else f'"{value}"'

    lines = ['id = "own"', 'name = "Our club"', f'extends = "{parent}"', "[switches]"]
    lines += [f"{name} = {worded(value)}" for name, value in switches.items()]
    lines += ["[fouls]", *(f"{code} = {worded(value)}" for code, value in (fouls or {}).items())]
    path = folder / "own.toml"
    path.write_text("\n".join(lines), encoding="utf-8")
    return load_edition(path)


@pytest.mark.parametrize(
    ("edition", "reading", "rows", "by_reading", "switches", "otherwise"),
    CASES,
    ids=[f"{reading}-{next(iter(switches))}" for _, reading, _, _, switches, _ in CASES],
)
def test_reading(edition, reading, rows, by_reading, switches, otherwise, tmp_path) -> None:
    ruled = last(edition, *rows, **UNWARNED)
    said(ruled, **by_reading, edition=edition)
    said(ruled, basis="interpretation")
    assert reading in load_edition(edition).readings
    said(last(own(tmp_path, edition, switches), *rows, **UNWARNED), **otherwise, edition="own")


def test_each_reading_names_the_switch_that_holds_it() -> None:
    for edition, reading, _, _, switches, _ in CASES:
        for switch in switches:
            # ES-9 stands as a note: where the 10 was alone the text itself says so, and else ES-8 rules.
            point = load_edition(edition)[switch]
            assert reading == point.reading or reading in point.note, (edition, reading, switch)


# Readings that are no switch of a single stroke. -----------------------------------------------------------------

LAWFUL = "{} shot called=1@fl first=1 rail=y"


def test_pl_1_three_players_the_next_in_rotation_is_the_opponent() -> None:
    three = {"players": "A|B|C"}
    said(last("pl", DRY, LAWFUL.format("B"), **three), next_player="C")
    said(last("pl", DRY, LAWFUL.format("B"), LAWFUL.format("C"), **three), next_player="A")
    said(last("pl", DRY, "B shot called=1@fl first=0 rail=y", **three), next_player="C", cue_ball="in_hand")
    said(last("pl", DRY, "B push first=0 rail=n", **three), next_player="C", option="play_or_pass")
    back = last("pl", DRY, "B push first=0 rail=n", "C pass", LAWFUL.format("B"), **three)
    said(back, next_player="C", fouls=[], option=None)


def test_pl_1_a_rack_lost_on_three_fouls_has_no_winner_unless_the_record_names_one(tmp_path) -> None:
    def lost(edition: object, extra: str = "") -> dict[str, object]:
        others = [LAWFUL.format("C"), LAWFUL.format("A")]
        rows = [DRY, MISS, *others, MISS, *others, MISS + extra]
        return last(edition, *rows, players="A|B|C")

    said(lost("pl"), rack_end="three_fouls", rack_winner=None, next_player=None, basis="interpretation")
    said(lost("pl", " winner=A"), rack_end="three_fouls", rack_winner="A")
    said(lost(own(tmp_path, "pl", {"three_player_loss": "next"})), rack_end="three_fouls", rack_winner="C")


def test_pl_8_an_edition_may_set_how_many_balls_pass_the_head_string(tmp_path) -> None:
    asked = own(tmp_path, "pl", {"break_past_head": 4})
    assert asked["break_past_head"].value == 4
    said(last(asked, "A break first=1 rails=6 past_head=1"), fouls=[], next_player="B")


def test_pl_9_an_edition_may_allow_push_outs_at_any_time(tmp_path) -> None:
    rows = (DRY, LAWFUL.format("B"), "A push first=0 rail=n")
    said(last("pl", *rows), fouls=["no_contact"])
    said(last(own(tmp_path, "pl", {"push_window": "any_time"}), *rows), fouls=[], option="play_or_pass")


def test_pl_9_is_what_rules_only_where_the_visit_that_began_after_the_break_goes_on() -> None:
    visit = (SIX, "A shot called=1@fr first=1 potted=1@fr", "A push first=4 rail=y")
    said(last("pl", *visit), fouls=["wrong_ball"], basis="interpretation", clauses=["Push out", "Faule.1c"])
    for before in (["A break first=1 rails=2"], [DRY, "B push first=0 rail=n", "A pass"], [DRY, LAWFUL.format("B")]):
        player = "A" if len(before) == 2 else "B"
        late = last("pl", *before, f"{player} push first=4 rail=y")
        said(late, fouls=["wrong_ball"], basis="explicit", clauses=["Push out", "Faule.1c"])


def test_pl_12_of_several_balls_that_come_back_only_the_set_is_ruled() -> None:
    orders = ["9@sl+2@hl+5@sr", "5@sr+9@sl+2@hl"]
    assert [last("pl", DRY, f"B push first=5 potted={order}")["spotted"] for order in orders] == [[2, 5, 9]] * 2


def test_ru_8_a_push_out_counts_whoever_was_told() -> None:
    said(last("ru", DRY, "B push first=0 rail=n"), fouls=[], option="play_or_pass")


def test_ru_15_another_ball_and_a_foul_are_a_foul_without_an_option() -> None:
    for edition in ("ru", "es"):
        foul = last(edition, SIX, "A shot called=1@fr first=1 potted=7@sl+cue@hl")
        said(foul, fouls=["scratch"], next_player="B", cue_ball="in_hand", option=None, fouls_in_a_row=1)
        foul = last(edition, SIX, "A safety called=- first=1 potted=1@sl acts=touch")
        said(foul, fouls=["touch"], next_player="B", cue_ball="in_hand", option=None)


@pytest.mark.parametrize(
    ("edition", "code"), [("ru", "not_tip"), ("es", "not_tip"), ("es", "moving"), ("es", "illegal_break")]
)
def test_fouls_by_a_reading_can_be_struck_from_the_list(edition: str, code: str, tmp_path) -> None:
    """RU-23, ES-23, ES-13, ES-1."""
    rows = THREE_RAILS if code == "illegal_break" else (SIX, f"A shot called=1@fr first=1 rail=y acts={code}")
    said(last(edition, *rows), fouls=[code], basis="interpretation")
    said(last(own(tmp_path, edition, {}, {code: False}), *rows), fouls=[], next_player="B", cue_ball="in_place")


@pytest.mark.parametrize("edition", ["pl", "ru", "es"])
class TestAll:
    def test_all_1_a_lawful_stroke_ends_the_series_a_wrong_ball_pocketed_is_no_foul_the_break_counts(self, edition):
        foul_break = "A break first=1 rails=2"
        said(last(edition, foul_break), fouls_in_a_row=1)
        rows = [foul_break, LAWFUL.format("B"), "A shot called=1@fl first=2 rail=y", LAWFUL.format("B")]
        said(last(edition, *rows), fouls_in_a_row=0)
        said(last(edition, *rows[:3]), fouls_in_a_row=2)
        said(last(edition, *rows, "A shot called=1@fl first=2 rail=y"), fouls_in_a_row=3, rack_end="three_fouls")
        said(last(edition, *rows, "A shot called=1@fl first=1 potted=7@sl"), fouls_in_a_row=0, fouls=[])
        said(last(edition, *rows, "A push first=1 rail=y"), fouls_in_a_row=0, fouls=[])

    def test_all_1_the_count_is_of_one_rack(self, edition):
        rows = ["A break first=1 rails=2", LAWFUL.format("B"), "A shot called=1@fl first=2 rail=y", "A concede"]
        said(last(edition, *rows, "A break rack=2 first=1 rails=2"), fouls_in_a_row=1, rack_end=None)

    def test_all_1_an_edition_may_have_no_such_rule(self, edition, tmp_path):
        free = own(tmp_path, edition, {"three_fouls": "no_rule"})
        said(last(free, *THIRD), rack_end=None, next_player="A", cue_ball="in_hand")

    def test_all_2_who_has_it_handed_back_plays_from_position_and_may_not_push_out(self, edition):
        pushed = [DRY, "B push first=0 rail=n"]
        said(last(edition, *pushed), cue_ball="in_place", option="play_or_pass")
        again = last(edition, *pushed, "A pass", "B push first=0 rail=n")
        said(again, fouls=["no_contact"], next_player="A", cue_ball="in_hand", option=None)

    def test_all_3_several_fouls_on_one_stroke_are_one(self, edition):
        foul = last(edition, DRY, "B shot called=1@fl first=2 rail=n potted=cue@hl off=5 acts=foot+touch")
        said(foul, fouls=["scratch", "ball_off", "wrong_ball", "no_rail", "foot", "touch"], fouls_in_a_row=1)

    def test_all_4_where_a_ball_is_put_back_changes_no_ruling(self, edition):
        assert "all-4" in load_edition(edition).readings


def test_all_5_lag_faults_where_the_text_names_none() -> None:
    every = {"long_rail", "potted", "off_table", "crossed", "foot_rail", "jaw"}
    for edition in ("ru", "es"):
        faults = load_edition(edition)["lag_faults"]
        assert (set(faults.value), faults.basis, faults.reading) == (every, "interpretation", "all-5")
    assert set(load_edition("pl")["lag_faults"].value) == {"long_rail", "potted", "crossed"}


def test_all_6_the_lowest_on_the_table_whatever_its_number() -> None:
    for edition in ("ru", "es"):
        said(last(edition, left(4, 10), "A shot called=~4@fr first=4 potted=4@fr"), next_player="A", option=None)
        said(last(edition, left(4, 9, 10), "A shot called=~9@fr first=4 potted=9@fr"), **B_OPTION)


# Files of one's own. ---------------------------------------------------------------------------------------------


def test_a_misspelt_switch_is_refused_with_the_nearest_one(tmp_path) -> None:
    with pytest.raises(EditionError, match=r"own\.toml.*'safty_pot'.*did you mean safety_pot\?"):
        own(tmp_path, "pl", {"safty_pot": "option"})


def test_a_value_that_a_switch_cannot_have_is_refused_with_those_it_can(tmp_path) -> None:
    with pytest.raises(EditionError, match=r"safety_pot: expected option or turn_passes, found 'opinion'"):
        own(tmp_path, "pl", {"safety_pot": "opinion"})


def test_an_unknown_parent_is_refused_with_the_known_ones(tmp_path) -> None:
    with pytest.raises(EditionError, match=r"'plx' is not known; known are .*pl, ru"):
        own(tmp_path, "plx", {})


def test_an_edition_may_extend_one_of_ones_own(tmp_path) -> None:
    own(tmp_path, "pl", {"safety_pot": "option"})
    child = tmp_path / "child.toml"
    child.write_text('id = "child"\nname = "Child"\nextends = "own.toml"\n[switches]\nearly_ten = "wins"\n')
    said(last(child, *SAFE_LOWEST), **B_OPTION, edition="child")
    said(last(child, *EARLY), **WON)


def test_an_edition_for_two_players_may_be_made_of_one_for_three(tmp_path) -> None:
    path = tmp_path / "two.toml"
    path.write_text('id = "two"\nname = "Two"\nextends = "pl"\n[switches]\nplayers = [2]\n')
    assert load_edition(path).players == (2,)
