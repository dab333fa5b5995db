"""The columns of a log: what they are called and on which rows they say something."""

import re
import unicodedata

from tenball_stats.terms import STROKES

REQUIRED = ("match", "rack", "player", "kind")
"""Without these a table is no log."""

MATCH_TEXTS = ("event", "round", "venue", "table", "edition", "source", "recorder")
"""Match columns that hold free text."""

MATCH_COLUMNS = (
    "date",
    "event",
    "round",
    "venue",
    "table",
    "edition",
    "players",
    "race_to",
    "break_format",
    "warnings",
    "source",
    "recorder",
)
"""Columns whose value stands for the whole match, wherever in it it is written."""

EVENT_COLUMNS = (
    "rack",
    "shot",
    "player",
    "kind",
    "called",
    "first",
    "rail",
    "rails",
    "past_head",
    "potted",
    "off",
    "acts",
    "spotted",
    "hand",
    "ruling",
    "winner",
    "score",
    "lag_cm",
    "rack_layout",
    "cue_x",
    "cue_y",
    "end_x",
    "end_y",
    "layout",
    "speed",
    "seconds",
    "time",
    "video",
    "note",
)
"""Columns that say something about one row."""

COLUMNS = ("match", *MATCH_COLUMNS, *EVENT_COLUMNS)
"""Every column that a log may have, in the order in which the format lists them."""

FREE_TEXTS = frozenset({"note", "source", "recorder", "event", "round", "venue", "table", "video"})
"""Columns in which a cell may rightly hold a line break."""

_JOINED = frozenset({*STROKES, "resume"})
_PLAYED = frozenset(STROKES)

ROWS: dict[str, frozenset[str]] = {
    "called": frozenset({"shot", "safety"}),
    **dict.fromkeys(("first", "rail", "rails", "past_head", "rack_layout", "speed"), _PLAYED),
    **dict.fromkeys(("hand", "ruling", "cue_x", "cue_y", "end_x", "end_y", "layout"), _JOINED),
    **dict.fromkeys(("potted", "off", "spotted"), frozenset({*_JOINED, "fell"})),
    "lag_cm": frozenset({"lag"}),
}
"""Column to the kinds of rows on which it says something; a column that is not here does on all."""


def heading(text: str) -> str:
    """Return a heading as the format spells it: lower case, one `_` for spaces and hyphens, no marks around it."""
    name = unicodedata.normalize("NFC", text).replace("\ufeff", "").strip().lower()
    return re.sub(r"[\s\-_]+", "_", name).strip("_")
