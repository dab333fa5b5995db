"""The replay output, field by field, and in each of its forms."""

import json

import polars as pl
import pytest
from play import DRY, MISS, SAFE, SIX, as_csv, frame, last, play, rows, said

from tenball_stats.replay import FIELDS

ALL_EDITIONS = pytest.mark.parametrize("edition", ["pl", "ru", "es"])
LAWFUL = "B shot called=1@fl first=1 rail=y"
OVER = {"next_player": None, "cue_ball": None, "option": None}


def test_the_fields_are_those_of_the_format_in_its_order() -> None:
    listed = """match rack attempt shot player kind edition fouls unlisted next_player cue_ball option spotted on_table
    fouls_in_a_row rack_end rack_winner clauses basis assumed"""
    assert list(FIELDS) == listed.split()
    assert frame("pl", DRY).columns[: len(FIELDS)] == listed.split()


def test_one_record_for_each_stroke_in_order_and_none_for_events() -> None:
    played = play(
        "ru", "A lag rack=0 lag_cm=3", "B lag rack=0 lag_cm=5", DRY, "B push first=0 rail=n", "A accept", SAFE
    )
    assert [(one["shot"], one["player"], one["kind"]) for one in played] == [
        (1, "A", "break"),
        (2, "B", "push"),
        (3, "A", "safety"),
    ]


def test_kind_is_as_logged() -> None:
    played = play(
        "es", "A shot called=1@fl first=1 rails=6 potted=1@fl", "A push first=0 rail=n", "B push first=0 rail=n"
    )
    assert [one["kind"] for one in played] == ["shot", "push", "push"]


@ALL_EDITIONS
def test_fouls_stand_in_the_order_of_the_codes_whatever_the_order_in_the_log(edition: str) -> None:
    foul = "B shot called=1@fl first=2 rail=n potted=cue@hl off=4 acts=not_tip+touch+foot"
    listed = ["scratch", "ball_off", "wrong_ball", "no_rail", "foot", "touch", "not_tip"]
    said(last(edition, DRY, foul), fouls=listed, fouls_in_a_row=1)


@ALL_EDITIONS
def test_no_contact_excludes_wrong_ball_and_no_rail(edition: str) -> None:
    said(last(edition, DRY, "B shot called=1@fl first=0 rail=n"), fouls=["no_contact"])


@ALL_EDITIONS
def test_on_the_break_illegal_break_takes_the_place_of_no_rail(edition: str) -> None:
    said(last(edition, "A break first=1 rails=0 rail=n"), fouls=["illegal_break"])
    said(last(edition, "A break first=2 rails=0 rail=n"), fouls=["wrong_ball", "illegal_break"])


def test_unlisted_acts_are_sorted() -> None:
    said(last("pl", DRY, LAWFUL + " acts=slow+moving+double_hit+unsporting"), unlisted=["double_hit", "moving", "slow"])


def test_lists_of_balls_ascend() -> None:
    push = last("pl", DRY, "B push first=5 potted=10@sl+7@hl+2@sr")
    said(push, spotted=[2, 7, 10], on_table=[1, 2, 3, 4, 5, 6, 7, 8, 9, 10])


def test_balls_return_also_on_a_stroke_that_loses_the_rack() -> None:
    third = [DRY, MISS, SAFE, MISS, SAFE, "B shot called=1@fl first=2 potted=10@fl+2@sl"]
    said(last("ru", *third), rack_end="three_fouls", spotted=[10], **OVER)
    pushed = ["B break first=1 rails=6 ruling=legal", "A push first=5 potted=5@sl+cue@hl"]
    said(last("pl", *pushed), spotted=[5], cue_ball="in_hand")


@ALL_EDITIONS
def test_cue_ball_is_in_hand_after_a_foul_and_in_place_otherwise(edition: str) -> None:
    assert [one["cue_ball"] for one in play(edition, DRY, MISS, SAFE)] == ["in_place", "in_hand", "in_place"]


def test_clauses_stand_in_the_order_of_the_book() -> None:
    record = last("es", DRY, "B shot called=1@fl first=2 rail=n acts=touch+slow+scoop")
    said(record, clauses=["10.2", "10.3", "10.5", "10.7", "10.13", "13"])


@pytest.mark.parametrize(
    ("edition", "stroke", "basis"),
    [
        ("pl", "A shot called=1@fl first=1 potted=1@fl", "explicit"),
        ("pl", "A shot called=1@fl first=1 potted=1@fl+10@fr", "interpretation"),
        ("pl", "A shot called=1@fl first=1 potted=1@fl acts=slow", "interpretation"),
        ("ru", "A shot called=1@fl first=1 potted=1@fl acts=scoop", "silent"),
        ("es", "A shot called=1@fl first=1 potted=1@fl acts=scoop", "silent"),
        ("es", "A shot called=1@fl first=2 rail=y", "explicit"),
        ("es", "A shot called=1@fl first=2 rail=y acts=moving", "interpretation"),
        ("es", "A shot called=1@fl first=2 rail=y acts=moving+scoop", "silent"),
        ("csi", "A shot called=1@fl first=2 rail=y", "interpretation"),
    ],
)
def test_basis_is_that_of_the_weakest_part(edition: str, stroke: str, basis: str) -> None:
    said(last(edition, SIX, stroke), basis=basis)


def test_a_listed_foul_needs_no_word_about_the_count() -> None:
    # all-1 says how fouls are counted; it does not make every foul a reading.
    said(last("ru", DRY, MISS), basis="explicit", clauses=["10.2"])


@pytest.mark.parametrize("form", ["jsonl", "csv", "parquet", "table"])
def test_every_form_holds_every_stroke(form: str, run_tenball, tmp_path) -> None:
    path, out = tmp_path / "log.csv", tmp_path / f"out.{form}"
    path.write_text(as_csv(rows(DRY, MISS, SAFE)), encoding="utf-8")
    ran = run_tenball("replay", path, "--edition", "es", "--format", form, "--output", out)
    assert (ran.status, ran.out) == (0, "")
    expected = play("es", DRY, MISS, SAFE)
    if form == "jsonl":
        lines = [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]
        assert lines == expected
        assert [list(line) for line in lines] == [list(FIELDS)] * 3
    elif form == "parquet":
        assert pl.read_parquet(out).to_dicts() == expected
    elif form == "csv":
        table = pl.read_csv(out, infer_schema=False)
        assert table.columns == list(FIELDS)
        assert table["fouls"].to_list() == ["", "no_contact", ""]
        assert table["on_table"].to_list() == ["1 2 3 4 5 6 7 8 9 10"] * 3
        assert table["next_player"].to_list() == ["B", "A", "B"]
    else:
        text = out.read_text(encoding="utf-8")
        assert "no_contact" in text
        assert "10.2" in text


def test_an_empty_log_gives_no_ruling(run_tenball, tmp_path) -> None:
    path = tmp_path / "log.csv"
    path.write_text("match,rack,player,kind\n", encoding="utf-8")
    ran = run_tenball("replay", path, "--edition", "es", "--format", "jsonl")
    assert (ran.status, ran.out) == (0, "")
