"""Time: how long strokes take."""

from tenball_stats.stats.definitions import Count, Quantile, Statistic, tally


def _count(name: str, where: str, definition: str) -> Count:
    return tally(name, definition, "v_timed", where)


def _quantile(name: str, share: float, what: str, where: str = "TRUE") -> Quantile:
    return Quantile(name, what, "v_timed", "seconds", share, where)


TIME = Statistic(
    "time",
    "Time for each stroke",
    ("stroke_time",),
    (
        _count("timed", "seconds IS NOT NULL", "strokes of which it is recorded how long they took"),
        _quantile("median", 0.5, "seconds that half of the timed strokes took at most"),
        _quantile("p95", 0.95, "seconds that 95 % of the timed strokes took at most"),
        *(
            item
            for stroke in ("break", "shot", "safety", "push-out")
            for name in [stroke.replace("-", "_")]
            for item in (
                _count(f"timed_{name}", f"seconds IS NOT NULL AND stroke = '{stroke}'", "of these, strokes that were "
                       f"a {stroke}" + ("; every stroke that is nothing else" if stroke == "shot" else "")),
                _quantile(f"median_{name}", 0.5, f"the median of timed_{name}", f"stroke = '{stroke}'"),
                _quantile(f"p95_{name}", 0.95, f"the 95th percentile of timed_{name}", f"stroke = '{stroke}'"),
            )
        ),
        _count("timed_first", "seconds IS NOT NULL AND visit_start", "timed strokes that open a visit"),
        _quantile("median_first", 0.5, "the median of timed_first", "visit_start"),
        _quantile("p95_first", 0.95, "the 95th percentile of timed_first", "visit_start"),
        _count("not_recorded", "seconds IS NULL", "strokes without a time; they count nowhere else"),
    ),
    (
        ("All strokes, seconds", ("timed", "median", "p95")),
        ("Shots", ("timed_shot", "median_shot", "p95_shot")),
        ("Safeties", ("timed_safety", "median_safety", "p95_safety")),
        ("Breaks", ("timed_break", "median_break", "p95_break")),
        ("Push-outs", ("timed_push_out", "median_push_out", "p95_push_out")),
        ("First strokes of a visit", ("timed_first", "median_first", "p95_first")),
        ("What this rests on", ("not_recorded",)),
    ),
    dimensions=("stroke",),
)  # fmt: skip
