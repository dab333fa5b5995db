"""Findings on balls and on the ends of racks: what came back, what cannot have been there, who has won."""

from pathlib import Path

from audited import Case, audited, codes, each_case, found
from play import DRY, MISS, SAFE, SIX, left

B_MISS = "B shot called=1@fl first=1 rail=y"
A_MISS = "A shot called=1@fl first=1 rail=y"
THIRD = (DRY, MISS, SAFE, MISS, SAFE, MISS)
EARLY = "A shot called=10@fl first=3 potted=10@fl"
A_THREE = "A shot called=3@fr first=3 rail=y"
LAST = "A shot called=10@fr first=10 potted=10@fr"
RECORDED = {"warnings": "recorded"}

SPOT = [
    Case(
        "a ball of a push-out came back, and stays down by the text",
        "es",
        (DRY, "B push first=1 rail=y potted=5@fl spotted=5", A_MISS),
        (
            found(
                "spot_wrong",
                "contradicts",
                3,
                rack=1,
                shot=2,
                player="B",
                clauses=["4", "9"],
                recorded="5",
                ruled="none",
            ),
        ),
    ),
    Case(
        "a ball of a push-out stayed down, and comes back by the text",
        "pl",
        (DRY, "B push first=1 rail=y potted=5@fl spotted=-", A_MISS),
        (found("spot_wrong", "contradicts", 3, clauses=["Push out"], recorded="-", ruled="the 5"),),
    ),
    Case(
        "the same on a push-out that is a foul: a reading",
        "pl",
        (DRY, "B push first=1 potted=5@fl+cue@hl spotted=-", f"{A_MISS} hand=y"),
        (found("spot_wrong", "interpretation", 3, clauses=["Push out", "Faule.3"], ruled="the 5"),),
    ),
    Case(
        "a ball of a foul came back",
        "es",
        (SIX, "A shot called=1@fl first=1 potted=1@fl+cue@hl spotted=1", f"{B_MISS} hand=y"),
        (found("spot_wrong", "contradicts", 3, clauses=["9"], recorded="1", ruled="none"),),
    ),
    Case(
        "a ball pocketed otherwise than called came back",
        "ru",
        (SIX, "A shot called=1@fl first=1 potted=1@fr spotted=1", B_MISS),
        (found("spot_wrong", "contradicts", 3, clauses=["9"]),),
    ),
    Case(
        "the 10 stayed down",
        "es",
        (SIX, "A shot called=1@fl first=1 potted=10@fr spotted=-", B_MISS),
        (found("spot_wrong", "contradicts", 3, clauses=["9"], recorded="-", ruled="the 10"),),
    ),
    Case(
        "the 10 stayed down, called early: a reading",
        "es",
        (left(3, 5, 10), f"{EARLY} spotted=-", A_THREE),
        (found("spot_wrong", "interpretation", 3, clauses=["0", "8", "9"], ruled="the 10"),),
    ),
    Case(
        "the 10 stayed down on a foul, which the text names, and on a fouled break, which is a reading",
        "pl",
        ("A break first=1 rails=5 potted=10@fl+cue@hl spotted=-", B_MISS),
        (found("spot_wrong", "interpretation", 2, clauses=["Wbijanie.4"]),),
    ),
    Case("as the edition has it", "pl", (DRY, "B push first=1 rail=y potted=5@fl spotted=5", A_MISS)),
    Case("nothing came back", "es", (DRY, "B push first=1 rail=y potted=5@fl spotted=-", A_MISS)),
    Case("not recorded", "pl", (DRY, "B push first=1 rail=y potted=5@fl", A_MISS)),
    Case(
        "the record has ended the rack",
        "es",
        (left(3, 5, 10), f"{EARLY} spotted=- winner=A"),
        (found("win_unfounded", "interpretation", 3),),
    ),
    Case("conceded", "es", (SIX, "A shot called=1@fl first=1 potted=10@fr spotted=-", "B concede")),
    Case("begun again", "es", (SIX, "A shot called=1@fl first=1 potted=10@fr spotted=-", "B rerack", DRY, B_MISS)),
    Case(
        "the edition has ended the rack",
        "ru",
        (left(3, 5, 10), f"{EARLY} spotted=10", A_THREE),
        (found("win_missed", "contradicts", 3),),
    ),
    Case(
        "what fell is not known",
        "ru",
        (SIX, "A shot called=1@fl first=1 potted=? spotted=10", B_MISS),
        (found("spot_wrong", "unrecorded", 3, recorded="10", ruled="none"),),
    ),
    Case(
        "without a rule",
        "es",
        (SIX, "A shot called=1@fl first=1 potted=1@fl+cue@hl spotted=1", B_MISS),
        (found("spot_wrong", "not_covered", 3),),
        house='[switches]\nfoul_pots = { value = "stay_down", basis = "silent" }',
    ),
    Case(
        "fell by itself and stayed down",
        "es",
        (DRY, "A fell potted=3 seconds=9 spotted=-", B_MISS),
        (found("spot_wrong", "contradicts", 3, shot=1, player="A", clauses=["9"], recorded="-", ruled="the 3"),),
    ),
    Case("fell by itself and came back", "es", (DRY, "A fell potted=3 seconds=9 spotted=3", B_MISS)),
    Case("fell by itself, not recorded", "es", (DRY, "A fell potted=3 seconds=9", B_MISS)),
    Case("fell by itself: pl is silent", "pl", (DRY, "A fell potted=3 seconds=9 spotted=3", B_MISS)),
    Case("fell by itself: ru is silent", "ru", (DRY, "A fell potted=3 seconds=9 spotted=-", B_MISS)),
    Case(
        "fell by itself after the rack",
        "es",
        (left(3, 5, 10), f"{EARLY} winner=A", "A fell potted=5 spotted=-"),
        (found("win_unfounded", "interpretation", 3),),
    ),
    Case("fell by itself after a rack that was conceded", "es", (DRY, "B concede", "A fell potted=3 spotted=-")),
]

WIN_MISSED = [
    Case(
        "played on after the 10",
        "ru",
        (left(3, 5, 10), EARLY, A_THREE),
        (
            found(
                "win_missed",
                "contradicts",
                3,
                rack=1,
                shot=1,
                player="A",
                clauses=["8"],
                recorded="played on",
                ruled="A",
            ),
        ),
    ),
    Case(
        "another was credited",
        "ru",
        (left(10), f"{LAST} winner=B"),
        (found("win_missed", "contradicts", 3, clauses=["8"], recorded="B", ruled="A"),),
    ),
    Case("credited to the winner", "ru", (left(10), f"{LAST} winner=A")),
    Case("nobody was credited", "ru", (left(10), LAST)),
    Case(
        "three fouls",
        "pl",
        (*THIRD, A_MISS),
        (
            found(
                "win_missed",
                "contradicts",
                7,
                player="B",
                clauses=["Faule.1b", "Faule.4"],
                recorded="played on",
                ruled="A",
            ),
        ),
    ),
    Case(
        "three fouls, and the warning may not have been given",
        "es",
        (*THIRD, A_MISS),
        (found("win_missed", "unrecorded", 7, clauses=["10.2", "11"], ruled="A"),),
    ),
    Case(
        "three fouls without the warning",
        "es",
        (*THIRD, A_MISS),
        (found("warning_missing", "contradicts", 7),),
        match=RECORDED,
    ),
    Case(
        "a foul that was not ruled was the third",
        "ru",
        (*THIRD[:-1], f"{MISS} ruling=legal", A_MISS),
        (
            found("foul_missed", "contradicts", 7, clauses=["10.2"]),
            found("win_missed", "contradicts", 7, clauses=["10.2", "11"]),
        ),
    ),
    Case(
        "the 10 on the break: a reading",
        "ru",
        ("A break first=1 rails=6 potted=10@fl", A_MISS),
        (found("win_missed", "interpretation", 2, recorded="played on", ruled="A"),),
    ),
    Case(
        "whether the 10 was called is not recorded",
        "ru",
        (left(3, 5, 10), "A shot first=3 potted=10@fl", "B shot called=3@fl first=3 rail=y"),
        (found("win_missed", "unrecorded", 3, ruled="A"),),
    ),
    Case(
        "one turn wrong, and no chain",
        "ru",
        (left(3, 5, 10), EARLY, "B shot called=3@fr first=3 rail=y hand=y", "A shot called=3@fl first=3 rail=y"),
        (found("win_missed", "contradicts", 3),),
    ),
    Case(
        "of three players nobody but the one who fouled was credited",
        "pl",
        (
            "A break first=1 rails=6",
            "B shot called=1@fl first=0",
            "C safety called=- first=1 rail=y",
            SAFE,
            "B shot called=1@fl first=0",
            "C safety called=- first=1 rail=y",
            SAFE,
            "B shot called=1@fl first=0 winner=B",
        ),
        (found("win_missed", "interpretation", 9, recorded="B", ruled="rack over, no winner"),),
        match={"players": "A|B|C"},
    ),
    Case(
        "without a rule",
        "ru",
        (left(3, 5, 10), EARLY, A_THREE),
        (found("win_missed", "not_covered", 3),),
        house='[switches]\nearly_ten = { value = "wins", basis = "silent" }',
    ),
]

WIN_UNFOUNDED = [
    Case(
        "the 10 called early: a reading",
        "es",
        (left(3, 5, 10), f"{EARLY} winner=A"),
        (
            found(
                "win_unfounded",
                "interpretation",
                3,
                rack=1,
                shot=1,
                player="A",
                clauses=["0", "8", "9"],
                recorded="A",
                ruled="rack not over",
            ),
        ),
    ),
    Case(
        "the 10 with the cue ball",
        "es",
        (left(10), "A shot called=10@fr first=10 potted=10@fr+cue@hl winner=A"),
        (found("win_unfounded", "contradicts", 3, clauses=["9", "10.1"]),),
    ),
    Case(
        "the same, ruled legal: win codes stand beside foul codes",
        "es",
        (left(10), "A shot called=10@fr first=10 potted=10@fr+cue@hl winner=A ruling=legal"),
        (found("foul_missed", "contradicts", 3), found("win_unfounded", "contradicts", 3)),
    ),
    Case(
        "the 10 in another pocket",
        "es",
        (left(10), "A shot called=10@fr first=10 potted=10@fl winner=A"),
        (found("win_unfounded", "contradicts", 3, clauses=["7", "9"]),),
    ),
    Case(
        "no 10 at all",
        "es",
        (DRY, f"{B_MISS} winner=A"),
        (found("win_unfounded", "contradicts", 3, player="B", clauses=["8"], recorded="A", ruled="rack not over"),),
    ),
    Case(
        "what fell is not known",
        "es",
        (left(10), "A shot called=10@fr first=10 potted=? winner=A"),
        (found("win_unfounded", "unrecorded", 3),),
    ),
    Case(
        "the others may have gone down before",
        "es",
        (left(3, 10), "A shot called=3@fr first=3 potted=?", "A shot called=10@fr first=10 potted=10@fr winner=A"),
        (
            found("win_unfounded", "unrecorded", 4),
            found("turn_wrong", "unrecorded", 4),
        ),
    ),
    Case(
        "of two balls the 10 may have been the one that was called",
        "ru",
        (left(4, 5, 10), "A shot first=4 potted=4+10 winner=A"),
        (found("win_unfounded", "unrecorded", 3),),
    ),
    Case(
        "the third foul without the warning",
        "es",
        (*THIRD[:-1], f"{MISS} winner=A"),
        (
            found("warning_missing", "contradicts", 7),
            found("win_unfounded", "interpretation", 7, clauses=["10.2", "11"], recorded="A"),
        ),
        match=RECORDED,
    ),
    Case("the third foul, warnings not recorded", "es", (*THIRD[:-1], f"{MISS} winner=A")),
    Case("conceded", "es", (DRY, B_MISS, "B concede winner=A")),
    Case(
        "credited to the one who conceded",
        "es",
        (DRY, B_MISS, "B concede winner=B"),
        (found("win_unfounded", "impossible", 3, shot=2, recorded="B", ruled="A"),),
    ),
    Case("forfeited", "es", (DRY, B_MISS, "A forfeit winner=B")),
    Case("a penalty", "es", (DRY, B_MISS, "A penalty winner=B")),
    Case(
        "begun again and credited without a stroke",
        "es",
        (DRY, B_MISS, "A rerack winner=B"),
        (found("win_unfounded", "contradicts", 3),),
    ),
    Case(
        "on the rack's last stroke, wherever the winner is written, and the rack counts as ended",
        "es",
        ("A break first=1 rails=6 winner=B", B_MISS, A_MISS, "A break rack=2 first=1 rails=6"),
        (found("win_unfounded", "contradicts", 4, rack=1, shot=3),),
    ),
    Case(
        "without a rule",
        "es",
        (left(3, 5, 10), f"{EARLY} winner=A"),
        (found("win_unfounded", "not_covered", 3),),
        house='[switches]\nearly_ten = { value = "spotted", basis = "silent" }',
    ),
]

IMPOSSIBLE = [
    Case(
        "pocketed and called again",
        "es",
        (SIX, "A shot called=6@fl first=1 potted=6@fl", A_MISS),
        (
            found(
                "impossible_ball",
                "impossible",
                3,
                rack=1,
                shot=2,
                player="A",
                clauses=[],
                recorded="called 6@fl, potted 6@fl",
                ruled="on the table: the 1, the 2, the 3, the 4, the 5, the 7, the 8, the 9 and the 10",
            ),
        ),
    ),
    Case(
        "touched",
        "es",
        (SIX, "A shot called=1@fl first=6 rail=y", f"{B_MISS} hand=y"),
        (found("impossible_ball", "impossible", 3, recorded="first 6"),),
    ),
    Case(
        "called only",
        "es",
        (SIX, "A shot called=6@fl first=1 rail=y", B_MISS),
        (found("impossible_ball", "impossible", 3, recorded="called 6@fl"),),
    ),
    Case(
        "called on a safety",
        "es",
        (SIX, "A safety called=6 first=1 rail=y", B_MISS),
        (found("impossible_ball", "impossible", 3),),
    ),
    Case(
        "off the table",
        "es",
        (SIX, "A shot called=1@fl first=1 off=6", f"{B_MISS} hand=y"),
        (found("impossible_ball", "impossible", 3, recorded="off 6"),),
    ),
    Case(
        "one ball twice",
        "es",
        (SIX, "A shot called=1@fl first=1 potted=1@fl+1@fr", "A shot called=2@fl first=2 rail=y"),
        (found("impossible_ball", "impossible", 3, recorded="potted 1@fl 1@fr"),),
    ),
    Case(
        "the cue ball twice",
        "es",
        (SIX, "A shot called=1@fl first=1 potted=cue@fl off=cue", B_MISS),
        (found("impossible_ball", "impossible", 3),),
    ),
    Case(
        "pocketed and off",
        "es",
        (SIX, "A shot called=1@fl first=1 potted=3 off=3", B_MISS),
        (found("impossible_ball", "impossible", 3),),
    ),
    Case(
        "put back by then",
        "es",
        (SIX, "A shot called=1@fl first=6 rail=y", "B shot called=1@fl first=1 potted=6@fl"),
        (found("impossible_ball", "impossible", 3),),
    ),
    Case("a layout moves no ball", "es", (SIX, "A shot called=1@fl first=1 rail=y layout=6:0.5/0.5", B_MISS)),
    Case(
        "down before the record begins",
        "es",
        (left(3, 10), "A shot called=5@fl first=3 rail=y"),
        (found("impossible_ball", "impossible", 3, recorded="called 5@fl"),),
    ),
    Case(
        "fell though it was down",
        "es",
        (SIX, "A fell potted=6", A_MISS),
        (found("impossible_ball", "impossible", 3, shot=1, recorded="potted 6"),),
    ),
]

CASES = [*SPOT, *WIN_MISSED, *WIN_UNFOUNDED, *IMPOSSIBLE]


@each_case(CASES)
def test_exactly_these_findings(case: Case, tmp_path: Path) -> None:
    case.run(tmp_path)


def test_a_ball_that_is_named_again_and_again_is_one_finding_a_stroke() -> None:
    twice = "A shot called=6@fl first=6 potted=6@fl+6@fr"
    assert codes("es", SIX, twice, B_MISS)[:1] == [("impossible_ball", 3)]
    assert [code for code, _ in codes("es", SIX, twice, B_MISS)].count("impossible_ball") == 1


def message(*rows: str, edition: str = "es") -> str:
    return str(audited(edition, *rows)[-1]["message"])


def test_a_win_without_grounds_says_why_it_is_none() -> None:
    assert message(left(3, 5, 10), f"{EARLY} winner=A") == (
        "A was credited with the rack, but when the 10 was pocketed there were still others on the table "
        "(the 3 and the 5): it is spotted and A plays on."
    )
    assert message("A break first=1 rails=6 potted=10@fl winner=A") == (
        "A was credited with the rack, but the 10 on the break does not win: it is spotted and A plays."
    )
    assert message(left(9, 10), "A shot called=9@fl first=9 potted=9@fl+10@fr winner=A") == (
        "A was credited with the rack, but the 10 was not pocketed as called: it is spotted and A plays."
    )
    assert message(left(10), "A shot called=10@fr first=10 potted=10@fr+cue@hl winner=A") == (
        "A was credited with the rack, but the 10 went down on a foul (scratch)."
    )
    assert message(left(9, 10), "A shot called=9@fl first=9 rail=y winner=A") == (
        "A was credited with the rack, but the last stroke did not pocket the 10, and on the table were still "
        "the 9 and the 10."
    )
    assert message(left(9, 10), "A shot called=9@fl first=9 rail=n winner=B") == (
        "B was credited with the rack, but A's last stroke was a foul (no_rail), which counts as the first in a row, "
        "and on the table were still the 9 and the 10."
    )
