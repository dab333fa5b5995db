"""``tenball restore``: a match that was taken out, brought back."""

import click

from tenball_stats.commands.database import db_option, open_with_views, who_option


@click.command(short_help="Bring back a match that was taken out.")
@click.argument("match")
@db_option
@who_option
@click.option("--why", metavar="TEXT", required=True, help="For what reason.")
def command(match: str, db: str, who: str | None, why: str) -> None:
    """Bring MATCH, which `tenball withdraw` took out, back as it was, amendments and rulings included."""
    if not (who or "").strip() or not why.strip():
        raise click.UsageError("bringing a match back needs somebody who does it (--who) and a reason (--why)")
    from tenball_stats.show.text import clean
    from tenball_stats.store.withdraw import restore

    with open_with_views(db) as database:
        restore(database, match, who=(who or "").strip(), why=why.strip())
    click.echo(f"{clean(match)}: in force again, as it was")
