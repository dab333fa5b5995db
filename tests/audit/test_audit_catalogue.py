"""The catalogue: every check fires with every verdict it declares, and a clean match fires none under any edition."""

from pathlib import Path

import pytest
import test_audit_balls
import test_audit_fouls
import test_audit_other_edition
import test_audit_racks
import test_audit_turns
from audited import audited
from play import DRY, MISS, SAFE, SIX, left

from tenball_stats.log import read_logs
from tenball_stats.replay.audit import CHECKS, FIELDS, VERDICTS, audit
from tenball_stats.rules import edition_ids

MODULES = (test_audit_balls, test_audit_fouls, test_audit_other_edition, test_audit_racks, test_audit_turns)
EXPECTED = {(found["code"], found["verdict"]) for module in MODULES for case in module.CASES for found in case.found}
DECLARED = {(check.code, verdict) for check in CHECKS for verdict in check.verdicts}

A_MISS = "A shot called=1@fl first=1 rail=y"
LAYOUT = "rack_layout=1+4+5+6+10+7+2+8+9+3"

CLEAN = (
    "A lag rack=0 shot=1 lag_cm=8 acts=crossed",
    "B lag rack=0 shot=1 lag_cm=3 acts=long_rail",
    "A lag rack=0 shot=2 lag_cm=8 winner=A",
    "B lag rack=0 shot=2 lag_cm=13",
    # A breaks and runs; the 4 falls beside the called 3.
    f"A break shot=1 first=1 rails=6 past_head=4 potted=6@fl spotted=- hand=y {LAYOUT}",
    "A shot shot=2 called=1@hl first=1 rail=y potted=1@hl spotted=- hand=n",
    "A shot shot=3 called=2@hr first=2 rail=n potted=2@hr hand=n ruling=legal",
    "A shot shot=4 called=3@sl first=3 rail=y potted=3@sl+4@sr hand=n",
    "A shot shot=5 called=7@fr first=5 rail=y potted=7@fr hand=n",
    "A shot shot=6 called=5@fr first=5 rail=y potted=5@fr hand=n",
    "A shot shot=7 called=8@fr first=8 rail=y potted=8@fr hand=n",
    "A shot shot=8 called=9@fr first=9 rail=y potted=9@fr hand=n",
    "A shot shot=9 called=10@fl first=10 rail=y potted=10@fl hand=n winner=A score=1-0",
    # B breaks; a push-out is handed back; B fouls three times and is warned.
    f"B break rack=2 shot=1 first=1 rails=4 past_head=3 spotted=- hand=y {LAYOUT}",
    "A push rack=2 shot=2 first=0 rail=n hand=n",
    "B pass rack=2",
    "A safety rack=2 shot=3 called=- first=1 rail=y hand=n",
    "B shot rack=2 shot=4 called=1@hl first=1 rail=n hand=n ruling=no_rail",
    "A shot rack=2 shot=5 called=1@hl first=1 rail=y potted=1@hl hand=y",
    "A safety rack=2 shot=6 called=- first=2 rail=y hand=n",
    "B shot rack=2 shot=7 called=2@hl first=3 rail=y potted=3@fl hand=n ruling=wrong_ball spotted=-",
    "B warn rack=2",
    "A shot rack=2 shot=8 called=2@hl first=2 rail=y hand=y",
    "B shot rack=2 shot=9 called=2@hl first=2 rail=y potted=2@hl+cue@fl hand=n ruling=foul winner=A score=2-0",
    # A scratches on the break; the 10 jumps off the table; a stalemate; B concedes.
    f"A break rack=3 shot=1 first=1 rails=6 past_head=3 potted=4@fl+cue@hl spotted=- hand=y ruling=scratch {LAYOUT}",
    "B shot rack=3 shot=2 called=1@sl first=1 rail=y off=10 spotted=10 hand=y ruling=ball_off",
    "A safety rack=3 shot=3 called=- first=1 rail=y hand=y",
    "B safety rack=3 shot=4 called=- first=1 rail=y hand=n",
    "A rerack rack=3",
    f"A break rack=3 shot=1 first=1 rails=6 past_head=3 spotted=- hand=y {LAYOUT}",
    "B push rack=3 shot=2 first=1 rail=y hand=n",
    "A accept rack=3",
    "A shot rack=3 shot=3 called=1@sl first=1 rail=y potted=1@sl hand=n",
    "B concede rack=3 winner=A score=3-0",
)
FACTS = {"race_to": 3, "break_format": "alternate", "warnings": "recorded"}


@pytest.mark.parametrize("edition", edition_ids())
def test_a_clean_match_fires_none(edition: str) -> None:
    assert audited(edition, *CLEAN, **FACTS) == []


@pytest.mark.parametrize("edition", edition_ids())
@pytest.mark.parametrize("left_out", ["called", "first", "rail", "rails", "hand", "spotted", "ruling", "rack_layout"])
def test_what_was_not_recorded_makes_no_finding(edition: str, left_out: str) -> None:
    # Without the calls the break-and-run of rack 1 has its 7 presumed called, and so on: all is presumed lawful.
    rows = [" ".join(cell for cell in row.split() if not cell.startswith(f"{left_out}=")) for row in CLEAN]
    assert audited(edition, *rows, **FACTS) == []


def test_every_check_fires_with_every_verdict_it_declares_and_with_no_other() -> None:
    never_fired, not_declared = DECLARED - EXPECTED, EXPECTED - DECLARED
    assert not never_fired
    assert not not_declared


def test_the_codes_are_those_of_the_contract() -> None:
    contract = """foul_missed foul_unfounded foul_differs turn_wrong cue_ball_wrong spot_wrong option_wrong
    push_unavailable call_invalid win_missed win_unfounded warning_missing break_order break_soft rack_layout lag_wrong
    impossible_ball shot_missing shot_repeated shot_order score_wrong rack_unfinished"""
    assert sorted(check.code for check in CHECKS) == sorted([*contract.split(), "other_edition"])
    assert set(VERDICTS) == {"contradicts", "interpretation", "unrecorded", "not_covered", "impossible"}
    assert {verdict for check in CHECKS for verdict in check.verdicts} == set(VERDICTS)


def test_every_check_is_titled_and_explained() -> None:
    assert len({check.title for check in CHECKS}) == len(CHECKS)
    for check in CHECKS:
        assert check.explanation.endswith(".")
        assert len(check.explanation) > len(check.title)


def test_the_fields_are_those_of_the_contract() -> None:
    fields = "match rack shot row file player code verdict edition clauses recorded ruled message"
    assert fields.split() == list(FIELDS)


def test_a_finding_says_where_it_stands(tmp_path: Path) -> None:
    log = tmp_path / "league night.csv"
    log.write_text(
        "match;rack;player;kind;first;rails;called;potted\n"
        "cup 7;1;Łukasz;break;1;6;;\n"
        "cup 7;1;Łukasz;shot;1;;1@fl;1@fl\n"
        "cup 7;1;Bo;shot;1;;2@fl;\n",
        encoding="utf-8",
    )
    # The 1 stays down; A plays on, and B plays at a ball that is gone.
    assert [
        (f["match"], f["file"], f["row"], f["player"], f["code"]) for f in audit(read_logs([log]), "ru").to_dicts()
    ] == [
        ("cup 7", str(log), 3, "Łukasz", "turn_wrong"),
        ("cup 7", str(log), 4, "Bo", "impossible_ball"),
        ("cup 7", str(log), 4, "Bo", "turn_wrong"),
    ]


@pytest.mark.parametrize(
    ("edition", "rows", "message"),
    [
        (
            "ru",
            (DRY, "B shot called=1@fl first=1 rail=n ruling=legal", A_MISS),
            "B's stroke is a foul (no_rail) and was ruled legal.",
        ),
        (
            "ru",
            (DRY, "B shot called=1@fl first=1 rail=n", "B shot called=1@fl first=1 rail=y"),
            "B's stroke is a foul (no_rail) and was played on from as from a lawful one.",
        ),
        (
            "es",
            (DRY, MISS, SAFE, MISS, SAFE, MISS, SAFE),
            "B's third foul in a row (no_contact) loses the rack, but play went on; "
            "the record would be right, had no warning been given.",
        ),
        (
            "pl",
            (SIX, "A shot first=1 potted=1@fl", "B shot called=2@fl first=2 rail=y"),
            "B played; it was A's turn; the record would be right, had nothing been called.",
        ),
        (
            "es",
            (SIX, "A shot called=1@fl first=1 potted=1@fl acts=scoop", "B shot called=2@fl first=2 rail=y"),
            "B played; it was A's turn; the record would be right, were scoop a foul here.",
        ),
        (
            "es",
            (DRY, "B shot called=1@fl first=1", f"{A_MISS} hand=y"),
            "The cue ball was in hand; by the stroke before it was in place; "
            "the record would be right, had no ball reached a cushion.",
        ),
        (
            "ru",
            (SIX, "A shot called=1@fl first=1 potted=?", "B shot called=2@fl first=2 rail=y ruling=legal"),
            "B's stroke is a foul (wrong_ball) and was ruled legal; the record would be right, "
            "had other balls gone down before, on a stroke of which that was not recorded.",
        ),
        (
            "es",
            ("A lag rack=0 shot=1 lag_cm=12 winner=A", "B lag rack=0 shot=1 lag_cm=9"),
            "A was given the lag; B 9 cm, A 12 cm, so it is B's.",
        ),
        (
            "es",
            (left(3, 10), "A shot called=6@fl first=7 rail=y"),
            "The 7 was already down and is named again; the 6 was called and is not on the table; "
            "on the table were the 3 and the 10.",
        ),
    ],
)
def test_the_message_says_what_is_wrong_and_what_it_hangs_on(edition: str, rows: tuple[str, ...], message: str) -> None:
    assert audited(edition, *rows)[0]["message"] == message


def test_a_name_is_never_changed_in_a_message() -> None:
    rows = ("van break first=1 rails=6", "van shot called=1@fl first=1 rail=y", "d'A shot called=1@fl first=1 rail=y")
    assert audited("ru", *rows, players="van|d'A")[0]["message"] == "van played; it was d'A's turn."
