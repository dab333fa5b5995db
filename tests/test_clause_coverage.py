"""Every clause of the rule texts that are known in full has a test, and docs/clauses.md says which."""

from functools import cache
from pathlib import Path

import clause_coverage
import pytest

SAMPLE = """
import pytest

@pytest.mark.clause("aa:1", "bb:Push out")
def test_two_clauses():
    pass

@pytest.mark.parametrize("case", [
    pytest.param(1, marks=pytest.mark.clause("aa:2.1")),
    pytest.param(2, marks=pytest.mark.clause("aa:2.2")),
    3,
])
@pytest.mark.clause("aa:2")
def test_cases(case):
    pass

@pytest.mark.skip
@pytest.mark.clause("aa:3")
def test_left_out():
    pass

@pytest.mark.xfail
@pytest.mark.clause("aa:4")
def test_that_fails():
    pass

@pytest.mark.slow
@pytest.mark.clause("aa:5")
def test_that_seldom_runs():
    pass

@pytest.mark.clause()
def test_without_a_clause():
    pass
"""


@cache
def covered() -> dict[str, list[str]]:
    return clause_coverage.collect()


def test_at_least_three_rule_texts_are_held_in_full() -> None:
    assert {"es", "pl", "ru"} <= set(clause_coverage.read_in_full())


@pytest.mark.parametrize("edition", clause_coverage.read_in_full())
def test_every_clause_has_a_test(edition: str) -> None:
    bare = [clause for clause in clause_coverage.clauses()[edition] if f"{edition}:{clause}" not in covered()]
    assert not bare, f"no test is marked with these clauses of {edition}: {', '.join(bare)}"


def test_marks_name_clauses_that_there_are() -> None:
    known = {f"{edition}:{clause}" for edition, texts in clause_coverage.clauses().items() for clause in texts}
    strangers = {mark: names for mark, names in covered().items() if mark not in known}
    assert not strangers


def test_the_page_is_what_the_tests_say() -> None:
    expected = clause_coverage.page(covered(), clause_coverage.clauses())
    assert clause_coverage.PAGE.read_text(encoding="utf-8") == expected, "out of date: run `make docs`"


def test_marks_of_tests_and_of_single_cases_are_read(tmp_path: Path) -> None:
    (tmp_path / "pytest.ini").write_text("[pytest]\nmarkers = slow\n")
    (tmp_path / "test_sample.py").write_text(SAMPLE)
    cases = ["test_sample.py::test_cases"]
    assert clause_coverage.collect(tmp_path) == {
        "aa:1": ["test_sample.py::test_two_clauses"],
        "bb:Push out": ["test_sample.py::test_two_clauses"],
        "aa:2": cases,
        "aa:2.1": cases,
        "aa:2.2": cases,
        "": ["test_sample.py::test_without_a_clause"],
    }


def test_tests_that_cannot_be_collected_are_told(tmp_path: Path) -> None:
    (tmp_path / "pytest.ini").write_text("[pytest]\n")
    (tmp_path / "test_broken.py").write_text("import no_such_module\n")
    with pytest.raises(RuntimeError, match="no_such_module"):
        clause_coverage.collect(tmp_path)


def test_the_page_lists_each_clause_with_its_tests() -> None:
    page = clause_coverage.page(
        {"aa:1": ["test_a.py::test_x", "test_b.py::test_y"]}, {"aa": {"1": "One | two\nthree", "2": "Bare"}}
    )
    assert page.splitlines()[-2:] == [
        "| `aa` | 1 | One \\| two three | `test_a.py::test_x`<br>`test_b.py::test_y` |",
        "| `aa` | 2 | Bare | – |",
    ]
