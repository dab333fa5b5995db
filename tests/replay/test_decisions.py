"""What was decided where there was an option, and who was entitled to the next stroke: the trace behind the rulings."""

import pytest
from play import DRY, SIX, frame, left

LAWFUL = "B shot called=1@fl first=1 rail=y"
PUSH = "B push first=0 rail=n"
A_SHOT = "A shot called=1@fl first=1 rail=y"


def traced(edition: str, *rows: str, players: str = "A|B") -> list[tuple[object, ...]]:
    """Decision, whether it was inferred, who was entitled and whether the ball was due in hand, for each stroke."""
    columns = ["decision", "decision_inferred", "entitled_no", "hand_due"]
    return frame(edition, *rows, players=players).select(columns).rows()


@pytest.mark.parametrize("edition", ["pl", "ru", "es"])
class TestDecisions:
    def test_without_an_option_there_is_none(self, edition):
        assert [one[:2] for one in traced(edition, DRY, LAWFUL, A_SHOT)] == [(None, False)] * 3

    @pytest.mark.parametrize(
        ("rows", "decision"),
        [
            (["A accept", A_SHOT], ("accepted", False)),
            (["A pass", LAWFUL], ("passed", False)),
            ([A_SHOT], ("accepted", True)),
            ([LAWFUL], ("passed", True)),
            (["A accept"], ("accepted", False)),
            (["A concede"], (None, False)),
            ([], (None, False)),
        ],
    )
    def test_it_is_as_recorded_or_read_from_who_played_on(self, edition, rows, decision):
        found = traced(edition, DRY, PUSH, *rows)
        assert [one[:2] for one in found][:2] == [(None, False), decision]

    def test_the_decision_entitles_the_player_that_it_names(self, edition):
        assert traced(edition, DRY, PUSH, A_SHOT)[2][2] == 0
        assert traced(edition, DRY, PUSH, LAWFUL)[2][2] == 1
        assert traced(edition, DRY, PUSH, "A pass", A_SHOT)[2][2] == 1
        assert traced(edition, DRY, PUSH, "A accept", LAWFUL)[2][2] == 0


def test_of_three_the_pusher_plays_on() -> None:
    rows = [DRY, PUSH, "C pass", LAWFUL, "C shot called=1@fl first=1 rail=y"]
    assert [one[2] for one in traced("pl", *rows, players="A|B|C")] == [-1, 1, 1, 2]


@pytest.mark.parametrize("edition", ["ru", "es"])
def test_after_a_ball_wrongly_pocketed_too(edition: str) -> None:
    slip = "A shot called=1@fl first=1 potted=7@sl"
    assert traced(edition, SIX, slip, A_SHOT)[1:] == [("passed", True, 0, 0), (None, False, 0, 0)]
    assert traced(edition, SIX, slip, "B accept", LAWFUL)[1:] == [("accepted", False, 0, 0), (None, False, 1, 0)]


def test_who_is_entitled_and_where_the_cue_ball_is_due() -> None:
    """Anybody may break, with the ball in hand; where the record joins a rack nobody knows where it is."""
    missed = "B shot called=1@fl first=0"
    assert [one[2:] for one in traced("es", DRY, missed, A_SHOT, LAWFUL)] == [(-1, 1), (1, 0), (0, 1), (1, 0)]
    # The turn is the edition's, also where the record has it otherwise.
    assert [one[2:] for one in traced("es", SIX, "B shot called=1@fl first=1 potted=1@fl", A_SHOT)][1:] == [
        (0, 0),
        (1, 0),
    ]
    assert [one[2:] for one in traced("es", left(3, 10), "A shot called=3@fl first=3 rail=y")] == [(0, -1)]
