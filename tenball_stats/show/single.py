"""The answer of ``tenball rule`` for reading on the screen."""

import textwrap
from collections.abc import Iterator, Sequence

from tenball_stats.replay.single import Ruled
from tenball_stats.replay.words import listed
from tenball_stats.show.explanation import WIDTH, verdict_lines


def ruled_lines(ruled: Sequence[Ruled]) -> Iterator[str]:
    """Yield the facts once, then each edition's ruling."""
    for number, one in enumerate(ruled):
        if number == 0:
            yield "The stroke"
            for fact in one.facts:
                yield from textwrap.wrap(fact, WIDTH, initial_indent="  - ", subsequent_indent="    ")
        yield ""
        if one.undecided:
            said = (
                f"By {one.verdict.edition} it cannot be decided without knowing {listed(one.undecided)}. As presumed:"
            )
            yield from textwrap.wrap(said, WIDTH)
        yield from verdict_lines(one.verdict)
