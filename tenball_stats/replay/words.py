"""Facts and rulings in plain English sentences, for explanations and reports."""

from tenball_stats.rules import Edition, Point, Ruling, Stroke
from tenball_stats.rules.judge import (
    GOES_ON,
    IN_HAND,
    LOST_ON_FOULS,
    PUSH,
    SAFETY,
    WON_ON_TEN,
)
from tenball_stats.rules.switches import SWITCH_INDEX, SWITCHES
from tenball_stats.terms import (
    CALL_MEANT,
    CALL_NOTHING,
    CALL_UNRECORDED,
    CUE,
    FOULS,
    POCKETS,
    RULING_FOUL,
    RULING_LEGAL,
    balls_of,
    fouls_of,
)

POCKET_WORDS = {
    "hl": "head left",
    "hr": "head right",
    "sl": "side left",
    "sr": "side right",
    "fl": "foot left",
    "fr": "foot right",
}

FOUL_WORDS = {
    "scratch": "the cue ball was pocketed",
    "cue_off": "the cue ball left the table",
    "ball_off": "an object ball left the table",
    "no_contact": "no object ball was struck",
    "wrong_ball": "the first ball struck was not the lowest",
    "no_rail": "nothing was pocketed and no ball reached a cushion after the contact",
    "illegal_break": "no ball was pocketed and too few reached a cushion",
    "foot": "no foot on the floor",
    "touch": "a ball was touched",
    "double_hit": "double hit",
    "push_stroke": "push stroke",
    "moving": "played while balls were moving",
    "placement": "the cue ball was wrongly placed",
    "cue_on_table": "the cue was laid down to line up",
    "marking": "a mark was left to line up",
    "out_of_turn": "played out of turn",
    "slow": "slow play",
    "not_tip": "the cue ball was struck with something other than the tip",
    "scoop": "jump by digging under the cue ball",
    "recorded": "a foul was ruled, its kind was not written down",
}
"""What each foul code says."""


def listed(names: list[str]) -> str:
    """Return names as an English list: "the 3, the 4 and the 9"."""
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} and {names[-1]}"


def balls_in_words(mask: int) -> str:
    """Return the object balls of a mask in words; "no ball" where there is none."""
    return listed([f"the {ball}" for ball in balls_of(mask)]) or "no ball"


def stroke_in_words(stroke: Stroke) -> list[str]:
    """Return the recorded facts of a stroke as sentences; what was not recorded is said to be so."""
    said = [_declared(stroke)]
    if stroke.first > 0:
        said.append(f"The cue ball struck the {stroke.first} first.")
    elif stroke.first == 0:
        said.append("The cue ball struck no object ball.")
    else:
        said.append("Which ball was struck first is not recorded.")
    fell = [_fallen(ball, stroke.pockets) for ball in balls_of(stroke.potted)]
    if stroke.potted & CUE:
        fell.append("the cue ball")
    if not stroke.potted_known:
        said.append("What was pocketed is not recorded.")
    elif fell:
        said.append(f"Pocketed: {listed(fell)}.")
    else:
        said.append("Nothing was pocketed.")
    if stroke.is_break:
        said.append(
            f"{stroke.rails} object balls reached a cushion."
            if stroke.rails >= 0
            else "How many balls reached a cushion is not recorded."
        )
    elif stroke.rail >= 0:
        said.append(f"After the contact {'a' if stroke.rail else 'no'} ball reached a cushion.")
    else:
        said.append("Whether a ball reached a cushion is not recorded.")
    off = [f"the {ball}" for ball in balls_of(stroke.off)] + (["the cue ball"] if stroke.off & CUE else [])
    if off:
        said.append(f"Off the table: {listed(off)}.")
    acts = fouls_of(stroke.acts)
    if acts:
        said.append(f"Noted besides: {listed([FOUL_WORDS[code] for code in acts])}.")
    return said


def _declared(stroke: Stroke) -> str:
    if stroke.is_break:
        return "The break."
    if stroke.kind == PUSH:
        return "A push-out was declared."
    if stroke.kind == SAFETY:
        return "A safety was called."
    if stroke.call_type == CALL_UNRECORDED:
        return "What was called is not recorded."
    if stroke.call_type == CALL_NOTHING:
        return "Nothing was called."
    pocket = f" into {POCKET_WORDS[POCKETS[stroke.call_pocket - 1]]}" if stroke.call_pocket else ", pocket not recorded"
    if stroke.call_type == CALL_MEANT:
        return f"The {stroke.call_ball}{pocket} was meant and not spoken."
    return f"Called: the {stroke.call_ball}{pocket}."


def _fallen(ball: int, pockets: int) -> str:
    code = pockets >> (4 * ball) & 15
    return f"the {ball}" + (f" in {POCKET_WORDS[POCKETS[code - 1]]}" if code else " (pocket not recorded)")


def recorded_in_words(stroke: Stroke, text: str | None) -> str:
    """Return what was ruled then, in words."""
    if stroke.ruling == RULING_LEGAL:
        return "It was ruled lawful."
    if stroke.ruling == RULING_FOUL:
        return f"It was ruled a foul ({text})." if text else "It was ruled a foul."
    return "What was ruled is not recorded."


def ruling_in_words(ruling: Ruling, players: list[str], shooter: int) -> str:
    """Return a ruling in one or two sentences.

    Args:
        ruling: the ruling.
        players: names in rotation.
        shooter: place of the player who played.
    """
    who = players[shooter]
    parts = []
    if ruling.end == WON_ON_TEN:
        return f"The rack is over: {who} wins it with the 10."
    if ruling.fouls:
        parts.append(f"Foul by {who}: {listed([FOUL_WORDS[code] for code in fouls_of(ruling.fouls)])}.")
    if ruling.end == LOST_ON_FOULS:
        winner = players[ruling.winner] if ruling.winner >= 0 else None
        parts.append(
            f"It is the third in a row: {who} loses the rack" + (f" to {winner}." if winner else ", nobody wins it.")
        )
        return " ".join(parts)
    back = balls_of(ruling.spotted)
    if back:
        parts.append(
            f"{listed([f'the {ball}' for ball in back])} come{'s' if len(back) == 1 else ''} back.".capitalize()
        )
    if ruling.end == GOES_ON and ruling.next_player >= 0:
        other = players[ruling.next_player]
        capital = other[:1].upper() + other[1:]
        if ruling.next_player == shooter:
            parts.append(f"Lawful; {who} plays on.")
        elif ruling.option:
            parts.append(f"{capital} may play, or hand the stroke back to {who}.")
        elif ruling.hand == IN_HAND:
            count = f" It is {who}'s {('first', 'second', 'third')[ruling.in_a_row - 1]} foul in a row."
            parts.append(f"{capital} plays with the cue ball in hand.{count if ruling.in_a_row > 1 else ''}")
        else:
            parts.append(f"Lawful; {other} plays from position.")
    return " ".join(parts)


def point_in_words(point: Point) -> str:
    """Return what an edition says on a point, as a short sentence."""
    if point.name in FOULS:
        return f"Foul: {FOUL_WORDS[point.name]}."
    switch = SWITCHES[SWITCH_INDEX[point.name]]
    return f"{switch.question}: {value_in_words(point)}."


def value_in_words(point: Point) -> str:
    """Return the value of a switch in words."""
    value = point.value
    if value is True or value is False:
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return ", ".join(str(part).replace("_", " ") for part in value) or "none"
    return str(value).replace("_", " ")


def grounds_of(edition: Edition, ruling: Ruling) -> list[Point]:
    """Return the points of an edition that a ruling rests on, what follows from a foul included."""
    points = [edition.fouls.get(code, edition["unlisted_acts"]) for code in fouls_of(ruling.fouls)]
    points += [edition.switches[switch.name] for number, switch in enumerate(SWITCHES) if ruling.why >> number & 1]
    if ruling.fouls and ruling.end == GOES_ON:
        points.append(edition["foul_cue_ball"])
    return points
