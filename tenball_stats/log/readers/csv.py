"""CSV with commas, semicolons or tabs.

Two ways lead to the same table. The fast one is Polars' reader, taken where no quoted cell holds a line break and
no line can be misread; the careful one is Python's `csv`, which says on which line a cell began. The fast one gives
up rather than guess.
"""

import csv
import io
import re
from dataclasses import dataclass, replace

import numpy as np
import polars as pl

from tenball_stats.log.coded import longest
from tenball_stats.log.columns import COLUMNS, FREE_TEXTS, heading
from tenball_stats.log.encodings import settled, text_of
from tenball_stats.log.guard import may_be_guarded, unguard, unguarded
from tenball_stats.log.problems import LogRefused, Problem
from tenball_stats.log.readers.large import LARGE, read_large
from tenball_stats.log.readers.table import Raw
from tenball_stats.log.sources import Limits, Source, too_wide

_DELIMITERS = (",", ";", "\t")

HEAD = 1_000_000
"""Bytes within which the header has to end for the fast way."""

_TAIL = 100_000
"""Characters at the end of a file that are looked at for a row that was cut off."""

_FEW_CELLS = 50_000_000
"""Cells that are laid out whatever the file; beyond them rows have to be written out to be believed."""


def read(source: Source, encoding: str | None, limits: Limits) -> Raw:
    """Read a CSV table; raises `LogRefused` for an empty file, an unclosed quote, and text in another encoding."""
    encoding, notices = settled(source.file, source.data, encoding)
    raw = _read(source, encoding, limits)
    raw.notices += notices
    if source.left_out:
        raw.frame = raw.frame.with_columns(pl.col("line") + source.left_out)
        raw.rows = [replace(problem, line=(problem.line or 0) + source.left_out) for problem in raw.rows]
    return raw


def header_of(file: str, head: bytes, limits: Limits) -> "Header | None":
    """Return the header of a table; None where it is no UTF-8 or does not end. Raises `LogRefused` for a wide one.

    Args:
        file: as messages name it.
        head: the file, or its first megabyte up to a line end.
        limits: how many columns there may be.
    """
    try:
        text = head.decode()
    except UnicodeDecodeError:
        return None
    skipped, told = _before_header(text)
    start = _after(text, skipped)
    end = text.find("\n", start)
    if end < 0:
        return None
    header = text[start:end].rstrip("\r")
    delimiter = told or _delimiter(header)
    _refuse_too_wide(file, skipped + 1, header, delimiter, limits)
    if '"' in header and header.count('"') % 2:
        return None
    headings = cells(header, delimiter) if '"' in header else header.split(delimiter)
    return Header(headings, delimiter, skipped + 1, len(text[: end + 1].encode()))


@dataclass(frozen=True)
class Header:
    """The headings of a table, and where its rows begin."""

    headings: list[str]
    delimiter: str
    lines: int
    """Lines up to and with the header."""
    size: int
    """Bytes up to and with its line end."""


def _read(source: Source, encoding: str | None, limits: Limits) -> Raw:
    if _is_plain(source.data, encoding):
        raw = _from_bytes(source.file, source.data, limits)
        if raw is not None:
            return _unguarded(raw, source.data)
    text = text_of(source.file, source.data, encoding)
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    return read_text(source.file, text, limits)


def read_text(file: str, text: str, limits: Limits) -> Raw:
    """Read a CSV table from its text, whose lines end in a line feed."""
    data = text.encode()
    raw = _from_bytes(file, data, limits)
    if raw is not None:
        return _unguarded(raw, data)
    skipped, told = _before_header(text)
    start = _after(text, skipped)
    if start >= len(text):
        raise LogRefused(
            [Problem(file, 1, None, None, "a header line with the names of the columns", "the file is empty")]
        )
    end = text.find("\n", start)
    header = text[start : end if end >= 0 else None]
    delimiter = told or _delimiter(header[:100_000])
    _refuse_too_wide(file, skipped + 1, header, delimiter, limits)
    raw = _careful(file, text[start:], skipped, delimiter, limits)
    _check_end(raw, text[-_TAIL:], delimiter)
    return _unguarded(raw, data)


def _unguarded(raw: Raw, data: bytes) -> Raw:
    """Take off the apostrophes that keep spreadsheets from running a cell."""
    if not may_be_guarded(data):
        return raw
    return replace(raw, frame=unguard(raw.frame), headings=[unguarded(heading) for heading in raw.headings])


def _is_plain(data: bytes, encoding: str | None) -> bool:
    """Whether bytes can be read as they stand: as UTF-8 (if they are none, that is seen then), with usual line ends."""
    if (encoding or "utf-8").lower() not in {"utf-8", "utf8"} or b"\x00" in data:
        return False
    if data.startswith((b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff")):
        return False
    returns = data.count(b"\r")
    return not returns or (returns == data.count(b"\r\n") and b'"' not in data)


def _from_bytes(file: str, data: bytes, limits: Limits) -> Raw | None:
    """Read a table the fast way; None where that cannot be, or could be misread."""
    header = header_of(file, data[: data.rfind(b"\n", 0, HEAD) + 1] if len(data) > HEAD else data, limits)
    if header is None:
        return None
    raw = _fast(file, data, header, limits)
    if raw is not None:
        _check_end(raw, data[-_TAIL:].decode(errors="replace"), header.delimiter)
    return raw


def _refuse_too_wide(file: str, line: int, header: str, delimiter: str, limits: Limits) -> None:
    columns = header.count(delimiter) + 1
    if columns > limits.columns:
        raise LogRefused([too_wide(file, line, columns, limits)])


def _before_header(text: str) -> tuple[int, str | None]:
    """Count the blank lines before the header, and Excel's `sep=;` among them."""
    count, place, delimiter = 0, 0, None
    while place < len(text):
        end = text.find("\n", place)
        line = text[place : end if end >= 0 else len(text)].strip()
        told = (
            re.fullmatch(r'"?sep=([,;]|\\t|)"?', line, re.IGNORECASE)
            if line[:5].lower().strip('"').startswith("sep")
            else None
        )
        if told:
            delimiter = {"": "\t", "\\t": "\t"}.get(told[1], told[1])
        elif line.strip(",;\t "):
            break
        count += 1
        if end < 0:
            return count, delimiter
        place = end + 1
    return count, delimiter


def _after(text: str, lines: int) -> int:
    place = 0
    for _ in range(lines):
        end = text.find("\n", place)
        if end < 0:
            return len(text)
        place = end + 1
    return place


def _delimiter(header: str) -> str:
    """Return the delimiter under which the header line holds the most known columns."""

    def known(delimiter: str) -> tuple[int, int]:
        there = cells(header, delimiter)
        return sum(heading(cell) in COLUMNS for cell in there), len(there)

    return max(_DELIMITERS, key=known)


def cells(line: str, delimiter: str) -> list[str]:
    """Return the cells of a line."""
    try:
        return next(csv.reader([line], delimiter=delimiter), [])
    except csv.Error:
        return line.split(delimiter)


def _fast(file: str, data: bytes, header: Header, limits: Limits) -> Raw | None:
    """Read the rows below a header the fast way; None where its reading and a careful one could part."""
    start, headings, delimiter = header.size, header.headings, header.delimiter
    if data.endswith((b"\n\n", b"\n\r\n")):
        data = data.rstrip(b"\r\n") + b"\n"
    quoted = data.find(b'"', start) >= 0
    if quoted and not quotes_are_plain(data, start, delimiter):
        return None
    lines = count_of(data, b"\n", start) + (not data.endswith(b"\n")) if len(data) > start else 0
    names = [f"c{i}" for i in range(len(headings))]
    if not lines or len(headings) < 2:
        return None
    if lines * len(names) > max(_FEW_CELLS, 8 * len(data)):
        hint = f"most rows are far shorter than the header of {len(names)} columns"
        raise LogRefused([Problem(file, None, None, f"{lines:,} rows", "rows as long as the header", hint)])
    frame = None
    if len(data) - start >= LARGE:
        rows = memoryview(data)[start:]
        frame = read_large(rows, headings, delimiter, quoted=quoted, is_ascii=data.isascii())
    if frame is None:
        try:
            frame = pl.read_csv(
                data,
                has_header=False,
                skip_lines=header.lines,
                separator=delimiter,
                quote_char='"' if quoted else None,
                schema=dict.fromkeys(names, pl.String),
            )
        except (pl.exceptions.PolarsError, ValueError):
            return None
    if frame.height != lines or longest(frame) > limits.cell:
        return None
    line = pl.int_range(header.lines + 1, header.lines + 1 + lines, dtype=pl.UInt32, eager=True).alias("line")
    return Raw(file, headings, frame.with_columns(line), header.lines)


def count_of(data: bytes, byte: bytes, start: int = 0, end: int | None = None) -> int:
    """Return how often a byte stands in a file; where it does often this is faster than `bytes.count`."""
    return int(np.count_nonzero(np.frombuffer(data, dtype=np.uint8)[start:end] == byte[0]))


def quotes_are_plain(data: bytes, start: int, delimiter: str) -> bool:
    """Whether, from a place on, each line holds an even number of quotes, that open and close cells or are doubled."""
    held = np.frombuffer(data, dtype=np.uint8, offset=start)
    quotes = np.flatnonzero(held == ord('"'))
    breaks = np.flatnonzero(held == ord("\n"))
    if len(quotes) % 2 or (np.searchsorted(quotes, breaks) % 2).any():
        return False
    around = np.concatenate(([ord("\n")], held, [ord("\n")]))
    before, after = around[quotes[::2]], around[quotes[1::2] + 2]
    edges = np.array([ord(delimiter), ord("\n"), ord('"')], dtype=np.uint8)
    return bool(np.isin(before, edges).all() and np.isin(after, edges).all())


def _careful(file: str, text: str, skipped: int, delimiter: str, limits: Limits) -> Raw:
    lines = io.StringIO(text, newline="\n")
    reader = csv.reader(lines, delimiter=delimiter, strict=True)
    rows: list[list[str]] = []
    starts: list[int] = []
    problems: list[Problem] = []
    begins = 1
    before = csv.field_size_limit(limits.cell)
    try:
        for row in reader:
            if reader.line_num > begins:
                _refuse_swallowed(file, row, skipped + begins, rows[0] if rows else row, delimiter)
            rows.append(row)
            starts.append(begins + skipped)
            begins = reader.line_num + 1
    except csv.Error as error:
        raise LogRefused([_misread(file, text, begins, skipped, str(error), delimiter, limits)]) from None
    finally:
        csv.field_size_limit(before)
    headings = rows[0] if rows else []
    width = len(headings)
    if width > limits.columns:
        raise LogRefused([too_wide(file, skipped + 1, width, limits)])
    for row, line in zip(rows[1:], starts[1:], strict=True):
        if len(row) > width:
            extra = [cell for cell in row[width:] if cell.strip()]
            if extra:
                hint = "a cell that holds the delimiter has to stand in double quotes"
                problems.append(Problem(file, line, None, delimiter.join(extra), f"at most {width} cells", hint))
    columns = {
        f"c{i}": pl.Series(f"c{i}", [row[i] if i < len(row) else None for row in rows[1:]], dtype=pl.String)
        for i in range(width)
    }
    frame = pl.DataFrame({**columns, "line": pl.Series("line", starts[1:], dtype=pl.UInt32)})
    return Raw(file, headings, frame, skipped + 1, problems)


def _refuse_swallowed(file: str, row: list[str], line: int, headings: list[str], delimiter: str) -> None:
    """Refuse a cell that spans lines and holds what look like rows of the log: its quote was never closed."""
    for place, cell in enumerate(row):
        if "\n" not in cell:
            continue
        name = heading(headings[place]) if place < len(headings) else ""
        rows_inside = any(part.count(delimiter) >= max(len(headings) - 1, 1) for part in cell.split("\n")[1:])
        if rows_inside or (name in COLUMNS and name not in FREE_TEXTS and row is not headings):
            opened = line + sum(other.count("\n") for other in row[:place])
            raise LogRefused([_unclosed(file, opened, name or None, cell)])


def _unclosed(file: str, line: int, column: str | None, cell: str) -> Problem:
    hint = (
        "a double quote was opened here and never closed, so that it would swallow the rows below; "
        'close it, or write it twice ("") where it belongs to the text'
    )
    return Problem(file, line, column, cell.partition("\n")[0], "a cell that ends on its line", hint)


def _misread(file: str, text: str, begins: int, skipped: int, error: str, delimiter: str, limits: Limits) -> Problem:
    """Word what the csv module could not read in the row that begins on this line."""
    line = begins + skipped
    if "field larger" in error:
        expected = f"cells of at most {limits.cell:,} characters"
        return Problem(file, line, None, None, expected, limits.advice("cell"))
    start = text[_after(text, begins - 1) :]
    opened = re.search(rf'(?:^|{re.escape(delimiter)}|\n)"', start)
    place = opened.start() if opened else 0
    shown = start[place : place + 80].lstrip(delimiter + "\n")
    return _unclosed(
        file, line + start.count("\n", 0, place + 1 if opened and start[place] == "\n" else place), None, shown
    )


def _check_end(raw: Raw, text: str, delimiter: str) -> None:
    """Note a last row that stops short without a line end while the rows above it are whole: the file was cut off.

    Takes the end of the file's text.
    """
    if text.endswith("\n") or not raw.frame.height:
        return
    lines = text.replace("\r", "").rsplit("\n", 20)[1:]
    width = len(raw.headings)
    counts = [len(cells(line, delimiter)) for line in lines if line.strip()]
    if len(counts) < 2 or counts[-1] >= width or min(counts[:-1]) < width or '"' in text[-2000:]:
        return
    hint = (
        f"the rows above it have {width} cells; get the whole file, or end the row with a line break if it is complete"
    )
    last = int(raw.frame["line"][-1])
    raw.rows.append(
        Problem(raw.file, last, None, lines[-1], "a whole row", "the file seems to be cut off here: " + hint)
    )
