"""``tenball ingest``: logs into a database."""

from collections import Counter
from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from typing import TYPE_CHECKING

import click

from tenball_stats.commands.database import count, db_option, open_with_views, other_form, who_option
from tenball_stats.commands.options import notices
from tenball_stats.commands.progress import progress
from tenball_stats.commands.reading import Reading, reading_options

if TYPE_CHECKING:
    from tenball_stats.log import Log
    from tenball_stats.log.parts import Parts
    from tenball_stats.rules import Edition
    from tenball_stats.store.ingest import Stored
    from tenball_stats.store.replayed import Coming


@click.command(short_help="Read logs into a database.")
@click.argument("logs", metavar="LOG…", nargs=-1, required=True)
@db_option
@click.option(
    "--edition",
    "editions",
    metavar="ID|FILE",
    multiple=True,
    help="Edition to rule by, several if given again; without it each match's own.",
)
@click.option(
    "--replace",
    "replace_matches",
    is_flag=True,
    help="Put this version of a match in the place of one that is stored with other content.",
)
@click.option(
    "--beside",
    is_flag=True,
    help="Keep a match that somebody else recorded otherwise beside that record; the column recorder tells them apart.",
)
@who_option
@reading_options()
def command(
    logs: tuple[str, ...],
    db: str,
    editions: tuple[str, ...],
    replace_matches: bool,
    beside: bool,
    who: str | None,
    reading: Reading,
) -> None:
    """Read LOG… (files, folders, or - for standard input), replay every stroke, and store it all.

    A file is stored in whole or not at all; with --keep-going its sound matches are, and the rest is listed (`tenball
    rejects`). What is stored already is left as it is; under a further edition only its rulings are added. Exit status
    0: all is stored; 1: something was left out; 2: nothing could be used, or a match is stored with other content.
    """
    if replace_matches and beside:
        raise click.UsageError("--replace and --beside exclude each other")
    from tenball_stats.log.names import remarks
    from tenball_stats.log.parts import NotInParts
    from tenball_stats.rules import load_edition
    from tenball_stats.show.text import clean
    from tenball_stats.store.ingest import store_log
    from tenball_stats.store.players import near as near_names
    from tenball_stats.store.reading import withdrawn_among

    chosen = [load_edition(edition) for edition in editions]
    near = []
    with progress() as shown:
        shown.update(f"reading {', '.join(logs)}")
        log: Log | Parts | None = reading.parts(logs)
        if log is None:
            log = reading.logs(logs)
        with _begun(log, chosen) as begun, open_with_views(db) as database:
            store = partial(store_log, replace_matches=replace_matches, beside=beside, who=who, on_step=shown.update)
            try:
                done = store(database, log, chosen, begun=begun)
            except NotInParts:
                log = reading.logs(logs)
                done = store(database, log, chosen)
            gone = withdrawn_among(database, [match for stored in done for match in stored.unchanged])
            names = [name for stored in done for name in stored.names]
            if names:
                near = near_names(database, names)
    notices(log)
    for remark in remarks(log.matches):
        click.echo(f"note: {remark}", err=True)
    here = set(log.matches["players"].explode().to_list())
    for pair in near:
        if not {pair.one, pair.other} <= here:
            click.echo(
                f"note: players {clean(pair.one)!r} and {clean(pair.other)!r} may be one person: {pair.why}; "
                "tenball players merge makes them one",
                err=True,
            )
    files = {book.id: path for path, book in zip(editions, chosen, strict=True) if path.lower().endswith(".toml")}
    for stored in done:
        _report(stored, db, files)
    for match in gone:
        click.echo(f"note: match {clean(match)} was withdrawn and stays so; tenball restore brings it back", err=True)
    _end(log, done)


def _begun(log: "Log | Parts", editions: "Sequence[Edition]") -> "AbstractContextManager[Coming | None]":
    """Begin with a large log, while the database is being opened."""
    from tenball_stats.log import Log
    from tenball_stats.store.replayed import coming

    return nullcontext() if isinstance(log, Log) else coming(log, editions)


def _end(log: "Log | Parts", done: list["Stored"]) -> None:
    """Leave with the exit status that says what happened."""
    usable = any(not stored.refused for stored in done)
    if any(stored.refused for stored in done) or (log.rejected and not (usable and log.matches.height)):
        raise click.exceptions.Exit(2)
    if log.rejected:
        raise click.exceptions.Exit(1)


def _report(stored: "Stored", db: str, editions: dict[str, str]) -> None:
    """Print what became of a file: what was stored on standard output, what was not on standard error.

    Args:
        stored: what became of it.
        db: the database.
        editions: id of an edition of the user's own -> its file.
    """
    from tenball_stats.show.text import clean

    files = clean(", ".join(stored.files))
    if stored.refused:
        click.echo(f"{files}: nothing stored in {db}: {stored.refused}", err=True)
        return
    said = []
    fresh = [*stored.new, *stored.replaced, *stored.beside]
    if fresh:
        said.append(
            f"{count(stored.rows, 'row')}, stored {count(len(fresh), 'match')}, "
            f"{count(stored.racks, 'rack')}, {count(stored.strokes, 'stroke')}, ruled by {', '.join(stored.editions)}"
        )
    if stored.replaced:
        said.append(f"replaced {clean(', '.join(stored.replaced))}")
    if stored.beside:
        said.append(f"beside another record {clean(', '.join(stored.beside))}")
    if stored.ruled_further:
        said.append(
            f"rulings by {', '.join(stored.editions)} added to {count(len(stored.ruled_further), 'match')} "
            "stored before"
        )
    if stored.unchanged:
        said.append(f"unchanged, stored before: {count(len(stored.unchanged), 'match')}")
    click.echo(f"{files}: {'; '.join(said) or 'no match in it'}")
    for edition, matches in Counter(edition for _, edition in stored.stale).items():
        click.echo(f"note: {other_form(count(matches, 'match'), edition, editions.get(edition))}", err=True)
    for match in stored.amended:
        click.echo(f"note: match {clean(match)} was amended since it was stored; the amendments stay", err=True)
    for match in stored.unamended:
        click.echo(
            f"note: the amendments of match {clean(match)} are not in the version that replaces it; tenball history "
            "has them",
            err=True,
        )
