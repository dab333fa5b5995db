"""Reading logs: files to one log frame, or every problem of them in one refusal."""

from collections.abc import Iterable, Sequence
from collections.abc import Mapping as Dictionary
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import polars as pl

from tenball_stats.log import cells, coded, matches, order, sources
from tenball_stats.log.columns import COLUMNS
from tenball_stats.log.files import Tables, read_tables
from tenball_stats.log.findings import Findings
from tenball_stats.log.frames import EVENTS, REJECTS, SOURCES
from tenball_stats.log.mapping import Mapping
from tenball_stats.log.problems import LogRefused, Problem
from tenball_stats.log.readers import Options
from tenball_stats.log.readers.table import ASIDE
from tenball_stats.log.rejects import rejects
from tenball_stats.log.remarks import Remarks
from tenball_stats.log.said import said
from tenball_stats.log.sources import Source


@dataclass(frozen=True)
class Log:
    """Shot logs as frames; docs/architecture.md lists the columns.

    `matches` has one row per match, `events` one per row of the logs in the order of play, `sources` one per file (or
    member of an archive, or sheet); `aside` is what stood in unknown columns (`file_no`, `line`, `column`, `value`).
    `notices` are remarks for the user. `rejected` are the problems of what `keep_going` left out, up to the limit, and
    `rejects` all of them with the rows as they stand in the file (`frames.REJECTS`). `raw` are the files themselves by
    their hash, `read_with` is what was said about how to read them (`said.said`).
    """

    matches: pl.DataFrame
    events: pl.DataFrame
    sources: pl.DataFrame
    aside: pl.DataFrame
    notices: list[str] = field(default_factory=list)
    rejected: list[Problem] = field(default_factory=list)
    rejects: pl.DataFrame = field(default_factory=lambda: pl.DataFrame(schema=REJECTS))
    raw: Dictionary[str, Source] = field(default_factory=dict)
    read_with: Dictionary[str, Any] = field(default_factory=dict)

    def without(self, match_nos: Sequence[int]) -> "Log":
        """Return the log without some of its matches; the others are numbered anew."""
        matches_left, events_left = _without(self.matches, self.events, match_nos)
        return replace(self, matches=matches_left, events=events_left)


def read_logs(
    paths: Sequence[str | Path],
    *,
    encoding: str | None = None,
    keep_going: bool = False,
    stdin_format: str | None = None,
    sheet: str | None = None,
    max_problems: int = 50,
    limits: sources.Limits | None = None,
    mapping: Mapping | None = None,
) -> Log:
    """Read shot logs from files, folders (all logs below, sorted) and `-` (standard input) into one log.

    Args:
        paths: where they are.
        encoding: of text files without a byte-order mark that are not UTF-8.
        keep_going: read what is sound; the problems of the rest stand in `rejected`: of a file that cannot be read at
            all, of each match with a bad row.
        stdin_format: `csv`, `jsonl`, `parquet` or `xlsx`; told from the content without it.
        sheet: the sheet of a workbook; without it every visible one that holds a log.
        max_problems: how many problems are listed.
        limits: how much is taken from one file.
        mapping: the words that the logs are written in, as `load_map` returns them.

    Raises:
        LogRefused: with all problems of all files, up to `max_problems`.
    """
    options = Options(encoding, sheet, limits or sources.Limits(), mapping)
    given = read_tables(paths, options, stdin_format=stdin_format, keep_going=keep_going)
    return log_of(given, options, keep_going=keep_going, max_problems=max_problems)


def log_of(given: Tables, options: Options, *, keep_going: bool = False, max_problems: int = 50) -> Log:
    """Return the log that tables hold; see `read_logs`."""
    read = checked(given, options)
    if (read.problems or given.refused) and not keep_going:
        listed = given.refused + read.problems.listed(max_problems)
        everything = sorted(listed, key=lambda problem: _file_order(problem, read.labels))
        count = len(given.refused) + read.problems.count
        raise LogRefused(everything[:max_problems], max(count - max_problems, 0))
    log = read.log(max_problems)
    return replace(log, notices=[*given.notices, *read.remarks.said(read.labels)])


def checked(given: Tables, options: Options) -> "Checked":
    """Read tables, and find everything that is wrong with them."""
    labels = [table.file for table, _ in given.tables]
    rows = _stack(table.frame for table, _ in given.tables)
    found, remarks = Findings(), Remarks()
    numbered = matches.number_matches(rows, found)
    table_rows, events = _read(numbered, labels, found, remarks)
    problems = _problems(found, _structural(numbered, given), numbered, labels)
    if problems and options.mapping:
        problems = problems.in_words(options.mapping, _stack(table.written for table, _ in given.tables))
    if problems:
        table_rows, events = _without(table_rows, events, problems.matches)
    remarks.racks(events, table_rows)
    remarks.rounds(table_rows)
    remarks.said_twice(events, table_rows)
    return Checked(given, options, labels, table_rows, events, problems, remarks)


@dataclass(frozen=True)
class Checked:
    """Tables that were read: their sound matches, and what is wrong with the others."""

    given: Tables
    options: Options
    labels: list[str]
    matches: pl.DataFrame
    events: pl.DataFrame
    problems: "Problems"
    remarks: Remarks

    def log(self, max_problems: int) -> Log:
        """Return the sound matches as a log without its notices."""
        tables = list(enumerate(self.given.tables))
        aside = [table.aside.select(pl.lit(no, pl.UInt16).alias("file_no"), *ASIDE) for no, (table, _) in tables]
        return Log(
            matches=self.matches,
            events=self.events.select(pl.col(name).cast(dtype) for name, dtype in EVENTS.items()),
            sources=_sources(self.given),
            aside=pl.concat(aside) if aside else pl.DataFrame(schema={"file_no": pl.UInt16, **ASIDE}),
            rejected=self.given.refused + self.problems.listed(max_problems),
            rejects=rejects(self.given, self.problems.frame, self.options.encoding),
            raw={source.sha256: source for _, source in self.given.tables},
            read_with=said(self.options),
        )


def _stack(frames: Iterable[pl.DataFrame]) -> pl.DataFrame:
    parts = [frame.with_columns(pl.lit(no, pl.UInt16).alias("file_no")) for no, frame in enumerate(frames)]
    if len(parts) > 1:
        parts = [coded.plain(frame) for frame in parts]
    schema = {"line": pl.UInt32, **dict.fromkeys(COLUMNS, pl.String), "file_no": pl.UInt16}
    return (pl.concat(parts) if parts else pl.DataFrame(schema=schema)).with_row_index("row")


def _read(
    numbered: pl.DataFrame, labels: Sequence[str], found: Findings, remarks: Remarks
) -> tuple[pl.DataFrame, pl.DataFrame]:
    typed, misplaced = cells.typed(numbered, found)
    typed = typed.with_columns(numbered["match_no"])
    remarks.cells(numbered, typed["kind"], misplaced)
    values = matches.match_values(numbered, labels, found)
    named = numbered.drop("player").with_columns(typed["player"])
    table = matches.typed_matches(values, named, labels, found)
    events = matches.number_players(typed, table, found)
    matches.check_scores(events, table, found)
    if events["match_no"].null_count():
        events = events.drop_nulls("match_no")
    events = order.in_order_of_play(events, found)
    return table, events


@dataclass(frozen=True)
class Problems:
    """Problems by rows, and the matches that they spoil."""

    frame: pl.DataFrame
    matches: list[int]

    @property
    def count(self) -> int:
        """How many there are."""
        return self.frame.height

    def __bool__(self) -> bool:
        return self.frame.height > 0

    def in_words(self, mapping: Mapping, written: pl.DataFrame) -> "Problems":
        """Return the problems with the cells as they stand in the file, and what the map has that comes near."""
        rows = written[self.frame["row"]]
        values, hints = self.frame["value"].to_list(), self.frame["hint"].to_list()
        for place, column in enumerate(self.frame["column"]):
            cell = rows[column][place] if column in COLUMNS else None
            if values[place] is not None and cell is not None:
                values[place] = cell
                hints[place] = hints[place] or mapping.hint(column, cell)
        value, hint = pl.Series("value", values, dtype=pl.String), pl.Series("hint", hints, dtype=pl.String)
        return Problems(self.frame.with_columns(value, hint), self.matches)

    def listed(self, limit: int) -> list[Problem]:
        """Return the first of them."""
        head = self.frame.head(limit).select("file", "line", "column", "value", "expected", "hint")
        return [Problem(*row) for row in head.iter_rows()]


_PROBLEMS = {
    "row": pl.UInt32,
    **dict.fromkeys(("column", "value", "expected", "hint"), pl.String),
    "file_no": pl.UInt16,
    "line": pl.UInt32,
    "match_no": pl.UInt32,
    **dict.fromkeys(("match", "file"), pl.String),
}


def _problems(found: Findings, structural: Findings, numbered: pl.DataFrame, labels: Sequence[str]) -> Problems:
    """Put the problems of rows together; where a row itself is broken, what its cells say is only a consequence."""
    if not found and not structural:
        return Problems(pl.DataFrame(schema=_PROBLEMS), [])
    names = pl.DataFrame(
        {"file_no": pl.Series(range(len(labels)), dtype=pl.UInt16), "file": pl.Series(labels, dtype=pl.String)}
    )
    frame = (
        structural.over(found)
        .join(
            numbered.select("row", "file_no", "line", "match_no", "match"), on="row", how="left", maintain_order="left"
        )
        .join(names, on="file_no", how="left", maintain_order="left")
        .with_columns(pl.col("column").replace("", None))
    )
    return Problems(frame, frame["match_no"].drop_nulls().unique().to_list())


def _structural(numbered: pl.DataFrame, given: Tables) -> Findings:
    """Lay the problems that a reader found in single rows on those rows."""
    found = Findings()
    for no, (table, _) in enumerate(given.tables):
        for problem in table.rows:
            found.add(
                numbered.filter((pl.col("file_no") == no) & (pl.col("line") == problem.line)).head(1),
                problem.column or "",
                value=pl.lit(problem.value, pl.String),
                expected=problem.expected,
                hint=problem.hint,
            )
    return found


def _without(table: pl.DataFrame, events: pl.DataFrame, spoiled: Sequence[int]) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Leave matches out and number the others anew."""
    kept = table.filter(~pl.col("match_no").is_in(list(spoiled)))
    anew = kept.select("match_no").with_row_index("no")
    events = (
        events.join(anew, on="match_no", how="inner", maintain_order="left")
        .with_columns(match_no=pl.col("no"))
        .drop("no")
    )
    return kept.drop("match_no").with_row_index("match_no"), events


def _sources(given: Tables) -> pl.DataFrame:
    rows = [
        (no, table.file, source.format, source.sha256, len(source.data), table.frame.height)
        for no, (table, source) in enumerate(given.tables)
    ]
    return pl.DataFrame(rows, schema=SOURCES, orient="row")


def _file_order(problem: Problem, labels: Sequence[str]) -> tuple[int, int]:
    return (labels.index(problem.file) if problem.file in labels else -1, problem.line or 0)
