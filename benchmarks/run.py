"""`make bench`: measures, prints as it goes, and writes RESULTS.md; `python -m benchmarks.run --help` says what else.

Results are kept in build/bench/results.json, part by part: running one part again replaces only that part.
"""

import argparse
import json
import sys
import time
from datetime import UTC, datetime
from pathlib import Path

from benchmarks import parts, report
from benchmarks.machine import load, machine
from benchmarks.measure import BUILD, Failed

RESULTS = Path(__file__).with_name("RESULTS.md")
KEPT = BUILD / "results.json"

USUAL = 1_000_000
LARGE = 10_000_000
LARGEST = 20_000_000


def jobs(strokes: int, turns: int, *, everything: bool) -> dict[str, parts.Part]:
    """Return name -> what is measured, in order."""
    sizes = [size for size in (10_000, 100_000) if size < strokes] + [strokes]
    found: dict[str, parts.Part] = {
        "help": lambda: parts.help_page(4 * turns),
        "audit": lambda: parts.audit(3 * turns),
        "growth": lambda: parts.growth([*sizes, LARGE] if everything else sizes),
        "ingest": lambda: parts.ingest(strokes, turns),
        "replay": lambda: parts.replay(strokes, turns),
        "stats": lambda: parts.stats(strokes, turns),
        "profile": lambda: parts.profile(min(strokes, 1_000_000)),
        "equal": lambda: parts.equal(strokes),
    }
    if everything:
        found["stats-large"] = lambda: parts.stats(LARGE, turns)
        found["large"] = lambda: parts.large(LARGEST)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.run", description=(__doc__ or "").split("\n", maxsplit=1)[0]
    )
    parser.add_argument("part", nargs="*", help="only these: help audit growth ingest replay stats profile equal")
    parser.add_argument("--strokes", type=lambda text: int(float(text)), default=USUAL, help="size of the log, 1e6")
    parser.add_argument("--turns", type=int, default=3, help="ours and the reference, so many times in turns")
    parser.add_argument("--all", action="store_true", help="10 and 20 million strokes too (stats-large, large)")
    parser.add_argument("--no-write", action="store_true", help="leave RESULTS.md as it is")
    asked = parser.parse_args()
    known = jobs(asked.strokes, asked.turns, everything=asked.all or bool({"stats-large", "large"} & set(asked.part)))
    unknown = set(asked.part) - set(known)
    if unknown:
        parser.error(f"no such part: {', '.join(sorted(unknown))}; there are {', '.join(known)}")

    BUILD.mkdir(parents=True, exist_ok=True)
    results = json.loads(KEPT.read_text(encoding="utf-8")) if KEPT.exists() else {}
    began = time.monotonic()
    failed = False
    for name, measure in known.items():
        if asked.part and name not in asked.part:
            continue
        started, busy = time.monotonic(), load()
        try:
            found = measure()
        except Failed as error:
            print(f"{name}: {error}", file=sys.stderr)
            failed = True
            continue
        results[name] = {
            "found": found,
            "at": datetime.now(UTC).isoformat(timespec="minutes"),
            "load": busy,
            "seconds": time.monotonic() - started,
        }
        KEPT.write_text(json.dumps(results, indent=1), encoding="utf-8")
        print(f"\n{report.section(name, found)}\n({name}: {time.monotonic() - started:.0f} s)", flush=True)
    if not asked.no_write:
        RESULTS.write_text(report.page(machine(), results), encoding="utf-8")
        print(f"\nWritten: {RESULTS.relative_to(Path.cwd()) if RESULTS.is_relative_to(Path.cwd()) else RESULTS}")
    print(f"{time.monotonic() - began:.0f} s in all")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
