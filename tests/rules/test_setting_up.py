"""The lag, the rack and who breaks, where they are held: in the findings of an audit."""

import pytest
from play import DRY, as_csv, read, rows

from tenball_stats.replay.audit import audit

RANDOM = "A break first=1 rails=6 rack_layout="
CONCEDED = "B concede winner=A"


def codes(edition: str, *words: str) -> list[str]:
    """The codes of what an audit finds."""
    return audit(read(as_csv(rows(*words))), edition, each=True)["code"].to_list()


@pytest.mark.parametrize(
    ("edition", "wrong"),
    [
        pytest.param("pl", [], marks=pytest.mark.clause("pl:Ustawienie")),
        pytest.param("ru", [], marks=pytest.mark.clause("ru:2")),
        pytest.param("es", ["rack_layout"], marks=pytest.mark.clause("es:2")),
    ],
)
def test_the_two_and_three_not_in_the_rear_corners(edition: str, wrong: list[str]) -> None:
    assert codes(edition, f"{RANDOM}1+2+3+4+10+5+6+7+8+9", CONCEDED) == wrong
    assert codes(edition, f"{RANDOM}1+4+5+6+10+7+2+8+9+3", CONCEDED) == []
    assert codes(edition, f"{RANDOM}1+4+5+6+10+7+3+8+9+2", CONCEDED) == []


@pytest.mark.parametrize(
    "edition",
    [
        pytest.param("pl", marks=pytest.mark.clause("pl:Ustawienie")),
        pytest.param("ru", marks=pytest.mark.clause("ru:2")),
        pytest.param("es", marks=pytest.mark.clause("es:2")),
    ],
)
@pytest.mark.parametrize("layout", ["4+1+5+6+10+7+2+8+9+3", "1+10+5+6+4+7+2+8+9+3"])
def test_the_one_in_front_and_the_ten_in_the_centre(edition: str, layout: str) -> None:
    assert codes(edition, f"{RANDOM}{layout}", CONCEDED) == ["rack_layout"]


@pytest.mark.parametrize(
    ("edition", "wrong"),
    [
        pytest.param("pl", ["break_order"], marks=pytest.mark.clause("pl:Rozbicie.1")),
        pytest.param("ru", [], marks=pytest.mark.clause("ru:1")),
        pytest.param("es", [], marks=pytest.mark.clause("es:1")),
    ],
)
class TestWhoBreaks:
    def test_the_winner_of_rack_1_breaks_rack_2_as_well(self, edition, wrong):
        second = [f"{DRY} rack=2", "B concede rack=2 winner=A"]
        assert codes(edition, DRY, CONCEDED, *second) == wrong

    def test_who_lost_the_lag_breaks(self, edition, wrong):
        lag = ["A lag rack=0 lag_cm=3 winner=A", "B lag rack=0 lag_cm=5"]
        assert codes(edition, *lag, "B break first=1 rails=6", CONCEDED) == wrong


@pytest.mark.parametrize(
    ("edition", "wrong"),
    [
        pytest.param("pl", ["lag_wrong"], marks=pytest.mark.clause("pl:Rozbicie.1")),
        pytest.param("ru", ["lag_wrong"], marks=pytest.mark.clause("ru:1")),
        pytest.param("es", ["lag_wrong"], marks=pytest.mark.clause("es:1")),
    ],
)
def test_the_lag_goes_to_the_nearer_ball(edition: str, wrong: list[str]) -> None:
    lag = ["A lag rack=0 lag_cm=9 winner=A", "B lag rack=0 lag_cm=5"]
    assert codes(edition, *lag, DRY, CONCEDED) == wrong


@pytest.mark.parametrize(
    ("edition", "wrong"),
    [
        ("pl", []),
        pytest.param("ru", ["break_order"], marks=pytest.mark.clause("ru:12")),
        pytest.param("es", ["break_order"], marks=pytest.mark.clause("es:12")),
    ],
)
def test_another_player_breaks_after_a_stalemate(edition: str, wrong: list[str]) -> None:
    again = ["A rerack", "B break first=1 rails=6", CONCEDED]
    assert codes(edition, DRY, "B safety called=- first=1 rail=y", *again) == wrong


@pytest.mark.parametrize(("asked", "wrong"), [(0, []), (3, ["break_soft"])])
@pytest.mark.clause("pl:Rozbicie.5")
def test_too_few_balls_past_the_head_string_are_reported_where_an_event_asks(asked, wrong, tmp_path) -> None:
    own = tmp_path / "event.toml"
    own.write_text(f'id = "event"\nname = "Event"\nextends = "pl"\n[switches]\nbreak_past_head = {asked}\n')
    broken = "A break first=1 rails=6 past_head=1 potted=6@fl"
    assert codes(str(own), broken, CONCEDED) == wrong
    assert codes(str(own), broken.replace("past_head=1", "past_head=2"), CONCEDED) == []
