"""One step ahead: the next of several things is made while one is being used."""

import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import TypeVar

T = TypeVar("T")


_TURN = 0.0005
"""Seconds after which a thread that runs Python lets another one go on that waits to."""


@contextmanager
def ahead(items: Iterator[T]) -> Iterator[Iterator[T]]:
    """Give what an iterator gives, in its order, the next always being made in another thread meanwhile.

    The first is begun at once. What is raised while one is made is raised where it is taken. There are at most two at
    a time in memory, the one in use and the next. It pays because Polars, NumPy and DuckDB let other threads work
    while they do.
    """
    end = object()

    def make() -> object:
        return next(items, end)

    with ThreadPoolExecutor(max_workers=1, thread_name_prefix="ahead") as other, _taking_turns():
        coming = other.submit(make)

        def made() -> Iterator[T]:
            nonlocal coming
            while (item := coming.result()) is not end:
                coming = other.submit(make)
                yield item  # type: ignore[misc]  # it is not the end
                del item  # or it would be in memory beside the two

        yield made()


@contextmanager
def _taking_turns() -> Iterator[None]:
    """Let threads take shorter turns inside than Python's own 0.005 s.

    Whoever stores a part asks DuckDB for something dozens of times, and after each would wait a whole turn of whoever
    is looking for findings meanwhile.
    """
    before = sys.getswitchinterval()
    sys.setswitchinterval(_TURN)
    try:
        yield
    finally:
        sys.setswitchinterval(before)
