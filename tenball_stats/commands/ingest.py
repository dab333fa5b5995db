"""``tenball ingest``: logs into a database."""

import contextlib
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from tenball_stats.commands.database import db_option, open_with_views
from tenball_stats.commands.options import notices
from tenball_stats.commands.reading import Reading, reading_options

if TYPE_CHECKING:
    from rich.status import Status

    from tenball_stats.store.ingest import Stored


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
@reading_options()
def command(
    logs: tuple[str, ...],
    db: str,
    editions: tuple[str, ...],
    replace_matches: bool,
    reading: Reading,
) -> None:
    """Read LOG… (files, folders, or - for standard input), replay every stroke, and store it all.

    A file is stored in whole or not at all. What is stored already is left as it is; under a further edition only
    its rulings are added.
    """
    from tenball_stats.log.names import remarks
    from tenball_stats.rules import load_edition
    from tenball_stats.store.ingest import ingest

    chosen = [load_edition(edition) for edition in editions]
    with _progress() as progress:
        progress.update(f"reading {', '.join(logs)}")
        log = reading.logs(logs)
        with open_with_views(db) as database:
            done = ingest(database, log, chosen, replace_matches=replace_matches, on_step=progress.update)
    notices(log)
    for remark in remarks(log.matches):
        click.echo(f"note: {remark}", err=True)
    for stored in done:
        _report(stored, db)
    if any(stored.refused for stored in done):
        raise click.exceptions.Exit(2)
    if log.rejected:
        raise click.exceptions.Exit(1)


def _report(stored: "Stored", db: str) -> None:
    """Print what became of a file: what was stored on standard output, what was not on standard error."""
    files = ", ".join(stored.files)
    if stored.refused:
        click.echo(f"{files}: nothing stored in {db}: {stored.refused}", err=True)
        return
    said = []
    if stored.new or stored.replaced:
        said.append(
            f"{_count(stored.rows, 'row')}, stored {_count(len(stored.new) + len(stored.replaced), 'match')}, "
            f"{_count(stored.racks, 'rack')}, {_count(stored.strokes, 'stroke')}, ruled by {', '.join(stored.editions)}"
        )
    if stored.replaced:
        said.append(f"replaced {', '.join(stored.replaced)}")
    if stored.ruled_further:
        said.append(
            f"rulings by {', '.join(stored.editions)} added to {_count(len(stored.ruled_further), 'match')} "
            "stored before"
        )
    if stored.unchanged:
        said.append(f"unchanged, stored before: {_count(len(stored.unchanged), 'match')}")
    click.echo(f"{files}: {'; '.join(said) or 'no match in it'}")
    for match, edition in stored.stale:
        click.echo(
            f"note: match {match} keeps its rulings by an earlier form of edition {edition}; --replace rules it anew",
            err=True,
        )


def _count(number: int, noun: str) -> str:
    plural = "" if number == 1 else "es" if noun.endswith("ch") else "s"
    return f"{number:,} {noun}{plural}"


class _Silent:
    """Progress where nobody watches."""

    def update(self, status: str) -> None:
        """Say nothing."""


@contextlib.contextmanager
def _progress() -> "Iterator[Status | _Silent]":
    """Show what is being done on standard error while it is done, if that is a terminal."""
    if not sys.stderr.isatty():
        yield _Silent()
        return
    from rich.console import Console

    with Console(stderr=True, highlight=False, markup=False).status("") as status:
        yield status
