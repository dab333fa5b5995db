"""Several processes at one database, a full disk, a file that may not be written: a plain message, and nothing lost."""

import contextlib
import functools
import io
import os
import random
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from multiprocessing.context import ForkServerProcess
from pathlib import Path

import pytest
from fresh import fresh
from processes import command, killed, start, tenball, timed
from storing import HEADER, match_log, store

from tenball_stats.stats.catalogue import view_scripts
from tenball_stats.store import open_database
from tenball_stats.store.check import check

DATA = Path(__file__).parents[2] / "data"
VIEWS = view_scripts()
WRITERS, READERS, FILES = 2, 4, 5


def write(folder: str, writer: int, database: str) -> None:
    """Store files one by one, as a person would who calls the command for each."""
    from tenball_stats.commands.main import run

    status = 0
    for number in range(FILES):
        said = io.StringIO()
        with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
            status = status or run(["ingest", f"{folder}/w{writer}-{number}.csv", "--db", database])
    os._exit(status)


def read(database: str, until: str, out: str) -> None:
    """Ask for a statistic again and again until told to stop; note how many matches there were each time."""
    from tenball_stats.commands.main import run

    seen = []
    status = 0
    while not Path(until).exists() and not status:
        said = io.StringIO()
        with contextlib.redirect_stdout(said), contextlib.redirect_stderr(io.StringIO()):
            status = run(["stats", "breaks", "--format", "csv", "--by", "match", "--db", database])
        seen.append(said.getvalue().count("\n") - 1)
        time.sleep(random.uniform(0.05, 0.3))  # noqa: S311
    Path(out).write_text(" ".join(map(str, seen)), encoding="utf-8")
    os._exit(status)


def test_two_writers_and_four_readers_at_once_lose_nothing(tmp_path: Path) -> None:
    path = tmp_path / "league.duckdb"
    with fresh(path) as database:
        (tmp_path / "first.csv").write_text(HEADER + match_log("first"), encoding="utf-8")
        store(database, tmp_path / "first.csv")
    for writer in range(WRITERS):
        for number in range(FILES):
            text = HEADER + "".join(match_log(f"m{writer}-{number}-{place}") for place in range(3))
            (tmp_path / f"w{writer}-{number}.csv").write_text(text, encoding="utf-8")
    stop = tmp_path / "stop"
    readers = [start(read, str(path), str(stop), str(tmp_path / f"seen{n}")) for n in range(READERS)]
    writers = [start(write, str(tmp_path), n, str(path)) for n in range(WRITERS)]
    for process in writers:
        process.join()
    stop.touch()
    for process in readers:
        process.join()
    assert [process.exitcode for process in [*writers, *readers]] == [0] * (WRITERS + READERS)
    for number in range(READERS):
        seen = [int(count) for count in (tmp_path / f"seen{number}").read_text(encoding="utf-8").split()]
        # Whole files, and never one less than before.
        assert seen == sorted(seen)
        assert {(count - 1) % 3 for count in seen} == {0}
    with open_database(path, views=VIEWS) as database:
        assert database.value("SELECT count(*) FROM v_matches") == 1 + WRITERS * FILES * 3
        assert database.value("SELECT count(*) FROM v_rulings") == 2 * (1 + WRITERS * FILES * 3)
        assert check(database) == []


# A held, a forbidden, a full place ------------------------------------------------------------------------------------


@pytest.fixture
def league(tmp_path: Path) -> Path:
    path = tmp_path / "league.duckdb"
    with fresh(path) as database:
        (tmp_path / "a.csv").write_text(HEADER + match_log("m1"), encoding="utf-8")
        store(database, tmp_path / "a.csv")
    return path


def hold(path: str, until: str) -> None:
    with open_database(path):
        Path(f"{until}.held").touch()
        while not Path(until).exists():
            time.sleep(0.02)
    os._exit(0)


def held(path: Path, until: Path) -> ForkServerProcess:
    """Let another process hold the database until a file is there; return once it does."""
    holder = start(hold, str(path), str(until))
    limit = time.monotonic() + 60
    while not until.with_name(f"{until.name}.held").exists() and time.monotonic() < limit:
        time.sleep(0.02)
    return holder


def test_who_waits_is_told_for_whom_and_goes_on_when_it_is_free(league: Path, tmp_path: Path) -> None:
    go, printed = tmp_path / "go", tmp_path / "printed"
    holder = held(league, go)
    waiting = start(command, ["stats", "breaks", "--db", str(league)], str(printed))
    limit = time.monotonic() + 60
    while "waiting" not in (printed.read_text("utf-8") if printed.exists() else "") and time.monotonic() < limit:
        time.sleep(0.05)
        if waiting.exitcode is not None:
            break
    go.touch()
    waiting.join()
    holder.join()
    assert waiting.exitcode == 0
    said = printed.read_text(encoding="utf-8")
    assert f"waiting for up to 30 seconds: {league} is held by another program (process {holder.pid})" in said


def test_who_has_waited_in_vain_says_so(run_tenball, league: Path, tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setattr("tenball_stats.commands.database.WAIT", 0.3)
    go = tmp_path / "go"
    holder = held(league, go)
    try:
        for args in (("stats", "breaks"), ("ingest", tmp_path / "a.csv"), ("players", "alias", "A", "X")):
            ran = run_tenball(*args, "--db", league)
            assert (ran.status, ran.out) == (2, "")
            assert ran.err.startswith(
                f"tenball: {league}: another program holds this database (process {holder.pid}); wait"
            )
    finally:
        go.touch()
        holder.join()


def less(bytes_: int) -> None:
    """Let no file grow beyond a size, as a disk that is nearly full does."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (bytes_, bytes_))


def full_at(size: int, league: Path, tmp_path: Path) -> tuple[int, str]:
    """Ingest where no file may grow beyond a size; return the exit status and what was printed."""
    printed = tmp_path / "printed"
    args = ["ingest", str(DATA / "physics.csv"), "--edition", "pl", "--db", str(league)]
    process = start(command, args, str(printed), functools.partial(less, size))
    process.join()
    return process.exitcode or 0, printed.read_text(encoding="utf-8")


def test_a_full_disk_is_said_and_leaves_the_database_as_it_was_or_complete(league: Path, tmp_path: Path) -> None:
    before = tmp_path / "before.duckdb"
    shutil.copy(league, before)
    size = league.stat().st_size
    timed("ingest", DATA / "physics.csv", "--edition", "pl", "--db", league)
    grown = league.stat().st_size
    outcomes = set()
    for share in (0.0, 0.1, 0.6, 1.2):
        for left in tmp_path.glob("league.duckdb*"):
            left.unlink()
        shutil.copy(before, league)
        status, said = full_at(int(size * 0.2 + (grown - size * 0.2) * share), league, tmp_path)
        with open_database(league, views=VIEWS) as database:
            assert check(database) == []
            matches = database.value("SELECT count(*) FROM matches")
        outcomes.add((status, matches))
        assert "Traceback" not in said
        if status:
            assert said.startswith(f"tenball: {league}: ")
            assert said.count("\n") == 1
            assert matches == 1, said
    assert (2, 1) in outcomes
    assert (0, 64) in outcomes


@contextlib.contextmanager
def small_disk(megabytes: int) -> Iterator[Path]:
    """A file system of some megabytes; skips where none can be mounted."""
    with tempfile.TemporaryDirectory() as folder:
        mount = ["mount", "-t", "tmpfs", "-o", f"size={megabytes}m", "tmpfs", folder]
        if os.geteuid() != 0 or subprocess.run(mount, capture_output=True, check=False).returncode:
            pytest.skip("no file system can be mounted here")
        try:
            yield Path(folder)
        finally:
            subprocess.run(["umount", folder], check=True)


@pytest.mark.skipif(sys.platform != "linux", reason="mounts a file system")
def test_a_disk_of_few_megabytes(league: Path, tmp_path: Path) -> None:
    outcomes = set()
    for megabytes in (9, 60):
        with small_disk(megabytes) as disk:
            path = disk / "league.duckdb"
            shutil.copy(league, path)
            printed = tmp_path / "printed"
            args = ["ingest", str(DATA / "physics.csv"), "--edition", "pl", "--edition", "es", "--db", str(path)]
            process = start(command, args, str(printed))
            process.join()
            said = printed.read_text(encoding="utf-8")
            assert "Traceback" not in said
            # What is there can be read on that disk, and moved to another.
            copy = tmp_path / f"copy{megabytes}.duckdb"
            shutil.copy(path, copy)
            if (wal := path.with_name(path.name + ".wal")).exists():
                shutil.copy(wal, copy.with_name(copy.name + ".wal"))
            with open_database(copy, views=VIEWS) as database:
                assert check(database) == []
                outcomes.add((process.exitcode, database.value("SELECT count(*) FROM matches")))
                if process.exitcode:
                    assert said.startswith(f"tenball: {path}: "), said
    assert outcomes <= {(2, 1), (0, 64)}
    assert outcomes == {(2, 1), (0, 64)}


@contextlib.contextmanager
def locked(files: Path) -> Iterator[Path]:
    """A copy of the files of a folder in a place where nothing may be written."""
    if os.geteuid():
        with tempfile.TemporaryDirectory() as folder:
            place = Path(folder) / "locked"
            shutil.copytree(files, place)
            for path in [*place.iterdir(), place]:
                path.chmod(0o555 if path.is_dir() else 0o444)
            yield place
            place.chmod(0o755)
        return
    # Nothing is forbidden to root but what no file system allows.
    with small_disk(60) as disk:
        shutil.copytree(files, disk, dirs_exist_ok=True)
        subprocess.run(["mount", "-o", "remount,ro", str(disk)], check=True)
        yield disk


def test_where_nothing_may_be_written_it_is_said_and_what_is_there_can_be_read(
    run_tenball, league: Path, tmp_path: Path
) -> None:
    with locked(tmp_path) as place:
        path = place / "league.duckdb"
        before = path.read_bytes()
        for args in (
            ("ingest", place / "a.csv", "--edition", "ru"),
            ("amend", "m1", "1", "1", "first=2", "--why", "x"),
            ("rebuild",),
        ):
            ran = run_tenball(*args, "--db", path)
            assert (ran.status, ran.out) == (2, "")
            assert ran.err == f"tenball: {path}: cannot be written here; check the rights of the file and its folder\n"
        ran = run_tenball("ingest", place / "a.csv", "--db", place / "new.duckdb")
        assert (ran.status, "new.duckdb: cannot be written here" in ran.err) == (2, True)
        ran = run_tenball("export", "log", "-o", place / "out.csv", "--db", path)
        assert (ran.status, "out.csv: cannot be written" in ran.err) == (2, True)
        ran = run_tenball("stats", "breaks", "--db", path)
        assert (ran.status, "1 match" in ran.out) == (0, True)
        assert path.read_bytes() == before
        assert sorted(left.name for left in place.iterdir()) == ["a.csv", "league.duckdb"]


def test_ctrl_c_leaves_the_database_as_it_was(league: Path, tmp_path: Path) -> None:
    printed = tmp_path / "printed"
    outcomes = set()
    for after in (0.15, 0.45):
        printed.unlink(missing_ok=True)
        process = start(
            command, ["ingest", str(DATA / "physics.csv"), "--edition", "pl", "--db", str(league)], str(printed)
        )
        # Before the command has begun, Ctrl-C is the interpreter's own affair.
        while not printed.exists() and process.exitcode is None:
            time.sleep(0.005)
        process.join(after)
        if process.exitcode is None:
            os.kill(process.pid or 0, signal.SIGINT)
        process.join()
        said = printed.read_text(encoding="utf-8")
        outcomes.add((process.exitcode, said.strip() if process.exitcode else ""))
        with open_database(league, views=VIEWS) as database:
            assert check(database) == []
            assert database.value("SELECT count(*) FROM matches") in {1, 64}
    assert outcomes <= {(130, "tenball: stopped"), (0, "")}
    assert killed(tenball("db", "check", "--db", league), 60) is False
