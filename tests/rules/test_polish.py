"""The Polish text, clause by clause; each test would fail if its clause were ruled otherwise."""

import pytest
from play import DRY, MISS, SAFE, SIX, last, left, play, said

from tenball_stats.rules import load_edition

IN_HAND = {"next_player": "A", "cue_ball": "in_hand", "option": None}
ALL = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]


@pytest.mark.clause("pl:Cel")
def test_cel_the_ten_into_the_pocket_declared_wins() -> None:
    won = last("pl", left(10), "A shot called=10@fr first=10 potted=10@fr")
    said(won, fouls=[], rack_end="ten", rack_winner="A", next_player=None, cue_ball=None, option=None, spotted=[])


@pytest.mark.clause("pl:Cel")
def test_cel_two_or_three_players() -> None:
    three = [DRY, "B shot called=1@fl first=1 rail=y", "C shot called=1@fl first=1 rail=y"]
    assert [one["next_player"] for one in play("pl", *three, players="A|B|C")] == ["B", "C", "A"]
    assert load_edition("pl").players == (2, 3)


@pytest.mark.clause("pl:Ustawienie")
def test_ustawienie_the_one_in_front_the_ten_in_the_centre_nothing_in_the_rear_corners() -> None:
    pl = load_edition("pl")
    assert (pl["rack_apex"].value, pl["rack_centre"].value, pl["rack_rear_corners"].value) == (1, 10, ())
    assert pl["break_from"].value == "behind_head_string"
    assert {pl[name].clauses for name in ("rack_apex", "rack_centre", "break_from")} == {("Ustawienie",)}
    assert pl["rack_rear_corners"].basis == "silent"


@pytest.mark.clause("pl:Rozbicie.1")
def test_rozbicie_1_who_wins_the_lag_breaks_and_breaks_alternate() -> None:
    pl = load_edition("pl")
    assert pl["lag_winner"].value == "breaks"
    assert set(pl["lag_faults"].value) == {"long_rail", "potted", "crossed"}
    assert pl["later_breaks"].value == "alternate"
    assert {pl[name].clauses for name in ("lag_winner", "lag_faults", "later_breaks")} == {("Rozbicie.1",)}


@pytest.mark.clause("pl:Rozbicie.2a")
def test_rozbicie_2a_the_break_has_to_strike_the_one_first() -> None:
    foul = last("pl", "A break first=2 rails=6 potted=6@fl")
    said(foul, fouls=["wrong_ball"], next_player="B", cue_ball="in_hand", spotted=[], fouls_in_a_row=1)
    assert {"Rozbicie.2a", "Faule.1c"} <= set(foul["clauses"])
    said(last("pl", SIX), fouls=[], next_player="A")


@pytest.mark.clause("pl:Rozbicie.2b")
@pytest.mark.parametrize(
    ("facts", "fouls", "following"),
    [
        ("rails=3", ["illegal_break"], "B"),
        ("rails=4", [], "B"),
        ("rails=0 potted=6@fl", [], "A"),
        ("rails=3 off=6", ["ball_off", "illegal_break"], "B"),
        ("rails=3 potted=cue@hl", ["scratch", "illegal_break"], "B"),
    ],
)
def test_rozbicie_2b_a_ball_pocketed_or_four_to_a_cushion(facts, fouls, following) -> None:
    said(last("pl", f"A break first=1 {facts}"), fouls=fouls, next_player=following)


@pytest.mark.clause("pl:Rozbicie.3")
@pytest.mark.parametrize("facts", ["first=3 rails=6", "first=1 rails=2", "first=0 rails=0"])
def test_rozbicie_3_conditions_not_met_are_a_foul(facts) -> None:
    foul = last("pl", f"A break {facts}")
    said(foul, next_player="B", cue_ball="in_hand", option=None, fouls_in_a_row=1)
    assert foul["fouls"]


@pytest.mark.clause("pl:Rozbicie.4")
def test_rozbicie_4_the_ten_on_the_break_comes_back_and_the_breaker_plays_on() -> None:
    ten = last("pl", "A break first=1 rails=6 potted=10@fr")
    said(ten, fouls=[], next_player="A", cue_ball="in_place", spotted=[10], on_table=ALL, rack_end=None)
    assert "Rozbicie.4" in ten["clauses"]


@pytest.mark.clause("pl:Rozbicie.5")
def test_rozbicie_5_balls_past_the_head_string_are_not_asked_for_and_never_a_foul(tmp_path) -> None:
    soft = "A break first=1 rails=6 past_head=0"
    said(last("pl", soft), fouls=[], next_player="B")
    assert load_edition("pl")["break_past_head"].value == 0
    own = tmp_path / "open.toml"
    own.write_text('id = "open"\nname = "Open"\nextends = "pl"\n[switches]\nbreak_past_head = 3\n', encoding="utf-8")
    assert load_edition(own)["break_past_head"].value == 3
    said(last(own, soft), fouls=[], next_player="B", cue_ball="in_place")


@pytest.mark.clause("pl:Push out")
class TestPushOut:
    def test_no_contact_and_no_cushion_needed_the_next_player_has_the_option(self) -> None:
        push = last("pl", DRY, "B push first=0 rail=n")
        said(push, fouls=[], next_player="A", cue_ball="in_place", option="play_or_pass", fouls_in_a_row=0)
        assert push["clauses"] == ["Push out"]
        assert push["basis"] == "explicit"

    def test_by_the_breaker_who_is_at_the_table(self) -> None:
        said(last("pl", SIX, "A push first=0 rail=n"), fouls=[], next_player="B", option="play_or_pass")

    def test_all_balls_pocketed_on_it_come_back(self) -> None:
        push = last("pl", DRY, "B push first=5 rail=n potted=5@sl+7@hl+10@sr")
        said(push, fouls=[], spotted=[5, 7, 10], on_table=ALL, next_player="A", option="play_or_pass")

    def test_the_visit_ends_whether_a_ball_fell_or_not(self) -> None:
        said(last("pl", SIX, "A push first=1 rail=y potted=1@fr"), next_player="B", spotted=[1])

    def test_it_is_for_the_stroke_after_a_lawful_break(self) -> None:
        said(last("pl", "A break first=1 rails=2", "B push first=0 rail=n"), fouls=["no_contact"], option=None)

    def test_other_fouls_stay_fouls(self) -> None:
        said(last("pl", DRY, "B push first=5 rail=n potted=cue@hl"), fouls=["scratch"], **IN_HAND)

    def test_the_next_player_may_order_the_other_to_go_on(self) -> None:
        handed_back = [DRY, "B push first=0 rail=n", "A pass", "B shot called=1@fr first=1 rail=y"]
        said(last("pl", *handed_back), fouls=[], next_player="A", option=None)


@pytest.mark.clause("pl:Wbijanie.1")
class TestWbijanie1:
    def test_the_lowest_ball_has_to_be_struck_first(self) -> None:
        foul = last("pl", SIX, "A shot called=1@fr first=2 rail=y potted=1@fr")
        said(foul, fouls=["wrong_ball"], next_player="B", cue_ball="in_hand")

    @pytest.mark.parametrize("called", ["-", "~1@fr", "2@fr", "1@fl"])
    def test_ball_and_pocket_have_to_be_declared_however_obvious(self, called) -> None:
        shot = last("pl", SIX, f"A shot called={called} first=1 rail=y potted=1@fr")
        said(shot, fouls=[], next_player="B", cue_ball="in_place", option=None, spotted=[])
        assert 1 not in shot["on_table"]

    def test_a_safety_may_be_declared_and_ends_the_visit(self) -> None:
        safety = last("pl", SIX, "A safety called=- first=1 rail=y")
        said(safety, fouls=[], next_player="B", cue_ball="in_place", option=None, clauses=["Wbijanie.1"])


@pytest.mark.clause("pl:Wbijanie.2")
@pytest.mark.parametrize(("called", "following"), [("4@fr", "A"), ("~4@fr", "B"), ("-", "B")])
def test_wbijanie_2_any_order_but_a_combination_has_to_be_declared(called, following) -> None:
    shot = last("pl", SIX, f"A shot called={called} first=1 rail=y potted=4@fr")
    said(shot, fouls=[], next_player=following, option=None, on_table=[1, 2, 3, 5, 7, 8, 9, 10])


@pytest.mark.clause("pl:Wbijanie.3")
class TestWbijanie3:
    def test_who_pockets_lawfully_stays(self) -> None:
        made = last("pl", SIX, "A shot called=1@fr first=1 potted=1@fr+8@hl")
        said(made, next_player="A", cue_ball="in_place", spotted=[], on_table=[2, 3, 4, 5, 7, 9, 10])
        assert "Wbijanie.3" in made["clauses"]

    def test_who_misses_leaves_from_position(self) -> None:
        said(last("pl", SIX, "A shot called=1@fr first=1 rail=y"), next_player="B", cue_ball="in_place", option=None)

    def test_who_fouls_leaves(self) -> None:
        said(last("pl", SIX, "A shot called=1@fr first=1 potted=1@fr+cue@hl"), next_player="B", cue_ball="in_hand")

    def test_the_ten_wins_as_the_only_object_ball_before_the_stroke(self) -> None:
        won = last("pl", left(10), "A shot called=10@fr first=10 potted=10@fr")
        said(won, rack_end="ten", rack_winner="A", clauses=["Wbijanie.3"], basis="explicit")

    def test_the_nine_and_the_ten_on_one_stroke_do_not_win(self) -> None:
        both = last("pl", left(9, 10), "A shot called=10@fr first=9 potted=9@fl+10@fr")
        said(both, rack_end=None, next_player="A", spotted=[10], on_table=[10])


@pytest.mark.clause("pl:Wbijanie.4")
@pytest.mark.parametrize(
    ("shot", "cue_ball"),
    [
        ("called=10@fr first=10 potted=10@fl", "in_place"),
        ("called=- first=10 potted=10@fl", "in_place"),
        ("called=~10@fl first=10 potted=10@fl", "in_place"),
        ("called=10@fr first=10 potted=10@fr+cue@hl", "in_hand"),
        ("called=10@fr first=10 potted=10@fr acts=touch", "in_hand"),
    ],
)
def test_wbijanie_4_the_ten_not_as_declared_or_on_a_foul_comes_back_and_the_opponent_plays(shot, cue_ball) -> None:
    record = last("pl", left(10), f"A shot {shot}")
    said(record, rack_end=None, next_player="B", cue_ball=cue_ball, option=None, spotted=[10], on_table=[10])
    assert "Wbijanie.4" in record["clauses"]


FOULS = {
    "Faule.1b": ("no_contact", "first=0 rail=y"),
    "Faule.1c": ("wrong_ball", "first=2 rail=y"),
    "Faule.1d": ("no_rail", "first=1 rail=n"),
    "Faule.1e": ("scratch", "first=1 rail=y potted=cue@hl"),
    "Faule.1g": ("touch", "first=1 rail=y acts=touch"),
    "Faule.1i": ("touch", "first=1 rail=y acts=touch"),
    "Faule.1j": ("foot", "first=1 rail=y acts=foot"),
}


@pytest.mark.parametrize(
    ("clause", "code", "facts"),
    [
        pytest.param(clause, code, facts, marks=pytest.mark.clause(f"pl:{clause}"))
        for clause, (code, facts) in FOULS.items()
    ],
)
def test_faule_1_the_list(clause, code, facts) -> None:
    foul = last("pl", DRY, f"B shot called=1@fl {facts}")
    said(foul, fouls=[code], unlisted=[], **IN_HAND, fouls_in_a_row=1, rack_end=None, basis="explicit")
    assert clause in foul["clauses"]


@pytest.mark.clause("pl:Faule.1a")
def test_faule_1a_unlawful_break() -> None:
    foul = last("pl", "A break first=1 rails=3")
    said(foul, fouls=["illegal_break"], next_player="B", cue_ball="in_hand", fouls_in_a_row=1)
    assert "Faule.1a" in foul["clauses"]


@pytest.mark.clause("pl:Faule.1d")
def test_faule_1d_a_ball_pocketed_or_any_cushion_is_enough() -> None:
    said(last("pl", DRY, "B shot called=1@fl first=1 rail=n potted=3@hl"), fouls=[])
    said(last("pl", DRY, "B shot called=1@fl first=1 rail=y"), fouls=[])
    # The cue ball in a pocket is no ball pocketed and no cushion.
    said(last("pl", DRY, "B shot called=1@fl first=1 rail=n potted=cue@hl"), fouls=["scratch", "no_rail"])


@pytest.mark.clause("pl:Faule.1f")
@pytest.mark.parametrize(("off", "code"), [("cue", "cue_off"), ("4", "ball_off"), ("10", "ball_off")])
def test_faule_1f_cue_ball_or_object_ball_off_the_table(off, code) -> None:
    foul = last("pl", DRY, f"B shot called=1@fl first=1 rail=y off={off}")
    said(foul, fouls=[code], **IN_HAND)
    assert "Faule.1f" in foul["clauses"]


@pytest.mark.clause("pl:Faule.1h")
@pytest.mark.parametrize("act", ["not_tip", "scoop"])
def test_faule_1h_not_with_the_tip_or_by_digging_under_the_cue_ball(act) -> None:
    foul = last("pl", DRY, f"B shot called=1@fl first=1 rail=y potted=1@fl acts={act}")
    said(foul, fouls=[act], **IN_HAND, clauses=["Faule.1h"])


@pytest.mark.clause("pl:Faule.2")
@pytest.mark.parametrize("facts", ["first=0 rail=y", "first=1 rail=n", "first=1 rail=y acts=foot", "first=3 off=5"])
def test_faule_2_after_any_foul_the_next_player_has_the_cue_ball_in_hand(facts) -> None:
    said(last("pl", DRY, f"B shot called=1@fl {facts}"), **IN_HAND)
    assert load_edition("pl")["foul_cue_ball"].clauses == ("Faule.2",)


@pytest.mark.clause("pl:Faule.3")
class TestFaule3:
    def test_balls_pocketed_on_a_foul_or_off_the_table_stay_out(self) -> None:
        foul = last("pl", DRY, "B shot called=1@fl first=1 potted=1@fl+7@hl+cue@sl off=4")
        said(foul, spotted=[], on_table=[2, 3, 5, 6, 8, 9, 10])

    def test_balls_pocketed_unlawfully_stay_down(self) -> None:
        said(
            last("pl", DRY, "B shot called=1@fl first=1 potted=1@fr+7@hl"),
            spotted=[],
            on_table=[2, 3, 4, 5, 6, 8, 9, 10],
        )

    @pytest.mark.parametrize("facts", ["potted=10@fr+cue@hl", "rail=y off=10", "potted=10@fr acts=foot"])
    def test_the_ten_alone_comes_back(self, facts) -> None:
        said(last("pl", DRY, f"B shot called=10@fr first=1 {facts}"), spotted=[10], on_table=ALL, rack_end=None)


@pytest.mark.clause("pl:Faule.4")
class TestFaule4:
    def test_the_third_foul_in_a_row_loses_the_rack(self) -> None:
        played = play("pl", DRY, MISS, SAFE, MISS, SAFE, MISS)
        assert [one["fouls_in_a_row"] for one in played if one["player"] == "B"] == [1, 2, 3]
        said(played[-1], rack_end="three_fouls", rack_winner="A", next_player=None, cue_ball=None, option=None)
        assert "Faule.4" in played[-1]["clauses"]

    def test_a_lawful_stroke_between_begins_anew(self) -> None:
        lawful = "B shot called=1@fl first=1 rail=y"
        played = play("pl", DRY, MISS, SAFE, MISS, SAFE, lawful, SAFE, MISS)
        assert [one["fouls_in_a_row"] for one in played if one["player"] == "B"] == [1, 2, 0, 1]

    def test_only_within_one_rack(self) -> None:
        second = ["B break rack=2 first=1 rails=2", "A safety rack=2 called=- first=1 rail=y"]
        played = play("pl", DRY, MISS, SAFE, MISS, SAFE + " winner=A", *second)
        assert [one["fouls_in_a_row"] for one in played if one["player"] == "B"] == [1, 2, 1]

    def test_a_missing_warning_does_not_save_him(self) -> None:
        lost = last("pl", DRY, MISS, SAFE, MISS, SAFE, MISS, warnings="recorded")
        said(lost, rack_end="three_fouls", rack_winner="A", basis="interpretation", assumed=[])
