"""Large tables are read by another reader, into columns that hold each distinct text once; the log is the same."""

from pathlib import Path

import numpy as np
import polars as pl
import pytest

from tenball_stats.log import Log, LogRefused, coded, read_logs
from tenball_stats.log.mapping import load_map
from tenball_stats.log.readers import csv, large

ROOT = Path(__file__).parents[2]
FILES = sorted([*(ROOT / "data").glob("*.csv"), *(ROOT / "tests" / "troubles").glob("*.[ct]sv")])


def both_ways(monkeypatch: pytest.MonkeyPatch, path: Path, **options: object) -> list[Log | str]:
    found: list[Log | str] = []
    for least in (1 << 40, 0):
        monkeypatch.setattr(csv, "LARGE", least)
        try:
            found.append(read_logs([path], **options))  # type: ignore[arg-type]
        except LogRefused as error:
            found.append(str(error))
    return found


def same(one: Log | str, other: Log | str) -> None:
    if isinstance(one, str) or isinstance(other, str):
        assert one == other
        return
    for name in ("matches", "events", "sources", "aside", "rejects"):
        mine, theirs = getattr(one, name), getattr(other, name)
        assert mine.schema == theirs.schema
        assert mine.equals(theirs), name
    assert (one.notices, one.rejected) == (other.notices, other.rejected)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_a_log_is_the_same_by_either_reader(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    one, other = both_ways(monkeypatch, path)
    same(one, other)
    if isinstance(one, str):  # to go on makes a difference only where something is refused
        same(*both_ways(monkeypatch, path, keep_going=True))


HEAD = "match,players,edition,rack,player,kind,called,potted,note,mine\n"
ROWS = (
    "m1, A|B ,es,1,A,break,,4,'=1+1,x\n",  # spaces, a guarded cell, an unknown column
    "m1,,,1,A,shot,  ,4@fr,,\n",
    "m1,,,1, B,shot,3@fr,'-4,,\n",
    'm2,"A|B",es,1,A,break,-,"4 5","a, ""b""",\n',
    ",,,,,,,,,\n",
    "m3,A|B,es,1,A,brake,,,,\n",
    "m3,A|B,es,1,A,\n",  # too short
    "m4,A|B,es,1,A,break,,,,,\n",  # too long
    "\n",
    "m5,Zoë|Łucja,es,1,Zoe\u0308,break,,,,\n",  # one name, composed and not
)


@pytest.mark.parametrize("left_out", range(len(ROWS)))
@pytest.mark.parametrize("keep_going", [False, True])
def test_odd_rows(left_out: int, keep_going: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for rows in (ROWS[:left_out] + ROWS[left_out + 1 :], ROWS[: left_out + 1], ROWS[left_out : left_out + 1]):
        path = tmp_path / "log.csv"
        path.write_text(HEAD + "".join(rows), encoding="utf-8")
        same(*both_ways(monkeypatch, path, keep_going=keep_going))


def test_bytes_that_are_no_utf8_are_refused_as_ever(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "log.csv"
    path.write_bytes((HEAD + ROWS[1]).encode() + "m9,Łucja|B,es,1,B,break,,,,\n".encode("cp1250"))
    one, other = both_ways(monkeypatch, path)
    assert isinstance(one, str)
    assert one == other


def test_a_map_reads_coded_columns(monkeypatch: pytest.MonkeyPatch) -> None:
    same(*both_ways(monkeypatch, ROOT / "tests" / "log" / "in_polish.csv", mapping=load_map("pl")))


def test_texts_that_repeat_are_held_once() -> None:
    frame = large.read_large(memoryview(b"a,1,x\nb,,x\na,2,\n"), ["player", "seconds", "kind"], ",", quoted=False)
    assert frame is not None
    assert [isinstance(dtype, pl.Enum) for dtype in frame.dtypes] == [True, False, True]
    assert frame.rows() == [("a", "1", "x"), ("b", None, "x"), ("a", "2", None)]
    assert large.read_large(memoryview(b"a\nb,c\n"), ["player", "kind"], ",", quoted=False) is None


def test_a_coded_column_made_anew() -> None:
    column = coded.coded(pl.Series(["a ", " ", "a", "b"]), pl.Series("x", [0, 1, None, 2, 3, 0]))
    new = coded.changed(column, lambda texts: texts.str.strip_chars().replace("", None))
    assert new.to_list() == ["a", None, None, "a", "b", "a"]
    assert new.name == "x"
    assert new.dtype == pl.Enum(["a", "b"])
    assert coded.changed(column, lambda texts: texts) is column
    plain = coded.texts(column)
    assert coded.distinct(plain)[0].to_list() == ["a ", " ", "a", "b"]
    assert coded.distinct(plain)[1].to_list() == [0, 1, None, 2, 3, 0]
    assert coded.longest(pl.DataFrame([column, pl.Series("y", ["ż" * 3, *"abcde"])])) == 6


@pytest.mark.parametrize("count", [1, 255, 256, 65_535, 65_536])
def test_numbers_of_texts_and_of_blank_rows(count: int) -> None:
    texts = pl.Series([f"t{number}" for number in range(count)])
    column = coded.coded(texts, pl.Series("x", [count - 1, None, 0]))
    assert column.to_list() == [f"t{count - 1}", None, "t0"]
    held, numbers = coded.distinct(column)
    assert coded.blank_last(numbers, held.len()).to_list() == [count - 1, count, 0]
    assert coded.blank_last(numbers.drop_nulls(), held.len()).to_list() == [count - 1, 0]


def test_where_columns_change() -> None:
    one, other = np.array([1, 1, 1, 2, 2]), np.array([0, 0, 3, 3, 3])
    assert coded.changes(one, other).tolist() == [True, False, True, True, False]
    assert coded.changes(one[:0]).tolist() == []


def test_rows_said_to_be_ascii_are_read_as_others() -> None:
    rows = memoryview("a,1\nb,ż\n".encode())
    frames = [
        large.read_large(rows, ["player", "note"], ",", quoted=False),
        large.read_large(rows[:4], ["player", "note"], ",", quoted=False, is_ascii=True),
    ]
    assert [frame.rows() for frame in frames if frame is not None] == [[("a", "1"), ("b", "ż")], [("a", "1")]]
    assert large.read_large(memoryview(b"a,\xc4\n"), ["player", "note"], ",", quoted=False) is None
