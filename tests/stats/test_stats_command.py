"""`tenball stats`: tables, JSON, CSV, and what it says where it cannot answer."""

import csv
import io
import json
from pathlib import Path

import pytest

from tenball_stats.stats.catalogue import NAMES, script_of, statistic, view_scripts
from tenball_stats.stats.counted import DIMENSIONS
from tenball_stats.stats.definitions import Mean, Rate, Spread

REAL = Path(__file__).parents[2] / "data" / "real-2015.csv"


@pytest.fixture
def db(tmp_path: Path, run_tenball) -> Path:
    path = tmp_path / "league.duckdb"
    assert run_tenball("ingest", REAL, "--db", path).status == 0
    return path


def test_the_break_table(db: Path, run_tenball) -> None:
    ran = run_tenball("stats", "breaks", "--db", db)
    assert (ran.status, ran.err) == (0, "")
    assert "success rate             65.0 % (26/40) 49.5–77.9\n" in ran.out
    assert "won rate                   60.0 % (24/40)" in ran.out
    assert "presumed              40\n" in ran.out
    assert all(line == line.rstrip() for line in ran.out.splitlines())


def test_a_table_of_players_fits_80_columns(db: Path, run_tenball, monkeypatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    ran = run_tenball("stats", "breaks", "--db", db, "--by", "player")
    assert ran.status == 0
    assert max(map(len, ran.out.splitlines())) <= 80
    assert "What came of the break, continued\n" in ran.out


def test_json_is_one_object_with_the_contracts_names(db: Path, run_tenball) -> None:
    ran = run_tenball("stats", "breaks", "--db", db, "--edition", "csi", "--player", "Shaw", "--format", "json")
    said = json.loads(ran.out)
    assert (said["statistic"], said["edition"], said["filters"]) == ("breaks", "csi", {"player": "Shaw"})
    (row,) = said["rows"]
    assert {
        "breaks",
        "success",
        "dry",
        "fouled",
        "scratched",
        "illegal",
        "success_rate",
        "balls_per_break",
        "ten_on_break",
        "won",
        "won_after_success",
        "break_and_run",
        "early_ten",
        "packages",
    } <= set(row)
    assert row["success_rate"] == row["success"] / row["breaks"]


def flattened(parts: dict) -> str:
    return " ".join(
        f"{key}:{part['part']}/{part['of']}" if isinstance(part, dict) else f"{key}:{part}"
        for key, part in parts.items()
    )


@pytest.mark.parametrize("name", NAMES)
def test_csv_has_the_same_figures_as_json(db: Path, run_tenball, name: str) -> None:
    asked = ("stats", name, "--db", db, "--by", "player", "--by", "match")
    rows = list(csv.DictReader(io.StringIO(run_tenball(*asked, "--format", "csv").out)))
    there = json.loads(run_tenball(*asked, "--format", "json").out)["rows"]
    assert len(rows) == len(there)
    for row, other in zip(rows, there, strict=True):
        for field, value in other.items():
            flat = flattened(value) if isinstance(value, dict) else value
            assert row[field] == ("" if flat is None else str(flat))


def test_a_log_can_be_asked_without_a_database(run_tenball, tmp_path: Path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    ran = run_tenball("stats", "pushouts", REAL, "--edition", "es", "--format", "json")
    (row,) = json.loads(ran.out)["rows"]
    assert (row["pushes"], row["accepted"], row["passed"]) == (6, 2, 4)
    assert not list(tmp_path.iterdir())


def test_names_are_printed_as_they_are_and_nothing_in_them_is_obeyed(run_tenball, tmp_path: Path) -> None:
    log = tmp_path / "odd.csv"
    log.write_text("match,players,edition,rack,player,kind\nm,[red]A[/red]|=1+1,es,1,[red]A[/red],break\n")
    ran = run_tenball("stats", "breaks", log, "--by", "player")
    assert "[red]A[/red]" in ran.out


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("stats", "breaks", "--db", "none.duckdb"), "there is no such database"),
        (("stats", "brakes"), "breaks"),
        (("stats", "breaks", "--since", "31.7.2015"), "'31.7.2015' is no date; expected 2015, 2015-07 or 2015-07-31"),
        (("stats", "breaks", "--since", "2015-13"), "is no date"),
        (("stats", "fouls", "--strict"), "--strict belongs to the statistic breaks"),
        (("stats", "breaks", "--by", "colour"), "colour"),
    ],
)
def test_a_question_that_cannot_be_answered_is_one_message(run_tenball, tmp_path, monkeypatch, args, said) -> None:
    monkeypatch.chdir(tmp_path)
    ran = run_tenball(*args)
    assert (ran.status, ran.out) == (2, "")
    assert said in ran.err
    assert "Traceback" not in ran.err


def test_a_month_ends_on_its_last_day(db: Path, run_tenball) -> None:
    ran = run_tenball("stats", "breaks", "--db", db, "--since", "2015-06", "--until", "2015-06", "--format", "json")
    assert json.loads(ran.out)["filters"] == {"since": "2015-06-01", "until": "2015-06-30"}


@pytest.mark.parametrize("name", NAMES)
def test_explain_prints_every_definition_and_the_sql(run_tenball, name: str) -> None:
    one = statistic(name)
    out = run_tenball("stats", name, "--explain").out
    for item in one.items:
        assert f"{item.name}: {item.definition}" in out
    assert script_of(one).strip() in out


@pytest.mark.parametrize("name", NAMES)
def test_the_parts_of_a_statistic_exist_and_have_definitions(name: str) -> None:
    one = statistic(name)
    names = [item.name for item in one.items]
    assert len(names) == len(set(names))
    counts = {count.name for count in one.counts}
    largest = {item.largest for item in one.items if getattr(item, "largest", "")}
    for item in one.items:
        assert item.definition
        assert not item.definition.endswith(".")
        if isinstance(item, Rate):
            assert {item.part, item.of} <= counts
        elif isinstance(item, Mean | Spread):
            assert {item.total, item.over} <= counts
    shown = [item for _, items in one.panels for item in items]
    assert set(shown) <= set(names) | largest
    assert next(iter(view_scripts())) == "base"


def test_the_help_offers_the_dimensions_there_are() -> None:
    from tenball_stats.commands.stats import BY

    own = (name for one in NAMES for name in statistic(one).dimensions)
    assert list(BY) == [*DIMENSIONS, *dict.fromkeys(own)]
