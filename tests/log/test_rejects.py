"""What `--keep-going` leaves out: listed with file, line, column, reason, and the row as it stands in the file."""

import json
from pathlib import Path
from typing import Any

import pytest
from logs import rack_of_two, stroke, write_csv, write_jsonl, write_parquet, write_xlsx

from tenball_stats.log import read_logs
from tenball_stats.log.frames import REJECTS


def rows() -> list[dict[str, Any]]:
    """A sound match, and one with two bad cells."""
    bad = [{**row, "match": "bad"} for row in rack_of_two()]
    bad[1] |= {"first": "11", "note": "ż, x"}
    bad[3] |= {"rail": "?"}
    return [*rack_of_two(), *bad]


def test_the_sound_match_is_read_and_the_rows_of_the_other_are_kept(tmp_path: Path) -> None:
    path = write_csv(tmp_path / "log.csv", rows())
    log = read_logs([path], keep_going=True)
    lines = path.read_text(encoding="utf-8").split("\n")
    assert log.matches["match"].to_list() == ["m"]
    assert log.events["line"].to_list() == [2, 3, 4, 5]
    assert log.rejects.columns == list(REJECTS)
    assert log.rejects.select("file", "line", "match", "column", "value").rows() == [
        (str(path), 7, "bad", "first", "11"),
        (str(path), 9, "bad", "rail", "?"),
    ]
    assert log.rejects["raw"].to_list() == [lines[6], lines[8]]
    assert [(problem.line, problem.column) for problem in log.rejected] == [(7, "first"), (9, "rail")]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "cp1250"])
def test_rows_are_kept_as_they_stand(tmp_path: Path, encoding: str) -> None:
    text = 'match,rack,player,kind,note\r\nm,1,A,break,"ż, ""x"""\r\n\r\nm,1,B,shoot,"two\r\nlines"\r\nm,1,A,shot,\r\n'
    path = tmp_path / "log.csv"
    path.write_bytes(text.encode(encoding))
    log = read_logs([path], keep_going=True, encoding=encoding)
    assert log.rejects["raw"].to_list() == ['m,1,B,shoot,"two\nlines"']
    assert log.rejects["line"].to_list() == [4]


def test_json_lines_are_kept_as_they_stand_and_cells_of_other_formats_as_json(tmp_path: Path) -> None:
    path = write_jsonl(tmp_path / "log.jsonl", rows())
    assert read_logs([path], keep_going=True).rejects["raw"].to_list() == [
        path.read_text(encoding="utf-8").split("\n")[place] for place in (5, 7)
    ]
    texts = [{name: None if value is None else str(value) for name, value in row.items()} for row in rows()]
    for path in (write_parquet(tmp_path / "log.parquet", texts), write_xlsx(tmp_path / "log.xlsx", texts)):
        kept = [json.loads(raw) for raw in read_logs([path], keep_going=True).rejects["raw"].to_list()]
        assert kept == [{name: text for name, text in texts[place].items() if text is not None} for place in (5, 7)]


def test_every_reject_is_there_where_the_list_of_problems_ends(tmp_path: Path) -> None:
    bad = [stroke(1, place, "A" if place % 2 else "B", "shoot") for place in range(1, 200)]
    log = read_logs([write_csv(tmp_path / "log.csv", bad)], keep_going=True, max_problems=50)
    assert len(log.rejected) == 50
    assert log.rejects.height == 199
    assert log.rejects["hint"].unique().to_list() == ["did you mean shot?"]


def test_files_that_cannot_be_read_stand_there_without_rows(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("")
    (tmp_path / "b.csv").write_bytes("match,rack,player,kind\nm,1,Łącki,break\n".encode("cp1250"))
    write_csv(tmp_path / "c.csv", rack_of_two())
    log = read_logs([tmp_path, tmp_path / "none.csv"], keep_going=True)
    assert log.matches["match"].to_list() == ["m"]
    assert [
        (Path(str(file)).name, line, raw) for file, line, raw in log.rejects.select("file", "line", "raw").rows()
    ] == [
        ("none.csv", None, None),
        ("a.csv", 1, None),
        ("b.csv", 2, None),
    ]


def test_a_map_leaves_the_row_as_it_was(tmp_path: Path) -> None:
    from tenball_stats.log.mapping import load_map

    path = tmp_path / "log.csv"
    path.write_text("Mecz;Partia;Gracz;Rodzaj\n1;1;A;rozbicie\n1;1;B;huh\n", encoding="utf-8")
    log = read_logs([path], keep_going=True, mapping=load_map("pl"))
    assert log.rejects.select("line", "value", "raw").rows() == [(3, "huh", "1;1;B;huh")]


def test_a_sound_log_has_none(tmp_path: Path) -> None:
    log = read_logs([write_csv(tmp_path / "log.csv", rack_of_two())], keep_going=True)
    assert log.rejected == []
    assert log.rejects.is_empty()
    assert log.rejects.schema == read_logs([write_csv(tmp_path / "b.csv", rows())], keep_going=True).rejects.schema
