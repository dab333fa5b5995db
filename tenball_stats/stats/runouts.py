"""Run-outs: visits that win the rack, by what was left to do when they began."""

from tenball_stats.stats.definitions import Count, Rate, Shares, Statistic, tally

_PLAIN = "NOT is_break AND NOT is_push"


def _count(name: str, where: str, definition: str) -> Count:
    return tally(name, definition, "v_runouts", f"known AND {where}")


RUNOUTS = Statistic(
    "runouts",
    "Run-outs",
    ("runouts",),
    (
        _count("visits", _PLAIN, "visits that begin with neither the break nor a push-out"),
        _count("run_out", f"{_PLAIN} AND won", "of these, visits that won the rack"),
        Rate("run_out_rate", "run_out over visits", "run_out", "visits"),
        Shares("by_balls_left", "run_out over visits by the number of object balls on the table when the visit began",
               "v_runouts", "balls_left", "won", f"known AND {_PLAIN} AND balls_left IS NOT NULL"),
        _count("visits_in_hand", f"{_PLAIN} AND in_hand", "visits that begin with the ball in hand"),
        _count("run_out_in_hand", f"{_PLAIN} AND in_hand AND won", "of these, visits that won the rack"),
        Rate("run_out_in_hand_rate", "run_out_in_hand over visits_in_hand", "run_out_in_hand", "visits_in_hand"),
        _count("visits_in_place", f"{_PLAIN} AND NOT in_hand", "visits that begin with the cue ball where it "
               "lies"),
        _count("run_out_in_place", f"{_PLAIN} AND NOT in_hand AND won", "of these, visits that won the rack"),
        Rate("run_out_in_place_rate", "run_out_in_place over visits_in_place", "run_out_in_place", "visits_in_place"),
        Shares("in_hand_by_balls_left", "run_out_in_hand over visits_in_hand by the number of object balls",
               "v_runouts", "balls_left", "won", f"known AND {_PLAIN} AND in_hand AND balls_left IS NOT NULL"),
        Shares("in_place_by_balls_left", "run_out_in_place over visits_in_place by the number of object balls",
               "v_runouts", "balls_left", "won", f"known AND {_PLAIN} AND NOT in_hand AND balls_left IS NOT NULL"),
        _count("break_visits", "is_break", "visits that begin with the break"),
        _count("run_out_from_break", "is_break AND won", "of these, visits that won the rack; a break-and-run asks "
               "more (see `breaks`)"),
        Rate("run_out_from_break_rate", "run_out_from_break over break_visits", "run_out_from_break", "break_visits"),
        _count("push_visits", "NOT is_break AND is_push", "visits that begin, and so end, with a push-out"),
        _count("presumed", f"{_PLAIN} AND presumed", "visits whose first stroke rests on a fact that was not recorded "
               "and presumed"),
        _count("cue_ball_not_recorded", f"{_PLAIN} AND in_hand IS NULL", "visits of which it is not known how the cue "
               "ball lay"),
        _count("balls_not_recorded", f"{_PLAIN} AND balls_left IS NULL", "visits after a stroke of which it is not "
               "recorded what fell; they do not count by balls"),
        tally("winner_not_recorded", "last visits of racks of which nobody knows who won them, or whose record stops "
              "before it shows how the visiting player won; they count nowhere else",
              "v_runouts", "NOT known"),
    ),
    (
        ("Visits that won the rack", ("run_out_rate", "run_out_in_hand_rate", "run_out_in_place_rate",
                                      "run_out_from_break_rate")),
        ("By balls on the table", ("by_balls_left",)),
        ("With the ball in hand", ("in_hand_by_balls_left",)),
        ("With the cue ball in place", ("in_place_by_balls_left",)),
        ("What this rests on", ("presumed", "cue_ball_not_recorded", "balls_not_recorded",
                                   "winner_not_recorded")),
    ),
    dimensions=("balls_left", "cue_ball"),
)  # fmt: skip
