"""The report on two editions over a league's logs: what would have ended otherwise, and on which points."""

from collections.abc import Iterator

from tenball_stats.replay.compare import Comparison
from tenball_stats.replay.words import counted
from tenball_stats.show.comparison import (
    MANY,
    cause_heading,
    match_rows,
    matches_shown,
    play_in_words,
    rack_rows,
    remark_in_words,
    remark_place,
    sides,
)
from tenball_stats.show.report import Block, Callout, Column, Heading, Items, Paragraph, Report, Strong, Table, Text
from tenball_stats.show.ruling_report import footer


def comparison_report(compared: Comparison) -> Report:
    """Return the report on a comparison."""
    return Report(
        f"{compared.a} and {compared.b} compared",
        tuple(_blocks(compared)),
        f"{compared.name_a}; {compared.name_b}",
        footer(),
    )


def _blocks(compared: Comparison) -> Iterator[Block]:
    summary = compared.summary()
    decided = compared.decisions()
    yield Callout(summary[0], (*summary[1:], *(decided if len(decided) <= 3 else ())), "finding")
    if compared.causes:
        yield Heading("Where the rules differ")
    for cause in compared.causes:
        yield Heading(cause_heading(cause), 3)
        yield Items(
            tuple(
                (Strong(f"{name}: "), said, f" [{', '.join(clauses)}]" if clauses else "")
                for name, said, clauses in (
                    (compared.a, cause.a, cause.clauses_a),
                    (compared.b, cause.b, cause.clauses_b),
                )
            )
        )
    if compared.matches:
        yield Heading("Matches")
        columns = tuple(Column(name) for name in ("match", "recorded", compared.a, compared.b))
        shown = matches_shown(compared, each=False)
        yield Table(columns, tuple(map(tuple, match_rows(shown))), row_heads=True, narrow="cards")
        if len(shown) < len(compared.matches):
            alike = counted(len(compared.matches) - len(shown), "match", "matches")
            yield Paragraph(f"{alike} as recorded under both.", small=True)
    if compared.racks_differing:
        yield Heading("Racks that end otherwise")
        columns = tuple(
            Column(name) for name in ("match", "rack", "play parted at", "recorded", compared.a, compared.b)
        )
        yield Table(columns, tuple(map(tuple, rack_rows(compared.racks_differing))), narrow="cards")
    if compared.remarks:
        yield Heading("Beside the strokes")
        yield Items(
            tuple((Strong(f"{remark_place(remark)}: "), remark_in_words(remark)) for remark in compared.remarks)
        )
    if compared.strokes:
        yield Heading("Strokes that are ruled differently")
        rows: list[tuple[Text, ...]] = []
        for stroke in compared.strokes[:MANY]:
            said = [
                " ".join([ruling, *([f"[{', '.join(clauses)}]"] if clauses else [])])
                for _, ruling, clauses, _ in sides(compared, stroke)
            ]
            place = f"{stroke.match}, rack {stroke.rack}, stroke {stroke.shot}"
            rows.append((place, stroke.player, *said, play_in_words(stroke).removeprefix("; ")))
        columns = tuple(Column(name) for name in ("stroke", "player", compared.a, compared.b, "what of it"))
        yield Table(columns, tuple(rows), narrow="cards")
        if len(compared.strokes) > MANY:
            yield Paragraph(f"The first {MANY} of {len(compared.strokes)} are listed.", small=True)
