"""What is exported: logs that read as they were, rulings, statistics; and no text that anything would run."""

import json
import zipfile
from pathlib import Path

import polars as pl
import pytest
from fresh import put_empty
from logs import rack_of_two, write_csv
from polars.testing import assert_frame_equal
from python_calamine import CalamineWorkbook

from tenball_stats.log import Log, read_logs

DATA = Path(__file__).parents[2] / "data"
FORMS = ("csv", "jsonl", "parquet", "xlsx")
PLACE = ["file_no", "line", "out_of_order", "shot_logged"]
NASTY = ("=cmd(' /C calc')!A0", "@SUM(1+1)", "+1+2", "-2+3", "'=x", "x'); DROP TABLE names; --",
         "<script>alert(1)</script>", "$(touch owned); `touch owned`", "%s %n {0}",
         "\u202egnp.exe", "Łąka Ñandú Иван", "a,b;c")  # fmt: skip


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


_STORED: dict[tuple[object, ...], bytes] = {}


def stored(run_tenball, *args: object) -> None:
    """Ingest into the database here; what was ingested by another test is put there as it was then."""
    if args not in _STORED:
        ran = run_tenball("ingest", *args)
        assert ran.status == 0, ran.err
        _STORED[args] = Path("tenball.duckdb").read_bytes()
    Path("tenball.duckdb").write_bytes(_STORED[args])


def same(one: Log, other: Log) -> None:
    assert_frame_equal(one.matches.drop("files"), other.matches.drop("files"))
    assert_frame_equal(one.events.drop(PLACE), other.events.drop(PLACE))


def table_of(file: str) -> pl.DataFrame:
    """Read a table with another reader than the tool's own."""
    match Path(file).suffix:
        case ".csv":
            return pl.read_csv(file)
        case ".parquet":
            return pl.read_parquet(file)
        case ".jsonl":
            return pl.read_ndjson(file)
    head, *rows = CalamineWorkbook.from_path(file).get_sheet_by_index(0).to_python()
    return pl.DataFrame(rows, schema=head, orient="row", infer_schema_length=None, strict=False)


@pytest.mark.parametrize("form", FORMS)
def test_an_exported_log_reads_as_the_log(run_tenball, form: str) -> None:
    logs = [DATA / "example.csv", DATA / "real-2015.csv"]
    stored(run_tenball, *logs)
    ran = run_tenball("export", "log", "-o", f"out.{form}")
    assert (ran.status, ran.out, ran.err) == (0, f"out.{form}: 495 rows\n", "")
    same(read_logs([f"out.{form}"]), read_logs(logs))
    assert [path.name for path in Path().iterdir() if path.name.startswith(".")] == []


def test_unknown_columns_and_amendments_are_in_it(run_tenball, log_file) -> None:
    head = "match,players,edition,rack,player,kind,potted,cloth\n"
    Path("a.csv").write_text(head + "m1,A|B,es,1,A,break,2,blue\nm1,,,1,A,shot,,\n")
    Path("b.csv").write_text(head.replace("cloth", "chalk") + "m2,A|B,es,1,A,break,2,none\n")
    run_tenball("ingest", "a.csv", "b.csv")
    run_tenball("amend", "m1", "1", "1", "potted=3 cue", "--why", "seen")
    run_tenball("export", "log", "-o", "out.csv")
    assert Path("out.csv").read_text() == (
        "match,edition,players,rack,player,kind,potted,cloth,chalk\n"
        "m1,es,A|B,1,A,break,3 cue,blue,\nm1,,,1,A,shot,,,\nm2,es,A|B,1,A,break,2,,none\n"
    )


def test_some_matches_alone(run_tenball) -> None:
    run_tenball("ingest", *DATA.glob("*.csv"), "--edition", "csi")
    for args, matches in (
        (("--match", "example-2", "--match", "example-4"), 2),
        (("--event", "Simulated league"), 63),
        (("--since", "2015", "--until", "2015"), 3),
    ):
        ran = run_tenball("export", "log", "-o", "out.parquet", *args)
        assert ran.status == 0
        assert pl.read_parquet("out.parquet")["match"].n_unique() == matches
    ran = run_tenball("export", "log", "-o", "out.csv", "--match", "example-22")
    assert (ran.status, ran.out) == (2, "")
    assert "holds no match 'example-22'; nearest are example-2" in ran.err
    assert not Path("out.csv").exists()


@pytest.mark.parametrize("form", FORMS)
def test_rulings_are_those_of_the_replay(run_tenball, form: str) -> None:
    stored(run_tenball, DATA / "real-2015.csv", "--edition", "csi", "--edition", "es")
    assert run_tenball("export", "rulings", "-o", f"out.{form}", "--edition", "es").status == 0
    replayed = run_tenball("replay", DATA / "real-2015.csv", "--edition", "es", "--format", "jsonl")
    expected = [json.loads(line) for line in replayed.out.splitlines()]
    if form == "jsonl":
        rows = [json.loads(line) for line in Path("out.jsonl").read_text().splitlines()]
        assert [{name: row[name] for name in expected[0]} for row in rows] == expected
        assert (rows[0]["file"], rows[0]["line"]) == (str(DATA / "real-2015.csv"), 2)
    else:
        read = table_of(f"out.{form}")
        assert read.columns == [*expected[0], "file", "line"]
        assert read["match"].to_list() == [row["match"] for row in expected]
        assert read["fouls_in_a_row"].to_list() == [row["fouls_in_a_row"] for row in expected]
    ran = run_tenball("export", "rulings", "-o", "out.csv", "--edition", "ru")
    assert (ran.status, "has no rulings by edition 'ru'; it has csi, es" in ran.err) == (2, True)


@pytest.mark.parametrize("form", FORMS)
def test_statistics_are_those_that_are_printed(run_tenball, form: str) -> None:
    stored(run_tenball, DATA / "real-2015.csv")
    asked = ("breaks", "--by", "player", "--event", "", "--since", "2015")
    printed = run_tenball("stats", *asked, "--format", "json")
    rows = json.loads(printed.out)["rows"]
    assert run_tenball("export", *asked, "-o", f"out.{form}").out == f"out.{form}: {len(rows)} rows\n"
    read = table_of(f"out.{form}")
    assert read["player"].to_list() == [row["player"] for row in rows]
    assert read["breaks"].to_list() == [row["breaks"] for row in rows]
    assert read["success_rate"].to_list() == pytest.approx([row["success_rate"] for row in rows])


@pytest.mark.parametrize("form", FORMS)
def test_an_empty_database_gives_empty_tables(run_tenball, form: str) -> None:
    put_empty(Path("tenball.duckdb"))
    for what in ("log", "rulings", "breaks"):
        ran = run_tenball("export", what, "-o", f"{what}.{form}")
        empty = "note: no match is left: there is nothing to count\n" if what == "breaks" else ""
        assert (ran.status, ran.err) == (0, empty), what


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("log", "-o", "out.txt"), "out.txt: expected a name that ends in .csv"),
        (("log", "-o", "none/out.csv"), "cannot be written"),
        (("log", "-o", "out.csv", "--player", "A"), "--player belongs to statistics"),
        (("log", "-o", "out.csv", "--edition", "es"), "--edition belongs to rulings"),
        (("breaks", "-o", "out.csv", "--match", "m"), "--match belongs to the log, the rulings"),
        (("breaks", "-o", "out.csv", "--player", "Nobody"), "no player 'Nobody'"),
        (("breaks", "-o", "out.csv", "--by", "moon"), "cannot be broken down by moon"),
        (("nothing", "-o", "out.csv"), "'nothing' is not one of"),
    ],
)
def test_what_cannot_be_exported_is_one_message(run_tenball, args, said: str) -> None:
    stored(run_tenball, DATA / "example.csv")
    ran = run_tenball("export", *args)
    assert (ran.status, ran.out) == (2, "")
    assert said in ran.err
    assert not Path("out.csv").exists()


def test_a_file_that_is_there_stays_where_writing_fails(run_tenball, monkeypatch: pytest.MonkeyPatch) -> None:
    stored(run_tenball, DATA / "example.csv")
    Path("out.xlsx").write_text("mine")
    from tenball_stats.show import files

    monkeypatch.setattr(files, "_MOST_ROWS", 10)
    ran = run_tenball("export", "log", "-o", "out.xlsx")
    assert (ran.status, "Excel holds 10 rows below the heading" in ran.err) == (2, True)
    assert Path("out.xlsx").read_text() == "mine"
    assert sorted(path.name for path in Path().iterdir()) == ["out.xlsx", "tenball.duckdb"]


def test_a_cell_that_excel_cannot_hold_is_said(run_tenball) -> None:
    Path("a.csv").write_text(f"match,players,edition,rack,player,kind,note\nm,A|B,es,1,A,break,{'x' * 40_000}\n")
    run_tenball("ingest", "a.csv")
    ran = run_tenball("export", "log", "-o", "out.xlsx")
    assert (ran.status, "a cell of Excel holds 32,767 characters; column note has more" in ran.err) == (2, True)
    assert run_tenball("export", "log", "-o", "out.csv").status == 0


# Texts of strangers -------------------------------------------------------------------------------------------------


@pytest.fixture
def nasty(run_tenball) -> Path:
    """A database of players, events and notes that would do harm if anything ran them."""
    rows = []
    for place, name in enumerate(NASTY):
        for plain in rack_of_two():
            row = {**plain, "match": f"m{place}", "edition": "es", "note": name, "event": name, "=1+1": name}
            row["player"] = name if row["player"] == "Ann" else "Bo"
            if row.get("rail") == "n":
                row["ruling"] = "legal"
            if "players" in row:
                row["players"] = f"{name}|Bo"
            rows.append(row)
    # JSON Lines, so that nothing is guarded on the way in.
    with Path("in.jsonl").open("w", encoding="utf-8") as out:
        out.writelines(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
    stored(run_tenball, "in.jsonl")
    return Path("in.jsonl")


def formula(cell: str) -> bool:
    return cell[:1] in "=+-@\t\r" and cell not in {"", "-"} and not cell.lstrip("+-").replace(".", "").isdigit()


@pytest.mark.parametrize("form", FORMS)
def test_nasty_texts_come_back_as_they_were(run_tenball, nasty: Path, form: str) -> None:
    assert run_tenball("export", "log", "-o", f"out.{form}").status == 0
    log, again = read_logs([nasty]), read_logs([f"out.{form}"])
    same(log, again)
    assert again.aside["value"].to_list() == log.aside["value"].to_list()
    assert again.matches["players"].explode().unique().sort().to_list() == sorted({*NASTY, "Bo"})


@pytest.mark.parametrize("what", ["log", "rulings", "breaks"])
def test_no_cell_of_a_csv_file_is_a_formula(run_tenball, nasty: Path, what: str) -> None:
    by = ("--by", "player", "--by", "event") if what == "breaks" else ()
    assert run_tenball("export", what, "-o", "out.csv", *by).status == 0
    cells = pl.read_csv("out.csv", infer_schema=False, has_header=False)
    texts = {text for column in cells for text in column if text is not None}
    assert not [text for text in texts if formula(text)]
    assert {"'" + name for name in NASTY if formula(name)} <= texts
    assert "''=x" in texts


@pytest.mark.parametrize("what", ["log", "rulings", "breaks"])
def test_no_cell_of_a_workbook_is_a_formula(run_tenball, nasty: Path, what: str) -> None:
    by = ("--by", "player") if what == "breaks" else ()
    assert run_tenball("export", what, "-o", "out.xlsx", *by).status == 0
    with zipfile.ZipFile("out.xlsx") as book:
        sheet = book.read("xl/worksheets/sheet1.xml")
        assert b"<f>" not in sheet
        assert b"<f " not in sheet
        assert b"<hyperlink" not in sheet
    rows = CalamineWorkbook.from_path("out.xlsx").get_sheet_by_index(0).to_python()
    assert set(NASTY) <= {cell for row in rows for cell in row if isinstance(cell, str)}


@pytest.mark.parametrize(
    "args",
    [
        ("stats", "breaks", "--by", "player", "--format", "csv"),
        ("stats", "fouls", "--by", "event", "--format", "csv"),
        ("replay", "in.jsonl", "--format", "csv"),
        ("audit", "in.jsonl", "--format", "csv"),
    ],
)
def test_what_other_commands_print_as_csv_holds_none_either(run_tenball, nasty: Path, args) -> None:
    ran = run_tenball(*args)
    assert ran.status in {0, 1}, ran.err
    cells = pl.read_csv(ran.out.encode(), infer_schema=False)
    texts = {text for column in cells for text in column if text is not None}
    assert not [text for text in texts if formula(text)]
    assert "'@SUM(1+1)" in texts


def test_names_are_asked_for_by_what_they_are_and_run_nothing(run_tenball, nasty: Path) -> None:
    for name in NASTY:
        ran = run_tenball("stats", "breaks", "--player", name, "--event", name)
        assert ran.status == 0, ran.err
        ran = run_tenball("players", "show", "--", name)
        assert ran.status == 0, ran.err
    ran = run_tenball("players", "merge", "Łąka Ñandú Иван", NASTY[5], "--why", NASTY[0], "--who", NASTY[7])
    assert ran.status == 0, ran.err
    assert run_tenball("history", "m1").status == 0
    assert run_tenball("amend", "m1", "1", "1", f"note={NASTY[2]}", "--why", NASTY[3]).status == 0
    assert run_tenball("db", "check").status == 0
    assert not list(Path().glob("**/owned"))


def test_a_log_that_was_written_by_hand_is_exported_whole(run_tenball) -> None:
    write_csv(Path("a.csv"), [{**row, "edition": "es"} for row in rack_of_two()])
    run_tenball("ingest", "a.csv")
    run_tenball("export", "log", "-o", "b.csv")
    run_tenball("ingest", "b.csv", "--db", "other.duckdb")
    run_tenball("export", "log", "-o", "c.csv", "--db", "other.duckdb")
    assert Path("b.csv").read_bytes() == Path("c.csv").read_bytes()
