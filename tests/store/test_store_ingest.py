"""Storing logs: what comes in, what is left as it is, what is refused."""

from pathlib import Path

import polars as pl
import pytest
from fresh import fresh
from polars.testing import assert_frame_equal
from storing import content, match_log, store

from tenball_stats.log import read_logs
from tenball_stats.replay import FIELDS, ReplayError, replay
from tenball_stats.rules import load_edition
from tenball_stats.store import Database, StoreRefused, load, rulings, write
from tenball_stats.store.ingest import ingest, units

DATA = Path(__file__).parents[2] / "data"
REAL, PHYSICS = DATA / "real-2015.csv", DATA / "physics.csv"


@pytest.fixture
def database():
    with fresh() as opened:
        yield opened


def counts(database: Database) -> dict[str, int]:
    named = ("sources", "matches", "strokes", "events", "racks", "rulings", "rack_results", "ruled")
    return {table: database.value(f"SELECT count(*) FROM {table}") for table in named}  # noqa: S608


# What comes in -------------------------------------------------------------------------------------------------------


def test_three_real_matches(database: Database) -> None:
    (done,) = store(database, REAL)
    assert (done.rows, len(done.new), done.racks, done.strokes, done.editions) == (436, 3, 40, 430, ["csi"])
    assert counts(database) == {
        "sources": 1, "matches": 3, "strokes": 430, "events": 6, "racks": 40, "rulings": 430, "rack_results": 40,
        "ruled": 3,
    }  # fmt: skip


@pytest.mark.parametrize("edition", ["pl", "es"])
@pytest.mark.parametrize("path", [REAL, PHYSICS])
def test_the_rulings_stored_are_those_of_the_replay(database: Database, path: Path, edition: str) -> None:
    log = read_logs([path])
    ingest(database, log, [load_edition(edition)])
    columns = ", ".join(FIELDS)
    stored = database.frame(f"SELECT {columns} FROM v_rulings ORDER BY match_key, seq")  # noqa: S608
    expected = replay(log, edition).select(FIELDS)
    balls = ["spotted", "on_table"]
    assert_frame_equal(
        stored.with_columns(pl.col("kind", "rack_end").cast(pl.String)).cast(dict.fromkeys(balls, pl.List(pl.Int8))),
        expected.cast(dict.fromkeys(balls, pl.List(pl.Int8))),
        check_dtypes=False,
    )


def test_every_stroke_leads_back_to_its_file_and_line(database: Database) -> None:
    store(database, REAL)
    lines = REAL.read_text(encoding="utf-8").splitlines()
    rows = database.rows("SELECT file, line, match, rack, shot, player, kind FROM v_strokes")
    assert len(rows) == 430
    for file, line, match, rack, shot, player, kind in rows:
        assert file == str(REAL)
        assert lines[line - 1].startswith(f"{match},")
        assert f",{rack},{shot},{player},{kind}," in lines[line - 1]
    (sha, size) = database.rows("SELECT sha256, bytes FROM sources")[0]
    import hashlib

    assert (sha, size) == (hashlib.sha256(REAL.read_bytes()).hexdigest(), REAL.stat().st_size)


def test_not_recorded_is_null_and_nothing_is_not(database: Database, tmp_path: Path) -> None:
    path = tmp_path / "log.csv"
    path.write_text(
        "match,players,edition,rack,player,kind,called,first,rail,rails,potted,spotted,hand,lag_cm\n"
        "m,A|B,es,,A,lag,,,,,,,,\n"
        "m,,,1,A,break,,,,,?,,,\n"
        "m,,,1,B,shot,1@fr,0,n,,,-,y,\n"
    )
    store(database, path)
    facts = "first, rail, rails, potted, potted_mask, spotted_mask, hand"
    assert database.rows(f"SELECT {facts} FROM strokes ORDER BY seq") == [  # noqa: S608
        (None, None, None, "?", None, None, None),
        (0, False, None, None, 0, 0, True),
    ]
    assert database.rows("SELECT lag_cm, winner_key FROM lags") == [(None, None)]


def test_a_copy_of_a_row_is_kept_and_not_ruled(database: Database, tmp_path: Path) -> None:
    path = tmp_path / "log.csv"
    row = "m,A|B,es,1,1,A,break,1,2\n"
    path.write_text("match,players,edition,rack,shot,player,kind,first,potted\n" + row + row)
    (done,) = store(database, path)
    assert (done.strokes, done.rulings) == (1, 1)
    assert database.rows("SELECT kind, is_copy, line FROM events") == [("break", True, 3)]


def test_unknown_columns_are_kept_aside(database: Database, tmp_path: Path) -> None:
    path = tmp_path / "log.csv"
    path.write_text("match,players,edition,rack,player,kind,cloth\nm,A|B,es,1,A,break,blue\n")
    store(database, path)
    assert database.rows('SELECT line, "column", value FROM aside') == [(2, "cloth", "blue")]


def test_a_visit_ends_with_another_player_and_with_a_push_out(database: Database) -> None:
    store(database, REAL)
    # Rack 4 of the first match: break, push-out that is handed back, safeties to and fro, and a run of ten.
    rows = database.rows(
        "SELECT shot, player, visit FROM v_rulings WHERE match = 'hohmann-vanboening-2015' AND rack = 4 ORDER BY shot"
    )
    assert [visit for _, _, visit in rows] == [1, 2, 3, 4, 5] + [6] * 10


# What is there already ----------------------------------------------------------------------------------------------


def test_the_same_file_again_changes_nothing(database: Database) -> None:
    store(database, REAL)
    before = content(database)
    (done,) = store(database, REAL)
    assert (len(done.unchanged), done.new, done.strokes, done.rulings) == (3, [], 0, 0)
    assert content(database) == before


def test_the_same_content_under_another_name_changes_nothing(database: Database, tmp_path: Path) -> None:
    store(database, REAL)
    before = content(database)
    lines = REAL.read_text(encoding="utf-8").splitlines()
    (tmp_path / "copy.csv").write_text("\n".join([lines[0], "", *lines[1:]]) + "\n", encoding="utf-8")
    (done,) = store(database, tmp_path / "copy.csv")
    assert len(done.unchanged) == 3
    assert content(database) == before


def test_a_further_edition_adds_its_rulings_alone(database: Database) -> None:
    store(database, REAL)
    before = content(database)
    (done,) = store(database, REAL, editions=("es", "csi"))
    assert (len(done.ruled_further), done.unchanged, done.editions, done.rulings) == (3, [], ["es"], 430)
    after = content(database)
    for table in ("sources", "all_matches", "strokes", "events", "racks", "names"):
        assert after[table] == before[table]
    assert set(before["all_rulings"]) < set(after["all_rulings"])
    (done,) = store(database, REAL, editions=("es",))
    assert len(done.unchanged) == 3


def test_a_file_that_has_grown_adds_the_new_match(database: Database, log_file) -> None:
    store(database, log_file("week1.csv", match_log("m1")))
    (done,) = store(database, log_file("week2.csv", match_log("m1"), match_log("m2")))
    assert (done.new, done.unchanged) == (["m2"], ["m1"])
    assert counts(database)["strokes"] == 4


@pytest.mark.parametrize(
    "changed",
    [
        match_log("m1", winner="B"),
        match_log("m1", potted="3"),
        match_log("m1").replace("A|B", "B|A"),
        match_log("m1").replace("A|B", "A|C").replace(",B", ",C"),
        match_log("m1").replace(",es,", ",ru,"),
        match_log("m1") + "m1,,,1,B,shot,,,,,,\n",
        match_log("m1").splitlines()[0] + "\n",
    ],
)
def test_other_content_for_a_stored_match_is_refused(database: Database, log_file, changed: str) -> None:
    first = log_file("first.csv", match_log("m1"))
    store(database, first)
    before = content(database)
    (done,) = store(database, log_file("second.csv", changed, match_log("m2")))
    assert f"match 'm1' is stored with other content, from {first} (" in done.refused
    assert "--replace" in done.refused
    assert content(database) == before


def test_replace_puts_the_new_version_in_force_and_keeps_the_old(database: Database, log_file) -> None:
    store(database, log_file("first.csv", match_log("m1"), match_log("m2")))
    (done,) = store(database, log_file("second.csv", match_log("m1", winner="B"), match_log("m2")), replace=True)
    assert (done.replaced, done.unchanged, done.new) == (["m1"], ["m2"], [])
    rows = database.rows("SELECT match, version, superseded_at IS NULL FROM all_matches ORDER BY match, version")
    assert rows == [("m1", 1, False), ("m1", 2, True), ("m2", 1, True)]
    assert database.rows("SELECT match, winner FROM v_racks ORDER BY match") == [("m1", "B"), ("m2", "A")]
    assert database.value("SELECT count(*) FROM v_strokes WHERE match = 'm1'") == 2
    assert database.value("SELECT count(*) FROM strokes") == 6
    # The first version is another content now, and can be put back.
    (done,) = store(database, log_file("first.csv", match_log("m1"), match_log("m2")))
    assert done.refused
    (done,) = store(database, log_file("first.csv", match_log("m1"), match_log("m2")), replace=True)
    assert done.replaced == ["m1"]
    assert database.value("SELECT max(version) FROM all_matches") == 3


# Editions -----------------------------------------------------------------------------------------------------------


def test_a_match_counts_by_its_own_edition_else_by_the_first_asked_for(database: Database, log_file) -> None:
    path = log_file("log.csv", match_log("own", edition="csi"), match_log("none", edition=""))
    store(database, path, editions=("ru", "csi", "es"))
    assert dict(database.rows("SELECT match, ruled_by FROM v_matches")) == {"own": "csi", "none": "ru"}


def test_its_own_edition_counts_from_when_it_is_used(database: Database, log_file) -> None:
    path = log_file("log.csv", match_log("m", edition="csi"))
    store(database, path, editions=("ru",))
    assert database.value("SELECT ruled_by FROM v_matches") == "ru"
    store(database, path, editions=("es",))
    assert database.value("SELECT ruled_by FROM v_matches") == "ru"
    store(database, path)
    assert database.value("SELECT ruled_by FROM v_matches") == "csi"


def test_without_any_edition_nothing_is_stored(database: Database, log_file) -> None:
    path = log_file("log.csv", match_log("m1"), match_log("m2", edition=""))
    with pytest.raises(ReplayError, match="match 'm2' names no edition") as caught:
        store(database, path)
    assert "csi, es, pl, ru, wpa-2016, wpa-2025" in str(caught.value)
    assert counts(database)["matches"] == 0


HOUSE = 'id = "house"\nname = "House rules"\nextends = "es"\n\n[switches]\nwrong_pot = "{value}"\n'


def test_an_edition_that_has_changed_is_noticed_and_ruled_anew_when_asked(
    database: Database, log_file, tmp_path
) -> None:
    path, house = log_file("log.csv", match_log("m1")), tmp_path / "house.toml"
    house.write_text(HOUSE.format(value="option"))
    store(database, path, editions=(str(house),))
    before = content(database)
    house.write_text(HOUSE.format(value="turn_passes"))
    (done,) = store(database, path, editions=(str(house),))
    assert done.stale == [("m1", "house")]
    assert content(database) == before
    (done,) = store(database, path, editions=(str(house),), replace=True)
    assert (done.stale, done.ruled_further, done.rulings) == ([], ["m1"], 2)
    assert counts(database)["rulings"] == 2
    # The earlier rulings stay, out of force.
    assert set(before["all_rulings"]) < set(content(database)["all_rulings"])
    assert database.rows("SELECT superseded_at IS NULL FROM all_ruled ORDER BY edition_key") == [(False,), (True,)]


def test_two_editions_of_one_id_cannot_be_told_apart(database: Database, log_file, tmp_path) -> None:
    one, two = tmp_path / "one.toml", tmp_path / "two.toml"
    one.write_text(HOUSE.format(value="turn_passes"))
    two.write_text(HOUSE.format(value="option"))
    with pytest.raises(StoreRefused, match="two different editions have the id 'house'"):
        store(database, log_file("log.csv", match_log("m1")), editions=(str(one), str(two)))


# Files and units ----------------------------------------------------------------------------------------------------


def test_files_that_share_a_match_are_one_unit(log_file) -> None:
    one = match_log("m1").splitlines(keepends=True)
    paths = [log_file("a.csv", match_log("m0"), one[0]), log_file("b.csv", match_log("m2")), log_file("c.csv", one[1])]
    parts = units(read_logs(paths))
    assert [[Path(file).name for file in part.sources["file"]] for part in parts] == [["a.csv", "c.csv"], ["b.csv"]]
    assert [part.matches["match"].to_list() for part in parts] == [["m0", "m1"], ["m2"]]
    for part in parts:
        assert part.matches["match_no"].to_list() == list(range(part.matches.height))
        assert set(part.events["match_no"]) == set(part.matches["match_no"])


def test_a_refused_file_does_not_keep_the_others_out(database: Database, log_file) -> None:
    store(database, log_file("first.csv", match_log("m1")))
    bad, good = log_file("bad.csv", match_log("m1", winner="B"), match_log("m2")), log_file("good.csv", match_log("m3"))
    done = store(database, bad, good)
    assert [bool(stored.refused) for stored in done] == [True, False]
    assert [row[0] for row in database.rows("SELECT match FROM v_matches ORDER BY match")] == ["m1", "m3"]


def test_stored_file_by_file_or_together_is_the_same(log_file) -> None:
    paths = [log_file("a.csv", match_log("m1")), log_file("b.csv", match_log("m2", edition="ru"))]
    with fresh() as apart, fresh() as together:
        for path in paths:
            store(apart, path)
        store(together, *paths)
        assert content(apart) == content(together)
        assert content(apart)["all_rulings"]


@pytest.mark.parametrize("step", ["STROKE_ROWS", "RACKS", "RULINGS", "RACK_RESULTS"])
def test_a_file_that_fails_half_way_leaves_nothing_of_it(database: Database, log_file, monkeypatch, step: str) -> None:
    store(database, log_file("first.csv", match_log("m1")))
    before = content(database)
    broken = "SELECT error('the disk is full') AS match_key"
    if step in ("STROKE_ROWS", "RACKS"):
        monkeypatch.setitem(write._TABLES, step.lower(), broken)
    elif step == "RULINGS":
        monkeypatch.setattr(rulings, "ROW", ("error('the disk is full') AS match_key",))
    else:
        monkeypatch.setattr(load, step, broken)
    with pytest.raises(StoreRefused, match="the disk is full; the database is as it was before"):
        store(database, log_file("second.csv", match_log("m2")))
    assert content(database) == before
    monkeypatch.undo()
    (done,) = store(database, log_file("second.csv", match_log("m2")))
    assert done.new == ["m2"]


def test_text_from_a_log_is_never_run_as_sql(database: Database, log_file) -> None:
    odd = "x'); DROP TABLE players; --"
    store(database, log_file("log.csv", match_log("m1").replace("A|B", f"{odd}|B").replace(",A", f",{odd}")))
    assert {row[0] for row in database.rows("SELECT player FROM players")} == {odd, "B"}
