"""A database made again from its files and its journal has the same content."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from fresh import fresh
from storing import HEADER, match_log, store

from tenball_stats.log import LogRefused, read_logs
from tenball_stats.rules import load_edition
from tenball_stats.stats.catalogue import view_scripts
from tenball_stats.store import Database, StoreRefused, open_database
from tenball_stats.store.amend import amend
from tenball_stats.store.check import check
from tenball_stats.store.ingest import ingest
from tenball_stats.store.players import alias, merge, merges, undo
from tenball_stats.store.rebuild import compare, content_tables, rebuild
from tenball_stats.store.records import prefer
from tenball_stats.store.rerule import reruled, rule_anew
from tenball_stats.store.rows import Which
from tenball_stats.store.withdraw import restore, withdraw

DATA = Path(__file__).parents[2] / "data"
HOUSE = 'id = "house"\nname = "House"\nextends = "es"\n\n[switches]\nwrong_pot = "{}"\n'


@pytest.fixture
def database() -> Iterator[Database]:
    with fresh() as opened:
        yield opened


def same_again(database: Database) -> None:
    with fresh() as new:
        rebuild(database, new)
        assert compare(database, new) == {}


def test_bundled_logs(database: Database) -> None:
    store(database, *DATA.glob("*.csv"), editions=("csi", "pl"))
    store(database, DATA / "real-2015.csv", editions=("ru",))
    same_again(database)


def test_a_difference_is_seen_and_named(database: Database) -> None:
    store(database, DATA / "example.csv")
    with fresh() as new:
        rebuild(database, new)
        new.con.execute("UPDATE stroke_rows SET shot = 9 WHERE match_key = 2 AND seq = 3")
        new.con.execute("DELETE FROM names WHERE name = 'Carla'")
        assert compare(database, new) == {"names": [], "strokes": ["example-2"]}
    assert set(content_tables(database)) >= {"strokes", "all_rulings", "journal", "originals", "identities"}


def test_a_file_in_another_encoding_a_workbook_and_a_file_with_bad_matches(database: Database, tmp_path: Path) -> None:
    import xlsxwriter

    path = tmp_path / "pl.csv"
    path.write_bytes(
        "mecz;partia;gracz;rodzaj;wbite;uwagi;sędzia\nf;1;Łukasz;rozbicie;4;ósmy;Żak\nf;1;Ewa;uderzenie;;;\n".encode(
            "cp1250"
        )
    )
    from tenball_stats.log.mapping import load_map

    ingest(database, read_logs([path], encoding="cp1250", mapping=load_map("pl")), [load_edition("pl")])
    book = tmp_path / "book.xlsx"
    with xlsxwriter.Workbook(str(book)) as made:
        for sheet in ("One", "Two"):
            page = made.add_worksheet(sheet)
            page.write_row(0, 0, ["match", "players", "edition", "rack", "player", "kind", "potted"])
            page.write_row(1, 0, [f"x-{sheet}", "A|B", "es", 1, "A", "break", "4"])
    store(database, book)
    mixed = tmp_path / "mixed.csv"
    mixed.write_text(HEADER + match_log("good") + match_log("bad", potted="4@xx"), encoding="utf-8")
    store(database, mixed, keep_going=True)
    assert database.value("SELECT count(*) FROM matches") == 4
    assert database.value("SELECT count(*) FROM sources WHERE file <> path") == 2
    assert database.value("SELECT count(*) FROM rejects") == 1
    same_again(database)


def test_an_edition_whose_file_has_changed_and_is_gone(database: Database, log_file, tmp_path: Path) -> None:
    house = tmp_path / "house.toml"
    for value in ("option", "turn_passes"):
        house.write_text(HOUSE.format(value))
        standing = reruled(database, [load_edition(str(house))])
        rule_anew(database, standing)
        store(database, log_file("log.csv", match_log("m1")), editions=(str(house), "ru"))
    house.unlink()
    assert database.rows("SELECT edition, superseded_at IS NULL FROM all_ruled JOIN editions USING (edition_key) "
                         "ORDER BY edition, 2") == [("house", False), ("house", True), ("ru", True)]  # fmt: skip
    same_again(database)


def test_what_is_older_than_the_journal_is_taken_over(tmp_path: Path, log_file) -> None:
    import gzip

    path = tmp_path / "old.duckdb"
    released = Path(__file__).parent / "released" / "schema-1.duckdb.gz"
    path.write_bytes(gzip.decompress(released.read_bytes()))
    with open_database(path, views=view_scripts()) as old:
        same_again(old)
        (done,) = store(old, log_file("new.csv", match_log("club-1", winner="B")), replace=True)
        assert done.replaced == ["club-1"]
        amend(old, "example-2", {"note": "seen"}, rack=1, shot=1, who="x", why="y")
        merge(old, "Ana", "Ann")
        same_again(old)


def test_a_damaged_file_is_said_and_nothing_else_happens(database: Database, log_file) -> None:
    store(database, log_file("log.csv", match_log("m1")))
    database.con.execute("UPDATE originals SET data = 'x'::BLOB, codec = 'none'")
    with fresh() as new, pytest.raises(StoreRefused, match="is not what its hash says"):
        rebuild(database, new)


# Any sequence ---------------------------------------------------------------------------------------------------------

MATCHES = ("m1", "m2", "m3")
PLAYERS = ("A", "B", "Ann", "Bo", "Á", "SVB")
RECORDERS = ("", "Ewa", "Jan")
CELLS = ({"potted": "5"}, {"rail": ""}, {"rail": "y"}, {"winner": ""}, {"note": "=1+1"}, {"first": "11"})
HOUSES = ("option", "turn_passes")


class Changes:
    """Changes of a database, drawn at random; what is refused changes nothing."""

    def __init__(self, database: Database, folder: Path, seed: int) -> None:
        self.database, self.folder = database, folder
        self.draw = Random(seed)  # noqa: S311
        self.files = 0

    def make(self, count: int) -> None:
        kinds = (self.ingest, self.again, self.amend, self.amend_match, self.amend_rows, self.prefer, self.merge,
                 self.merge, self.alias, self.undo, self.rerule, self.withdraw, self.restore, self.restore)  # fmt: skip
        for number in range(count):
            before = self.database.value("SELECT max(entry) FROM journal")
            try:
                (self.draw.choice(kinds) if number > 3 else self.ingest)()
            except (StoreRefused, LogRefused):
                assert self.database.value("SELECT max(entry) FROM journal") == before

    def who(self) -> dict[str, str | None]:
        return {"who": self.draw.choice(("Ewa", "x'); --")), "why": self.draw.choice(("video", "=1+1"))}

    def house(self) -> str:
        path = self.folder / "house.toml"
        path.write_text(HOUSE.format(self.draw.choice(HOUSES)))
        return str(path)

    def file(self, rows: list[str], recorder: str) -> Path:
        self.files += 1
        path = self.folder / f"{self.files}.csv"
        head = HEADER.replace("\n", ",recorder,cloth\n")
        path.write_text(head + "".join(f"{row},{recorder},blue\n" for row in "".join(rows).splitlines()), "utf-8")
        return path

    def ingest(self) -> None:
        draw, recorder = self.draw, self.draw.choice(RECORDERS)
        one, other = draw.sample(PLAYERS, 2)
        rows = [
            match_log(match, winner=draw.choice((one, other)), potted=draw.choice(("2", "2", "3 cue", "?", "4@xx")))
            .replace("A|B", f"{one}|{other}")
            .replace(",A,", f",{one},")
            for match in draw.sample(MATCHES, draw.randint(1, 3))
        ]
        files = [self.file([row], recorder) for row in rows] if draw.random() < 0.3 else [self.file(rows, recorder)]
        how = draw.choice(({}, {"replace": True}, {"beside": True}, {"replace": True, "keep_going": True}))
        store(self.database, *files, editions=draw.choice(((), (), ("ru",), ("es", "pl"), (self.house(),))), **how)

    def again(self) -> None:
        files = self.database.rows("SELECT path FROM sources ORDER BY ALL")
        if files:
            store(self.database, self.draw.choice(files)[0], editions=self.draw.choice((("ru",), ("csi",))))

    def amend(self) -> None:
        match, cells, recorder = (self.draw.choice(some) for some in (MATCHES, CELLS, (None, None, "Ewa", "Jan")))
        amend(self.database, match, cells, rack=1, shot=self.draw.randint(1, 2), recorder=recorder, **self.who())

    def amend_match(self) -> None:
        amend(self.database, self.draw.choice(MATCHES), {"event": self.draw.choice(("Cup", ""))}, **self.who())

    def amend_rows(self) -> None:
        cells = self.draw.choice(({"kind": "shot", "player": "A", "potted": "4"}, {"kind": "concede", "player": "A"}))
        how, match = self.draw.choice(("before", "after", "after", "remove")), self.draw.choice(MATCHES)
        row = Which(row=self.draw.randint(1, 3))
        amend(self.database, match, {} if how == "remove" else cells, which=row, how=how, **self.who())

    def withdraw(self) -> None:
        withdraw(self.database, self.draw.choice(MATCHES), who="x", why="y")

    def restore(self) -> None:
        restore(self.database, self.draw.choice(MATCHES), who="x", why="y")

    def prefer(self) -> None:
        others = self.database.rows(
            "SELECT m.match, m.recorder FROM all_matches m ANTI JOIN matches USING (match_key) "
            "WHERE m.superseded_at IS NULL AND m.recorder IS NOT NULL ORDER BY ALL"
        )
        prefer(self.database, *self.draw.choice(others or [("m1", "Ewa")]), **self.who())

    def merge(self) -> None:
        merge(self.database, *self.draw.sample(PLAYERS, 2), **self.who())

    def alias(self) -> None:
        alias(self.database, self.draw.choice(PLAYERS), self.draw.choice(("SVB", "Zed")), **self.who())

    def undo(self) -> None:
        there = [one.other for one in merges(self.database) if one.until is None]
        undo(self.database, self.draw.choice(there or PLAYERS), **self.who())

    def rerule(self) -> None:
        standing = reruled(self.database, [load_edition(self.house())])
        if standing.changed:
            rule_anew(self.database, standing, **self.who())


def changed_at_random(database: Database, folder: Path, seed: int, count: int) -> set[str]:
    """Change a database at random, make it again, and return the actions of its journal."""
    Changes(database, folder, seed).make(count)
    assert check(database) == []
    same_again(database)
    return {action for (action,) in database.rows("SELECT DISTINCT action FROM journal")}


def test_after_any_sequence_of_changes_a_rebuild_is_identical(tmp_path: Path) -> None:
    actions = set()
    for seed in (1, 5):
        with fresh() as database:
            (tmp_path / str(seed)).mkdir()
            actions |= changed_at_random(database, tmp_path / str(seed), seed, 25)
    assert actions == {
        "ingest", "rule", "reject", "amend", "prefer", "merge", "alias", "undo", "rerule", "withdraw", "restore",
    }  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 160))
def test_after_many_changes_a_rebuild_is_identical(database: Database, tmp_path: Path, seed: int) -> None:
    assert "ingest" in changed_at_random(database, tmp_path, seed, 60)
