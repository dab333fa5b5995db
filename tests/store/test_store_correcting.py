"""The commands that correct and look after a database: what they print and how they end."""

import datetime as dt
import json
from pathlib import Path

import pytest
from storing import HEADER, match_log

from tenball_stats.store import journal, open_database

DATA = Path(__file__).parents[2] / "data"


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TENBALL_WHO", "Ewa")
    return tmp_path


def log(name: str, *rows: str, recorder: str = "") -> str:
    """Write a log with a recorder; return its name."""
    lines = "".join(rows).splitlines()
    text = HEADER.replace("\n", ",recorder\n") + "".join(f"{line},{recorder}\n" for line in lines)
    Path(name).write_text(text, encoding="utf-8")
    return name


@pytest.fixture
def days(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every change happen on a day of its own, from the first of March on."""
    clock = iter(dt.datetime(2026, 3, day, 12) for day in range(1, 29))  # noqa: DTZ001
    monkeypatch.setattr(journal, "utc_now", lambda: next(clock))


def test_amend_says_what_was_changed_and_history_who_did_it(run_tenball, days) -> None:
    run_tenball("ingest", log("a.csv", match_log("m1")))
    ran = run_tenball("amend", "m1", "1", "2", "winner=B", "rail=", "--why", "the video shows it")
    assert (ran.status, ran.err) == (0, "")
    assert ran.out == "m1, rack 1, stroke 2: winner A → B, rail y → (blank); version 2 of the match\n"
    ran = run_tenball("amend", "m1", "event=Cup", "--why", "programme", "--who", "Jan")
    assert ran.out == "m1: event (blank) → Cup; version 3 of the match\n"
    ran = run_tenball("history", "m1")
    assert ran.out.splitlines() == [
        "m1: 3 versions",
        "",
        "Version 1, out of force since 2026-03-02 12:00 UTC",
        "  stored 2026-03-01 12:00 UTC by tenball-stats 0.1.0, Ewa",
        *(origin := [line for line in ran.out.splitlines() if line.startswith("  from a.csv (")][:1]),
        "  ruled by es (d8ab74748bd97eba) 2026-03-01 12:00 UTC, tenball-stats 0.1.0",
        "",
        "Version 2, out of force since 2026-03-03 12:00 UTC",
        "  amended 2026-03-02 12:00 UTC by tenball-stats 0.1.0, Ewa: the video shows it",
        "  rack 1, stroke 2: rail y → (blank)",
        "  rack 1, stroke 2: winner A → B",
        *origin,
        "  ruled by es (d8ab74748bd97eba) 2026-03-02 12:00 UTC, tenball-stats 0.1.0",
        "",
        "Version 3, in force",
        "  amended 2026-03-03 12:00 UTC by tenball-stats 0.1.0, Jan: programme",
        "  the match: event (blank) → Cup",
        *origin,
        "  ruled by es (d8ab74748bd97eba) 2026-03-03 12:00 UTC, tenball-stats 0.1.0",
    ]
    told = json.loads(run_tenball("history", "m1", "--format", "json").out)
    assert [version["action"] for version in told["versions"]] == ["ingest", "amend", "amend"]


def test_as_of_shows_what_was_known_at_the_end_of_a_day(run_tenball, days) -> None:
    run_tenball("ingest", log("a.csv", match_log("m1"), match_log("m2")))  # 1 March
    run_tenball("amend", "m1", "1", "1", "player=B", "players=B|A", "--why", "x")  # refused: players holds for a match
    run_tenball("amend", "m1", "1", "1", "potted=2 cue", "--why", "x")  # 2 March
    run_tenball("players", "alias", "A", "Ann")  # 3 March
    run_tenball("players", "merge", "Ann", "A")  # 4 March

    def breaks(*args: str) -> list[tuple[str, int, int]]:
        ran = run_tenball("stats", "breaks", "--by", "player", "--format", "json", *args)
        assert ran.status == 0, ran.err
        return [(row["player"], row["breaks"], row["fouled"]) for row in json.loads(ran.out)["rows"]]

    assert breaks("--as-of", "2026-02-28") == []
    assert breaks("--as-of", "2026-02") == []
    assert breaks("--as-of", "2026-03-01") == [("A", 2, 0)]
    assert breaks("--as-of", "2026-03-02T11:59") == [("A", 2, 0)]
    assert breaks("--as-of", "2026-03-02T13:00+01:00") == [("A", 2, 1)]
    assert breaks("--as-of", "2026-03-03") == [("A", 2, 1)]
    assert breaks("--as-of", "2026") == breaks() == [("Ann", 2, 1)]
    ran = run_tenball("export", "log", "-o", "then.csv", "--as-of", "2026-03-01")
    assert "2 cue" not in Path("then.csv").read_text()
    assert ran.out == "then.csv: 4 rows\n"
    ran = run_tenball("stats", "breaks", "--as-of", "soon")
    assert (ran.status, "'soon' is no date" in ran.err) == (2, True)


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("m1", "1", "2"), "nothing to amend: give at least one column=value"),
        (("m1", "1", "first=2"), "expected MATCH RACK SHOT COLUMN=VALUE"),
        (("m1", "first=2", "1", "2"), "expected MATCH RACK SHOT COLUMN=VALUE"),
        (("m1", "one", "2", "first=2"), "expected the numbers of a rack and of a stroke, found 'one 2'"),
        (("m1", "1", "2", "first=2", "first=3"), "first is given twice"),
        (("m1", "1", "2", "first=2", "--who", " "), "an amendment needs somebody who makes it"),
        (("m9", "1", "2", "first=2"), "holds no match 'm9'; nearest are m1"),
        (("m1", "1", "2", "first=12"), "this would not be a sound record: column first: found '12'"),
    ],
)
def test_an_amendment_that_cannot_be_is_one_message(run_tenball, args, said: str) -> None:
    run_tenball("ingest", log("a.csv", match_log("m1")))
    ran = run_tenball("amend", *args, "--why", "x")
    assert (ran.status, ran.out) == (2, "")
    assert said in ran.err
    assert "Missing option '--why'" in run_tenball("amend", "m1", "1", "2", "first=2").err


def test_records_side_by_side(run_tenball) -> None:
    run_tenball("ingest", log("ewa.csv", match_log("m1"), recorder="Ewa"))
    jan = log("jan.csv", match_log("m1", winner="B"), recorder="Jan")
    ran = run_tenball("ingest", jan)
    assert (ran.status, "--beside keeps it as another recorder's record" in ran.err) == (2, True)
    ran = run_tenball("ingest", jan, "--beside")
    assert (ran.status, ran.err) == (0, "")
    assert ran.out == ("jan.csv: 2 rows, stored 1 match, 1 rack, 2 strokes, ruled by es; beside another record m1\n")
    shown = run_tenball("history", "m1").out
    assert "Version 1 of the record by Ewa, in force" in shown
    assert "Version 1 of the record by Jan, beside it" in shown
    assert "Ewa and Jan do not agree on 1 point\n  rack 1, stroke 2: winner A (Ewa), B (Jan)\n" in shown
    ran = run_tenball("prefer", "m1", "Jan", "--why", "he sat nearer")
    assert (ran.status, ran.out) == (0, "m1: the record by Jan counts, beside it Ewa\n")
    assert "the record by Jan counts, says Ewa: he sat nearer" in run_tenball("history", "m1").out
    ran = run_tenball("ingest", jan, "--beside", "--replace")
    assert (ran.status, "--replace and --beside exclude each other" in ran.err) == (2, True)


def test_players(run_tenball) -> None:
    rows = [
        match_log(match, winner=name).replace(",A,", f",{name},").replace("A|B", f"{name}|Bo")
        for match, name in (("m1", "Ann"), ("m2", "Ánn"))
    ]
    run_tenball("ingest", log("a.csv", rows[0]))
    ran = run_tenball("ingest", log("b.csv", rows[1]))
    assert ran.status == 0
    assert (
        "note: players 'Ánn' and 'Ann' may be one person: they differ in accents or marks; tenball players merge"
        in ran.err
    )
    ran = run_tenball("players")
    assert [line.split() for line in ran.out.splitlines()[2:]] == [["Ann", "1"], ["Bo", "2"], ["Ánn", "1"]]
    assert ran.err == "note: 1 pair of names may be one player: tenball players near\n"
    assert run_tenball("players", "near").out == "Ann / Ánn: they differ in accents or marks\n"
    ran = run_tenball("players", "merge", "Ánn", "Ann", "--why", "same person")
    assert (ran.status, ran.out) == (0, "Ánn, also written Ann: 2 matches\n")
    assert run_tenball("players", "near").out == "no two names come near each other\n"
    assert run_tenball("players", "alias", "ánn", "Annie").out == "Ánn, also written Ann, Annie: 2 matches\n"
    shown = run_tenball("players", "show", "Annie").out.splitlines()
    assert shown[:3] == ["Ánn: 2 matches", "  also written Ann", "  also written Annie"]
    assert shown[3].endswith("UTC: Ann is Ánn, says Ewa (same person)")
    assert json.loads(run_tenball("players", "--format", "json").out)[1] == {
        "player": "Ánn",
        "matches": 2,
        "names": ["Ann", "Annie"],
    }
    assert run_tenball("players", "undo", "Ann").out == "Ánn and Ann are two players again\n"
    ran = run_tenball("players", "undo", "Ann")
    assert (ran.status, "there is no merge of Ann to undo" in ran.err) == (2, True)


HOUSE = 'id = "house"\nname = "House"\nextends = "es"\n\n[switches]\nwrong_pot = "{}"\n'
WRONG_POT = "m1,A|B,house,1,A,break,,1,,,2,\nm1,,,1,A,shot,1@fr,1,y,,3,\nm1,,,1,B,shot,1@fr,1,y,,,\n"


OTHER_FORM = (
    "note: 1 match is ruled by another form of edition house than house.toml has now; "
    "tenball reruled --edition house.toml shows what would change, with --apply it rules anew\n"
)


def test_reruled_shows_and_applies_what_an_edition_has_changed(run_tenball) -> None:
    house = Path("house.toml")
    house.write_text(HOUSE.format("option"))
    run_tenball("ingest", log("a.csv", WRONG_POT), "--edition", "house.toml", "--edition", "es")
    ran = run_tenball("reruled", "--edition", "house.toml")
    assert (ran.status, ran.err) == (0, "")
    assert ran.out == "es: 1 match ruled by it; no change\nhouse: 1 match ruled by it; no change\n"
    house.write_text(HOUSE.format("turn_passes"))
    ran = run_tenball("reruled")
    assert ran.status == 1
    assert "note: house: 1 match ruled by it, and it is not at hand; give its file with --edition" in ran.err
    ran = run_tenball("reruled", "--edition", "house.toml")
    assert ran.status == 1
    assert ran.out.splitlines()[1:] == [
        "house: 1 match ruled by it, 1 of them by another form of its text; 1 stroke would be ruled otherwise",
        "  m1, rack 1, stroke 2, A (shot)",
        "      option: play_or_pass → none",
    ]
    (line,) = run_tenball("reruled", "--edition", "house.toml", "--format", "jsonl").out.splitlines()
    assert json.loads(line)["is_now"] == {"option": None}
    ran = run_tenball("ingest", "a.csv", "--edition", "house.toml")
    assert OTHER_FORM in ran.err
    # Figures by the rulings that are stored are not by the file that was named.
    for args in (("stats", "breaks"), ("league",), ("export", "rulings", "-o", "out.csv"), ("player", "A")):
        ran = run_tenball(*args, "--edition", "house.toml")
        assert (ran.status, ran.err.count(OTHER_FORM)) == (0, 1), args
    assert OTHER_FORM not in run_tenball("stats", "breaks", "--edition", "es").err
    ran = run_tenball("reruled", "--edition", "house.toml", "--apply", "--why", "new rules")
    assert (ran.status, ran.out.splitlines()[-1]) == (0, "ruled anew: 1 match")
    assert run_tenball("reruled", "--edition", "house.toml").status == 0
    assert OTHER_FORM not in run_tenball("stats", "breaks", "--edition", "house.toml").err
    with open_database("tenball.duckdb", read_only=True) as database:
        assert database.rows("SELECT edition, superseded_at IS NULL FROM all_ruled JOIN editions USING (edition_key) "
                             "ORDER BY ALL") == [("es", True), ("house", False), ("house", True)]  # fmt: skip
    assert run_tenball("rebuild", "--check").status == 0


def test_a_built_in_edition_that_has_changed_since_is_noticed(run_tenball) -> None:
    run_tenball("ingest", log("a.csv", match_log("m1") + match_log("m2")))
    with open_database("tenball.duckdb") as database:
        database.con.execute("UPDATE editions SET fingerprint = 'earlier'")
    ran = run_tenball("stats", "breaks")
    assert "note: 2 matches are ruled by another form of edition es than it has now; tenball reruled shows" in ran.err
    assert "another form" not in run_tenball("stats", "breaks", "--as-of", "2020-01-01").err


def test_a_judge_that_rules_otherwise_is_noticed_too(run_tenball) -> None:
    run_tenball("ingest", log("a.csv", match_log("m1")))
    with open_database("tenball.duckdb") as database:
        database.con.execute("UPDATE ruling_rows SET verdict_key = -1 WHERE seq = 2")
        other = "SELECT * REPLACE (-1 AS verdict_key, 1 AS foul_mask) FROM verdicts WHERE verdict_key = 1"
        database.con.execute(f"INSERT INTO verdicts {other}")
    ran = run_tenball("reruled")
    assert (ran.status, "      fouls: scratch → none" in ran.out) == (1, True)
    assert run_tenball("reruled", "--apply").status == 0
    assert run_tenball("reruled").status == 0
    with open_database("tenball.duckdb", read_only=True) as database:
        # Both are kept, under keys of their own.
        assert database.rows("SELECT foul_mask FROM all_rulings WHERE seq = 2 ORDER BY edition_key") == [(1,), (0,)]
        assert database.value("SELECT count(*) FROM rulings WHERE seq = 2") == 1


def test_rejects_are_listed_until_their_file_is_stored_without_them(run_tenball) -> None:
    bad = log("a.csv", match_log("m1"), match_log("m2", potted="4@xx"), match_log("m3").replace(",1,y", ",11,y"))
    ran = run_tenball("ingest", bad, "--keep-going")
    assert ran.status == 1
    ran = run_tenball("rejects")
    lines = ran.out.splitlines()
    assert [lines[0].partition(":")[0], lines[2].partition(":")[0]] == [
        "a.csv, line 4, column potted",
        "a.csv, line 7, column first",
    ]
    assert lines[1] == "    match m2: m2,A|B,es,1,A,break,,1,,,4@xx,,"
    rows = [json.loads(line) for line in run_tenball("rejects", "--format", "jsonl").out.splitlines()]
    assert [(row["file"], row["line"], row["column"], row["value"], row["match"]) for row in rows] == [
        ("a.csv", 4, "potted", "4@xx", "m2"),
        ("a.csv", 7, "first", "11", "m3"),
    ]
    # The same again changes nothing; another file leaves them; one of two put right leaves the other.
    run_tenball("ingest", bad, "--keep-going")
    run_tenball("ingest", log("b.csv", match_log("m4")))
    assert len(run_tenball("rejects", "a.csv", "--format", "jsonl").out.splitlines()) == 2
    assert run_tenball("rejects", "b.csv").out == "nothing is left out of b.csv\n"
    log("a.csv", match_log("m1"), match_log("m2"), match_log("m3").replace(",1,y", ",11,y"))
    assert run_tenball("ingest", "a.csv", "--keep-going").status == 1
    (line,) = run_tenball("rejects", "--format", "jsonl").out.splitlines()
    assert json.loads(line)["match"] == "m3"
    log("a.csv", match_log("m1"), match_log("m2"), match_log("m3"))
    assert run_tenball("ingest", "a.csv").status == 0
    assert run_tenball("rejects").out == "nothing is left out\n"
    with open_database("tenball.duckdb", read_only=True) as database:
        assert database.value("SELECT count(*) FROM rejects") == 3


@pytest.mark.parametrize(
    ("rows", "status"),
    [((match_log("m1"),), 0), ((match_log("m1"), match_log("m2", potted="x")), 1), ((match_log("m2", potted="x"),), 2)],
)
def test_the_exit_status_of_keep_going_says_what_happened(run_tenball, rows, status: int) -> None:
    assert run_tenball("ingest", log("a.csv", *rows), "--keep-going").status == status


def test_a_file_that_is_no_log_beside_one_that_is(run_tenball) -> None:
    Path("no.csv").write_text("a,b\n1,2\n")
    ran = run_tenball("ingest", log("a.csv", match_log("m1")), "no.csv", "--keep-going")
    assert ran.status == 1
    assert "no.csv, line 1: found 'a, b', expected the columns match, rack, player, kind" in run_tenball("rejects").out


def test_db_check_info_and_migrate(run_tenball) -> None:
    run_tenball("ingest", DATA / "example.csv", "--edition", "es", "--edition", "ru")
    ran = run_tenball("db", "check")
    assert (ran.status, ran.out.startswith("tenball.duckdb: sound, by 40 invariants")) == (0, True)
    shown = {line.split("  ")[0]: line for line in run_tenball("db", "info").out.splitlines()}
    assert "4, 2026-03-01 to 2026-03-09" in shown["matches"]
    assert "es (4), ru (4)" in shown["editions"]
    assert "1, of them kept 1: 4,693 bytes" in shown["files"]
    ran = run_tenball("db", "migrate")
    assert ran.out.splitlines()[0] == "tenball.duckdb: schema 6, by 6 migrations"
    with open_database("tenball.duckdb") as database:
        database.con.execute("DELETE FROM ruling_rows WHERE match_key = 1 AND seq = 5")
    ran = run_tenball("db", "check")
    assert ran.status == 1
    assert ran.out.splitlines()[0].startswith("strokes: a stroke that an edition rules twice, or not at all: row 5 of")
    ran = run_tenball("rebuild", "--check")
    assert ran.status == 1
    assert "all_rulings: other rows in 1 match: example-1" in ran.out
    ran = run_tenball("rebuild")
    assert (ran.status, ran.err) == (1, "tenball.duckdb: left as it is\n")
    ran = run_tenball("rebuild", "--accept")
    assert (ran.status, ran.out.splitlines()[-1]) == (1, "tenball.duckdb: made anew with other content")
    assert run_tenball("db", "check").status == 0
    ran = run_tenball("rebuild")
    assert ran.out == "tenball.duckdb: the same content from 1 entry of the journal; made anew\n"
    for args in (("db", "check"), ("db", "info"), ("db", "migrate"), ("rejects",), ("history", "m"), ("players",)):
        ran = run_tenball(*args, "--db", "none.duckdb")
        assert (ran.status, "there is no such database" in ran.err) == (2, True), args
    assert not Path("none.duckdb").exists()
