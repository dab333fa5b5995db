"""``tenball audit``: the recorded rulings of a log held against an edition."""

import sys
from collections import Counter

import click
import polars as pl

from tenball_stats.commands.options import notices
from tenball_stats.commands.reading import Reading, reading_options
from tenball_stats.replay.audit import FIELDS, audit
from tenball_stats.show.findings import finding_lines, github_lines, sarif
from tenball_stats.show.records import write_records


@click.command(short_help="Hold the recorded rulings against an edition.")
@click.argument("logs", metavar="LOG…", nargs=-1, required=True)
@click.option("--edition", metavar="ID|FILE", help="Edition to hold them against; without it each match's own.")
@click.option(
    "--format",
    "form",
    type=click.Choice(["jsonl", "csv", "table", "github", "sarif"]),
    help="Form of the output; without it a table on a terminal and JSON Lines elsewhere.",
)
@click.option("--each", is_flag=True, help="List every finding, also where another edition explains many of them.")
@reading_options()
def command(logs: tuple[str, ...], edition: str | None, form: str | None, each: bool, reading: Reading) -> None:
    """Audit LOG… (files, folders, or - for standard input): what in the record the edition rules otherwise.

    The record is followed, so that one wrong ruling is one finding. Exit status 0: nothing found; 1: findings;
    2: the command or the log could not be used.
    """
    log = reading.logs(logs)
    notices(log)
    found = audit(log, edition, each=each).select(FIELDS)
    form = form or ("table" if sys.stdout.isatty() else "jsonl")
    if form in ("jsonl", "csv"):
        write_records(found, form)
    elif form == "github":
        click.echo("\n".join(github_lines(found)), nl=bool(found.height))
    elif form == "sarif":
        click.echo(sarif(found))
    else:
        click.echo("\n".join(finding_lines(found)))
        _summary(found, log.matches.height)
    if found.height or log.rejected:
        raise click.exceptions.Exit(1)


def _summary(found: pl.DataFrame, matches: int) -> None:
    """Say on standard error how much was found."""
    counts = ", ".join(f"{count} {verdict}" for verdict, count in Counter(found["verdict"]).most_common())
    said = f"{found.height} finding{'s' if found.height > 1 else ''} ({counts})" if found.height else "nothing found"
    click.echo(f"{matches} match{'es' if matches != 1 else ''} audited: {said}", err=True)
