"""The compiled replay and the interpreted one: one source, one result."""

from pathlib import Path

import pytest

pytest.importorskip("numba")

from tenball_stats.log import read_logs
from tenball_stats.replay import compiled, rulings
from tenball_stats.rules import edition_ids, load_edition

DATA = Path(__file__).parents[2] / "data"


@pytest.mark.parametrize("log", ["physics.csv", "real-2015.csv", "example.csv"])
def test_compiled_and_interpreted_give_the_same_trace(log: str) -> None:
    read = read_logs([DATA / log])
    columns = rulings._record(read, read.events)
    for name in edition_ids():
        edition = load_edition(name)
        interpreted = rulings._traced(edition, columns)
        found = compiled.followed_compiled(edition.rules, columns)
        assert set(found) == set(interpreted)
        for column, values in found.items():
            assert values.tolist() == interpreted[column].tolist(), (name, column)


def test_small_logs_are_not_compiled() -> None:
    assert not compiled.pays(compiled.ROWS - 1)
    assert compiled.pays(compiled.ROWS)
