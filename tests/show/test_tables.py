"""Tables on a terminal: what gives way where there is little room, and what does not."""

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tenball_stats.show.tables import Column, print_table


def printed(columns: list[Column], rows: list[list[str]], width: int, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    monkeypatch.setenv("COLUMNS", str(width))
    out = io.StringIO()
    print_table("", columns, rows, file=out)
    return out.getvalue().splitlines()


COLUMNS = [Column("rate"), Column("counted", right=True), Column("day")]
ROWS = [
    ["breaks that pocketed a ball", "40.1 % (338/842)", "2026-01-03"],
    ["break-and-runs", "0.0 % (0/46)", "2026-02-14"],
]


def test_where_there_is_room_nothing_is_broken(monkeypatch) -> None:
    assert printed(COLUMNS, ROWS, 80, monkeypatch) == [
        "rate                                   counted   day",
        "─" * 59,
        "breaks that pocketed a ball   40.1 % (338/842)   2026-01-03",
        "break-and-runs                    0.0 % (0/46)   2026-02-14",
    ]


def test_the_widest_give_way_first_and_break_at_spaces(monkeypatch) -> None:
    assert printed(COLUMNS, ROWS, 40, monkeypatch) == [
        "rate                counted   day",
        "─" * 40,
        "breaks that          40.1 %   2026-01-03",
        "pocketed a        (338/842)",
        "ball",
        "break-and-runs        0.0 %   2026-02-14",
        "                     (0/46)",
    ]


def test_words_are_broken_only_where_they_have_no_room_beside_each_other(monkeypatch) -> None:
    text = "\n".join(printed(COLUMNS, ROWS, 24, monkeypatch))
    assert max(map(len, text.splitlines())) <= 24
    assert "".join(text.split()).count("2026") == 2


CELL = st.text("ab (1)", max_size=20)


@given(
    st.integers(1, 5).flatmap(lambda n: st.lists(st.lists(CELL, min_size=n, max_size=n), min_size=1, max_size=4)),
    st.integers(30, 100),
)
def test_no_line_is_wider_than_the_terminal_and_no_letter_is_lost(rows: list[list[str]], width: int) -> None:
    with pytest.MonkeyPatch.context() as monkeypatch:
        lines = printed([Column("x") for _ in rows[0]], rows, width, monkeypatch)
    assert max(map(len, lines)) <= width
    told = sorted("".join(lines[2:]).replace(" ", ""))
    assert told == sorted("".join("".join(row) for row in rows).replace(" ", ""))
