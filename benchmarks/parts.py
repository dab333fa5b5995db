"""The parts of the benchmark: each measures one thing in turns with its reference, and says how it grows."""

import json
import shutil
import statistics
from collections.abc import Callable
from pathlib import Path
from typing import Any

from benchmarks.measure import BUILD, PYTHON, TENBALL, Cost, as_json, cost, in_turns

Found = dict[str, Any]

STATISTICS = ("breaks", "fouls", "pushouts", "options", "lags", "safeties", "runouts", "visits", "time")
FURTHER = (("runouts", "score"), ("visits", "score"), ("breaks", "player"))
"""Breakdowns that are measured too; there is no plain SQL beside them."""

LOAD = """
import sys, duckdb
duckdb.connect(sys.argv[2]).execute("CREATE TABLE log AS SELECT * FROM read_csv(?)", [sys.argv[1]])
"""
ASK = """
import sys, duckdb
con = duckdb.connect(sys.argv[1], read_only=True)
for statement in open(sys.argv[2], encoding="utf-8").read().split(";"):
    if statement.strip():
        print(con.execute(statement).fetchall())
"""


def log_of(strokes: int, *, distinct: bool = False) -> Path:
    """Return a generated log of so many strokes, made where it is not there yet.

    With `distinct` its matches are drawn from as many strokes as it has, and not from 40,000: hardly one comes twice.
    """
    path = BUILD / (f"{strokes}-distinct.csv" if distinct else f"{strokes}.csv")
    if not path.exists():
        BUILD.mkdir(parents=True, exist_ok=True)
        part = path.with_suffix(".part.csv")
        pool = ["--pool", str(strokes)] if distinct else []
        cost([PYTHON, "-m", "benchmarks.generate", part, "--strokes", str(strokes), *pool])
        part.rename(path)
    return path


def database_of(strokes: int) -> Path:
    """Return a database with a generated log in it, made where it is not there yet."""
    path = BUILD / f"{strokes}.duckdb"
    if not path.exists():
        ingested(strokes, path)
    return path


def ingested(strokes: int, path: Path | None = None) -> Cost:
    """Return what it takes to ingest a generated log."""
    target = path or _fresh("ours.duckdb")
    return cost([TENBALL, "ingest", log_of(strokes), "--db", target])


def _warm() -> None:
    """Have the judge compiled, and kept: that is once for each version of it, and no part of what is measured."""
    cost([TENBALL, "replay", log_of(200_000), "--format", "parquet", "--output", BUILD / "r.parquet"])


def _fresh(name: str) -> Path:
    path = BUILD / name
    for old in (path, path.with_name(f"{name}.wal")):
        old.unlink(missing_ok=True)
    return path


# Parts ----------------------------------------------------------------------------------------------------------------


def ingest(strokes: int, turns: int) -> Found:
    """Ingest a log; DuckDB alone loads the same file. And once more with a log in which play hardly repeats."""
    _warm()

    def pair_of(log: Path) -> Found:
        pair = in_turns(
            lambda: [TENBALL, "ingest", log, "--db", _fresh("ours.duckdb")],
            lambda: [PYTHON, "-c", LOAD, log, _fresh("theirs.duckdb")],
            turns,
        )
        return as_json(pair)

    log = log_of(strokes)
    distinct = pair_of(log_of(strokes, distinct=True))
    return pair_of(log) | {"strokes": strokes, "csv_mb": log.stat().st_size / 1e6, "distinct": distinct}


def replay(strokes: int, turns: int) -> Found:
    """Replay strokes that are in columns; PokerKit and python-chess do a step of their games."""
    rates: dict[str, list[Found]] = {"ours": [], "pokerkit": [], "chess": []}
    log = log_of(strokes)
    for _ in range(turns):
        for name, found in rates.items():
            command: list[str | Path] = [PYTHON, "-m", "benchmarks.steps", name]
            found.append(json.loads(cost([*command, log] if name == "ours" else command).said))

    def rate(what: str, of: list[Found]) -> float:
        return statistics.median(one["steps"] / one[what] for one in of)

    said: Found = {"strokes": strokes, "turns": turns}
    for what in ("wall", "cpu"):
        for name, found in rates.items():
            said[f"{name}_{what}"] = rate(what, found)
        said[f"worded_{what}"] = rate(what, [one["worded"] for one in rates["ours"]])
        for name in ("pokerkit", "chess"):
            ratios = [
                ours["steps"] / ours[what] * other[what] / other["steps"]
                for ours, other in zip(rates["ours"], rates[name], strict=True)
            ]
            said[f"times_{name}_{what}"] = statistics.median(ratios)
            said[f"least_{name}_{what}"] = min(ratios)
    return said | {"hands": rates["pokerkit"][0]["hands"], "games": rates["chess"][0]["games"]}


def audit(turns: int) -> Found:
    """Audit one match of 300 strokes, the whole process; Python imports Polars."""
    match = BUILD / "match.csv"
    if not match.exists():
        BUILD.mkdir(parents=True, exist_ok=True)
        cost([PYTHON, "-m", "benchmarks.generate", match, "--strokes", "300", "--race", "99"])
    allowed = (0, 1)  # 1: there are findings
    command = [TENBALL, "audit", match]
    cost(command, allowed=allowed)
    return as_json(in_turns(lambda: command, lambda: [PYTHON, "-c", "import polars"], turns, allowed=allowed))


def help_page(turns: int) -> Found:
    """Print the help; Python does nothing."""
    cost([TENBALL, "--help"])
    found = as_json(in_turns(lambda: [TENBALL, "--help"], lambda: [PYTHON, "-c", "pass"], turns))
    for what in ("wall", "cpu"):
        found[f"more_{what}"] = float(found[f"ours_{what}"]) - float(found[f"theirs_{what}"])  # type: ignore[arg-type]
    return found


def stats(strokes: int, turns: int) -> Found:
    """Ask every statistic of a database, the whole process; DuckDB answers the plain SQL of it."""
    database = database_of(strokes)
    found: Found = {"strokes": strokes, "turns": turns, "of": {}, "further": {}}
    for name in STATISTICS:
        explained = cost([TENBALL, "stats", name, "--explain"]).said
        sql = BUILD / f"{name}.sql"
        sql.write_text(explained.split("As plain SQL, over all players and matches:")[1], encoding="utf-8")
        ours, theirs = [TENBALL, "stats", name, "--db", database], [PYTHON, "-c", ASK, database, sql]
        cost(theirs)  # what is read is in the system's cache, for both
        found["of"][name] = as_json(in_turns(lambda: ours, lambda: theirs, turns))  # noqa: B023 - called at once
    for name, by in FURTHER:
        costs = [cost([TENBALL, "stats", name, "--by", by, "--db", database]) for _ in range(turns)]
        found["further"][f"{name} --by {by}"] = {
            what: statistics.median(getattr(one, what) for one in costs) for what in ("wall", "cpu", "peak")
        }
    return found


def growth(sizes: list[int]) -> Found:
    """Measure time and memory at several sizes."""
    found: Found = {}
    _warm()
    for strokes in sizes:
        database = BUILD / f"{strokes}.duckdb"
        for old in (database, database.with_name(f"{database.name}.wal")):
            old.unlink(missing_ok=True)
        taken = {"ingest": ingested(strokes, database)}
        taken["load"] = cost([PYTHON, "-c", LOAD, log_of(strokes), _fresh("theirs.duckdb")])
        if strokes <= 1_000_000:
            taken["replay"] = cost(
                [TENBALL, "replay", log_of(strokes), "--format", "parquet", "--output", BUILD / "r.parquet"]
            )
        taken["breaks"] = cost([TENBALL, "stats", "breaks", "--db", database])
        taken["visits"] = cost([TENBALL, "stats", "visits", "--db", database])
        found[str(strokes)] = {
            name: {"wall": one.wall, "cpu": one.cpu, "peak": one.peak} for name, one in taken.items()
        } | {"database_mb": database.stat().st_size / 1e6, "csv_mb": log_of(strokes).stat().st_size / 1e6}
        _fresh("theirs.duckdb")
    return found


def large(strokes: int) -> Found:
    """Ingest a log that is larger than usual once, for its memory."""
    taken = ingested(strokes, _fresh("large.duckdb"))
    _fresh("large.duckdb")
    return {"strokes": strokes, "wall": taken.wall, "cpu": taken.cpu, "peak": taken.peak}


def profile(strokes: int) -> Found:
    """Say what the time of an ingest and of a statistic goes into."""
    return json.loads(cost([PYTHON, "-m", "benchmarks.profiles", log_of(strokes), database_of(strokes)]).said) | {
        "strokes": strokes
    }


def equal(strokes: int) -> Found:
    """Hold interpreted and compiled rulings, and those of a whole log and of single strokes, against each other."""
    taken = cost([PYTHON, "-m", "benchmarks.equal", "--strokes", str(strokes)])
    return json.loads(taken.said) | {"wall": taken.wall}


def clear() -> None:
    """Forget every log and database that was made."""
    shutil.rmtree(BUILD, ignore_errors=True)


Part = Callable[[], Found]
