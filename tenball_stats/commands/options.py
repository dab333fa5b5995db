"""Options that several commands share, and what they have in common to say about a log."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from tenball_stats.log import Log

if TYPE_CHECKING:
    from tenball_stats.log.parts import Parts
    from tenball_stats.show.report import Report


def notices(log: "Log | Parts") -> None:
    """Print on standard error what the reader of a log has to say: unknown columns, matches left out."""
    for notice in log.notices:
        click.echo(f"note: {notice}", err=True)
    for problem in log.rejected:
        click.echo(f"left out: {problem}", err=True)


report_option = click.option(
    "--report",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Write a report as well: FILE.html, FILE.pdf or FILE.md.",
)


def write_and_say(report: "Report", target: Path) -> None:
    """Write a report, and say on standard error where it is and what there is to remark on it."""
    from tenball_stats.show.report import write_report

    for remark in write_report(report, target):
        click.echo(f"note: {remark}", err=True)
    click.echo(f"The report is in {target}.", err=True)
