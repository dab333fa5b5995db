"""Small samples: what is withheld, what is drawn towards the others, what is more than chance."""

import csv
import io
import json
from pathlib import Path

import numpy as np
import pytest
from fresh import fresh

from tenball_stats.stats.catalogue import statistic
from tenball_stats.stats.comparisons import compare, outstanding
from tenball_stats.stats.differences import compared, corrected, difference
from tenball_stats.stats.query import Filters, QueryError, ask
from tenball_stats.stats.shrinkage import fit, shrink

REAL = Path(__file__).parents[2] / "data" / "real-2015.csv"


@pytest.fixture(scope="module")
def real(tmp_path_factory):
    from tenball_stats.log import read_logs
    from tenball_stats.store.ingest import ingest

    with fresh() as opened:
        ingest(opened, read_logs([REAL]), [])
        yield opened


# Differences ----------------------------------------------------------------------------------------------------------


def test_the_interval_is_newcombes() -> None:
    # Newcombe, Statistics in Medicine 17 (1998), table II, method 10, examples (a) and (h).
    one = difference("x", 56, 70, 48, 80)
    assert (one.difference, one.low, one.high) == (
        pytest.approx(0.2),
        pytest.approx(0.0524, abs=5e-5),
        pytest.approx(0.3339, abs=5e-5),
    )
    none = difference("x", 0, 10, 0, 20)
    assert (none.low, none.high) == (pytest.approx(-0.1611, abs=5e-5), pytest.approx(0.2775, abs=5e-5))


def test_the_test_is_fishers() -> None:
    # The lady tasting tea: 3 of 4 against 1 of 4 is 34 of 70 tables as extreme or more.
    assert difference("x", 3, 4, 1, 4).p == pytest.approx(34 / 70)


def test_nothing_to_take_a_share_of_is_no_difference() -> None:
    one = difference("x", 0, 0, 3, 4)
    assert (one.rate, one.difference, one.low, one.p, one.stands_out) == (None, None, None, None, False)


def test_p_is_corrected_for_what_was_compared_and_no_more() -> None:
    rates = [("a", 9, 10, 1, 10), ("b", 0, 0, 1, 2), ("c", 5, 10, 5, 10), ("d", 8, 10, 3, 10)]
    found = compared(rates)
    p = [one.p for one in found]
    # After Benjamini and Hochberg, three were compared: times 3, times 3/2, times 1, and never less than a smaller one.
    assert [one.corrected for one in found] == [pytest.approx(3 * p[0]), None, p[2], pytest.approx(1.5 * p[3])]
    assert [one.stands_out for one in found] == [True, False, False, False]
    assert corrected([]) == []


def test_two_players(real) -> None:
    found = compare(real, statistic("breaks"), "shaw", "Van Boening")
    assert (found.first, found.second) == ("Shaw", "Van Boening")
    rows = {row["player"]: row for row in ask(real, statistic("breaks"), by=["player"]).rows}
    for one in found.differences:
        assert (one.rate, one.other) == (rows["Shaw"][one.name], rows["Van Boening"][one.name])
    assert {one.name for one in found.differences} == {rate.name for rate in statistic("breaks").rates}


@pytest.mark.parametrize(
    ("names", "said"),
    [
        (("Shaw", "Show"), "the database has no player 'Show': did you mean Shaw"),
        (("Shaw", "shaw"), "'Shaw' cannot be compared with itself"),
    ],
)
def test_who_cannot_be_compared_is_said(real, names, said: str) -> None:
    with pytest.raises(QueryError, match=said):
        compare(real, statistic("breaks"), *names)


def test_what_stands_out_of_a_league(stored) -> None:
    # A makes 9 of 10 breaks, everybody else 1 of 10: A stands out, and of the others nobody.
    head = "match,players,edition,rack,player,kind,first,rails,potted\n"
    racks = [
        f"{who},{who}|Z,csi,{rack},{who},break,1,4,{'3' if (rack < 10) == (who == 'A') else ''}\n"
        for who in "ABCDEF"
        for rack in range(1, 11)
    ]
    breaks = statistic("breaks")
    answer = ask(stored(head + "".join(racks)), breaks, by=["player"])
    assert [(row["player"], row["success"]) for row in answer.rows[:2]] == [("A", 9), ("B", 1)]
    numbers = {row["player"]: row for row in answer.rows}
    rates = {
        rate.name: {player: (row[rate.part], row[rate.of]) for player, row in numbers.items()}
        for rate in (breaks["success_rate"], breaks["break_and_run_rate"])
    }
    found, made = outstanding(rates)
    assert [(one.group, one.difference.name) for one in found] == [("A", "success_rate")]
    # Six players with breaks; who won, nobody knows, and Z never broke.
    assert made == 6
    only = found[0].difference
    assert (only.part, only.of, only.other_part, only.other_of) == (9, 10, 5, 50)


# Shrinkage ------------------------------------------------------------------------------------------------------------


def test_a_league_of_known_spread_is_found_again() -> None:
    drawn = np.random.default_rng(7)
    true = drawn.beta(0.3 * 50, 0.7 * 50, 400)
    whole = np.full(400, 200)
    prior = fit(drawn.binomial(whole, true).tolist(), whole.tolist())
    assert prior.mean == pytest.approx(0.3, abs=0.01)
    assert prior.strength == pytest.approx(50, rel=0.15)
    assert prior.players == 400


def test_few_strokes_stay_near_the_league_and_many_outweigh_it() -> None:
    prior = fit([40, 50, 60, 55, 45, 35, 65], [100] * 7)
    none, few, many = shrink(prior, 0, 0), shrink(prior, 4, 4), shrink(prior, 400, 400)
    assert none.rate == pytest.approx(prior.mean, abs=0.02)
    assert prior.mean < few.rate < 0.65
    assert many.rate > 0.9
    for one in (none, few, many):
        assert 0 <= one.low < one.rate < one.high <= 1
    assert many.high - many.low < few.high - few.low < none.high - none.low


def test_players_who_are_all_alike_are_drawn_together() -> None:
    prior = fit([50, 51, 49, 50, 50, 50], [100] * 6)
    assert prior.strength > 1_000
    assert abs(shrink(prior, 60, 100).rate - 0.5) < 0.03


@pytest.mark.parametrize(
    ("parts", "wholes"), [([1, 2], [3, 4]), ([0, 0, 0], [3, 4, 5]), ([3, 4, 5], [3, 4, 5]), ([], [])]
)
def test_what_says_nothing_about_the_spread_is_no_prior(parts: list[int], wholes: list[int]) -> None:
    assert fit(parts, wholes) is None


def test_shrunken_rates_of_players(real) -> None:
    answer = ask(real, statistic("breaks"), by=["player"], shrink=True)
    prior = answer.priors["success_rate"]
    assert prior.players == len(answer.rows) == 5
    for row in answer.rows:
        rate, shrunk = row["success_rate"], row["success_rate_shrunk"]
        assert abs(shrunk - prior.mean) <= abs(rate - prior.mean) + 0.03
        assert row["success_rate_shrunk_low"] < shrunk < row["success_rate_shrunk_high"]
    (own,) = ask(real, statistic("breaks"), Filters(player="Shaw"), shrink=True).rows
    assert own == {
        name: value for name, value in next(r for r in answer.rows if r["player"] == "Shaw").items() if name != "player"
    }
    with pytest.raises(QueryError, match="say what rows there are with --by"):
        ask(real, statistic("breaks"), shrink=True)


# Withheld -------------------------------------------------------------------------------------------------------------


def test_rates_of_too_few_are_withheld_but_not_their_numbers(real) -> None:
    answer = ask(real, statistic("breaks"), by=["player"], minimum=10, shrink=True)
    breaks = {row["player"]: row["breaks"] for row in answer.rows}
    assert max(breaks.values()) >= 10 > min(breaks.values())
    for row, withheld in zip(answer.rows, answer.withheld, strict=True):
        few = row["breaks"] < 10
        assert ("success_rate" in withheld, row["success_rate"] is None, row["success_rate_shrunk"] is None) == (
            few,
        ) * 3
        assert (row["success_rate_n"], row["success"] is None) == (row["breaks"], False)
        assert "won_after_fouled_rate" in withheld
    runs = ask(real, statistic("runouts"), minimum=10).rows[0]["by_balls_left"]
    assert {value: share["rate"] is None for value, share in runs.items()} == {
        value: share["of"] < 10 for value, share in runs.items()
    }


# On the command line --------------------------------------------------------------------------------------------------


def test_the_table_says_what_was_withheld_and_what_was_drawn(run_tenball) -> None:
    ran = run_tenball("stats", "breaks", REAL, "--by", "player", "--min", 10, "--shrink")
    assert ran.status == 0
    assert "under 10 (" in ran.out
    assert " % → " not in ran.out
    assert " → " in ran.out
    assert "Nothing is worked out from fewer than 10.\n" in ran.out
    assert "How the rows spread: success rate " in ran.out
    said = json.loads(
        run_tenball("stats", "breaks", REAL, "--by", "player", "--min", 10, "--shrink", "--format", "json").out
    )
    assert (said["min"], len(said["withheld"])) == (10, 5)
    assert set(said["priors"]["success_rate"]) == {"mean", "strength", "rows"}


def test_a_comparison_is_a_table_json_or_csv(run_tenball) -> None:
    asked = ("stats", "visits", REAL, "--compare", "Shaw", "van boening")
    table, said = run_tenball(*asked).out, json.loads(run_tenball(*asked, "--format", "json").out)
    assert table.startswith("Visits: Shaw and Van Boening, ruled by csi\n")
    assert "corrected after Benjamini and Hochberg for" in table.replace("\n", "")
    rows = list(csv.DictReader(io.StringIO(run_tenball(*asked, "--format", "csv").out)))
    assert [row["rate"] for row in rows] == [rate["rate"] for rate in said["rates"]]
    pot = next(rate for rate in said["rates"] if rate["rate"] == "pot_rate")
    assert pot["difference"] == pytest.approx(pot["first_part"] / pot["first_n"] - pot["second_part"] / pot["second_n"])
    assert pot["low"] < pot["difference"] < pot["high"]


def test_other_things_than_players_are_compared(run_tenball) -> None:
    ran = run_tenball(
        "stats",
        "breaks",
        REAL,
        "--edition",
        "csi",
        "--edition",
        "es",
        "--by",
        "edition",
        "--compare",
        "csi",
        "es",
        "--format",
        "json",
    )
    said = json.loads(ran.out)
    assert (said["by"], said["first"], said["second"]) == ("edition", "csi", "es")


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("--compare", "Shaw", "Roberts", "--shrink"), "--compare goes with one --by, and not with --min or --shrink"),
        (("--shrink",), "say what rows there are with --by"),
        (("--min", 0), "0"),
        (("--as", "played"), "recorded"),
    ],
)  # fmt: skip
def test_what_does_not_go_together_is_said(run_tenball, args, said: str) -> None:
    ran = run_tenball("stats", "breaks", REAL, *args)
    assert (ran.status, ran.out) == (2, "")
    assert said in ran.err
