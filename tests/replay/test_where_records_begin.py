"""What is a break, where a record joins the rack, and rows that stand twice or out of order."""

import pytest
from play import DRY, SAFE, SIX, last, left, play, said

from tenball_stats.log import LogRefused

ALL_EDITIONS = pytest.mark.parametrize("edition", ["pl", "ru", "es"])
LAWFUL = "B shot called=1@fl first=1 rail=y"


@ALL_EDITIONS
class TestBeginning:
    @pytest.mark.parametrize("kind", ["break", "shot called=1@fl", "safety called=-", "push"])
    def test_the_first_stroke_is_the_break_whatever_its_kind_says(self, edition, kind):
        said(last(edition, f"A {kind} first=1 rails=3"), fouls=["illegal_break"], next_player="B")
        said(last(edition, f"A {kind} first=1 rails=0 potted=6@fl"), fouls=[], next_player="A", option=None, assumed=[])

    def test_after_resume_it_is_not(self, edition):
        shot = last(edition, left(1, 2, 10), "A shot called=1@fl first=1 rail=n")
        said(shot, fouls=["no_rail"], on_table=[1, 2, 10])

    def test_a_break_later_in_the_rack_is_refused(self, edition):
        with pytest.raises(LogRefused, match="expected a break as the first stroke of a rack only"):
            play(edition, DRY, "B break first=1 rails=6")
        with pytest.raises(LogRefused, match="expected a break as the first stroke of a rack only"):
            play(edition, left(1, 10), "B break first=1 rails=6")

    def test_resume_stands_only_at_the_beginning(self, edition):
        with pytest.raises(LogRefused, match="expected resume once, before the first stroke"):
            play(edition, DRY, "B resume potted=1")

    def test_after_resume_the_counts_are_zero_and_the_push_out_is_past(self, edition):
        rows_ = [left(1, 2, 3, 10), "A push first=0 rail=n"]
        said(last(edition, *rows_), fouls=["no_contact"], fouls_in_a_row=1, option=None)

    def test_after_resume_the_numbers_may_start_anywhere(self, edition):
        shots = ["A shot shot=7 called=1@fl first=1 rail=y", "B safety called=- first=1 rail=y"]
        assert [one["shot"] for one in play(edition, left(1, 10), *shots)] == [7, 8]


# Rows that stand twice or out of order. ----------------------------------------------------------------------------


class TestRows:
    SHOTS = ("A break shot=1 first=1 rails=6 potted=6@fl", "A shot shot=2 called=1@fl first=1 potted=1@fl")
    THIRD = "A shot shot=3 called=2@fl first=2 rail=y"

    def test_a_copy_is_not_replayed(self):
        once = play("es", *self.SHOTS, self.THIRD)
        assert play("es", self.SHOTS[0], self.SHOTS[1], self.SHOTS[1], self.THIRD) == once

    def test_two_strokes_that_look_alike_both_stay(self):
        miss = "A shot called=1@fl first=1 rail=y"
        assert [one["shot"] for one in play("es", SIX, miss, miss)] == [1, 2, 3]
        numbered = play("es", SIX, miss + " shot=2", miss + " shot=3")
        assert [one["shot"] for one in numbered] == [1, 2, 3]

    def test_a_number_that_stands_twice_with_other_content_is_two_strokes(self):
        other = "A shot shot=2 called=2@fl first=2 rail=y"
        assert [one["shot"] for one in play("es", *self.SHOTS, other)] == [1, 2, 2]

    def test_rows_out_of_order_are_replayed_by_number(self):
        in_order = play("es", *self.SHOTS, self.THIRD)
        assert play("es", self.SHOTS[0], self.THIRD, self.SHOTS[1]) == in_order

    def test_racks_too(self):
        second = "B break rack=2 first=1 rails=6"
        assert play("es", second, *self.SHOTS) == play("es", *self.SHOTS, second)

    def test_blank_numbers_count_on(self):
        assert [one["shot"] for one in play("es", DRY, LAWFUL, SAFE + " shot=5", LAWFUL)] == [1, 2, 5, 6]
