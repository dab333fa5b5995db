"""`tenball chart`: a picture for each statistic that has one, asked for in the words of `tenball stats`."""

from pathlib import Path

import pytest

from tenball_stats.commands import chart, stats

DATA = Path(__file__).parents[2] / "data"


@pytest.mark.parametrize("name", chart.NAMES)
def test_each_is_drawn_from_a_log_that_is_stored_nowhere(run_tenball, tmp_path: Path, name: str) -> None:
    picture = tmp_path / f"{name}.png"
    more = ("--player", "Ana") if name == "trend" else ()
    ran = run_tenball("chart", name, DATA / "example.csv", "--out", picture, *more)
    said = "note: 1 match of three players or without a rack won is left out\n" if name == "ratings" else ""
    assert (ran.status, ran.err) == (0, said)
    assert ran.out in {f"{picture}: {name}, {number} matches\n" for number in (3, 4)}
    assert picture.read_bytes().startswith(b"\x89PNG")
    assert list(tmp_path.iterdir()) == [picture]


def test_each_is_drawn_from_a_database_with_filters(run_tenball, tmp_path: Path) -> None:
    db = tmp_path / "league.duckdb"
    assert run_tenball("ingest", DATA / "real-2015.csv", "--db", db, "--edition", "csi", "--edition", "es").status == 0
    drawn = []
    for more in ([], ["--player", "shaw"], ["--edition", "es"], ["--by", "match"], ["--since", "2015-07"]):
        picture = tmp_path / "breaks.svg"
        ran = run_tenball("chart", "breaks", "--db", db, "-o", picture, *more)
        assert ran.status == 0, ran.err
        drawn.append((ran.out.split(", ")[-1].strip(), picture.read_bytes()))
    assert [matches for matches, _ in drawn] == ["3 matches", "1 match", "3 matches", "3 matches", "2 matches"]
    assert len({content for _, content in drawn}) == 5


def test_it_can_be_drawn_as_known_on_a_day(run_tenball, tmp_path: Path) -> None:
    db = tmp_path / "league.duckdb"
    assert run_tenball("ingest", DATA / "example.csv", "--db", db).status == 0
    ran = run_tenball("chart", "breaks", "--db", db, "--as-of", "2999-01-01", "--out", tmp_path / "a.svg")
    assert (ran.status, ran.out) == (0, f"{tmp_path / 'a.svg'}: breaks, 4 matches\n")
    ran = run_tenball("chart", "breaks", "--db", db, "--as-of", "2020-01-01", "--out", tmp_path / "b.svg")
    assert "4 matches" not in ran.out + ran.err


def test_the_filters_are_those_of_stats() -> None:
    params = {param.name: param for param in chart.command.params}
    there = {param.name: param for param in stats.command.params}
    assert all(params[name] is there[name] for name in chart.SHARED)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["breaks", "--out", "x.jpg"], "end its name in .png, .svg or .pdf"),
        (["breaks", "--out", "gone/x.png"], "x.png: the folder gone does not exist; make it first"),
        (["lags", "--by", "event", "--out", "x.png"], "--by belongs to the charts breaks and fouls, not to lags"),
        (["runouts", "--by", "event", "--out", "x.png"], "--by belongs to the charts breaks and fouls, not to runouts"),
        (["breaks", "--out", "x.png", "--player", "Nobody"], "the database has no player 'Nobody'"),
        (["brakes", "--out", "x.png"], "'brakes' is not one of 'breaks', 'fouls', 'pushouts', 'lags'"),
        (["breaks"], "Missing option '--out'"),
        (["trend", "--out", "x.png"], "a trend is drawn of one player: say whose with --player"),
        (
            ["board", "--rate", "breaks.balls", "--out", "x.png"],
            "there is no rate 'breaks.balls'; expected STATISTIC.RATE",
        ),
        (["breaks", "--rate", "visits.pot_rate", "--out", "x.png"], "--rate belongs to the charts board and trend"),
    ],
)
def test_what_cannot_be_drawn_is_said_and_nothing_is_written(
    run_tenball, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], said: str
) -> None:
    monkeypatch.chdir(tmp_path)
    ran = run_tenball("chart", *arguments[:1], DATA / "example.csv", *arguments[1:])
    assert ran.status == 2
    assert said in ran.err
    assert list(tmp_path.iterdir()) == []
