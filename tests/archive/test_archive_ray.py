"""Ray, on a cluster of this machine: the same rows as from one process, whatever happens to its workers."""

import os
import signal
import threading
import time
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest
from archives import cut, differences, ingested, texts

from tenball_stats.archive.asked import open_result
from tenball_stats.archive.engines import engine
from tenball_stats.archive.place import ArchiveRefused
from tenball_stats.archive.run import replay_archive
from tenball_stats.log.problems import LogRefused
from tenball_stats.rules import load_edition
from tenball_stats.stats.catalogue import statistic, view_scripts
from tenball_stats.stats.query import ask
from tenball_stats.store import Database

# Importing Ray takes seconds, which whoever only collects these tests need not wait for.
pytestmark = pytest.mark.skipif(find_spec("ray") is None, reason="needs the extra cluster")


@pytest.fixture(scope="module")
def cluster() -> Iterator[str]:
    """A cluster of two workers on this machine, for all tests; its address."""
    import ray

    with engine("ray"):
        yield ray.get_runtime_context().gcs_address


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Eight files, almost every one of which ends in the middle of a match."""
    frame = texts("physics.csv", 2000)
    return cut(frame, tmp_path_factory.mktemp("ray") / "archive", *range(250, 2000, 250))


@pytest.fixture(scope="module")
def alone(archive: Path) -> Iterator[Database]:
    """What ingesting the archive gives."""
    with ingested(archive, edition="pl") as database:
        yield database


def busy_workers() -> list[int]:
    """The workers of this process's cluster that are at a piece of work."""
    parent, title = {}, {}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            parent[int(folder.name)] = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
            title[int(folder.name)] = (folder / "cmdline").read_bytes()
        except OSError:  # it has just ended
            continue
    raylets = {pid for pid, over in parent.items() if over == os.getpid()}
    return [pid for pid, over in parent.items() if over in raylets and title[pid].startswith(b"ray::MapBatches")]


@pytest.mark.slow
def test_what_ray_replays_is_what_one_process_replays(
    cluster: str, archive: Path, alone: Database, tmp_path: Path
) -> None:
    done = replay_archive([str(archive)], str(tmp_path / "out"), name="ray", edition=load_edition("pl"), rows=500)
    assert done.units > 3
    with open_result(str(tmp_path / "out"), view_scripts()) as result:
        assert not list(differences(result, alone))
        assert ask(result, statistic("breaks")).rows == ask(alone, statistic("breaks")).rows


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="finds the workers in /proc")
def test_a_worker_that_is_killed_in_the_middle_changes_nothing(
    cluster: str, archive: Path, alone: Database, tmp_path: Path
) -> None:
    killed: list[int] = []

    def kill() -> None:
        until = time.monotonic() + 120
        while time.monotonic() < until and not killed:
            # Once there are parts, so that it is in the middle.
            if len(list(tmp_path.glob(".out.*.partial/rulings/*.parquet"))) >= 2:
                for pid in busy_workers()[:1]:
                    os.kill(pid, signal.SIGKILL)
                    killed.append(pid)
            time.sleep(0.01)

    killer = threading.Thread(target=kill, daemon=True)
    killer.start()
    done = replay_archive([str(archive)], str(tmp_path / "out"), name="ray", edition=load_edition("pl"), rows=150)
    killer.join()
    assert done.units > 8
    assert killed
    with open_result(str(tmp_path / "out"), {}) as result:
        assert not list(differences(result, alone))
    assert [path.name for path in tmp_path.iterdir()] == ["out"]


@pytest.mark.slow
def test_what_is_wrong_with_an_archive_comes_from_all_workers(cluster: str, archive: Path, tmp_path: Path) -> None:
    import polars as pl

    bad = pl.when(pl.int_range(pl.len()).is_in([100, 900])).then(pl.lit("11")).otherwise("first")
    cut(texts("physics.csv", 1000).with_columns(first=bad), tmp_path / "a", 500)
    with pytest.raises(LogRefused) as refused:
        replay_archive([str(tmp_path / "a")], str(tmp_path / "out"), name="ray", edition=load_edition("pl"), rows=100)
    assert [(Path(one.file).name, one.line, one.value) for one in refused.value.problems] == [
        ("part-000.parquet", 102, "11"), ("part-001.parquet", 402, "11"),
    ]  # fmt: skip
    assert [path.name for path in tmp_path.iterdir()] == ["a"]


@pytest.mark.slow
def test_a_worker_that_cannot_write_ends_the_replay_with_a_message(
    cluster: str, archive: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from tenball_stats.archive import result

    # A file where the folder of the parts is to be: as where the disk is full, or the folder is not shared.
    first = result.Target.__init__

    def blocked(target: result.Target, *args: object, **more: object) -> None:
        first(target, *args, **more)  # type: ignore[arg-type]
        Path(target.parts.path).write_text("")

    monkeypatch.setattr(result.Target, "__init__", blocked)
    with pytest.raises(ArchiveRefused, match="out"):
        replay_archive([str(archive)], str(tmp_path / "out"), name="ray", edition=load_edition("pl"))
    assert not list(tmp_path.iterdir())


@pytest.mark.slow
def test_the_command_goes_to_the_cluster_that_it_is_given(
    cluster: str, archive: Path, alone: Database, tmp_path: Path
) -> None:
    import subprocess
    import sys

    words = ["replay", str(archive), "--out", str(tmp_path / "out"), "--engine", "ray", "--edition", "pl"]
    ran = subprocess.run(
        [sys.executable, "-m", "tenball_stats", *words, "--address", cluster],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (ran.returncode, ran.stderr) == (0, "")
    with open_result(str(tmp_path / "out"), {}) as result:
        assert not list(differences(result, alone))


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("127.0.0.1:1", "there is no Ray cluster at 127.0.0.1:1: Connection refused"),
        ("nowhere", "'nowhere' is no address of a Ray cluster; expected auto, or one such as 10.0.0.1:6379"),
    ],
)
def test_an_address_without_a_cluster_is_said(address: str, said: str) -> None:
    from tenball_stats.archive.engines import _reached

    with pytest.raises(ArchiveRefused) as refused:
        _reached(address)
    assert str(refused.value) == said
