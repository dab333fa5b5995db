"""The register of players: names compared, near ones reported, merged only when told to, and undone."""

import unicodedata
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from fresh import fresh
from storing import HEADER, content, store

from tenball_stats.stats.catalogue import statistic
from tenball_stats.stats.query import Filters, ask
from tenball_stats.store import Database, StoreRefused
from tenball_stats.store.players import alias, merge, merges, near, player, players, undo

Write = Callable[..., Path]


@pytest.fixture
def database() -> Iterator[Database]:
    with fresh() as opened:
        yield opened


def match(name: str, one: str, other: str) -> str:
    """A match of one rack, broken and won by the first."""
    return f"{name},{one}|{other},es,1,{one},break,,1,,,2,\n{name},,,1,{one},shot,1@fr,1,y,,,{one}\n"


def register(database: Database) -> list[tuple[str, int, list[str]]]:
    return [(one.name, one.matches, one.aliases) for one in players(database)]


def breaks(database: Database, name: str = "") -> dict[str, int]:
    answer = ask(database, statistic("breaks"), Filters(player=name), ("player",))
    return {row["player"]: row["breaks"] for row in answer.rows}


def test_names_are_the_same_after_unicode_normalisation(database: Database, log_file: Write) -> None:
    composed, apart = (unicodedata.normalize(form, "José Łąka") for form in ("NFC", "NFD"))
    assert composed != apart
    store(database, log_file("a.csv", match("m1", composed, "Bo"), match("m2", f" {apart}", "Bo")))
    assert register(database) == [("Bo", 2, []), (composed, 2, [])]
    assert player(database, apart).name == composed


def test_near_names_are_reported_and_never_merged(database: Database, log_file: Write) -> None:
    rows = [
        match("m1", "José Ruiz", "Bo Lee"), match("m2", "Jose Ruiz", "Bo Lee"), match("m3", "J. Ruiz", "Ann Kay"),
        match("m4", "Воris Ivanov", "Ann Kay"), match("m5", "Boris Ivanov", "Ann Kay"),
    ]  # fmt: skip
    (done,) = store(database, log_file("a.csv", *rows))
    assert done.names == ["José Ruiz", "Bo Lee", "Jose Ruiz", "J. Ruiz", "Ann Kay", "Воris Ivanov", "Boris Ivanov"]
    found = {frozenset((pair.one, pair.other)) for pair in near(database)}
    assert found == {
        frozenset(pair)
        for pair in (
            ("José Ruiz", "Jose Ruiz"), ("José Ruiz", "J. Ruiz"), ("Jose Ruiz", "J. Ruiz"),
            ("Воris Ivanov", "Boris Ivanov"),
        )
    }  # fmt: skip
    assert len(players(database)) == 7
    assert {frozenset((pair.one, pair.other)) for pair in near(database, ["Воris Ivanov"])} == {
        frozenset(("Воris Ivanov", "Boris Ivanov"))
    }


def test_opponents_are_not_reported_as_one_person(database: Database, log_file: Write) -> None:
    store(database, log_file("a.csv", match("m1", "Jan Nowak", "Jan Nowák")))
    assert near(database) == []
    with pytest.raises(StoreRefused, match="both stand in match 'm1': they cannot be one player"):
        merge(database, "Jan Nowak", "Jan Nowák")


def test_a_merge_makes_one_player_for_statistics_and_leaves_what_was_written(
    database: Database, log_file: Write
) -> None:
    path = log_file("a.csv", match("m1", "SVB", "Bo"), match("m2", "Shane Van Boening", "Bo"))
    store(database, path)
    before = content(database)
    assert breaks(database) == {"SVB": 1, "Shane Van Boening": 1}
    merge(database, "Shane Van Boening", "SVB", who="Ewa", why="nickname")
    assert register(database) == [("Bo", 2, []), ("Shane Van Boening", 2, ["SVB"])]
    assert breaks(database) == {"Shane Van Boening": 2}
    assert breaks(database, "SVB") == {"Shane Van Boening": 2}
    assert ask(database, statistic("breaks"), Filters(opponent="SVB")).rows[0]["breaks"] == 0
    assert ask(database, statistic("breaks"), Filters(player="SVB", opponent="Bo")).matches == 2
    assert [pair for pair in near(database) if "SVB" in pair] == []
    after = content(database)
    assert {table for table in after if after[table] != before[table]} == {"journal", "merges", "identities"}
    (done,) = store(database, path)
    assert done.unchanged == ["m1", "m2"]

    ended = undo(database, "SVB", who="Ewa", why="two people after all")
    assert (ended.shown, ended.other) == ("Shane Van Boening", "SVB")
    assert breaks(database) == {"SVB": 1, "Shane Van Boening": 1}
    assert [(one.shown, one.other, one.until is None) for one in merges(database, "SVB")] == [
        ("Shane Van Boening", "SVB", False)
    ]
    with pytest.raises(StoreRefused, match="there is no merge of SVB to undo"):
        undo(database, "SVB")


def test_merges_build_on_each_other_and_are_undone_in_any_order(database: Database, log_file: Write) -> None:
    store(database, log_file("a.csv", *(match(f"m{name}", name, "Zoe") for name in ("Abe", "Bea", "Cid", "Dan"))))
    merge(database, "Abe", "Bea")
    merge(database, "Cid", "Dan")
    merge(database, "Bea", "Dan")  # the name given first is the one shown
    assert register(database) == [("Bea", 4, ["Abe", "Cid", "Dan"]), ("Zoe", 4, [])]
    merge(database, "Abe", "Bea")
    assert player(database, "Dan").name == "Abe"
    undo(database, "Abe", "Bea")
    assert player(database, "Dan").name == "Bea"
    undo(database, "Bea", "Dan")
    assert register(database) == [("Abe", 2, ["Bea"]), ("Cid", 2, ["Dan"]), ("Zoe", 4, [])]
    undo(database, "Cid")
    undo(database, "Abe")
    assert [one.aliases for one in players(database)] == [[]] * 5


def test_an_alias_waits_for_the_logs_that_use_it(database: Database, log_file: Write) -> None:
    store(database, log_file("a.csv", match("m1", "Shane Van Boening", "Bo")))
    alias(database, "shane van boening", "  SVB ")
    assert register(database) == [("Bo", 1, []), ("Shane Van Boening", 1, ["SVB"])]
    (done,) = store(database, log_file("b.csv", match("m2", "SVB", "Bo")))
    assert done.names == []
    assert breaks(database) == {"Shane Van Boening": 2}
    with pytest.raises(StoreRefused, match="'SVB' is in the register already, as a name of Shane Van Boening; to make"):
        alias(database, "Bo", "SVB")
    with pytest.raises(StoreRefused, match="cannot be the name of a player"):
        alias(database, "Bo", "a|b")


def test_what_was_one_player_on_a_day(database: Database, log_file: Write) -> None:
    store(database, log_file("a.csv", match("m1", "Ann", "Bo"), match("m2", "Anne", "Bo")))
    merge(database, "Ann", "Anne")
    undo(database, "Ann")
    seen = []
    for entry in range(1, 4):
        database.look_back(database.value("SELECT made_at FROM journal WHERE entry = ?", [entry]))
        seen.append(breaks(database))
    assert seen == [{"Ann": 1, "Anne": 1}, {"Ann": 2}, {"Ann": 1, "Anne": 1}]


@pytest.mark.parametrize(
    ("one", "other", "said"),
    [
        ("Ann", "Ann", "Ann and Ann are the same name"),
        ("Ann", "Nobody", "the register has no player 'Nobody'"),
        ("An", "Bo", "the register has no player 'An'; did you mean Ann"),
        ("Ann", "Bo", "Ann and Bo both stand in match 'm1'"),
    ],
)
def test_what_cannot_be_merged(database: Database, log_file: Write, one: str, other: str, said: str) -> None:
    store(database, log_file("a.csv", match("m1", "Ann", "Bo")))
    before = content(database)
    with pytest.raises(StoreRefused, match=said):
        merge(database, one, other)
    assert content(database) == before


def test_a_name_is_never_run_as_sql(database: Database, log_file: Write) -> None:
    odd = "x'); DROP TABLE names; --"
    store(database, log_file("a.csv", match("m1", f'"{odd}"'.replace('"', ""), "Bo"), match("m2", "Y", "Bo")))
    merge(database, odd, "Y", who=odd, why=odd)
    assert player(database, "Y").name == odd
    assert HEADER
