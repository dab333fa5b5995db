"""One reader per format; each turns the bytes of a file into a `Raw` of texts with the lines they stand on."""

from collections.abc import Callable
from dataclasses import dataclass, field

from tenball_stats.log.mapping import Mapping
from tenball_stats.log.readers.table import Raw
from tenball_stats.log.sources import Limits, Source

__all__ = ["Options", "Raw", "read_raw"]


@dataclass(frozen=True)
class Options:
    """What the user may say about a file: its encoding, the sheet, the limits, the words it is written in."""

    encoding: str | None = None
    sheet: str | None = None
    limits: Limits = field(default_factory=Limits)
    mapping: Mapping | None = None


def read_raw(source: Source, options: Options) -> list[Raw]:
    """Read a source by its format: one table, or one for each sheet of a workbook that holds a log.

    Raises `LogRefused` where the file as a whole cannot be used.
    """
    return _READERS[source.format](source, options)


def _csv(source: Source, options: Options) -> list[Raw]:
    from tenball_stats.log.readers import csv

    return [csv.read(source, options.encoding, options.limits)]


def _jsonl(source: Source, options: Options) -> list[Raw]:
    from tenball_stats.log.readers import jsonl

    return [jsonl.read(source, options.encoding, options.limits)]


def _parquet(source: Source, options: Options) -> list[Raw]:
    from tenball_stats.log.readers import parquet

    return [parquet.read(source, options.limits)]


def _xlsx(source: Source, options: Options) -> list[Raw]:
    from tenball_stats.log.readers import xlsx

    return xlsx.read(source, options.sheet, options.limits, options.mapping)


_READERS: dict[str, Callable[[Source, Options], list[Raw]]] = {
    "csv": _csv,
    "jsonl": _jsonl,
    "parquet": _parquet,
    "xlsx": _xlsx,
}
