"""Logs out of the database: what was stored of a match, as the log that it was read from.

Every fact of a row is kept in typed columns, so that a stored match can be replayed, explained and audited like one
that has just been read.
"""

# ruff: noqa: S608 - names of this project's own columns are put into statements, never a value

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass, replace

import polars as pl

from tenball_stats.log import Log
from tenball_stats.log.frames import EVENTS, SOURCES
from tenball_stats.store.database import Database, StoreRefused
from tenball_stats.terms import KIND_CODE

_FACTS = """
    match_key, seq, source_key, line, rack, attempt, shot, shot_logged, player_key, kind::VARCHAR AS kind, is_break,
    out_of_order, call_type, call_ball, call_pocket, first, rail::TINYINT AS rail, rails, past_head, potted_mask,
    potted_pockets, potted_first, off_mask, twice_mask, acts_mask, spotted_mask, hand::TINYINT AS hand,
    ruling_foul::TINYINT AS ruling_foul, ruling_mask, winner_key, score, cue_x, cue_y, end_x, end_y, speed, seconds,
    rack_layout, layout, time, video, note, called AS called_text, potted AS potted_text, off AS off_text,
    acts AS acts_text, spotted AS spotted_text, ruling AS ruling_text"""

ROWS = f"""
SELECT {_FACTS}, true AS is_stroke, false AS is_copy FROM strokes WHERE match_key IN (SELECT unnest(?))
UNION ALL BY NAME
SELECT match_key, seq, source_key, line, 0 AS rack, 1 AS attempt, attempt AS shot, shot_logged, player_key,
       'lag' AS kind, false AS is_stroke, out_of_order, 0 AS potted_mask, lag_cm, faults AS acts_text,
       faults_mask AS acts_mask, winner_key, score, seconds, time, video, note
FROM lags WHERE match_key IN (SELECT unnest(?))
UNION ALL BY NAME
SELECT {_FACTS}, false AS is_stroke, is_copy, lag_cm FROM events WHERE match_key IN (SELECT unnest(?))
ORDER BY match_key, seq
"""

MATCHES = """
SELECT m.match_key, m.match, m.date, m.day, m.event, m.round, m.venue, m."table", m.edition, m.race_to,
       m.break_format, m.warnings_recorded, m.source, m.recorder, m.source_keys,
       (SELECT list(n.name ORDER BY mp.player_no) FROM match_players mp JOIN names n USING (player_key)
        WHERE mp.match_key = m.match_key) AS players,
       (SELECT list(mp.player_key ORDER BY mp.player_no) FROM match_players mp WHERE mp.match_key = m.match_key)
           AS player_keys
FROM all_matches m SEMI JOIN (SELECT unnest(?) AS match_key) USING (match_key)
ORDER BY m.match_key
"""


def stored_log(database: Database, match: str | None = None) -> Log:
    """Return what is stored and in force, as a log; names stand as they were written.

    Args:
        database: an open database.
        match: id of one match; None for all that are in force.

    Raises:
        StoreRefused: there is no such match; the message names what there is.
    """
    keys = database.rows("SELECT match_key FROM matches WHERE ? IS NULL OR match = ?", [match, match])
    if match is not None and not keys:
        raise no_such_match(database, match)
    return log_of(database, [key for (key,) in keys])[0]


def log_of(database: Database, match_keys: Sequence[int]) -> tuple[Log, list[int]]:
    """Return these versions of matches as a log, in the order of their keys, and the key of each of its sources."""
    matches = database.frame(MATCHES, [list(match_keys)])
    keys = matches["match_key"].to_list()
    rows = database.frame(ROWS, [keys, keys, keys])
    sources = database.frame(
        "SELECT source_key, file, format, sha256, bytes, rows FROM sources WHERE source_key IN (SELECT unnest(?)) "
        "ORDER BY source_key",
        [matches["source_keys"].explode().unique().drop_nulls().to_list()],
    )
    file_no = {key: number for number, key in enumerate(sources["source_key"].to_list())}
    match_no = {key: number for number, key in enumerate(keys)}

    places = matches.select(
        "match_key",
        "player_keys",
        player_no=pl.int_ranges(pl.col("player_keys").list.len()),
    ).explode("player_keys", "player_no")
    for of in ("player", "winner"):
        renamed = places.select(
            "match_key", pl.col("player_keys").alias(f"{of}_key"), pl.col("player_no").alias(f"{of}_no")
        )
        rows = rows.join(renamed, on=["match_key", f"{of}_key"], how="left", maintain_order="left", nulls_equal=False)

    def blank(column: str, value: int | bool) -> pl.Expr:
        return pl.col(column).fill_null(value)

    events = rows.select(
        pl.col("match_key").replace_strict(match_no, return_dtype=pl.UInt32).alias("match_no"),
        pl.col("source_key").replace_strict(file_no, return_dtype=pl.UInt16).alias("file_no"),
        "line",
        "rack",
        "attempt",
        "shot",
        "shot_logged",
        "player_no",
        pl.col("kind").replace_strict(KIND_CODE, return_dtype=pl.Int8),
        "is_stroke",
        blank("is_break", False),
        blank("is_copy", False),
        blank("out_of_order", False),
        blank("call_type", 0),
        blank("call_ball", 0),
        blank("call_pocket", 0),
        blank("first", -1),
        blank("rail", -1),
        blank("rails", -1),
        blank("past_head", -1),
        blank("potted_mask", 0).alias("potted"),
        blank("potted_pockets", 0),
        pl.col("potted_mask").is_not_null().alias("potted_known"),
        blank("potted_first", 0),
        blank("off_mask", 0).alias("off"),
        blank("twice_mask", 0).alias("twice"),
        blank("acts_mask", 0).alias("acts"),
        blank("spotted_mask", -1).alias("spotted"),
        blank("hand", -1),
        blank("ruling_foul", -1).alias("ruling"),
        blank("ruling_mask", 0).alias("ruling_codes"),
        blank("winner_no", -1),
        *(
            name
            for name in EVENTS
            if name in {"score", "lag_cm", "cue_x", "cue_y", "end_x", "end_y", "speed", "seconds"}
        ),
        *(
            name
            for name in EVENTS
            if name in {"rack_layout", "layout", "time", "video", "note"} or name.endswith("_text")
        ),
    ).cast(EVENTS)  # type: ignore[arg-type]
    files = dict(zip(sources["source_key"].to_list(), sources["file"].to_list(), strict=True))
    log = Log(
        matches.select(
            pl.int_range(pl.len(), dtype=pl.UInt32).alias("match_no"),
            "match",
            "date",
            "day",
            "event",
            "round",
            "venue",
            "table",
            "edition",
            "players",
            "race_to",
            "break_format",
            "warnings_recorded",
            "source",
            "recorder",
            pl.col("source_keys").list.eval(pl.element().replace_strict(files, return_dtype=pl.String)).alias("files"),
        ),
        events.select(list(EVENTS)),
        sources.select(pl.int_range(pl.len(), dtype=pl.UInt16).alias("file_no"), *list(SOURCES)[1:]),
        pl.DataFrame(schema={"file_no": pl.UInt16, "line": pl.UInt32, "column": pl.String, "value": pl.String}),
    )
    return log, sources["source_key"].to_list()


@dataclass(frozen=True)
class Withdrawal:
    """When a match was taken out, and when it came back."""

    since: dt.datetime
    who: str | None
    why: str | None
    until: dt.datetime | None = None

    @property
    def words(self) -> str:
        """Say it."""
        said = f"withdrawn {self.since:%Y-%m-%d %H:%M} UTC" + (f" by {self.who}" if self.who else "")
        return said + (f" ({self.why})" if self.why else "")


def withdrawals(database: Database, match: str) -> list[Withdrawal]:
    """Return when a match was taken out, in the order of time; the last may still hold."""
    found: list[Withdrawal] = []
    rows = database.rows(
        "SELECT action, made_at, who, why FROM journal WHERE action IN ('withdraw', 'restore') "
        "AND details->>'$.match' = ? ORDER BY entry",
        [match],
    )
    for action, made_at, who, why in rows:
        if action == "withdraw":
            found.append(Withdrawal(made_at, who, why))
        elif found:
            found[-1] = replace(found[-1], until=made_at)
    return found


def withdrawn_among(database: Database, matches: Sequence[str]) -> list[str]:
    """Return those of these matches of which no version is in force."""
    rows = database.rows(
        "SELECT match FROM all_matches WHERE match IN (SELECT unnest(?::VARCHAR[])) GROUP BY match "
        "HAVING count(*) FILTER (superseded_at IS NULL) = 0 ORDER BY match",
        [list(matches)],
    )
    return [match for (match,) in rows]


def no_such_match(database: Database, match: str) -> StoreRefused:
    """Return the refusal of a match that is not stored, with what there is; or that was taken out, by whom and why."""
    gone = withdrawals(database, match)
    if gone and gone[-1].until is None:
        return StoreRefused(f"match {match!r} was {gone[-1].words}; tenball restore brings it back")
    near = database.rows(
        "SELECT match FROM matches "
        "ORDER BY contains(lower(match), lower(?)) DESC, levenshtein(lower(match), lower(?)), match LIMIT 5",
        [match, match],
    )
    if not near:
        return StoreRefused(f"{database.path} holds no matches yet; store some with tenball ingest")
    return StoreRefused(f"{database.path} holds no match {match!r}; nearest are {', '.join(name for (name,) in near)}")
