"""How a rack ends by the edition or from outside, who has won it then, and three players."""

import pytest
from play import DRY, MISS, SAFE, SIX, as_csv, last, left, play, rows, said

ALL_EDITIONS = pytest.mark.parametrize("edition", ["pl", "ru", "es"])
LAWFUL = "B shot called=1@fl first=1 rail=y"
OVER = {"next_player": None, "cue_ball": None, "option": None}


@ALL_EDITIONS
class TestEnds:
    @pytest.mark.parametrize(
        ("event", "end", "winner"),
        [
            ("A concede", "concession", "B"),
            ("B concede", "concession", "A"),
            ("A forfeit", "forfeit", "B"),
            ("B forfeit", "forfeit", "A"),
            ("A penalty winner=B", "penalty", "B"),
            ("B penalty winner=B", "penalty", "B"),
            ("B penalty winner=A", "penalty", "A"),
            ("A rerack", "stalemate", None),
        ],
    )
    def test_an_event_after_the_stroke_ends_the_rack(self, edition, event, end, winner):
        played = play(edition, SIX, "A shot called=1@fl first=1 potted=7@sl", event)
        said(played[1], rack_end=end, rack_winner=winner, **OVER, fouls=[])
        said(played[0], rack_end=None, next_player="A")

    def test_a_penalty_without_a_winner_ends_nothing(self, edition):
        said(last(edition, SIX, LAWFUL, "A penalty"), rack_end=None, rack_winner=None, next_player="A")

    def test_other_events_between_do_not_matter(self, edition):
        said(last(edition, DRY, "B push first=0 rail=n", "A accept", "A warn", "A concede"), rack_end="concession")

    def test_where_the_edition_has_ended_the_rack_an_event_changes_nothing(self, edition):
        for event in ("B concede", "A concede", "B forfeit", "A rerack"):
            won = play(edition, left(10), "A shot called=10@fr first=10 potted=10@fr", event)[0]
            said(won, rack_end="ten", rack_winner="A", **OVER)
        lost = last(edition, DRY, MISS, SAFE, MISS, SAFE, MISS, "B concede")
        said(lost, rack_end="three_fouls", rack_winner="A", fouls_in_a_row=3)

    def test_a_credited_winner_does_not_end_a_rack(self, edition):
        said(last(edition, SIX, LAWFUL + " winner=A"), rack_end=None, rack_winner=None, next_player="A")

    def test_a_concession_before_the_first_stroke_has_no_stroke_to_stand_on(self, edition):
        later = ["A concede rack=2", "B break rack=3 first=1 rails=6"]
        said(last(edition, DRY, *later), rack=3, rack_end=None)
        said(play(edition, DRY, *later)[0], rack_end=None)

    def test_a_forfeit_may_stand_outside_a_rack(self, edition):
        played = play(edition, DRY, LAWFUL, "A concede", "B forfeit rack=")
        said(played[-1], rack_end="concession", rack_winner="B")

    def test_a_rerack_starts_again_with_stroke_one_of_the_next_attempt(self, edition):
        played = play(edition, SIX, SAFE, "B rerack", DRY, LAWFUL, "A rerack", DRY)
        assert [(one["attempt"], one["shot"]) for one in played] == [(1, 1), (1, 2), (2, 1), (2, 2), (3, 1)]
        assert [one["rack_end"] for one in played] == [None, "stalemate", None, "stalemate", None]
        said(played[2], on_table=[1, 2, 3, 4, 5, 6, 7, 8, 9, 10], fouls=[], next_player="B")


@pytest.mark.parametrize(
    ("edition", "event", "clause", "basis"),
    [
        ("ru", "A rerack", "12", "explicit"),
        ("es", "A rerack", "12", "explicit"),
        ("pl", "A rerack", None, "silent"),
        ("ru", "A penalty winner=B", "11", "explicit"),
        ("es", "A penalty winner=B", "11", "explicit"),
        ("pl", "A penalty winner=B", None, "silent"),
        ("ru", "A concede", None, "silent"),
        ("es", "A forfeit", None, "silent"),
    ],
)
def test_what_an_end_from_outside_rests_on(edition: str, event: str, clause: str | None, basis: str) -> None:
    record = last(edition, left(3, 10), "A shot called=3@fl first=3 rail=y", event)
    said(record, basis=basis)
    assert clause is None or clause in record["clauses"]


# Three players. ----------------------------------------------------------------------------------------------------

THREE = {"players": "Ann|Bo|Cy"}


class TestThreePlayers:
    def test_the_turn_goes_round(self):
        rows_ = [
            "Ann break first=1 rails=6",
            "Bo shot called=1@fl first=1 rail=y",
            "Cy shot called=1@fl first=1 rail=y",
            "Ann shot called=1@fl first=1 rail=y",
        ]
        assert [one["next_player"] for one in play("pl", *rows_, **THREE)] == ["Bo", "Cy", "Ann", "Bo"]

    def test_after_a_foul_the_next_in_rotation_has_the_ball_in_hand(self):
        foul = last("pl", "Cy break first=1 rails=2", **THREE)
        said(foul, next_player="Ann", cue_ball="in_hand")

    def test_a_push_out_is_for_the_next_to_take_or_hand_back(self):
        pushed = ["Ann break first=1 rails=6", "Bo push first=0 rail=n"]
        said(last("pl", *pushed, **THREE), next_player="Cy", option="play_or_pass")

    @pytest.mark.parametrize("event", ["Ann concede", "Ann forfeit"])
    def test_who_wins_is_whom_the_record_names(self, event):
        begun = ["Ann break first=1 rails=6", "Bo shot called=1@fl first=1 rail=y"]
        said(last("pl", *begun, event, **THREE), rack_winner=None, **OVER)
        said(last("pl", *begun, event + " winner=Cy", **THREE), rack_winner="Cy", **OVER)

    @pytest.mark.parametrize("edition", ["ru", "es", "wpa-2016", "wpa-2025", "csi"])
    def test_an_edition_for_two_refuses_three_and_says_why(self, edition, run_tenball, tmp_path):
        path = tmp_path / "three.csv"
        path.write_text(as_csv(rows("Ann break first=1 rails=6", **THREE)), encoding="utf-8")
        ran = run_tenball("replay", path, "--edition", edition)
        assert (ran.status, ran.out) == (2, "")
        for word in ("'m'", "3 players", "Ann, Bo, Cy", f"'{edition}' is for 2", "editions that can: pl"):
            assert word in ran.err
        assert len(ran.err.strip().splitlines()) == 1

    def test_four_are_too_many_for_all(self, run_tenball, tmp_path):
        path = tmp_path / "four.csv"
        path.write_text(as_csv(rows("A break first=1 rails=6", players="A|B|C|D")), encoding="utf-8")
        ran = run_tenball("replay", path, "--edition", "pl")
        assert (ran.status, ran.out) == (2, "")
        assert "4 players" in ran.err
        assert "2 or 3" in ran.err
