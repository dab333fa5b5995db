"""The notation of single cells, each with its value by hand and each with what it refuses."""

import datetime as dt

import pytest

from tenball_stats import terms
from tenball_stats.log import notation
from tenball_stats.log.notation import Unreadable

FR, SL, HL = (terms.POCKET_CODE[name] for name in ("fr", "sl", "hl"))


@pytest.mark.parametrize(
    ("text", "call"),
    [
        ("4@fr", (terms.CALL_SPOKEN, 4, FR)),
        ("10@SL", (terms.CALL_SPOKEN, 10, SL)),
        ("4", (terms.CALL_SPOKEN, 4, 0)),
        ("4.0", (terms.CALL_SPOKEN, 4, 0)),
        ("~4@fr", (terms.CALL_MEANT, 4, FR)),
        ("~ 4", (terms.CALL_MEANT, 4, 0)),
        ("-", (terms.CALL_NOTHING, 0, 0)),
    ],
)
def test_a_call_is_read(text: str, call: tuple[int, int, int]) -> None:
    assert tuple(notation.call(text)) == call


@pytest.mark.parametrize("text", ["4@xx", "11", "0", "cue@fr", "@fr", "~", "~-", "four", "4@fr@sl", "4 fr", "?", "4@"])
def test_what_is_no_call_is_refused(text: str) -> None:
    with pytest.raises(Unreadable):
        notation.call(text)


def test_only_one_ball_may_be_called() -> None:
    with pytest.raises(Unreadable) as error:
        notation.call("4@fr 5@sl")
    assert error.value.hint == "only one ball may be called"


def test_balls_that_went_down_are_read_in_order() -> None:
    balls = notation.potted("6@sl cue@hl 4")
    assert balls.mask == 1 << 6 | 1 | 1 << 4
    assert balls.pockets == SL << 24 | HL
    assert balls.first == 6
    assert balls.known
    assert balls.twice == 0


@pytest.mark.parametrize(
    ("text", "mask", "first"),
    [
        ("-", 0, 0),
        ("cue", 1, 0),
        ("CUE 3", 0b1001, 3),
        ("4,6", 0b101_0000, 4),
        ("4; 6", 0b101_0000, 4),
        ("10.0", 1024, 10),
    ],
)
def test_lists_of_balls(text: str, mask: int, first: int) -> None:
    balls = notation.potted(text)
    assert (balls.mask, balls.first, balls.known) == (mask, first, True)


def test_a_question_mark_says_that_it_was_not_recorded() -> None:
    assert notation.potted("?") == (0, 0, False, 0, 0)


def test_a_ball_named_twice_is_marked() -> None:
    assert notation.potted("4@fr 6 4@sl").twice == 1 << 4


@pytest.mark.parametrize(
    "text", ["4@xx", "11", "0", "? 4", "4 -", "4.6", "4@fr!", ",", "4@fr 4@", "12345678901234567890"]
)
def test_what_is_no_list_of_balls_is_refused(text: str) -> None:
    with pytest.raises(Unreadable):
        notation.potted(text)


def test_balls_off_the_table_have_no_pocket() -> None:
    assert notation.off("3 cue").mask == 0b1001
    with pytest.raises(Unreadable):
        notation.off("3@fr")


def test_spotted_balls() -> None:
    assert notation.spotted("-") == 0
    assert notation.spotted("5 10") == 1 << 5 | 1 << 10
    for text in ("cue", "5 5", "5@fr"):
        with pytest.raises(Unreadable):
            notation.spotted(text)


@pytest.mark.parametrize(("text", "value"), [("0", 0), ("7", 7), ("10", 10), ("7.0", 7), ("7,0", 7), ("07", 7)])
def test_whole_numbers(text: str, value: int) -> None:
    assert notation.whole(text, 0, 10) == value


@pytest.mark.parametrize("text", ["11", "-1", "7.5", "seven", "", "1e1", "١", "999999999999999999999"])
def test_what_is_no_whole_number_in_bounds_is_refused(text: str) -> None:
    with pytest.raises(Unreadable):
        notation.whole(text, 0, 10)


@pytest.mark.parametrize(
    ("text", "value"), [("y", 1), ("YES", 1), ("True", 1), ("1", 1), ("n", 0), ("no", 0), ("FALSE", 0), ("0", 0)]
)
def test_yes_and_no(text: str, value: int) -> None:
    assert notation.yes_no(text) == value


@pytest.mark.parametrize("text", ["2", "maybe", "t", "-"])
def test_neither_yes_nor_no(text: str) -> None:
    with pytest.raises(Unreadable):
        notation.yes_no(text)


@pytest.mark.parametrize(
    ("text", "ruling"),
    [
        ("legal", (terms.RULING_LEGAL, 0)),
        ("foul", (terms.RULING_FOUL, 0)),
        ("Scratch", (terms.RULING_FOUL, terms.FOUL_BIT["scratch"])),
        ("foul touch no_rail", (terms.RULING_FOUL, terms.FOUL_BIT["touch"] | terms.FOUL_BIT["no_rail"])),
        ("recorded", (terms.RULING_FOUL, terms.FOUL_BIT["recorded"])),
    ],
)
def test_rulings(text: str, ruling: tuple[int, int]) -> None:
    assert notation.ruling(text) == ruling


@pytest.mark.parametrize("text", ["legal foul", "illegal", "unsporting", "-", ","])
def test_what_is_no_ruling_is_refused(text: str) -> None:
    with pytest.raises(Unreadable):
        notation.ruling(text)


@pytest.mark.parametrize("text", ["3-2", "3:2", "3 2", "3–2", "3 - 2", "03-2"])
def test_scores(text: str) -> None:
    assert notation.score(text) == [3, 2]


@pytest.mark.parametrize("text", ["3", "3-", "3-x", "3--2-", "2015-03-02", "3-Feb", "02.03.2015"])
def test_what_is_no_score_is_refused(text: str) -> None:
    with pytest.raises(Unreadable):
        notation.score(text)


def test_a_score_that_became_a_date_is_named_as_such() -> None:
    for text in ("3-Feb", "02.03.2015", "Feb-03", "2015-02-03T00:00:00"):
        with pytest.raises(Unreadable) as error:
            notation.score(text)
        assert "spreadsheet" in (error.value.hint or "")


def test_races() -> None:
    assert notation.race_to("9") == [9]
    assert notation.race_to("9.0") == [9]
    assert notation.race_to("9/7") == [9, 7]
    for text in ("0", "9/", "nine", "9/0", "-3"):
        with pytest.raises(Unreadable):
            notation.race_to(text)


@pytest.mark.parametrize(
    ("text", "seconds"),
    [("34", 34.0), ("34.5", 34.5), ("34,5", 34.5), ("34 s", 34.0), ("34s", 34.0), ("0:34", 34.0), ("1:02:03", 3723.0)],
)
def test_durations(text: str, seconds: float) -> None:
    assert notation.duration(text) == seconds


@pytest.mark.parametrize("text", ["-1", "0:99", "1:2:3:4", "soon", ":", "1:", "inf", "nan", "1e3"])
def test_what_is_no_duration_is_refused(text: str) -> None:
    with pytest.raises(Unreadable):
        notation.duration(text)


def test_numbers() -> None:
    assert notation.number("0,635") == 0.635
    assert notation.number("-1.5e-3") == -0.0015
    for text in ("inf", "nan", "1,000.5", "1e999", "0x10", "1_000"):
        with pytest.raises(Unreadable):
            notation.number(text)
    with pytest.raises(Unreadable):
        notation.number("-1", least=0)


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("2015-07-31", dt.date(2015, 7, 31)),
        ("2015-07-31T19:30", dt.date(2015, 7, 31)),
        ("2015-07-31 19:30:00+02:00", dt.date(2015, 7, 31)),
        ("2015-07", dt.date(2015, 7, 1)),
        ("2015", dt.date(2015, 1, 1)),
    ],
)
def test_days(text: str, day: dt.date) -> None:
    assert notation.day(text) == day


@pytest.mark.parametrize(
    "text", ["2015-02-30", "2015-13", "0000", "31.07.2015", "7/31/2015", "2015-07-31T99:00", "July"]
)
def test_what_is_no_day_is_refused(text: str) -> None:
    with pytest.raises(Unreadable):
        notation.day(text)


def test_racks_and_layouts() -> None:
    assert notation.rack_layout("1 2,3 4 10 5 6 7 8 9") == "1 2 3 4 10 5 6 7 8 9"
    for text in ("1 2 3", "1 1 2 3 4 5 6 7 8 9", "1 2 3 4 10 5 6 7 8 cue"):
        with pytest.raises(Unreadable):
            notation.rack_layout(text)
    assert notation.layout("1:0.635/1.905 2:0,692/2,004") == "1:0.635/1.905 2:0.692/2.004"
    for text in ("1:0.6", "11:0.1/0.2", "cue:0.1/0.2", "1:0.1/0.2 1:0.1/0.2", "0:1/1", "1:nan/1"):
        with pytest.raises(Unreadable):
            notation.layout(text)


def test_acts_are_read_both_ways() -> None:
    both = notation.acts("touch late")
    assert both == (terms.ACT_BIT["touch"], terms.LAG_ACT_BIT["late"], "late", "touch")
    assert notation.acts("-") == (0, 0, None, None)


def test_a_judged_foul_is_no_act() -> None:
    error = notation.act_refused("scratch", lag=False)
    assert "ruling" in (error.hint or "")
    assert notation.act_refused("long_rial", lag=True).hint == "did you mean long_rail?"


def test_names() -> None:
    assert notation.names("Ann | Bo  Li") == ["Ann", "Bo Li"]
    assert notation.name("  Jose\u0301\u00a0 Ruiz ") == "José Ruiz"
    for text in ("Ann", "Ann|", "Ann|Ann", "|"):
        with pytest.raises(Unreadable):
            notation.names(text)


def test_a_day_as_a_spreadsheet_counts_it_is_named() -> None:
    with pytest.raises(Unreadable) as error:
        notation.day("46086")
    assert "46086 is 2026-03-05" in (error.value.hint or "")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("9:05", "09:05"),
        ("19:30:05.25", "19:30:05.25"),
        ("19:30Z", "19:30Z"),
        ("2015-07-31 19:30+02:00", "2015-07-31T19:30+02:00"),
    ],
)
def test_times(text: str, said: str) -> None:
    assert notation.clock(text) == said
    assert notation.clock(said) == said


@pytest.mark.parametrize("text", ["24:00", "7 pm", "19", "19:60", "2015-02-30T10:00", "19:30:60", "1930", "19:3"])
def test_what_is_no_time_is_refused(text: str) -> None:
    with pytest.raises(Unreadable):
        notation.clock(text)


@pytest.mark.parametrize("text", [" " * 50_000 + "x", "1" + " " * 50_000 + "x", "s" * 50_000, "1:" * 50_000])
def test_no_cell_takes_long_to_refuse(text: str) -> None:
    for read in (notation.duration, notation.score, notation.race_to, notation.number, notation.day, notation.clock):
        with pytest.raises(Unreadable):
            read(text)
