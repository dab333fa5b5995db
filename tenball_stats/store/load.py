"""A log and its rulings as the rows of the tables: columns in, one INSERT … SELECT for each table.

The frames are registered with DuckDB under the names that the statements below use; what leads to matches, players,
files and editions has its key in them already (`Places`). ``roster`` has the keys of each match.
"""

# ruff: noqa: S608 - names of this project's own columns are put into statements, never a value

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import duckdb
import numpy as np
import polars as pl

from tenball_stats import terms
from tenball_stats.log import Log
from tenball_stats.log.coded import changes, coded
from tenball_stats.store.once import Once
from tenball_stats.store.places import Places

_FRAMES = (
    "log_matches",
    "log_files",
    "log_strokes",
    "log_facts",
    "log_lags",
    "log_others",
    "log_racks",
    "log_aside",
    "roster",
    "log_rulings",
    "log_verdicts",
    "log_turns",
    "log_findings",
    "fresh",
)

FACTS = Once(
    "facts",
    "fact_key",
    (
        "kind", "is_break", "out_of_order", "called", "call_type", "call_ball", "call_pocket", "first", "rail", "rails",
        "past_head", "potted", "potted_mask", "potted_pockets", "potted_first", "off", "off_mask", "twice_mask", "acts",
        "acts_mask", "spotted", "spotted_mask", "hand", "ruling", "ruling_foul", "ruling_mask",
    ),
)  # fmt: skip
"""What was written down of a stroke, but where it stands, whose it was, and what is seldom said twice."""

_STROKE_ROW = (
    "match_key", "seq", "source_key", "line", "rack", "attempt", "shot", "shot_logged", "player_key", "winner_key",
    "score", "rack_layout", "cue_x", "cue_y", "end_x", "end_y", "layout", "speed", "seconds", "time", "video", "note",
)  # fmt: skip

STROKE_ROWS = f"SELECT {', '.join(_STROKE_ROW)}, fact_key FROM log_strokes"

STROKES = f"SELECT {', '.join(_STROKE_ROW + FACTS.columns)} FROM log_strokes JOIN log_facts USING (fact_no)"
"""The strokes of a log as everybody reads them."""

LAGS = """
SELECT e.match_key, e.seq, e.source_key, e.line, e.shot AS attempt, e.shot_logged,
       e.player_key, e.out_of_order,
       e.lag_cm, e.acts_text AS faults, e.acts AS faults_mask, e.winner_key, e.score,
       e.seconds, e.time, e.video, e.note
FROM log_lags e
"""

EVENTS = """
SELECT e.match_key, e.seq, e.source_key, e.line, e.rack, e.attempt, e.shot, e.shot_logged,
       e.player_key, e.kind_name AS kind, e.is_break, e.is_copy, e.out_of_order,
       e.called_text AS called, e.call_type, e.call_ball, e.call_pocket,
       nullif(e.first, -1) AS first,
       CASE e.rail WHEN -1 THEN NULL ELSE e.rail = 1 END AS rail,
       nullif(e.rails, -1) AS rails, nullif(e.past_head, -1) AS past_head,
       e.potted_text AS potted, CASE WHEN e.potted_known THEN e.potted END AS potted_mask,
       CASE WHEN e.potted_known THEN e.potted_pockets END AS potted_pockets,
       CASE WHEN e.potted_known THEN e.potted_first END AS potted_first,
       e.off_text AS off, e.off AS off_mask, e.twice AS twice_mask, e.acts_text AS acts, e.acts AS acts_mask,
       e.spotted_text AS spotted, nullif(e.spotted, -1) AS spotted_mask,
       CASE e.hand WHEN -1 THEN NULL ELSE e.hand = 1 END AS hand,
       e.ruling_text AS ruling, CASE e.ruling WHEN -1 THEN NULL ELSE e.ruling = 1 END AS ruling_foul,
       e.ruling_codes AS ruling_mask, e.winner_key, e.score, e.lag_cm,
       e.rack_layout, e.cue_x, e.cue_y, e.end_x, e.end_y, e.layout, e.speed, e.seconds, e.time, e.video, e.note
FROM log_others e
"""

RACKS = """
SELECT match_key, rack, attempt, resumed, breaker_key, strokes, sole_player, winner_key, score, first_seq, last_seq
FROM log_racks
"""

ASIDE = """
SELECT source_key, line, "column", value FROM log_aside
"""

FINDINGS = """
SELECT match_key, edition_key, seq, code, verdict, clauses_text, recorded, ruled, message FROM log_findings
"""

RACK_RESULTS = """
WITH turns AS (
    SELECT *, potted_known AND potted & 1024 <> 0 AS ten FROM log_turns
), played AS (   -- the last stroke of each attempt
    SELECT match_key, edition_key, rack, attempt, visit, player_key, ten, on_table_mask FROM turns WHERE is_last
), over AS (       -- where the edition ends the rack; where the record plays on after that, the first time counts
    SELECT match_key, edition_key, rack, attempt, arg_min({'end': rack_end, 'winner': rack_winner_key}, seq) AS at
    FROM turns WHERE rack_end IS NOT NULL GROUP BY ALL
), back AS (
    SELECT DISTINCT match_key, edition_key, rack, attempt
    FROM turns WHERE decision = 'passed'
    UNION SELECT DISTINCT match_key, edition_key, rack, attempt
    FROM events JOIN fresh USING (match_key) WHERE kind = 'pass' AND NOT is_copy
)
SELECT k.match_key, f.edition_key, k.rack, k.attempt, k.resumed, k.breaker_key, k.sole_player,
       coalesce(p.visit, 0) AS visits, b.rack IS NOT NULL AS handed_back, o.at['end'] AS rack_end,
       k.winner_key IS NOT NULL AS credited,
       k.winner_key IS NOT NULL OR o.at['winner'] IS NOT NULL
           OR coalesce(o.at['end'] IN ('stalemate', 'three_fouls'), FALSE) AS decided,
       coalesce(k.winner_key, o.at['winner']) AS winner_key,
       coalesce(p.player_key, -1) AS last_player_key,   -- -1: nobody played a stroke in it
       coalesce(p.ten, FALSE) AS ten_fell,
       coalesce(p.on_table_mask & CASE WHEN p.ten THEN ~1024 ELSE ~0 END, 2046) AS left_mask
FROM racks k JOIN fresh f USING (match_key)
LEFT JOIN played p USING (match_key, edition_key, rack, attempt)
LEFT JOIN over o USING (match_key, edition_key, rack, attempt)
LEFT JOIN back b USING (match_key, edition_key, rack, attempt)
"""


class _Lent:
    """A frame that DuckDB may read for a while.

    DuckDB holds what is registered within a transaction until its end, also when it has been unregistered: of this,
    nothing but the empty husk.
    """

    def __init__(self, frame: pl.DataFrame) -> None:
        self.frame: pl.DataFrame | None = frame

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        assert self.frame is not None  # noqa: S101 - it is unregistered when it is taken back
        return self.frame.__arrow_c_stream__(requested_schema)


_LENT: dict[tuple[int, str], _Lent] = {}


def lend(con: duckdb.DuckDBPyConnection, name: str, frame: pl.DataFrame) -> None:
    """Give DuckDB the rows of a large frame under a name, until `unregister`."""
    lent = _LENT[id(con), name] = _Lent(frame)
    con.register(name, lent)


def insert(con: duckdb.DuckDBPyConnection, table: str, select: str) -> None:
    """Put what a statement selects into a table, column by column name."""
    con.execute(f"INSERT INTO {table} BY NAME {select}")


@dataclass(frozen=True)
class Laid:
    """The rows of a log, each kind for itself, before they have the keys of a database."""

    strokes: pl.DataFrame
    """With `fact_no`, the row of each in `facts`."""
    facts: pl.DataFrame
    """What was written down of them, each once: the columns of `FACTS`."""
    lags: pl.DataFrame
    others: pl.DataFrame
    racks: pl.DataFrame
    files: pl.DataFrame
    """The files of each match: `match_no`, `file_no`."""

    @classmethod
    def of(cls, log: Log) -> "Laid":
        """Lay out the rows of a log; `events` in the order of play."""
        events = numbered(log.events)
        played, is_lag = pl.col("is_stroke"), pl.col("kind") == terms.KIND_CODE["lag"]
        copy = pl.col("is_copy")
        return cls(
            *FACTS.apart(_strokes(events), "fact_no"),
            events.filter(is_lag & ~copy),
            events.filter(copy | ~(played | is_lag)),
            racks(events),
            events.select("match_no", "file_no").unique(),
        )


def register_log(
    con: duckdb.DuckDBPyConnection, log: Log, laid: Laid, source_keys: Mapping[int, int], places: Places
) -> None:
    """Give DuckDB the rows of a log under the names of the statements above.

    Args:
        con: where to register them.
        log: as read.
        laid: its rows.
        source_keys: the key of each `file_no`.
        places: where its matches and their players stand.
    """
    con.register("roster", places.roster())
    lend(con, "log_matches", log.matches)
    lend(con, "log_files", with_source(laid.files, source_keys))
    lend(con, "log_racks", places.found(laid.racks, breaker_key="breaker_no", winner_key="winner_no"))
    lend(con, "log_facts", laid.facts.with_row_index("fact_no"))
    for name, rows in (("log_strokes", laid.strokes), ("log_lags", laid.lags), ("log_others", laid.others)):
        keyed = places.found(rows, player_key="player_no", winner_key="winner_no")
        lend(con, name, with_source(keyed, source_keys))


def with_source(frame: pl.DataFrame, source_keys: Mapping[int, int]) -> pl.DataFrame:
    """Return a frame with `source_key` for its `file_no`."""
    keys = pl.Series([source_keys.get(no) for no in range(max(source_keys, default=-1) + 1)], dtype=pl.Int32)
    return frame.with_columns(keys.gather(frame["file_no"]).alias("source_key"))


def unregister(con: duckdb.DuckDBPyConnection) -> None:
    """Take back every frame that was registered."""
    for name in _FRAMES:
        con.unregister(name)
        lent = _LENT.pop((id(con), name), None)
        if lent is not None:
            lent.frame = None


def part_log(log: Log, match_nos: Sequence[int]) -> Log:
    """Return a log of some of its matches alone, ascending; they are numbered anew, rows keep their order."""
    if len(match_nos) == log.matches.height:
        return log
    chosen = pl.DataFrame(
        {"old": match_nos, "match_no": range(len(match_nos))}, schema=dict.fromkeys(("old", "match_no"), pl.UInt32)
    )
    matches = log.matches[list(match_nos)].with_columns(chosen["match_no"])
    events = (
        log.events.rename({"match_no": "old"})
        .join(chosen, on="old", how="inner", maintain_order="left")
        .select(log.events.columns)
    )
    return replace(log, matches=matches, events=events)


def numbered(events: pl.DataFrame) -> pl.DataFrame:
    """Return the events with `seq`, the row's number within its match from 1, and `kind_name`."""
    return events.with_columns(seq(events).alias("seq"), kind_names(events["kind"]).alias("kind_name"))


def _strokes(events: pl.DataFrame) -> pl.DataFrame:
    """Return the strokes among the numbered events of a log, with the columns of `FACTS` as the database has them."""
    known = pl.col("potted_known")

    def said(name: str) -> pl.Expr:
        return pl.when(pl.col(name) != -1).then(name)

    def yes(name: str) -> pl.Expr:
        return pl.when(pl.col(name) != -1).then(pl.col(name) == 1)

    return events.filter(pl.col("is_stroke") & ~pl.col("is_copy")).select(
        "match_no", "file_no", "seq", "line", "rack", "attempt", "shot", "shot_logged", "player_no", "winner_no",
        "score", "rack_layout", "cue_x", "cue_y", "end_x", "end_y", "layout", "speed", "seconds", "time", "video",
        "note", "is_break", "out_of_order", "call_type", "call_ball", "call_pocket",
        kind="kind_name", called="called_text", first=said("first"), rail=yes("rail"), rails=said("rails"),
        past_head=said("past_head"), potted="potted_text", potted_mask=pl.when(known).then("potted"),
        potted_pockets=pl.when(known).then("potted_pockets"), potted_first=pl.when(known).then("potted_first"),
        off="off_text", off_mask="off", twice_mask="twice", acts="acts_text", acts_mask="acts",
        spotted="spotted_text", spotted_mask=said("spotted"), hand=yes("hand"), ruling="ruling_text",
        ruling_foul=yes("ruling"), ruling_mask="ruling_codes",
    )  # fmt: skip


def racks(events: pl.DataFrame) -> pl.DataFrame:
    """Return one row for each attempt at a rack, from the numbered events of a log.

    The winner and the score of a rack may stand on any of its rows; they are those of its last attempt.
    """
    rows = events.select(
        "match_no", "rack", "attempt", "player_no", "seq", "is_stroke", "is_break", "winner_no", "score",
        counts=(pl.col("rack") > 0) & ~pl.col("is_copy"), resumes=pl.col("kind") == terms.KIND_CODE["resume"],
        shooter=pl.when("is_stroke").then("player_no"),
    ).filter("counts")  # fmt: skip
    stroke = pl.col("is_stroke")
    shooter = pl.col("shooter")
    attempts = rows.group_by("match_no", "rack", "attempt", maintain_order=True).agg(
        resumed=pl.col("resumes").any(),
        breaker_no=pl.col("player_no").filter(pl.col("is_break")).first().fill_null(-1),
        strokes=stroke.sum().cast(pl.Int32),
        sole_player=(shooter.min() == shooter.max()).fill_null(value=False),
        first_seq=pl.col("seq").min(),
        last_seq=pl.col("seq").max(),
    )
    last = pl.col("attempt") == pl.col("attempt").max().over("match_no", "rack")
    ends = (
        rows.filter((pl.col("winner_no") >= 0) | pl.col("score").is_not_null())
        .group_by("match_no", "rack")
        .agg(
            winner_no=pl.col("winner_no").filter(pl.col("winner_no") >= 0).last().fill_null(-1),
            score=pl.col("score").drop_nulls().last(),
        )
    )
    return attempts.join(ends, on=["match_no", "rack"], how="left", maintain_order="left").with_columns(
        winner_no=pl.when(last).then("winner_no").fill_null(-1),
        score=pl.when(last).then("score"),
    )


def findings(
    frame: pl.DataFrame, events: pl.DataFrame, match_keys: Sequence[int], edition_keys: Sequence[int]
) -> pl.DataFrame:
    """Return what an audit found as the statement above takes it.

    Args:
        frame: as `audit.findings` returns it, every finding for itself.
        events: `Log.events`, whose rows its `event_no` counts.
        match_keys: the key of each match.
        edition_keys: the edition of each match.
    """
    at = events.select("match_no", seq=seq(events))[frame["event_no"]]
    return frame.select(
        pl.Series("match_key", match_keys, dtype=pl.Int32).gather(at["match_no"]),
        pl.Series("edition_key", edition_keys, dtype=pl.Int16).gather(at["match_no"]),
        at["seq"],
        "code",
        "verdict",
        pl.col("clauses").list.join("|").alias("clauses_text"),
        "recorded",
        "ruled",
        "message",
    )


def seq(events: pl.DataFrame) -> pl.Series:
    """Return the number of each row within its match, from 1; rows of a match stand together."""
    return pl.Series(within(np.arange(events.height), changes(events["match_no"].to_numpy())) + 1, dtype=pl.Int32)


def within(count: np.ndarray[Any, Any], begins: np.ndarray[Any, np.dtype[np.bool_]]) -> np.ndarray[Any, Any]:
    """Return how far a running count has come since the group began, 0 where it begins."""
    first = np.repeat(count[begins], np.diff(np.append(np.flatnonzero(begins), len(begins))))
    return np.asarray(count - first)


def kind_names(codes: pl.Series) -> pl.Series:
    """Return the names of kinds of rows, as coded texts."""
    return coded(pl.Series(terms.KINDS, dtype=pl.String), codes.cast(pl.Int32))
