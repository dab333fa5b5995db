"""The canonical form: reading it gives the same log, writing it again the same text."""

import csv
import io
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from logs import rack_of_two, stroke, write_csv, write_jsonl
from test_any_log import rows

from tenball_stats.log.canonical import NotWritten, canonical_cell, canonical_texts
from tenball_stats.log.files import read_tables
from tenball_stats.log.frames import EVENTS
from tenball_stats.log.guard import unguarded
from tenball_stats.log.log import Log, log_of
from tenball_stats.log.readers import Options

FACTS = [name for name in EVENTS if name not in {"line", "file_no"} and not name.endswith("_text")]


def canonical(path: Path, options: Options | None = None) -> tuple[str, Log]:
    options = options or Options()
    given = read_tables([path], options)
    log = log_of(given, options)
    (text,) = canonical_texts(given, log, options).values()
    return text, log


def table(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text)))


@settings(max_examples=settings().max_examples // 8, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(rows=rows(), delimiter=st.sampled_from(",;\t"))
def test_reading_it_gives_the_same_log(tmp_path: Path, rows: list[dict[str, Any]], delimiter: str) -> None:
    extra = [{**row, "Cloth": "red, blue" if place % 2 else None} for place, row in enumerate(rows)]
    text, log = canonical(write_csv(tmp_path / "a.csv", extra, delimiter))
    again_at = tmp_path / "b.csv"
    again_at.write_bytes(text.encode())
    again, other = canonical(again_at)
    assert again == text
    assert other.events.select(FACTS).equals(log.events.select(FACTS))
    assert other.matches.drop("files").equals(log.matches.drop("files"))
    assert other.aside["value"].to_list() == log.aside["value"].to_list()


@pytest.mark.parametrize(
    ("column", "text", "said"),
    [
        ("rack", "7.0", "7"),
        ("rack", "0", ""),
        ("rack", "10", "10"),
        ("kind", "Break", "break"),
        ("called", "4.0@FR", "4@fr"),
        ("called", "~ 4@sl", "~4@sl"),
        ("called", "-", "-"),
        ("rail", "TRUE", "y"),
        ("hand", "0", "n"),
        ("potted", "4@FR, 6 ;CUE@hl", "4@fr 6 cue@hl"),
        ("potted", "10 4 10", "10 4 10"),
        ("potted", "-", ""),
        ("potted", "?", "?"),
        ("spotted", "10, 2", "10 2"),
        ("spotted", "-", "-"),
        ("acts", "Unsporting, TOUCH touch", "unsporting touch"),
        ("acts", "-", ""),
        ("ruling", "foul", "foul"),
        ("ruling", "TOUCH, foul scratch touch", "touch scratch"),
        ("ruling", "LEGAL", "legal"),
        ("score", "3 – 2", "3-2"),
        ("race_to", "9 / 7", "9/7"),
        ("players", "Ann | Bo", "Ann|Bo"),
        ("date", "2015-07-31 19:30", "2015-07-31T19:30"),
        ("cue_x", "0,850", "0.85"),
        ("cue_x", "0.850", "0.850"),
        ("cue_x", "1e-3", "0.001"),
        ("seconds", "1:04", "64"),
        ("seconds", "34,5 s", "34.5"),
        ("time", "9:05", "09:05"),
        ("layout", "1:0,6/1,9  2:1/1", "1:0.6/1.9 2:1/1"),
        ("note", "a\r\nb\rc", "a\nb\nc"),
    ],
)
def test_cells(column: str, text: str, said: str) -> None:
    assert canonical_cell(column, text) == said
    if said:
        assert canonical_cell(column, said) == said


def test_columns_come_in_the_order_of_the_format_and_unknown_ones_behind(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text("Chalk,note,Kind,player,,Match,rack,Chalk\nblue,,BREAK,A,x,m,1,\n,hm,shot,B,,m,1,green\n")
    text, _ = canonical(path)
    assert text == (
        "match,rack,player,kind,note,Chalk,Chalk,\n"  # the column without a heading has its place too
        "m,1,A,break,,blue,,x\n"
        "m,1,B,shot,hm,,green,\n"
    )


def test_what_holds_for_a_match_stands_once_on_its_first_row(tmp_path: Path) -> None:
    first = [{**row, "event": "Cup", "match": "a"} for row in rack_of_two()]
    second = [{**row, "match": "b", "date": "2015" if row["shot"] == 3 else None} for row in rack_of_two()]
    text, _ = canonical(write_csv(tmp_path / "a.csv", first + second))
    rows = table(text)
    assert [row["event"] for row in rows] == ["Cup"] + [""] * 7
    assert [row["date"] for row in rows] == [""] * 4 + ["2015"] + [""] * 3


def test_a_cell_on_a_row_it_does_not_speak_of_stays(tmp_path: Path) -> None:
    rows = rack_of_two()
    rows[0]["called"] = "1"
    text, _ = canonical(write_csv(tmp_path / "a.csv", rows))
    assert table(text)[0]["called"] == "1"


def test_two_logs_become_one(run_tenball, tmp_path: Path) -> None:
    write_csv(tmp_path / "a.csv", [{**row, "match": "a", "Cloth": "red"} for row in rack_of_two()])
    write_jsonl(tmp_path / "b.jsonl", [{**row, "match": "b", "note": "x"} for row in rack_of_two()])
    ran = run_tenball("fmt", tmp_path / "a.csv", tmp_path / "b.jsonl")
    assert ran.status == 0
    rows = table(ran.out)
    assert [row["match"] for row in rows] == ["a"] * 4 + ["b"] * 4
    assert {row["Cloth"] for row in rows} == {"red", ""}
    assert list(rows[0])[-2:] == ["note", "Cloth"]


def test_what_could_not_be_read_back_is_not_written(tmp_path: Path) -> None:
    note = "what looks like a row:\n" + "," * 12 + "\nin a note"
    path = write_jsonl(tmp_path / "a.jsonl", [{**row, "note": note} for row in rack_of_two()])
    with pytest.raises(NotWritten, match="never closed"):
        canonical(path)


def test_check_and_write(run_tenball, tmp_path: Path) -> None:
    path = write_csv(tmp_path / "a.csv", rack_of_two(), ";")
    path.chmod(0o640)
    ran = run_tenball("fmt", "--check", path)
    assert (ran.status, ran.out) == (1, f"{path}: not in the canonical form\n")
    assert ";" in path.read_text()
    ran = run_tenball("fmt", "--write", path)
    assert (ran.status, ran.out) == (0, f"{path}: written anew\n")
    assert path.stat().st_mode & 0o777 == 0o640
    assert [other.name for other in tmp_path.iterdir()] == ["a.csv"]
    assert run_tenball("fmt", "--check", path).status == 0
    assert run_tenball("fmt", "--write", path).out == ""
    assert run_tenball("fmt", path).out == path.read_text()


def test_a_match_in_two_files_is_written_in_two_files(run_tenball, tmp_path: Path) -> None:
    a = write_csv(tmp_path / "a.csv", [stroke(1, 1, "Ann", "Break", players="Ann|Bo")])
    b = write_csv(tmp_path / "b.csv", [stroke(1, 2, "Bo", "SHOT")])
    assert run_tenball("fmt", "--write", a, b).status == 0
    assert "m,1,1,Ann,break" not in a.read_text()  # the players stand before the rack
    assert b.read_text() == "match,rack,shot,player,kind\nm,1,2,Bo,shot\n"


def test_only_a_csv_file_is_written_in_its_place(run_tenball, tmp_path: Path) -> None:
    path = write_jsonl(tmp_path / "a.jsonl", rack_of_two())
    before = path.read_bytes()
    ran = run_tenball("fmt", "--write", path)
    assert ran.status == 2
    assert "--output" in ran.err
    assert path.read_bytes() == before
    out = tmp_path / "b.csv"
    assert run_tenball("fmt", path, "--output", out).status == 0
    assert table(out.read_text())[0]["players"] == "Ann|Bo"
    assert run_tenball("fmt", path, "--output", tmp_path / "none" / "b.csv").status == 2
    assert run_tenball("fmt", path, "--write", "--check").status == 2


def test_a_log_with_errors_is_refused(run_tenball, tmp_path: Path) -> None:
    path = write_csv(tmp_path / "a.csv", [*rack_of_two(), stroke(1, 5, "Bo", "shot", first="11")])
    before = path.read_bytes()
    ran = run_tenball("fmt", "--write", path)
    assert ran.status == 2
    assert "column first" in ran.err
    assert path.read_bytes() == before


def test_the_example_of_the_documentation_is_in_this_form() -> None:
    path = Path(__file__).parents[2] / "data" / "example.csv"
    assert canonical(path)[0] == path.read_text(encoding="utf-8")


def test_reading_the_whole_bundle_back(tmp_path: Path) -> None:
    for name in ("real-2015.csv", "example.csv"):
        text, log = canonical(Path(__file__).parents[2] / "data" / name)
        (tmp_path / name).write_bytes(text.encode())
        assert canonical(tmp_path / name)[1].events.select(FACTS).equals(log.events.select(FACTS))


def test_a_map_is_written_out(tmp_path: Path) -> None:
    from tenball_stats.log.mapping import load_map

    path = tmp_path / "a.csv"
    path.write_text("Mecz;Partia;Gracz;Rodzaj;Wbite\n1;1;A;Rozbicie;4/lewa górna biała\n1;1;B;odstawna;\n")
    text, _ = canonical(path, Options(mapping=load_map("pl")))
    assert text == "match,rack,player,kind,potted\n1,1,A,break,4@fl cue\n1,1,B,safety,\n"


def test_odd_texts_survive(tmp_path: Path) -> None:
    notes = ['say "so", he said', "two\nlines", "=1+1; ż ł ж 🎱", "x" * 5000]
    rows = [{**row, "note": note} for row, note in zip(rack_of_two(), notes, strict=True)]
    text, _ = canonical(write_csv(tmp_path / "a.csv", rows))
    # A cell that a spreadsheet would run is guarded by an apostrophe, which reading takes off.
    written = [row["note"] for row in table(text)]
    assert written[2] == "'" + notes[2]
    assert [unguarded(note) for note in written] == notes
