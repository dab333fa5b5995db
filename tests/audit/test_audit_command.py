"""`tenball audit`: its exit statuses and its forms of output."""

import csv
import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import polars as pl
import pytest
from conftest import Ran
from play import DRY, SIX, as_csv, rows

from tenball_stats.replay.audit import CHECKS, FIELDS
from tenball_stats.show.findings import finding_lines, github_lines, sarif

Run = Callable[..., Ran]
PLAYED_ON = (SIX, "A shot called=1@fl first=1 potted=1@fr", "A shot called=2@fl first=2 rail=n")
FORMS = ("jsonl", "csv", "table", "github", "sarif")


@pytest.fixture
def clean(tmp_path: Path) -> Path:
    path = tmp_path / "clean.csv"
    path.write_text(as_csv(rows(DRY, "B shot called=1@fl first=1 rail=y")))
    return path


@pytest.fixture
def dirty(tmp_path: Path) -> Path:
    path = tmp_path / "dirty.csv"
    path.write_text(as_csv(rows(*PLAYED_ON, edition="pl")))
    return path


@pytest.mark.parametrize("form", FORMS)
def test_status_0_nothing_found(run_tenball: Run, clean: Path, form: str) -> None:
    ran = run_tenball("audit", clean, "--edition", "es", "--format", form)
    assert ran.status == 0
    assert ("nothing found" in ran.err) == (form == "table")


@pytest.mark.parametrize("form", FORMS)
def test_status_1_findings(run_tenball: Run, dirty: Path, form: str) -> None:
    ran = run_tenball("audit", dirty, "--format", form)
    assert ran.status == 1
    assert "turn_wrong" in ran.out


def test_any_verdict_makes_the_status_1(run_tenball: Run, tmp_path: Path) -> None:
    log = tmp_path / "log.csv"
    log.write_text(as_csv(rows(DRY, "B shot called=1@fl first=1 rail=y ruling=scoop")))
    ran = run_tenball("audit", log, "--edition", "es", "--format", "jsonl")
    assert (ran.status, json.loads(ran.out)["verdict"]) == (1, "not_covered")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((), "there is no such database"),
        (("no-such-file.csv",), "no-such-file.csv"),
        (("{log}",), "names no edition"),
        (("{log}", "--edition", "pll"), "did you mean pl"),
        (("{log}", "--edition", "es", "--format", "xml"), "xml"),
        (("{broken}", "--edition", "es"), "line 2, column first"),
    ],
    ids=["no database", "no file", "no edition", "unknown edition", "unknown form", "bad log"],
)
def test_status_2_it_could_not_be_used(
    run_tenball: Run, clean: Path, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...], said: str
) -> None:
    monkeypatch.chdir(clean.parent)
    broken = clean.with_name("broken.csv")
    broken.write_text(as_csv(rows("A break first=11")))
    ran = run_tenball("audit", *(argument.format(log=clean, broken=broken) for argument in arguments))
    assert ran.status == 2
    assert ran.out == ""
    assert said in ran.err
    assert "Traceback" not in ran.err


def test_the_edition_asked_for_comes_before_the_one_that_the_match_names(run_tenball: Run, dirty: Path) -> None:
    assert run_tenball("audit", dirty, "--edition", "es").status == 0
    assert json.loads(run_tenball("audit", dirty).out)["edition"] == "pl"


def test_json_lines_and_csv_have_the_fields_of_the_contract(run_tenball: Run, dirty: Path) -> None:
    (line,) = run_tenball("audit", dirty, "--format", "jsonl").out.splitlines()
    (cells,) = csv.DictReader(io.StringIO(run_tenball("audit", dirty, "--format", "csv").out))
    record = json.loads(line)
    assert list(record) == list(cells) == list(FIELDS)
    assert record == {
        "match": "m",
        "rack": 1,
        "shot": 3,
        "row": 4,
        "file": str(dirty),
        "player": "A",
        "code": "turn_wrong",
        "verdict": "contradicts",
        "edition": "pl",
        "clauses": ["Wbijanie.3", "Faule.3"],
        "recorded": "A",
        "ruled": "B",
        "message": "A played; it was B's turn.",
    }
    assert cells["clauses"] == "Wbijanie.3 Faule.3"


def test_nothing_found_is_no_line_at_all(run_tenball: Run, clean: Path) -> None:
    assert run_tenball("audit", clean, "--edition", "es", "--format", "jsonl").out == ""
    assert run_tenball("audit", clean, "--edition", "es", "--format", "github").out == ""
    assert run_tenball("audit", clean, "--edition", "es", "--format", "csv").out.splitlines() == [",".join(FIELDS)]


def test_the_table_names_match_place_and_clauses(run_tenball: Run, dirty: Path) -> None:
    ran = run_tenball("audit", dirty, "--format", "table")
    assert ran.out.splitlines() == [
        "m, by edition pl",
        f"  rack 1, shot 3 ({dirty}:4): turn_wrong, contradicts [Wbijanie.3, Faule.3]",
        "      A played; it was B's turn.",
    ]
    assert ran.err == "1 match audited: 1 finding (1 contradicts)\n"


def test_from_standard_input(run_tenball: Run, dirty: Path) -> None:
    ran = run_tenball("audit", "-", "--format", "jsonl", stdin=dirty.read_bytes())
    assert (ran.status, json.loads(ran.out)["file"]) == (1, "-")


def made(**fields: Any) -> pl.DataFrame:
    """Return one finding with some fields set."""
    record = {
        "match": "m",
        "rack": 1,
        "shot": 2,
        "row": 3,
        "file": "log.csv",
        "player": "A",
        "code": "turn_wrong",
        "verdict": "contradicts",
        "edition": "pl",
        "clauses": ["Wbijanie.3"],
        "recorded": "A",
        "ruled": "B",
        "message": "A played; it was B's turn.",
    }
    return pl.DataFrame([record | fields])


def test_annotations(run_tenball: Run, dirty: Path) -> None:
    assert run_tenball("audit", dirty, "--format", "github").out.splitlines() == [
        f"::error file={dirty},line=4,title=turn_wrong (contradicts)::A played; it was B's turn."
    ]


@pytest.mark.parametrize(
    ("verdict", "kind"),
    [
        ("contradicts", "error"),
        ("impossible", "error"),
        ("interpretation", "warning"),
        ("unrecorded", "notice"),
        ("not_covered", "notice"),
    ],
)
def test_annotations_are_as_loud_as_the_verdict(verdict: str, kind: str) -> None:
    (line,) = github_lines(made(verdict=verdict))
    assert line.startswith(f"::{kind} file=log.csv,line=3,")


def test_no_text_can_end_an_annotation_or_begin_another() -> None:
    evil = "100 %\r\n::set-env name=PATH::x"
    (line,) = github_lines(made(file=f"a,line=9,b::{evil}", message=evil))
    assert "\n" not in line
    assert "\r" not in line
    properties, message = line.removeprefix("::error ").split("::", 1)
    assert properties == (
        "file=a%2Cline=9%2Cb%3A%3A100 %25%0D%0A%3A%3Aset-env name=PATH%3A%3Ax,line=3,title=turn_wrong (contradicts)"
    )
    assert message == "100 %25%0D%0A::set-env name=PATH::x"
    assert unquote(message) == evil


def test_no_text_can_move_the_cursor_of_a_terminal() -> None:
    lines = "\n".join(finding_lines(made(match="m\x1b[2J", file="a\nb.csv", message="A\x07\u202e played.")))
    assert lines == (
        "m\\x1b[2J, by edition pl\n"
        "  rack 1, shot 2 (a\\nb.csv:3): turn_wrong, contradicts [Wbijanie.3]\n"
        "      A\\x07\\u202e played."
    )


def test_sarif(run_tenball: Run, dirty: Path) -> None:
    document = json.loads(run_tenball("audit", dirty, "--format", "sarif").out)
    assert document["version"] == "2.1.0"
    (run,) = document["runs"]
    rules = run["tool"]["driver"]["rules"]
    assert [rule["id"] for rule in rules] == [check.code for check in CHECKS]
    (result,) = run["results"]
    assert rules[result["ruleIndex"]]["id"] == result["ruleId"] == "turn_wrong"
    assert result["level"] == "error"
    assert result["message"] == {"text": "A played; it was B's turn."}
    (location,) = result["locations"]
    assert location["physicalLocation"]["region"] == {"startLine": 4}
    assert result["properties"]["clauses"] == ["Wbijanie.3", "Faule.3"]


def test_sarif_without_findings_is_a_document_too(run_tenball: Run, clean: Path) -> None:
    assert (
        json.loads(run_tenball("audit", clean, "--edition", "es", "--format", "sarif").out)["runs"][0]["results"] == []
    )


def test_sarif_names_files_as_addresses() -> None:
    document = json.loads(sarif(made(file="league night/100 %.csv")))
    (location,) = document["runs"][0]["results"][0]["locations"]
    assert location["physicalLocation"]["artifactLocation"]["uri"] == "league%20night/100%20%25.csv"
