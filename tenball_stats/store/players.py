"""The register of players: which names are one person, told by people and never guessed.

What was written down keeps the name under which it was written. A merge says that two names are one player, who is
shown under the first; statistics then see one player. A merge is undone by ending it, so that what was known on a day
can still be seen.
"""

import difflib
from dataclasses import dataclass, field

from tenball_stats.log import notation
from tenball_stats.log.names import Near, near_names
from tenball_stats.store import journal
from tenball_stats.store.database import Database, StoreRefused
from tenball_stats.store.journal import Entry
from tenball_stats.store.write import name_keys


@dataclass(frozen=True)
class Player:
    """A player as the register shows one."""

    name: str
    matches: int
    aliases: list[str] = field(default_factory=list)
    """Other names that stand for the same player."""


@dataclass(frozen=True)
class Merge:
    """Two names declared to be one player."""

    entry: int
    shown: str
    other: str
    who: str | None
    why: str | None
    since: str
    until: str | None


def players(database: Database) -> list[Player]:
    """Return all players, in the order of their names."""
    rows = database.rows(
        "SELECT player, (SELECT count(DISTINCT q.match_key) FROM match_players q JOIN matches m USING (match_key) "
        "JOIN players o USING (player_key) WHERE o.player = p.player), "
        "list(name ORDER BY name) FILTER (WHERE name <> player) FROM players p GROUP BY player ORDER BY player"
    )
    return [Player(name, matches, aliases or []) for name, matches, aliases in rows]


def player(database: Database, name: str) -> Player:
    """Return one player, by any of the names.

    Raises:
        StoreRefused: the register does not have the name.
    """
    shown = _shown(database)[_known(database, name)]
    return next(one for one in players(database) if one.name == shown)


def merges(database: Database, name: str | None = None) -> list[Merge]:
    """Return all merges, also those undone, in order; of one player alone where a name is given."""
    rows = database.rows(
        "SELECT m.entry, s.name, o.name, j.who, j.why, strftime(m.since, '%Y-%m-%d %H:%M'), "
        "strftime(m.until, '%Y-%m-%d %H:%M') FROM merges m JOIN journal j USING (entry) "
        "JOIN names s ON s.player_key = m.shown_key JOIN names o ON o.player_key = m.other_key ORDER BY m.entry"
    )
    found = [Merge(*row) for row in rows]
    if name is None:
        return found
    one = player(database, name)
    own = {one.name, *one.aliases, _known(database, name)}
    return [merge for merge in found if own & {merge.shown, merge.other}]


def near(database: Database, names: list[str] | None = None) -> list[Near]:
    """Return the pairs of names that may be one player and are not yet told to be.

    Args:
        database: open.
        names: these, held against all others; None for all.
    """
    shown = _shown(database)
    pairs = near_names(shown) if names is None else near_names(names, [name for name in shown if name not in names])
    if names:
        pairs += near_names(names)
    found: dict[tuple[str, str], Near] = {}
    for pair in pairs:
        one, other = shown.get(pair.one, pair.one), shown.get(pair.other, pair.other)
        if one != other and not _met(database, one, other):
            found.setdefault((min(one, other), max(one, other)), pair)
    return list(found.values())


def merge(database: Database, shown: str, other: str, *, who: str | None = None, why: str | None = None) -> Player:
    """Declare two names of the register to be one player, who is shown under the first; return the player.

    Raises:
        StoreRefused: a name is not known, they are one already, or both stand in one match.
    """
    return _merge(database, _known(database, shown), _known(database, other), "merge", who, why)


def alias(database: Database, name: str, other: str, *, who: str | None = None, why: str | None = None) -> Player:
    """Give a player another name, under which logs may write it from now on; return the player.

    Raises:
        StoreRefused: the player is not known, the name is somebody's already, or it cannot be a name.
    """
    spelled = notation.name(other)
    if not spelled or "|" in spelled:
        raise StoreRefused(f"{other!r} cannot be the name of a player")
    shown = _shown(database)
    if spelled in shown:
        raise StoreRefused(
            f"{spelled!r} is in the register already"
            + (f", as a name of {shown[spelled]}" if shown[spelled] != spelled else "")
            + f"; to make the two one player: tenball players merge {name!r} {spelled!r}"
        )
    return _merge(database, _known(database, name), spelled, "alias", who, why)


def undo(
    database: Database, shown: str, other: str | None = None, *, who: str | None = None, why: str | None = None
) -> Merge:
    """End the latest merge of a name, or of two names; return it.

    Raises:
        StoreRefused: there is none in force.
    """
    names = {_known(database, name) for name in (shown, other) if name is not None}
    there = [one for one in merges(database) if one.until is None and names <= {one.shown, one.other}]
    if not there:
        said = " and ".join(sorted(names))
        raise StoreRefused(f"there is no merge of {said} to undo; tenball players show NAME lists a player's merges")
    last = there[-1]
    with database.transaction():
        entry = journal.begin(database, "undo", who=who, why=why)
        write_undo(database, entry, last.entry)
        journal.finish(database, entry, {"merge": last.entry})
    return last


def _merge(database: Database, shown: str, other: str, action: str, who: str | None, why: str | None) -> Player:
    is_one = _shown(database)
    if shown == other:
        raise StoreRefused(f"{shown} and {other} are the same name")
    if is_one.get(other) == shown:
        raise StoreRefused(f"{other} is a name of {shown} already")
    if other in is_one and is_one[shown] != is_one[other]:
        _refuse_opponents(database, is_one[shown], is_one[other])
    with database.transaction():
        entry = journal.begin(database, action, who=who, why=why)
        write_merge(database, entry, shown, other)
        journal.finish(database, entry, {"shown": shown, "other": other})
    return player(database, shown)


def write_merge(database: Database, entry: Entry, shown: str, other: str) -> None:
    """Write a merge from an entry of the journal on; a name that the register lacks is added."""
    keys = name_keys(database, entry, [shown, other])
    database.con.execute(
        "INSERT INTO merges VALUES (?, ?, ?, ?, NULL)", [entry.number, keys[shown], keys[other], entry.made_at]
    )
    _settle(database, entry)


def write_undo(database: Database, entry: Entry, merged: int) -> None:
    """End the merge that an earlier entry made."""
    database.con.execute("UPDATE merges SET until = ? WHERE entry = ?", [entry.made_at, merged])
    _settle(database, entry)


def _settle(database: Database, entry: Entry) -> None:
    """Write which names are one person by the merges that are in force now, where that has changed."""
    person: dict[int, int] = {}
    group: dict[int, set[int]] = {}
    rows = database.rows("SELECT shown_key, other_key FROM merges WHERE until IS NULL ORDER BY entry")
    for shown, other in rows:
        together = group.get(shown, {shown}) | group.get(other, {other})
        for key in together:
            group[key] = together
            person[key] = shown
    person = {key: one for key, one in person.items() if key != one}
    now = dict(database.rows("SELECT player_key, person_key FROM identities WHERE until IS NULL"))
    for key in now.keys() | person.keys():
        if now.get(key) == person.get(key):
            continue
        database.con.execute(
            "UPDATE identities SET until = ? WHERE player_key = ? AND until IS NULL", [entry.made_at, key]
        )
        if key in person:
            database.con.execute("INSERT INTO identities VALUES (?, ?, ?, NULL)", [key, person[key], entry.made_at])


def _shown(database: Database) -> dict[str, str]:
    """Return the name under which each name is shown."""
    return dict(database.rows("SELECT name, player FROM players ORDER BY player_key"))


def _known(database: Database, name: str) -> str:
    """Return a name as the register spells it; capitals do not matter where they leave no doubt."""
    there = _shown(database)
    spelled = notation.name(name)
    if spelled in there:
        return spelled
    alike = [one for one in there if one.casefold() == spelled.casefold()]
    if len(alike) == 1:
        return alike[0]
    close = alike or [pair.other for pair in near_names([spelled], list(there))][:3]
    close = close or difflib.get_close_matches(spelled, list(there), n=3, cutoff=0.5)
    hint = f"; did you mean {' or '.join(close)}?" if close else ""
    raise StoreRefused(f"the register has no player {name!r}{hint}")


def _refuse_opponents(database: Database, one: str, other: str) -> None:
    met = _met(database, one, other)
    if met:
        raise StoreRefused(f"{one} and {other} both stand in match {met!r}: they cannot be one player")


def _met(database: Database, one: str, other: str) -> str | None:
    """Return a match in which two players both stand, in any version of it."""
    return database.value(  # type: ignore[no-any-return]
        "SELECT min(m.match) FROM all_matches m "
        "WHERE m.match_key IN (SELECT match_key FROM match_players JOIN players USING (player_key) WHERE player = ?) "
        "AND m.match_key IN (SELECT match_key FROM match_players JOIN players USING (player_key) WHERE player = ?)",
        [one, other],
    )
