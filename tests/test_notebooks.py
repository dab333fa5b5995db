"""The notebooks run from top to bottom, and say in their text only what their code asserts."""

import re
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

FOLDER = Path(__file__).parent.parent / "notebooks"
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))
names = [path.stem for path in NOTEBOOKS]


def test_there_is_an_overview() -> None:
    assert "overview" in names


@pytest.mark.parametrize("path", NOTEBOOKS, ids=names)
def test_it_runs_from_top_to_bottom(path: Path) -> None:
    notebook = nbformat.read(path, as_version=4)
    done = NotebookClient(notebook, timeout=120, resources={"metadata": {"path": str(FOLDER)}}).execute()
    printed = [output for cell in done.cells if cell.cell_type == "code" for output in cell.outputs]
    assert not [output for output in printed if output.output_type in {"error", "stream"}], "warnings or stray output"
    drawn = [cell for cell in done.cells if re.search(r"^charts\..*\.figure$", cell.source, re.MULTILINE)]
    assert len(drawn) >= 5
    for cell in drawn:
        assert any("image/png" in output.get("data", {}) for output in cell.outputs), cell.source


@pytest.mark.parametrize("path", NOTEBOOKS, ids=names)
def test_it_is_kept_without_outputs(path: Path) -> None:
    cells = nbformat.read(path, as_version=4).cells
    assert not [cell for cell in cells if cell.get("outputs") or cell.get("execution_count")]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=names)
def test_every_number_in_bold_stands_in_an_assertion_right_below(path: Path) -> None:
    cells = nbformat.read(path, as_version=4).cells
    checked = 0
    for number, cell in enumerate(cells):
        if cell.cell_type != "markdown":
            continue
        figures = [text.replace(",", "") for text in re.findall(r"\*\*([\d.,]+)\*\*", cell.source)]
        if figures:
            code = cells[number + 1].source if number + 1 < len(cells) else ""
            asserted = re.findall(
                r"(?<![\w.])\d+(?:\.\d+)?", " ".join(re.findall(r"^assert .*", code, re.MULTILINE)).replace("_", "")
            )
            assert not [figure for figure in figures if figure not in asserted], f"in cell {number} of {path.name}"
            checked += len(figures)
    assert checked > 10


@pytest.mark.parametrize("path", NOTEBOOKS, ids=names)
def test_it_draws_with_the_charts_of_the_package(path: Path) -> None:
    code = "\n".join(cell.source for cell in nbformat.read(path, as_version=4).cells if cell.cell_type == "code")
    assert "pyplot" not in code
    assert "from tenball_stats.show import charts" in code
