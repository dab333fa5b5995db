"""Remarks on a log that is read all the same: cells where they say nothing, racks without rows, rounds made dates.

They are counted first and worded last, so that a log that is read in parts gives the remarks of the whole.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

import polars as pl

from tenball_stats import terms
from tenball_stats.log import arrays
from tenball_stats.log.coded import changes, texts
from tenball_stats.log.columns import ROWS
from tenball_stats.log.problems import brief
from tenball_stats.log.twice import Twice, found_twice

_MOST = 20
"""Matches with racks that have no rows which are named."""

_DATE = r"^(?:[0-9]{4}-[0-9]{2}-[0-9]{2}|[0-9]{1,2}-\pL{3}\.?)$"


@dataclass
class Remarks:
    """What there is to remark."""

    misplaced: Counter[tuple[int, str]] = field(default_factory=Counter)
    """Rows on which a column of a file says nothing and is filled."""
    gaps: list[str] = field(default_factory=list)
    """A remark for each of the first matches some of whose racks have no rows."""
    matches_with_gaps: int = 0
    dates: dict[str, tuple[str, str, int]] = field(default_factory=dict)
    """Match column that holds dates and should not: the first match, what it holds, how many matches."""
    twice: list[Twice] = field(default_factory=list)
    """What is said twice of racks, by its kind."""

    def add(self, other: "Remarks") -> None:
        """Take in the remarks on a further part."""
        self.misplaced.update(other.misplaced)
        self.gaps = (self.gaps + other.gaps)[:_MOST]
        self.matches_with_gaps += other.matches_with_gaps
        for column, (match, text, count) in other.dates.items():
            first = self.dates.get(column, (match, text, 0))
            self.dates[column] = (first[0], first[1], first[2] + count)
        self.twice = [one + more for one, more in zip(self.twice, other.twice, strict=False)] or other.twice

    def cells(self, frame: pl.DataFrame, kind: pl.Series, misplaced: Mapping[str, pl.Series]) -> None:
        """Count the cells on rows of a kind on which their column says nothing.

        Args:
            frame: the texts, with `file_no`.
            kind: the codes of the kinds.
            misplaced: flags for the rows with such a cell, by columns.
        """
        for column, where in misplaced.items():
            # A `-` says that there is nothing, which is true of such a row.
            says = where & kind.is_not_null() & (texts(frame[column]) != "-")
            for file_no, count in frame.select("file_no").filter(says).group_by("file_no").len().iter_rows():
                self.misplaced[file_no, column] += count

    def racks(self, events: pl.DataFrame, matches: pl.DataFrame) -> None:
        """Find the matches some of whose racks have no rows."""
        rows = events.select("match_no", "rack")
        rows = rows.filter(arrays.column(changes(*(column.to_numpy() for column in rows))), pl.col("rack") > 0)
        racks = rows.group_by("match_no").agg(pl.col("rack").max(), there=pl.col("rack").n_unique())
        short = racks.filter(pl.col("rack") > pl.col("there"))["match_no"].sort().to_list()
        self.matches_with_gaps += len(short)
        for match_no in short[:_MOST]:
            there = set(rows.filter(pl.col("match_no") == match_no)["rack"].to_list())
            gone = [rack for rack in range(1, max(there)) if rack not in there]
            listed = ", ".join(map(str, gone[:10])) + (", …" if len(gone) > 10 else "")
            self.gaps.append(f"match {brief(matches['match'][match_no])}: there are no rows for rack {listed}")

    def rounds(self, matches: pl.DataFrame) -> None:
        """Find `round` or `table` holding a date: a spreadsheet makes one of `1/8` or `2-3`."""
        for column in ("round", "table"):
            held = matches.filter(pl.col(column).str.contains(_DATE))
            if held.height:
                self.dates[column] = (held["match"][0], held[column][0], held.height)

    def said_twice(self, events: pl.DataFrame, matches: pl.DataFrame) -> None:
        """Find the racks of which something is said twice."""
        self.twice = found_twice(events, matches)

    def said(self, labels: list[str]) -> list[str]:
        """Return the remarks in words; `labels` name the files by their numbers."""
        said = []
        for column, kinds in ROWS.items():
            where = " ".join(name for name in terms.KINDS if name in kinds)
            for file_no, label in enumerate(labels):
                count = self.misplaced[file_no, column]
                if count:
                    rows = "a row" if count == 1 else f"{count:,} rows"
                    said.append(f"{label}: {column} stands on {rows} other than {where}; it was left out there")
        said += self.gaps[:_MOST]
        if self.matches_with_gaps > _MOST:
            said.append(f"and {self.matches_with_gaps - _MOST:,} more matches with racks that have no rows")
        for column, (match, text, count) in self.dates.items():
            more = f" (and {count - 1:,} more)" if count > 1 else ""
            said.append(
                f"match {brief(match)}{more}: {column} is a date, {text}; a spreadsheet may have made it of 1/8"
            )
        return said + [notice for kind in self.twice for notice in kind.said()]
