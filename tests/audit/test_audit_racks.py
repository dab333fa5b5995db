"""Findings on lags, breaks, racks and scores, and on the numbers of the strokes."""

from pathlib import Path

import pytest
from audited import Case, codes, each_case, found
from play import DRY, SIX, left

B_MISS = "B shot called=1@fl first=1 rail=y"
A_MISS = "A shot called=1@fl first=1 rail=y"
B_BREAKS = "B break first=1 rails=6"


def lag(player: str, attempt: int = 1, **cells: object) -> str:
    return " ".join([f"{player} lag rack=0 shot={attempt}", *(f"{name}={value}" for name, value in cells.items())])


def rack(number: int, breaker: str, winner: str, **cells: object) -> tuple[str, str]:
    """A rack that is conceded right after the break."""
    other = "B" if winner == "A" else "A"
    more = " ".join(f"{name}={value}" for name, value in cells.items())
    return f"{breaker} break rack={number} first=1 rails=6 {more}", f"{other} concede rack={number} winner={winner}"


LAG_A = (lag("A", lag_cm=5, winner="A"), lag("B", lag_cm=9))

BREAK_ORDER = [
    Case(
        "the winner of the lag breaks in pl",
        "pl",
        (*LAG_A, B_BREAKS),
        (
            found(
                "break_order",
                "contradicts",
                4,
                rack=1,
                shot=1,
                player="B",
                clauses=["Rozbicie.1"],
                recorded="B",
                ruled="A",
            ),
        ),
    ),
    Case("he does", "pl", (*LAG_A, DRY)),
    Case("he chooses in es", "es", (*LAG_A, B_BREAKS)),
    Case("no lag recorded", "pl", (B_BREAKS,)),
    Case(
        "the last lag counts",
        "pl",
        (
            lag("A", winner="A", lag_cm=4),
            lag("B", lag_cm=8),
            lag("A", 2, lag_cm=9),
            lag("B", 2, lag_cm=3, winner="B"),
            DRY,
        ),
        (found("break_order", "contradicts", 6, ruled="B"),),
    ),
    Case(
        "later racks alternate in pl",
        "pl",
        (*rack(1, "A", "A"), *rack(2, "A", "A")),
        (found("break_order", "contradicts", 4, rack=2, clauses=["Rozbicie.1"], recorded="A", ruled="B"),),
    ),
    Case("they do", "pl", (*rack(1, "A", "A"), *rack(2, "B", "A"), *rack(3, "A", "A"))),
    Case(
        "counted from the rack before as it was broken",
        "pl",
        (*rack(1, "A", "A"), *rack(2, "A", "A"), *rack(3, "B", "A"), *rack(4, "A", "A")),
        (found("break_order", "contradicts", 4),),
    ),
    Case("ru is silent", "ru", (*rack(1, "A", "A"), *rack(2, "A", "B"), *rack(3, "A", "A"))),
    Case(
        "by a reading",
        "wpa-2016",
        (*rack(1, "A", "A"), *rack(2, "A", "A")),
        (found("break_order", "interpretation", 4, clauses=[]),),
    ),
    Case(
        "the format of the match: winner",
        "ru",
        (*rack(1, "A", "A"), *rack(2, "B", "A")),
        (found("break_order", "contradicts", 4, clauses=[], recorded="B", ruled="A"),),
        match={"break_format": "winner"},
    ),
    Case(
        "the winner of the rack before, though this one was lifted before its break",
        "ru",
        (*rack(1, "A", "A"), "A rerack rack=2", *rack(2, "B", "A")),
        (found("break_order", "contradicts", 5, clauses=[], recorded="B", ruled="A"),),
        match={"break_format": "winner"},
    ),
    Case(
        "the winner of the rack before, though a forfeit stands between",
        "ru",
        (*rack(1, "A", "A"), "B forfeit rack=0", *rack(2, "B", "A")),
        (found("break_order", "contradicts", 5, recorded="B", ruled="A"), found("score_wrong", "impossible", 5)),
        match={"break_format": "winner"},
    ),
    Case(
        "the format of the match comes before the edition",
        "pl",
        (*rack(1, "A", "A"), *rack(2, "A", "A")),
        match={"break_format": "winner"},
    ),
    Case(
        "the format of the match: loser",
        "es",
        (*rack(1, "A", "A"), *rack(2, "A", "A")),
        (found("break_order", "contradicts", 4, recorded="A", ruled="B"),),
        match={"break_format": "loser"},
    ),
    Case(
        "the format of the match: alternate",
        "es",
        (*rack(1, "A", "A"), *rack(2, "A", "A")),
        (found("break_order", "contradicts", 4, recorded="A", ruled="B"),),
        match={"break_format": "alternate"},
    ),
    Case("free asks nothing", "pl", (*rack(1, "A", "A"), *rack(2, "A", "A")), match={"break_format": "free"}),
    Case(
        "the edition's winner where none was credited",
        "es",
        (left(10), "A shot called=10@fr first=10 potted=10@fr", *rack(2, "B", "A")),
        (found("break_order", "contradicts", 4, ruled="A"),),
        match={"break_format": "winner"},
    ),
    Case(
        "nobody knows who won",
        "es",
        (DRY, *rack(2, "B", "A")),
        (found("rack_unfinished", "impossible", 2),),
        match={"break_format": "winner"},
    ),
    Case(
        "nobody knows who broke",
        "pl",
        (left(3, 10), "A shot called=3@fl first=3 rail=y winner=A", "B concede", *rack(2, "A", "A")),
    ),
    Case("a rack is missing in between", "pl", (*rack(1, "A", "A"), *rack(3, "B", "A"))),
    Case(
        "another breaker after a stalemate",
        "es",
        (DRY, B_MISS, "A rerack", B_BREAKS, A_MISS),
        (found("break_order", "contradicts", 5, shot=1, clauses=["12"], recorded="B", ruled="A"),),
    ),
    Case("the same breaker after a stalemate", "es", (DRY, B_MISS, "A rerack", DRY, B_MISS)),
    Case("pl is silent about a stalemate", "pl", (DRY, B_MISS, "A rerack", B_BREAKS, A_MISS)),
    Case(
        "three players in rotation",
        "pl",
        (*rack(1, "A", "A"), *rack(2, "B", "A"), *rack(3, "A", "A")),
        (found("break_order", "contradicts", 6, recorded="A", ruled="C"),),
        match={"players": "A|B|C"},
    ),
    Case(
        "without a rule",
        "pl",
        (*rack(1, "A", "A"), *rack(2, "A", "A")),
        (found("break_order", "not_covered", 4),),
        house='[switches]\nlater_breaks = { value = "alternate", basis = "silent" }',
    ),
]

ASKED = '[switches]\nbreak_past_head = { value = 3, clauses = ["Rozbicie.5"] }'

BREAK_SOFT = [
    Case(
        "too few",
        "pl",
        (f"{SIX} past_head=1", A_MISS),
        (
            found(
                "break_soft",
                "contradicts",
                2,
                rack=1,
                shot=1,
                player="A",
                clauses=["Rozbicie.5"],
                recorded="2",
                ruled="3",
            ),
        ),
        house=ASKED,
    ),
    Case("together they are enough", "pl", (f"{SIX} past_head=2", A_MISS), house=ASKED),
    Case("not recorded", "pl", (SIX, A_MISS), house=ASKED),
    Case("what fell is not known", "pl", ("A break first=1 potted=? past_head=1", B_MISS), house=ASKED),
    Case("enough, whatever fell", "pl", ("A break first=1 potted=? past_head=3", B_MISS), house=ASKED),
    Case(
        "the cue ball is no object ball",
        "pl",
        ("A break first=1 potted=6@fl+cue@hl past_head=1", B_MISS),
        (found("break_soft", "contradicts", 2, recorded="2"),),
        house=ASKED,
    ),
    Case("not asked", "pl", (f"{SIX} past_head=0", A_MISS)),
    Case(
        "by a reading",
        "pl",
        (f"{SIX} past_head=0", A_MISS),
        (found("break_soft", "interpretation", 2),),
        house='[switches]\nbreak_past_head = { value = 3, basis = "interpretation" }',
    ),
    Case(
        "without a rule",
        "pl",
        (f"{SIX} past_head=0", A_MISS),
        (found("break_soft", "not_covered", 2),),
        house='[switches]\nbreak_past_head = { value = 3, basis = "silent" }',
    ),
]

GOOD = "1+4+5+6+10+7+2+8+9+3"


def racked(balls: str) -> tuple[str, str]:
    return f"{DRY} rack_layout={balls}", B_MISS


RACK_LAYOUT = [
    Case("as the text has it", "es", racked(GOOD)),
    Case("the rear corners the other way round", "es", racked("1+4+5+6+10+7+3+8+9+2")),
    Case(
        "other balls in the rear corners",
        "es",
        racked("1+2+3+4+10+5+6+7+8+9"),
        (found("rack_layout", "contradicts", 2, rack=1, shot=1, clauses=["2"], recorded="1 2 3 4 10 5 6 7 8 9"),),
    ),
    Case("which pl allows", "pl", racked("1+2+3+4+10+5+6+7+8+9")),
    Case("which ru allows, pattern or not", "ru", racked("1+2+3+4+10+5+6+7+8+9")),
    Case(
        "another ball at the apex",
        "ru",
        racked("2+1+3+4+10+5+6+7+8+9"),
        (found("rack_layout", "contradicts", 2, clauses=["2"]),),
    ),
    Case(
        "another ball in the centre",
        "pl",
        racked("1+2+3+4+5+10+6+7+8+9"),
        (found("rack_layout", "contradicts", 2, clauses=["Ustawienie"]),),
    ),
    Case("by a reading", "wpa-2016", racked("2+1+3+4+10+5+6+7+8+9"), (found("rack_layout", "interpretation", 2),)),
    Case(
        "without a rule",
        "ru",
        racked("2+1+3+4+10+5+6+7+8+9"),
        (found("rack_layout", "not_covered", 2),),
        house='[switches]\nrack_apex = { value = 1, basis = "silent" }',
    ),
    Case(
        "the firmest ground counts",
        "ru",
        racked("2+1+3+4+5+10+6+7+8+9"),
        (found("rack_layout", "contradicts", 2),),
        house='[switches]\nrack_apex = { value = 1, basis = "silent" }',
    ),
]

LAG = [
    Case(
        "the other was nearer",
        "es",
        (lag("A", lag_cm=12, winner="A"), lag("B", lag_cm=9)),
        (found("lag_wrong", "contradicts", 2, rack=0, shot=1, player="A", clauses=["1"], recorded="A", ruled="B"),),
    ),
    Case(
        "on the row that has the winner",
        "es",
        (lag("A", lag_cm=12), lag("B", lag_cm=9, winner="A")),
        (found("lag_wrong", "contradicts", 3, player="B"),),
    ),
    Case("the nearer won", "es", LAG_A),
    Case("equal distances", "es", (lag("A", lag_cm=9, winner="A"), lag("B", lag_cm=9))),
    Case("a distance is missing", "es", (lag("A", lag_cm=90, winner="A"), lag("B"))),
    Case("late", "es", (lag("A", lag_cm=12, winner="A"), lag("B", lag_cm=9, acts="late"))),
    Case(
        "at fault: a reading where the text names no faults",
        "es",
        (lag("A", lag_cm=2, winner="A", acts="jaw"), lag("B", lag_cm=9)),
        (found("lag_wrong", "interpretation", 2, clauses=[], ruled="B"),),
    ),
    Case(
        "at fault: pl names it",
        "pl",
        (lag("A", winner="A", acts="long_rail"), lag("B")),
        (found("lag_wrong", "contradicts", 2, clauses=["Rozbicie.1"], ruled="B"),),
    ),
    Case("pl names no other", "pl", (lag("A", lag_cm=2, winner="A", acts="jaw"), lag("B", lag_cm=9))),
    Case("the nearer was at fault", "es", (lag("A", lag_cm=12, winner="A"), lag("B", lag_cm=9, acts="foot_rail"))),
    Case(
        "both at fault",
        "ru",
        (lag("A", lag_cm=12, winner="A", acts="jaw"), lag("B", lag_cm=9, acts="foot_rail")),
        (found("lag_wrong", "interpretation", 2, ruled="nobody"),),
    ),
    Case(
        "both at fault, and they lag again",
        "ru",
        (lag("A", acts="jaw"), lag("B", acts="foot_rail"), lag("A", 2, lag_cm=1, winner="A"), lag("B", 2, lag_cm=2)),
    ),
    Case(
        "the second attempt",
        "ru",
        (lag("A", acts="jaw"), lag("B", acts="foot_rail"), lag("A", 2, lag_cm=3, winner="A"), lag("B", 2, lag_cm=2)),
        (found("lag_wrong", "contradicts", 4, rack=0, shot=2),),
    ),
    Case(
        "the edition says nothing of the lag",
        "csi",
        (lag("A", lag_cm=12, winner="A"), lag("B", lag_cm=9)),
        (found("lag_wrong", "not_covered", 2),),
    ),
]

NUMBERS = [
    Case(
        "a stroke is missing",
        "es",
        (f"{DRY} shot=1", f"{B_MISS} shot=2", f"{B_MISS} shot=4"),
        (
            found("turn_wrong", "unrecorded", 4),
            found("shot_missing", "impossible", 4, rack=1, shot=4, player="B", clauses=[], recorded="4", ruled="3"),
        ),
    ),
    Case(
        "the break is missing",
        "es",
        ("A shot shot=2 first=1 rails=6", B_MISS),
        (found("shot_missing", "impossible", 2, recorded="2", ruled="1"),),
    ),
    Case(
        "not after resume",
        "es",
        (left(3, 10), "A shot shot=14 called=3@fl first=3 rail=y", "B shot shot=15 called=3@fl first=3 rail=y"),
    ),
    Case(
        "after the first stroke that follows a resume",
        "es",
        (left(3, 10), "A shot shot=14 called=3@fl first=3 rail=y", "B shot shot=16 called=3@fl first=3 rail=y"),
        (found("shot_missing", "impossible", 4, shot=16),),
    ),
    Case("numbered by the order of the rows", "es", (DRY, B_MISS, A_MISS)),
    Case(
        "one number twice, both played",
        "es",
        (f"{DRY} shot=1", f"{B_MISS} shot=2", f"{A_MISS} shot=2"),
        (found("shot_repeated", "impossible", 4, rack=1, shot=2, player="A", recorded="2"),),
    ),
    Case(
        "a copy",
        "es",
        (f"{DRY} shot=1", f"{B_MISS} shot=2", f"{B_MISS} shot=2", f"{A_MISS} shot=3"),
        (found("shot_repeated", "impossible", 4, rack=1, shot=2, player="B", recorded="2"),),
    ),
    Case(
        "two that look alike",
        "es",
        (f"{DRY} shot=1", f"{B_MISS} shot=2", f"{A_MISS} shot=3", f"{B_MISS} shot=4", f"{A_MISS} shot=5"),
    ),
    Case(
        "out of order, once for a rack",
        "es",
        (f"{DRY} shot=1", f"{A_MISS} shot=3", f"{A_MISS} shot=5", f"{B_MISS} shot=2", f"{B_MISS} shot=4"),
        (found("shot_order", "impossible", 5, rack=1, shot=2, player="B"),),
    ),
    Case(
        "racks out of order",
        "ru",
        (*rack(2, "B", "B"), *rack(1, "A", "A")),
        (found("shot_order", "impossible", 4, rack=1),),
    ),
]

SCORE = [
    Case("as the racks went", "ru", (*rack(1, "A", "A", score="1-0"), *rack(2, "B", "B", score="1:1"))),
    Case(
        "the score and the winners disagree",
        "ru",
        (*rack(1, "A", "A", score="1-0"), *rack(2, "B", "B", score="2-0")),
        (found("score_wrong", "impossible", 4, rack=2, player="B", clauses=[], recorded="2-0", ruled="1-1"),),
    ),
    Case(
        "once, at the first",
        "ru",
        (*rack(1, "A", "A", score="0-1"), *rack(2, "B", "B", score="0-2")),
        (found("score_wrong", "impossible", 2, rack=1),),
    ),
    Case(
        "a winner is not known",
        "ru",
        (DRY, *rack(2, "B", "B", score="2-0")),
        (found("rack_unfinished", "impossible", 2),),
    ),
    Case("a rack is not in the record", "ru", rack(2, "B", "B", score="2-0")),
    Case("a forfeit", "ru", (*rack(1, "A", "A", score="0-9"), "A forfeit rack=0")),
    Case(
        "the match was decided",
        "ru",
        (*rack(1, "A", "A"), *rack(2, "B", "A"), *rack(3, "A", "B"), *rack(4, "B", "B")),
        (found("score_wrong", "impossible", 6, rack=3, shot=1, player="A"),),
        match={"race_to": 2},
    ),
    Case(
        "the race was not over",
        "ru",
        (*rack(1, "A", "A"), *rack(2, "B", "B"), *rack(3, "A", "A")),
        match={"race_to": 2},
    ),
    Case("a handicap", "ru", (*rack(1, "A", "A"), *rack(2, "B", "A"), *rack(3, "A", "A")), match={"race_to": "3/1"}),
    Case(
        "a handicap that was reached",
        "ru",
        (*rack(1, "A", "B"), *rack(2, "B", "A")),
        (found("score_wrong", "impossible", 4),),
        match={"race_to": "3/1"},
    ),
    Case(
        "the edition's winner where none was credited",
        "ru",
        (left(10), "A shot called=10@fr first=10 potted=10@fr score=0-1"),
        (found("score_wrong", "impossible", 3, ruled="1-0"),),
    ),
]

UNFINISHED = [
    Case(
        "neither end nor winner",
        "ru",
        (DRY, B_MISS, "A warn", *rack(2, "A", "A")),
        (found("rack_unfinished", "impossible", 4, rack=1, shot=2, player="A", clauses=[]),),
    ),
    Case("the last rack of the record", "ru", (*rack(1, "A", "A"), "B break rack=2 first=1 rails=6")),
    Case(
        "credited", "ru", (DRY, f"{B_MISS} winner=A", *rack(2, "A", "A")), (found("win_unfounded", "contradicts", 3),)
    ),
    Case("ended by the 10", "ru", (left(10), "A shot called=10@fr first=10 potted=10@fr", *rack(2, "B", "A"))),
    Case("conceded before a stroke was played", "ru", ("A concede", *rack(2, "A", "A"))),
    Case("conceded after a rerack", "ru", (DRY, "A rerack", "B concede", *rack(2, "A", "A"))),
    Case(
        "reracked, and never played again",
        "ru",
        (DRY, "A rerack", *rack(2, "A", "A")),
        (found("rack_unfinished", "impossible", 3),),
    ),
    Case(
        "the record played on after the edition's end, and then it breaks off",
        "ru",
        (
            left(3, 5, 10),
            "A shot called=10@fl first=3 potted=10@fl",
            "A shot called=3@fl first=3 rail=y",
            *rack(2, "A", "A"),
        ),
        (found("win_missed", "contradicts", 3), found("rack_unfinished", "impossible", 4)),
    ),
    Case("silence of pl about concede and penalty", "pl", (DRY, "B penalty winner=A", *rack(2, "B", "A"))),
]

CASES = [*BREAK_ORDER, *BREAK_SOFT, *RACK_LAYOUT, *LAG, *NUMBERS, *SCORE, *UNFINISHED]


@each_case(CASES)
def test_exactly_these_findings(case: Case, tmp_path: Path) -> None:
    case.run(tmp_path)


@pytest.mark.parametrize("score", ["1-0", "1:0", "1+0"])
def test_a_score_in_any_notation(score: str) -> None:
    assert codes("ru", *rack(1, "A", "A", score=score)) == []
    assert codes("ru", *rack(1, "A", "B", score=score)) == [("score_wrong", 2)]


@pytest.mark.parametrize(
    "words",
    [
        ("A lag rack=0 lag_cm=4", "B lag rack=0"),
        ("A forfeit rack=0",),
        ("A forfeit rack=0 winner=B",),
        ("A resume potted=1",),
        ("A fell potted=1",),
        ("A fell potted=1 spotted=1", "B concede"),
        ("A warn", "B accept"),
        ("A penalty winner=B",),
        ("A concede winner=B score=0-1",),
    ],
    ids=" ".join,
)
def test_a_record_without_a_stroke_has_nothing_found_in_it(words: tuple[str, ...]) -> None:
    assert codes("es", *words, warnings="recorded", break_format="winner", race_to=1) == []


def test_handing_back_before_a_stroke_was_played() -> None:
    assert codes("es", "A pass", DRY) == [("option_wrong", 2)]
