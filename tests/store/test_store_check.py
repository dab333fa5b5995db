"""Every invariant finds what breaks it, and nothing in a sound database."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from fresh import fresh
from random_racks import matches, table
from storing import HEADER, match_log, store

from tenball_stats.stats.catalogue import view_scripts
from tenball_stats.store import Database, open_database
from tenball_stats.store.amend import amend
from tenball_stats.store.check import check, invariants
from tenball_stats.store.players import merge
from tenball_stats.store.records import prefer

DATA = Path(__file__).parents[2] / "data"


@pytest.fixture(scope="module")
def everything(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file of a database with everything in it."""
    folder = tmp_path_factory.mktemp("everything")
    path = folder / "log.csv"
    head = HEADER.replace("\n", ",recorder\n")

    def write(recorder: str, *rows: str) -> Path:
        path.write_text(head + "".join(f"{line},{recorder}\n" for line in "".join(rows).splitlines()), "utf-8")
        return path

    with fresh(folder / "all.duckdb") as opened:
        store(opened, DATA / "example.csv", editions=("es", "ru"))
        store(opened, write("Ewa", match_log("m1"), match_log("m2")))
        store(opened, write("Ewa", match_log("m1", potted="3")), replace=True)
        store(opened, write("Jan", match_log("m1", winner="B")), beside=True)
        prefer(opened, "m1", "Jan")
        amend(opened, "m2", {"potted": "5"}, rack=1, shot=1, who="x", why="y")
        merge(opened, "Ana", "A")
    return folder / "all.duckdb"


@pytest.fixture
def database(everything: Path, tmp_path: Path) -> Iterator[Database]:
    shutil.copy(everything, tmp_path / "all.duckdb")
    with open_database(tmp_path / "all.duckdb", views=view_scripts()) as opened:
        yield opened


BREAKS = {
    "sources": "UPDATE stroke_rows SET source_key = 99 WHERE match_key = 1",
    "source_keys": "UPDATE all_matches SET source_keys = [1, 2] WHERE match_key = 1",
    "lines": "UPDATE events SET line = 0 WHERE match_key = 1",
    "order": "UPDATE stroke_rows SET seq = 1 WHERE match_key = 5",
    "strays": "DELETE FROM all_matches WHERE match_key = 1",
    "rulings": "DELETE FROM stroke_rows WHERE match_key = 5 AND seq = 2",
    "strokes": "DELETE FROM ruling_rows WHERE match_key = 5 AND seq = 2",
    "facts": "INSERT INTO facts SELECT * FROM facts",
    "verdicts": "INSERT INTO verdicts SELECT * FROM verdicts",
    "unruled": "DELETE FROM all_ruled WHERE match_key = 5",
    "findings": "UPDATE all_findings SET seq = 999",
    "audited": "UPDATE all_ruled SET audited = FALSE",
    "ruled_strokes": "UPDATE ruling_rows SET shot = 9 WHERE match_key = 5 AND seq = 2",
    "balls": "UPDATE ruling_rows SET on_table_mask = 2046 WHERE match_key = 5 AND seq = 2",
    "counts": "UPDATE verdicts SET balls = 5",
    "counted": "UPDATE ruling_rows SET seconds = 99 WHERE match_key = 5 AND seq = 2",
    "masks": "UPDATE facts SET off_mask = 4096",
    "lists": "UPDATE facts SET potted_mask = 8",
    "presumed": "UPDATE verdicts SET presumed = NOT presumed",
    "racks": "UPDATE racks SET strokes = 7 WHERE match_key = 5",
    "rackless": "DELETE FROM racks WHERE match_key = 5",
    "rack_results": "INSERT INTO all_rack_results SELECT * FROM all_rack_results WHERE match_key = 5",
    "versions": "UPDATE all_matches SET superseded_at = NULL WHERE match = 'm1'",
    "counting": "UPDATE preferred SET record = 7",
    "withdrawn": "UPDATE all_matches SET superseded_at = TIMESTAMP '2020-01-01' WHERE match = 'm2'",
    "keys": "UPDATE all_matches SET match_key = 1 WHERE match_key = 2",
    "preferred": "INSERT INTO preferred SELECT 99, match, record, since, until FROM preferred",
    "amendments": "UPDATE all_matches SET amends = NULL",
    "players": "DELETE FROM match_players WHERE match_key = 1 AND player_no = 1",
    "strangers": "UPDATE stroke_rows SET player_key = 3 WHERE match_key = 1",
    "names": "UPDATE match_players SET player_key = 77 WHERE match_key = 1 AND player_no = 1",
    "persons": "INSERT INTO identities SELECT player_key, 2, since, until FROM identities",
    "opponents": "INSERT INTO identities SELECT 2, 1, since, until FROM identities",
    "ruled": "UPDATE editions SET edition = 'es'",
    "editions": "DELETE FROM editions WHERE edition = 'ru'",
    "texts": "DELETE FROM edition_texts",
    "originals": "DELETE FROM originals",
    "journal": "DELETE FROM journal WHERE entry = 2",
    "entries": "UPDATE names SET entry = 88",
    "views": "CREATE OR REPLACE VIEW v_logged AS SELECT * FROM v_events LIMIT 1",
}
OTHERS = {
    "files": "UPDATE originals SET data = 'x'::BLOB",
    "edition_texts": "UPDATE edition_texts SET text = '{}'",
    "schema": "ALTER TABLE stroke_rows DROP COLUMN note",
}


def test_a_sound_database_has_no_fault(database: Database) -> None:
    assert [str(fault) for fault in check(database)] == []


def test_an_empty_one_neither() -> None:
    with open_database(":memory:", views=view_scripts()) as empty:
        assert check(empty) == []


@pytest.mark.parametrize("seed", range(3))
def test_random_racks_under_all_editions_neither(tmp_path: Path, seed: int) -> None:
    from logs import write_csv

    path = write_csv(tmp_path / "log.csv", table(matches(seed, 40)))
    with fresh() as opened:
        store(opened, path, editions=("pl", "ru", "es", "csi", "wpa-2016", "wpa-2025"), keep_going=True)
        assert opened.value("SELECT count(*) FROM rulings") > 1000
        assert [str(fault) for fault in check(opened)] == []


def test_every_invariant_is_broken_below() -> None:
    assert set(BREAKS) == {name for name, _, _ in invariants()}


@pytest.mark.parametrize("name", [*BREAKS, *OTHERS])
def test_what_breaks_an_invariant_is_found_and_told(
    database: Database, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    database.con.execute((BREAKS | OTHERS)[name])
    # The others are looked for where nothing is broken, above; here they would only take their time.
    alone = [one for one in invariants() if one[0] == name]
    monkeypatch.setattr("tenball_stats.store.check.invariants", lambda: alone)
    found = {fault.check: fault for fault in check(database)}
    assert name in found, f"found {sorted(found)}"
    fault = found[name]
    assert str(fault).startswith(f"{name}: {fault.what}: ")
    assert 1 <= len(fault.examples) <= 3
    assert fault.count >= len(fault.examples)
