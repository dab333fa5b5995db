"""Findings of the audit are stored with the rulings, go out of force with them, and are asked like them."""

import gzip
import json
from collections.abc import Iterator
from pathlib import Path

import polars as pl
import pytest
from fresh import fresh
from storing import HEADER, store

from tenball_stats.log import read_logs
from tenball_stats.replay.audit import audit
from tenball_stats.rules import load_edition
from tenball_stats.stats.catalogue import view_scripts
from tenball_stats.store import Database, open_database
from tenball_stats.store.amend import amend
from tenball_stats.store.audited import audited
from tenball_stats.store.check import check
from tenball_stats.store.export import Which, exported_findings
from tenball_stats.store.rebuild import compare, rebuild
from tenball_stats.store.rerule import reruled, rule_anew

DATA = Path(__file__).parents[2] / "data"

DRY = "{0},A|B,{1},1,A,break,,1,,4,,\n"
WRONG_BALL = "{0},,,1,B,shot,1@fl,3,y,,,\n"
PLAYED_ON = "{0},,,1,B,shot,1@fl,1,y,,,\n"
FOUND = ("m1", 1, 1, 2, "B", "shot", "es", "foul_missed", "contradicts", ["10.2"], "no foul", "wrong_ball")
"""The foul of the second stroke, after which its player played on as if there had been none."""


def missed(match: str, edition: str = "es") -> str:
    """A match with one foul that was missed, on its second row."""
    return "".join(row.format(match, edition) for row in (DRY, WRONG_BALL, PLAYED_ON))


@pytest.fixture
def database() -> Iterator[Database]:
    with fresh() as opened:
        yield opened


def in_force(database: Database) -> list[tuple[object, ...]]:
    return database.rows(
        "SELECT match, rack, attempt, shot, player, kind, edition, code, verdict, clauses, recorded, ruled "
        "FROM v_findings ORDER BY match, edition, seq, code"
    )


def test_a_finding_leads_to_its_row_and_says_what_the_audit_says(database: Database, log_file) -> None:
    path = log_file("log.csv", missed("m1"))
    store(database, path)
    assert in_force(database) == [FOUND]
    assert database.rows("SELECT file, line, is_default, seq, message FROM v_findings") == [
        (str(path), 3, True, 2, "B's stroke is a foul (wrong_ball) and was played on from as from a lawful one.")
    ]
    assert check(database) == []


def test_by_each_edition_that_rules(database: Database, log_file) -> None:
    store(database, log_file("log.csv", missed("m1")), editions=("es", "ru"))
    assert database.rows("SELECT edition, code, is_default FROM v_findings ORDER BY edition") == [
        ("es", "foul_missed", True),
        ("ru", "foul_missed", False),
    ]


def test_they_are_those_of_the_audit_of_the_file_each_of_them(database: Database) -> None:
    path = DATA / "physics.csv"
    store(database, path, editions=("pl",))
    found = audit(read_logs([path]), "pl", each=True)
    assert found.height > 100
    stored = database.rows(
        'SELECT match, line AS "row", file, player, code, verdict, edition, clauses, recorded, ruled, message '
        "FROM v_findings"
    )
    columns = (
        "match",
        "row",
        "file",
        "player",
        "code",
        "verdict",
        "edition",
        "clauses",
        "recorded",
        "ruled",
        "message",
    )
    assert sorted(map(repr, stored)) == sorted(map(repr, found.select(columns).rows()))


def test_of_lags_of_other_rows_and_of_copies(database: Database, log_file) -> None:
    path = log_file("log.csv")
    path.write_text(
        HEADER.replace("\n", ",lag_cm,shot\n")
        + "m1,A|B,es,,A,lag,,,,,,,5,\n"
        + "m1,,,,B,lag,,,,,,B,9,\n"
        + "m1,,,1,B,break,,1,,4,,,,1\n"
        + "m1,,,1,A,pass,,,,,,,,\n"
        + "m1,,,1,B,shot,1@fl,1,y,,,,,2\n" * 2
    )
    store(database, path)
    assert database.rows("SELECT rack, shot, kind, player, code, line, seq FROM v_findings ORDER BY seq, code") == [
        (0, 1, "lag", "B", "lag_wrong", 3, 2),
        (1, 1, "pass", "A", "option_wrong", 5, 4),
        (1, 2, "shot", "B", "shot_repeated", 7, 6),
    ]
    assert check(database) == []


def test_an_amendment_takes_them_out_of_force_and_as_of_then_they_were(database: Database, log_file) -> None:
    store(database, log_file("log.csv", missed("m1")))
    then = database.value("SELECT made_at FROM journal WHERE entry = 1")
    amend(database, "m1", {"first": "1"}, rack=1, shot=2, who="x", why="y")
    assert [row[3:8] for row in in_force(database)] == [(3, "B", "shot", "es", "turn_wrong")]
    assert database.rows("SELECT audited FROM v_ruled_matches") == [(True,)]
    database.look_back(then)
    assert in_force(database) == [FOUND]


def test_a_ruling_by_another_form_of_an_edition_has_its_own(database: Database, log_file, tmp_path: Path) -> None:
    house = tmp_path / "house.toml"
    text = 'id = "house"\nname = "House"\nextends = "es"\n[switches]\n{}\n'
    house.write_text(text.format(""))
    store(database, log_file("log.csv", missed("m1").replace(",es,", ",,")), editions=(str(house),))
    assert [row[7] for row in in_force(database)] == ["foul_missed"]
    house.write_text(text.format("break_past_head = 3"))
    standing = reruled(database, [load_edition(house)])
    assert rule_anew(database, standing) == 1
    assert [row[7] for row in in_force(database)] == ["foul_missed"]
    assert database.value("SELECT count(*) FROM all_findings") == 2
    assert check(database) == []


# Databases from before ------------------------------------------------------------------------------------------------


@pytest.fixture
def old(tmp_path: Path) -> Iterator[Database]:
    path = tmp_path / "old.duckdb"
    released = Path(__file__).parent / "released" / "schema-4.duckdb.gz"
    path.write_bytes(gzip.decompress(released.read_bytes()))
    with open_database(path, views=view_scripts()) as opened:
        yield opened


def test_none_is_told_from_not_looked_for(old: Database, log_file) -> None:
    assert in_force(old) == []
    store(old, log_file("log.csv", missed("m1")))
    assert in_force(old) == [FOUND]
    assert old.rows("SELECT match, audited FROM v_ruled_matches JOIN matches USING (match_key) WHERE is_default "
                    "ORDER BY match") == [
        ("club-1", False), *((f"example-{number}", False) for number in range(1, 5)), ("m1", True),
    ]  # fmt: skip
    found, older = exported_findings(old)
    assert (found["match"].to_list(), older) == (["m1"], 5)
    assert exported_findings(old, Which(matches=("m1",)))[1] == 0


def test_a_rebuild_looks_for_them_and_that_is_no_difference(old: Database) -> None:
    with fresh() as new:
        rebuild(old, new)
        assert compare(old, new) == {}
        assert new.rows("SELECT DISTINCT audited FROM all_ruled") == [(True,)]
        assert [(row[0], row[1], *row[3:5]) for row in in_force(new)] == audited_one_by_one(old)
        # What is there by now is held against as everything else is.
        with fresh() as again:
            rebuild(new, again)
            assert compare(new, again) == {}
            again.con.execute("UPDATE all_findings SET message = 'other' WHERE match_key = 2")
            assert compare(new, again) == {"all_findings": ["example-2"]}
            again.con.execute("UPDATE all_ruled SET audited = FALSE WHERE match_key = 3")
            assert compare(new, again) == {"all_findings": ["example-2"], "all_ruled": ["example-3"]}


def audited_one_by_one(database: Database) -> list[tuple[object, ...]]:
    """What an audit of the stored matches finds, by every edition that ruled them."""
    found = [
        audited(database, Which(matches=(match,)), load_edition(edition), each=True)[0]
        for match, edition in database.rows(
            "SELECT m.match, r.edition FROM v_ruled_matches r JOIN matches m USING (match_key) ORDER BY ALL"
        )
    ]
    return pl.concat(found).select("match", "rack", "shot", "player").rows()


# Commands -------------------------------------------------------------------------------------------------------------


@pytest.fixture
def league(run_tenball, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Two files of an event each in a database, beside which they lie."""
    monkeypatch.chdir(tmp_path)
    head = HEADER.replace("\n", ",event,date\n")
    for name, event, date in (("a", "Cup", "2026-03-01"), ("b", "League", "2026-04-01")):
        rows = [f"{row},{event},{date}\n" for row in missed(f"{name}1").splitlines()]
        Path(f"{name}.csv").write_text(head + "".join(rows))
    assert run_tenball("ingest", "a.csv", "b.csv", "--db", "x.duckdb").status == 0
    return tmp_path


@pytest.mark.parametrize("form", ["jsonl", "csv", "table", "github", "sarif"])
def test_the_audit_of_a_database_is_that_of_its_files(run_tenball, league: Path, form: str) -> None:
    of_files = run_tenball("audit", "a.csv", "b.csv", "--format", form)
    assert of_files.status == 1
    assert run_tenball("audit", "--db", "x.duckdb", "--format", form) == of_files


@pytest.mark.parametrize(
    ("options", "matches"),
    [
        (("--match", "b1"), ["b1"]),
        (("--match", "b1", "--match", "a1"), ["a1", "b1"]),
        (("--event", "Cup"), ["a1"]),
        (("--since", "2026-04"), ["b1"]),
        (("--until", "2026-03"), ["a1"]),
        (("--as-of", "2020"), []),
    ],
)
def test_matches_are_chosen(run_tenball, league: Path, options: tuple[str, ...], matches: list[str]) -> None:
    ran = run_tenball("audit", "--db", "x.duckdb", *options, "--format", "jsonl")
    assert [json.loads(line)["match"] for line in ran.out.splitlines()] == matches
    assert ran.status == bool(matches)


def test_a_match_counts_by_the_edition_that_ruled_it_and_another_can_be_asked_for(run_tenball, league: Path) -> None:
    Path("c.csv").write_text(HEADER + missed("c1", edition=""))
    assert run_tenball("ingest", "c.csv", "--edition", "ru", "--db", "x.duckdb").status == 0

    def editions(*options: str) -> list[str]:
        ran = run_tenball("audit", "--db", "x.duckdb", "--match", "c1", "--format", "jsonl", *options)
        return [json.loads(line)["edition"] for line in ran.out.splitlines()]

    assert editions() == ["ru"]
    assert editions("--edition", "csi") == ["csi"]


def test_many_matches_are_audited_in_pieces_and_come_in_the_order_in_which_they_came(
    database: Database, log_file, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tenball_stats.store.audited._AT_ONCE", 2)
    store(database, log_file("log.csv", *(missed(f"m{number}") for number in range(5))))
    amend(database, "m1", {"note": "x"}, rack=1, shot=1, who="x", why="y")
    found, count = audited(database)
    assert (found["match"].to_list(), count) == ([f"m{number}" for number in range(5)], 5)


def test_what_does_not_go_together_is_said(run_tenball, league: Path) -> None:
    ran = run_tenball("audit", "a.csv", "--match", "a1")
    assert (ran.status, ran.out) == (2, "")
    assert "--match chooses from the database" in ran.err
    assert "holds no match 'zz'" in run_tenball("audit", "--db", "x.duckdb", "--match", "zz").err


def test_findings_are_exported(run_tenball, league: Path) -> None:
    ran = run_tenball("export", "findings", "-o", "out.csv", "--event", "Cup", "--db", "x.duckdb")
    assert (ran.status, ran.out, ran.err) == (0, "out.csv: 1 row\n", "")
    (row,) = pl.read_csv("out.csv", infer_schema=False).rows(named=True)
    assert (row["match"], row["code"], row["clauses"], row["file"], row["line"]) == (
        "a1",
        "foul_missed",
        "10.2",
        "a.csv",
        "3",
    )


def test_that_an_older_version_stored_none_is_said(run_tenball, old: Database, tmp_path: Path) -> None:
    path = old.path
    old.close()
    ran = run_tenball("export", "findings", "-o", tmp_path / "out.csv", "--match", "example-1", "--db", path)
    said = "note: 1 match was ruled by a version that stored no findings; tenball rebuild adds them\n"
    assert (ran.status, ran.err) == (0, said)
    assert run_tenball("rebuild", "--check", "--db", path).status == 0
    assert run_tenball("rebuild", "--db", path).status == 0
    assert run_tenball("export", "findings", "-o", tmp_path / "out.csv", "--db", path).err == ""
