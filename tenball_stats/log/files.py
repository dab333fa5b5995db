"""Files to tables: what was given, unpacked and read by its format, the columns of a log found in it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from tenball_stats.log import sources
from tenball_stats.log.problems import LogRefused, Problem
from tenball_stats.log.readers import Options, read_raw
from tenball_stats.log.readers.table import Table, shape


@dataclass
class Tables:
    """Tables of events, each with the source it came from, what was refused, and remarks for the user."""

    tables: list[tuple[Table, sources.Source]] = field(default_factory=list)
    refused: list[Problem] = field(default_factory=list)
    notices: list[str] = field(default_factory=list)


def read_tables(
    paths: Sequence[str | Path], options: Options, *, stdin_format: str | None = None, keep_going: bool = False
) -> Tables:
    """Read the tables of files, folders (all logs below, sorted) and `-` (standard input).

    What cannot be read stands in `refused`. Raises `LogRefused` where a path does not exist, unless `keep_going`.
    """
    found = Tables()
    seen: dict[str, str] = {}
    for path in _files(paths, found, keep_going=keep_going):
        for source in _loaded(path, options.limits, stdin_format, found):
            if source.sha256 in seen:
                same = f"the same content as {seen[source.sha256]}"
                found.notices.append(f"{source.file}: {same}; it was read once")
                continue
            seen[source.sha256] = source.file
            try:
                found.tables += [(shape(raw, options.mapping), source) for raw in read_raw(source, options)]
            except LogRefused as error:
                found.refused += error.problems
    for table, _ in found.tables:
        found.notices += table.notices
        if not table.frame.height:
            found.notices.append(f"{table.file}: there are no rows under the header")
    return found


def _files(paths: Sequence[str | Path], found: Tables, *, keep_going: bool) -> list[str | Path]:
    try:
        return sources.log_files(paths)
    except LogRefused as error:
        if not keep_going:
            raise
        found.refused += error.problems
        known = {problem.file for problem in error.problems}
        return sources.log_files([path for path in paths if str(path) not in known])


def _loaded(
    path: str | Path, limits: sources.Limits, stdin_format: str | None, found: Tables
) -> Iterator[sources.Source]:
    try:
        yield from sources.load(path, limits, stdin_format)
    except LogRefused as error:
        found.refused += error.problems
