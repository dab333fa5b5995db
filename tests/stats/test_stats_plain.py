"""The plain SQL that `stats NAME --explain` prints gives the figures that `stats NAME` prints."""

from pathlib import Path

import pytest
from fresh import fresh

from benchmarks.generate import write
from tenball_stats.log import read_logs
from tenball_stats.stats import counted
from tenball_stats.stats.catalogue import NAMES, statistic
from tenball_stats.stats.definitions import Mean, Shares, Split
from tenball_stats.stats.plain import plain_sql
from tenball_stats.stats.query import ask
from tenball_stats.store import Database
from tenball_stats.store.ingest import ingest


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Database:
    path: Path = tmp_path_factory.mktemp("plain") / "log.csv"
    write(path, 4_000, seed=3, pool=4_000)
    database = fresh()
    ingest(database, read_logs([path]), [])
    return database


@pytest.mark.parametrize("name", NAMES)
def test_plain_sql_gives_the_same_figures(database: Database, name: str) -> None:
    one = statistic(name)
    (expected,) = ask(database, one).rows
    values = {item.name: item for item in one.items if isinstance(item, Split | Shares)}
    asked = set()
    for statement in plain_sql(one):
        found = database.con.sql(statement)
        first = found.columns[0]
        if first in values:
            asked.add(first)
            if isinstance(values[first], Split):
                assert {str(value): rows for value, rows in found.fetchall()} == expected[first]
            else:
                shares = {str(value): (part, whole) for value, part, whole in found.fetchall()}
                assert shares == {value: (share["part"], share["of"]) for value, share in expected[first].items()}
            continue
        (row,) = found.fetchall()
        for column, value in zip(found.columns, row, strict=True):
            asked.add(column)
            assert expected[column] == pytest.approx(value), column
    assert asked >= {count.name for count in one.counts} | set(values)
    assert sum(expected[count.name] for count in one.counts) > 0


@pytest.mark.parametrize("name", NAMES)
def test_many_matches_are_counted_in_clusters_to_the_same_figures(
    database: Database, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = statistic(name)
    (by_match,) = ask(database, one).rows
    monkeypatch.setattr(counted, "MANY", 1)
    (in_clusters,) = ask(database, one).rows
    means = {item.name for item in one.items if isinstance(item, Mean)}
    drawn = {f"{mean}_{end}" for mean in means for end in ("low", "high")}
    for key, value in by_match.items():
        if key not in drawn:
            assert in_clusters[key] == (pytest.approx(value) if isinstance(value, float) else value), key
    # With fewer matches than clusters each is one, in another order.
    for key in drawn:
        assert in_clusters[key] == pytest.approx(by_match[key], rel=0.1)
