"""What the pages of a player and of a league are made of, on matches that can be counted by hand."""

import dataclasses
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from fresh import fresh

from tenball_stats.log import read_logs
from tenball_stats.rules import load_edition
from tenball_stats.stats.catalogue import statistic
from tenball_stats.stats.league import LeaguePage, league_page
from tenball_stats.stats.noteworthy import NOTEWORTHY
from tenball_stats.stats.player import PlayerPage, player_page
from tenball_stats.stats.query import Filters, QueryError, ask
from tenball_stats.store.ingest import ingest

DATA = Path(__file__).parents[2] / "data"

pytestmark = pytest.mark.usefixtures("intervals_drawn_once")

HEAD = "match,date,event,players,race_to,edition,rack,player,kind,called,first,rails,potted,winner,score\n"


def match(name: str, day: str, players: str, race: int, winners: str, event: str = "Cup") -> str:
    """A match in which the first player breaks every rack, and the letters say who wins them; ? nobody knows."""
    first = players.split("|", maxsplit=1)[0]
    lines = []
    for rack, winner in enumerate(winners, start=1):
        about = f"{day},{event},{players},{race},csi" if rack == 1 else ",,,,"
        lines.append(f"{name},{about},{rack},{first},break,,1,4,3,{'' if winner == '?' else winner},\n")
        lines.append(f"{name},,,,,,{rack},{first},shot,1@fr,1,,1@fr,,\n")
    return "".join(lines)


LEAGUE = HEAD + "".join(
    (
        match("m1", "2026-01-10", "A|B", 2, "ABA"),
        match("m2", "2026-02-10", "B|A", 2, "BB"),
        match("m3", "2026-03-10", "A|C", 2, "A?"),
        match("m4", "", "C|B", 3, "CCC", event="Open"),
    )
)
"""A beats B 2-1, B beats A 2-0; A and C are at 1-0 with a rack of no known winner; C beats B 3-0, on no known day."""


@pytest.fixture(scope="module")
def league() -> LeaguePage:
    """The page of the league above."""
    with fresh() as database, TemporaryDirectory() as folder:
        log = Path(folder) / "log.csv"
        log.write_text(LEAGUE, encoding="utf-8")
        ingest(database, read_logs([log]), [])
        return league_page(database)


def test_standings(league: LeaguePage) -> None:
    page = league
    table = [
        (one.player, one.matches, one.won, one.lost, one.undecided, one.racks_won, one.racks_lost, one.difference)
        for one in page.standings
    ]
    assert table == [
        ("C", 2, 1, 0, 1, 3, 1, 2),
        ("A", 3, 1, 1, 1, 3, 3, 0),
        ("B", 3, 1, 2, 0, 3, 5, -2),
    ]
    assert all(one.rated.racks == one.racks_won + one.racks_lost for one in page.standings)


def test_head_to_head(league: LeaguePage) -> None:
    page = league
    pairs = {(one.player, one.other): dataclasses.astuple(one)[2:] for one in page.pairs}
    assert pairs == {("A", "B"): (1, 1, 0, 2, 3), ("A", "C"): (0, 0, 1, 1, 0), ("B", "C"): (0, 1, 0, 0, 3)}
    assert (page.pairs[0].player, page.pairs[0].other) == ("A", "B")


def test_matches_in_the_order_of_time(league: LeaguePage) -> None:
    page = league
    assert [(one.match, one.day, one.winner, one.no_winner) for one in page.matches] == [
        ("m4", None, "C", 0),
        ("m1", "2026-01-10", "A", 0),
        ("m2", "2026-02-10", "B", 0),
        ("m3", "2026-03-10", None, 1),
    ]


def test_what_is_odd(league: LeaguePage, stored) -> None:
    odd = league.anomalies
    assert (odd.no_winner, odd.undecided, odd.undated, odd.alike, odd.left_out) == ([("m3", 1)], ["m3"], ["m4"], [], 0)
    # Nothing was recorded of how the racks ended: nine were credited without ground.
    codes = {one.code: (one.findings, one.matches) for one in odd.findings}
    assert codes["win_unfounded"] == (9, 4)
    assert league_page(stored(LEAGUE), audit=False).anomalies.findings is None


def test_names_that_may_be_one(stored) -> None:
    log = LEAGUE.replace("A|C", "Ánna Novak|C").replace(",A,", ",Ánna Novak,") + match("m5", "", "Anna Novak|B", 1, "?")
    log = log.replace("A|B", "Ánna Novak|B").replace("B|A", "B|Ánna Novak")
    (pair,) = league_page(stored(log.replace(",A,", ",Ánna Novak,"))).anomalies.alike
    assert set(pair[:2]) == {"Anna Novak", "Ánna Novak"}


def test_boards_are_in_the_order_of_the_estimate_and_name_those_with_too_few(stored) -> None:
    page = league_page(stored(LEAGUE), minimum=3)
    board = next(one for one in page.boards if one.what.key == "breaks.won_rate")
    # A broke 4 decided racks and won 3, B 2 and 2, C 3 and 3.
    assert [(one.player, one.part, one.of) for one in board.leaders] == [("C", 3, 3), ("A", 3, 4)]
    assert (board.few, board.minimum, board.part, board.of) == (["B"], 3, 8, 9)
    assert all(0 <= one.low <= one.rate <= one.high <= 1 for one in board.leaders)
    assert next(one for one in page.boards if one.what.key == "lags.win_rate").leaders == []


def test_filters_choose_the_league(stored) -> None:
    database = stored(LEAGUE)
    page = league_page(database, Filters(event="open"))
    assert ([one.match for one in page.matches], page.filters) == (["m4"], {"event": "Open"})
    assert {one.player for one in page.standings} == {"B", "C"}


# A player -------------------------------------------------------------------------------------------------------------


def test_a_players_record(stored) -> None:
    page = player_page(stored(LEAGUE), "a")
    assert (page.player, page.matches, page.won, page.lost, page.undecided) == ("A", 3, 1, 1, 1)
    assert (page.racks_won, page.racks_lost, page.first, page.last, page.others) == (
        3, 3, "2026-01-10", "2026-03-10", 2,
    )  # fmt: skip
    assert [one.match for one in page.last_matches] == ["m3", "m2", "m1"]


def test_each_rate_is_held_against_all_others_together(stored) -> None:
    page = player_page(stored(LEAGUE), "A")
    assert [line.what for line in page.lines] == list(NOTEWORTHY)
    won = next(line for line in page.lines if line.what.key == "breaks.won_rate").difference
    assert (won.part, won.of, won.other_part, won.other_of) == (3, 4, 5, 5)
    assert won.p == pytest.approx(4 / 9)
    assert page.outstanding == []
    assert page.compared == sum(1 for line in page.lines if line.difference.of and line.difference.other_of)


@pytest.fixture(scope="module")
def simulated(tmp_path_factory):
    with fresh() as opened:
        ingest(opened, read_logs([DATA / "physics.csv"]), [load_edition("pl")])
        yield opened


@pytest.fixture(scope="module")
def pro(simulated) -> PlayerPage:
    """The page of the best player."""
    return player_page(simulated, "Pro A")


def test_the_strong_stand_out_as_better_and_the_weak_as_worse(simulated, pro: PlayerPage) -> None:
    strong, weak = pro, player_page(simulated, "Novice B")
    assert {line.verdict for line in strong.outstanding} == {"better"}
    assert {line.verdict for line in weak.outstanding} == {"worse"}
    made = next(line for line in strong.lines if line.what.key == "visits.pot_rate")
    rows = {row["player"]: row for row in ask(simulated, statistic("visits"), by=["player"]).rows}
    assert (made.difference.part, made.difference.of) == (rows["Pro A"]["pots"], rows["Pro A"]["attempts"])
    assert made.difference.other_of == sum(row["attempts"] for name, row in rows.items() if name != "Pro A")
    assert made.difference.low <= made.difference.difference <= made.difference.high
    # Fewer fouls are better, although the difference is below nothing.
    fouled = next(line for line in strong.lines if line.what.key == "fouls.foul_on_shot_rate")
    assert (fouled.difference.difference < 0, fouled.verdict) == (True, "better")


def test_places_and_periods_add_up_to_what_was_counted(pro: PlayerPage) -> None:
    page = pro
    (breaks,) = page.answers["breaks"].rows
    assert sum(zone.breaks for zone in page.placed) == breaks["breaks"]
    assert sum(zone.success for zone in page.placed) == breaks["success"]
    (visits,) = page.answers["visits"].rows
    pots = next(one for one in page.trends if one.name == "visits.pot_rate")
    assert sum(period.of for period in pots.periods) == visits["attempts"] == page.shots.height
    assert sum(period.part for period in pots.periods) == visits["pots"] == int(page.shots["made"].sum())
    (fouls,) = page.answers["fouls"].rows
    assert {kind.code: kind.difference.part for kind in page.fouls if kind.difference.part} == fouls["by_code"]
    assert all(kind.difference.of == fouls["strokes"] for kind in page.fouls)


def test_a_page_as_recorded_counts_what_was_ruled_then(simulated, pro: PlayerPage) -> None:
    ruled, recorded = pro, player_page(simulated, "Pro A", Filters(recorded=True))
    assert (ruled.recorded, recorded.recorded) == (False, True)
    assert ruled.answers["fouls"].rows[0]["fouls"] > recorded.answers["fouls"].rows[0]["fouls"]


def test_a_league_whose_players_differ_and_a_page_without_a_match(simulated) -> None:
    page = league_page(simulated, audit=False)
    assert page.compared == 15 * 8
    assert {"Pro A", "Novice B"} <= {one.group for one in page.outstanding}
    import datetime as dt

    with pytest.raises(QueryError, match=r"Pro A has no match that was ruled \(since 2030-01-01\)"):
        player_page(simulated, "Pro A", Filters(since=dt.date(2030, 1, 1)))
