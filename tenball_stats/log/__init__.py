"""What was written down: reading shot logs of every format into one frame, or saying what is wrong with them."""

from tenball_stats.log.log import Log, read_logs
from tenball_stats.log.problems import LogRefused, Problem

__all__ = ["Log", "LogRefused", "Problem", "read_logs"]
