"""What a ruling rests on: each switch that shaped it brings its clauses and its basis, and no other does.

An edition is made for each switch in which that switch alone stands on a clause of its own and on no rule at all; the
strokes that rest on it have to say so.
"""

from pathlib import Path

import pytest
from play import DRY, MISS, SAFE, SIX, last, left

from tenball_stats.rules import Edition, load_edition
from tenball_stats.rules.switches import SWITCHES

MADE = "A shot called=1@fr first=1 potted=1@fr"
THREE = ["C shot called=1@fl first=1 rail=y", "A shot called=1@fl first=1 rail=y"]
THIRD = [DRY, MISS, SAFE, MISS, SAFE, MISS]
EARLY = [left(3, 10), "A shot called=10@fr first=3 potted=10@fr"]

RESTS_ON: dict[str, list[list[str]]] = {
    "three_player_loss": [[DRY, MISS, *THREE, MISS, *THREE, MISS]],
    "break_lowest_first": [["A break first=2 rails=6 potted=6@fl"], ["A break first=2 rails=6"]],
    "break_min_rails": [["A break first=1 rails=3"], [DRY]],
    "break_pot": [[SIX], ["A break first=1 rails=6 potted=10@fr"]],
    "break_dry": [[DRY], ["A break first=1"]],
    "ten_on_break": [["A break first=1 rails=6 potted=10@fr"]],
    "ten_on_fouled_break": [["A break first=1 potted=10@fr+cue@hl"], ["A break first=1 rails=6 off=10"]],
    "push_out": [[DRY, "B push first=0 rail=n"], ["A break first=1 rails=2", "B push first=0 rail=n"]],
    "push_window": [[SIX, MADE, "A push first=4 rail=y"], [SIX, MADE, "A push first=2 rail=y"]],
    "push_exempt": [[DRY, "B push first=5 rail=y"]],
    "push_option": [[DRY, "B push first=1 rail=y"]],
    "push_pots": [[DRY, "B push first=1 potted=5@fl"], [DRY, "B push first=1 potted=10@fl"]],
    "push_foul_pots": [[DRY, "B push first=1 potted=5@fl+cue@hl"]],
    "obvious_calls": [[SIX, "A shot called=~1@fr first=1 potted=1@fr"]],
    "call_made": [[SIX, MADE], [SIX, "A shot called=1@fr first=1 potted=1@fr+10@fl"]],
    "miss": [[SIX, "A shot called=1@fr first=1 rail=y"]],
    "wrong_pot": [[SIX, "A shot called=1@fr first=1 potted=1@fl"], [SIX, "A shot called=1@fr first=1 potted=7@fl"]],
    "uncalled_pot": [[SIX, "A shot called=- first=1 potted=7@fl"], [SIX, MADE, "A push first=2 potted=3@fl"]],
    "ten_beside": [[SIX, "A shot called=1@fr first=1 potted=1@fr+10@fl"]],
    "last_ten": [[left(10), "A shot called=10@fr first=10 potted=10@fr"]],
    "early_ten": [EARLY],
    "ten_uncalled": [[left(10), "A shot called=10@fr first=10 potted=10@fl"]],
    "ten_on_foul": [[left(3, 10), "A shot called=10@fr first=3 potted=10@fr+cue@fl"]],
    "safety_miss": [[DRY, "B safety called=- first=1 rail=y"]],
    "safety_pot": [[DRY, "B safety called=- first=1 potted=1@fl"]],
    "safety_other_pot": [[DRY, "B safety called=- first=1 potted=4@fl"]],
    "safety_ten": [[left(10), "A safety called=- first=10 potted=10@fl"]],
    "unlisted_acts": [[DRY, "B shot called=1@fl first=1 rail=y acts=slow"]],
    "three_fouls": [THIRD],
    "warning": [THIRD],
}
"""Rows whose last stroke rests on the switch under the Polish text."""

SET_OTHERWISE = {
    "safety_call": ("false", [DRY, "B safety called=- first=1 potted=1@fl"]),
    "foul_pots": ('"come_back"', [DRY, "B shot called=1@fl first=1 potted=1@fl+cue@hl"]),
}
"""Switches that shape a ruling only where they are not as in the Polish text."""

OFF_STROKES = {
    *("players", "lag_winner", "lag_faults", "later_breaks", "rack_apex", "rack_centre", "rack_rear_corners"),
    *("break_from", "break_past_head", "foul_cue_ball", "stalemate", "misconduct", "hanging_ball", "not_covered"),
}
"""Switches of the lag, the rack, events, and what follows from every foul."""


def house(folder: Path, switch: str, value: str = "") -> Edition:
    """The Polish text with one switch on a clause of its own."""
    given = f"value = {value}, " if value else ""
    path = folder / "house.toml"
    path.write_text(
        f'id = "house"\nname = "House"\nextends = "pl"\n[clauses]\nH = "Ours."\n'
        f'[switches]\n{switch} = {{ {given}clauses = ["H"], basis = "silent" }}\n',
        encoding="utf-8",
    )
    return load_edition(path)


def rests_on_it(edition: Edition, rows: list[str]) -> bool:
    record = last(
        edition, *rows, players="A|B|C" if any(row.startswith("C ") for row in rows) else "A|B", warnings="recorded"
    )
    cited, silent = "H" in record["clauses"], record["basis"] == "silent"
    assert cited == silent
    return cited


@pytest.mark.parametrize("switch", RESTS_ON)
def test_a_ruling_cites_the_switches_that_shaped_it(switch: str, tmp_path) -> None:
    edition = house(tmp_path, switch)
    assert all(rests_on_it(edition, rows) for rows in RESTS_ON[switch])


@pytest.mark.parametrize("switch", RESTS_ON)
def test_and_no_others(switch: str, tmp_path) -> None:
    edition = house(tmp_path, switch)
    for rows in (
        [DRY, MISS],
        [DRY, "B safety called=1@fl first=1 rail=y acts=foot"],
        [SIX, "A shot called=- first=2 off=4"],
    ):
        assert not rests_on_it(edition, rows)


@pytest.mark.parametrize("switch", SET_OTHERWISE)
def test_switches_that_shape_a_ruling_only_where_they_are_set_otherwise(switch: str, tmp_path) -> None:
    value, rows = SET_OTHERWISE[switch]
    assert rests_on_it(house(tmp_path, switch, value), rows)
    assert not rests_on_it(house(tmp_path, switch), rows)


def test_every_switch_is_known_here() -> None:
    assert {switch.name for switch in SWITCHES} == {*RESTS_ON, *SET_OTHERWISE, *OFF_STROKES}
