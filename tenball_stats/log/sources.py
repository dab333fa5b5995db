"""Where a log comes from: files, folders, archives, standard input; their format, hash and encoding."""

import contextlib
import gzip
import hashlib
import io
import re
import stat
import sys
import zipfile
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from tenball_stats.log.problems import LogRefused, Problem

SUFFIXES = {
    ".csv": "csv",
    ".tsv": "csv",
    ".txt": "csv",
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
    ".json": "jsonl",
    ".parquet": "parquet",
    ".xlsx": "xlsx",
    ".xlsm": "xlsx",
}
"""Suffix to format; what lies in a folder under another suffix is no log."""

FORMATS = ("csv", "jsonl", "parquet", "xlsx")

_OLD_EXCEL = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_BROKEN = (
    OSError,
    EOFError,
    zlib.error,
    zipfile.BadZipFile,
    RuntimeError,
    NotImplementedError,
    ValueError,
    OverflowError,
)
"""What the archive readers of the standard library raise on damaged, cut or encrypted files."""


@dataclass(frozen=True)
class Limits:
    """How much is taken from a stranger's file before it is refused; each can be raised where the file is trusted."""

    unpacked: int = 1 << 30
    """Bytes that a packed file (gzip, zip, workbook, Parquet) may unpack to."""
    cell: int = 100_000
    """Characters in one cell."""
    columns: int = 1_000
    """Columns of one table."""

    def advice(self, name: str, needed: int | None = None) -> str:
        """Say how a limit is raised."""
        enough = max(getattr(self, name) * 4, needed or 0)
        return f"the limit keeps a damaged or hostile file from filling the memory; --limit {name}={enough} raises it"


@dataclass(frozen=True)
class Source:
    """One table of events, in memory: a file, a member of an archive, or standard input."""

    file: str
    format: str
    data: bytes
    sha256: str


def too_large(file: str, limits: Limits) -> Problem:
    """Return the refusal of a file that unpacks to more than the limit."""
    expected = f"a file that unpacks to at most {limits.unpacked:,} bytes"
    return Problem(file, None, None, None, expected, limits.advice("unpacked"))


def too_wide(file: str, line: int, columns: int, limits: Limits) -> Problem:
    """Return the refusal of a table with more columns than the limit."""
    return Problem(
        file, line, None, f"{columns:,} columns", f"at most {limits.columns:,}", limits.advice("columns", columns)
    )


def log_files(paths: Sequence[str | Path]) -> list[str | Path]:
    """Return the files that the paths stand for: a folder gives the logs below it, sorted; `-` is standard input.

    Raises `LogRefused` for a path that does not exist and a folder without logs.
    """
    files: list[str | Path] = []
    problems: list[Problem] = []
    for path in paths:
        if str(path) == "-":
            files.append("-")
            continue
        try:
            mode = Path(path).stat().st_mode
        except (OSError, ValueError) as error:
            problems.append(Problem(str(path), hint=_os_words(error)))
            continue
        if not stat.S_ISDIR(mode):
            files.append(path)
            continue
        below = sorted(found for found in Path(path).rglob("*") if _is_log(found, Path(path)))
        if not below:
            suffixes = " ".join(SUFFIXES)
            problems.append(
                Problem(
                    str(path),
                    hint=f"there is no log in this folder; logs end in {suffixes}, or in those and .gz or .zip",
                )
            )
        files += below
    if problems:
        raise LogRefused(problems)
    once: dict[str | Path, str | Path] = {}
    for path in files:
        once.setdefault(path if str(path) == "-" else Path(path).resolve(), path)
    return list(once.values())


def load(path: str | Path, limits: Limits, stdin_format: str | None = None) -> Iterator[Source]:
    """Give the tables that a file holds: itself, or what is packed in it.

    Raises `LogRefused` where it cannot be read or unpacked, or would unpack to more than the limit.
    """
    file = str(path)
    try:
        data = sys.stdin.buffer.read() if file == "-" else Path(path).read_bytes()
    except (OSError, ValueError) as error:
        raise LogRefused([Problem(file, hint=_os_words(error))]) from error
    forced = stdin_format if file == "-" else None
    if forced is not None and forced not in FORMATS:
        forced = SUFFIXES.get("." + forced)
    yield from _unpack(file, file, data, limits, forced)


def _unpack(file: str, name: str, data: bytes, limits: Limits, forced: str | None, depth: int = 0) -> Iterator[Source]:
    if data.startswith(b"\x1f\x8b"):
        _refuse_nested(file, depth)
        plain = _gunzip(file, data, limits)
        yield from _unpack(file, re.sub(r"\.gz$", "", name, flags=re.IGNORECASE), plain, limits, forced, depth + 1)
        return
    if data.startswith((b"PK\x03\x04", b"PK\x05\x06")) and not _is_workbook(data):
        _refuse_nested(file, depth)
        yield from _unzip(file, data, limits, forced, depth)
        return
    yield Source(file, _format(file, name, data, forced), data, hashlib.sha256(data).hexdigest())


def _refuse_nested(file: str, depth: int) -> None:
    if depth >= 1:
        raise LogRefused([Problem(file, hint="it is packed twice; unpack it first")])


def _gunzip(file: str, data: bytes, limits: Limits) -> bytes:
    try:
        with gzip.GzipFile(fileobj=io.BytesIO(data)) as packed:
            plain = packed.read(limits.unpacked + 1)
    except _BROKEN as error:
        raise LogRefused([Problem(file, hint=f"the gzip file is damaged or cut off ({error})")]) from error
    if len(plain) > limits.unpacked:
        raise LogRefused([too_large(file, limits)])
    return plain


def _unzip(file: str, data: bytes, limits: Limits, forced: str | None, depth: int) -> Iterator[Source]:
    found = False
    left = limits.unpacked
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            members = sorted((info for info in archive.infolist() if not info.is_dir()), key=lambda info: info.filename)
            for info in members:
                inner = Path(info.filename)
                if not _suffix_known(inner.name) or inner.name.startswith((".", "~$")) or "__MACOSX" in inner.parts:
                    continue
                # What it declares is refused without unpacking it; what it does not declare is counted.
                if info.file_size > left:
                    raise LogRefused([too_large(file, limits)])
                with archive.open(info) as packed:
                    plain = packed.read(left + 1)
                left -= len(plain)
                if left < 0:
                    raise LogRefused([too_large(file, limits)])
                found = True
                yield from _unpack(f"{file}:{info.filename}", inner.name, plain, limits, forced, depth + 1)
    except _BROKEN as error:
        raise LogRefused([Problem(file, hint=f"the zip file is damaged, cut off or encrypted ({error})")]) from error
    if not found:
        raise LogRefused([Problem(file, hint="there is no log in this zip file")])


def _format(file: str, name: str, data: bytes, forced: str | None) -> str:
    if data.startswith(b"PAR1"):
        return "parquet"
    if data.startswith(b"PK"):
        return "xlsx"
    if data.startswith(_OLD_EXCEL):
        hint = "this is an old Excel workbook (.xls) or one with a password; save it as .xlsx or CSV without one"
        raise LogRefused([Problem(file, hint=hint)])
    known = forced or SUFFIXES.get(Path(name).suffix.lower())
    if known in {"parquet", "xlsx"} and data:
        what = "Parquet file" if known == "parquet" else "Excel workbook"
        raise LogRefused([Problem(file, hint=f"this is not a {what}, or it is damaged".replace("a Excel", "an Excel"))])
    if known is not None:
        return known if known in FORMATS else "csv"
    start = data[:200].lstrip(b"\xef\xbb\xbf\xff\xfe\x00 \t\r\n")
    return "jsonl" if start.startswith((b"{", b"[")) else "csv"


def _is_workbook(data: bytes) -> bool:
    with contextlib.suppress(*_BROKEN), zipfile.ZipFile(io.BytesIO(data)) as archive:
        return any(name in {"[Content_Types].xml", "xl/workbook.xml"} for name in archive.namelist())
    return False


def _suffix_known(name: str) -> bool:
    lower = name.lower()
    bare = lower.removesuffix(".gz") if lower.endswith(".gz") else lower
    return Path(bare).suffix in SUFFIXES


def _is_log(path: Path, folder: Path) -> bool:
    inner = path.relative_to(folder)
    if any(part.startswith((".", "~$")) for part in inner.parts) or not path.is_file():
        return False
    return _suffix_known(path.name) or (path.suffix.lower() == ".zip")


def _os_words(error: OSError | ValueError) -> str:
    if isinstance(error, FileNotFoundError):
        return "there is no such file or folder"
    if isinstance(error, PermissionError):
        return "it may not be read (permission denied)"
    reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return f"it cannot be read ({reason})"
