"""The machine that a benchmark ran on, in a few words."""

import os
import platform
import re
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

PACKAGES = ("duckdb", "polars", "numpy", "numba", "pyarrow", "pokerkit", "chess")


def machine() -> dict[str, str]:
    """Return what there is to say of it, name -> text."""
    return {
        "Processor": f"{_processor()}, {len(os.sched_getaffinity(0))} of {os.cpu_count()} cores",
        "Memory": f"{os.sysconf('SC_PAGE_SIZE') * os.sysconf('SC_PHYS_PAGES') / 2**30:.0f} GB",
        "System": f"{platform.system()} {platform.release()}, {platform.machine()}",
        "Python": platform.python_version(),
        "Packages": ", ".join(f"{name} {_version(name)}" for name in PACKAGES),
    }


def load() -> float:
    """Return how many processes wanted to run, on average over the last minute."""
    return os.getloadavg()[0]


def _processor() -> str:
    info = Path("/proc/cpuinfo")
    found = (
        re.search(r"^model name\s*:\s*(.+)$", info.read_text(encoding="utf-8"), re.MULTILINE) if info.exists() else None
    )
    return found[1] if found else platform.processor() or "unknown"


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return "(none)"
