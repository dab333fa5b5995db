"""The replay follows the record: each stroke is judged on what the record had reached, so that errors do not chain."""

import pytest
from play import DRY, MISS, SAFE, SIX, frame, last, left, play, said

ALL_EDITIONS = pytest.mark.parametrize("edition", ["pl", "ru", "es"])
LAWFUL = "B shot called=1@fl first=1 rail=y"
FOUL_BREAK = "A break first=1 rails=2"
IN_HAND = {"cue_ball": "in_hand", "option": None}


def ruled_foul(edition: str, *rows: str) -> list[bool]:
    """Whether each stroke was a foul as ruled then."""
    return frame(edition, *rows)["ruled_foul"].to_list()


# What was ruled then. --------------------------------------------------------------------------------------------


@ALL_EDITIONS
class TestAsRuledThen:
    def test_it_is_what_ruling_says(self, edition):
        assert ruled_foul(edition, DRY, MISS + " ruling=legal", SAFE) == [False, False, False]
        assert ruled_foul(edition, DRY, LAWFUL + " ruling=foul", SAFE) == [False, True, False]

    def test_ruling_goes_before_what_the_next_stroke_shows(self, edition):
        assert ruled_foul(edition, DRY, MISS + " ruling=foul", LAWFUL + " hand=n") == [False, True, False]

    def test_blank_and_no_foul_found_is_none_whatever_follows(self, edition):
        assert ruled_foul(edition, DRY, LAWFUL, SAFE + " hand=y") == [False, False, False]

    def test_a_foul_found_was_none_if_the_same_player_played_on(self, edition):
        assert ruled_foul(edition, DRY, MISS, LAWFUL) == [False, False, False]

    def test_or_if_the_next_stroke_was_played_from_position(self, edition):
        assert ruled_foul(edition, DRY, MISS, SAFE + " hand=n") == [False, False, False]

    def test_otherwise_it_is_what_the_edition_rules(self, edition):
        assert ruled_foul(edition, DRY, MISS, SAFE) == [False, True, False]
        assert ruled_foul(edition, DRY, MISS, SAFE + " hand=y") == [False, True, False]
        assert ruled_foul(edition, DRY, MISS) == [False, True]

    def test_only_a_stroke_of_the_same_attempt_shows_it(self, edition):
        next_rack = "B break rack=2 first=1 rails=6 hand=n"
        assert ruled_foul(edition, DRY, MISS, "B concede", next_rack) == [False, True, False]
        assert ruled_foul(edition, DRY, MISS, "A rerack", "B break first=1 rails=6 hand=n") == [False, True, False]

    def test_events_between_do_not_hide_the_next_stroke(self, edition):
        assert ruled_foul(edition, DRY, MISS, "B warn", LAWFUL) == [False, False, False]


# Whose turn. -----------------------------------------------------------------------------------------------------


@ALL_EDITIONS
def test_the_player_of_a_stroke_is_the_one_recorded(edition: str) -> None:
    played = play(edition, DRY, "A shot called=1@fl first=1 rail=y", "A safety called=- first=1 rail=y")
    assert [one["next_player"] for one in played] == ["B", "B", "B"]
    said(last(edition, SIX, "B shot called=1@fl first=1 potted=1@fl"), next_player="B")


# Foul counts. ----------------------------------------------------------------------------------------------------


@ALL_EDITIONS
class TestCounts:
    def test_a_stroke_ruled_legal_ends_the_series(self, edition):
        rows = [DRY, MISS, SAFE, MISS + " ruling=legal", SAFE, MISS]
        assert [one["fouls_in_a_row"] for one in play(edition, *rows) if one["player"] == "B"] == [1, 2, 1]

    def test_what_the_edition_rules_for_the_stroke_stands_whatever_was_ruled(self, edition):
        said(last(edition, DRY, MISS + " ruling=legal"), fouls=["no_contact"], fouls_in_a_row=1, cue_ball="in_hand")

    def test_a_stroke_ruled_a_foul_adds_to_it(self, edition):
        rows = [DRY, LAWFUL + " ruling=foul", SAFE, MISS, SAFE, MISS]
        assert [one["fouls_in_a_row"] for one in play(edition, *rows) if one["player"] == "B"] == [0, 2, 3]

    def test_a_series_that_reaches_three_in_a_rack_that_goes_on_starts_anew(self, edition):
        rows = [DRY, MISS, SAFE, MISS, SAFE, MISS, SAFE, MISS, SAFE, MISS, SAFE, MISS]
        played = [one for one in play(edition, *rows) if one["player"] == "B"]
        assert [one["fouls_in_a_row"] for one in played] == [1, 2, 3, 1, 2, 3]
        assert [one["rack_end"] for one in played] == [None, None, "three_fouls"] * 2

    def test_also_where_the_record_made_the_third(self, edition):
        rows = [DRY, MISS, SAFE, MISS, SAFE, LAWFUL + " ruling=foul", SAFE, MISS]
        played = [one for one in play(edition, *rows) if one["player"] == "B"]
        assert [(one["fouls_in_a_row"], one["rack_end"]) for one in played] == [
            (1, None),
            (2, None),
            (0, None),
            (1, None),
        ]

    def test_each_player_has_a_count_of_his_own(self, edition):
        rows = [FOUL_BREAK, MISS, "A shot called=1@fl first=2 rail=y", MISS, "A shot called=1@fl first=2 rail=y"]
        assert [one["fouls_in_a_row"] for one in play(edition, *rows)] == [1, 1, 2, 2, 3]

    def test_a_new_rack_and_a_rerack_start_at_zero(self, edition):
        rows = [FOUL_BREAK, LAWFUL, "A shot called=1@fl first=2 rail=y"]
        said(last(edition, *rows, "B rerack", FOUL_BREAK), fouls_in_a_row=1, attempt=2)
        said(last(edition, *rows, "B concede", FOUL_BREAK + " rack=2"), fouls_in_a_row=1, rack=2)


def test_where_the_edition_finds_a_foul_too_its_own_count_stands() -> None:
    """An unwarned third foul counts as the second, so the next one is the third."""
    rows = [DRY, MISS, SAFE, MISS, SAFE, MISS + " ruling=foul", SAFE, "B warn", MISS]
    played = [one for one in play("es", *rows, warnings="recorded") if one["player"] == "B"]
    assert [one["fouls_in_a_row"] for one in played] == [1, 2, 2, 3]


# The push-out. ---------------------------------------------------------------------------------------------------

PUSH = "B push first=0 rail=n"


@ALL_EDITIONS
class TestPushOut:
    def test_it_is_open_after_a_break_ruled_legal(self, edition):
        said(last(edition, FOUL_BREAK + " ruling=legal", PUSH), fouls=[], option="play_or_pass")
        said(last(edition, FOUL_BREAK, PUSH + " hand=n"), fouls=[], option="play_or_pass")
        said(last(edition, FOUL_BREAK, "A push first=0 rail=n"), fouls=[], option="play_or_pass", next_player="B")

    def test_and_not_after_one_ruled_a_foul(self, edition):
        said(last(edition, FOUL_BREAK, PUSH), fouls=["no_contact"], **IN_HAND)
        said(last(edition, DRY + " ruling=foul", PUSH), fouls=["no_contact"], **IN_HAND)

    def test_for_the_next_stroke_only(self, edition):
        said(last(edition, DRY, LAWFUL, "A push first=0 rail=n"), fouls=["no_contact"], **IN_HAND)
        said(last(edition, DRY, PUSH, "A push first=0 rail=n"), fouls=["no_contact"], **IN_HAND)

    def test_one_that_is_not_open_is_a_shot_on_which_nothing_was_called(self, edition):
        option = None if edition == "pl" else "play_or_pass"
        late = last(edition, DRY, LAWFUL, "A push called=1@fl first=1 potted=1@fl")
        said(late, fouls=[], next_player="B", option=option, spotted=[], assumed=[], kind="push")
        ten = last(edition, DRY, LAWFUL, "A push first=1 potted=10@fl")
        said(ten, fouls=[], next_player="B", option=option, spotted=[10])


# Balls. ----------------------------------------------------------------------------------------------------------


@ALL_EDITIONS
class TestBalls:
    def test_spotted_is_followed_where_it_was_recorded(self, edition):
        foul = "B shot called=1@fl first=1 potted=1@fl+3@sl+cue@hl"
        said(last(edition, DRY, foul + " spotted=1+3"), spotted=[], on_table=[2, 4, 5, 6, 7, 8, 9, 10])
        back = last(edition, DRY, foul + " spotted=1+3", "A shot called=1@fl first=1 rail=y")
        said(back, fouls=[], on_table=[1, 2, 3, 4, 5, 6, 7, 8, 9, 10])

    def test_none_spotted_is_followed_too(self, edition):
        rows = [
            left(3, 9, 10),
            "A shot called=3@fl first=3 potted=10@fr spotted=-",
            "B shot called=3@fl first=3 rail=y",
        ]
        assert [one["on_table"] for one in play(edition, *rows)] == [[3, 9, 10], [3, 9]]

    def test_not_recorded_it_is_the_editions(self, edition):
        rows = [left(3, 9, 10), "A shot called=3@fl first=3 potted=10@fr", "B shot called=3@fl first=3 rail=y"]
        said(last(edition, *rows), on_table=[3, 9, 10])

    @pytest.mark.parametrize("touch", ["first=6 rail=y", "first=1 potted=6@fl", "first=1 rail=y off=6"])
    def test_a_ball_believed_down_that_is_touched_falls_or_flies_is_put_back_before(self, edition, touch):
        record = frame(edition, SIX, f"A shot called=6@fl {touch}").to_dicts()[-1]
        assert record["put_back"] == 1 << 6
        assert record["before"] == 0b111_1111_1110
        assert (6 in record["on_table"]) == (touch == "first=6 rail=y")

    def test_it_is_back_before_the_stroke_is_judged(self, edition):
        # The 1 was believed down: it is touched, so it was the lowest.
        rows = [left(2, 10), "A shot called=1@fl first=1 potted=1@fl"]
        said(last(edition, *rows), fouls=[], next_player="A", on_table=[2, 10])
        # Had it not been put back, the 10 would have been alone, and won.
        both = [left(10), "A shot called=10@fl first=10 potted=10@fl+9@sl"]
        said(last(edition, *both), fouls=["wrong_ball"], rack_end=None)

    def test_called_and_layout_move_no_ball(self, edition):
        shot = "A shot called=6@fl first=1 rail=y layout=6:0.5/0.5"
        said(last(edition, SIX, shot), fouls=[], on_table=[1, 2, 3, 4, 5, 7, 8, 9, 10])
        said(last(edition, left(10), "A shot called=9@fl first=10 rail=y"), fouls=[], on_table=[10])

    def test_after_a_rack_that_the_edition_ended_the_ten_is_on_the_table_in_any_case(self, edition):
        won = "A shot called=10@fr first=10 potted=10@fr"
        for spotted in ("", " spotted=-", " spotted=10"):
            # The stroke after it must not touch the 10, which would put it back by itself.
            played = play(edition, left(10), won + spotted, "B shot called=10@fl first=0")
            assert [one["rack_end"] for one in played] == ["ten", None]
            said(played[1], fouls=["no_contact"], on_table=[10], next_player="A")

    def test_a_stroke_after_a_lost_rack_is_judged_on_what_stood(self, edition):
        rows = [
            DRY,
            MISS,
            SAFE,
            MISS,
            SAFE,
            "B shot called=1@fl first=2 potted=2@fl",
            "A shot called=1@fl first=1 rail=y",
        ]
        played = play(edition, *rows)
        said(played[-2], rack_end="three_fouls", spotted=[])
        said(played[-1], fouls=[], on_table=[1, 3, 4, 5, 6, 7, 8, 9, 10], rack_end=None)


@pytest.mark.parametrize(("edition", "back"), [("pl", False), ("ru", False), ("es", True), ("wpa-2016", True)])
class TestFell:
    ROWS = (DRY, LAWFUL)

    def test_back_where_there_is_a_time_limit_down_where_the_text_is_silent(self, edition, back):
        record = last(edition, *self.ROWS, "B fell potted=1@fl seconds=8", "A shot called=2@fl first=2 rail=y")
        said(record, fouls=["wrong_ball"] if back else [])
        assert (1 in record["on_table"]) == back

    def test_what_was_recorded_goes_before(self, edition, back):
        rows = (*self.ROWS, "B fell potted=1@fl seconds=8 spotted={}", "A shot called=2@fl first=2 rail=y")
        for spotted, fouls in (("1", ["wrong_ball"]), ("-", [])):
            said(last(edition, *(row.format(spotted) for row in rows)), fouls=fouls)

    def test_a_ball_that_fell_is_nobodys_stroke(self, edition, back):
        played = play(edition, *self.ROWS, "B fell potted=1@fl seconds=8")
        assert len(played) == 2
        said(played[-1], fouls=[], on_table=[1, 2, 3, 4, 5, 6, 7, 8, 9, 10], spotted=[], next_player="A")


@ALL_EDITIONS
def test_one_wrong_ruling_is_one_ruling_that_differs(edition: str) -> None:
    """A foul that was missed leaves the strokes after it as they would be ruled without it."""
    rows = [DRY, MISS + " ruling=legal", "A shot called=1@fl first=1 potted=1@fl", "A shot called=2@fl first=2 rail=y"]
    without = [DRY, LAWFUL, *rows[2:]]
    assert play(edition, *rows)[2:] == play(edition, *without)[2:]
