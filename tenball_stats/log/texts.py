"""A log written out: its frames as the texts of a table, which read as the same log again."""

import polars as pl

from tenball_stats import terms
from tenball_stats.log.cells import TEXTS
from tenball_stats.log.columns import COLUMNS, MATCH_TEXTS
from tenball_stats.log.log import Log

_ON_MATCH = ("date", *MATCH_TEXTS[:5], "players", "race_to", "break_format", "warnings", *MATCH_TEXTS[5:])
_NUMBERS = ("lag_cm", "cue_x", "cue_y", "end_x", "end_y", "speed", "seconds")
_AS_IT_IS = ("rack_layout", "layout", "time", "video", "note")


def log_texts(log: Log, *, everywhere: bool = False) -> pl.DataFrame:
    """Return the rows of a log in the order of play, every column of the format as text, null where it is blank.

    Args:
        log: the log.
        everywhere: what holds for a match stands on each of its rows, not on the first alone.
    """
    events = log.events
    facts = log.matches.select("match_no", "match", *_match_texts())
    table = events.select("match_no", begins=pl.int_range(pl.len()).over("match_no") == 0).join(
        facts, on="match_no", how="left", maintain_order="left"
    )
    if not everywhere:
        table = table.with_columns(pl.when("begins").then(pl.col(name)).alias(name) for name in _ON_MATCH)
    names = log.matches.select("match_no", name=pl.col("players")).explode("name")
    names = names.with_columns(no=pl.int_range(pl.len()).over("match_no").cast(pl.Int8))
    for column in ("player", "winner"):
        who = events.select("match_no", no=f"{column}_no").join(
            names, on=["match_no", "no"], how="left", maintain_order="left"
        )
        table = table.with_columns(who["name"].alias(column))
    return table.hstack(events.select(_event_texts())).select(COLUMNS)


def _match_texts() -> list[pl.Expr]:
    race = pl.col("race_to").list
    return [
        *(pl.col(name) for name in ("date", *MATCH_TEXTS, "break_format")),
        pl.col("players").list.join("|").replace("", None),
        pl.when(race.n_unique() == 1)
        .then(race.first().cast(pl.String))
        .otherwise(_joined("race_to", "/"))
        .alias("race_to"),
        pl.when("warnings_recorded").then(pl.lit("recorded")).alias("warnings"),
    ]


def _event_texts() -> list[pl.Expr]:
    lag = pl.col("kind") == terms.KIND_CODE["lag"]
    unrecorded = pl.lit(None, pl.String)
    flags = [
        pl.col(name).replace_strict({0: "n", 1: "y"}, default=unrecorded, return_dtype=pl.String)
        for name in ("rail", "hand")
    ]
    counts = [
        pl.when(pl.col(name) >= 0).then(pl.col(name).cast(pl.String)).alias(name)
        for name in ("first", "rails", "past_head")
    ]
    return [
        pl.when(pl.col("rack") > 0).then(pl.col("rack").cast(pl.String)).alias("rack"),
        # The number of a lag is the number of its attempt, which its place alone may not tell.
        pl.coalesce("shot_logged", pl.when(lag & ~pl.col("is_copy")).then("shot")).cast(pl.String).alias("shot"),
        pl.col("kind").cast(pl.Int32).replace_strict(dict(enumerate(terms.KINDS)), return_dtype=pl.String),
        *flags,
        *counts,
        *(pl.col(f"{name}_text").alias(name) for name in TEXTS),
        _joined("score", "-"),
        *(_number(name) for name in _NUMBERS),
        *(pl.col(name) for name in _AS_IT_IS),
    ]


def _joined(column: str, mark: str) -> pl.Expr:
    return pl.col(column).cast(pl.List(pl.String)).list.join(mark).alias(column)


def _number(column: str) -> pl.Expr:
    """Return numbers as texts; whole ones without a point."""
    value = pl.col(column)
    whole = (value == value.round()) & (value.abs() < 1e15)
    return (
        pl.when(whole)
        .then(value.cast(pl.Int64, strict=False).cast(pl.String))
        .otherwise(value.cast(pl.String))
        .alias(column)
    )
