"""A database held against what holds for every database: its own invariants, its schema, and the files it has kept."""

import hashlib
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from importlib import resources

import duckdb

from tenball_stats.rules import EditionError
from tenball_stats.rules.whole import from_whole_text
from tenball_stats.store import schema
from tenball_stats.store.connect import StoreRefused, plain
from tenball_stats.store.database import Database, open_database
from tenball_stats.store.originals import original

_FEW = 3


@dataclass(frozen=True)
class Fault:
    """Something that does not hold."""

    check: str
    what: str
    count: int
    examples: list[str]

    def __str__(self) -> str:
        more = f" and {self.count - len(self.examples)} more" if self.count > len(self.examples) else ""
        return f"{self.check}: {self.what}: {'; '.join(self.examples)}{more}"


def check(database: Database, on_step: Callable[[str], None] = lambda _: None) -> list[Fault]:
    """Return what does not hold in a database; nothing where it is sound.

    Args:
        database: open, with its views.
        on_step: told in a few words what is being done.
    """
    faults = _schema(database)
    if faults:
        return faults
    for name, what, sql in invariants():
        on_step(name)
        try:
            rows = database.rows(sql)
        except duckdb.Error as error:
            faults.append(Fault(name, "cannot be looked at", 1, [plain(error)]))
            continue
        if rows:
            faults.append(Fault(name, what, len(rows), [str(row[0]) for row in sorted(rows, key=str)[:_FEW]]))
    on_step("files")
    for name, what, found in (
        ("files", "a kept file that is damaged", list(_damaged(database))),
        ("edition_texts", "a text that is not the edition that it says", list(_other_texts(database))),
    ):
        if found:
            faults.append(Fault(name, what, len(found), found[:_FEW]))
    return faults


def invariants() -> list[tuple[str, str, str]]:
    """Return name, what is wrong with a row that is found, and query of every invariant."""
    text = (resources.files("tenball_stats.store") / "invariants.sql").read_text(encoding="utf-8")
    parts = re.split(r"(?m)^-- check: (\w+): (.+)\n", text)[1:]
    return [(parts[n], parts[n + 1], parts[n + 2]) for n in range(0, len(parts), 3) if parts[n] != "name"]


def _schema(database: Database) -> list[Fault]:
    """Hold the tables against those that the migrations make."""
    here, there = _columns(database), _columns_of_the_migrations()
    found = [
        Fault("schema", what, len(names), sorted(names)[:_FEW])
        for what, names in (("a column that is missing", there - here), ("a column that nobody knows", here - there))
        if names
    ]
    number = schema.present_version(database)
    applied = [row[0] for row in database.rows("SELECT number FROM migrations ORDER BY number")]
    if applied != list(range(1, number + 1)):
        found.append(Fault("schema", "migrations that do not lead to its number", 1, [f"{applied} for {number}"]))
    return found


def _columns(database: Database) -> frozenset[str]:
    rows = database.rows(
        "SELECT table_name, column_name, data_type FROM duckdb_columns() JOIN duckdb_tables() "
        "USING (database_name, schema_name, table_name) WHERE NOT temporary"
    )
    return frozenset(f"{table}.{column} {kind}" for table, column, kind in rows)


@cache
def _columns_of_the_migrations() -> frozenset[str]:
    with open_database(":memory:") as fresh:
        return _columns(fresh)


def _damaged(database: Database) -> Iterator[str]:
    for sha256, size in database.rows("SELECT sha256, bytes FROM originals ORDER BY sha256"):
        try:
            data = original(database, sha256)
        except StoreRefused as refused:
            yield str(refused).removeprefix(f"{database.path}: ")
            continue
        if data is None or len(data) != size or hashlib.sha256(data).hexdigest() != sha256:
            yield f"the kept file {sha256[:12]}"


def _other_texts(database: Database) -> Iterator[str]:
    for edition, fingerprint, text in database.rows(
        "SELECT edition, fingerprint, text FROM edition_texts ORDER BY ALL"
    ):
        try:
            whole = from_whole_text(text)
        except (EditionError, ValueError, KeyError) as error:
            yield f"{edition} ({fingerprint}): {error}"
            continue
        if (whole.id, whole.fingerprint) != (edition, fingerprint):
            yield f"{edition} ({fingerprint})"
