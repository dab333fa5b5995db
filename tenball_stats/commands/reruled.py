"""``tenball reruled``: what would be ruled otherwise today."""

import json
import sys
from dataclasses import asdict
from typing import TYPE_CHECKING

import click

from tenball_stats.commands.database import count, db_option, open_with_views, who_option

if TYPE_CHECKING:
    from tenball_stats.store.rerule import Changed, Reruled

_MOST = 20


@click.command(short_help="Show what would be ruled otherwise today.")
@db_option
@click.option(
    "--edition",
    "editions",
    metavar="FILE",
    multiple=True,
    help="Present form of an edition of your own that rulings are by; several if given again.",
)
@click.option("--apply", is_flag=True, help="Rule anew what would be otherwise; earlier rulings are kept.")
@click.option("--all", "every", is_flag=True, help=f"List every stroke, not the first {_MOST} of an edition.")
@click.option(
    "--format", "form", type=click.Choice(["text", "jsonl"]), default="text", show_default=True, help="Output."
)
@who_option
@click.option("--why", metavar="TEXT", help="For what reason, with --apply.")
def command(
    db: str, editions: tuple[str, ...], apply: bool, every: bool, form: str, who: str | None, why: str | None
) -> None:
    """Replay what is stored under the editions as they are now, and show which strokes would be ruled otherwise.

    That is so where an edition's file has changed since, or where this version of the tool rules differently. Exit
    status 0: nothing would be; 1: something would, or an edition is not at hand.
    """
    from tenball_stats.rules import load_edition
    from tenball_stats.store.rerule import reruled, rule_anew

    given = [load_edition(edition) for edition in editions]
    with open_with_views(db, read_only=not apply) as database:
        standing = reruled(database, given)
        applied = rule_anew(database, standing, who=who, why=why) if apply and standing.changed else 0
    for edition in standing.editions:
        if form == "jsonl":
            for stroke in edition.strokes:
                click.echo(json.dumps({"edition": edition.edition, **asdict(stroke)}, ensure_ascii=False))
        else:
            _report(edition, every=every)
    for name, matches in standing.unknown.items():
        said = f"{name}: {count(matches, 'match')} ruled by it, and it is not at hand; give its file with --edition"
        click.echo(f"note: {said}", err=True)
    if applied:
        click.echo(f"ruled anew: {count(applied, 'match')}", err=form == "jsonl")
    sys.stdout.flush()
    if (standing.changed and not apply) or standing.unknown:
        raise click.exceptions.Exit(1)


def _report(edition: "Reruled", *, every: bool) -> None:
    """Print what an edition would rule otherwise."""
    said = f"{edition.edition}: {count(edition.matches, 'match')} ruled by it"
    if edition.other_text:
        said += f", {edition.other_text:,} of them by another form of its text"
    otherwise = f"{count(len(edition.strokes), 'stroke')} would be ruled otherwise" if edition.strokes else "no change"
    click.echo(f"{said}; {otherwise}")
    shown = edition.strokes if every else edition.strokes[:_MOST]
    for stroke in shown:
        click.echo(f"  {_place(stroke)}")
        for field, now in stroke.is_now.items():
            click.echo(f"      {field}: {_value(stroke.was[field])} → {_value(now)}")
    if len(shown) < len(edition.strokes):
        click.echo(f"  and {len(edition.strokes) - len(shown):,} more; --all lists them")


def _place(stroke: "Changed") -> str:
    from tenball_stats.show.text import clean

    again = f".{stroke.attempt}" if stroke.attempt > 1 else ""
    return clean(f"{stroke.match}, rack {stroke.rack}{again}, stroke {stroke.shot}, {stroke.player} ({stroke.kind})")


def _value(value: object) -> str:
    from tenball_stats.show.text import clean

    if isinstance(value, list):
        return " ".join(map(str, value)) or "none"
    return "none" if value is None else clean(str(value))
