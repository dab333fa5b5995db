"""`tenball ingest`: what it prints and how it ends."""

from pathlib import Path

import pytest
from storing import HEADER, match_log

from tenball_stats.store import open_database

REAL = Path(__file__).parents[2] / "data" / "real-2015.csv"


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_it_says_what_was_stored_and_then_that_nothing_has_changed(run_tenball, here: Path) -> None:
    ran = run_tenball("ingest", REAL)
    assert (ran.status, ran.err) == (0, "")
    assert ran.out == f"{REAL}: 436 rows, stored 3 matches, 40 racks, 430 strokes, ruled by csi\n"
    assert (here / "tenball.duckdb").exists()
    ran = run_tenball("ingest", REAL)
    assert (ran.status, ran.out) == (0, f"{REAL}: unchanged, stored before: 3 matches\n")
    ran = run_tenball("ingest", REAL, "--edition", "es", "--edition", "csi")
    assert (ran.status, ran.out) == (0, f"{REAL}: rulings by es added to 3 matches stored before\n")


def test_other_content_is_refused_and_replaced_when_asked(run_tenball, log_file) -> None:
    run_tenball("ingest", log_file("a.csv", match_log("m1")), "--db", "x.duckdb")
    other = log_file("b.csv", match_log("m1", winner="B"))
    ran = run_tenball("ingest", other, "--db", "x.duckdb")
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.startswith(f"{other}: nothing stored in x.duckdb: match 'm1' is stored with other content, from ")
    ran = run_tenball("ingest", other, "--db", "x.duckdb", "--replace")
    assert (ran.status, ran.out) == (
        0,
        f"{other}: 2 rows, stored 1 match, 1 rack, 2 strokes, ruled by es; replaced m1\n",
    )


def test_a_log_with_errors_is_not_stored_in_part(run_tenball, log_file, here: Path) -> None:
    path = log_file("log.csv", match_log("m1"), match_log("m2", potted="4@xx"))
    ran = run_tenball("ingest", path)
    assert (ran.status, ran.out) == (2, "")
    assert "line 4, column potted: found '4@xx'" in ran.err
    assert not (here / "tenball.duckdb").exists()


def test_keep_going_stores_the_sound_matches_and_lists_the_rest(run_tenball, log_file) -> None:
    path = log_file("log.csv", match_log("m1"), match_log("m2", potted="4@xx"))
    ran = run_tenball("ingest", path, "--keep-going")
    assert ran.status == 1
    assert "stored 1 match, 1 rack, 2 strokes" in ran.out
    assert "left out: " in ran.err
    assert "line 4, column potted" in ran.err


def test_standard_input(run_tenball) -> None:
    ran = run_tenball("ingest", "-", stdin=HEADER + match_log("m1"))
    assert (ran.status, ran.out) == (0, "-: 2 rows, stored 1 match, 1 rack, 2 strokes, ruled by es\n")


def test_no_edition_lists_them(run_tenball, log_file) -> None:
    ran = run_tenball("ingest", log_file("log.csv", match_log("m1", edition="")))
    assert ran.status == 2
    assert "give --edition with one of csi, es, pl, ru, wpa-2016, wpa-2025" in ran.err


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("ingest", "none.csv"), "none.csv"),
        (("ingest", REAL, "--edition", "xx"), "edition 'xx' is not known"),
        (("ingest", REAL, "--db", "none/x.duckdb"), "the folder none does not exist"),
        (("ingest", REAL, "--db", "."), "is a folder"),
        (("ingest", REAL, "--db", REAL), "is no DuckDB database"),
        (("ingest",), "Missing argument"),
    ],
)
def test_what_cannot_be_done_is_one_message(run_tenball, args, said: str) -> None:
    ran = run_tenball(*args)
    assert (ran.status, ran.out) == (2, "")
    assert said in ran.err
    assert "Traceback" not in ran.err


def test_the_environment_can_name_the_database(run_tenball, here: Path, monkeypatch) -> None:
    monkeypatch.setenv("TENBALL_DB", "league.duckdb")
    run_tenball("ingest", REAL)
    with open_database(here / "league.duckdb", read_only=True) as database:
        assert database.value("SELECT count(*) FROM matches") == 3
    assert "65.0 % (26/40)" in run_tenball("stats", "breaks").out
