"""``tenball prefer``: which recorder's record of a match counts."""

import click

from tenball_stats.commands.database import db_option, open_with_views, who_option


@click.command(short_help="Let another recorder's record of a match count.")
@click.argument("match")
@click.argument("recorder")
@db_option
@who_option
@click.option("--why", metavar="TEXT", help="For what reason.")
def command(match: str, recorder: str, db: str, who: str | None, why: str | None) -> None:
    """Let the record of MATCH by RECORDER count in statistics from now on; the others stay beside it."""
    from tenball_stats.show.text import clean
    from tenball_stats.store.records import prefer, records

    with open_with_views(db) as database:
        chosen = prefer(database, match, recorder, who=who, why=why)
        others = [record.name for record in records(database, match) if record.record != chosen.record]
    click.echo(clean(f"{match}: the record by {chosen.name} counts, beside it {', '.join(others)}"))
