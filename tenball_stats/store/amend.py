"""Amendments: one stroke, or one fact of a match, put right, with who did it and why.

An amendment makes a new version of the match. The row keeps the file and line that it came from, `amendments` says
which of its cells no longer stands as it does there, and the new version is ruled by the editions that the one before
was ruled by.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import polars as pl

from tenball_stats.log import Log, LogRefused
from tenball_stats.log.again import read_texts
from tenball_stats.log.columns import COLUMNS, EVENT_COLUMNS, MATCH_COLUMNS, heading
from tenball_stats.log.notation import nearest
from tenball_stats.log.problems import word
from tenball_stats.log.texts import log_texts
from tenball_stats.replay import rule_log
from tenball_stats.store import journal
from tenball_stats.store.database import Database, StoreRefused
from tenball_stats.store.editions import ruled_by, stored_edition
from tenball_stats.store.journal import Entry
from tenball_stats.store.reading import log_of
from tenball_stats.store.records import one_record
from tenball_stats.store.write import Replayed, Version, next_key, write_matches, write_rulings


@dataclass(frozen=True)
class Place:
    """A stroke of a match."""

    rack: int
    shot: int
    attempt: int


@dataclass(frozen=True)
class Amended:
    """What an amendment did."""

    match: str
    version: int
    place: Place | None
    """The stroke; None where a fact of the whole match was amended."""
    cells: list[tuple[str, str | None, str | None]]
    """Column, before, after; None is blank."""


@dataclass(frozen=True)
class _Change:
    """A version of a match with other cells, ready to be written."""

    log: Log
    source_keys: Mapping[int, int]
    place: Place | None
    seq: int | None
    cells: list[tuple[str, str | None, str | None]]


def amend(
    database: Database,
    match: str,
    cells: Mapping[str, str],
    *,
    rack: int | None = None,
    shot: int | None = None,
    attempt: int | None = None,
    recorder: str | None = None,
    who: str,
    why: str,
) -> Amended:
    """Amend a stroke of a match, or a fact that holds for the whole of it.

    Args:
        database: open for writing.
        match: its id.
        cells: column of the log to the new text of its cell, empty for a blank one.
        rack: of the stroke; None to amend the match.
        shot: number of the stroke in the rack.
        attempt: at the rack, where it was played again; the last without it.
        recorder: whose record is amended; the one that counts without it.
        who: who amends it.
        why: for what reason.

    Raises:
        StoreRefused: there is no such match, stroke or column; the cell cannot be read; the match would not be sound
            any more; or nothing would change. Nothing is stored then.
    """
    record = one_record(database, match, recorder)
    change = _changed(database, record.match_key, _checked(cells, rack), rack, shot, attempt)
    with database.transaction():
        entry = journal.begin(database, "amend", who=who, why=why)
        key = next_key(database, "all_matches", "match_key")
        version = Version(key, record.record, record.version + 1, record.match_key, record.match_key)
        _write(database, entry, change, version)
        rulings = []
        for edition_key in ruled_by(database, record.match_key):
            edition = stored_edition(database, edition_key)
            part = Replayed([0], change.log, rule_log(change.log, edition), [edition])
            rulings.append(write_rulings(database, entry, part, [key]))
        place = change.place
        journal.finish(
            database,
            entry,
            {
                "match": match,
                "base": record.match_key,
                "version": [key, version.record, version.version],
                "place": [place.rack, place.shot, place.attempt] if place else None,
                "cells": dict(cells),
                "rulings": rulings,
            },
        )
    return Amended(match, version.version, change.place, change.cells)


def amend_again(database: Database, entry: Entry) -> None:
    """Do an amendment once more, from its entry in the journal, all but its rulings."""
    said = entry.details
    rack, shot, attempt = said["place"] or (None, None, None)
    change = _changed(database, said["base"], _checked(said["cells"], rack), rack, shot, attempt)
    key, record, number = said["version"]
    _write(database, entry, change, Version(key, record, number, said["base"], said["base"]))


def _checked(cells: Mapping[str, str], rack: int | None) -> dict[str, str | None]:
    """Return the cells under the names of their columns, None for a blank."""
    allowed = MATCH_COLUMNS if rack is None else EVENT_COLUMNS
    found: dict[str, str | None] = {}
    for written, text in cells.items():
        column = heading(written)
        if column == "match":
            raise StoreRefused("the id of a match cannot be amended: it is what the match is known by")
        if column not in COLUMNS:
            hint = nearest(column, COLUMNS)
            raise StoreRefused(f"a log has no column {written!r}" + (f"; {hint}" if hint else ""))
        if column not in allowed:
            raise StoreRefused(
                f"{column} belongs to one stroke: give its rack and number as well"
                if rack is None
                else f"{column} holds for the whole match: leave out rack and stroke"
            )
        found[column] = text.strip() or None
    if not found:
        raise StoreRefused("nothing to amend: give at least one column=value")
    return found


def _changed(
    database: Database,
    match_key: int,
    cells: Mapping[str, str | None],
    rack: int | None,
    shot: int | None,
    attempt: int | None,
) -> _Change:
    """Read a version of a match with other cells; every row keeps the file and line that it came from."""
    log, source_keys = log_of(database, [match_key])
    texts = log_texts(log)
    row, place = 0, None
    if rack is not None and shot is not None:
        row, place = _row(log, rack, shot, attempt)
    changed = [(column, texts[column][row], text) for column, text in cells.items() if texts[column][row] != text]
    if not changed:
        raise StoreRefused(
            "nothing to amend: " + ", ".join(f"{column} is {text or 'blank'} already" for column, text in cells.items())
        )
    at = pl.int_range(pl.len()) == row
    texts = texts.with_columns(
        pl.when(at).then(pl.lit(text, pl.String)).otherwise(pl.col(column)).alias(column) for column, _, text in changed
    )
    try:
        new = read_texts(texts, "amended")
    except LogRefused as refused:
        raise _refusal(refused, log, row) from None
    old = log.events.select("file_no", "line", was="out_of_order")
    before = old[new.events["line"].cast(pl.Int64) - 2]
    events = new.events.with_columns(
        before["file_no"], before["line"], out_of_order=new.events["out_of_order"] | before["was"]
    )
    seq = None if place is None else int((new.events["line"] == row + 2).arg_max() or 0) + 1
    sound = replace(new, events=events, sources=log.sources)
    return _Change(sound, dict(enumerate(source_keys)), place, seq, changed)


def _row(log: Log, rack: int, shot: int, attempt: int | None) -> tuple[int, Place]:
    """Return the row of a stroke, counted from 0, and its place."""
    strokes = log.events.with_row_index("row").filter(pl.col("is_stroke") & (pl.col("rack") == rack))
    match = log.matches["match"][0]
    if not strokes.height:
        racks = log.events.filter("is_stroke")["rack"].unique().sort().to_list()
        raise StoreRefused(f"match {match!r} has no rack {rack}; it has {_span(racks)}")
    here = strokes.filter(pl.col("attempt") == (attempt or strokes["attempt"].max()))
    found = here.filter(pl.col("shot") == shot)
    if found.height > 1:
        raise StoreRefused(
            f"rack {rack} of match {match!r} has {found.height} strokes with the number {shot}; "
            "put the log right and store it again with --replace"
        )
    if not found.height:
        shots = here["shot"].unique().sort().to_list()
        where = f"rack {rack}" + (f", attempt {attempt}," if attempt else "") + f" of match {match!r}"
        raise StoreRefused(f"{where} has no stroke {shot}; it has {_span(shots)}")
    return int(found["row"][0]), Place(rack, shot, int(found["attempt"][0]))


def _span(numbers: Sequence[int]) -> str:
    """Word a list of numbers."""
    if not numbers:
        return "none"
    if len(numbers) > 2 and numbers[-1] - numbers[0] == len(numbers) - 1:
        return f"{numbers[0]} to {numbers[-1]}"
    return ", ".join(map(str, numbers))


def _refusal(refused: LogRefused, log: Log, row: int) -> StoreRefused:
    """Word why a match cannot be amended so: of the amended row its cell alone, of others where they stand."""
    files = log.sources["file"].to_list()
    said = []
    for problem in refused.problems[:5]:
        at = (problem.line or 2) - 2
        if at == row:
            said.append(word(replace(problem, file="amended", line=None)).removeprefix("amended, "))
        else:
            stands = log.events.row(at, named=True)
            said.append(word(replace(problem, file=files[stands["file_no"]], line=stands["line"])))
    return StoreRefused("this would not be a sound record: " + "; ".join(said))


def _write(database: Database, entry: Entry, change: _Change, version: Version) -> None:
    write_matches(database, entry, change.log, [version], change.source_keys)
    place = change.place
    for column, before, after in change.cells:
        database.con.execute(
            "INSERT INTO amendments VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            [
                entry.number,
                version.match_key,
                change.seq,
                place.rack if place else None,
                place.attempt if place else None,
                place.shot if place else None,
                column,
                before,
                after,
            ],
        )
