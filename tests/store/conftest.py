"""Logs to put into a database."""

from collections.abc import Callable
from pathlib import Path

import pytest
from storing import HEADER


@pytest.fixture
def log_file(tmp_path: Path) -> Callable[..., Path]:
    """Write rows under the header into a file of the given name."""

    def write(name: str, *rows: str) -> Path:
        path = tmp_path / name
        path.write_text(HEADER + "".join(rows), encoding="utf-8")
        return path

    return write
