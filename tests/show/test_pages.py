"""`tenball player` and `tenball league`: on the screen, as JSON, as a report."""

import json
import re
from pathlib import Path

import pytest
from fresh import fresh

DATA = Path(__file__).parents[2] / "data"

pytestmark = pytest.mark.usefixtures("intervals_drawn_once")


@pytest.fixture(scope="module")
def db(tmp_path_factory: pytest.TempPathFactory) -> Path:
    from tenball_stats.log import read_logs
    from tenball_stats.rules import load_edition
    from tenball_stats.store.ingest import ingest

    path = tmp_path_factory.mktemp("pages") / "league.duckdb"
    with fresh(path) as opened:
        ingest(opened, read_logs([DATA / "physics.csv"]), [load_edition("pl")])
        ingest(opened, read_logs([DATA / "real-2015.csv"]), [])
    return path


SIMULATED = ("--event", "Simulated league")


def test_a_players_page_on_the_screen(db: Path, run_tenball) -> None:
    ran = run_tenball("player", "pro a", "--db", db, *SIMULATED)
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.startswith("Pro A\nMatches: 15 (13 won, 2 lost), 2026-01-05 to 2026-10-22\nRacks won: 72 of 105\n")
    for title in (
        "Beyond chance: better than the league in 11 rates.",
        "Each rate against the league's",
        "Over time",
        "Means",
        "Breaks by where the cue ball was placed",
        "Kinds of fouls",
        "Push-outs",
        "The last 10 matches",
    ):
        assert f"\n{title}\n" in ran.out
    assert re.search(r"called shots made +75\.1 % \(602/802\) +51\.3 % +\+23\.7 \(\+20\.4 to \+26\.9\)", ran.out)
    assert "2026-10-22   PTA0049   Pro B" in ran.out


def test_a_player_of_few_matches_does_not_stand_out(run_tenball) -> None:
    ran = run_tenball("player", "Shaw", DATA / "real-2015.csv")
    assert "Nothing stands out beyond chance.\n" in ran.out
    assert "No place of the cue ball was recorded." in ran.out


def test_a_players_page_as_json(db: Path, run_tenball) -> None:
    said = json.loads(run_tenball("player", "Novice B", "--db", db, *SIMULATED, "--format", "json").out)
    assert (said["player"], said["matches"], said["won"], said["as"]) == ("Novice B", 7, 1, "ruled")
    rate = next(one for one in said["rates"] if one["rate"] == "pot_rate")
    assert (rate["verdict"], rate["first_part"], rate["first_n"]) == ("worse", 119, 479)
    assert rate["estimate"]["low"] < rate["estimate"]["rate"] < rate["estimate"]["high"]
    assert sum(cell["shots"] for cell in said["shots_by_place"]) == 479
    assert sum(zone["breaks"] for zone in said["break_placed"]) == said["statistics"]["breaks"]["breaks"]
    assert len(said["last_matches"]) == 7


def test_a_league_on_the_screen(db: Path, run_tenball) -> None:
    ran = run_tenball("league", "--db", db, *SIMULATED)
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.startswith("Simulated league\nMatches: 63, 2026-01-03 to 2026-10-22\nPlayers: 8\n")
    assert re.search(r"1\. Pro B +20 +16 +4 +88-35 +\+53 +682", ran.out)
    assert "\nCalled shots made\n" in ran.out
    assert "\nHead to head\n" in ran.out
    assert "audit: foul_missed, in 52 matches" in ran.out
    assert "Too little for a board: break-and-runs (0 of 422)" in ran.out
    assert "audit:" not in run_tenball("league", "--db", db, *SIMULATED, "--no-audit").out


def test_a_league_as_json(db: Path, run_tenball) -> None:
    said = json.loads(run_tenball("league", "--db", db, "--format", "json", "--min", 100).out)
    assert [len(said[name]) for name in ("standings", "matches", "boards")] == [13, 66, 16]
    board = next(one for one in said["boards"] if one["rate"] == "pot_rate")
    assert all(one["of"] >= 100 for one in board["leaders"])
    assert {"Shaw", "Roberts", "Dechaine", "Hohmann"} <= set(board["few"])
    assert said["standings"][0]["rated"]["rating"] > 500
    assert said["anomalies"]["undecided"] == ["vanboening-dechaine-2015"]


@pytest.mark.parametrize("command", [("player", "Pro A"), ("league",)], ids=lambda it: it[0])
def test_a_report_is_one_file_with_its_pictures_inside(db: Path, run_tenball, tmp_path: Path, command) -> None:
    target = tmp_path / "page.html"
    ran = run_tenball(*command, "--db", db, *SIMULATED, "--report", target)
    assert (ran.status, ran.err) == (0, f"The report is in {target}.\n")
    page = target.read_text(encoding="utf-8")
    assert page.count("data:image/svg+xml;base64,") >= 5
    assert not re.search(r"<script|https?://(?!www\.w3\.org)", page)
    assert "How to read this" in page
    assert [path.name for path in tmp_path.iterdir()] == ["page.html"]


@pytest.mark.parametrize("command", [("player", "Shaw"), ("league",)], ids=lambda it: it[0])
def test_a_report_as_pdf_of_matches_without_places(run_tenball, tmp_path: Path, command) -> None:
    target = tmp_path / "page.pdf"
    ran = run_tenball(*command, DATA / "real-2015.csv", "--report", target)
    assert ran.status == 0
    assert target.read_bytes().startswith(b"%PDF")


def test_names_from_strangers_are_texts(run_tenball, tmp_path: Path) -> None:
    name = "<b>$x$ [red]A"
    log = tmp_path / "odd.csv"
    rows = "".join(
        f"m{match},{name}|B|,csi,{rack},{name},break,1,4,3,{name}\n" for match in (1, 2) for rack in (1, 2)
    ).replace("|B|", "|B")
    log.write_text(f"match,players,edition,rack,player,kind,first,rails,potted,winner\n{rows}", encoding="utf-8")
    target = tmp_path / "page.html"
    ran = run_tenball("player", name, log, "--report", target)
    assert ran.out.startswith(f"{name}\n")
    page = target.read_text(encoding="utf-8")
    assert "<b>" not in page
    assert "&lt;b&gt;$x$ [red]A" in page
    assert run_tenball("league", log, "--report", target).status == 0


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("player", "Nobody", DATA / "real-2015.csv"), "the database has no player 'Nobody'"),
        (("player", "Shaw", "--db", "none.duckdb"), "there is no such database"),
        (("player", "Shaw", DATA / "real-2015.csv", "--report", "page.doc"), "end its name in .html, .pdf or .md"),
        (("league", DATA / "real-2015.csv", "--event", "Nowhere"), "the database has no event 'Nowhere'"),
        (("player", "Shaw", DATA / "real-2015.csv", "--since", "2016"), "no match that was ruled (since 2016-01-01)"),
    ],
    ids=lambda it: str(it)[:30],
)
def test_what_cannot_be_shown_is_said(run_tenball, tmp_path, monkeypatch, args, said: str) -> None:
    monkeypatch.chdir(tmp_path)
    ran = run_tenball(*args)
    assert (ran.status, ran.out) == (2, "")
    assert said in ran.err
    assert list(tmp_path.iterdir()) == []


def test_a_league_without_a_match_is_a_page_all_the_same(run_tenball, tmp_path: Path) -> None:
    ran = run_tenball("league", DATA / "real-2015.csv", "--since", "2030", "--report", tmp_path / "page.html")
    assert ran.status == 0
    assert "There is no match." in ran.out
