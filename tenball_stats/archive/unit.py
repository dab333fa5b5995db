"""One unit of an archive: read, ruled, and written as the rows that a database would hold of its matches."""

import datetime as dt
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

import polars as pl

from tenball_stats import __version__
from tenball_stats.archive.place import ArchiveRefused, Place
from tenball_stats.archive.plan import Part, Unit
from tenball_stats.archive.survey import columns_of, ids, texts, with_given
from tenball_stats.errors import TenballError
from tenball_stats.log import Log
from tenball_stats.log.files import Tables
from tenball_stats.log.log import log_of
from tenball_stats.log.problems import LogRefused, Problem
from tenball_stats.log.readers import Options, Raw
from tenball_stats.log.readers import parquet as reader
from tenball_stats.log.readers.table import shape
from tenball_stats.log.sources import Source
from tenball_stats.replay import compiled, editions_of
from tenball_stats.rules import Edition
from tenball_stats.store import Database, open_database
from tenball_stats.store.journal import Entry
from tenball_stats.store.replayed import Replayed
from tenball_stats.store.write import Version, write_aside, write_matches, write_rulings

# ruff: noqa: S608 - names of this project's own tables are put into statements, never a value

TABLES = {
    "matches": "all_matches",
    "match_players": "match_players",
    "strokes": "strokes",
    "lags": "lags",
    "events": "events",
    "racks": "racks",
    "aside": "aside",
    "ruled": "all_ruled",
    "rulings": "all_rulings",
    "rack_results": "all_rack_results",
    "findings": "all_findings",
    "rejects": "rejects",
}
"""Folder of a result and the table of a database whose rows are in it."""

MOST = 50
"""Problems that are listed."""


@dataclass(frozen=True)
class Job:
    """What is the same for every unit of a replay."""

    options: Options
    target: Place
    """The folder that the parts are written into."""
    run: str
    """What the names of its files begin with, so that those of two runs cannot be taken for each other."""
    made_at: dt.datetime
    names: Mapping[str, int]
    edition_keys: Mapping[str, int]
    edition: Edition | None
    """The one asked for; None for each match's own."""
    keep_going: bool


@dataclass
class Written:
    """A file of a result."""

    table: str
    path: str
    """From the folder of the result."""
    rows: int
    bytes: int


@dataclass
class Report:
    """What became of a unit."""

    number: int
    files: list[Written] = field(default_factory=list)
    matches: int = 0
    racks: int = 0
    strokes: int = 0
    editions: list[str] = field(default_factory=list)
    notices: list[str] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    """What is wrong with it, or was left out of it; up to a limit."""
    more: int = 0
    """Problems beyond the limit."""
    failed: str = ""
    """Why its matches could not be replayed."""


def replayed(unit: Unit, job: Job) -> Report:
    """Replay a unit and write its parts; what keeps it from being replayed stands in the report."""
    report = Report(unit.number)
    # Under six editions each has but a sixth of the rows; together they are enough.
    compiled.get_ready(unit.rows)
    try:
        log = log_of(_read(unit, job.options), job.options, keep_going=job.keep_going, max_problems=MOST)
        report.notices = log.notices
        report.problems = log.rejected
        report.more = max(log.rejects.height - len(log.rejected), 0)
        _replay(unit, job, log, report)
    except LogRefused as error:
        report.problems, report.more = error.problems, error.more
    except TenballError as error:
        report.failed = str(error)
    return report


def _replay(unit: Unit, job: Job, log: Log, report: Report) -> None:
    editions = editions_of(log, job.edition)
    keys = {match: key for key, match in enumerate(unit.matches, unit.first_key)}
    match_keys = [keys[match] for match in log.matches["match"].to_list()]
    entry = Entry(1, job.made_at, "replay", None, None, {})
    with open_database(":memory:") as database:
        _prepare(database, job, log, editions)
        source_keys = {no: _source_key(part) for no, part in enumerate(_files(unit))}
        with database.transaction():
            if log.matches.height:
                write_aside(database, log.aside, source_keys)
                write_matches(database, entry, log, [Version(key, 1, 1) for key in match_keys], source_keys)
                ruled = Replayed.of(log, editions)
                write_rulings(database, entry, ruled, match_keys, [job.edition_keys[one.id] for one in editions])
            if log.rejects.height:
                rows = log.rejects.with_columns(
                    entry=pl.lit(1, pl.Int32), place=pl.int_range(1, pl.len() + 1, dtype=pl.Int32)
                )
                database.con.register("new_rejects", rows)
                database.con.execute("INSERT INTO rejects BY NAME SELECT * FROM new_rejects")
                database.con.unregister("new_rejects")
        report.files = list(written(database, job, TABLES, unit.number))
    events = log.events.filter(~pl.col("is_copy"))
    report.matches = log.matches.height
    report.strokes = int(events["is_stroke"].sum())
    report.racks = events.filter(pl.col("rack") > 0).select("match_no", "rack").n_unique()
    report.editions = list(dict.fromkeys(edition.id for edition in editions))


def _prepare(database: Database, job: Job, log: Log, editions: list[Edition]) -> None:
    """Give a database the keys that the whole archive has."""
    names = log.matches["players"].explode().drop_nulls().unique(maintain_order=True).to_list()
    frame = pl.DataFrame(
        {"player_key": [job.names[name] for name in names], "name": names, "entry": [1] * len(names)},
        schema={"player_key": pl.Int32, "name": pl.String, "entry": pl.Int32},
    )
    database.con.register("new_names", frame)
    database.con.execute("INSERT INTO names BY NAME SELECT * FROM new_names")
    database.con.unregister("new_names")
    for edition in {edition.id: edition for edition in editions}.values():
        write_edition(database, job.edition_keys[edition.id], edition)


def write_edition(database: Database, key: int, edition: Edition) -> None:
    """Write an edition under a key of one's own."""
    database.con.execute(
        "INSERT INTO editions VALUES (?, ?, ?, ?, ?)", [key, edition.id, edition.name, edition.fingerprint, __version__]
    )


def written(database: Database, job: Job, tables: Mapping[str, str], number: int) -> Iterator[Written]:
    """Write the rows of tables as Parquet files, one for each that has any.

    Args:
        database: that holds the tables.
        job: where to.
        tables: folder and table.
        number: of the files, each in the folder of its table.
    """
    import pyarrow.parquet as pq

    for folder, table in tables.items():
        rows = database.con.sql(f"SELECT * FROM {table}").to_arrow_table()
        if not rows.num_rows:
            continue
        path = f"{folder}/{job.run}{number:06}.parquet"
        place = job.target / path
        with place.writing() as out:
            pq.write_table(rows, out, compression="zstd")
        yield Written(folder, path, rows.num_rows, int(place.info().size))


# Reading -------------------------------------------------------------------------------------------------------------


def _files(unit: Unit) -> list[Part]:
    """Return the first part of each file of a unit."""
    return list({part.file.number: part for part in reversed(unit.parts)}.values())[::-1]


def _source_key(part: Part) -> int:
    return part.file.number + 1


def _read(unit: Unit, options: Options) -> Tables:
    """Return the rows of a unit, a table for each file."""
    mine = set(unit.matches)
    tables = []
    for first in _files(unit):
        parts = [part for part in unit.parts if part.file.number == first.file.number]
        raw = with_given(_raw(parts, mine, options), first.file)
        tables.append((shape(raw, options.mapping), Source(first.file.place.name, "parquet", b"", "")))
    return Tables(tables, [], [notice for table, _ in tables for notice in table.notices])


def _raw(parts: list[Part], mine: set[str], options: Options) -> Raw:
    """Return the rows of some matches in some row groups of one file."""
    file = parts[0].file
    name = file.place.name
    frames = []
    with file.place.opened() as data:
        try:
            size = data.size()
        except OSError:
            size = file.bytes
        if size != file.bytes:
            raise ArchiveRefused(f"{name}: has changed while it was read; replay the archive again")
        parquet = reader.opened(data, name, options.limits)
        match = columns_of(parquet.schema_arrow.names, options).get("match")
        headings = parquet.schema_arrow.names
        for part in parts:
            line = part.first_line
            for batch in reader.batches_of(parquet, name, options.limits, groups=[part.group]):
                column = pl.DataFrame()
                if match is not None:
                    read = reader.texts_of(pl.Series(pl.from_arrow(batch.column(match))))
                    column = pl.DataFrame() if read is None else read.alias("match").to_frame()
                found = ids(texts(column, file, options, batch.num_rows)["match"])
                kept = found.is_in(mine).fill_null(value=part.rest)
                if kept.any():
                    raw = reader.raw_of(batch, name, options.limits, line)
                    frames.append(raw.frame if kept.all() else raw.frame.filter(kept))
                line += batch.num_rows
        if not frames:
            frames.append(reader.raw_of(parquet.schema_arrow.empty_table(), name, options.limits).frame)
    return Raw(name, headings, pl.concat(frames))


def said(job: Job) -> str:
    """Return how the logs were read, as the database keeps it."""
    from tenball_stats.log.said import said as told

    return json.dumps(told(job.options), ensure_ascii=False)
