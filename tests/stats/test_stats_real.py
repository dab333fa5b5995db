"""The published figures of three professional matches of 2015, and that the views of the database give the same."""

import datetime as dt
from pathlib import Path

import pytest
from fresh import fresh

from tenball_stats.stats.catalogue import NAMES, statistic
from tenball_stats.stats.counted import DIMENSIONS
from tenball_stats.stats.definitions import Shares, Split
from tenball_stats.stats.query import Filters, QueryError, ask

DATA = Path(__file__).parents[2] / "data"
REAL = DATA / "real-2015.csv"


@pytest.fixture(scope="module")
def database(tmp_path_factory):
    from tenball_stats.log import read_logs
    from tenball_stats.rules import load_edition
    from tenball_stats.store.ingest import ingest

    with fresh(tmp_path_factory.mktemp("real") / "real.duckdb") as opened:
        ingest(opened, read_logs([REAL]), [load_edition("csi"), load_edition("es")])
        ingest(opened, read_logs([DATA / "physics.csv"]), [load_edition("pl")])
        yield opened


UNTIL = Filters(until=dt.date(2015, 12, 31))


def test_breaks(database) -> None:
    (row,) = ask(database, statistic("breaks"), UNTIL).rows
    assert [row[name] for name in ("breaks", "success", "dry", "fouled")] == [40, 26, 11, 3]
    named = ("won", "won_after_success", "won_after_dry", "won_after_fouled", "balls")
    assert [row[name] for name in named] == [24, 20, 3, 1, 49]
    assert (row["success_rate"], row["not_recorded"], row["winner_not_recorded"]) == (0.65, 0, 0)
    assert (row["success_rate_low"], row["success_rate_high"]) == (
        pytest.approx(0.495, abs=5e-4),
        pytest.approx(0.779, abs=5e-4),
    )
    assert sum(int(balls) * rows for balls, rows in row["balls_distribution"].items()) == 49


def test_pushouts(database) -> None:
    (row,) = ask(database, statistic("pushouts"), UNTIL).rows
    assert [row[name] for name in ("pushes", "accepted", "passed", "undecided", "fouled")] == [6, 2, 4, 0, 0]
    assert (row["chances"], row["push_rate"], row["push_rate_n"]) == (37, pytest.approx(6 / 37), 37)
    # Two were played on and four handed back under the other book, too; and nothing else was handed back under neither.
    (other,) = ask(database, statistic("pushouts"), Filters(editions=("es",))).rows
    assert [other[name] for name in ("chances", "pushes", "accepted", "passed")] == [37, 6, 2, 4]


def test_strokes_and_racks(database) -> None:
    assert ask(database, statistic("fouls"), UNTIL).rows[0]["strokes"] == 430
    ended = "SELECT count(*) FROM v_racks WHERE rack_end = 'ten' AND edition = ? AND match LIKE '%2015'"
    assert database.value(ended, ["csi"]) == 40
    assert database.value(ended, ["es"]) == 37
    # The winner in the record stands all the same.
    (row,) = ask(database, statistic("breaks"), Filters(editions=("es",))).rows
    assert (row["breaks"], row["won"], row["decided"]) == (40, 24, 40)


def test_each_match_counts_by_its_own_edition_or_the_first_asked_for(database) -> None:
    answer = ask(database, statistic("breaks"))
    assert (answer.edition, answer.editions, answer.matches) == (None, ["csi", "pl"], 66)
    assert ask(database, statistic("breaks"), Filters(editions=("es",))).matches == 3


def test_matches_without_rulings_by_the_edition_are_named_and_not_counted(database) -> None:
    answer = ask(database, statistic("breaks"), Filters(editions=("es",)))
    assert answer.notices == [
        "63 of 66 matches are not ruled by es and are left out; add the rulings with: tenball ingest LOG --edition es"
    ]


@pytest.mark.parametrize("name", NAMES)
def test_the_views_give_what_the_command_gives(database, name: str) -> None:
    one = statistic(name)
    rows = {row["player"]: row for row in ask(database, one, by=["player"]).rows}
    view = database.frame(f"SELECT * FROM v_{name}_by_player").rows(named=True)  # noqa: S608
    assert {row["player"] for row in view} == set(rows)
    for row in view:
        assert {count.name: row[count.name] for count in one.counts} == pytest.approx(
            {count.name: rows[row["player"]][count.name] for count in one.counts}
        )


@pytest.mark.parametrize("name", NAMES)
def test_groups_add_up_to_the_whole(database, name: str) -> None:
    one = statistic(name)
    (whole,) = ask(database, one).rows
    dimensions = [["match"], ["event", "season"], ["break_format"], ["edition", "table"]]
    for by in [*dimensions, *([["score"], ["score", "hill"]] if one.by_rack else [])]:
        rows = ask(database, one, Filters(editions=("csi", "pl")), by=by).rows
        for count in one.counts:
            assert sum(row[count.name] for row in rows) == pytest.approx(whole[count.name]), (by, count.name)
        for item in one.items:
            if isinstance(item, Split):
                assert sum(sum(row[item.name].values()) for row in rows) == sum(whole[item.name].values())
            if isinstance(item, Shares):
                assert sum(share["of"] for row in rows for share in row[item.name].values()) == sum(
                    share["of"] for share in whole[item.name].values()
                )


def test_every_dimension_answers(database) -> None:
    for name in DIMENSIONS:
        assert ask(database, statistic("breaks"), by=[name]).rows
    for one in map(statistic, NAMES):
        for name in one.dimensions:
            assert ask(database, one, by=[name]).rows


def test_opponent_is_the_other_player(database) -> None:
    (row,) = ask(database, statistic("breaks"), Filters(player="Van Boening", opponent="Dechaine")).rows
    rows = {
        row["opponent"]: row
        for row in ask(database, statistic("breaks"), Filters(player="Van Boening"), ["opponent"]).rows
    }
    assert set(rows) == {"Dechaine", "Hohmann"}
    assert rows["Dechaine"] == {"opponent": "Dechaine"} | row


def test_events_and_days_choose_matches(database) -> None:
    simulated = ask(database, statistic("breaks"), Filters(event="Simulated league"))
    assert (simulated.matches, simulated.editions) == (63, ["pl"])
    june = Filters(since=dt.date(2015, 6, 1), until=dt.date(2015, 6, 30))
    assert ask(database, statistic("breaks"), june).filters == {"since": "2015-06-01", "until": "2015-06-30"}
    assert {row["match"] for row in ask(database, statistic("breaks"), june, ["match"]).rows} == {"roberts-shaw-2015"}


def test_capitals_do_not_matter_where_one_name_is_meant(database) -> None:
    assert ask(database, statistic("breaks"), Filters(player="SHAW")).filters == {"player": "Shaw"}


@pytest.mark.parametrize(
    ("filters", "said"),
    [
        (Filters(player="Shawe"), "no player 'Shawe': did you mean Shaw?"),
        (Filters(event="Nowhere"), "no event 'Nowhere': there are "),
        (Filters(editions=("ru",)), "no rulings by edition 'ru'"),
        (Filters(opponent="x'; DROP TABLE players; --"), "no player"),
    ],
)
def test_what_the_database_does_not_have_is_said(database, filters: Filters, said: str) -> None:
    with pytest.raises(QueryError, match="the database has no") as caught:
        ask(database, statistic("breaks"), filters)
    assert said in str(caught.value)


def test_by_edition_lays_all_editions_side_by_side(database) -> None:
    rows = ask(database, statistic("breaks"), UNTIL, ["edition"]).rows
    assert [(row["edition"], row["breaks"]) for row in rows] == [("csi", 40), ("es", 40)]
