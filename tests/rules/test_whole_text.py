"""An edition written out whole and read again is the same edition."""

from pathlib import Path

import pytest

from tenball_stats.rules import load_edition
from tenball_stats.rules.edition import edition_ids
from tenball_stats.rules.whole import from_whole_text, whole_text

HOUSE = 'id = "house"\nname = "House"\nextends = "es"\n\n[switches]\nwrong_pot = "option"\n[fouls]\nfoot = false\n'


@pytest.mark.parametrize("name", edition_ids())
def test_a_bundled_edition_comes_back_as_it_was(name: str) -> None:
    edition = load_edition(name)
    again = from_whole_text(whole_text(edition))
    assert again == edition
    assert again.rules == edition.rules
    assert again.fingerprint == edition.fingerprint


def test_a_house_edition_stands_for_itself_without_the_one_that_it_extends(tmp_path: Path) -> None:
    path = tmp_path / "house.toml"
    path.write_text(HOUSE)
    edition = load_edition(path)
    text = whole_text(edition)
    path.unlink()
    again = from_whole_text(text)
    assert again == edition
    assert again["wrong_pot"].value == "option"
    assert again["wrong_pot"].origin == "house"
    assert again["break_min_rails"].origin == "es"
    assert "foot" not in again.fouls
    assert again.fingerprint != load_edition("es").fingerprint
