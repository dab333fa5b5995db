"""A large log is read and stored in parts; what comes of it is what comes of the whole."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from fresh import fresh
from logs import write_csv
from random_racks import matches, table
from storing import HEADER, content, match_log

from tenball_stats.log import Log, LogRefused, parts, read_logs
from tenball_stats.log.mapping import load_map
from tenball_stats.log.parts import NotInParts, Parts, in_parts
from tenball_stats.log.readers import Options
from tenball_stats.replay import ReplayError
from tenball_stats.rules import Edition, load_edition
from tenball_stats.store import Database, StoreRefused, originals
from tenball_stats.store.ingest import Stored, store_log

DATA = Path(__file__).parents[2] / "data"


@pytest.fixture(autouse=True)
def small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parts, "LARGE", 0)
    monkeypatch.setattr(parts, "PART", 400)


def part_of(path: Path, *, keep_going: bool = False, options: Options | None = None) -> Parts:
    found = in_parts([path], options or Options(), keep_going=keep_going)
    assert found is not None
    return found


Outcome = tuple[list[Stored] | str, dict[str, list[tuple[object, ...]]], tuple[object, ...]]


def stored(log: Log | Parts, before: Callable[[Database], None], editions: list[Edition], **how: bool) -> Outcome:
    """What storing a log gives, all that is in the database then, and what is said of the log."""
    with fresh() as database:
        before(database)
        try:
            done: list[Stored] | str = store_log(database, log, editions, **how)  # type: ignore[arg-type]
        except (LogRefused, ReplayError, StoreRefused) as error:
            done = f"{type(error).__name__}: {error}"
        if isinstance(done, list):
            for one in done:  # the minute may have changed between the two
                one.refused = re.sub(r"\d\d:\d\d UTC", "UTC", one.refused)
        said = (log.notices, log.rejected, log.rejects.rows(), log.matches.select("match", "players").rows())
        return done, content(database), said if isinstance(done, list) else ()


def both(
    path: Path,
    *editions: str,
    keep_going: bool = False,
    before: Callable[[Database], None] = lambda _: None,
    options: Options | None = None,
    **how: bool,
) -> Outcome:
    """Store a log whole and in parts; return the one outcome of both."""
    asked = [load_edition(edition) for edition in editions]
    mapping = options.mapping if options else None
    in_pieces = stored(part_of(path, keep_going=keep_going, options=options), before, asked, **how)
    refused = ""
    try:
        log = read_logs([path], keep_going=keep_going, mapping=mapping)
    except LogRefused as error:
        refused = f"LogRefused: {error}"
    if refused:
        assert in_pieces[0] == refused
        return in_pieces
    whole = stored(log, before, asked, **how)
    assert in_pieces[0] == whole[0]
    for name, rows in whole[1].items():
        assert in_pieces[1][name] == rows, name
    assert in_pieces[2] == whole[2]
    return in_pieces


@pytest.mark.parametrize("editions", [(), ("es", "ru")])
@pytest.mark.parametrize("log", ["example.csv", "real-2015.csv"])
def test_bundled_logs(log: str, editions: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    if log == "real-2015.csv" and not editions:
        editions = ("csi",)
    monkeypatch.setattr(parts, "PART", 3000)
    done, found, _ = both(DATA / log, *editions)
    assert isinstance(done, list)
    assert found["all_rulings"]


@pytest.mark.parametrize("seed", range(4))
def test_any_log(seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parts, "PART", (1, 100, 700, 5000)[seed])
    path = write_csv(tmp_path / "log.csv", table(matches(seed, 8)))
    both(path, "pl", keep_going=True)


def rows(count: int, **odd: str) -> list[str]:
    return [match_log(f"m{number}", **odd) for number in range(1, count + 1)]


def test_a_mistake_far_down_leaves_nothing_of_the_file(log_file: Callable[..., Path]) -> None:
    path = log_file("log.csv", *rows(30), match_log("late", potted="4@xx"), match_log("later", winner="C"))
    done, found, _ = both(path)
    assert isinstance(done, str)
    assert "line 62" in done
    assert "line 65" in done
    assert not found["all_matches"]
    assert not found["names"]
    assert not found["journal"]
    done, found, said = both(path, keep_going=True)
    assert isinstance(done, list)
    assert len(done[0].new) == 30
    assert len(found["rejects"]) == 2
    assert said[2][0][7] == "late,A|B,es,1,A,break,,1,,,4@xx,"


def test_what_is_wrong_with_a_log_comes_before_what_an_edition_makes_of_it(log_file: Callable[..., Path]) -> None:
    path = log_file("log.csv", match_log("m1", edition="none"), *rows(9), match_log("late", potted="4@xx"))
    done, _, _ = both(path)
    assert isinstance(done, str)
    assert done.startswith("LogRefused")
    path = log_file("log.csv", *rows(9), match_log("m99", edition="none"), *rows(0))
    done, found, _ = both(path)
    assert isinstance(done, str)
    assert done.startswith("ReplayError: match 'm99'")
    assert not found["all_matches"]


def test_a_match_whose_rows_do_not_stand_together_takes_the_whole_file(log_file: Callable[..., Path]) -> None:
    first, second = match_log("apart").splitlines(keepends=True)
    path = log_file("log.csv", first, *rows(30), second)
    with fresh() as database:
        with pytest.raises(NotInParts, match="do not stand together"):
            store_log(database, part_of(path))
        assert database.value("SELECT count(*) FROM all_matches") == 0


def test_a_match_longer_than_a_part(log_file: Callable[..., Path]) -> None:
    long = "".join(match_log("long").replace(",1,A", f",{rack},A") for rack in range(1, 60))
    done, _, _ = both(log_file("log.csv", *rows(3), long, *rows(0)))
    assert isinstance(done, list)
    assert done[0].racks == 62


def test_stored_matches_are_known_again(log_file: Callable[..., Path], tmp_path: Path) -> None:
    path = log_file("log.csv", *rows(8))
    other = log_file("other.csv", *rows(10, winner="B"))
    more = log_file("more.csv", *rows(10))

    def before(database: Database) -> None:
        store_log(database, read_logs([path]))

    assert both(path, before=before)[0][0].unchanged[-1] == "m8"  # type: ignore[union-attr]
    assert len(both(path, "ru", before=before)[0][0].ruled_further) == 8  # type: ignore[union-attr]
    assert both(more, before=before)[0][0].new == ["m9", "m10"]  # type: ignore[union-attr]
    assert "and 5 more matches likewise" in both(other, before=before)[0][0].refused  # type: ignore[union-attr]
    assert len(both(other, before=before, replace_matches=True)[0][0].replaced) == 8  # type: ignore[union-attr]
    assert "--beside" not in both(other, before=before, beside=True)[0][0].refused  # type: ignore[union-attr]


ODD = (
    "match,players,edition,rack,player,kind,called,potted,round,mine,,also\n",
    *(f"a{no},A|B,es,2,A,break,,2,,,,\na{no},,,,A,lag,,,,,,\n" for no in range(25)),  # rack 1 is missing
    *(f"b{no},A|B,es,1,A,break,3@fr,2,2026-01-08,,,\n" for no in range(5)),  # a call on a break, a date for a round
    'c1,"A|B",es,1,A,break,,2,,"x, y",z,\n',
    "c2,A|B,es,1,A,break,,2,,\n",  # short
    "\n",
    " c3 ,A|B,es,1, A ,break,,'=2,,,,\n",
    "c4,A|B,es,1,A,break,,2,,,,,,\n",  # long, but blank
    "c5,A|Zoë,es,1,Zoë,break,,2,,,,\n",
    "c6,A|B,es,1,A,break,,2,,,,",
)


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("keep_going", [False, True])
def test_remarks_unknown_columns_and_odd_rows(end: str, keep_going: bool, tmp_path: Path) -> None:
    path = tmp_path / "log.csv"
    path.write_text("".join(ODD).replace("\n", end), encoding="utf-8", newline="")
    both(path, keep_going=keep_going)
    path.write_text("".join(ODD[:31]).replace("\n", end), encoding="utf-8", newline="")
    done, _, said = both(path, keep_going=True)
    assert isinstance(done, list)
    assert any("5 more matches with racks" in str(notice) for notice in said[0])  # type: ignore[attr-defined]


def test_a_map(tmp_path: Path) -> None:
    text = (Path(__file__).parents[1] / "log" / "in_polish.csv").read_text(encoding="utf-8")
    path = tmp_path / "log.csv"
    path.write_text(text, encoding="utf-8")
    both(path, "pl", keep_going=True, options=Options(mapping=load_map("pl")))


def test_what_cannot_be_cut_is_read_whole(tmp_path: Path) -> None:
    path = tmp_path / "log.csv"
    path.write_text(HEADER.replace("winner", "note") + 'm1,A|B,es,1,A,break,,,,,,"two\nlines"\n')
    with fresh() as database, pytest.raises(NotInParts):
        store_log(database, part_of(path))
    assert in_parts([path], Options(encoding="cp1250")) is None
    assert in_parts([path, path], Options()) is None
    assert in_parts([tmp_path], Options()) is None
    assert in_parts([tmp_path / "none.csv"], Options()) is None
    assert in_parts(["-"], Options()) is None
    for data in (b"\xff\xfem\x00", b"PK\x03\x04", b"a,b\n", b"match,match,rack\n", b"match"):
        path.write_bytes(data)
        assert in_parts([path], Options()) is None


def test_a_file_is_kept_in_parts_and_comes_back(log_file: Callable[..., Path], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(originals, "PART", 100)
    path = log_file("log.csv", *rows(20))
    _, found, _ = both(path)
    assert [row[0] for row in found["original_parts"]] == [row[0] for row in found["originals"]] * len(
        found["original_parts"]
    )
    assert len(found["original_parts"]) == -(-path.stat().st_size // 100)
    with fresh() as database:
        store_log(database, part_of(path))
        (sha256,) = database.rows("SELECT sha256 FROM originals")[0]
        assert originals.original(database, sha256) == path.read_bytes()
        database.con.execute("DELETE FROM original_parts WHERE part = 2")
        with pytest.raises(StoreRefused, match="is not what its hash says"):
            originals.original(database, sha256)


def test_a_file_that_changes_while_it_is_read_is_refused(log_file: Callable[..., Path]) -> None:
    path = log_file("log.csv", *rows(20))
    log = part_of(path)
    with path.open("a", encoding="utf-8") as file:
        file.write(match_log("new"))
    with fresh() as database:
        with pytest.raises(LogRefused, match="was changed while it was read"):
            store_log(database, log)
        assert database.value("SELECT count(*) FROM all_matches") == 0
