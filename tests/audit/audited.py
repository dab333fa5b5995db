"""Audits of a rack in a few words, and cases: what one small log made for it has found, field by field.

A case gives an edition, rows as `play.rows` takes them, and every finding that the contract demands of them. Row 2 is
the first row of the log. A case without findings holds that nothing is found.
"""

from dataclasses import dataclass, field
from typing import Any

import pytest
from play import as_csv, read, rows

from tenball_stats.replay.audit import audit
from tenball_stats.rules import Edition, load_edition


def audited(
    edition: Any, /, *words: str, players: str = "A|B", each: bool = True, **match: object
) -> list[dict[str, Any]]:
    """Audit rows under an edition (its id, its file, or an `Edition`); return the findings as records."""
    return audit(read(as_csv(rows(*words, players=players, **match))), edition, each=each).to_dicts()


def codes(edition: Any, *words: str, **match: Any) -> list[tuple[str, int]]:
    """Audit rows; return code and row of each finding."""
    return [(finding["code"], finding["row"]) for finding in audited(edition, *words, **match)]


@dataclass(frozen=True)
class Case:
    """One log: its name, the edition, its rows, what has to be found, its match columns."""

    name: str
    edition: str
    rows: tuple[str, ...]
    found: tuple[dict[str, Any], ...] = ()
    match: dict[str, Any] = field(default_factory=dict)
    each: bool = True
    house: str = ""
    """Lines of an edition file that extends the edition, where the case needs one."""

    def run(self, folder: Any) -> None:
        edition: str | Edition = self.edition
        if self.house:
            path = folder / "house.toml"
            path.write_text(f'id = "house"\nname = "House"\nextends = "{self.edition}"\n{self.house}\n')
            edition = load_edition(path)
        findings = audited(edition, *self.rows, each=self.each, **self.match)
        assert [(finding["code"], finding["row"]) for finding in findings] == [
            (finding["code"], finding["row"]) for finding in self.found
        ]
        for finding, expected in zip(findings, self.found, strict=True):
            assert {name: finding[name] for name in expected} == expected
            one_plain_sentence(finding["message"])
            assert ("the record would be right, " in finding["message"]) >= (finding["verdict"] == "unrecorded")
            assert finding["match"] == "m"
            assert finding["edition"] == ("house" if self.house else self.edition)


def one_plain_sentence(message: str) -> None:
    assert message.endswith(".")
    assert not message.endswith("..")
    assert ". " not in message
    assert "  " not in message
    assert "\n" not in message
    assert "None" not in message


def found(code: str, verdict: str, row: int, **fields: Any) -> dict[str, Any]:
    """Return an expected finding; `fields` are further fields of the audit output."""
    return {"code": code, "verdict": verdict, "row": row, **fields}


def each_case(cases: list[Case]) -> Any:
    """Parametrise a test over cases, by their names."""
    return pytest.mark.parametrize("case", [pytest.param(case, id=case.name) for case in cases])
