"""A rack in a few words: rows of a log written as in `play("es", "A break first=1 rails=6", "B push first=0 rail=n")`.

A row is the player, the kind and cells as `column=value`; a blank in a value is written `+` (`potted=4@hr+cue@fl`).
Rows stand in match `m`, rack 1, unless they say `match=` or `rack=`.
"""

import csv
import io
import tempfile
from functools import lru_cache
from pathlib import Path
from typing import Any

import polars as pl

from tenball_stats.log import Log, read_logs
from tenball_stats.replay import FIELDS, replay

DRY = "A break first=1 rails=6"
"""A lawful break that pockets nothing: B is at the table, and a push-out is open."""

SIX = "A break first=1 rails=6 potted=6@fl"
"""A lawful break that pockets the 6: A plays on, and a push-out is open."""

MISS = "B shot called=1@fl first=0 rail=y"
"""A foul of B that changes nothing on the table."""

SAFE = "A safety called=- first=1 rail=y"
"""A lawful stroke of A that changes nothing on the table."""


def left(*balls: int, player: str = "A", rack: int = 1) -> str:
    """Return the row that joins a rack in which only these balls are still on the table."""
    down = "+".join(str(ball) for ball in range(1, 11) if ball not in balls)
    return f"{player} resume rack={rack} potted={down}"


def rows(*words: str, players: str = "A|B", **match: object) -> list[dict[str, str]]:
    """Return the rows of a log; `match` are match columns, written on the first row of each match."""
    table = []
    seen = set()
    for text in words:
        player, kind, *cells = text.split()
        row = {"match": "m", "rack": "1", "player": player, "kind": kind}
        for cell in cells:
            column, value = cell.split("=", 1)
            row[column] = value.replace("+", " ")
        if row["match"] not in seen:
            row |= {"players": players, **{name: str(value) for name, value in match.items()}} | row
        seen.add(row["match"])
        table.append(row)
    return table


def as_csv(table: list[dict[str, str]], delimiter: str = ",") -> str:
    """Return rows as the text of a CSV file."""
    columns = list(dict.fromkeys(name for row in table for name in row))
    out = io.StringIO()
    writer = csv.DictWriter(out, columns, restval="", delimiter=delimiter, lineterminator="\n")
    writer.writeheader()
    writer.writerows(table)
    return out.getvalue()


@lru_cache(maxsize=512)
def read(text: str) -> Log:
    """Read the text of a CSV file as a log."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "log.csv"
        path.write_text(text, encoding="utf-8")
        return read_logs([path])


def frame(edition: Any, /, *words: str, players: str = "A|B", **match: object) -> pl.DataFrame:
    """Replay rows under an edition (its id, its file, or an `Edition`); return the frame with its trace."""
    return replay(read(as_csv(rows(*words, players=players, **match))), edition)


def play(edition: Any, /, *words: str, players: str = "A|B", **match: object) -> list[dict[str, Any]]:
    """Replay rows under an edition; return the records of the replay output, one for each stroke."""
    return frame(edition, *words, players=players, **match).select(FIELDS).to_dicts()


def last(edition: Any, /, *words: str, players: str = "A|B", **match: object) -> dict[str, Any]:
    """Replay rows under an edition; return the record of the last stroke."""
    return play(edition, *words, players=players, **match)[-1]


def said(record: dict[str, Any], **expected: object) -> None:
    """Hold fields of a record against what is expected, all at once, so that a failure shows every one."""
    assert {name: record[name] for name in expected} == expected
