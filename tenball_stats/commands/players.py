"""``tenball players``: the register of players."""

import json
import sys

import click

from tenball_stats.commands.database import as_of_option, count, db_option, open_with_views, who_option

why_option = click.option("--why", metavar="TEXT", help="For what reason.")


@click.group(short_help="Show and keep the register of players.", invoke_without_command=True)
@db_option
@as_of_option
@click.option(
    "--format", "form", type=click.Choice(["table", "json"]), default="table", show_default=True, help="Output."
)
@click.pass_context
def command(ctx: click.Context, db: str, form: str) -> None:
    """List the players, with other names that stand for them, and names that may be one.

    Names are compared as Unicode composes them, without spaces around them. Two spellings are two players until
    somebody says that they are one; what was written down stays as it was.
    """
    if ctx.invoked_subcommand is not None:
        return
    from tenball_stats.store.players import near, players

    with open_with_views(db, read_only=True) as database:
        found, alike = players(database), near(database)
    if form == "json":
        click.echo(
            json.dumps(
                [{"player": p.name, "matches": p.matches, "names": p.aliases} for p in found], ensure_ascii=False
            )
        )
        return
    from tenball_stats.show.tables import Column, print_table
    from tenball_stats.show.text import clean

    print_table(
        "",
        [Column("player"), Column("matches", right=True), Column("also written")],
        [(clean(p.name), f"{p.matches:,}", ", ".join(map(clean, p.aliases))) for p in found],
    )
    sys.stdout.flush()
    if alike:
        click.echo(f"note: {count(len(alike), 'pair')} of names may be one player: tenball players near", err=True)


@command.command("show", short_help="Show one player's names and merges.")
@click.argument("name")
@db_option
@as_of_option
def show(name: str, db: str) -> None:
    """Show the player who is meant by NAME: the names in logs, when they were merged and by whom."""
    from tenball_stats.show.text import clean
    from tenball_stats.store.players import merges, near, player

    with open_with_views(db, read_only=True) as database:
        one = player(database, name)
        told, alike = merges(database, name), near(database, [one.name, *one.aliases])
    click.echo(f"{clean(one.name)}: {count(one.matches, 'match')}")
    for alias in one.aliases:
        click.echo(f"  also written {clean(alias)}")
    for merge in told:
        said = f"  {merge.since} UTC: {clean(merge.other)} is {clean(merge.shown)}"
        said += f", says {clean(merge.who)}" if merge.who else ""
        said += f" ({clean(merge.why)})" if merge.why else ""
        click.echo(said + (f"; undone {merge.until} UTC" if merge.until else ""))
    for pair in alike:
        click.echo(f"  may be one: {clean(pair.one)} and {clean(pair.other)}: {pair.why}")


@command.command("near", short_help="List names that may be one player.")
@db_option
def near_command(db: str) -> None:
    """List the pairs of names that may be one player, and why; nothing is merged."""
    from tenball_stats.show.text import clean
    from tenball_stats.store.players import near

    with open_with_views(db, read_only=True) as database:
        found = near(database)
    for pair in found:
        click.echo(f"{clean(pair.one)} / {clean(pair.other)}: {pair.why}")
    if not found:
        click.echo("no two names come near each other")


@command.command("merge", short_help="Say that two names are one player.")
@click.argument("name")
@click.argument("other")
@db_option
@who_option
@why_option
def merge_command(name: str, other: str, db: str, who: str | None, why: str | None) -> None:
    """Say that NAME and OTHER are one player, who is shown as NAME; `tenball players undo` takes it back."""
    from tenball_stats.store.players import merge

    with open_with_views(db) as database:
        one = merge(database, name, other, who=who, why=why)
    click.echo(_one(one.name, one.aliases, one.matches))


@command.command("alias", short_help="Give a player another name.")
@click.argument("name")
@click.argument("other")
@db_option
@who_option
@why_option
def alias_command(name: str, other: str, db: str, who: str | None, why: str | None) -> None:
    """Say that logs to come may write OTHER for the player NAME."""
    from tenball_stats.store.players import alias

    with open_with_views(db) as database:
        one = alias(database, name, other, who=who, why=why)
    click.echo(_one(one.name, one.aliases, one.matches))


@command.command("undo", short_help="Take back the last merge of a name.")
@click.argument("name")
@click.argument("other", required=False)
@db_option
@who_option
@why_option
def undo_command(name: str, other: str | None, db: str, who: str | None, why: str | None) -> None:
    """Take back the last merge of NAME, or the one of NAME and OTHER: they are two players again."""
    from tenball_stats.show.text import clean
    from tenball_stats.store.players import undo

    with open_with_views(db) as database:
        ended = undo(database, name, other, who=who, why=why)
    click.echo(f"{clean(ended.shown)} and {clean(ended.other)} are two players again")


def _one(name: str, aliases: list[str], matches: int) -> str:
    from tenball_stats.show.text import clean

    return f"{clean(name)}, also written {', '.join(map(clean, aliases))}: {count(matches, 'match')}"
