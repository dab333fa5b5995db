"""Random logs: every format holds the same log; whatever is done to a file ends in a log or a refusal."""

import contextlib
import gzip
import random
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from logs import columns_of, csv_text, write_csv, write_jsonl, write_parquet, write_xlsx

from tenball_stats import terms
from tenball_stats.log import Log, LogRefused, Problem, read_logs
from tenball_stats.log.frames import EVENTS
from tenball_stats.log.problems import word

NAMES = ("Ann", "José Ruiz", "Łącki", "Иван О'Хара", '=SUM(1)"', "x,y;z")

balls = st.integers(1, 10)
pockets = st.sampled_from(terms.POCKETS)
ball = st.one_of(balls.map(str), st.tuples(balls, pockets).map(lambda pair: f"{pair[0]}@{pair[1]}"))
yes_no = st.sampled_from(["y", "n"])
notes = st.text(
    st.characters(exclude_categories=("Cs", "Cc"), exclude_characters="\ufeff\u2028\u2029\x85"), min_size=1, max_size=12
)


def maybe(cell: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.one_of(st.none(), cell)


@st.composite
def rows(draw: st.DrawFn) -> list[dict[str, Any]]:
    """Rows of one or two matches that the format allows, whatever the rules of the game say to them."""
    log: list[dict[str, Any]] = []
    for match in draw(st.lists(st.sampled_from(["m1", "0012", "été-3"]), min_size=1, max_size=2, unique=True)):
        players = draw(st.lists(st.sampled_from(NAMES), min_size=2, max_size=3, unique=True))
        first = {"match": match, "players": "|".join(players), "date": draw(maybe(st.just("2015-07")))}
        first |= {"race_to": draw(maybe(st.integers(1, 21))), "event": draw(maybe(notes))}
        for rack in range(1, draw(st.integers(1, 3)) + 1):
            for shot in range(1, draw(st.integers(1, 4)) + 1):
                row: dict[str, Any] = {"match": match, "rack": rack, "player": draw(st.sampled_from(players))}
                row["kind"] = (
                    "break" if shot == 1 else draw(st.sampled_from(["shot", "safety", "push", "pass", "warn"]))
                )
                row["shot"] = draw(maybe(st.just(shot))) if row["kind"] in terms.STROKES else None
                if row["kind"] in terms.STROKES:
                    row["first"] = draw(maybe(st.integers(0, 10)))
                    row["rail"] = draw(maybe(yes_no))
                    row["potted"] = draw(maybe(st.lists(ball, min_size=1, max_size=3).map(" ".join)))
                    row["hand"] = draw(maybe(yes_no))
                    row["ruling"] = draw(maybe(st.sampled_from(["legal", "foul", "touch scratch"])))
                    row["cue_x"] = draw(maybe(st.integers(0, 1000).map(lambda n: n / 1000)))
                if row["kind"] in {"shot", "safety"}:
                    row["called"] = draw(maybe(ball))
                row["seconds"] = draw(maybe(st.integers(0, 300)))
                row["winner"] = draw(maybe(st.sampled_from(players)))
                row["score"] = draw(maybe(st.just("-".join("1" * len(players)))))
                row["note"] = draw(maybe(notes))
                log.append((first | row) if rack == shot == 1 else row)
    return log


def read(path: Path) -> Log:
    return read_logs([path])


@settings(max_examples=settings().max_examples // 8, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(rows=rows())
def test_a_log_is_the_same_in_every_format(tmp_path: Path, rows: list[dict[str, Any]]) -> None:
    plain = read(write_csv(tmp_path / "log.csv", rows))
    assert plain.events.schema == pl.Schema(EVENTS)
    assert plain.events.height == len(rows)
    others = [
        write_csv(tmp_path / "semicolon.csv", rows, ";"),
        write_csv(tmp_path / "tab.tsv", rows, "\t"),
        write_jsonl(tmp_path / "log.jsonl", rows),
        write_parquet(tmp_path / "log.parquet", rows),
        write_xlsx(tmp_path / "log.xlsx", rows),
    ]
    packed = tmp_path / "log.csv.gz"
    packed.write_bytes(gzip.compress(csv_text(rows).replace("\n", "\r\n").encode("utf-16")))
    for path in [*others, packed]:
        log = read(path)
        assert log.events.drop("line").equals(plain.events.drop("line")), path.name
        assert log.matches.drop("files").equals(plain.matches.drop("files")), path.name
        lines = log.events["line"] + (1 if path.suffix == ".jsonl" else 0)
        assert lines.equals(plain.events["line"]), path.name


@settings(max_examples=settings().max_examples // 8, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(rows=rows(), seed=st.integers())
def test_the_order_of_columns_says_nothing(tmp_path: Path, rows: list[dict[str, Any]], seed: int) -> None:
    names = columns_of(rows)
    random.Random(seed).shuffle(names)  # noqa: S311 - a shuffle, no secret
    shuffled = [{name: row.get(name) for name in names} for row in rows]
    plain, other = read(write_csv(tmp_path / "a.csv", rows)), read(write_csv(tmp_path / "b.csv", shuffled))
    assert other.events.equals(plain.events)
    assert other.matches.drop("files").equals(plain.matches.drop("files"))


def read_or_refused(path: Path, *, keep_going: bool) -> tuple[Log | None, list[Problem]]:
    try:
        log = read_logs([path], keep_going=keep_going)
    except LogRefused as refusal:
        return None, refusal.problems
    return log, log.rejected


def damage(data: bytes, draw: st.DataObject) -> bytes:
    """Cut, overwrite, double or insert bytes, as accidents do."""
    for _ in range(draw.draw(st.integers(1, 3))):
        place = draw.draw(st.integers(0, len(data)))
        length = draw.draw(st.integers(0, 40))
        how = draw.draw(st.sampled_from(["cut", "drop", "insert", "double", "end"]))
        piece = draw.draw(
            st.one_of(
                st.binary(max_size=6),
                st.sampled_from(
                    [b'"', b",", b"\n", b"\r", b"\x00", b"\xff\xfe", b"-1", b"99999999999999999999", b"@", b"|", b"{"]
                ),
            )
        )
        if how == "cut":
            data = data[:place]
        elif how == "drop":
            data = data[:place] + data[place + length :]
        elif how == "insert":
            data = data[:place] + piece + data[place:]
        elif how == "double":
            data = data[:place] + data[place : place + length] * 2 + data[place + length :]
        else:
            data = data + piece
    return data


@pytest.mark.parametrize("name", ["log.csv", "log.jsonl", "log.parquet", "log.xlsx", "log.csv.gz", "utf16.csv"])
@settings(max_examples=settings().max_examples // 6, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(rows=rows(), draw=st.data())
def test_a_damaged_file_is_a_log_or_refused(
    tmp_path: Path, name: str, rows: list[dict[str, Any]], draw: st.DataObject
) -> None:
    path = tmp_path / name
    if name.endswith(".gz"):
        path.write_bytes(gzip.compress(csv_text(rows).encode(), mtime=0))
    elif name == "utf16.csv":
        path.write_bytes(csv_text(rows).encode("utf-16"))
    else:
        {"csv": write_csv, "jsonl": write_jsonl, "parquet": write_parquet, "xlsx": write_xlsx}[name.split(".")[1]](
            path, rows
        )
    path.write_bytes(damage(path.read_bytes(), draw))
    for keep_going in (False, True):
        log, problems = read_or_refused(path, keep_going=keep_going)
        assert all(word(problem).startswith(str(path)) for problem in problems)
        if log is None:
            assert problems
            assert not keep_going
        else:
            assert log.events.schema == pl.Schema(EVENTS)
            assert log.events["player_no"].is_between(0, 127).all()
            assert log.events["match_no"].n_unique() <= log.matches.height


@settings(max_examples=settings().max_examples * 4)
@given(text=st.text(max_size=20))
def test_any_text_is_read_or_refused_as_a_cell(text: str) -> None:
    from tenball_stats.log import cells, notation

    readers = [reading.read for reading in cells.READINGS.values()] + list(cells.MEASURES.values())
    for reader in [*readers, notation.names, notation.race_to, notation.day, notation.excel_hint]:
        with contextlib.suppress(notation.Unreadable):
            reader(text)
