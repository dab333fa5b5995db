"""``tenball withdraw``: a match taken out of everything."""

import click

from tenball_stats.commands.database import db_option, open_with_views, who_option


@click.command(short_help="Take a match out that should not be there.")
@click.argument("match")
@db_option
@who_option
@click.option("--why", metavar="TEXT", required=True, help="For what reason.")
def command(match: str, db: str, who: str | None, why: str) -> None:
    """Take MATCH out of statistics, exports and lists: stored by mistake, twice under two ids, or never played.

    All its versions stay in the database out of force, `tenball history` shows them, and ingesting its file again does
    not bring it back; `tenball restore` does.
    """
    if not (who or "").strip() or not why.strip():
        raise click.UsageError("a withdrawal needs somebody who does it (--who) and a reason (--why)")
    from tenball_stats.show.text import clean
    from tenball_stats.store.withdraw import withdraw

    with open_with_views(db) as database:
        withdraw(database, match, who=(who or "").strip(), why=why.strip())
    click.echo(f"{clean(match)}: withdrawn; its versions are kept, and tenball restore brings it back")
