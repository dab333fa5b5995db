"""The replay compiled: the very functions of `judge` and `follow`, turned into machine code by numba.

There is one source. Compiling takes seconds and loading numba half a second, so that small logs run interpreted; what
was compiled is kept in the user's cache folder, under a name that changes with the source, the Python and numba.
"""

import importlib.util
import sys
from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from types import FunctionType
from typing import Any

import numpy as np

from tenball_stats import terms
from tenball_stats.replay.follow import BITS, BLANKS, Record, Trace
from tenball_stats.rules import switches
from tenball_stats.rules.judge import Rules

ROWS = 150_000
"""From so many rows on compiling pays: below it, loading numba takes longer than the whole replay interpreted."""

LOADED = 2_000
"""The same once it is loaded: the way there and back costs as much as so many rows interpreted."""

JUDGE = ("count_of", "opening", "_foul", "judge", "advance")
FOLLOW = ("stroke_at", "_turn", "_changed", "_event", "follow")
"""The functions compiled, each after those it calls."""

_JUDGE = import_module("tenball_stats.rules.judge")
_FOLLOW = import_module("tenball_stats.replay.follow")
# By name, since the packages export functions of the same names as these modules.

Ints = np.ndarray[Any, np.dtype[np.int64]]
Columns = dict[str, np.ndarray[Any, Any]]


def pays(rows: int) -> bool:
    """Say whether a log of so many rows is replayed faster compiled, and can be."""
    return rows >= (LOADED if _follow.cache_info().currsize else ROWS) and _can()


def get_ready(rows: int) -> None:
    """Load what is compiled, where that pays for so many rows altogether, which will come in parts."""
    if rows >= ROWS and _can():
        _follow()


def _can() -> bool:
    return importlib.util.find_spec("numba") is not None


def blank_trace(rows: int) -> Columns:
    """Return the columns of a trace of so many rows on which there is nothing to say."""
    return {name: np.full(rows, blank, dtype=f"i{BITS[name] // 8}") for name, blank in BLANKS.items()}


def followed_compiled(rules: Rules, columns: Mapping[str, Ints]) -> Columns:
    """Follow a record in machine code.

    Args:
        rules: the edition.
        columns: the columns of `Record`, as 64-bit integers.

    Returns:
        The columns of `Trace`.
    """
    trace = blank_trace(len(columns["player"]))
    record = Record(**{name: _read_only(columns[name]) for name in Record._fields})  # type: ignore[arg-type]
    _follow()(rules, record, Trace(**trace))  # type: ignore[arg-type]
    return trace


def _read_only(column: Ints) -> Ints:
    """Return a column as an array of the one type that is compiled for: 64 bits, together, not to be written."""
    view = np.ascontiguousarray(column, dtype=np.int64).view()
    view.flags.writeable = False
    return view


@cache
def _follow() -> Callable[[Rules, Record, Trace], None]:
    """Return `follow` compiled, from the cache folder where this version of it is there."""
    import numba
    from platformdirs import user_cache_path

    _load_without_blas()

    numba.config.CACHE_DIR = str(user_cache_path("tenball-stats", appauthor=False) / _version(numba.__version__))  # type: ignore[attr-defined]
    space: dict[str, Any] = {}
    for module, names in ((_JUDGE, JUDGE), (_FOLLOW, FOLLOW)):
        for name in names:
            function = getattr(module, name)
            # A copy that finds the compiled functions under the names of the interpreted ones.
            copy = FunctionType(function.__code__, {**module.__dict__, **space}, name, function.__defaults__)
            copy.__module__ = function.__module__
            copy.__qualname__ = function.__qualname__
            space[name] = numba.njit(copy, cache=name == "follow", nogil=True)
    return space["follow"]  # type: ignore[no-any-return]


def _load_without_blas() -> None:
    """Load numba's arrays without the linear algebra of scipy, which nothing here needs and takes as long as numba."""
    hidden = "scipy.linalg" not in sys.modules
    if hidden:
        sys.modules["scipy.linalg"] = None  # type: ignore[assignment]
    try:
        import_module("numba.np.arraymath")
    finally:
        if hidden:
            del sys.modules["scipy.linalg"]


def _version(numba_version: str) -> str:
    """Return a name for the compiled code that changes with everything that went into it."""
    import hashlib
    import inspect

    sources = [Path(inspect.getfile(module)).read_bytes() for module in (terms, switches, _JUDGE, _FOLLOW)]
    return hashlib.sha256(b"".join([*sources, sys.version.encode(), numba_version.encode()])).hexdigest()[:16]
