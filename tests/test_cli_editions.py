"""`tenball editions`: the list, one edition in full, and what differs between two."""

import json
import re
from pathlib import Path

import pytest

from tenball_stats.rules import load_edition
from tenball_stats.rules.switches import SWITCHES

OWN = """
id = "club"
name = "Club rules, [bold]2024[/bold]"
extends = "ru"

[switches]
early_ten = "spotted"
break_past_head = { value = 3, note = "Asked by the board" }

[fouls]
slow = false
"""


@pytest.fixture
def own(tmp_path: Path) -> Path:
    path = tmp_path / "club.toml"
    path.write_text(OWN, encoding="utf-8")
    return path


def rows(out: str) -> dict[str, list[str]]:
    """The cells of a table's rows by the first one; cells stand at least two blanks apart."""
    cells = [re.split(r"\s{2,}", line) for line in out.splitlines() if line and not line.startswith(" ")]
    return {row[0]: row[1:] for row in cells if len(row) > 1}


def test_the_list_has_each_edition_with_how_it_is_known(run_tenball) -> None:
    ran = run_tenball("editions")
    assert (ran.status, ran.err) == (0, "")
    listed = rows(ran.out)
    assert {"csi", "es", "pl", "ru", "wpa-2016", "wpa-2025"} <= set(listed)
    assert listed["pl"][1:5] == ["Polish", "2, 3", "–", "text"]
    assert listed["csi"][2:5] == ["2", "wpa-2016", "second-hand"]


def test_the_list_as_json(run_tenball) -> None:
    listed = {entry["id"]: entry for entry in json.loads(run_tenball("editions", "--format", "json").out)}
    assert listed["ru"]["players"] == [2]
    assert listed["ru"]["extends"] is None
    assert listed["wpa-2025"]["extends"] == "wpa-2016"


@pytest.mark.parametrize("edition", ["pl", "ru", "es", "csi", "wpa-2016", "wpa-2025"])
def test_show_prints_every_switch_with_its_value_and_basis(run_tenball, edition: str) -> None:
    ran = run_tenball("editions", "show", edition)
    shown = rows(ran.out)
    assert (ran.status, ran.err) == (0, "")
    assert {switch.name for switch in SWITCHES} <= set(shown)
    for code, point in load_edition(edition).fouls.items():
        assert point.basis in shown[code]


def test_show_gives_value_clauses_basis_and_reading(run_tenball) -> None:
    shown = rows(run_tenball("editions", "show", "ru").out)
    assert shown["ten_on_break"][:4] == ["wins", "0, 8", "interpretation", "RU-1"]
    assert shown["push_out"][:4] == ["yes", "4", "explicit", "–"]
    assert shown["wrong_ball"][:2] == ["10.2", "explicit"]


def test_show_as_json_holds_all_of_it(run_tenball) -> None:
    shown = json.loads(run_tenball("editions", "show", "es", "--format", "json").out)
    switches = {entry["switch"]: entry for entry in shown["switches"]}
    assert list(switches) == [switch.name for switch in SWITCHES]
    assert switches["rack_rear_corners"]["value"] == [2, 3]
    assert {"foul": "foot", "clauses": ["10.4"], "basis": "explicit"}.items() <= shown["fouls"][7].items()
    assert "ES-9" in shown["readings"]
    assert "10.13" in shown["clauses"]


def test_a_format_before_the_subcommand_counts_too(run_tenball) -> None:
    assert json.loads(run_tenball("editions", "--format", "json", "show", "pl").out)["id"] == "pl"


def test_diff_of_two_texts(run_tenball) -> None:
    ran = run_tenball("editions", "diff", "pl", "ru")
    differs = rows(ran.out)
    assert ran.status == 0
    assert differs["ten_on_break"][:4] == ["spotted", "wins", "Rozbicie.4", "0, 8 (RU-1)"]
    assert differs["push_pots"][:4] == ["all", "ten", "Push out", "4, 9"]
    assert differs["scoop"][:4] == ["foul", "not listed", "Faule.1h", "–"]
    assert "push_out" not in differs
    assert "wrong_ball" not in differs


def test_diff_is_the_same_seen_from_the_other_side(run_tenball) -> None:
    one, other = (
        json.loads(run_tenball("editions", "diff", *pair, "--format", "json").out)
        for pair in (("pl", "es"), ("es", "pl"))
    )
    assert one["switches"] == [entry | {"a": entry["b"], "b": entry["a"]} for entry in other["switches"]]
    assert {entry["foul"] for entry in one["fouls"]} == {entry["foul"] for entry in other["fouls"]}


def test_diff_of_an_edition_with_itself(run_tenball) -> None:
    ran = run_tenball("editions", "diff", "es", "es")
    assert (ran.status, ran.out) == (0, "es and es rule alike: no switch and no foul differs.\n")


def test_a_users_own_file_is_shown_and_compared(run_tenball, own: Path) -> None:
    shown = run_tenball("editions", "show", own)
    assert "club: Club rules, [bold]2024[/bold]\n" in shown.out
    assert rows(shown.out)["early_ten"][0] == "spotted"
    assert "Note: Asked by the board" in shown.out
    differs = json.loads(run_tenball("editions", "diff", "ru", own, "--format", "json").out)
    assert [entry["switch"] for entry in differs["switches"]] == ["break_past_head", "early_ten"]
    assert [entry["foul"] for entry in differs["fouls"]] == ["slow"]
    assert differs["fouls"][0]["b"] is None


def test_an_edition_in_the_place_of_a_subcommand(run_tenball, own: Path) -> None:
    for name in ("ru", own):
        ran = run_tenball("editions", name)
        assert (ran.status, ran.out) == (2, "")
        assert f"tenball editions show {name}" in ran.err


def test_an_unknown_edition_is_refused_with_those_that_are_known(run_tenball) -> None:
    ran = run_tenball("editions", "show", "rus")
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.startswith("tenball: ")
    assert "'rus'" in ran.err
    assert "wpa-2016" in ran.err
