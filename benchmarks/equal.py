"""Is it the same ruling by every way there is? `python -m benchmarks.equal --strokes 1000000`

On generated strokes, all of them distinct play (no stroke is composed from a pool):

1. the interpreted replay and the compiled one: every column of the trace, every row;
2. the replay of the whole log and each stroke judged by itself from its own position;
3. the same with the stroke told in words, as `tenball rule` takes it: once for each distinct telling.

Prints JSON, and ends with 1 where anything differs.
"""

import argparse
import json
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np

from benchmarks.generate import SEED, write
from tenball_stats.log import Log, read_logs
from tenball_stats.replay import compiled, rulings
from tenball_stats.replay.follow import BLANKS, Record, Trace, follow, state_at, stroke_at
from tenball_stats.replay.single import FactError, _position
from tenball_stats.rules import Edition
from tenball_stats.rules.judge import LOST_ON_FOULS, PUSH, PUSH_OPEN, SAFETY, Ruling, State, Stroke, judge
from tenball_stats.terms import (
    ACT_BIT,
    CALL_MEANT,
    CALL_NOTHING,
    CALL_SPOKEN,
    CUE,
    KINDS,
    POCKETS,
    RULING_UNRECORDED,
    balls_of,
)

SAME = (
    "fouls", "unlisted", "next_player", "hand", "option", "spotted", "table", "in_a_row", "end", "why", "assumed",
    "before", "put_back", "is_push", "call_made",
)  # fmt: skip
"""Fields of a ruling that the trace of a replay holds too."""

Columns = dict[str, Any]


def compare(log: Log) -> dict[str, int]:
    """Return how many strokes were held against each other, and how many differ, by every way."""
    found = {"strokes": 0, "compiled": 0, "by itself": 0, "told": 0, "in words": 0}
    tellings: set[tuple[Any, ...]] = set()
    for edition, rows in rulings.by_edition(log, rulings.editions_of(log)):
        columns = rulings._record(log, rows)
        record, trace = _interpreted(edition, columns)
        found["strokes"] += int(columns["is_stroke"].sum())
        found["compiled"] += _compiled_differs(edition, columns, trace)
        for row in _ruled_by_the_judge(record, trace):
            state, stroke = state_at(record, trace, row), stroke_at(record, row)
            expected = [getattr(trace, name)[row] for name in SAME]
            found["by itself"] += _fields(judge(edition.rules, state, stroke)) != expected
            telling = _telling(edition, state, stroke)
            if telling is None or telling in tellings:
                continue
            tellings.add(telling)
            told = _in_words(edition, state, stroke)
            if told is not None:
                found["told"] += 1
                found["in words"] += not _same_outcome(told, judge(edition.rules, state, stroke), state, stroke)
    return found


def _interpreted(edition: Edition, columns: Columns) -> tuple[Record, Trace]:
    """Follow a record as the source stands, whatever its size."""
    rows = len(columns["player"])
    record = Record(**{name: column.tolist() for name, column in columns.items()})
    trace = Trace(**{name: [blank] * rows for name, blank in BLANKS.items()})
    follow(edition.rules, record, trace)
    return record, trace


def _compiled_differs(edition: Edition, columns: Columns, trace: Trace) -> int:
    """Return the number of rows in which the compiled replay says anything else."""
    found = compiled.followed_compiled(edition.rules, columns)
    differs = np.zeros(len(columns["player"]), dtype=bool)
    for name, column in trace._asdict().items():
        differs |= found[name] != np.array(column, dtype=np.int64)
    return int(differs.sum())


def _ruled_by_the_judge(record: Record, trace: Trace) -> Iterator[int]:
    """Yield the strokes whose trace is the judge's own, and no event (a concession, a rerack) wrote over it."""
    for row, is_stroke in enumerate(record.is_stroke):
        if is_stroke and trace.end[row] <= LOST_ON_FOULS:
            yield row


def _fields(ruling: Ruling) -> list[int]:
    return [getattr(ruling, name) for name in SAME]


def _telling(edition: Edition, state: State, stroke: Stroke) -> tuple[Any, ...] | None:
    """Return what tells a stroke from others once it is told in words; None where words do not hold it."""
    if stroke.ruling != RULING_UNRECORDED or stroke.potted & stroke.off:
        return None  # a single stroke is told as it happened, without what was ruled
    player, count = stroke.player, state.fouls >> 2 * stroke.player & 3
    warned = state.warned >> player & 1
    if not state.table or (warned and not state.warnings_recorded):
        return None  # an empty table has no words, and whoever tells of a warning would tell of a missing one too
    return edition.id, state.players, state.warnings_recorded, state.table, count, warned, state.push_open, stroke[1:]


def _in_words(edition: Edition, state: State, stroke: Stroke) -> Ruling | None:
    """Rule a stroke as `tenball rule` would be told it; None where that refuses it, as facts that cannot be."""
    names = {ball: str(ball) for ball in range(1, 11)}
    fell = [
        f"{names[ball]}@{POCKETS[code - 1]}" if (code := stroke.pockets >> 4 * ball & 15) else names[ball]
        for ball in sorted(balls_of(stroke.potted), key=lambda ball: ball != stroke.potted_first)
    ]
    fell += ["cue"] if stroke.potted & CUE else []
    left = [*map(str, balls_of(stroke.off)), *(["cue"] if stroke.off & CUE else [])]
    facts: dict[str, Any] = {
        "kind": "break" if stroke.is_break else "shot" if KINDS[stroke.kind] == "break" else KINDS[stroke.kind],
        "players": state.players,
        "on_table": " ".join(map(str, balls_of(state.table))),
        "fouls": str(state.fouls >> 2 * stroke.player & 3),
        "warned": ("y" if state.warned >> stroke.player & 1 else "n") if state.warnings_recorded else None,
        "push_open": "y" if state.push_open == PUSH_OPEN else "n",
        "called": None if stroke.is_break or stroke.kind in (PUSH, SAFETY) else _call(stroke),
        "first": str(stroke.first) if stroke.first >= 0 else None,
        "rail": "yn"[1 - stroke.rail] if stroke.rail >= 0 else None,
        "rails": str(stroke.rails) if stroke.is_break and stroke.rails >= 0 else None,
        "potted": " ".join(fell) if stroke.potted_known else "?",
        "off": " ".join(left),
        "acts": " ".join(name for name, bit in ACT_BIT.items() if stroke.acts & bit),
    }
    try:
        return judge(edition.rules, *_position(facts))
    except FactError:
        return None


def _call(stroke: Stroke) -> str | None:
    if stroke.call_type == CALL_NOTHING:
        return "-"
    if stroke.call_type not in (CALL_MEANT, CALL_SPOKEN):
        return None
    pocket = f"@{POCKETS[stroke.call_pocket - 1]}" if stroke.call_pocket else ""
    return f"{'~' if stroke.call_type == CALL_MEANT else ''}{stroke.call_ball}{pocket}"


def _same_outcome(told: Ruling, ruling: Ruling, state: State, stroke: Stroke) -> bool:
    """Say whether two rulings are one; told in words the shooter is the first player, and a table is as it stands."""
    past_push = stroke.kind == PUSH and state.push_open not in (0, PUSH_OPEN)  # of which words know nothing

    def seat(player: int) -> int:
        return player if player < 0 else (player - stroke.player) % state.players

    moved = ruling._replace(next_player=seat(ruling.next_player), winner=seat(ruling.winner))
    left_out = {"why": 0} if past_push else {}
    return told._replace(**left_out) == moved._replace(**left_out)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", maxsplit=1)[0])
    parser.add_argument("--strokes", type=lambda text: int(float(text)), default=1_000_000)
    parser.add_argument("--seed", type=int, default=SEED + 1)
    asked = parser.parse_args()
    began = time.process_time()
    with TemporaryDirectory() as folder:
        path = Path(folder) / "log.csv"
        write(path, asked.strokes, asked.seed, pool=asked.strokes)
        log = read_logs([path])
    found = compare(log)
    differ = found["compiled"] + found["by itself"] + found["in words"]
    print(json.dumps(found | {"differ": differ, "cpu": round(time.process_time() - began, 1)}))
    sys.exit(1 if differ else 0)


if __name__ == "__main__":
    main()
