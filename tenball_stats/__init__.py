"""Match-log analytics for ten-ball: logs read, strokes replayed under a named rule book, results stored and charted."""

__version__ = "0.1.0"
