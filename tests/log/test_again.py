"""Reading again: from the bytes that were kept, and from a frame of texts."""

from pathlib import Path

import polars as pl
import pytest
from logs import rack_of_two, write_csv, write_xlsx
from polars.testing import assert_frame_equal

from tenball_stats.log import Log, LogRefused, read_logs
from tenball_stats.log.again import read_again, read_texts
from tenball_stats.log.mapping import load_map


def same(one: Log, other: Log) -> None:
    for frame in ("matches", "events", "sources", "aside"):
        assert_frame_equal(getattr(one, frame), getattr(other, frame))


def again(log: Log) -> Log:
    return read_again(list(log.raw.values()), log.read_with)


def test_what_was_kept_reads_as_the_same_log(tmp_path: Path) -> None:
    log = read_logs(
        [
            write_csv(tmp_path / "a.csv", rack_of_two()),
            write_xlsx(tmp_path / "b.xlsx", [{**row, "match": "n"} for row in rack_of_two()]),
        ]
    )
    assert log.read_with == {}
    same(log, again(log))


def test_so_does_a_file_in_another_encoding_under_a_map(tmp_path: Path) -> None:
    path = tmp_path / "log.csv"
    text = "mecz;partia;gracz;rodzaj;wbite;stół\nf;1;Łukasz;rozbicie;4;ósmy\nf;1;Ewa;uderzenie;;\n"
    path.write_bytes(text.encode("cp1250"))
    log = read_logs([path], encoding="cp1250", mapping=load_map("pl"))
    assert log.matches["players"].to_list() == [["Łukasz", "Ewa"]]
    assert log.read_with["encoding"] == "cp1250"
    import json

    kept = json.loads(json.dumps(log.read_with, ensure_ascii=False))
    same(log, read_again(list(log.raw.values()), kept))
    assert again(log).read_with == kept


def test_what_was_left_out_is_left_out_again(tmp_path: Path) -> None:
    rows = rack_of_two()
    log = read_logs(
        [write_csv(tmp_path / "a.csv", rows + [{**row, "match": "bad", "first": "11"} for row in rows])],
        keep_going=True,
    )
    assert log.matches["match"].to_list() == ["m"]
    same(log, again(log))


def test_a_frame_of_texts_is_read_like_a_file(tmp_path: Path) -> None:
    log = read_logs([write_csv(tmp_path / "a.csv", rack_of_two())])
    texts = pl.read_csv(tmp_path / "a.csv", infer_schema=False)
    assert_frame_equal(read_texts(texts, "texts").events, log.events)
    assert read_texts(texts, "texts").sources["file"].to_list() == ["texts"]


def test_a_frame_of_texts_with_a_mistake_names_the_line(tmp_path: Path) -> None:
    texts = pl.read_csv(write_csv(tmp_path / "a.csv", rack_of_two()), infer_schema=False)
    wrong = texts.with_columns(first=pl.Series(["1", "11", "2", "2"]))
    with pytest.raises(LogRefused, match="texts, line 3, column first: found '11'"):
        read_texts(wrong, "texts")
