"""Visits: what a player does with the table while he has it."""

from tenball_stats.stats.definitions import Count, Mean, Rate, Split, Statistic, tally


def _count(name: str, where: str, definition: str) -> Count:
    return tally(name, definition, "v_played", where)


_CALLED = "known AND called"

VISITS = Statistic(
    "visits",
    "Visits",
    ("played",),
    (
        _count("visits", "visit_start AND visit_known", "unbroken runs of strokes by a player; a push-out ends one"),
        _count("strokes", "visit_known", "strokes played on them"),
        Mean("strokes_per_visit", "strokes over visits", "strokes", "visits"),
        Count("balls", "object balls pocketed on them without a foul, those on the break too", "v_played",
              "coalesce(sum(balls) FILTER (WHERE visit_known AND NOT foul), 0)::BIGINT"),
        Mean("balls_per_visit", "balls over visits", "balls", "visits"),
        Split("ended_by", "visits by the stroke that ended them: the rack was won with the 10, a foul, a push-out, a "
              "safety, the break, a called shot that was missed, or another stroke", "v_played",
              "CASE WHEN ten_won THEN 'won' WHEN foul THEN 'foul' WHEN is_push THEN 'push' WHEN kind = 'safety' THEN "
              "'safety' WHEN is_break THEN 'break' WHEN called AND NOT made THEN 'missed' ELSE 'other' END",
              "visit_end AND visit_known"),
        _count("attempts", _CALLED, "called shots: strokes of kind `shot` other than breaks and push-outs, unless it "
               "is recorded that nothing was called"),
        _count("pots", f"{_CALLED} AND made", "called balls made lawfully"),
        Rate("pot_rate", "pots over attempts", "pots", "attempts"),
        _count("attempts_in_hand", f"{_CALLED} AND in_hand", "called shots with the ball in hand"),
        _count("pots_in_hand", f"{_CALLED} AND made AND in_hand", "of these, called balls made"),
        Rate("pot_rate_in_hand", "pots_in_hand over attempts_in_hand", "pots_in_hand", "attempts_in_hand"),
        _count("attempts_first", f"{_CALLED} AND visit_start", "called shots that open a visit"),
        _count("pots_first", f"{_CALLED} AND made AND visit_start", "of these, called balls made"),
        Rate("pot_rate_first", "pots_first over attempts_first", "pots_first", "attempts_first"),
        _count("missed_fouled", f"{_CALLED} AND foul", "called shots that were a foul"),
        Rate("missed_fouled_rate", "missed_fouled over attempts", "missed_fouled", "attempts"),
        _count("kicks_recorded", "known AND kick IS NOT NULL", "strokes of which a column `kick` of the log says "
               "whether they were kicks; the log format has no such column, a league may add it"),
        _count("kicks", "known AND kick", "of these, kicks"),
        Rate("kick_rate", "kicks over kicks_recorded", "kicks", "kicks_recorded"),
        _count("kicks_hit", "known AND kick AND hit", "kicks that struck the lowest ball first"),
        Rate("kick_hit_rate", "kicks_hit over kicks", "kicks_hit", "kicks"),
        _count("presumed", "known AND presumed", "strokes whose ruling rests on a fact that was not recorded and "
               "presumed"),
        _count("not_recorded", "NOT known", "strokes of which it is not recorded what fell; their visits do not count"),
    ),
    (
        ("Visits", ("visits", "strokes_per_visit", "balls_per_visit", "ended_by")),
        ("Called shots", ("pot_rate", "pot_rate_in_hand", "pot_rate_first", "missed_fouled_rate")),
        ("Kicks", ("kick_rate", "kick_hit_rate")),
        ("What this rests on", ("presumed", "not_recorded")),
    ),
)  # fmt: skip
