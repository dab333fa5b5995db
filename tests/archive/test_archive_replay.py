"""An archive replayed in parts gives what ingesting its files gives, row for row; what is wrong with it is said."""

import json
from collections.abc import Callable
from pathlib import Path

import polars as pl
import pytest
from archives import HEAD, cut, differences, ingested, rows_of, texts

from tenball_stats.archive.asked import open_result
from tenball_stats.archive.place import ArchiveRefused, Place
from tenball_stats.archive.run import replay_archive
from tenball_stats.log import read_logs
from tenball_stats.log.mapping import load_map
from tenball_stats.log.problems import LogRefused
from tenball_stats.log.readers import Options
from tenball_stats.log.sources import Limits
from tenball_stats.rules import load_edition
from tenball_stats.stats.catalogue import NAMES, statistic, view_scripts
from tenball_stats.stats.query import Filters, ask


def log(folder: Path, rows: str, name: str = "log.parquet") -> Path:
    """A small archive: rows of a log as text."""
    folder.mkdir(exist_ok=True)
    pl.read_csv((HEAD + rows).encode(), infer_schema_length=0).write_parquet(folder / name)
    return folder


TWO = """m1,1,1,Ann,break,,,,1,,,es,Ann|Bob,Open
m1,1,2,Ann,shot,2@fl,2,,2@fl,,,,,
m2,1,1,Cat,break,,,,,,,es,Cat|Dan,Open
m2,1,2,Dan,shot,1@fl,1,y,,,,,,
"""


@pytest.mark.parametrize(("rows", "at"), [(1, (150, 290)), (200, ()), (250_000, (150, 290))])
def test_a_replayed_archive_holds_what_a_database_would(tmp_path: Path, rows: int, at: tuple[int, ...]) -> None:
    archive = cut(texts("real-2015.csv"), tmp_path / "archive", *at)
    done = replay_archive([str(archive)], str(tmp_path / "out"), rows=rows)
    assert (done.matches, done.racks, done.strokes) == (3, 40, 430)
    assert done.units == (1 if rows == 250_000 else 3)
    with open_result(str(tmp_path / "out"), {}) as result, ingested(archive) as database:
        assert not list(differences(result, database))
        assert rows_of(result, "all_rulings").height == 430


def test_matches_whose_rows_lie_everywhere_are_kept_whole(tmp_path: Path) -> None:
    frame = texts("physics.csv", 1500)
    # Three files take turns, so that a match begins in one and goes on in the others: the stroke numbers order it.
    archive = tmp_path / "archive"
    archive.mkdir()
    thirds = pl.Series([["a", "b", "c"][n // 250 % 3] for n in range(frame.height)])
    for part in "abc":
        frame.filter(thirds == part).write_parquet(archive / f"{part}.parquet", row_group_size=100)
    done = replay_archive([str(archive)], str(tmp_path / "out"), edition=load_edition("pl"), rows=400)
    assert done.units > 2
    with open_result(str(tmp_path / "out"), {}) as result, ingested(archive, edition="pl") as database:
        assert not list(differences(result, database))


def test_every_statistic_of_a_result_is_that_of_a_database(tmp_path: Path) -> None:
    archive = cut(texts("physics.csv", 900), tmp_path / "archive", 555)
    cut(texts("example.csv"), tmp_path / "archive" / "edition=es" / "year=2026")
    replay_archive([str(archive)], str(tmp_path / "out"), edition=load_edition("ru"), rows=500)
    with open_result(str(tmp_path / "out"), view_scripts()) as result, ingested(archive, edition="ru") as database:
        for name in NAMES:
            one = statistic(name)
            for by in ((), ("player", "event") if one.name != "breaks" else ("player", "score")):
                got, wanted = (ask(there, one, Filters(recorded=not by), by).rows for there in (result, database))
                assert got == wanted, (name, by)
                assert got, name


def test_folders_that_are_named_by_columns_say_what_the_files_do_not(tmp_path: Path) -> None:
    frame = texts("real-2015.csv")
    for (match,), rows in frame.group_by("match", maintain_order=True):
        folder = tmp_path / "archive" / "event=World%20Open" / "year=2015" / f"match={match}"
        cut(rows.drop("match", "edition", "event"), folder)
    done = replay_archive([str(tmp_path / "archive")], str(tmp_path / "out"), edition=load_edition("csi"))
    assert (done.matches, done.strokes) == (3, 430)
    assert done.notices == ["folders are named by year, which is no column of a log; left out"]
    with open_result(str(tmp_path / "out"), view_scripts()) as result:
        assert result.rows("SELECT DISTINCT event FROM v_matches") == [("World Open",)]
        assert result.value("SELECT count(DISTINCT match) FROM v_matches") == 3


def test_a_leagues_own_words_are_read_by_a_map(tmp_path: Path) -> None:
    written = Path(__file__).parents[1] / "log" / "in_polish.csv"
    separator = ";" if ";" in written.read_text(encoding="utf-8").splitlines()[0] else ","
    (tmp_path / "a").mkdir()
    pl.read_csv(written, infer_schema_length=0, separator=separator).write_parquet(tmp_path / "a" / "log.parquet")
    done = replay_archive(
        [str(tmp_path / "a")],
        str(tmp_path / "out"),
        edition=load_edition("pl"),
        options=Options(mapping=load_map("pl")),
        rows=1,
    )
    assert (done.matches, done.strokes) == (1, 3)
    with open_result(str(tmp_path / "out"), view_scripts()) as result:
        players = read_logs([written], mapping=load_map("pl")).matches["players"].to_list()
        assert [row[0] for row in result.rows("SELECT players FROM v_matches")] == players


def test_duckdb_reads_the_files_in_place(tmp_path: Path) -> None:
    import duckdb

    replay_archive([str(cut(texts("real-2015.csv"), tmp_path / "a"))], str(tmp_path / "out"), rows=100)
    found = duckdb.sql(
        f"SELECT name, count(*) FROM '{tmp_path}/out/rulings/*.parquet' JOIN '{tmp_path}/out/names/*.parquet' "  # noqa: S608
        "USING (player_key) WHERE is_break GROUP BY name ORDER BY name"
    ).fetchall()
    breaks = texts("real-2015.csv").filter(pl.col("kind") == "break")
    assert found == sorted(breaks.group_by("player").len().rows())


# What is wrong with an archive ---------------------------------------------------------------------------------------


def test_an_error_is_told_by_file_row_column_and_value_and_nothing_is_published(tmp_path: Path) -> None:
    archive = log(tmp_path / "a", TWO)
    log(archive, "m3,1,1,Eve,break,,,,,,,es,Eve|Fay,\nm3,1,2,Eve,shot,4@xx,,,,,,,,\n", "more.parquet")
    with pytest.raises(LogRefused) as refused:
        replay_archive([str(archive)], str(tmp_path / "out"), rows=1)
    (problem,) = refused.value.problems
    assert (problem.file, problem.line, problem.column, problem.value) == (
        str(archive / "more.parquet"), 3, "called", "4@xx",
    )  # fmt: skip
    assert [path.name for path in tmp_path.iterdir()] == ["a"]


def test_lines_count_through_row_groups_and_parts(tmp_path: Path) -> None:
    frame = texts("physics.csv", 700)
    bad = pl.when(pl.int_range(pl.len()) == 550).then(pl.lit("11")).otherwise("first")
    archive = cut(frame.with_columns(first=bad), tmp_path / "a")
    with pytest.raises(LogRefused) as refused:
        replay_archive([str(archive)], str(tmp_path / "out"), edition=load_edition("pl"), rows=200)
    (problem,) = refused.value.problems
    assert (problem.line, problem.column, problem.value) == (552, "first", "11")


def test_keep_going_takes_the_sound_matches_and_keeps_the_rest_as_rejects(tmp_path: Path) -> None:
    archive = log(tmp_path / "a", TWO + "m3,1,1,Eve,break,,,,,,,es,Eve|Fay,\nm3,1,2,Eve,shot,4@xx,,,,,,,,\n")
    (archive / "broken.parquet").write_bytes(b"PAR1 and no more")
    done = replay_archive([str(archive)], str(tmp_path / "out"), rows=1, keep_going=True)
    assert (done.matches, done.strokes, len(done.rejected)) == (2, 4, 2)
    with open_result(str(tmp_path / "out"), view_scripts()) as result:
        assert result.rows("SELECT match FROM v_matches ORDER BY 1") == [("m1",), ("m2",)]
        rejects = result.rows('SELECT file, line, match, "column", value FROM rejects ORDER BY line NULLS FIRST')
    assert rejects == [
        (str(archive / "broken.parquet"), None, None, None, None),
        (str(archive / "log.parquet"), 7, "m3", "called", "4@xx"),
    ]


def test_rows_without_a_match_are_not_lost(tmp_path: Path) -> None:
    archive = log(tmp_path / "a", TWO + ",1,3,Ann,shot,,,,,,,,,\n")
    with pytest.raises(LogRefused, match="line 6, column match: expected the id of the match"):
        replay_archive([str(archive)], str(tmp_path / "out"), rows=1)


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        ("m1,1,1,Ann,break,,,,,,,,Ann|Bob,\n", "match 'm1' names no edition"),
        ("m1,1,1,Ann,break,,,,,,,wpa-1900,Ann|Bob,\n", "names the edition 'wpa-1900', which is not known"),
    ],
)
def test_a_match_without_a_rule_book_keeps_all_from_being_replayed(tmp_path: Path, rows: str, said: str) -> None:
    with pytest.raises(ArchiveRefused, match=said):
        replay_archive([str(log(tmp_path / "a", rows))], str(tmp_path / "out"))
    assert not (tmp_path / "out").exists()


def test_a_file_that_lacks_a_column_or_is_none_is_named(tmp_path: Path) -> None:
    archive = log(tmp_path / "a", TWO)
    pl.DataFrame({"match": ["x"], "rack": [1], "player": ["Ann"]}).write_parquet(archive / "short.parquet")
    (archive / "torn.parquet").write_bytes((archive / "log.parquet").read_bytes()[:300])
    with pytest.raises(LogRefused) as refused:
        replay_archive([str(archive)], str(tmp_path / "out"))
    short, torn = str(refused.value).splitlines()
    assert short.startswith(f"{archive}/short.parquet, line 1: ")
    assert "kind" in short
    assert torn.startswith(f"{archive}/torn.parquet: the Parquet file cannot be read (")


def test_limits_hold_for_each_row_group(tmp_path: Path) -> None:
    archive = log(tmp_path / "a", TWO)
    with pytest.raises(LogRefused, match="a file that unpacks to at most 10 bytes"):
        replay_archive([str(archive)], str(tmp_path / "out"), options=Options(limits=Limits(unpacked=10)))


def test_the_same_file_twice_is_read_once(tmp_path: Path) -> None:
    archive = log(tmp_path / "a", TWO)
    log(archive, TWO, "copy.parquet")
    done = replay_archive([str(archive)], str(tmp_path / "out"))
    assert done.matches == 2
    assert done.notices == [f"{archive}/log.parquet: the same content as {archive}/copy.parquet; it was read once"]


def test_what_is_no_archive_is_said(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    out = str(tmp_path / "out")
    for archive, said in (
        (str(tmp_path / "none"), "there is no such file or folder"),
        (str(tmp_path / "empty"), "there is no Parquet file in this folder"),
        ("s4://bucket/logs", "expected a folder, or an address such as s3://bucket/folder"),
    ):
        with pytest.raises(ArchiveRefused, match=said):
            replay_archive([archive], out)
    archive = log(tmp_path / "a", TWO)
    with pytest.raises(ArchiveRefused, match="the archive itself lies there"):
        replay_archive([str(archive)], str(archive))
    replay_archive([str(archive)], out)
    with pytest.raises(ArchiveRefused, match="is itself a result"):
        replay_archive([out], str(tmp_path / "again"))


# The folder that is written ------------------------------------------------------------------------------------------


def test_a_result_is_not_overwritten_unless_that_is_said(tmp_path: Path) -> None:
    archive, out = log(tmp_path / "a", TWO), tmp_path / "out"
    replay_archive([str(archive)], str(out))
    log(archive, "m1,1,1,Ann,break,,,,,,,es,Ann|Bob,\n")
    with pytest.raises(ArchiveRefused, match="holds a result already; --replace puts the new one in its place"):
        replay_archive([str(archive)], str(out))
    assert json.loads((out / "_manifest.json").read_text())["strokes"] == 4
    replay_archive([str(archive)], str(out), replace_result=True)
    assert json.loads((out / "_manifest.json").read_text())["strokes"] == 1
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a", "out"]


def test_a_folder_that_holds_something_else_is_never_replaced(tmp_path: Path) -> None:
    out = tmp_path / "out"
    out.mkdir()
    (out / "thesis.doc").write_text("ten years of work")
    with pytest.raises(ArchiveRefused, match=r"holds something else \(thesis.doc\)"):
        replay_archive([str(log(tmp_path / "a", TWO))], str(out), replace_result=True)
    assert (out / "thesis.doc").read_text() == "ten years of work"


def died(*_: object) -> None:
    """What a process does that is ended."""
    raise KeyboardInterrupt


def test_a_replay_that_died_leaves_nothing_that_could_be_taken_for_a_result(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    archive, out = log(tmp_path / "a", TWO), tmp_path / "out"
    from tenball_stats.archive import result

    with monkeypatch.context() as dying:
        dying.setattr(result.Target, "publish", died)
        dying.setattr(result.Target, "discard", lambda _: None)  # as where the process is gone
        with pytest.raises(KeyboardInterrupt):
            replay_archive([str(archive)], str(out), rows=1)
    (left,) = [path for path in tmp_path.iterdir() if path.name != "a"]
    assert not out.exists()
    assert list(left.rglob("*.parquet"))
    with pytest.raises(ArchiveRefused, match="is no result of tenball replay --out"):
        open_result(str(left), view_scripts())
    done = replay_archive([str(archive)], str(out))
    assert done.notices == [
        f"{left} is left of a replay that died, or is going on; it can be removed when none is running"
    ]


def test_a_result_with_a_part_missing_is_refused(tmp_path: Path) -> None:
    out = tmp_path / "out"
    replay_archive([str(log(tmp_path / "a", TWO))], str(out), rows=1)
    (part, *_) = sorted((out / "strokes").iterdir())
    part.write_bytes(part.read_bytes()[:-1])
    with pytest.raises(ArchiveRefused, match=r"strokes/000000.parquet is missing or damaged; replay the archive again"):
        open_result(str(out), view_scripts())


def test_a_result_of_a_newer_version_is_refused(tmp_path: Path) -> None:
    out = tmp_path / "out"
    replay_archive([str(log(tmp_path / "a", TWO))], str(out))
    told = json.loads((out / "_manifest.json").read_text())
    (out / "_manifest.json").write_text(json.dumps(told | {"version": 99, "tool_version": "9.0"}))
    with pytest.raises(ArchiveRefused, match=r"was made by a newer tenball-stats \(version 9.0"):
        open_result(str(out), view_scripts())


# By way of the command -----------------------------------------------------------------------------------------------


def test_the_commands_of_the_statistics_read_a_result(tmp_path: Path, run_tenball: Callable[..., object]) -> None:
    archive, out, db = cut(texts("real-2015.csv"), tmp_path / "a", 200), tmp_path / "out", tmp_path / "log.duckdb"
    ran = run_tenball("replay", archive, "--out", out)
    assert (ran.status, ran.err) == (0, "")
    assert ran.out == f"{out}: 436 rows of 2 files, 3 matches, 40 racks, 430 strokes, ruled by csi\n"
    assert run_tenball("ingest", archive, "--db", db).status == 0
    for words in (
        ("stats", "breaks"),
        ("stats", "pushouts", "--as-of", "2100", "--by", "player", "--format", "json"),
        ("ratings", "fit"),
    ):
        got, wanted = run_tenball(*words, "--from", out), run_tenball(*words, "--db", db)
        assert (got.status, got.out) == (0, wanted.out), words


@pytest.mark.slow
def test_pages_and_charts_are_made_of_a_result(tmp_path: Path, run_tenball: Callable[..., object]) -> None:
    archive, out, db = cut(texts("real-2015.csv"), tmp_path / "a"), tmp_path / "out", tmp_path / "log.duckdb"
    assert run_tenball("replay", archive, "--out", out).status == 0
    assert run_tenball("ingest", archive, "--db", db).status == 0
    for words in (("player", "Shaw"), ("league",), ("stats", "visits", "--by", "player", "--shrink")):
        got, wanted = run_tenball(*words, "--from", out), run_tenball(*words, "--db", db)
        assert (got.status, got.out) == (0, wanted.out), words
    picture = tmp_path / "breaks.svg"
    assert run_tenball("chart", "breaks", "--from", out, "--out", picture).status == 0
    assert picture.stat().st_size > 1000


def test_the_command_says_what_goes_with_what(tmp_path: Path, run_tenball: Callable[..., object]) -> None:
    archive = log(tmp_path / "a", TWO)
    for words, said in (
        (("--engine", "ray"), "--engine goes with --out FOLDER"),
        (("--replace",), "--replace goes with --out FOLDER"),
        (("--out", tmp_path / "o", "--format", "csv"), "excludes --format and --output"),
        (("--out", tmp_path / "o", "--address", "auto"), "--address belongs to --engine ray"),
    ):
        ran = run_tenball("replay", archive, *words)
        assert ran.status == 2
        assert said in ran.err
    ran = run_tenball("stats", "breaks", archive, "--from", tmp_path / "o")
    assert (ran.status, ran.out) == (2, "")
    assert "--from FOLDER takes the place of LOG…" in ran.err
    ran = run_tenball("stats", "breaks", "--from", tmp_path / "o")
    assert ran.err == f"tenball: {tmp_path}/o: there is no such folder\n"


def test_the_command_ends_by_what_happened(tmp_path: Path, run_tenball: Callable[..., object]) -> None:
    archive = log(tmp_path / "a", TWO + "m3,1,1,Eve,break,,12,,,,,es,Eve|Fay,\n")
    ran = run_tenball("replay", archive, "--out", tmp_path / "out")
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.startswith(f"tenball: {archive}/log.parquet, line 6, column first: found '12', expected ")
    ran = run_tenball("replay", archive, "--out", tmp_path / "out", "--keep-going")
    assert ran.status == 1
    assert ran.err.startswith(f"left out: {archive}/log.parquet, line 6, column first: found '12'")
    assert "2 matches, 2 racks, 4 strokes" in ran.out


def test_without_ray_it_is_said_what_to_install(
    tmp_path: Path, run_tenball: Callable[..., object], monkeypatch: pytest.MonkeyPatch
) -> None:
    import sys

    monkeypatch.setitem(sys.modules, "ray", None)
    ran = run_tenball("replay", log(tmp_path / "a", TWO), "--out", tmp_path / "out", "--engine", "ray")
    assert (ran.status, ran.out) == (2, "")
    assert ran.err == (
        'tenball: the engine ray needs Ray, which is not installed: pip install "tenball-stats[cluster]"\n'
    )
    assert not (tmp_path / "out").exists()


# Object stores -------------------------------------------------------------------------------------------------------


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder behind the addresses `s3://bucket/…`, where nothing can be renamed."""
    from pyarrow import fs

    from tenball_stats.archive import asked, place, run

    folder = tmp_path / "bucket"
    folder.mkdir()
    files = fs.SubTreeFileSystem(str(folder), fs.LocalFileSystem())

    def place_of(name: str) -> place.Place:
        path = name.removeprefix("s3://bucket/")
        return place.Place(name, path, files) if path != name else place.place_of(name)

    for module in (asked, run):
        monkeypatch.setattr(module, "place_of", place_of)
    for way in ("writing", "opened"):  # Arrow makes no folders by itself where they are needed
        monkeypatch.setattr(place.Place, way, _with_folders(folder, getattr(place.Place, way)))
    return folder


def _with_folders(folder: Path, way: Callable[..., object]) -> Callable[..., object]:
    def go(there: Place) -> object:
        if not there.is_local:
            (folder / there.path).parent.mkdir(parents=True, exist_ok=True)
        return way(there)

    return go


def test_an_archive_in_an_object_store_is_replayed_into_it(tmp_path: Path, store: Path) -> None:
    archive = cut(texts("real-2015.csv"), store / "logs", 200)
    done = replay_archive(["s3://bucket/logs"], "s3://bucket/out", rows=100)
    assert (done.matches, done.strokes, done.units) == (3, 430, 3)
    with open_result("s3://bucket/out", view_scripts()) as result, ingested(archive) as database:
        assert list(differences(result, database)) == ["sources"]  # whose names are addresses
        assert result.rows("SELECT file FROM sources ORDER BY 1") == [
            ("s3://bucket/logs/part-000.parquet",), ("s3://bucket/logs/part-001.parquet",),
        ]  # fmt: skip
        assert ask(result, statistic("breaks")).rows == ask(database, statistic("breaks")).rows


def test_in_an_object_store_the_manifest_makes_the_result(
    tmp_path: Path, store: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from tenball_stats.archive import result

    log(store / "logs", TWO)
    with monkeypatch.context() as dying:
        dying.setattr(result.Target, "publish", died)
        dying.setattr(result.Target, "discard", lambda _: None)
        with pytest.raises(KeyboardInterrupt):
            replay_archive(["s3://bucket/logs"], "s3://bucket/out")
    assert list((store / "out").rglob("*.parquet"))
    with pytest.raises(ArchiveRefused, match="is no result of tenball replay --out"):
        open_result("s3://bucket/out", view_scripts())
    with pytest.raises(ArchiveRefused, match="holds parts of a replay that has not ended, or died; --replace"):
        replay_archive(["s3://bucket/logs"], "s3://bucket/out")
    replay_archive(["s3://bucket/logs"], "s3://bucket/out", replace_result=True)
    first = set((store / "out").rglob("*.parquet"))
    replay_archive(["s3://bucket/logs"], "s3://bucket/out", replace_result=True)
    second = set((store / "out").rglob("*.parquet"))
    assert len(first) == len(second)
    assert not first & second
    told = json.loads((store / "out" / "_manifest.json").read_text())
    assert {str(path.relative_to(store / "out")) for path in second} == {file["path"] for file in told["files"]}
    with open_result("s3://bucket/out", view_scripts()) as there:
        assert there.value("SELECT count(*) FROM strokes") == 4


def test_what_fails_in_an_object_store_is_taken_away(tmp_path: Path, store: Path) -> None:
    log(store / "logs", TWO + "m3,1,1,Eve,break,,12,,,,,es,Eve|Fay,\n")
    with pytest.raises(LogRefused, match="found '12'"):
        replay_archive(["s3://bucket/logs"], "s3://bucket/out", rows=1)
    assert not list((store / "out").rglob("*.parquet"))
