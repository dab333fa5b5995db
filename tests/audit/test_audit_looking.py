"""The audit looks only at rows that may have a finding: it finds what it would if it looked at every row."""

import itertools
from collections.abc import Callable
from pathlib import Path

import numpy as np
import polars as pl
import pytest
from logs import write_csv
from polars.testing import assert_frame_equal
from random_racks import matches, table

from benchmarks.generate import chunks
from tenball_stats.log import Log, read_logs
from tenball_stats.replay.audit import audit, followed
from tenball_stats.replay.audit.looking import Looking
from tenball_stats.rules import edition_ids

COUNTED: list[int] = []


@pytest.fixture
def everywhere(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """Have the audit look at every row from here on."""

    def looking(*args: object, match_no: np.ndarray, **more: object) -> Looking:
        found = as_it_is(*args, match_no=match_no, **more)
        COUNTED.append(sum(map(len, found.rows)))
        bounds = [*np.flatnonzero(np.append(True, match_no[1:] != match_no[:-1])).tolist(), len(match_no)]
        return found._replace(rows=[list(range(a, b)) for a, b in itertools.pairwise(bounds)])

    as_it_is = followed.looking
    return lambda: monkeypatch.setattr(followed, "looking", looking)


def same_everywhere(log: Log, everywhere: Callable[[], None], *editions: str | None, each: bool = True) -> pl.DataFrame:
    """Hold what is found against what is found on every row; return the findings by all of the editions."""
    found = [audit(log, edition, each=each) for edition in editions]
    everywhere()
    COUNTED.clear()
    for edition, one in zip(editions, found, strict=True):
        assert_frame_equal(audit(log, edition, each=each), one)
    return pl.concat(found)


@pytest.mark.parametrize("seed", range(3))
def test_of_random_racks_with_everything_wrong_in_them(
    tmp_path: Path, everywhere: Callable[[], None], seed: int
) -> None:
    log = read_logs([write_csv(tmp_path / "log.csv", table(matches(seed, 15)))], keep_going=True)
    found = same_everywhere(log, everywhere, *edition_ids())
    assert found["code"].n_unique() > 12


def test_of_play_as_it_is_recorded_and_only_few_rows_are_looked_at(
    tmp_path: Path, everywhere: Callable[[], None]
) -> None:
    pl.concat(chunks(6_000, pool=4_000)).write_csv(tmp_path / "log.csv")
    log = read_logs([tmp_path / "log.csv"])
    found = same_everywhere(log, everywhere, None)
    assert found.height > 200
    assert found["code"].n_unique() > 12
    assert sum(COUNTED) < 2 * found.height


def test_of_matches_that_were_played_by_other_rules(tmp_path: Path, everywhere: Callable[[], None]) -> None:
    pl.concat(chunks(2_500, edition="pl")).write_csv(tmp_path / "log.csv")
    found = same_everywhere(read_logs([tmp_path / "log.csv"]), everywhere, None, each=False)
    assert "other_edition" in found["code"]


def test_a_large_log_is_audited_in_pieces_as_it_is_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pl.concat(chunks(3_000)).write_csv(tmp_path / "log.csv")
    log = read_logs([tmp_path / "log.csv"])
    whole = audit(log, each=True)
    monkeypatch.setattr("tenball_stats.replay.trace._PIECE", 200)
    assert_frame_equal(audit(log, each=True), whole)
