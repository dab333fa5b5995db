"""Reports on rulings: what every one of them has, and the report on one stroke without a log."""

from collections.abc import Iterator, Sequence

from tenball_stats import __version__
from tenball_stats.replay.position import CUE_BALL
from tenball_stats.replay.single import Ruled
from tenball_stats.replay.verdict import Verdict
from tenball_stats.replay.words import capital, listed
from tenball_stats.show.explanation import (
    agreeing,
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
    Faint,
    Heading,
    Items,
    Paragraph,
    Picture,
    Report,
    Strong,
    Table,
    Text,
    made_at,
)
from tenball_stats.show.single import undecided_in_words
from tenball_stats.show.table import row_figure

OWN_WORDS = "The rule texts are cited by clause and given in this report's own words; the texts themselves decide."


def single_report(ruled: Sequence[Ruled]) -> Report:
    """Return the report on one stroke without a log."""
    verdicts = [one.verdict for one in ruled]
    undecided = undecided_in_words(ruled)
    blocks: list[Block] = []
    if undecided:
        blocks.append(Callout("Cannot be decided on these facts", tuple(undecided), "caution"))
    blocks += [
        finding(verdicts, presumed=bool(undecided)),
        Heading("The stroke"),
        Picture(
            row_figure([("Before", ruled[0].on_table), ("Pocketed", ruled[0].fell)]),
            f"Before the stroke: {balls_in_words(ruled[0].on_table)}. Pocketed: {balls_in_words(ruled[0].fell)}.",
            width=0.7,
        ),
        Items((*ruled[0].facts,)),
        *ruling_blocks(verdicts),
    ]
    return Report("A ruling on one stroke", tuple(blocks), "without a log, on the facts as given", footer())


def footer() -> str:
    """Return what stands at the foot of a report on rulings."""
    return f"Made by tenball-stats {__version__} on {made_at():%Y-%m-%d}. {OWN_WORDS}"


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


def finding(verdicts: Sequence[Verdict], then: str = "", recorded: str = "", *, presumed: bool = False) -> Callout:
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
            _rows(clauses),
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
            _rows(readings),
            narrow="cards",
        )
    yield Heading("The editions")
    yield Table(
        (Column("edition", share=12), Column("name", share=30), Column("source"), Column("fingerprint", share=20)),
        tuple((v.edition, v.name, v.source, Faint(v.fingerprint)) for v in verdicts),
        narrow="cards",
    )


def _rows(texts: Sequence[tuple[str, str, str]]) -> tuple[tuple[Text, ...], ...]:
    """Return clauses or readings as the rows of a table, each edition named once."""
    return tuple((edition, Strong(name), text) for edition, name, text in texts)


def balls_in_words(balls: Sequence[int]) -> str:
    """Return balls by name, 0 the cue ball; "none" where there is none."""
    names = ["the cue ball" if ball == CUE_BALL else f"the {ball}" for ball in balls]
    return listed(names) or "none"
