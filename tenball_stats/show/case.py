"""The case report: one disputed stroke for people who were not there, fit to be sent to a federation."""

from collections.abc import Iterator

from tenball_stats.replay.explain import Explanation
from tenball_stats.replay.position import CUE_BALL, table_size
from tenball_stats.replay.words import POCKET_WORDS, capital, counted, listed
from tenball_stats.show.explanation import (
    KINDS,
    before_in_words,
)
from tenball_stats.show.report import (
    Block,
    Column,
    Facts,
    Faint,
    Heading,
    Items,
    Paragraph,
    Picture,
    Pictures,
    Report,
    Strong,
    Table,
    Text,
)
from tenball_stats.show.ruling_report import balls_in_words, finding, footer, ruling_blocks
from tenball_stats.show.table import Shown, row_figure, table_figure


def case_report(explained: Explanation) -> Report:
    """Return the report on one stroke of a match."""
    again = f" (attempt {explained.attempt})" if explained.attempt > 1 else ""
    blocks: list[Block] = [
        finding(explained.verdicts, explained.then, explained.recorded),
        Heading("The table before and after"),
        *_drawing(explained),
        Items((*before_in_words(explained),)),
        Heading("What happened"),
        Items((*explained.facts, explained.recorded, explained.then)),
    ]
    if explained.note:
        blocks.append(Paragraph(("Note of the recorder: ", Strong(explained.note))))
    blocks += _sequence(explained)
    blocks += ruling_blocks(explained.verdicts)
    blocks += [Heading("Where this is recorded"), Facts(tuple(_about(explained)))]
    about = [explained.match, *(explained.about[name] for name in ("event", "date") if name in explained.about)]
    return Report(
        f"Case report: rack {explained.rack}{again}, stroke {explained.shot}",
        tuple(blocks),
        f"{', '.join(about)}. {' – '.join(explained.players)}; {KINDS[explained.kind]} by {explained.player}.",
        footer(),
    )


def _about(explained: Explanation) -> Iterator[tuple[str, Text]]:
    yield "Match", explained.match
    yield "Players", " – ".join(explained.players)
    for name, value in explained.about.items():
        yield {"edition": "Played by"}.get(name, capital(name)), value
    yield "Rack, stroke", f"{explained.rack}, {explained.shot}"
    yield "Log", f"{explained.file}, line {explained.row}"
    if explained.sha256:
        yield "SHA-256 of the log", Faint(explained.sha256)


def _drawing(explained: Explanation) -> Iterator[Block]:
    """Yield the table before and after where places were recorded, else the balls in rows."""
    before, after = explained.before, explained.after
    fell = [one.ball for one in explained.fell]
    if not before.drawable:
        rows = [
            ("Before", _with_cue(before.balls)),
            ("Pocketed", fell),
            *([("Off table", explained.off)] if explained.off else []),
            ("After", after.balls if _cue_gone(explained) else _with_cue(after.balls)),
        ]
        alt = "; ".join(f"{words.lower()}: {balls_in_words(balls)}" for words, balls in rows)
        yield Picture(
            row_figure(rows),
            f"The balls on the table, {alt}.",
            "Where the balls lay was not recorded: those on the table are shown in a row.",
            width=0.75,
        )
        return
    size = table_size(explained.about.get("table"), [*before.places.values(), *after.places.values()])
    marks = []
    if explained.first and explained.first in before.places:
        marks.append("dashed ring: the ball struck first")
    if explained.called and explained.called[1]:
        marks.append(f"ring at a pocket: where the {explained.called[0]} was called")
    pictures = [
        Picture(
            table_figure(before, size, Shown(explained.first, explained.called[1] if explained.called else None)),
            f"The table before the stroke, with {balls_in_words(before.balls)}.",
            (Strong("Before. "), capital("; ".join(marks)) + "." if marks else ""),
        )
    ]
    if after.drawable:
        pictures.append(
            Picture(
                table_figure(after, size, Shown(fallen=explained.fell)),
                f"The table after the stroke, with {balls_in_words(after.balls)}.",
                (Strong("After. "), f"Pocketed: {_fallen(explained)}." if explained.fell else "Nothing was pocketed."),
            )
        )
        yield Pictures(tuple(pictures))
    else:
        rows = [("Pocketed", fell), ("After", after.balls if _cue_gone(explained) else _with_cue(after.balls))]
        yield Pictures(tuple(pictures))
        yield Picture(
            row_figure(rows),
            f"Pocketed: {balls_in_words(fell)}. After the stroke: {balls_in_words(after.balls)}.",
            (Strong("After. "), "Where the balls came to rest was not recorded."),
            width=0.75,
        )
    yield Paragraph(
        f"Places as recorded, on a table of {size[0]:.2f} by {size[1]:.2f} m, seen from behind the head end.",
        small=True,
    )
    odd = sorted(set(before.placed) ^ set(before.balls))
    if odd:
        yield Paragraph(
            f"The recorded places and the balls that the record leaves on the table differ: {balls_in_words(odd)}.",
            small=True,
        )


def _cue_gone(explained: Explanation) -> bool:
    return CUE_BALL in explained.off or any(one.ball == CUE_BALL for one in explained.fell)


def _with_cue(balls: list[int]) -> list[int]:
    return [CUE_BALL, *balls]


def _fallen(explained: Explanation) -> str:
    where = {None: " (pocket not recorded)"} | {pocket: f" in {words}" for pocket, words in POCKET_WORDS.items()}
    return listed([f"{balls_in_words([one.ball])}{where[one.pocket]}" for one in explained.fell])


def _sequence(explained: Explanation) -> Iterator[Block]:
    first = explained.verdicts[0].edition
    yield Heading("The rack up to this stroke")
    rows: list[tuple[Text, ...]] = []
    for line in explained.sequence:
        last = line.shot == explained.shot and line is explained.sequence[-1]
        cells = (str(line.shot or ""), line.player if line.shot else "", line.kind, line.facts, capital(line.ruled))
        rows.append(tuple(Strong(cell) for cell in cells) if last else cells)
    strokes = sum(line.shot is not None for line in explained.sequence)
    yield Table(
        (
            Column("stroke", right=True, share=10),
            Column("player", share=16),
            Column("kind", share=10),
            Column("recorded"),
            Column(f"ruling by {first}", share=32),
        ),
        tuple(rows),
        caption=f"{counted(strokes, 'stroke')}; what was not recorded is left out.",
        narrow="cards",
    )
