"""`--as recorded`: where record and edition differ, what was ruled then."""

import pytest

from tenball_stats.stats.catalogue import NAMES, as_recorded, statistic, view_scripts
from tenball_stats.stats.query import Filters, ask

# 1  A's break is a foul and was ruled legal; B's shot is lawful and was ruled a foul of a named kind; A fouls and
#    nothing was written down, but A plays on: it was no foul then. That shot made the called ball.
# 2  B breaks dry; A's foul was ruled one without its kind; B's safety was ruled a foul that the facts do not show.
LOG = """match,players,edition,rack,player,kind,called,first,rail,rails,potted,ruling,winner
m,A|B,csi,1,A,break,,1,,,3 cue@hl,legal,
m,,,1,A,shot,1@fr,1,,,1@fr,legal,
m,,,1,A,shot,2@fr,2,y,,,,
m,,,1,B,shot,2@fr,2,,,2@fr,touch,
m,,,1,A,shot,4@fr,5,,,4@fr,,
m,,,1,A,shot,10@fr,5,,,10@fr,,A
m,,,2,B,break,,1,,4,,,
m,,,2,A,shot,1@fr,3,y,,,foul,
m,,,2,B,safety,-,1,y,,,foul,
m,,,2,A,shot,10@fr,1,,,10@fr,,A
"""


def test_fouls(figures) -> None:
    ruled, recorded = figures(LOG, "fouls"), figures(LOG, "fouls", recorded=True)
    # The edition: the break, the touched ball, two wrong balls; the safety's facts are complete and show none.
    assert (ruled["fouls"], ruled["by_code"]) == (4, {"scratch": 1, "touch": 1, "wrong_ball": 2})
    # Then: the touched ball, the wrong ball of rack 2, and the safety, of no known kind.
    assert (recorded["fouls"], recorded["by_code"]) == (3, {"recorded": 1, "touch": 1, "wrong_ball": 1})
    assert (recorded["strokes"], recorded["foul_rate_n"]) == (10, 10)


def test_breaks(figures) -> None:
    ruled, recorded = figures(LOG, "breaks"), figures(LOG, "breaks", recorded=True)
    assert (ruled["success"], ruled["fouled"], ruled["won_after_fouled"]) == (0, 1, 1)
    assert (recorded["success"], recorded["fouled"], recorded["won_after_success"]) == (1, 0, 1)


def test_called_balls_made(figures) -> None:
    ruled, recorded = figures(LOG, "visits"), figures(LOG, "visits", recorded=True)
    assert ruled["attempts"] == recorded["attempts"] == 7
    # The edition gives the 1 and both 10s; the record the 4 of rack 1 as well. B's 2 was a foul under both.
    assert (ruled["pots"], recorded["pots"]) == (3, 4)


def test_safeties(figures) -> None:
    ruled, recorded = figures(LOG, "safeties"), figures(LOG, "safeties", recorded=True)
    assert (ruled["fouled"], ruled["lawful_lost"]) == (0, 1)
    assert (recorded["fouled"], recorded["lawful_lost"], recorded["safety_lost"]) == (1, 0, 1)


@pytest.mark.parametrize("name", NAMES)
def test_a_record_that_agrees_gives_the_same_either_way(stored, name: str) -> None:
    agreed = """match,players,edition,rack,player,kind,called,first,rail,rails,potted,hand,winner
m,A|B,csi,1,A,break,,1,,,3,,
m,,,1,A,push,,0,,,,,
m,,,1,B,shot,1@fr,2,y,,,,
m,,,1,A,shot,1@fr,1,,,1@fr,y,
m,,,1,A,safety,-,2,y,,,,
m,,,1,B,shot,10@fr,2,,,10@fr,,B
"""
    database = stored(agreed)
    ruled, recorded = (ask(database, statistic(name), Filters(recorded=which)) for which in (False, True))
    assert ruled.rows == recorded.rows
    assert (ruled.recorded, recorded.recorded) == (False, True)


def test_every_view_of_a_statistic_has_a_second_one() -> None:
    scripts = view_scripts()
    for name in NAMES:
        for script in statistic(name).scripts:
            assert scripts[f"{script}_as_recorded"] == as_recorded(scripts[script]) != scripts[script]
    assert as_recorded("FROM v_ruled JOIN v_ruled_matches JOIN v_breaks") == (
        "FROM v_ruled_as_recorded JOIN v_ruled_matches JOIN v_breaks_as_recorded"
    )
