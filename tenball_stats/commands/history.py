"""``tenball history``: how a match came to be as it is."""

import json
import sys
from dataclasses import asdict

import click

from tenball_stats.commands.database import db_option, open_with_views


@click.command(short_help="Show the versions of a match and who changed what.")
@click.argument("match")
@db_option
@click.option(
    "--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True, help="Output."
)
def command(match: str, db: str, form: str) -> None:
    """Show every version of MATCH: from which file it came, by whom it was amended and why, who ruled it.

    Where several people recorded it, what their records do not agree on is listed, stroke by stroke.
    """
    from tenball_stats.store.history import history

    with open_with_views(db, read_only=True) as database:
        told = history(database, match)
    if form == "json":
        click.echo(json.dumps(asdict(told), ensure_ascii=False, indent=2, default=str))
        return
    from tenball_stats.show.history import history_lines

    sys.stdout.write("\n".join(history_lines(told)) + "\n")
