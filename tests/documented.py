"""The commands that the documentation shows: found, run in order, and held against what is shown below them.

In README.md and docs/*.md a block marked `console` holds lines `$ tenball …`, each followed by what it prints; `...`
alone on a line stands for any number of lines, and a command without output below it is only run. A block marked with
a kind and a file name (```csv wrong.csv) is a file that the commands after it may use. `$ echo $?` shows an exit
status; without it a command has to end with 0, or with 2 where an error is shown.

`python tests/documented.py` writes what the commands print now into the pages.
"""

import io
import os
import re
import shlex
import shutil
import sys
from collections.abc import Iterator
from contextlib import chdir
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest import mock

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
WIDTH = "100"

_BLOCK = re.compile(r"^```(\w+)(?: (\S+))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@dataclass
class Shown:
    """A command of a page, with what the page shows of it."""

    page: Path
    line: int
    command: str
    output: list[str] = field(default_factory=list)
    status: int | None = None

    @property
    def wanted(self) -> int:
        """The exit status that the page promises."""
        if self.status is not None:
            return self.status
        return 2 if self.output and self.output[0].startswith("tenball: ") else 0

    def __str__(self) -> str:
        return f"{self.page.name}:{self.line}: {self.command}"


@dataclass
class Given:
    """A file that a page shows."""

    name: str
    text: str


def parts(page: Path, text: str) -> Iterator[Shown | Given]:
    """Yield the commands and files of a page, in order."""
    for block in _BLOCK.finditer(text):
        kind, name, body = block.groups()
        if name:
            yield Given(name, body)
        elif kind == "console":
            yield from _commands(page, text.count("\n", 0, block.start(3)) + 1, body)


def _commands(page: Path, line: int, body: str) -> Iterator[Shown]:
    last: Shown | None = None
    asked = False
    for number, text in enumerate(body.splitlines(), start=line):
        if text == "$ echo $?":
            asked = True
        elif asked and last is not None:
            last.status = int(text)
            asked = False
        elif text.startswith("$ "):
            if last is not None:
                yield last
            last = Shown(page, number, text[2:])
        elif last is not None:
            last.output.append(text.rstrip())
    if last is not None:
        yield last


def run(command: str) -> tuple[int, str]:
    """Run a command line in this process; return its exit status and everything that it printed."""
    from tenball_stats.commands.main import run as tenball

    words = shlex.split(command)
    if words[0] != "tenball":
        raise ValueError(f"not a tenball command: {command}")
    streams = {}
    for sign in ("<", ">"):
        if sign in words:
            at = words.index(sign)
            streams[sign] = words[at + 1]
            del words[at : at + 2]
    given = Path(streams["<"]).read_bytes() if "<" in streams else b""
    out = io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True)
    with (
        mock.patch.object(sys, "stdin", io.TextIOWrapper(io.BytesIO(given), encoding="utf-8")),
        mock.patch.object(sys, "stdout", out),
        mock.patch.object(sys, "stderr", out),
        mock.patch.dict(os.environ, {"COLUMNS": WIDTH, "NO_COLOR": "1"}),
    ):
        status = tenball(words[1:])
    printed = out.buffer.getvalue()  # type: ignore[attr-defined]
    if ">" in streams:
        Path(streams[">"]).write_bytes(printed)
        printed = b""
    return status, printed.decode()


def matches(shown: list[str], printed: str) -> bool:
    """Whether a page shows what was printed, `...` standing for any number of lines."""
    said = [line.rstrip() for line in printed.rstrip("\n").split("\n")] if printed.strip() else []
    pattern = "".join(r"(?:.*\n)*" if line in {"...", "…"} else re.escape(line) + r"\n" for line in shown)
    return re.fullmatch(pattern, "".join(line + "\n" for line in said)) is not None


@dataclass
class Ran:
    """A command of a page, run."""

    shown: Shown
    status: int
    printed: str


def run_page(page: Path) -> list[Ran]:
    """Run all commands of a page in a folder of their own that holds the bundled data."""
    done = []
    with TemporaryDirectory() as scratch, chdir(scratch):
        shutil.copytree(ROOT / "data", "data")
        Path("build").mkdir()
        for part in parts(page, page.read_text(encoding="utf-8")):
            if isinstance(part, Given):
                Path(part.name).write_text(part.text, encoding="utf-8")
            elif part.command.startswith("tenball "):
                done.append(Ran(part, *run(part.command)))
    return done


def renew(page: Path) -> str:
    """Return a page with what its commands print now, as many lines before and after a `...` as there were."""
    lines = page.read_text(encoding="utf-8").split("\n")
    for ran in reversed(run_page(page)):
        shown = ran.shown
        printed = [line.rstrip() for line in ran.printed.rstrip("\n").split("\n")]
        gaps = [place for place, line in enumerate(shown.output) if line == "..."]
        if gaps:
            after = len(shown.output) - gaps[-1] - 1
            printed = [*printed[: gaps[0]], "...", *printed[len(printed) - after :]]
        if shown.output and len(gaps) <= 1:
            lines[shown.line : shown.line + len(shown.output)] = printed
    return "\n".join(lines)


if __name__ == "__main__":
    for one in PAGES:
        one.write_text(renew(one), encoding="utf-8")
        sys.stdout.write(f"renewed {one.relative_to(ROOT)}\n")
