"""Which test covers which clause of a rule text: read from the tests' marks, written to docs/clauses.md.

A test says what it covers with `@pytest.mark.clause("ru:10.2", "es:10.2")`, a single case with
`pytest.param(…, marks=pytest.mark.clause("pl:Faule.1c"))`. `python tests/clause_coverage.py` (`make docs`) writes the
table; test_clause_coverage.py holds it against the suite. As a pytest plugin (`-p clause_coverage`) this module writes
what a collection found to the file named in the environment.
"""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Mapping
from pathlib import Path

import pytest

TESTS = Path(__file__).parent
PAGE = TESTS.parent / "docs" / "clauses.md"
REPORT = "TENBALL_CLAUSE_REPORT"

HEAD = """# Which test covers which clause

Made from the tests by `make docs`; do not edit. A clause of a rule text that is known in full and has no test fails
the build. The clauses are given in this project's own words; skipped tests, those expected to fail and those left to
`make test-all` do not count.
"""


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "clause(id): the rule clauses this test covers")


def pytest_collection_finish(session: pytest.Session) -> None:
    """Write the clauses of each test that was collected, where a file was named for it."""
    if REPORT not in os.environ:
        return
    found: dict[str, list[str]] = {}
    for item in session.items:
        if any(item.get_closest_marker(name) for name in ("skip", "xfail", "slow")):
            continue
        name = item.nodeid.split("[")[0].removeprefix("tests/")
        for mark in item.iter_markers("clause"):
            for clause in mark.args or ("",):
                found.setdefault(str(clause), []).append(name)
    found = {clause: sorted(set(names)) for clause, names in found.items()}
    Path(os.environ[REPORT]).write_text(json.dumps(found), encoding="utf-8")


def collect(folder: Path = TESTS) -> dict[str, list[str]]:
    """Collect the tests of a folder and return the tests of each clause that a mark names, as `edition:clause`.

    Raises:
        RuntimeError: the tests cannot be collected; the message is what pytest printed.
    """
    with tempfile.TemporaryDirectory() as scratch:
        report = Path(scratch) / "clauses.json"
        environment = {key: value for key, value in os.environ.items() if not key.startswith("PYTEST_")}
        environment |= {REPORT: str(report), "PYTHONPATH": str(TESTS)}
        command = [
            sys.executable,
            "-m",
            "pytest",
            "--collect-only",
            "-q",
            "-p",
            "clause_coverage",
            "-p",
            "no:cacheprovider",
        ]
        ran = subprocess.run(
            [*command, *map(str, _marked(folder))],
            cwd=folder.parent,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )
        if ran.returncode not in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED) or not report.exists():
            raise RuntimeError(f"the tests could not be collected:\n{ran.stdout}{ran.stderr}")
        return dict(json.loads(report.read_text(encoding="utf-8")))


def _marked(folder: Path) -> list[Path]:
    """Return the tests that name a clause at all: collecting the others would only take time."""
    return [path for path in sorted(folder.rglob("test_*.py")) if "mark.clause" in path.read_text(encoding="utf-8")]


def clauses() -> dict[str, dict[str, str]]:
    """Return the clauses of every bundled edition with what they say, by the edition's id."""
    from tenball_stats.rules import edition_ids, load_edition

    return {name: dict(load_edition(name).clauses) for name in edition_ids()}


def read_in_full() -> list[str]:
    """Return the ids of the editions whose text was read clause by clause: each of their clauses has to have a test."""
    from tenball_stats.rules import edition_ids, load_edition

    return [name for name in edition_ids() if load_edition(name).known == "text"]


def page(covered: Mapping[str, Iterable[str]], known: Mapping[str, Mapping[str, str]]) -> str:
    """Return the page that tells which tests cover each clause."""
    parts = [HEAD]
    for edition, texts in known.items():
        if not texts:
            continue
        parts += [f"\n## `{edition}`\n", "| edition | clause | says | tests |", "|---|---|---|---|"]
        for clause, text in texts.items():
            tests = "<br>".join(f"`{name}`" for name in covered.get(f"{edition}:{clause}", ())) or "–"
            says = " ".join(text.split()).replace("|", "\\|")
            parts.append(f"| `{edition}` | {clause} | {says} | {tests} |")
    return "\n".join(parts) + "\n"


if __name__ == "__main__":
    PAGE.write_text(page(collect(), clauses()), encoding="utf-8")
    sys.stdout.write(f"wrote {PAGE.relative_to(TESTS.parent)}\n")
