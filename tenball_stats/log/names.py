"""Names that may be one: two spellings of a player, two ids of a match. Reported, never merged.

Names are the same where `notation.name` says so: composed Unicode, spaces put right. What comes near beyond that has a
reason, and only a person can say whether it holds.
"""

import itertools
import re
import unicodedata
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

import polars as pl

from tenball_stats.log.problems import quoted

LOOK_ALIKE = str.maketrans(
    "авезіјкмнорстухѕһԁԛԝ" + "αβεζηικμνορτυχ" + "ıⅼ",
    "abe3ijkmhopctyxshdqw" + "abezhikmnoptyx" + "il",
)
"""Cyrillic and Greek letters (small, as after `casefold`) to the Latin ones they look like, small or capital."""

_SPELLED_OUT = str.maketrans({"ł": "l", "ø": "o", "đ": "d", "æ": "ae", "œ": "oe", "þ": "th", "ð": "d"})
_SHORT = 4
"""Letters from which on one of them can be a slip; in shorter words it makes another name."""
_LONG = 8
"""Letters from which on two can be."""
_LONGEST = 40
"""Letters of the longest word that is compared letter by letter."""
_ENDING = re.compile(r"(?:ии|aя|a|i|y)$")
"""What tells a woman's surname from a man's in Slavic languages (look-alikes put in): no slip, but another person."""


class Near(NamedTuple):
    """Two names that may be one, and why."""

    one: str
    other: str
    why: str


@lru_cache(maxsize=1 << 16)
def plain(name: str) -> str:
    """Return a name without what is easily written in two ways: capitals, accents, look-alikes, points, hyphens."""
    return " ".join(re.sub(r"[^\w\s]|_", " ", _bare(_alike(_small(name)))).split())


def near_names(names: Iterable[str], among: Iterable[str] | None = None) -> list[Near]:
    """Return the pairs of names that may be one person.

    Args:
        names: the names to look at, as `notation.name` gives them.
        among: names known before, each pair then has one from either; without it pairs are sought within `names`.

    Returns:
        Each pair once, with the strongest reason, in the order of the names.
    """
    return list(_near_names(tuple(dict.fromkeys(names)), None if among is None else tuple(dict.fromkeys(among))))


# What is said of the names of a log is said again of those that are new to a database: often they are the same.
@lru_cache(maxsize=4)
def _near_names(ours: tuple[str, ...], known: tuple[str, ...] | None) -> tuple[Near, ...]:
    if known == ():
        return ()
    new = set(ours)
    every = list(dict.fromkeys([*ours, *(known or [])]))
    found: dict[tuple[int, int], str] = {}
    for why, seek in _REASONS.items():
        for one, other in seek(every):
            if one == other:
                continue
            pair = (min(one, other), max(one, other))
            if known is None or (every[pair[0]] in new) != (every[pair[1]] in new):
                found.setdefault(pair, why)
    return tuple(Near(every[one], every[other], why) for (one, other), why in sorted(found.items()))


def near_ids(ids: Iterable[str]) -> list[Near]:
    """Return the pairs of match ids that differ in capitals, spaces, look-alikes or leading zeros alone."""
    every = list(dict.fromkeys(ids))

    def key(text: str) -> str:
        bare = re.sub(r"\.0+$", "", _alike(_small(text)))
        return re.sub(r"(?<!\d)0+(?=\d)", "", re.sub(r"[\s_\-]+", "", bare))

    pairs = sorted({(min(pair), max(pair)) for pair in _same(key)(every)})
    return [Near(every[one], every[other], "the same but for capitals, spaces or zeros") for one, other in pairs]


def perhaps_one(players: Sequence[str]) -> str:
    """Word which players of one match may be one person, as the end of a sentence; empty for two players or none."""
    if len(players) <= 2:
        return ""
    return "".join(
        f"; {quoted(one)} and {quoted(other)} may be one: {why}" for one, other, why in near_names(players)[:3]
    )


def remarks(matches: pl.DataFrame, most: int = 20) -> list[str]:
    """Return what there is to say about the names and ids of a log's matches, for a person to decide.

    Args:
        matches: the matches frame of a log: `match`, `players`.
        most: how many pairs are named.
    """
    players = matches["players"].explode().drop_nulls().unique(maintain_order=True).to_list()
    near = [("players", "one person", pair) for pair in near_names(players)]
    near += [("matches", "one match", pair) for pair in near_ids(matches["match"].to_list())]
    said = [
        f"{what} {quoted(one)} and {quoted(other)} may be {whom}: {why}"
        for what, whom, (one, other, why) in near[:most]
    ]
    if len(near) > most:
        said.append(f"and {len(near) - most:,} more pairs of names that may be one")
    return said


# Ways in which a name is written twice --------------------------------------------------------------------------------

Pairs = Iterator[tuple[int, int]]


def _small(name: str) -> str:
    shown = unicodedata.normalize("NFKC", name).casefold()
    return " ".join("".join(char for char in shown if unicodedata.category(char) != "Cf").split())


def _alike(name: str) -> str:
    return name.translate(LOOK_ALIKE)


def _bare(name: str) -> str:
    apart = unicodedata.normalize("NFKD", name.translate(_SPELLED_OUT))
    # Marks go first: some look-alikes carry one, as ё does.
    return _alike("".join(char for char in apart if not unicodedata.combining(char)))


def _same(key: Callable[[str], str]) -> Callable[[Sequence[str]], Pairs]:
    """Return what pairs the names that have one key."""

    def pairs(names: Sequence[str]) -> Pairs:
        groups: defaultdict[str, list[int]] = defaultdict(list)
        for place, name in enumerate(names):
            groups[key(name)].append(place)
        for group in groups.values():
            # A crowd under one key, as of names without letters, says nothing about any two of them.
            if len(group) <= _CROWD:
                yield from itertools.combinations(group, 2)

    return pairs


_CROWD = 50


def _abbreviated(names: Sequence[str]) -> Pairs:
    """Pair names with a word in common, the rest of one being initials of the other's, or missing."""
    words = [plain(name).split() for name in names]
    # Of two names of as many words, all of them written out, neither shortens the other; most pairs are like that.
    whole = [0 if any(len(word) == 1 for word in listed) else len(listed) for listed in words]
    by_word: defaultdict[str, list[int]] = defaultdict(list)
    for place, listed in enumerate(words):
        for word in set(listed):
            if len(word) > 2 and not word.isdigit():
                by_word[word].append(place)
    for group in by_word.values():
        if len(group) <= _CROWD:
            for one, other in itertools.combinations(group, 2):
                if whole[one] and whole[one] == whole[other]:
                    continue
                if _shortens(words[one], words[other]) or _shortens(words[other], words[one]):
                    yield one, other


def _shortens(short: list[str], whole: list[str]) -> bool:
    """Whether every word of the one that is not in the other is the initial of a word of it."""
    rest, left = list(whole), []
    for word in short:
        if word in rest:
            rest.remove(word)
        else:
            left.append(word)
    for word in left:
        initial = len(word) == 1 and word.isalpha()
        meant = next((other for other in rest if initial and len(other) > 1 and other.startswith(word)), None)
        if meant is None:
            return False
        rest.remove(meant)
    return bool(left) or (bool(rest) and all(word.isalpha() for word in rest))


def _misspelt(names: Sequence[str]) -> Pairs:
    """Pair names that differ in one word alone, and there by a slip: a letter too many, too few, wrong or swapped."""
    from rapidfuzz.distance import OSA

    words = [plain(name).split() for name in names]
    near: defaultdict[str, set[str]] = defaultdict(set)
    for group in _neighbourhoods({word for listed in words for word in listed}):
        for one, other in itertools.combinations(sorted(group), 2):
            slips = 2 if min(len(one), len(other)) >= _LONG else 1
            if _ENDING.sub("", one) == _ENDING.sub("", other):
                continue
            if OSA.distance(one, other, score_cutoff=slips) <= slips:
                near[one].add(other)
                near[other].add(one)
    places: defaultdict[tuple[str, ...], list[int]] = defaultdict(list)
    for place, listed in enumerate(words):
        places[tuple(listed)].append(place)
    for name, written in places.items():
        for nth, word in enumerate(name):
            for other in near.get(word, ()):
                for place in places.get((*name[:nth], other, *name[nth + 1 :]), ()):
                    yield written[0], place


def _neighbourhoods(words: set[str]) -> Iterator[set[str]]:
    """Group words that become one when a letter is left out of each: all that are a slip apart, and many of two."""
    groups: defaultdict[str, set[str]] = defaultdict(set)
    for word in words:
        if not _SHORT <= len(word) <= _LONGEST or any(char.isdigit() for char in word):
            continue
        groups[word].add(word)
        for place in range(len(word)):
            groups[word[:place] + word[place + 1 :]].add(word)
    return (group for group in groups.values() if 1 < len(group) <= _CROWD)


_REASONS: dict[str, Callable[[Sequence[str]], Pairs]] = {
    "they differ in capitals": _same(_small),
    "they look alike, with letters of two alphabets": _same(lambda name: _alike(_small(name))),
    "they differ in accents or marks": _same(plain),
    "they differ in spaces": _same(lambda name: plain(name).replace(" ", "")),
    "they differ in the order of the words": _same(lambda name: " ".join(sorted(plain(name).split()))),
    "one is shortened": _abbreviated,
    "they are spelled alike": _misspelt,
}
"""Why two names may be one, the surest first."""
