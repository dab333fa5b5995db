"""The harness: what it measures, and the page that it writes."""

import subprocess
import sys

import pytest

from benchmarks import report
from benchmarks.machine import machine
from benchmarks.measure import ROOT, Cost, Failed, Pair, as_json, cost, in_turns


def test_a_process_is_measured_with_its_memory() -> None:
    # From a process that is small itself: a child's peak counts from that of the process that started it.
    code = """
import sys
from benchmarks.measure import cost
small = cost([sys.executable, "-c", "print('x' * 200_000)"])
large = cost([sys.executable, "-c", "a = b'x' * 200_000_000; sum(range(1_000_000))"])
print(len(small.said), round(large.peak - small.peak), 0 < large.cpu < large.wall + 1)
"""
    ran = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    said, more, plausible = ran.stdout.split()
    assert said == "200001"  # more than a pipe holds, read all the same
    assert 170 < int(more) < 230
    assert plausible == "True"


def test_a_command_that_fails_is_named() -> None:
    with pytest.raises(Failed, match="ended with 3"):
        cost([sys.executable, "-c", "raise SystemExit(3)"])
    assert cost([sys.executable, "-c", "raise SystemExit(1)"], allowed=(0, 1)).said == ""


def test_ratios_are_taken_turn_by_turn() -> None:
    pair = Pair(
        [Cost(2.0, 1.0, 10), Cost(8.0, 1.0, 10), Cost(3.0, 1.0, 10)], [Cost(1.0, 1.0, 5), Cost(2.0, 1.0, 5)] * 2
    )
    with pytest.raises(ValueError, match="zip"):
        pair.ratios("wall")
    pair = Pair(pair.ours, pair.theirs[:3])
    assert pair.ratios("wall") == [2.0, 4.0, 3.0]
    said = pair.summary()
    assert (said["ratio_wall"], said["best_wall"], said["ratio_peak"]) == (3.0, 2.0, 2.0)
    assert (said["ours_wall"], said["theirs_wall"]) == (3.0, 1.0)


def test_the_turns_alternate() -> None:
    said: list[str] = []

    def side(name: str):
        return lambda: (said.append(name), [sys.executable, "-c", "pass"])[1]

    found = as_json(in_turns(side("ours"), side("theirs"), 2))
    assert said == ["ours", "theirs", "ours", "theirs"]
    assert found["turns"] == 2
    assert len(found["ours"]) == 2


def test_the_page_tells_machine_goals_and_sections() -> None:
    pair = Pair([Cost(0.3, 0.2, 40)], [Cost(0.2, 0.1, 20)])
    results = {"audit": {"found": as_json(pair), "at": "2026-01-01T00:00+00:00", "seconds": 1.0, "load": 0.1}}
    page = report.page(machine(), results)
    assert "cores" in page
    assert "1.50 times (1.50) | 2.00 times (2.00)" in page
    assert "## Audit of one match" in page
    assert "0.30 s | 0.20 s | 0.20 s | 0.10 s" in page
