"""Random matches: a record that follows the edition has nothing found in it, and one wrong ruling is one finding."""

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from lawful import WRONGS, codes_of, matches
from play import as_csv, read

from tenball_stats.replay.audit import audit
from tenball_stats.rules import edition_ids, load_edition

SEEDS = st.integers(0, 2**32)
LOG = 25
"""Matches in one log: reading it is most of the work."""

NO_SHRINKING = [Phase.explicit, Phase.reuse, Phase.generate]
FEW = settings(max_examples=max(settings().max_examples // 25, 3), phases=NO_SHRINKING)


@pytest.mark.parametrize("edition", edition_ids())
@pytest.mark.parametrize("complete", [True, False], ids=["every fact", "facts left out"])
@given(seed=SEEDS)
@FEW
def test_a_record_that_follows_the_edition_has_nothing_found_in_it(edition: str, complete: bool, seed: int) -> None:
    plays = matches(load_edition(edition), seed, LOG, complete=complete)
    log = read(as_csv([row for play in plays for row in play.rows]))
    assert codes_of(audit(log, edition).to_dicts()) == []


@pytest.mark.parametrize("edition", ["pl", "ru", "es"])
@pytest.mark.parametrize("wrong", WRONGS)
@given(seed=SEEDS)
@FEW
def test_one_wrong_ruling_is_one_finding(edition: str, wrong: str, seed: int) -> None:
    plays = matches(load_edition(edition), seed, LOG, complete=True, wrong=wrong)
    log = read(as_csv([row for play in plays for row in play.rows]))
    assert codes_of(audit(log, edition).to_dicts()) == [found for play in plays for found in play.expected]


@pytest.mark.parametrize("wrong", WRONGS)
def test_the_random_matches_do_what_is_asked_of_them(wrong: str) -> None:
    plays = matches(load_edition("ru"), 1, 40, complete=True, wrong=wrong)
    assert sum(bool(play.expected) for play in plays) >= 10
