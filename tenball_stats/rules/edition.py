"""Editions: a rule book as data, from a TOML file.

A file gives every switch of `tenball_stats.rules.switches` a value with the clauses it stands on, whether the text says
so (`explicit`), a reading of it does (`interpretation`) or it says nothing (`silent`), and in the same form every foul
it lists. It may extend another edition and then says only what differs. No edition has code of its own.
"""

import difflib
import tomllib
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

from tenball_stats.rules import judge
from tenball_stats.rules.faults import EditionError, Faults
from tenball_stats.rules.switches import SWITCH_INDEX, SWITCHES, Switch
from tenball_stats.terms import FOUL_BIT, FOULS, JUDGED, LAG_ACTS, RECORDED

BASES = ("explicit", "interpretation", "silent")
"""How far a ruling is covered, from the text itself to nothing at all; the weakest part decides."""

Value = str | int | bool | tuple[str, ...] | tuple[int, ...]


@dataclass(frozen=True)
class Point:
    """What an edition says on one point: a switch or a listed foul."""

    name: str
    value: Value
    clauses: tuple[str, ...]
    basis: str
    reading: str = ""
    note: str = ""
    origin: str = ""
    """Id of the edition that says it: this one, or the one it extends."""


@dataclass(frozen=True)
class Edition:
    """A rule book: its switches and fouls, its clauses and readings in this project's own words."""

    id: str
    name: str
    language: str
    source: str
    known: str
    """How the text is known: `text` (read clause by clause) or `second-hand`."""
    extends: str
    switches: Mapping[str, Point]
    fouls: Mapping[str, Point]
    """The fouls it lists, by code; a code that is missing is no foul here."""
    clauses: Mapping[str, str]
    readings: Mapping[str, str]
    fingerprint: str = ""
    """A hash over everything that can change a ruling, for telling later whether an edition has changed."""
    rules: judge.Rules = field(repr=False, default=None)  # type: ignore[assignment]
    """The edition as integers, for the judge."""

    def __hash__(self) -> int:
        """Return a number by which what is worked out for an edition is remembered."""
        return hash(self.fingerprint)

    def __getitem__(self, switch: str) -> Point:
        """Return what the edition says on a switch."""
        return self.switches[switch]

    @property
    def players(self) -> tuple[int, ...]:
        """How many players a match may have."""
        return self.switches["players"].value  # type: ignore[return-value]

    def grounds(self, why: int, foul_mask: int) -> tuple[list[str], str]:
        """Return the clauses that a ruling rests on, in the order of the rule book, and its basis.

        Args:
            why: `Ruling.why`, a bit for each switch that shaped the ruling.
            foul_mask: `Ruling.fouls`.
        """
        points = [self.switches[switch.name] for number, switch in enumerate(SWITCHES) if why >> number & 1]
        for number, code in enumerate(FOULS):
            if foul_mask >> number & 1:
                points.append(self.fouls.get(code, self.switches["unlisted_acts"]))
        cited = {clause for point in points for clause in point.clauses}
        clauses = [clause for clause in self.clauses if clause in cited]
        basis = max((point.basis for point in points), key=BASES.index, default="explicit")
        return clauses, basis


def edition_ids() -> list[str]:
    """Return the ids of the bundled editions."""
    return sorted(path.name[:-5] for path in _folder().iterdir() if path.name.endswith(".toml"))


def load_edition(name: str | Path) -> Edition:
    """Load an edition by its id, or a user's own by the path of its TOML file.

    Raises:
        EditionError: the id is not known, or the file does not describe an edition; the message says where and what.
    """
    text = str(name)
    if text in edition_ids():
        return _bundled(text)
    path = Path(text)
    if path.suffix.lower() == ".toml" or path.is_file():
        return _from_file(path)
    near = difflib.get_close_matches(text.lower(), edition_ids(), n=1)
    hint = f" (did you mean {near[0]}?)" if near else ""
    raise EditionError(
        f"edition {text!r} is not known{hint}; known are {', '.join(edition_ids())}, "
        "or give the path of your own edition's .toml file"
    )


def edition_from(table: dict[str, Any], where: str) -> Edition:
    """Make an edition of what a file says, parsed; `where` is what errors name.

    Raises:
        EditionError: it does not describe an edition.
    """
    return _build(table, Faults(where), ())


@cache
def _folder() -> Any:
    return resources.files("tenball_stats.rules") / "editions"


@cache
def _bundled(name: str) -> Edition:
    text = (_folder() / f"{name}.toml").read_text(encoding="utf-8")
    return _build(tomllib.loads(text), Faults(f"{name}.toml", text), ())


def _from_file(path: Path, chain: tuple[Path, ...] = ()) -> Edition:
    """Load a user's own file; `chain` are those that extend it, from the one that was asked for."""
    try:
        text = path.read_bytes().decode("utf-8-sig")
        table = tomllib.loads(text)
    except OSError as error:
        raise EditionError(f"{path}: cannot be read ({error.strerror or error})") from None
    except UnicodeDecodeError:
        raise EditionError(f"{path}: is not UTF-8 text; save the file as UTF-8") from None
    except tomllib.TOMLDecodeError as error:
        raise EditionError(f"{path}: is not TOML: {error}") from None
    except (ValueError, RecursionError) as error:  # a path with NUL; TOML nested too deep
        raise EditionError(f"{path}: cannot be read ({error})") from None
    faults = Faults(str(path), text)
    if str(table.get("id")).strip().casefold() in edition_ids():
        faults.add(
            f"id: {table['id']!r} is a built-in edition's; choose another, so that nobody takes one for the other", "id"
        )
    return _build(table, faults, (*chain, path.resolve()))


_KEYS = ("id", "name", "language", "source", "known", "extends", "cite_parent", "switches", "fouls", "clauses",
         "readings")  # fmt: skip


def _build(table: dict[str, Any], faults: Faults, chain: tuple[Path, ...]) -> Edition:
    """Make an edition of a parsed file, on top of the one it extends."""
    faults.strangers(table, _KEYS, "key")
    for key in ("id", "name"):
        if not isinstance(table.get(key), str) or not table[key].strip():
            faults.add(f"{key}: expected a text, found {table.get(key)!r}", key)
    own = str(table.get("id"))
    cite = table.get("cite_parent", True)
    if not isinstance(cite, bool):
        faults.add(f"cite_parent: expected true or false, found {cite!r}", "cite_parent")
    parent = _parent(table, faults, chain)

    switches: dict[str, Point] = {}
    fouls: dict[str, Point] = {}
    clauses: dict[str, str] = {}
    readings: dict[str, str] = {}
    if parent is not None:
        switches = {name: _inherited(point, cite) for name, point in parent.switches.items()}
        fouls = {name: _inherited(point, cite) for name, point in parent.fouls.items()}
        clauses, readings = (dict(parent.clauses), dict(parent.readings)) if cite else ({}, {})
    clauses |= faults.texts(table.get("clauses", {}), "clauses")
    readings |= faults.texts(table.get("readings", {}), "readings")
    alone = "extends" in table and parent is None
    """The edition that it extends cannot be had: nothing can be said of what that one gives."""
    cited = None if alone else (clauses.keys(), readings.keys())

    for name, entry in faults.strangers(table.get("switches", {}), SWITCH_INDEX, "switch", "switches").items():
        switch = SWITCHES[SWITCH_INDEX[name]]
        switches[name] = _point(switch, entry, faults, own, cited, switches.get(name), ("switches", name))
    missing = [switch.name for switch in SWITCHES if switch.name not in switches]
    if missing and not alone:
        faults.add(f"no value for {', '.join(missing)}; add them, or let the file extend an edition that has them")
    for code, entry in faults.strangers(table.get("fouls", {}), FOULS, "foul", "fouls").items():
        if entry is False:
            fouls.pop(code, None)
        else:
            fouls[code] = _point(None, entry, faults, own, cited, fouls.get(code), ("fouls", code))
    if RECORDED not in fouls and not alone:
        faults.add(f"fouls: {RECORDED!r} has to be listed: it stands for a foul of unrecorded kind", "fouls", RECORDED)
    head = {
        key: faults.text(table, key, getattr(parent, key) if parent else default)
        for key, default in (("language", ""), ("source", ""), ("known", "text"))
    }
    faults.refuse()

    ordered = {switch.name: switches[switch.name] for switch in SWITCHES}
    ordered_fouls = {code: fouls[code] for code in FOULS if code in fouls}
    return Edition(
        id=table["id"],
        name=table["name"],
        extends=parent.id if parent else "",
        switches=ordered,
        fouls=ordered_fouls,
        clauses=clauses,
        readings=readings,
        fingerprint=_fingerprint(ordered, ordered_fouls),
        rules=_rules(ordered, ordered_fouls),
        **head,
    )


def _parent(table: dict[str, Any], faults: Faults, chain: tuple[Path, ...]) -> Edition | None:
    """Return the edition a file extends: a bundled one by its id, or another file beside it."""
    name = table.get("extends")
    if name is None:
        return None
    if not isinstance(name, str):
        faults.add(f"extends: expected an edition's id, found {name!r}", "extends")
        return None
    if name in edition_ids():
        return _bundled(name)
    path = (chain[-1].parent if chain else Path()) / name
    if not path.is_file():
        faults.add(f"extends: edition {name!r} is not known; known are {', '.join(edition_ids())}", "extends")
    elif path.resolve() in chain:
        faults.add(f"extends: {name} extends itself", "extends")
    else:
        try:
            return _from_file(path, chain)
        except EditionError as error:
            faults.more(str(error))
    return None


def _inherited(point: Point, cite: bool) -> Point:
    """Return a point as a child has it: without the parent's clause numbers where those are not the child's book."""
    if cite:
        return point
    basis = "interpretation" if point.basis == "explicit" else point.basis
    return Point(point.name, point.value, (), basis, "", "", point.origin)


def _point(
    switch: Switch | None,
    given: Any,
    faults: Faults,
    origin: str,
    cited: tuple[Collection[str], Collection[str]] | None,
    before: Point | None,
    path: tuple[str, str],
) -> Point:
    """Read one switch or foul; a bare value stands for a house rule of this edition.

    Args:
        switch: which, None for a foul.
        given: what stands in the file.
        faults: what is wrong with it goes here.
        origin: id of the edition that says it.
        cited: the clauses and the readings that it can rest on; None where they are not known.
        before: what the edition that is extended says.
        path: its table and name in the file.
    """
    name = path[1]
    whole = given if isinstance(given, dict) else {"value": given}
    entry = faults.strangers(whole, ("value", "clauses", "basis", "reading", "note"), "key", *path)
    value: Value = before.value if before is not None else True
    if switch is None:
        if entry.get("value", True) is not True:
            faults.add(f"{name}: expected a table with clauses, or false where it is no foul", *path)
    elif "value" in entry:
        value = _value(switch, entry["value"], faults, path)
    elif before is None:
        faults.add(f"{name}: the value is missing", *path)
    basis = entry.get("basis", "explicit")
    if basis not in BASES:
        faults.add(f"{name}: basis: expected one of {', '.join(BASES)}, found {basis!r}", *path, "basis")
    clauses = entry.get("clauses", [])
    if not isinstance(clauses, list | tuple) or not all(isinstance(clause, str) for clause in clauses):
        faults.add(f"{name}: clauses: expected a list of texts, found {clauses!r}", *path, "clauses")
        clauses = ()
    for clause in clauses:
        if cited and clause not in cited[0]:
            faults.add(f"{name}: clause {clause!r} is not among the clauses of this edition", *path, "clauses")
    reading = faults.text(entry, "reading", "", *path)
    if cited and reading and reading not in cited[1]:
        faults.add(f"{name}: reading {reading!r} is not among the readings", *path, "reading")
    return Point(name, value, tuple(clauses), basis, reading, faults.text(entry, "note", "", *path), origin)


def _value(switch: Switch, value: Any, faults: Faults, path: tuple[str, str]) -> Value:
    """Check a switch's value against the catalogue."""
    kind = switch.values[0]
    expected = " or ".join(str(choice).lower() if isinstance(choice, bool) else str(choice) for choice in switch.values)
    if kind == "number":
        low, high = int(switch.values[1]), int(switch.values[2])
        if type(value) is int and low <= value <= high:
            return value
        expected = f"a whole number from {low} to {high}"
    elif kind == "balls":
        if isinstance(value, list) and all(type(ball) is int and 1 <= ball <= 10 for ball in value):
            return tuple(value)
        expected = "a list of balls 1 to 10"
    elif kind == "players":
        if isinstance(value, list) and value and all(type(count) is int and 2 <= count <= 3 for count in value):
            return tuple(value)
        expected = "a list of 2 and 3"
    elif kind in ("fouls", "lag acts"):
        words = JUDGED if kind == "fouls" else LAG_ACTS
        if isinstance(value, list) and all(word in words for word in value):
            return tuple(value)
        expected = f"a list of {', '.join(words)}"
    elif any(value == choice and type(value) is type(choice) for choice in switch.values):
        return value  # type: ignore[no-any-return]
    shown = str(value).lower() if isinstance(value, bool) else repr(value)
    faults.add(f"{switch.name}: expected {expected}, found {shown}", *path, "value")
    return True


def _fingerprint(switches: Mapping[str, Point], fouls: Mapping[str, Point]) -> str:
    import hashlib

    said = [(p.name, p.value, p.clauses, p.basis, p.reading) for p in (*switches.values(), *fouls.values())]
    return hashlib.sha256(repr(said).encode()).hexdigest()[:16]


def _rules(switches: Mapping[str, Point], fouls: Mapping[str, Point]) -> judge.Rules:
    """Turn an edition into the integers that the judge reads."""

    def is_(name: str, word: Value) -> int:
        return int(switches[name].value == word)

    def choice(name: str) -> int:
        return SWITCHES[SWITCH_INDEX[name]].values.index(switches[name].value)

    def number(name: str) -> int:
        return int(switches[name].value)  # type: ignore[arg-type]

    listed = sum(FOUL_BIT[code] for code in fouls)
    if switches["unlisted_acts"].value == "foul":
        listed |= judge.ACTS_MASK
    exempt = 0
    for code in switches["push_exempt"].value:  # type: ignore[union-attr]
        exempt |= FOUL_BIT[str(code)]
    return judge.Rules(
        listed=listed,
        break_lowest_first=number("break_lowest_first"),
        break_min_rails=number("break_min_rails"),
        break_pot_plays_on=is_("break_pot", "plays_on"),
        ten_on_break_wins=is_("ten_on_break", "wins"),
        ten_on_fouled_break_spotted=is_("ten_on_fouled_break", "spotted"),
        push_out=number("push_out"),
        push_window=choice("push_window"),
        push_exempt=exempt,
        push_option=number("push_option"),
        push_pots_all=is_("push_pots", "all"),
        push_foul_pots_back=is_("push_foul_pots", "come_back"),
        obvious_calls=choice("obvious_calls"),
        wrong_pot=choice("wrong_pot"),
        uncalled_pot=choice("uncalled_pot"),
        ten_beside_plays_on=is_("ten_beside", "plays_on"),
        last_ten_alone_after=is_("last_ten", "alone_after"),
        early_ten_wins=is_("early_ten", "wins"),
        ten_uncalled_wins=is_("ten_uncalled", "wins"),
        ten_on_foul_spotted=is_("ten_on_foul", "spotted"),
        safety_call=number("safety_call"),
        safety_pot_option=is_("safety_pot", "option"),
        safety_other_pot_option=is_("safety_other_pot", "option"),
        safety_ten_option=is_("safety_ten", "option"),
        foul_pots_back=is_("foul_pots", "come_back"),
        three_fouls_lose=is_("three_fouls", "lose_rack"),
        warning_needed=is_("warning", "needed"),
        three_player_loss_next=is_("three_player_loss", "next"),
        fallen_ball_back=int(number("hanging_ball") > 0),
    )
