"""Whose turn it is to open a database: those who came first, so that many readers do not keep a writer out for ever.

Whoever wants to open a database takes the turn, opens it, and gives the turn on. A writer keeps it while readers who
were there before finish; readers who come later wait behind. It is a lock on an empty file in the user's cache, one for
each database; where there can be none, it goes without.
"""

import contextlib
import hashlib
import os
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

_PAUSE = 0.02


@contextlib.contextmanager
def turn(name: str, until: float, on_pause: Callable[[], None] = lambda: None) -> Iterator[None]:
    """Hold the turn at a database; when it has not come by `until` (`time.monotonic`) go on without it.

    Args:
        name: path of the database.
        until: when to wait no longer.
        on_pause: called now and then while waiting.
    """
    file = _file_of(name)
    if file is None:
        yield
        return
    try:
        while not _taken(file) and time.monotonic() < until:
            on_pause()
            time.sleep(_PAUSE)
        yield
    finally:
        os.close(file)


def _file_of(name: str) -> int | None:
    """Open the file that stands for a database; None where there can be none."""
    if sys.platform == "win32":
        return None
    import platformdirs

    try:
        folder = Path(platformdirs.user_cache_path("tenball-stats")) / "turns"
        folder.mkdir(parents=True, exist_ok=True)
        key = hashlib.sha256(os.path.realpath(name).encode(errors="surrogateescape")).hexdigest()[:24]
        return os.open(folder / key, os.O_RDWR | os.O_CREAT | getattr(os, "O_CLOEXEC", 0), 0o600)
    except OSError:
        return None


def _taken(file: int) -> bool:
    import fcntl

    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:
        # A file system without such locks.
        return True
    return True
