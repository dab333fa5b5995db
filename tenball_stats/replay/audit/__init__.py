"""Recorded rulings held against an edition: what the record gets wrong, and how sure that is."""

from tenball_stats.replay.audit.audit import FIELDS, audit
from tenball_stats.replay.audit.catalogue import CHECKS, VERDICTS, Check

__all__ = ["CHECKS", "FIELDS", "VERDICTS", "Check", "audit"]
