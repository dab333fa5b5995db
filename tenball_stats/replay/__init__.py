"""A record followed through the rules: rulings for every stroke, and what the record gets wrong."""

from tenball_stats.replay.rulings import FIELDS, ReplayError, editions_of, replay, rule_log

__all__ = ["FIELDS", "ReplayError", "editions_of", "replay", "rule_log"]
