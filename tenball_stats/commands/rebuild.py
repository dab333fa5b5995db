"""``tenball rebuild``: the database made again from its files and its journal."""

import click

from tenball_stats.commands.database import count, db_option, note_without_files, open_with_views
from tenball_stats.commands.progress import progress


@click.command(short_help="Make the database again from its stored files.")
@db_option
@click.option("--check", is_flag=True, help="Only see whether the same comes out; leave the database as it is.")
@click.option("--accept", is_flag=True, help="Take what comes out also where it is not the same.")
def command(db: str, check: bool, accept: bool) -> None:
    """Read the stored files and do every entry of the journal once more, and hold the result against the database.

    Where the same comes out, the new file takes the place of the old one, without the room that deleted rows had left
    in it. Where something else does, because this version reads or rules differently or the file was damaged, the
    tables and matches are named and the database stays as it is, unless --accept is given. Exit status 0: the same; 1:
    not.
    """
    if check and accept:
        raise click.UsageError("--check and --accept exclude each other")
    from tenball_stats.show.text import clean
    from tenball_stats.stats.catalogue import view_scripts
    from tenball_stats.store.renew import renew

    with progress() as shown:
        shown.update(f"opening {db}")
        database = open_with_views(db)
        entries = database.value("SELECT count(*) FROM journal")
        note_without_files(database)
        found = renew(database, view_scripts(), keep=check, accept=accept, on_step=shown.update)
    for table, matches in found.items():
        named = ", ".join(map(clean, matches[:5])) + (f" and {len(matches) - 5:,} more" if len(matches) > 5 else "")
        click.echo(f"{table}: other rows" + (f" in {count(len(matches), 'match')}: {named}" if matches else ""))
    if not found:
        made = f"{entries:,} {'entry' if entries == 1 else 'entries'} of the journal"
        click.echo(f"{db}: the same content from {made}" + ("" if check else "; made anew"))
    elif accept:
        click.echo(f"{db}: made anew with other content")
    else:
        click.echo(f"{db}: left as it is", err=True)
    if found:
        raise click.exceptions.Exit(1)
