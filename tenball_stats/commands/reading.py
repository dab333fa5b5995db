"""What the user may say about the logs that a command reads: their words, encoding, sheet and limits."""

import dataclasses
import functools
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from tenball_stats.log import Log
    from tenball_stats.log.mapping import Mapping
    from tenball_stats.log.parts import Parts
    from tenball_stats.log.readers import Options

_UNITS = {"": 1, "k": 1000, "m": 1000**2, "g": 1000**3, "t": 1000**4}


@dataclass(frozen=True)
class Reading:
    """How logs are to be read, as the command line says it."""

    encoding: str | None = None
    map: str | None = None
    sheet: str | None = None
    limits: tuple[tuple[str, int], ...] = ()
    keep_going: bool = False

    def mapping(self) -> "Mapping | None":
        """Load the map that was asked for; raises `MapError`."""
        if self.map is None:
            return None
        from tenball_stats.log.mapping import load_map

        return load_map(self.map)

    def options(self) -> "Options":
        """Return what the readers take; raises `MapError`."""
        from tenball_stats.log.readers import Options
        from tenball_stats.log.sources import Limits

        return Options(self.encoding, self.sheet, Limits(**dict(self.limits)), self.mapping())

    def parts(self, paths: Sequence[str | Path]) -> "Parts | None":
        """Return one large log to be read in parts, None where logs are read whole; raises `MapError`."""
        from tenball_stats.log.parts import in_parts

        return in_parts(paths, self.options(), keep_going=self.keep_going)

    def logs(self, paths: Sequence[str | Path], *, keep_going: bool | None = None) -> "Log":
        """Read logs; raises `LogRefused` and `MapError`."""
        from tenball_stats.log import read_logs

        options = self.options()
        return read_logs(
            paths,
            encoding=options.encoding,
            sheet=options.sheet,
            limits=options.limits,
            mapping=options.mapping,
            keep_going=self.keep_going if keep_going is None else keep_going,
        )


def _limits(
    _ctx: click.Context,
    _param: click.Parameter,
    given: tuple[str, ...],
) -> tuple[tuple[str, int], ...]:
    """Read limits and their new values: `unpacked=4GB`, `cell=1000000`, `columns=5000`."""
    if not given:
        return ()
    from tenball_stats.log.sources import Limits

    names = [field.name for field in dataclasses.fields(Limits)]
    read = []
    for text in given:
        match = re.fullmatch(r"(\w+)=(\d{1,15})\s*([kmgt]?)i?b?", text.replace("_", "").lower(), re.ASCII)
        if match is None or match[1] not in names:
            raise click.BadParameter(f"{text!r}: expected one of {', '.join(names)} with a number, as unpacked=4GB")
        read.append((match[1], int(match[2]) * _UNITS[match[3]]))
    return tuple(read)


_OPTIONS = (
    click.option("--encoding", metavar="NAME", help="Encoding of text files that are not UTF-8, such as cp1250."),
    click.option("--sheet", metavar="NAME", help="Sheet of a workbook; without it every one that holds a log."),
    click.option(
        "--limit",
        "limits",
        callback=_limits,
        multiple=True,
        metavar="NAME=N",
        help="Raise what is taken from one file: unpacked=4GB, cell=1000000, columns=5000.",
    ),
)
_MAP = click.option(
    "--map", "map_", metavar="ID|FILE", help="Map of the log's own headings and words: en, es, pl, ru or a TOML file."
)
_KEEP_GOING = click.option(
    "--keep-going", is_flag=True, help="Take the sound matches of a log with errors, and list the rest."
)


def reading_options(
    *, mapping: bool = True, keep_going: bool = True
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Give a command the options that say how logs are read; it gets them as one argument, `reading`."""

    def give(command: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(command)
        def run(
            *args: Any,
            encoding: str | None,
            sheet: str | None,
            limits: tuple[tuple[str, int], ...],
            map_: str | None = None,
            keep_going: bool = False,
            **others: Any,
        ) -> Any:
            return command(*args, reading=Reading(encoding, map_, sheet, limits, keep_going), **others)

        for option in ([_KEEP_GOING] if keep_going else []) + list(reversed(_OPTIONS)) + ([_MAP] if mapping else []):
            run = option(run)
        return run

    return give
