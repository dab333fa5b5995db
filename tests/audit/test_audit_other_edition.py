"""The remark that a match was played by other rules: many findings of one kind are said once, and few are listed."""

from pathlib import Path
from typing import Any

import pytest
from audited import Case, audited, each_case, found

from tenball_stats.replay.audit import CHECKS
from tenball_stats.replay.audit.other_edition import HOUSE_RULES, HouseRule
from tenball_stats.rules import load_edition


def visits(count: int, first: str = "A", rack: int = 1) -> list[str]:
    """Return visits of one lawful miss each, in turn."""
    order = [first, "B" if first == "A" else "A"]
    return [f"{order[number % 2]} shot rack={rack} called=1@fl first=1 rail=y" for number in range(count)]


def opening(rack: int) -> list[str]:
    return [f"A break rack={rack} first=1 rails=6"]


def racks_handed_back(count: int) -> list[str]:
    """Racks in which B pockets another ball and A hands the stroke back, conceded after five strokes."""
    rows: list[str] = []
    for rack in range(1, count + 1):
        rows += opening(rack)
        rows += [f"B shot rack={rack} called=1@fl first=1 potted=7@fr", f"A pass rack={rack}"]
        rows += visits(3, "B", rack)
        rows += [f"A concede rack={rack} winner=B"]
    return rows


def racks_with_a_late_push(count: int) -> list[str]:
    """Racks in which A declares a push-out in a later visit."""
    rows: list[str] = []
    for rack in range(1, count + 1):
        rows += opening(rack)
        rows += [f"B shot rack={rack} called=1@fl first=1 rail=y", f"A push rack={rack} first=0 rail=y"]
        rows += visits(2, "B", rack)
        rows += [f"A concede rack={rack} winner=B"]
    return rows


def racks_with_a_ball_back(count: int, *, recorded: bool) -> list[str]:
    """Racks in which the 5 goes down on B's foul, comes back, and goes down again; recorded or not."""
    rows: list[str] = []
    back = " spotted=5" if recorded else ""
    for rack in range(1, count + 1):
        rows += opening(rack)
        rows += [
            f"B shot rack={rack} called=1@fl first=1 potted=5@fr+cue@hl{back} ruling=scratch",
            f"A shot rack={rack} called=1@fl first=1 potted=1@fl hand=y",
            f"A shot rack={rack} called=5@fl first=2 potted=5@fl",
            f"A shot rack={rack} called=2@fl first=2 rail=y",
            f"A concede rack={rack} winner=B",
        ]
    return rows


CASES = [
    Case(
        "an option that another edition gives",
        "pl",
        tuple(racks_handed_back(8)),
        (
            found(
                "other_edition",
                "interpretation",
                4,
                rack=0,
                shot=0,
                player="",
                clauses=[],
                recorded="8 option_wrong",
                ruled="es",
            ),
        ),
        match={"break_format": "free"},
        each=False,
    )
]


def kinds(edition: str, rows: list[str], **match: Any) -> list[str]:
    return [finding["code"] for finding in audited(edition, *rows, each=False, **{"break_format": "free", **match})]


@each_case(CASES)
def test_many_findings_that_another_edition_would_not_have_are_one_remark(case: Case, tmp_path: Path) -> None:
    case.run(tmp_path)


def test_the_remark_names_every_edition_that_fits_as_well() -> None:
    (remark,) = audited("pl", *racks_handed_back(8), each=False, break_format="free")
    assert remark["message"] == (
        "8 option_wrong would not be found under edition es, which fits best (as do csi, ru, wpa-2016, wpa-2025) and "
        "leaves 0 findings: perhaps the match was played by it."
    )


def test_of_several_that_fit_as_well_the_one_that_the_match_names_is_named() -> None:
    (remark,) = audited("pl", *racks_handed_back(8), each=False, break_format="free", edition="wpa-2016")
    assert remark["ruled"] == "wpa-2016"


def test_each_lists_them_all() -> None:
    found = audited("pl", *racks_handed_back(8), each=True, break_format="free")
    assert [finding["code"] for finding in found] == ["option_wrong"] * 8


def test_a_few_are_listed() -> None:
    assert kinds("pl", racks_handed_back(7)) == ["option_wrong"] * 7


def test_a_short_record_is_listed_in_full() -> None:
    # Another pocket than called, and played on all the same.
    pots = [f"B shot called={ball}@fl first={ball} potted={ball}@fr" for ball in range(1, 9)]
    rows = ["A break first=1 rails=6", *pots, "B shot called=9@fl first=9 rail=y"]
    assert kinds("pl", rows) == ["turn_wrong"] * 8


def test_findings_of_other_kinds_stay() -> None:
    rows = [*racks_handed_back(8), "A break rack=9 first=1 rails=6", "A shot rack=9 called=1@fl first=1 rail=y"]
    assert kinds("pl", rows) == ["other_edition", "turn_wrong"]


def test_the_remark_says_how_many_findings_remain() -> None:
    rows = [*racks_handed_back(8), "A break rack=9 first=1 rails=6", "A shot rack=9 called=1@fl first=1 rail=y"]
    assert "leaves 1 finding:" in audited("pl", *rows, each=False, break_format="free")[0]["message"]


def test_what_would_be_wrong_by_the_other_edition_too_stays_in_the_list() -> None:
    # In rack 9 nothing fell, so there is no option in any edition.
    rows = [
        *racks_handed_back(8),
        "A break rack=9 first=1 rails=6",
        "B shot rack=9 called=1@fl first=1 rail=y",
        "A pass rack=9",
        "B shot rack=9 called=1@fl first=1 rail=y",
    ]
    found = audited("pl", *rows, each=False, break_format="free")
    assert [(finding["code"], finding["rack"]) for finding in found] == [("other_edition", 0), ("option_wrong", 9)]
    assert found[0]["recorded"] == "8 option_wrong"


def test_a_push_out_at_any_time() -> None:
    (remark,) = audited("es", *racks_with_a_late_push(10), each=False, break_format="free")
    assert remark["recorded"] == "10 push_unavailable"
    assert remark["ruled"] == "es with push_window = any_time"


@pytest.mark.parametrize(
    ("recorded", "kind"), [(True, "10 spot_wrong"), (False, "10 impossible_ball")], ids=["recorded", "seen later"]
)
def test_a_ball_that_comes_back_after_every_foul(recorded: bool, kind: str) -> None:
    (remark,) = audited("es", *racks_with_a_ball_back(10, recorded=recorded), each=False, break_format="free")
    assert remark["recorded"] == kind
    assert remark["ruled"] == "es with foul_pots = come_back"


def test_both_house_rules_at_once() -> None:
    late = racks_with_a_late_push(9)
    back = [row for row in racks_with_a_ball_back(18, recorded=True) if int(row.split("rack=")[1].split()[0]) > 9]
    (remark,) = audited("es", *late, *back, each=False, break_format="free")
    assert remark["ruled"] == "es with push_window = any_time and foul_pots = come_back"
    assert remark["recorded"] == "9 push_unavailable, 9 spot_wrong"


def test_many_findings_that_no_rules_explain_are_listed() -> None:
    rows = []
    for rack in range(1, 11):
        rows += [f"A break rack={rack} first=1 rails=6", f"A shot rack={rack} called=1@fl first=1 rail=y"]
        rows += [*visits(2, "B", rack), f"A concede rack={rack} winner=B"]
    assert kinds("ru", rows) == ["turn_wrong"] * 10


HOUSES = [(code, house) for code, rules in HOUSE_RULES.items() for house in rules]


@pytest.mark.parametrize(("code", "house"), HOUSES, ids=[f"{code}-{number}" for number, (code, _) in enumerate(HOUSES)])
def test_a_house_rule_is_what_an_edition_file_with_its_switches_would_be(
    code: str, house: HouseRule, tmp_path: Path
) -> None:
    def in_toml(value: object) -> str:
        return str(value).lower() if isinstance(value, bool) else repr(value)

    lines = [f"{name} = {in_toml(value)}" for name, value in house.switches.items()]
    path = tmp_path / "house.toml"
    path.write_text('id = "house"\nname = "House"\nextends = "es"\n[switches]\n' + "\n".join(lines))
    assert load_edition("es").rules._replace(**house.rules) == load_edition(path).rules
    assert code in {check.code for check in CHECKS}
