"""An explanation for reading on the screen."""

import textwrap
from collections.abc import Iterator

from tenball_stats.replay.explain import Explanation, Ground, Verdict

WIDTH = 100


def explanation_lines(explained: Explanation) -> Iterator[str]:
    """Yield the lines of an explanation as text.

    Args:
        explained: what `explain` returned.
    """
    again = f" (attempt {explained.attempt})" if explained.attempt > 1 else ""
    place = f"{explained.match}, rack {explained.rack}{again}, stroke {explained.shot}"
    yield f"{place}: {explained.player}, {explained.kind}"
    yield f"{explained.file}, line {explained.row}"
    yield ""
    yield "Before the stroke"
    yield from _item(f"On the table: {', '.join(map(str, explained.on_table)) or 'no object ball'}.")
    if explained.turn:
        yield from _item(f"{explained.turn} was at the table by the rulings before.")
    if explained.in_hand is not None:
        yield from _item(f"The cue ball was {'in hand' if explained.in_hand else 'to be played from position'}.")
    for name, count in explained.fouls_before.items():
        yield from _item(f"{name} had {count} foul{'s' if count != 1 else ''} in a row.")
    if explained.push_open:
        yield from _item("A push-out was open.")
    yield ""
    yield "What happened"
    for fact in explained.facts:
        yield from _item(fact)
    yield from _item(explained.recorded)
    yield from _item(explained.then)
    if explained.note:
        yield from _item(f"Note of the recorder: {explained.note}")
    for verdict in explained.verdicts:
        yield ""
        yield from verdict_lines(verdict)


def verdict_lines(verdict: Verdict) -> Iterator[str]:
    """Yield what one edition makes of a stroke, as text."""
    yield f"By {verdict.edition}, {verdict.name}"
    yield from _item(verdict.sentence)
    for ground in verdict.grounds:
        yield from _ground(ground)
    if verdict.unlisted:
        yield from _item(f"Noted and no foul here: {', '.join(verdict.unlisted)}.")
    for column, what in verdict.presumed.items():
        yield from _item(f"Presumed, since {column} was not recorded: {what}.")
    for said in verdict.hangs_on:
        yield from _item(f"It hangs on that; {said}")
    for said in verdict.otherwise:
        yield from _item(f"It would have been otherwise {said}")
    for finding in verdict.findings:
        yield from _item(f"Finding: {finding.code} ({finding.verdict}). {finding.message}")


def _ground(ground: Ground) -> Iterator[str]:
    sure = {"explicit": "", "interpretation": " This is a reading.", "silent": " The text is silent on it."}
    cited = f"[{', '.join(ground.clauses)}] " if ground.clauses else ""
    reading = f" {ground.reading}: {ground.reading_text}" if ground.reading else ""
    yield from _item(f"{cited}{ground.sentence}{sure[ground.basis]}{reading}")
    for clause, text in ground.clauses.items():
        yield from _item(f"{clause}: {text}", indent="      ")


def _item(text: str, indent: str = "  ") -> list[str]:
    return textwrap.wrap(text, WIDTH, initial_indent=f"{indent}- ", subsequent_indent=f"{indent}  ")
