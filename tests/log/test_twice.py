"""What is said of a rack twice, with two values, is pointed out; the last counts."""

from pathlib import Path

from tenball_stats.log import Log, read_logs

HEAD = "match,players,edition,rack,shot,player,kind,winner,score\n"


def read(folder: Path, rows: str, players: str = "A|B") -> Log:
    path = folder / "a.csv"
    path.write_text(HEAD + rows.replace("m,,", f"m,{players},"), encoding="utf-8")
    return read_logs([path])


def test_two_winners_of_a_rack(run_tenball, tmp_path: Path) -> None:
    log = read(tmp_path, "m,,es,1,1,A,break,A,\nm,,,1,2,A,shot,A,\nm,,,1,3,B,shot,B,\nm,,,2,1,B,break,B,\n")
    said = "rack 1 of match 'm' has two winners: A (line 3) and B (line 4); the last counts"
    assert log.notices == [said]
    assert said in run_tenball("check", tmp_path / "a.csv").out
    assert said in run_tenball("ingest", tmp_path / "a.csv", "--db", tmp_path / "x.duckdb").err
    assert said in run_tenball("replay", tmp_path / "a.csv").err


def test_two_scores_and_two_concessions(tmp_path: Path) -> None:
    rows = "m,,es,1,1,A,break,,1-0\nm,,,1,,A,concede,,\nm,,,1,,B,concede,,0-1\n"
    assert read(tmp_path, rows).notices == [
        "rack 1 of match 'm' has two scores: 1-0 (line 2) and 0-1 (line 4); the last counts",
        "rack 1 of match 'm' is conceded by both players: A (line 3) and B (line 4); the last counts",
    ]
    of_three = rows.replace(",0-1", ",0-1-0").replace(",1-0", ",1-0-0")
    assert read(tmp_path, of_three, "A|B|C").notices == [
        "rack 1 of match 'm' has two scores: 1-0-0 (line 2) and 0-1-0 (line 4); the last counts"
    ]


def test_two_winners_of_the_lag(tmp_path: Path) -> None:
    rows = "m,,es,,,A,lag,A,\nm,,,,,B,lag,B,\nm,,,1,1,B,break,,\n"
    assert read(tmp_path, rows).notices == [
        "the lag of match 'm' has two winners: A (line 2) and B (line 3); the last counts"
    ]


def test_the_same_said_twice_is_nothing_to_look_at(tmp_path: Path) -> None:
    rows = "m,,es,,,A,lag,A,\nm,,,,,B,lag,A,\nm,,,1,1,A,break,B,0-1\nm,,,1,2,A,shot,B,0-1\nm,,,1,2,A,shot,B,0-1\n"
    assert read(tmp_path, rows).notices == []


def test_many_of_a_kind_are_one_notice(tmp_path: Path) -> None:
    rows = "".join(f"m,,es,{rack},1,A,break,A,\nm,,,{rack},2,A,shot,B,\n" for rack in range(1, 7))
    (said,) = read(tmp_path, rows).notices
    assert said.startswith("rack 1 of match 'm' has two winners: A (line 2) and B (line 3); rack 2 of")
    assert said.endswith("; and 3 more; the last counts")
