"""Places on the table: breaks by where the cue ball was, shots by where it lay, as shares of the playing surface."""

import pytest

from tenball_stats.stats.places import breaks_placed, placed_zones, rest_zones, shot_cells, shots_placed
from tenball_stats.stats.query import Filters

# A nine-foot table is 1.27 by 2.54 m, a seven-foot one 0.99 by 1.98. The head string lies at a quarter of the length.
#  1  A breaks from the middle at the line and pockets; the cue ball rests at the foot, left
#  2  A breaks from the left rail near the head rail, dry; it rests in the centre
#  3  A breaks from the right and pockets the cue ball: it rests nowhere
#  4  B breaks on the small table, from the same part of it as A in rack 1; no end was recorded
LOG = """\
match,players,edition,table,rack,player,kind,called,first,rails,rail,potted,cue_x,cue_y,end_x,end_y,layout,winner
m,A|B,csi,9 ft,1,A,break,,1,4,,3,0.635,0.6,0.1,2.4,,
m,,,,1,A,shot,10@fr,1,,,10@fr,0.127,2.4,,,1:0.3/0.4 10:1.143/2.286,A
m,,,,2,A,break,,1,4,,,0.1,0.2,0.635,1.27,,
m,,,,2,B,shot,1@fr,1,,y,,0.635,1.27,,,,
m,,,,3,A,break,,1,4,,cue@hl,1.2,0.6,0.0,0.0,,
m,,,,3,B,shot,10@fr,1,,,10@fr,,,,,,B
n,A|B,csi,7ft,1,B,break,,1,4,,2,0.495,0.46,,,,
n,,,,1,B,shot,1,1,,,1,0.0495,0.198,,,10:0.2/0.2 1:0.9/1.8,
"""


def test_breaks_are_shares_of_the_table_whatever_its_size(stored) -> None:
    found = breaks_placed(stored(LOG), Filters())
    assert found["player"].to_list() == ["A", "A", "A", "B"]
    assert found["x"].to_list() == pytest.approx([0.5, 0.0787, 0.945, 0.5], abs=1e-3)
    assert found["y"].to_list() == pytest.approx([0.2362, 0.0787, 0.2362, 0.2323], abs=1e-3)
    assert found["end_y"].to_list() == [pytest.approx(0.945, abs=1e-3), pytest.approx(0.5), None, None]
    assert found["success"].to_list() == [True, False, False, True]
    assert found["fouled"].to_list() == [False, False, True, False]


def test_zones_of_the_kitchen_and_of_the_table(stored) -> None:
    found = breaks_placed(stored(LOG), Filters())
    placed = {
        zone.name: (zone.breaks, zone.success, zone.fouled, zone.decided, zone.won) for zone in placed_zones(found)
    }
    assert placed == {
        "middle, at the line": (2, 2, 0, 1, 1),
        "left, at the rail": (1, 0, 0, 0, 0),
        "right, at the line": (1, 0, 1, 1, 0),
    }
    rested = {zone.name: zone.breaks for zone in rest_zones(found)}
    assert rested == {"foot, left": 1, "centre, middle": 1}
    (middle,) = [zone for zone in placed_zones(found) if zone.breaks == 2]
    low, high = middle.success_interval
    assert (low, high) == (pytest.approx(0.342, abs=1e-3), 1.0)


def test_only_one_players(stored) -> None:
    assert breaks_placed(stored(LOG), Filters(player="B")).height == 1


def test_shots_with_the_place_of_the_called_ball(stored) -> None:
    found = shots_placed(stored(LOG), Filters())
    assert found.select("player", "made").rows() == [("A", True), ("B", False), ("B", True)]
    assert found["x"].to_list() == pytest.approx([0.1, 0.5, 0.05], abs=1e-3)
    # The 10's place and not the 1's; without a layout none; the 1's, although the 10 stands before it.
    assert found["ball_x"].to_list() == [pytest.approx(0.9), None, pytest.approx(0.909, abs=1e-3)]
    assert found["ball_y"].to_list() == [pytest.approx(0.9), None, pytest.approx(0.909, abs=1e-3)]


def test_cells(stored) -> None:
    assert shot_cells(shots_placed(stored(LOG), Filters())) == [
        {"x": 0.0, "y": 0.0, "shots": 1, "made": 1},
        {"x": 0.5, "y": 0.5, "shots": 1, "made": 0},
        {"x": 0.0, "y": 0.875, "shots": 1, "made": 1},
    ]


def test_a_log_without_places_has_none(stored) -> None:
    bare = "match,players,edition,rack,player,kind,first,potted\nm,A|B,csi,1,A,break,1,3\nm,,,1,A,shot,1,\n"
    database = stored(bare)
    assert breaks_placed(database, Filters()).height == shots_placed(database, Filters()).height == 0
    assert placed_zones(breaks_placed(database, Filters())) == []
    assert shot_cells(shots_placed(database, Filters())) == []
