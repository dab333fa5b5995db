"""`tenball check`: errors, what to look at, what an audit finds; and its exit status."""

import json
from pathlib import Path
from typing import Any

import pytest
from logs import rack_of_two, stroke, write_csv

from tenball_stats.commands.main import COMMANDS

REAL = Path(__file__).parent.parent / "data" / "real-2015.csv"


def es(rows: list[dict[str, Any]], match: str = "m") -> list[dict[str, Any]]:
    return [{**row, "match": match, "edition": "es"} for row in rows]


def sound() -> list[dict[str, Any]]:
    """A break and two shots in which an audit finds nothing."""
    rows = rack_of_two()[:3]
    rows[2]["rail"] = "y"
    return rows


def test_nothing_is_found(run_tenball: Any, tmp_path: Path) -> None:
    ran = run_tenball("check", write_csv(tmp_path / "a.csv", es(sound())))
    assert (ran.status, ran.err) == (0, "")
    assert ran.out == "Read: 1 file, 1 sound match, 3 strokes.\n\nNothing found by edition es.\n"
    assert list(tmp_path.iterdir()) == [tmp_path / "a.csv"]  # and nothing is stored


def test_findings_are_counted(run_tenball: Any) -> None:
    ran = run_tenball("check", REAL, "--edition", "es")
    assert ran.status == 1
    assert "3  win_unfounded" in ran.out
    assert "A rack without a win (in 3 matches)" in ran.out
    asked = json.loads(run_tenball("check", REAL, "--edition", "es", "--format", "json").out)
    assert asked["findings"]["win_unfounded"] == 3
    assert asked["in_matches"]["win_unfounded"] == 3
    assert (asked["files"], asked["matches"], asked["strokes"], asked["status"]) == (1, 3, 430, 1)


def test_errors_are_listed_and_the_sound_matches_audited(run_tenball: Any, tmp_path: Path) -> None:
    bad = [*es(sound(), "bad"), {**stroke(1, 4, "Bo", "shot", first="11"), "match": "bad"}]
    path = write_csv(tmp_path / "a.csv", [*es(sound()), *bad])
    ran = run_tenball("check", path)
    assert ran.status == 2
    assert f"  {path}, line 8, column first: found '11'" in ran.out
    assert "1 sound match, 3 strokes" in ran.out
    assert "Nothing found by edition es." in ran.out


def test_more_errors_than_are_listed_are_counted(run_tenball: Any, tmp_path: Path) -> None:
    bad = [stroke(1, place, "A", "shoot", players="A|B") for place in range(1, 80)]
    asked = json.loads(run_tenball("check", write_csv(tmp_path / "a.csv", bad), "--format", "json").out)
    assert len(asked["errors"]) == 51
    assert asked["errors"][-1] == "and 29 more"


def test_without_an_edition_the_reading_is_checked_and_the_lack_is_said(run_tenball: Any, tmp_path: Path) -> None:
    path = write_csv(tmp_path / "a.csv", sound())
    ran = run_tenball("check", path)
    assert ran.status == 0
    assert "Not ruled, for want of an edition: 1 match (m)" in ran.out
    assert "found" not in ran.out
    both = write_csv(tmp_path / "b.csv", [*sound(), *es(sound(), "n")])
    ran = run_tenball("check", both)
    assert "Nothing found by edition es." in ran.out
    assert "1 match (m)" in ran.out


def test_names_that_may_be_one_are_said_and_change_no_status(run_tenball: Any, tmp_path: Path) -> None:
    other = [{**row, "player": row["player"].replace("Ann", "Ann Lee")} for row in es(sound(), "n")]
    other[0]["players"] = "Ann Lee|Bo"
    ran = run_tenball("check", write_csv(tmp_path / "a.csv", [*es(sound()), *other]))
    assert ran.status == 0
    assert "players 'Ann' and 'Ann Lee' may be one person: one is shortened" in ran.out


def test_a_match_that_its_edition_cannot_rule_is_an_error(run_tenball: Any, tmp_path: Path) -> None:
    three = [{**row, "players": "Ann|Bo|Cy"} for row in es(sound(), "three")]
    ran = run_tenball("check", write_csv(tmp_path / "a.csv", [*es(sound()), *three]))
    assert ran.status == 2
    assert "match 'three' has 3 players" in ran.out
    assert "Nothing found by edition es." in ran.out
    unknown = [{**row, "edition": "xx"} for row in sound()]
    assert "'xx', which is not known" in run_tenball("check", write_csv(tmp_path / "b.csv", unknown)).out


def test_an_edition_that_is_none_is_said_at_once(run_tenball: Any) -> None:
    ran = run_tenball("check", REAL, "--edition", "xx")
    assert ran.status == 2


@pytest.mark.parametrize("text", ["", "a,b\n1,2\n"])
def test_a_file_that_is_no_log(run_tenball: Any, tmp_path: Path, text: str) -> None:
    path = tmp_path / "a.csv"
    path.write_text(text)
    ran = run_tenball("check", path)
    assert ran.status == 2
    assert str(path) in ran.out


def test_it_is_listed() -> None:
    assert COMMANDS["check"].startswith("Read and replay")
