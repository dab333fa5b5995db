"""Findings on fouls, calls, push-outs, warnings: each fires on a log made for it, not where the text excepts it."""

from pathlib import Path

from audited import Case, codes, each_case, found
from play import DRY, MISS, SAFE, SIX

B_MISS = "B shot called=1@fl first=1 rail=y"
A_MISS = "A shot called=1@fl first=1 rail=y"
B_NO_RAIL = "B shot called=1@fl first=1 rail=n"
B_SCRATCH = "B shot called=1@fl first=1 potted=1@fl+cue@hl"
SERIES = (DRY, MISS, SAFE, MISS, SAFE)
RECORDED = {"warnings": "recorded"}

FOUL_MISSED = [
    Case(
        "ruled legal",
        "ru",
        (DRY, f"{B_NO_RAIL} ruling=legal", A_MISS),
        (
            found(
                "foul_missed",
                "contradicts",
                3,
                rack=1,
                shot=2,
                player="B",
                clauses=["10.3"],
                recorded="legal",
                ruled="no_rail",
            ),
        ),
    ),
    Case(
        "nothing ruled, the same player plays on",
        "pl",
        (DRY, B_SCRATCH, "B shot called=2@fl first=2 rail=y"),
        (found("foul_missed", "contradicts", 3, clauses=["Faule.1e"], recorded="no foul", ruled="scratch"),),
    ),
    Case(
        "nothing ruled, no ball in hand",
        "es",
        (DRY, B_NO_RAIL, f"{A_MISS} hand=n"),
        (found("foul_missed", "contradicts", 3, clauses=["10.3"], ruled="no_rail"),),
    ),
    Case("nothing ruled, the next player plays", "es", (DRY, B_NO_RAIL, A_MISS)),
    Case("nothing ruled, the ball in hand", "es", (DRY, B_NO_RAIL, f"{A_MISS} hand=y")),
    Case("nothing ruled, the last stroke of the log", "es", (DRY, B_NO_RAIL)),
    Case("ruled a foul", "es", (DRY, f"{B_NO_RAIL} ruling=foul", f"{A_MISS} hand=y")),
    Case(
        "by a reading",
        "es",
        ("A break first=1 rails=3 ruling=legal", "B push first=0"),
        (found("foul_missed", "interpretation", 2, shot=1, clauses=["3"], recorded="legal", ruled="illegal_break"),),
    ),
    Case(
        "the act that the text does not know is not what makes it a foul",
        "es",
        (DRY, f"{B_SCRATCH} acts=scoop ruling=legal", A_MISS),
        (
            found("foul_missed", "contradicts", 3, clauses=["10.1"], ruled="scratch"),
            # The 1 is down: A's stroke at it cannot be.
            found("impossible_ball", "impossible", 4),
        ),
    ),
    Case(
        "of several fouls the text's own word counts",
        "es",
        ("A break first=2 rails=6 potted=cue@hl ruling=legal", B_MISS),
        # That the 1 has to be struck first on a break is the reading ES-4; the scratch is not.
        (found("foul_missed", "contradicts", 2, clauses=["0", "10.1", "10.2"], ruled="scratch, wrong_ball"),),
    ),
    Case(
        "what happens to the 10 on it is another matter",
        "pl",
        ("A break first=1 rails=6 potted=10@fl+cue@hl ruling=legal", B_MISS),
        (found("foul_missed", "contradicts", 2, clauses=["Faule.1e"]),),
    ),
    Case(
        "the ball in the way may have gone on a stroke that is not known",
        "ru",
        (SIX, "A shot called=1@fl first=1 potted=?", "B shot called=2@fl first=2 rail=y ruling=legal"),
        (found("foul_missed", "unrecorded", 4, shot=3, clauses=["10.2"], ruled="wrong_ball"),),
    ),
    Case(
        "another ball would not help",
        "ru",
        (SIX, "A shot called=1@fl first=1 potted=?", "B shot called=2@fl first=2 rail=n ruling=legal"),
        (found("foul_missed", "contradicts", 4, ruled="wrong_ball, no_rail"),),
    ),
    Case(
        "an act that a house counts without a rule",
        "es",
        (DRY, f"{B_MISS} acts=scoop ruling=legal", A_MISS),
        (found("foul_missed", "not_covered", 3, ruled="scoop"),),
        house='[switches]\nunlisted_acts = { value = "foul", basis = "silent" }',
    ),
]

FOUL_UNFOUNDED = [
    Case(
        "complete facts",
        "es",
        (DRY, f"{B_MISS} ruling=no_rail", f"{A_MISS} hand=y"),
        (
            found(
                "foul_unfounded",
                "contradicts",
                3,
                rack=1,
                shot=2,
                player="B",
                clauses=["8"],
                recorded="no_rail",
                ruled="legal",
            ),
        ),
    ),
    Case(
        "a plain foul, and the ball that was made",
        "ru",
        (SIX, "A shot called=1@fl first=1 potted=1@fl ruling=foul", "B shot called=2@fl first=2 rail=y hand=y"),
        (found("foul_unfounded", "contradicts", 3, clauses=["8"], recorded="foul", ruled="legal"),),
    ),
    Case(
        "incomplete facts are believed: first", "es", (DRY, "B shot called=1@fl rail=y ruling=foul", f"{A_MISS} hand=y")
    ),
    Case("incomplete facts are believed: rail", "es", (DRY, "B shot called=1@fl first=1 ruling=no_rail", A_MISS)),
    Case("incomplete facts are believed: rails", "es", ("A break first=1 ruling=foul", f"{B_MISS} hand=y")),
    Case("incomplete facts are believed: potted", "es", (DRY, f"{B_MISS} potted=? ruling=foul", A_MISS)),
    Case(
        "an act that the edition does not list",
        "es",
        (DRY, f"{B_MISS} ruling=scoop", f"{A_MISS} hand=y"),
        (found("foul_unfounded", "not_covered", 3, clauses=["13"], recorded="scoop", ruled="legal"),),
    ),
    Case(
        "an act that the edition does not list is not believed either",
        "pl",
        (DRY, "B shot called=1@fl ruling=double_hit", f"{A_MISS} hand=y"),
        (found("foul_unfounded", "not_covered", 3, clauses=[], recorded="double_hit"),),
    ),
    Case(
        "an unlisted act beside a foul that the facts refute",
        "es",
        (DRY, f"{B_MISS} ruling=scoop+no_rail", f"{A_MISS} hand=y"),
        (found("foul_unfounded", "contradicts", 3, clauses=["8"], recorded="scoop no_rail"),),
    ),
    Case(
        "an open push-out is always complete",
        "es",
        (DRY, "B push ruling=foul", f"{A_MISS} hand=y"),
        (found("foul_unfounded", "contradicts", 3, clauses=["4"], recorded="foul", ruled="legal"),),
    ),
    Case(
        "on a push-out the cue ball may have gone down",
        "es",
        (DRY, "B push potted=? ruling=foul", f"{A_MISS} hand=y"),
        (found("foul_unfounded", "unrecorded", 3, clauses=["4"]),),
    ),
    Case(
        "by a reading",
        "es",
        ("A break first=1 rails=4 ruling=foul", f"{B_MISS} hand=y"),
        (found("foul_unfounded", "interpretation", 2, clauses=["3", "8"], ruled="legal"),),
    ),
]

FOUL_DIFFERS = [
    Case(
        "another foul",
        "es",
        (DRY, f"{B_NO_RAIL} ruling=wrong_ball", f"{A_MISS} hand=y"),
        (
            found(
                "foul_differs",
                "contradicts",
                3,
                rack=1,
                shot=2,
                clauses=["10.3"],
                recorded="wrong_ball",
                ruled="no_rail",
            ),
        ),
    ),
    Case("one of those found", "es", (DRY, "B shot first=2 potted=cue@fl ruling=scratch", f"{A_MISS} hand=y")),
    Case("a plain foul", "es", (DRY, f"{B_NO_RAIL} ruling=foul", A_MISS)),
    Case("an act is recorded by the ruling", "es", (DRY, f"{B_NO_RAIL} ruling=touch+no_rail", A_MISS)),
    Case(
        "one too many",
        "ru",
        (DRY, f"{B_NO_RAIL} ruling=no_rail+scratch", A_MISS),
        (found("foul_differs", "contradicts", 3, clauses=["10.3"], recorded="no_rail scratch", ruled="no_rail"),),
    ),
    Case(
        "it may have been so",
        "es",
        (DRY, "B shot called=1@fl rail=y potted=cue@hl ruling=wrong_ball", f"{A_MISS} hand=y"),
        (found("foul_differs", "unrecorded", 3, clauses=["10.1"], recorded="wrong_ball", ruled="scratch"),),
    ),
    Case(
        "what is not known has nothing to do with it",
        "es",
        (DRY, "B shot called=1@fl rail=y potted=cue@hl ruling=ball_off", f"{A_MISS} hand=y"),
        (found("foul_differs", "contradicts", 3, recorded="ball_off", ruled="scratch"),),
    ),
    Case(
        "an act that the edition does not list",
        "es",
        (DRY, f"{B_NO_RAIL} ruling=no_rail+scoop", f"{A_MISS} hand=y"),
        (found("foul_differs", "not_covered", 3, clauses=["13"], recorded="no_rail scoop", ruled="no_rail"),),
    ),
    Case(
        "by a reading",
        "es",
        (DRY, f"{B_MISS} acts=not_tip ruling=scratch", f"{A_MISS} hand=y"),
        (found("foul_differs", "interpretation", 3, clauses=["10.7"], recorded="scratch", ruled="not_tip"),),
    ),
]

MEANT = "A shot called=~1@fl first=1 potted=1@fl"
A_TWO = "A shot called=2@fl first=2 rail=y"

CALL_INVALID = [
    Case(
        "played on",
        "pl",
        (SIX, MEANT, A_TWO),
        (
            found(
                "call_invalid",
                "interpretation",
                3,
                shot=2,
                player="A",
                clauses=["Wbijanie.1"],
                recorded="~1@fl",
                ruled="nothing called",
            ),
        ),
    ),
    Case(
        "not the lowest ball",
        "es",
        (SIX, "A shot called=~7@fl first=1 potted=7@fl", A_MISS),
        (found("call_invalid", "interpretation", 3, clauses=["5"], recorded="~7@fl"),),
    ),
    Case("the lowest ball, in an edition that accepts it", "es", (SIX, MEANT, A_TWO)),
    Case("the next player plays", "pl", (SIX, MEANT, "B shot called=2@fl first=2 rail=y")),
    Case("handed back", "es", (SIX, "A shot called=~7@fl first=1 potted=7@fl", "B pass", A_MISS)),
    Case(
        "credited",
        "pl",
        ("A resume potted=1+2+3+4+5+6+7+8+9", "A shot called=~10@fr first=10 potted=10@fr winner=A"),
        (
            found("call_invalid", "interpretation", 3, shot=1),
            found("win_unfounded", "interpretation", 3, clauses=["Wbijanie.1", "Wbijanie.4", "Faule.3"]),
        ),
    ),
    Case(
        "the ball fell elsewhere, so it was not the call that counted",
        "pl",
        (SIX, "A shot called=~1@fl first=1 potted=1@fr", A_TWO),
        (found("turn_wrong", "interpretation", 4),),
    ),
    Case("conceded", "pl", (SIX, f"{MEANT} winner=A", "B concede")),
    Case(
        "as the text has it",
        "pl",
        (SIX, MEANT, A_TWO),
        (found("call_invalid", "contradicts", 3),),
        house='[switches]\nobvious_calls = { value = "no", clauses = ["Wbijanie.1"] }',
    ),
    Case(
        "without a rule",
        "pl",
        (SIX, MEANT, A_TWO),
        (found("call_invalid", "not_covered", 3),),
        house='[switches]\nobvious_calls = { value = "no", basis = "silent" }',
    ),
    Case(
        "it may have been the lowest",
        "es",
        (DRY, "B shot called=1@fl first=1 potted=?", "A shot called=~2@fl potted=2@fl", "A shot called=3@fl rail=y"),
        (found("call_invalid", "unrecorded", 4, shot=3, recorded="~2@fl"),),
    ),
]

PUSH = [
    Case(
        "in a later visit",
        "es",
        (DRY, B_MISS, "A push first=1 rail=y", B_MISS),
        (
            found(
                "push_unavailable", "contradicts", 4, shot=3, player="A", clauses=["4"], recorded="push", ruled="legal"
            ),
        ),
    ),
    Case(
        "in the visit of the break: a reading",
        "pl",
        (SIX, "A shot called=1@fl first=1 potted=1@fl", "A push first=2 rail=y", "B shot called=2@fl first=2 rail=y"),
        (found("push_unavailable", "interpretation", 4, clauses=["Push out"]),),
    ),
    Case(
        "after a foul on the break",
        "es",
        ("A break first=1 potted=cue@hl", "B push first=0", A_MISS),
        (found("push_unavailable", "contradicts", 3, shot=2, ruled="no_contact"),),
    ),
    Case(
        "after a foul that was ruled legal it is open",
        "es",
        ("A break first=1 potted=6@fl+cue@hl ruling=legal", "A push first=0", B_MISS),
        (found("foul_missed", "contradicts", 2),),
    ),
    Case(
        "by the player to whom it was handed back",
        "ru",
        (DRY, "B push first=1 rail=y", "A pass", "B push first=1 rail=y", A_MISS),
        (found("push_unavailable", "contradicts", 5, shot=3, player="B"),),
    ),
    Case("open", "es", (DRY, "B push first=0", A_MISS)),
    Case("open to the breaker", "es", (SIX, "A push first=0", B_MISS)),
    Case("the first stroke is a break whatever it says", "es", ("A push first=1 rails=6", B_MISS)),
    Case(
        "without a rule",
        "es",
        (DRY, "B push first=1 rail=y", A_MISS),
        (found("push_unavailable", "not_covered", 3),),
        house='[switches]\npush_out = { value = false, basis = "silent" }',
    ),
]

WARNING = [
    Case(
        "played on two fouls, not warned",
        "es",
        (*SERIES, MISS, SAFE),
        (found("warning_missing", "contradicts", 7, shot=6, player="B", clauses=["11"]),),
        match=RECORDED,
    ),
    Case(
        "once in a series",
        "es",
        (*SERIES, MISS, SAFE, MISS, SAFE, MISS, SAFE),
        (found("warning_missing", "contradicts", 7),),
        match=RECORDED,
    ),
    Case(
        "a lawful stroke is one without a warning too",
        "es",
        (*SERIES, B_MISS, SAFE, MISS, SAFE, MISS, SAFE, B_MISS),
        (found("warning_missing", "contradicts", 7), found("warning_missing", "contradicts", 13, shot=12)),
        match=RECORDED,
    ),
    Case("warned", "es", (*SERIES, "B warn", f"{MISS} winner=A"), match=RECORDED),
    Case("warned, and played on lawfully", "es", (*SERIES, "B warn", B_MISS, SAFE), match=RECORDED),
    Case(
        "warned too early",
        "es",
        (DRY, MISS, "B warn", SAFE, MISS, SAFE, B_MISS),
        (found("warning_missing", "contradicts", 8, shot=6),),
        match=RECORDED,
    ),
    Case(
        "the other player was warned",
        "es",
        (*SERIES, "A warn", B_MISS),
        (found("warning_missing", "contradicts", 8, shot=6),),
        match=RECORDED,
    ),
    Case("warnings not recorded", "es", (*SERIES, B_MISS)),
    Case("no condition in pl", "pl", (*SERIES, B_MISS), match=RECORDED),
    Case("no condition in ru", "ru", (*SERIES, B_MISS), match=RECORDED),
    Case(
        "by a reading",
        "wpa-2016",
        (*SERIES, B_MISS),
        (found("warning_missing", "interpretation", 7, clauses=["6.14"]),),
        match=RECORDED,
    ),
    Case(
        "without a rule",
        "es",
        (*SERIES, B_MISS),
        (found("warning_missing", "not_covered", 7),),
        match=RECORDED,
        house='[switches]\nthree_fouls = { value = "lose_rack", basis = "silent" }',
    ),
    Case("a rerack begins anew", "es", (*SERIES, "A rerack", DRY, B_MISS), match=RECORDED),
]

CASES = [*FOUL_MISSED, *FOUL_UNFOUNDED, *FOUL_DIFFERS, *CALL_INVALID, *PUSH, *WARNING]


@each_case(CASES)
def test_exactly_these_findings(case: Case, tmp_path: Path) -> None:
    case.run(tmp_path)


def test_no_chain_after_a_missed_foul() -> None:
    # The foul was not ruled, so the series of B's fouls has ended then: his next two are the first and the second.
    later = (SAFE, MISS, SAFE, MISS, SAFE, B_MISS)
    assert codes("ru", *SERIES, f"{MISS} ruling=legal", *later) == [("foul_missed", 7), ("win_missed", 7)]
