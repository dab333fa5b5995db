"""What is wrong with a log, and the one place that puts it into words.

A `Problem` is data: where it stands, what was found, what was expected and what to do. `word` makes the sentence
that a user reads; nothing else does.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from tenball_stats.errors import TenballError

SHOWN = 60
"""Longest value that a message quotes in full; a cell of a million characters says nothing more."""

_SAID = 1_000
"""Longest that what was expected, or what to do, is said; a match may have thousands of players."""


@dataclass(frozen=True, order=True)
class Problem:
    """One thing that keeps a file, a match or a row from being read.

    `line` is None where the whole file is meant, `column` and `value` where no cell is; the header is line 1.
    """

    file: str
    line: int | None = None
    column: str | None = None
    value: str | None = None
    expected: str | None = None
    hint: str | None = None

    def __str__(self) -> str:
        return word(self)


class LogRefused(TenballError):
    """A log that could not be read; nothing of it was taken.

    `problems` are those collected, in the order of files and lines; `more` is how many there were beyond the limit.
    """

    def __init__(self, problems: Sequence[Problem], more: int = 0) -> None:
        self.problems = list(problems)
        self.more = more
        super().__init__(str(self))

    def __str__(self) -> str:
        lines = [word(problem) for problem in self.problems]
        if self.more:
            lines.append(f"and {self.more:,} more")
        return "\n".join(lines)


def quoted(value: str) -> str:
    """Return a value as a message quotes it: on one line, control characters escaped, cut where it is long."""
    value = _cut(value, SHOWN)
    return "'" + "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in value) + "'"


def brief(name: str) -> str:
    """Return a name as a sentence has it in its middle, on one line, cut where it is long."""
    return _cut(plain(name), SHOWN)


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else text[: most - 1] + "…"


def word(problem: Problem) -> str:
    """Return the one sentence about a problem: file, line, column, what was found, what was expected, what to do."""
    where = [plain(problem.file)]
    if problem.line is not None:
        where.append(f"line {problem.line}")
    if problem.column is not None:
        where.append(f"column {plain(problem.column)}")
    said = []
    if problem.value is not None:
        said.append(f"found {quoted(problem.value)}")
    if problem.expected is not None:
        said.append(f"expected {_cut(plain(problem.expected), _SAID)}")
    text = ", ".join(where) + ": " + ", ".join(said)
    if problem.hint is not None:
        text += ("; " if said else "") + _cut(plain(problem.hint), _SAID)
    return text


def plain(name: str) -> str:
    """Return a text on one line, without what would move a terminal's cursor."""
    return "".join(c if c.isprintable() else "�" for c in name)
