"""The notation of single cells: `4@fr 6@sl cue@hl` and its like, turned into numbers.

Every function takes the trimmed text of one cell that is not blank, and either returns numbers or raises `Unreadable`
with what was expected. They are called once for each distinct text of a column, never once for each row.
"""

import datetime as dt
import difflib
import math
import re
import unicodedata
from collections.abc import Iterable
from typing import NamedTuple

from tenball_stats import terms

LARGEST = 9_999
"""Largest number of a rack or a stroke that is taken for one."""

_POCKETS = " ".join(terms.POCKETS)
_SEPARATOR = re.compile(r"[\s,;]+")
_WHOLE = re.compile(r"\+?(\d{1,9})(?:[.,]0+)?", re.ASCII)
_BALL = re.compile(r"(cue|\d{1,3})(?:\.0+)?(?:@(\w*))?", re.IGNORECASE | re.ASCII)
_NUMBER = re.compile(r"[-+]?(?:\d+(?:[.,]\d*)?|[.,]\d+)(?:e[-+]?\d+)?", re.IGNORECASE | re.ASCII)
_DATE_LIKE = re.compile(
    r"""\d{4}-\d\d-\d\d(?:[T\ ].*)?               # 2015-02-03
    | \d{1,2}[./]\d{1,2}[./](?:\d\d|\d{4})        # 3.02.2015
    | \d{1,2}[-.\ ][^\W\d]{3,9}\.?(?:[-.\ ]\d\d(?:\d\d)?)?  # 3-Feb, 3-Feb-15
    | [^\W\d]{3,9}[-.\ ]\d{1,4}                   # Feb-03""",
    re.VERBOSE,
)
_CLOCK = re.compile(
    r"(?:(\d{4}-\d\d-\d\d)[T ]\s*)?(\d{1,2}):(\d\d)(?::(\d\d)(?:[.,](\d{1,6})\d*)?)?\s*(Z|[-+]\d\d:?\d\d)?", re.ASCII
)
_LAYOUT_BALL = re.compile(r"(\d{1,3}):([-+]?\d+(?:\.\d*)?)/([-+]?\d+(?:\.\d*)?)", re.ASCII)
_YES = frozenset({"y", "yes", "true", "1", "1.0"})
_NO = frozenset({"n", "no", "false", "0", "0.0"})


class Unreadable(Exception):
    """A cell that the notation does not know, with what was expected and, where it helps, what to do."""

    def __init__(self, expected: str, hint: str | None = None) -> None:
        self.expected = expected
        self.hint = hint
        super().__init__(expected)


class Call(NamedTuple):
    """A cell of `called`: see `terms.CALL_*`; ball and pocket are 0 where there is none."""

    call_type: int
    call_ball: int
    call_pocket: int


class Balls(NamedTuple):
    """A cell that lists balls: mask, pockets (four bits a ball), is it known, first object ball, balls named twice."""

    mask: int
    pockets: int
    known: bool
    first: int
    twice: int


def excel_hint(text: str) -> str | None:
    """Say what happened where a spreadsheet has turned a cell into a date; None where the text is no date."""
    if not _DATE_LIKE.fullmatch(text):
        return None
    return (
        "a spreadsheet has turned the cell into a date, and what was typed cannot be recovered from it: "
        "format the column as text and type it again"
    )


def name(text: str) -> str:
    """Return a name as it is compared: composed Unicode, trimmed, inner white space as one space."""
    if not text.isascii():
        text = unicodedata.normalize("NFC", text).replace("\ufeff", "").replace("\u200b", "")
    return " ".join(text.split())


def names(text: str) -> list[str]:
    """Read `players`: names in order of rotation, separated by `|`."""
    listed = [name(part) for part in text.split("|")]
    expected = "the players' names separated by | in order of rotation"
    if not all(listed):
        raise Unreadable(expected, "a name between two | is empty")
    if len(set(listed)) < len(listed):
        raise Unreadable(expected, "a name stands twice")
    if len(listed) == 1:
        raise Unreadable(expected, "only one name is given; separate the names with |")
    if len(listed) > 100:
        raise Unreadable(expected, "more than 100 names")
    return listed


def whole(text: str, low: int, high: int) -> int:
    """Read a whole number between two bounds; `7.0`, as spreadsheets leave it, is 7."""
    match = _WHOLE.fullmatch(text)
    if match is None or not low <= int(match[1]) <= high:
        wanted = f"a whole number from {low}" + (f" to {high}" if high < LARGEST else "")
        too_large = match is not None and int(match[1]) > LARGEST
        raise Unreadable(wanted, f"numbers above {LARGEST} are not taken" if too_large else excel_hint(text))
    return int(match[1])


def number(text: str, *, least: float | None = None) -> float:
    """Read a finite number; a decimal comma is a decimal point."""
    expected = "a number" if least is None else f"a number from {least:g}"
    if not _NUMBER.fullmatch(text):
        raise Unreadable(expected, excel_hint(text))
    value = float(text.replace(",", "."))
    if not math.isfinite(value) or (least is not None and value < least):
        raise Unreadable(expected)
    return value


def duration(text: str) -> float:
    """Read a duration in seconds: `34`, `34.5`, `34 s`, `0:34`, `1:02:03`."""
    lower = text.lower().removesuffix(".")
    unit = next((unit for unit in ("seconds", "second", "sec", "s") if lower.endswith(unit)), "")
    parts = (lower.removesuffix(unit).rstrip() if unit else text).split(":")
    expected = "a duration in seconds, as 34, 34.5 s or 0:34"
    fields = all(re.fullmatch(r"\d+", part, re.ASCII) and len(part) <= 6 for part in parts[:-1])
    if len(parts) > 3 or not fields or not re.fullmatch(r"\d{1,12}(?:[.,]\d*)?|[.,]\d+", parts[-1], re.ASCII):
        raise Unreadable(expected, excel_hint(text))
    values = [float(part.replace(",", ".")) for part in parts]
    if any(value >= 60 for value in values[1:]):
        raise Unreadable(expected, "minutes and seconds after a colon stay below 60")
    total = 0.0
    for value in values:
        total = total * 60 + value
    return total


def yes_no(text: str) -> int:
    """Read yes or no as 1 or 0."""
    lower = text.lower()
    if lower in _YES:
        return 1
    if lower in _NO:
        return 0
    raise Unreadable("y or n")


def call(text: str) -> Call:
    """Read `called`: `4@fr`, `4`, `~4@fr` or `-`."""
    if text == "-":
        return Call(terms.CALL_NOTHING, 0, 0)
    expected = f"one ball and its pocket as 4@fr (pockets {_POCKETS}), 4, ~4@fr, or - for nothing called"
    meant = text.startswith("~")
    tokens = _tokens(text.removeprefix("~").strip())
    if not tokens:
        raise Unreadable(expected)
    if len(tokens) > 1:
        raise Unreadable(expected, "only one ball may be called")
    ball, pocket = _ball(tokens[0], expected)
    if ball == 0:
        raise Unreadable(expected, "the cue ball cannot be called")
    return Call(terms.CALL_MEANT if meant else terms.CALL_SPOKEN, ball, pocket)


def potted(text: str) -> Balls:
    """Read `potted`: balls in the order in which they went down; `?` says that it was not recorded, `-` none."""
    if text == "?":
        return Balls(0, 0, False, 0, 0)
    return _balls(text, f"balls as 4@fr or 4, separated by spaces (pockets {_POCKETS}), - for none, ? for not recorded")


def off(text: str) -> Balls:
    """Read `off`: balls that left the table; `-` none."""
    return _balls(text, "balls separated by spaces, as 3 cue, - for none", pockets=False)


def spotted(text: str) -> int:
    """Read `spotted`: object balls that were put back, as a mask; `-` none."""
    expected = "object balls separated by spaces, as 10, - for none"
    listed = _balls(text, expected, pockets=False)
    if listed.mask & terms.CUE:
        raise Unreadable(expected, "the cue ball is not spotted; whether it was in hand stands in hand")
    if listed.twice:
        raise Unreadable(expected, "a ball stands twice")
    return listed.mask


def rack_layout(text: str) -> str:
    """Read `rack_layout`: each of the ten balls once, from the apex, as a text of ten numbers."""
    expected = "the ten balls row by row from the apex, each once, as 1 2 3 4 10 5 6 7 8 9"
    balls = [_ball(token, expected, pockets=False)[0] for token in _tokens(text)]
    if sorted(balls) != list(range(1, 11)):
        raise Unreadable(expected)
    return " ".join(map(str, balls))


def layout(text: str) -> str:
    """Read `layout`: object balls and their places in metres, `1:0.635/1.905 2:0.692/2.004`."""
    expected = "object balls 1 to 10 and their places in metres as 1:0.635/1.905, separated by spaces"
    seen: set[int] = set()
    places = re.sub(r"(?<=\d),(?=\d)", ".", text).split()
    for place in places:
        match = _LAYOUT_BALL.fullmatch(place)
        if match is None or not 1 <= int(match[1]) <= 10:
            raise Unreadable(expected)
        if int(match[1]) in seen:
            raise Unreadable(expected, f"ball {int(match[1])} stands twice")
        seen.add(int(match[1]))
    return " ".join(places)


def acts(text: str) -> tuple[int, int, str | None, str | None]:
    """Read `acts` both ways, since only the row's kind tells which is meant.

    Returns the mask of a stroke's acts, the mask of a lag's acts, and the code that the one and the other do not know.
    """
    if text == "-":
        return 0, 0, None, None
    stroke = lag = 0
    not_stroke: str | None = None
    not_lag: str | None = None
    for token in _tokens(text.lower()):
        stroke |= terms.ACT_BIT.get(token, 0)
        lag |= terms.LAG_ACT_BIT.get(token, 0)
        if token not in terms.ACT_BIT:
            not_stroke = not_stroke or token
        if token not in terms.LAG_ACT_BIT:
            not_lag = not_lag or token
    return stroke, lag, not_stroke, not_lag


def act_refused(code: str, *, lag: bool) -> Unreadable:
    """Return why a code may not stand in `acts` of a stroke or a lag."""
    if lag:
        known = terms.LAG_ACTS
        return Unreadable("lag acts (" + " ".join(known) + ") separated by spaces", nearest(code, known))
    expected = "acts (" + " ".join(terms.ACT_BIT) + ") separated by spaces"
    if code in terms.JUDGED:
        return Unreadable(
            expected,
            f"{code} follows from potted, off, first and the cushions; what was ruled then can stand in ruling",
        )
    if code == terms.RECORDED:
        return Unreadable(expected, "that a foul of unknown kind was ruled stands in ruling")
    if code in terms.LAG_ACT_BIT:
        return Unreadable(expected, f"{code} is an act of a lag")
    return Unreadable(expected, nearest(code, terms.ACT_BIT))


def ruling(text: str) -> tuple[int, int]:
    """Read `ruling`: `legal`, `foul`, or foul codes; returns `terms.RULING_*` and the mask of the codes named."""
    tokens = _tokens(text.lower())
    expected = "legal, foul, or foul codes separated by spaces"
    if "legal" in tokens:
        if len(tokens) > 1:
            raise Unreadable(expected, "a stroke is legal or a foul, not both")
        return terms.RULING_LEGAL, 0
    mask = 0
    for token in tokens:
        if token == "foul":  # noqa: S105 - a word of the notation
            continue
        if token not in terms.FOUL_BIT:
            hint = "unsporting is no foul of a stroke; it stands in acts" if token == terms.UNSPORTING else None
            raise Unreadable(expected, hint or nearest(token, ("legal", "foul", *terms.FOULS)))
        mask |= terms.FOUL_BIT[token]
    if not tokens:
        raise Unreadable(expected)
    return terms.RULING_FOUL, mask


def score(text: str) -> list[int]:
    """Read `score`: `3-2`, `3:2` or `3 2`, in the order of `players`."""
    expected = "racks won so far in the order of players, as 3-2"
    parts = re.split(r"\s*[-:–—−]\s*|\s+", text)
    dated = excel_hint(text)
    if dated or len(parts) < 2 or not all(re.fullmatch(r"\d{1,4}", part, re.ASCII) for part in parts):
        raise Unreadable(expected, dated)
    return [int(part) for part in parts]


def race_to(text: str) -> list[int]:
    """Read `race_to`: `9`, or one number for each player, `9/7`."""
    expected = "racks needed to win, as 9, or one number for each player, as 9/7"
    parts = [re.sub(r"\.0+$", "", part) for part in re.split(r"\s*/\s*|\s+", text)]
    if not all(re.fullmatch(r"\d{1,4}", part, re.ASCII) and int(part) > 0 for part in parts):
        raise Unreadable(expected, excel_hint(text))
    return [int(part) for part in parts]


def day(text: str) -> dt.date:
    """Read `date`: a date, a date-time, or as much of a date as is known; a partial date is its first day."""
    expected = "a date as 2015-07-31, a date-time as 2015-07-31T19:30, or as much as is known, as 2015-07 or 2015"
    try:
        if re.fullmatch(r"\d{4}", text, re.ASCII):
            return dt.date(int(text), 1, 1)
        if re.fullmatch(r"\d{4}-\d\d", text, re.ASCII):
            return dt.date(int(text[:4]), int(text[5:]), 1)
        if re.fullmatch(r"\d{4}-\d\d-\d\d", text, re.ASCII):
            return dt.date.fromisoformat(text)
        if re.match(r"\d{4}-\d\d-\d\d[T ]\d", text, re.ASCII):
            return dt.datetime.fromisoformat(text.replace(" ", "T", 1)).date()
    except ValueError:
        raise Unreadable(expected, "there is no such day or time") from None
    if re.fullmatch(r"[1-9]\d{4}(?:[.,]\d+)?", text, re.ASCII):
        meant = dt.date(1899, 12, 30) + dt.timedelta(days=int(text[:5]))
        raise Unreadable(expected, f"a spreadsheet counts days so; {text[:5]} is {meant}: format the column as a date")
    raise Unreadable(expected)


def clock(text: str) -> str:
    """Read `time`: a time of day or a date-time; returns it as ISO 8601 writes it, with the zone if there is one."""
    expected = "a time as 19:30, 19:30:05 or 2015-07-31T19:30:05, with a zone (+02:00) or without"
    match = _CLOCK.fullmatch(text)
    if match is None:
        dotted = re.fullmatch(r"(\d{1,2})[.h](\d\d)", text, re.ASCII)
        raise Unreadable(expected, f"write {dotted[1]}:{dotted[2]}" if dotted else None)
    date, hour, minute, second, part, zone = match.groups()
    shown = f"{int(hour):02}:{minute}" + (f":{second}" if second else "") + (f".{part}" if part else "")
    shown = (f"{date}T" if date else "") + shown + (zone or "")
    try:
        (dt.datetime if date else dt.time).fromisoformat(shown)
    except ValueError:
        raise Unreadable(expected, "there is no such time") from None
    return shown


def nearest(word: str, known: Iterable[str]) -> str | None:
    """Return "did you mean …" for a word that comes near a known one."""
    by_lower = {name.lower(): name for name in known}
    found = difflib.get_close_matches(word[:40].lower(), by_lower, n=1, cutoff=0.6)
    return f"did you mean {by_lower[found[0]]}?" if found else None


def words(text: str) -> list[str]:
    """Return the words of a list of codes, in small letters."""
    return _tokens(text.lower())


def ball_words(text: str) -> list[str]:
    """Return the balls of a list that can be read, in its order: `10@fr`, `4`, `cue`."""
    said = []
    for token in _tokens(text):
        ball, pocket = _ball(token, "balls")
        said.append((str(ball) if ball else "cue") + (f"@{terms.POCKETS[pocket - 1]}" if pocket else ""))
    return said


def _tokens(text: str) -> list[str]:
    return [token for token in _SEPARATOR.split(text) if token]


def _ball(token: str, expected: str, *, pockets: bool = True) -> tuple[int, int]:
    match = _BALL.fullmatch(token)
    if match is None:
        raise Unreadable(expected, excel_hint(token))
    ball = 0 if match[1].lower() == "cue" else int(match[1])
    if ball > 10 or (ball == 0 and match[1].lower() != "cue"):
        raise Unreadable(expected, "object balls are 1 to 10, the cue ball is cue")
    if match[2] is None:
        return ball, 0
    if not pockets:
        raise Unreadable(expected, "no pocket stands here")
    code = terms.POCKET_CODE.get(match[2].lower())
    if code is None:
        raise Unreadable(expected, "there is no such pocket")
    return ball, code


def _balls(text: str, expected: str, *, pockets: bool = True) -> Balls:
    if text == "-":
        return Balls(0, 0, True, 0, 0)
    mask = places = first = twice = 0
    tokens = _tokens(text)
    if not tokens:
        raise Unreadable(expected)
    for token in tokens:
        if token in {"?", "-"}:
            raise Unreadable(expected, f"{token} stands alone or not at all")
        ball, code = _ball(token, expected, pockets=pockets)
        if mask >> ball & 1:
            twice |= 1 << ball
        else:
            places |= code << 4 * ball
        mask |= 1 << ball
        if ball and not first:
            first = ball
    return Balls(mask, places, True, first, twice)
