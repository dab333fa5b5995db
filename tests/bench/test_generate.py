"""The generated logs: the same for the same seed, sound, and with everything in them that can happen."""

import os
import subprocess
import sys
from pathlib import Path

import polars as pl
import pytest

from benchmarks.generate import chunks, write
from tenball_stats.log import Log, read_logs
from tenball_stats.replay import replay
from tenball_stats.replay.audit import audit
from tenball_stats.terms import FOULS, KINDS, RACK_ENDS

ROOT = Path(__file__).parents[2]
POOL = 20_000


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> Log:
    path = tmp_path_factory.mktemp("generated") / "log.csv"
    write(path, 25_000, pool=POOL)
    return read_logs([path])


def test_the_same_seed_gives_the_same_bytes(tmp_path: Path) -> None:
    made = []
    for number, (seed, hashes) in enumerate([(1, "0"), (1, "1"), (2, "0")]):
        path = tmp_path / f"{number}.csv"
        command = [sys.executable, ROOT / "benchmarks/generate.py", path, "--strokes=3e3", f"--seed={seed}"]
        subprocess.run(command, check=True, capture_output=True, env={**os.environ, "PYTHONHASHSEED": hashes})
        made.append(path.read_bytes())
    assert made[0] == made[1]
    assert made[0] != made[2]


def test_as_many_strokes_as_asked_for_each_match_another(log: Log) -> None:
    assert log.events["is_stroke"].sum() == 25_000
    # The pool holds fewer matches than the log: copies are matches of their own.
    assert log.matches["match"].n_unique() == log.matches.height > 160
    assert log.matches.select("date", "players").n_unique() > 0.95 * log.matches.height
    lengths = log.matches["players"].list.len()
    assert lengths.unique().sort().to_list() == [2, 3]
    assert log.matches["players"].list.n_unique().equals(lengths)


def test_parquet_files_hold_whole_matches_and_the_same_log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("benchmarks.generate.CHUNK", 1_000)
    write(tmp_path / "log.csv", 2_500, pool=1_000)
    write(tmp_path / "log", 2_500, pool=1_000)
    files = sorted((tmp_path / "log").iterdir())
    assert [path.name for path in files] == [f"part-0000{n}.parquet" for n in range(3)]
    matches = [set(pl.read_parquet(path)["match"]) for path in files]
    assert sum(map(len, matches)) == len(set.union(*matches))
    one, other = read_logs([tmp_path / "log.csv"]), read_logs(files)
    left_out = ["line", "file_no"]
    assert one.events.drop(left_out).equals(other.events.drop(left_out))
    assert one.matches.drop("files").equals(other.matches.drop("files"))


def test_everything_that_can_happen_happens(log: Log) -> None:
    rulings = replay(log)
    assert {KINDS[code] for code in log.events["kind"].unique()} == set(KINDS)
    assert set(rulings["fouls"].explode().drop_nulls()) == set(FOULS)
    assert "scoop" in set(rulings["unlisted"].explode())
    assert set(rulings["rack_end"].drop_nulls()) == set(RACK_ENDS)
    assert set(rulings["decision"].drop_nulls()) == {"accepted", "passed"}
    assert set(rulings["decision_inferred"]) == {True, False}
    assert set(rulings["basis"]) == {"explicit", "interpretation", "silent"}
    assert set(rulings["assumed"].explode().drop_nulls()) == {
        "warnings", "called", "first", "rail", "rails", "potted", "ruling",
    }  # fmt: skip
    assert set(rulings["edition"]) == {"es", "pl", "ru", "csi", "wpa-2016", "wpa-2025"}
    assert rulings["fouls_in_a_row"].max() == 3
    assert rulings["attempt"].max() >= 2
    assert rulings["is_push"].any()
    assert (rulings["put_back"] > 0).any()
    assert rulings.filter(pl.col("fouls").list.len() > 0)["ruled_foul"].mean() < 1


def test_most_rulings_are_right_and_each_kind_of_mistake_is_made(log: Log) -> None:
    found = audit(log)["code"].value_counts()
    codes = dict(found.iter_rows())
    assert set(codes) > {
        "foul_missed", "foul_unfounded", "foul_differs", "turn_wrong", "cue_ball_wrong", "spot_wrong", "option_wrong",
        "push_unavailable", "call_invalid", "win_missed", "win_unfounded", "warning_missing", "break_order",
        "rack_layout", "lag_wrong", "impossible_ball", "shot_missing", "score_wrong", "rack_unfinished",
    }  # fmt: skip
    assert sum(codes.values()) < 0.1 * 25_000


def test_a_log_is_made_in_pieces() -> None:
    frames = [frame.height for frame in chunks(450_000, pool=2_000)]
    assert len(frames) == 3
    assert max(frames) < 250_000
