"""What a short command does not load, and does not do as it ends: seconds that would come back without a word."""

import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from tenball_stats.commands import main
from tenball_stats.commands.meanwhile import loading, meanwhile

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


def test_an_interval_of_a_mean_loads_of_numpy_what_it_needs() -> None:
    code = (
        "import sys\n"
        "import numpy as np\n"
        "from tenball_stats.stats.bootstrap import bootstrap_ratio\n"
        "assert bootstrap_ratio(np.arange(300.0), np.full(300, 2.0))\n"
        "print(*sys.modules)\n"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, check=True)
    assert not set(ran.stdout.split()) & {"numpy.ma", "scipy", "statistics"}


def test_threads_of_linear_algebra_do_not_turn_while_they_wait() -> None:
    code = (
        "import atexit, os, sys\n"
        "from tenball_stats.commands.main import main\n"
        "atexit.register(lambda: print(os.environ['OPENBLAS_THREAD_TIMEOUT']))\n"
        "sys.argv = ['tenball', '--version']\n"
        "main()\n"
    )
    without = {name: value for name, value in os.environ.items() if name not in main.IDLE}
    for env, said in ((without, "4"), (without | {"OPENBLAS_THREAD_TIMEOUT": "10"}, "10")):
        ran = subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, env=env, check=True
        )
        assert ran.stdout.splitlines()[-1] == said


def test_polars_is_told_to_be_sparing_before_an_ingest_loads_it(tmp_path: Path) -> None:
    code = (
        "import atexit, os, sys\n"
        "from tenball_stats.commands.main import main\n"
        "atexit.register(lambda: print(os.environ['_RJEM_MALLOC_CONF']))\n"
        f"sys.argv = ['tenball', 'ingest', 'data/example.csv', '--db', {str(tmp_path / 'db.duckdb')!r}]\n"
        "main()\n"
    )
    without = {name: value for name, value in os.environ.items() if name not in main.SPARING}
    for env, said in (
        (without, "narenas:2"),
        (without | {"_RJEM_MALLOC_CONF": "narenas:3"}, "narenas:3"),
    ):
        ran = subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, env=env, check=True
        )
        # Polars puts what was said before it is loaded behind its own.
        assert ran.stdout.splitlines()[-1].split(",")[1:] == ["muzzy_decay_ms:1000", said]


def test_work_is_done_meanwhile_and_has_ended_after_it() -> None:
    began, go, done = threading.Event(), threading.Event(), []

    def work() -> None:
        began.set()
        done.append(go.wait(10))
        raise ImportError("nobody is told: whoever needs it loads it again")

    turn = sys.getswitchinterval()
    with meanwhile(work):
        assert began.wait(10)
        assert not done
        assert sys.getswitchinterval() < turn
        go.set()
    assert done == [True]
    assert sys.getswitchinterval() == turn


def test_what_is_loaded_meanwhile_is_there_also_after_an_error() -> None:
    sys.modules.pop("this_is_no_module", None)
    sys.modules.pop("colorsys", None)
    with pytest.raises(KeyError), loading("colorsys", "this_is_no_module"):
        raise KeyError
    assert "colorsys" in sys.modules


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
