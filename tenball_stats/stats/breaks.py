"""Breaks: what came of them, and who won the racks that they began."""

from tenball_stats.stats.definitions import Count, Mean, Rate, Split, Statistic, tally


def _count(name: str, where: str, definition: str) -> Count:
    return tally(name, definition, "v_breaks", f"known AND {where}")


def breaks(*, strict: bool = False) -> Statistic:
    """Return the statistic.

    Args:
        strict: a break-and-run counts only where all ten balls went down.
    """
    run = "break_and_run AND all_down" if strict else "break_and_run"
    run_text = (
        "racks that the breaker won before anybody else played a stroke, and in which nothing was handed back"
        + ("; all ten balls went down" if strict else "")
    )
    return Statistic(
        "breaks",
        "Breaks",
        ("breaks",),
        (
            _count("breaks", "TRUE", "racks broken; each attempt of a rack that was reracked counts, a rack that the "
                   "record joins later does not"),
            _count("success", "success", "breaks with at least one object ball pocketed and no foul"),
            _count("dry", "dry", "breaks with no object ball pocketed and no foul"),
            _count("fouled", "fouled", "breaks with any foul"),
            _count("scratched", "scratched", "fouled breaks that pocketed the cue ball"),
            _count("illegal", "illegal", "fouled breaks that pocketed nothing and drove too few balls to a cushion"),
            Rate("success_rate", "success over breaks", "success", "breaks"),
            Rate("dry_rate", "dry over breaks", "dry", "breaks"),
            Rate("fouled_rate", "fouled over breaks", "fouled", "breaks"),
            Count("balls", "object balls pocketed on breaks without a foul", "v_breaks",
                  "coalesce(sum(balls) FILTER (WHERE known AND NOT fouled), 0)::BIGINT"),
            Mean("balls_per_break", "balls over breaks", "balls", "breaks"),
            Mean("balls_per_success", "balls over successes", "balls", "success"),
            Split("balls_distribution", "breaks without a foul by the number of object balls pocketed", "v_breaks",
                  "balls", "known AND NOT fouled"),
            _count("ten_on_break", "ten", "breaks without a foul that pocketed the 10"),
            _count("decided", "decided", "breaks of racks of which it is known who won them, or that nobody did"),
            _count("won", "won", "racks won by the breaker"),
            Rate("won_rate", "won over decided", "won", "decided"),
            _count("success_decided", "decided AND success", "decided racks after a successful break"),
            _count("won_after_success", "won AND success", "racks won by the breaker after a successful break"),
            Rate("won_after_success_rate", "won_after_success over success_decided", "won_after_success",
                 "success_decided"),
            _count("dry_decided", "decided AND dry", "decided racks after a dry break"),
            _count("won_after_dry", "won AND dry", "racks won by the breaker after a dry break"),
            Rate("won_after_dry_rate", "won_after_dry over dry_decided", "won_after_dry", "dry_decided"),
            _count("fouled_decided", "decided AND fouled", "decided racks after a fouled break"),
            _count("won_after_fouled", "won AND fouled", "racks won by the breaker after a fouled break"),
            Rate("won_after_fouled_rate", "won_after_fouled over fouled_decided", "won_after_fouled",
                 "fouled_decided"),
            _count("run_known", "run_known", "decided racks of which the record shows whether they are break-and-runs: "
                   "it goes on to the end, or somebody else played"),
            _count("break_and_run", run, run_text),
            _count("early_ten", "break_and_run AND ten_early", "racks won likewise by pocketing the 10 while other "
                   "balls were on the table"),
            Rate("break_and_run_rate", "break_and_run over run_known", "break_and_run", "run_known"),
            _count("break_and_run_after_success", f"{run} AND success", "break-and-runs after a successful break"),
            _count("success_run_known", "run_known AND success", "of run_known, those after a successful break"),
            Rate("break_and_run_of_success", "break_and_run_after_success over success_run_known",
                 "break_and_run_after_success", "success_run_known"),
            _count("won_run_known", "run_known AND won", "of run_known, those won by the breaker"),
            Rate("break_and_run_of_won", "break_and_run over won_run_known", "break_and_run", "won_run_known"),
            Split("packages", "unbroken runs of break-and-runs over a player's consecutive breaks of one match, by "
                  "their length", "v_packages", "length", f"strict = {'TRUE' if strict else 'FALSE'}",
                  largest="longest_package"),
            _count("answered_after_dry", "answered AND dry", "racks that the next player won on the first visit "
                   "after a dry break"),
            _count("dry_answer_known", "answer_known AND dry", "decided racks after a dry break of which the record "
                   "shows how they ended, or that they took more visits"),
            Rate("answered_after_dry_rate", "answered_after_dry over dry_answer_known", "answered_after_dry",
                 "dry_answer_known"),
            _count("answered_after_fouled", "answered AND fouled", "racks that the next player won on the first "
                   "visit after a fouled break"),
            _count("fouled_answer_known", "answer_known AND fouled", "decided racks after a fouled break of which the "
                   "record shows how they ended, or that they took more visits"),
            Rate("answered_after_fouled_rate", "answered_after_fouled over fouled_answer_known",
                 "answered_after_fouled", "fouled_answer_known"),
            _count("presumed", "presumed", "breaks whose ruling rests on a fact that was not recorded and presumed"),
            tally("not_recorded", "breaks of which it is not recorded what fell; they count nowhere else",
                  "v_breaks", "NOT known"),
            tally("winner_not_recorded", "breaks of racks without a known winner; they do not count in what is over "
                  "decided racks", "v_breaks", "known AND NOT decided"),
            tally("end_not_recorded", "decided racks whose record stops before it shows how they were won; they do not "
                  "count in break-and-runs or in what was answered", "v_breaks",
                  "known AND decided AND NOT (run_known AND answer_known)"),
        ),
        (
            ("What came of the break", ("breaks", "success_rate", "dry_rate", "fouled_rate", "scratched", "illegal")),
            ("Balls pocketed without a foul",
             ("balls", "balls_per_break", "balls_per_success", "balls_distribution", "ten_on_break")),
            ("Racks won by the breaker",
             ("won_rate", "won_after_success_rate", "won_after_dry_rate", "won_after_fouled_rate")),
            ("Break and run", ("break_and_run_rate", "break_and_run_of_success", "break_and_run_of_won", "early_ten",
                               "longest_package", "packages")),
            ("Won by the next player on the first visit",
             ("answered_after_dry_rate", "answered_after_fouled_rate")),
            ("What this rests on", ("presumed", "not_recorded", "winner_not_recorded", "end_not_recorded")),
        ),
    )  # fmt: skip
