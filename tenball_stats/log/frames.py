"""The frames that a log is made of: their columns and dtypes; docs/architecture.md says what they mean."""

import polars as pl

EVENTS: dict[str, pl.DataType | type[pl.DataType]] = {
    "match_no": pl.UInt32,
    "file_no": pl.UInt16,
    "line": pl.UInt32,
    "rack": pl.Int32,
    "attempt": pl.Int32,
    "shot": pl.Int32,
    "shot_logged": pl.Int32,
    "player_no": pl.Int8,
    "kind": pl.Int8,
    "is_stroke": pl.Boolean,
    "is_break": pl.Boolean,
    "is_copy": pl.Boolean,
    "out_of_order": pl.Boolean,
    "call_type": pl.Int8,
    "call_ball": pl.Int8,
    "call_pocket": pl.Int8,
    "first": pl.Int8,
    "rail": pl.Int8,
    "rails": pl.Int8,
    "past_head": pl.Int8,
    "potted": pl.Int16,
    "potted_pockets": pl.Int64,
    "potted_known": pl.Boolean,
    "potted_first": pl.Int8,
    "off": pl.Int16,
    "twice": pl.Int16,
    "acts": pl.Int32,
    "spotted": pl.Int16,
    "hand": pl.Int8,
    "ruling": pl.Int8,
    "ruling_codes": pl.Int32,
    "winner_no": pl.Int8,
    "score": pl.List(pl.Int32),
    "lag_cm": pl.Float64,
    "cue_x": pl.Float64,
    "cue_y": pl.Float64,
    "end_x": pl.Float64,
    "end_y": pl.Float64,
    "speed": pl.Float64,
    "seconds": pl.Float64,
    "rack_layout": pl.String,
    "layout": pl.String,
    "time": pl.String,
    "video": pl.String,
    "note": pl.String,
    "called_text": pl.String,
    "potted_text": pl.String,
    "off_text": pl.String,
    "acts_text": pl.String,
    "spotted_text": pl.String,
    "ruling_text": pl.String,
}
"""Columns of `Log.events` and their dtypes."""

SOURCES: dict[str, pl.DataType | type[pl.DataType]] = {
    "file_no": pl.UInt16,
    "file": pl.String,
    "format": pl.String,
    "sha256": pl.String,
    "bytes": pl.Int64,
    "rows": pl.Int64,
}

REJECTS: dict[str, pl.DataType | type[pl.DataType]] = {
    "file": pl.String,
    "line": pl.UInt32,
    "match": pl.String,
    "column": pl.String,
    "value": pl.String,
    "expected": pl.String,
    "hint": pl.String,
    "raw": pl.String,
}
"""Columns of `Log.rejects`: the fields of a problem, the match that it spoils, and the row as it stands in the file.

`line`, `match` and `raw` are null where a file as a whole could not be read.
"""
