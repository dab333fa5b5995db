"""``tenball compare``: what two editions rule differently."""

import json
from pathlib import Path

import click

from tenball_stats.commands.options import notices, report_option, write_and_say
from tenball_stats.commands.reading import Reading, reading_options


@click.command(short_help="Show what two editions rule differently.")
@click.argument("logs", metavar="LOG…", nargs=-1, required=True)
@click.option(
    "--edition", "editions", multiple=True, required=True, metavar="ID|FILE", help="An edition; give two of them."
)
@click.option(
    "--format",
    "form",
    type=click.Choice(["table", "json", "csv"]),
    default="table",
    show_default=True,
    help="Text, everything as JSON, or the strokes as CSV.",
)
@click.option("--each", is_flag=True, help="List every stroke, however many.")
@report_option
@reading_options()
def command(
    logs: tuple[str, ...],
    editions: tuple[str, ...],
    form: str,
    each: bool,
    report: Path | None,
    reading: Reading,
) -> None:
    """Compare two editions over LOG…: the strokes, racks and matches that they rule differently.

    A rack is compared up to the first stroke after which play would have gone another way.
    """
    if len(editions) != 2:
        raise click.UsageError(f"--edition has to be given twice, found {len(editions)}")
    if report is not None:
        from tenball_stats.show.report import check_target

        check_target(report)
    from tenball_stats.replay.compare import compare, differences

    log = reading.logs(logs)
    notices(log)
    compared = compare(log, *editions)
    if form == "json":
        click.echo(json.dumps(compared.as_dict(), ensure_ascii=False, indent=2))
    elif form == "csv":
        from tenball_stats.show.records import write_records

        write_records(differences(compared), "csv")
    else:
        from tenball_stats.show.comparison import print_comparison

        print_comparison(compared, each=each)
    if report is not None:
        from tenball_stats.show.comparison_report import comparison_report

        write_and_say(comparison_report(compared), report)
    if log.rejected:
        raise click.exceptions.Exit(1)
