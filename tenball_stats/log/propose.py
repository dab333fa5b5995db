"""A map proposed from a file: which column each heading may be, and which of its words the format does not know.

Headings are told by a ready map, by likeness, and by what stands under them. What is not sure comes as a comment: the
proposal is there to be read and completed by the person who knows the words.
"""

import itertools
import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from tenball_stats import terms
from tenball_stats.log import notation
from tenball_stats.log.cells import MEASURES, READINGS
from tenball_stats.log.columns import COLUMNS, REQUIRED, heading
from tenball_stats.log.mapping import CODES, Mapping, Words, fold, load_map, map_ids
from tenball_stats.log.readers.table import Raw

HEAD = 2_000
"""Rows that are looked at."""

_LIKE = 86
"""Likeness of headings, of 100, from which on a column is proposed."""

_WORD_LIKE = 70
"""Likeness of words, of 100, from which on one is proposed; the columns they stand in are known by then."""

_MOST = 30
"""Words of one table that are proposed."""

_READERS: dict[str, Callable[[str], object]] = {
    **{name: reading.read for name, reading in READINGS.items()},
    **MEASURES,
    "kind": lambda text: terms.KIND_CODE[text.lower()],
    "players": notation.names,
    "layout": notation.layout,
    "date": notation.day,
    "time": notation.clock,
    "race_to": notation.race_to,
    "rack": lambda text: notation.whole(text, 0, notation.LARGEST),
    "shot": lambda text: notation.whole(text, 0, notation.LARGEST),
}
"""Columns whose cells can be told to be theirs or not."""

_BY_CELLS: dict[str, tuple[str, float]] = {
    "kind": (r"[^\W\d].*", 0.5),
    "players": (r".*\|.*", 0.8),
    "layout": (r"\d.*:.*\d/.*", 0.8),
    "rack_layout": (r"(?:\d+\W+){9}\d+", 0.8),
    "date": (r"\d{1,4}[-./ ]\d{1,2}[-./ ]\d{2,4}.*", 0.8),
    "called": (r"-|~?\d+@\w+", 0.8),
    "potted": (r".*(?:@|cue| \d).*", 0.5),
    "time": (r"\d{1,2}:\d\d:\d\d|.*T\d\d:\d\d.*", 0.8),
    "score": (r"\d+\s*[-:]\s*\d+", 0.8),
}
"""Columns that their cells give away: the look of a cell, and the part of the cells that has to have it."""

_NO_NAME = re.compile(r"[-+\d.,:/\s]*")
"""Cells of numbers and dates, which no column of names or texts is full of."""


@dataclass
class Proposal:
    """What is proposed; tables of words are `their word -> word of the format`, empty where nobody can say."""

    base: Mapping | None
    columns: dict[str, tuple[str, str]] = field(default_factory=dict)
    """Heading to column and the reason."""
    unsure: dict[str, tuple[str, str]] = field(default_factory=dict)
    unknown: dict[str, list[str]] = field(default_factory=dict)
    """Heading that nothing is known of, and cells under it."""
    words: dict[str, dict[str, tuple[str, int]]] = field(default_factory=dict)
    """Table of a map to word, what it may stand for, and how often it stands there."""
    settings: dict[str, str] = field(default_factory=dict)
    between_players: list[str] = field(default_factory=list)
    missing: list[str] = field(default_factory=list)


def propose(raw: Raw) -> Proposal:
    """Return the map that a table's head suggests.

    Args:
        raw: the table as it stands in the file.
    """
    places = [name for name in raw.frame.columns if name != "line"]
    texts = {
        place: [text.strip() for text in raw.frame[place].head(HEAD).drop_nulls().to_list() if text.strip()]
        for place in places
    }
    base = _base(raw.headings)
    proposal = Proposal(base)
    named = dict(zip(places, raw.headings, strict=True))
    taken: dict[str, str] = {}
    for place, written in named.items():
        name = base.heading(written) if base else heading(written)
        if name in COLUMNS:
            taken.setdefault(name, place)
    left = [
        place for place, written in named.items() if place not in taken.values() and (written.strip() or texts[place])
    ]
    for place in list(left):
        guess = _by_likeness(named[place], texts[place], base, taken) or _by_cells(texts[place], base, taken)
        if guess and named[place].strip():
            proposal.columns[named[place].strip()] = guess
            taken[guess[0]] = place
            left.remove(place)
    if "match" not in taken:
        steady = [place for place in left if len(texts[place]) == min(raw.frame.height, HEAD) and named[place].strip()]
        if steady:
            place = min(steady, key=lambda place: len(set(texts[place])))
            proposal.unsure[named[place].strip()] = ("match", "it changes least from row to row")
            left.remove(place)
    for place in left:
        if named[place].strip():
            proposal.unknown[named[place].strip()] = list(dict.fromkeys(texts[place]))[:3]
    proposal.missing = [name for name in REQUIRED if name not in taken]
    cells = {name: texts[place] for name, place in taken.items()}
    _settings(proposal, cells)
    _words(proposal, cells)
    return proposal


def _base(headings: Sequence[str]) -> Mapping | None:
    """Return the ready map that knows the most of the headings that the format does not; None where none knows one."""
    strange = [written for written in headings if heading(written) not in COLUMNS]
    maps = [load_map(name) for name in map_ids()]
    known = {ready.name: sum(ready.heading(written) in COLUMNS for written in strange) for ready in maps}
    best = max(maps, key=lambda ready: known[ready.name])
    return best if known[best.name] else None


def _by_likeness(
    written: str, texts: Sequence[str], base: Mapping | None, taken: dict[str, str]
) -> tuple[str, str] | None:
    """Return the column whose name, or one of its names in the ready map, comes near a heading and fits the cells."""
    from rapidfuzz import fuzz, process

    names = {name.replace("_", " "): name for name in COLUMNS} | (base or load_map("en")).columns
    free = {word: name for word, name in names.items() if name not in taken}
    if len(fold(written)) < 2:
        return None
    for word, _, _ in process.extract(fold(written), list(free), scorer=fuzz.WRatio, score_cutoff=_LIKE, limit=5):
        if _fits(free[word], texts, base):
            return free[word], f"like '{word}'"
    return None


def _fits(column: str, texts: Sequence[str], base: Mapping | None) -> bool:
    """Whether at least half of the cells are such as stand in a column."""
    if not texts:
        return True
    if column in _READERS:
        said = [base.read(column, text) if base else text for text in texts]
        return sum(_reads(column, text) for text in said) >= len(texts) / 2 or column in {"kind", "players"}
    return sum(_NO_NAME.fullmatch(text) is None for text in texts) >= len(texts) / 2 or column in {"match", "table"}


def _by_cells(texts: Sequence[str], base: Mapping | None, taken: dict[str, str]) -> tuple[str, str] | None:
    """Return the column that the cells give away."""
    if not texts:
        return None
    for column, (looks, part) in _BY_CELLS.items():
        if column in taken:
            continue
        said = [(text, base.read(column, text) if base else text) for text in texts[:200]]
        own = [text for text, read in said if re.fullmatch(looks, read, re.DOTALL) and _reads(column, read)]
        if len(own) >= part * len(said):
            return column, f"by its cells, as '{own[0]}'"
    return None


def _reads(column: str, text: str) -> bool:
    """Whether a cell can be read in a column; a date in another order, which a map can put right, is one too."""
    if column == "date" and _DATE.match(text):
        return True
    try:
        _READERS[column](text)
    except (notation.Unreadable, KeyError):
        return False
    return True


_DATE = re.compile(r"\d{1,4}[-./ ]\d{1,2}[-./ ]\d{1,4}", re.ASCII)


def _settings(proposal: Proposal, cells: dict[str, list[str]]) -> None:
    """Tell the decimal sign, the order of dates and what stands between players."""
    base = proposal.base
    numbers = [text for name in ("lag_cm", "cue_x", "cue_y", "end_x", "end_y", "speed") for text in cells.get(name, ())]
    if any("," in text for text in numbers) and (base is None or base.decimal == "."):
        proposal.settings["decimal"] = ","
    dates = [re.match(r"(\d{1,2})[-./](\d{1,2})[-./]\d", text) for text in cells.get("date", ())]
    found = [(int(match[1]), int(match[2])) for match in dates if match]
    if found and not (base and base.date_order):
        proposal.settings["date_order"] = "mdy" if any(second > 12 for _, second in found) else "dmy"
        if all(first <= 12 and second <= 12 for first, second in found):
            proposal.settings["date_order"] += "?"
    marks = (" vs. ", " vs ", " v ", " – ", " — ", " - ", "/", ";", ",")
    known = base.marks.get("between_players", ()) if base else ()
    players = [text for text in cells.get("players", ()) if "|" not in text]
    if players and not any(mark in text for mark in known for text in players):
        proposal.between_players = [mark for mark in marks if all(mark in text for text in players)][:1]


def _words(proposal: Proposal, cells: dict[str, list[str]]) -> None:
    """Collect the words that the format does not know, with what they come near."""
    base = proposal.base or Mapping("")
    for column in ("kind", "break_format", "warnings"):
        known = {"kind": terms.KINDS, "break_format": terms.BREAK_FORMATS, "warnings": ("recorded",)}[column]
        words = Counter(text for text in cells.get(column, ()) if base.read(column, text).lower() not in known)
        _propose(proposal, f"values.{column}", words, known, base.values.get(column, {}))
    for columns, table, known in (
        (("rail", "hand"), "yes_no", ("y", "n")),
        (("acts", "ruling"), "codes", CODES),
        (("called", "potted", "off", "spotted"), "balls or pockets", (*terms.POCKETS, "cue")),
    ):
        words = Counter(
            word
            for column in columns
            for text in cells.get(column, ())
            if not _readable(column, base.read(column, text))
            for word in _unknown_words(table, base.read(column, text), known)
        )
        own = base.yes_no if table == "yes_no" else base.codes if table == "codes" else base.balls | base.pockets
        _propose(proposal, table, words, known, own)


def _unknown_words(table: str, text: str, known: Sequence[str]) -> list[str]:
    if table == "yes_no":
        return [text]
    between = r"[,;+/]+" if table == "codes" else r"[\s,;@~()/\d]+"
    words = [word.strip() for word in re.split(between, text)]
    return [word for word in words if word and word.lower() not in known and word not in {"-", "?"}]


def _readable(column: str, text: str) -> bool:
    try:
        read = READINGS[column].read(text)
    except notation.Unreadable:
        return False
    return column != "acts" or read[2] is None or read[3] is None


def _propose(proposal: Proposal, table: str, words: Counter[str], known: Sequence[str], own: Words) -> None:
    from rapidfuzz import fuzz, process

    near = {name.replace("_", " "): name for name in known} | own
    for word, count in itertools.islice(words.most_common(), _MOST):
        if not fold(word):
            continue
        found = process.extractOne(fold(word), list(near), scorer=fuzz.ratio, score_cutoff=_WORD_LIKE)
        proposal.words.setdefault(table, {})[word] = (near[found[0]] if found else "", count)


# As TOML ----------------------------------------------------------------------------------------------------


def toml(proposal: Proposal, file: str) -> str:
    """Return a proposal as the text of a map; what is not sure stands in comments."""
    lines = [
        f"# A map for {_comment(file)}, proposed by tenball map. Read it before you use it:",
        "# what is not sure is commented out.",
    ]
    if proposal.missing:
        lines.append(f"# No heading was told to be {', '.join(proposal.missing)}, and a log needs it.")
    lines.append("")
    if proposal.base:
        lines.append(f"extends = {_quoted(proposal.base.name)}  # {proposal.base.title} headings and words")
    for key, value in proposal.settings.items():
        sure = value.removesuffix("?")
        lines.append(f"{key} = {_quoted(sure)}" + ("  # or mdy? the dates do not tell" if sure != value else ""))
    if proposal.columns or proposal.unsure or proposal.unknown:
        lines += ["", "[columns]"]
    lines += [f"{_quoted(word)} = {_quoted(name)}  # {_comment(why)}" for word, (name, why) in proposal.columns.items()]
    lines += [
        f"# {_quoted(word)} = {_quoted(name)}  # perhaps: {_comment(why)}"
        for word, (name, why) in proposal.unsure.items()
    ]
    for word, cells in proposal.unknown.items():
        shown = f"holds {', '.join(map(_comment, cells))}" if cells else "is blank"
        lines.append(f'# {_quoted(word)} = ""  # {shown}; kept aside where it is no column of a log')
    for table, words in proposal.words.items():
        lines += ["", f"[{table}]" if " " not in table else "# [balls] or [pockets]"]
        for word, (stands_for, count) in words.items():
            often = f"{count} cell{'s' if count > 1 else ''}"
            line = f"{_quoted(word)} = {_quoted(stands_for)}  # {often}"
            lines.append(line if stands_for and " " not in table else f"# {line}")
    if proposal.between_players:
        lines += ["", "[marks]", f"between_players = [{', '.join(map(_quoted, proposal.between_players))}]"]
    return "\n".join(lines) + "\n"


def _quoted(text: str) -> str:
    """Return a text as a TOML string; a stranger's heading must not end it."""
    escaped = "".join(
        f"\\u{ord(char):04x}" if ord(char) < 0x20 or char in "\x7f\u2028\u2029" else char
        for char in text.replace("\\", "\\\\").replace('"', '\\"')
    )
    return f'"{escaped}"'


def _comment(text: str) -> str:
    """Return a text as it may stand in a comment: on one line, without control characters, not long."""
    shown = "".join(char if char.isprintable() else " " for char in text)
    return shown if len(shown) <= 60 else shown[:59] + "…"
