"""A large CSV log, read in parts of whole matches, so that memory does not grow with the file.

A part is a piece of the file with the header before it, and is read by the very same reader; it ends where the last
match in it begins, which goes on in the next part. The parts together are the log that `read_logs` gives: its matches
in order, its lines, its problems, its remarks. Where that cannot be had in parts (the rows of a match do not stand
together, a quoted cell spans lines, the file is in another encoding), `NotInParts` says so before any harm is done,
and the file is to be read whole.
"""

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import polars as pl

from tenball_stats.errors import TenballError
from tenball_stats.log.columns import COLUMNS, heading
from tenball_stats.log.files import Tables
from tenball_stats.log.frames import REJECTS, SOURCES
from tenball_stats.log.guard import unguarded
from tenball_stats.log.log import Checked, Log, checked
from tenball_stats.log.notation import name
from tenball_stats.log.problems import LogRefused, Problem
from tenball_stats.log.readers import Options, read_raw
from tenball_stats.log.readers.csv import HEAD, Header, cells, count_of, header_of, quotes_are_plain
from tenball_stats.log.readers.table import Strange, notices_of, shape
from tenball_stats.log.remarks import Remarks
from tenball_stats.log.said import said
from tenball_stats.log.sources import SUFFIXES, Source

LARGE = 24 << 20
"""Bytes from which on a file is read in parts."""

PART = 6 << 20
"""Bytes of a part, some 100,000 rows; while it is read it takes some twenty times as much."""

_PACKED = (b"\x1f\x8b", b"PK", b"PAR1", b"\xff\xfe", b"\xfe\xff", b"\xd0\xcf\x11\xe0")
"""How files begin that have no lines to be cut at."""


class NotInParts(TenballError):
    """A log that cannot be read in parts."""


class Parts:
    """A log in parts; iterate over it once.

    Each part is a `Log` of whole sound matches whose lines are those of the file. What the whole has to say is there
    when the last part has been taken: `notices`, `rejected` and `rejects` as in a `Log`, `sources`, and of `matches`
    the columns `match` and `players`.
    """

    def __init__(self, path: Path, header: Header, options: Options, *, keep_going: bool, max_problems: int) -> None:
        self.path = path
        self.file = str(path)
        self.sha256, self.size = _hash(path)
        self.read_with = said(options)
        self.notices: list[str] = []
        self.rejected: list[Problem] = []
        self.rejects = pl.DataFrame(schema=REJECTS)
        self.matches = pl.DataFrame(schema={"match": pl.String, "players": pl.List(pl.String)})
        self.rows = 0
        self._header = header
        self._options = options
        self._keep_going = keep_going
        self._max_problems = max_problems

    @property
    def sources(self) -> pl.DataFrame:
        """The file, as `Log.sources` has it."""
        return pl.DataFrame([(0, self.file, "csv", self.sha256, self.size, self.rows)], schema=SOURCES, orient="row")

    def bytes_in_parts(self, size: int) -> Iterator[bytes]:
        """Give the file itself, so many bytes at a time; raises `LogRefused` where it is no longer what was read."""
        digest = hashlib.sha256()
        with self.path.open("rb") as file:
            while part := file.read(size):
                digest.update(part)
                yield part
        if digest.hexdigest() != self.sha256:
            raise LogRefused([Problem(self.file, hint="it was changed while it was read; nothing of it was stored")])

    def __iter__(self) -> Iterator[Log]:
        """Give the parts.

        Raises:
            LogRefused: the log is not sound; no part is given from the first problem on.
            NotInParts: it has to be read whole.
        """
        remarks, strange = Remarks(), list[Strange]()
        problems, rejects, tables = 0, [self.rejects], [self.matches]
        seen: set[str] = set()
        for source in self._pieces():
            read = self._read(source)
            del source
            names = read.matches["match"].to_list() + read.problems.frame["match"].drop_nulls().to_list()
            if not seen.isdisjoint(names):
                raise NotInParts(f"{self.file}: the rows of a match do not stand together")
            seen.update(names)
            remarks.add(read.remarks)
            table, _ = read.given.tables[0]
            self.rows += table.frame.height
            strange = [
                one._replace(is_filled=one.is_filled or before.is_filled)
                for one, before in zip(table.strange, strange or table.strange, strict=True)
            ]
            problems += read.problems.count
            log = read.log(self._max_problems)
            self.rejected += log.rejected[: self._max_problems - len(self.rejected)]
            rejects.append(log.rejects)
            tables.append(log.matches.select("match", "players"))
            log = replace(log, sources=self.sources, raw={})
            del read, table
            if self._keep_going or not problems:
                yield log
            del log  # or it would be in memory beside the next one
        if problems and not self._keep_going:
            raise LogRefused(self.rejected, max(problems - self._max_problems, 0))
        self.rejects, self.matches = pl.concat(rejects), pl.concat(tables)
        self.notices = notices_of(self.file, strange)
        if not self.rows:
            self.notices.append(f"{self.file}: there are no rows under the header")
        self.notices += remarks.said([self.file])

    def _read(self, source: Source) -> Checked:
        try:
            (raw,) = read_raw(source, self._options)
            return checked(Tables([(shape(raw, self._options.mapping), source)]), self._options)
        except LogRefused as error:
            # What is said of a file as a whole takes the whole file.
            raise NotInParts(str(error)) from error

    def _pieces(self) -> Iterator[Source]:
        """Give pieces of the file, the header before each; a piece holds whole matches where they stand together."""
        header = self._header
        name_of = self._options.mapping.heading if self._options.mapping else heading
        column = [name_of(written) for written in header.headings].index("match")
        with self.path.open("rb") as file:
            head = file.read(header.size)
            left_out, rest, size = 0, b"", PART // 4  # it is waited for
            while True:
                held = b"".join((rest, file.read(size), file.readline()))  # to the end of a line
                is_last = file.tell() >= self.size
                _refuse_to_cut(held, header)
                end = len(held) if is_last else _last_match(held, header.delimiter, column)
                if not end and not is_last:
                    rest, size = held, size * 2
                    continue
                yield Source(self.file, "csv", b"".join((head, memoryview(held)[:end])), self.sha256, left_out)
                if is_last:
                    return
                left_out += count_of(held, b"\n", 0, end)
                rest, size = held[end:], PART


def in_parts(
    paths: Sequence[str | Path], options: Options, *, keep_going: bool = False, max_problems: int = 50
) -> Parts | None:
    """Return a log in parts; None where it is small, or for another reason to be read whole.

    Takes what `read_logs` does.
    """
    if len(paths) != 1 or str(paths[0]) == "-" or (options.encoding or "utf-8").lower() not in {"utf-8", "utf8"}:
        return None
    path = Path(paths[0])
    try:
        if not path.is_file() or path.stat().st_size < LARGE or SUFFIXES.get(path.suffix.lower(), "csv") != "csv":
            return None
        with path.open("rb") as file:
            head = file.read(HEAD)
    except (OSError, ValueError):
        return None
    if head.startswith(_PACKED) or b"\x00" in head:
        return None
    try:
        header = header_of(str(path), head[: head.rfind(b"\n") + 1], options.limits)
    except LogRefused:
        return None
    if header is None:
        return None
    name_of = options.mapping.heading if options.mapping else heading
    known = [found for written in header.headings if (found := name_of(unguarded(written))) in COLUMNS]
    if "match" not in known or len(set(known)) < len(known):
        return None
    return Parts(path, header, options, keep_going=keep_going, max_problems=max_problems)


def _hash(path: Path) -> tuple[str, int]:
    with path.open("rb") as file:
        digest = hashlib.file_digest(file, "sha256")
        return digest.hexdigest(), file.tell()


def _refuse_to_cut(held: bytes, header: Header) -> None:
    """Refuse a piece in which a line end may stand within a cell."""
    if b"\x00" in held or (b"\r" in held and held.count(b"\r") != held.count(b"\r\n")):
        raise NotInParts("there are other line ends, or none")
    if b'"' in held and not quotes_are_plain(held.replace(b"\r\n", b"\n"), 0, header.delimiter):
        raise NotInParts("a quoted cell may span lines")


def _last_match(held: bytes, delimiter: str, column: int) -> int:
    """Return where the last match of a piece begins; 0 where it is the only one."""
    end, begins, last = len(held), 0, None
    while end > 0:
        start = held.rfind(b"\n", 0, end - 1) + 1
        row = cells(held[start:end].decode(errors="replace").rstrip("\r\n"), delimiter)
        match = name(unguarded(row[column].strip())) if column < len(row) else ""
        if match:
            if last is not None and match != last:
                return begins
            last = match
        begins = end = start
    return 0
