"""The catalogue of checks: everything an audit can find, in one place.

Each has a code, a title, an explanation for the reader of a report, and the verdicts it can carry. A test makes each of
them fire and holds that a clean match fires none.
"""

from typing import NamedTuple

CONTRADICTS, INTERPRETATION, UNRECORDED, NOT_COVERED, IMPOSSIBLE = (
    "contradicts",
    "interpretation",
    "unrecorded",
    "not_covered",
    "impossible",
)

VERDICTS = {
    CONTRADICTS: "the edition's text rules otherwise",
    INTERPRETATION: "the edition rules otherwise under a reading of an unclear text",
    UNRECORDED: "it depends on a fact that was not recorded and had to be presumed",
    NOT_COVERED: "the edition is silent on this",
    IMPOSSIBLE: "the record cannot be right",
}
"""What each verdict says."""

SAID = (CONTRADICTS, INTERPRETATION, NOT_COVERED)
"""What an edition can make of a record whose facts are all there."""
RULED = (CONTRADICTS, INTERPRETATION, UNRECORDED, NOT_COVERED)
"""The same, where facts may have been presumed."""


class Check(NamedTuple):
    """One thing an audit can find."""

    code: str
    title: str
    explanation: str
    verdicts: tuple[str, ...]


CHECKS = (
    Check(
        "impossible_ball",
        "A ball that cannot have been there",
        "A ball that was not on the table was touched, called, pocketed or left it, or one ball stands twice.",
        (IMPOSSIBLE,),
    ),
    Check("foul_missed", "A foul was not ruled", "The facts show a foul; it was not one as ruled then.", RULED),
    Check("foul_unfounded", "A foul without grounds", "A foul was ruled; the facts hold none.", RULED),
    Check(
        "foul_differs",
        "Another foul than ruled",
        "Both find a foul, and the kind ruled is not among those found.",
        RULED,
    ),
    Check(
        "call_invalid",
        "An unspoken call was given effect",
        "The shot was meant and not spoken; the edition does not accept that, and play went on as if it had been.",
        RULED,
    ),
    Check("push_unavailable", "No push-out was open", "A push-out was declared at a stroke that has none.", SAID),
    Check(
        "warning_missing",
        "No warning after two fouls",
        "A player on two fouls played without having been warned, where the edition makes the warning a condition.",
        SAID,
    ),
    Check("spot_wrong", "Other balls came back", "The balls put back are not those that the edition puts back.", RULED),
    Check(
        "win_missed",
        "The rack was over",
        "The edition ends the rack on this stroke; play went on, or another player was credited.",
        RULED,
    ),
    Check(
        "win_unfounded",
        "A rack without a win",
        "A rack was credited that the edition does not give.",
        (*RULED, IMPOSSIBLE),
    ),
    Check(
        "turn_wrong",
        "The wrong player played",
        "By the edition and the recorded decisions it was another's turn.",
        (*RULED, IMPOSSIBLE),
    ),
    Check(
        "cue_ball_wrong", "Cue ball in hand or not", "The cue ball was not played as the stroke before rules.", RULED
    ),
    Check(
        "option_wrong",
        "Handed back without an option",
        "The stroke was handed back where there was no option, or by someone who did not have it.",
        RULED,
    ),
    Check("break_order", "The wrong player broke", "By lag, match format or edition another had the break.", SAID),
    Check(
        "break_soft",
        "A soft break",
        "The edition asks for more balls past the head string or pocketed; reported, not a foul.",
        SAID,
    ),
    Check(
        "rack_layout",
        "A wrong rack",
        "The recorded layout is not as the edition racks the balls.",
        SAID,
    ),
    Check(
        "lag_wrong",
        "The lag went to the wrong player",
        "The distances or the faults say that another had won the lag.",
        SAID,
    ),
    Check("shot_missing", "Strokes are missing", "The numbers of the strokes skip.", (IMPOSSIBLE,)),
    Check("shot_repeated", "A number stands twice", "A stroke has the number of another, or is a copy.", (IMPOSSIBLE,)),
    Check("shot_order", "Rows out of order", "Rows stand out of order; they were replayed by number.", (IMPOSSIBLE,)),
    Check(
        "score_wrong",
        "The score does not add up",
        "The score and the winners of the racks disagree, or racks follow a match that was decided.",
        (IMPOSSIBLE,),
    ),
    Check(
        "rack_unfinished",
        "A rack without an end",
        "The match goes on although this rack has neither an end nor a credited winner.",
        (IMPOSSIBLE,),
    ),
    Check(
        "other_edition",
        "Another edition fits",
        "Many findings of one kind that another edition would not have: perhaps the match was played by it.",
        (INTERPRETATION,),
    ),
)
"""Every check, in the order in which the findings of one stroke are listed."""

ORDER = {check.code: number for number, check in enumerate(CHECKS)}
