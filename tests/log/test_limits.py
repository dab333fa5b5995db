"""Files that would fill the memory: refused at a limit in little time, and read where the limit is raised."""

import gzip
import io
import json
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from logs import Read, Refusals, csv_text, rack_of_two, write_xlsx

from tenball_stats.log.sources import Limits

PLAIN = csv_text(rack_of_two()).encode()


def gzip_bomb() -> bytes:
    """A gigabyte of line ends: gzip files laid end to end are one."""
    return gzip.compress(PLAIN) + gzip.compress(b"\n" * 10_000_000) * 107


def zip_bomb() -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in "abcdefgh":
            archive.writestr(f"{name}.csv", PLAIN + b"\n" * 20_000_000)
    return packed.getvalue()


def workbook_bomb(tmp_path: Path) -> bytes:
    packed = io.BytesIO(write_xlsx(tmp_path / "small.xlsx", rack_of_two()).read_bytes())
    with zipfile.ZipFile(packed, "a", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("xl/media/picture.bmp", b"\x00" * 150_000_000)
    return packed.getvalue()


def parquet_bomb() -> bytes:
    """Many rows of one long value, which Parquet writes once."""
    out = io.BytesIO()
    one = pl.repeat("x" * 1000, 300_000, eager=True)
    pl.DataFrame({"match": one, "rack": one, "player": one, "kind": one}).write_parquet(out)
    return out.getvalue()


@pytest.mark.parametrize(
    ("make", "name"),
    [
        (lambda _: gzip_bomb(), "log.csv.gz"),
        (lambda _: zip_bomb(), "log.zip"),
        (workbook_bomb, "log.xlsx"),
        (lambda _: parquet_bomb(), "log.parquet"),
    ],
)
def test_a_packed_file_that_unpacks_to_too_much(
    refused: Refusals, tmp_path: Path, make: Callable[[Path], bytes], name: str
) -> None:
    data = make(tmp_path)
    assert len(data) < 5_000_000
    (problem,) = refused(data, name, limits=Limits(unpacked=100_000_000))
    assert problem.expected == "a file that unpacks to at most 100,000,000 bytes"
    assert "--limit unpacked=400000000" in (problem.hint or "")


def test_the_limit_is_a_gibibyte_and_can_be_raised(read: Read) -> None:
    assert Limits() == Limits(unpacked=1 << 30, cell=100_000, columns=1_000)
    data = gzip.compress(PLAIN + b"\n" * 1000)
    assert read(data, "log.csv.gz", limits=Limits(unpacked=len(PLAIN) + 1000)).events.height == 4


@pytest.mark.parametrize("quoted", [False, True])
def test_a_cell_of_a_hundred_megabytes(refused: Refusals, quoted: bool) -> None:
    cell = b"x" * (10_000_000 if quoted else 100_000_000)
    (problem,) = refused(
        PLAIN + (b'm,2,1,Ann,break,"' + cell + b'"\n' if quoted else b"m,2,1,Ann,break," + cell + b"\n")
    )
    assert problem.line == 6
    assert problem.expected == "cells of at most 100,000 characters"
    assert "--limit cell=" in (problem.hint or "")
    assert len(str(problem)) < 500


def test_a_long_cell_of_every_format(refused: Refusals, read: Read, tmp_path: Path) -> None:
    rows = [{**row, "note": "x" * 20_000} for row in rack_of_two()]
    lines = "".join(json.dumps(row) + "\n" for row in rows)
    pl.DataFrame(rows).cast(pl.String).write_parquet(tmp_path / "a.parquet")
    files: list[tuple[str | bytes, str]] = [
        (csv_text(rows), "a.csv"),
        (lines, "a.jsonl"),
        ((tmp_path / "a.parquet").read_bytes(), "a.parquet"),
        (write_xlsx(tmp_path / "b.xlsx", rows).read_bytes(), "a.xlsx"),
    ]
    for data, name in files:
        for problem in refused(data, name, limits=Limits(cell=10_000)):
            assert "10,000 characters" in (problem.expected or ""), name
            assert "--limit cell=" in (problem.hint or ""), name
            assert len(str(problem)) < 500
        assert read(data, name, limits=Limits(cell=20_000)).events.height == 4


def test_millions_of_columns(refused: Refusals, read: Read, tmp_path: Path) -> None:
    names = ["match", "rack", "player", "kind", *(f"n{place}" for place in range(1_100))]
    wide = dict.fromkeys(names, "1") | {"player": "A", "kind": "break"}
    other = wide | {"player": "B", "kind": "shot"}
    pl.DataFrame([wide, other]).write_parquet(tmp_path / "a.parquet")
    files: list[tuple[str | bytes, str]] = [
        ("x," * 3_000_000 + "\n1\n", "log.csv"),
        ('"x",' * 3_000_000 + "\n1\n", "log.csv"),
        (json.dumps(wide) + "\n" + json.dumps(other) + "\n", "log.jsonl"),
        ((tmp_path / "a.parquet").read_bytes(), "log.parquet"),
        (write_xlsx(tmp_path / "a.xlsx", [wide, other]).read_bytes(), "log.xlsx"),
    ]
    for data, name in files:
        (problem,) = refused(data, name)
        assert problem.expected == "at most 1,000", name
        assert "--limit columns=" in (problem.hint or "")
    for data, name in files[2:]:
        assert read(data, name, limits=Limits(columns=2_000)).events.height == 2


def test_rows_far_shorter_than_a_long_header(refused: Refusals) -> None:
    header = ",".join(["match", "rack", "player", "kind", *(f"n{place}" for place in range(900))])
    (problem,) = refused(header + "\n" + "m\n" * 200_000)
    assert problem.expected == "rows as long as the header"


def test_limits_on_the_command_line(run_tenball: Any, tmp_path: Path) -> None:
    path = tmp_path / "log.csv"
    path.write_bytes(PLAIN.replace(b"Bo", b"B" * 150_000))
    ran = run_tenball("check", path)
    assert ran.status == 2
    assert "cells of at most 100,000 characters" in ran.out
    assert run_tenball("check", path, "--limit", "cell=1M").status == 0
    assert run_tenball("check", path, "--limit", "cell=200_000", "--limit", "unpacked=4GiB").status == 0
    for wrong in ("cell", "cell=", "cell=-1", "cells=3", "cell=1.5", "unpacked=4XB"):
        ran = run_tenball("check", path, "--limit", wrong)
        assert ran.status == 2
        assert "expected one of unpacked, cell, columns" in ran.err
