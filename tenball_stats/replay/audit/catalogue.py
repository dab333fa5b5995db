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
    """What it is, and where it is not found although it looks like it; whole sentences."""
    verdicts: tuple[str, ...]
    """The verdicts that it can have."""
    row: str = "the stroke"
    """The row of the log that a finding stands on."""


CHECKS = (
    Check(
        "impossible_ball",
        "A ball that cannot have been there",
        "A ball that was not on the table was touched, called, pocketed or left the table, or one ball stands "
        "twice. Once for each stroke; the ball is believed to have been there from then on.",
        (IMPOSSIBLE,),
    ),
    Check(
        "foul_missed",
        "A foul was not ruled",
        "The edition finds a foul, and it was none as ruled then: the ruling says legal or, where there is none, "
        "the same player played on or the next one did not get the ball in hand.",
        RULED,
    ),
    Check(
        "foul_unfounded",
        "A foul without grounds",
        "A foul was ruled, and the facts recorded hold none. Where facts are missing that would be needed to say "
        "so, the ruling is believed. Not covered where the ruling names only acts that the edition does not list.",
        RULED,
    ),
    Check(
        "foul_differs",
        "Another foul than ruled",
        "Both find a foul, and a kind that the ruling names is not among those that the edition finds.",
        RULED,
    ),
    Check(
        "call_invalid",
        "An unspoken call was given effect",
        "A shot was meant and not spoken, which the edition does not accept for it, and the same player played on "
        "or was credited with the rack. Not where the stroke is recorded as handed back to him.",
        RULED,
    ),
    Check("push_unavailable", "No push-out was open", "A push-out was declared on a stroke that has none.", SAID),
    Check(
        "warning_missing",
        "No warning after two fouls",
        "A player on two fouls played without having been warned, where the edition makes the warning a condition "
        "and the match column `warnings` says that every one was recorded. Once in a series of fouls.",
        SAID,
    ),
    Check(
        "spot_wrong",
        "Other balls came back",
        "The balls put back are not those that the edition puts back. Not where nothing was recorded of it, where "
        "the rack is over by the edition or the record, and for a ball that fell by itself where the edition has no "
        "time limit.",
        RULED,
        "the stroke, or the row of the ball that fell",
    ),
    Check(
        "win_missed",
        "The rack was over",
        "The edition ends the rack on this stroke, and play went on or another player was credited.",
        RULED,
    ),
    Check(
        "win_unfounded",
        "A rack without a win",
        "A rack was credited that the edition does not give. It counts as ended all the same. Not beside "
        "win_missed, and not where the other player conceded, forfeited or lost it as a penalty.",
        (*RULED, IMPOSSIBLE),
        "the rack's last stroke",
    ),
    Check(
        "turn_wrong",
        "The wrong player played",
        "By the edition and the recorded decisions it was another's turn. Not where a missed or unfounded foul, a "
        "missed win or an unspoken call of the stroke before explains it, where the same player played on and the "
        "next one could have handed the stroke back, or where it is recorded as out of turn and the edition lists "
        "that foul.",
        (*RULED, IMPOSSIBLE),
        "the stroke played",
    ),
    Check(
        "cue_ball_wrong",
        "Cue ball in hand or not",
        "The cue ball was in hand after a lawful stroke, in place after a foul, or in place on the break. Not where "
        "a missed or unfounded foul of the stroke before explains it, nor on the first stroke after resume.",
        RULED,
        "the stroke played",
    ),
    Check(
        "option_wrong",
        "Handed back without an option",
        "The stroke was handed back where there was no option, or by someone who did not have it. Not where a "
        "finding on the foul or the call of the stroke before explains it. The decision counts as it was recorded.",
        RULED,
        "the row of the decision",
    ),
    Check(
        "break_order",
        "The wrong player broke",
        "Rack 1 by the edition's rule on the lag, later racks by the match's break format, else by the edition, "
        "counted from the rack before as it was broken; after a stalemate the same player. The format free asks "
        "nothing.",
        SAID,
        "the break",
    ),
    Check(
        "break_soft",
        "A soft break",
        "The edition file asks for a number of balls past the head string or pocketed, and they were fewer. "
        "Reported, and no foul.",
        SAID,
        "the break",
    ),
    Check(
        "rack_layout",
        "A wrong rack",
        "The recorded layout is not as the edition racks the balls. Whether the others lie in a pattern is not asked.",
        SAID,
        "the break",
    ),
    Check(
        "lag_wrong",
        "The lag went to the wrong player",
        "The distances or the faults that the edition names say that another won the lag. Not with equal or missing "
        "distances, nor where a lag was late.",
        SAID,
        "the row of the lag with its winner",
    ),
    Check(
        "shot_missing",
        "Strokes are missing",
        "The numbers of the strokes skip. Not before the first one after resume.",
        (IMPOSSIBLE,),
    ),
    Check(
        "shot_repeated",
        "A number stands twice",
        "A stroke has the number of the one before it; where every cell is the same it is a copy and not replayed.",
        (IMPOSSIBLE,),
    ),
    Check(
        "shot_order",
        "Rows out of order",
        "Rows stand out of order; they are replayed by number. Once for each rack.",
        (IMPOSSIBLE,),
    ),
    Check(
        "score_wrong",
        "The score does not add up",
        "The score and the winners of the racks so far disagree, where all are known and nobody forfeited; or racks "
        "were played after the match was decided. Once, at the first.",
        (IMPOSSIBLE,),
        "the row with the score, or the first stroke too many",
    ),
    Check(
        "rack_unfinished",
        "A rack without an end",
        "The match goes on although this rack has neither an end nor a credited winner.",
        (IMPOSSIBLE,),
        "the rack's last row",
    ),
    Check(
        "other_edition",
        "Other rules fit",
        "Many findings of one kind (eight or more, in a record of thirty strokes or more) that another edition or a "
        "house rule would not have are one remark on the match; --each lists them.",
        (INTERPRETATION,),
        "the first of them",
    ),
)
"""Every check, in the order in which the findings of one stroke are listed."""

ORDER = {check.code: number for number, check in enumerate(CHECKS)}
