"""Fouls: each definition on six racks whose figures were worked out by hand."""

import pytest

# Under `ru` a called 10 wins at any time.
# 1  A pockets on the break, then touches the wrong ball; B wins on that visit
# 2  A's safety reaches no cushion; B misses; A pockets the cue ball; B wins on that visit
# 3  A pockets the cue ball on the break; B touches the wrong ball and pockets the cue ball: one foul; A wins
# 4  A pockets the cue ball on a push-out; B wins on that visit
# 5  A pockets on the break and fouls three times: the rack is lost
# 6  it is not recorded what fell on A's shot
LOG = """match,players,edition,rack,player,kind,called,first,rail,rails,potted,winner
m,A|B,ru,1,A,break,,1,,,2,
m,,,1,A,shot,1@fr,3,y,,,
m,,,1,B,shot,10@fr,1,,,10@fr,B
m,,,2,B,break,,1,,4,,
m,,,2,A,safety,-,1,n,,,
m,,,2,B,shot,1@fr,1,y,,,
m,,,2,A,shot,1@fr,1,y,,cue@sl,
m,,,2,B,shot,10@fr,1,,,10@fr,B
m,,,3,A,break,,1,,4,cue@hl,
m,,,3,B,shot,1@fr,2,y,,cue@hl,
m,,,3,A,shot,10@fr,1,,,10@fr,A
m,,,4,B,break,,1,,4,,
m,,,4,A,push,,0,,,cue@hl,
m,,,4,B,shot,10@fr,1,,,10@fr,B
m,,,5,A,break,,1,,,2,
m,,,5,A,shot,1@fr,3,y,,,
m,,,5,B,shot,1@fr,1,y,,,
m,,,5,A,shot,1@fr,3,y,,,
m,,,5,B,shot,1@fr,1,y,,,
m,,,5,A,shot,1@fr,3,y,,,
m,,,6,B,break,,1,,4,,
m,,,6,A,shot,1@fr,1,y,,?,
m,,,6,B,shot,10@fr,1,,,10@fr,B
"""

BY_HAND = {
    "strokes": 22,
    "visits": 20,
    "racks": 6,
    "fouls": 9,
    "by_code": {"wrong_ball": 5, "scratch": 4, "no_rail": 1},
    "breaks": 6,
    "fouls_on_break": 1,
    "safeties": 1,
    "fouls_on_safety": 1,
    "pushes": 1,
    "fouls_on_push": 1,
    "shots": 14,
    "fouls_on_shot": 6,
    "three_foul_racks": 1,
    "fouled_racks": 6,
    "won_after_foul": 1,
    "fouls_answerable": 8,
    "answered_run": 4,
    "presumed": 0,
    "not_recorded": 1,
}

RATES = {
    "foul_rate": (9, 22),
    "fouls_per_visit": (9, 20),
    "fouls_per_rack": (9, 6),
    "foul_on_break_rate": (1, 6),
    "foul_on_safety_rate": (1, 1),
    "foul_on_push_rate": (1, 1),
    "foul_on_shot_rate": (6, 14),
    "won_after_foul_rate": (1, 6),
    "answered_run_rate": (4, 8),
}


def test_each_count(figures) -> None:
    row = figures(LOG, "fouls")
    assert {name: row[name] for name in BY_HAND} == BY_HAND


def test_each_rate_and_mean_with_its_denominator(figures) -> None:
    row = figures(LOG, "fouls")
    assert {name: (row[name], row[f"{name}_n"]) for name in RATES} == {
        name: (pytest.approx(part / of), of) for name, (part, of) in RATES.items()
    }


def test_a_players_fouls_are_held_against_all_racks_of_his_matches(figures) -> None:
    row = figures(LOG, "fouls", player="B")
    named = ("strokes", "fouls", "racks", "fouled_racks", "won_after_foul", "answered_run", "three_foul_racks")
    assert [row[name] for name in named] == [11, 1, 6, 1, 0, 1, 0]


def test_a_foul_that_the_edition_does_not_list_is_none(figures) -> None:
    log = """match,players,edition,rack,player,kind,called,first,rail,rails,potted,acts
m,A|B,pl,1,A,break,,1,,4,,
m,,,1,B,shot,1@fr,1,y,,,double_hit
m,,,1,A,shot,1@fr,1,y,,,touch
"""
    assert figures(log, "fouls")["by_code"] == {"touch": 1}
    assert figures(log, "fouls", "es")["by_code"] == {"touch": 1, "double_hit": 1}


def test_a_third_foul_without_a_warning_does_not_lose_where_one_is_needed(figures) -> None:
    log = LOG.replace("m,A|B,ru", "m,A|B,es").replace("players,", "players,warnings,").replace("A|B,", "A|B,recorded,")
    log = "\n".join(
        line if "A|B" in line or "players" in line else line.replace("m,,", "m,,,", 1) for line in log.split("\n")
    )
    assert figures(log, "fouls", "ru")["three_foul_racks"] == 1
    assert figures(log, "fouls", "es")["three_foul_racks"] == 0
