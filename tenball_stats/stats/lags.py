"""Lags: how near, with what faults, and what winning one was worth."""

from tenball_stats.stats.definitions import Count, Mean, Rate, Sample, Split, Spread, Statistic, tally


def _lag(name: str, where: str, definition: str, whole: str = "") -> Count:
    return tally(name, definition, "v_lag_results", where, whole)


def _attempt(name: str, where: str, definition: str) -> Count:
    return tally(name, definition, "v_lag_attempts", where)


LAGS = Statistic(
    "lags",
    "Lags",
    ("lags",),
    (
        _lag("lags", "decided", "lags with a known winner", whole="decided AND won"),
        _attempt("attempts", "TRUE", "strokes at a lag; a lag that was repeated has several"),
        _lag("won", "won", "lags won"),
        Rate("win_rate", "won over lags", "won", "lags", whole=False),
        _attempt("measured", "lag_cm IS NOT NULL", "attempts with a recorded distance"),
        Count("cm", "sum of the distances", "v_lag_attempts", "coalesce(sum(lag_cm), 0)"),
        Count("cm_squares", "sum of their squares", "v_lag_attempts", "coalesce(sum(lag_cm * lag_cm), 0)"),
        Mean("mean_cm", "distance from the head cushion at rest, cm, over measured attempts", "cm", "measured"),
        Spread("spread_cm", "standard deviation of the distance, cm", "cm", "cm_squares", "measured"),
        _attempt("faulted", "faults_mask <> 0", "attempts with a fault"),
        Rate("fault_rate", "faulted over attempts", "faulted", "attempts"),
        Split("faults", "faults by kind; an attempt with several stands under each", "v_lag_attempts",
              "unnest(lag_fault_list(faults_mask))", "faults_mask <> 0"),
        _lag("break_known", "won AND break_known", "lags won of which it is known who broke the first rack"),
        _lag("broke_first", "won AND broke", "of these, lags whose winner broke"),
        Rate("broke_first_rate", "broke_first over break_known", "broke_first", "break_known"),
        _lag("match_known", "won AND match_known", "lags won in matches with a known winner"),
        _lag("match_won", "won AND match_won", "of these, matches won by the winner of the lag"),
        Rate("match_won_rate", "match_won over match_known", "match_won", "match_known"),
        Sample("match_sample", "lags that it takes to tell a difference of 5 points, 55 % of matches won from 50 %, "
               "with a power of 80 % at the 5 % level", 0.55, 0.50),
        _attempt("not_recorded", "lag_cm IS NULL", "attempts without a recorded distance; they count in no mean"),
        _lag("winner_not_recorded", "NOT decided", "lags without a known winner; they count in no rate",
             whole="NOT decided AND first_player"),
    ),
    (
        ("Lags", ("lags", "attempts", "win_rate")),
        ("Distance", ("mean_cm", "spread_cm")),
        ("Faults", ("fault_rate", "faults")),
        ("What a won lag was worth", ("broke_first_rate", "match_won_rate", "match_sample")),
        ("What this rests on", ("not_recorded", "winner_not_recorded")),
    ),
    by_rack=False,
)  # fmt: skip
