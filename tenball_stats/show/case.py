"""The case report: one disputed stroke for people who were not there, fit to be sent to a federation."""

from collections.abc import Iterator, Sequence

from tenball_stats import __version__
from tenball_stats.replay.explain import Explanation
from tenball_stats.replay.position import CUE_BALL, table_size
from tenball_stats.replay.single import Ruled
from tenball_stats.replay.verdict import Verdict
from tenball_stats.replay.words import POCKET_WORDS, capital, counted, listed
from tenball_stats.show.explanation import (
    KINDS,
    agreeing,
    before_in_words,
    citation,
    clauses_of,
    findings_of,
    knowledge,
    merged,
    presumptions,
    readings_of,
    rests_on,
    sureness,
)
from tenball_stats.show.report import (
    Block,
    Callout,
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
    made_at,
)
from tenball_stats.show.single import undecided_in_words
from tenball_stats.show.table import Shown, row_figure, table_figure

OWN_WORDS = "The rule texts are cited by clause and given in this report's own words; the texts themselves decide."


def case_report(explained: Explanation) -> Report:
    """Return the report on one stroke of a match."""
    again = f" (attempt {explained.attempt})" if explained.attempt > 1 else ""
    blocks: list[Block] = [
        _finding(explained.verdicts, explained.then, explained.recorded),
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


def single_report(ruled: Sequence[Ruled]) -> Report:
    """Return the report on one stroke without a log."""
    verdicts = [one.verdict for one in ruled]
    undecided = undecided_in_words(ruled)
    blocks: list[Block] = []
    if undecided:
        blocks.append(Callout("Cannot be decided on these facts", tuple(undecided), "caution"))
    blocks += [
        _finding(verdicts, presumed=bool(undecided)),
        Heading("The stroke"),
        Picture(
            row_figure([("Before", ruled[0].on_table), ("Pocketed", ruled[0].fell)]),
            f"On the table before the stroke: {_balls(ruled[0].on_table)}. Pocketed: {_balls(ruled[0].fell)}.",
            width=0.7,
        ),
        Items((*ruled[0].facts,)),
        *ruling_blocks(verdicts),
    ]
    return Report("A ruling on one stroke", tuple(blocks), "without a log, on the facts as given", footer())


def footer() -> str:
    """Return what stands at the foot of a report on rulings."""
    return f"Made by tenball-stats {__version__} on {made_at():%Y-%m-%d}. {OWN_WORDS}"


# What both reports have ----------------------------------------------------------------------------------------


def ruling_blocks(verdicts: Sequence[Verdict]) -> Iterator[Block]:
    """Yield what the editions rule: side by side, the reasons, how sure that is, clauses, readings, sources."""
    yield Heading("The editions side by side" if len(verdicts) > 1 else "The ruling")
    yield Table(
        (Column("edition", share=14), Column("ruling", share=44), Column("clauses", share=18), Column("rests on")),
        tuple((v.edition, capital(v.short), ", ".join(v.clauses) or "–", rests_on(v)) for v in verdicts),
        row_heads=True,
        narrow="cards",
    )
    yield Heading("The reasons")
    for alike in agreeing(verdicts):
        one = alike[0]
        yield Heading(f"By {listed([verdict.edition for verdict in alike])}", 3)
        yield Paragraph(one.sentence)
        reasons: list[Text] = []
        for number, ground in enumerate(one.grounds):
            cited = "; ".join(filter(None, (citation(v, v.grounds[number], len(alike) > 1) for v in alike)))
            reasons.append((ground.sentence, Faint(f" [{cited}]")) if cited else ground.sentence)
        if one.unlisted:
            reasons.append(f"Noted, and no foul here: {', '.join(one.unlisted)}.")
        yield Items(tuple(reasons))
    found = findings_of(verdicts)
    if found:
        yield Heading("What the audit finds")
        yield Items(tuple((Strong(code), f": {said}") for code, said in found))
    yield from _knowledge(verdicts)
    yield from _sources(verdicts)


def _finding(verdicts: Sequence[Verdict], then: str = "", recorded: str = "", *, presumed: bool = False) -> Callout:
    """Return the box with the result: how each group of editions rules, what was done then, and how sure it is."""
    groups: dict[str, list[Verdict]] = {}
    for verdict in verdicts:
        groups.setdefault(verdict.sentence, []).append(verdict)
    texts: list[Text] = []
    if len(groups) == 1:
        title = f"By {listed([v.edition for v in verdicts])}: {verdicts[0].sentence}"
    else:
        title = "The editions rule differently"
    if presumed:
        title = f"As presumed: {title}"
    if len(groups) > 1:
        texts += [(Strong(f"{listed([v.edition for v in alike])}: "), said) for said, alike in groups.items()]
    if then:
        ruled = "" if "not recorded" in recorded else f" {recorded}"
        texts.append(
            (
                Strong("What was done: "),
                f"{then.removeprefix('In the record ')[:1].upper()}{then.removeprefix('In the record ')[1:]}{ruled}",
            )
        )
        against = [v.edition for v in verdicts if v.findings]
        agree = [v.edition for v in verdicts if not v.findings]
        said = []
        if agree:
            said.append(f"agrees with {listed(agree)}")
        if against:
            said.append(f"is disputed by {listed(against)}")
        texts.append((Strong("The record "), f"{listed(said)}."))
    unsure = unsure_in_words(verdicts)
    if unsure:
        texts.append((Strong("How sure: "), unsure))
    return Callout(title, tuple(texts), "finding")


def unsure_in_words(verdicts: Sequence[Verdict]) -> str:
    """Return on what but the texts and recorded facts the rulings rest, in a sentence; empty where on nothing."""
    kinds: dict[str, list[str]] = {}
    for verdict in verdicts:
        for ground in verdict.grounds:
            sure = sureness(verdict, ground)
            if sure:
                kind = sure if sure in ("second-hand", "no rule") else "reading"
                named = (
                    f"{verdict.edition} {ground.reading}" if kind == "reading" and ground.reading else verdict.edition
                )
                kinds.setdefault(kind, []).append(named)
    words = {
        "reading": "on a reading of an unclear text",
        "second-hand": "on what is known of the edition at second hand",
        "no rule": "on no rule at all",
    }
    said = [f"{words[kind]} ({listed(list(dict.fromkeys(kinds[kind])))})" for kind in words if kind in kinds]
    text = f"it rests {listed(said)}" if said else ""
    hanging = [verdict for verdict in verdicts if verdict.hangs_on]
    if hanging:
        columns = listed(list(dict.fromkeys(column for verdict in hanging for column in verdict.presumed)))
        text += f"{'; ' if text else ''}it hangs on facts that were not recorded ({columns})"
    return f"{capital(text)}." if text else ""


def _knowledge(verdicts: Sequence[Verdict]) -> Iterator[Block]:
    """Yield how sure the rulings are: readings, gaps, presumptions, and what hangs on them."""
    said: dict[str, list[str]] = {}
    for verdict in verdicts:
        for sentence in knowledge(verdict):
            said.setdefault(sentence, []).append(verdict.edition)
    yield Heading("How sure this is")
    sure = [verdict.edition for verdict in verdicts if not knowledge(verdict)]
    items: list[Text] = [(Strong(f"{listed(names)}: "), sentence) for sentence, names in said.items()]
    if sure:
        items.append((Strong(f"{listed(sure)}: "), "The text itself rules, on facts that were recorded."))
    yield Items(tuple(items))
    presumed = presumptions(verdicts)
    if presumed:
        yield Heading("Presumed, because it was not recorded", 3)
        yield Items(
            tuple(
                (Strong(f"{', '.join(columns)}: "), f"{what}{_only(editions, verdicts)}.")
                for columns, what, editions in presumed
            )
        )
    for title, which in (("It hangs on that", "hangs_on"), ("What would have made it otherwise", "otherwise")):
        rows: list[tuple[Text, ...]] = []
        for had, outcomes in merged(verdicts, which):
            for number, (editions, sentence) in enumerate(outcomes):
                rows.append((capital(had) if number == 0 else "", ", ".join(editions), sentence))
        if rows:
            yield Heading(title, 3)
            yield Table(
                (Column("had it been so", share=36), Column("by", share=16), Column("the ruling would be")),
                tuple(rows),
                narrow="cards",
            )


def _only(editions: list[str], verdicts: Sequence[Verdict]) -> str:
    return f" ({listed(editions)})" if len(editions) < len(verdicts) else ""


def _sources(verdicts: Sequence[Verdict]) -> Iterator[Block]:
    clauses = clauses_of(verdicts)
    if clauses:
        yield Heading("The clauses")
        yield Table(
            (Column("edition", share=12), Column("clause", share=16), Column("in this report's own words")),
            clauses_rows(clauses),
            narrow="cards",
        )
    readings = readings_of(verdicts)
    if readings:
        yield Heading("The readings")
        yield Paragraph(
            "A reading says how an unclear or silent text was taken; it can be disputed apart from the facts."
        )
        yield Table(
            (Column("edition", share=12), Column("reading", share=16), Column("how the text was taken")),
            clauses_rows(readings),
            narrow="cards",
        )
    yield Heading("The editions")
    yield Table(
        (Column("edition", share=12), Column("name", share=30), Column("source"), Column("fingerprint", share=20)),
        tuple((v.edition, v.name, v.source, Faint(v.fingerprint)) for v in verdicts),
        narrow="cards",
    )


def clauses_rows(texts: Sequence[tuple[str, str, str]]) -> tuple[tuple[Text, ...], ...]:
    """Return clauses or readings as the rows of a table, each edition named once."""
    return tuple((edition, Strong(name), text) for edition, name, text in texts)


# What only a stroke of a match has -----------------------------------------------------------------------------


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
        alt = "; ".join(f"{words.lower()}: {_balls(balls)}" for words, balls in rows)
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
            f"The table before the stroke, with {_balls(before.balls)}.",
            (Strong("Before. "), capital("; ".join(marks)) + "." if marks else ""),
        )
    ]
    if after.drawable:
        pictures.append(
            Picture(
                table_figure(after, size, Shown(fallen=explained.fell)),
                f"The table after the stroke, with {_balls(after.balls)}.",
                (Strong("After. "), f"Pocketed: {_fallen(explained)}." if explained.fell else "Nothing was pocketed."),
            )
        )
        yield Pictures(tuple(pictures))
    else:
        rows = [("Pocketed", fell), ("After", after.balls if _cue_gone(explained) else _with_cue(after.balls))]
        yield Pictures(tuple(pictures))
        yield Picture(
            row_figure(rows),
            f"Pocketed: {_balls(fell)}. After the stroke: {_balls(after.balls)}.",
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
            f"The recorded places and the balls that the record leaves on the table differ: {_balls(odd)}.", small=True
        )


def _cue_gone(explained: Explanation) -> bool:
    return CUE_BALL in explained.off or any(one.ball == CUE_BALL for one in explained.fell)


def _with_cue(balls: list[int]) -> list[int]:
    return [CUE_BALL, *balls]


def _balls(balls: Sequence[int]) -> str:
    names = ["the cue ball" if ball == CUE_BALL else f"the {ball}" for ball in balls]
    return listed(names) or "none"


def _fallen(explained: Explanation) -> str:
    return listed(
        [
            f"{_balls([one.ball])}{f' in {POCKET_WORDS[one.pocket]}' if one.pocket else ' (pocket not recorded)'}"
            for one in explained.fell
        ]
    )


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
