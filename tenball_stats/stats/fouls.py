"""Fouls: how many, of which kind, where, and what they cost."""

from tenball_stats.stats.definitions import Count, Mean, Rate, Split, Statistic, tally


def _stroke(name: str, where: str, definition: str) -> Count:
    return tally(name, definition, "v_ruled", f"potted_known AND {where}")


def _foul(name: str, where: str, definition: str) -> Count:
    return tally(name, definition, "v_fouls", where)


FOULS = Statistic(
    "fouls",
    "Fouls",
    ("fouls",),
    (
        _stroke("strokes", "TRUE", "strokes played"),
        _stroke("visits", "visit_start AND visit_known", "unbroken runs of strokes by a player of which it is recorded "
                "what fell on each; a push-out ends one"),
        tally("racks", "racks of the player's matches, each attempt once", "v_rack_players", "TRUE", "first_player"),
        _foul("fouls", "TRUE", "strokes with any foul; several on one stroke are one"),
        Rate("foul_rate", "fouls over strokes", "fouls", "strokes"),
        _foul("fouls_on_visits", "visit_known", "fouls on these visits"),
        Mean("fouls_per_visit", "fouls_on_visits over visits", "fouls_on_visits", "visits"),
        Mean("fouls_per_rack", "fouls over racks", "fouls", "racks"),
        Split("by_code", "fouls by code; a stroke with several stands under each", "v_fouls",
              "unnest(foul_list(foul_mask))"),
        _stroke("breaks", "is_break", "breaks"),
        _foul("fouls_on_break", "is_break", "fouls on the break"),
        Rate("foul_on_break_rate", "fouls_on_break over breaks", "fouls_on_break", "breaks"),
        _stroke("safeties", "kind = 'safety'", "strokes on which a safety was called"),
        _foul("fouls_on_safety", "kind = 'safety'", "fouls on safeties"),
        Rate("foul_on_safety_rate", "fouls_on_safety over safeties", "fouls_on_safety", "safeties"),
        _stroke("pushes", "is_push", "push-outs that were open"),
        _foul("fouls_on_push", "is_push", "fouls on push-outs"),
        Rate("foul_on_push_rate", "fouls_on_push over pushes", "fouls_on_push", "pushes"),
        _stroke("shots", "kind <> 'safety' AND NOT is_break AND NOT is_push", "all other strokes"),
        _foul("fouls_on_shot", "kind <> 'safety' AND NOT is_break AND NOT is_push", "fouls on them"),
        Rate("foul_on_shot_rate", "fouls_on_shot over shots", "fouls_on_shot", "shots"),
        _foul("three_foul_racks", "lost_rack", "racks lost on three fouls in a row"),
        tally("fouled_racks", "racks of which it is known who won them, or that "
              "nobody did, and in which the player fouled at least once", "v_rack_players",
              "fouled AND decided"),
        tally("won_after_foul", "of these, racks that the player won", "v_rack_players", "fouled AND won"),
        Rate("won_after_foul_rate", "won_after_foul over fouled_racks", "won_after_foul", "fouled_racks"),
        _foul("fouls_answerable", "answerable", "fouls after which another player came to the table, and of which it "
              "is known whether he won the rack on that visit"),
        _foul("answered_run", "answered AND answerable", "of these, fouls after which the next player won the rack on "
              "the visit that began with the ball in hand"),
        Rate("answered_run_rate", "answered_run over fouls_answerable", "answered_run", "fouls_answerable"),
        _stroke("presumed", "presumed", "strokes whose ruling rests on a fact that was not recorded and presumed"),
        tally("not_recorded", "strokes of which it is not recorded what fell; they count nowhere else", "v_ruled",
              "NOT potted_known"),
    ),
    (
        ("How often", ("strokes", "foul_rate", "fouls_per_visit", "fouls_per_rack")),
        ("On what", ("foul_on_break_rate", "foul_on_shot_rate", "foul_on_safety_rate", "foul_on_push_rate")),
        ("Of which kind", ("by_code",)),
        ("What they cost", ("three_foul_racks", "won_after_foul_rate", "answered_run_rate")),
        ("What this rests on", ("presumed", "not_recorded")),
    ),
)  # fmt: skip
