"""Safeties, visits, run-outs and time: each definition on racks whose figures were worked out by hand."""

import pytest

# Under `csi` a called 10 wins at any time, so that a rack needs few strokes. Visits are set apart by blank lines here:
#  1  A breaks dry | B's safety holds: A misses | A | B wins
#  2  B pockets the 3 on the break, plays a safety | A fouls: won | B makes the 1 with the ball in hand, then the 10
#  3  A breaks and pockets the cue ball | B, ball in hand, makes the 1, plays a fouled safety | A makes the 2: lost; 10
#  4  B breaks dry | A pushes out | (passed) A's safety, in place | B makes the 1: lost, misses | A: what fell is not
#     known | B; nobody knows who won
#  5  A's break pockets the 4 | A's safety is the last stroke: B concedes
SAFE = """match,players,edition,rack,player,kind,called,first,rail,rails,potted,hand,winner,seconds
m,A|B,csi,1,A,break,,1,,4,,,,20
m,,,1,B,safety,-,1,y,,,,,30
m,,,1,A,shot,1@fr,1,y,,,,,40
m,,,1,B,shot,10@fr,1,,,10@fr,,B,10

m,,,2,B,break,,1,,,3,,,21
m,,,2,B,safety,-,1,y,,,,,31
m,,,2,A,shot,1@fr,2,y,,,,,
m,,,2,B,shot,1@fr,1,,,1@fr,y,,12
m,,,2,B,shot,10@fr,2,,,10@fr,,B,14

m,,,3,A,break,,1,,4,cue@hl,,,22
m,,,3,B,shot,1@fr,1,,,1@fr,y,,
m,,,3,B,safety,-,2,n,,,,,
m,,,3,A,shot,2@fr,2,,,2@fr,y,,16
m,,,3,A,shot,10@fr,3,,,10@fr,,A,18

m,,,4,B,break,,1,,4,,,,23
m,,,4,A,push,,0,,,,,,
m,,,4,B,pass,,,,,,,,
m,,,4,A,safety,-,1,y,,,n,,33
m,,,4,B,shot,1@fr,1,,,1@fr,,,
m,,,4,B,shot,2@fr,2,y,,,,,
m,,,4,A,shot,2@fr,2,y,,?,,,
m,,,4,B,shot,-,2,y,,,,,

m,,,5,A,break,,1,,,4,,,
m,,,5,A,safety,-,1,y,,,,,
m,,,5,B,concede,,,,,,,A,
"""

SAFETIES = {
    # 1 B, 2 B, 3 B (a foul), 4 A, 5 A
    "safeties": 5,
    "fouled": 1,
    "answered": 4,
    "safety_won": 1,
    "safety_held": 1,
    "safety_lost": 2,
    "lawful_answered": 3,
    "lawful_won": 1,
    "lawful_lost": 1,
    "won_by": {"wrong_ball": 1},
    "unanswered": 1,
    "not_recorded": 0,
    "answer_not_recorded": 0,
}

VISITS = {
    # 1: A, B, A, B; 2: B, A, B; 3: A, B, A; 4: B, A (push), A, B, A (not known: left out), B; 5: A
    "visits": 16,
    "strokes": 22,
    # On the breaks 3 and 4; 10; 1, 10; 1; 2, 10; 1.
    "balls": 9,
    "ended_by": {"break": 2, "safety": 4, "missed": 2, "won": 3, "foul": 3, "push": 1, "other": 1},
    # 1: 1@fr missed, 10; 2: wrong ball, 1, 10; 3: 1, 2, 10; 4: 1, 2 missed. Nothing was called on the last stroke.
    "attempts": 10,
    "pots": 7,
    "attempts_in_hand": 3,
    "pots_in_hand": 3,
    # Of 1 both, of 2 both after the safety, of 3 both, of 4 B's 1.
    "attempts_first": 7,
    "pots_first": 5,
    "missed_fouled": 1,
    "kicks_recorded": 0,
    "kicks": 0,
    "not_recorded": 1,
}

RUNOUTS = {
    # 1: B (10 balls), A (10), B (10, won). 2: A (9), B (9, in hand, won). 3: B (10, in hand), A (9, in hand, won).
    # 4: A (10), B (10), A (9); who won after B's last visit nobody knows. The push-out is no visit of this kind.
    "visits": 10,
    "run_out": 3,
    "visits_in_hand": 3,
    "run_out_in_hand": 2,
    "visits_in_place": 7,
    "run_out_in_place": 1,
    "break_visits": 5,
    "run_out_from_break": 1,
    "push_visits": 1,
    "cue_ball_not_recorded": 0,
    "winner_not_recorded": 1,
}

BALLS_LEFT = {
    "by_balls_left": {"9": (2, 4), "10": (1, 6)},
    "in_hand_by_balls_left": {"9": (2, 2), "10": (0, 1)},
    "in_place_by_balls_left": {"9": (0, 2), "10": (1, 5)},
}

TIME = {
    "timed": 13,
    "timed_break": 4,
    "timed_shot": 6,
    "timed_safety": 3,
    "timed_push_out": 0,
    "timed_first": 10,
    "not_recorded": 10,
}
"""Breaks 20, 21, 22, 23; shots 40, 10, 12, 14, 16, 18; safeties 30, 31, 33."""


@pytest.mark.parametrize(
    ("name", "by_hand"), [("safeties", SAFETIES), ("visits", VISITS), ("runouts", RUNOUTS)], ids=lambda it: str(it)[:8]
)
def test_each_count(figures, name: str, by_hand: dict) -> None:
    row = figures(SAFE, name)
    assert {field: row[field] for field in by_hand} == by_hand


@pytest.mark.parametrize(
    ("name", "rates"),
    [
        (
            "safeties",
            {
                "fouled_rate": (1, 5),
                "safety_won_rate": (1, 4),
                "safety_held_rate": (1, 4),
                "safety_lost_rate": (2, 4),
                "lawful_won_rate": (1, 3),
                "lawful_lost_rate": (1, 3),
            },
        ),
        (
            "visits",
            {
                "strokes_per_visit": (22, 16),
                "balls_per_visit": (9, 16),
                "pot_rate": (7, 10),
                "pot_rate_in_hand": (3, 3),
                "pot_rate_first": (5, 7),
                "missed_fouled_rate": (1, 10),
            },
        ),
        (
            "runouts",
            {
                "run_out_rate": (3, 10),
                "run_out_in_hand_rate": (2, 3),
                "run_out_in_place_rate": (1, 7),
                "run_out_from_break_rate": (1, 5),
            },
        ),
    ],
    ids=["safeties", "visits", "runouts"],
)
def test_each_rate_and_mean_with_its_denominator(figures, name: str, rates: dict) -> None:
    row = figures(SAFE, name)
    assert {field: (row[field], row[f"{field}_n"]) for field in rates} == {
        field: (pytest.approx(part / of), of) for field, (part, of) in rates.items()
    }


def test_run_outs_by_balls_on_the_table(figures) -> None:
    row = figures(SAFE, "runouts")
    for name, by_hand in BALLS_LEFT.items():
        assert {value: (share["part"], share["of"]) for value, share in row[name].items()} == by_hand
        for share in row[name].values():
            assert share["rate"] == share["part"] / share["of"]
            assert share["low"] <= share["rate"] <= share["high"]


def test_times(figures) -> None:
    row = figures(SAFE, "time")
    assert {field: row[field] for field in TIME} == TIME
    assert (row["median_break"], row["median_break_n"]) == (21.5, 4)
    assert (row["median_safety"], row["median_shot"], row["median_push_out"]) == (31, 15, None)
    # 13 values: the 95th percentile lies 0.4 of the way from the 12th, 33, to the 13th, 40.
    assert row["p95"] == pytest.approx(33 + 0.4 * 7)
    assert (row["p95_low"], row["p95_n"]) == (None, 13)


def test_one_players_play(figures) -> None:
    row = figures(SAFE, "visits", player="A")
    assert [row[name] for name in ("visits", "attempts", "pots", "balls", "not_recorded")] == [8, 4, 2, 3, 1]
    assert figures(SAFE, "safeties", player="B")["safety_lost"] == 1


def test_kicks_are_counted_where_a_league_writes_them_down(figures) -> None:
    log = """match,players,edition,rack,player,kind,called,first,rail,rails,potted,Kick
m,A|B,csi,1,A,break,,1,,4,,
m,,,1,B,shot,1@fr,1,y,,,y
m,,,1,A,shot,1@fr,2,y,,,yes
m,,,1,B,shot,1@fr,1,,,1@fr,n
m,,,1,B,shot,2@fr,0,,,,1
m,,,1,A,shot,2@fr,2,,,2@fr,
"""
    row = figures(log, "visits")
    assert [row[name] for name in ("kicks_recorded", "kicks", "kicks_hit")] == [4, 3, 1]
    assert (row["kick_rate"], row["kick_rate_n"], row["kick_hit_rate"], row["kick_hit_rate_n"]) == (0.75, 4, 1 / 3, 3)


def test_a_push_out_ends_a_visit_and_what_is_played_after_it_is_another(figures) -> None:
    log = """match,players,edition,rack,player,kind,called,first,rail,rails,potted
m,A|B,csi,1,A,break,,1,,,3
m,,,1,A,push,,0,,,
m,,,1,B,pass,,,,,
m,,,1,A,shot,1@fr,1,,,1@fr
m,,,1,A,shot,10@fr,2,,,10@fr
"""
    assert figures(log, "visits")["visits"] == 2
    row = figures(log, "runouts")
    # The first visit is the break's, with the push-out in it; the second begins with 9 balls and wins.
    assert (row["visits"], row["run_out"], row["break_visits"], row["push_visits"]) == (1, 1, 1, 0)


def test_a_rack_lost_on_three_fouls_is_no_run_out_of_the_winner(figures) -> None:
    foul = "m,,,1,A,shot,1@fr,3,y,,\nm,,,1,B,shot,1@fr,1,y,,\n"
    log = "match,players,edition,rack,player,kind,called,first,rail,rails,potted\nm,A|B,ru,1,A,break,,1,,,2\n"
    log += foul * 2 + "m,,,1,A,shot,1@fr,3,y,,\n"
    row = figures(log, "runouts")
    assert (row["run_out"], row["run_out_from_break"], row["winner_not_recorded"]) == (0, 0, 0)
