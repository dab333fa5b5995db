"""A league's own words: a mapping of its headings, values and habits to those of the format.

A map is a TOML file (docs/mapping.md). Ready ones are in the folder `maps`; one's own extends them or stands alone.
What a map does not know stays as it is, so that the words of the format always hold beside its own.
"""

import re
import tomllib
import unicodedata
from collections.abc import Mapping as Dictionary
from collections.abc import Sequence
from dataclasses import dataclass, field
from importlib import resources
from pathlib import Path
from typing import Any

import polars as pl

from tenball_stats import terms
from tenball_stats.errors import TenballError
from tenball_stats.log.columns import COLUMNS, REQUIRED, heading
from tenball_stats.log.notation import nearest

CODES = ("legal", "foul", *terms.FOULS, terms.UNSPORTING, *terms.LAG_ACTS)
"""What a word in `acts` or `ruling` can stand for."""

BALLS = (*(str(ball) for ball in range(1, 11)), "cue")

TABLES: dict[str, tuple[str, ...]] = {
    "columns": COLUMNS,
    "yes_no": ("y", "n"),
    "balls": BALLS,
    "pockets": terms.POCKETS,
    "codes": CODES,
}
"""Tables of a map whose words stand for a word of the format: the words that there are."""

VALUES: dict[str, tuple[str, ...]] = {
    "kind": terms.KINDS,
    "break_format": terms.BREAK_FORMATS,
    "warnings": ("recorded",),
}
"""Columns whose own words (`[values.kind]`) have to stand for one of these; in the others for anything."""

MARKS = ("nothing", "not_recorded", "meant", "ball_and_pocket", "between_players")
"""Lists of marks, in the table `marks`."""

ORDERS = {"dmy": (2, 1, 0), "mdy": (2, 0, 1), "ymd": (0, 1, 2)}
"""Order of day, month and year to the places of year, month and day in it."""

_YES_NO = ("rail", "hand")
_BALLS = ("called", "potted", "off", "spotted", "first")
_CODES = ("acts", "ruling")
_NAMES = ("player", "winner")
_NUMBERS = ("lag_cm", "cue_x", "cue_y", "end_x", "end_y", "speed", "seconds", "layout")
_KEPT = ("match", "note")
_DATE = re.compile(r"(\d{1,4})[-./\s]+(\d{1,2})[-./\s]+(\d{1,4})\.?(.*)", re.ASCII | re.DOTALL)


class MapError(TenballError):
    """A map that is not known, or a file that does not describe one."""


def fold(text: str) -> str:
    """Return a word as maps compare it: without accents, capitals, and what stands between or after words."""
    plain = unicodedata.normalize("NFKD", text.casefold().replace("ł", "l").replace("ø", "o"))
    bare = "".join(char for char in plain if not unicodedata.combining(char))
    return " ".join(re.sub(r"[\s_\-–—]+", " ", bare).split()).rstrip(".:") or text.strip()


Words = dict[str, str]


@dataclass(frozen=True)
class Mapping:
    """A map, its words folded (see `fold`)."""

    name: str
    title: str = ""
    columns: Words = field(default_factory=dict)
    yes_no: Words = field(default_factory=dict)
    balls: Words = field(default_factory=dict)
    pockets: Words = field(default_factory=dict)
    codes: Words = field(default_factory=dict)
    values: dict[str, Words] = field(default_factory=dict)
    marks: dict[str, tuple[str, ...]] = field(default_factory=dict)
    decimal: str = "."
    date_order: str = ""

    def heading(self, written: str) -> str:
        """Return the column that a heading stands for; a heading that is not known in the format's spelling."""
        return self.columns.get(fold(written)) or heading(written)

    def read(self, column: str, text: str) -> str:
        """Return one cell's text in the words of the format; empty where the map says that nothing was recorded."""
        text = self.values.get(column, {}).get(fold(text), text)
        if column in _KEPT:
            return text
        folded = fold(text)
        if folded in self._folded("not_recorded"):
            return "?" if column == "potted" else ""
        if column in _YES_NO:
            return self.yes_no.get(folded, text)
        if column in (*_BALLS, *_CODES) and folded in self._folded("nothing"):
            return "0" if column == "first" else "-"
        if column in _BALLS:
            return self._balls(column, text)
        if column in _CODES:
            return _join(_greedy(re.split(r"[\s,;+/]+", text), self.codes))
        if column == "players":
            return self._players(text)
        if column in _NAMES:
            return self.values.get("player", {}).get(folded, text)
        if column == "date":
            return self._date(text)
        if column in _NUMBERS and self.decimal == ",":
            return re.sub(r"(?<=\d),(?=\d)", ".", text)
        return text

    def applied(self, frame: pl.DataFrame) -> pl.DataFrame:
        """Return a frame of a log's texts in the words of the format; each distinct text is read once."""
        changed: list[pl.Series] = []
        for column in (name for name in COLUMNS if name in frame.columns):
            if column in _KEPT and column not in self.values:
                continue
            texts = frame[column].unique().drop_nulls()
            if column in _NUMBERS:
                texts = texts.filter(~texts.str.contains(r"^[-+\d.eE]+$"))
            here = {text: read for text in texts.to_list() if (read := self.read(column, text)) != text}
            if here:
                new = frame[column].replace(list(here), [read or None for read in here.values()])
                changed.append(new.alias(column))
        return frame.with_columns(changed)

    def hint(self, column: str, text: str) -> str | None:
        """Return which of the map's words a text comes near, that neither the map nor the format knows."""
        words = dict(self.values.get(column, {}))
        words |= self.yes_no if column in _YES_NO else {}
        words |= self.codes if column in _CODES else {}
        return nearest(fold(text), words)

    def _folded(self, mark: str) -> tuple[str, ...]:
        return self.marks.get(mark, ())

    def _balls(self, column: str, text: str) -> str:
        """Read a list of balls: words for balls and pockets, in one word or several, and the marks between them."""
        for mark in self.marks.get("ball_and_pocket", ()):
            text = re.sub(rf"(?<=[\w.])\s*{re.escape(mark)}\s*(?=[^\W\d])", "@", text)
        words = [word for word in re.split(r"[\s,;]+|(@)", text.replace("~", " ~ ")) if word]
        meant = False
        if column == "called":
            kept = [word for word in words if word != "~" and fold(word.strip("()")) not in self._folded("meant")]
            meant, words = len(kept) < len(words), kept
        read: list[str] = []
        for word in _greedy(words, self.balls | self.pockets):
            is_pocket = word.lower() in terms.POCKET_CODE
            if is_pocket and read and "@" not in read[-1]:
                read[-1] += "@"
            if read and (word == "@" or read[-1].endswith("@")):
                read[-1] += word
            else:
                read.append(word)
        return ("~" if meant else "") + _join(read)

    def _players(self, text: str) -> str:
        parts = [text]
        for mark in self.marks.get("between_players", ()):
            if "|" not in text:
                parts = [piece for part in parts for piece in part.split(mark)]
        named = self.values.get("player", {})
        listed = [part.strip() for whole in parts for part in whole.split("|")]
        return "|".join(named.get(fold(part), part) for part in listed)

    def _date(self, text: str) -> str:
        """Bring a date into the order of ISO 8601, where the map gives an order and the text is no ISO date."""
        match = _DATE.fullmatch(text)
        if not self.date_order or match is None or re.match(r"\d{4}-\d\d-\d\d", text, re.ASCII):
            return text
        year, month, day = (match[place + 1] for place in ORDERS[self.date_order])
        if len(year) == 2:
            year = ("19" if int(year) >= 70 else "20") + year
        if len(year) != 4 or len(day) > 2:
            return text
        rest = match[4].strip().lstrip(",").strip()
        clock = re.fullmatch(r"(\d{1,2})[.:](\d\d)", rest, re.ASCII)
        rest = f"{int(clock[1]):02}:{clock[2]}" if clock else rest
        return f"{year}-{int(month):02}-{int(day):02}" + (f" {rest}" if rest else "")


def _greedy(words: Sequence[str], known: Dictionary[str, str]) -> list[str]:
    """Put the format's words for a map's, the longest run of words first; what is not known stays."""
    most = max((key.count(" ") + 1 for key in known), default=0)
    result: list[str] = []
    place = 0
    while place < len(words):
        for length in range(min(most, len(words) - place), 0, -1):
            found = known.get(fold(" ".join(words[place : place + length])))
            if found is not None:
                result.append(found)
                place += length
                break
        else:
            result.append(words[place])
            place += 1
    return result


def _join(words: Sequence[str]) -> str:
    return " ".join(word for word in words if word)


# Files ---------------------------------------------------------------------------------------------------------------


def map_ids() -> list[str]:
    """Return the ids of the ready maps."""
    folder = resources.files("tenball_stats.log") / "maps"
    return sorted(entry.name.removesuffix(".toml") for entry in folder.iterdir() if entry.name.endswith(".toml"))


def ready_for(headings: Sequence[str]) -> Mapping | None:
    """Return the ready map under which these headings hold the most columns, if they then hold what a log needs."""
    maps = [load_map(name) for name in map_ids()]
    columns = {ready.name: {ready.heading(written) for written in headings} & set(COLUMNS) for ready in maps}
    best = max(maps, key=lambda ready: len(columns[ready.name]), default=None)
    return best if best is not None and columns[best.name].issuperset(REQUIRED) else None


def load_map(name: str | Path) -> Mapping:
    """Load a map: the id of a ready one, or the path of a TOML file.

    Raises:
        MapError: there is no such map, or its file does not describe one; the message names every fault.
    """
    return _load(str(name), ())


def _load(name: str, extended: tuple[str, ...]) -> Mapping:
    if name in extended:
        raise MapError(f"{extended[0]}: extends itself by way of {', '.join(extended[1:]) or 'itself'}")
    ready = name in map_ids()
    try:
        if ready:
            text = (resources.files("tenball_stats.log") / "maps" / f"{name}.toml").read_text(encoding="utf-8")
        else:
            text = Path(name).read_bytes().decode("utf-8-sig")
        given = tomllib.loads(text)
    except FileNotFoundError:
        hint = nearest(name, map_ids())
        listed = ", ".join(map_ids())
        raise MapError(
            f"there is no map {name!r}: give {listed}, or the path of your own map's .toml file"
            + (f"; {hint}" if hint else "")
        ) from None
    except OSError as error:
        raise MapError(f"{name}: cannot be read ({error.strerror or error})") from None
    except UnicodeDecodeError:
        raise MapError(f"{name}: a map has to be saved as UTF-8") from None
    except tomllib.TOMLDecodeError as error:
        raise MapError(f"{name}: this is not TOML: {error}") from None
    except (ValueError, RecursionError) as error:  # a path with NUL; TOML nested too deep
        raise MapError(f"{name}: cannot be read ({error})") from None
    base = given.pop("extends", "")
    if not isinstance(base, str):
        raise MapError(f"{name}: extends: expected the id or path of a map, found {base!r}")
    if base and base not in map_ids():
        base = str(Path(name).parent / base)
    below = _load(base, (*extended, name)) if base else Mapping("")
    return _read(name, given, below)


def _read(name: str, given: dict[str, Any], below: Mapping) -> Mapping:
    """Lay what a file gives over the map it extends; every fault is collected first."""
    faults: list[str] = []
    known = ("title", "extends", "decimal", "date_order", *TABLES, "values", "marks")
    faults += [f"{key}: expected one of {', '.join(known)}{_near(key, known)}" for key in given if key not in known]
    title = given.get("title", "")
    if not isinstance(title, str):
        faults.append(f"title: expected a text, found {title!r}")
    tables = {
        table: getattr(below, table) | _words(table, given.get(table, {}), allowed, faults)
        for table, allowed in TABLES.items()
    }
    values = dict(below.values)
    own = given.get("values", {})
    if not isinstance(own, dict):
        faults.append("values: expected tables of words, as [values.kind]")
        own = {}
    for column, words in own.items():
        if column not in COLUMNS:
            faults.append(f"values.{column}: there is no such column{_near(column, COLUMNS)}")
            continue
        values[column] = values.get(column, {}) | _words(f"values.{column}", words, VALUES.get(column), faults)
    marks = below.marks | _marks(given.get("marks", {}), faults)
    decimal = given.get("decimal", below.decimal)
    if decimal not in {".", ","}:
        faults.append(f"decimal: expected '.' or ',', found {decimal!r}")
    order = given.get("date_order", below.date_order)
    if order != "" and (not isinstance(order, str) or order not in ORDERS):
        faults.append(f"date_order: expected one of {', '.join(ORDERS)}, found {order!r}")
    both = sorted(set(tables["balls"]) & set(tables["pockets"]))
    faults += [f"'{word}' stands for a ball and for a pocket" for word in both]
    if faults:
        raise MapError("\n".join(f"{name}: {fault}" for fault in faults[:20]))
    return Mapping(name, title, values=values, marks=marks, decimal=decimal, date_order=order, **tables)


def _words(table: str, given: Any, allowed: Sequence[str] | None, faults: list[str]) -> Words:
    """Fold the words of a table; each has to stand for a text, one of those allowed where there are such."""
    if not isinstance(given, dict):
        faults.append(f"{table}: expected a table of words, as 'their word' = 'word of the format'")
        return {}
    words: Words = {}
    for word, stands_for in given.items():
        if not isinstance(stands_for, str) or not fold(word):
            faults.append(f"{table}: '{word}': expected a text, found {stands_for!r}")
            continue
        if allowed is not None and stands_for not in allowed:
            faults.append(
                f"{table}: '{word}' = '{stands_for}': expected one of {' '.join(allowed)}{_near(stands_for, allowed)}"
            )
            continue
        before = words.setdefault(fold(word), stands_for)
        if before != stands_for:
            faults.append(f"{table}: '{word}' stands for {before} and for {stands_for}")
    return words


def _marks(given: Any, faults: list[str]) -> dict[str, tuple[str, ...]]:
    if not isinstance(given, dict):
        faults.append("marks: expected a table of lists")
        return {}
    marks: dict[str, tuple[str, ...]] = {}
    for mark, listed in given.items():
        if mark not in MARKS:
            faults.append(f"marks.{mark}: expected one of {', '.join(MARKS)}{_near(mark, MARKS)}")
        elif not isinstance(listed, list) or not all(isinstance(text, str) and text.strip() for text in listed):
            faults.append(f"marks.{mark}: expected a list of texts, found {listed!r}")
        else:
            kept = mark in {"ball_and_pocket", "between_players"}
            marks[mark] = tuple(text if kept else fold(text) for text in listed)
    return marks


def _near(word: str, known: Sequence[str]) -> str:
    hint = nearest(word, known)
    return f"; {hint}" if hint else ""
