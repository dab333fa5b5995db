"""The catalogue of switches: every point on which rule books differ, what it decides, and the values it can take.

An edition file gives each of them a value, the clauses it stands on, and whether the text says so or it is a reading.
The position in `SWITCHES` is the switch's bit in a ruling's `why`, so that the judge can say with one integer on which
points a ruling rests.
"""

from typing import NamedTuple


class Switch(NamedTuple):
    """One point of the rules: its name, the question it answers, its possible values.

    `values` lists the words allowed; `("number", low, high)`, `("balls",)`, `("players",)`, `("fouls",)` and
    `("lag acts",)` stand for a number in a range or a list of such things.
    """

    name: str
    group: str
    question: str
    values: tuple[str | int | bool, ...]


YES_NO = (True, False)

SWITCHES = (
    Switch("players", "match", "How many players a match may have", ("players",)),
    Switch("three_player_loss", "match", "Of three players, who has won a rack lost on fouls", ("nobody", "next")),
    Switch("lag_winner", "lag", "What the winner of the lag gets", ("breaks", "chooses", "silent")),
    Switch("lag_faults", "lag", "What loses a lag whatever the distance", ("lag acts",)),
    Switch("later_breaks", "lag", "Who breaks the later racks", ("alternate", "winner", "loser", "silent")),
    Switch("rack_apex", "rack", "Ball at the apex, on the foot spot (0: not ruled)", ("number", 0, 10)),
    Switch("rack_centre", "rack", "Ball in the centre of the triangle (0: not ruled)", ("number", 0, 10)),
    Switch("rack_rear_corners", "rack", "Balls that belong in the two rear corners", ("balls",)),
    Switch("break_from", "break", "Where the cue ball is placed for the break", ("behind_head_string", "anywhere")),
    Switch("break_lowest_first", "break", "The break has to strike the lowest ball first", YES_NO),
    Switch("break_min_rails", "break", "Object balls to drive to a cushion where none falls", ("number", 0, 10)),
    Switch(
        "break_past_head",
        "break",
        "Balls that a break has to bring past the head string or pocket; fewer is reported, no foul (0: not asked)",
        ("number", 0, 10),
    ),
    Switch("break_pot", "break", "Breaker who pocketed any object ball lawfully", ("plays_on", "turn_passes")),
    Switch("break_dry", "break", "Lawful break that pocketed nothing", ("turn_passes",)),
    Switch("ten_on_break", "break", "The 10 pocketed on a lawful break", ("spotted", "wins")),
    Switch("ten_on_fouled_break", "break", "The 10 pocketed on a break that is a foul", ("spotted", "stays_down")),
    Switch("push_out", "push-out", "A push-out may be declared", YES_NO),
    Switch("push_window", "push-out", "When it may be declared", ("next_stroke", "first_visit", "any_time")),
    Switch("push_exempt", "push-out", "Fouls that do not apply to it", ("fouls",)),
    Switch("push_option", "push-out", "The next player may order the pusher to play on", YES_NO),
    Switch("push_pots", "push-out", "Balls that come back when pocketed on it", ("all", "ten")),
    Switch("push_foul_pots", "push-out", "The same where the push-out is a foul", ("come_back", "stay_down")),
    Switch("obvious_calls", "call", "An obvious shot counts without being spoken", ("no", "lowest", "any")),
    Switch("call_made", "call", "Called ball in the called pocket", ("plays_on",)),
    Switch("miss", "call", "Lawful shot that pockets nothing", ("turn_passes",)),
    Switch(
        "wrong_pot",
        "call",
        "Called ball not made, another ball or another pocket",
        ("option", "turn_passes", "counts"),
    ),
    Switch("uncalled_pot", "call", "Nothing called and a ball falls", ("option", "turn_passes", "counts")),
    Switch("ten_beside", "call", "Called ball made and the 10 falls too: spotted, and", ("plays_on", "turn_passes")),
    Switch("last_ten", "ten", "Called 10 made: when is it the last ball", ("alone_before", "alone_after")),
    Switch("early_ten", "ten", "Called 10 made while others are on the table", ("spotted", "wins")),
    Switch("ten_uncalled", "ten", "The 10 pocketed uncalled or in another pocket", ("spotted", "wins")),
    Switch("ten_on_foul", "ten", "The 10 pocketed on a foul or off the table", ("spotted", "stays_down")),
    Switch("safety_call", "safety", "A safety may be called", YES_NO),
    Switch("safety_miss", "safety", "Safety that pockets nothing", ("turn_passes",)),
    Switch("safety_pot", "safety", "The lowest ball pocketed on a safety", ("option", "turn_passes")),
    Switch("safety_other_pot", "safety", "Another ball pocketed on a safety", ("option", "turn_passes")),
    Switch("safety_ten", "safety", "The 10 pocketed on a safety: spotted, and", ("option", "turn_passes")),
    Switch("foul_cue_ball", "foul", "The cue ball after a foul", ("in_hand",)),
    Switch("foul_pots", "foul", "Other balls pocketed on a foul", ("stay_down", "come_back")),
    Switch("unlisted_acts", "foul", "An act that the list of fouls does not name", ("no_foul", "foul")),
    Switch("three_fouls", "foul", "Three fouls in a row", ("lose_rack", "no_rule")),
    Switch("warning", "foul", "A warning after two fouls", ("not_needed", "needed")),
    Switch("stalemate", "other", "Stalemate", ("same_breaker", "silent")),
    Switch("misconduct", "other", "Misconduct", ("referee", "director", "silent")),
    Switch(
        "hanging_ball",
        "other",
        "Seconds after which a ball that falls by itself is put back (0: silent)",
        ("number", 0, 60),
    ),
    Switch("not_covered", "other", "What the rules do not cover", ("organiser", "silent")),
)
"""Every switch, in the order in which `tenball editions show` prints them."""

SWITCH_INDEX = {switch.name: number for number, switch in enumerate(SWITCHES)}


def why(name: str) -> int:
    """Return a switch's bit in `Ruling.why`."""
    return 1 << SWITCH_INDEX[name]
