"""The answer of ``tenball rule`` for reading on the screen."""

import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import Any

from tenball_stats.replay.single import Ruled
from tenball_stats.replay.words import listed
from tenball_stats.show.explanation import WIDTH, item, side_by_side, verdict_as_dict, verdicts_lines
from tenball_stats.show.text import clean


def ruled_lines(ruled: Sequence[Ruled]) -> Iterator[str]:
    """Yield what cannot be decided, the editions side by side, the facts once, and the reasons."""
    yield from map(clean, _lines(ruled))


def _lines(ruled: Sequence[Ruled]) -> Iterator[str]:
    undecided = undecided_in_words(ruled)
    for said in undecided:
        yield from textwrap.wrap(said, WIDTH)
    if undecided:
        yield "As presumed, it would be:"
        yield ""
    verdicts = [one.verdict for one in ruled]
    yield from side_by_side(verdicts)
    yield ""
    yield "The stroke"
    for fact in ruled[0].facts:
        yield from item(fact)
    yield from verdicts_lines(verdicts)


def undecided_in_words(ruled: Sequence[Ruled]) -> list[str]:
    """Return what cannot be decided and for want of what, editions that want the same together."""
    wanting: dict[tuple[str, ...], list[str]] = {}
    for one in ruled:
        if one.undecided:
            wanting.setdefault(tuple(one.undecided), []).append(one.verdict.edition)
    return [
        f"By {listed(editions)} it cannot be decided without knowing {listed(list(facts))}."
        for facts, editions in wanting.items()
    ]


def as_dict(ruled: Ruled) -> dict[str, Any]:
    """Return an answer as plain data, for JSON."""
    return asdict(ruled) | {"verdict": verdict_as_dict(ruled.verdict)}
