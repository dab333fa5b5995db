"""What a missing fact means: presumed lawful and listed, or, where a foul was ruled, the record believed."""

import pytest
from play import DRY, MISS, SAFE, SIX, last, left, said

LAWFUL = "B shot called=1@fl first=1 rail=y"
ALL_EDITIONS = pytest.mark.parametrize("edition", ["pl", "ru", "es"])

# What is presumed. -----------------------------------------------------------------------------------------------


@ALL_EDITIONS
@pytest.mark.parametrize(
    "stroke", ["shot called=1@fl rail=y", "safety called=- rail=y", "shot called=1@fl potted=1@fl"]
)
def test_first_blank_is_the_lowest_ball(edition: str, stroke: str) -> None:
    said(last(edition, DRY, f"B {stroke}"), fouls=[], assumed=["first"])


@ALL_EDITIONS
def test_first_blank_on_the_break_too(edition: str) -> None:
    said(last(edition, "A break rails=6 potted=6@fl"), fouls=[], assumed=["first"], next_player="A")


@ALL_EDITIONS
def test_first_blank_on_a_push_out_that_is_open_needs_nothing(edition: str) -> None:
    said(last(edition, DRY, "B push"), fouls=[], assumed=[], option="play_or_pass")


@ALL_EDITIONS
def test_first_blank_on_a_push_out_that_is_not_open(edition: str) -> None:
    said(last(edition, DRY, SAFE.replace("A", "B"), "A push rail=y"), fouls=[], assumed=["first"], option=None)


@ALL_EDITIONS
def test_rails_blank_on_a_break_that_pocketed_nothing_are_enough(edition: str) -> None:
    said(last(edition, "A break first=1"), fouls=[], assumed=["rails"], next_player="B")
    said(last(edition, "A break first=1 rail=y"), fouls=[], assumed=["rails"])
    said(last(edition, "A break"), fouls=[], assumed=["first", "rails"])


@ALL_EDITIONS
def test_rails_are_not_needed_where_a_ball_was_pocketed(edition: str) -> None:
    said(last(edition, "A break first=1 potted=6"), fouls=[], assumed=[], next_player="A")


@ALL_EDITIONS
def test_rail_is_not_asked_on_the_break_save_that_n_means_none(edition: str) -> None:
    said(last(edition, "A break first=1 rail=n"), fouls=["illegal_break"], assumed=[])
    said(last(edition, "A break first=1 rail=n rails=4"), fouls=[], assumed=[])
    said(last(edition, "A break first=1 rail=n potted=6"), fouls=[], assumed=[])


@ALL_EDITIONS
def test_rail_blank_is_a_cushion_reached(edition: str) -> None:
    said(last(edition, DRY, "B shot called=1@fl first=1"), fouls=[], assumed=["rail"], next_player="A")
    said(last(edition, DRY, "B safety called=- first=1"), fouls=[], assumed=["rail"])


@ALL_EDITIONS
def test_rail_is_not_needed_where_a_ball_was_pocketed_or_none_touched(edition: str) -> None:
    said(last(edition, DRY, "B shot called=1@fl first=1 potted=1@fl"), fouls=[], assumed=[])
    said(last(edition, DRY, "B shot called=1@fl first=0"), fouls=["no_contact"], assumed=[])
    said(last(edition, DRY, "B push first=5"), fouls=[], assumed=[])


@ALL_EDITIONS
def test_a_pocketed_cue_ball_does_not_stand_for_a_cushion(edition: str) -> None:
    said(last(edition, DRY, "B shot called=1@fl first=1 potted=cue@hl"), fouls=["scratch"], assumed=["rail"])
    said(last(edition, DRY, "B shot called=1@fl first=1 rail=n potted=cue"), fouls=["scratch", "no_rail"], assumed=[])
    said(last(edition, "A break first=1 potted=cue@hl"), fouls=["scratch"], assumed=["rails"])


@ALL_EDITIONS
def test_called_blank_on_a_shot_that_pocketed_the_first_one_was_called(edition: str) -> None:
    shot = last(edition, SIX, "A shot first=1 potted=4@sl+1@fr")
    said(shot, fouls=[], assumed=["called"], next_player="A", option=None, on_table=[2, 3, 5, 7, 8, 9, 10])


@pytest.mark.parametrize(("edition", "ends"), [("pl", None), ("ru", "ten"), ("es", None)])
def test_called_blank_and_the_ten_went_down_first(edition: str, ends: str | None) -> None:
    shot = last(edition, left(9, 10), "A shot first=9 potted=10+9")
    said(shot, assumed=["called"], rack_end=ends, next_player=None if ends else "A", spotted=[] if ends else [10])
    said(last(edition, left(9, 10), "A shot first=9 potted=9+10"), rack_end=None, next_player="A", spotted=[10])


@ALL_EDITIONS
def test_called_is_not_needed_where_none_was_pocketed_or_on_other_kinds(edition: str) -> None:
    said(last(edition, SIX, "A shot first=1 rail=y"), assumed=[], next_player="B")
    said(last(edition, SIX, "A safety first=1 potted=1"), assumed=[], next_player="B")
    said(last(edition, SIX, "A push first=1 potted=1"), assumed=[], next_player="B")
    said(last(edition, SIX, "A shot first=1 potted=1+cue"), assumed=[], fouls=["scratch"])


@ALL_EDITIONS
@pytest.mark.parametrize(
    ("called", "potted", "assumed"),
    [
        ("1", "1@sl", ["called"]),
        ("1@fr", "1", ["potted"]),
        ("1", "1", ["called", "potted"]),
        ("1@fr", "1@fr", []),
    ],
)
def test_a_pocket_that_was_not_written_down_was_the_right_one(edition, called, potted, assumed) -> None:
    said(last(edition, SIX, f"A shot called={called} first=1 potted={potted}"), assumed=assumed, next_player="A")


@ALL_EDITIONS
@pytest.mark.parametrize(("called", "potted"), [("1", "7@sl"), ("1@fr", "7"), ("1", "7"), ("-", "1"), ("1@fr", "1@sl")])
def test_nothing_of_the_call_is_presumed_where_the_called_ball_did_not_fall_or_fell_elsewhere(
    edition, called, potted
) -> None:
    said(last(edition, SIX, f"A shot called={called} first=1 potted={potted}"), assumed=[], next_player="B")


@ALL_EDITIONS
def test_potted_not_recorded_is_nothing_and_neither_cushion_foul_is_found(edition: str) -> None:
    said(
        last(edition, DRY, "B shot called=1@fl first=1 rail=n potted=?"), fouls=[], assumed=["potted"], next_player="A"
    )
    said(last(edition, DRY, "B shot called=1@fl first=1 potted=?"), fouls=[], assumed=["potted"], next_player="A")
    said(last(edition, "A break first=1 rails=2 potted=?"), fouls=[], assumed=["potted"], next_player="B")
    said(last(edition, "A break first=1 potted=?"), fouls=[], assumed=["potted"])
    said(last(edition, DRY, "B shot called=1@fl first=2 rail=n potted=?"), fouls=["wrong_ball"], assumed=["potted"])
    said(last(edition, "A break first=0 potted=?"), fouls=["no_contact"], assumed=["potted"])


@pytest.mark.parametrize("edition", ["es", "wpa-2016", "wpa-2025", "csi"])
def test_a_warning_is_presumed_where_it_is_a_condition_and_the_third_foul_loses(edition: str) -> None:
    rows = [DRY, MISS, SAFE, MISS, SAFE]
    said(last(edition, *rows, MISS), rack_end="three_fouls", assumed=["warnings"])
    said(last(edition, *rows, "B warn", MISS), rack_end="three_fouls", assumed=[])
    said(last(edition, *rows, MISS, warnings="recorded"), rack_end=None, assumed=[])
    said(last(edition, *rows[:3], MISS), rack_end=None, assumed=[])


@pytest.mark.parametrize("edition", ["pl", "ru"])
def test_a_warning_is_not_presumed_where_none_is_needed(edition: str) -> None:
    said(last(edition, DRY, MISS, SAFE, MISS, SAFE, MISS), rack_end="three_fouls", assumed=[])


@pytest.mark.parametrize(
    ("rows", "lost"),
    [
        (["B warn", MISS, SAFE, MISS, SAFE, MISS], False),  # warned on none
        ([MISS, "B warn", SAFE, MISS, SAFE, MISS], False),  # on one
        ([MISS, SAFE, MISS, "A warn", SAFE, MISS], False),  # somebody else
        ([MISS, SAFE, MISS, "B warn", SAFE, MISS], True),
        ([MISS, SAFE, MISS, "B warn", SAFE, LAWFUL, SAFE, MISS, SAFE, MISS, SAFE, MISS], False),  # of a series before
        ([MISS, SAFE, MISS, SAFE, MISS, "B warn", SAFE, MISS], True),  # the unwarned third counted as the second
    ],
)  # fmt: skip
def test_a_warning_counts_only_while_the_player_stands_on_two_fouls(rows: list[str], lost: bool) -> None:
    record = last("es", DRY, *rows, warnings="recorded")
    said(record, rack_end="three_fouls" if lost else None, fouls_in_a_row=3 if lost else 2, assumed=[])


def test_presumptions_are_listed_in_the_order_of_the_columns() -> None:
    said(last("es", DRY, "B shot called=1@fl"), assumed=["first", "rail"])
    said(last("es", SIX, "A shot potted=1"), assumed=["called", "first"])
    said(last("es", SIX, "A shot called=1@fr potted=1"), assumed=["first", "potted"])
    said(last("es", SIX, "A shot called=1 potted=1"), assumed=["called", "first", "potted"])
    said(last("es", DRY, "B shot called=1@fl ruling=foul potted=?"), assumed=["potted", "ruling"])
    third = [DRY, MISS, SAFE, MISS, SAFE, "B shot called=1@fl off=cue"]
    said(last("es", *third), fouls=["cue_off"], assumed=["warnings", "first", "rail"], rack_end="three_fouls")


@ALL_EDITIONS
def test_what_was_recorded_is_never_presumed(edition: str) -> None:
    said(last(edition, DRY, "B shot called=1@fl first=1 rail=y potted=1@fl"), assumed=[])


# An obvious shot. ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("edition", "counts"), [("pl", False), ("ru", True), ("es", True)])
def test_an_unspoken_call_counts_where_obvious_shots_are_exempt_and_for_the_lowest_ball(edition, counts) -> None:
    lowest = last(edition, SIX, "A shot called=~1@fr first=1 potted=1@fr")
    said(lowest, next_player="A" if counts else "B", assumed=[])
    other = last(edition, SIX, "A shot called=~2@fr first=1 potted=2@fr")
    said(other, next_player="B", option="play_or_pass" if counts else None, assumed=[])
    elsewhere = last(edition, SIX, "A shot called=~1@fr first=1 potted=1@fl")
    said(elsewhere, next_player="B", option="play_or_pass" if counts else None)
    said(last(edition, SIX, "A shot called=~1 first=1 potted=1"), assumed=["called", "potted"] if counts else [])


# A foul that was ruled. ------------------------------------------------------------------------------------------


@ALL_EDITIONS
@pytest.mark.parametrize("act", ["touch", "foot", "not_tip"])
def test_an_act_named_in_ruling_is_the_record_of_that_act(edition: str, act: str) -> None:
    complete = "B shot called=1@fl first=1 rail=y"
    said(last(edition, DRY, f"{complete} ruling={act}"), fouls=[act], assumed=[], cue_ball="in_hand")
    said(last(edition, DRY, f"B push first=0 rail=n ruling={act}"), fouls=[act], assumed=[], option=None)


@pytest.mark.parametrize(("edition", "listed"), [("pl", False), ("ru", True), ("es", True)])
def test_an_act_named_in_ruling_that_the_edition_does_not_list_is_unlisted(edition: str, listed: bool) -> None:
    record = last(edition, DRY, "B shot called=1@fl first=1 rail=y ruling=double_hit")
    if listed:
        said(record, fouls=["double_hit"], unlisted=[], fouls_in_a_row=1)
    else:
        said(record, fouls=[], unlisted=["double_hit"], fouls_in_a_row=0, cue_ball="in_place")


@ALL_EDITIONS
@pytest.mark.parametrize(
    ("facts", "left_over"),
    [("rail=y", []), ("first=1", []), ("", []), ("potted=1@fl", []), ("first=1 rail=n potted=?", ["potted"])],
)
def test_a_ruled_foul_is_believed_where_the_facts_show_none_and_are_not_complete(edition, facts, left_over) -> None:
    plain = last(edition, DRY, f"B shot called=1@fl {facts} ruling=foul")
    said(plain, fouls=["recorded"], assumed=[*left_over, "ruling"], next_player="A", cue_ball="in_hand", option=None)
    named = last(edition, DRY, f"B shot called=1@fl {facts} ruling=no_rail")
    said(named, fouls=["no_rail"], assumed=[*left_over, "ruling"], fouls_in_a_row=1)


@ALL_EDITIONS
@pytest.mark.parametrize("facts", ["first=1", "rails=6", ""])
def test_so_on_the_break_where_the_cushions_are_rails(edition: str, facts: str) -> None:
    said(last(edition, f"A break {facts} ruling=foul"), fouls=["recorded"], assumed=["ruling"], next_player="B")
    said(last(edition, f"A break {facts} ruling=illegal_break"), fouls=["illegal_break"], assumed=["ruling"])


@ALL_EDITIONS
@pytest.mark.parametrize(
    "stroke",
    [
        "B shot called=1@fl first=1 rail=y ruling=foul",
        "B shot called=1@fl first=1 potted=1@fl ruling=scratch",
        "B safety called=- first=1 rail=y ruling=no_contact",
        "B push ruling=foul",
        "B push first=5 ruling=no_rail",
    ],
)
def test_it_is_not_believed_against_complete_facts_nor_on_an_open_push_out(edition: str, stroke: str) -> None:
    said(last(edition, DRY, stroke), fouls=[], assumed=[], fouls_in_a_row=0, cue_ball="in_place")


@ALL_EDITIONS
def test_where_the_facts_show_a_foul_the_edition_finds_that_one(edition: str) -> None:
    said(last(edition, DRY, "B shot called=1@fl first=0 ruling=scratch"), fouls=["no_contact"], assumed=[])
    said(last(edition, DRY, "B shot called=1@fl first=2 ruling=foul"), fouls=["wrong_ball"], assumed=["rail"])


def test_only_codes_that_the_edition_lists_are_believed() -> None:
    stroke = "B shot called=1@fl ruling={}"
    said(last("pl", DRY, stroke.format("slow")), fouls=[], unlisted=["slow"], assumed=["first", "rail"])
    said(last("ru", DRY, stroke.format("slow")), fouls=["slow"], unlisted=[], assumed=["first", "rail"])
    mixed = last("pl", DRY, stroke.format("slow+no_rail"))
    said(mixed, fouls=["no_rail"], unlisted=["slow"], assumed=["ruling"])


@ALL_EDITIONS
def test_a_break_without_contact_recorded_has_both_fouls(edition: str) -> None:
    said(last(edition, "A break first=0"), fouls=["no_contact", "illegal_break"], assumed=[])
    said(last(edition, "A break first=0 rails=5"), fouls=["no_contact"], assumed=[])
