"""Python's work beside DuckDB's: what a command needs later is loaded while DuckDB opens a file or counts."""

import contextlib
import importlib
import sys
import threading
from collections.abc import Callable, Iterator

_TURN = 0.0005
"""Seconds after which a thread lets another one go on: Python's own 0.005 would be waited for after every query."""


@contextlib.contextmanager
def meanwhile(work: Callable[[], object]) -> Iterator[None]:
    """Do some work in a thread of its own while what is inside is done; both have ended after it.

    Args:
        work: loads what is kept where it is loaded. What goes wrong there is not said: whoever needs it loads it again,
            and says so.
    """

    def quietly() -> None:
        with contextlib.suppress(Exception):
            work()

    thread = threading.Thread(target=quietly, name="meanwhile")
    before = sys.getswitchinterval()
    sys.setswitchinterval(_TURN)
    thread.start()
    try:
        yield
    finally:
        sys.setswitchinterval(before)
        thread.join()


def loading(*modules: str) -> contextlib.AbstractContextManager[None]:
    """Load modules while what is inside is done; whoever imports one of them there waits for it."""

    def load() -> None:
        for module in modules:
            importlib.import_module(module)

    return meanwhile(load)
