"""The floors of the house: each module imports only from the floors above its own (docs/architecture.md)."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = "tenball_stats"
ROOT = Path(__file__).parent.parent / PACKAGE
GROUND = {"terms", "errors"}  # known by all, and knowing nobody
SHARED = {
    "log": GROUND,
    "rules": GROUND,
    "replay": GROUND | {"log", "rules"},
    "store": GROUND | {"log", "rules", "replay"},
    "archive": GROUND | {"log", "rules", "replay", "store"},
    "stats": GROUND | {"log", "rules", "replay", "store"},
    "show": GROUND | {"log", "rules", "replay", "store", "stats"},
    "commands": GROUND | {"log", "rules", "replay", "store", "archive", "stats", "show"},
}
MODULES = sorted(ROOT.rglob("*.py"))
HEAVY = {
    "polars",
    "pandas",
    "duckdb",
    "matplotlib",
    "scipy",
    "numpy",
    "pyarrow",
    "rich",
    "python_calamine",
    "numba",
    "ray",
}


def floor_of(path: Path) -> str:
    """The part of the package that a module belongs to: its folder, or its own name at the top."""
    inside = path.relative_to(ROOT)
    return inside.parts[0] if len(inside.parts) > 1 else inside.stem


def imported(tree: ast.AST, path: Path) -> Iterator[str]:
    """Every module that is imported anywhere in a file, also inside functions, by its full name."""
    inside = [PACKAGE, *path.relative_to(ROOT).with_suffix("").parts]
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = inside[: -node.level] if node.level else []
            module = ".".join([*base, *([node.module] if node.module else [])])
            yield from (f"{module}.{alias.name}" for alias in node.names)


def floors_used(source: str, path: Path) -> set[str]:
    """The parts of the package that a file imports from, its own left out."""
    names = [name.split(".") for name in imported(ast.parse(source), path)]
    parts = {name[1] if len(name) > 1 else "" for name in names if name[0] == PACKAGE}
    return parts - {floor_of(path), "__version__"}


def allowed(path: Path) -> set[str]:
    floor = floor_of(path)
    if floor == "__main__":
        return {"commands"}
    if floor == "__init__":
        return set(SHARED) - {"commands"} | GROUND
    return set() if floor in GROUND else SHARED[floor]


def test_every_module_belongs_to_a_known_floor() -> None:
    assert {floor_of(path) for path in MODULES} - {"__init__", "__main__"} <= GROUND | set(SHARED)


@pytest.mark.parametrize("path", MODULES, ids=[str(path.relative_to(ROOT)) for path in MODULES])
def test_imports_come_from_floors_above(path: Path) -> None:
    below = floors_used(path.read_text(encoding="utf-8"), path) - allowed(path)
    assert not below, f"{path.relative_to(ROOT.parent)} must not import from {', '.join(sorted(below))}"


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("import tenball_stats.store.schema", {"store"}),
        ("from tenball_stats import log, terms", {"log", "terms"}),
        ("from tenball_stats.log import read_logs", {"log"}),
        ("from ..store import schema", {"store"}),
        ("from .. import stats", {"stats"}),
        ("def late():\n    from tenball_stats.commands.main import run", {"commands"}),
        ("from .judge import judge", set()),
        ("from tenball_stats import __version__", set()),
    ],
)
def test_an_import_is_seen_however_it_is_written(line: str, found: set[str]) -> None:
    assert floors_used(line, ROOT / "rules" / "edition.py") == found


def test_the_page_on_the_architecture_lists_the_floors_in_this_order() -> None:
    page = (ROOT.parent / "docs" / "architecture.md").read_text(encoding="utf-8")
    house = page.split("```")[1]
    places = [house.index(f"\n    {floor}/") for floor in SHARED]
    assert places == sorted(places)


def test_the_main_command_imports_nothing_heavy_at_its_top() -> None:
    path = ROOT / "commands" / "main.py"
    tops = {name.split(".")[0] for name in imported(ast.parse(path.read_text(encoding="utf-8")), path)}
    assert not tops & HEAVY
