"""What all tests share: the environment they run in, and the command in-process."""

import contextlib
import gc
import io
import os
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import hypothesis
import pytest

# A person's own settings must not decide whether a test passes: no colours, no window, one width of the screen.
for name in ("FORCE_COLOR", "CLICOLOR_FORCE", "PY_COLORS", "TENBALL_DB"):
    os.environ.pop(name, None)
os.environ.update(
    NO_COLOR="1", COLUMNS="120", MPLBACKEND="Agg", JUPYTER_PLATFORM_DIRS="1", PYDEVD_DISABLE_FILE_VALIDATION="1"
)

hypothesis.settings.register_profile("usual", deadline=None, max_examples=50, derandomize="CI" in os.environ)
hypothesis.settings.register_profile("thorough", deadline=None, max_examples=2_000)
hypothesis.settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "usual"))

# Thousands of tests are collected, all of which stay to the end: looking through them again and again for what could be
# let go took a tenth of the time.
gc.disable()


def pytest_collection_finish() -> None:
    gc.freeze()
    gc.enable()


@dataclass(frozen=True)
class Ran:
    """What a command left: its exit status and what it printed."""

    status: int
    out: str
    err: str


@pytest.fixture
def run_tenball(monkeypatch: pytest.MonkeyPatch) -> Callable[..., Ran]:
    """Run `tenball ARGS…` in this process, errors worded as on the command line; `stdin` is what it reads.

    A database that a command makes is a copy of an empty one; commands in a process of their own, and those that the
    documentation shows (tests/test_docs.py), make theirs.
    """
    from fresh import fresh, put_empty

    from tenball_stats import store
    from tenball_stats.commands.main import run

    def open_database(path: str | Path, *, read_only: bool = False, **options: Any) -> store.Database:
        if str(path) == ":memory:":
            return fresh()
        if not read_only and not Path(path).exists():
            with contextlib.suppress(OSError):  # where none can be put, none can be made: let the command say so
                put_empty(Path(path))
        return made(path, read_only=read_only, **options)

    made = store.open_database
    monkeypatch.setattr(store, "open_database", open_database)

    def go(*args: object, stdin: str | bytes = b"") -> Ran:
        given = stdin.encode() if isinstance(stdin, str) else stdin
        out, err = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True) for _ in range(2))
        with monkeypatch.context() as streams:
            streams.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(given), encoding="utf-8"))
            streams.setattr(sys, "stdout", out)
            streams.setattr(sys, "stderr", err)
            status = run([str(arg) for arg in args])
        return Ran(status, *(stream.buffer.getvalue().decode() for stream in (out, err)))

    return go


_DRAWN: dict[tuple[object, ...], object] = {}


@pytest.fixture(scope="module")
def intervals_drawn_once() -> Iterator[None]:
    """Keep the intervals of ratings by their matches: drawing them is half the work of a page about a league."""
    from tenball_stats.stats import ratings

    def once(ones: Any, racks: Any, players: int) -> object:
        matches = (ones.tobytes(), racks.tobytes(), players)
        if matches not in _DRAWN:
            _DRAWN[matches] = draw(ones, racks, players)
        return _DRAWN[matches]

    draw = ratings._interval
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(ratings, "_interval", once)
        yield
