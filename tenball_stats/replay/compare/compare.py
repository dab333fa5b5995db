"""The comparison itself: two replays beside each other, and the points of the rules on which they part."""

from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path

import polars as pl

from tenball_stats.log import Log
from tenball_stats.replay.audit.audit import audited
from tenball_stats.replay.audit.grounds import VERDICT_OF
from tenball_stats.replay.audit.sheet import Finding, Sheet
from tenball_stats.replay.compare.causes import causes_of
from tenball_stats.replay.compare.comparison import Cause, Comparison, Difference, Remark
from tenball_stats.replay.compare.results import matches_of, racks_of
from tenball_stats.replay.compare.strokes import marked
from tenball_stats.replay.follow import FELL
from tenball_stats.replay.rulings import editions_of, replay
from tenball_stats.replay.sentences import point_in_words
from tenball_stats.replay.words import ENDS, FOUL_WORDS, capital, numbered, ruling_in_short
from tenball_stats.rules import Edition, Ruling, load_edition

OUTSIDE = ("lag_wrong", "break_order", "rack_layout", "break_soft", "warning_missing")
"""Findings that no stroke's ruling shows: who won the lag, who broke, how the balls lay, who was not warned."""


def compare(log: Log, a: str | Path | Edition, b: str | Path | Edition) -> Comparison:
    """Compare two editions over a log.

    Args:
        log: the log.
        a: an edition, its id or the path of its file.
        b: another.

    Raises:
        ReplayError: a match has more players than one of them allows.
    """
    books = tuple(edition if isinstance(edition, Edition) else load_edition(edition) for edition in (a, b))
    for edition in books:
        editions_of(log, edition)
    one, two = (replay(log, edition) for edition in books)
    strokes = marked(log, one, two)
    ids = (books[0].id, books[1].id)
    racks = racks_of(log, strokes, ids)
    reached = strokes.filter(pl.col("differs") & (pl.col("parted").is_null() | (pl.col("row") <= pl.col("parted"))))
    rows = log.events.with_row_index("event_no").filter(~pl.col("is_copy"))
    sheets = tuple(audited(log, rows, edition) for edition in books)
    place = dict(zip(rows["event_no"].to_list(), range(rows.height), strict=True))
    found = [
        _difference(sheets[0][match_no], sheets[1][match_no], place[event_no], play)
        for match_no, event_no, play in reached.with_columns(event_no=one["event_no"].gather(reached["row"]))
        .select("match_no", "event_no", "play")
        .iter_rows()
    ]
    return Comparison(
        a=ids[0],
        b=ids[1],
        name_a=books[0].name,
        name_b=books[1].name,
        strokes=found,
        causes=_causes(books[0], books[1], found),
        remarks=_remarks(*sheets),
        racks=racks,
        matches=matches_of(log, racks),
        strokes_in_all=one.height,
    )


def _difference(one: Sheet, two: Sheet, row: int, play: str) -> Difference:
    """Put a stroke that is ruled differently into words."""
    rulings = [_replayed(sheet, row) for sheet in (one, two)]
    player = one.record.player[row]
    said = [ruling_in_short(ruling, one.players, player) for ruling in rulings]
    grounds = [
        sheet.edition.grounds(ruling.why, ruling.fouls) for sheet, ruling in zip((one, two), rulings, strict=True)
    ]
    return Difference(
        match=one.match,
        rack=one.rack[row],
        attempt=one.attempt[row],
        shot=one.shot[row],
        player=one.name(player),
        a=said[0],
        b=said[1],
        clauses_a=grounds[0][0],
        clauses_b=grounds[1][0],
        basis_a=grounds[0][1],
        basis_b=grounds[1][1],
        presumed=any(ruling.assumed for ruling in rulings),
        play=play,
        causes=causes_of(one, two, row),
    )


def _replayed(sheet: Sheet, row: int) -> Ruling:
    """Return the ruling of a stroke as the replay has it, with what an event after it made of the rack."""
    trace = sheet.trace
    ruling = sheet.ruling(row)
    if ENDS.get(trace.end[row]) in (None, "ten", "three_fouls"):
        return ruling._replace(winner=trace.winner[row])
    return ruling._replace(
        next_player=trace.next_player[row],
        hand=trace.hand[row],
        option=trace.option[row],
        end=trace.end[row],
        winner=trace.winner[row],
    )


def _causes(a: Edition, b: Edition, found: list[Difference]) -> list[Cause]:
    """Return the points that differences come from, most frequent first."""
    strokes: dict[str, int] = {}
    racks: dict[str, set[tuple[str, int]]] = {}
    for difference in found:
        for point in difference.causes:
            strokes[point] = strokes.get(point, 0) + 1
            racks.setdefault(point, set()).add((difference.match, difference.rack))
    causes = []
    for name, count in strokes.items():
        said = [_on(edition, name) for edition in (a, b)]
        (text_a, clauses_a, reading_a), (text_b, clauses_b, reading_b) = said
        causes.append(Cause(name, text_a, text_b, clauses_a, clauses_b, reading_a, reading_b, count, len(racks[name])))
    return sorted(causes, key=lambda cause: -cause.strokes)


def _on(edition: Edition, name: str) -> tuple[str, list[str], str]:
    """Return what an edition says on a switch or a foul, its clauses, and its reading."""
    point = edition.switches.get(name) or edition.fouls.get(name)
    if point is None:
        point = edition["unlisted_acts"]
        return f"No foul is listed where {FOUL_WORDS[name]}.", list(point.clauses), point.reading
    return point_in_words(edition, point), list(point.clauses), point.reading


def _remarks(one: dict[int, Sheet], two: dict[int, Sheet]) -> list[Remark]:
    """Return what one edition finds wrong outside the rulings of strokes, and the other does not, in order."""
    found: list[tuple[Finding, str]] = []
    for match_no, sheet in one.items():
        other = two[match_no]
        for these, those in ((sheet, other), (other, sheet)):
            known = {(finding.event_no, finding.code) for finding in those.findings}
            found += [
                (finding, those.edition.id)
                for finding in these.findings
                if _is_outside(these, finding) and (finding.event_no, finding.code) not in known
            ]
    said = [
        (
            finding.event_no,
            Remark(
                finding.match,
                finding.rack,
                finding.shot,
                finding.player,
                finding.code,
                finding.edition,
                other_id,
                finding.verdict,
                list(finding.clauses),
                capital(finding.message),
            ),
        )
        for finding, other_id in found
    ]
    said += [pair for match_no, sheet in one.items() for pair in _fell(sheet, two[match_no])]
    return [remark for _, remark in sorted(said, key=lambda pair: pair[0])]


def _fell(one: Sheet, two: Sheet) -> Iterator[tuple[int, Remark]]:
    """Yield balls that fell by themselves and that only one edition puts back, where the record does not say."""
    record = one.record
    for row in one.rows:
        back = (one.trace.spotted[row], two.trace.spotted[row])
        if record.kind[row] != FELL or record.spotted[row] >= 0 or back[0] == back[1]:
            continue
        puts, leaves = (one, two) if back[0] else (two, one)
        point = puts.edition["hanging_ball"]
        remark = Remark(
            match=one.match,
            rack=one.rack[row],
            shot=one.shot[row],
            player=one.name(record.player[row]),
            code="fell",
            edition=puts.edition.id,
            other=leaves.edition.id,
            verdict=VERDICT_OF[point.basis],
            clauses=list(point.clauses),
            message=f"{capital(numbered(record.potted[row]))} fell by itself: {puts.edition.id} puts it back, "
            f"{leaves.edition.id} has no rule for it; what was done is not recorded",
        )
        yield one.event_no[row], remark


def _is_outside(sheet: Sheet, finding: Finding) -> bool:
    """Say whether a finding is of a kind that the rulings of strokes do not show."""
    if finding.code in OUTSIDE:
        return True
    # A ball that fell by itself and was put back, or was not.
    return finding.code == "spot_wrong" and finding.event_no in _events(sheet)


def _events(sheet: Sheet) -> set[int]:
    return {sheet.event_no[row] for row in sheet.rows if not sheet.record.is_stroke[row]}


def differences(compared: Comparison) -> pl.DataFrame:
    """Return the strokes of a comparison as a frame, one row each."""
    schema: dict[str, pl.DataType | type[pl.DataType]] = {
        "match": pl.String,
        "rack": pl.Int32,
        "attempt": pl.Int32,
        "shot": pl.Int32,
        "player": pl.String,
        "a": pl.String,
        "b": pl.String,
        "clauses_a": pl.List(pl.String),
        "clauses_b": pl.List(pl.String),
        "basis_a": pl.String,
        "basis_b": pl.String,
        "presumed": pl.Boolean,
        "play": pl.String,
        "causes": pl.List(pl.String),
    }
    return pl.DataFrame([asdict(stroke) for stroke in compared.strokes], schema=schema)
