"""Findings for reading: an audit as text, as annotations for a repository, as SARIF."""

import json
from collections.abc import Iterator
from pathlib import PurePath
from typing import Any
from urllib.parse import quote

import polars as pl

from tenball_stats import __version__
from tenball_stats.replay.audit import CHECKS, VERDICTS
from tenball_stats.show.text import clean

LEVELS = {
    "contradicts": "error",
    "impossible": "error",
    "interpretation": "warning",
    "unrecorded": "note",
    "not_covered": "note",
}
"""How loud each verdict is where a tool wants a level."""

ANNOTATIONS = {"error": "error", "warning": "warning", "note": "notice"}
"""The same where a code host wants an annotation."""


def finding_lines(found: pl.DataFrame) -> Iterator[str]:
    """Yield the lines of an audit as text, match by match.

    Args:
        found: what `audit` returned.
    """
    match = None
    for row in found.iter_rows(named=True):
        if row["match"] != match:
            yield f"{'' if match is None else chr(10)}{_plain(row['match'])}, by edition {_plain(row['edition'])}"
            match = row["match"]
        place = f"rack {row['rack']}, shot {row['shot']}" if row["rack"] else "lag" if row["shot"] else "match"
        clauses = f" [{', '.join(row['clauses'])}]" if row["clauses"] else ""
        yield f"  {place} ({_plain(row['file'])}:{row['row']}): {row['code']}, {row['verdict']}{_plain(clauses)}"
        yield f"      {_plain(row['message'])}"


def _plain(text: str) -> str:
    """Return a text with everything spelled out that would move or colour a terminal: cell text is a stranger's."""
    return text if text.isprintable() else "".join(c if c.isprintable() else ascii(c)[1:-1] for c in text)


def github_lines(found: pl.DataFrame) -> Iterator[str]:
    """Yield the findings as workflow annotations, which a code host shows beside the log's line."""
    for row in found.iter_rows(named=True):
        kind = ANNOTATIONS[LEVELS[row["verdict"]]]
        file = _escaped(row["file"], also=",:")
        title = _escaped(f"{row['code']} ({row['verdict']})", also=",:")
        yield f"::{kind} file={file},line={row['row']},title={title}::{clean(_escaped(row['message']))}"


def _escaped(text: str, also: str = "") -> str:
    """Escape what would end an annotation: cell text is a stranger's."""
    for character in "%\r\n" + also:
        text = text.replace(character, f"%{ord(character):02X}")
    return text


def sarif(found: pl.DataFrame) -> str:
    """Return the findings as a SARIF 2.1.0 document."""
    index = {check.code: number for number, check in enumerate(CHECKS)}
    results: list[dict[str, Any]] = [
        {
            "ruleId": row["code"],
            "ruleIndex": index[row["code"]],
            "level": LEVELS[row["verdict"]],
            "message": {"text": row["message"]},
            "locations": [
                {
                    "physicalLocation": {
                        "artifactLocation": {"uri": quote(PurePath(row["file"]).as_posix())},
                        "region": {"startLine": max(row["row"], 1)},
                    }
                }
            ],
            "properties": {
                key: row[key]
                for key in ("match", "rack", "shot", "player", "verdict", "edition", "clauses", "recorded", "ruled")
            },
        }
        for row in found.iter_rows(named=True)
    ]
    rules = [
        {
            "id": check.code,
            "shortDescription": {"text": check.title},
            "fullDescription": {"text": check.explanation},
            "help": {"text": "\n".join(f"{verdict}: {VERDICTS[verdict]}." for verdict in check.verdicts)},
        }
        for check in CHECKS
    ]
    driver = {"name": "tenball-stats", "version": __version__, "rules": rules}
    document = {
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{"tool": {"driver": driver}, "columnKind": "unicodeCodePoints", "results": results}],
    }
    return json.dumps(document, ensure_ascii=False, indent=2)
