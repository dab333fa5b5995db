"""The sentences of explanations: each fact, each ruling, each point of each edition."""

import pytest
from play import DRY, SIX, frame, left

from tenball_stats.replay.sentences import SENTENCES, point_in_words, value_in_words
from tenball_stats.replay.words import (
    FOUL_SHORT,
    FOUL_WORDS,
    capital,
    counted,
    end_in_words,
    known_in_words,
    listed,
    numbered,
    possessive,
    recorded_in_words,
    ruling_in_short,
    ruling_in_words,
    stroke_in_words,
)
from tenball_stats.rules import Ruling, Stroke, edition_ids, load_edition
from tenball_stats.rules.switches import SWITCHES
from tenball_stats.terms import FOULS, KIND_CODE, RACK_ENDS, mask_of

BLANK = Stroke(0, KIND_CODE["shot"], 0, 0, 0, 0, -1, -1, -1, 0, 1, 0, 0, 0, 0, -1, 0)
PLAYERS = ["Ann", "Bo", "Cy"]
LAWFUL = Ruling(0, 0, 1, 0, 0, 0, 0, 0, 0, -1, 0, 0, 0, 0, 0, 0)


def pockets(**at: int) -> int:
    return sum(code << 4 * int(ball[1:]) for ball, code in at.items())


@pytest.mark.parametrize(
    ("names", "said"),
    [([], ""), (["a"], "a"), (["a", "b"], "a and b"), (["a", "b", "c"], "a, b and c")],
)
def test_lists(names: list[str], said: str) -> None:
    assert listed(names) == said
    assert listed(names, "or") == said.replace(" and ", " or ")


def test_small_words() -> None:
    assert numbered(mask_of([3, 9])) == "the 3 and the 9"
    assert numbered(0) == "no ball"
    assert (counted(1, "rack"), counted(2, "rack"), counted(2_000, "match", "matches")) == (
        "1 rack",
        "2 racks",
        "2,000 matches",
    )
    assert capital("van Gogh") == "Van Gogh"
    assert capital("") == ""
    assert (possessive("Ann"), possessive("Holmes")) == ("Ann's", "Holmes'")


@pytest.mark.parametrize(
    ("cells", "said"),
    [
        ({}, "What was called is not recorded."),
        ({"call_type": 1}, "Nothing was called."),
        ({"call_type": 3, "call_ball": 4, "call_pocket": 6}, "Called: the 4 in foot right."),
        ({"call_type": 3, "call_ball": 4}, "Called: the 4, pocket not recorded."),
        ({"call_type": 2, "call_ball": 4, "call_pocket": 1}, "The 4 in head left was meant, and not spoken."),
        ({"call_type": 2, "call_ball": 4}, "The 4 was meant, and not spoken."),
        ({"is_break": 1}, "The break."),
        ({"kind": KIND_CODE["push"]}, "A push-out was declared."),
        ({"kind": KIND_CODE["safety"]}, "A safety was called."),
        ({"first": 7}, "The cue ball struck the 7 first."),
        ({"first": 0}, "The cue ball struck no object ball."),
        ({}, "Which ball was struck first is not recorded."),
        ({}, "Nothing was pocketed."),
        ({"potted_known": 0}, "What was pocketed is not recorded."),
        ({"potted": mask_of([4]), "pockets": pockets(b4=3)}, "Pocketed: the 4 in side left."),
        ({"potted": mask_of([4]) | 1}, "Pocketed: the 4 (pocket not recorded) and the cue ball."),
        ({"rail": 1}, "After the contact a ball reached a cushion."),
        ({"rail": 0}, "After the contact no ball reached a cushion."),
        ({}, "Whether a ball reached a cushion is not recorded."),
        ({"is_break": 1, "rails": 4}, "4 object balls reached a cushion."),
        ({"is_break": 1, "rails": 1}, "1 object ball reached a cushion."),
        ({"is_break": 1, "rail": 0}, "No ball reached a cushion."),
        ({"is_break": 1}, "How many balls reached a cushion is not recorded."),
        ({"off": mask_of([3]) | 1}, "Off the table: the 3 and the cue ball."),
        ({"acts": 1 << FOULS.index("touch")}, "Noted besides: a ball touched."),
    ],
)
def test_facts(cells: dict[str, int], said: str) -> None:
    assert said in stroke_in_words(BLANK._replace(**cells))


def test_where_no_ball_was_struck_a_cushion_is_not_asked_for() -> None:
    assert not any("cushion" in said for said in stroke_in_words(BLANK._replace(first=0)))


@pytest.mark.parametrize(
    ("cells", "said"),
    [
        ({}, "Nothing pocketed"),
        ({"potted": mask_of([4])}, "Pocketed the 4"),
        (
            {
                "call_type": 3,
                "call_ball": 4,
                "call_pocket": 6,
                "first": 4,
                "potted": mask_of([4]),
                "pockets": pockets(b4=6),
            },
            "Called: the 4 in foot right; 4 struck first; pocketed the 4 in foot right",
        ),
        ({"first": 0}, "No ball struck; nothing pocketed"),
        (
            {"call_type": 1, "first": 3, "rail": 0},
            "Nothing was called; 3 struck first; nothing pocketed; no ball to a cushion",
        ),
        ({"is_break": 1, "rails": 6, "first": 1}, "1 struck first; nothing pocketed, 6 balls to a cushion"),
        ({"potted_known": 0}, "What fell is not recorded"),
        (
            {"kind": KIND_CODE["push"], "first": 9, "rail": 1},
            "A push-out was declared; 9 struck first; nothing pocketed; a ball to a cushion",
        ),
        ({"off": 1, "acts": 1 << FOULS.index("slow")}, "Nothing pocketed; off the table the cue ball; slow play"),
    ],
)
def test_facts_on_one_line(cells: dict[str, int], said: str) -> None:
    assert known_in_words(BLANK._replace(**cells)) == said


@pytest.mark.parametrize(
    ("cells", "text", "said"),
    [
        ({}, None, "What was ruled is not recorded."),
        ({"ruling": 0}, "legal", "It was ruled lawful."),
        ({"ruling": 1}, "foul", "It was ruled a foul (foul)."),
        ({"ruling": 1}, None, "It was ruled a foul (of a kind not recorded)."),
        ({"ruling": 1, "ruling_codes": 1 << FOULS.index("touch")}, "touch", "It was ruled a foul (a ball touched)."),
    ],
)
def test_what_was_ruled_then(cells: dict[str, int], text: str | None, said: str) -> None:
    assert recorded_in_words(BLANK._replace(**cells), text) == said


FOUL = LAWFUL._replace(fouls=1 << FOULS.index("no_rail"), hand=1, in_a_row=1)


@pytest.mark.parametrize(
    ("ruling", "said", "short"),
    [
        (LAWFUL, "Lawful. Bo plays next, from position.", "lawful; Bo plays next, from position"),
        (LAWFUL._replace(next_player=0), "Lawful. Ann plays on.", "lawful; Ann plays on"),
        (
            LAWFUL._replace(next_player=0, spotted=1 << 10),
            "Lawful. The 10 comes back. Ann plays on.",
            "lawful; the 10 comes back; Ann plays on",
        ),
        (
            LAWFUL._replace(option=1, spotted=1 << 10 | 1 << 5),
            "Lawful. The 5 and the 10 come back. Bo may play, or hand the stroke back to Ann.",
            "lawful; the 5 and the 10 come back; Bo may play, or hand the stroke back to Ann",
        ),
        (
            LAWFUL._replace(option=1, is_push=1),
            "A lawful push-out. Bo may play, or hand the stroke back to Ann.",
            "lawful; Bo may play, or hand the stroke back to Ann",
        ),
        (
            LAWFUL._replace(end=1, winner=0, next_player=-1),
            "Lawful. Ann wins the rack with the 10.",
            "lawful; Ann wins the rack",
        ),
        (
            FOUL,
            "Foul by Ann: no ball at a cushion. Bo plays with the cue ball in hand.",
            "foul (no ball at a cushion); Bo plays with the cue ball in hand",
        ),
        (
            FOUL._replace(in_a_row=2, fouls=FOUL.fouls | 1),
            "Foul by Ann: the cue ball pocketed and no ball at a cushion. Bo plays with the cue ball in hand. "
            "It is Ann's second foul in a row.",
            "foul (the cue ball pocketed, no ball at a cushion); Bo plays with the cue ball in hand",
        ),
        (
            FOUL._replace(in_a_row=3, end=2, winner=1, next_player=-1, hand=-1),
            "Foul by Ann: no ball at a cushion. It is the third foul in a row: Ann loses the rack to Bo.",
            "foul (no ball at a cushion); third in a row, Ann loses the rack",
        ),
        (
            FOUL._replace(in_a_row=3, end=2, winner=-1, next_player=-1, hand=-1),
            "Foul by Ann: no ball at a cushion. It is the third foul in a row: Ann loses the rack; nobody wins it.",
            "foul (no ball at a cushion); third in a row, Ann loses the rack",
        ),
        (
            LAWFUL._replace(end=RACK_ENDS.index("concession") + 1, winner=0, next_player=-1),
            "Lawful. Then the rack was conceded; Ann wins it.",
            "lawful; then the rack was conceded; Ann wins it",
        ),
    ],
)
def test_rulings(ruling: Ruling, said: str, short: str) -> None:
    assert ruling_in_words(ruling, PLAYERS, 0) == said
    assert ruling_in_short(ruling, PLAYERS, 0) == short


@pytest.mark.parametrize(
    ("end", "winner", "said"),
    [
        ("concession", -1, "then the rack was conceded"),
        ("stalemate", -1, "then the rack was started again as a stalemate"),
        ("forfeit", 1, "then the match was forfeited; Bo wins the rack"),
        ("penalty", 1, "then the rack was lost as a penalty; Bo wins it"),
    ],
)
def test_ends_from_outside_the_stroke(end: str, winner: int, said: str) -> None:
    assert end_in_words(LAWFUL._replace(end=RACK_ENDS.index(end) + 1, winner=winner), PLAYERS) == said


# Points of the editions ----------------------------------------------------------------------------------------


def test_every_foul_has_its_words() -> None:
    assert set(FOUL_WORDS) == set(FOUL_SHORT) == set(FOULS)


SPOKEN = {"push_out", "break_min_rails", "push_exempt"}
BESIDE = {
    "players",
    "lag_winner",
    "lag_faults",
    "later_breaks",
    "rack_apex",
    "rack_centre",
    "rack_rear_corners",
    "break_from",
    "break_past_head",
    "hanging_ball",
    "not_covered",
}
"""Switches that no ruling of a stroke rests on."""


def test_every_point_that_a_ruling_can_rest_on_has_a_sentence_for_each_value() -> None:
    for switch in SWITCHES:
        if switch.name in SPOKEN | BESIDE:
            assert switch.name not in SENTENCES
        else:
            assert set(SENTENCES[switch.name]) == set(switch.values), switch.name
    for said in (text for texts in SENTENCES.values() for text in texts.values()):
        assert said[0].isupper()
        assert said.endswith(".")


@pytest.mark.parametrize("name", edition_ids())
def test_every_point_of_an_edition_is_a_sentence(name: str) -> None:
    edition = load_edition(name)
    for point in (*edition.switches.values(), *edition.fouls.values()):
        said = point_in_words(edition, point)
        assert said[0].isupper(), said
        assert said.endswith("."), said
        assert "_" not in said


@pytest.mark.parametrize(
    ("edition", "point", "said"),
    [
        ("pl", "push_out", "A push-out may be declared on the stroke right after a lawful break."),
        (
            "pl",
            "push_exempt",
            "On a push-out it is no foul to have no ball struck, the wrong ball struck first or no ball at a cushion.",
        ),
        ("pl", "break_min_rails", "A break that pockets no ball has to drive at least 4 object balls to a cushion."),
        ("ru", "early_ten", "A called 10 wins the rack also while other balls are on the table."),
        ("pl", "rack_rear_corners", "Balls that belong in the two rear corners: none."),
        ("es", "rack_rear_corners", "Balls that belong in the two rear corners: 2, 3."),
        ("ru", "double_hit", "It is a foul where the cue ball is hit twice."),
    ],
)
def test_points_in_words(edition: str, point: str, said: str) -> None:
    book = load_edition(edition)
    assert point_in_words(book, book.switches.get(point) or book.fouls[point]) == said


def test_a_foul_that_is_not_listed_says_so() -> None:
    russian, polish = load_edition("ru"), load_edition("pl")
    said = point_in_words(polish, russian.fouls["double_hit"])
    assert said == "The cue ball is hit twice: not among the fouls listed."


def test_values_in_words() -> None:
    assert [value_in_words(value) for value in (True, False, (), (2, 3), "turn_passes", 4)] == [
        "yes",
        "no",
        "none",
        "2, 3",
        "turn passes",
        "4",
    ]


def test_the_words_of_rulings_on_real_rows() -> None:
    rows = frame("pl", SIX, "A push first=5 potted=5@sl", "B pass")
    assert rows["decision"].to_list() == [None, "passed"]
    assert frame("pl", left(3, 10), "A shot called=3@fl first=3 rail=n", "B concede")["rack_end"].to_list() == [
        "concession"
    ]
    assert frame("pl", DRY)["next_player"].to_list() == ["B"]
