"""A process killed at any moment leaves a sound database, as it was before or with all of it."""

import gzip
import shutil
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from fresh import fresh
from processes import killed, tenball, timed
from storing import match_log, store

from tenball_stats.stats.catalogue import view_scripts
from tenball_stats.store import Database, open_database
from tenball_stats.store.check import check

DATA = Path(__file__).parents[2] / "data"
VIEWS = view_scripts()
FILES = 3
OF_EACH = 4

pytestmark = pytest.mark.skipif(not hasattr(__import__("os"), "fork"), reason="needs fork")


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a database that holds two matches, and three logs of some matches each."""
    folder = tmp_path_factory.mktemp("killed")
    head, *rows = (DATA / "physics.csv").read_text(encoding="utf-8").splitlines(keepends=True)
    by_match: dict[str, list[str]] = {}
    for row in rows:
        by_match.setdefault(row.partition(",")[0], []).append(row)
    matches = list(by_match.values())
    for number in range(FILES):
        text = "".join(row for match in matches[OF_EACH * number : OF_EACH * (number + 1)] for row in match)
        (folder / f"log{number}.csv").write_text(head + text, encoding="utf-8")
    from storing import HEADER

    (folder / "old.csv").write_text(HEADER + match_log("old-1") + match_log("old-2"), encoding="utf-8")
    with fresh(folder / "before.duckdb") as database:
        store(database, folder / "old.csv", editions=("pl", "es"))
    return folder


def ingest(folder: Path, path: Path) -> list[object]:
    return ["ingest", *(folder / f"log{number}.csv" for number in range(FILES)), "--edition", "pl", "--edition", "es",
            "--db", path]  # fmt: skip


def moments(seed: int, whole: float, count: int) -> Iterator[float]:
    """Random moments of something that takes so many seconds, half of them in its second half, where it writes."""
    draw = Random(seed)  # noqa: S311
    for number in range(count):
        yield draw.uniform(0.4 * whole if number % 2 else 0.0, 1.1 * whole)


def stored(database: Database) -> dict[str, int]:
    """The number of rows of each match, as written down and as ruled."""
    rows = database.rows(
        "SELECT m.match, count(DISTINCT s.seq) + count(*) FROM v_matches m JOIN v_strokes s USING (match_key) "
        "GROUP BY ALL"
    )
    return dict(rows)


def matches_of(database: Database, file: str) -> set[str]:
    rows = database.rows(
        "SELECT DISTINCT match FROM matches JOIN strokes USING (match_key) JOIN sources USING (source_key) "
        "WHERE file LIKE ?",
        [file],
    )
    return {match for (match,) in rows}


def kill_ingests(prepared: Path, tmp_path: Path, seed: int, count: int) -> list[int]:
    """Kill ingests at random moments; return how many of the files were stored each time."""
    complete = tmp_path / "complete.duckdb"
    shutil.copy(prepared / "before.duckdb", complete)
    whole = timed(*ingest(prepared, complete))
    with open_database(complete, views=VIEWS) as database:
        assert check(database) == []
        everything = stored(database)
        of_file = {number: matches_of(database, f"%log{number}.csv") for number in range(FILES)}
    assert len(everything) == 2 + OF_EACH * FILES
    found = []
    for moment in moments(seed, whole, count):
        path = tmp_path / "league.duckdb"
        for left in tmp_path.glob("league.duckdb*"):
            left.unlink()
        shutil.copy(prepared / "before.duckdb", path)
        killed(tenball(*ingest(prepared, path)), moment)
        with open_database(path, views=VIEWS) as database:
            assert [str(fault) for fault in check(database)] == [], f"killed after {moment:.3f} of {whole:.3f} s"
            now = stored(database)
        assert {match: now[match] for match in ("old-1", "old-2")} == {m: everything[m] for m in ("old-1", "old-2")}
        number = (len(now) - 2) // OF_EACH
        expected = {"old-1", "old-2"}.union(*(of_file[n] for n in range(number)))
        assert now == {match: everything[match] for match in expected}
        found.append(number)
    # What was interrupted is done by doing it again.
    timed(*ingest(prepared, path))
    with open_database(path, views=VIEWS) as database:
        assert stored(database) == everything
        assert check(database) == []
    return found


def test_an_ingest_killed_at_any_moment(prepared: Path, tmp_path: Path) -> None:
    assert len(kill_ingests(prepared, tmp_path, 1, 4)) == 4


@pytest.mark.slow
def test_an_ingest_killed_at_two_hundred_moments(prepared: Path, tmp_path: Path) -> None:
    found = kill_ingests(prepared, tmp_path, 2, 200)
    assert len(found) == 200
    assert set(found) == set(range(FILES + 1)), "some of the moments fell between any two files"


def test_a_rebuild_killed_at_any_moment_leaves_one_database_or_the_other(prepared: Path, tmp_path: Path) -> None:
    path = tmp_path / "league.duckdb"
    shutil.copy(prepared / "before.duckdb", path)
    timed(*ingest(prepared, path))
    with open_database(path, views=VIEWS) as database:
        everything = stored(database)
    whole = timed("rebuild", "--db", path)
    for moment in moments(3, whole, 2):
        killed(tenball("rebuild", "--db", path), moment)
        with open_database(path, views=VIEWS) as database:
            assert check(database) == []
            assert stored(database) == everything
    assert timed("rebuild", "--db", path) > 0
    assert [left.name for left in tmp_path.glob("*.rebuilt*")] == []


def test_a_migration_killed_at_any_moment(tmp_path: Path) -> None:
    released = Path(__file__).parent / "released" / "schema-1.duckdb.gz"
    path = tmp_path / "old.duckdb"
    path.write_bytes(gzip.decompress(released.read_bytes()))
    whole = timed("db", "migrate", "--db", path)
    for moment in moments(4, whole, 3):
        for left in tmp_path.glob("old.duckdb*"):
            left.unlink()
        path.write_bytes(gzip.decompress(released.read_bytes()))
        killed(tenball("db", "migrate", "--db", path), moment)
        with open_database(path, views=VIEWS) as database:
            assert check(database) == []
            assert database.value("SELECT count(*) FROM matches") == 5
            assert database.value("SELECT count(*) FROM strokes") == 44
