"""What a database holds, as tables to take away: logs that read as they were, rulings, and what the audit found."""

# ruff: noqa: S608 - names of this project's own columns are put into statements, never a value

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass, replace

import polars as pl

from tenball_stats.log.columns import COLUMNS, REQUIRED
from tenball_stats.log.texts import log_texts
from tenball_stats.store.database import Database, StoreRefused
from tenball_stats.store.reading import log_of, no_such_match

RULINGS = (
    "match", "rack", "attempt", "shot", "player", "kind", "edition", "fouls", "unlisted", "next_player", "cue_ball",
    "option", "spotted", "on_table", "fouls_in_a_row", "rack_end", "rack_winner", "clauses", "basis", "assumed",
)  # fmt: skip
"""Fields of the replay output; file and line follow them."""


FINDINGS = (
    "match", "rack", "attempt", "shot", "player", "kind", "edition", "code", "verdict", "clauses", "recorded", "ruled",
    "message",
)  # fmt: skip
"""Fields of the audit output, with the attempt and the kind of row; file and line follow them."""


@dataclass(frozen=True)
class Which:
    """Which matches are exported. Empty fields ask nothing."""

    matches: Sequence[str] = ()
    event: str = ""
    since: dt.date | None = None
    until: dt.date | None = None


def exported_log(database: Database, which: Which | None = None) -> pl.DataFrame:
    """Return the matches in force as the rows of a log, texts all of them, columns that are blank throughout left out.

    Names stand as they were written. What had stood in unknown columns stands behind the known ones.

    Raises:
        StoreRefused: there is no such match.
    """
    keys = keys_of(database, which or Which())
    log, source_keys = log_of(database, keys)
    order = pl.DataFrame(
        {"key": sorted(keys), "match_no": range(len(keys))}, schema={"key": pl.Int32, "match_no": pl.UInt32}
    )
    order = pl.DataFrame({"key": keys}, schema={"key": pl.Int32}).join(order, on="key", maintain_order="left")
    log = replace(log, events=order.join(log.events, on="match_no", maintain_order="left_right").drop("key"))
    texts = log_texts(log)
    filled = [name for name in COLUMNS if name in REQUIRED or texts[name].null_count() < texts.height]
    texts = texts.select(filled)
    aside = database.frame(
        "SELECT source_key, line, \"column\", string_agg(value, ' | ') AS value, min(rowid) AS place FROM aside "
        "WHERE source_key IN (SELECT unnest(?)) GROUP BY ALL ORDER BY place",
        [source_keys],
    )
    places = dict(enumerate(source_keys))
    rows = log.events.select(
        pl.col("file_no")
        .cast(pl.Int64)
        .replace_strict(places, default=None, return_dtype=pl.Int32)
        .alias("source_key"),
        "line",
    )
    for column in aside["column"].unique(maintain_order=True):
        cells = aside.filter(pl.col("column") == column).select("source_key", "line", "value")
        found = rows.join(cells, on=["source_key", "line"], how="left", maintain_order="left")["value"]
        if found.null_count() < found.len():
            texts = texts.with_columns(found.alias(column or "(no heading)"))
    return texts


def exported_rulings(database: Database, which: Which | None = None, editions: Sequence[str] = ()) -> pl.DataFrame:
    """Return the rulings of the matches in force, a row for each stroke, with the file and line that it stands on.

    Args:
        database: open, with its views.
        which: of these matches.
        editions: by these editions; none for the one by which each match counts.

    Raises:
        StoreRefused: there is no such match, or there are no rulings by an edition.
    """
    return _by_edition(database, "v_strokes", RULINGS, which, editions)


def exported_findings(
    database: Database, which: Which | None = None, editions: Sequence[str] = ()
) -> tuple[pl.DataFrame, int]:
    """Return what the audit found in the matches in force, a row for each finding; takes what `exported_rulings` does.

    Returns:
        The findings, and of how many of the matches none were looked for by one of the editions: their rulings are
        older than that.

    Raises:
        StoreRefused: there is no such match, or there are no rulings by an edition.
    """
    found = _by_edition(database, "v_findings", FINDINGS, which, editions)
    by = "edition IN (SELECT unnest(?))" if editions else "is_default"
    keys = keys_of(database, which or Which())
    older = database.value(
        "SELECT count(DISTINCT match_key) FROM v_ruled_matches WHERE NOT audited "
        f"AND match_key IN (SELECT unnest(?)) AND {by}",
        [keys, list(editions)] if editions else [keys],
    )
    return found, int(older)


def _by_edition(
    database: Database, view: str, columns: Sequence[str], which: Which | None, editions: Sequence[str]
) -> pl.DataFrame:
    """Return rows of a view by the editions asked for, match by match, in the order of play."""
    keys = keys_of(database, which or Which())
    there = {name for (name,) in database.rows("SELECT DISTINCT edition FROM v_ruled_matches")}
    for edition in editions:
        if edition not in there:
            raise StoreRefused(
                f"{database.path} has no rulings by edition {edition!r}; it has {', '.join(sorted(there)) or 'none'}"
            )
    by = "edition IN (SELECT unnest(?))" if editions else "is_default"
    fields = ", ".join(f"{name}::VARCHAR AS {name}" if name in {"kind", "rack_end"} else name for name in columns)
    order = ", code" if view == "v_findings" else ""
    return database.frame(
        f"SELECT {fields}, file, line FROM {view} WHERE match_key IN (SELECT unnest(?)) AND {by} "
        f"ORDER BY list_position(?, match_key), edition, seq{order}",
        [keys, list(editions), keys] if editions else [keys, keys],
    )


def keys_of(database: Database, which: Which) -> list[int]:
    """Return the keys of the matches in force that are meant, in the order in which they came.

    Raises:
        StoreRefused: there is no such match.
    """
    for match in which.matches:
        if database.value("SELECT count(*) FROM matches WHERE match = ?", [match]) == 0:
            raise no_such_match(database, match)
    asked = ["match IN (SELECT unnest(?))"] if which.matches else []
    values: list[object] = [list(which.matches)] if which.matches else []
    for condition, value in (("event = ?", which.event), ("day >= ?", which.since), ("day <= ?", which.until)):
        if value:
            asked.append(condition)
            values.append(value)
    where = f"WHERE {' AND '.join(asked)}" if asked else ""
    # In the order in which the matches came, whichever version of them is in force.
    rows = database.rows(
        f"SELECT match_key FROM (FROM matches {where}) "
        "JOIN (SELECT match, min(match_key) AS first FROM all_matches GROUP BY match) USING (match) ORDER BY first",
        values,
    )
    return [key for (key,) in rows]
