"""Frames for the charts: an answer of a statistic as one, and the single attempts at lags behind it."""

from collections.abc import Iterable
from typing import Any

import polars as pl

from tenball_stats.stats.answers import Answer
from tenball_stats.stats.definitions import Count, Mean, Quantile, Rate, Sample, Shares, Split, Spread
from tenball_stats.store import Database

PARTS = pl.List(pl.Struct({"value": pl.String, "rows": pl.Int64}))
"""Type of a column that says how often each value occurs."""

SHARES = pl.List(
    pl.Struct(
        {
            "value": pl.String,
            "part": pl.Int64,
            "of": pl.Int64,
            "rate": pl.Float64,
            "low": pl.Float64,
            "high": pl.Float64,
        }
    )
)
"""Type of a column that gives a rate for each value of something."""


def frame_of(answer: Answer) -> pl.DataFrame:
    """Return an answer as a frame: a row for each group, a column for each field.

    A rate, mean or quantile `x` has the columns `x`, `x_low`, `x_high` (f64, null where there is none) and `x_n` (i64);
    what is counted by value is a list of `value` and `rows`, the most frequent first; a rate by value is a list of
    `value`, `part`, `of`, `rate`, `low` and `high`, in the order of the answer.
    """
    schema = _schema(answer)
    further = [name for row in answer.rows for name in row if name not in schema]
    schema |= {name: _type(row[name] for row in answer.rows) for name in dict.fromkeys(further)}
    if answer.rows:
        schema = {name: schema[name] for name in answer.rows[0]}
    rows = [
        {name: _group(value) if name in answer.by else _cell(value) for name, value in row.items()}
        for row in answer.rows
    ]
    return pl.DataFrame(rows, schema=schema, orient="row")


def _schema(answer: Answer) -> dict[str, Any]:
    """Return the types of the fields that hold whatever was counted; those of further kinds show in the rows."""
    schema: dict[str, Any] = dict.fromkeys(answer.by, pl.String)
    for item in answer.statistic.items:
        match item:
            case Rate() | Mean() | Quantile():
                schema |= dict.fromkeys([item.name, f"{item.name}_low", f"{item.name}_high"], pl.Float64)
                schema[f"{item.name}_n"] = pl.Int64
            case Split():
                if item.largest:
                    schema[item.largest] = pl.Int64
                schema[item.name] = PARTS
            case Shares():
                schema[item.name] = SHARES
            case Spread():
                schema[item.name] = pl.Float64
            case Count():
                # A sum of something measured, such as centimetres, is no whole number.
                schema[item.name] = _type((row[item.name] for row in answer.rows), pl.Int64)
            case Sample():
                schema[item.name] = pl.Int64
    return schema


def _type(values: Iterable[Any], least: Any = pl.Float64) -> Any:
    """Return the type of a column that holds these values; `least` where all of them are missing."""
    found = least
    for value in values:
        match value:
            case str():
                return pl.String
            case dict():
                if any(isinstance(entry, dict) for entry in value.values()):
                    return SHARES
                found = PARTS
            case float():
                return pl.Float64
            case int():
                found = pl.Int64
    return found


def lag_attempts(database: Database, answer: Answer) -> pl.DataFrame:
    """Return the attempts at the lags that an answer of the statistic `lags` counted, in order.

    Columns: `match`, `attempt` (i32), `player`, `lag_cm` (f64, null: not recorded), `faults` (list of codes), `result`:
    `won` and `lost` on the attempt that decided, `repeated` on one before it, null where no winner is known.
    """
    said = answer.filters
    conditions = {
        "player": "l.player = ?",
        "opponent": "EXISTS (SELECT 1 FROM v_match_players q WHERE q.match_key = l.match_key AND q.player = l.player "
        "AND q.opponent = ?)",
        "event": "m.event = ?",
        "since": "m.day >= ?::DATE",
        "until": "m.day <= ?::DATE",
    }
    where = [sql for name, sql in conditions.items() if name in said]
    values: list[object] = [said[name] for name in conditions if name in said]
    if answer.edition is not None:
        where.append("l.match_key IN (SELECT match_key FROM v_ruled_matches WHERE edition = ?)")
        values.append(answer.edition)
    sql = f"""
        WITH played AS (
            SELECT *, max(attempt) OVER (PARTITION BY match_key) AS last,
                   arg_max(winner, seq) OVER (PARTITION BY match_key) AS lag_winner
            FROM v_lags
        )
        SELECT l.match, l.attempt::INTEGER AS attempt, l.player, l.lag_cm::DOUBLE AS lag_cm, l.faults,
               CASE WHEN l.lag_winner IS NULL THEN NULL WHEN l.attempt < l.last THEN 'repeated'
                    WHEN l.lag_winner = l.player THEN 'won' ELSE 'lost' END AS result
        FROM played l JOIN v_matches m USING (match_key)
        WHERE {" AND ".join(where) or "TRUE"} ORDER BY l.match_key, l.seq
    """  # noqa: S608 - conditions of this module, values as parameters
    return database.frame(sql, values)


def _group(value: Any) -> str | None:
    return None if value is None else str(value)


def _cell(value: Any) -> Any:
    """Return a field as a cell: what is given by value becomes a list."""
    if not isinstance(value, dict):
        return value
    if any(isinstance(entry, dict) for entry in value.values()):
        return [{"value": str(name), **entry} for name, entry in value.items()]
    parts = sorted(value.items(), key=lambda part: (-part[1], part[0]))
    return [{"value": str(name), "rows": rows} for name, rows in parts]
