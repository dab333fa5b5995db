"""Fuzzing the readers: damaged files of every format, each of which has to end in a log or in a refusal.

Run it with ``make fuzz MINUTES=60``. A case starts from a sound log, is bent where logs are bent (cells, rows, columns,
headings), written in one of the formats, bent again in its bytes, and read. Cases that reach lines of the reading floor
that none before them reached are kept and bent further. A traceback, a panic, a message that is more than one line, or
a case that takes more than `SLOW` seconds of the processor is a failure: its file is kept in ``build/fuzz`` beside what
happened.
"""

import argparse
import contextlib
import dataclasses
import datetime as dt
import gzip
import hashlib
import io
import random
import re
import shutil
import sys
import time
import traceback
import types
import zipfile
import zlib
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import polars as pl

ROOT = Path(__file__).parents[2]
LOG_FLOOR = str(ROOT / "tenball_stats" / "log")
SLOW = 20.0
_SAYS = 120.0
"""Seconds between two lines that say how far it is."""

sys.path.insert(0, str(ROOT / "tests"))

from tenball_stats import terms  # noqa: E402
from tenball_stats.log import LogRefused, read_logs  # noqa: E402
from tenball_stats.log.columns import COLUMNS  # noqa: E402
from tenball_stats.log.problems import word  # noqa: E402
from tenball_stats.log.sources import Limits  # noqa: E402

Cell = Any
Table = tuple[list[str], list[list[Cell]]]

NASTY: list[Cell] = [
    "", " ", "-", "?", "~", "@", "|", "||", "0", "-1", "11", "99999999999999999999", "1e309", "-0.0", "nan", "inf",
    "7.0", "007", "1.5", "1,5", "1 000", "½", "٣", "४", "３", "²", "4@fr", "~4@fr", "4@", "@fr", "4@xx", "cue@hl",
    "4@fr 4@fr", "4 6 cue 10@sl 10", "4@FR,6@sl;7", "cue cue", "y", "N", "true", "0:34", "1:99", "34 s", "1:02:03.5",
    "3-2", "3:2", "3 – 2", "3-Feb", "2015-02-03", "2015-13-45", "2015-02-30T25:00", "2015-07-31T19:30+14:00", "0000",
    "9999-12-31T23:59:60", "9/7", "9/", "0/0", "Ann|Bo", "Ann|Ann", "|Bo", "A" * 300, "x" * 101_000, "\x00", "\x1b[2J",
    "\ufeff", "\u200b", "\u2028", "\x85", "\x0b", "\x1c", "e\u0301", "é", "Аnn", "İ", "ß", "ﬁ", "𝟜@fr", "\U0001f3b1",
    '"', '""', '"a', 'a"b', "a,b", "a;b", "a\tb", "a\nb", "a\rb", "a\r\nb", "=1+1", "'; DROP TABLE x; --", "<b>",
    "lag", "BREAK", "push out", "rerack", "resume", "forfeit", "fell", "legal", "foul", "touch scratch", "legal foul",
    "recorded", "unsporting", "long_rail", "1:0.635/1.905", "1:0.6/1.9 1:0.6/1.9", "11:1/1", "1 2 3 4 10 5 6 7 8 9",
    "1:-/1", "1:1e5/2", None, 0, 1, 7.0, -3, 10**30, 0.1, 1e300, float("inf"), float("nan"), True, False,
    dt.date(2015, 2, 3), dt.datetime(2015, 2, 3, 4, 5),  # noqa: DTZ001
    dt.time(1, 2, 3), dt.timedelta(seconds=34), ["4", "6@sl"],
    [None], [[1]], {"a": 1}, b"bytes",
]  # fmt: skip

FOREIGN = ["Mecz", "Partia", "gracz", "rodzaj zagrania", "матч", "партия", "игрок", "вид", "partido", "tipo de tiro"]

PIECES = [
    b'"', b",", b";", b"\t", b"\n", b"\r", b"\r\n", b"\x00", b"\xff\xfe", b"\xef\xbb\xbf", b"\xfe\xff",
    b"\xc4", b"\x9c",
    b"{", b"}", b"[", b"]", b":", b"\\", b"\\ud800", b"null", b"NaN", b"PK\x03\x04", b"PAR1", b"\x1f\x8b", b"sep=;\n",
    b"<row r=\"9999999\">", b"<c r=\"XFD1048576\"/>", b"&#0;", b"<!ENTITY a \"b\">", b"\xff" * 8, b"1" * 400,
]  # fmt: skip

ENCODINGS = ("utf-8", "utf-8", "utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-32", "cp1250", "cp1251", "latin-1")


@dataclasses.dataclass
class Failure:
    """A case that did not end in a log or a refusal."""

    case: Path
    what: str


# Sound logs --------------------------------------------------------------------------------------------------------


def seeds() -> list[Table]:
    """Return small logs to start from: pieces of the bundled ones."""
    found: list[Table] = []
    for name, most in (("example.csv", 60), ("real-2015.csv", 40), ("physics.csv", 12)):
        lines = (ROOT / "data" / name).read_text(encoding="utf-8").splitlines()
        import csv

        rows = list(csv.reader(lines[: most + 1]))
        found.append((rows[0], [[cell or None for cell in row] for row in rows[1:]]))
    found.append((["match", "rack", "player", "kind"], [["m", 1, "A", "break"], ["m", 1, "B", "shot"]]))
    head = list(COLUMNS)
    found.append((head, [["m" if c == "match" else "1" if c == "rack" else "A" if c == "player" else "break" if
                          c == "kind" else None for c in head]]))  # fmt: skip
    return found


# Bending tables ----------------------------------------------------------------------------------------------------


def bend_table(draw: random.Random, table: Table) -> Table:
    """Return a table with a few cells, rows, columns or headings changed."""
    head, rows = list(table[0]), [list(row) for row in table[1]]
    for _ in range(draw.choice((1, 1, 2, 3, 6))):
        draw.choice(_TABLE_BENDS)(draw, head, rows)
    return head, rows


def _cell(draw: random.Random, head: list[str], rows: list[list[Cell]]) -> None:
    if rows and head:
        row = draw.choice(rows)
        if row:
            row[draw.randrange(len(row))] = nasty(draw)


def _column(draw: random.Random, head: list[str], rows: list[list[Cell]]) -> None:
    """Give a whole column other values, or one value on every row."""
    if not head:
        return
    place, one = draw.randrange(len(head)), nasty(draw)
    for row in rows:
        if place < len(row) and draw.random() < 0.7:
            row[place] = one if draw.random() < 0.5 else nasty(draw)


def _drop_row(draw: random.Random, head: list[str], rows: list[list[Cell]]) -> None:
    if rows:
        del rows[draw.randrange(len(rows))]


def _copy_row(draw: random.Random, head: list[str], rows: list[list[Cell]]) -> None:
    if rows:
        rows.insert(draw.randrange(len(rows) + 1), list(draw.choice(rows)))


def _shuffle(draw: random.Random, head: list[str], rows: list[list[Cell]]) -> None:
    draw.shuffle(rows)


def _blank_row(draw: random.Random, head: list[str], rows: list[list[Cell]]) -> None:
    rows.insert(draw.randrange(len(rows) + 1), [None] * draw.randrange(len(head) + 3))


def _ragged(draw: random.Random, head: list[str], rows: list[list[Cell]]) -> None:
    if rows:
        row = draw.choice(rows)
        if draw.random() < 0.5 and row:
            del row[draw.randrange(len(row)) :]
        else:
            row.append(nasty(draw))


def _heading(draw: random.Random, head: list[str], rows: list[list[Cell]]) -> None:
    if head:
        head[draw.randrange(len(head))] = draw.choice(
            [draw.choice(COLUMNS), draw.choice(COLUMNS).upper() + " ", whole(str(nasty(draw))), "", *FOREIGN]
        )


def _drop_column(draw: random.Random, head: list[str], rows: list[list[Cell]]) -> None:
    if head:
        place = draw.randrange(len(head))
        del head[place]
        for row in rows:
            del row[place : place + 1]


def _new_column(draw: random.Random, head: list[str], rows: list[list[Cell]]) -> None:
    place, name = draw.randrange(len(head) + 1), draw.choice(COLUMNS)
    head.insert(place, name)
    for row in rows:
        row.insert(place, nasty(draw) if draw.random() < 0.3 else None)


_TABLE_BENDS = (_cell, _cell, _cell, _column, _drop_row, _copy_row, _shuffle, _blank_row, _ragged, _heading,
                _drop_column, _new_column)  # fmt: skip


def nasty(draw: random.Random) -> Cell:
    """Return a cell that somebody might leave in a log, or nobody."""
    how = draw.random()
    if how < 0.6:
        return draw.choice(NASTY)
    if how < 0.65:
        return draw.choice(
            ["rozbicie", "4/lewa górna", "биток@лп", "нет борта", "blanca pie derecha", "ocz. 4 pg", "nic"]
        )
    if how < 0.75:
        return draw.choice([*terms.KINDS, *terms.FOULS, *terms.LAG_ACTS, *terms.POCKETS, *terms.BREAK_FORMATS])
    if how < 0.85:
        return " ".join(f"{draw.randrange(13)}@{draw.choice(terms.POCKETS)}" for _ in range(draw.randrange(1, 5)))
    points = (0x20, 0x7F, 0x400, 0x3000, 0x11000)
    return "".join(chr(draw.randrange(1, draw.choice(points))) for _ in range(draw.randrange(12)))


# Writing -----------------------------------------------------------------------------------------------------------


def shown(cell: Cell) -> str:
    return "" if cell is None else cell if isinstance(cell, str) else str(cell)


def as_csv(draw: random.Random, table: Table) -> tuple[str, bytes]:
    import csv

    delimiter = draw.choice(",;\t")
    out = io.StringIO()
    if draw.random() < 0.7:
        writer = csv.writer(out, delimiter=delimiter, lineterminator=draw.choice(["\n", "\n", "\r\n", "\r"]))
        writer.writerow(table[0])
        writer.writerows([[shown(cell) for cell in row] for row in table[1]])
    else:  # as a program writes that never heard of quotes
        for row in [table[0], *table[1]]:
            out.write(delimiter.join(shown(cell) for cell in row) + "\n")
    encoded = out.getvalue().encode(draw.choice(ENCODINGS), draw.choice(["replace", "ignore"]))
    return draw.choice(["csv", "csv", "tsv", "txt"]), encoded


def as_jsonl(draw: random.Random, table: Table) -> tuple[str, bytes]:
    import json

    lines = [json.dumps(dict(zip(table[0], row, strict=False)), default=str) for row in table[1]]
    return draw.choice(["jsonl", "json", "ndjson"]), ("\n".join(lines) + "\n").encode(draw.choice(ENCODINGS), "replace")


def as_parquet(draw: random.Random, table: Table) -> tuple[str, bytes]:
    columns: list[pl.Series] = []
    for place, name in enumerate(dict.fromkeys(table[0])):
        cells = [row[place] if place < len(row) else None for row in table[1]]
        try:
            series = pl.Series(name, cells, strict=draw.random() < 0.5)
            if series.dtype == pl.Object:
                raise TypeError
        except Exception:  # noqa: BLE001 - any mixture that Polars does not take is written as texts
            series = pl.Series(name, [None if cell is None else whole(shown(cell)) for cell in cells], dtype=pl.String)
        columns.append(series)
    out = io.BytesIO()
    pl.DataFrame(columns).write_parquet(out, compression=draw.choice(["zstd", "uncompressed", "snappy"]))
    return "parquet", out.getvalue()


def as_xlsx(draw: random.Random, table: Table) -> tuple[str, bytes]:
    import xlsxwriter

    out = io.BytesIO()
    with xlsxwriter.Workbook(
        out, {"in_memory": True, "nan_inf_to_errors": True, "default_date_format": "d-mmm"}
    ) as book:
        pages = [book.add_worksheet() for _ in range(draw.choice((1, 1, 1, 2, 3)))]
        page = draw.choice(pages)
        top, left = draw.choice([(0, 0), (0, 0), (2, 0), (0, 1)])
        for down, row in enumerate([table[0], *table[1]]):
            for across, cell in enumerate(row):
                if isinstance(cell, str):
                    page.write_string(top + down, left + across, whole(cell)[:32_000])
                elif isinstance(cell, int | float | dt.date | dt.time | dt.timedelta) and abs_of(cell) < 1e300:
                    with contextlib.suppress(Exception):
                        page.write(top + down, left + across, cell)
                elif cell is not None:
                    page.write_string(top + down, left + across, whole(shown(cell)))
        if draw.random() < 0.2:
            page.write_formula(draw.randrange(5), draw.randrange(5), "=1/0", None, draw.choice(["#DIV/0!", 3, ""]))
    return draw.choice(["xlsx", "xlsm"]), out.getvalue()


def whole(text: str) -> str:
    """Return a text without halves of characters, which no file of texts holds."""
    return text.encode(errors="ignore").decode()


def abs_of(cell: Cell) -> float:
    return abs(cell) if isinstance(cell, int | float) and cell == cell else 0.0  # noqa: PLR0124 - not a number


WRITERS: tuple[Callable[[random.Random, Table], tuple[str, bytes]], ...] = (
    as_csv,
    as_csv,
    as_csv,
    as_jsonl,
    as_parquet,
    as_xlsx,
)


# Bending bytes -----------------------------------------------------------------------------------------------------


def bend_bytes(draw: random.Random, data: bytes) -> bytes:
    """Cut, overwrite, double, insert or flip bytes, as accidents do; inside a zip, in one of its members."""
    if data.startswith(b"PK\x03\x04") and draw.random() < 0.7:
        # A zip that is bent already may be past unpacking; then it is bent as bytes.
        with contextlib.suppress(zipfile.BadZipFile, zlib.error, EOFError, OSError, RuntimeError, ValueError):
            return _in_zip(draw, data)
    for _ in range(draw.choice((1, 1, 2, 4))):
        place = draw.randrange(len(data) + 1)
        length = draw.choice((1, 2, 8, 40, 400))
        how = draw.randrange(6)
        if how == 0:
            data = data[:place]
        elif how == 1:
            data = data[:place] + data[place + length :]
        elif how == 2:
            data = data[:place] + draw.choice(PIECES) + data[place:]
        elif how == 3:
            data = data[:place] + data[place : place + length] * 2 + data[place + length :]
        elif how == 4 and place < len(data):
            data = data[:place] + bytes([data[place] ^ 1 << draw.randrange(8)]) + data[place + 1 :]
        else:
            piece = draw.choice(PIECES)
            data = data[:place] + piece + data[place + len(piece) :]
    return data


def _in_zip(draw: random.Random, data: bytes) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as new:
        members = old.infolist()
        chosen = draw.choice(members).filename if members else None
        for info in members:
            inner = old.read(info)
            new.writestr(info.filename, bend_bytes(draw, inner) if info.filename == chosen else inner)
    return out.getvalue()


def pack(draw: random.Random, suffix: str, data: bytes) -> tuple[str, bytes]:
    """Pack a file now and then, as people send them."""
    how = draw.random()
    if how < 0.9:
        return suffix, data
    if how < 0.95:
        return f"{suffix}.gz", gzip.compress(data, 1)
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in range(draw.choice((1, 1, 2))):
            archive.writestr(f"season/{name}.{suffix}", data)
    return "zip", out.getvalue()


# Reading -----------------------------------------------------------------------------------------------------------


class Reached:
    """Lines of the reading floor that were reached, and whether the last case reached new ones."""

    def __init__(self) -> None:
        self.lines: set[tuple[str, int]] = set()

    def trace(self, frame: types.FrameType, event: str, arg: Any) -> Callable[..., Any] | None:
        return self._line if frame.f_code.co_filename.startswith(LOG_FLOOR) else None

    def _line(self, frame: types.FrameType, event: str, arg: Any) -> Callable[..., Any]:
        self.lines.add((frame.f_code.co_filename, frame.f_lineno))
        return self._line

    @contextlib.contextmanager
    def watching(self) -> Iterator[None]:
        sys.settrace(self.trace)
        try:
            yield
        finally:
            sys.settrace(None)


def read_case(path: Path, draw: random.Random) -> None:
    """Read a case in every way; raises whatever is a failure."""
    encoding = draw.choice([None, None, None, "cp1250", "utf-16-le", "latin-1"])
    limits = Limits(unpacked=64 << 20)
    for keep_going in (False, True):
        try:
            problems = read_logs([path], encoding=encoding, keep_going=keep_going, limits=limits).rejected
        except LogRefused as refusal:
            problems = refusal.problems
            if not problems or not str(refusal):
                raise AssertionError("refused without a reason") from None
        for problem in problems:
            said = word(problem)
            if "\n" in said or not said.startswith(str(path)) or len(said) > 3000:
                raise AssertionError(f"not one clear line: {said[:300]!r}")


def run_commands(path: Path, draw: random.Random) -> None:
    """Run a command on a case, as its user would; whatever is a fault of the program raises."""
    from tenball_stats.commands.main import run

    command = draw.choice(
        [
            ["replay", path, "--edition", draw.choice(["pl", "ru", "es"]), "--keep-going"],
            ["audit", path, "--edition", draw.choice(["pl", "ru", "es"]), "--keep-going"],
            ["replay", path, "--edition", "es", "--keep-going", "--map", draw.choice(["pl", "ru", "es"])],
            ["fmt", path],
            ["fmt", path, "--map", draw.choice(["pl", "ru", "es"])],
        ]
    )
    with contextlib.redirect_stdout(_Binary()), contextlib.redirect_stderr(_Binary()) as said:
        status = run([str(part) for part in command])
    if status not in {0, 1, 2}:
        raise AssertionError(f"{command[0]} ended with {status}: {said.getvalue()[-300:]}")


class _Binary(io.TextIOWrapper):
    """A stream for texts and bytes whose content is kept."""

    def __init__(self) -> None:
        super().__init__(io.BytesIO(), encoding="utf-8", write_through=True)

    def getvalue(self) -> str:
        return self.buffer.getvalue().decode()  # type: ignore[attr-defined,no-any-return]


# The run -----------------------------------------------------------------------------------------------------------


def fuzz(seconds: float, seed: int, folder: Path, most: int | None = None) -> tuple[int, list[Failure]]:
    """Fuzz for so many seconds (or `most` cases); return the number of cases and the failures, one for each kind."""
    draw = random.Random(seed)  # noqa: S311 - no secret
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    tables = seeds()
    files: list[tuple[str, bytes]] = []
    reached = Reached()
    failures: dict[str, Failure] = {}
    cases, until, said = 0, time.monotonic() + seconds, time.monotonic()
    while time.monotonic() < until and (most is None or cases < most):
        cases += 1
        if time.monotonic() - said > _SAYS:
            said = time.monotonic()
            print(f"{cases:,} cases, {len(files)} kept, {len(reached.lines):,} lines reached", flush=True)  # noqa: T201
        table: Table | None = None
        if files and draw.random() < 0.3:
            suffix, data = draw.choice(files)
            data = bend_bytes(draw, data)
        else:
            table = bend_table(draw, draw.choice(tables))
            suffix, data = draw.choice(WRITERS)(draw, table)
            if draw.random() < 0.4:
                data = bend_bytes(draw, data)
            suffix, data = pack(draw, suffix, data)
        path = folder / f"case.{suffix}"
        path.write_bytes(data)
        before, start = len(reached.lines), time.process_time()
        try:
            with reached.watching():
                read_case(path, draw)
            if draw.random() < 0.25:
                run_commands(path, draw)
            if time.process_time() - start > SLOW:
                raise AssertionError(f"took {time.process_time() - start:.0f} s")
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # noqa: BLE001 - a panic of a reader is no Exception
            _keep(error, path, data, folder, failures)
        if len(reached.lines) > before and len(data) < 200_000:
            files.append((suffix, data))
            if table is not None:
                tables.append(table)
        path.unlink()
    return cases, list(failures.values())


def _keep(error: BaseException, path: Path, data: bytes, folder: Path, failures: dict[str, Failure]) -> None:
    """Keep the smallest case of each kind of failure; a kind is an error and the place in the project it came from."""
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if "tenball_stats" in frame.filename]
    last = f"{Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else ""
    said = re.sub(r"\d+", "n", str(error))[:60] if isinstance(error, AssertionError) else ""
    kind = f"{type(error).__name__} {last} {said}"
    name = hashlib.sha256(kind.encode()).hexdigest()[:8]
    suffix = path.name.removeprefix("case")
    kept = folder / f"{name}{suffix}"
    known = failures.get(kind)
    if known is not None and known.case.stat().st_size <= len(data):
        return
    if known is not None:
        known.case.unlink()
    kept.write_bytes(data)
    (folder / f"{name}.txt").write_text("".join(traceback.format_exception(error)), encoding="utf-8", errors="replace")
    failures[kind] = Failure(kept, kind)
    print(f"found: {kind}\n   {kept}", flush=True)  # noqa: T201


def main(arguments: Sequence[str]) -> int:
    """Run from the command line; exit status 1 where something was found."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--minutes", type=float, default=5)
    parser.add_argument("--seed", type=int, default=None)
    parser.add_argument("--folder", type=Path, default=ROOT / "build" / "fuzz")
    asked = parser.parse_args(arguments)
    seed = asked.seed if asked.seed is not None else time.time_ns() % 1_000_000
    print(f"seed {seed}, {asked.minutes:g} minutes, {asked.folder}", flush=True)  # noqa: T201
    cases, failures = fuzz(asked.minutes * 60, seed, asked.folder)
    print(f"{cases:,} cases, {len(failures)} kinds of failure")  # noqa: T201
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
