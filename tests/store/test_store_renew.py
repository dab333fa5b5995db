"""A database file made again in its place."""

from pathlib import Path

import pytest
from fresh import fresh
from storing import content, match_log, store

from tenball_stats.stats.catalogue import view_scripts
from tenball_stats.store import StoreRefused, open_database
from tenball_stats.store.check import check
from tenball_stats.store.renew import renew

VIEWS = view_scripts()


@pytest.fixture
def path(tmp_path: Path, log_file) -> Path:
    made = tmp_path / "league.duckdb"
    with fresh(made) as database:
        store(database, log_file("log.csv", match_log("m1"), match_log("m2")))
    return made


def test_the_new_file_takes_the_place_of_the_old_and_holds_the_same(path: Path) -> None:
    with open_database(path) as database:
        before = content(database)
    inode = path.stat().st_ino
    assert renew(open_database(path), VIEWS) == {}
    assert path.stat().st_ino != inode
    assert sorted(one.name for one in path.parent.iterdir()) == ["league.duckdb", "log.csv"]
    with open_database(path, views=VIEWS) as database:
        assert content(database) == before
        assert check(database) == []


def test_keep_only_looks(path: Path) -> None:
    inode = path.stat().st_ino
    assert renew(open_database(path), VIEWS, keep=True) == {}
    assert path.stat().st_ino == inode


def test_other_content_is_put_in_place_only_when_accepted(path: Path) -> None:
    with open_database(path) as database:
        database.con.execute("UPDATE stroke_rows SET shot = 9 WHERE match_key = 2 AND seq = 1")
    inode = path.stat().st_ino
    assert renew(open_database(path), VIEWS) == {"strokes": ["m2"]}
    assert path.stat().st_ino == inode
    assert renew(open_database(path), VIEWS, accept=True) == {"strokes": ["m2"]}
    assert path.stat().st_ino != inode
    assert renew(open_database(path), VIEWS) == {}


def test_what_cannot_be_made_again_is_left_as_it_is(path: Path) -> None:
    with open_database(path) as database:
        database.con.execute("UPDATE originals SET codec = 'lost'")
        before = content(database)
    with pytest.raises(StoreRefused, match="cannot be unpacked"):
        renew(open_database(path), VIEWS)
    assert sorted(one.name for one in path.parent.iterdir()) == ["league.duckdb", "log.csv"]
    with open_database(path) as database:
        assert content(database) == before


def test_a_half_made_file_of_an_earlier_time_is_no_hindrance(path: Path) -> None:
    path.with_name("league.duckdb.rebuilt").write_bytes(b"DUCK?")
    assert renew(open_database(path), VIEWS) == {}
