"""What stands in a file of an archive, without its strokes: matches, players, editions, and in which rows they are.

A file is read once for this, and only in the columns that are asked for. What a survey cannot read it leaves to the
replay, which says what is wrong with it.
"""

import hashlib
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

import polars as pl

from tenball_stats.archive.place import ArchiveRefused, Place
from tenball_stats.log import notation
from tenball_stats.log.columns import COLUMNS, heading
from tenball_stats.log.problems import LogRefused, Problem
from tenball_stats.log.readers import Options, Raw
from tenball_stats.log.readers import parquet as reader
from tenball_stats.log.readers.table import shape

_BLOCK = 1 << 22
"""Bytes that are hashed at once."""

ASKED = ("match", "player", "players", "edition")
"""The columns that a survey reads."""


@dataclass(frozen=True)
class LogFile:
    """A file of an archive."""

    number: int
    """Its place among the files, from 0."""
    place: Place
    bytes: int
    given: tuple[tuple[str, str], ...] = ()
    """Columns whose value the folders give: `event=League/season=2026/part-0.parquet`."""


@dataclass(frozen=True)
class Group:
    """A row group of a file."""

    rows: int
    matches: tuple[tuple[str, int], ...]
    """Each match in it, in the order of first appearance, with the number of its rows."""
    without: int
    """Rows that name no match."""


@dataclass
class Survey:
    """What stands in a file."""

    number: int
    sha256: str = ""
    groups: list[Group] = field(default_factory=list)
    names: list[str] = field(default_factory=list)
    """Names of players, in the order of first appearance."""
    editions: list[str] = field(default_factory=list)
    refused: list[Problem] = field(default_factory=list)
    """Why the file as a whole cannot be used."""

    @property
    def rows(self) -> int:
        """Rows of the file."""
        return sum(group.rows for group in self.groups)


def surveyed(file: LogFile, options: Options) -> Survey:
    """Return what stands in a file; that it cannot be used stands in `refused`."""
    found = Survey(file.number)
    try:
        found.sha256 = _hash(file.place)
        with file.place.opened() as data:
            parquet = reader.opened(data, file.place.name, options.limits)
            empty = parquet.schema_arrow.empty_table()
            # Headings that are missing and columns that a log cannot hold are told by a file without rows.
            shape(with_given(reader.raw_of(empty, file.place.name, options.limits), file), options.mapping)
            columns = columns_of(parquet.schema_arrow.names, options)
            wanted = {name: columns[name] for name in ASKED if name in columns}
            for group in range(parquet.num_row_groups):
                table = reader.rows_of(
                    parquet, file.place.name, options.limits, groups=[group], columns=list(wanted.values())
                )
                raw = reader.raw_of(table, file.place.name, options.limits)
                names = {f"c{raw.headings.index(written)}": name for name, written in wanted.items()}
                frame = raw.frame.select(pl.col(place).alias(name) for place, name in names.items())
                found.groups.append(
                    _group(texts(frame, file, options, parquet.metadata.row_group(group).num_rows), found)
                )
    except LogRefused as error:
        found.refused += error.problems
    except ArchiveRefused as error:
        found.refused.append(Problem(file.place.name, hint=str(error).removeprefix(f"{file.place.name}: ")))
    return found


def columns_of(headings: Iterable[str], options: Options) -> dict[str, str]:
    """Return column of a log -> heading of it, of the first where there are several."""
    name_of = options.mapping.heading if options.mapping else heading
    found: dict[str, str] = {}
    for written in headings:
        found.setdefault(name_of(written), written)
    return {name: written for name, written in found.items() if name in COLUMNS}


def with_given(raw: Raw, file: LogFile) -> Raw:
    """Return a table with the columns that the folders of the file give; what stands in the file comes before them."""
    known = {heading(written) for written in raw.headings}
    given = [(name, value) for name, value in file.given if name not in known]
    if not given:
        return raw
    width = len(raw.headings)
    further = [pl.lit(value, pl.String).alias(f"c{width + no}") for no, (_, value) in enumerate(given)]
    raw.headings = [*raw.headings, *(name for name, _ in given)]
    raw.frame = raw.frame.with_columns(further)
    return raw


def texts(frame: pl.DataFrame, file: LogFile, options: Options, rows: int) -> pl.DataFrame:
    """Return the columns that a survey asks for, trimmed and in the words of the format, null where blank."""
    given = dict(file.given)
    if not frame.width:
        frame = pl.DataFrame({"rows": pl.repeat(None, rows, eager=True)})
    lacking = [pl.lit(given.get(name), pl.String).alias(name) for name in ASKED if name not in frame.columns]
    cell = pl.col(ASKED).cast(pl.String).str.strip_chars()
    frame = frame.with_columns(lacking).select(pl.when(cell != "").then(cell).name.keep())
    return options.mapping.applied(frame) if options.mapping else frame


def ids(matches: pl.Series) -> pl.Series:
    """Return match ids as they are compared; null where there is none."""
    return _each(matches, notation.name)


def _each(series: pl.Series, read: Callable[[str], str]) -> pl.Series:
    """Return a column with each distinct text read once."""
    distinct = series.unique().drop_nulls().to_list()
    changed = {text: new or None for text in distinct if (new := read(text)) != text}
    return series.replace(list(changed), list(changed.values())) if changed else series


def _group(frame: pl.DataFrame, found: Survey) -> Group:
    """Return what stands in a row group; names and editions are added to those of the file."""
    match = ids(frame["match"])
    counts = match.drop_nulls().to_frame("match").group_by("match", maintain_order=True).len()
    said = [name for text in _distinct(frame["players"]) for name in _names(text)]
    said += [notation.name(text) for text in _distinct(frame["player"])]
    found.names = list(dict.fromkeys([*found.names, *filter(None, said)]))
    editions = [notation.name(text) for text in _distinct(frame["edition"])]
    found.editions = list(dict.fromkeys([*found.editions, *editions]))
    return Group(frame.height, tuple(counts.iter_rows()), match.null_count())


def _distinct(series: pl.Series) -> list[str]:
    return series.unique(maintain_order=True).drop_nulls().to_list()


def _names(text: str) -> list[str]:
    try:
        return notation.names(text)
    except notation.Unreadable:
        return []


def _hash(place: Place) -> str:
    digest = hashlib.sha256()
    with place.opened() as data:
        while block := data.read(_BLOCK):
            digest.update(block)
    return digest.hexdigest()
