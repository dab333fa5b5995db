"""Names that may be one: what is reported, why, and what is left alone."""

import itertools
import unicodedata

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tenball_stats.log.names import Near, near_ids, near_names, perhaps_one, remarks

CAPITALS = "they differ in capitals"
ALPHABETS = "they look alike, with letters of two alphabets"
MARKS = "they differ in accents or marks"
SPACES = "they differ in spaces"
ORDER = "they differ in the order of the words"
SHORT = "one is shortened"
SLIP = "they are spelled alike"


@pytest.mark.parametrize(
    ("one", "other", "why"),
    [
        ("Jan Nowak", "JAN NOWAK", CAPITALS),
        ("Straße", "STRASSE", CAPITALS),
        ("Ann Lee", "\u0410nn Lee", ALPHABETS),
        ("Иванов", "Ивaнoв", ALPHABETS),
        ("Nikos", "Νikos", ALPHABETS),
        ("Łącki", "Lacki", MARKS),
        ("José Ruiz", "Jose Ruiz", MARKS),
        ("Артём", "Артем", MARKS),
        ("Björn Ström", "Bjorn Strom", MARKS),
        ("O'Sullivan", "O’Sullivan", MARKS),
        ("Van-Boening", "Van Boening", MARKS),
        ("Nowak, Jan", "Nowak Jan", MARKS),
        ("Ann\u00adLee", "AnnLee", CAPITALS),  # a soft hyphen, which does not show
        ("Van Boening", "VanBoening", SPACES),
        ("Jan Nowak", "Nowak Jan", ORDER),
        ("Jan Nowak", "Nowak, Jan", ORDER),
        ("Jan Nowak", "J. Nowak", SHORT),
        ("Jan Nowak", "Nowak J", SHORT),
        ("Jan Maria Nowak", "J. M. Nowak", SHORT),
        ("Jan Nowak", "Nowak", SHORT),
        ("Jan Nowak", "Jan", SHORT),
        ("J. Nowak", "Nowak", SHORT),
        ("Mike Dechaine", "Mike D.", SHORT),
        ("Nowak", "Novak", SLIP),
        ("Dechaine", "Deschaine", SLIP),
        ("Jan Kowalski", "Jan Kowalksi", SLIP),
        ("Schwarzenegger", "Schwartzeneger", SLIP),
    ],
)
def test_two_spellings_of_one_name(one: str, other: str, why: str) -> None:
    assert near_names([one, other]) == [Near(one, other, why)]
    assert near_names([one], [other]) == [Near(one, other, why)]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Good A", "Good B"),
        ("Player 1", "Player 2"),
        ("Player 1", "Player 11"),
        ("Jan Nowak", "Ewa Nowak"),
        ("J. Nowak", "E. Nowak"),
        ("Kowalski", "Kowalska"),
        ("Иванов", "Иванова"),
        ("Ann", "Ana"),
        ("Hohmann", "Dechaine"),
        ("Jan Nowak", "Jan Kowalski"),
        ("Player", "Player 1"),
        ("Good", "Good 2B"),
    ],
)
def test_two_names(one: str, other: str) -> None:
    assert near_names([one, other]) == []


def test_a_pair_comes_once_with_its_surest_reason() -> None:
    assert near_names(["Ann Lee", "ANN LEE", "Ann Lee"]) == [Near("Ann Lee", "ANN LEE", CAPITALS)]
    assert near_names(["Łącki", "Lacki", "LACKI"]) == [
        Near("Łącki", "Lacki", MARKS),
        Near("Łącki", "LACKI", MARKS),
        Near("Lacki", "LACKI", CAPITALS),
    ]


def test_against_names_known_before_only_new_pairs_are_named() -> None:
    assert near_names(["Nowak", "Ann"], ["Jan Nowak", "J. Nowak", "Nowak", "Ann"]) == [
        Near("Nowak", "Jan Nowak", SHORT),
        Near("Nowak", "J. Nowak", SHORT),
    ]
    assert near_names([], ["Jan Nowak", "J. Nowak"]) == []


def test_a_crowd_of_names_without_letters_says_nothing() -> None:
    assert near_names(["!" * count for count in range(1, 80)]) == []


def test_many_names_take_seconds_at_most() -> None:
    letters = "abcdefghij"
    names = [f"{''.join(word)}ov {''.join(word[::-1])}ski" for word in itertools.permutations(letters[:6], 6)]
    assert len(names) == 720
    assert isinstance(near_names(names), list)


@given(st.lists(st.text(max_size=12), max_size=12))
def test_any_names_are_taken(names: list[str]) -> None:
    for one, other, why in near_names(names):
        assert one != other
        assert one in names
        assert other in names
        assert why


@given(st.text(st.characters(categories=["Lu", "Ll", "Lo"]), min_size=1, max_size=10))
def test_composed_and_decomposed_are_near_at_most_by_marks(name: str) -> None:
    apart = unicodedata.normalize("NFD", name)
    assert all(pair.why in {CAPITALS, ALPHABETS, MARKS} for pair in near_names([name, apart]))


def test_ids_of_matches() -> None:
    assert [(one, other) for one, other, _ in near_ids(["12", "0012", "PTA0001", "PTA0010", "M-1", "m 1", "A1"])] == [
        ("12", "0012"),
        ("M-1", "m 1"),
    ]
    assert near_ids(["7", "7.0"])
    assert near_ids(["1-10", "11-0", "1-1"]) == near_ids(["1-10", "11-0"])


def test_what_is_said_of_a_log() -> None:
    matches = pl.DataFrame({"match": ["1", "01"], "players": [["Jan Nowak", "Ann"], ["J. Nowak", "Ann"]]})
    assert remarks(matches) == [
        "players 'Jan Nowak' and 'J. Nowak' may be one person: one is shortened",
        "matches '1' and '01' may be one match: the same but for capitals, spaces or zeros",
    ]
    many = pl.DataFrame(
        {"match": ["1"], "players": [[name + ending for name in "abcdefgh" for ending in ("x y", "x Y")]]}
    )
    assert remarks(many, most=3)[-1] == "and 5 more pairs of names that may be one"


def test_what_is_said_of_three_players() -> None:
    assert perhaps_one(["Ann Lee", "A. Lee"]) == ""
    assert perhaps_one(["Ann Lee", "Bo", "A. Lee"]) == "; 'Ann Lee' and 'A. Lee' may be one: one is shortened"
