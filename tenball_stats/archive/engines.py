"""Who works off an archive: this process, one piece after the other, or Ray, on this machine or a cluster.

Both do the same: `map` calls a function of this package for every piece of work and gives the results as they come, in
no order that could be relied on. A piece may be worked off more than once, where a machine was lost in the middle.
"""

import pickle
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Protocol, TypeVar

from tenball_stats import __version__
from tenball_stats.archive.place import ArchiveRefused

Piece = TypeVar("Piece")
Result = TypeVar("Result")
Job = TypeVar("Job")

ENGINES = ("local", "ray")

OBJECTS = 128 << 20
"""Bytes of a local Ray's object store: only pieces of work and reports pass through it, never the strokes."""

_TRIES = 3

_PATIENCE = 10
"""Seconds within which a machine has to answer."""

_ENVIRONMENT = {
    # A worker is one core's: where each starts a thread for every core, they wait for one another.
    "POLARS_MAX_THREADS": "1",
    "OMP_NUM_THREADS": "1",
    "RAY_USAGE_STATS_ENABLED": "0",
}


class Engine(Protocol):
    """Something that works pieces off."""

    def map(self, function: Callable[[Piece, Job], Result], pieces: Sequence[Piece], job: Job) -> Iterator[Result]:
        """Call `function(piece, job)` for every piece."""


class Local:
    """The process itself: one piece after the other, each on as many cores as Polars and DuckDB can use."""

    def map(self, function: Callable[[Piece, Job], Result], pieces: Sequence[Piece], job: Job) -> Iterator[Result]:
        """Call `function(piece, job)` for every piece."""
        for piece in pieces:
            yield function(piece, job)


class OnRay:
    """Ray Data: a data set of the pieces, mapped by as many workers as there are cores."""

    def map(self, function: Callable[[Piece, Job], Result], pieces: Sequence[Piece], job: Job) -> Iterator[Result]:
        """Call `function(piece, job)` for every piece; a piece whose worker dies is given to another."""
        if not pieces:
            return
        import ray

        rows = [{"piece": pickle.dumps(piece)} for piece in pieces]
        shared = ray.put(pickle.dumps((function, job, __version__)))
        with _quiet():
            data = ray.data.from_items(rows, override_num_blocks=len(rows))
            # A row is a piece, and a piece is work for seconds: each is a task, and nothing is put together.
            mapped = data.map_batches(_call, batch_size=1, batch_format="pyarrow", fn_args=(shared,))
            results = iter(mapped.iter_rows())
            while True:
                try:
                    row = next(results, None)
                except ray.exceptions.RayError as error:
                    raise ArchiveRefused(_why(error)) from error
                if row is None:
                    return
                yield pickle.loads(row["result"])  # noqa: S301 - made by `_call`, on a worker of this run


def _call(batch: Any, shared: Any) -> Any:
    """Work off the pieces of a batch: on a worker."""
    import pyarrow as pa
    import ray

    try:
        function, job, version = pickle.loads(ray.get(shared))  # noqa: S301 - made by `OnRay.map`
    except (ImportError, AttributeError) as error:
        raise RuntimeError(f"this worker's tenball-stats is another one ({error})") from None
    if version != __version__:
        raise RuntimeError(f"this worker has tenball-stats {__version__}, and the replay was started by {version}")
    pieces = [pickle.loads(piece) for piece in batch.column("piece").to_pylist()]  # noqa: S301 - as above
    return pa.table({"result": pa.array([pickle.dumps(function(piece, job)) for piece in pieces], pa.large_binary())})


@contextmanager
def engine(name: str, address: str | None = None) -> Iterator[Engine]:
    """Make an engine ready, and what was started for it end with it.

    Args:
        name: one of `ENGINES`.
        address: of a Ray cluster, `auto` for the one that this machine belongs to; None starts one on this machine.

    Raises:
        ArchiveRefused: Ray is not installed, or there is no cluster at the address.
    """
    if name == "local":
        yield Local()
        return
    with _ray(address):
        yield OnRay()


@contextmanager
def _ray(address: str | None) -> Iterator[None]:
    """Connect to a cluster, or start one on this machine: without dashboard, and telling nobody of it."""
    import os

    # Before Ray is imported, which reads them then.
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")
    # Workers started here for a command are as urgent as the command; Ray would have them yield to everything else.
    os.environ.setdefault("RAY_worker_niceness", "0")
    with _quiet():
        try:
            import ray
            import ray.data
        except ImportError:
            raise ArchiveRefused(
                'the engine ray needs Ray, which is not installed: pip install "tenball-stats[cluster]"'
            ) from None
        if ray.is_initialized():  # by whoever uses this as a library; it is theirs to end
            yield
            return
        _connect(address)
    try:
        yield
    finally:
        ray.shutdown()


def _reached(address: str) -> None:
    """Refuse an address where nobody answers; Ray itself goes on trying for minutes."""
    import re
    import socket

    found = re.fullmatch(r"(?:ray://)?\[?([^/]+?)\]?:(\d{1,5})", address)
    if found is None:
        if address != "auto":
            raise ArchiveRefused(
                f"{address!r} is no address of a Ray cluster; expected auto, or one such as 10.0.0.1:6379"
            )
        return
    try:
        socket.create_connection((found[1], int(found[2])), timeout=_PATIENCE).close()
    except (OSError, OverflowError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise ArchiveRefused(f"there is no Ray cluster at {address}: {reason}") from None


def _connect(address: str | None) -> None:
    """Connect to a cluster, or start one; Ray gives itself half a minute, which a busy machine may need twice."""
    import ray

    if address is not None:
        _reached(address)
    said = {"log_to_driver": False, "logging_level": "ERROR", "runtime_env": {"env_vars": _ENVIRONMENT}}
    for tries_left in reversed(range(_TRIES if address is None else 1)):
        try:
            if address is None:
                ray.init("local", include_dashboard=False, object_store_memory=OBJECTS, **said)
            else:
                ray.init(address, **said)
        except Exception as error:  # noqa: BLE001 - Ray raises bare ones here
            ray.shutdown()
            if tries_left and "timed out" in str(error):
                continue
            reason = str(error).strip().split("\n")[0][:300]
            what = f"there is no Ray cluster at {address}" if address else "Ray cannot be started here"
            raise ArchiveRefused(f"{what}: {reason}") from None
        return


@contextmanager
def _quiet() -> Iterator[None]:
    """Keep what Ray says to programmers, of its own workings and in bars, from the user."""
    import logging
    import sys

    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", module=r"ray\b.*")
        if "ray.data" in sys.modules:
            context = sys.modules["ray.data"].DataContext.get_current()
            context.enable_progress_bars = False
            context.print_on_execution_start = False
            logging.getLogger("ray.data").setLevel(logging.ERROR)
        yield


def _why(error: Exception) -> str:
    """Word why Ray gave up: what the function itself raised, or that workers died again and again."""
    import ray

    cause = error.as_instanceof_cause() if isinstance(error, ray.exceptions.RayTaskError) else error
    if isinstance(cause, ray.exceptions.OutOfMemoryError):
        return "a worker ran out of memory again and again; give it a machine with more memory for each core"
    if isinstance(cause, ray.exceptions.WorkerCrashedError | ray.exceptions.NodeDiedError):
        return "a worker died again and again at the same piece of work; nothing was published"
    lines = [line.strip() for line in str(getattr(error, "cause", None) or cause).strip().splitlines() if line.strip()]
    return f"a worker failed: {lines[-1][:500] if lines else type(error).__name__}; nothing was published"
