"""What repeats and is kept once: the rows of a table of which each is another, and the key of each.

Writing a column costs DuckDB the same whatever is in it. Of what is written down of a stroke, and of what is ruled of
it, almost everything repeats: as the key of a row in such a table it is one column.
"""

# ruff: noqa: S608 - names of this project's own tables are put into statements, never a value

from dataclasses import dataclass

import polars as pl

from tenball_stats.log.coded import alike
from tenball_stats.store.database import Database

_MARK = "mark"
"""A number made of all cells of a row: those of two rows are the same by the rarest accident alone."""


@dataclass(frozen=True)
class Once:
    """A table of rows that are kept once each."""

    table: str
    key: str
    columns: tuple[str, ...]
    """All columns but the key."""

    def apart(self, frame: pl.DataFrame, number: str) -> tuple[pl.DataFrame, pl.DataFrame]:
        """Take the columns of the table out of a frame.

        Args:
            frame: has them all, and others.
            number: name of the column that comes in their place.

        Returns:
            The frame with the number of its row instead, and the different rows, in the order of their numbers.
        """
        mine = frame.select(self.columns)
        firsts, numbers = alike(mine)
        return frame.drop(self.columns).with_columns(numbers.alias(number)), mine[firsts]

    def keys(self, database: Database, rows: pl.DataFrame) -> pl.Series:
        """Return the key of each of some rows; those that the table does not have yet are written.

        Args:
            database: open, in a transaction.
            rows: each another.
        """
        known = self._known(database)
        rows = rows.select(pl.col(name).cast(known.schema[name]) for name in self.columns)
        keys = self._found(known, rows)
        new = keys.is_null()
        if new.any():
            numbered = new.cum_sum().cast(pl.Int32) + self._last(known)
            keys = pl.select(pl.coalesce(keys, numbered).alias(self.key)).to_series()
            fresh = rows.with_columns(keys).filter(new)
            database.con.register("fresh_rows", fresh)
            database.con.execute(f"INSERT INTO {self.table} BY NAME SELECT * FROM fresh_rows")
            database.con.unregister("fresh_rows")
            database.recalled[self.table] = pl.concat([known, self._marked(fresh.select(self.key, *self.columns))])
        return keys

    def _found(self, known: pl.DataFrame, rows: pl.DataFrame) -> pl.Series:
        """Return the key of each row, null where it is new."""
        marks = self._marked(rows).select(_MARK)
        at = marks.join(known.select(_MARK).with_row_index(), on=_MARK, how="left", maintain_order="left")["index"]
        if at.len() == rows.height:
            there = at.is_not_null()
            if known.select(self.columns)[at.drop_nulls()].equals(rows.filter(there)):
                return known[self.key].gather(at)
        # Two different rows have one mark: they are compared cell by cell, which takes three times as long.
        return rows.join(known, on=self.columns, how="left", nulls_equal=True, maintain_order="left")[self.key]

    def _marked(self, rows: pl.DataFrame) -> pl.DataFrame:
        return rows.with_columns(rows.select(self.columns).hash_rows().alias(_MARK))

    def _last(self, known: pl.DataFrame) -> int:
        return int(known[self.key].max() or 0)  # type: ignore[arg-type]

    def _known(self, database: Database) -> pl.DataFrame:
        if self.table not in database.recalled:
            names = ", ".join(f'"{name}"' for name in (self.key, *self.columns))
            rows = database.frame(f"SELECT {names} FROM {self.table}")
            texts = [name for name, dtype in rows.schema.items() if dtype in (pl.Categorical, pl.Enum)]
            database.recalled[self.table] = self._marked(rows.with_columns(pl.col(texts).cast(pl.String)))
        return database.recalled[self.table]
