"""The Russian text, clause by clause; each test would fail if its clause were ruled otherwise."""

import pytest
from play import DRY, MISS, SAFE, SIX, last, left, play, read, said

from tenball_stats.log import LogRefused
from tenball_stats.rules import load_edition

IN_HAND = {"next_player": "A", "cue_ball": "in_hand", "option": None}
OPTION = {"fouls": [], "cue_ball": "in_place", "option": "play_or_pass"}
ALL = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]


@pytest.mark.clause("ru:0")
class Test0OpeningParagraph:
    def test_the_ten_by_a_lawful_stroke_wins_and_on_the_break_without_a_call(self) -> None:
        won = last("ru", "A break first=1 rails=6 potted=10@fr")
        said(won, fouls=[], rack_end="ten", rack_winner="A", next_player=None, cue_ball=None, spotted=[])
        assert "0" in won["clauses"]

    @pytest.mark.parametrize("facts", ["potted=10@fr+cue@hl", "potted=10@fr acts=touch", "potted=10@fr off=5"])
    def test_not_by_an_unlawful_one(self, facts) -> None:
        foul = last("ru", f"A break first=1 rails=6 {facts}")
        said(foul, rack_end=None, rack_winner=None, next_player="B", cue_ball="in_hand", spotted=[10])

    def test_one_ball_may_be_called_a_stroke(self) -> None:
        with pytest.raises(LogRefused, match="only one ball may be called"):
            read("match,rack,player,kind,called\nm,1,A,break,\nm,1,B,shot,1@fr 2@fl\n")


@pytest.mark.clause("ru:1")
def test_1_who_wins_the_lag_chooses_who_breaks_the_first_rack() -> None:
    ru = load_edition("ru")
    assert (ru["lag_winner"].value, ru["lag_winner"].clauses) == ("chooses", ("1",))
    # Of the later racks, and of what loses a lag, the text says nothing.
    assert (ru["later_breaks"].value, ru["later_breaks"].basis) == ("silent", "silent")
    assert ru["lag_faults"].basis == "interpretation"


@pytest.mark.clause("ru:2")
def test_2_the_one_in_front_the_ten_in_the_centre_the_rest_without_a_pattern() -> None:
    ru = load_edition("ru")
    assert (ru["rack_apex"].value, ru["rack_centre"].value, ru["rack_rear_corners"].value) == (1, 10, ())
    assert {ru[name].clauses for name in ("rack_apex", "rack_centre", "rack_rear_corners")} == {("2",)}


@pytest.mark.clause("ru:3.1")
def test_3_1_the_break_is_played_from_behind_the_head_string() -> None:
    break_from = load_edition("ru")["break_from"]
    assert (break_from.value, break_from.clauses, break_from.basis) == ("behind_head_string", ("3.1",), "explicit")


@pytest.mark.clause("ru:3.2")
@pytest.mark.parametrize(
    ("facts", "fouls", "following"),
    [
        ("rails=3", ["illegal_break"], "B"),
        ("rails=4", [], "B"),
        ("rails=0 potted=6@fl", [], "A"),
    ],
)
def test_3_2_where_none_is_pocketed_four_have_to_reach_a_cushion(facts, fouls, following) -> None:
    record = last("ru", f"A break first=1 {facts}")
    said(record, fouls=fouls, next_player=following, fouls_in_a_row=len(fouls))
    assert "3.2" in record["clauses"]


@pytest.mark.clause("ru:4")
class Test4PushOut:
    @pytest.mark.parametrize("facts", ["first=0 rail=n", "first=5 rail=n", "first=1 rail=n"])
    def test_wrong_ball_and_no_cushion_do_not_apply_and_the_other_chooses(self, facts) -> None:
        push = last("ru", DRY, f"B push {facts}")
        said(push, **OPTION, next_player="A")
        assert push["clauses"][0] == "4"
        assert push["basis"] == "explicit"

    def test_after_a_break_that_was_a_foul_there_is_none(self) -> None:
        said(last("ru", "A break first=1 rails=2", "B push first=0 rail=n"), fouls=["no_contact"], **IN_HAND)

    def test_on_a_foul_there_is_no_choice(self) -> None:
        said(last("ru", DRY, "B push first=5 rail=n potted=5@sl+cue@hl"), fouls=["scratch"], **IN_HAND, spotted=[])

    def test_the_ten_pocketed_on_it_comes_back_without_a_foul_the_others_stay_down(self) -> None:
        push = last("ru", DRY, "B push first=5 potted=5@sl+10@hr")
        said(push, **OPTION, next_player="A", spotted=[10], on_table=[1, 2, 3, 4, 6, 7, 8, 9, 10], rack_end=None)

    def test_it_is_the_second_stroke_of_the_rack(self) -> None:
        made = "A shot called=1@fr first=1 potted=1@fr"
        said(last("ru", SIX, made, "A push first=4 rail=y"), fouls=["wrong_ball"], next_player="B", option=None)
        said(last("ru", SIX, "A push first=4 rail=y"), **OPTION, next_player="B")


@pytest.mark.clause("ru:5")
class Test5Call:
    @pytest.mark.parametrize(("called", "following"), [("1@fr", "A"), ("~1@fr", "A"), ("-", "B"), ("~1@fl", "B")])
    def test_ball_and_pocket_are_called_unless_obvious(self, called, following) -> None:
        shot = last("ru", SIX, f"A shot called={called} first=1 potted=1@fr")
        said(shot, fouls=[], next_player=following, option=None if following == "A" else "play_or_pass")

    def test_a_combination_is_never_obvious(self) -> None:
        said(last("ru", SIX, "A shot called=~4@fr first=1 potted=4@fr"), **OPTION, next_player="B")
        said(last("ru", SIX, "A shot called=4@fr first=1 potted=4@fr"), next_player="A", option=None)

    def test_the_break_is_not_called(self) -> None:
        said(last("ru", SIX), next_player="A", option=None, assumed=[])


@pytest.mark.clause("ru:6")
class Test6Safety:
    def test_it_ends_the_visit(self) -> None:
        said(last("ru", SIX, "A safety called=- first=1 rail=y"), next_player="B", option=None, clauses=["6"])

    def test_who_pockets_the_lowest_ball_on_it_leaves_the_choice(self) -> None:
        safety = last("ru", DRY, "B safety called=- first=1 potted=1@fl")
        said(safety, **OPTION, next_player="A", spotted=[], clauses=["6"], basis="explicit")

    def test_it_has_to_go_to_the_lowest_ball(self) -> None:
        said(last("ru", DRY, "B safety called=- first=2 rail=y"), fouls=["wrong_ball"], **IN_HAND)

    def test_at_any_time_after_the_break(self) -> None:
        said(last("ru", left(9, 10), "A safety called=- first=9 rail=y"), fouls=[], next_player="B", option=None)
        # Before the rack is broken there is none: the stroke is the break.
        said(last("ru", "A safety called=- first=1 rails=6 potted=6@fl"), next_player="A", option=None)


@pytest.mark.clause("ru:7")
@pytest.mark.parametrize("potted", ["1@sl", "7@sl", "7@fr", "1@sl+7@fr"])
def test_7_another_pocket_or_another_ball_ends_the_visit_and_leaves_the_choice(potted) -> None:
    shot = last("ru", SIX, f"A shot called=1@fr first=1 potted={potted}")
    said(shot, **OPTION, next_player="B", spotted=[], clauses=["7"], basis="explicit")


@pytest.mark.clause("ru:8")
class Test8GoingOn:
    def test_who_pockets_lawfully_plays_on_and_the_others_stay_down(self) -> None:
        made = last("ru", SIX, "A shot called=1@fr first=1 potted=1@fr+8@hl")
        said(made, next_player="A", cue_ball="in_place", spotted=[], on_table=[2, 3, 4, 5, 7, 9, 10])

    def test_but_for_the_ten(self) -> None:
        beside = last("ru", SIX, "A shot called=1@fr first=1 potted=1@fr+10@hl")
        said(beside, next_player="A", spotted=[10], rack_end=None, option=None)

    @pytest.mark.parametrize("balls", [(10,), (9, 10), (3, 5, 9, 10)])
    def test_the_ten_called_and_made_wins_at_any_lawful_stroke(self, balls) -> None:
        won = last("ru", left(*balls), f"A shot called=10@fr first={balls[0]} potted=10@fr")
        said(won, rack_end="ten", rack_winner="A", spotted=[], clauses=["8"], basis="explicit")

    def test_also_together_with_other_balls(self) -> None:
        won = last("ru", left(9, 10), "A shot called=10@fr first=9 potted=9@fl+10@fr")
        said(won, rack_end="ten", rack_winner="A")

    def test_a_miss_passes_the_turn_from_position(self) -> None:
        said(last("ru", SIX, "A shot called=1@fr first=1 rail=y"), next_player="B", cue_ball="in_place", option=None)

    def test_a_foul_passes_it_too(self) -> None:
        said(last("ru", SIX, "A shot called=1@fr first=1 potted=1@fr+cue@hl"), next_player="B", cue_ball="in_hand")


@pytest.mark.clause("ru:9")
class Test9Spotting:
    @pytest.mark.parametrize(
        "shot",
        [
            "shot called=10@fr first=3 potted=10@fr+cue@hl",
            "shot called=3@fr first=3 potted=10@fr",
            "shot called=- first=3 potted=10@fr",
            "shot called=10@fr first=3 potted=10@fl",
            "shot called=3@fr first=3 rail=y off=10",
            "safety called=- first=3 potted=10@fr",
        ],
    )
    def test_the_ten_comes_back(self, shot) -> None:
        said(last("ru", left(3, 9, 10), f"A {shot}"), spotted=[10], on_table=[3, 9, 10], rack_end=None, next_player="B")

    def test_no_other_ball_does(self) -> None:
        foul = last("ru", left(3, 5, 9, 10), "A shot called=3@fr first=3 potted=3@fr+10@sl+cue@hl off=9")
        said(foul, spotted=[10], on_table=[5, 10])


@pytest.mark.clause("ru:10")
@pytest.mark.parametrize("facts", ["first=0 rail=y", "first=1 rail=n", "first=1 rail=y acts=slow", "first=1 off=5"])
def test_10_after_a_foul_the_other_player_has_the_cue_ball_in_hand(facts) -> None:
    said(last("ru", DRY, f"B shot called=1@fl {facts}"), **IN_HAND, fouls_in_a_row=1)
    assert load_edition("ru")["foul_cue_ball"].clauses == ("10",)


FOULS = [
    ("10.1", "scratch", "rail=y potted=cue@hl"),
    ("10.1", "cue_off", "rail=y off=cue"),
    ("10.2", "wrong_ball", "first=2 rail=y"),
    ("10.2", "no_contact", "first=0 rail=y"),
    ("10.3", "no_rail", "rail=n"),
    ("10.4", "foot", "rail=y acts=foot"),
    ("10.5", "ball_off", "rail=y off=4"),
    ("10.6", "touch", "rail=y acts=touch"),
    ("10.6", "not_tip", "rail=y acts=not_tip"),
    ("10.7", "double_hit", "rail=y acts=double_hit"),
    ("10.8", "push_stroke", "rail=y acts=push_stroke"),
    ("10.9", "moving", "rail=y acts=moving"),
    ("10.10", "placement", "rail=y acts=placement"),
    ("10.12", "cue_on_table", "rail=y acts=cue_on_table"),
    ("10.13", "out_of_turn", "rail=y acts=out_of_turn"),
    ("10.15", "slow", "rail=y acts=slow"),
]


@pytest.mark.parametrize(
    ("clause", "code", "facts"),
    [pytest.param(*foul, marks=pytest.mark.clause(f"ru:{foul[0]}")) for foul in FOULS],
)
def test_10_the_standard_fouls(clause, code, facts) -> None:
    first = "" if "first=" in facts else "first=1 "
    foul = last("ru", DRY, f"B shot called=1@fl {first}{facts}")
    said(foul, fouls=[code], unlisted=[], **IN_HAND, fouls_in_a_row=1, clauses=[clause])


@pytest.mark.clause("ru:10.2")
@pytest.mark.parametrize("stroke", ["A break first=2 rails=6 potted=6@fl", "A break first=0 rails=6"])
def test_10_2_speaks_of_the_break_too(stroke) -> None:
    foul = last("ru", stroke)
    said(foul, next_player="B", cue_ball="in_hand", fouls_in_a_row=1)
    assert "10.2" in foul["clauses"]


@pytest.mark.clause("ru:10.5")
def test_10_5_of_the_balls_off_the_table_the_ten_alone_comes_back() -> None:
    foul = last("ru", DRY, "B shot called=1@fl first=1 rail=y off=4+10")
    said(foul, fouls=["ball_off"], spotted=[10], on_table=[1, 2, 3, 5, 6, 7, 8, 9, 10])


@pytest.mark.clause("ru:11")
class Test11SeriousFouls:
    def test_three_fouls_in_a_row_lose_the_rack_warned_or_not(self) -> None:
        rows = [DRY, MISS, SAFE, MISS, SAFE, MISS]
        for warnings in ({}, {"warnings": "recorded"}):
            lost = last("ru", *rows, **warnings)
            said(lost, fouls_in_a_row=3, rack_end="three_fouls", rack_winner="A", next_player=None, assumed=[])
            assert "11" in lost["clauses"]

    def test_for_misconduct_the_referee_chooses_the_penalty(self) -> None:
        assert load_edition("ru")["misconduct"].value == "referee"
        lost = last("ru", SIX, "A safety called=- first=1 rail=y", "A penalty winner=B")
        said(lost, rack_end="penalty", rack_winner="B", next_player=None)
        assert "11" in lost["clauses"]


@pytest.mark.clause("ru:12")
def test_12_after_a_stalemate_the_same_player_breaks_again() -> None:
    point = load_edition("ru")["stalemate"]
    assert (point.value, point.clauses) == ("same_breaker", ("12",))
    played = play("ru", SIX, "A safety called=- first=1 rail=y", "B rerack", DRY)
    said(played[1], rack_end="stalemate", rack_winner=None, next_player=None)
    assert "12" in played[1]["clauses"]
    said(played[2], attempt=2, shot=1, fouls=[], next_player="B", on_table=ALL)
