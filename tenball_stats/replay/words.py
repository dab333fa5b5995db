"""Facts and rulings in plain English, for explanations and reports."""

from tenball_stats.rules import Ruling, Stroke
from tenball_stats.rules.judge import GOES_ON, IN_HAND, LOST_ON_FOULS, PUSH, SAFETY, WON_ON_TEN
from tenball_stats.terms import (
    CALL_MEANT,
    CALL_NOTHING,
    CALL_UNRECORDED,
    CUE,
    POCKETS,
    RACK_ENDS,
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
    "scratch": "the cue ball is pocketed",
    "cue_off": "the cue ball leaves the table",
    "ball_off": "an object ball leaves the table",
    "no_contact": "the cue ball strikes no object ball",
    "wrong_ball": "the first ball struck is not the lowest",
    "no_rail": "nothing is pocketed and no ball reaches a cushion after the contact",
    "illegal_break": "the break pockets no ball and drives too few to a cushion",
    "foot": "no foot is on the floor",
    "touch": "a ball is touched",
    "double_hit": "the cue ball is hit twice",
    "push_stroke": "the cue ball is pushed instead of struck",
    "moving": "a stroke is played while balls are moving",
    "placement": "the cue ball is wrongly placed",
    "cue_on_table": "the cue is laid on the table to line up",
    "marking": "a mark is left to line up",
    "out_of_turn": "a player plays out of turn",
    "slow": "a player plays too slowly",
    "not_tip": "the cue ball is struck with something other than the tip",
    "scoop": "the cue ball is made to jump by digging under it",
    "recorded": "a foul was ruled whose kind was not written down",
}
"""Each foul code as the end of "it is a foul where …"."""

FOUL_SHORT = {
    "scratch": "the cue ball pocketed",
    "cue_off": "the cue ball off the table",
    "ball_off": "an object ball off the table",
    "no_contact": "no ball struck",
    "wrong_ball": "the wrong ball struck first",
    "no_rail": "no ball at a cushion",
    "illegal_break": "too few balls at a cushion on the break",
    "foot": "no foot on the floor",
    "touch": "a ball touched",
    "double_hit": "double hit",
    "push_stroke": "push stroke",
    "moving": "balls still moving",
    "placement": "the cue ball wrongly placed",
    "cue_on_table": "the cue laid on the table",
    "marking": "a mark left to line up",
    "out_of_turn": "out of turn",
    "slow": "slow play",
    "not_tip": "not struck with the tip",
    "scoop": "a jump by digging under the cue ball",
    "recorded": "its kind not recorded",
}
"""Each foul code in a few words, for what stands in brackets after "foul"."""

ENDS = dict(enumerate(RACK_ENDS, start=1))


def listed(names: list[str], last: str = "and") -> str:
    """Return names as an English list: "the 3, the 4 and the 9"."""
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} {last} {names[-1]}"


def numbered(mask: int) -> str:
    """Return the object balls of a mask: "the 3, the 4 and the 9"; "no ball" where there is none."""
    return listed([f"the {ball}" for ball in balls_of(mask)]) or "no ball"


def counted(number: int, one: str, many: str = "") -> str:
    """Word a number of things: "1 rack", "2,345 racks"."""
    return f"{number:,} {one if number == 1 else many or one + 's'}"


def capital(text: str) -> str:
    """Return a text with a capital letter in front; names inside keep theirs."""
    return text[:1].upper() + text[1:]


# Facts ---------------------------------------------------------------------------------------------------------


def stroke_in_words(stroke: Stroke) -> list[str]:
    """Return the recorded facts of a stroke as sentences; what was not recorded is said to be so."""
    said = [_declared(stroke)]
    if stroke.first > 0:
        said.append(f"The cue ball struck the {stroke.first} first.")
    elif stroke.first == 0:
        said.append("The cue ball struck no object ball.")
    else:
        said.append("Which ball was struck first is not recorded.")
    fell = fallen_in_words(stroke)
    if not stroke.potted_known:
        said.append("What was pocketed is not recorded.")
    else:
        said.append(f"Pocketed: {fell}." if fell else "Nothing was pocketed.")
    if stroke.is_break:
        said.append(_rails(stroke))
    elif stroke.rail >= 0:
        said.append(f"After the contact {'a' if stroke.rail else 'no'} ball reached a cushion.")
    elif stroke.first != 0:
        said.append("Whether a ball reached a cushion is not recorded.")
    off = _with_cue(balls_of(stroke.off), stroke.off)
    if off:
        said.append(f"Off the table: {listed(off)}.")
    acts = fouls_of(stroke.acts)
    if acts:
        said.append(f"Noted besides: {listed([FOUL_SHORT[code] for code in acts])}.")
    return said


def known_in_words(stroke: Stroke) -> str:
    """Return what is recorded of a stroke on one line; what is not recorded is left out."""
    said = []
    if not stroke.is_break:
        said.append(_declared(stroke).rstrip("."))
    if stroke.first >= 0:
        said.append(f"{stroke.first} struck first" if stroke.first else "no ball struck")
    fell = fallen_in_words(stroke, brief=True)
    if not stroke.potted_known:
        said.append("what fell is not recorded")
    elif fell:
        said.append(f"pocketed {fell}")
    elif stroke.is_break and stroke.rails >= 0:
        said.append(f"nothing pocketed, {counted(stroke.rails, 'ball')} to a cushion")
    else:
        said.append("nothing pocketed")
        if stroke.rail >= 0:
            said.append("a ball to a cushion" if stroke.rail else "no ball to a cushion")
    off = _with_cue(balls_of(stroke.off), stroke.off)
    if off:
        said.append(f"off the table {listed(off)}")
    said += [FOUL_SHORT[code] for code in fouls_of(stroke.acts)]
    return capital("; ".join(part for part in said if "not recorded" not in part or "fell" in part))


def fallen_in_words(stroke: Stroke, *, brief: bool = False) -> str:
    """Return what was pocketed and where; empty where nothing was."""

    def one(ball: int) -> str:
        code = stroke.pockets >> (4 * ball) & 15
        if code:
            return f"the {ball} in {POCKET_WORDS[POCKETS[code - 1]]}"
        return f"the {ball}" if brief else f"the {ball} (pocket not recorded)"

    return listed([*map(one, balls_of(stroke.potted)), *(["the cue ball"] if stroke.potted & CUE else [])])


def _with_cue(balls: list[int], mask: int) -> list[str]:
    return [f"the {ball}" for ball in balls] + (["the cue ball"] if mask & CUE else [])


def _rails(stroke: Stroke) -> str:
    if stroke.rails >= 0:
        return f"{counted(stroke.rails, 'object ball')} reached a cushion."
    if stroke.rail == 0:
        return "No ball reached a cushion."
    return "How many balls reached a cushion is not recorded."


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
    pocket = f" in {POCKET_WORDS[POCKETS[stroke.call_pocket - 1]]}" if stroke.call_pocket else ""
    if stroke.call_type == CALL_MEANT:
        return f"The {stroke.call_ball}{pocket} was meant, and not spoken."
    return f"Called: the {stroke.call_ball}{pocket or ', pocket not recorded'}."


def recorded_in_words(stroke: Stroke, text: str | None) -> str:
    """Return what was ruled then, in words."""
    if stroke.ruling == RULING_LEGAL:
        return "It was ruled lawful."
    if stroke.ruling == RULING_FOUL:
        codes = fouls_of(stroke.ruling_codes)
        named = listed([FOUL_SHORT[code] for code in codes]) if codes else ""
        return f"It was ruled a foul ({named or text or 'of a kind not recorded'})."
    return "What was ruled is not recorded."


# Rulings -------------------------------------------------------------------------------------------------------


def ruling_in_words(ruling: Ruling, players: list[str], shooter: int) -> str:
    """Return a ruling in two or three short sentences.

    Args:
        ruling: the ruling; `end` may also be an end from outside the stroke, such as a concession.
        players: names in rotation.
        shooter: place of the player who played.
    """
    who = players[shooter]
    if ruling.end == WON_ON_TEN:
        return f"Lawful. {capital(who)} wins the rack with the 10."
    parts = ["A lawful push-out." if ruling.is_push and not ruling.fouls else "Lawful."]
    if ruling.fouls:
        parts = [f"Foul by {who}: {listed([FOUL_SHORT[code] for code in fouls_of(ruling.fouls)])}."]
    back = balls_of(ruling.spotted)
    if back:
        parts.append(f"{capital(numbered(ruling.spotted))} {'comes' if len(back) == 1 else 'come'} back.")
    if ruling.end == LOST_ON_FOULS:
        winner = f" to {players[ruling.winner]}." if ruling.winner >= 0 else "; nobody wins it."
        parts.append(f"It is the third foul in a row: {who} loses the rack{winner}")
    elif ruling.end != GOES_ON:
        parts.append(f"{capital(end_in_words(ruling, players))}.")
    elif ruling.next_player >= 0:
        parts.append(f"{capital(_next(ruling, players, shooter))}.")
        if ruling.fouls and ruling.in_a_row > 1:
            parts.append(f"It is {possessive(who)} second foul in a row.")
    return " ".join(parts)


def ruling_in_short(ruling: Ruling, players: list[str], shooter: int) -> str:
    """Return a ruling on one line, for a table."""
    who = players[shooter]
    if ruling.end == WON_ON_TEN:
        return f"lawful; {who} wins the rack"
    parts = ["lawful"]
    if ruling.fouls:
        parts = [f"foul ({', '.join(FOUL_SHORT[code] for code in fouls_of(ruling.fouls))})"]
    back = balls_of(ruling.spotted)
    if back:
        parts.append(f"{numbered(ruling.spotted)} {'comes' if len(back) == 1 else 'come'} back")
    if ruling.end == LOST_ON_FOULS:
        parts.append(f"third in a row, {who} loses the rack")
    elif ruling.end != GOES_ON:
        parts.append(end_in_words(ruling, players))
    elif ruling.next_player >= 0:
        parts.append(_next(ruling, players, shooter))
    return "; ".join(parts)


def _next(ruling: Ruling, players: list[str], shooter: int) -> str:
    """Return who plays next and how."""
    who, other = players[shooter], players[ruling.next_player]
    if ruling.option:
        return f"{other} may play, or hand the stroke back to {who}"
    if ruling.hand == IN_HAND:
        return f"{other} plays with the cue ball in hand"
    return f"{other} plays on" if ruling.next_player == shooter else f"{other} plays next, from position"


def end_in_words(ruling: Ruling, players: list[str]) -> str:
    """Return an end of the rack that came from outside the stroke."""
    winner = players[ruling.winner] if ruling.winner >= 0 else None
    gets = f"; {winner} wins it" if winner else ""
    return {
        "concession": f"then the rack was conceded{gets}",
        "stalemate": "then the rack was started again as a stalemate",
        "forfeit": f"then the match was forfeited{f'; {winner} wins the rack' if winner else ''}",
        "penalty": f"then the rack was lost as a penalty{gets}",
    }[ENDS[ruling.end]]


def possessive(name: str) -> str:
    """Return a name with an apostrophe: "Shaw's", "Holmes'"."""
    return f"{name}'" if name.endswith("s") else f"{name}'s"
