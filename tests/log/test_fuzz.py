"""A few seconds of `make fuzz`, always the same: the fuzzer works, and what it tries ends in a log or a refusal."""

from pathlib import Path

import fuzz


def test_some_hundred_damaged_files_are_logs_or_refused(tmp_path: Path) -> None:
    cases, failures = fuzz.fuzz(seconds=3, seed=2026, folder=tmp_path / "fuzz")
    assert cases > 5
    assert failures == [], [(failure.what, failure.case) for failure in failures]


def test_a_failure_is_kept_with_its_file(tmp_path: Path, monkeypatch) -> None:
    def fail(path: Path, draw: object) -> None:
        raise KeyError(path.name)

    monkeypatch.setattr(fuzz, "read_case", fail)
    cases, failures = fuzz.fuzz(seconds=60, seed=1, folder=tmp_path / "fuzz", most=5)
    assert cases == 5
    assert len(failures) == 1
    assert failures[0].case.exists()
    assert "KeyError" in failures[0].case.with_name(failures[0].case.name.split(".")[0] + ".txt").read_text()
