"""Amendments: a row or a fact of a match put right, a row put in or taken out, with who did it and why.

An amendment makes a new version of the match. The row keeps the file and line that it came from, `amendments` says
which of its cells no longer stands as it does there, and the new version is ruled by the editions that the one before
was ruled by.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

import polars as pl

from tenball_stats.log import Log, LogRefused
from tenball_stats.log.again import read_texts
from tenball_stats.log.columns import COLUMNS, EVENT_COLUMNS, MATCH_COLUMNS, heading
from tenball_stats.log.notation import nearest
from tenball_stats.log.problems import word
from tenball_stats.log.texts import log_texts
from tenball_stats.store import journal
from tenball_stats.store.database import Database, StoreRefused
from tenball_stats.store.editions import ruled_by, stored_edition
from tenball_stats.store.edits import Edited, How, edited
from tenball_stats.store.journal import Entry
from tenball_stats.store.reading import log_of
from tenball_stats.store.records import one_record
from tenball_stats.store.replayed import Replayed
from tenball_stats.store.rows import Place, Which, find_row
from tenball_stats.store.write import Version, next_key, write_matches, write_rulings
from tenball_stats.terms import KINDS


@dataclass(frozen=True)
class Cell:
    """A cell that an amendment changed, or a row that it put in or took out (`ROW`); None is blank."""

    column: str
    before: str | None
    after: str | None
    place: Place | None
    """Of its row; None where it stands for the whole match."""
    seq: int | None
    """Number of the row in the new version, from 1."""


@dataclass(frozen=True)
class Amended:
    """What an amendment did."""

    match: str
    version: int
    place: Place | None
    """Of the row that was amended, put in or taken out; None where a fact of the whole match was amended."""
    how: How
    changed: list[Cell]

    @property
    def cells(self) -> list[tuple[str, str | None, str | None]]:
        """Column, before, after; None is blank."""
        return [(cell.column, cell.before, cell.after) for cell in self.changed]


@dataclass(frozen=True)
class _Change:
    """A version of a match with other cells, ready to be written."""

    log: Log
    source_keys: Mapping[int, int]
    row: int | None
    """Number of the row that was meant in the version before, from 0."""
    place: Place | None
    cells: list[Cell]


def amend(
    database: Database,
    match: str,
    cells: Mapping[str, str],
    *,
    who: str,
    why: str,
    rack: int | None = None,
    shot: int | None = None,
    attempt: int | None = None,
    which: Which | None = None,
    how: How = "change",
    recorder: str | None = None,
) -> Amended:
    """Amend a row of a match, put one in, take one out, or amend a fact that holds for the whole match.

    Args:
        database: open for writing.
        match: its id.
        cells: column of the log to the new text of its cell, empty for a blank one; of a new row all its cells, its
            rack is that of the row beside it unless it says another; none where a row is taken out.
        who: who amends it.
        why: for what reason.
        rack: of a stroke; None, and no `which`, to amend the match.
        shot: number of the stroke in the rack.
        attempt: at the rack, where it was played again; the last without it.
        which: a row of any kind, in place of `rack`, `shot` and `attempt`.
        how: what is done with that row.
        recorder: whose record is amended; the one that counts without it.

    Raises:
        StoreRefused: there is no such match, row or column; the cell cannot be read; the match would not be sound
            any more; or nothing would change. Nothing is stored then.
    """
    record = one_record(database, match, recorder)
    asked = which or Which(rack, shot, attempt)
    change = _changed(database, record.match_key, _checked(cells, asked, how), asked, how)
    with database.transaction():
        entry = journal.begin(database, "amend", who=who, why=why)
        key = next_key(database, "all_matches", "match_key")
        version = Version(key, record.record, record.version + 1, record.match_key, record.match_key)
        _write(database, entry, change, version)
        rulings = []
        for edition_key in ruled_by(database, record.match_key):
            edition = stored_edition(database, edition_key)
            part = Replayed.of(change.log, [edition])
            rulings.append(write_rulings(database, entry, part, [key]))
        journal.finish(
            database,
            entry,
            {
                "match": match,
                "base": record.match_key,
                "version": [key, version.record, version.version],
                "row": change.row,
                "how": how,
                "cells": dict(cells),
                "rulings": rulings,
            },
        )
    return Amended(match, version.version, change.place, how, change.cells)


def amend_again(database: Database, entry: Entry) -> None:
    """Do an amendment once more, from its entry in the journal, all but its rulings."""
    said = entry.details
    if "place" in said:  # as amendments were noted when only strokes could be amended
        which = Which(*(said["place"] or ()))
    else:
        which = Which() if said["row"] is None else Which(row=said["row"] + 1)
    how = said.get("how", "change")
    change = _changed(database, said["base"], _checked(said["cells"], which, how), which, how)
    key, record, number = said["version"]
    _write(database, entry, change, Version(key, record, number, said["base"], said["base"]))


def _checked(cells: Mapping[str, str], which: Which, how: How) -> dict[str, str | None]:
    """Return the cells under the names of their columns, None for a blank."""
    if how != "change" and which.whole_match:
        raise StoreRefused("say which row: its rack and number, its kind, its line, or its number in the match")
    if how == "remove":
        if cells:
            raise StoreRefused("a row that is taken out has no cells")
        return {}
    allowed = MATCH_COLUMNS if which.whole_match else EVENT_COLUMNS
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
                if which.whole_match
                else f"{column} holds for the whole match: leave out rack and stroke"
            )
        found[column] = text.strip() or None
    if not found:
        raise StoreRefused("nothing to amend: give at least one column=value")
    missing = [column for column in ("player", "kind") if how != "change" and not found.get(column)]
    if missing:
        raise StoreRefused(f"a new row needs {' and '.join(f'{column}=…' for column in missing)}")
    return found


def _changed(database: Database, match_key: int, cells: Mapping[str, str | None], which: Which, how: How) -> _Change:
    """Read a version of a match with other rows; each keeps the file and line that it came from.

    A row that is put in has no line of its own: it leads to that of the row beside it, and the amendment says that it
    was put in.
    """
    log, source_keys = log_of(database, [match_key])
    # What holds for the match stands on each of its rows, so that it stays when the first of them goes.
    texts = log_texts(log, everywhere=True).with_row_index("was")
    row, place = (None, None) if which.whole_match else find_row(log, which)
    after = edited(log, texts, cells, row, how)
    try:
        new = read_texts(after.texts.drop("was"), "amended")
    except LogRefused as refused:
        raise _refusal(refused, log, after) from None
    lines = new.events["line"].cast(pl.Int64) - 2
    old = log.events.select("file_no", "line", was="out_of_order")[after.texts["was"].gather(lines)]
    events = new.events.with_columns(old["file_no"], old["line"], out_of_order=new.events["out_of_order"] | old["was"])
    seq_of = {int(line): seq for seq, line in enumerate(lines.to_list(), start=1)}

    def place_of(at: int) -> Place:
        said = new.events.row(seq_of[at] - 1, named=True)
        return Place(said["rack"], said["shot"], said["attempt"], KINDS[said["kind"]])

    done = [
        Cell(column, before, now, place if at is None else place_of(at), None if at is None else seq_of[at])
        for column, before, now, at in after.cells
    ]
    if how in {"before", "after"}:
        place = done[0].place
    sound = replace(new, events=events, sources=log.sources)
    return _Change(sound, dict(enumerate(source_keys)), row, place, done)


def _refusal(refused: LogRefused, log: Log, after: Edited) -> StoreRefused:
    """Word why a match cannot be amended so: of the amended row its cell alone, of others where they stand."""
    files = log.sources["file"].to_list()
    said = []
    for problem in refused.problems[:5]:
        at = (problem.line or 2) - 2
        if at == after.at:
            said.append(word(replace(problem, file="amended", line=None)).removeprefix("amended, "))
        else:
            stands = log.events.row(after.texts["was"][at], named=True)
            said.append(word(replace(problem, file=files[stands["file_no"]], line=stands["line"])))
    return StoreRefused("this would not be a sound record: " + "; ".join(dict.fromkeys(said)))


def _write(database: Database, entry: Entry, change: _Change, version: Version) -> None:
    write_matches(database, entry, change.log, [version], change.source_keys)
    for cell in change.cells:
        place = cell.place
        database.con.execute(
            "INSERT INTO amendments VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            [
                entry.number,
                version.match_key,
                cell.seq,
                place.rack if place else None,
                place.attempt if place else None,
                place.shot if place else None,
                cell.column,
                cell.before,
                cell.after,
            ],
        )
