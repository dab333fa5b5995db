"""``tenball explain``: why one stroke is ruled as it is."""

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tenball_stats.commands.database import db_option, open_with_views
from tenball_stats.commands.options import notices, report_option, write_and_say
from tenball_stats.commands.reading import Reading, reading_options

if TYPE_CHECKING:
    from tenball_stats.log import Log


@click.command(short_help="Say why one stroke is ruled as it is.")
@click.argument("match")
@click.argument("rack", type=click.IntRange(min=1))
@click.argument("shot", type=click.IntRange(min=1))
@click.option("--log", "logs", multiple=True, metavar="FILE", help="Log that holds the match; several if given again.")
@db_option
@click.option(
    "--edition", "editions", multiple=True, metavar="ID|FILE", help="Edition to rule by; several if given again."
)
@click.option("--all-editions", is_flag=True, help="Every bundled edition, side by side.")
@click.option("--attempt", type=click.IntRange(min=1), help="Attempt at the rack, where it was played again.")
@click.option(
    "--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True, help="Output."
)
@report_option
@reading_options(keep_going=False)
def command(
    match: str,
    rack: int,
    shot: int,
    logs: tuple[str, ...],
    db: str,
    editions: tuple[str, ...],
    all_editions: bool,
    attempt: int | None,
    form: str,
    report: Path | None,
    reading: Reading,
) -> None:
    """Explain stroke SHOT of rack RACK of MATCH, from a database or from --log files.

    What was on the table and whose turn it was, what happened, each rule that bears on it with clause and reading,
    what was ruled then, what had to be presumed, and what would have made it otherwise.
    """
    if report is not None:
        from tenball_stats.show.report import check_target

        check_target(report)
    from tenball_stats.replay import explain as explaining

    log = _log(logs, db, match, reading)
    wanted: list[Any] = list(editions)
    if all_editions:
        wanted += explaining.all_editions(len(log.matches["players"][explaining.match_number(log, match)]))
    explained = explaining.explain(log, match, rack, shot, wanted or None, attempt=attempt)
    from tenball_stats.show.explanation import as_dict, explanation_lines

    if form == "json":
        click.echo(json.dumps(as_dict(explained), ensure_ascii=False, indent=2))
    else:
        sys.stdout.write("\n".join(explanation_lines(explained)) + "\n")
    if report is not None:
        from tenball_stats.show.case import case_report

        write_and_say(case_report(explained), report)


def _log(logs: tuple[str, ...], db: str, match: str, reading: Reading) -> "Log":
    """Return the log that holds a match: the files given, else what the database stores of it."""
    if logs:
        log = reading.logs(logs)
        notices(log)
        return log
    from tenball_stats.store.reading import stored_log

    with open_with_views(db, read_only=True) as database:
        return stored_log(database, match)
