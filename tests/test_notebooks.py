"""The notebooks run from top to bottom, and say in their text only what their code asserts."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient
from nbformat import NotebookNode

FOLDER = Path(__file__).parent.parent / "notebooks"
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))
names = [path.stem for path in NOTEBOOKS]

BOLD = re.compile(r"\*\*([-+]?\d[\d.,]*(?:-\d+)?)\*\*")
"""A number, or a score, in bold: the cell below asserts it."""

NUMBER = re.compile(r"(?<![\w.])\d[\d,]*(?:\.\d+)?(?!\w)")

NO_FIGURES = re.compile(
    r"`[^`]*`|\]\([^)]*\)|\*\*[^*]*\*\*"
    # The ball, names of matches, places in a log, years, and what is so by definition.
    r"|\b(?:the|called) 10\b|\b[\w-]+-2015\b|\b(?:rack|stroke|race to) \d+\b"
    r"|\b20\d\d\b|\b95 %|\b100 (?:points|strokes)\b"
)


def cells_of(path: Path) -> list[NotebookNode]:
    return list(nbformat.read(path, as_version=4).cells)


def parsed(source: str) -> ast.Module:
    return ast.parse(re.sub(r"^%.*$", "", source, flags=re.MULTILINE))


def written(figure: str) -> str:
    """Return a number as it is compared: no commas, no plus, 5.0 as 5; a score stays."""
    plain = figure.rstrip(".,").replace(",", "").removeprefix("+")
    return plain if re.search(r"\d-", plain) else f"{float(plain):g}"


def asserted(source: str) -> set[str]:
    """Return the numbers that the assertions of a cell name, and their texts."""
    found = set()
    for statement in ast.walk(parsed(source)):
        if not isinstance(statement, ast.Assert):
            continue
        for node in ast.walk(statement):
            match node:
                case ast.UnaryOp(ast.USub(), ast.Constant(int() | float() as value)):
                    found.add(f"{-value:g}")
                case ast.Constant(bool()):
                    pass
                case ast.Constant(int() | float() as value):
                    found.add(f"{value:.10g}")
                case ast.Constant(str() as value):
                    found.add(value)
    return found


def unfounded(cells: list[Any]) -> Iterator[str]:
    """Yield the numbers of the texts that nothing asserts: those in bold right below, others there or above."""
    known: set[str] = set()
    for number, cell in enumerate(cells):
        if cell.cell_type == "code":
            known |= asserted(cell.source)
            continue
        below = asserted(cells[number + 1].source) if number + 1 < len(cells) and BOLD.search(cell.source) else set()
        yield from (f"cell {number}: **{one}**" for one in BOLD.findall(cell.source) if written(one) not in below)
        plain = NUMBER.findall(NO_FIGURES.sub(" ", cell.source))
        yield from (f"cell {number}: {one}" for one in plain if written(one) not in known | below)


def test_there_is_one_for_everybody() -> None:
    assert names == ["coach", "disputes", "league", "overview"]


LONG = ("coach", "league")
"""Each of these takes as long as the other two together; both are of what tests/stats/test_stats_pages.py is about."""

RUN = [pytest.param(path, id=path.stem, marks=[pytest.mark.slow] * (path.stem in LONG)) for path in NOTEBOOKS]


@pytest.mark.parametrize("path", RUN)
def test_it_runs_from_top_to_bottom(path: Path) -> None:
    notebook = nbformat.read(path, as_version=4)
    done = NotebookClient(notebook, timeout=300, resources={"metadata": {"path": str(FOLDER)}}).execute()
    printed = [output for cell in done.cells if cell.cell_type == "code" for output in cell.outputs]
    assert not [output for output in printed if output.output_type in {"error", "stream"}], "warnings or stray output"
    drawn = [cell for cell in done.cells if cell.cell_type == "code" and draws(cell.source)]
    assert len(drawn) >= 4
    for cell in drawn:
        assert any("image/png" in output.get("data", {}) for output in cell.outputs), cell.source


def draws(source: str) -> bool:
    """Say whether a cell ends with a picture."""
    body = parsed(source).body
    return (
        bool(body)
        and isinstance(body[-1], ast.Expr)
        and bool(re.search(r"\.figure$|^\w+_figure\(", ast.unparse(body[-1])))
    )


@pytest.mark.parametrize("path", NOTEBOOKS, ids=names)
def test_it_is_kept_without_outputs(path: Path) -> None:
    assert not [cell for cell in cells_of(path) if cell.get("outputs") or cell.get("execution_count")]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=names)
def test_every_number_of_the_text_stands_in_an_assertion(path: Path) -> None:
    cells = cells_of(path)
    assert list(unfounded(cells)) == []
    assert sum(len(BOLD.findall(cell.source)) for cell in cells if cell.cell_type == "markdown") > 20


@pytest.mark.parametrize("path", NOTEBOOKS, ids=names)
def test_another_number_in_the_text_would_be_noticed(path: Path) -> None:
    cells = cells_of(path)
    for cell in cells:
        if cell.cell_type == "markdown" and BOLD.search(cell.source):
            said = cell.source
            cell.source = BOLD.sub("**16.21**", said, count=1)
            assert list(unfounded(cells)), said
            cell.source = said


@pytest.mark.parametrize("path", NOTEBOOKS, ids=names)
def test_it_draws_with_the_charts_of_the_package(path: Path) -> None:
    code = "\n".join(cell.source for cell in cells_of(path) if cell.cell_type == "code")
    assert "pyplot" not in code
    assert re.search(r"^from tenball_stats\.show(\.table)? import ", code, re.MULTILINE)


@pytest.mark.parametrize("path", NOTEBOOKS, ids=names)
def test_what_is_simulated_or_invented_is_called_so(path: Path) -> None:
    texts = "\n".join(cell.source for cell in cells_of(path) if cell.cell_type == "markdown")
    code = "\n".join(cell.source for cell in cells_of(path) if cell.cell_type == "code")
    if "physics.csv" in code:
        assert "simulat" in texts
    if "example.csv" in code:
        assert "invented" in texts
