"""Racks of which only a part was charted: how they were won is not made up."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

LOG = """match,rack,player,kind,potted,winner
t,1,Ana,break,2,
t,1,Ana,shot,1,
t,1,Ana,shot,,
t,1,Bruno,shot,3,Bruno
t,2,Bruno,break,,Ana
t,3,Ana,break,5 6,Ana
t,4,Bruno,break,cue,Ana
t,5,Ana,break,,Bruno
"""


@pytest.fixture
def figures(tmp_path: Path, run_tenball: Callable[..., Any]) -> Callable[[str], dict[str, Any]]:
    log = tmp_path / "evening.csv"
    log.write_text(LOG)

    def ask(name: str) -> dict[str, Any]:
        ran = run_tenball("stats", name, log, "--edition", "es", "--format", "json")
        assert ran.status == 0, ran.err
        row: dict[str, Any] = json.loads(ran.out)["rows"][0]
        return row

    return ask


def test_a_rack_whose_end_was_not_charted_is_no_break_and_run(figures: Callable[[str], dict[str, Any]]) -> None:
    found = figures("breaks")
    # Rack 3 is the breaker's and has one stroke: it may have been a break-and-run, and nobody wrote it down.
    assert (found["won"], found["break_and_run"], found["run_known"], found["won_run_known"]) == (1, 0, 4, 0)
    # Racks 2, 4 and 5 stop before the next player's first visit.
    assert (found["dry_answer_known"], found["fouled_answer_known"], found["end_not_recorded"]) == (0, 0, 5)


def test_a_visit_that_stops_in_the_middle_is_no_run_out(figures: Callable[[str], dict[str, Any]]) -> None:
    found = figures("runouts")
    # Bruno's visit in rack 1 pocketed the 3 with seven balls to go; that he was credited does not say that he ran out.
    assert (found["visits"], found["run_out"]) == (0, 0)


def test_a_foul_is_not_answered_by_a_visit_that_nobody_charted(figures: Callable[[str], dict[str, Any]]) -> None:
    found = figures("fouls")
    assert found["fouls"] == 1
    assert found["answered_run"] == 0
