"""The words and numbers of the game that every floor shares: balls, pockets, kinds, fouls.

Balls are bits of an integer, so that a set of balls is one number and a table state costs nothing to copy:
bit 0 is the cue ball, bit ``b`` is object ball ``b`` (1 to 10). Fouls are bits in the order in which a ruling
lists them. Whoever needs a name looks it up here; nobody else spells one.
"""

from collections.abc import Iterable

# Balls ---------------------------------------------------------------------------------------------------------

CUE = 1
"""The cue ball's bit in a ball mask."""

TEN = 1 << 10
"""The ten's bit in a ball mask."""

ALL_BALLS = 0b111_1111_1110
"""The ten object balls, as they stand racked."""


def balls_of(mask: int) -> list[int]:
    """Return the object balls of a ball mask, ascending."""
    return [ball for ball in range(1, 11) if mask >> ball & 1]


def mask_of(balls: Iterable[int]) -> int:
    """Return the ball mask that holds these object balls."""
    mask = 0
    for ball in balls:
        mask |= 1 << ball
    return mask


# Pockets -------------------------------------------------------------------------------------------------------

POCKETS = ("hl", "hr", "sl", "sr", "fl", "fr")
"""Pockets seen from behind the head end: head, side and foot, left and right."""

POCKET_CODE = {name: number for number, name in enumerate(POCKETS, start=1)}
"""Pocket name to its code 1 … 6; 0 stands for "not recorded"."""

# Kinds of rows -------------------------------------------------------------------------------------------------

STROKES = ("break", "shot", "safety", "push")
EVENTS = ("lag", "accept", "pass", "warn", "rerack", "concede", "forfeit", "penalty", "resume", "fell")
KINDS = (*STROKES, *EVENTS)
"""Every value of the column ``kind``; the index is the kind's code."""

KIND_CODE = {name: code for code, name in enumerate(KINDS)}

# Fouls and acts ------------------------------------------------------------------------------------------------

JUDGED = ("scratch", "cue_off", "ball_off", "no_contact", "wrong_ball", "no_rail", "illegal_break")
"""Fouls that follow from the facts of a stroke."""

ACTS = (
    "foot",
    "touch",
    "double_hit",
    "push_stroke",
    "moving",
    "placement",
    "cue_on_table",
    "marking",
    "out_of_turn",
    "slow",
    "not_tip",
    "scoop",
)
"""Fouls that somebody has to have noted, in the column ``acts``."""

RECORDED = "recorded"
"""A foul was ruled and its kind was not written down."""

FOULS = (*JUDGED, *ACTS, RECORDED)
"""Every foul code, in the order in which a ruling lists them; the index is the bit of a foul mask."""

FOUL_BIT = {name: 1 << number for number, name in enumerate(FOULS)}

UNSPORTING = "unsporting"
"""Noted like an act, but no foul of a stroke."""

UNSPORTING_BIT = 1 << len(FOULS)

ACT_BIT = {**{name: FOUL_BIT[name] for name in ACTS}, UNSPORTING: UNSPORTING_BIT}
"""Value of ``acts`` on a stroke to its bit: the foul's own bit, and one beyond them for ``unsporting``."""

LAG_ACTS = ("long_rail", "potted", "off_table", "crossed", "foot_rail", "jaw", "late")
"""Values of ``acts`` on a lag row."""

LAG_ACT_BIT = {name: 1 << number for number, name in enumerate(LAG_ACTS)}


def fouls_of(mask: int) -> list[str]:
    """Return the foul codes of a foul mask, in the order in which a ruling lists them."""
    return [name for number, name in enumerate(FOULS) if mask >> number & 1]


# Calls and rulings as logged -----------------------------------------------------------------------------------

CALL_UNRECORDED, CALL_NOTHING, CALL_MEANT, CALL_SPOKEN = range(4)
"""How a call stands in the log: blank, ``-``, ``~4@fr`` (meant and obvious, not spoken), ``4@fr``."""

RULING_UNRECORDED, RULING_LEGAL, RULING_FOUL = -1, 0, 1
"""What the column ``ruling`` says: blank, ``legal``, or a foul of named or unnamed kind."""

BREAK_FORMATS = ("alternate", "winner", "loser", "free")

RACK_ENDS = ("ten", "three_fouls", "concession", "stalemate", "forfeit", "penalty")
"""How a rack can end; the index plus one is the code, 0 for a rack that goes on."""
