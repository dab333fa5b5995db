"""``tenball fmt``: a log in its canonical form."""

import os
import sys
import tempfile
from pathlib import Path

import click

from tenball_stats.commands.options import notices
from tenball_stats.commands.reading import Reading, reading_options
from tenball_stats.errors import TenballError

NOT_CSV = (".xlsx", ".parquet", ".jsonl", ".ndjson", ".json", ".gz", ".zip")
"""Endings that would have the result read as what it is not."""


class FmtError(TenballError):
    """A log that cannot be written where it was asked for."""


@click.command(short_help="Write a log in its canonical form.")
@click.argument("logs", metavar="LOG…", nargs=-1, required=True)
@click.option("--output", "-o", type=click.Path(path_type=Path, dir_okay=False), help="File to write instead.")
@click.option("--write", is_flag=True, help="Write each CSV file anew in its place.")
@click.option("--check", is_flag=True, help="Write nothing; exit status 1 where a file is not in this form.")
@reading_options(keep_going=False)
def command(logs: tuple[str, ...], output: Path | None, write: bool, check: bool, reading: Reading) -> None:
    """Write LOG… (files, folders, or - for standard input) as one CSV file in the canonical form.

    Columns stand in the order of the format, values as the format writes them, and what holds for a match once, on its
    first row. Notes and unknown columns stay. Reading the result gives the same log; that is tried before anything is
    written.
    """
    if sum((write, check, output is not None)) > 1:
        raise click.UsageError("--output, --write and --check exclude each other.")
    from tenball_stats.log.canonical import canonical_texts
    from tenball_stats.log.files import read_tables
    from tenball_stats.log.log import log_of

    options = reading.options()
    given = read_tables(logs, options)
    log = log_of(given, options)
    notices(log)
    texts = canonical_texts(given, log, options, together=not (write or check))
    if output is not None:
        if output.suffix.lower() in NOT_CSV:
            raise FmtError(f"{output}: the canonical form is CSV text; give a name that ends in .csv")
        _replace(output, "".join(texts.values()))
    elif not (write or check):
        sys.stdout.buffer.write("".join(texts.values()).encode())
        sys.stdout.buffer.flush()
    else:
        others = {file: text for file, text in texts.items() if not _holds(file, text)}
        if write:
            _write_anew(others)
        for file in others:
            click.echo(f"{file}: {'written anew' if write else 'not in the canonical form'}")
        if check and others:
            raise click.exceptions.Exit(1)


def _holds(file: str, text: str) -> bool:
    """Whether a file holds just this text."""
    path = Path(file)
    return path.is_file() and path.read_bytes() == text.encode()


def _write_anew(texts: dict[str, str]) -> None:
    """Write files in their place, once it is known that each of them is a CSV file."""
    for file in texts:
        path = Path(file)
        if path.suffix.lower() != ".csv" or not path.is_file():
            raise FmtError(f"{file}: only a CSV file can be written in its place; give --output with another name")
    for file, text in texts.items():
        _replace(Path(file), text)


def _replace(target: Path, text: str) -> None:
    """Write a file so that it is the old one or the new one at any moment."""
    try:
        if target.exists() and not target.is_file():  # a pipe, a device
            target.write_bytes(text.encode())
            return
        target = target.resolve()
        with tempfile.NamedTemporaryFile(dir=target.parent, prefix=f".{target.name}.", delete=False) as out:
            out.write(text.encode())
        new = Path(out.name)
        try:
            new.chmod(target.stat().st_mode & 0o777 if target.exists() else 0o666 & ~_umask())
            new.replace(target)
        except OSError:
            new.unlink()
            raise
    except OSError as error:
        raise FmtError(f"{target}: cannot be written ({error.strerror or error})") from None


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
