"""Editions as a database knows them: each form of each of them, with the version of the tool that ruled by it."""

from collections.abc import Sequence

from tenball_stats import __version__
from tenball_stats.rules import Edition, edition_ids, load_edition
from tenball_stats.rules.whole import from_whole_text, whole_text
from tenball_stats.store.database import Database, StoreRefused


def keys_for(database: Database, editions: Sequence[Edition], match_keys: Sequence[int]) -> list[int]:
    """Return the key under which each match is to be ruled by its edition; new forms and their texts are written.

    An edition as it is now, ruled by this version of the tool, has one key. Where a match has rulings under that key
    already, because the same version has come to rule differently, another key is taken, so that both are kept.

    Args:
        database: open, in a transaction.
        editions: the edition of each match.
        match_keys: the matches.
    """
    used: dict[int, set[int]] = {}
    ruled = "SELECT DISTINCT edition_key, match_key FROM all_ruled WHERE match_key IN (SELECT unnest(?))"
    for key, match_key in database.rows(ruled, [list(match_keys)]):
        used.setdefault(key, set()).add(match_key)
    matches: dict[str, set[int]] = {}
    by_id: dict[str, Edition] = {}
    for edition, match_key in zip(editions, match_keys, strict=True):
        by_id[edition.id] = edition
        matches.setdefault(edition.id, set()).add(match_key)
    there = set(database.rows("SELECT edition, fingerprint FROM edition_texts"))
    forms: dict[tuple[str, str], list[int]] = {}
    rows = "SELECT edition, fingerprint, edition_key FROM editions WHERE tool_version = ? ORDER BY edition_key DESC"
    for edition_id, fingerprint, key in database.rows(rows, [__version__]):
        forms.setdefault((edition_id, fingerprint), []).append(key)
    chosen = {}
    for name, edition in by_id.items():
        form = (name, edition.fingerprint)
        if form not in there:
            database.con.execute("INSERT INTO edition_texts VALUES (?, ?, ?)", [*form, whole_text(edition)])
        free = (key for key in forms.get(form, ()) if used.get(key, set()).isdisjoint(matches[name]))
        known = next(free, None)
        chosen[name] = _new_key(database, edition) if known is None else known
    return [chosen[edition.id] for edition in editions]


def stored_edition(database: Database, edition_key: int) -> Edition:
    """Return an edition in the form that stands under a key, whether or not its file is still there.

    Raises:
        StoreRefused: its text was not kept, because the rulings are older than the keeping of texts, and the edition of
            that id is another one now.
    """
    edition, fingerprint = database.rows(
        "SELECT edition, fingerprint FROM editions WHERE edition_key = ?", [edition_key]
    )[0]
    text = database.value(
        "SELECT text FROM edition_texts WHERE edition = ? AND fingerprint = ?", [edition, fingerprint]
    )
    if text is not None:
        return from_whole_text(text)
    if edition in edition_ids() and load_edition(edition).fingerprint == fingerprint:
        return load_edition(edition)
    raise StoreRefused(
        f"{database.path}: the text of edition {edition} ({fingerprint}), as it was, is not in the database; "
        f"rule by its present form first: tenball reruled --edition FILE.toml --apply"
    )


def ruled_by_other_forms(database: Database, at_hand: Sequence[Edition] | None = None) -> dict[str, int]:
    """Return how many matches have rulings in force by another form of an edition than it has now.

    Args:
        database: open.
        at_hand: editions as they are now; None for the built-in ones.

    Returns:
        Edition -> matches; editions that have none are left out.
    """
    known = database.rows("SELECT DISTINCT edition, fingerprint FROM editions")
    if at_hand is None:
        at_hand = [load_edition(name) for name in sorted({name for name, _ in known}.intersection(edition_ids()))]
    forms = {edition.id: edition.fingerprint for edition in at_hand}
    # Mostly there is no other form, and then no match has to be looked at.
    if all(forms.get(name, fingerprint) == fingerprint for name, fingerprint in known):
        return {}
    rows = database.rows(
        "SELECT e.edition, e.fingerprint, count(DISTINCT r.match_key) FROM ruled r JOIN matches USING (match_key) "
        "JOIN editions e USING (edition_key) GROUP BY ALL"
    )
    found: dict[str, int] = {}
    for name, fingerprint, matches in rows:
        if forms.get(name, fingerprint) != fingerprint:
            found[name] = found.get(name, 0) + matches
    return found


def ruled_by(database: Database, match_key: int) -> list[int]:
    """Return the keys of the editions by which a version of a match is ruled, in the order in which they came to it."""
    rows = database.rows(
        "SELECT edition_key FROM all_ruled WHERE match_key = ? AND superseded_at IS NULL ORDER BY place", [match_key]
    )
    return [key for (key,) in rows]


def _new_key(database: Database, edition: Edition) -> int:
    new = int(database.value("SELECT coalesce(max(edition_key), 0) + 1 FROM editions"))
    database.con.execute(
        "INSERT INTO editions VALUES (?, ?, ?, ?, ?)",
        [new, edition.id, edition.name, edition.fingerprint, __version__],
    )
    return new
