"""What the time goes into: `python -m benchmarks.profiles LOG.csv DATABASE` prints it as JSON.

An ingest under Python's profiler, by the floor of the house (log, rules, replay, store) that was called; every query of
a statistic by its share of the time; what importing takes.
"""

import cProfile
import json
import pstats
import re
import subprocess
import sys
import time
from collections.abc import Callable
from tempfile import TemporaryDirectory
from typing import Any

STATISTICS = ("breaks", "runouts", "visits", "time")
SHOWN = 12


def ingest(log: str) -> dict[str, Any]:
    """Return seconds of an ingest and the functions of the project in which they are spent, with what they call."""
    from tenball_stats.commands.main import run

    with TemporaryDirectory() as folder:
        profile = cProfile.Profile()
        profile.enable()
        run(["ingest", log, "--db", f"{folder}/profile.duckdb"])
        profile.disable()
    found = pstats.Stats(profile)
    total = found.total_tt  # type: ignore[attr-defined]
    ours: dict[str, float] = {}
    for (file, _, name), (_, _, _, cumulative, _) in found.stats.items():  # type: ignore[attr-defined]
        place = re.search(r"tenball_stats/(\w+(?:/\w+)*)\.py$", file)
        if place and not place[1].startswith("commands") and name != "<module>":
            ours[f"{place[1].replace('/', '.')}.{name}"] = cumulative
    largest = sorted(ours.items(), key=lambda pair: -pair[1])
    return {"seconds": total, "functions": [[name, seconds] for name, seconds in largest[: 2 * SHOWN]]}


def queries(database: str) -> dict[str, Any]:
    """Return for each statistic its queries with their seconds by the clock and of CPU, and the rest."""
    from tenball_stats.commands.database import open_with_views
    from tenball_stats.stats.catalogue import statistic
    from tenball_stats.stats.query import ask
    from tenball_stats.store import Database

    asked: list[tuple[str, float, float]] = []

    def watched(method: Callable[..., Any]) -> Callable[..., Any]:
        def run(self: Database, sql: str, *rest: Any) -> Any:
            wall, cpu = time.perf_counter(), time.process_time()
            try:
                return method(self, sql, *rest)
            finally:
                asked.append((" ".join(sql.split()), time.perf_counter() - wall, time.process_time() - cpu))

        return run

    for name in ("rows", "frame"):
        setattr(Database, name, watched(getattr(Database, name)))
    found = {}
    with open_with_views(database, read_only=True) as opened:
        for name in STATISTICS:
            asked.clear()
            wall = time.perf_counter()
            ask(opened, statistic(name))
            found[name] = {"wall": time.perf_counter() - wall, "queries": list(asked)}
    return found


def imports() -> dict[str, float]:
    """Return the seconds that importing takes, of the largest packages."""
    code = "import tenball_stats.stats.query, tenball_stats.show.statistics"
    said = subprocess.run([sys.executable, "-X", "importtime", "-c", code], capture_output=True, text=True, check=True)
    found: dict[str, float] = {}
    for line in said.stderr.splitlines():
        parts = line.removeprefix("import time:").split("|")
        if len(parts) == 3 and parts[0].strip().isdigit():
            package = parts[2].strip().split(".")[0]
            found[package] = found.get(package, 0) + int(parts[0]) / 1e6
    return dict(sorted(found.items(), key=lambda pair: -pair[1])[:SHOWN])


if __name__ == "__main__":
    sys.stdout, out = sys.stderr, sys.stdout
    told = {"ingest": ingest(sys.argv[1]), "stats": queries(sys.argv[2]), "imports": imports()}
    print(json.dumps(told), file=out)
