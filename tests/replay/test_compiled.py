"""The compiled replay and the interpreted one: one source, one result."""

from functools import cache
from pathlib import Path

import pytest

pytest.importorskip("numba")

from tenball_stats.log import read_logs
from tenball_stats.replay import compiled, trace
from tenball_stats.rules import edition_ids, load_edition

DATA = Path(__file__).parents[2] / "data"


@pytest.mark.parametrize("log", ["physics.csv", "real-2015.csv", "example.csv"])
def test_compiled_and_interpreted_give_the_same_trace(log: str) -> None:
    read = read_logs([DATA / log])
    columns = trace.record_columns(read, read.events)
    for name in edition_ids():
        edition = load_edition(name)
        interpreted = trace._traced(edition, columns, fast=False)
        found = compiled.followed_compiled(edition.rules, columns)
        assert set(found) == set(interpreted)
        for column, values in found.items():
            assert values.tolist() == interpreted[column].tolist(), (name, column)


@pytest.mark.parametrize("log", ["physics.csv", "real-2015.csv"])
def test_a_log_followed_in_pieces_is_ruled_as_one_followed_whole(log: str, monkeypatch: pytest.MonkeyPatch) -> None:
    read = read_logs([DATA / log])
    pl_, es = load_edition("pl"), load_edition("es")
    each = [pl_ if no % 3 else es for no in range(read.matches.height)]
    whole = [trace.trace_of(read, read.events, chosen) for chosen in (each, [es] * len(each))]
    monkeypatch.setattr(trace, "_PIECE", 40)
    in_pieces = [trace.trace_of(read, read.events, chosen) for chosen in (each, [es] * len(each))]
    for one, other in zip(whole, in_pieces, strict=True):
        assert {name: column.tolist() for name, column in one.items()} == {
            name: column.tolist() for name, column in other.items()
        }
    for no, one in enumerate((pl_, es)):
        alone = trace.trace_of(read, read.events, [one] * len(each))
        of_it = [each[match] is one for match in read.events["match_no"]]
        for name, column in alone.items():
            assert column[of_it].tolist() == whole[0][name][of_it].tolist(), (no, name)


def test_small_logs_are_compiled_only_where_it_is_loaded_already(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiled, "_follow", cache(lambda: None))
    assert not compiled.pays(compiled.ROWS - 1)
    assert compiled.pays(compiled.ROWS)
    compiled.get_ready(compiled.ROWS - 1)
    assert not compiled.pays(compiled.ROWS - 1)
    compiled.get_ready(compiled.ROWS)
    assert not compiled.pays(compiled.LOADED - 1)
    assert compiled.pays(compiled.LOADED)
