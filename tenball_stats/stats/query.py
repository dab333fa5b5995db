"""A statistic asked of a database: which matches, which edition, by what; counts from SQL, the rest from them."""

import datetime as dt
import difflib
import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import polars as pl

from tenball_stats.errors import TenballError
from tenball_stats.stats.catalogue import counting
from tenball_stats.stats.definitions import Count, Mean, Rate, Sample, Split, Spread, Statistic
from tenball_stats.stats.intervals import bootstrap_ratio, sample_needed, wilson
from tenball_stats.store import Database

# ruff: noqa: S608 - names of this project's own columns are put into statements, never a value

DIMENSIONS = {
    "player": "q.player",
    "opponent": "q.opponent",
    "event": "m.event",
    "season": "m.season",
    "round": "m.round",
    "venue": "m.venue",
    "table": 'm."table"',
    "match": "m.match",
    "edition": "e.edition",
    "break_format": "m.break_format",
}
"""What a statistic can be broken down by: name and where it stands in a query."""


class QueryError(TenballError):
    """A question that the database cannot answer; the text says why and what there is."""


@dataclass(frozen=True)
class Filters:
    """Which strokes count. Empty fields ask nothing."""

    player: str = ""
    opponent: str = ""
    event: str = ""
    since: dt.date | None = None
    until: dt.date | None = None
    editions: tuple[str, ...] = ()
    """Ids; none for the edition that each match is ruled by."""

    def said(self) -> dict[str, str]:
        """Return the filters that ask something, as texts."""
        named = {
            "player": self.player,
            "opponent": self.opponent,
            "event": self.event,
            "since": self.since.isoformat() if self.since else "",
            "until": self.until.isoformat() if self.until else "",
        }
        return {name: value for name, value in named.items() if value}


@dataclass(frozen=True)
class Answer:
    """A statistic as asked for: one row for each group, flat, its fields in the order of the statistic's items.

    A rate or mean `x` has the fields `x`, `x_low`, `x_high` (None where there is none), and `x_n`, its denominator.
    """

    statistic: Statistic
    by: tuple[str, ...]
    filters: dict[str, str]
    edition: str | None
    """The edition asked for; None for each match's own."""
    editions: list[str]
    """The editions whose rulings were counted."""
    matches: int
    rows: list[dict[str, Any]]
    notices: list[str] = field(default_factory=list)


def ask(database: Database, statistic: Statistic, filters: Filters | None = None, by: Sequence[str] = ()) -> Answer:
    """Compute a statistic.

    Args:
        database: open, with its views.
        statistic: which.
        filters: which strokes count.
        by: names of `DIMENSIONS` to break it down by; none for one row over everything.

    Raises:
        QueryError: a player, opponent, event or edition that the database does not have.
    """
    filters = _resolved(database, filters or Filters())
    by = tuple(dict.fromkeys(by))
    where, parameters = _condition(filters, all_editions="edition" in by)
    whole = not ({"player", "opponent"} & set(by) or filters.player or filters.opponent)
    counts = _counts(database, statistic, by, where, parameters, whole=whole)
    groups = _groups(counts, by)
    splits = {
        item.name: _split(database, item, by, where, parameters) for item in statistic.items if isinstance(item, Split)
    }
    rows = [
        dict(zip(by, key, strict=True)) | _values(statistic, frame, key, splits, whole=whole)
        for key, frame in groups.items()
    ]
    editions, matches, notices = _ground(database, filters, where, parameters)
    asked = filters.editions[0] if len(filters.editions) == 1 else None
    return Answer(statistic, by, filters.said(), asked, editions, matches, rows, notices)


def fields(answer: Answer) -> list[str]:
    """Return the names of the fields of an answer's rows, in order."""
    if answer.rows:
        return list(answer.rows[0])
    return [*answer.by, *(item.name for item in answer.statistic.items)]


# What is asked --------------------------------------------------------------------------------------------------------


def _resolved(database: Database, filters: Filters) -> Filters:
    """Return the filters with names as the database spells them."""
    players = {row[0] for row in database.rows("SELECT DISTINCT player FROM v_match_players")}
    events = {row[0] for row in database.rows("SELECT DISTINCT event FROM v_matches WHERE event IS NOT NULL")}
    editions = {row[0] for row in database.rows("SELECT DISTINCT edition FROM v_ruled_matches")}
    for edition in filters.editions:
        _one_of(edition, editions, "rulings by edition", "; others are added with: tenball ingest LOG --edition ID")
    return Filters(
        player=_one_of(filters.player, players, "player"),
        opponent=_one_of(filters.opponent, players, "player"),
        event=_one_of(filters.event, events, "event"),
        since=filters.since,
        until=filters.until,
        editions=filters.editions,
    )


def _one_of(asked: str, there: set[str], what: str, more: str = "") -> str:
    """Return the one name that is meant; capitals do not matter where they leave no doubt."""
    if not asked or asked in there:
        return asked
    alike = sorted(name for name in there if name.casefold() == asked.casefold())
    if len(alike) == 1:
        return alike[0]
    folded = {name.casefold(): name for name in there}
    near = [folded[name] for name in difflib.get_close_matches(asked.casefold(), list(folded), n=3, cutoff=0.5)]
    shown = alike or near
    if shown:
        hint = f"did you mean {' or '.join(shown)}?"
    elif there:
        names = sorted(there)
        hint = f"there are {', '.join(names[:8])}" + (f" and {len(names) - 8} more" if len(names) > 8 else "")
    else:
        hint = "there is none at all"
    raise QueryError(f"the database has no {what} {asked!r}: {hint}{more}")


def _condition(filters: Filters, *, all_editions: bool) -> tuple[str, list[object]]:
    """Return the condition on the keys that every view has, with its parameters."""
    said, parameters = [], list[object]()
    if filters.editions:
        marks = ", ".join("?" * len(filters.editions))
        said.append(f"edition_key IN (SELECT edition_key FROM editions WHERE edition IN ({marks}))")
        parameters += filters.editions
    elif not all_editions:
        said.append("is_default")
    if filters.player:
        said.append("player_key = (SELECT player_key FROM players WHERE player = ?)")
        parameters.append(filters.player)
    if filters.opponent:
        said.append(
            "(match_key, player_key) IN (SELECT (match_key, player_key) FROM v_match_players WHERE opponent = ?)"
        )
        parameters.append(filters.opponent)
    if filters.event or filters.since or filters.until:
        matches = []
        for condition, value in (
            ("event = ?", filters.event),
            ("day >= ?", filters.since),
            ("day <= ?", filters.until),
        ):
            if value:
                matches.append(condition)
                parameters.append(value)
        said.append(f"match_key IN (SELECT match_key FROM v_matches WHERE {' AND '.join(matches)})")
    return " AND ".join(said) or "TRUE", parameters


def _ground(
    database: Database, filters: Filters, where: str, parameters: list[object]
) -> tuple[list[str], int, list[str]]:
    """Return the editions and the number of matches that an answer rests on, and what it leaves out."""
    played = "SELECT r.*, q.player_key FROM v_ruled_matches r JOIN match_players q USING (match_key)"
    rows = database.rows(
        f"SELECT edition, count(DISTINCT match_key) FROM ({played}) WHERE {where} GROUP BY edition ORDER BY edition",
        parameters,
    )
    matches = database.value(f"SELECT count(DISTINCT match_key) FROM ({played}) WHERE {where}", parameters)
    notices = []
    for edition in filters.editions:
        ruled = dict(rows).get(edition, 0)
        plain = Filters(filters.player, filters.opponent, filters.event, filters.since, filters.until)
        some, values = _condition(plain, all_editions=True)
        every = database.value(f"SELECT count(DISTINCT match_key) FROM ({played}) WHERE {some}", values)
        if ruled < every:
            notices.append(
                f"{every - ruled} of {every} matches are not ruled by {edition} and are left out; add the rulings "
                f"with: tenball ingest LOG --edition {edition}"
            )
    if filters.since or filters.until:
        undated = database.value("SELECT count(*) FROM v_matches WHERE day IS NULL")
        if undated:
            notices.append(f"{undated} matches without a date are left out")
    return [row[0] for row in rows], int(matches), notices


# What is counted ------------------------------------------------------------------------------------------------------


def _counts(
    database: Database, statistic: Statistic, by: Sequence[str], where: str, parameters: list[object], *, whole: bool
) -> pl.DataFrame:
    """Return all counts, one row for each group and match."""
    keys = "match_key, edition_key, player_key"
    inner = counting(statistic, keys, where, whole=whole)
    views = len({count.view for count in statistic.counts})
    sums = ", ".join(f"coalesce(sum({count.name}), 0) AS {count.name}" for count in statistic.counts)
    return _grouped(database, inner, by, "match_key", sums, parameters * views)


def _grouped(
    database: Database, inner: str, by: Sequence[str], further: str, sums: str, parameters: list[object]
) -> pl.DataFrame:
    """Return sums over a counting query, by the dimensions and further columns of it."""
    dimensions = "".join(f'{DIMENSIONS[name]} AS "by_{name}", ' for name in by)
    joins = ""
    if any(DIMENSIONS[name].startswith("m.") for name in by):
        joins += " JOIN v_matches m USING (match_key)"
    if any(DIMENSIONS[name].startswith("q.") for name in by):
        joins += " JOIN v_match_players q USING (match_key, player_key)"
    if "edition" in by:
        joins += " JOIN editions e USING (edition_key)"
    sql = f"SELECT {dimensions}{further}, {sums} FROM ({inner}) c{joins} GROUP BY ALL ORDER BY ALL"
    return database.frame(sql, parameters)


def _groups(counts: pl.DataFrame, by: Sequence[str]) -> dict[tuple[Any, ...], pl.DataFrame]:
    """Return the counts by match of each group; over everything there is always one."""
    if not by:
        return {(): counts}
    names = [f"by_{name}" for name in by]
    groups = counts.partition_by(names, as_dict=True, include_key=False, maintain_order=True)
    return dict(sorted(groups.items(), key=lambda entry: [(cell is None, str(cell)) for cell in entry[0]]))


def _split(
    database: Database, item: Split, by: Sequence[str], where: str, parameters: list[object]
) -> dict[tuple[Any, ...], dict[str, int]]:
    """Return value -> number of rows, for each group."""
    inner = (
        "SELECT match_key, edition_key, player_key, value, count(*) AS rows FROM (SELECT match_key, edition_key, "
        f"player_key, {item.value} AS value FROM {item.view} WHERE {where} AND {item.where}) GROUP BY ALL"
    )
    frame = _grouped(database, inner, by, "value", "sum(rows)::BIGINT AS rows", parameters)
    found: dict[tuple[Any, ...], dict[str, int]] = {}
    for *key, value, rows in frame.rows():
        found.setdefault(tuple(key), {})[str(value)] = rows
    return found


# What is computed from it ---------------------------------------------------------------------------------------------


def _values(
    statistic: Statistic,
    frame: pl.DataFrame,
    key: tuple[Any, ...],
    splits: dict[str, dict[tuple[Any, ...], dict[str, int]]],
    *,
    whole: bool,
) -> dict[str, Any]:
    """Return the fields of one group from its counts by match."""
    names = [count.name for count in statistic.counts]
    sums = frame.select(pl.col(names).sum()).row(0, named=True)
    row: dict[str, Any] = {}
    for item in statistic.items:
        match item:
            case Count():
                row[item.name] = _plain(sums[item.name])
            case Rate():
                part, of = int(sums[item.part]), int(sums[item.of])
                told = item.whole or not whole
                _put(row, item.name, part / of if of and told else None, wilson(part, of) if told else None, of)
            case Mean():
                total, over = float(sums[item.total]), float(sums[item.over])
                interval = bootstrap_ratio(
                    frame[item.total].cast(pl.Float64).to_numpy(), frame[item.over].cast(pl.Float64).to_numpy()
                )
                _put(row, item.name, total / over if over else None, interval, int(over))
            case Spread():
                number = int(sums[item.over])
                variance = (
                    (float(sums[item.squares]) - float(sums[item.total]) ** 2 / number) / (number - 1)
                    if number > 1
                    else None
                )
                row[item.name] = None if variance is None else math.sqrt(max(variance, 0.0))
            case Split():
                values = splits[item.name].get(key, {})
                if item.largest:
                    row[item.largest] = max((int(value) for value in values), default=0)
                row[item.name] = values
            case Sample():
                row[item.name] = sample_needed(item.rate, item.versus)
    return row


def _put(row: dict[str, Any], name: str, value: float | None, interval: tuple[float, float] | None, over: int) -> None:
    low, high = interval or (None, None)
    row |= {name: value, f"{name}_low": low, f"{name}_high": high, f"{name}_n": over}


def _plain(value: Any) -> int | float:
    return value if isinstance(value, float) else int(value)
