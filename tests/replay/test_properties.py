"""Random racks, lawful and unlawful, with facts left out at random: what holds for every one of them.

Rows are made without asking whether they can be: balls fall twice, decisions stand where there is none, strokes are
played out of turn. The replay follows them all, and a second opinion (rulebook.py) has to come to the same rulings.
"""

import json
from pathlib import Path
from typing import Any

import hypothesis.strategies as st
import polars as pl
import pytest
import rulebook
from hypothesis import HealthCheck, given, settings
from play import as_csv

from tenball_stats.log import read_logs
from tenball_stats.replay import FIELDS, replay
from tenball_stats.rules import edition_ids, load_edition

Row = dict[str, str]

POCKETS = ("hl", "sr", "fl")
LOW = ("1", "1", "1", "2", "2", "3", "9", "10", "10")
ACTS = (*rulebook.ACTS, "unsporting")
BALLS_DOWN = ("", "", "1 2 3 4 5 6 7 8", "1 2 3 4 5 6 7 8 9", "1 2 3 4 5 6 8")


def mostly_blank(values: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    return st.one_of(st.just(""), st.just(""), st.just(""), values)


@st.composite
def balls(draw: st.DrawFn, cue: bool = True, pockets: bool = True) -> str:
    """A list of balls as logged, each once."""
    names = draw(st.lists(st.sampled_from([*LOW, "4", "7", *(["cue"] if cue else [])]), max_size=3, unique=True))
    at = [draw(st.sampled_from(["", *(f"@{pocket}" for pocket in POCKETS)])) if pockets else "" for _ in names]
    return " ".join(name + pocket for name, pocket in zip(names, at, strict=True))


@st.composite
def call(draw: st.DrawFn) -> str:
    ball = draw(st.sampled_from(LOW))
    pocket = draw(st.sampled_from(["", *(f"@{pocket}" for pocket in POCKETS)]))
    return draw(st.sampled_from(["", "-", ball + pocket, ball + pocket, f"~{ball}{pocket}"]))


def stroke(players: tuple[str, ...]) -> st.SearchStrategy[Row]:
    return st.fixed_dictionaries(
        {
            "player": st.sampled_from(players),
            "kind": st.sampled_from(["shot", "shot", "shot", "safety", "push"]),
            "called": call(),
            "first": st.sampled_from(["", "0", *LOW]),
            "rail": st.sampled_from(["", "y", "y", "n"]),
            "rails": st.just(""),
            "potted": st.one_of(st.just(""), balls(), balls(), st.just("?")),
            "off": mostly_blank(balls(pockets=False)),
            "acts": mostly_blank(st.lists(st.sampled_from(ACTS), max_size=2, unique=True).map(" ".join)),
            "spotted": mostly_blank(st.one_of(st.just("-"), balls(cue=False, pockets=False))),
            "hand": mostly_blank(st.sampled_from(["y", "n"])),
            "ruling": mostly_blank(st.sampled_from(["legal", "foul", "touch", "slow no_rail", "scratch", "scoop"])),
        }
    )


def event(players: tuple[str, ...]) -> st.SearchStrategy[Row]:
    player = st.sampled_from(players)
    simple = st.fixed_dictionaries({"player": player, "kind": st.sampled_from(["accept", "pass", "warn", "warn"])})
    fell = st.fixed_dictionaries(
        {"player": player, "kind": st.just("fell"), "potted": st.sampled_from(["1", "2@fl", "9", "10"])},
        optional={"spotted": st.sampled_from(["-", "1", "10"]), "seconds": st.just("8")},
    )
    ends = st.fixed_dictionaries(
        {"player": player, "kind": st.sampled_from(["concede", "penalty", "forfeit"])}, optional={"winner": player}
    )
    return st.one_of(simple, simple, fell, ends)


@st.composite
def attempt(draw: st.DrawFn, players: tuple[str, ...], again: bool = False) -> list[Row]:
    """The rows of one attempt at a rack, from the break or from where the record joins it."""
    rows = draw(st.lists(st.one_of(*[stroke(players)] * 5, event(players)), min_size=1, max_size=12))
    down = draw(st.sampled_from(BALLS_DOWN))
    if down and not again:
        return [{"player": draw(st.sampled_from(players)), "kind": "resume", "potted": down}, *rows]
    broken = draw(stroke(players)) | {"kind": "break", "rails": draw(st.sampled_from(["", "", "2", "4", "6"]))}
    return [broken, *rows]


@st.composite
def rack(draw: st.DrawFn, players: tuple[str, ...]) -> list[list[Row]]:
    """The attempts at a rack; a stalemate ends the first where there is another."""
    first = draw(attempt(players))
    if draw(st.integers(0, 4)):
        return [first]
    return [[*first, {"player": draw(st.sampled_from(players)), "kind": "rerack"}], draw(attempt(players, again=True))]


@st.composite
def match(draw: st.DrawFn, name: str, players: tuple[str, ...]) -> tuple[Any, ...]:
    """A match: its name, its players, whether warnings were recorded, its racks."""
    return name, players, draw(st.booleans()), draw(st.lists(rack(players), min_size=1, max_size=3))


def matches(players: tuple[str, ...] = ("A", "B"), count: int = 4) -> st.SearchStrategy[list[Any]]:
    return st.tuples(*(match(f"m{n}", players) for n in range(count))).map(list)


def table(found: list[Any]) -> list[Row]:
    """Matches as the rows of a log."""
    rows = []
    for name, players, warnings, racks in found:
        about = {"players": "|".join(players), "warnings": "recorded" if warnings else ""}
        for number, attempts in enumerate(racks, start=1):
            for attempt_rows in attempts:
                rows += [{"match": name, **about, "rack": str(number), **row} for row in attempt_rows]
    return rows


def rulings(rows: list[Row], edition: str, folder: Path) -> pl.DataFrame:
    path = folder / "log.csv"
    path.write_text(as_csv(rows), encoding="utf-8")
    return replay(read_logs([path]), edition)


several = settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])


@several
@given(found=matches())
def test_balls_counts_and_outcomes(found: list[Any], tmp_path: Path) -> None:
    path = tmp_path / "log.csv"
    path.write_text(as_csv(table(found)), encoding="utf-8")
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
@given(found=matches())
@pytest.mark.parametrize("edition", ["pl", "ru", "es"])
def test_the_second_opinion_is_the_same(edition: str, found: list[Any], tmp_path: Path) -> None:
    same_opinion(edition, found, tmp_path)


@several
@given(found=matches(players=("A", "B", "C")))
def test_the_second_opinion_is_the_same_for_three_players(found: list[Any], tmp_path: Path) -> None:
    same_opinion("pl", found, tmp_path)


def same_opinion(edition: str, found: list[Any], folder: Path) -> None:
    frame = rulings(table(found), edition, folder)
    theirs = []
    for _, players, warnings, racks in found:
        for attempts in racks:
            named = [row["winner"] for rows in attempts for row in rows if row.get("winner")]
            credited = named[-1] if named else None
            for rows in attempts:
                theirs += rulebook.replay(edition, rows, players, credited, warnings=warnings)
    ours = [{name: row[name] for name in rulebook.FIELDS} for row in frame.to_dicts()]
    differ = [(one, other) for one, other in zip(ours, theirs, strict=True) if one != other]
    assert differ[:1] == []


@settings(several, max_examples=15)
@given(found=matches(count=3))
def test_every_file_format_gives_the_same_rulings(found: list[Any], tmp_path: Path) -> None:
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


@settings(several, max_examples=15)
@given(found=matches(count=3))
def test_a_match_is_ruled_the_same_alone_among_others_and_again(found: list[Any], tmp_path: Path) -> None:
    together = rulings(table(found), "pl", tmp_path).select(FIELDS)
    assert rulings(table(found), "pl", tmp_path).select(FIELDS).equals(together)
    alone = pl.concat([rulings(table([one]), "pl", tmp_path).select(FIELDS) for one in found])
    assert alone.equals(together)
    backwards = rulings(table(found[::-1]), "pl", tmp_path).select(FIELDS)
    assert backwards.sort("match", maintain_order=True).equals(together)


@settings(several, max_examples=15)
@given(found=matches(count=3))
def test_rows_of_matches_may_stand_among_each_other(found: list[Any], tmp_path: Path) -> None:
    rows = table(found)
    together = rulings(rows, "es", tmp_path).select(FIELDS)
    by_match = [[row for row in rows if row["match"] == name] for name, *_ in found]
    longest = max(map(len, by_match))
    mixed = [one[place] for place in range(longest) for one in by_match if place < len(one)]
    assert rulings(mixed, "es", tmp_path).select(FIELDS).equals(together)
