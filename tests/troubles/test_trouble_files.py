"""Files as people send them: each trouble with its small file, and what becomes of it.

Almost every file here is `sound.csv`, bent in one way. A trouble that does not change what was written down has to give
the same log; one that does is refused, with the line and what to do.
"""

import datetime as dt
import gzip
import io
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import xlsxwriter

from tenball_stats.log import Log, LogRefused, Problem, read_logs
from tenball_stats.log.frames import EVENTS
from tenball_stats.log.mapping import load_map

HERE = Path(__file__).parent
FACTS = [name for name in EVENTS if name not in {"line", "file_no"}]
FILES = sorted(path.name for path in HERE.iterdir() if path.suffix in {".csv", ".tsv"})


def read(name: str, **options: Any) -> Log:
    return read_logs([HERE / name], **options)


def refused(name: str | Path, **options: Any) -> list[Problem]:
    with pytest.raises(LogRefused) as caught:
        read_logs([HERE / name], **options)
    return caught.value.problems


def same(log: Log, other: Log | None = None) -> None:
    """The log is the sound one, or the other."""
    sound = other or read("sound.csv")
    assert log.events.select(FACTS).equals(sound.events.select(FACTS))
    assert log.matches.drop("files").equals(sound.matches.drop("files"))


@pytest.mark.parametrize(
    "name",
    [
        "byte_order_mark.csv",
        "crlf.csv",
        "lone_cr.csv",
        "tabs.tsv",
        "utf16.csv",
        "headings_in_capitals_with_spaces.csv",
        "heading_twice_one_blank.csv",
        "blank_rows_and_columns.csv",
    ],
)
def test_what_changes_nothing(name: str) -> None:
    log = read(name)
    same(log)
    assert log.notices == []
    assert log.events["line"].to_list() == list(range(2, 12))


def test_semicolons_with_decimal_commas() -> None:
    log = read("semicolons_decimal_commas.csv")
    same(log)
    assert log.events["seconds"].to_list()[:2] == [34.0, 21.5]


def test_utf_16_without_a_mark_is_read_when_it_is_named() -> None:
    (problem,) = refused("utf16_without_mark.csv")
    assert "--encoding utf-16-le" in (problem.hint or "")
    same(read("utf16_without_mark.csv", encoding="utf-16-le"))


@pytest.mark.parametrize("name", ["cp1250", "cp1251"])
def test_text_in_another_encoding_is_never_turned_into_wrong_letters(name: str) -> None:
    (problem,) = refused(f"{name}.csv")
    assert problem.line == 2
    assert problem.value
    assert problem.value.startswith("byte 0x")
    assert f"--encoding {name}" in (problem.hint or "")
    same(read(f"{name}.csv", encoding=name), read(f"{name}_as_utf8.csv"))


def test_a_quote_that_was_never_closed_swallows_nothing() -> None:
    (problem,) = refused("unclosed_quote.csv")
    assert problem.line == 4
    assert "never closed" in (problem.hint or "")
    assert problem.value == '"missed by far'


def test_a_legend_under_the_table_is_named_and_can_be_left_out() -> None:
    problems = refused("legend.csv")
    assert [(problem.line, problem.value) for problem in problems] == [(13, "S = safety"), (14, "total")]
    assert all("has to be removed" in (problem.hint or "") for problem in problems)
    log = read("legend.csv", keep_going=True)
    same(log)
    assert log.rejects["raw"].to_list() == ["S = safety, P = push-out", "total,,,,,,8"]


def test_the_same_heading_twice_with_something_under_both() -> None:
    (problem,) = refused("heading_twice.csv")
    assert (problem.line, problem.column) == (1, "note")


def test_an_empty_file() -> None:
    (problem,) = refused("empty.csv")
    assert problem.hint == "the file is empty"


def test_a_file_cut_off_in_the_middle_of_a_row() -> None:
    (problem,) = refused("cut_off.csv")
    assert problem.line == 11
    assert "cut off" in (problem.hint or "")
    assert read("cut_off.csv", keep_going=True).matches.height == 0


@pytest.mark.parametrize("name", FILES)
def test_packed_it_is_the_same(name: str, tmp_path: Path) -> None:
    data = (HERE / name).read_bytes()
    (tmp_path / f"{name}.gz").write_bytes(gzip.compress(data))
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(f"round 1/{name}", data)
    (tmp_path / "logs.zip").write_bytes(packed.getvalue())
    try:
        plain = read(name)
    except LogRefused as refusal:
        said = [(problem.line, problem.column, problem.value) for problem in refusal.problems]
        for path in (tmp_path / f"{name}.gz", tmp_path / "logs.zip"):
            assert [(problem.line, problem.column, problem.value) for problem in refused(path)] == said
    else:
        same(read_logs([tmp_path / f"{name}.gz"]), plain)
        same(read_logs([tmp_path / "logs.zip"]), plain)


def test_every_file_here_is_talked_about() -> None:
    tests = "".join(path.read_text(encoding="utf-8") for path in HERE.glob("test_*.py"))
    for name in FILES:
        stem = name.removesuffix(".csv").removesuffix(".tsv")
        for ending in ("_1", "_2", "_as_utf8"):
            stem = stem.removesuffix(ending)
        assert stem in tests, f"{name} has no test"


# Workbooks, as Excel leaves them ------------------------------------------------------------------------------------

HEAD = ["match", "rack", "shot", "player", "kind", "potted", "score", "seconds", "players", "race_to", "round"]
PLAYERS = "José Ruiz|Ann Łącka"

Fill = Callable[[Any, Any], None]


def workbook(path: Path, fill: Fill, rows: list[list[Any]] | None = None) -> Path:
    """Write a sheet of a break and a shot; `fill` then types into it as a person does."""
    with xlsxwriter.Workbook(str(path)) as book:
        page = book.add_worksheet("Log")
        for down, row in enumerate(rows or [HEAD, *BREAK_AND_SHOT]):
            page.write_row(down, 0, row)
        fill(book, page)
    return path


BREAK_AND_SHOT: list[list[Any]] = [
    ["m1", 1, 1, "José Ruiz", "break", 6, None, None, PLAYERS],
    ["m1", 1, 2, "José Ruiz", "shot", "1@fr"],
]


def nothing(book: Any, page: Any) -> None:
    pass


def test_seven_has_become_seven_point_nought(tmp_path: Path) -> None:
    log = read_logs([workbook(tmp_path / "log.xlsx", nothing)])
    assert log.events["rack"].to_list() == [1, 1]
    assert log.events["shot_logged"].to_list() == [1, 2]
    assert log.events["potted"].to_list() == [1 << 6, 1 << 1]
    assert log.events["potted_text"].to_list() == ["6", "1@fr"]
    saved_as_csv = tmp_path / "log.csv"
    saved_as_csv.write_text(
        "match,rack,shot,player,kind,potted,race_to\nm,1.0,1.0,A,break,6.0,7.0\nm,1.0,2.0,B,shot,,\n"
    )
    log = read_logs([saved_as_csv])
    assert log.events["potted"].to_list() == [1 << 6, 0]
    assert log.matches["race_to"].to_list() == [[7, 7]]


@pytest.mark.parametrize(("column", "typed"), [("score", "3-2"), ("race_to", "9/7"), ("potted", "4-6")])
def test_what_was_typed_has_become_a_date(tmp_path: Path, column: str, typed: str) -> None:
    def type_in(book: Any, page: Any) -> None:
        page.write_datetime(1, HEAD.index(column), dt.date(2026, 2, 3), book.add_format({"num_format": "d-mmm"}))

    (problem,) = refused(workbook(tmp_path / "log.xlsx", type_in))
    assert (problem.line, problem.column, problem.value) == (2, column, "2026-02-03"), typed
    assert "cannot be recovered" in (problem.hint or "")


@pytest.mark.parametrize("shown", ["3-Feb", "3.02.2026", "Feb-26", "03/02/2026"])
def test_so_has_it_in_the_csv_file_that_was_saved_from_it(tmp_path: Path, shown: str) -> None:
    path = tmp_path / "log.csv"
    path.write_text(f"match,rack,player,kind,score\nm,1,A,break,{shown}\nm,1,B,shot,\n")
    (problem,) = refused(path)
    assert (problem.line, problem.column, problem.value) == (2, "score", shown)
    assert "cannot be recovered" in (problem.hint or "")


def test_a_round_that_has_become_a_date_is_said(tmp_path: Path) -> None:
    def type_in(book: Any, page: Any) -> None:
        page.write_datetime(1, HEAD.index("round"), dt.date(2026, 8, 1), book.add_format({"num_format": "d-mmm"}))

    log = read_logs([workbook(tmp_path / "log.xlsx", type_in)])
    assert log.matches["round"].to_list() == ["2026-08-01"]
    assert log.notices == ["match m1: round is a date, 2026-08-01; a spreadsheet may have made it of 1/8"]


def test_a_leading_nought_that_was_lost_makes_two_matches_and_is_said(tmp_path: Path, run_tenball: Any) -> None:
    rows = [
        HEAD,
        ["0012", 1, 1, "A", "break", None, None, None, "A|B"],
        [12, 1, 2, "B", "shot", None, None, None, "A|B"],
    ]
    path = workbook(tmp_path / "log.xlsx", nothing, rows)
    assert read_logs([path]).matches["match"].to_list() == ["0012", "12"]
    assert "'0012' and '12' may be one match" in run_tenball("check", path, "--edition", "es").out


@pytest.mark.parametrize(
    ("cell", "seconds"),
    [
        (dt.time(0, 34), 34.0),  # typed 0:34, which Excel takes for thirty-four minutes past midnight
        (dt.time(1, 5), 65.0),
        (dt.timedelta(hours=34), 34 * 60.0),  # typed 34:00
        (dt.time(0, 0, 34), 34.0),
        (dt.time(0, 1, 4), 64.0),
        (34.5, 34.5),
        ("0:34", 34.0),
    ],
)
def test_a_duration_is_what_was_typed(tmp_path: Path, cell: Any, seconds: float) -> None:
    def type_in(book: Any, page: Any) -> None:
        if isinstance(cell, str | float):
            page.write(1, HEAD.index("seconds"), cell)
        else:
            shown = "[h]:mm:ss" if isinstance(cell, dt.timedelta) else "h:mm"
            page.write_datetime(1, HEAD.index("seconds"), cell, book.add_format({"num_format": shown}))

    log = read_logs([workbook(tmp_path / "log.xlsx", type_in)])
    assert log.events["seconds"].to_list() == [seconds, None]


def test_blank_rows_and_columns_that_were_formatted(tmp_path: Path) -> None:
    def colour(book: Any, page: Any) -> None:
        grey = book.add_format({"bg_color": "#dddddd"})
        for row in range(3, 200):
            for column in range(20):
                page.write_blank(row, column, None, grey)

    log = read_logs([workbook(tmp_path / "log.xlsx", colour)])
    assert log.events.height == 2
    assert log.notices == []


def test_a_legend_under_the_sheet(tmp_path: Path) -> None:
    (problem,) = refused(workbook(tmp_path / "log.xlsx", lambda _, page: page.write(8, 0, "S = safety")))
    assert (problem.line, problem.value) == (9, "S = safety")


def test_several_sheets(tmp_path: Path) -> None:
    path = tmp_path / "league.xlsx"
    with xlsxwriter.Workbook(str(path)) as book:
        book.add_worksheet("Players").write_column(0, 0, ["José", "Ann"])
        for name in ("Round 1", "Round 2", "Old"):
            page = book.add_worksheet(name)
            for down, row in enumerate([HEAD, *BREAK_AND_SHOT]):
                page.write_row(down, 0, [name if cell == "m1" else cell for cell in row])
        page.hide()
        book.add_worksheet("Sums").write(0, 0, "total")
    log = read_logs([path])
    assert log.matches["match"].to_list() == ["Round 1", "Round 2"]
    assert log.matches["files"].to_list() == [[f"{path}:Round 1"], [f"{path}:Round 2"]]
    assert log.notices == [f"{path}: the hidden sheet Old holds a log too; it was not read"]
    assert read_logs([path], sheet="Old").matches["match"].to_list() == ["Old"]


def test_a_workbook_without_a_log_says_what_may_make_one(tmp_path: Path) -> None:
    path = tmp_path / "liga.xlsx"
    with xlsxwriter.Workbook(str(path)) as book:
        book.add_worksheet("About").write_row(0, 0, ["a", "b"])
        page = book.add_worksheet("Mecze")
        page.write_row(0, 0, ["Mecz", "Partia", "Gracz", "Rodzaj"])
        page.write_row(1, 0, ["1", 1, "A", "rozbicie"])
        page.write_row(2, 0, ["1", 1, "B", "odstawna"])
    (problem,) = refused(path)
    assert "sheet Mecze has Polish headings: say --map pl" in (problem.hint or "")
    assert read_logs([path], mapping=load_map("pl")).events.height == 2
    (problem,) = refused(path, mapping=load_map("ru"))
    assert "--sheet names the one to read" in (problem.hint or "")


# Times --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "first", "last"),
    [
        ("time_without_zone.csv", "19:30", "19:39"),
        ("midnight_crossed.csv", "23:55", "00:04"),
        ("all_in_the_same_second.csv", "2026-03-07T20:15:07", "2026-03-07T20:15:07"),
    ],
)
def test_times_are_kept_and_order_nothing(name: str, first: str, last: str) -> None:
    log = read(name)
    assert log.events["time"].to_list()[:: log.events.height - 1] == [first, last]
    without = ["time"]
    assert log.events.select(FACTS).drop(without).equals(read("sound.csv").events.select(FACTS).drop(without))
    assert not log.events["out_of_order"].any()


def test_a_time_that_is_none() -> None:
    problems = refused("time_that_is_none.csv")
    assert [(p.line, p.column, p.value, p.hint) for p in problems] == [
        (3, "time", "19.30", "write 19:30"),
        (4, "time", "25:00", "there is no such time"),
    ]


def test_durations_with_a_colon_and_with_a_unit() -> None:
    assert read("durations.csv").events["seconds"].to_list()[:4] == [34.0, 21.5, 34.0, 34.0]
