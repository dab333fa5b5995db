"""What a user said about how to read a file, as plain data, so that the file can be read in the same way again."""

from collections.abc import Mapping as Dictionary
from dataclasses import asdict, fields
from typing import Any

from tenball_stats.log.mapping import Mapping
from tenball_stats.log.readers import Options
from tenball_stats.log.sources import Limits


def said(options: Options) -> dict[str, Any]:
    """Return what was said, of JSON's own kinds; nothing for what was left to the file. Limits are not a part of it."""
    told: dict[str, Any] = {"encoding": options.encoding, "sheet": options.sheet}
    if options.mapping is not None:
        table = asdict(options.mapping)
        told["map"] = table | {"marks": {mark: list(texts) for mark, texts in options.mapping.marks.items()}}
    return {name: value for name, value in told.items() if value is not None}


def options_of(told: Dictionary[str, Any]) -> Options:
    """Return the options that say so; a file that was read once is trusted, whatever its size."""
    limits = Limits(**{limit.name: 1 << 62 for limit in fields(Limits)})
    table = told.get("map")
    mapping = None
    if table is not None:
        known = {field.name for field in fields(Mapping)}
        table = {name: value for name, value in table.items() if name in known}
        mapping = Mapping(**table | {"marks": {mark: tuple(texts) for mark, texts in table["marks"].items()}})
    return Options(told.get("encoding"), told.get("sheet"), limits, mapping)
