"""Charts of run-outs, trends, boards, ratings and the table: what stands where, and that nothing is cut off."""

from collections.abc import Callable
from typing import Any

import polars as pl
import pytest
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.text import Text

from tenball_stats.show import charts
from tenball_stats.show.charts import style
from tenball_stats.stats.intervals import wilson

LONG = "Wolfeschlegelsteinhausenbergerdorff the Younger"


def share(value: int, part: int, of: int) -> dict[str, Any]:
    low, high = wilson(part, of) or (None, None)
    return {"value": str(value), "part": part, "of": of, "rate": part / of if of else None, "low": low, "high": high}


def runouts(*rows: tuple[int, int, int, int, int]) -> pl.DataFrame:
    """Rows of balls left, run-outs and visits in place, run-outs and visits in hand."""
    place = [share(balls, part, of) for balls, part, of, _, _ in rows if of]
    hand = [share(balls, part, of) for balls, _, _, part, of in rows if of]
    both = [share(balls, a + c, b + d) for balls, a, b, c, d in rows]
    shares = pl.List(
        pl.Struct(
            {"value": pl.String, "part": pl.Int64, "of": pl.Int64, "rate": pl.Float64, "low": pl.Float64}
            | {"high": pl.Float64}
        )
    )
    return pl.DataFrame(
        {
            "visits": [sum(b + d for _, _, b, _, d in rows)],
            "run_out": [sum(a + c for _, a, _, c, _ in rows)],
            "by_balls_left": [both],
            "in_place_by_balls_left": [place],
            "in_hand_by_balls_left": [hand],
            "winner_not_recorded": [2],
        },
        schema_overrides=dict.fromkeys(("by_balls_left", "in_place_by_balls_left", "in_hand_by_balls_left"), shares),
    )


def periods(*rows: tuple[int, int]) -> pl.DataFrame:
    return pl.DataFrame(
        [
            {"first": f"2026-0{n}-03", "last": f"2026-0{n + 1}-09", "part": part, "of": of, "rate": part / of}
            | dict(zip(("low", "high"), wilson(part, of) or (0, 1), strict=True))
            for n, (part, of) in enumerate(rows, start=1)
        ],
        infer_schema_length=None,
    )


def board(*rows: tuple[str, int, int, float]) -> pl.DataFrame:
    """Rows of player, part, whole and the shrunken rate."""
    return pl.DataFrame(
        [
            {"player": player, "made": part / of, "made_n": of, "made_shrunk": drawn}
            | dict(zip(("made_low", "made_high"), wilson(part, of) or (0, 1), strict=True))
            | {"made_shrunk_low": drawn - 0.1, "made_shrunk_high": drawn + 0.1}
            for player, part, of, drawn in rows
        ]
    )


def places(*rows: tuple[float, float, bool]) -> pl.DataFrame:
    return pl.DataFrame(
        [{"x": x, "y": y, "made": good} for x, y, good in rows], schema={"x": pl.Float64, "y": pl.Float64, "made": bool}
    )


def breaks(*rows: tuple[float, float, str]) -> pl.DataFrame:
    return pl.DataFrame(
        [
            {"x": x, "y": y, "end_x": x, "end_y": y} | {name: what == name for name in ("success", "dry", "fouled")}
            for x, y, what in rows
        ],
        schema=dict.fromkeys(("x", "y", "end_x", "end_y"), pl.Float64)
        | dict.fromkeys(("success", "dry", "fouled"), bool),
    )


def drawn(ax: Axes) -> tuple[Figure, Any]:
    figure = style.figure_of(ax)
    canvas = FigureCanvasAgg(figure)
    canvas.draw()
    return figure, canvas.get_renderer()


def texts(ax: Axes) -> str:
    figure, _ = drawn(ax)
    return "\n".join(" ".join(text.get_text().split()) for text in figure.findobj(Text) if text.get_text())


def points(ax: Axes, label: str) -> list[tuple[float, float]]:
    container = next(one for one in ax.containers if str(one.get_label()).startswith(label))
    return [(float(x), float(y)) for x, y in zip(*container.lines[0].get_data(), strict=True)]  # type: ignore[attr-defined]


# What stands where ----------------------------------------------------------------------------------------------------


def test_run_outs_stand_at_their_balls_in_place_and_in_hand() -> None:
    ax = charts.run_outs(runouts((1, 3, 10, 4, 5), (3, 1, 20, 0, 0)))
    in_place, in_hand = points(ax, "cue ball in place"), points(ax, "ball in hand")
    assert [round(x) for x, _ in in_place] == [1, 3]
    assert [y for _, y in in_place] == pytest.approx([30, 5])
    assert [(round(x), y) for x, y in in_hand] == [(1, pytest.approx(80))]
    said = texts(ax)
    assert "35 visits, 8 of them won the rack" in said
    assert "2 visits" in said
    assert [label.get_text() for label in ax.get_xticklabels()][:3] == ["1\n(15)", "2\n(0)", "3\n(20)"]


def test_the_league_is_a_band_behind_a_players_run_outs() -> None:
    league = runouts((1, 30, 100, 0, 0), (2, 10, 100, 0, 0))
    ax = charts.run_outs(runouts((1, 3, 10, 4, 5)), league=league)
    assert "the league, both together" in texts(ax)
    assert len(ax.collections) >= 1


def test_a_trend_stands_at_the_rates_of_its_periods() -> None:
    ax = charts.trend(periods((5, 20), (10, 20), (18, 20)), label="called shots made", p=0.0004, others=0.4)
    (marks,) = ax.containers
    assert list(marks.lines[0].get_ydata()) == pytest.approx([25, 50, 90])  # type: ignore[attr-defined]
    said = texts(ax)
    assert "Called shots made over time" in said
    assert "n = 60" in said
    assert "p < 0.001" in said
    assert "dashed: the others, 40.0 %" in said


def test_a_board_is_in_the_order_of_the_estimate_and_shows_both() -> None:
    frame = board(("Lucky", 2, 2, 0.5), ("Steady", 80, 100, 0.78), ("Weak", 2, 20, 0.2))
    ax = charts.caterpillar(frame, rate="made", label="shots made", mean=0.55)
    names = [label.get_text().split()[0] for label in ax.get_yticklabels()]
    assert names == ["Steady", "Lucky", "Weak"]
    assert [x for x, _ in points(ax, "estimate")] == pytest.approx([78, 50, 20])
    (raw,) = [one for one in ax.collections if one.get_label() == "as counted"]
    assert [float(x) for x, _ in raw.get_offsets()] == pytest.approx([80, 100, 10])  # type: ignore[union-attr]
    low_first = charts.caterpillar(frame, rate="made", descending=False)
    assert [label.get_text().split()[0] for label in low_first.get_yticklabels()] == ["Weak", "Lucky", "Steady"]


def test_a_board_without_estimates_shows_the_wilson_interval() -> None:
    frame = board(("A", 8, 10, 0.5), ("B", 2, 10, 0.5)).select("player", "made", "made_n", "made_low", "made_high")
    said = texts(charts.caterpillar(frame, rate="made"))
    assert "as counted, with its 95 % interval" in said
    assert "drawn towards" not in said


def test_ratings_without_an_interval_are_marks_alone() -> None:
    frame = pl.DataFrame(
        [("Ann", 560.0, 520.0, 610.0, 40), ("Bo", 440.0, None, None, 12)],
        schema=["player", "rating", "low", "high", "racks"],
        orient="row",
    )
    ax = charts.ratings(frame)
    assert [label.get_text() for label in ax.get_yticklabels()] == ["Ann  (n = 40)", "Bo  (n = 12)"]
    assert "1 player has too few matches for one." in texts(ax)


def test_cells_of_the_table_hold_what_was_made_of_what_was_tried() -> None:
    rows = [(0.1, 0.05, True)] * 4 + [(0.1, 0.05, False)] * 2 + [(0.9, 0.99, True)] + [(1.0, 1.0, False)]
    ax = charts.shot_map(places(*rows))
    said = texts(ax)
    assert "4/6 67 %" in said
    assert "1/2" in said
    assert "8 shots, 5 made" in said
    place = next(text for text in ax.texts if text.get_text().startswith("4/6"))
    assert place.get_position() == (0.125, 0.125)


def test_few_breaks_are_points_and_many_are_cells() -> None:
    few = charts.break_map(breaks((0.5, 0.2, "success"), (0.4, 0.1, "fouled"), (0.3, 0.1, "dry")))
    assert {text.get_text() for text in few.get_legend().get_texts()} == {  # type: ignore[union-attr]
        "successful (1)", "dry (1)", "fouled (1)",
    }  # fmt: skip
    many = charts.break_map(breaks(*[(0.5, 0.2, "success")] * 160, *[(0.55, 0.2, "dry")] * 40))
    assert "160/200" in texts(many)
    assert "200 breaks" in texts(charts.break_map(breaks(*[(0.5, 0.9, "dry")] * 200), after=True))


def test_the_text_on_a_dark_cell_is_white_and_on_a_light_one_black() -> None:
    ax = charts.shot_map(places(*[(0.1, 0.1, False)] * 9, *[(0.9, 0.9, True)] * 9))
    colours = {text.get_text().split()[0]: text.get_color() for text in ax.texts}
    assert (colours["0/9"], colours["9/9"]) == ("white", "black")


# All of them ----------------------------------------------------------------------------------------------------------

DRAWN: dict[str, Callable[..., Axes]] = {
    "run-outs": lambda **k: charts.run_outs(runouts(*((n, 1, 9, 1, 2) for n in range(1, 11))), **k),
    "run-outs with a league": lambda **k: charts.run_outs(
        runouts((1, 3, 10, 4, 5)), league=runouts((1, 30, 100, 0, 0), (2, 5, 90, 0, 0)), **k
    ),
    "trend": lambda **k: charts.trend(periods(*[(5, 20)] * 6), label="visits with ball in hand that won", **k),
    "small trend": lambda **k: charts.trend(periods(*[(5, 20)] * 6), label="called shots", others=0.9, small=True, **k),
    "board": lambda **k: charts.caterpillar(board((LONG, 9, 10, 0.8), ("Łucja Ó", 1, 9, 0.2)), rate="made", **k),
    "ratings": lambda **k: charts.ratings(
        pl.DataFrame({"player": [LONG], "rating": [510.0], "low": [480.0], "high": [530.0], "racks": [1200]}), **k
    ),
    "shots": lambda **k: charts.shot_map(places(*[(0.1, 0.1, True)] * 1200, (0.5, 0.5, False)), **k),
    "breaks": lambda **k: charts.break_map(breaks((0.5, 0.2, "success"), (0.2, 0.2, "fouled")), **k),
    "many breaks": lambda **k: charts.break_map(breaks(*[(0.5, 0.2, "dry")] * 500), **k),
    "after the break": lambda **k: charts.break_map(breaks((0.5, 0.7, "dry")), after=True, **k),
}
EMPTY: dict[str, Callable[..., Axes]] = {
    "run-outs": lambda: charts.run_outs(runouts()),
    "trend": lambda: charts.trend(pl.DataFrame(), label="x"),
    "board": lambda: charts.caterpillar(board(("A", 1, 2, 0.5)).clear(), rate="made"),
    "ratings": lambda: charts.ratings(pl.DataFrame(schema={"racks": pl.Int64, "rating": pl.Float64})),
    "shots": lambda: charts.shot_map(places()),
    "breaks": lambda: charts.break_map(breaks()),
}


@pytest.mark.parametrize("name", DRAWN)
def test_nothing_that_is_written_reaches_over_the_edge(name: str) -> None:
    ax = DRAWN[name](of="player Wolfeschlegelsteinhausenbergerdorff, until 2026-12-31, ruled by csi")
    figure, renderer = drawn(ax)
    shown = {tick.label1 for axis in (ax.xaxis, ax.yaxis) for tick in axis._update_ticks()}  # type: ignore[attr-defined]
    ticks = {tick.label1 for axis in (ax.xaxis, ax.yaxis) for tick in axis.get_major_ticks()}
    for text in figure.findobj(Text):
        if text.get_text().strip() and text.get_visible() and text not in ticks - shown:
            box = text.get_window_extent(renderer)
            inside = box.x0 >= -1 and box.y0 >= -1 and box.x1 <= figure.bbox.x1 + 1 and box.y1 <= figure.bbox.y1 + 1
            assert inside, f"{text.get_text()!r} at {box.bounds} in {figure.bbox.bounds}"


@pytest.mark.parametrize("name", DRAWN)
def test_it_draws_where_it_is_told_to(name: str) -> None:
    left, right = Figure(figsize=(14, 8), layout="constrained").subplots(1, 2)
    assert DRAWN[name](ax=right) is right
    assert not left.has_data()
    drawn(right)


@pytest.mark.parametrize("name", EMPTY)
def test_an_empty_chart_says_why_it_is_empty(name: str) -> None:
    said = texts(EMPTY[name]())
    assert any(
        words in said for words in ("There is no", "Too few", "Nobody", "No place was recorded", "nothing to take")
    )
