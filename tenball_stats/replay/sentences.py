"""What an edition says on each point that a ruling can rest on, as a plain sentence of this project."""

from collections.abc import Mapping

from tenball_stats.replay.words import FOUL_SHORT, FOUL_WORDS, listed
from tenball_stats.rules import Edition, Point
from tenball_stats.rules.edition import Value
from tenball_stats.rules.switches import SWITCH_INDEX, SWITCHES
from tenball_stats.terms import FOULS

_OPTION = "the next player may play, or hand the stroke back"

SENTENCES: Mapping[str, Mapping[Value, str]] = {
    "three_player_loss": {
        "nobody": "Of three players nobody has won a rack that one of them lost on fouls.",
        "next": "Of three players the next one has won a rack that was lost on fouls.",
    },
    "break_lowest_first": {
        True: "The break has to strike the lowest ball first.",
        False: "The break need not strike the lowest ball first.",
    },
    "break_pot": {
        "plays_on": "A breaker who lawfully pockets an object ball plays on.",
        "turn_passes": "The turn passes after the break, also where a ball was pocketed.",
    },
    "break_dry": {"turn_passes": "After a lawful break that pockets nothing the turn passes."},
    "ten_on_break": {
        "spotted": "The 10 pocketed on a lawful break does not win: it is spotted.",
        "wins": "The 10 pocketed on a lawful break wins the rack.",
    },
    "ten_on_fouled_break": {
        "spotted": "The 10 pocketed on a break that is a foul is spotted.",
        "stays_down": "The 10 pocketed on a break that is a foul stays down.",
    },
    "push_window": {
        "next_stroke": "A push-out may be declared on the stroke right after a lawful break, and not later.",
        "first_visit": "A push-out may be declared in the first visit after a lawful break, and not later.",
        "any_time": "A push-out may be declared at any time.",
    },
    "push_option": {
        True: "After a push-out the next player may play, or order the pusher to play on.",
        False: "After a push-out the next player plays.",
    },
    "push_pots": {
        "all": "Every object ball pocketed on a push-out comes back.",
        "ten": "Of the balls pocketed on a push-out only the 10 comes back.",
    },
    "push_foul_pots": {
        "come_back": "Balls pocketed on a push-out come back also where it is a foul.",
        "stay_down": "Balls pocketed on a push-out that is a foul stay down.",
    },
    "obvious_calls": {
        "no": "Every shot has to be called, however obvious.",
        "lowest": "An obvious shot at the lowest ball counts without being spoken.",
        "any": "An obvious shot counts without being spoken.",
    },
    "call_made": {"plays_on": "Who pockets the called ball in the called pocket plays on."},
    "miss": {"turn_passes": "After a lawful shot that pockets nothing the turn passes."},
    "wrong_pot": {
        "option": f"The called ball is missed and another ball, or another pocket, is made: {_OPTION}.",
        "turn_passes": "The called ball is missed and another ball, or another pocket, is made: the turn passes.",
        "counts": "A ball pocketed lawfully counts, called or not.",
    },
    "uncalled_pot": {
        "option": f"Nothing was called and a ball falls: {_OPTION}.",
        "turn_passes": "Nothing was called and a ball falls: the turn passes.",
        "counts": "A ball pocketed lawfully counts, called or not.",
    },
    "ten_beside": {
        "plays_on": "Where the 10 falls beside the called ball it is spotted, and the player plays on.",
        "turn_passes": "Where the 10 falls beside the called ball it is spotted, and the turn passes.",
    },
    "last_ten": {
        "alone_before": "The called 10 wins where it was the only object ball on the table before the stroke.",
        "alone_after": "The called 10 wins where no other object ball is left after the stroke.",
    },
    "early_ten": {
        "spotted": "A called 10 made while other balls are on the table is spotted, and the player plays on.",
        "wins": "A called 10 wins the rack also while other balls are on the table.",
    },
    "ten_uncalled": {
        "spotted": "The 10 pocketed uncalled, or in another pocket than the called one, is spotted.",
        "wins": "The 10 wins the rack also where it was not called.",
    },
    "ten_on_foul": {
        "spotted": "The 10 pocketed on a foul, or driven off the table, is spotted.",
        "stays_down": "The 10 pocketed on a foul, or driven off the table, stays down.",
    },
    "safety_call": {
        True: "A safety may be called.",
        False: "No safety can be called: the stroke is a shot on which nothing was called.",
    },
    "safety_miss": {"turn_passes": "After a safety that pockets nothing the turn passes."},
    "safety_pot": {
        "option": f"The lowest ball is pocketed on a safety: {_OPTION}.",
        "turn_passes": "The lowest ball is pocketed on a safety: the turn passes.",
    },
    "safety_other_pot": {
        "option": f"Another ball than the lowest is pocketed on a safety: {_OPTION}.",
        "turn_passes": "Another ball than the lowest is pocketed on a safety: the turn passes.",
    },
    "safety_ten": {
        "option": f"The 10 is pocketed on a safety: it is spotted; {_OPTION}.",
        "turn_passes": "The 10 is pocketed on a safety: it is spotted, the turn passes.",
    },
    "foul_cue_ball": {"in_hand": "After a foul the next player has the cue ball in hand."},
    "foul_pots": {
        "stay_down": "Balls pocketed on a foul stay down, the 10 apart.",
        "come_back": "Balls pocketed on a foul come back.",
    },
    "unlisted_acts": {
        "no_foul": "What the list of fouls does not name is no foul.",
        "foul": "An act that the list of fouls does not name is a foul all the same.",
    },
    "three_fouls": {
        "lose_rack": "Three fouls in a row lose the rack.",
        "no_rule": "Fouls in a row cost nothing beyond each of them.",
    },
    "warning": {
        "needed": "The third foul loses only where the player had been warned; unwarned it counts as the second.",
        "not_needed": "The third foul loses whether or not the player had been warned.",
    },
    "stalemate": {
        "same_breaker": "In a stalemate the rack is played again, and the same player breaks.",
        "silent": "The text has no rule for a stalemate.",
    },
    "misconduct": {
        "referee": "What misconduct costs is for the referee to decide.",
        "director": "What misconduct costs is for the tournament director to decide.",
        "silent": "The text has no rule for misconduct.",
    },
}
"""Switch and value to a sentence, for every point that a ruling can rest on and whose value is a word."""


def point_in_words(edition: Edition, point: Point) -> str:
    """Return what an edition says on a point, as a sentence.

    Args:
        edition: the edition.
        point: a switch or a listed foul of it.
    """
    if point.name in FOULS:
        if point.name not in edition.fouls:
            return f"{_capital(FOUL_WORDS[point.name])}: not among the fouls listed."
        return f"It is a foul where {FOUL_WORDS[point.name]}."
    if point.name == "push_out":
        if point.value is True:
            return SENTENCES["push_window"][edition["push_window"].value].replace(", and not later", "")
        return "There is no push-out."
    if point.name == "break_min_rails":
        return f"A break that pockets no ball has to drive at least {point.value} object balls to a cushion."
    if point.name == "push_exempt":
        codes = point.value if isinstance(point.value, tuple) else ()
        said = listed([FOUL_SHORT[str(code)] for code in codes], "or")
        return f"On a push-out it is no foul to have {said}." if said else "A push-out is judged as any stroke."
    sentence = SENTENCES.get(point.name, {}).get(point.value)
    if sentence is None:
        sentence = f"{SWITCHES[SWITCH_INDEX[point.name]].question}: {value_in_words(point.value)}."
    return sentence


def value_in_words(value: Value) -> str:
    """Return the value of a switch in words."""
    if value is True or value is False:
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return ", ".join(str(part).replace("_", " ") for part in value) or "none"
    return str(value).replace("_", " ")


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
