"""What is wrong with a user's edition is said all at once, each with the line that it stands on."""

import pytest

from tenball_stats.rules import EditionError, load_edition
from tenball_stats.rules.faults import lines_of

FAULTY = """\
id = "club"
name = ""                      # line 2
extends = "es"
langage = "en"                 # line 4

[clauses]
"H1" = "A house rule."
"H2" = 2                       # line 8

[switches]
early_tn = "wins"              # line 11
wrong_pot = { value = "maybe", clauses = [
    "H1",
    "H9",
] }                            # begins on line 12
break_min_rails = 11           # line 16
push_out = "yes"               # line 17

[switches.safety_pot]
value = "option"
basis = "hearsay"              # line 21
reading = ["x"]                # line 22

[fouls]
slow = true
tuch = false                   # line 26
"""

SAID = [
    (2, "name: expected a text, found ''"),
    (4, "'langage' is not a known key; did you mean language?"),
    (8, "clauses: 'H2': expected a text, found 2"),
    (11, "'early_tn' is not a known switch; did you mean early_ten?"),
    (12, "wrong_pot: expected option or turn_passes or counts, found 'maybe'"),
    (12, "wrong_pot: clause 'H9' is not among the clauses of this edition"),
    (16, "break_min_rails: expected a whole number from 0 to 10, found 11"),
    (17, "push_out: expected true or false, found 'yes'"),
    (21, "safety_pot: basis: expected one of explicit, interpretation, silent, found 'hearsay'"),
    (22, "safety_pot: reading: expected a text, found ['x']"),
    (26, "'tuch' is not a known foul; did you mean touch?"),
]


def refused(path) -> list[str]:
    with pytest.raises(EditionError) as refusal:
        load_edition(path)
    return str(refusal.value).split("\n")


def test_every_fault_is_said_with_its_line(tmp_path) -> None:
    path = tmp_path / "club.toml"
    path.write_text(FAULTY, encoding="utf-8")
    assert refused(path) == [f"{path}, line {line}: {said}" for line, said in SAID]


def test_the_command_line_prints_them(run_tenball, tmp_path) -> None:
    path = tmp_path / "club.toml"
    path.write_text(FAULTY, encoding="utf-8")
    ran = run_tenball("editions", "show", path)
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.startswith("tenball: ")
    assert ran.err.count("\n") == len(SAID)


def test_faults_of_the_file_that_it_extends_are_said_with_its_own(tmp_path) -> None:
    own, house = tmp_path / "own.toml", tmp_path / "house.toml"
    own.write_text('id = "own"\nname = "Own"\nextends = "house.toml"\n[switches]\nearly_tn = 1\n'
                   'early_ten = { value = "wins", clauses = ["H1"] }\n')  # fmt: skip
    house.write_text('id = "house"\nname = "House"\nextends = "es"\n[clauses]\n"H1" = "x"\n[fouls]\nslw = false\n')
    first, second = refused(own)
    assert first == f"{house}, line 7: 'slw' is not a known foul; did you mean slow?"
    assert second == f"{own}, line 5: 'early_tn' is not a known switch; did you mean early_ten?"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (b"id = \n", "is not TOML: Invalid value (at line 1, column 6)"),
        (b"id = '\xff'\n", "is not UTF-8 text; save the file as UTF-8"),
        (b"x = " + b"[" * 20_000, "cannot be read"),
        (b'extends = "nowhere"\nid = "a"\nname = "A"\n', "line 1: extends: edition 'nowhere' is not known; known are"),
        (b'extends = "a.toml"\nid = "a"\nname = "A"\n', "line 1: extends: a.toml extends itself"),
        (b"extends = 7\nid = 'a'\nname = 'A'\n", "line 1: extends: expected an edition's id, found 7"),
        (b"id = ' ES'\nname = 'A'\nextends = 'es'\n", "line 1: id: ' ES' is a built-in edition's"),
        (b"id = 'a'\nname = 'A'\nextends = 'es'\n\nswitches = 3\n", "line 5: switches: expected a table of switch"),
        (b"id = 'a'\nname = 'A'\nextends = 'es'\nsource = 3\n", "line 4: source: expected a text, found 3"),
        (b"id = 'a'\nname = 'A'\nextends = 'es'\ncite_parent = 'no'\n", "line 4: cite_parent: expected true or false"),
        (b"id = 'a'\nname = 'A'\nextends = 'es'\nfouls.recorded = false\n", "line 4: fouls: 'recorded' has to be"),
        (b"id = 'a'\nname = 'A'\n", "no value for players, three_player_loss, "),
    ],
)
def test_a_file_that_is_no_edition(tmp_path, text: bytes, said: str) -> None:
    path = tmp_path / "a.toml"
    path.write_bytes(text)
    assert any(said in line and line.startswith(str(path)) for line in refused(path)), refused(path)


def test_many_faults_are_counted(tmp_path) -> None:
    path = tmp_path / "a.toml"
    path.write_text("id = 'a'\nname = 'A'\nextends = 'es'\n" + "".join(f"k{n} = 1\n" for n in range(30)))
    assert [line.partition(":")[0] for line in refused(path)] == [
        *(f"{path}, line {line}" for line in range(4, 24)),
        "and 10 more",
    ]


def test_lines_of_every_way_to_write_a_table() -> None:
    text = (
        '# a comment\n\na.b = 1\n[t]\n\nx = """\n[not a table]\n"""\ny = [\n  1,\n]\n'
        "[[list]]\nz = 1\n[deep.er]\nw = {v = 1}\n"
    )
    assert lines_of(text) == {
        ("a",): 3, ("a", "b"): 3, ("t",): 4, ("t", "x"): 6, ("t", "y"): 9, ("list",): 12, ("deep",): 14,
        ("deep", "er"): 14, ("deep", "er", "w"): 15, ("deep", "er", "w", "v"): 15,
    }  # fmt: skip
