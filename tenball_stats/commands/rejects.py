"""``tenball rejects``: what was left out of the database, and why."""

import sys

import click

from tenball_stats.commands.database import db_option, open_with_views


@click.command(short_help="List what was left out of the database, and why.")
@click.argument("file", required=False)
@db_option
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "jsonl", "csv"]),
    default="text",
    show_default=True,
    help="Output.",
)
def command(file: str | None, db: str, form: str) -> None:
    """List the rows that `tenball ingest --keep-going` left out, of FILE alone where one is named.

    Each has its file and line, its text as it stands there, and what was expected. Rows go from the list when their
    file is stored again without the mistake.
    """
    from tenball_stats.log.problems import Problem
    from tenball_stats.show.text import clean
    from tenball_stats.store.rejects import rejects

    with open_with_views(db, read_only=True) as database:
        found = rejects(database, file)
    if form != "text":
        from tenball_stats.show.records import write_records

        write_records(found, form)
        return
    for row in found.iter_rows(named=True):
        problem = Problem(*(row[name] for name in ("file", "line", "column", "value", "expected", "hint")))
        click.echo(f"{problem}")
        if row["raw"]:
            match = f"match {clean(row['match'])}: " if row["match"] else ""
            click.echo(f"    {match}{clean(row['raw'])}")
    if not found.height:
        click.echo("nothing is left out" + (f" of {file}" if file else ""))
    sys.stdout.flush()
