"""What a short command does not load, and does not do as it ends: seconds that would come back without a word."""

import subprocess
import sys
from pathlib import Path

import pytest

from tenball_stats.commands import main

ROOT = Path(__file__).parent.parent


def loaded_by(*args: str) -> set[str]:
    """Return the modules that are loaded after a command in a process of its own."""
    code = (
        "import os, sys\n"
        "from tenball_stats.commands.main import run\n"
        "sys.stdout = open(os.devnull, 'w')\n"
        "status = run(sys.argv[1:])\n"
        "assert status in (0, 1), status\n"
        "sys.stderr.write(' '.join(sys.modules))\n"
    )
    ran = subprocess.run([sys.executable, "-c", code, *args], capture_output=True, text=True, cwd=ROOT, check=False)
    assert ran.returncode == 0, ran.stderr
    return set(ran.stderr.splitlines()[-1].split())


@pytest.mark.parametrize("log", ["data/example.csv", "data/real-2015.csv"])
def test_an_audit_of_a_short_log_loads_no_library_that_it_can_do_without(log: str) -> None:
    loaded = loaded_by("audit", log, "--format", "csv")
    assert "polars" in loaded
    without = {"numpy.ma", "duckdb", "rich", "scipy", "pandas", "pyarrow", "numba", "matplotlib"}
    assert not loaded & without


def test_a_statistic_of_a_database_loads_no_library_that_it_can_do_without(tmp_path: Path) -> None:
    db = str(tmp_path / "short.duckdb")
    loaded_by("ingest", "data/example.csv", "--db", db)
    for name, with_means in (
        ("options", False),
        ("pushouts", False),
        ("lags", True),
        ("visits", True),
        ("breaks", True),
    ):
        loaded = loaded_by("stats", name, "--db", db)
        assert "duckdb" in loaded
        assert not loaded & {"polars", "pandas", "pyarrow", "matplotlib", "numba"}, name
        assert with_means or not loaded & {"numpy", "scipy"}, name


def test_garbage_is_sought_seldom_and_not_at_the_end() -> None:
    code = (
        "import atexit, gc, sys\n"
        "from tenball_stats.commands.main import main\n"
        "atexit.register(lambda: print(gc.get_threshold()[0], gc.get_freeze_count() > 0))\n"
        "sys.argv = ['tenball', '--version']\n"
        "main()\n"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, check=True)
    assert ran.stdout.splitlines()[-1] == f"{main.OBJECTS} True"
