"""The audit of a whole log: every match through every check, and many findings of one kind made one remark."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import polars as pl

from tenball_stats.log import Log
from tenball_stats.log.canonical import canonical_cell
from tenball_stats.replay.audit import order, racks, strokes, turns
from tenball_stats.replay.audit.catalogue import ORDER
from tenball_stats.replay.audit.other_edition import remarked
from tenball_stats.replay.audit.sheet import Finding, Sheet
from tenball_stats.replay.rulings import by_edition, editions_of, followed, followed_again
from tenball_stats.rules import Edition
from tenball_stats.terms import KINDS

FIELDS = (
    "match",
    "rack",
    "shot",
    "row",
    "file",
    "player",
    "code",
    "verdict",
    "edition",
    "clauses",
    "recorded",
    "ruled",
    "message",
)
"""The fields of the audit output, in order."""

SCHEMA: dict[str, pl.DataType | type[pl.DataType]] = {
    "match": pl.String,
    "rack": pl.Int32,
    "shot": pl.Int32,
    "row": pl.Int64,
    "file": pl.String,
    "player": pl.String,
    "code": pl.String,
    "verdict": pl.String,
    "edition": pl.String,
    "clauses": pl.List(pl.String),
    "recorded": pl.String,
    "ruled": pl.String,
    "message": pl.String,
}

TEXTS = ("called_text", "potted_text", "off_text", "spotted_text", "ruling_text", "rack_layout")


def audit(log: Log, edition: str | Path | Edition | None = None, *, each: bool = False) -> pl.DataFrame:
    """Hold the recorded rulings of a log against an edition.

    Args:
        log: what `read_logs` returned.
        edition: an edition, its id or the path of its file; None for each match's own.
        each: list every finding, also where many of one kind say that the match was played by another edition.

    Returns:
        One row per finding, in the order of play; the columns are `FIELDS`.

    Raises:
        ReplayError: a match has no edition, or more players than its edition allows.
    """
    chosen = editions_of(log, edition)
    findings: list[Finding] = []
    named = log.matches["edition"].to_list()
    for one, rows in by_edition(log, chosen):
        sheets = audited(log, rows, one)
        copied = log.events.with_row_index("event_no").filter(
            pl.col("is_copy") & pl.col("match_no").is_in(list(sheets))
        )
        copies = order.copies(copied, sheets, log.sources["file"].to_list(), list(KINDS))
        for match_no, sheet in sheets.items():
            own = sheet.sorted_findings()
            if not each:
                own = remarked(sheet, own, named[match_no], _under(sheet))
            findings += own
        findings += copies
    findings.sort(key=lambda finding: (finding.event_no, ORDER[finding.code]))
    return pl.DataFrame([finding[1:] for finding in findings], schema=SCHEMA, orient="row")


def audited(log: Log, rows: pl.DataFrame, edition: Edition) -> dict[int, Sheet]:
    """Return the matches in these rows, each with its findings, by `match_no`."""
    sheets = sheets_of(log, rows, edition)
    for sheet in sheets.values():
        _check(sheet)
    return sheets


def _check(sheet: Sheet) -> None:
    """Find what there is to find in a match."""
    strokes.check(sheet)
    turns.check(sheet)
    racks.check(sheet)
    order.check(sheet)


def _as_written(cells: pl.Series) -> list[str | None]:
    """Return the cells of a column as the format writes them, however the log has spelled them."""
    column = cells.name.removesuffix("_text")
    written = {text: canonical_cell(column, text) for text in cells.unique().drop_nulls().to_list()}
    return [None if text is None else written[text] or text for text in cells.to_list()]


def _under(sheet: Sheet) -> Callable[[Edition], list[Finding]]:
    """Return what holds the match of a sheet against another edition."""
    alone: list[Sheet] = []

    def held_against(other: Edition) -> list[Finding]:
        if not alone:
            alone.append(sheet.by_itself())  # the facts are the same by any rules
        again = replace(alone[0], edition=other, trace=followed_again(other, alone[0].record), findings=[], codes={})
        _check(again)
        return again.findings

    return held_against


def sheets_of(log: Log, rows: pl.DataFrame, edition: Edition) -> dict[int, Sheet]:
    """Replay rows of a log under one edition and lay them out match by match, by `match_no`.

    Args:
        log: the log.
        rows: rows of `log.events` with `event_no`, without copies, in the order of play.
        edition: the edition.
    """
    record, trace = followed(log, rows, edition)
    names = ("event_no", "rack", "attempt", "shot", "line", "past_head", "score", "lag_cm", "out_of_order", "twice")
    columns = {name: rows[name].to_list() for name in names}
    files = log.sources["file"].gather(rows["file_no"]).to_list()
    texts = {name: _as_written(rows[name]) for name in TEXTS}
    match_nos = rows["match_no"].rle().struct.unnest() if rows.height else None
    sheets: dict[int, Sheet] = {}
    if match_nos is None:
        return sheets
    first = 0
    matches = log.matches.select("match", "players", "race_to", "break_format").rows()
    for length, match_no in match_nos.iter_rows():
        match, players, race_to, break_format = matches[match_no]
        sheets[match_no] = Sheet(
            match=match,
            players=players,
            edition=edition,
            record=record,
            trace=trace,
            first=first,
            stop=first + length,
            file=files,
            texts=texts,
            race_to=race_to,
            break_format=break_format,
            event_no=columns["event_no"],
            rack=columns["rack"],
            attempt=columns["attempt"],
            shot=columns["shot"],
            line=columns["line"],
            past_head=columns["past_head"],
            score=columns["score"],
            lag_cm=columns["lag_cm"],
            out_of_order=columns["out_of_order"],
            twice=columns["twice"],
        )
        first += length
    return sheets
