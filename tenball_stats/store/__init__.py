"""The store: matches, strokes and rulings in one DuckDB file, each row with the file and line it came from."""

from tenball_stats.store.database import Database, StoreRefused, open_database

__all__ = ["Database", "StoreRefused", "open_database"]
