"""What is wrong with an edition's file: every fault of it at once, each with its line."""

import difflib
import tomllib
from collections.abc import Collection, Mapping
from typing import Any

from tenball_stats.errors import TenballError

_MOST = 20
"""Faults that are listed one by one."""

_LONGEST = 200
"""Lines of the longest statement whose place is looked for."""

Path = tuple[str, ...]
"""Where something stands in a file: its table and key, as `("switches", "early_ten", "value")`."""


class EditionError(TenballError):
    """An edition that is not known, or a file that does not describe one."""


class Faults:
    """The faults of one file, collected until somebody asks."""

    def __init__(self, where: str, text: str = "") -> None:
        """Begin without faults.

        Args:
            where: the file, as messages name it.
            text: what stands in it; empty where there are no lines to name.
        """
        self.where = where
        self._text = text
        self._found: list[tuple[Path, str]] = []
        self._elsewhere: list[str] = []

    def add(self, fault: str, *path: str) -> None:
        """Note a fault of what stands at a path."""
        self._found.append((path, fault))

    def more(self, said: str) -> None:
        """Note what is wrong with another file, without which this one cannot be used."""
        self._elsewhere.append(said)

    def strangers(self, table: Any, known: Collection[str], what: str, *path: str) -> dict[str, Any]:
        """Return the known keys of a table; a misspelt one must not be a rule that silently does not apply."""
        if not isinstance(table, dict):
            self.add(f"{'.'.join(path)}: expected a table of {what} names, found {table!r}", *path)
            return {}
        for name in table:
            if name not in known:
                near = difflib.get_close_matches(name, sorted(known), n=1, cutoff=0.7)
                hint = f"; did you mean {near[0]}?" if near else f"; known are {', '.join(sorted(known))}"
                self.add(f"{_of(path)}{name!r} is not a known {what}{hint}", *path, name)
        return {name: value for name, value in table.items() if name in known}

    def text(self, table: Mapping[str, Any], key: str, default: str, *path: str) -> str:
        """Return a text of a table, or what stands for it where it is missing."""
        value = table.get(key, default)
        if isinstance(value, str):
            return value
        self.add(f"{_of(path)}{key}: expected a text, found {value!r}", *path, key)
        return default

    def texts(self, table: Any, *path: str) -> dict[str, str]:
        """Return a table of ids with a text each."""
        if not isinstance(table, dict):
            self.add(f"{'.'.join(path)}: expected ids with a text each, found {table!r}", *path)
            return {}
        for name, value in table.items():
            if not isinstance(value, str):
                self.add(f"{'.'.join(path)}: {name!r}: expected a text, found {value!r}", *path, name)
        return {name: value for name, value in table.items() if isinstance(value, str)}

    def refuse(self) -> None:
        """Refuse the file where it has faults.

        Raises:
            EditionError: it has; the message has a line for each, in the order in which they stand in the file.
        """
        if not self._found and not self._elsewhere:
            return
        lines = lines_of(self._text) if self._text else {}
        placed = sorted(((_line(lines, path), fault) for path, fault in self._found), key=lambda one: one[0])
        said = [f"{self.where}{f', line {line}' if line else ''}: {fault}" for line, fault in placed]
        if len(said) > _MOST:
            said = [*said[:_MOST], f"and {len(said) - _MOST} more"]
        raise EditionError("\n".join([*self._elsewhere, *said]))


def lines_of(text: str) -> dict[Path, int]:
    """Return the line on which each table and key of a TOML text begins, counted from 1.

    A statement is the shortest run of lines that TOML can read under the heading that it stands under.
    """
    found: dict[Path, int] = {}
    heading, statement, began = "", "", 0
    for number, line in enumerate(text.splitlines(keepends=True), start=1):
        if not statement.strip():
            statement, began = "", number
        statement += line
        is_heading = statement.lstrip().startswith("[")
        try:
            said = tomllib.loads(statement if is_heading else heading + statement)
        except (tomllib.TOMLDecodeError, RecursionError):
            if number - began > _LONGEST:
                break
            continue
        if is_heading:
            heading = statement
        _note(found, said, (), began)
        statement = ""
    return found


def _note(found: dict[Path, int], said: Any, path: Path, line: int) -> None:
    for name, value in said.items() if isinstance(said, dict) else ():
        found.setdefault((*path, name), line)
        _note(found, value, (*path, name), line)


def _line(lines: Mapping[Path, int], path: Path) -> int:
    """Return the line of a path, or of the nearest thing that it is in; 0 where nothing is known of it."""
    return next((lines[path[:end]] for end in range(len(path), 0, -1) if path[:end] in lines), 0)


def _of(path: Path) -> str:
    """Name the switch or foul that a path leads to, before what is wrong with it."""
    return f"{path[1]}: " if len(path) > 1 else ""
