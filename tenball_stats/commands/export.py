"""``tenball export``: logs, rulings, findings and statistics as files."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tenball_stats.commands.asked import editions_option, matches_options, note
from tenball_stats.commands.database import as_of_option, count, db_option, edition_ids_of, open_with_views
from tenball_stats.stats.catalogue import NAMES, statistic

if TYPE_CHECKING:
    import polars as pl

    from tenball_stats.store import Database

WHAT = ("log", "rulings", "findings", *NAMES)


@click.command(short_help="Write what a database holds to files.")
@click.argument("what", metavar="|".join(WHAT), type=click.Choice(WHAT))
@click.option(
    "-o",
    "--out",
    type=click.Path(path_type=Path, dir_okay=False),
    required=True,
    help="The file to write, its form by its ending: .csv, .jsonl, .parquet or .xlsx.",
)
@click.option("--format", "form", type=click.Choice(["csv", "jsonl", "parquet", "xlsx"]), help="Its form.")
@db_option
@click.option("--match", "matches", multiple=True, metavar="ID", help="Only this match; several if given again.")
@matches_options
@click.option("--player", metavar="NAME", default="", help="Of a statistic: only what this player did.")
@click.option("--opponent", metavar="NAME", default="", help="Of a statistic: only matches against this player.")
@editions_option
@click.option("--by", multiple=True, metavar="NAME", help="Of a statistic: break it down, as tenball stats does.")
@as_of_option
def command(
    what: str, out: Path, form: str | None, db: str, matches: tuple[str, ...], editions: tuple[str, ...], **asked: Any
) -> None:
    """Write the log, the rulings, the findings of the audit or a statistic of a database to a file.

    The log has the columns of the format, and reading it gives the same log; names stand as they were written. Texts
    that a spreadsheet would run as a formula (they begin with =, +, - or @) get an apostrophe before them in CSV, which
    reading takes off again, and are texts in a workbook.
    """
    from tenball_stats.show.files import form_of, write_table

    chosen = form_of(out, form)
    ids = edition_ids_of(editions)
    of_statistic = {name: asked[name] for name in ("player", "opponent", "by") if asked[name]}
    if what in NAMES and matches:
        raise click.UsageError("--match belongs to the log, the rulings and the findings")
    if what not in NAMES and of_statistic:
        raise click.UsageError(f"--{next(iter(of_statistic))} belongs to statistics")
    if what == "log" and editions:
        raise click.UsageError(
            "--edition belongs to rulings, findings and statistics: a log holds what was written down"
        )
    with open_with_views(db, read_only=True) as database:
        frame = _table(database, what, matches, ids, asked)
    write_table(frame, out, chosen, what)
    click.echo(f"{out}: {count(frame.height, 'row')}")


def _table(
    database: "Database", what: str, matches: tuple[str, ...], editions: tuple[str, ...], asked: dict[str, Any]
) -> "pl.DataFrame":
    """Return the table that is asked for."""
    from tenball_stats.store.export import Which, exported_findings, exported_log, exported_rulings

    which = Which(matches, asked["event"], asked["since"], asked["until"])
    if what == "log":
        return exported_log(database, which)
    if what == "rulings":
        return exported_rulings(database, which, editions)
    if what == "findings":
        found, older = exported_findings(database, which, editions)
        if older:
            were = "was" if older == 1 else "were"
            said = f"{count(older, 'match')} {were} ruled by a version that stored no findings"
            note([f"{said}; tenball rebuild adds them"])
        return found
    import polars as pl

    from tenball_stats.stats.query import Filters, ask

    names = ("player", "opponent", "event", "since", "until")
    filters = Filters(editions=editions, **{name: asked[name] for name in names})
    answer = ask(database, statistic(what), filters, asked["by"])
    for notice in answer.notices:
        click.echo(f"note: {notice}", err=True)
    from tenball_stats.show.statistics import as_table
    from tenball_stats.stats.answers import fields

    rows = as_table(answer)
    if not rows:
        return pl.DataFrame(schema=dict.fromkeys(fields(answer), pl.String))
    return pl.DataFrame(rows, infer_schema_length=None)
