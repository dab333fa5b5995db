"""An archive of logs replayed as a whole: surveyed, planned, worked off, published."""

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from urllib.parse import unquote

import polars as pl

from tenball_stats import __version__
from tenball_stats.archive.engines import Engine, engine
from tenball_stats.archive.place import ArchiveRefused, Place, place_of
from tenball_stats.archive.plan import ROWS, Plan, planned
from tenball_stats.archive.result import MANIFEST, Target
from tenball_stats.archive.survey import LogFile, Survey, surveyed
from tenball_stats.archive.unit import MOST, Job, Report, Written, replayed, said, write_edition, written
from tenball_stats.log.columns import COLUMNS, heading
from tenball_stats.log.problems import LogRefused, Problem
from tenball_stats.log.readers import Options
from tenball_stats.rules import Edition, edition_ids, load_edition
from tenball_stats.rules.whole import whole_text
from tenball_stats.store import open_database
from tenball_stats.store.database import utc_now

_NOTICES = 20
"""Notices that are listed."""

_NULL = "__HIVE_DEFAULT_PARTITION__"

Step = Callable[[str], None]


@dataclass
class Done:
    """What came of a replay."""

    files: int = 0
    rows: int = 0
    matches: int = 0
    racks: int = 0
    strokes: int = 0
    units: int = 0
    editions: list[str] = field(default_factory=list)
    notices: list[str] = field(default_factory=list)
    rejected: list[Problem] = field(default_factory=list)
    """What `keep_going` left out, up to a limit."""
    more: int = 0
    """Problems beyond the limit."""


def replay_archive(
    archive: Sequence[str],
    out: str,
    *,
    name: str = "local",
    address: str | None = None,
    edition: Edition | None = None,
    options: Options | None = None,
    keep_going: bool = False,
    replace_result: bool = False,
    rows: int = ROWS,
    on_step: Step = lambda _: None,
) -> Done:
    """Replay Parquet files and write the rulings, and what statistics need, as Parquet files.

    Args:
        archive: folders and files, of this machine or by address.
        out: the folder to write.
        name: of the engine, one of `ENGINES`.
        address: of a Ray cluster; None starts one on this machine.
        edition: the one to rule by; None for each match's own.
        options: how the logs are read.
        keep_going: take the sound matches, and put the rest into the table `rejects`.
        replace_result: put it in the place of an earlier result.
        rows: that are replayed together, if no single match has more.
        on_step: told in a few words what is being done.

    Raises:
        LogRefused: with what is wrong with the archive, up to a limit; nothing is published.
        ArchiveRefused: the archive, the folder or the engine cannot be used; nothing is published.
    """
    options = options or Options()
    files, notices = _files([place_of(path) for path in archive])
    target = Target(_apart(place_of(out), files), replace=replace_result)
    done = Done(notices=notices)
    done.notices += [
        f"{folder} is left of a replay that died, or is going on; it can be removed when none is running"
        for folder in target.left_by_others()
    ]
    try:
        with engine(name, address) as workers:
            on_step(f"looking through {len(files):,} files")
            surveys = sorted(workers.map(surveyed, files, options), key=lambda found: found.number)
            surveys, refused = _usable(files, surveys, done, keep_going=keep_going)
            plan = planned(files, surveys, rows)
            if plan.again > 2 * plan.rows:
                done.notices.append(
                    f"matches are scattered over the archive: each row is read {1 + plan.again // plan.rows} times; it "
                    "is faster where the rows of a match stand together"
                )
            job = _job(plan, target, options, edition, keep_going=keep_going)
            reports = _worked_off(workers, plan, job, on_step)
        _refuse(reports, refused, done, keep_going=keep_going)
        for report in reports:
            _add(done, report)
        done.files, done.rows, done.units = len(surveys), plan.rows, len(plan.units)
        parts = [
            *(file for report in reports for file in report.files),
            *_registers(plan, files, surveys, job, refused),
        ]
        target.publish(parts, _facts(done, archive, job))
    except BaseException:
        target.discard()
        raise
    done.notices = _shortened(done.notices)
    return done


# Files ---------------------------------------------------------------------------------------------------------------


def _files(places: Sequence[Place]) -> tuple[list[LogFile], list[str]]:
    """Return the Parquet files that places stand for, and remarks on what is not taken."""
    from pyarrow import fs

    files: dict[str, LogFile] = {}
    others: list[str] = []
    unknown: set[str] = set()
    for place in places:
        info = place.info()
        if info.type == fs.FileType.NotFound:
            raise ArchiveRefused(f"{place.name}: there is no such file or folder")
        if info.type == fs.FileType.File:
            files.setdefault(place.path, LogFile(len(files), place, info.size))
            continue
        below = place.below()
        if any(path == MANIFEST for path, _ in below):
            raise ArchiveRefused(
                f"{place.name}: is itself a result of tenball replay --out; name the logs it was made from"
            )
        found = 0
        for path, size in below:
            if any(part.startswith(("_", ".")) for part in path.split("/")):
                continue
            if not path.lower().endswith(".parquet"):
                others.append(f"{place.name.rstrip('/')}/{path}")
                continue
            found += 1
            given, strange = _given(path)
            unknown |= strange
            files.setdefault((place / path).path, LogFile(len(files), place / path, size, given))
        if not found:
            raise ArchiveRefused(
                f"{place.name}: there is no Parquet file in this folder; an archive is one of files "
                "that end in .parquet"
            )
    notices = []
    if others:
        more = f" and {len(others) - 1:,} more" if len(others) > 1 else ""
        notices.append(f"{others[0]}{more}: not a Parquet file, left out")
    if unknown:
        notices.append(f"folders are named by {', '.join(sorted(unknown))}, which is no column of a log; left out")
    return list(files.values()), notices


def _given(path: str) -> tuple[tuple[tuple[str, str], ...], set[str]]:
    """Return what the folders of a file say (`event=League/season=2026`): columns of a log, and what else there is."""
    pairs = [part.split("=", 1) for part in path.split("/")[:-1] if "=" in part]
    told = {heading(unquote(key)): unquote(value) for key, value in pairs}
    given = tuple((key, value) for key, value in told.items() if key in COLUMNS and value not in {"", _NULL})
    return given, set(told) - set(COLUMNS)


def _apart(out: Place, files: Sequence[LogFile]) -> Place:
    """Return the folder to write; it may not hold the archive itself."""
    for file in files:
        if file.place.files.type_name == out.files.type_name and file.place.path.startswith(f"{out.path.rstrip('/')}/"):
            raise ArchiveRefused(f"{out.name}: the archive itself lies there ({file.place.name}); name another folder")
    return out


def _usable(
    files: Sequence[LogFile], surveys: Sequence[Survey], done: Done, *, keep_going: bool
) -> tuple[list[Survey], list[Problem]]:
    """Return the surveys of the files that are read, and what keeps others from it."""
    usable: list[Survey] = []
    refused: list[Problem] = []
    seen: dict[str, str] = {}
    for file, survey in zip(files, surveys, strict=True):
        if survey.refused:
            refused += survey.refused
        elif survey.sha256 in seen:
            done.notices.append(f"{file.place.name}: the same content as {seen[survey.sha256]}; it was read once")
        else:
            seen[survey.sha256] = file.place.name
            usable.append(survey)
            if not survey.rows:
                done.notices.append(f"{file.place.name}: there are no rows in it")
    if refused and not keep_going:
        raise LogRefused(refused[:MOST], max(len(refused) - MOST, 0))
    return usable, refused


# Work ----------------------------------------------------------------------------------------------------------------


def _job(plan: Plan, target: Target, options: Options, edition: Edition | None, *, keep_going: bool) -> Job:
    """Return what is the same for every unit."""
    named = [edition.id] if edition else [one for one in plan.editions if one in edition_ids()]
    return Job(
        options=options,
        target=target.parts,
        run=target.run,
        made_at=utc_now(),
        names=plan.names,
        edition_keys={one: key for key, one in enumerate(named, start=1)},
        edition=edition,
        keep_going=keep_going,
    )


def _worked_off(workers: Engine, plan: Plan, job: Job, on_step: Step) -> list[Report]:
    """Replay every unit; return the reports in their order."""
    on_step(f"replaying {plan.matches:,} matches")
    reports: list[Report] = []
    strokes = 0
    for report in workers.map(replayed, plan.units, job):
        reports.append(report)
        strokes += report.strokes
        on_step(f"replayed {strokes:,} strokes, part {len(reports):,} of {len(plan.units):,}")
    return sorted(reports, key=lambda report: report.number)


def _refuse(reports: Sequence[Report], refused: Sequence[Problem], done: Done, *, keep_going: bool) -> None:
    """Raise what is wrong with the archive, or note it."""
    failed = list(dict.fromkeys(report.failed for report in reports if report.failed))
    if failed:
        raise ArchiveRefused("\n".join(failed[:MOST] + ([f"and {len(failed) - MOST:,} more"] if failed[MOST:] else [])))
    problems = [*refused, *(problem for report in reports for problem in report.problems)]
    more = max(len(problems) - MOST, 0) + sum(report.more for report in reports)
    if problems and not keep_going:
        raise LogRefused(problems[:MOST], more)
    done.rejected, done.more = problems[:MOST], more
    if problems and not any(report.matches for report in reports):
        raise LogRefused(problems[:MOST], more)


def _add(done: Done, report: Report) -> None:
    done.matches += report.matches
    done.racks += report.racks
    done.strokes += report.strokes
    done.editions += [edition for edition in report.editions if edition not in done.editions]
    done.notices += report.notices


def _registers(
    plan: Plan, files: Sequence[LogFile], surveys: Sequence[Survey], job: Job, refused: Sequence[Problem]
) -> Iterable[Written]:
    """Write the tables that belong to the archive as a whole: players, editions, files, the journal."""
    by_number = {file.number: file for file in files}
    names = pl.DataFrame(
        {"player_key": list(plan.names.values()), "name": list(plan.names), "entry": [1] * len(plan.names)},
        schema={"player_key": pl.Int32, "name": pl.String, "entry": pl.Int32},
    )
    sources = pl.DataFrame(
        [
            (survey.number + 1, by_number[survey.number].place.name, "parquet", survey.sha256,
             by_number[survey.number].bytes, survey.rows)
            for survey in surveys
        ],
        schema={"source_key": pl.Int32, "file": pl.String, "format": pl.String, "sha256": pl.String,
                "bytes": pl.Int64, "rows": pl.Int64},
        orient="row",
    ).with_columns(
        path=pl.col("file"), ingested_at=pl.lit(job.made_at), tool_version=pl.lit(__version__),
        read_with=pl.lit(said(job)), entry=pl.lit(1, pl.Int32),
    )  # fmt: skip
    whole = [(p.file, p.line, None, p.column, p.value, p.expected, p.hint, None) for p in refused]
    columns = ("file", "line", "match", "column", "value", "expected", "hint", "raw")
    rejects = pl.DataFrame(
        whole, schema={name: pl.UInt32 if name == "line" else pl.String for name in columns}, orient="row"
    ).with_columns(entry=pl.lit(1, pl.Int32), place=pl.int_range(1, pl.len() + 1, dtype=pl.Int32))
    with open_database(":memory:") as database:
        for table, frame in (("names", names), ("sources", sources), ("rejects", rejects)):
            database.con.register("frame", frame)
            database.con.execute(f"INSERT INTO {table} BY NAME SELECT * FROM frame")  # noqa: S608 - our own names
            database.con.unregister("frame")
        for one, key in job.edition_keys.items():
            edition = job.edition or load_edition(one)
            write_edition(database, key, edition)
            database.con.execute(
                "INSERT INTO edition_texts VALUES (?, ?, ?)", [one, edition.fingerprint, whole_text(edition)]
            )
        database.con.execute(
            "INSERT INTO journal VALUES (1, ?, 'replay', NULL, NULL, ?, ?)",
            [job.made_at, __version__, json.dumps({"edition": job.edition.id if job.edition else None})],
        )
        tables = {name: name for name in ("names", "sources", "editions", "edition_texts", "journal", "rejects")}
        # After those of the units, so that no two files have one name.
        return list(written(database, job, tables, len(plan.units)))


def _facts(done: Done, archive: Sequence[str], job: Job) -> dict[str, object]:
    return {
        "made_at": job.made_at.isoformat(sep=" "),
        "archive": list(archive),
        "edition": job.edition.id if job.edition else None,
        "logs": done.files,
        "matches": done.matches,
        "racks": done.racks,
        "strokes": done.strokes,
        "left_out": len(done.rejected) + done.more,
    }


def _shortened(notices: Sequence[str]) -> list[str]:
    once = list(dict.fromkeys(notices))
    return once[:_NOTICES] + ([f"and {len(once) - _NOTICES:,} more notes"] if len(once) > _NOTICES else [])
