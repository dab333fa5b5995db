"""``tenball map``: a map proposed from a file's headings and words."""

import click

from tenball_stats.commands.reading import Reading, reading_options
from tenball_stats.errors import TenballError


class NothingToMap(TenballError):
    """A file from which no map can be proposed."""


@click.command(short_help="Propose a map from a file's words to those of the format.")
@click.argument("file", metavar="FILE")
@reading_options(mapping=False, keep_going=False)
def command(file: str, reading: Reading) -> None:
    """Propose a map for FILE: which of its headings and words stand for which of the format.

    The map is printed as TOML, to be saved, completed and given to other commands as --map. Headings are told by the
    ready maps, by likeness and by what stands under them; what is not sure is commented out.
    """
    from tenball_stats.log import sources
    from tenball_stats.log.propose import propose, toml
    from tenball_stats.log.readers import read_raw

    options = reading.options()
    for path in sources.log_files([file]):
        for source in sources.load(path, options.limits):
            for raw in read_raw(source, options):
                click.echo(toml(propose(raw), raw.file), nl=False)
                return
    raise NothingToMap(f"{file}: there is nothing in it")
