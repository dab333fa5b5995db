"""Where the balls were before a stroke and after it, as far as the record says."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from tenball_stats.terms import POCKETS, balls_of

CUE_BALL = 0
"""The cue ball's number among the places of a position."""

Place = tuple[float, float]
"""Metres from the head-left corner of the playing surface: across, and towards the foot."""

SIZES = {7: (0.99, 1.98), 8: (1.12, 2.24), 9: (1.27, 2.54)}
"""Playing surface in metres, across and lengthwise, by the table's feet."""

RADIUS = 0.028575
"""Radius of a ball in metres."""

_FEET = re.compile(r"(?<!\d)([789])(?:[.,]0)?\s*(?:-\s*)?(?:ft|foot|feet|fuß|'|′|футов|ф\b|pies)", re.IGNORECASE)


@dataclass(frozen=True)
class Position:
    """The balls on the table, and the places of those whose place is recorded (the cue ball is number 0).

    `in_hand` says that the cue ball may be placed; None where that is not known.
    """

    balls: list[int]
    places: dict[int, Place]
    in_hand: bool | None

    @property
    def placed(self) -> list[int]:
        """The object balls whose place is recorded."""
        return sorted(ball for ball in self.places if ball != CUE_BALL)

    @property
    def drawable(self) -> bool:
        """Whether the record says where the object balls lay (or that there was none)."""
        return bool(self.placed) or (not self.balls and CUE_BALL in self.places)


@dataclass(frozen=True)
class Fallen:
    """A ball that went down (0 the cue ball), and the pocket; None where that is not recorded."""

    ball: int
    pocket: str | None


def position(cells: Mapping[str, Any], on_table: int, in_hand: bool | None) -> Position:
    """Return the position before a stroke.

    Args:
        cells: the stroke's row of the log: `layout`, `cue_x`, `cue_y`.
        on_table: the balls on the table, as a mask.
        in_hand: whether the cue ball was in hand.
    """
    places = layout_of(cells["layout"])
    if (cue := _place(cells["cue_x"], cells["cue_y"])) is not None:
        places[CUE_BALL] = cue
    return Position(balls_of(on_table), places, in_hand)


def position_after(
    cells: Mapping[str, Any], following: Mapping[str, Any] | None, on_table: int, cue_gone: bool, in_hand: bool | None
) -> Position:
    """Return the position after a stroke, which the next one was played from.

    Args:
        cells: the stroke's row of the log: `end_x`, `end_y`.
        following: the row of the next stroke of the same attempt; None where there is none.
        on_table: the balls on the table after it, as a mask.
        cue_gone: whether the cue ball was pocketed or left the table.
        in_hand: whether it was in hand after it.
    """
    places = layout_of(following["layout"]) if following is not None else {}
    cue = _place(cells["end_x"], cells["end_y"])
    if cue is None and following is not None and in_hand is False:
        cue = _place(following["cue_x"], following["cue_y"])
    if cue is not None and not cue_gone:
        places[CUE_BALL] = cue
    return Position(balls_of(on_table), places, in_hand)


def table_size(text: str | None, places: Iterable[Place] = ()) -> tuple[float, float]:
    """Return the playing surface, across and lengthwise: as the match's `table` says, larger if balls lay beyond it.

    Without a word on it, nine feet.
    """
    found = _FEET.search(text or "")
    feet = int(found[1]) if found else 9
    seen = list(places)
    for size in (feet, *(other for other in sorted(SIZES) if other > feet)):
        across, along = SIZES[size]
        if all(x <= across + RADIUS and y <= along + RADIUS for x, y in seen):
            return across, along
    return SIZES[9]


def layout_of(text: str | None) -> dict[int, Place]:
    """Return the places of a `layout` as it stands in a log frame, `1:0.635/1.905 2:0.692/2.004`, by ball."""
    places = {}
    for token in (text or "").split():
        ball, _, place = token.partition(":")
        x, _, y = place.partition("/")
        places[int(ball)] = (float(x), float(y))
    return places


def fallen(potted: int, pockets: int) -> list[Fallen]:
    """Return what was pocketed and where, from the masks of a log frame."""
    down = [Fallen(CUE_BALL, _pocket(pockets & 15))] if potted & 1 else []
    return [Fallen(ball, _pocket(pockets >> (4 * ball) & 15)) for ball in balls_of(potted)] + down


def _pocket(code: int) -> str | None:
    return POCKETS[code - 1] if code else None


def _place(x: float | None, y: float | None) -> Place | None:
    return None if x is None or y is None else (x, y)
