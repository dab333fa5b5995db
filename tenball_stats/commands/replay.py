"""``tenball replay``: every stroke of a log ruled by an edition."""

import sys
from pathlib import Path

import click

from tenball_stats.commands.reading import Reading, reading_options


@click.command(short_help="Rule every stroke of a log by an edition.")
@click.argument("logs", metavar="LOG…", nargs=-1, required=True)
@click.option("--edition", metavar="ID|FILE", help="Edition to rule by; without it each match's own.")
@click.option(
    "--format",
    "form",
    type=click.Choice(["jsonl", "csv", "parquet", "table"]),
    help="Form of the output; without it a table on a terminal and JSON Lines elsewhere.",
)
@click.option("--output", "-o", type=click.Path(path_type=Path, dir_okay=False), help="File to write instead.")
@reading_options()
def command(
    logs: tuple[str, ...],
    edition: str | None,
    form: str | None,
    output: Path | None,
    reading: Reading,
) -> None:
    """Replay LOG… (files, folders, or - for standard input) stroke by stroke through the rules.

    One record per stroke: what the edition rules, who plays next, what is on the table, on which clauses that rests,
    and what had to be presumed because it was not recorded.
    """
    from tenball_stats.replay import FIELDS, replay

    log = reading.logs(logs)
    for notice in log.notices:
        click.echo(f"note: {notice}", err=True)
    for problem in log.rejected:
        click.echo(f"left out: {problem}", err=True)
    frame = replay(log, edition).select(FIELDS)

    form = form or ("table" if sys.stdout.isatty() and output is None else "jsonl")
    if form == "table":
        from tenball_stats.show.rulings import ruling_lines

        text = "\n".join(ruling_lines(frame)) + "\n"
        if output is None:
            sys.stdout.write(text)
        else:
            output.write_text(text, encoding="utf-8")
    else:
        from tenball_stats.show.records import write_records

        write_records(frame, form, output)
    if log.rejected:
        raise click.exceptions.Exit(1)
