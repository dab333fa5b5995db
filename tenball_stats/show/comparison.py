"""A comparison of two editions for reading on the screen: the summary first, then why, matches, racks, strokes."""

import textwrap
from collections.abc import Iterator, Sequence
from typing import TextIO

from tenball_stats.replay.compare import Cause, Comparison, Difference, MatchResult, RackResult, Remark
from tenball_stats.replay.compare.comparison import CHOICE, PARTS, ended_in_words, outcome
from tenball_stats.replay.words import FOUL_SHORT, capital, counted
from tenball_stats.rules.switches import SWITCH_INDEX, SWITCHES
from tenball_stats.show.explanation import WIDTH, item
from tenball_stats.show.tables import Column, console, print_table
from tenball_stats.show.text import clean

MANY = 40
"""So many strokes are listed one by one unless all are asked for."""

FEW = 12
"""So many matches are all listed, also those that end alike."""

FOLLOWS = {"unknown": "cannot be told", "neither": "the record follows neither"}


def print_comparison(compared: Comparison, *, each: bool = False, file: TextIO | None = None) -> None:
    """Print a comparison.

    Args:
        compared: what `compare` returned.
        each: list every stroke, however many.
        file: where to; standard output without it.
    """
    out = console(file).file
    for name, known in ((compared.a, compared.name_a), (compared.b, compared.name_b)):
        out.write(f"{name}: {clean(known)}\n")
    out.write("\n")
    for said in compared.summary() + compared.decisions():
        out.write("\n".join(textwrap.wrap(clean(said), WIDTH, break_on_hyphens=False)) + "\n")
    for lines in (causes_lines(compared), remarks_lines(compared)):
        out.write("".join(f"{clean(line)}\n" for line in lines))
    if compared.matches:
        out.write("\n")
        columns = [Column(name) for name in ("match", "recorded", compared.a, compared.b)]
        shown = matches_shown(compared, each=each)
        if shown:
            print_table("Matches", columns, [[clean(cell) for cell in row] for row in match_rows(shown)], file=file)
        alike = len(compared.matches) - len(shown)
        if alike:
            out.write(f"{counted(alike, 'match', 'matches')} as recorded under both\n")
    if compared.racks_differing:
        out.write("\n")
        columns = [Column("match"), Column("rack", right=True), Column("parted at", right=True)]
        columns += [Column(name) for name in ("recorded", compared.a, compared.b)]
        rows = [[clean(cell) for cell in row] for row in rack_rows(compared.racks_differing)]
        print_table("Racks that end otherwise", columns, rows, file=file)
    out.write("".join(f"{clean(line)}\n" for line in strokes_lines(compared, each=each)))


def causes_lines(compared: Comparison) -> Iterator[str]:
    """Yield the points of the rules on which the editions part."""
    if compared.causes:
        yield ""
        yield "Where the rules differ"
    for cause in compared.causes:
        yield f"  {cause_heading(cause)}"
        for name, said, clauses, reading in (
            (compared.a, cause.a, cause.clauses_a, cause.reading_a),
            (compared.b, cause.b, cause.clauses_b, cause.reading_b),
        ):
            yield from item(f"{name}: {said}{_cited(clauses, reading)}", indent="    ")


def cause_heading(cause: Cause) -> str:
    """Return a point of the rules with how often it came up."""
    if cause.point in FOUL_SHORT:
        point = f"Foul: {FOUL_SHORT[cause.point]}"
    else:
        point = SWITCHES[SWITCH_INDEX[cause.point]].question
    return f"{point} ({cause.point}): {counted(cause.strokes, 'stroke')} in {counted(cause.racks, 'rack')}"


def _cited(clauses: Sequence[str], reading: str) -> str:
    parts = [*clauses, *([f"reading {reading}" if reading != "second-hand" else reading] if reading else [])]
    return f" [{', '.join(parts)}]" if parts else ""


def remarks_lines(compared: Comparison) -> Iterator[str]:
    """Yield what is wrong under one edition and right under the other, beside the rulings of strokes."""
    if compared.remarks:
        yield ""
        yield "Beside the strokes"
    for remark in compared.remarks:
        yield from item(f"{remark_place(remark)}: {remark_in_words(remark)}")


def remark_place(remark: Remark) -> str:
    """Return where a remark belongs."""
    return f"{remark.match}, rack {remark.rack}" if remark.rack else f"{remark.match}, lag"


def remark_in_words(remark: Remark) -> str:
    """Return a remark with the edition that makes it and the one that does not."""
    cited = f" [{', '.join(remark.clauses)}]" if remark.clauses else ""
    return f"{remark.code} under {remark.edition}{cited}, nothing under {remark.other}. {remark.message}"


def matches_shown(compared: Comparison, *, each: bool) -> list[MatchResult]:
    """Return the matches to list: all where they are few, else those whose score is not everywhere the same."""
    if each or len(compared.matches) <= FEW:
        return compared.matches
    return [match for match in compared.matches if not match.recorded == match.a == match.b]


def match_rows(matches: Sequence[MatchResult]) -> Iterator[list[str]]:
    """Yield the matches: id with players, outcome as recorded and under each edition."""
    for match in matches:
        yield [
            f"{match.match} ({' – '.join(match.players)})",
            *(capital(outcome(match, score)) for score in (match.recorded, match.a, match.b)),
        ]


def rack_rows(racks: Sequence[RackResult]) -> Iterator[list[str]]:
    """Yield racks: match, number, where play parted, who was credited, the end under each edition."""
    for rack in racks:
        ends = [
            FOLLOWS[rack.follows]
            if winner is None and end is None and rack.follows in FOLLOWS
            else ended_in_words(winner, end)
            for winner, end in ((rack.a, rack.end_a), (rack.b, rack.end_b))
        ]
        parted = "" if rack.parted_at is None else f"stroke {rack.parted_at}"
        yield [rack.match, str(rack.rack), parted, rack.credited or "not recorded", *ends]


def strokes_lines(compared: Comparison, *, each: bool = False) -> Iterator[str]:
    """Yield the strokes that are ruled differently, rack by rack."""
    if not compared.strokes:
        return
    yield ""
    yield "Strokes"
    width = max(len(compared.a), len(compared.b))
    place: tuple[str, int] | None = None
    shown = compared.strokes if each else compared.strokes[:MANY]
    for stroke in shown:
        if (stroke.match, stroke.rack) != place:
            place = (stroke.match, stroke.rack)
            yield f"  {stroke.match}, rack {stroke.rack}"
        yield f"    stroke {stroke.shot}, {stroke.player}{play_in_words(stroke)}"
        for name, said, clauses, basis in sides(compared, stroke):
            cited = f" [{', '.join(clauses)}]" if clauses else ""
            sure = {"explicit": "", "interpretation": " (a reading)", "silent": " (no rule)"}[basis]
            yield from textwrap.wrap(
                f"{capital(said)}{cited}{sure}",
                WIDTH,
                initial_indent=f"      {name.ljust(width)}  ",
                subsequent_indent=" " * (width + 8),
            )
    if len(shown) < len(compared.strokes):
        more = len(compared.strokes) - len(shown)
        yield f"  … and {counted(more, 'stroke')} more; --each lists all of them"


def sides(compared: Comparison, stroke: Difference) -> list[tuple[str, str, list[str], str]]:
    """Return what each edition makes of a stroke: its id, the ruling, the clauses, the basis."""
    return [
        (compared.a, stroke.a, stroke.clauses_a, stroke.basis_a),
        (compared.b, stroke.b, stroke.clauses_b, stroke.basis_b),
    ]


def play_in_words(stroke: Difference) -> str:
    """Return what a difference does to play."""
    said = {PARTS: "; play would have gone another way from here", CHOICE: "; one gives a choice, the other none"}
    presumed = "; on presumed facts" if stroke.presumed else ""
    return said.get(stroke.play, "") + presumed
