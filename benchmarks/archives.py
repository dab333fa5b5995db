"""An archive replayed by one process and by Ray, in turns: `python -m benchmarks.archives 1e5 1e6 1e7`.

For each number of strokes an archive is generated, and replayed by either engine `--turns` times. Printed, and put into
build/bench/archives.json, are the time by the clock, the CPU time of all processes together, and the most memory that
any one of them had (`largest`) and all together at a moment (`all`), as Linux counts it: what processes share is
counted in each.

Ray's processes do not report to the one that started them, so all are watched from outside, ten times a second.
"""

import argparse
import json
import os
import shutil
import statistics
import subprocess
import time
from dataclasses import asdict, dataclass
from pathlib import Path

from benchmarks.generate import write
from benchmarks.machine import load, machine
from benchmarks.measure import BUILD, TENBALL

PAGE = os.sysconf("SC_PAGE_SIZE")
TICKS = os.sysconf("SC_CLK_TCK")
KEPT = BUILD / "archives.json"


@dataclass
class Watched:
    """What a command and all that it started cost."""

    seconds: float
    cpu: float
    largest: float
    """MB."""
    all: float
    largest_is: str


def watched(command: list[str]) -> Watched:
    """Run a command and watch it and everything below it."""
    began = time.monotonic()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    spent: dict[int, float] = {}
    largest, largest_is, together = 0, "", 0
    while process.poll() is None:
        now = 0
        for pid in _tree(process.pid):
            try:
                fields = (Path("/proc") / str(pid) / "stat").read_text().rpartition(")")[2].split()
                title = (Path("/proc") / str(pid) / "cmdline").read_bytes().split(b"\0")[0].decode(errors="replace")
            except OSError:
                continue
            spent[pid] = (int(fields[11]) + int(fields[12])) / TICKS
            size = int(fields[21]) * PAGE
            now += size
            if size > largest:
                largest, largest_is = size, title.rsplit("/", 1)[-1]
        together = max(together, now)
        time.sleep(0.1)
    if process.returncode:
        raise SystemExit(f"{' '.join(command)}: ended with {process.returncode}")
    return Watched(time.monotonic() - began, sum(spent.values()), largest / 1e6, together / 1e6, largest_is)


def _tree(root: int) -> list[int]:
    over: dict[int, list[int]] = {}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            fields = (folder / "stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue
        over.setdefault(int(fields[1]), []).append(int(folder.name))
    found = [root]
    for pid in found:
        found += over.get(pid, [])
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", maxsplit=1)[0])
    parser.add_argument("strokes", nargs="+", type=lambda text: int(float(text)))
    parser.add_argument("--turns", type=int, default=3)
    asked = parser.parse_args()
    BUILD.mkdir(parents=True, exist_ok=True)
    found = json.loads(KEPT.read_text()) if KEPT.exists() else {}
    for strokes in asked.strokes:
        archive, out = BUILD / f"archive-{strokes}", BUILD / "archive-out"
        if not archive.exists():
            write(archive, strokes)
        turns: dict[str, list[Watched]] = {"local": [], "ray": []}
        for _ in range(asked.turns):
            for engine, done in turns.items():
                shutil.rmtree(out, ignore_errors=True)
                done.append(watched([TENBALL, "replay", str(archive), "--out", str(out), "--engine", engine]))
                print(f"{strokes:>12,} {engine:6} load {load():4.1f} {json.dumps(asdict(done[-1]))}", flush=True)
        shutil.rmtree(out, ignore_errors=True)
        found[str(strokes)] = {
            engine: {
                name: statistics.median(getattr(one, name) for one in done)
                for name in ("seconds", "cpu", "largest", "all")
            }
            for engine, done in turns.items()
        }
        KEPT.write_text(json.dumps({"machine": machine(), **found}, indent=1))
    print(json.dumps(found, indent=1))


if __name__ == "__main__":
    main()
