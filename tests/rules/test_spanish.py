"""The Spanish text, clause by clause; each test would fail if its clause were ruled otherwise."""

import pytest
from play import DRY, MISS, SAFE, SIX, last, left, play, said

from tenball_stats.rules import load_edition

IN_HAND = {"next_player": "A", "cue_ball": "in_hand", "option": None}
OPTION = {"fouls": [], "cue_ball": "in_place", "option": "play_or_pass"}
ALL = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]


@pytest.mark.clause("es:0")
class Test0OpeningParagraph:
    @pytest.mark.parametrize(
        ("before", "stroke"),
        [
            ((), "A break first=2 rails=6 potted=6@fl"),
            ((SIX,), "A shot called=1@fr first=2 potted=1@fr"),
            ((SIX,), "A safety called=- first=2 rail=y"),
        ],
    )
    def test_on_each_stroke_the_lowest_ball_has_to_be_struck_first(self, before, stroke) -> None:
        said(last("es", *before, stroke), fouls=["wrong_ball"], next_player="B", cue_ball="in_hand")

    def test_the_ten_wins_as_the_last_ball(self) -> None:
        won = last("es", left(10), "A shot called=10@fr first=10 potted=10@fr")
        said(won, rack_end="ten", rack_winner="A", next_player=None, basis="explicit")
        assert "0" in won["clauses"]
        said(last("es", left(3, 10), "A shot called=10@fr first=3 potted=10@fr"), rack_end=None, spotted=[10])


@pytest.mark.clause("es:1")
def test_1_who_wins_the_lag_decides_who_breaks() -> None:
    es = load_edition("es")
    assert (es["lag_winner"].value, es["lag_winner"].clauses) == ("chooses", ("1",))
    assert (es["later_breaks"].value, es["later_breaks"].basis) == ("silent", "silent")


@pytest.mark.clause("es:2")
def test_2_the_one_in_front_the_ten_in_the_centre_the_two_and_three_in_the_rear_corners() -> None:
    es = load_edition("es")
    assert (es["rack_apex"].value, es["rack_centre"].value, set(es["rack_rear_corners"].value)) == (1, 10, {2, 3})
    assert {es[name].clauses for name in ("rack_apex", "rack_centre", "rack_rear_corners")} == {("2",)}


@pytest.mark.clause("es:3")
@pytest.mark.parametrize(
    ("facts", "fouls", "following"),
    [
        ("rails=3", ["illegal_break"], "B"),
        ("rails=4", [], "B"),
        ("rails=0 potted=6@fl", [], "A"),
        ("rails=10 potted=6@fl", [], "A"),
    ],
)
def test_3_a_ball_pocketed_or_four_to_a_cushion(facts, fouls, following) -> None:
    record = last("es", f"A break first=1 {facts}")
    said(record, fouls=fouls, next_player=following, fouls_in_a_row=len(fouls), basis="interpretation")
    assert "3" in record["clauses"]
    assert load_edition("es")["break_from"].clauses == ("3",)


@pytest.mark.clause("es:4")
class Test4PushOut:
    @pytest.mark.parametrize("facts", ["first=0 rail=n", "first=5 rail=n", "first=1 rail=n"])
    def test_lowest_ball_and_cushion_do_not_apply_and_the_rival_decides(self, facts) -> None:
        push = last("es", DRY, f"B push {facts}")
        said(push, **OPTION, next_player="A")
        assert push["clauses"][0] == "4"

    def test_after_an_unlawful_break_there_is_none(self) -> None:
        said(last("es", "A break first=1 rails=2", "B push first=0 rail=n"), fouls=["no_contact"], **IN_HAND)

    def test_on_a_foul_the_rival_does_not_decide(self) -> None:
        said(last("es", DRY, "B push first=5 rail=n potted=cue@hl"), fouls=["scratch"], **IN_HAND)

    def test_the_ten_pocketed_on_it_comes_back_the_others_stay_down(self) -> None:
        push = last("es", DRY, "B push first=5 potted=5@sl+10@hr")
        said(push, **OPTION, next_player="A", spotted=[10], on_table=[1, 2, 3, 4, 6, 7, 8, 9, 10], rack_end=None)

    def test_it_is_the_stroke_after_the_break(self) -> None:
        said(last("es", DRY, "B safety called=- first=1 rail=y", "A push first=0 rail=n"), fouls=["no_contact"])


@pytest.mark.clause("es:5")
class Test5Call:
    @pytest.mark.parametrize(("called", "following"), [("1@fr", "A"), ("~1@fr", "A"), ("-", "B"), ("~1@fl", "B")])
    def test_ball_and_pocket_are_announced_unless_obvious(self, called, following) -> None:
        shot = last("es", SIX, f"A shot called={called} first=1 potted=1@fr")
        said(shot, fouls=[], next_player=following, option=None if following == "A" else "play_or_pass")

    def test_a_combination_is_never_obvious(self) -> None:
        said(last("es", SIX, "A shot called=~4@fr first=1 potted=4@fr"), **OPTION, next_player="B")
        said(last("es", SIX, "A shot called=4@fr first=1 potted=4@fr"), next_player="A", option=None)

    def test_the_break_is_not_announced(self) -> None:
        said(last("es", SIX), next_player="A", option=None, assumed=[])


@pytest.mark.clause("es:6")
class Test6Safety:
    def test_it_ends_the_turn(self) -> None:
        said(last("es", SIX, "A safety called=- first=1 rail=y"), next_player="B", option=None, clauses=["6"])

    def test_who_pockets_the_lowest_ball_on_it_leaves_the_choice(self) -> None:
        safety = last("es", DRY, "B safety called=- first=1 potted=1@fl")
        said(safety, **OPTION, next_player="A", spotted=[], clauses=["6"], basis="explicit")

    def test_clause_7_applies_as_well(self) -> None:
        safety = last("es", DRY, "B safety called=- first=1 potted=7@fl")
        said(safety, **OPTION, next_player="A", spotted=[], basis="interpretation")
        assert {"6", "7"} <= set(safety["clauses"])


@pytest.mark.clause("es:7")
@pytest.mark.parametrize("potted", ["1@sl", "7@sl", "7@fr", "1@sl+7@fr"])
def test_7_another_pocket_or_another_ball_ends_the_turn_and_leaves_the_choice(potted) -> None:
    shot = last("es", SIX, f"A shot called=1@fr first=1 potted={potted}")
    said(shot, **OPTION, next_player="B", spotted=[], clauses=["7"], basis="explicit")


@pytest.mark.clause("es:8")
class Test8GoingOn:
    def test_who_pockets_the_announced_ball_plays_on_and_none_comes_back(self) -> None:
        made = last("es", SIX, "A shot called=1@fr first=1 potted=1@fr+8@hl")
        said(made, next_player="A", cue_ball="in_place", option=None, spotted=[], on_table=[2, 3, 4, 5, 7, 9, 10])
        assert "8" in made["clauses"]

    def test_but_for_the_ten(self) -> None:
        beside = last("es", SIX, "A shot called=1@fr first=1 potted=1@fr+10@hl")
        said(beside, next_player="A", spotted=[10], rack_end=None, option=None)

    def test_the_ten_announced_before_it_is_the_last_ball_does_not_win(self) -> None:
        early = last("es", left(3, 5, 10), "A shot called=10@fr first=3 potted=10@fr")
        said(early, next_player="A", cue_ball="in_place", option=None, spotted=[10], rack_end=None)

    def test_a_miss_passes_the_turn(self) -> None:
        said(last("es", SIX, "A shot called=1@fr first=1 rail=y"), next_player="B", cue_ball="in_place", option=None)

    def test_a_foul_passes_it_with_the_ball_in_hand(self) -> None:
        said(last("es", SIX, "A shot called=1@fr first=1 potted=1@fr+cue@hl"), next_player="B", cue_ball="in_hand")


@pytest.mark.clause("es:9")
class Test9Spotting:
    @pytest.mark.parametrize(
        "shot",
        [
            "shot called=10@fr first=3 potted=10@fr+cue@hl",
            "shot called=3@fr first=3 potted=10@fr",
            "shot called=- first=3 potted=10@fr",
            "shot called=10@fr first=3 potted=10@fl",
            "shot called=3@fr first=3 rail=y off=10",
        ],
    )
    def test_the_ten_comes_back(self, shot) -> None:
        record = last("es", left(3, 9, 10), f"A {shot}")
        said(record, spotted=[10], on_table=[3, 9, 10], rack_end=None, next_player="B")
        assert "9" in record["clauses"]

    @pytest.mark.parametrize("before", [(), (DRY,)])
    def test_it_does_from_the_break_and_a_push_out(self, before) -> None:
        stroke = "B push first=1 potted=10@fr" if before else "A break first=1 rails=6 potted=10@fr"
        said(last("es", *before, stroke), fouls=[], spotted=[10], on_table=ALL, rack_end=None)

    def test_no_other_ball_does(self) -> None:
        foul = last("es", left(3, 5, 9, 10), "A shot called=3@fr first=3 potted=3@fr+10@sl+cue@hl off=9")
        said(foul, spotted=[10], on_table=[5, 10])

    def test_a_ball_that_falls_by_itself_after_five_seconds_is_put_back(self) -> None:
        assert load_edition("es")["hanging_ball"].value == 5
        hung = [DRY, "B shot called=1@fl first=1 rail=y", "B fell potted=1@fl seconds=8"]
        said(last("es", *hung, "A shot called=1@fl first=1 rail=y"), fouls=[], on_table=ALL)
        said(last("es", *hung, "A shot called=2@fl first=2 rail=y"), fouls=["wrong_ball"], on_table=ALL)


@pytest.mark.clause("es:10")
@pytest.mark.parametrize("facts", ["first=0 rail=y", "first=1 rail=n", "first=1 rail=y acts=slow", "first=1 off=5"])
def test_10_after_a_foul_the_rival_has_the_cue_ball_in_hand(facts) -> None:
    said(last("es", DRY, f"B shot called=1@fl {facts}"), **IN_HAND, fouls_in_a_row=1)
    assert load_edition("es")["foul_cue_ball"].clauses == ("10",)


FOULS = [
    ("10.1", "scratch", "rail=y potted=cue@hl"),
    ("10.1", "cue_off", "rail=y off=cue"),
    ("10.2", "wrong_ball", "first=2 rail=y"),
    ("10.2", "no_contact", "first=0 rail=y"),
    ("10.3", "no_rail", "rail=n"),
    ("10.4", "foot", "rail=y acts=foot"),
    ("10.5", "touch", "rail=y acts=touch"),
    ("10.6", "ball_off", "rail=y off=4"),
    ("10.7", "touch", "rail=y acts=touch"),
    ("10.7", "not_tip", "rail=y acts=not_tip"),
    ("10.8", "double_hit", "rail=y acts=double_hit"),
    ("10.9", "push_stroke", "rail=y acts=push_stroke"),
    ("10.10", "moving", "rail=y acts=moving"),
    ("10.11", "cue_on_table", "rail=y acts=cue_on_table"),
    ("10.11", "marking", "rail=y acts=marking"),
    ("10.12", "out_of_turn", "rail=y acts=out_of_turn"),
    ("10.13", "slow", "rail=y acts=slow"),
]


@pytest.mark.parametrize(
    ("clause", "code", "facts"),
    [pytest.param(*foul, marks=pytest.mark.clause(f"es:{foul[0]}")) for foul in FOULS],
)
def test_10_the_general_fouls(clause, code, facts) -> None:
    first = "" if "first=" in facts else "first=1 "
    foul = last("es", DRY, f"B shot called=1@fl {first}{facts}")
    said(foul, fouls=[code], unlisted=[], **IN_HAND, fouls_in_a_row=1)
    assert clause in foul["clauses"]


@pytest.mark.clause("es:10.2")
def test_10_2_does_not_apply_to_a_push_out() -> None:
    push = last("es", DRY, "B push first=5 rail=n")
    said(push, fouls=[])
    assert "10.2" in push["clauses"]


@pytest.mark.clause("es:11")
class Test11SeriousFouls:
    ROWS = (DRY, MISS, SAFE, MISS, SAFE)

    def test_three_fouls_in_a_row_lose_the_rack(self) -> None:
        lost = last("es", *self.ROWS, "B warn", MISS, warnings="recorded")
        said(lost, fouls_in_a_row=3, rack_end="three_fouls", rack_winner="A", next_player=None, assumed=[])
        assert "11" in lost["clauses"]
        assert lost["basis"] == "explicit"

    def test_who_stands_on_two_has_to_be_told_before_his_next_visit(self) -> None:
        kept = last("es", *self.ROWS, MISS, warnings="recorded")
        said(kept, fouls=["no_contact"], fouls_in_a_row=2, rack_end=None, next_player="A", cue_ball="in_hand")
        assert "11" in kept["clauses"]
        said(kept, basis="interpretation")

    def test_for_misconduct_the_director_decides(self) -> None:
        assert load_edition("es")["misconduct"].value == "director"
        lost = last("es", SIX, "A safety called=- first=1 rail=y", "A penalty winner=B")
        said(lost, rack_end="penalty", rack_winner="B", next_player=None)
        assert "11" in lost["clauses"]


@pytest.mark.clause("es:12")
def test_12_after_a_stalemate_the_same_player_breaks_again() -> None:
    point = load_edition("es")["stalemate"]
    assert (point.value, point.clauses) == ("same_breaker", ("12",))
    played = play("es", SIX, "A safety called=- first=1 rail=y", "B rerack", DRY)
    said(played[1], rack_end="stalemate", rack_winner=None, next_player=None)
    assert "12" in played[1]["clauses"]
    said(played[2], attempt=2, shot=1, fouls=[], next_player="B", on_table=ALL)


@pytest.mark.clause("es:13")
@pytest.mark.parametrize("act", ["placement", "scoop"])
def test_13_what_is_not_covered_is_for_the_organiser_to_decide(act) -> None:
    shot = last("es", DRY, f"B shot called=1@fl first=1 potted=1@fl acts={act}")
    said(shot, fouls=[], unlisted=[act], next_player="B", option=None, basis="silent")
    assert "13" in shot["clauses"]
    assert load_edition("es")["not_covered"].value == "organiser"
