"""Random matches: a record that follows the edition has nothing found in it, and one wrong ruling is one finding."""

import pytest
import random_racks
from audited import one_plain_sentence
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from lawful import WRONGS, codes_of, matches
from play import as_csv, read

from tenball_stats.replay.audit import CHECKS, audit
from tenball_stats.rules import edition_ids, load_edition

SEEDS = st.integers(0, 2**32)
VERDICTS_OF = {check.code: check.verdicts for check in CHECKS}
LOG = 25
"""Matches in one log: reading it is most of the work."""

NO_SHRINKING = [Phase.explicit, Phase.reuse, Phase.generate]
FEW = settings(max_examples=max(settings().max_examples // 50, 1), phases=NO_SHRINKING)


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


@pytest.mark.parametrize("edition", ["pl", "ru", "es", "csi", "wpa-2025"])
@given(seed=SEEDS)
@FEW
def test_whatever_is_written_down_each_finding_is_whole(edition: str, seed: int) -> None:
    players = ("A", "B", "C") if edition == "pl" and seed % 3 == 0 else ("A", "B")
    rows = random_racks.table(random_racks.matches(seed, 60, players))
    found = audit(read(as_csv(rows)), edition).to_dicts()
    assert found
    for finding in found:
        one_plain_sentence(finding["message"])
        assert finding["verdict"] in VERDICTS_OF[finding["code"]]
        row = rows[finding["row"] - 2]
        assert finding["match"] == row["match"]
        if finding["code"] != "other_edition":
            assert (str(finding["rack"]), finding["player"]) == (row["rack"], row["player"])
        assert set(finding["clauses"]) <= set(load_edition(edition).clauses)
        assert (" the record would be right, " in finding["message"]) >= (finding["verdict"] == "unrecorded")
    places = [(finding["row"], finding["code"]) for finding in found]
    assert len(places) == len(set(places)), "one finding of a kind for each row"
