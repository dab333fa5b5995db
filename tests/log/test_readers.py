"""Files of every format and in every state: the same rows, right lines, or one clear refusal."""

import datetime as dt
import gzip
import io
import json
import zipfile
from pathlib import Path

import polars as pl
import pytest
import xlsxwriter
from logs import Read, Refusals, csv_text, rack_of_two, stroke, write_csv, write_jsonl, write_parquet, write_xlsx

from tenball_stats.log import LogRefused, read_logs
from tenball_stats.log.sources import Limits

PLAIN = csv_text(rack_of_two())


def same(read: Read, text: str | bytes, name: str = "log.csv", **options: object) -> None:
    """The file holds the small log, its lines counted from the header."""
    log = read(text, name, **options)
    assert log.events.drop("line").equals(read(PLAIN, "plain.csv").events.drop("line"))
    assert log.matches.drop("files").equals(read(PLAIN, "plain.csv").matches.drop("files"))


# Delimiters, line ends, marks -----------------------------------------------------------------------------------


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_delimiters_are_told_from_the_header(read: Read, delimiter: str) -> None:
    same(read, csv_text(rack_of_two(), delimiter))


def test_decimal_commas_in_a_file_with_semicolons(read: Read) -> None:
    text = "match;rack;player;kind;cue_x;seconds\nm;1;A;break;0,635;12,5\nm;1;B;shot;;\n"
    assert read(text).events.row(0, named=True)["cue_x"] == 0.635
    assert read(text).events.row(0, named=True)["seconds"] == 12.5


@pytest.mark.parametrize("end", ["\r\n", "\r"])
@pytest.mark.parametrize("note", ["", "a, b", 'say "so"'])
def test_line_ends(read: Read, end: str, note: str) -> None:
    rows = [*rack_of_two(), stroke(1, 5, "Bo", "shot", note=note)]
    log = read(csv_text(rows).replace("\n", end))
    assert log.events["line"].to_list() == [2, 3, 4, 5, 6]
    assert log.events["note"].to_list()[-1] == (note or None)


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-le-mark", "utf-16-be-mark"])
def test_byte_order_marks(read: Read, encoding: str) -> None:
    marks = {"utf-16-le-mark": ("utf-16-le", "\ufeff"), "utf-16-be-mark": ("utf-16-be", "\ufeff")}
    name, mark = marks.get(encoding, (encoding, ""))
    same(read, (mark + PLAIN).encode(name))


def test_utf_16_without_a_mark_is_named(read: Read, refused: Refusals) -> None:
    (problem,) = refused(PLAIN.encode("utf-16-le"))
    assert "utf-16-le" in (problem.hint or "")
    same(read, PLAIN.encode("utf-16-le"), encoding="utf-16-le")


POLISH = csv_text([stroke(1, 1, "Wiśniewska", "break"), stroke(1, 2, "Łącki", "shot", note="zagrał źle, ćwiczyć")])
RUSSIAN = csv_text([stroke(1, 1, "Иванов", "break"), stroke(1, 2, "Петров", "shot", note="промах в угол")])


@pytest.mark.parametrize(("text", "encoding"), [(POLISH, "cp1250"), (RUSSIAN, "cp1251")])
def test_another_encoding_is_refused_with_its_name_and_read_when_named(
    read: Read, refused: Refusals, text: str, encoding: str
) -> None:
    (problem,) = refused(text.encode(encoding))
    assert problem.line == 2
    assert f"--encoding {encoding}" in (problem.hint or "")
    assert read(text.encode(encoding), encoding=encoding).matches.equals(read(text).matches)


@pytest.mark.parametrize("name", ["log.csv", "log.jsonl"])
def test_a_utf_8_file_among_others_is_not_turned_into_wrong_letters(read: Read, tmp_path: Path, name: str) -> None:
    rows = [stroke(1, 1, "Wiśniewska", "break"), stroke(1, 2, "Łącki", "shoot")]
    data = (
        csv_text(rows) if name == "log.csv" else "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
    ).encode()
    log = read(data, name, encoding="cp1250", keep_going=True)
    assert "Łącki" in log.rejects["raw"][0]
    assert [notice for notice in log.notices if "this is UTF-8 and was read so" in notice]
    log = read(data.replace(b"shoot", b"shot"), name, encoding="cp1250")
    assert log.matches["players"].to_list() == [["Wiśniewska", "Łącki"]]


def test_a_wrong_encoding_name_is_refused(refused: Refusals) -> None:
    (problem,) = refused(PLAIN, encoding="cp12500")
    assert "no encoding" in (problem.hint or "")
    (problem,) = refused(PLAIN, encoding="hex")


# Headers ---------------------------------------------------------------------------------------------------------


def test_headings_in_capitals_with_spaces_and_hyphens(read: Read) -> None:
    text = " MATCH ,Rack,PLAYER,Kind,Past Head,lag-cm\nm,1,A,break,3,\nm,1,B,shot,,\n"
    assert read(text).events["past_head"].to_list() == [3, -1]


def test_missing_columns_are_named_with_what_comes_near(refused: Refusals) -> None:
    (problem,) = refused("match,rack,plyer,shot\nm,1,A,1\n")
    assert problem.line == 1
    assert "the columns player, kind" in (problem.expected or "")
    assert "plyer" in (problem.hint or "")


def test_unknown_columns_are_kept_aside_and_said_once(read: Read) -> None:
    text = "match,rack,player,kind,Cloth,chalk\nm,1,A,break,red,\nm,1,B,shot,,\n"
    log = read(text)
    assert log.aside.rows() == [(0, 2, "Cloth", "red")]
    assert any("Cloth" in notice for notice in log.notices)


def test_the_same_heading_twice(read: Read, refused: Refusals) -> None:
    (problem,) = refused("match,rack,player,kind,note,Note\nm,1,A,break,x,y\nm,1,B,shot,,\n")
    assert (problem.line, problem.column) == (1, "note")
    log = read("match,rack,player,kind,note,Note\nm,1,A,break,,y\nm,1,B,shot,,\n")
    assert log.events["note"].to_list() == ["y", None]


@pytest.mark.parametrize("text", ["", "\n\n", "\ufeff", " \n;;\n"])
def test_an_empty_file(refused: Refusals, text: str) -> None:
    (problem,) = refused(text)
    assert "empty" in (problem.hint or "")


def test_a_header_without_rows_is_an_empty_log(read: Read) -> None:
    log = read("match,rack,player,kind\n")
    assert log.events.height == log.matches.height == 0
    assert "no rows" in log.notices[0]


# Rows ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("quoted", ["", '"x, y"'])
def test_blank_rows_are_skipped_and_lines_stay_right(read: Read, quoted: str) -> None:
    text = f"\nmatch,rack,player,kind,note\nm,1,A,break,{quoted}\n\n,,,,\n   \nm,1,B,shot,\n\n,,,,\n"
    assert read(text).events["line"].to_list() == [3, 7]


def test_trailing_blank_cells_may_be_cut_or_too_many(read: Read) -> None:
    text = "match,rack,player,kind,note\nm,1,A,break\nm,1,B,shot,,,,\nm,1,A,shot,x\n"
    assert read(text).events["note"].to_list() == [None, None, "x"]


def test_too_many_cells_are_a_problem_of_their_row(read: Read, refused: Refusals) -> None:
    text = "match,rack,player,kind,note\nm,1,A,break,so, so\nm,1,B,shot,\nn,1,A,break,\nn,1,B,shot,\n"
    (problem,) = refused(text)
    assert (problem.line, problem.value) == (2, " so")
    assert "double quotes" in (problem.hint or "")
    assert read(text, keep_going=True).matches["match"].to_list() == ["n"]


def test_a_remark_beyond_the_last_column_is_not_lost(refused: Refusals) -> None:
    (problem,) = refused("match,rack,player,kind\nm,1,A,break\n,,,,so far\nm,1,B,shot\n")
    assert (problem.line, problem.value) == (3, "so far")


def test_line_breaks_inside_quotes_count_lines(read: Read) -> None:
    rows = [stroke(1, 1, "A", "break", note="one\ntwo\nthree"), stroke(1, 2, "B", "shot", note='"')]
    log = read(csv_text(rows))
    assert log.events["line"].to_list() == [2, 5]
    assert log.events["note"].to_list() == ["one\ntwo\nthree", '"']


@pytest.mark.parametrize("later", ["", 'm,1,A,shot,"fine",\n', 'm,1,A,shot,"",\n', 'm,1,A,shot,say ""so"",x\n'])
def test_an_unclosed_quote_is_found_where_it_opened(refused: Refusals, later: str) -> None:
    head = 'match,rack,player,kind,note,video\nm,1,A,break,"fine",\n'
    text = f'{head}m,1,B,shot,"open,\nm,1,A,shot,,\n{later}m,1,B,shot,,\n'
    (problem,) = refused(text)
    assert problem.line == 3
    assert "never closed" in (problem.hint or "")


def test_a_quote_within_a_cell_is_a_letter(read: Read) -> None:
    text = "match,rack,player,kind,note\nm,1,A,break,5'11\" tall\nm,1,B,shot,\n"
    assert read(text).events["note"].to_list()[0] == "5'11\" tall"


def test_a_file_cut_in_the_middle_of_a_row(refused: Refusals) -> None:
    (problem,) = refused(PLAIN[: PLAIN.rindex("Bo")] + "Bo")
    assert problem.line == 5
    assert "cut off" in (problem.hint or "")


def test_a_legend_under_the_table(refused: Refusals, read: Read) -> None:
    text = PLAIN + "\nLegend: y yes n no\n"
    (problem,) = refused(text)
    assert (problem.line, problem.value) == (7, "Legend: y yes n no")
    assert "legend" in (problem.hint or "")
    log = read(text, keep_going=True)
    assert log.matches["match"].to_list() == ["m"]
    assert len(log.rejected) == 1


def test_a_cell_of_a_million_characters_is_refused_until_the_limit_is_raised(read: Read, refused: Refusals) -> None:
    rows = [*rack_of_two(), stroke(1, 5, "Bo", "shot", note="x" * 1_000_000)]
    (problem,) = refused(csv_text(rows))
    assert "100,000" in (problem.expected or "")
    assert read(csv_text(rows), limits=Limits(cell=2_000_000)).events.height == 5


# JSON Lines ------------------------------------------------------------------------------------------------------


def test_json_values_become_the_same_texts(read: Read, tmp_path: Path) -> None:
    rows = [
        {
            "match": "m",
            "players": ["A", "B"],
            "race_to": [9, 7],
            "rack": 1,
            "shot": 1.0,
            "player": "A",
            "kind": "break",
        },
        {"match": "m", "rack": 1, "player": "B", "kind": "shot", "potted": ["4@fr", "6"], "rail": True, "hand": False},
        {"match": "m", "rack": 1, "player": "B", "kind": "shot", "first": None, "potted": 4, "cue_x": 0.5, "odd": "x"},
    ]
    lines = json.dumps(rows[0]) + "\n\n" + json.dumps(rows[1]) + "\r\n" + json.dumps(rows[2])
    log = read(lines, "log.jsonl")
    assert log.events["line"].to_list() == [1, 3, 4]
    assert log.matches["players"].to_list() == [["A", "B"]]
    assert log.matches["race_to"].to_list() == [[9, 7]]
    assert log.events["potted"].to_list() == [0, 0b101_0000, 0b1_0000]
    assert log.events["rail"].to_list() == [-1, 1, -1]
    assert log.events["hand"].to_list() == [-1, 0, -1]
    assert log.aside.rows() == [(0, 4, "odd", "x")]


def test_json_that_cannot_be_read_is_refused_by_line(refused: Refusals) -> None:
    problems = refused('{"match": "m"\n[1]\n"text"\n{"a": 1}\n', "log.jsonl")
    assert [problem.line for problem in problems] == [1, 2, 3]


def test_a_json_object_in_a_cell_is_a_problem_of_its_row(refused: Refusals) -> None:
    text = "".join(json.dumps(row) + "\n" for row in [*rack_of_two(), stroke(1, 5, "Bo", "shot", potted={"4": "fr"})])
    (problem,) = refused(text, "log.jsonl")
    assert (problem.line, problem.column) == (5, "potted")


def test_half_a_character_in_json_is_refused(refused: Refusals) -> None:
    rows = [*rack_of_two(), stroke(1, 5, "Bo", "shot", note="\ud800")]
    (problem,) = refused("".join(json.dumps(row) + "\n" for row in rows), "log.jsonl")
    assert (problem.line, problem.column) == (5, "note")


# Parquet ---------------------------------------------------------------------------------------------------------


def test_typed_parquet_columns(tmp_path: Path) -> None:
    pl.DataFrame(
        {
            "match": pl.Series(["m", "m"], dtype=pl.Categorical),
            "date": [dt.datetime(2015, 7, 31, 19, 30, tzinfo=dt.UTC), None],
            "players": [["A", "B"], None],
            "rack": [1.0, 1.0],
            "shot": pl.Series([1, 2], dtype=pl.UInt8),
            "player": ["A", "B"],
            "kind": ["break", "shot"],
            "rail": [None, True],
            "potted": [["4@fr", "6"], []],
            "rails": [float("nan"), None],
            "cue_x": [0.635, 2.0],
            "seconds": [dt.timedelta(seconds=34.5), None],
        }
    ).write_parquet(tmp_path / "log.parquet")
    log = read_logs([tmp_path / "log.parquet"])
    assert log.events["line"].to_list() == [2, 3]
    assert log.matches["date"].to_list() == ["2015-07-31T19:30:00+00:00"]
    assert log.matches["players"].to_list() == [["A", "B"]]
    assert log.events["rail"].to_list() == [-1, 1]
    assert log.events["potted"].to_list() == [0b101_0000, 0]
    assert log.events["rails"].to_list() == [-1, -1]
    assert log.events["cue_x"].to_list() == [0.635, 2.0]
    assert log.events["seconds"].to_list() == [34.5, None]


def test_a_parquet_column_that_is_no_column_of_cells(tmp_path: Path) -> None:
    pl.DataFrame({"match": ["m"], "rack": [1], "player": ["A"], "kind": [{"a": 1}]}).write_parquet(
        tmp_path / "l.parquet"
    )
    with pytest.raises(LogRefused, match="column kind"):
        read_logs([tmp_path / "l.parquet"])


@pytest.mark.parametrize("name", ["log.parquet", "log.xlsx"])
def test_a_file_that_is_not_what_it_says(refused: Refusals, name: str) -> None:
    assert "this is not" in (refused(PLAIN, name)[0].hint or "")
    assert refused(b"PAR1" + b"x" * 50 + b"PAR1", name)
    assert refused(b"PK\x03\x04" + b"x" * 50, name)


# Excel -----------------------------------------------------------------------------------------------------------


def test_a_workbook_with_numbers_and_dates(tmp_path: Path) -> None:
    path = tmp_path / "log.xlsx"
    with xlsxwriter.Workbook(str(path)) as book:
        page, day = book.add_worksheet(), book.add_format({"num_format": "yyyy-mm-dd"})
        page.write_row(1, 0, ["Match", "Date", "Rack", "Shot", "Player", "Kind", "Rail", "Potted"])
        page.write_row(3, 0, ["m", None, 1, 1.0, "A", "break", True, 7])
        page.write_datetime(3, 1, dt.date(2015, 7, 31), day)
        page.write_row(4, 0, ["m", None, 1, 2, "B", "shot", False, "4@fr 6"])
    log = read_logs([path])
    assert log.events["line"].to_list() == [4, 5]
    assert log.matches["date"].to_list() == ["2015-07-31"]
    assert log.events["potted"].to_list() == [1 << 7, 0b101_0000]
    assert log.events["rail"].to_list() == [1, 0]


def test_a_score_that_excel_turned_into_a_date(tmp_path: Path) -> None:
    path = tmp_path / "log.xlsx"
    with xlsxwriter.Workbook(str(path)) as book:
        page, day = book.add_worksheet(), book.add_format({"num_format": "d-mmm"})
        page.write_row(0, 0, ["match", "rack", "player", "kind", "score"])
        page.write_row(1, 0, ["m", 1, "A", "break", "1-0"])
        page.write_row(2, 0, ["m", 1, "B", "shot"])
        page.write_datetime(2, 4, dt.date(2026, 2, 3), day)
    with pytest.raises(LogRefused) as caught:
        read_logs([path])
    (problem,) = caught.value.problems
    assert (problem.line, problem.column, problem.value) == (3, "score", "2026-02-03")
    assert "cannot be recovered" in (problem.hint or "")


def test_every_sheet_that_is_a_log_or_the_one_named(tmp_path: Path) -> None:
    path = tmp_path / "log.xlsx"
    with xlsxwriter.Workbook(str(path)) as book:
        book.add_worksheet("About").write_row(0, 0, ["Spring league", "2015"])
        for name in ("Round 1", "Round 2"):
            page = book.add_worksheet(name)
            page.write_row(0, 0, ["match", "rack", "player", "kind"])
            page.write_row(1, 0, [name, 1, "A", "break"])
            page.write_row(2, 0, [name, 1, "B", "shot"])
    both = read_logs([path])
    assert both.matches["match"].to_list() == ["Round 1", "Round 2"]
    assert both.sources["file"].to_list() == [f"{path}:Round 1", f"{path}:Round 2"]
    assert read_logs([path], sheet="Round 2").matches["match"].to_list() == ["Round 2"]
    with pytest.raises(LogRefused, match="About, Round 1, Round 2"):
        read_logs([path], sheet="Round 3")


def test_a_workbook_whose_cells_reach_far_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "log.xlsx"
    with xlsxwriter.Workbook(str(path)) as book:
        page = book.add_worksheet()
        page.write_row(0, 0, ["match", "rack", "player", "kind"])
        page.write(1_048_575, 16_383, "x")
    with pytest.raises(LogRefused, match="delete the empty columns"):
        read_logs([path])


# Archives, folders, standard input -------------------------------------------------------------------------------


def test_gzip_and_zip_of_every_format(read: Read, tmp_path: Path) -> None:
    same(read, gzip.compress(PLAIN.encode()), "log.csv.gz")
    same(read, gzip.compress(PLAIN.encode()), "misnamed.csv")
    for write, name in ((write_jsonl, "log.jsonl"), (write_parquet, "log.parquet"), (write_xlsx, "log.xlsx")):
        path = write(tmp_path / name, rack_of_two())
        packed = io.BytesIO()
        with zipfile.ZipFile(packed, "w") as archive:
            archive.write(path, f"season/{name}")
            archive.writestr("__MACOSX/._x.csv", b"\x00")
            archive.writestr("readme.md", "not a log")
        same(read, packed.getvalue(), "log.zip")
        same(read, gzip.compress(path.read_bytes()), f"{name}.gz")


def test_a_zip_of_several_logs_names_its_members(read: Read) -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("b.csv", PLAIN.replace("\nm,", "\nn,"))
        archive.writestr("a.csv", PLAIN)
    log = read(packed.getvalue(), "logs.zip")
    assert log.matches["match"].to_list() == ["m", "n"]
    assert [Path(file).name for file in log.sources["file"]] == ["logs.zip:a.csv", "logs.zip:b.csv"]


def test_archives_that_unpack_to_too_much(refused: Refusals) -> None:
    big = PLAIN.encode() + b"\n" * 3_000_000
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("a.csv", big)
    for data, name in ((gzip.compress(big), "log.csv.gz"), (packed.getvalue(), "log.zip")):
        (problem,) = refused(data, name, limits=Limits(unpacked=1_000_000))
        assert "1,000,000" in (problem.expected or "")
        assert "--limit unpacked=" in (problem.hint or "")


def test_archives_that_are_damaged_or_hold_nothing(refused: Refusals) -> None:
    whole = gzip.compress(PLAIN.encode())
    assert "cut off" in (refused(whole[:-12], "log.csv.gz")[0].hint or "")
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("readme.md", "x")
    assert "no log" in (refused(packed.getvalue(), "log.zip")[0].hint or "")
    assert refused(packed.getvalue()[:-9], "log.zip")
    assert "twice" in (refused(gzip.compress(whole), "log.csv.gz")[0].hint or "")


def test_an_old_workbook_is_named(refused: Refusals) -> None:
    (problem,) = refused(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\x00" * 500, "log.xls")
    assert ".xlsx" in (problem.hint or "")


def test_a_folder_is_read_sorted_and_a_path_once(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    write_csv(tmp_path / "in" / "b.csv", [{**row, "match": "b"} for row in rack_of_two()])
    write_jsonl(tmp_path / "a.jsonl", rack_of_two())
    (tmp_path / "notes.md").write_text("x")
    (tmp_path / "~$log.xlsx").write_text("x")
    log = read_logs([tmp_path, tmp_path / "a.jsonl"])
    assert [Path(file).name for file in log.sources["file"]] == ["a.jsonl", "b.csv"]


def test_the_same_content_twice_is_read_once_and_said(tmp_path: Path) -> None:
    for name in ("a.csv", "copy of a.csv"):
        write_csv(tmp_path / name, rack_of_two())
    log = read_logs([tmp_path])
    assert log.events.height == 4
    assert "the same content" in log.notices[0]


def test_what_is_not_there(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    with pytest.raises(LogRefused) as caught:
        read_logs([tmp_path / "none.csv", tmp_path / "empty"])
    assert len(caught.value.problems) == 2
    assert "there is no such file" in str(caught.value)


@pytest.mark.parametrize("data", [PLAIN.encode(), gzip.compress(PLAIN.encode()), PLAIN.encode("utf-16")])
def test_standard_input(monkeypatch: pytest.MonkeyPatch, data: bytes) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(data)))
    log = read_logs(["-"])
    assert log.events.height == 4
    assert log.sources["file"].to_list() == ["-"]


def test_standard_input_of_json_lines_is_told_by_its_first_character(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "".join(json.dumps(row) + "\n" for row in rack_of_two())
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
    log = read_logs(["-"])
    assert log.sources["format"].to_list() == ["jsonl"]


def test_all_problems_of_all_files_come_together(tmp_path: Path) -> None:
    rows = rack_of_two()
    rows[1]["first"] = 12
    write_csv(tmp_path / "a.csv", rows)
    (tmp_path / "b.csv").write_text("match,rack\nm,1\n")
    rows[1]["rail"] = "?"
    write_csv(tmp_path / "c.csv", [{**row, "match": "c"} for row in rows])
    with pytest.raises(LogRefused) as caught:
        read_logs([tmp_path])
    assert [(Path(p.file).name, p.line) for p in caught.value.problems] == [
        ("b.csv", 1),
        ("a.csv", 3),
        ("c.csv", 3),
        ("c.csv", 3),
    ]


def test_the_bundled_logs(tmp_path: Path) -> None:
    data = Path(__file__).parents[2] / "data"
    log = read_logs([data / "real-2015.csv"])
    assert log.matches["match"].to_list() == [
        "hohmann-vanboening-2015",
        "roberts-shaw-2015",
        "vanboening-dechaine-2015",
    ]
    assert log.events.height == 436
    assert log.events["is_stroke"].sum() == 430
    assert log.events["is_break"].sum() == 40
    physics = read_logs([data / "physics.csv"])
    assert physics.events.height == physics.events["is_stroke"].sum() == 9_878
    assert physics.notices == []


def test_parquet_whose_metadata_is_no_text_is_a_log(tmp_path: Path) -> None:
    import pyarrow as pa
    import pyarrow.parquet as pq

    path = tmp_path / "log.parquet"
    columns = {"match": ["m"], "rack": ["1"], "player": ["A"], "kind": ["break"], "players": ["A|B"]}
    pq.write_table(pa.table(columns).replace_schema_metadata({b"maker": b"x", b"sch\xe8ma": b"y"}), path)
    assert read_logs([path]).events.height == 1
