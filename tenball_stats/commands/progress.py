"""What is being done, on standard error while it is done."""

import contextlib
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.status import Status


class Silent:
    """Progress where nobody watches."""

    def update(self, status: str) -> None:
        """Say nothing."""


@contextlib.contextmanager
def progress() -> "Iterator[Status | Silent]":
    """Show what is being done on standard error while it is done, if that is a terminal."""
    if not sys.stderr.isatty():
        yield Silent()
        return
    from rich.console import Console

    with Console(stderr=True, highlight=False, markup=False).status("") as status:
        yield status
