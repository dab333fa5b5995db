"""``tenball`` itself: which commands there are, and what becomes of an error.

Nothing heavy is imported here: a command's module is loaded when that command is called, and the list that
``tenball --help`` prints is the table below.
"""

import contextlib
import gc
import importlib
import os
import signal
import sys
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import FrameType
from typing import Any, NoReturn

import click

from tenball_stats import __version__
from tenball_stats.errors import TenballError

COMMANDS = {
    "replay": "Rule every stroke of a log by an edition.",
    "audit": "Hold the recorded rulings against an edition.",
    "explain": "Say why one stroke is ruled as it is.",
    "compare": "Show what two editions rule differently.",
    "rule": "Rule one stroke without a log.",
    "check": "Read and replay logs without storing anything.",
    "fmt": "Write a log in its canonical form.",
    "map": "Propose a map from a file's words to those of the format.",
    "ingest": "Read logs into a database.",
    "rejects": "List what was left out of the database, and why.",
    "history": "Show the versions of a match and who changed what.",
    "amend": "Put right a row or a fact of a match.",
    "withdraw": "Take a match out that should not be there.",
    "restore": "Bring back a match that was taken out.",
    "prefer": "Let another recorder's record of a match count.",
    "players": "Show and keep the register of players.",
    "reruled": "Show what would be ruled otherwise today.",
    "stats": "Print a statistic of a database or a log.",
    "chart": "Draw a statistic as a picture.",
    "player": "Print the page of one player.",
    "league": "Print standings, leaders and matches.",
    "ratings": "Fit ratings to results; the chances of a race.",
    "editions": "List, show and compare the rule editions.",
    "export": "Write what a database holds to files.",
    "rebuild": "Make the database again from its stored files.",
    "db": "Check and look after a database.",
}
"""Every command, in the order of ``--help``: its name, which is also its module's, and its one-line help."""

INTERRUPTED = 130
"""Exit status after Ctrl-C, as shells have it: 128 + SIGINT."""

OBJECTS = 200_000
"""So many new objects make the interpreter look for garbage, instead of 700.

Loading libraries makes hundreds of thousands that all stay: to look through them again and again takes a short command
a tenth of its time. A long command works on columns, which are few objects, and is looked through all the same.
"""

IDLE = {"OPENBLAS_THREAD_TIMEOUT": "4"}
"""Environment in which threads that have nothing to do sleep at once.

Those that numpy's and scipy's linear algebra starts as it is loaded would turn for a tenth of a second, waiting for
work that few commands have, on the cores that DuckDB counts on. The variable is OpenBLAS's: the power of two of ticks
that they turn.
"""

SPARING = {"_RJEM_MALLOC_CONF": "narenas:2"}
"""Environment in which Polars keeps less of the memory that is free.

Its allocator, jemalloc, has four pools for each core by default, each with free memory of its own; two do for the three
threads that a large log is stored by: 30 MB less of 720, and no slower (measured with two cores). Polars adds what is
said here to what it tells its allocator itself.
"""

READER_GONE = 141
"""Exit status when the reader of the output has left, as shells have it: 128 + SIGPIPE."""


@contextlib.contextmanager
def _reader_may_leave() -> Iterator[None]:
    """End quietly when whoever read the output has left, as ``tenball … | head`` does."""
    try:
        yield
    except BrokenPipeError:
        raise click.exceptions.Exit(READER_GONE) from None


class LazyGroup(click.Group):
    """The commands whose module exists in this version, each loaded on its first call."""

    def make_context(
        self, info_name: str | None, args: list[str], parent: click.Context | None = None, **extra: Any
    ) -> click.Context:
        """Read the command line; ``--help`` and ``--version`` print and end here."""
        with _reader_may_leave():
            return super().make_context(info_name, args, parent, **extra)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command that was asked for."""
        with _reader_may_leave():
            return super().invoke(ctx)

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature
        """Return the names of the commands that are there, in the order of the table."""
        here = Path(__file__).parent
        return [name for name in COMMANDS if (here / f"{name}.py").exists()]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Load a command; None where there is none of that name."""
        if cmd_name not in self.list_commands(ctx):
            return None
        command = importlib.import_module(f"tenball_stats.commands.{cmd_name}").command
        if not isinstance(command, click.Command):
            raise TypeError(f"commands/{cmd_name}.py: `command` is no click command")
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command that was asked for; for an unknown one name the nearest."""
        names = self.list_commands(ctx)
        if args[0] in names or args[0].startswith("-") or ctx.resilient_parsing:
            return super().resolve_command(ctx, args)
        import difflib

        near = difflib.get_close_matches(args[0].lower(), names, n=2, cutoff=0.5)
        hint = f"Did you mean {' or '.join(near)}?" if near else f"There are {', '.join(names)}."
        raise click.UsageError(f"There is no command {args[0]!r}. {hint}", ctx)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of commands from the table alone."""
        rows = [(name, COMMANDS[name]) for name in self.list_commands(ctx)]
        if rows:
            with formatter.section("Commands"):
                formatter.write_dl(rows)

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[Any]:
        """Complete a command's name from the table alone."""
        from click.shell_completion import CompletionItem

        names = [name for name in self.list_commands(ctx) if name.startswith(incomplete)]
        return [CompletionItem(name, help=COMMANDS[name]) for name in names] + click.Command.shell_complete(
            self, ctx, incomplete
        )


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, prog_name="tenball", message="%(prog)s %(version)s")
def tenball() -> None:
    """Match-log analytics for ten-ball.

    Logs of strokes are replayed under the rule book they were played by, stored in DuckDB, and made into
    statistics and charts.
    """


def run(args: Sequence[str]) -> int:
    """Run ``tenball`` with these arguments and return its exit status.

    0 is success, 1 is left to commands that report findings, 2 means that the request, a log, an edition or a
    database would not do; the reason is then on standard error.
    """
    with _interrupts() as stopped:
        try:
            return _run(args)
        except Exception as error:
            if stopped:
                return _complain("stopped", INTERRUPTED)
            if isinstance(error, TenballError):
                return _complain(str(error), error.exit_code)
            raise


@contextlib.contextmanager
def _interrupts() -> Iterator[list[int]]:
    """Keep note of Ctrl-C: a library that is interrupted may make an error of its own out of it, as DuckDB does."""
    seen: list[int] = []
    if threading.current_thread() is not threading.main_thread():
        yield seen
        return

    def note(number: int, frame: FrameType | None) -> None:
        seen.append(number)
        signal.default_int_handler(number, frame)

    before = signal.signal(signal.SIGINT, note)
    try:
        yield seen
    finally:
        signal.signal(signal.SIGINT, before)


def _run(args: Sequence[str]) -> int:
    """Run ``tenball``; what the user can put right becomes a message and an exit status."""
    try:
        status = tenball.main(list(args), prog_name="tenball", standalone_mode=False)
        sys.stdout.flush()
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.format_message(), err=True)
        return 2
    except click.ClickException as error:
        return _complain(_worded(error))
    except BrokenPipeError:
        return READER_GONE
    except (KeyboardInterrupt, click.Abort):
        return _complain("stopped", INTERRUPTED)
    except OSError as error:
        if error.filename is None or error.strerror is None:
            raise
        return _complain(f"{error.filename}: {error.strerror}")
    return status if isinstance(status, int) else 0


def main() -> NoReturn:
    """Run the command of the command line and leave with its exit status: the entry point of ``tenball``."""
    gc.set_threshold(OBJECTS)
    for name, value in (IDLE | SPARING).items():
        os.environ.setdefault(name, value)
    status = run(sys.argv[1:])
    if status == READER_GONE:
        # The interpreter writes out what is left in the buffer as it ends, and would complain about it.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    # Nor is there anything to be had from a last look for garbage: all of it is gone with the process.
    gc.freeze()
    sys.exit(status)


def _worded(error: click.ClickException) -> str:
    """Word one of click's own errors, with the place where help is to be had."""
    message = error.format_message()
    if isinstance(error, click.UsageError) and error.ctx is not None:
        message += f"\nTry '{error.ctx.command_path} --help'."
    return message


def _complain(message: str, status: int = 2) -> int:
    """Print the reason on standard error; return the exit status.

    A name out of a log may hold what moves a terminal's cursor; it is shown and not obeyed.
    """
    shown = "".join(char if char.isprintable() or char in "\n\t" else "�" for char in message)
    click.echo(f"tenball: {shown}", err=True)
    return status
