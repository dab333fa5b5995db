"""Random racks, lawful and unlawful, with facts left out at random: what holds for every one of them.

The replay follows whatever the record says, and a second opinion (rulebook.py) has to come to the same rulings.
"""

import json
from pathlib import Path
from typing import Any

import polars as pl
import pytest
import rulebook
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from play import as_csv
from random_racks import Match, Row, matches, table

from tenball_stats.log import read_logs
from tenball_stats.replay import FIELDS, replay
from tenball_stats.rules import edition_ids, load_edition

SEEDS = st.integers(0, 2**32)
# A seed cannot be made smaller; the first rack that fails is small by itself.
PHASES = (Phase.explicit, Phase.reuse, Phase.generate)
several = settings(max_examples=settings().max_examples // 8, phases=PHASES, suppress_health_check=list(HealthCheck))
few = settings(several, max_examples=settings().max_examples // 15)


def rulings(rows: list[Row], edition: str, folder: Path) -> pl.DataFrame:
    path = folder / "log.csv"
    path.write_text(as_csv(rows), encoding="utf-8")
    return replay(read_logs([path]), edition)


@several
@given(seed=SEEDS)
def test_balls_counts_and_outcomes(seed: int, tmp_path: Path) -> None:
    path = tmp_path / "log.csv"
    path.write_text(as_csv(table(matches(seed, 15))), encoding="utf-8")
    log = read_logs([path])
    for name in edition_ids():
        edition = load_edition(name)
        frame = replay(log, edition)
        gone = log.events["potted"].gather(frame["event_no"]) | log.events["off"].gather(frame["event_no"])
        for row, mask in zip(frame.iter_rows(named=True), gone, strict=True):
            hold(row, {ball for ball in range(1, 11) if mask >> ball & 1}, set(edition.clauses))


def hold(row: dict[str, Any], gone: set[int], clauses: set[str]) -> None:
    """Hold what is true of every ruling, whatever the edition."""
    before = {ball for ball in range(1, 11) if row["before"] >> ball & 1}
    spotted, on_table = set(row["spotted"]), set(row["on_table"])
    foul, over = bool(row["fouls"]), row["rack_end"] is not None
    # Balls: none is made, none is lost, and only what was there can go or come back.
    assert gone <= before <= set(range(1, 11))
    assert spotted <= gone
    assert on_table == (before - gone) | spotted
    assert row["spotted"] == sorted(spotted)
    assert row["on_table"] == sorted(on_table)
    # Counts: a lawful stroke ends a series, a foul adds one to it, three lose.
    assert 0 <= row["fouls_before"] <= 2
    assert (row["fouls_in_a_row"] == 0) == (not foul)
    assert row["fouls_in_a_row"] <= min(row["fouls_before"] + 1, 3)
    assert (row["rack_end"] == "three_fouls") == (row["fouls_in_a_row"] == 3)
    # A stroke is lawful or a foul, never both; a rack is over or somebody plays on, never both.
    assert (row["next_player"] is None) == over
    assert (row["cue_ball"] is None) == over
    assert over or row["cue_ball"] == ("in_hand" if foul else "in_place")
    assert row["option"] is None or not (foul or over)
    assert not over or row["option"] is None
    assert not (row["rack_end"] == "ten" and foul)
    assert over or row["rack_winner"] is None
    assert row["rack_end"] not in ("ten", "three_fouls") or row["rack_winner"] is not None
    assert over or 10 in on_table or 10 not in before
    # What the ruling rests on.
    assert set(row["clauses"]) <= clauses
    assert row["basis"] in ("explicit", "interpretation", "silent")
    assert [name for name in rulebook.COLUMNS if name in row["assumed"]] == row["assumed"]
    assert [code for code in rulebook.CODES if code in row["fouls"]] == row["fouls"]
    assert not set(row["fouls"]) & set(row["unlisted"])


@several
@given(seed=SEEDS)
@pytest.mark.parametrize("edition", ["pl", "ru", "es"])
def test_the_second_opinion_is_the_same(edition: str, seed: int, tmp_path: Path) -> None:
    same_opinion(edition, matches(seed, 40), tmp_path)


@several
@given(seed=SEEDS)
def test_the_second_opinion_is_the_same_for_three_players(seed: int, tmp_path: Path) -> None:
    same_opinion("pl", matches(seed, 40, ("A", "B", "C")), tmp_path)


def same_opinion(edition: str, found: list[Match], folder: Path) -> None:
    frame = rulings(table(found), edition, folder)
    theirs = []
    for match in found:
        for attempts in match.racks:
            named = [row["winner"] for rows in attempts for row in rows if row.get("winner")]
            credited = named[-1] if named else None
            for rows in attempts:
                theirs += rulebook.replay(edition, rows, match.players, credited, warnings=match.warnings)
    ours = [{name: row[name] for name in rulebook.FIELDS} for row in frame.to_dicts()]
    differ = [(one, other) for one, other in zip(ours, theirs, strict=True) if one != other]
    assert differ[:1] == []


@few
@given(seed=SEEDS)
def test_every_file_format_gives_the_same_rulings(seed: int, tmp_path: Path) -> None:
    found = matches(seed, 12)
    rows = table(found)
    expected = rulings(rows, "ru", tmp_path).select(FIELDS)
    texts = pl.DataFrame(rows, schema=dict.fromkeys({name: 0 for row in rows for name in row}, pl.String))
    blanks = texts.with_columns(pl.all().replace("", None))
    semicolons, tabs, lines = tmp_path / "semicolons.csv", tmp_path / "log.tsv", tmp_path / "log.jsonl"
    semicolons.write_text(as_csv(rows, ";"), encoding="utf-8")
    tabs.write_text(as_csv(rows, "\t"), encoding="utf-8")
    lines.write_text("\n".join(json.dumps({k: v for k, v in row.items() if v}) for row in rows), encoding="utf-8")
    parquet, book = tmp_path / "log.parquet", tmp_path / "log.xlsx"
    blanks.write_parquet(parquet)
    blanks.write_excel(book)
    for path in (semicolons, tabs, lines, parquet, book):
        got = replay(read_logs([path]), "ru").select(FIELDS)
        assert got.equals(expected), path.name


@few
@given(seed=SEEDS)
def test_a_match_is_ruled_the_same_alone_among_others_and_again(seed: int, tmp_path: Path) -> None:
    found = matches(seed, 5)
    together = rulings(table(found), "pl", tmp_path).select(FIELDS)
    assert rulings(table(found), "pl", tmp_path).select(FIELDS).equals(together)
    alone = pl.concat([rulings(table([one]), "pl", tmp_path).select(FIELDS) for one in found])
    assert alone.equals(together)
    backwards = rulings(table(found[::-1]), "pl", tmp_path).select(FIELDS)
    assert backwards.sort("match", maintain_order=True).equals(together)


@few
@given(seed=SEEDS)
def test_rows_of_matches_may_stand_among_each_other(seed: int, tmp_path: Path) -> None:
    found = matches(seed, 12)
    rows = table(found)
    together = rulings(rows, "es", tmp_path).select(FIELDS)
    by_match = [[row for row in rows if row["match"] == name] for name in {row["match"]: 0 for row in rows}]
    longest = max(map(len, by_match))
    mixed = [one[place] for place in range(longest) for one in by_match if place < len(one)]
    assert rulings(mixed, "es", tmp_path).select(FIELDS).equals(together)
