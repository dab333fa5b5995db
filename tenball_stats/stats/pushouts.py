"""Push-outs: how often the chance was taken, what the other player decided, and what it brought."""

from tenball_stats.stats.definitions import Count, Rate, Split, Statistic, tally


def _count(name: str, where: str, definition: str) -> Count:
    return tally(name, definition, "v_pushouts", where)


_PUSHED = "chance AND pushed"

PUSHOUTS = Statistic(
    "pushouts",
    "Push-outs",
    ("pushouts",),
    (
        _count("chances", "chance", "lawful breaks after which a stroke was played; a chance is the player's who "
               "played it"),
        _count("pushes", _PUSHED, "chances on which a push-out was declared"),
        Rate("push_rate", "pushes over chances", "pushes", "chances"),
        _count("chances_breaker", "chance AND by_breaker", "chances of the breaker"),
        _count("pushes_breaker", f"{_PUSHED} AND by_breaker", "push-outs of the breaker"),
        Rate("push_rate_breaker", "pushes_breaker over chances_breaker", "pushes_breaker", "chances_breaker"),
        _count("chances_incoming", "chance AND NOT by_breaker", "chances of the incoming player"),
        _count("pushes_incoming", f"{_PUSHED} AND NOT by_breaker", "push-outs of the incoming player"),
        Rate("push_rate_incoming", "pushes_incoming over chances_incoming", "pushes_incoming", "chances_incoming"),
        _count("accepted", f"{_PUSHED} AND decision = 'accepted'", "push-outs after which the next player took the "
               "table"),
        _count("accepted_inferred", f"{_PUSHED} AND decision = 'accepted' AND decision_inferred", "of these, read "
               "from who played on"),
        _count("passed", f"{_PUSHED} AND decision = 'passed'", "push-outs that were handed back"),
        _count("passed_inferred", f"{_PUSHED} AND decision = 'passed' AND decision_inferred", "of these, read from "
               "who played on"),
        _count("decisions", f"{_PUSHED} AND decision IS NOT NULL", "accepted and passed together"),
        Rate("pass_rate", "passed over decisions", "passed", "decisions"),
        _count("fouled", f"{_PUSHED} AND fouled", "push-outs that were a foul; there is nothing to decide then"),
        Rate("fouled_rate", "fouled over pushes", "fouled", "pushes"),
        _count("undecided", f"{_PUSHED} AND NOT fouled AND decision IS NULL", "push-outs after which the record has "
               "neither a decision nor a stroke"),
        Count("potted", "object balls pocketed on push-outs", "v_pushouts",
              f"coalesce(sum(balls) FILTER (WHERE {_PUSHED} AND balls_known), 0)::BIGINT"),
        _count("accepted_decided", f"{_PUSHED} AND decision = 'accepted' AND decided", "accepted push-outs in racks "
               "with a known winner"),
        _count("won_accepted", f"{_PUSHED} AND decision = 'accepted' AND won", "of these, racks won by who had "
               "pushed out"),
        Rate("won_accepted_rate", "won_accepted over accepted_decided", "won_accepted", "accepted_decided"),
        _count("passed_decided", f"{_PUSHED} AND decision = 'passed' AND decided", "push-outs handed back in racks "
               "with a known winner"),
        _count("won_passed", f"{_PUSHED} AND decision = 'passed' AND won", "of these, racks won by who had pushed "
               "out"),
        Rate("won_passed_rate", "won_passed over passed_decided", "won_passed", "passed_decided"),
        Split("next_accepted", "what the next stroke brought after an accepted push-out: a foul, the called ball "
              "made, a safety, or neither (missed)", "v_pushouts", "brought",
              f"{_PUSHED} AND decision = 'accepted' AND brought IS NOT NULL"),
        Split("next_passed", "what the next stroke brought after a push-out that was handed back", "v_pushouts",
              "brought", f"{_PUSHED} AND decision = 'passed' AND brought IS NOT NULL"),
        _count("push_after_foul", "pushed AND NOT chance", "push-outs after a break that the edition finds a foul, or "
               "of which it is not recorded what fell; they count nowhere else"),
        _count("presumed", "chance AND presumed", "chances after a break whose ruling rests on a fact that was not "
               "recorded and presumed"),
        _count("not_recorded", "NOT known", "breaks of which it is not recorded what fell, and whether they gave a "
               "chance"),
        _count("next_not_recorded", f"{_PUSHED} AND decision IS NOT NULL AND next_unknown", "decided push-outs after "
               "which it is not recorded what fell on the next stroke; they do not count in what it brought"),
        _count("winner_not_recorded", f"{_PUSHED} AND decision IS NOT NULL AND NOT decided", "decided push-outs in "
               "racks without a known winner"),
    ),
    (
        ("How often", ("chances", "push_rate", "push_rate_breaker", "push_rate_incoming")),
        ("What was decided", ("accepted", "accepted_inferred", "passed", "passed_inferred", "pass_rate", "undecided")),
        ("The push-out itself", ("fouled_rate", "potted")),
        ("Racks won by who pushed out", ("won_accepted_rate", "won_passed_rate")),
        ("The next stroke", ("next_accepted", "next_passed")),
        ("What this rests on", ("presumed", "not_recorded", "next_not_recorded", "winner_not_recorded",
                                   "push_after_foul")),
    ),
)  # fmt: skip
