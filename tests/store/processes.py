"""Commands in processes of their own, which can be killed, held up and starved; started in a moment.

A server process imports what the commands need, once; each command is a fork of it.
"""

import contextlib
import io
import multiprocessing as mp
import os
import signal
import sys
import time
from collections.abc import Callable, Sequence
from multiprocessing.context import ForkServerContext, ForkServerProcess
from pathlib import Path

PRELOADED = [
    "tenball_stats.commands.main",
    "tenball_stats.commands.ingest",
    "tenball_stats.log.log",
    "tenball_stats.log.again",
    "tenball_stats.replay",
    "tenball_stats.stats.catalogue",
    "tenball_stats.stats.query",
    "tenball_stats.show.statistics",
    "tenball_stats.store.ingest",
    "tenball_stats.store.renew",
    "tenball_stats.store.check",
    "duckdb",
    "polars",
    "pyarrow",
]
_CONTEXT: list[ForkServerContext] = []


def _context() -> ForkServerContext:
    if not _CONTEXT:
        context = mp.get_context("forkserver")
        context.set_forkserver_preload(PRELOADED)
        _CONTEXT.append(context)
    return _CONTEXT[0]


def start(work: Callable[..., None], *args: object) -> ForkServerProcess:
    """Start a function in a process of its own."""
    process = _context().Process(target=work, args=args)
    process.start()
    return process


def command(args: Sequence[str], printed: str = "", prepare: Callable[[], None] | None = None) -> None:
    """Run `tenball ARGS…` and end with its exit status; what it prints goes into a file."""
    from tenball_stats.commands.main import run

    if prepare is not None:
        prepare()
    out = Path(printed).open("w", encoding="utf-8") if printed else io.StringIO()  # noqa: SIM115
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out):
        status = run(list(args))
    out.flush()
    os._exit(status)


def tenball(*args: object) -> ForkServerProcess:
    """Start `tenball ARGS…`."""
    return start(command, [str(arg) for arg in args])


def killed(process: ForkServerProcess, after: float) -> bool:
    """Kill a process after so many seconds; return whether it was still at work."""
    process.join(after)
    alive = process.exitcode is None
    if alive:
        with contextlib.suppress(ProcessLookupError):
            os.kill(process.pid or 0, signal.SIGKILL)
    process.join()
    return alive


def timed(*args: object) -> float:
    """Run `tenball ARGS…` to its end and return how many seconds it took."""
    began = time.monotonic()
    process = tenball(*args)
    process.join()
    if process.exitcode:
        sys.stderr.write(f"{args} ended with {process.exitcode}\n")
    return time.monotonic() - began
