"""An explanation for reading on the screen: the editions side by side first, then position, facts and reasons."""

import textwrap
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict
from typing import Any

from tenball_stats.replay.explain import Explanation
from tenball_stats.replay.position import CUE_BALL
from tenball_stats.replay.verdict import Change, Ground, Verdict
from tenball_stats.replay.words import capital, counted, listed
from tenball_stats.show.text import clean

WIDTH = 100
KINDS = {"break": "the break", "shot": "a called shot", "safety": "a safety", "push": "a push-out"}


def explanation_lines(explained: Explanation) -> Iterator[str]:
    """Yield the lines of an explanation as text.

    Args:
        explained: what `explain` returned.
    """
    yield from map(clean, _lines(explained))


def _lines(explained: Explanation) -> Iterator[str]:
    yield f"{place_of(explained)}: {KINDS[explained.kind]} by {explained.player}"
    yield f"{explained.file}, line {explained.row}"
    for attempt, line in explained.namesakes:
        how = f"attempt {attempt}: --attempt {attempt}" if attempt != explained.attempt else "the number stands twice"
        yield f"There is another stroke {explained.shot} in this rack, on line {line} ({how})."
    yield ""
    then = (("record", explained.then.removeprefix("In the record ").rstrip("."), "", ""),)
    yield from side_by_side(explained.verdicts, then)
    yield ""
    yield "Before the stroke"
    for said in before_in_words(explained):
        yield from item(said)
    yield ""
    yield "What happened"
    for fact in (*explained.facts, explained.recorded, explained.then):
        yield from item(fact)
    if explained.note:
        yield from item(f"Note of the recorder: {explained.note}")
    yield from verdicts_lines(explained.verdicts)


def place_of(explained: Explanation) -> str:
    """Return where a stroke stands: match, rack, attempt where there were several, stroke."""
    again = f" (attempt {explained.attempt})" if explained.attempt > 1 else ""
    return f"{explained.match}, rack {explained.rack}{again}, stroke {explained.shot}"


def before_in_words(explained: Explanation) -> list[str]:
    """Return the position before the stroke in sentences."""
    said = [f"On the table: {', '.join(map(str, explained.before.balls)) or 'no object ball'}."]
    hand = {True: ", with the cue ball in hand", False: ", with the cue ball where it lay", None: ""}
    if explained.kind == "break":
        said.append(f"{explained.player} broke.")
    elif explained.turn is None:
        said.append("Whose turn it was does not follow from the record.")
    elif explained.turn == explained.player:
        said.append(f"It was {explained.player}'s turn{hand[explained.before.in_hand]}.")
    else:
        said.append(f"By the rulings before it was {explained.turn}'s turn; {explained.player} played.")
    if explained.fouls_before:
        said.append(f"{explained.player} stood on {counted(explained.fouls_before, 'foul')} in a row.")
    if explained.push_open:
        said.append("It was the stroke on which a push-out was open.")
    return said


def side_by_side(verdicts: Sequence[Verdict], more: Iterable[tuple[str, str, str, str]] = ()) -> Iterator[str]:
    """Yield the short table: edition, ruling, clauses, what it rests on."""
    rows = [("edition", "ruling", "clauses", "rests on")]
    rows += [(v.edition, capital(v.short), ", ".join(v.clauses) or "–", rests_on(v)) for v in verdicts]
    rows += list(more)
    cells = [[clean(cell) for cell in row] for row in rows]
    narrow, cited = (min(max(len(row[n]) for row in cells), 14) for n in (0, 2))
    left = WIDTH - narrow - cited - 6
    ruling, surely = (max(len(row[number]) for row in cells) for number in (1, 3))
    if ruling + surely > left:
        surely = min(surely, max(left // 3, left - ruling))
        ruling = left - surely
    widths = (narrow, ruling, cited, surely)
    for number, row in enumerate(cells):
        columns = [textwrap.wrap(cell, width) or [""] for cell, width in zip(row, widths, strict=True)]
        for line in range(max(map(len, columns))):
            parts = (column[line] if line < len(column) else "" for column in columns)
            yield "  ".join(part.ljust(width) for part, width in zip(parts, widths, strict=True)).rstrip()
        if number == 0:
            yield "  ".join("-" * width for width in widths)


def rests_on(verdict: Verdict) -> str:
    """Return in a few words what a ruling rests on: the text, a reading, no rule; and whether on presumed facts."""
    if verdict.basis == "silent":
        said = "no rule"
    elif verdict.basis == "interpretation":
        sure = dict.fromkeys(sureness(verdict, ground) for ground in verdict.grounds if ground.basis != "explicit")
        said = ", ".join(sure).replace(", reading ", ", ")
    else:
        said = "the text"
    return f"{said}; presumed facts" if verdict.hangs_on else said


def sureness(verdict: Verdict, ground: Ground) -> str:
    """Return how sure one ground is where it is not the text's own word: "reading ES-8"; empty where it is."""
    if ground.basis == "silent":
        return "no rule"
    if ground.basis == "explicit":
        return ""
    if verdict.known == "second-hand" and ground.reading in ("", "second-hand"):
        return "second-hand"
    return f"reading {ground.reading}" if ground.reading else "a reading"


def knowledge(verdict: Verdict) -> list[str]:
    """Return what is to be said aloud about how sure a ruling is; empty where the text rules on recorded facts."""
    said = []
    for ground in verdict.grounds:
        sure = sureness(verdict, ground)
        if sure == "no rule":
            said.append(f"No rule of this edition covers it; what is taken for it: {ground.sentence}")
        elif sure == "second-hand":
            said.append(f"The edition is known second-hand. {ground.reading_text}".rstrip())
        elif sure:
            said.append(f"It rests on {sure} of the text: {ground.reading_text or ground.note or ground.sentence}")
    columns = listed(list(verdict.presumed))
    if verdict.hangs_on:
        said.append(f"It hangs on facts that were not recorded ({columns}).")
    elif verdict.presumed:
        said.append(f"Facts that were not recorded ({columns}) were presumed; the ruling does not hang on them.")
    return list(dict.fromkeys(said))


def verdicts_lines(verdicts: Sequence[Verdict]) -> Iterator[str]:
    """Yield what the editions make of a stroke with the reasons, those that agree together; then what hangs on what."""
    for alike in agreeing(verdicts):
        yield ""
        one = alike[0]
        names = listed([verdict.edition for verdict in alike])
        yield f"By {names}, {one.name}" if len(alike) == 1 else f"By {names}"
        yield from textwrap.wrap(one.sentence, WIDTH, initial_indent="  ", subsequent_indent="  ")
        for number, ground in enumerate(one.grounds):
            cited = "; ".join(filter(None, (citation(v, v.grounds[number], len(alike) > 1) for v in alike)))
            yield from item(f"{ground.sentence}{f' [{cited}]' if cited else ''}")
        if one.unlisted:
            yield from item(f"Noted, and no foul here: {', '.join(one.unlisted)}.")
        if one.presumed and not one.hangs_on:
            yield from item(knowledge(one)[-1])
    yield from _found(verdicts)
    presumed = presumptions(verdicts)
    if presumed:
        yield ""
        yield "Presumed, because it was not recorded"
        for columns, what, editions in presumed:
            by = f" ({', '.join(editions)})" if len(editions) < len(verdicts) else ""
            yield from item(f"{', '.join(columns)}: {what}.{by}")
    for title, which in (("It hangs on that", "hangs_on"), ("What would have made it otherwise", "otherwise")):
        changes = merged(verdicts, which)
        if changes:
            yield ""
            yield title
        for had, outcomes in changes:
            if len(outcomes) == 1 and len(outcomes[0][0]) == len(verdicts):
                yield from item(f"{had}: {outcomes[0][1]}")
                continue
            yield from item(f"{had}:")
            for editions, said in outcomes:
                yield from item(f"{', '.join(editions)}: {said}", indent="    ", mark="")
    for title, texts in (
        ("The clauses, in this project's words", clauses_of(verdicts)),
        ("The readings", readings_of(verdicts)),
    ):
        if texts:
            yield ""
            yield title
        for edition, name, text in texts:
            yield from item(f"{edition} {name}: {text}")


def _found(verdicts: Sequence[Verdict]) -> Iterator[str]:
    findings = findings_of(verdicts)
    if findings:
        yield ""
        yield "What the audit finds"
    for code, said in findings:
        yield from item(f"{code}: {said}")


def findings_of(verdicts: Sequence[Verdict]) -> list[tuple[str, str]]:
    """Return what an audit finds on the stroke, each message once: code with verdict and editions, and the message."""
    found: dict[tuple[str, str, str], list[str]] = {}
    for verdict in verdicts:
        for finding in verdict.findings:
            found.setdefault((finding.code, finding.verdict, finding.message), []).append(verdict.edition)
    return [
        (f"{code} ({verdict}{f'; {listed(editions)}' if len(verdicts) > 1 else ''})", message)
        for (code, verdict, message), editions in found.items()
    ]


def agreeing(verdicts: Sequence[Verdict]) -> list[list[Verdict]]:
    """Return the verdicts in groups that rule alike for the same reasons, in order of first appearance."""
    groups: dict[tuple[object, ...], list[Verdict]] = {}
    for verdict in verdicts:
        reasons = tuple(ground.sentence for ground in verdict.grounds)
        key = (verdict.sentence, reasons, *verdict.unlisted, bool(verdict.presumed), bool(verdict.hangs_on))
        groups.setdefault(key, []).append(verdict)
    return list(groups.values())


def citation(verdict: Verdict, ground: Ground, named: bool) -> str:
    """Return what a ground stands on, as "es 0, 8, reading ES-8"; `named` puts the edition in front."""
    parts = [part for part in (", ".join(ground.clauses), sureness(verdict, ground)) if part]
    return f"{verdict.edition + ' ' if named else ''}{', '.join(parts)}" if parts else ""


def clauses_of(verdicts: Sequence[Verdict]) -> list[tuple[str, str, str]]:
    """Return the clauses that the verdicts cite: edition, number, text."""
    cited = [(v.edition, clause, text) for v in verdicts for g in v.grounds for clause, text in g.clauses.items()]
    return list(dict.fromkeys(cited))


def readings_of(verdicts: Sequence[Verdict]) -> list[tuple[str, str, str]]:
    """Return the readings that the verdicts rest on, editions that share one together: editions, id, text."""
    found: dict[tuple[str, str], list[str]] = {}
    for verdict in verdicts:
        for reading in verdict.readings.items():
            found.setdefault(reading, []).append(verdict.edition)
    return [(", ".join(editions), name, text) for (name, text), editions in found.items()]


def presumptions(verdicts: Sequence[Verdict]) -> list[tuple[list[str], str, list[str]]]:
    """Return what was presumed: the columns that were blank, what, and the editions that needed it."""
    found: dict[tuple[str, tuple[str, ...]], list[str]] = {}
    needed: dict[tuple[str, str], list[str]] = {}
    for verdict in verdicts:
        for column, what in verdict.presumed.items():
            needed.setdefault((column, what), []).append(verdict.edition)
    for (column, what), editions in needed.items():
        found.setdefault((what, tuple(editions)), []).append(column)
    return [(columns, what, list(editions)) for (what, editions), columns in found.items()]


Outcomes = list[tuple[list[str], str]]
"""Editions that would rule alike, and how."""


def merged(verdicts: Sequence[Verdict], which: str) -> list[tuple[str, Outcomes]]:
    """Return the changes of all verdicts, those of the same outcome together: "had … or had …", and the outcomes.

    Args:
        verdicts: of one stroke.
        which: `hangs_on` or `otherwise`.
    """
    found: dict[str, dict[str, list[str]]] = {}
    for verdict in verdicts:
        changes: list[Change] = getattr(verdict, which)
        for change in changes:
            found.setdefault(change.had, {}).setdefault(change.sentence, []).append(verdict.edition)
    alike: dict[str, tuple[list[str], Outcomes]] = {}
    for had, outcomes in found.items():
        same = [(editions, said) for said, editions in outcomes.items()]
        alike.setdefault(repr(same), ([], same))[0].append(had)
    return [(", or ".join(hads), same) for hads, same in alike.values()]


def item(text: str, indent: str = "  ", mark: str = "-") -> list[str]:
    """Return a text as the lines of an item of a list."""
    opening = f"{indent}{mark} " if mark else f"{indent}  "
    return textwrap.wrap(text, WIDTH, initial_indent=opening, subsequent_indent=indent + "  ", break_on_hyphens=False)


def as_dict(explained: Explanation) -> dict[str, Any]:
    """Return an explanation as plain data, for JSON."""
    data = asdict(explained)
    for name in ("before", "after"):
        places = data[name]["places"]
        data[name]["places"] = {"cue" if ball == CUE_BALL else str(ball): list(at) for ball, at in places.items()}
    data["verdicts"] = [verdict_as_dict(verdict) for verdict in explained.verdicts]
    return data


def verdict_as_dict(verdict: Verdict) -> dict[str, Any]:
    """Return a verdict as plain data, for JSON."""
    data = asdict(verdict)
    data["findings"] = [finding._asdict() for finding in verdict.findings]
    return data
