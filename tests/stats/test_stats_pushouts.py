"""Push-outs and options: each definition on a few racks whose figures were worked out by hand."""

import pytest

# Under `ru` a called 10 wins at any time, and so does a 10 on a lawful break.
#  1  breaker A pushes; B takes the table and misses; A wins
#  2  incoming A pushes and pockets the 5; B hands back; A makes the 1 and wins
#  3  incoming B pockets the cue ball on the push-out: a foul, nothing to decide; A wins
#  4  incoming A does not push
#  5  the break is a foul: no chance
#  6  breaker B pushes; A plays a safety, so he took the table; B wins
#  7  incoming B pushes, and the record stops
#  8  the 10 falls on the break: the rack is over, no chance
#  9  it is not recorded what fell on the break
# 10  the edition finds a foul in the break that was ruled legal; A pushes, B hands back
LOG = """match,players,edition,rack,player,kind,called,first,rail,rails,potted,ruling,winner
m,A|B,ru,1,A,break,,1,,,2,,
m,,,1,A,push,,0,,,,,
m,,,1,B,accept,,,,,,,
m,,,1,B,shot,1@fr,1,y,,,,
m,,,1,A,shot,10@fr,1,,,10@fr,,A
m,,,2,B,break,,1,,4,,,
m,,,2,A,push,,3,,,5,,
m,,,2,B,pass,,,,,,,
m,,,2,A,shot,1@fr,1,,,1@fr,,
m,,,2,A,shot,10@fr,2,,,10@fr,,A
m,,,3,A,break,,1,,4,,,
m,,,3,B,push,,0,,,cue@hl,,
m,,,3,A,shot,10@fr,1,,,10@fr,,A
m,,,4,B,break,,1,,4,,,
m,,,4,A,shot,1@fr,1,y,,,,
m,,,4,B,shot,10@fr,1,,,10@fr,,B
m,,,5,A,break,,1,,4,cue@hl,,
m,,,5,B,shot,10@fr,1,,,10@fr,,B
m,,,6,B,break,,1,,,3,,
m,,,6,B,push,,0,,,,,
m,,,6,A,safety,-,1,y,,,,
m,,,6,B,shot,10@fr,1,,,10@fr,,B
m,,,7,A,break,,1,,4,,,
m,,,7,B,push,,0,,,,,
m,,,8,B,break,,1,,,10,,B
m,,,9,A,break,,1,,,?,,
m,,,9,B,shot,10@fr,1,,,10@fr,,B
m,,,10,B,break,,1,,2,,legal,
m,,,10,A,push,,0,,,,,
m,,,10,B,pass,,,,,,,
m,,,10,A,shot,10@fr,1,,,10@fr,,A
"""

BY_HAND = {
    "chances": 6,
    "pushes": 5,
    "chances_breaker": 2,
    "pushes_breaker": 2,
    "chances_incoming": 4,
    "pushes_incoming": 3,
    "accepted": 2,
    "accepted_inferred": 1,
    "passed": 1,
    "passed_inferred": 0,
    "decisions": 3,
    "fouled": 1,
    "undecided": 1,
    "potted": 1,
    "accepted_decided": 2,
    "won_accepted": 2,
    "passed_decided": 1,
    "won_passed": 1,
    "next_accepted": {"missed": 1, "safety": 1},
    "next_passed": {"made": 1},
    "push_after_foul": 1,
    "presumed": 0,
    "not_recorded": 1,
    "winner_not_recorded": 0,
}

RATES = {
    "push_rate": (5, 6),
    "push_rate_breaker": (2, 2),
    "push_rate_incoming": (3, 4),
    "pass_rate": (1, 3),
    "fouled_rate": (1, 5),
    "won_accepted_rate": (2, 2),
    "won_passed_rate": (1, 1),
}


def test_each_count(figures) -> None:
    row = figures(LOG, "pushouts")
    assert {name: row[name] for name in BY_HAND} == BY_HAND


def test_each_rate_with_its_denominator(figures) -> None:
    row = figures(LOG, "pushouts")
    assert {name: (row[name], row[f"{name}_n"]) for name in RATES} == {
        name: (pytest.approx(part / of), of) for name, (part, of) in RATES.items()
    }


def test_a_chance_is_his_who_may_push(figures) -> None:
    row = figures(LOG, "pushouts", player="A")
    named = ("chances", "pushes", "chances_breaker", "chances_incoming", "accepted", "passed", "won_accepted")
    assert [row[name] for name in named] == [3, 2, 1, 2, 1, 1, 1]


def test_a_handed_back_push_out_ends_the_visit(figures) -> None:
    # Rack 2 alone: B's break, A's push-out, and A again at the table: three visits.
    log = "\n".join([LOG.splitlines()[0], "m,A|B,ru" + LOG.splitlines()[6][3:], *LOG.splitlines()[7:11]]) + "\n"
    assert figures(log, "fouls")["visits"] == 3


# 1  A's 1 falls where it was not called: B hands back, A wins
# 2  a ball falls on A's safety: B plays on, so he accepted, and wins
# 3  a push-out, which does not count here
OPTIONS = """match,players,edition,rack,player,kind,called,first,rail,rails,potted,winner
m,A|B,ru,1,A,break,,1,,,2,
m,,,1,A,shot,1@fr,1,,,1@hl,
m,,,1,B,pass,,,,,,
m,,,1,A,shot,10@fr,3,,,10@fr,A
m,,,2,B,break,,1,,4,,
m,,,2,A,safety,-,1,,,1@fr,
m,,,2,B,shot,10@fr,2,,,10@fr,B
m,,,3,A,break,,1,,4,,
m,,,3,B,push,,0,,,,
m,,,3,A,accept,,,,,,
m,,,3,A,shot,10@fr,1,,,10@fr,A
"""


def test_options_after_a_wrongly_pocketed_ball_leave_push_outs_out(figures) -> None:
    row = figures(OPTIONS, "options")
    expected = {
        "options": 2,
        "accepted": 1,
        "accepted_inferred": 1,
        "passed": 1,
        "passed_inferred": 0,
        "decisions": 2,
        "undecided": 0,
        "by_stroke": {"shot": 1, "safety": 1},
        "accepted_decided": 1,
        "won_accepted": 1,
        "passed_decided": 1,
        "won_passed": 0,
        "pass_rate": 0.5,
        "not_recorded": 0,
    }
    assert {name: row[name] for name in expected} == expected
    assert figures(OPTIONS, "options", player="B")["options"] == 2
    assert figures(OPTIONS, "options", player="A")["options"] == 0


def test_an_edition_without_options_has_none(figures) -> None:
    assert figures(OPTIONS, "options", "pl")["options"] == 0
