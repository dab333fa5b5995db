"""Rows as people type them: each trouble with its small file, and what reading and the audit say of it.

Every file is `sound.csv`, in which an audit finds nothing, bent in one way; or it is made for the one trouble.
"""

from pathlib import Path
from typing import Any

import polars as pl
import pytest

from tenball_stats.log import Log, LogRefused, Problem, read_logs
from tenball_stats.log.names import remarks
from tenball_stats.replay import replay
from tenball_stats.replay.audit import audit
from tenball_stats.replay.rulings import ReplayError

HERE = Path(__file__).parent


def read(*names: str, **options: Any) -> Log:
    return read_logs([HERE / name for name in names], **options)


def refused(*names: str) -> list[Problem]:
    with pytest.raises(LogRefused) as caught:
        read(*names)
    return caught.value.problems


def found(*names: str) -> list[tuple[str, int]]:
    """Code and row of everything that an audit finds."""
    return [(row["code"], row["row"]) for row in audit(read(*names)).to_dicts()]


def test_nothing_is_found_in_the_sound_log() -> None:
    assert found("sound.csv") == []
    assert read("sound.csv").notices == []


# Strokes ------------------------------------------------------------------------------------------------------------


def test_a_stroke_is_missing() -> None:
    assert ("shot_missing", 4) in found("stroke_missing.csv")


def test_the_same_stroke_twice_is_played_once() -> None:
    log = read("stroke_twice.csv")
    assert found("stroke_twice.csv") == [("shot_repeated", 5)]
    assert log.events["is_copy"].to_list() == [False] * 3 + [True] + [False] * 7
    plain = replay(read("sound.csv"))
    assert replay(log).drop("event_no").equals(plain.drop("event_no"))


def test_two_strokes_that_look_alike_both_stay() -> None:
    log = read("strokes_that_look_alike.csv")
    assert not log.events["is_copy"].any()
    assert replay(log).height == 5
    assert found("strokes_that_look_alike.csv") == []


def test_rows_out_of_order_are_replayed_by_their_numbers() -> None:
    log = read("rows_out_of_order.csv")
    assert found("rows_out_of_order.csv") == [("shot_order", 4)]
    assert log.events["line"].to_list()[:3] == [2, 4, 3]
    plain = replay(read("sound.csv"))
    assert replay(log).drop("event_no").equals(plain.drop("event_no"))


@pytest.mark.parametrize("name", ["begins_in_mid_rack.csv", "ends_in_mid_rack.csv"])
def test_a_record_begins_or_ends_in_mid_rack(name: str) -> None:
    assert found(name) == []


def test_a_rack_is_missing() -> None:
    log = read("rack_missing.csv")
    assert log.notices == ["match m1: there are no rows for rack 3"]
    assert found("rack_missing.csv") == []


def test_a_ball_goes_down_twice() -> None:
    (finding,) = audit(read("ball_down_twice.csv")).to_dicts()
    assert (finding["code"], finding["verdict"], finding["row"]) == ("impossible_ball", "impossible", 10)
    assert "6" in finding["message"]


def test_ten_balls_but_one_never_seen() -> None:
    (finding,) = audit(read("ball_never_seen.csv")).to_dicts()
    assert (finding["code"], finding["row"]) == ("win_unfounded", 10)
    assert "the 7" in finding["message"]
    assert audit(read("ball_never_seen.csv"), "csi").height == 0  # there the 10 wins early too


# Matches and files --------------------------------------------------------------------------------------------------


def test_two_matches_run_together_under_one_id() -> None:
    problems = refused("two_matches_run_together.csv")
    broken = [problem for problem in problems if problem.column == "kind"]
    assert [problem.line for problem in broken] == [12, 17]
    assert "do two matches have one id?" in (broken[0].hint or "")
    assert problems[0].value == "Bo Li"


def test_one_match_in_two_files_is_one_when_they_are_given_together() -> None:
    names = ("one_match_in_two_files_1.csv", "one_match_in_two_files_2.csv")
    log = read(*names)
    assert log.matches["files"].to_list() == [[str(HERE / name) for name in names]]
    assert found(*names) == []
    plain = replay(read("sound.csv"))
    assert replay(log).drop("event_no").equals(plain.drop("event_no"))


def test_two_recorders_of_one_match_are_read_one_after_the_other() -> None:
    problems = refused("two_recorders_1.csv", "two_recorders_2.csv")
    assert [(Path(p.file).name, p.line, p.column) for p in problems] == [
        ("two_recorders_2.csv", 2, "recorder"),
        ("two_recorders_2.csv", 2, "kind"),
        ("two_recorders_2.csv", 7, "kind"),
    ]
    assert all("one after the other" in (problem.hint or "") for problem in problems)
    assert found("two_recorders_1.csv") == []
    assert found("two_recorders_2.csv") == [("foul_missed", 4)]


def test_a_match_charted_again_is_read_after_the_first_version() -> None:
    problems = refused("charted_again_1.csv", "charted_again_2.csv")
    assert {Path(problem.file).name for problem in problems} == {"charted_again_2.csv"}
    assert all("two versions of a match" in (problem.hint or "") for problem in problems)
    old, new = read("charted_again_1.csv"), read("charted_again_2.csv")
    assert old.sources["sha256"][0] != new.sources["sha256"][0]
    assert (old.events["potted"] != new.events["potted"]).sum() == 1


# Players ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["player_decomposed.csv", "player_with_trailing_space.csv"])
def test_a_name_spelled_in_other_characters_is_the_same(name: str) -> None:
    log = read(name)
    assert log.matches["players"].to_list() == [["José Ruiz", "Ann Łącka"]]
    assert found(name) == []


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("player_without_accents.csv", "Ann Lacka", "Ann Łącka? (they differ in accents or marks)"),
        ("player_by_initial.csv", "A. Łącka", "Ann Łącka? (one is shortened)"),
        ("player_in_two_alphabets.csv", "Аnn Łącka", "Ann Łącka? (they look alike, with letters of two alphabets)"),
        ("player_in_capitals.csv", "ANN ŁĄCKA", "write it as Ann Łącka, with the same capitals"),
        ("unknown_player.csv", "Carl", "name all of them in players"),
    ],
)
def test_a_name_that_is_none_of_the_players(name: str, value: str, said: str) -> None:
    (problem,) = refused(name)
    assert (problem.line, problem.column, problem.value) == (5, "player", value)
    assert said in (problem.hint or "")


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("player_without_accents_players_blank.csv", "they differ in accents or marks"),
        ("player_by_initial_players_blank.csv", "one is shortened"),
    ],
)
def test_without_the_players_a_second_spelling_is_a_third_player(name: str, why: str, tmp_path: Path) -> None:
    problems = refused(name)
    assert [problem.column for problem in problems] == ["score", "score"]
    assert f"may be one: {why}" in (problems[0].hint or "")
    without_scores = tmp_path / "log.csv"
    text = (HERE / name).read_text(encoding="utf-8")
    without_scores.write_text(text.replace("1-0", "").replace("2-0", ""), encoding="utf-8")
    log = read_logs([without_scores])
    assert len(log.matches["players"][0]) == 3
    assert any(why in remark for remark in remarks(log.matches))
    with pytest.raises(ReplayError, match=f"may be one: {why}"):
        replay(log)


def test_names_exchanged_between_the_columns() -> None:
    assert found("names_exchanged.csv") == [("break_order", 7), ("score_wrong", 11)]


# Scores and results -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "finding"),
    [
        ("score_contradicts_the_racks.csv", ("score_wrong", 11)),
        ("score_that_no_sequence_gives.csv", ("score_wrong", 11)),
        ("racks_after_the_race.csv", ("score_wrong", 12)),
    ],
)
def test_scores(name: str, finding: tuple[str, int]) -> None:
    assert found(name) == [finding]


def test_a_forfeit_without_racks() -> None:
    log = read("forfeit_without_racks.csv")
    assert log.events.height == 1
    assert replay(log).height == 0
    assert found("forfeit_without_racks.csv") == []


def test_a_race_with_a_handicap() -> None:
    assert read("handicap_race.csv").matches["race_to"].to_list() == [[4, 2]]
    assert found("handicap_race.csv") == []


def test_a_tie() -> None:
    log = read("tie.csv")
    assert log.events["score"].drop_nulls().to_list() == [[1, 0], [1, 1]]
    assert found("tie.csv") == []


# Other rules --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "kinds"),
    [
        ("roll_out_at_any_time.csv", {"foul_missed", "push_unavailable"}),
        ("balls_spotted_after_each_foul.csv", {"spot_wrong"}),
        ("slop_counts.csv", {"turn_wrong"}),
    ],
)
def test_a_record_made_under_other_rules_is_one_remark(name: str, kinds: set[str]) -> None:
    found = audit(read(name))
    assert found["code"].to_list() == ["other_edition"]
    each = audit(read(name), each=True)
    assert set(each["code"]) == kinds
    assert each.group_by("code").len()["len"].to_list() == [10] * len(kinds)
    assert isinstance(found, pl.DataFrame)
