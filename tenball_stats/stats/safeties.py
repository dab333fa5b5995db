"""Safeties: what the next player could do after them."""

from tenball_stats.stats.definitions import Count, Rate, Split, Statistic, tally


def _count(name: str, where: str, definition: str) -> Count:
    return tally(name, definition, "v_safeties", f"known AND {where}")


_ANSWERED = "answered AND answer_known"

SAFETIES = Statistic(
    "safeties",
    "Safeties",
    ("safeties",),
    (
        _count("safeties", "TRUE", "strokes on which a safety was called"),
        _count("fouled", "foul", "safeties that were a foul"),
        Rate("fouled_rate", "fouled over safeties", "fouled", "safeties"),
        _count("answered", _ANSWERED, "safeties, fouled ones too, after which another player played the next stroke"),
        _count("safety_won", f"{_ANSWERED} AND came = 'won'", "of these, safeties after which that stroke was a foul"),
        Rate("safety_won_rate", "safety_won over answered", "safety_won", "answered"),
        _count("safety_held", f"{_ANSWERED} AND came = 'held'", "of these, safeties after which it was no foul and "
               "made no called ball; the three classes add up to answered"),
        Rate("safety_held_rate", "safety_held over answered", "safety_held", "answered"),
        _count("safety_lost", f"{_ANSWERED} AND came = 'lost'", "of these, safeties after which the called ball was "
               "made"),
        Rate("safety_lost_rate", "safety_lost over answered", "safety_lost", "answered"),
        _count("lawful_answered", f"{_ANSWERED} AND NOT foul", "answered safeties that were no foul"),
        _count("lawful_won", f"{_ANSWERED} AND NOT foul AND came = 'won'", "of these, safeties after which the next "
               "stroke was a foul"),
        Rate("lawful_won_rate", "lawful_won over lawful_answered", "lawful_won", "lawful_answered"),
        _count("lawful_lost", f"{_ANSWERED} AND NOT foul AND came = 'lost'", "of these, safeties after which the "
               "called ball was made"),
        Rate("lawful_lost_rate", "lawful_lost over lawful_answered", "lawful_lost", "lawful_answered"),
        Split("won_by", "fouls of the next stroke by code; a stroke with several stands under each", "v_safeties",
              "unnest(foul_list(answer_fouls))", f"known AND {_ANSWERED} AND came = 'won'"),
        _count("unanswered", "NOT answered", "safeties after which nobody else played: the rack ended, the stroke was "
               "handed back, or the same player played on"),
        _count("presumed", "presumed", "safeties whose ruling rests on a fact that was not recorded and presumed"),
        tally("not_recorded", "safeties of which it is not recorded what fell; they count nowhere else", "v_safeties",
              "NOT known"),
        _count("answer_not_recorded", "answered AND NOT answer_known", "safeties after which it is not recorded what "
               "fell on the next stroke; they count in no class"),
    ),
    (
        ("Safeties", ("safeties", "fouled_rate", "answered", "unanswered")),
        ("What the next player did", ("safety_won_rate", "safety_held_rate", "safety_lost_rate")),
        ("Where the safety was no foul", ("lawful_won_rate", "lawful_lost_rate")),
        ("Fouls of the next player", ("won_by",)),
        ("What this rests on", ("presumed", "not_recorded", "answer_not_recorded")),
    ),
)  # fmt: skip
