"""A statistic asked of a database: which matches, which edition, by what; counts from SQL, the rest from them."""

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from tenball_stats.errors import TenballError
from tenball_stats.stats.answers import Answer, shrunken, withheld
from tenball_stats.stats.counted import DIMENSIONS, SITUATION, Chosen, count
from tenball_stats.stats.definitions import Mean, Statistic
from tenball_stats.stats.values import values
from tenball_stats.store import Database

# ruff: noqa: S608 - names of this project's own columns are put into statements, never a value


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
    recorded: bool = False
    """What was ruled then counts, not what the edition rules."""

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


def ask(
    database: Database,
    statistic: Statistic,
    filters: Filters | None = None,
    by: Sequence[str] = (),
    *,
    minimum: int = 0,
    shrink: bool = False,
) -> Answer:
    """Compute a statistic.

    Args:
        database: open, with its views.
        statistic: which.
        filters: which strokes count.
        by: names of `DIMENSIONS`, or of the statistic's own, to break it down by; none for one row over everything.
        minimum: rates, means and quantiles with a smaller denominator are withheld (None) and named in `withheld`.
        shrink: give each rate `x` also as drawn towards those of the other groups, `x_shrunk` with its interval; with
            a player chosen, towards those of the other players.

    Raises:
        QueryError: a player, opponent, event or edition that the database does not have, or something that the
            statistic cannot be broken down by.
    """
    filters = resolved(database, filters or Filters())
    by = _dimensions(statistic, by)
    if not shrink:
        return withheld(_answer(database, statistic, filters, by), minimum)
    if not by and not filters.player:
        raise QueryError("rates are drawn towards those of the other rows: say what rows there are with --by")
    if not filters.player:
        return withheld(shrunken(_answer(database, statistic, filters, by)), minimum)
    # The others are not in the answer, but they are what its rates are drawn towards.
    everybody = _answer(database, statistic, replace(filters, player=""), tuple(dict.fromkeys((*by, "player"))))
    league = shrunken(everybody)
    rows = [row for row in league.rows if row["player"] == filters.player]
    kept = [{name: value for name, value in row.items() if name != "player" or "player" in by} for row in rows]
    own = _answer(database, statistic, filters, by)
    return withheld(replace(own, rows=kept or own.rows, priors=league.priors), minimum)


def _answer(database: Database, statistic: Statistic, filters: Filters, by: tuple[str, ...]) -> Answer:
    """Compute a statistic of what the database has under these names."""
    where, parameters = condition(filters, all_editions="edition" in by)
    whole = not ({"player", "opponent"} & set(by) or filters.player or filters.opponent)
    own = tuple(name for name in by if name in statistic.dimensions)
    editions, matches, notices = _ground(database, filters, where, parameters)
    chosen = Chosen(where, parameters, by, own, filters.recorded, matches)
    means = [item for item in statistic.items if isinstance(item, Mean)]
    further = dict.fromkeys(name for item in means for name in (item.total, item.over))
    counted = count(database, statistic, chosen, whole=whole, further=tuple(further))
    rows = [dict(zip(by, key, strict=True)) | values(statistic, counted, key, whole=whole) for key in counted.groups]
    asked = filters.editions[0] if len(filters.editions) == 1 else None
    return Answer(statistic, by, filters.said(), asked, editions, matches, rows, notices, filters.recorded)


def sums(
    database: Database, statistic: Statistic, filters: Filters, by: Sequence[str]
) -> dict[tuple[Any, ...], dict[str, Any]]:
    """Return the counts of a statistic for each group, without anything that is worked out from them.

    Args:
        database: open, with its views.
        statistic: which.
        filters: which strokes count.
        by: what the groups are by, as in `ask`.

    Returns:
        For each group, the values of `by` in order, name -> sum of each count.
    """
    filters = resolved(database, filters)
    by = _dimensions(statistic, by)
    where, parameters = condition(filters, all_editions="edition" in by)
    own = tuple(name for name in by if name in statistic.dimensions)
    chosen = Chosen(where, parameters, by, own, filters.recorded)
    whole = not ({"player", "opponent"} & set(by) or filters.player or filters.opponent)
    return count(database, statistic, chosen, whole=whole, sums_only=True).sums


def _dimensions(statistic: Statistic, by: Sequence[str]) -> tuple[str, ...]:
    """Return what to break a statistic down by, each once, or say why it cannot be."""
    for name in by:
        if name in SITUATION and not statistic.by_rack:
            raise QueryError(f"{statistic.name} cannot be broken down by {name}: they are not played in a rack")
        if name not in DIMENSIONS and name not in statistic.dimensions:
            there = ", ".join((*DIMENSIONS, *statistic.dimensions))
            raise QueryError(f"{statistic.name} cannot be broken down by {name}; it can by {there}")
    return tuple(dict.fromkeys(by))


# What is asked --------------------------------------------------------------------------------------------------------


def chosen_matches(database: Database, filters: Filters) -> tuple[str, list[object]]:
    """Return the condition on `match_key`, `edition_key` and `is_default` that chooses matches, with its parameters.

    Raises:
        QueryError: a player, opponent, event or edition that the database does not have.
    """
    filters = resolved(database, filters)
    where, parameters = condition(replace(filters, player="", opponent=""), all_editions=False)
    for name in filter(None, (filters.player, filters.opponent)):
        where += " AND match_key IN (SELECT match_key FROM v_match_players WHERE player = ?)"
        parameters.append(name)
    return where, parameters


def editions_of(database: Database, filters: Filters) -> list[str]:
    """Return the ids of the editions whose rulings count in the chosen matches."""
    where, parameters = chosen_matches(database, filters)
    sql = f"SELECT DISTINCT edition FROM v_ruled_matches WHERE {where} ORDER BY edition"
    return [edition for (edition,) in database.rows(sql, parameters)]


def resolved(database: Database, filters: Filters) -> Filters:
    """Return the filters with names as the database spells them."""
    # What nobody asks for is not looked up: in a large database that takes as long as some statistics.
    players: set[str] = set()
    shown: dict[str, str] = {}
    if filters.player or filters.opponent:
        players = {row[0] for row in database.rows("SELECT DISTINCT player FROM v_match_players")}
        # A name that was declared to be another player's stands for that player.
        shown = dict(database.rows("SELECT name, player FROM players"))
    events: set[str] = set()
    if filters.event:
        events = {row[0] for row in database.rows("SELECT DISTINCT event FROM v_matches WHERE event IS NOT NULL")}
    # Where nothing was ruled at all, as of a log without rows, no edition can be said to be missing.
    if filters.editions and database.value("SELECT count(*) FROM ruled"):
        editions = {row[0] for row in database.rows("SELECT DISTINCT edition FROM v_ruled_matches")}
        for edition in filters.editions:
            one_of(edition, editions, "rulings by edition", "; others are added with: tenball ingest LOG --edition ID")
    return Filters(
        player=one_of(shown.get(filters.player, filters.player), players, "player"),
        opponent=one_of(shown.get(filters.opponent, filters.opponent), players, "player"),
        event=one_of(filters.event, events, "event"),
        since=filters.since,
        until=filters.until,
        editions=filters.editions,
        recorded=filters.recorded,
    )


def one_of(asked: str, there: set[str], what: str, more: str = "") -> str:
    """Return the one name that is meant; capitals do not matter where they leave no doubt."""
    if not asked or asked in there:
        return asked
    alike = sorted(name for name in there if name.casefold() == asked.casefold())
    if len(alike) == 1:
        return alike[0]
    import difflib

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


_DEFAULT = "is_default"
"""Where no edition is asked for."""


def condition(filters: Filters, *, all_editions: bool) -> tuple[str, list[object]]:
    """Return the condition on the keys that every view has, with its parameters."""
    said, parameters = [], list[object]()
    if filters.editions:
        marks = ", ".join("?" * len(filters.editions))
        said.append(f"edition_key IN (SELECT edition_key FROM editions WHERE edition IN ({marks}))")
        parameters += filters.editions
    elif not all_editions:
        said.append(_DEFAULT)
    if filters.player:
        said.append("player_key IN (SELECT player_key FROM players WHERE player = ?)")
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
    if not (filters.player or filters.opponent):
        played = "SELECT * FROM v_ruled_matches"
    # By default a match stands under one edition, and once: `db check` holds that.
    once = where == _DEFAULT
    found = database.rows(
        f"SELECT edition, count({'*' if once else 'DISTINCT match_key'}) FROM ({played}) WHERE {where} "
        "GROUP BY ROLLUP (edition) ORDER BY edition",
        parameters,
    )
    rows, matches = [row for row in found if row[0] is not None], int(found[-1][1])
    notices = []
    for edition in filters.editions:
        ruled = dict(rows).get(edition, 0)
        plain = Filters(filters.player, filters.opponent, filters.event, filters.since, filters.until)
        some, values = condition(plain, all_editions=True)
        every = database.value(f"SELECT count(DISTINCT match_key) FROM ({played}) WHERE {some}", values)
        if ruled < every:
            notices.append(
                f"{every - ruled} of {every} matches are not ruled by {edition} and are left out; add the rulings "
                f"with: tenball ingest LOG --edition {edition}"
            )
    if filters.since or filters.until:
        undated = database.value("SELECT count(*) FROM v_matches WHERE day IS NULL")
        if undated:
            left = "1 match without a date is" if undated == 1 else f"{undated:,} matches without a date are"
            notices.append(f"{left} left out")
    if not matches:
        chosen = ", ".join(f"{name} {value}" for name, value in filters.said().items())
        notices.append(f"no match is left{f' ({chosen})' if chosen else ''}: there is nothing to count")
    return [row[0] for row in rows], int(matches), notices
