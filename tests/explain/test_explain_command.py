"""`tenball explain`: from a log or a database, as text, JSON or a report."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import polars as pl
import pytest
import random_racks
from fresh import fresh
from play import as_csv

from tenball_stats.log import Log, read_logs
from tenball_stats.replay import replay
from tenball_stats.replay.explain import explain
from tenball_stats.rules import load_edition
from tenball_stats.show.explanation import as_dict
from tenball_stats.store.ingest import ingest
from tenball_stats.store.reading import stored_log

ROOT = Path(__file__).parents[2]
REAL, PHYSICS = ROOT / "data" / "real-2015.csv", ROOT / "data" / "physics.csv"
STROKES = {"break", "shot", "safety", "push"}
PLACE = ("vanboening-dechaine-2015", "2", "8")


def test_from_a_log(run_tenball: Callable[..., Any]) -> None:
    ran = run_tenball("explain", *PLACE, "--log", REAL, "--edition", "csi", "--edition", "es")
    assert (ran.status, ran.err) == (0, "")
    assert "csi" in ran.out.splitlines()[5]
    assert "By es, Spanish text (10 Ball)" in ran.out


def test_without_an_edition_by_the_matchs_own(run_tenball: Callable[..., Any]) -> None:
    assert "By csi, CSI league rules (second-hand)" in run_tenball("explain", *PLACE, "--log", REAL).out


def test_all_editions(run_tenball: Callable[..., Any]) -> None:
    ran = run_tenball("explain", *PLACE, "--log", REAL, "--all-editions")
    table = ran.out.split("\n\n")[1].splitlines()
    named = [line.split()[0] for line in table[2:] if not line.startswith(" ")]
    assert named == ["csi", "es", "pl", "ru", "wpa-2016", "wpa-2025", "record"]


def test_as_json(run_tenball: Callable[..., Any]) -> None:
    ran = run_tenball("explain", *PLACE, "--log", REAL, "--edition", "es", "--format", "json")
    data = json.loads(ran.out)
    assert data["verdicts"][0]["clauses"] == ["0", "8", "9"]
    assert data["before"]["balls"] == [7, 10]


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("nobody", "1", "1"), "there is no match 'nobody'; there are hohmann-vanboening-2015"),
        (("dechaine", "99", "1"), "has no strokes in rack 99; it has racks 1 to 13"),
        (("dechaine", "2", "99"), "has no stroke 99; it has strokes 1 to 8"),
        (("dechaine", "2", "8", "--edition", "xx"), "edition 'xx' is not known"),
        (("dechaine", "2", "8", "--report", "case.txt"), "end its name in .html, .pdf or .md"),
        (("dechaine", "2", "8", "--attempt", "2"), "has no attempt 2; it has attempt 1"),
        (("dechaine", "0", "8"), "0 is not in the range x>=1"),
    ],
)
def test_it_refuses_in_one_message(run_tenball: Callable[..., Any], args: tuple[str, ...], said: str) -> None:
    ran = run_tenball("explain", *args, "--log", REAL)
    assert (ran.status, ran.out) == (2, "")
    assert said in ran.err
    assert ran.err.startswith("tenball: ")


@pytest.mark.parametrize("suffix", ["html", "pdf", "md"])
@pytest.mark.parametrize(("log", "place"), [(REAL, PLACE), (PHYSICS, ("PTA0001", "1", "4"))])
def test_a_report(
    run_tenball: Callable[..., Any], tmp_path: Path, log: Path, place: tuple[str, ...], suffix: str
) -> None:
    target = tmp_path / f"case.{suffix}"
    ran = run_tenball("explain", *place, "--log", log, "--edition", "pl", "--edition", "ru", "--report", target)
    assert (ran.status, ran.err) == (0, f"The report is in {target}.\n")
    assert ran.out
    assert target.stat().st_size > 3_000


def test_a_report_on_names_from_strangers(run_tenball: Callable[..., Any], tmp_path: Path) -> None:
    log = tmp_path / "log.csv"
    log.write_text(
        "match,players,rack,player,kind,first,rails,note,event\n"
        'm,<script>alert(1)</script>|=cmd(),1,<script>alert(1)</script>,break,1,6,"javascript:alert(1)",<b>Open</b>\n',
        encoding="utf-8",
    )
    for suffix in ("html", "md", "pdf"):
        target = tmp_path / f"case.{suffix}"
        assert run_tenball("explain", "m", 1, 1, "--log", log, "--edition", "pl", "--report", target).status == 0
    html = (tmp_path / "case.html").read_text(encoding="utf-8")
    assert "<script" not in html
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in html
    assert "<b>Open" not in html
    markdown = (tmp_path / "case.md").read_text(encoding="utf-8")
    assert not re.search(r"(?<!\\)<", markdown)
    assert r"\<script\>" in markdown


# From a database -----------------------------------------------------------------------------------------------


@pytest.fixture
def stored() -> Callable[[Path, list[str]], Log]:
    """Put a log into a database and read it out again."""

    def back(path: Path, editions: list[str]) -> Log:
        with fresh() as database:
            ingest(database, read_logs([path]), [load_edition(name) for name in editions])
            return stored_log(database)

    return back


def test_from_a_database_it_is_what_it_is_from_the_log(run_tenball: Callable[..., Any], tmp_path: Path) -> None:
    database = tmp_path / "league.duckdb"
    assert run_tenball("ingest", REAL, "--db", database).status == 0
    for form in ("text", "json"):
        args = ("explain", *PLACE, "--edition", "csi", "--edition", "es", "--format", form)
        assert run_tenball(*args, "--db", database).out == run_tenball(*args, "--log", REAL).out


def test_a_match_that_the_database_does_not_hold(run_tenball: Callable[..., Any], tmp_path: Path) -> None:
    database = tmp_path / "league.duckdb"
    run_tenball("ingest", REAL, "--db", database)
    ran = run_tenball("explain", "roberts", 1, 1, "--db", database, "--edition", "es")
    assert ran.status == 2
    assert "roberts-shaw-2015" in ran.err
    assert run_tenball("explain", "m", 1, 1, "--db", tmp_path / "none.duckdb", "--edition", "es").status == 2


@pytest.mark.parametrize("path", [REAL, PHYSICS, ROOT / "data" / "example.csv"], ids=lambda path: path.stem)
def test_the_bundled_logs_come_out_of_a_database_as_they_went_in(path: Path, stored: Any) -> None:
    same(read_logs([path]), stored(path, ["csi"] if path == PHYSICS else []))


@pytest.mark.parametrize("seed", range(6))
def test_any_log_comes_out_of_a_database_as_it_went_in(seed: int, stored: Any, tmp_path: Path) -> None:
    players = ("A", "B", "C") if seed % 3 == 0 else ("A", "B")
    found = random_racks.matches(seed, 4, players)
    # Attempts without a stroke are left out: nothing can be said of who played them.
    sound = [match._replace(racks=[rack for rack in match.racks if all(map(_played, rack))]) for match in found]
    path = tmp_path / "log.csv"
    path.write_text(as_csv(random_racks.table(sound)), encoding="utf-8")
    log, back = read_logs([path]), stored(path, ["pl"])
    same(log, back)
    frame = replay(log, "pl")
    assert replay(back, "pl").equals(frame)
    for one in frame[:: max(frame.height // 5, 1)].iter_rows(named=True):
        place = (one["match"], one["rack"], one["shot"], ["pl"])
        ours, theirs = (as_dict(explain(which, *place, attempt=one["attempt"])) for which in (log, back))
        assert ours == theirs


def _played(attempt: list[dict[str, str]]) -> bool:
    return any(row["kind"] in STROKES for row in attempt)


def same(log: Log, back: Log) -> None:
    """Hold what was read from a database against what was read from the file, column by column."""
    for name, frames in (("matches", (log.matches, back.matches)), ("events", (log.events, back.events))):
        ours, theirs = frames
        if name == "events":
            ours, theirs = (frame.filter(~pl.col("is_copy")) for frame in frames)
        assert ours.schema == theirs.schema
        differing = [column for column in ours.columns if not ours[column].equals(theirs[column], null_equal=True)]
        assert differing == [], name
    assert log.sources.select("file", "sha256").equals(back.sources.select("file", "sha256"))
