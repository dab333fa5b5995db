"""What holds for a match as a whole: ids, players, values that stand for the match, names."""

import datetime as dt

import polars as pl
from logs import Read, Refusals, rack_of_two, stroke, write_csv

from tenball_stats.log import read_logs


def test_a_small_log_is_read(read: Read) -> None:
    log = read(rack_of_two())
    assert log.matches["players"].to_list() == [["Ann", "Bo"]]
    assert log.events["player_no"].to_list() == [0, 0, 0, 1]
    assert log.events["line"].to_list() == [2, 3, 4, 5]
    assert log.events["potted"].to_list() == [1 << 6, 1 << 1, 0, 0]
    assert log.events["rail"].to_list() == [-1, 1, 0, 1]
    assert log.events["is_break"].to_list() == [True, False, False, False]
    assert log.sources.row(0, named=True)["rows"] == 4
    assert log.notices == []


def test_players_come_in_order_of_appearance_where_none_are_named(read: Read) -> None:
    rows = [
        stroke(0, 1, "Bo", "lag"),
        stroke(0, 1, "Ann", "lag"),
        stroke(1, 1, "Ann", "break"),
    ]
    assert read(rows).matches["players"].to_list() == [["Bo", "Ann"]]


def test_names_are_compared_composed_and_without_stray_spaces(read: Read) -> None:
    rows = [stroke(1, 1, "Jose\u0301", "break", players="José|Bo  Li"), stroke(1, 2, "Bo Li ", "shot")]
    log = read(rows)
    assert log.matches["players"].to_list() == [["José", "Bo Li"]]
    assert log.events["player_no"].to_list() == [0, 1]


def test_a_name_that_is_not_among_the_players_is_an_error(refused: Refusals) -> None:
    rows = [*rack_of_two(), stroke(1, 5, "An", "shot"), stroke(1, 6, "Bo", "shot", winner="Carl")]
    first, second = refused(rows)
    assert (first.line, first.column, first.value) == (6, "player", "An")
    assert first.expected == "one of the players Ann, Bo"
    assert first.hint == "did you mean Ann?"
    assert (second.line, second.column, second.value) == (7, "winner", "Carl")


def test_cyrillic_letters_that_look_alike_are_named(refused: Refusals) -> None:
    (problem,) = refused([*rack_of_two(), stroke(1, 5, "Во", "shot")])  # Cyrillic
    assert "two alphabets" in (problem.hint or "")


def test_a_match_with_one_name_only_asks_for_both(refused: Refusals) -> None:
    (problem,) = refused([stroke(1, 1, "Ann", "break"), stroke(1, 2, "Ann", "shot")])
    assert problem.column == "players"
    assert "give both names" in (problem.hint or "")


def test_a_value_stands_for_the_match_wherever_it_is_written(read: Read) -> None:
    rows = rack_of_two()
    rows[2]["event"] = " Spring  Cup "
    rows[3].update(date="2015-07", race_to="9/7", warnings="Recorded", break_format="Winner", edition="csi")
    match = read(rows).matches.row(0, named=True)
    assert match["event"] == "Spring Cup"
    assert (match["date"], match["day"]) == ("2015-07", dt.date(2015, 7, 1))
    assert match["race_to"] == [9, 7]
    assert match["warnings_recorded"] is True
    assert (match["break_format"], match["edition"]) == ("winner", "csi")


def test_one_race_is_for_all_players(read: Read) -> None:
    rows = rack_of_two()
    rows[0]["race_to"] = 9
    assert read(rows).matches["race_to"].to_list() == [[9, 9]]


def test_two_values_for_one_match_are_an_error_at_the_second(refused: Refusals) -> None:
    rows = rack_of_two()
    rows[0]["event"], rows[2]["event"], rows[3]["event"] = "Spring", "Autumn", "Autumn"
    (problem,) = refused(rows)
    assert (problem.line, problem.column, problem.value) == (4, "event", "Autumn")
    assert "log.csv, line 2 has 'Spring'" in (problem.hint or "")


def test_match_values_that_cannot_be_read(refused: Refusals) -> None:
    rows = rack_of_two()
    rows[1].update(date="31.07.2015", race_to="9/7/5", break_format="alternating", warnings="yes")
    problems = {problem.column: problem for problem in refused(rows)}
    assert set(problems) == {"date", "race_to", "break_format", "warnings"}
    assert {problem.line for problem in problems.values()} == {3}
    assert problems["break_format"].hint == "did you mean alternate?"


def test_a_score_has_a_number_for_each_player(read: Read, refused: Refusals) -> None:
    rows = rack_of_two()
    rows[3]["score"] = "1:0"
    assert read(rows).events["score"].to_list() == [None, None, None, [1, 0]]
    rows[3]["score"] = "1-0-0"
    (problem,) = refused(rows)
    assert (problem.line, problem.column) == (5, "score")


def test_rows_of_a_match_are_gathered_over_files(tmp_path) -> None:
    rows = rack_of_two()
    other = [{**row, "match": "n"} for row in rows]
    write_csv(tmp_path / "b.csv", [*rows[:2], *other])
    write_csv(tmp_path / "c.csv", rows[2:])
    log = read_logs([tmp_path])
    assert log.matches["match"].to_list() == ["m", "n"]
    assert log.matches["files"].to_list() == [
        [str(tmp_path / "b.csv"), str(tmp_path / "c.csv")],
        [str(tmp_path / "b.csv")],
    ]
    assert log.events.filter(pl.col("match_no") == 0)["file_no"].to_list() == [0, 0, 1, 1]
    assert log.events["match_no"].to_list() == [0] * 4 + [1] * 4


def test_keep_going_takes_the_sound_matches(read: Read) -> None:
    rows = rack_of_two()
    bad = [{**row, "match": "bad"} for row in rows]
    bad[1]["potted"] = "4@xx"
    log = read([*bad, *rows], keep_going=True)
    assert log.matches["match"].to_list() == ["m"]
    assert log.matches["match_no"].to_list() == [0]
    assert log.events["match_no"].to_list() == [0] * 4
    assert [(problem.line, problem.column) for problem in log.rejected] == [(3, "potted")]


def test_three_players(read: Read) -> None:
    rows = [
        stroke(1, 1, "A", "break", players="A|B|C", score="0-0-1"),
        stroke(1, 2, "B", "shot"),
        stroke(1, 3, "C", "shot"),
    ]
    log = read(rows)
    assert log.events["player_no"].to_list() == [0, 1, 2]
    assert log.events["score"].to_list()[0] == [0, 0, 1]
