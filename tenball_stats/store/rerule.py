"""Rulings that would be others today: an edition has changed since, or the tool rules differently now."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from tenball_stats.replay import rule_log
from tenball_stats.rules import Edition, edition_ids, load_edition
from tenball_stats.store import journal, load
from tenball_stats.store.database import Database
from tenball_stats.store.places import Places
from tenball_stats.store.reading import log_of
from tenball_stats.store.replayed import Replayed
from tenball_stats.store.rulings import WHOLE, Rulings
from tenball_stats.store.write import write_rulings

_Row = TypeVar("_Row")

_AT_ONCE = 500
"""Matches that are replayed at once, so that ten seasons do not have to be in memory."""

SHOWN = {
    "fouls": "foul_list({0}.foul_mask)",
    "next_player": "(SELECT name FROM names WHERE player_key = {0}.next_key)",
    "cue_ball": "{0}.cue_ball",
    "option": "{0}.option",
    "spotted": "ball_list({0}.spotted_mask)",
    "on_table": "ball_list({0}.on_table_mask)",
    "fouls_in_a_row": "{0}.fouls_in_a_row",
    "rack_end": "{0}.rack_end::VARCHAR",
    "rack_winner": "(SELECT name FROM names WHERE player_key = {0}.rack_winner_key)",
    "clauses": "text_list({0}.clauses_text)",
    "basis": "{0}.basis",
    "assumed": "text_list({0}.assumed_text)",
}
"""What of a ruling is shown where it has changed: field and where it stands."""


@dataclass(frozen=True)
class Changed:
    """A stroke that would be ruled otherwise."""

    match: str
    rack: int
    attempt: int
    shot: int
    player: str
    kind: str
    was: dict[str, object]
    """Fields of `SHOWN` that have changed, as they stand in the database."""
    is_now: dict[str, object]


@dataclass
class Reruled:
    """What one edition would rule otherwise today."""

    edition: str
    matches: int
    """Ruled by it, in the versions that are in force."""
    other_text: int = 0
    """Of these, matches that were ruled by another form of the edition."""
    strokes: list[Changed] = field(default_factory=list)
    new: list[tuple[int, Edition]] = field(default_factory=list)
    """Versions of matches that want ruling anew."""


@dataclass
class Standing:
    """The rulings of a database, held against the editions as they are."""

    editions: list[Reruled]
    unknown: dict[str, int]
    """Editions that are not at hand, and how many matches are ruled by them."""

    @property
    def changed(self) -> bool:
        """Something wants ruling anew."""
        return any(edition.new for edition in self.editions)


def reruled(
    database: Database, editions: Sequence[Edition] = (), on_step: Callable[[str], None] = lambda _: None
) -> Standing:
    """Rule again whatever is in force, and say what comes out otherwise; nothing is stored.

    Args:
        database: open, with its views.
        editions: forms of editions to rule by; without one, the bundled edition of the id.
        on_step: told in a few words what is being done.
    """
    at_hand = {edition.id: edition for edition in editions}
    rows = database.rows(
        "SELECT e.edition, m.match_key, r.edition_key, e.fingerprint FROM all_matches m "
        "JOIN all_ruled r USING (match_key) JOIN editions e USING (edition_key) "
        "WHERE m.superseded_at IS NULL AND r.superseded_at IS NULL ORDER BY e.edition, m.match_key"
    )
    by_edition: dict[str, list[tuple[int, int, str]]] = {}
    for name, *row in rows:
        by_edition.setdefault(name, []).append(tuple(row))
    found, unknown = [], {}
    for name, ruled in by_edition.items():
        if name not in at_hand and name not in edition_ids():
            unknown[name] = len(ruled)
            continue
        edition = at_hand.get(name) or load_edition(name)
        on_step(f"replaying {len(ruled)} matches under {name}")
        found.append(_held(database, edition, ruled))
    return Standing(found, unknown)


def rule_anew(database: Database, standing: Standing, *, who: str | None = None, why: str | None = None) -> int:
    """Rule again what `reruled` found to want it; earlier rulings go out of force and stay. Return how many matches."""
    count = 0
    with database.transaction():
        entry = journal.begin(database, "rerule", who=who, why=why)
        rulings = []
        for edition in standing.editions:
            for part in _parts(edition.new):
                keys = [key for key, _ in part]
                log = log_of(database, keys)[0]
                replayed = Replayed.of(log, [one for _, one in part])
                rulings.append(write_rulings(database, entry, replayed, keys))
                count += len(part)
        if rulings:
            journal.finish(database, entry, {"rulings": rulings})
    return count


def _held(database: Database, edition: Edition, ruled: Sequence[tuple[int, int, str]]) -> Reruled:
    found = Reruled(edition.id, len(ruled))
    stale = {key for key, _, fingerprint in ruled if fingerprint != edition.fingerprint}
    found.other_text = len(stale)
    for part in _parts(ruled):
        changed = _changed(database, edition, {key: edition_key for key, edition_key, _ in part})
        found.strokes += [stroke for _, stroke in changed]
        again = stale | {key for key, _ in changed}
        found.new += [(key, edition) for key, _, _ in part if key in again]
    return found


def _parts(whole: Sequence[_Row]) -> Iterator[Sequence[_Row]]:
    for start in range(0, len(whole), _AT_ONCE):
        yield whole[start : start + _AT_ONCE]


def _changed(database: Database, edition: Edition, ruled: Mapping[int, int]) -> list[tuple[int, Changed]]:
    """Return the strokes of these matches that the edition rules otherwise than it did, with the key of the match."""
    con = database.con
    keys = list(ruled)
    log = log_of(database, keys)[0]
    names = dict(database.rows("SELECT name, player_key FROM names"))
    places = Places(keys, [[names[one] for one in players] for players in log.matches["players"]])
    Rulings.of(rule_log(log, edition), log.events).placed(places, [ruled[key] for key in keys]).lend(database)
    columns = database.rows("DESCRIBE all_rulings")
    typed = ", ".join(f'"{name}"::{kind} AS "{name}"' for name, kind, *_ in columns)
    con.execute(f"CREATE OR REPLACE TEMP TABLE ruled_now AS SELECT {typed} FROM ({WHOLE})")  # noqa: S608
    load.unregister(con)
    differ = " OR ".join(f'n."{name}" IS DISTINCT FROM o."{name}"' for name, *_ in columns)
    shown = ", ".join(
        f"{sql.format('o')} AS was_{name}, {sql.format('n')} AS now_{name}" for name, sql in SHOWN.items()
    )
    rows = database.frame(
        "SELECT n.match_key, m.match, n.rack, n.attempt, n.shot, p.name AS player, n.kind::VARCHAR AS kind, "  # noqa: S608
        f"{shown} FROM ruled_now n JOIN all_rulings o USING (match_key, edition_key, seq) "
        "JOIN all_matches m USING (match_key) JOIN names p ON p.player_key = n.player_key "
        f"WHERE {differ} ORDER BY n.match_key, n.seq"
    )
    con.execute("DROP TABLE ruled_now")
    found = []
    for row in rows.iter_rows(named=True):
        fields = [name for name in SHOWN if row[f"was_{name}"] != row[f"now_{name}"]]
        was, now = ({name: row[f"{when}_{name}"] for name in fields} for when in ("was", "now"))
        place = (row["match"], row["rack"], row["attempt"], row["shot"], row["player"], row["kind"])
        found.append((row["match_key"], Changed(*place, was, now)))
    return found
