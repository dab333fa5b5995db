"""Stroke by stroke: where two editions rule differently, and from where on play would have gone another way.

A rack is compared up to the first stroke after which play would have gone another way: what came after it in the
record was played under one of the two rulings, and says nothing about the other.
"""

import polars as pl

from tenball_stats.log import Log
from tenball_stats.replay.compare.comparison import CHOICE, PARTS, SAME

RULED = ("fouls", "next_player", "cue_ball", "option", "spotted", "rack_end", "rack_winner")
"""The fields that make two rulings of a stroke different."""

TURN = ("next_player", "option")
"""Of these the fields that may differ and leave the record possible under both: the one who played had the choice."""

LASTING = ("cue_ball", "spotted", "rack_end", "rack_winner")
"""Those that cannot: balls, cue ball and the end of the rack are either so or so."""

OWN_ENDS = ("ten", "three_fouls")
RACK = ["match_no", "rack"]
ATTEMPT = ["match_no", "rack", "attempt"]


def marked(log: Log, one: pl.DataFrame, two: pl.DataFrame) -> pl.DataFrame:
    """Return the strokes of a log with what two editions make of them beside each other.

    Args:
        log: the log.
        one: what `replay` makes of it under the first edition.
        two: under the second.

    Returns:
        One row per stroke: `row` (of `one`), `match_no`, `rack`, `attempt`, `shot`, `differs`, `play` (null where
        nothing differs), `allows_a` and `allows_b` (whether what the record has next is possible under each),
        `end_*`, `winner_*`, `put_back_*`, `credited_no`, `potted_known`, `parted` (the row of the rack's first
        stroke after which play would have gone another way, or the next one was played from another position).
    """
    facts = log.events.select("hand", "spotted", "potted_known")[one["event_no"]]
    base = one.select("match_no", "rack", "attempt", "shot", "player_no", "credited_no", "decision").with_columns(
        row=pl.int_range(one.height),
        potted_known=facts["potted_known"],
        spotted_then=facts["spotted"].cast(pl.Int64),
        hand=facts["hand"],
    )
    base = base.with_columns(
        next_played=pl.col("player_no").shift(-1).over(ATTEMPT),
        next_hand=pl.col("hand").shift(-1).over(ATTEMPT),
        is_last=pl.col("row") == pl.col("row").max().over(RACK),
    )
    beside = [base]
    for which, frame in (("a", one), ("b", two)):
        beside.append(
            frame.select(
                pl.struct(RULED).alias(f"ruled_{which}"),
                pl.col("rack_end").alias(f"end_{which}"),
                pl.col("winner_no").alias(f"winner_{which}"),
                pl.col("next_no").alias(f"next_{which}"),
                pl.col("put_back").alias(f"put_back_{which}"),
                pl.struct(
                    pl.col("before") & ~pl.col("put_back"),
                    "fouls_before",
                    pl.col("push_open") & (pl.col("kind") == "push"),
                ).alias(f"from_{which}"),
                pl.col("spotted")
                .list.eval(pl.lit(2, pl.Int64).pow(pl.element().cast(pl.Int64)))
                .list.sum()
                .alias(f"spotted_{which}"),
            )
        )
    found = pl.concat(beside, how="horizontal")
    found = found.with_columns(
        _allows("a"), _allows("b"), differs=_differ(RULED), turn=_differ(TURN), lasting=_differ(LASTING)
    )
    option_a, option_b = (pl.col(f"ruled_{which}").struct["option"].is_not_null() for which in ("a", "b"))
    either_way = (
        (pl.col("next_a") == pl.col("next_b"))
        | (option_a & (pl.col("next_b") == pl.col("player_no")))
        | (option_b & (pl.col("next_a") == pl.col("player_no")))
    )
    choice = (
        pl.when(pl.col("next_played").is_null()).then(either_way).otherwise(pl.col("allows_a") & pl.col("allows_b"))
    )
    play = (
        pl.when(pl.col("lasting") | (pl.col("turn") & ~choice))
        .then(pl.lit(PARTS))
        .when(pl.col("turn"))
        .then(pl.lit(CHOICE))
        .otherwise(pl.lit(SAME))
    )
    return (
        found.with_columns(play=pl.when(pl.col("differs")).then(play))
        # A ball that fell by itself, or play after a rack that was given up, can leave another position without a
        # stroke that parts play: then it parted after the stroke before.
        .with_columns(apart=pl.col("from_a") != pl.col("from_b"))
        .with_columns(
            parted=pl.min_horizontal(
                pl.col("row").filter(pl.col("play") == PARTS).min().over(RACK),
                (pl.col("row").filter(pl.col("apart")).min().over(RACK) - 1),
            )
        )
        .drop("ruled_a", "ruled_b", "from_a", "from_b")
    )


def _differ(fields: tuple[str, ...]) -> pl.Expr:
    a, b = pl.col("ruled_a"), pl.col("ruled_b")
    return pl.any_horizontal(*(a.struct[name].ne_missing(b.struct[name]) for name in fields))


def _allows(which: str) -> pl.Expr:
    """Say whether what the record has after a stroke is possible by an edition's ruling of it."""
    ruled = pl.col(f"ruled_{which}")
    end, option = ruled.struct["rack_end"], ruled.struct["option"].is_not_null()
    next_played, player = pl.col("next_played"), pl.col("player_no")
    plays = (next_played == pl.col(f"next_{which}")) | (option & (next_played == player))
    hand = (pl.col("next_hand") < 0) | ((pl.col("next_hand") == 1) == (ruled.struct["cue_ball"] == "in_hand"))
    spotted = (pl.col("spotted_then") < 0) | (pl.col("spotted_then") == pl.col(f"spotted_{which}"))
    handed_back = option | pl.col("decision").ne_missing("passed")
    goes_on = end.is_null() & plays & hand & spotted & handed_back
    credited = pl.col("credited_no")
    won = end.is_in(OWN_ENDS) & ((credited < 0) | (credited == pl.col(f"winner_{which}")))
    open_ = end.is_null() & ((credited < 0) | ~pl.col("potted_known") | ~pl.col("is_last"))
    outside = end.is_not_null() & ~end.is_in(OWN_ENDS)
    return (
        pl.when(next_played.is_not_null()).then(goes_on).otherwise(won | open_ | outside).fill_null(value=False)
    ).alias(f"allows_{which}")
