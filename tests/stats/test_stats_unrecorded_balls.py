"""A stroke of which nobody wrote down what fell: what hangs on it leaves numerator and denominator, and is counted."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

HEAD = "match,players,edition,rack,player,kind,called,first,rail,potted,winner\n"

# In racks 1 and 2 a player comes to the table after such a stroke: how many balls are left is not known, nor whether
# the cue ball fell. In rack 3 the break is one, in rack 4 everything is known: Ana breaks and runs with the 10.
LOG = (
    HEAD
    + """u,Ana|Bruno,es,1,Ana,break,,1,,?,
u,,,1,Bruno,shot,1@fr,1,y,,
u,,,1,Ana,shot,1@fr,1,,1@fr 2@fr 3@fr 4@fl,
u,,,1,Ana,shot,10@fr,5,,10@fr,Ana
u,,,2,Bruno,break,,1,,2,
u,,,2,Bruno,shot,1@fr,1,,?,
u,,,2,Ana,shot,10@fr,3,,10@fr,Ana
u,,,3,Ana,break,,1,,?,
u,,,3,Ana,shot,10@fr,1,,10@fr,Ana
u,,,4,Ana,break,,1,,3,
u,,,4,Ana,shot,10@fr,1,,10@fr,Ana
"""
)

Figures = Callable[..., dict[str, Any]]


def test_a_visit_after_it_counts_by_no_number_of_balls(figures: Figures) -> None:
    ana, bruno = (figures(LOG, "runouts", player=name) for name in ("Ana", "Bruno"))
    # Ana wins rack 1 after Bruno's stroke, of which it is known that nothing fell, but not what had fallen before it.
    assert (ana["visits"], ana["run_out"], ana["balls_not_recorded"]) == (2, 2, 2)
    assert (ana["by_balls_left"], ana["in_place_by_balls_left"], ana["in_hand_by_balls_left"]) == ({}, {}, {})
    # Bruno's dry stroke leaves the cue ball in place; who comes after `?` may have it in hand.
    assert (ana["visits_in_place"], ana["visits_in_hand"], ana["cue_ball_not_recorded"]) == (1, 0, 1)
    assert (bruno["visits"], bruno["balls_not_recorded"], bruno["cue_ball_not_recorded"]) == (1, 1, 1)


def test_a_break_that_counts_nowhere_makes_no_package(figures: Figures) -> None:
    ana = figures(LOG, "breaks", player="Ana")
    assert (ana["breaks"], ana["not_recorded"], ana["break_and_run"]) == (1, 2, 1)
    assert (ana["longest_package"], ana["packages"]) == (1, {"1": 1})


def test_fouls_count_by_visit_where_their_visit_does(figures: Figures) -> None:
    # Ana's visit of two strokes, one of them not recorded and the other a foul, is no visit; her foul is a foul.
    text = HEAD + (
        "m,Ana|Bruno,es,1,Bruno,break,,1,,,\n"
        "m,,,1,Ana,shot,1@fl,1,,?,\n"
        "m,,,1,Ana,shot,2@fl,3,y,,\n"
        "m,,,1,Bruno,shot,2@fl,3,y,,\n"
        "m,,,1,Ana,shot,2@fl,3,y,,Bruno\n"
    )
    ana = figures(text, "fouls", player="Ana")
    assert (ana["fouls"], ana["not_recorded"]) == (2, 1)
    assert (ana["visits"], ana["fouls_on_visits"], ana["fouls_per_visit"]) == (1, 1, 1.0)
    assert figures(text, "visits", player="Ana")["visits"] == 1


def test_what_the_stroke_after_a_push_out_brought_is_not_known(figures: Figures) -> None:
    text = HEAD + (
        "x,Ana|Bruno,es,1,Ana,break,,1,,2,\n"
        "x,,,1,Ana,push,,1,y,,\n"
        "x,,,1,Bruno,accept,,,,,\n"
        "x,,,1,Bruno,shot,1@fl,1,,?,\n"
        "x,,,1,Bruno,shot,3@fl,3,y,,\n"
        "x,,,1,Ana,shot,3@fl,3,,3@fl,Ana\n"
    )
    row = figures(text, "pushouts")
    assert (row["accepted"], row["next_accepted"], row["next_not_recorded"]) == (1, {}, 1)
    safe = figures(text.replace("x,,,1,Bruno,shot,1@fl,1,,?,", "x,,,1,Bruno,shot,1@fl,2,y,,"), "pushouts")
    assert (safe["next_accepted"], safe["next_not_recorded"]) == ({"foul": 1}, 0)


def test_a_rack_that_the_next_player_did_not_win_was_not_answered_wherever_the_record_stops(
    figures: Figures,
) -> None:
    # Ana scratches on a push-out; Bruno plays three strokes and fouls; the record stops there, and Ana is credited.
    text = HEAD + (
        "a,Ana|Bruno,es,1,Bruno,break,,1,,4,\n"
        "a,,,1,Ana,push,,1,y,cue@fl,\n"
        "a,,,1,Bruno,shot,1@fr,1,,1@fr,\n"
        "a,,,1,Bruno,shot,2@fr,3,,,Ana\n"
    )
    ana = figures(text, "fouls", player="Ana")
    assert (ana["fouls"], ana["fouls_answerable"], ana["answered_run"]) == (1, 1, 0)


@pytest.mark.parametrize("name", ["breaks", "fouls", "pushouts", "runouts"])
def test_the_pictures_of_such_a_match_are_drawn(run_tenball: Any, tmp_path: Path, name: str) -> None:
    log = tmp_path / "log.csv"
    few = HEAD + "t,,es,1,Ana,break,,,,2,\nt,,,1,Ana,shot,,,,1,\nt,,,1,Ana,shot,,,,,\nt,,,1,Bruno,shot,,,,3,Ana\n"
    for place, text in enumerate((LOG, few)):
        log.write_text(text, encoding="utf-8")
        db = tmp_path / f"{place}.duckdb"
        assert run_tenball("ingest", log, "--db", db).status == 0
        for chosen in ([], ["--player", "Bruno"], ["--player", "Ana"]):
            ran = run_tenball("chart", name, "--db", db, "--out", tmp_path / "a.svg", *chosen)
            assert (ran.status, "Traceback" in ran.err) == (0, False), ran.err


def test_a_page_of_a_short_evening_is_written(run_tenball: Any, tmp_path: Path) -> None:
    log = tmp_path / "log.csv"
    log.write_text(HEAD + "t,,es,1,Ana,break,,,,2,\nt,,,1,Ana,shot,,,,,\nt,,,1,Bruno,shot,,,,3,Ana\n", encoding="utf-8")
    for player in ("Ana", "Bruno"):
        ran = run_tenball("player", player, log, "--report", tmp_path / "a.html")
        assert ran.status == 0, ran.err


def test_what_leaves_nothing_is_said(run_tenball: Any, tmp_path: Path) -> None:
    log = tmp_path / "log.csv"
    log.write_text(LOG, encoding="utf-8")
    ran = run_tenball("stats", "breaks", log, "--since", "2030")
    assert "note: 1 match without a date is left out\n" in ran.err
    assert "note: no match is left (since 2030-01-01): there is nothing to count\n" in ran.err
    log.write_text(HEAD, encoding="utf-8")
    ran = run_tenball("stats", "breaks", log, "--edition", "es")
    assert (ran.status, "there is nothing to count" in ran.err) == (0, True), ran.err
    log.write_text(HEAD + "t,Ana|Bruno,es,1,Ana,break,,,,2,\n", encoding="utf-8")
    ran = run_tenball("stats", "breaks", log, "--compare", "Ana", "Bruno")
    assert (ran.status, ran.err) == (
        2,
        "tenball: Bruno has nothing to compare: there is none of breaks in what was chosen\n",
    )
