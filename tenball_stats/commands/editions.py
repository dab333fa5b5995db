"""``tenball editions``: which rule books there are, what each says on every point, and where two differ."""

import json
import os
import sys
from typing import TYPE_CHECKING, Any

import click

from tenball_stats.rules.edition import Edition, Point, Value, edition_ids, load_edition
from tenball_stats.rules.switches import SWITCHES, Switch

if TYPE_CHECKING:
    from rich.table import Table

KNOWN = {"text": "its text, read clause by clause", "second-hand": "second hand: translations, notices, league texts"}
"""How an edition's text is known, in words."""

output_format = click.option(
    "--format",
    "form",
    type=click.Choice(["table", "json"]),
    default="table",
    show_default=True,
    help="A table to read, or JSON.",
)


class EditionsGroup(click.Group):
    """The subcommands; an edition given in their place is answered with the command that shows it."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the subcommand that was asked for."""
        if args[0] in edition_ids() or args[0].endswith(".toml"):
            raise click.UsageError(f"Did you mean `tenball editions show {args[0]}`?", ctx)
        return super().resolve_command(ctx, args)


@click.group("editions", cls=EditionsGroup, invoke_without_command=True)
@output_format
@click.pass_context
def command(ctx: click.Context, form: str) -> None:
    """List, show and compare the rule editions."""
    if ctx.invoked_subcommand is not None:
        ctx.default_map = {ctx.invoked_subcommand: {"form": form}}
        return
    editions = [load_edition(name) for name in edition_ids()]
    if form == "json":
        _print_json([_head(edition) for edition in editions])
        return
    table = _table("id", "name", "language", "players", "extends", "known from", "source")
    for edition in editions:
        table.add_row(
            edition.id,
            edition.name,
            edition.language,
            _worded(edition.players),
            edition.extends or "–",
            edition.known,
            edition.source,
        )
    _print(table)
    click.echo("Show one: tenball editions show ID. Your own edition is used by the path of its .toml file.")


@command.command("show")
@click.argument("edition", metavar="ID|FILE.toml")
@output_format
def show(edition: str, form: str) -> None:
    """Print every switch of an edition: value, clauses, basis, reading."""
    shown = load_edition(edition)
    if form == "json":
        _print_json(
            _head(shown)
            | {
                "switches": [_switch(switch, shown[switch.name]) for switch in SWITCHES],
                "fouls": [{"foul": code} | _said(point) for code, point in shown.fouls.items()],
                "readings": dict(shown.readings),
                "clauses": dict(shown.clauses),
            }
        )
        return
    click.echo(f"{shown.id}: {shown.name}")
    for word, text in [
        ("language", shown.language),
        ("source", shown.source),
        ("known from", KNOWN.get(shown.known, shown.known)),
        ("extends", shown.extends),
        ("fingerprint", shown.fingerprint),
    ]:
        if text:
            click.echo(f"  {word + ':':13}{text}")
    click.echo()
    switches = _table("switch", "value", "clauses", "basis", "reading", "what it decides", title="Switches")
    group = ""
    for switch in SWITCHES:
        if group and switch.group != group:
            switches.add_section()
        group = switch.group
        point = shown[switch.name]
        question = "\n".join(filter(None, [switch.question, point.note and f"Note: {point.note}"]))
        switches.add_row(switch.name, _worded(point.value), *_grounds(point), question)
    fouls = _table("foul", "clauses", "basis", "reading", "note", title="Fouls listed")
    for code, point in shown.fouls.items():
        fouls.add_row(code, *_grounds(point), point.note)
    readings = _table("reading", "how an unclear or silent text is read", title="Readings")
    for reading, text in shown.readings.items():
        readings.add_row(reading, text)
    clauses = _table("clause", "says, in our words", title="Clauses")
    for clause, text in shown.clauses.items():
        clauses.add_row(clause, text)
    _print(switches, fouls, readings, clauses)


@command.command("diff")
@click.argument("one", metavar="A")
@click.argument("other", metavar="B")
@output_format
def diff(one: str, other: str, form: str) -> None:
    """Print the switches and fouls on which two editions differ.

    A and B are ids of editions or paths of .toml files.
    """
    a, b = load_edition(one), load_edition(other)
    switches = [switch for switch in SWITCHES if a[switch.name].value != b[switch.name].value]
    listed = list(dict.fromkeys([*a.fouls, *b.fouls]))
    fouls = [code for code in listed if (code in a.fouls) != (code in b.fouls)]
    if form == "json":
        _print_json(
            {
                "a": a.id,
                "b": b.id,
                "switches": [
                    {
                        "switch": switch.name,
                        "question": switch.question,
                        "a": {"value": a[switch.name].value} | _said(a[switch.name]),
                        "b": {"value": b[switch.name].value} | _said(b[switch.name]),
                    }
                    for switch in switches
                ],
                "fouls": [
                    {"foul": code}
                    | {side: _said(of.fouls[code]) if code in of.fouls else None for side, of in (("a", a), ("b", b))}
                    for code in fouls
                ],
            }
        )
        return
    if not switches and not fouls:
        click.echo(f"{one} and {other} rule alike: no switch and no foul differs.")
        return
    names = (a.id, b.id) if a.id != b.id else (one, other)
    table = _table("switch", *names, *(f"clauses {name}" for name in names), "what it decides")
    for switch in switches:
        left, right = a[switch.name], b[switch.name]
        table.add_row(
            switch.name, *map(_worded, (left.value, right.value)), *map(_ground, (left, right)), switch.question
        )
    if switches and fouls:
        table.add_section()
    for code in fouls:
        sides = [of.fouls.get(code) for of in (a, b)]
        table.add_row(
            code,
            *("foul" if point else "not listed" for point in sides),
            *(_ground(point) if point else "–" for point in sides),
            "Listed as a foul",
        )
    _print(table)


def _head(edition: Edition) -> dict[str, Any]:
    """Give what there is to say of an edition as a whole, for JSON."""
    return {
        "id": edition.id,
        "name": edition.name,
        "language": edition.language,
        "source": edition.source,
        "known": edition.known,
        "extends": edition.extends or None,
        "players": list(edition.players),
        "fingerprint": edition.fingerprint,
    }


def _switch(switch: Switch, point: Point) -> dict[str, Any]:
    """Give one switch in full, for JSON."""
    return {"switch": switch.name, "group": switch.group, "question": switch.question, "value": point.value} | _said(
        point
    )


def _said(point: Point) -> dict[str, Any]:
    """Give what a point rests on, for JSON."""
    return {
        "clauses": list(point.clauses),
        "basis": point.basis,
        "reading": point.reading or None,
        "note": point.note or None,
        "said_by": point.origin,
    }


def _worded(value: Value) -> str:
    """Word a switch's value for a person."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return ", ".join(map(str, value)) or "none"
    return str(value)


def _cited(point: Point) -> str:
    """Name the clauses of a point."""
    return ", ".join(point.clauses) or "–"


def _ground(point: Point) -> str:
    """Name what a point rests on in one cell: its clauses, and the reading where it is one."""
    if point.basis == "explicit":
        return _cited(point)
    return f"{_cited(point)} ({point.reading or point.basis})"


def _grounds(point: Point) -> tuple[str, str, str]:
    """Give clauses, basis and reading of a point as cells."""
    return _cited(point), point.basis, point.reading or "–"


def _table(*columns: str, title: str | None = None) -> "Table":
    """Start a table; its first column is never broken."""
    from rich import box
    from rich.table import Table

    table = Table(
        box=box.SIMPLE_HEAD, title=title, title_justify="left", title_style="bold", pad_edge=False, show_edge=False
    )
    for number, name in enumerate(columns):
        table.add_column(name, no_wrap=number == 0, overflow="fold")
    return table


def _print(*tables: "Table") -> None:
    """Print the tables that have rows."""
    from rich.console import Console

    # Texts come from anybody's edition file: they are shown as they are, never read as markup.
    width = None if sys.stdout.isatty() or "COLUMNS" in os.environ else 120
    console = Console(width=width, markup=False, emoji=False, highlight=False)
    for table in tables:
        if table.row_count:
            with console.capture() as capture:
                console.print(table)
            click.echo("\n".join(line.rstrip() for line in capture.get().splitlines()) + "\n")


def _print_json(value: Any) -> None:
    click.echo(json.dumps(value, ensure_ascii=False, indent=2))
