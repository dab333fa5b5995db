"""Options after a ball that went down wrongly: played or handed back. Push-outs are a statistic of their own."""

from tenball_stats.stats.definitions import Count, Rate, Split, Statistic, tally


def _count(name: str, where: str, definition: str) -> Count:
    return tally(name, definition, "v_options", f"known AND {where}")


OPTIONS = Statistic(
    "options",
    "Options after a wrongly pocketed ball",
    ("options",),
    (
        _count("options", "TRUE", "strokes other than a push-out after which the next player might play or hand back; "
               "an option is his who had it"),
        _count("accepted", "decision = 'accepted'", "options after which he played"),
        _count("accepted_inferred", "decision = 'accepted' AND decision_inferred", "of these, read from who played "
               "on"),
        _count("passed", "decision = 'passed'", "options after which he handed the stroke back"),
        _count("passed_inferred", "decision = 'passed' AND decision_inferred", "of these, read from who played on"),
        _count("decisions", "decision IS NOT NULL", "accepted and passed together"),
        _count("undecided", "decision IS NULL", "options after which the record has neither a decision nor a stroke"),
        Rate("pass_rate", "passed over decisions", "passed", "decisions"),
        Split("by_stroke", "options by the kind of the stroke that gave them", "v_options", "kind", "known"),
        _count("accepted_decided", "decision = 'accepted' AND decided", "accepted options in racks with a known "
               "winner"),
        _count("won_accepted", "decision = 'accepted' AND won", "of these, racks won by who had the option"),
        Rate("won_accepted_rate", "won_accepted over accepted_decided", "won_accepted", "accepted_decided"),
        _count("passed_decided", "decision = 'passed' AND decided", "strokes handed back in racks with a known "
               "winner"),
        _count("won_passed", "decision = 'passed' AND won", "of these, racks won by who had the option"),
        Rate("won_passed_rate", "won_passed over passed_decided", "won_passed", "passed_decided"),
        _count("presumed", "presumed", "options after a stroke whose ruling rests on a fact that was not recorded and "
               "presumed"),
        tally("not_recorded", "options after a stroke of which it is not recorded what fell", "v_options",
              "NOT known"),
        _count("winner_not_recorded", "decision IS NOT NULL AND NOT decided", "decided options in racks without a "
               "known winner"),
    ),
    (
        ("What was decided", ("options", "accepted", "accepted_inferred", "passed", "passed_inferred", "pass_rate",
                              "undecided")),
        ("After which stroke", ("by_stroke",)),
        ("Racks won by who had the option", ("won_accepted_rate", "won_passed_rate")),
        ("What this rests on", ("presumed", "not_recorded", "winner_not_recorded")),
    ),
)  # fmt: skip
