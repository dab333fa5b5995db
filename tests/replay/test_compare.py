"""Two editions over one log: every stroke that the texts rule differently, where play parts, racks, races, remarks."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import random_racks
from play import DRY, MISS, SAFE, SIX, as_csv, left, read, rows

from tenball_stats.log import Log, read_logs
from tenball_stats.replay import replay
from tenball_stats.replay.compare import Comparison, RackResult, compare, differences
from tenball_stats.replay.compare.causes import SWITCH_OF
from tenball_stats.replay.compare.comparison import CHOICE, PARTS, SAME, ended_in_words, outcome
from tenball_stats.replay.compare.results import score_of
from tenball_stats.replay.compare.strokes import RULED
from tenball_stats.rules import load_edition
from tenball_stats.rules.switches import SWITCH_INDEX

ROOT = Path(__file__).parents[2]
REAL, PHYSICS = ROOT / "data" / "real-2015.csv", ROOT / "data" / "physics.csv"
BY_A = "A shot called=1@fr first=1"


def log(*words: str, **match: Any) -> Log:
    return read(as_csv(rows(*words, **match)))


def over(a: Any, b: Any, *words: str, **match: Any) -> Comparison:
    return compare(log(*words, **match), a, b)


def act(name: str) -> tuple[str, ...]:
    return (SIX, f"{BY_A} potted=1@fr acts={name}")


SPOT_PLAYS_ON = "lawful; the 10 comes back; A plays on"
WON = "lawful; A wins the rack"
ON = "lawful; A plays on"
NEXT = "lawful; B plays next, from position"
OPTION = "lawful; B may play, or hand the stroke back to A"

ROWS: dict[str, tuple[tuple[str, ...], dict[str, str], dict[str, str]]] = {
    "lawful break, only the 10 falls": (
        ("A break first=1 rails=6 potted=10@fr",),
        {"pl": SPOT_PLAYS_ON, "ru": WON, "es": SPOT_PLAYS_ON},
        {"pl ru": "ten_on_break", "ru es": "ten_on_break"},
    ),
    "the 10 called off the 3, made": (
        (left(3, 5, 9, 10), "A shot called=10@fr first=3 potted=10@fr"),
        {"pl": SPOT_PLAYS_ON, "ru": WON, "es": SPOT_PLAYS_ON},
        {"pl ru": "early_ten", "ru es": "early_ten"},
    ),
    "push-out pockets the 5": (
        (SIX, "A push first=5 potted=5@sl"),
        {
            "pl": "lawful; the 5 comes back; B may play, or hand the stroke back to A",
            "ru": OPTION,
            "es": OPTION,
        },
        {"pl ru": "push_pots", "pl es": "push_pots"},
    ),
    "called ball in another pocket": (
        (SIX, f"{BY_A} potted=1@sl"),
        {"pl": NEXT, "ru": OPTION, "es": OPTION},
        {"pl ru": "wrong_pot", "pl es": "wrong_pot"},
    ),
    "another ball falls instead": (
        (SIX, f"{BY_A} potted=7@sl"),
        {"pl": NEXT, "ru": OPTION, "es": OPTION},
        {"pl ru": "wrong_pot", "pl es": "wrong_pot"},
    ),
    "lowest ball falls on a safety": (
        (SIX, "A safety called=- first=1 potted=1@fl"),
        {"pl": NEXT, "ru": OPTION, "es": OPTION},
        {"pl ru": "safety_pot", "pl es": "safety_pot"},
    ),
    "the 10 falls uncalled": (
        (SIX, f"{BY_A} potted=10@sl"),
        {
            "pl": "lawful; the 10 comes back; B plays next, from position",
            "ru": "lawful; the 10 comes back; B may play, or hand the stroke back to A",
            "es": "lawful; the 10 comes back; B may play, or hand the stroke back to A",
        },
        {"pl ru": "wrong_pot", "pl es": "wrong_pot"},
    ),
    "straight-in 1, nothing said": (
        (SIX, "A shot called=~1@fr first=1 potted=1@fr"),
        {"pl": NEXT, "ru": ON, "es": ON},
        {"pl ru": "obvious_calls", "pl es": "obvious_calls"},
    ),
    "last 10 in the jaws, nothing said": (
        (left(10), "A shot called=~10@fr first=10 potted=10@fr"),
        {"pl": "lawful; the 10 comes back; B plays next, from position", "ru": WON, "es": WON},
        {"pl ru": "obvious_calls", "pl es": "obvious_calls"},
    ),
    "9 and 10 left, the 10 called, both fall": (
        (left(9, 10), "A shot called=10@fr first=9 potted=9@fl+10@fr"),
        {"pl": SPOT_PLAYS_ON, "ru": WON, "es": SPOT_PLAYS_ON},
        {"pl ru": "early_ten", "ru es": "early_ten"},
    ),
    **{
        name: (
            act(name),
            {"pl": ON, "ru": f"foul ({said}); B plays with the cue ball in hand"}
            | {"es": f"foul ({said}); B plays with the cue ball in hand"},
            {"pl ru": name, "pl es": name},
        )
        for name, said in (
            ("double_hit", "double hit"),
            ("push_stroke", "push stroke"),
            ("moving", "balls still moving"),
            ("cue_on_table", "the cue laid on the table"),
            ("out_of_turn", "out of turn"),
            ("slow", "slow play"),
        )
    },
    "chalk left as a mark": (
        act("marking"),
        {"pl": ON, "ru": ON, "es": "foul (a mark left to line up); B plays with the cue ball in hand"},
        {"pl es": "marking", "ru es": "marking"},
    ),
    "jump by digging under": (
        act("scoop"),
        {
            "pl": "foul (a jump by digging under the cue ball); B plays with the cue ball in hand",
            "ru": ON,
            "es": ON,
        },
        {"pl ru": "scoop", "pl es": "scoop"},
    ),
}
THIRD = (DRY, MISS, SAFE, MISS, SAFE, MISS)


@pytest.mark.parametrize("pair", ["pl ru", "pl es", "ru es"])
@pytest.mark.parametrize("name", ROWS)
def test_the_same_stroke_ruled_differently(name: str, pair: str) -> None:
    words, said, causes = ROWS[name]
    a, b = pair.split()
    compared = over(a, b, *words)
    if pair not in causes:
        assert compared.strokes == []
        assert said[a] == said[b]
        return
    (stroke,) = compared.strokes
    assert (stroke.a, stroke.b) == (said[a], said[b])
    assert stroke.causes == [causes[pair]]
    assert [cause.point for cause in compared.causes] == [causes[pair]]
    assert compared.causes[0].a != compared.causes[0].b


@pytest.mark.parametrize(("pair", "differs"), [("pl ru", False), ("pl es", True), ("ru es", True)])
def test_third_foul_in_a_row_warnings_recorded_and_none_given(pair: str, differs: bool) -> None:
    compared = over(*pair.split(), *THIRD, warnings="recorded")
    assert bool(compared.strokes) is differs
    if differs:
        (stroke,) = compared.strokes
        assert stroke.shot == 6
        assert stroke.a == "foul (no ball struck); third in a row, B loses the rack"
        assert stroke.b == "foul (no ball struck); A plays with the cue ball in hand"
        assert stroke.causes == ["warning"]
        assert [(rack.a, rack.end_a, rack.b) for rack in compared.racks] == [("A", "three_fouls", None)]


@pytest.mark.parametrize(("pair", "edition"), [("pl ru", None), ("pl es", "es"), ("ru es", "es")])
def test_two_and_three_not_in_the_rear_corners(pair: str, edition: str | None) -> None:
    compared = over(*pair.split(), DRY + " rack_layout=1+2+3+4+10+5+6+7+8+9")
    found = [(remark.code, remark.edition) for remark in compared.remarks]
    assert found == ([("rack_layout", edition)] if edition else [])
    if edition:
        assert "1 thing beside the strokes is wrong under one of them and right under the other." in compared.summary()
        assert compared.remarks[0].clauses == ["2"]


@pytest.mark.parametrize(("pair", "edition"), [("pl ru", "pl"), ("pl es", "pl"), ("ru es", None)])
def test_winner_of_rack_1_breaks_rack_2_as_well(pair: str, edition: str | None) -> None:
    won = ("A resume potted=1+2+3+4+5+6+7+8+9", "A shot called=10@fl first=10 potted=10@fl winner=A")
    broken = ("A break first=1 rails=6 winner=A",)
    rack_2 = ("A break rack=2 first=1 rails=6",)
    compared = over(*pair.split(), *broken, *rack_2)
    assert won
    found = [(remark.code, remark.edition, remark.rack) for remark in compared.remarks]
    assert found == ([("break_order", edition, 2)] if edition else [])


def test_a_lag_that_one_edition_calls_a_fault() -> None:
    lag = ("A lag rack=0 lag_cm=5 acts=jaw winner=A", "B lag rack=0 lag_cm=9")
    compared = over("pl", "ru", *lag, DRY)
    assert [(remark.code, remark.edition, remark.rack) for remark in compared.remarks] == [("lag_wrong", "ru", 0)]


def test_a_ball_that_fell_by_itself_and_stayed_down() -> None:
    words = (SIX, SAFE, "A fell potted=3 seconds=8 spotted=-", "B shot called=1@fl first=1 rail=y")
    compared = over("es", "pl", *words)
    assert [(remark.code, remark.edition) for remark in compared.remarks] == [("spot_wrong", "es")]


# Where play parts ----------------------------------------------------------------------------------------------


def parted(a: Any, b: Any, *words: str, **match: Any) -> tuple[list[tuple[int, str]], RackResult]:
    compared = over(a, b, *words, **match)
    return [(stroke.shot, stroke.play) for stroke in compared.strokes], compared.racks[0]


def test_what_follows_a_parting_is_not_compared() -> None:
    early = "A shot called=10@fr first=1 potted=10@fr"
    again = "A shot called=10@fl first=1 potted=10@fl"
    strokes, rack = parted("pl", "ru", SIX, early, again)
    assert strokes == [(2, PARTS)]
    assert rack.parted_at == 2


def test_a_choice_that_the_record_did_not_use_does_not_part_play() -> None:
    other = f"{BY_A} potted=7@sl"
    strokes, rack = parted("pl", "ru", SIX, other, "B shot called=1@fl first=1 potted=4@sl", "A shot called=1@fl")
    assert strokes == [(2, CHOICE), (3, CHOICE)]
    assert rack.parted_at is None
    assert rack.follows == "both"


def test_a_stroke_handed_back_parts_play_where_there_was_no_option() -> None:
    other = f"{BY_A} potted=7@sl"
    for decision in (("B pass",), ()):
        strokes, rack = parted("pl", "ru", SIX, other, *decision, "A shot called=1@fl first=1 rail=y")
        assert strokes == [(2, PARTS)]
        assert rack.follows == "b"


def test_playing_on_without_a_call_parts_play() -> None:
    words = (SIX, "A shot called=~1@fr first=1 potted=1@fr", "A shot called=2@fl first=2 rail=y")
    strokes, rack = parted("pl", "ru", *words)
    assert strokes == [(2, PARTS)]
    assert rack.follows == "b"


def test_other_fouls_of_the_same_consequence_do_not_part_play() -> None:
    compared = over("pl", "ru", DRY, "B shot called=1@fl first=0 acts=double_hit", "A shot called=1@fl first=1 rail=y")
    (stroke,) = compared.strokes
    assert stroke.play == SAME
    assert stroke.causes == ["double_hit"]
    assert compared.racks[0].parted_at is None
    assert "Play would have gone another way in 0 of 1 rack." in compared.summary()


def test_the_last_stroke_of_a_record_with_an_option_is_a_choice_and_without_one_a_parting() -> None:
    assert parted("pl", "ru", SIX, f"{BY_A} potted=7@sl")[0] == [(2, CHOICE)]
    assert parted("pl", "ru", SIX, "A shot called=~1@fr first=1 potted=1@fr")[0] == [(2, PARTS)]


@pytest.mark.parametrize(
    ("spotted", "follows"),
    [(" spotted=5", "a"), (" spotted=-", "b"), ("", "unknown")],
)
def test_whom_the_record_follows_by_the_balls_put_back(spotted: str, follows: str) -> None:
    words = (SIX, f"A push first=5 potted=5@sl{spotted}", "B accept", "B shot called=1@fl first=1 rail=y")
    assert parted("pl", "ru", *words)[1].follows == follows


def test_whom_the_record_follows_by_a_ball_met_again() -> None:
    words = (SIX, "A push first=5 potted=5@sl", "B shot called=1@fl first=1 potted=5@sl")
    assert parted("pl", "ru", *words)[1].follows == "a"


def test_whom_the_record_follows_by_the_matchs_own_edition() -> None:
    words = (SIX, "A push first=5 potted=5@sl", "B shot called=1@fl first=1 rail=y")
    assert parted("pl", "ru", *words, edition="ru")[1].follows == "b"
    assert parted("ru", "pl", *words, edition="ru")[1].follows == "a"


def test_a_record_that_follows_neither() -> None:
    words = (SIX, f"{BY_A} potted=1@fr acts=double_hit", "B shot called=2@fl first=2 hand=n")
    strokes, rack = parted("pl", "ru", *words)
    assert strokes == [(2, PARTS)]
    assert rack.follows == "neither"
    assert (rack.a, rack.b) == (None, None)


# Racks ---------------------------------------------------------------------------------------------------------

EARLY = "A shot called=10@fr first=3 potted=10@fr"


def ends(a: Any, b: Any, *words: str, **match: Any) -> tuple[str | None, ...]:
    rack = over(a, b, *words, **match).racks[0]
    return (rack.credited, rack.a, rack.end_a, rack.b, rack.end_b)


def test_a_rack_that_one_edition_had_won_on_an_earlier_stroke() -> None:
    words = (
        left(3, 9, 10),
        EARLY,
        "A shot called=3@fl first=3 rail=y",
        "B shot called=3@fl first=3 potted=3@fl",
        "B shot called=9@fl first=9 potted=9@fl",
        "B shot called=10@fl first=10 potted=10@fl winner=B",
    )
    assert ends("pl", "ru", *words) == ("B", "B", "ten", "A", "ten")
    assert ends("ru", "pl", *words) == ("B", "A", "ten", "B", "ten")
    compared = over("pl", "ru", *words)
    assert compared.racks[0].parted_at == 1
    assert "Under ru 1 of 1 rack would not have ended as it did: m rack 1." in compared.summary()
    assert "Under pl the one rack ends as recorded." in compared.summary()
    assert "1 of 1 rack ends otherwise under ru than under pl." in compared.summary()


def test_a_rack_that_only_one_edition_gives() -> None:
    words = (left(3, 9, 10), f"{EARLY} winner=A")
    assert ends("pl", "ru", *words) == ("A", None, None, "A", "ten")


def test_a_rack_that_neither_edition_gives() -> None:
    words = (left(3, 9, 10), f"{EARLY} winner=A")
    assert ends("pl", "es", *words) == ("A", None, None, None, None)
    summary = over("pl", "es", *words).summary()
    assert summary == ["pl and es rule every one of 1 stroke alike."]


def test_a_rack_that_was_conceded() -> None:
    miss = "A shot called=3@fl first=3 rail=y"
    assert ends("pl", "ru", left(3, 9, 10), miss, "B concede winner=A") == ("A", "A", "concession", "A", "concession")
    assert ends("pl", "ru", left(3, 9, 10), miss, "B concede") == (None, "A", "concession", "A", "concession")
    # Under the Russian text it had been won before.
    assert ends("pl", "ru", left(3, 9, 10), EARLY, miss, "A concede winner=B") == ("B", "B", "concession", "A", "ten")


def test_a_rack_lost_on_three_fouls_under_one_edition_and_played_on() -> None:
    win = ("A shot called=10@fl first=10 potted=10@fl winner=A",)
    words = (left(10, player="B"), *(MISS, "A safety called=- first=10 rail=y") * 2, MISS, *win)
    assert ends("pl", "es", *words, warnings="recorded") == ("A", "A", "three_fouls", "A", "ten")


def test_a_rack_started_again_counts_by_its_last_attempt() -> None:
    words = (SIX, "A rerack", "A break first=1 rails=6 potted=10@fr", "A concede winner=B")
    assert ends("pl", "ru", *words) == ("B", "B", "concession", "A", "ten")


def test_a_rack_of_which_it_is_not_known_what_fell_keeps_its_winner() -> None:
    words = (SIX, "A shot called=1@fl first=1 potted=?", "A shot called=10@fl winner=A")
    assert ends("pl", "ru", *words) == ("A", "A", None, "A", None)


def test_a_rack_credited_without_a_stroke_is_taken_from_the_record() -> None:
    compared = over("pl", "ru", SIX, "B concede rack=2 winner=A", f"{BY_A} rack=3")
    assert [(rack.rack, rack.credited, rack.a, rack.b) for rack in compared.racks] == [
        (1, None, None, None),
        (2, "A", "A", "A"),
        (3, None, None, None),
    ]


def test_of_three_players_nobody_wins_a_rack_lost_on_three_fouls_unless_the_record_says_so(tmp_path: Path) -> None:
    house = tmp_path / "house.toml"
    house.write_text(
        'id = "house"\nname = "House"\nextends = "pl"\n[switches]\nthree_player_loss = { value = "next" }\n', "utf-8"
    )
    fouls = ["A break first=1 rails=6", *(f"{p} shot called=1@fl first=0" for p in "BCABCAB")]
    found = over("pl", str(house), *fouls, players="A|B|C")
    assert [(rack.a, rack.b) for rack in found.racks] == [(None, "C")]
    assert found.strokes[0].causes == ["three_player_loss"]


# Races ---------------------------------------------------------------------------------------------------------

A, B = "Ann", "Bo"


@pytest.mark.parametrize(
    ("winners", "race", "won", "still", "winner", "undecided"),
    [
        ([A, A, B, A], [3, 3], [3, 1], 0, A, False),
        ([A, B], [3, 3], [1, 1], 0, None, False),
        ([A, B], None, [1, 1], 0, None, False),
        ([A, None, A], None, [2, 0], 1, None, False),
        # Ann wins whoever gets the open rack.
        ([A, None, A, A], [3, 3], [3, 0], 1, A, False),
        # Bo would have been there first with the open rack.
        ([B, None, B, A, A, A], [3, 3], [3, 2], 1, None, True),
        # Open, and nobody there yet: with it Ann would have won.
        ([A, A, None], [3, 3], [2, 0], 1, None, True),
        # Racks after a decided match are not counted.
        ([A, A, B, B, B], [2, 2], [2, 0], 0, A, False),
        # Unequal races.
        ([A, B, A, B], [4, 2], [2, 2], 0, B, False),
        ([], [3, 3], [0, 0], 0, None, False),
    ],
)
def test_who_wins_a_race(
    winners: list[str | None], race: list[int] | None, won: list[int], still: int, winner: str | None, undecided: bool
) -> None:
    score = score_of(winners, [A, B], race)
    if undecided:
        assert score.winner is None
        assert score.undecided
        return
    assert (score.won, score.open, score.winner, score.undecided) == (won, still, winner, undecided)


def test_a_race_of_three() -> None:
    assert score_of(["A", "B", "C", "B"], ["A", "B", "C"], [2, 2, 2]).winner == "B"
    assert score_of(["A", None, "C", "B"], ["A", "B", "C"], [2, 2, 2]).undecided


def test_a_forfeited_match_is_the_others() -> None:
    assert score_of([A], [A, B], [3, 3], 0).winner == B
    assert score_of([A, A, A], [A, B], [3, 3], 0).winner == A
    compared = over("pl", "ru", SIX, "A forfeit", race_to="3")
    assert {compared.matches[0].recorded.winner, compared.matches[0].a.winner} == {"B"}


def test_a_match_that_another_wins_under_the_other_edition() -> None:
    early = (left(3, 9, 10), EARLY, "A shot called=3@fl first=3 rail=y", "B shot called=3@fl first=3 potted=3@fl")
    last = ("B shot called=9@fl first=9 potted=9@fl", "B shot called=10@fl first=10 potted=10@fl winner=B")
    compared = over("pl", "ru", *early, *last, race_to="1")
    match = compared.matches[0]
    assert (match.recorded.winner, match.a.winner, match.b.winner) == ("B", "B", "A")
    assert compared.decisions() == ["Match m: as recorded B wins 1-0; under pl B wins 1-0; under ru A wins 1-0."]


def test_outcomes_in_words() -> None:
    match = over("pl", "ru", SIX).matches[0]
    assert outcome(match, score_of(["A", None], ["A", "B"], None)) == "1-0, 1 rack open"
    raced = over("pl", "ru", SIX, race_to="3").matches[0]
    assert outcome(raced, score_of(["A"], ["A", "B"], [3, 3])) == "1-0, not played to the end"
    assert outcome(raced, score_of(["A", "A", None], ["A", "B"], [3, 3])) == "not decided: 2-0, 1 rack open"
    assert outcome(raced, score_of(["B", "B", "A", "B"], ["A", "B"], [3, 3])) == "B wins 3-1"


@pytest.mark.parametrize(
    ("winner", "end", "said"),
    [
        (None, None, "not won"),
        (None, "three_fouls", "over (three fouls), no winner"),
        ("Ann", "ten", "Ann, on the 10"),
        ("Ann", "three_fouls", "Ann, on three fouls"),
        ("Ann", "concession", "Ann, by concession"),
        ("Ann", None, "Ann, as credited"),
    ],
)
def test_ends_in_words(winner: str | None, end: str | None, said: str) -> None:
    assert ended_in_words(winner, end) == said


# The bundled logs ----------------------------------------------------------------------------------------------


def test_the_racks_of_2015_that_the_early_ten_decided() -> None:
    compared = compare(read_logs([REAL]), "csi", "es")
    assert [(stroke.match, stroke.rack, stroke.shot, stroke.player) for stroke in compared.strokes] == [
        ("hohmann-vanboening-2015", 10, 3, "Van Boening"),
        ("roberts-shaw-2015", 10, 2, "Roberts"),
        ("vanboening-dechaine-2015", 2, 8, "Dechaine"),
    ]
    assert [cause.point for cause in compared.causes] == ["early_ten"]
    assert compared.strokes_in_all == 430
    assert [(rack.match, rack.rack, rack.a, rack.b) for rack in compared.racks_differing] == [
        ("hohmann-vanboening-2015", 10, "Van Boening", None),
        ("roberts-shaw-2015", 10, "Roberts", None),
        ("vanboening-dechaine-2015", 2, "Dechaine", None),
    ]
    assert [outcome(match, match.a) for match in compared.matches] == [
        "Van Boening wins 9-7",
        "Shaw wins 7-4",
        "8-5, not played to the end",
    ]
    assert [outcome(match, match.b) for match in compared.matches] == [
        "not decided: 7-8, 1 rack open",
        "Shaw wins 7-3, 1 rack open",
        "8-4, 1 rack open, not played to the end",
    ]
    assert "Under csi all 40 racks end as recorded." in compared.summary()
    assert any(
        said.startswith("Under es 3 of 40 racks would not have ended as they did: ") for said in compared.summary()
    )


def test_racks_of_the_simulated_matches_read_by_hand() -> None:
    compared = compare(read_logs([PHYSICS]), "pl", "ru")
    found = {(rack.match, rack.rack): rack for rack in compared.racks}
    # The breaker pocketed the 10: under ru the rack was over; the record plays on, and Good B makes the last 10.
    assert found["PTA0027", 10].b == "Good A"
    assert (found["PTA0027", 10].a, found["PTA0027", 10].parted_at, found["PTA0027", 10].follows) == ("Good B", 1, "a")
    # Pro B called the 10 early and the record ends there.
    assert (found["PTA0003", 3].a, found["PTA0003", 3].b, found["PTA0003", 3].parted_at) == (None, "Pro B", 16)
    # A push-out that pocketed the 8, which stayed down (`spotted` is `-`): the record goes by ru.
    assert (found["PTA0060", 1].a, found["PTA0060", 1].b, found["PTA0060", 1].follows) == (None, "Pro A", "b")
    # Break without four cushions, the 3 first instead of the 1, a safety without cushion and a scratch: three fouls.
    rack = found["PTA0003", 4]
    assert (rack.credited, rack.a, rack.b) == ("Pro B", "Good A", "Good A")
    assert (rack.end_a, rack.end_b) == ("three_fouls", "three_fouls")
    # Balls that fell on safeties and instead of the called one: ru would have given a choice.
    assert {stroke.play for stroke in compared.strokes if "safety_pot" in stroke.causes} == {CHOICE}


def test_an_edition_against_itself_differs_in_nothing() -> None:
    for name in ("pl", "csi"):
        compared = compare(read_logs([REAL]), name, name)
        assert (compared.strokes, compared.remarks, compared.racks_differing) == ([], [], [])
        assert compared.summary() == [f"{name} and {name} rule every one of 430 strokes alike."]


@pytest.mark.parametrize("seed", range(8))
def test_random_racks_differ_where_the_rulings_do(seed: int) -> None:
    """Every stroke up to the parting is compared, none after it, and both ways round the same is found."""
    found = read(as_csv(random_racks.table(random_racks.matches(seed, 4))))
    one, two = (compare(found, *pair) for pair in (("pl", "ru"), ("ru", "pl")))
    assert [(s.match, s.rack, s.attempt, s.shot, s.a, s.b, s.play) for s in one.strokes] == [
        (s.match, s.rack, s.attempt, s.shot, s.b, s.a, s.play) for s in two.strokes
    ]
    assert [(rack.a, rack.b, rack.parted_at) for rack in one.racks] == [
        (rack.b, rack.a, rack.parted_at) for rack in two.racks
    ]
    a, b = (replay(found, name).rows(named=True) for name in ("pl", "ru"))
    places = [(s.match, s.rack, s.attempt, s.shot) for s in one.strokes]
    closed: set[tuple[str, int]] = set()
    expected = []
    for left_, right in zip(a, b, strict=True):
        rack = (left_["match"], left_["rack"])
        if _position(left_) != _position(right):
            closed.add(rack)
        if rack in closed or all(left_[name] == right[name] for name in RULED):
            continue
        expected.append((*rack, left_["attempt"], left_["shot"]))
        stroke = one.strokes[len(expected) - 1]
        assert (stroke.match, stroke.rack) == rack
        if stroke.play == PARTS:
            closed.add(rack)
    assert places == expected
    assert all(stroke.causes for stroke in one.strokes)


def _position(row: dict[str, Any]) -> tuple[object, ...]:
    return row["before"] & ~row["put_back"], row["fouls_before"], row["kind"] == "push" and row["push_open"]


def test_a_ball_that_fell_by_itself_parts_play_where_the_record_does_not_say_what_was_done() -> None:
    words = (SIX, SAFE, "A fell potted=1 seconds=8", "B shot called=2@fl first=2 rail=y")
    compared = over("es", "pl", *words)
    assert compared.strokes == []
    assert compared.racks[0].parted_at == 2
    assert [(remark.code, remark.edition, remark.message) for remark in compared.remarks] == [
        ("fell", "es", "The 1 fell by itself: es puts it back, pl has no rule for it; what was done is not recorded")
    ]
    assert over("es", "pl", *words[:2], words[2] + " spotted=-", words[3]).racks[0].parted_at is None


# Files, data, and the command ----------------------------------------------------------------------------------


def test_the_strokes_as_a_frame_and_everything_as_data() -> None:
    compared = over("pl", "ru", left(3, 9, 10), f"{EARLY} winner=A")
    frame = differences(compared)
    assert frame.height == 1
    assert frame["causes"].to_list() == [["early_ten"]]
    data = json.loads(json.dumps(compared.as_dict()))
    assert data["racks"][0]["b"] == "A"
    assert data["summary"][0] == "pl and ru rule 1 of 1 stroke differently."


def test_the_command_prints_summary_causes_matches_racks_and_strokes(run_tenball: Callable[..., Any]) -> None:
    ran = run_tenball("compare", REAL, "--edition", "csi", "--edition", "es")
    assert ran.status == 0
    for said in (
        "csi and es rule 3 of 430 strokes differently.",
        "Called 10 made while others are on the table (early_ten): 3 strokes in 3 racks",
        "[0, 8, 9, reading ES-8]",
        "Racks that end otherwise",
        "Van Boening, on the 10",
        "not won",
        "stroke 8, Dechaine; play would have gone another way from here; on presumed facts",
    ):
        assert said in ran.out, said


def test_the_command_lists_each_of_many_strokes_when_asked(run_tenball: Callable[..., Any]) -> None:
    few = run_tenball("compare", PHYSICS, "--edition", "pl", "--edition", "ru").out
    assert "235 strokes more; --each lists all of them" in few
    assert "matches as recorded under both" in few
    every = run_tenball("compare", PHYSICS, "--edition", "pl", "--edition", "ru", "--each").out
    assert "--each" not in every
    assert every.count("\n    stroke ") == 275


@pytest.mark.parametrize(("form", "start"), [("json", "{"), ("csv", "match,rack,attempt,shot,player,a,b")])
def test_the_command_in_other_forms(run_tenball: Callable[..., Any], form: str, start: str) -> None:
    assert run_tenball("compare", REAL, "--edition", "csi", "--edition", "es", "--format", form).out.startswith(start)


@pytest.mark.parametrize("suffix", ["html", "md", "pdf"])
def test_the_command_writes_a_report(run_tenball: Callable[..., Any], tmp_path: Path, suffix: str) -> None:
    target = tmp_path / f"league.{suffix}"
    ran = run_tenball("compare", REAL, "--edition", "csi", "--edition", "es", "--report", target)
    assert (ran.status, ran.err) == (0, f"The report is in {target}.\n")
    if suffix != "pdf":
        text = target.read_text(encoding="utf-8")
        for said in ("csi and es compared", "Called 10 made while others are on the table", "Racks that end otherwise"):
            assert said in text.replace("\\", "")


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("--edition", "csi"), "--edition has to be given twice, found 1"),
        (("--edition", "csi", "--edition", "es", "--edition", "pl"), "--edition has to be given twice, found 3"),
        (("--edition", "csi", "--edition", "xx"), "edition 'xx' is not known"),
        (("--edition", "csi", "--edition", "es", "--report", "league.doc"), "end its name in .html, .pdf or .md"),
    ],
)
def test_the_command_refuses_in_one_message(run_tenball: Callable[..., Any], args: tuple[str, ...], said: str) -> None:
    ran = run_tenball("compare", REAL, *args)
    assert (ran.status, ran.out) == (2, "")
    assert said in ran.err
    assert ran.err.startswith("tenball: ")


def test_editions_may_be_given_as_such() -> None:
    found = log(left(3, 9, 10), EARLY)
    assert compare(found, load_edition("pl"), load_edition("ru")).strokes[0].causes == ["early_ten"]


def test_every_switch_of_the_judge_is_found_by_its_field() -> None:
    assert {field for field, switch in SWITCH_OF.items() if not switch} == {"listed"}
    assert SWITCH_OF["ten_on_foul_spotted"] == "ten_on_foul"
    assert SWITCH_OF["ten_on_fouled_break_spotted"] == "ten_on_fouled_break"
    assert SWITCH_OF["push_out"] == "push_out"
    assert SWITCH_OF["push_pots_all"] == "push_pots"
    assert set(SWITCH_OF.values()) - {""} <= set(SWITCH_INDEX)
