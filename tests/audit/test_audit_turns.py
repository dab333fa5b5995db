"""Findings between strokes: turn, cue ball, option."""

from pathlib import Path

from audited import Case, codes, each_case, found
from play import DRY, SIX, left

B_MISS = "B shot called=1@fl first=1 rail=y"
A_MISS = "A shot called=1@fl first=1 rail=y"
B_NO_RAIL = "B shot called=1@fl first=1 rail=n"
ONE = "A shot called=1@fl first=1 potted=1@fl"
WRONG_POCKET = "A shot called=1@fl first=1 potted=1@fr"
A_TWO = "A shot called=2@fl first=2 rail=y"
B_TWO = "B shot called=2@fl first=2 rail=y"
THREE = {"players": "A|B|C"}

TURN = [
    Case(
        "the breaker plays on after a dry break",
        "ru",
        (DRY, A_MISS, B_MISS),
        (
            found(
                "turn_wrong",
                "contradicts",
                3,
                rack=1,
                shot=2,
                player="A",
                clauses=["3.2", "8"],
                recorded="A",
                ruled="B",
            ),
        ),
    ),
    Case(
        "the next player plays though the ball was made",
        "ru",
        (SIX, ONE, B_TWO),
        (found("turn_wrong", "contradicts", 4, player="B", clauses=["8"], recorded="B", ruled="A"),),
    ),
    Case(
        "played on after the foul that was ruled",
        "ru",
        (DRY, f"{B_NO_RAIL} ruling=foul", f"{B_MISS} hand=y"),
        (found("turn_wrong", "contradicts", 4, clauses=["10", "10.3"], recorded="B", ruled="A"),),
    ),
    Case(
        "explained by a foul that was not ruled",
        "ru",
        (DRY, B_NO_RAIL, B_MISS),
        (found("foul_missed", "contradicts", 3),),
    ),
    Case(
        "explained by a foul without grounds",
        "ru",
        (SIX, f"{ONE} ruling=foul", B_TWO),
        (found("foul_unfounded", "contradicts", 3),),
    ),
    Case(
        "explained by a win that was not given",
        "ru",
        (left(3, 5, 10), "A shot called=10@fl first=3 potted=10@fl", "B shot called=3@fl first=3 rail=y"),
        (found("win_missed", "contradicts", 3),),
    ),
    Case(
        "explained by a call that is none",
        "pl",
        (SIX, "A shot called=~1@fl first=1 potted=1@fl", A_TWO),
        (found("call_invalid", "interpretation", 3),),
    ),
    Case("recorded as out of turn, which es lists", "es", (DRY, f"{A_MISS} acts=out_of_turn", f"{B_MISS} hand=y")),
    Case("ruled out of turn, which ru lists", "ru", (DRY, f"{A_MISS} ruling=out_of_turn", f"{B_MISS} hand=y")),
    Case(
        "recorded as out of turn, which pl does not list",
        "pl",
        (DRY, f"{A_MISS} acts=out_of_turn", B_MISS),
        (found("turn_wrong", "contradicts", 3, recorded="A", ruled="B"),),
    ),
    Case("the same player plays on: read as handed back", "es", (SIX, WRONG_POCKET, A_TWO)),
    Case("the option is taken", "es", (SIX, WRONG_POCKET, B_TWO)),
    Case(
        "no option in pl",
        "pl",
        (SIX, WRONG_POCKET, A_TWO),
        (found("turn_wrong", "contradicts", 4, clauses=["Wbijanie.3", "Faule.3"]),),
    ),
    Case(
        "accepted, and the other played",
        "es",
        (SIX, WRONG_POCKET, "B accept", A_TWO),
        (found("turn_wrong", "contradicts", 5, shot=3, recorded="A", ruled="B"),),
    ),
    Case(
        "handed back, and the other played",
        "es",
        (DRY, "B push first=1 rail=y", "A pass", A_MISS),
        (found("turn_wrong", "contradicts", 5, shot=3, recorded="A", ruled="B"),),
    ),
    Case(
        "whether the ball was called is not recorded",
        "pl",
        (SIX, "A shot first=1 potted=1@fl", B_TWO),
        (found("turn_wrong", "unrecorded", 4, recorded="B", ruled="A"),),
    ),
    Case(
        "whether the lowest ball was struck is not recorded",
        "ru",
        (SIX, "A shot called=1@fl potted=1@fl", B_TWO),
        (found("turn_wrong", "unrecorded", 4),),
    ),
    Case(
        "nothing that is not recorded would give it to the same player",
        "ru",
        (DRY, "B shot called=1@fl", B_MISS),
        (found("turn_wrong", "contradicts", 4),),
    ),
    Case(
        "by a reading", "ru", (SIX, "B push first=0"), (found("turn_wrong", "interpretation", 3, clauses=["3.2", "8"]),)
    ),
    Case(
        "the edition is silent about the act that may be the reason",
        "es",
        (SIX, f"{ONE} acts=scoop", B_TWO),
        (found("turn_wrong", "not_covered", 4, clauses=["8", "13"]),),
    ),
    Case(
        "the act is not the reason",
        "es",
        (DRY, f"{B_MISS} acts=scoop", B_MISS),
        (found("turn_wrong", "contradicts", 4, clauses=["8"]),),
    ),
    Case(
        "strokes are missing in between",
        "ru",
        (DRY, "B shot shot=2 called=1@fl first=1 rail=y", "B shot shot=4 called=1@fl first=1 rail=y hand=y"),
        (
            found("turn_wrong", "unrecorded", 4),
            found("cue_ball_wrong", "unrecorded", 4),
            found("shot_missing", "impossible", 4),
        ),
    ),
    Case(
        "another than the record says is at the table",
        "es",
        (left(3, 10), "B shot called=3@fl first=3 rail=y", "A shot called=3@fl first=3 rail=y"),
        (found("turn_wrong", "impossible", 3, shot=1, clauses=[], recorded="B", ruled="A"),),
    ),
    Case("the next in rotation", "pl", (DRY, B_MISS, "C shot called=1@fl first=1 rail=y"), match=THREE),
    Case(
        "out of rotation",
        "pl",
        (DRY, B_MISS, A_MISS),
        (found("turn_wrong", "contradicts", 4, recorded="A", ruled="C"),),
        match=THREE,
    ),
    Case("anybody may break as far as turns go", "ru", (DRY, B_MISS, "A concede", "A break rack=2 first=1 rails=6")),
]

CUE_BALL = [
    Case(
        "in hand after a lawful stroke",
        "es",
        (DRY, B_MISS, f"{A_MISS} hand=y"),
        (
            found(
                "cue_ball_wrong",
                "contradicts",
                4,
                rack=1,
                shot=3,
                player="A",
                clauses=["8"],
                recorded="in hand",
                ruled="in place",
            ),
        ),
    ),
    Case(
        "in place after the foul that was ruled",
        "es",
        (DRY, f"{B_NO_RAIL} ruling=no_rail", f"{A_MISS} hand=n"),
        (found("cue_ball_wrong", "contradicts", 4, clauses=["10", "10.3"], recorded="in place", ruled="in hand"),),
    ),
    Case(
        "explained by a foul that was not ruled",
        "es",
        (DRY, B_NO_RAIL, f"{A_MISS} hand=n"),
        (found("foul_missed", "contradicts", 3),),
    ),
    Case(
        "explained by a foul without grounds",
        "es",
        (DRY, f"{B_MISS} ruling=foul", f"{A_MISS} hand=y"),
        (found("foul_unfounded", "contradicts", 3),),
    ),
    Case(
        "there may have been no cushion",
        "es",
        (DRY, "B shot called=1@fl first=1", f"{A_MISS} hand=y"),
        (found("cue_ball_wrong", "unrecorded", 4),),
    ),
    Case(
        "the foul was believed",
        "es",
        (DRY, "B shot called=1@fl first=1 ruling=foul", f"{A_MISS} hand=n"),
        (found("cue_ball_wrong", "unrecorded", 4, recorded="in place", ruled="in hand"),),
    ),
    Case(
        "by a reading",
        "es",
        (DRY, f"{B_MISS} hand=y"),
        (found("cue_ball_wrong", "interpretation", 3, clauses=["3", "8"]),),
    ),
    Case(
        "a break is played with the ball in hand",
        "es",
        (f"{DRY} hand=n", f"{B_MISS} hand=n"),
        (found("cue_ball_wrong", "contradicts", 2, shot=1, clauses=["3"], recorded="in place", ruled="in hand"),),
    ),
    Case("a break with the ball in hand", "es", (f"{DRY} hand=y", f"{B_MISS} hand=n")),
    Case("the first stroke after resume, in hand", "es", (left(3, 10), "A shot called=3@fl first=3 rail=y hand=y")),
    Case("the first stroke after resume, in place", "es", (left(3, 10), "A shot called=3@fl first=3 rail=y hand=n")),
    Case("handed back, in place", "es", (DRY, "B push first=1 rail=y", "A pass", f"{B_MISS} hand=n")),
    Case(
        "handed back, in hand",
        "es",
        (DRY, "B push first=1 rail=y", "A pass", f"{B_MISS} hand=y"),
        (found("cue_ball_wrong", "contradicts", 5, shot=3, clauses=["4"]),),
    ),
    Case(
        "the rack was over",
        "ru",
        (left(3, 5, 10), "A shot called=10@fl first=3 potted=10@fl", "A shot called=3@fl first=3 rail=y hand=y"),
        (found("win_missed", "contradicts", 3),),
    ),
    Case(
        "an unlisted act",
        "pl",
        (DRY, f"{B_MISS} acts=double_hit", f"{A_MISS} hand=y"),
        (found("cue_ball_wrong", "not_covered", 4, clauses=["Wbijanie.3"]),),
    ),
]

OPTION = [
    Case(
        "there was none",
        "es",
        (DRY, f"{B_MISS}", "A pass", B_MISS),
        (
            found(
                "option_wrong",
                "contradicts",
                4,
                rack=1,
                shot=2,
                player="A",
                clauses=["8"],
                recorded="pass by A",
                ruled="no option",
            ),
        ),
    ),
    Case(
        "another had it",
        "es",
        (DRY, "B push first=1 rail=y", "B pass", B_MISS),
        (
            found(
                "option_wrong", "contradicts", 4, player="B", clauses=["4"], recorded="pass by B", ruled="option of A"
            ),
        ),
    ),
    Case(
        "no option in pl",
        "pl",
        (SIX, WRONG_POCKET, "B pass", A_TWO),
        (found("option_wrong", "contradicts", 4, clauses=["Wbijanie.3", "Faule.3"]),),
    ),
    Case("an option in es", "es", (SIX, WRONG_POCKET, "B pass", A_TWO)),
    Case("of a push-out", "pl", (DRY, "B push first=0", "A pass", B_MISS)),
    Case(
        "handed back twice",
        "es",
        (SIX, WRONG_POCKET, "B pass", "A pass", A_TWO),
        (found("option_wrong", "contradicts", 5, player="A"),),
    ),
    Case(
        "explained by a foul that was not ruled",
        "es",
        (SIX, "A shot called=1@fl first=2 potted=2@fl ruling=legal", "B pass", A_MISS),
        (found("foul_missed", "contradicts", 3),),
    ),
    Case(
        "explained by a foul without grounds",
        "es",
        (DRY, f"{B_MISS} ruling=foul", "A pass", B_MISS),
        (found("foul_unfounded", "contradicts", 3),),
    ),
    Case(
        "explained by another foul than was ruled",
        "es",
        (DRY, f"{B_NO_RAIL} ruling=wrong_ball", "A pass", f"{B_MISS} hand=y"),
        (found("foul_differs", "contradicts", 3),),
    ),
    Case(
        "after a foul that was ruled",
        "es",
        (DRY, f"{B_NO_RAIL} ruling=foul", "A pass", f"{B_MISS} hand=y"),
        (found("option_wrong", "contradicts", 4, clauses=["10.3"]),),
    ),
    Case(
        "after a foul that was not ruled, as the same player's playing on shows",
        "es",
        (DRY, B_NO_RAIL, "A pass", f"{B_MISS} hand=y"),
        (found("foul_missed", "contradicts", 3),),
    ),
    Case(
        "by a reading",
        "pl",
        (SIX, "A safety called=- first=1 potted=1@fl", "B pass", A_TWO),
        (found("option_wrong", "interpretation", 4),),
    ),
    Case(
        "what was called is not recorded",
        "es",
        (SIX, "A shot first=1 potted=3@fl", "B pass", A_MISS),
        (found("option_wrong", "unrecorded", 4, ruled="no option"),),
    ),
    Case(
        "an edition without the option, in which nothing is said of it",
        "es",
        (DRY, "B push first=0", "A pass", B_MISS),
        (found("option_wrong", "not_covered", 4),),
        house='[switches]\npush_option = { value = false, basis = "silent" }',
    ),
    Case("accepting needs no option", "es", (DRY, B_MISS, "A accept", A_MISS)),
]

CASES = [*TURN, *CUE_BALL, *OPTION]


@each_case(CASES)
def test_exactly_these_findings(case: Case, tmp_path: Path) -> None:
    case.run(tmp_path)


def test_a_wrong_turn_is_one_finding_however_the_visit_goes_on() -> None:
    assert codes("ru", SIX, ONE, B_TWO, A_TWO, B_TWO, A_TWO) == [("turn_wrong", 4)]
    assert codes("ru", SIX, ONE, "B shot called=2@fl first=2 potted=2@fl", "B shot called=3@fl first=3 rail=y") == [
        ("turn_wrong", 4)
    ]


def test_the_decision_as_recorded_entitles_the_player_it_names() -> None:
    assert codes("es", DRY, B_MISS, "A pass", B_MISS, A_MISS) == [("option_wrong", 4)]
