"""Interpreted and compiled, whole logs and single strokes: a part of what `make bench` compares on a million."""

from pathlib import Path

import pytest

pytest.importorskip("numba")

from benchmarks import equal
from benchmarks.generate import write
from tenball_stats.log import Log, read_logs
from tenball_stats.rules.judge import WRONG_BALL


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> Log:
    path: Path = tmp_path_factory.mktemp("same") / "log.csv"
    write(path, 6_000, seed=7, pool=6_000)
    return read_logs([path])


def test_every_way_gives_the_same_rulings(log: Log) -> None:
    found = equal.compare(log)
    assert found["strokes"] == 6_000
    assert found["told"] > 1_500
    assert (found["compiled"], found["by itself"], found["in words"]) == (0, 0, 0)


def test_a_difference_is_seen(log: Log, monkeypatch: pytest.MonkeyPatch) -> None:
    judge = equal.judge

    def lenient(rules, state, stroke):
        ruling = judge(rules, state, stroke)
        return ruling._replace(fouls=ruling.fouls & ~WRONG_BALL)

    monkeypatch.setattr(equal, "judge", lenient)
    found = equal.compare(log)
    assert found["by itself"] > 100
    assert found["compiled"] == 0
