"""Options that several commands share, and what they have in common to say about a log."""

import click

from tenball_stats.log import Log

encoding_option = click.option(
    "--encoding", metavar="NAME", help="Encoding of text files that are not UTF-8, such as cp1250."
)
keep_going_option = click.option(
    "--keep-going", is_flag=True, help="Take the sound matches of a log with errors, and list the rest."
)


def notices(log: Log) -> None:
    """Print on standard error what the reader of a log has to say: unknown columns, matches left out."""
    for notice in log.notices:
        click.echo(f"note: {notice}", err=True)
    for problem in log.rejected:
        click.echo(f"left out: {problem}", err=True)
