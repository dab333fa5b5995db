"""Two editions over one log: which strokes, racks and matches they rule differently, and on which points."""

from tenball_stats.replay.compare.compare import compare, differences
from tenball_stats.replay.compare.comparison import (
    Cause,
    Comparison,
    Difference,
    MatchResult,
    RackResult,
    Remark,
)

__all__ = ["Cause", "Comparison", "Difference", "MatchResult", "RackResult", "Remark", "compare", "differences"]
