"""Problems of rows, collected by columns: a million bad cells cost no more than one."""

from collections.abc import Sequence

import polars as pl

from tenball_stats.log.columns import COLUMNS

_SCHEMA = {"row": pl.UInt32, "column": pl.String, "value": pl.String, "expected": pl.String, "hint": pl.String}

_PLACES = {name: place for place, name in enumerate(COLUMNS)}


class Findings:
    """Problems of rows, each the number of a row with column, value, expectation and hint."""

    def __init__(self) -> None:
        self._frames: list[pl.DataFrame] = []

    def add(
        self,
        rows: pl.DataFrame,
        column: str,
        *,
        value: pl.Expr | None = None,
        expected: pl.Expr | str | None = None,
        hint: pl.Expr | str | None = None,
    ) -> None:
        """Note a problem on each of these rows (a frame with `row` and whatever the expressions name)."""
        if not rows.height:
            return

        def given(what: pl.Expr | str | None) -> pl.Expr:
            return what if isinstance(what, pl.Expr) else pl.lit(what, dtype=pl.String)

        self._frames.append(
            rows.select(
                pl.col("row").cast(pl.UInt32),
                pl.lit(column).alias("column"),
                given(value).cast(pl.String).alias("value"),
                given(expected).alias("expected"),
                given(hint).alias("hint"),
            )
        )

    def add_where(
        self,
        frame: pl.DataFrame,
        where: pl.Series,
        column: str,
        *,
        value: pl.Expr | None = None,
        expected: pl.Expr | str | None = None,
        hint: pl.Expr | str | None = None,
    ) -> None:
        """Note a problem on the rows that flags mark: see `add`. Where none is marked nothing is copied."""
        if where.any():
            self.add(frame.filter(where), column, value=value, expected=expected, hint=hint)

    def frame(self) -> pl.DataFrame:
        """Return all problems, by row and in the order in which the format lists the columns."""
        if not self._frames:
            return pl.DataFrame(schema=_SCHEMA)
        place = pl.col("column").replace_strict(_PLACES, default=-1, return_dtype=pl.Int32)
        return pl.concat(self._frames).sort("row", place, maintain_order=True)

    def over(self, others: "Findings") -> pl.DataFrame:
        """Return these problems, and the others on rows that have none of these."""
        mine = self.frame()
        rest = others.frame()
        if not mine.height:
            return rest
        return pl.concat([mine, rest.filter(~pl.col("row").is_in(mine["row"].implode()))]).sort(
            "row", maintain_order=True
        )

    def rows_with(self, columns: Sequence[str]) -> pl.Series:
        """Return the rows that have a problem in one of these columns."""
        return self.frame().filter(pl.col("column").is_in(list(columns)))["row"]

    def __bool__(self) -> bool:
        return bool(self._frames)
