"""`tenball` itself: its list of commands, what it loads, and how it ends."""

import ast
import importlib
import os
import re
import shutil
import signal
import subprocess
import sys
import tomllib
import types
from collections.abc import Callable
from pathlib import Path

import click
import pytest

from tenball_stats import __version__
from tenball_stats.commands import main
from tenball_stats.errors import TenballError

ROOT = Path(__file__).parent.parent
THERE = main.tenball.list_commands(click.Context(main.tenball))


def python(code: str, *, cwd: Path = ROOT) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=cwd, check=False)


@pytest.fixture
def add_command(monkeypatch: pytest.MonkeyPatch) -> Callable[[Callable[[], object]], None]:
    """Put a command `trial` beside the others that does what it is given."""

    def add(action: Callable[[], object]) -> None:
        module = types.ModuleType("tenball_stats.commands.trial")
        module.command = click.command("trial")(click.option("--edition")(lambda edition: action()))  # type: ignore[attr-defined]
        monkeypatch.setitem(sys.modules, module.__name__, module)
        monkeypatch.setitem(main.COMMANDS, "trial", "Try something.")
        monkeypatch.setattr(main.LazyGroup, "list_commands", lambda self, ctx: ["replay", "trial"])

    return add


def raising(error: BaseException) -> Callable[[], None]:
    def action() -> None:
        raise error

    return action


def test_help_lists_each_command_that_is_there_with_its_line(run_tenball) -> None:
    ran = run_tenball("--help")
    assert ran.status == 0
    listed = dict(line.split(maxsplit=1) for line in ran.out.split("Commands:\n")[-1].splitlines() if line.strip())
    assert listed == {name: main.COMMANDS[name] for name in THERE}


@pytest.mark.parametrize("name", THERE)
def test_a_commands_own_help_is_the_line_of_the_table(run_tenball, name: str) -> None:
    command = importlib.import_module(f"tenball_stats.commands.{name}").command
    assert run_tenball(name, "--help").out.startswith(f"Usage: tenball {name} ")
    assert command.get_short_help_str(limit=200) == main.COMMANDS[name]
    assert len(main.COMMANDS[name]) <= 70


def test_every_module_with_a_command_is_in_the_table() -> None:
    modules = {path.stem for path in (ROOT / "tenball_stats" / "commands").glob("*.py")}
    with_command = {
        name for name in modules if hasattr(importlib.import_module(f"tenball_stats.commands.{name}"), "command")
    }
    assert with_command == set(THERE)


def test_help_loads_no_command_and_nothing_heavy() -> None:
    ran = python(
        "import sys\n"
        "from tenball_stats.commands.main import run\n"
        "assert run(['--help']) == 0\n"
        "heavy = {'polars', 'duckdb', 'matplotlib', 'pandas', 'scipy', 'numpy', 'pyarrow', 'rich', 'numba'}\n"
        "print('loaded:', sorted(heavy & set(sys.modules)),\n"
        "      sorted(name for name in sys.modules if name.startswith('tenball_stats.')))\n"
    )
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.splitlines()[-1] == (
        "loaded: [] ['tenball_stats.commands', 'tenball_stats.commands.main', 'tenball_stats.errors']"
    )


def test_completion_of_a_commands_name_loads_no_command() -> None:
    ran = python(
        "import os, sys\n"
        "os.environ.update(_TENBALL_COMPLETE='bash_complete', COMP_WORDS='tenball ', COMP_CWORD='1')\n"
        "from tenball_stats.commands.main import run\n"
        "try:\n    run([])\nexcept SystemExit as end:\n    print('ended', end.code, 'polars' in sys.modules)\n"
    )
    assert ran.stdout.splitlines() == [*(f"plain,{name}" for name in THERE), "ended 0 False"]


def test_version(run_tenball) -> None:
    assert run_tenball("--version").out == f"tenball {__version__}\n"


def test_from_a_checkout_and_as_a_module_it_is_the_same_command(tmp_path: Path) -> None:
    for start in (["cli.py"], ["-m", "tenball_stats"]):
        ran = subprocess.run(
            [sys.executable, *start, "--version"], capture_output=True, text=True, cwd=ROOT, check=True
        )
        assert ran.stdout == f"tenball {__version__}\n"


BASE = getattr(sys, "_base_executable", sys.executable)


def test_a_checkout_without_the_packages_says_how_to_get_them(tmp_path: Path) -> None:
    shutil.copy(ROOT / "cli.py", tmp_path)
    ran = subprocess.run([BASE, "-S", "cli.py", "--help"], capture_output=True, text=True, cwd=tmp_path, check=False)
    assert (ran.returncode, ran.stdout) == (2, "")
    assert ran.stderr.startswith("tenball: not installed: click, duckdb,")
    assert ran.stderr.endswith("`make setup` installs what is needed.\n")


def test_the_check_of_a_checkout_names_every_package_that_is_required() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    required = {re.split(r"[<>=~\[; ]", line)[0] for line in project["dependencies"]}
    tree = ast.parse((ROOT / "cli.py").read_text(encoding="utf-8"))
    checked = {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)}
    modules = {{"fpdf2": "fpdf", "python-calamine": "python_calamine"}.get(name, name) for name in required}
    assert modules <= checked


def test_a_checkout_uses_the_environment_that_make_prepared(tmp_path: Path) -> None:
    shutil.copy(ROOT / "cli.py", tmp_path)
    prepared = tmp_path / ".venv" / "bin" / "python"
    prepared.parent.mkdir(parents=True)
    prepared.write_text('#!/bin/sh\necho "prepared: $*"\n')
    prepared.chmod(0o755)
    ran = subprocess.run(
        [BASE, "-S", "cli.py", "stats", "-h"], capture_output=True, text=True, cwd=tmp_path, check=True
    )
    assert ran.stdout == "prepared: cli.py stats -h\n"


def test_the_nearest_command_is_named(run_tenball, add_command) -> None:
    add_command(lambda: None)
    ran = run_tenball("tiral")
    assert (ran.status, ran.out) == (2, "")
    assert ran.err == "tenball: There is no command 'tiral'. Did you mean trial?\nTry 'tenball --help'.\n"


def test_without_a_near_command_all_are_named(run_tenball, add_command) -> None:
    add_command(lambda: None)
    assert "'xyzzy'. There are replay, trial." in run_tenball("xyzzy").err


def test_the_nearest_option_is_named(run_tenball, add_command) -> None:
    add_command(lambda: None)
    ran = run_tenball("trial", "--editon", "ru")
    assert ran.status == 2
    assert "--editon" in ran.err
    assert "'--edition'" in ran.err
    assert ran.err.startswith("tenball: ")
    assert ran.err.endswith("Try 'tenball trial --help'.\n")


def test_an_error_of_the_project_is_its_message_and_status_2(run_tenball, add_command) -> None:
    class EditionError(TenballError):
        pass

    add_command(raising(EditionError("no edition 'xx'; there are es, pl, ru")))
    ran = run_tenball("trial")
    assert (ran.status, ran.out, ran.err) == (2, "", "tenball: no edition 'xx'; there are es, pl, ru\n")


def test_a_file_that_the_system_refuses_is_named(run_tenball, add_command) -> None:
    add_command(lambda: Path("/nowhere/log.csv").read_text())
    ran = run_tenball("trial")
    assert (ran.status, ran.err) == (2, "tenball: /nowhere/log.csv: No such file or directory\n")


def test_a_fault_of_the_program_keeps_its_traceback(run_tenball, add_command) -> None:
    add_command(raising(ZeroDivisionError()))
    with pytest.raises(ZeroDivisionError):
        run_tenball("trial")


def test_the_status_that_a_command_asks_for_is_kept(run_tenball, add_command) -> None:
    add_command(lambda: click.get_current_context().exit(1))
    assert run_tenball("trial").status == 1
    add_command(lambda: None)
    assert run_tenball("trial").status == 0


def test_ctrl_c_is_one_line(run_tenball, add_command) -> None:
    add_command(raising(KeyboardInterrupt()))
    ran = run_tenball("trial")
    assert (ran.status, ran.err.strip()) == (130, "tenball: stopped")


@pytest.mark.parametrize("made_of_it", [RuntimeError("Query interrupted"), TenballError("the disk is full")])
def test_ctrl_c_is_one_line_whatever_a_library_makes_of_it(run_tenball, add_command, made_of_it) -> None:
    def stop() -> None:
        try:
            signal.raise_signal(signal.SIGINT)
        except KeyboardInterrupt:
            raise made_of_it from None

    add_command(stop)
    # A shell starts what runs in the background with the signal ignored.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        ran = run_tenball("trial")
        assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    finally:
        signal.signal(signal.SIGINT, before)
    assert (ran.status, ran.err.strip()) == (130, "tenball: stopped")


@pytest.mark.skipif(os.name == "nt", reason="signals and pipes are otherwise there")
@pytest.mark.parametrize("lines", [1, 200_000], ids=["in the buffer", "while writing"])
def test_a_reader_that_leaves_ends_it_quietly(lines: int) -> None:
    code = (
        "import click, sys, types\n"
        "from tenball_stats.commands import main\n"
        "trial = types.ModuleType('tenball_stats.commands.trial')\n"
        f"trial.command = click.command('trial')(lambda: sys.stdout.write('line\\n' * {lines}))\n"
        "sys.modules[trial.__name__] = trial\n"
        "main.LazyGroup.list_commands = lambda self, ctx: ['trial']\n"
        "sys.argv = ['tenball', 'trial']\n"
        "main.main()\n"
    )
    reader, writer = os.pipe()
    os.close(reader)
    with os.fdopen(writer, "w") as pipe:
        ran = subprocess.run([sys.executable, "-c", code], stdout=pipe, stderr=subprocess.PIPE, text=True, check=False)
    assert (ran.returncode, ran.stderr) == (128 + signal.SIGPIPE, "")
