"""What repeats is kept once: rows told apart, keys given, nothing left of a transaction that failed."""

from collections.abc import Iterator

import polars as pl
import pytest
from fresh import fresh
from hypothesis import given
from hypothesis import strategies as st
from polars.testing import assert_frame_equal
from storing import HEADER, match_log, store

from tenball_stats.log.coded import alike
from tenball_stats.store import Database, StoreRefused
from tenball_stats.store.load import FACTS
from tenball_stats.store.once import Once
from tenball_stats.store.rulings import VERDICTS

CELLS = st.tuples(
    st.sampled_from([None, True, False]),
    st.sampled_from([None, -1, 0, 7, 2**40]),
    st.sampled_from([None, "", "4", "4@fr"]),
    st.sampled_from([None, "a", "b"]),
)
THINGS = Once("things", "thing_key", ("flag", "number", "text"))


def frame(rows: list[tuple[object, ...]]) -> pl.DataFrame:
    schema = {"flag": pl.Boolean, "number": pl.Int64, "text": pl.String, "coded": pl.Enum(["b", "a"])}
    return pl.DataFrame(rows, schema=schema, orient="row")


@given(st.lists(CELLS, max_size=40))
def test_rows_that_say_the_same_have_one_number(rows: list[tuple[object, ...]]) -> None:
    made = frame(rows)
    firsts, numbers = alike(made)
    by_hand = list(dict.fromkeys(rows))
    assert firsts.to_list() == [rows.index(row) for row in by_hand]
    assert numbers.to_list() == [by_hand.index(row) for row in rows]


@pytest.fixture
def database() -> Iterator[Database]:
    with fresh() as opened:
        opened.con.execute("CREATE TABLE things (thing_key INTEGER, flag BOOLEAN, number BIGINT, text VARCHAR)")
        yield opened


def keys(database: Database, *rows: tuple[object, ...]) -> list[int]:
    return THINGS.keys(database, frame([(*row, None) for row in rows]).drop("coded")).to_list()


def test_a_row_has_one_key_for_good(database: Database) -> None:
    with database.transaction():
        assert keys(database, (True, 1, "a"), (None, 1, None)) == [1, 2]
        assert keys(database, (None, 1, None), (False, 1, "a")) == [2, 3]
    with database.transaction():
        assert keys(database, (False, 1, "a"), (True, 2, "a"), (True, 1, "a")) == [3, 4, 1]
    assert database.rows("FROM things ORDER BY 1") == [
        (1, True, 1, "a"), (2, None, 1, None), (3, False, 1, "a"), (4, True, 2, "a"),
    ]  # fmt: skip


def test_nothing_is_known_of_a_transaction_that_failed(database: Database) -> None:
    def failing() -> None:
        with database.transaction():
            assert keys(database, (True, 1, "a")) == [1]
            database.con.execute("SELECT error('the disk is full')")

    with pytest.raises(StoreRefused):
        failing()
    with database.transaction():
        assert keys(database, (True, 2, "a"), (True, 1, "a")) == [1, 2]
    assert database.value("SELECT count(*) FROM things") == 2


def test_apart_and_together_again() -> None:
    whole = pl.DataFrame({"flag": [True, True, None], "number": [1, 1, 1], "text": ["a", "a", "a"], "seq": [5, 6, 7]})
    rows, different = THINGS.apart(whole, "thing_no")
    assert rows.rows() == [(5, 0), (6, 0), (7, 1)]
    assert different.rows() == [(True, 1, "a"), (None, 1, "a")]
    assert_frame_equal(rows.drop("thing_no").hstack(different[rows["thing_no"]]), whole, check_column_order=False)


@pytest.mark.parametrize("kept", [FACTS, VERDICTS], ids=lambda one: one.table)
def test_its_columns_are_those_of_the_table_and_no_two_rows_are_the_same(tmp_path, kept: Once) -> None:
    (tmp_path / "log.csv").write_text(HEADER + match_log("m1") + match_log("m2"), encoding="utf-8")
    with fresh() as opened:
        store(opened, tmp_path / "log.csv", editions=("es", "ru"))
        assert {row[0] for row in opened.rows(f"DESCRIBE {kept.table}")} == {kept.key, *kept.columns}
        named = ", ".join(f'"{name}"' for name in kept.columns)
        rows = opened.rows(f"SELECT {named} FROM {kept.table}")  # noqa: S608
        assert len(rows) == len(set(rows)) > 1


def test_rows_with_one_mark_are_told_apart(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pl.DataFrame, "hash_rows", lambda rows: pl.repeat(7, rows.height, dtype=pl.UInt64, eager=True))
    with database.transaction():
        assert keys(database, (True, 1, "a")) == [1]
        assert keys(database, (True, 2, "a")) == [2]  # the one known row has its mark, and is another
        assert keys(database, (True, 2, "a"), (None, 2, "a"), (True, 1, "a")) == [2, 3, 1]  # two known rows have it
