"""Memory does not grow with the archive: measured on two of them, one four times the other."""

import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks.generate import write

REPLAY = """
import resource, sys
from tenball_stats.archive.run import replay_archive
done = replay_archive([sys.argv[1]], sys.argv[2], rows=40_000)
print(done.units, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""


def peak(folder: Path, strokes: int) -> tuple[int, int]:
    """Number of units, and the most memory of a process that replays so many strokes."""
    archive = folder / f"archive-{strokes}"
    write(archive, strokes)
    words = [sys.executable, "-c", REPLAY, str(archive), str(folder / f"out-{strokes}")]
    units, size = subprocess.run(words, capture_output=True, text=True, check=True).stdout.split()
    return int(units), int(size)


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="resource is of Unix")
def test_memory_does_not_grow_with_the_archive(tmp_path: Path) -> None:
    few, small = peak(tmp_path, 120_000)
    many, large = peak(tmp_path, 480_000)
    assert few <= 4
    assert many >= 11
    assert large < 1.25 * small
