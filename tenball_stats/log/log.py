"""Reading logs: files to one log frame, or every problem of them in one refusal."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import polars as pl

from tenball_stats.log import cells, matches, order, sources
from tenball_stats.log.columns import COLUMNS
from tenball_stats.log.findings import Findings
from tenball_stats.log.frames import EVENTS, SOURCES
from tenball_stats.log.problems import LogRefused, Problem
from tenball_stats.log.readers import Options, read_raw
from tenball_stats.log.readers.table import ASIDE, Table, shape


@dataclass(frozen=True)
class Log:
    """Shot logs as frames; docs/architecture.md lists the columns.

    `matches` has one row per match, `events` one per row of the logs in the order of play, `sources` one per file (or
    member of an archive); `aside` is what stood in unknown columns (`file_no`, `line`, `column`, `value`). `notices`
    are remarks for the user, `rejected` the problems of what `keep_going` left out.
    """

    matches: pl.DataFrame
    events: pl.DataFrame
    sources: pl.DataFrame
    aside: pl.DataFrame
    notices: list[str] = field(default_factory=list)
    rejected: list[Problem] = field(default_factory=list)


def read_logs(
    paths: Sequence[str | Path],
    *,
    encoding: str | None = None,
    keep_going: bool = False,
    stdin_format: str | None = None,
    sheet: str | None = None,
    max_problems: int = 50,
    limits: sources.Limits | None = None,
) -> Log:
    """Read shot logs from files, folders (all logs below, sorted) and `-` (standard input) into one log.

    Raises `LogRefused` with all problems of all files, up to `max_problems`. With `keep_going` what is sound is read
    and the problems of the rest stand in `rejected`: of a file that cannot be read at all, of each match with a bad
    row.
    """
    limits = limits or sources.Limits()
    options = Options(encoding, sheet, limits)
    refused: list[Problem] = []
    tables: list[tuple[Table, sources.Source]] = []
    notices: list[str] = []
    seen: dict[str, str] = {}
    try:
        files = sources.log_files(paths)
    except LogRefused as error:
        if not keep_going:
            raise
        refused += error.problems
        known = {problem.file for problem in error.problems}
        files = sources.log_files([path for path in paths if str(path) not in known])
    for path in files:
        for source in _loaded(path, limits, stdin_format, refused):
            if source.sha256 in seen:
                notices.append(f"{source.file}: the same content as {seen[source.sha256]}; it was read once")
                continue
            seen[source.sha256] = source.file
            table = _table(source, options, refused)
            if table is not None:
                tables.append((table, source))
    return _log(tables, refused, notices, keep_going=keep_going, max_problems=max_problems)


def _loaded(
    path: str | Path, limits: sources.Limits, stdin_format: str | None, refused: list[Problem]
) -> Iterator[sources.Source]:
    try:
        yield from sources.load(path, limits, stdin_format)
    except LogRefused as error:
        refused += error.problems


def _table(source: sources.Source, options: Options, refused: list[Problem]) -> Table | None:
    try:
        return shape(read_raw(source, options))
    except LogRefused as error:
        refused += error.problems
        return None


def _log(
    tables: list[tuple[Table, sources.Source]],
    refused: list[Problem],
    notices: list[str],
    *,
    keep_going: bool,
    max_problems: int,
) -> Log:
    labels = [table.file for table, _ in tables]
    for table, _ in tables:
        notices += table.notices
        if not table.frame.height:
            notices.append(f"{table.file}: there are no rows under the header")
    rows = _stack(table.frame for table, _ in tables)
    structural = [problem for table, _ in tables for problem in table.rows]
    found = Findings()
    numbered = matches.number_matches(rows, found)
    table_rows, events = _read(numbered, labels, found, notices)
    problems = _problems(found, _structural(numbered, structural, labels), numbered, labels)
    if (problems or refused) and not keep_going:
        everything = sorted(refused + problems.listed(max_problems), key=lambda problem: _file_order(problem, labels))
        count = len(refused) + problems.count
        raise LogRefused(everything[:max_problems], max(count - max_problems, 0))
    rejected = refused + problems.listed(max_problems)
    if problems:
        table_rows, events = _without(table_rows, events, problems.matches)
    aside = [table.aside.select(pl.lit(no, pl.UInt16).alias("file_no"), *ASIDE) for no, (table, _) in enumerate(tables)]
    return Log(
        matches=table_rows,
        events=events.select(pl.col(name).cast(dtype) for name, dtype in EVENTS.items()),
        sources=_sources(tables),
        aside=pl.concat(aside) if aside else pl.DataFrame(schema={"file_no": pl.UInt16, **ASIDE}),
        notices=notices,
        rejected=rejected,
    )


def _stack(frames: Iterable[pl.DataFrame]) -> pl.DataFrame:
    parts = [frame.with_columns(pl.lit(no, pl.UInt16).alias("file_no")) for no, frame in enumerate(frames)]
    schema = {"line": pl.UInt32, **dict.fromkeys(COLUMNS, pl.String), "file_no": pl.UInt16}
    return (pl.concat(parts) if parts else pl.DataFrame(schema=schema)).with_row_index("row")


def _read(
    numbered: pl.DataFrame, labels: Sequence[str], found: Findings, notices: list[str]
) -> tuple[pl.DataFrame, pl.DataFrame]:
    typed = cells.typed(numbered, found).with_columns(numbered["match_no"])
    notices += cells.misplaced(numbered, typed["kind"], labels)
    values = matches.match_values(numbered, labels, found)
    named = numbered.drop("player").with_columns(typed["player"])
    table = matches.typed_matches(values, named, labels, found)
    events = matches.number_players(typed, table, found)
    matches.check_scores(events, table, found)
    events = order.in_order_of_play(events.filter(pl.col("match_no").is_not_null()), found)
    return table, events


@dataclass(frozen=True)
class _Problems:
    """Problems by rows, and the matches that they spoil."""

    frame: pl.DataFrame
    matches: list[int]

    @property
    def count(self) -> int:
        return self.frame.height

    def __bool__(self) -> bool:
        return self.frame.height > 0

    def listed(self, limit: int) -> list[Problem]:
        head = self.frame.head(limit).select("file", "line", "column", "value", "expected", "hint")
        return [Problem(*row) for row in head.iter_rows()]


def _problems(found: Findings, structural: Findings, numbered: pl.DataFrame, labels: Sequence[str]) -> _Problems:
    """Put the problems of rows together; where a row itself is broken, what its cells say is only a consequence."""
    names = pl.DataFrame(
        {"file_no": pl.Series(range(len(labels)), dtype=pl.UInt16), "file": pl.Series(labels, dtype=pl.String)}
    )
    frame = (
        structural.over(found)
        .join(numbered.select("row", "file_no", "line", "match_no"), on="row", how="left", maintain_order="left")
        .join(names, on="file_no", how="left", maintain_order="left")
        .with_columns(pl.col("column").replace("", None))
    )
    return _Problems(frame, frame["match_no"].drop_nulls().unique().to_list())


def _structural(numbered: pl.DataFrame, problems: list[Problem], labels: Sequence[str]) -> Findings:
    """Lay the problems that a reader found in single rows on those rows."""
    found = Findings()
    for problem in problems:
        here = (pl.col("file_no") == labels.index(problem.file)) & (pl.col("line") == problem.line)
        found.add(
            numbered.filter(here).head(1),
            problem.column or "",
            value=pl.lit(problem.value, pl.String),
            expected=problem.expected,
            hint=problem.hint,
        )
    return found


def _without(table: pl.DataFrame, events: pl.DataFrame, spoiled: list[int]) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Leave matches out and number the others anew."""
    kept = table.filter(~pl.col("match_no").is_in(spoiled))
    anew = kept.select("match_no").with_row_index("no")
    events = (
        events.join(anew, on="match_no", how="inner", maintain_order="left")
        .with_columns(match_no=pl.col("no"))
        .drop("no")
    )
    return kept.drop("match_no").with_row_index("match_no"), events


def _sources(tables: list[tuple[Table, sources.Source]]) -> pl.DataFrame:
    rows = [
        (no, source.file, source.format, source.sha256, len(source.data), table.frame.height)
        for no, (table, source) in enumerate(tables)
    ]
    return pl.DataFrame(rows, schema=SOURCES, orient="row")


def _file_order(problem: Problem, labels: Sequence[str]) -> tuple[int, int]:
    return (labels.index(problem.file) if problem.file in labels else -1, problem.line or 0)
