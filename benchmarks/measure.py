"""Measuring processes: wall time, CPU time and peak memory of a child, and two commands in turns.

This module imports nothing heavy: a child's peak memory counts from that of the process that started it.
"""

import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO

ROOT = Path(__file__).parents[1]
BUILD = ROOT / "build" / "bench"
PYTHON = sys.executable
TENBALL = str(Path(PYTHON).with_name("tenball"))

ENVIRONMENT = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
"""Of a child: modules are kept compiled, as they are wherever the tool is installed."""


class Failed(Exception):
    """A command that did not end well; the text says which, and what it said."""


@dataclass(frozen=True)
class Cost:
    """What a process took: seconds by the clock, seconds of CPU (its own and its children's), MB at the peak."""

    wall: float
    cpu: float
    peak: float
    said: str = ""


def cost(command: Sequence[str | Path], *, allowed: Sequence[int] = (0,)) -> Cost:
    """Run a command and return what it took."""
    arguments = [str(part) for part in command]
    # Into files, since nobody empties a pipe while the process is waited for.
    with TemporaryFile("w+") as out, TemporaryFile("w+") as err:
        process = subprocess.Popen(arguments, stdout=out, stderr=err, cwd=ROOT, env=ENVIRONMENT)
        began = time.perf_counter()
        _, status, used = os.wait4(process.pid, 0)
        wall = time.perf_counter() - began
        process.returncode = os.waitstatus_to_exitcode(status)
        said, complaint = (_read(file) for file in (out, err))
    if process.returncode not in allowed:
        raise Failed(f"{' '.join(arguments)}: ended with {process.returncode}\n{complaint or said}")
    return Cost(wall, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024, said)


def _read(file: IO[str]) -> str:
    file.seek(0)
    return file.read()


@dataclass(frozen=True)
class Pair:
    """Two commands measured in turns: ours, theirs, ours, theirs …"""

    ours: list[Cost] = field(default_factory=list)
    theirs: list[Cost] = field(default_factory=list)

    def ratios(self, what: str) -> list[float]:
        """Return ours over theirs of each turn: of `wall`, `cpu` or `peak`."""
        return [getattr(one, what) / getattr(other, what) for one, other in zip(self.ours, self.theirs, strict=True)]

    def summary(self) -> dict[str, float]:
        """Return medians of both and of the ratios, and the best ratio."""
        found: dict[str, float] = {"turns": len(self.ours)}
        for what in ("wall", "cpu", "peak"):
            found[f"ours_{what}"] = statistics.median(getattr(one, what) for one in self.ours)
            found[f"theirs_{what}"] = statistics.median(getattr(one, what) for one in self.theirs)
            found[f"ratio_{what}"] = statistics.median(self.ratios(what))
            found[f"best_{what}"] = min(self.ratios(what))
        return found


def in_turns(
    ours: Callable[[], Sequence[str | Path]],
    theirs: Callable[[], Sequence[str | Path]],
    times: int,
    *,
    allowed: Sequence[int] = (0,),
) -> Pair:
    """Measure two commands in turns, after one run of each that does not count where they are short.

    Args:
        ours: prepares and returns our command.
        theirs: prepares and returns the other one.
        times: turns.
        allowed: exit statuses of ours that are no failure.
    """
    pair = Pair()
    for _ in range(times):
        pair.ours.append(cost(ours(), allowed=allowed))
        pair.theirs.append(cost(theirs()))
    return pair


def as_json(pair: Pair) -> dict[str, object]:
    """Return a pair for the results file."""
    kept = ("wall", "cpu", "peak")
    return pair.summary() | {
        side: [{name: value for name, value in asdict(one).items() if name in kept} for one in getattr(pair, side)]
        for side in ("ours", "theirs")
    }
