"""What every reader gives: headings and columns of texts; and the step that finds the log's columns among them."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import polars as pl

from tenball_stats.log.coded import changed
from tenball_stats.log.coded import plain as plain_texts
from tenball_stats.log.columns import COLUMNS, REQUIRED, heading
from tenball_stats.log.mapping import Mapping, ready_for
from tenball_stats.log.notation import nearest
from tenball_stats.log.problems import LogRefused, Problem, plain, quoted


@dataclass
class Raw:
    """A table as it stands in the file.

    `frame` has one column of texts (String, or coded: see `log.coded`) per heading, named by its place (`c0`, `c1` …),
    and `line` (u32, 1-based, the line of the file on which the row begins). `rows` are problems of single rows; their
    matches cannot be taken. `file` is how messages name it; a workbook of several logs adds the sheet.
    """

    file: str
    headings: list[str]
    frame: pl.DataFrame
    header_line: int = 1
    rows: list[Problem] = field(default_factory=list)
    notices: list[str] = field(default_factory=list)


@dataclass
class Table:
    """A table with the log's columns found.

    `frame` has `line` and every column of `COLUMNS` (texts, trimmed, null where blank or where the file lacks it);
    `written` is the same before a map put the format's words in. `aside` is what stood in unknown columns: `line`,
    `column` (the heading as written), `value`; `others` are those columns themselves, `unknown` their headings.
    `present` names the known columns that the file has.
    """

    file: str
    frame: pl.DataFrame
    written: pl.DataFrame
    aside: pl.DataFrame
    others: pl.DataFrame
    present: list[str]
    unknown: list[str]
    strange: list["Strange"]
    rows: list[Problem]
    notices: list[str]


class Strange(NamedTuple):
    """A column that a log does not have."""

    heading: str
    number: int
    """Which column of the table it is, from 1."""
    is_named: bool
    is_filled: bool


def notices_of(file: str, strange: Sequence[Strange]) -> list[str]:
    """Return the remarks on columns that a log does not have."""
    notices = [
        f"{file}: unknown column {quoted(column.heading)} is blank and was left out"
        for column in strange
        if not column.is_filled and column.is_named
    ]
    kept = [plain(column.heading) or f"(no heading, column {column.number})" for column in strange if column.is_filled]
    if kept:
        notices.append(f"{file}: kept aside, not part of a log: {', '.join(kept)}")
    return notices


ASIDE = {"line": pl.UInt32, "column": pl.String, "value": pl.String}


def shape(raw: Raw, words: Mapping | None = None) -> Table:
    """Find the log's columns in a table, set unknown ones aside and drop the rows that are blank.

    `words` is the map under which headings and cells are read. Raises `LogRefused` where a required column is missing
    or a heading stands twice with something under both.
    """
    name_of = words.heading if words else heading
    places = [name for name in raw.frame.columns if name != "line"]
    frame, filled = _trimmed(raw.frame, places)
    known: dict[str, str] = {}
    unknown: list[tuple[str, str]] = []
    strange: list[Strange] = []
    problems: list[Problem] = []
    spelled = dict(zip(places, raw.headings, strict=True))
    for number, (place, written) in enumerate(spelled.items(), start=1):
        name = name_of(written)
        if name not in COLUMNS:
            if place in filled:
                unknown.append((place, written.strip()))
            strange.append(Strange(written.strip(), number, bool(name), place in filled))
            continue
        if name not in known or known[name] not in filled:
            known[name] = place
        elif place in filled:
            problems.append(_twice(raw, name, spelled[known[name]], written))
    missing = [name for name in REQUIRED if name not in known]
    if missing:
        problems.append(_missing(raw, missing, words))
    if problems:
        raise LogRefused(problems)
    if frame[known["match"]].null_count():  # without one no row can be blank, and none has to be dropped
        broken = [problem.line for problem in raw.rows]
        held = pl.any_horizontal(pl.col(places).is_not_null())
        frame = frame.filter(held | pl.col("line").is_in(broken))
    asides = [
        frame.select("line", pl.lit(written).alias("column"), pl.col(place).cast(pl.String).alias("value")).drop_nulls(
            "value"
        )
        for place, written in unknown
    ]
    aside = pl.concat(asides) if asides else pl.DataFrame(schema=ASIDE)
    # Renamed, and not selected under other names: an expression would copy every column into one piece.
    named = frame.rename({place: name for name, place in known.items()})
    lacking = [pl.lit(None, pl.String).alias(name) for name in COLUMNS if name not in known]
    texts = named.with_columns(lacking).select("line", *COLUMNS)
    headings = [written for _, written in unknown]
    read = words.applied(plain_texts(texts)) if words else texts
    others = frame.select(place for place, _ in unknown)
    notices = [*raw.notices, *notices_of(raw.file, strange)]
    return Table(raw.file, read, texts, aside, others, list(known), headings, strange, raw.rows, notices)


def _trimmed(frame: pl.DataFrame, places: list[str]) -> tuple[pl.DataFrame, set[str]]:
    """Return a frame of texts trimmed, blank ones null; and the columns that hold anything.

    Columns whose cells are as they should be, which is most of them, are looked at and not written again.
    """
    texts = {place: dtype.categories for place, dtype in frame.schema.items() if isinstance(dtype, pl.Enum)}
    coded = list(texts)
    if coded:
        every = pl.concat(texts.values())
        if not _bare(every).equals(every, check_names=False):
            frame = frame.with_columns(changed(frame[place], _bare) for place in coded)
    held = [place for place in places if frame[place].null_count() < frame.height and place not in texts]
    filled = {place for place in coded if frame[place].null_count() < frame.height}
    if not held:
        return frame, filled
    cell = pl.col(held).drop_nulls()
    is_odd = frame.select(((cell.str.strip_chars() != cell) | (cell == "")).any()).row(0)
    odd = [place for place, has in zip(held, is_odd, strict=True) if has]
    if odd:
        cell = pl.col(odd).str.strip_chars()
        frame = frame.with_columns(pl.when(cell != "").then(cell).name.keep())
    return frame, filled | {place for place in held if place not in odd or frame[place].null_count() < frame.height}


def _bare(texts: pl.Series) -> pl.Series:
    return texts.str.strip_chars().replace("", None)


def _twice(raw: Raw, name: str, first: str, second: str) -> Problem:
    hint = "two columns have this heading and something stands in both; rename or remove one"
    if heading(first) != heading(second):
        hint = f"the headings {quoted(first)} and {quoted(second)} both stand for it; rename or remove one"
    return Problem(raw.file, raw.header_line, name, hint=hint)


def _missing(raw: Raw, missing: list[str], words: Mapping | None) -> Problem:
    seen = [heading(written) for written in raw.headings]
    hints = []
    for name in missing:
        near = nearest(name, [other for other in seen if other and other not in COLUMNS])
        if near:
            hints.append(f"for {name}, {near}")
    found = ", ".join(written.strip() for written in raw.headings if written.strip())
    ready = None if words else ready_for(raw.headings)
    if ready:
        hints = [f"these look like {ready.title} headings: say --map {ready.name}"]
    elif len(missing) == len(REQUIRED) and not words:
        hints.append("tenball map proposes a map from these headings to those of a log")
    what = "column" if len(missing) == 1 else "columns"
    return Problem(
        raw.file,
        raw.header_line,
        None,
        found or None,
        f"the {what} {', '.join(missing)} (a log needs {', '.join(REQUIRED)})",
        "; ".join(hints) or None,
    )
