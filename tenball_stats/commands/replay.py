"""``tenball replay``: every stroke of a log ruled by an edition."""

import sys
from pathlib import Path

import click

from tenball_stats.commands.reading import Reading, reading_options


@click.command(short_help="Rule every stroke of a log by an edition.")
@click.argument("logs", metavar="LOG…", nargs=-1, required=True)
@click.option("--edition", metavar="ID|FILE", help="Edition to rule by; without it each match's own.")
@click.option(
    "--format",
    "form",
    type=click.Choice(["jsonl", "csv", "parquet", "table"]),
    help="Form of the output; without it a table on a terminal and JSON Lines elsewhere.",
)
@click.option("--output", "-o", type=click.Path(path_type=Path, dir_okay=False), help="File to write instead.")
@click.option(
    "--out",
    metavar="FOLDER",
    help="Replay an archive of Parquet files in parts, and write the result there as Parquet files.",
)
@click.option(
    "--engine",
    "engine_",
    type=click.Choice(["local", "ray"]),
    default="local",
    show_default=True,
    help="With --out: this process, or Ray on all cores of this machine or a cluster.",
)
@click.option("--address", metavar="ADDRESS", help="Of a Ray cluster, or auto; without it one is started here.")
@click.option("--replace", "replace_result", is_flag=True, help="Put the result in the place of an earlier one.")
@reading_options()
def command(
    logs: tuple[str, ...],
    edition: str | None,
    form: str | None,
    output: Path | None,
    out: str | None,
    engine_: str,
    address: str | None,
    replace_result: bool,
    reading: Reading,
) -> None:
    """Replay LOG… (files, folders, or - for standard input) stroke by stroke through the rules.

    One record per stroke: what the edition rules, who plays next, what is on the table, on which clauses that rests,
    and what had to be presumed because it was not recorded.

    With --out an archive is replayed that may be larger than the memory: LOG… are then folders or addresses (as
    s3://bucket/folder) of Parquet files, and the rulings, with all that statistics need, go to FOLDER, which `tenball
    stats --from FOLDER` and DuckDB read in place. Exit status 0: all of it is there; 1: something was left out
    (--keep-going); 2: nothing was written.
    """
    if out is not None:
        if form or output:
            raise click.UsageError("--out writes a folder of Parquet files; it excludes --format and --output")
        if address and engine_ != "ray":
            raise click.UsageError("--address belongs to --engine ray")
        _archive(logs, out, edition, reading, engine=engine_, address=address, replace_result=replace_result)
        return
    if engine_ != "local" or address or replace_result:
        given = "--engine" if engine_ != "local" else "--address" if address else "--replace"
        raise click.UsageError(f"{given} goes with --out FOLDER, where the result is to be written")
    from tenball_stats.replay import FIELDS, replay

    log = reading.logs(logs)
    for notice in log.notices:
        click.echo(f"note: {notice}", err=True)
    for problem in log.rejected:
        click.echo(f"left out: {problem}", err=True)
    frame = replay(log, edition).select(FIELDS)

    form = form or ("table" if sys.stdout.isatty() and output is None else "jsonl")
    if form == "table":
        from tenball_stats.show.rulings import ruling_lines

        text = "\n".join(ruling_lines(frame)) + "\n"
        if output is None:
            sys.stdout.write(text)
        else:
            output.write_text(text, encoding="utf-8")
    else:
        from tenball_stats.show.records import write_records

        write_records(frame, form, output)
    if log.rejected:
        raise click.exceptions.Exit(1)


def _archive(
    logs: tuple[str, ...],
    out: str,
    edition: str | None,
    reading: Reading,
    *,
    engine: str,
    address: str | None,
    replace_result: bool,
) -> None:
    """Replay an archive into a folder, and say what is in it."""
    from tenball_stats.archive.run import replay_archive
    from tenball_stats.commands.database import count
    from tenball_stats.commands.progress import progress
    from tenball_stats.rules import load_edition

    with progress() as shown:
        done = replay_archive(
            logs,
            out,
            name=engine,
            address=address,
            edition=load_edition(edition) if edition else None,
            options=reading.options(),
            keep_going=reading.keep_going,
            replace_result=replace_result,
            on_step=shown.update,
        )
    for notice in done.notices:
        click.echo(f"note: {notice}", err=True)
    for problem in done.rejected:
        click.echo(f"left out: {problem}", err=True)
    if done.more:
        click.echo(f"left out: and {done.more:,} more", err=True)
    click.echo(
        f"{out}: {count(done.rows, 'row')} of {count(done.files, 'file')}, {count(done.matches, 'match')}, "
        f"{count(done.racks, 'rack')}, {count(done.strokes, 'stroke')}, ruled by {', '.join(done.editions) or 'none'}"
    )
    if done.rejected:
        raise click.exceptions.Exit(1)
