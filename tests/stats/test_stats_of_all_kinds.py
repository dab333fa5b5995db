"""What holds for every statistic: intervals of the stated parts, presumed facts, who won a rack, what is left out."""

import pytest
from scipy import stats

from tenball_stats.stats.catalogue import NAMES, statistic
from tenball_stats.stats.definitions import Mean, Rate, Shares

HEAD = "match,players,edition,rack,player,kind,called,first,rail,rails,potted,winner,seconds,lag_cm\n"

# Two matches of csi, in which a called 10 wins at any time. In the first two racks of each, everything is recorded.
#  m 1  A breaks dry; B plays a safety; A fouls; B wins with the ball in hand
#  m 2  B pockets the 3, pushes out; A takes the table and misses; B's 1 falls in the wrong pocket; A hands back; B wins
#  n 1  A pockets the 4; misses; B makes the 1 and wins
#  n 2  nobody wrote down what B struck first, nor what was called and where it fell; A won
LOG = (
    HEAD
    + """m,A|B,csi,,A,lag,,,,,,A,,10
m,,,,B,lag,,,,,,,,12
m,,,1,A,break,,1,,4,,,20,
m,,,1,B,safety,-,1,y,,,,30,
m,,,1,A,shot,1@fr,2,y,,,,40,
m,,,1,B,shot,10@fr,1,,,10@fr,B,10,
m,,,2,B,break,,1,,,3,,21,
m,,,2,B,push,,0,,,,,31,
m,,,2,A,accept,,,,,,,,
m,,,2,A,shot,1@fr,1,y,,,,41,
m,,,2,B,shot,1@fr,1,,,1@hl,,11,
m,,,2,A,pass,,,,,,,,
m,,,2,B,shot,10@fr,2,,,10@fr,B,12,
n,A|B,csi,1,A,break,,1,,,4,,22,
n,,,1,A,shot,1@fr,1,y,,,,32,
n,,,1,B,shot,1@fr,1,,,1@fr,,42,
n,,,1,B,shot,10@fr,2,,,10@fr,B,13,
n,,,2,B,break,,1,,4,,,23,
n,,,2,A,shot,,,,,10,A,33,
"""
)


@pytest.mark.parametrize("name", NAMES)
def test_every_rate_has_the_wilson_interval_of_its_parts_and_every_mean_its_n(figures, name: str) -> None:
    # B alone plays a safety.
    row = figures(LOG, name, player="B" if name == "safeties" else "A")
    told = 0
    for item in statistic(name).items:
        if isinstance(item, Rate):
            shares = [(row[item.part], row[item.of], *(row[f"{item.name}{end}"] for end in ("", "_low", "_high")))]
            assert row[f"{item.name}_n"] == row[item.of]
        elif isinstance(item, Shares):
            shares = [
                tuple(share[field] for field in ("part", "of", "rate", "low", "high"))
                for share in row[item.name].values()
            ]
        else:
            if isinstance(item, Mean):
                assert row[f"{item.name}_n"] == row[item.over]
                assert (row[item.name] is None) == (not row[item.over])
            continue
        for part, of, rate, low, high in shares:
            if not of:
                assert (rate, low, high) == (None, None, None)
                continue
            told += 1
            published = stats.binomtest(part, of).proportion_ci(method="wilson")
            assert (rate, low, high) == pytest.approx((part / of, published.low, published.high))
    assert told or name == "time"


def test_what_was_presumed_is_counted_beside_the_rates(figures) -> None:
    # The last stroke alone rests on what was not recorded.
    presumed = {name: figures(LOG, name).get("presumed") for name in NAMES}
    assert presumed == {
        "breaks": 0, "fouls": 1, "pushouts": 0, "options": 0, "lags": None,
        "safeties": 0, "runouts": 1, "visits": 1, "time": None,
    }  # fmt: skip
    blank = LOG.replace("m,,,1,A,break,,1,,4,,", "m,,,1,A,break,,1,,,,").replace("B,safety,-,1,y", "B,safety,-,,")
    blank = blank.replace("B,shot,1@fr,1,,,1@hl", "B,shot,1@fr,,,,1@hl")
    presumed = {name: figures(blank, name).get("presumed") for name in NAMES}
    assert presumed == {
        "breaks": 1, "fouls": 4, "pushouts": 1, "options": 1, "lags": None,
        "safeties": 1, "runouts": 3, "visits": 4, "time": None,
    }  # fmt: skip
    # What is presumed lawful counts so.
    assert figures(blank, "breaks")["dry"] == figures(LOG, "breaks")["dry"] == 2


def test_means_are_as_sure_as_the_matches_agree(figures) -> None:
    # Within each match the breaks differ by one ball; the matches, by none.
    rack = "{m},A|B,csi,{rack},A,break,,1,,4,{balls},,,\n{m},,,{rack},B,shot,10@fr,1,,,10@fr,B,,\n"
    log = HEAD + "".join(
        rack.format(m=match, rack=number, balls=balls)
        for match in "mno"
        for number, balls in ((1, ""), (2, "3"), (3, "4 5"))
    )
    row = figures(log, "breaks")
    assert (row["balls_per_break"], row["balls_per_break_n"]) == (1.0, 9)
    assert (row["balls_per_break_low"], row["balls_per_break_high"]) == (1.0, 1.0)
    apart = figures(log.replace("o,A|B,csi,1,A,break,,1,,4,,", "o,A|B,csi,1,A,break,,1,,,6 7 8,"), "breaks")
    assert apart["balls_per_break_low"] == 1.0
    assert apart["balls_per_break_high"] == pytest.approx(2.0)


def test_a_rack_is_won_by_who_was_credited_and_by_the_editions_winner_where_nobody_was(figures) -> None:
    # The 10 on the break wins by ru and comes back by es; the record credits B with the second rack all the same.
    log = (
        HEAD
        + """m,A|B,es,1,A,break,,1,,,10,,,
m,,,2,A,break,,1,,,10,B,,
"""
    )
    named = ("breaks", "decided", "won", "winner_not_recorded")
    assert [figures(log, "breaks", "ru")[name] for name in named] == [2, 2, 1, 0]
    assert [figures(log, "breaks", "es")[name] for name in named] == [2, 1, 0, 1]


def test_balls_on_a_foul_break_count_nowhere(figures) -> None:
    # A break that pockets the 10, the 2 and the cue ball; one that pockets the 10 alone.
    log = (
        HEAD
        + """m,A|B,csi,1,A,break,,1,,,10 2 cue@hl,,,
m,,,1,B,shot,10@fr,1,,,10@fr,B,,
m,,,2,B,break,,1,,,10,,,
m,,,2,B,shot,10@fr,1,,,10@fr,B,,
"""
    )
    row = figures(log, "breaks")
    assert [row[name] for name in ("breaks", "success", "fouled", "scratched", "illegal")] == [2, 1, 1, 1, 0]
    assert [row[name] for name in ("balls", "ten_on_break", "balls_distribution")] == [1, 1, {"1": 1}]
    assert (row["balls_per_break"], row["balls_per_break_n"], row["balls_per_success_n"]) == (0.5, 2, 1)


def test_decisions_in_racks_that_nobody_won_leave_the_shares_of_racks_won(figures) -> None:
    log = (
        HEAD
        + """m,A|B,csi,1,A,break,,1,,,3,,,
m,,,1,A,push,,0,,,,,,
m,,,1,B,accept,,,,,,,,
m,,,1,B,shot,1@fr,1,y,,,,,
m,,,2,B,break,,1,,4,,,,
m,,,2,A,safety,-,1,,,1,,,
m,,,2,B,pass,,,,,,,,
m,,,2,A,shot,2@fr,2,y,,,,,
"""
    )
    push, option = figures(log, "pushouts"), figures(log, "options")
    assert [push[name] for name in ("accepted", "accepted_decided", "won_accepted_rate", "winner_not_recorded")] == [
        1,
        0,
        None,
        1,
    ]
    assert [option[name] for name in ("passed", "passed_decided", "won_passed_rate", "winner_not_recorded")] == [
        1,
        0,
        None,
        1,
    ]
