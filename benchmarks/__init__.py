"""Larger logs, and what they cost: see `make bench` and RESULTS.md."""
