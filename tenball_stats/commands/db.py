"""``tenball db``: a database checked and looked after."""

import sys
from pathlib import Path

import click

from tenball_stats.commands.database import count, db_option, note_without_files, open_with_views
from tenball_stats.commands.progress import progress


@click.group(short_help="Check and look after a database.")
def command() -> None:
    """Check a database, say what is in it, bring it up to date."""


@command.command(short_help="Prove that a database is sound.")
@db_option
def check(db: str) -> None:
    """Hold a database against what is true of every database, and say what is not.

    Each ruling has its stroke and each stroke its file and line, numbers count on, no ball is lost, one version of each
    match counts, views show what is in force, and the stored files are what their hashes say. Exit status 0: sound; 1:
    not.
    """
    from tenball_stats.show.text import clean
    from tenball_stats.store.check import check as checked
    from tenball_stats.store.check import invariants

    with progress() as shown, open_with_views(db, read_only=True) as database:
        faults = checked(database, shown.update)
        note_without_files(database)
    for fault in faults:
        click.echo(clean(str(fault)))
    sys.stdout.flush()
    if faults:
        raise click.exceptions.Exit(1)
    click.echo(f"{db}: sound, by {len(invariants())} invariants, its schema and the hashes of its files")


@command.command(short_help="Say what is in a database.")
@db_option
def info(db: str) -> None:
    """Print what a database holds: matches, rulings, files, entries of the journal, sizes."""
    from tenball_stats.show.tables import Column, print_table
    from tenball_stats.show.text import clean
    from tenball_stats.store.info import info as told

    with open_with_views(db, read_only=True) as database:
        rows = told(database)
    print_table(db, [Column(""), Column("", most=80)], [(name, clean(value)) for name, value in rows])


@command.command(short_help="Bring a database to the present schema.")
@db_option
def migrate(db: str) -> None:
    """Bring a database that an earlier version made to the present schema; any command that writes does so too."""
    if not Path(db).exists():
        from tenball_stats.store import StoreRefused

        raise StoreRefused(f"{db}: there is no such database")
    from tenball_stats.store.schema import schema_version

    with open_with_views(db) as database:
        applied = database.rows("SELECT number, name, strftime(applied_at, '%Y-%m-%d') FROM migrations ORDER BY number")
    click.echo(f"{db}: schema {schema_version()}, by {count(len(applied), 'migration')}")
    for _, name, day in applied:
        click.echo(f"  {name} ({day})")
