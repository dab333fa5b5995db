"""Players, balls and fouls in the words of a finding."""

from collections.abc import Sequence
from functools import cache

from tenball_stats.terms import balls_of, fouls_of


def name_of(players: Sequence[str], player: int) -> str:
    """Return the name of a player."""
    return players[player] if 0 <= player < len(players) else "nobody"


@cache
def balls(mask: int) -> str:
    """Return balls in words: "the 7", "the 3 and the 7", "none"."""
    names = [f"the {ball}" for ball in balls_of(mask)]
    if not names:
        return "none"
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def on_table(mask: int, *, still: str = "") -> str:
    """Return what is on the table in words: "on the table were the 3 and the 7"."""
    return f"on the table {'was' if mask.bit_count() < 2 else 'were'} {still}{balls(mask)}"


def sentence(text: str) -> str:
    """Return a text with a capital letter in front; not for one that begins with a name, which keeps its own."""
    return text[:1].upper() + text[1:]


@cache
def fouls(mask: int) -> str:
    """Return fouls in words, as codes: "scratch, no_rail"."""
    return ", ".join(fouls_of(mask))
