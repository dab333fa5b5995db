from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from logs import Read, Refusals, Row, write_csv

from tenball_stats.log import Log, LogRefused, Problem, read_logs


@pytest.fixture
def read(tmp_path: Path) -> Read:
    """Read rows, or the text or bytes of a file, as a log."""

    def reading(what: Sequence[Row] | str | bytes, name: str = "log.csv", **options: Any) -> Log:
        return read_logs([_write(tmp_path / name, what)], **options)

    return reading


@pytest.fixture
def refused(tmp_path: Path) -> Refusals:
    """Problems for which rows, or the text or bytes of a file, are refused as a log."""

    def reading(what: Sequence[Row] | str | bytes, name: str = "log.csv", **options: Any) -> list[Problem]:
        with pytest.raises(LogRefused) as caught:
            read_logs([_write(tmp_path / name, what)], **options)
        assert caught.value.problems
        return caught.value.problems

    return reading


def _write(path: Path, what: Sequence[Row] | str | bytes) -> Path:
    if isinstance(what, bytes):
        path.write_bytes(what)
    elif isinstance(what, str):
        path.write_bytes(what.encode())
    else:
        write_csv(path, what)
    return path
