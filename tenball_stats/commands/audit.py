"""``tenball audit``: the recorded rulings of logs or of a database held against an edition."""

import sys
from collections import Counter
from typing import Any

import click
import polars as pl

from tenball_stats.commands.asked import matches_options
from tenball_stats.commands.database import as_of_option, db_option
from tenball_stats.commands.options import notices
from tenball_stats.commands.reading import Reading, reading_options
from tenball_stats.replay.audit import audit
from tenball_stats.show.findings import finding_lines, github_lines, sarif
from tenball_stats.show.records import write_records


@click.command(short_help="Hold the recorded rulings against an edition.")
@click.argument("logs", metavar="[LOG…]", nargs=-1)
@click.option("--edition", metavar="ID|FILE", help="Edition to hold them against; without it each match's own.")
@click.option(
    "--format",
    "form",
    type=click.Choice(["jsonl", "csv", "table", "github", "sarif"]),
    help="Form of the output; without it a table on a terminal and JSON Lines elsewhere.",
)
@click.option("--each", is_flag=True, help="List every finding, also where another edition explains many of them.")
@db_option
@click.option("--match", "matches", multiple=True, metavar="ID", help="Only this match; several if given again.")
@matches_options
@as_of_option
@reading_options()
def command(
    logs: tuple[str, ...], edition: str | None, form: str | None, each: bool, db: str, reading: Reading, **which: Any
) -> None:
    """Say what in the record the edition rules otherwise: in LOG… (files, folders, or -), or else in the database.

    The record is followed, so that one wrong ruling is one finding. LOG may be - for standard input. Of a database each
    match is held against the edition by which it counts; --match, --event, --since, --until and --as-of choose from it.
    Exit status 0: nothing found; 1: findings; 2: the command, the log or the database could not be used.
    """
    if logs:
        given = next((name for name, value in which.items() if value), None)
        if given:
            raise click.UsageError(f"--{given.replace('matches', 'match')} chooses from the database, not from LOG…")
        log = reading.logs(logs)
        notices(log)
        found, matches, rejected = audit(log, edition, each=each), log.matches.height, bool(log.rejected)
    else:
        found, matches = _of_database(db, edition, each, which)
        rejected = False
    form = form or ("table" if sys.stdout.isatty() else "jsonl")
    if form in ("jsonl", "csv"):
        write_records(found, form)
    elif form == "github":
        click.echo("\n".join(github_lines(found)), nl=bool(found.height))
    elif form == "sarif":
        click.echo(sarif(found))
    else:
        click.echo("\n".join(finding_lines(found)))
        _summary(found, matches)
    if found.height or rejected:
        raise click.exceptions.Exit(1)


def _of_database(db: str, edition: str | None, each: bool, which: dict[str, Any]) -> tuple[pl.DataFrame, int]:
    """Audit matches of a database; return what is found, and of how many matches."""
    from tenball_stats.commands.database import open_with_views
    from tenball_stats.rules import load_edition
    from tenball_stats.store.audited import audited
    from tenball_stats.store.export import Which

    by = load_edition(edition) if edition else None
    with open_with_views(db, read_only=True) as database:
        return audited(database, Which(**which), by, each=each)


def _summary(found: pl.DataFrame, matches: int) -> None:
    """Say on standard error how much was found."""
    counts = ", ".join(f"{count} {verdict}" for verdict, count in Counter(found["verdict"]).most_common())
    said = f"{found.height} finding{'s' if found.height > 1 else ''} ({counts})" if found.height else "nothing found"
    click.echo(f"{matches} match{'es' if matches != 1 else ''} audited: {said}", err=True)
