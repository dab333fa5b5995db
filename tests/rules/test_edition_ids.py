"""A user's edition has a name of its own."""

from pathlib import Path

import pytest

from tenball_stats.rules import EditionError, load_edition


def test_a_users_edition_cannot_pass_for_a_built_in_one(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('id = "es"\nname = "not the Spanish text"\nextends = "es"\n')
    with pytest.raises(EditionError, match="'es' is a built-in edition's; choose another"):
        load_edition(file)
