"""Breaks: each definition on ten racks whose figures were worked out by hand."""

import pytest

# Under `csi` a called 10 wins at any time, so that a rack needs few strokes.
#  1 A  2 to 9 fall, then the 1 and the 10: a break-and-run with all ten down
#  2 B  dry; A wins on the first visit
#  3 A  the 3 falls; A wins by an early 10: a break-and-run, but not a strict one
#  4 B  the cue ball falls: a foul; A wins on the first visit
#  5 A  nothing falls and two reach a cushion: a foul; B misses, A wins
#  6 B  it is not recorded what fell
#  7 A  dry, rails not recorded; the record stops without a winner
#  8 B  dry, and reracked; then the 10 and the 2 fall, and B wins after others have played
#  9    joined by `resume`
# 10 A  the 5 falls; a ball in the wrong pocket is handed back, A wins: no break-and-run
LOG = """match,players,edition,rack,player,kind,called,first,rail,rails,potted,winner
m,A|B,csi,1,A,break,,1,,,2 3 4 5 6 7 8 9,
m,,,1,A,shot,1@fr,1,,,1@fr,
m,,,1,A,shot,10@fr,10,,,10@fr,A
m,,,2,B,break,,1,,4,,
m,,,2,A,shot,10@fr,1,,,10@fr,A
m,,,3,A,break,,1,,,3,
m,,,3,A,shot,10@fr,1,,,10@fr,A
m,,,4,B,break,,1,,5,cue@hl,
m,,,4,A,shot,10@fr,1,,,10@fr,A
m,,,5,A,break,,1,,2,,
m,,,5,B,shot,1@fr,1,y,,,
m,,,5,A,shot,10@fr,1,,,10@fr,A
m,,,6,B,break,,1,,,?,
m,,,6,A,shot,10@fr,1,,,10@fr,A
m,,,7,A,break,,1,,,,
m,,,7,B,shot,1@fr,1,y,,,
m,,,8,B,break,,1,,4,,
m,,,8,A,rerack,,,,,,
m,,,8,B,break,,1,,,10 2,
m,,,8,B,shot,1@fr,1,y,,,
m,,,8,A,shot,1@fr,1,y,,,
m,,,8,B,shot,10@fr,1,,,10@fr,B
m,,,9,B,resume,,,,,1 2 3,
m,,,9,B,shot,10@fr,4,,,10@fr,B
m,,,10,A,break,,1,,,5,
m,,,10,A,shot,1@fr,1,,,1@hl,
m,,,10,B,pass,,,,,,
m,,,10,A,shot,10@fr,2,,,10@fr,A
"""

BY_HAND = {
    "breaks": 9,
    "success": 4,
    "dry": 3,
    "fouled": 2,
    "scratched": 1,
    "illegal": 1,
    "balls": 12,
    "ten_on_break": 1,
    "balls_distribution": {"0": 3, "1": 2, "2": 1, "8": 1},
    "decided": 8,
    "won": 5,
    "success_decided": 4,
    "won_after_success": 4,
    "dry_decided": 2,
    "won_after_dry": 0,
    "fouled_decided": 2,
    "won_after_fouled": 1,
    "break_and_run": 2,
    "break_and_run_after_success": 2,
    "early_ten": 1,
    "packages": {"2": 1},
    "longest_package": 2,
    "answered_after_dry": 1,
    "answered_after_fouled": 1,
    "presumed": 1,
    "not_recorded": 1,
    "winner_not_recorded": 1,
}

RATES = {
    "success_rate": (4, 9),
    "dry_rate": (3, 9),
    "fouled_rate": (2, 9),
    "balls_per_break": (12, 9),
    "balls_per_success": (12, 4),
    "won_rate": (5, 8),
    "won_after_success_rate": (4, 4),
    "won_after_dry_rate": (0, 2),
    "won_after_fouled_rate": (1, 2),
    "break_and_run_rate": (2, 8),
    "break_and_run_of_success": (2, 4),
    "break_and_run_of_won": (2, 5),
    "answered_after_dry_rate": (1, 2),
    "answered_after_fouled_rate": (1, 2),
}


def test_each_count(figures) -> None:
    row = figures(LOG, "breaks")
    assert {name: row[name] for name in BY_HAND} == BY_HAND


def test_each_rate_and_mean_with_its_denominator(figures) -> None:
    row = figures(LOG, "breaks")
    assert {name: (row[name], row[f"{name}_n"]) for name in RATES} == {
        name: (pytest.approx(part / of), of) for name, (part, of) in RATES.items()
    }


def test_one_players_breaks(figures) -> None:
    row = figures(LOG, "breaks", player="A")
    named = ("breaks", "success", "dry", "fouled", "decided", "won", "break_and_run", "answered_after_dry")
    assert [row[name] for name in named] == [5, 3, 1, 1, 4, 4, 2, 0]


def test_a_strict_break_and_run_takes_all_ten_balls(figures) -> None:
    row = figures(LOG, "breaks", strict=True)
    named = ("break_and_run", "early_ten", "packages", "longest_package", "break_and_run_rate_n")
    assert [row[name] for name in named] == [1, 1, {"1": 1}, 1, 8]


def test_another_edition_rules_the_same_breaks_otherwise(figures) -> None:
    # Under `ru` the 10 on a lawful break wins: the second break of rack 8 ends it, and B was not the only one to play.
    row = figures(LOG, "breaks", "ru")
    assert (row["success"], row["ten_on_break"], row["won"], row["break_and_run"]) == (4, 1, 5, 2)


def test_a_package_ends_with_a_break_that_was_not_run_out_and_with_the_match(figures) -> None:
    won = "{m},A|B,csi,{rack},A,break,,1,,,3,\n{m},,,{rack},A,shot,10@fr,1,,,10@fr,A\n"
    lost = "{m},A|B,csi,{rack},A,break,,1,,4,,\n{m},,,{rack},B,shot,10@fr,1,,,10@fr,B\n"
    racks = [("m", won), ("m", won), ("m", lost), ("m", won), ("n", won), ("n", won), ("n", won)]
    log = LOG.splitlines()[0] + "\n"
    log += "".join(text.format(m=match, rack=rack) for rack, (match, text) in enumerate(racks, start=1))
    row = figures(log, "breaks")
    assert (row["packages"], row["longest_package"]) == ({"1": 1, "2": 1, "3": 1}, 3)


def test_a_rack_won_by_concession_after_the_break_alone_is_run_but_not_strictly(figures) -> None:
    log = LOG.splitlines()[0] + "\nm,A|B,csi,1,A,break,,1,,,3,\nm,,,1,B,concede,,,,,,\n"
    row = figures(log, "breaks")
    assert (row["won"], row["break_and_run"], row["early_ten"]) == (1, 1, 0)
    assert figures(log, "breaks", strict=True)["break_and_run"] == 0


def test_nothing_stored_gives_zeros_and_no_rate(figures) -> None:
    row = figures("match,players,edition,rack,player,kind,lag_cm\nm,A|B,es,,A,lag,3\n", "breaks")
    assert (row["breaks"], row["success_rate"], row["success_rate_low"], row["balls_per_break"]) == (
        0,
        None,
        None,
        None,
    )
