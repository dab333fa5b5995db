"""Maps: a league's own headings, words and habits, read as those of the format; and maps proposed from a file."""

import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from logs import Refusals, write_csv

from tenball_stats import terms
from tenball_stats.log import LogRefused, read_logs
from tenball_stats.log.columns import COLUMNS
from tenball_stats.log.mapping import CODES, MapError, Mapping, fold, load_map, map_ids

HERE = Path(__file__).parent
POLISH = (HERE / "in_polish.csv").read_text(encoding="utf-8")
RUSSIAN = (HERE / "in_russian.csv").read_text(encoding="utf-8")
SPANISH = (HERE / "in_spanish.csv").read_text(encoding="utf-8")


def test_a_polish_log(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text(POLISH, encoding="utf-8")
    log = read_logs([path], mapping=load_map("pl"))
    (match,) = log.matches.to_dicts()
    assert match["players"] == ["Łącki", "Żak"]
    assert match["date"] == "2026-03-05 18:30"
    assert match["race_to"] == [3, 2]
    assert match["break_format"] == "alternate"
    rows = log.events.to_dicts()
    assert [terms.KINDS[row["kind"]] for row in rows] == ["break", "shot", "safety", "concede"]
    assert (rows[0]["potted"], rows[0]["potted_pockets"]) == (0b100_0001, 5 << 24 | 1)
    assert (rows[0]["cue_x"], rows[0]["seconds"], rows[1]["seconds"]) == (0.635, 34.5, 34.0)
    assert (rows[1]["call_type"], rows[1]["call_ball"], rows[1]["call_pocket"]) == (terms.CALL_MEANT, 1, 6)
    assert rows[1]["acts"] == terms.ACT_BIT["touch"] | terms.ACT_BIT["unsporting"]
    assert (rows[1]["rail"], rows[2]["rail"], rows[2]["hand"]) == (1, 0, 1)
    assert (rows[2]["first"], rows[2]["off"], rows[2]["call_type"]) == (1, 1 << 10, terms.CALL_NOTHING)
    assert [row["ruling_codes"] for row in rows] == [terms.FOUL_BIT["scratch"], 0, terms.FOUL_BIT["no_rail"], 0]
    assert (rows[3]["winner_no"], rows[3]["score"]) == (0, [1, 0])
    assert rows[1]["note"] == "wpadka"
    assert log.notices == []


@pytest.mark.parametrize(("name", "text"), [("ru", RUSSIAN), ("es", SPANISH)])
def test_a_russian_and_a_spanish_log(tmp_path: Path, name: str, text: str) -> None:
    path = tmp_path / "a.csv"
    path.write_text(text, encoding="utf-8")
    log = read_logs([path], mapping=load_map(name))
    assert log.matches["date"].to_list() == ["2026-03-05"]
    assert len(log.matches["players"][0]) == 2
    rows = log.events.to_dicts()
    assert [terms.KINDS[row["kind"]] for row in rows] == ["break", "shot", "safety", "concede"]
    assert (rows[0]["potted"], rows[0]["potted_pockets"]) == (1 << 6, 5 << 24)
    assert (rows[1]["call_ball"], rows[1]["call_pocket"], rows[1]["potted"]) == (1, 6, 0)
    assert rows[1]["acts"] == terms.ACT_BIT["touch"]
    assert [row["hand"] for row in rows[:3]] == [1, 0, 1]
    assert [row["ruling"] for row in rows[:3]] == [0, 1, 1]
    assert rows[2]["ruling_codes"] == terms.FOUL_BIT["no_rail"]
    assert rows[3]["score"] == [1, 0]


@pytest.mark.parametrize("name", ["pl", "ru", "es"])
def test_a_ready_map_has_a_word_for_everything(name: str) -> None:
    ready = load_map(name)
    assert set(ready.columns.values()) == set(COLUMNS)
    assert set(ready.values["kind"].values()) == set(terms.KINDS)
    assert set(ready.codes.values()) == set(CODES) - {"recorded"}
    assert set(ready.pockets.values()) == set(terms.POCKETS)
    assert set(ready.balls.values()) == {*map(str, range(1, 11)), "cue"}


@pytest.mark.parametrize("name", map_ids())
def test_the_words_of_the_format_hold_beside_a_ready_map(name: str) -> None:
    ready = load_map(name)
    for column in COLUMNS:
        assert ready.heading(column) == column
    for column, texts in {
        "kind": terms.KINDS,
        "called": ("4@fr", "~4@fr", "4", "-"),
        "potted": ("4@fr 6@sl cue@hl", "4 6", "?"),
        "acts": (*terms.ACTS, "touch double_hit"),
        "ruling": ("legal", "foul", *terms.FOULS),
        "rail": ("y", "n"),
        "first": ("0", "10"),
        "spotted": ("-", "2 10"),
        "date": ("2015-07-31", "2015-07-31T19:30", "2015"),
        "score": ("3-2",),
        "players": ("Ann|Bo",),
        "race_to": ("9/7",),
        "layout": ("1:0.635/1.905 2:0.692/2.004",),
        "note": ("nic", "brak", "?"),
    }.items():
        for text in texts:
            assert ready.read(column, text) == text


def test_a_mistake_is_shown_as_it_was_written(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text(POLISH.replace("odstawna", "odstawnna").replace("6/lewa górna", "6/lewa gorka"), encoding="utf-8")
    with pytest.raises(LogRefused) as caught:
        read_logs([path], mapping=load_map("pl"))
    balls, kind = caught.value.problems
    assert (balls.line, balls.column, balls.value) == (2, "potted", "6/lewa gorka biała@ld")
    assert (kind.line, kind.column, kind.value, kind.hint) == (4, "kind", "odstawnna", "did you mean odstawna?")


def test_headings_of_another_language_name_its_map(refused: Refusals) -> None:
    for name, text in (("pl", POLISH), ("ru", RUSSIAN), ("es", SPANISH)):
        (problem,) = refused(text)
        assert f"--map {name}" in (problem.hint or "")


def test_two_headings_for_one_column(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text("Mecz;Partia;Gracz;Zawodnik;Rodzaj\n1;1;A;B;break\n", encoding="utf-8")
    with pytest.raises(LogRefused, match="'Gracz' and 'Zawodnik' both stand for it"):
        read_logs([path], mapping=load_map("pl"))


# One's own -----------------------------------------------------------------------------------------------------------

OWN = """
extends = "pl"
[columns]
"Nasza kolumna" = "note"
[values.kind]
"X" = "safety"
[values.player]
"JK" = "Jan Kowalski"
[values.edition]
"PZBil" = "pl"
[marks]
nothing = ["zero"]
between_players = [" kontra "]
"""


def own(tmp_path: Path, text: str, name: str = "own.toml") -> Path:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    return path


def test_a_map_of_ones_own_extends_a_ready_one(tmp_path: Path) -> None:
    mapping = load_map(own(tmp_path, OWN))
    assert mapping.heading("nasza  KOLUMNA") == "note"
    assert mapping.heading("Gracz") == "player"
    assert (mapping.read("kind", "x"), mapping.read("kind", "odstawna")) == ("safety", "safety")
    assert (mapping.read("player", "jk"), mapping.read("winner", "JK")) == ("Jan Kowalski", "Jan Kowalski")
    assert mapping.read("players", "JK kontra Ann") == "Jan Kowalski|Ann"
    assert mapping.read("edition", "pzbil") == "pl"
    assert (mapping.read("potted", "zero"), mapping.read("potted", "nic")) == ("-", "nic")


def test_a_map_extends_one_that_lies_beside_it(tmp_path: Path) -> None:
    own(tmp_path, OWN, "league.toml")
    mapping = load_map(own(tmp_path, 'extends = "league.toml"\n[values.kind]\n"Y" = "push"\n'))
    assert (mapping.read("kind", "X"), mapping.read("kind", "Y")) == ("safety", "push")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[columns", "this is not TOML"),
        ("[colums]\n", "colums: expected one of"),
        ('[columns]\n"Gra" = "rak"\n', "columns: 'Gra' = 'rak': expected one of match"),
        ('[columns]\n"Gra" = "rak"\n', "did you mean rack?"),
        ("[columns]\nGra = 3\n", "columns: 'Gra': expected a text, found 3"),
        ("columns = 3\n", "columns: expected a table of words"),
        ('[columns]\n"Gra" = "rack"\n"GRA " = "match"\n', "columns: 'GRA ' stands for rack and for match"),
        ('[values.kid]\nx = "shot"\n', "values.kid: there is no such column; did you mean kind?"),
        ('[values.kind]\nx = "shoot"\n', "did you mean shot?"),
        ("values = 1\n", "values: expected tables of words"),
        ('[yes_no]\ntak = "yes"\n', "yes_no: 'tak' = 'yes': expected one of y n"),
        ('[pockets]\nlg = "lf"\n', "pockets: 'lg' = 'lf': expected one of hl hr sl sr fl fr"),
        ('[balls]\nb = "0"\n', "balls: 'b' = '0'"),
        ('[balls]\nb = "cue"\n[pockets]\nB = "fl"\n', "'b' stands for a ball and for a pocket"),
        ('[marks]\nnothing = "x"\n', "marks.nothing: expected a list of texts"),
        ('[marks]\nnothin = ["x"]\n', "did you mean nothing?"),
        ("marks = 1\n", "marks: expected a table of lists"),
        ('decimal = ";"\n', "decimal: expected '.' or ','"),
        ('date_order = "dym"\n', "date_order: expected one of dmy, mdy, ymd"),
        ("date_order = [1]\n", "date_order: expected one of"),
        ("title = 1\n", "title: expected a text"),
        ('extends = "pll"\n', "there is no map"),
        ("extends = 1\n", "extends: expected the id or path"),
        ('extends = "own.toml"\n', "extends itself"),
    ],
)
def test_what_is_wrong_with_a_map_is_one_clear_message(tmp_path: Path, text: str, said: str, run_tenball: Any) -> None:
    path = own(tmp_path, text)
    with pytest.raises(MapError) as caught:
        load_map(path)
    assert said in str(caught.value)
    log = write_csv(tmp_path / "a.csv", [])
    ran = run_tenball("check", log, "--map", path)
    assert ran.status == 2
    assert ran.out == ""
    assert ran.err.startswith("tenball: ")
    assert "Traceback" not in ran.err


def test_every_fault_of_a_map_is_said_at_once(tmp_path: Path) -> None:
    with pytest.raises(MapError) as caught:
        load_map(own(tmp_path, '[columns]\na = "b"\nc = "d"\n[yes_no]\nx = "z"\n'))
    assert len(str(caught.value).splitlines()) == 3


def test_maps_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(MapError, match="give en, es, pl, ru"):
        load_map("de")
    (tmp_path / "latin.toml").write_bytes('[columns]\n"Stół" = "table"\n'.encode("cp1250"))
    with pytest.raises(MapError, match="saved as UTF-8"):
        load_map(tmp_path / "latin.toml")
    with pytest.raises(MapError, match="cannot be read"):
        load_map(tmp_path)
    with pytest.raises(MapError):
        load_map("a\x00b")


@pytest.mark.parametrize(
    ("order", "text", "said"),
    [
        ("dmy", "5.3.2026", "2026-03-05"),
        ("dmy", "05/03/26", "2026-03-05"),
        ("dmy", "5.3.98", "1998-03-05"),
        ("mdy", "3/5/2026", "2026-03-05"),
        ("ymd", "2026/3/5", "2026-03-05"),
        ("dmy", "2026-03-05", "2026-03-05"),
        ("dmy", "5.3.2026, 9:05", "2026-03-05 09:05"),
        ("dmy", "31.31.2026", "2026-31-31"),  # no day: refused when it is read
        ("dmy", "2026", "2026"),
        ("", "5.3.2026", "5.3.2026"),
    ],
)
def test_dates(order: str, text: str, said: str) -> None:
    assert Mapping("x", date_order=order).read("date", text) == said


def test_cells_that_say_that_nothing_was_recorded_are_blank(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text("match,rack,player,kind,first,rail,potted,lag_cm\n1,1,A,break,n/a,n/a,n/a,\n1,1,B,shot,,?,,\n")
    log = read_logs([path], mapping=load_map("en"))
    assert log.events["first"].to_list() == [-1, -1]
    assert log.events["rail"].to_list() == [-1, -1]
    assert log.events["potted_known"].to_list() == [False, True]


@settings(max_examples=200)
@given(
    name=st.sampled_from(map_ids()),
    column=st.sampled_from(COLUMNS),
    text=st.one_of(
        st.text(max_size=20),
        st.lists(st.sampled_from(["4", "@", "lewa", "górna", "биток", "нет", "/", "~", "nada", "(", "ocz."])).map(
            " ".join
        ),
    ),
)
def test_any_text_is_mapped_to_a_text(name: str, column: str, text: str) -> None:
    read = load_map(name).read(column, text)
    assert isinstance(read, str)
    assert "\n" not in read or "\n" in text


def test_words_are_compared_without_accents_capitals_and_points() -> None:
    assert fold("  Ściana—Płocka_x. ") == fold("sciana plocka X")
    assert fold("Счёт") == fold("СЧЕТ")
    assert (fold("-"), fold("?"), fold(".")) == ("-", "?", ".")


# Proposed ------------------------------------------------------------------------------------------------------------

LEAGUE = """Game ID;Played;Opponents;Frame;Nr;Shooter name;What;Pot;Referee;Cloth;Comment
7;3/14/2026;Ann v Bo;1;1;Ann;break;6;;blue;
7;;;1;2;Ann;shot;1;;;
7;;;1;3;Bo;safty;;foul;;
7;;;1;4;Ann;Push Out;;wrong bal;;hm
7;;;1;5;Ann;zzz;cue LB;;;
"""


def proposed(run_tenball: Any, path: Path) -> str:
    ran = run_tenball("map", path)
    assert ran.status == 0
    assert tomllib.loads(ran.out) is not None
    return str(ran.out)


def test_a_proposal_from_headings_and_cells(run_tenball: Any, tmp_path: Path) -> None:
    path = tmp_path / "league.csv"
    path.write_text(LEAGUE)
    text = proposed(run_tenball, path)
    given = tomllib.loads(text)
    assert given["extends"] == "en"
    assert given["date_order"] == "mdy"
    assert given["columns"] == {
        "Played": "date",
        "Opponents": "players",
        "Shooter name": "player",
        "What": "kind",
        "Pot": "potted",
        "Referee": "ruling",
    }
    assert given["values"]["kind"] == {"safty": "safety"}
    assert given["codes"] == {"wrong bal": "wrong_ball"}
    assert '# "Game ID" = "match"' in text
    assert "# No heading was told to be match, and a log needs it." in text
    assert '# "zzz" = ""' in text
    assert '# "LB" = ""' in text
    assert '# "Cloth" = ""' in text


def test_a_proposal_can_be_completed_and_used(run_tenball: Any, tmp_path: Path) -> None:
    path = tmp_path / "league.csv"
    path.write_text(LEAGUE)
    text = proposed(run_tenball, path)
    for line, meant in (
        ('# "Game ID" =', None),
        ('# "zzz" = ""', '"zzz" = "shot"'),
        ('# "LB" = ""', '[pockets]\n"LB" = "fl"'),
    ):
        text = text.replace(line, meant or line.removeprefix("# "))
    saved = own(tmp_path, text)
    ran = run_tenball("fmt", path, "--map", saved)
    assert ran.status == 0, ran.err
    assert ran.out.startswith(
        "match,date,players,rack,player,kind,potted,ruling,note,Nr,Cloth\n7,2026-03-14,Ann|Bo,1,Ann"
    )
    assert "7,,,1,Ann,shot,cue@fl,,,5,\n" in ran.out


@pytest.mark.parametrize(("name", "text"), [("pl", POLISH), ("ru", RUSSIAN), ("es", SPANISH)])
def test_a_file_in_a_known_language_needs_nothing_more(run_tenball: Any, tmp_path: Path, name: str, text: str) -> None:
    path = tmp_path / "a.csv"
    path.write_text(text, encoding="utf-8")
    assert tomllib.loads(proposed(run_tenball, path)) == {"extends": name}


def test_a_log_needs_no_map(run_tenball: Any) -> None:
    path = Path(__file__).parents[2] / "data" / "real-2015.csv"
    assert tomllib.loads(proposed(run_tenball, path)) == {}


def test_players_and_decimals_are_told(run_tenball: Any, tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text(
        "match;rack;player;kind;players;cue_x;date\n1;1;A;break;A ; B;0,5;1.2.2026\n".replace("A ; B", "A — B")
    )
    given = tomllib.loads(proposed(run_tenball, path))
    assert given == {"decimal": ",", "date_order": "dmy", "marks": {"between_players": [" — "]}}


@settings(max_examples=settings().max_examples // 5, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    headings=st.lists(st.text(st.characters(exclude_categories=["Cs"]), max_size=12), min_size=1, max_size=6),
    cells=st.lists(st.text(st.characters(exclude_categories=["Cs"]), max_size=12), max_size=12),
)
def test_any_file_gives_a_map_that_loads(
    tmp_path: Path, run_tenball: Any, headings: list[str], cells: list[str]
) -> None:
    import csv

    path = tmp_path / "a.csv"
    with path.open("w", encoding="utf-8", newline="") as out:
        csv.writer(out).writerow(headings)
        csv.writer(out).writerows([cells[i : i + len(headings)] for i in range(0, len(cells), len(headings))])
    ran = run_tenball("map", path)
    assert ran.status in {0, 2}
    if ran.status == 0:
        load_map(own(tmp_path, ran.out))
