"""The charts: what stands where, that nothing is cut off or hidden, and how they are written."""

import subprocess
import sys
from collections.abc import Callable
from itertools import combinations
from pathlib import Path
from typing import Any

import matplotlib as mpl
import polars as pl
import pytest
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.colors import to_hex
from matplotlib.figure import Figure
from matplotlib.text import Text

from tenball_stats.show import charts
from tenball_stats.show.charts import fouls, lags, pushouts, style
from tenball_stats.show.charts.breaks import CLASSES
from tenball_stats.show.charts.frames import PARTS
from tenball_stats.stats.intervals import wilson

OKABE_ITO = {"#000000", "#e69f00", "#56b4e9", "#009e73", "#f0e442", "#0072b2", "#d55e00", "#cc79a7"}


def rates(part: int, of: int, name: str) -> dict[str, Any]:
    low, high = wilson(part, of) or (None, None)
    return {name: part / of if of else None, f"{name}_low": low, f"{name}_high": high, f"{name}_n": of}


def breaks_frame(*rows: tuple[str | None, int, int, int], presumed: int = 0, not_recorded: int = 0) -> pl.DataFrame:
    """Rows of player, successful, dry and fouled breaks."""
    return pl.DataFrame(
        [
            {"player": player, "breaks": s + d + f, "presumed": presumed, "not_recorded": not_recorded}
            | rates(s, s + d + f, "success_rate")
            | rates(d, s + d + f, "dry_rate")
            | rates(f, s + d + f, "fouled_rate")
            for player, s, d, f in rows
        ],
        infer_schema_length=None,
    )


def fouls_frame(*rows: tuple[str, int, dict[str, int], int], presumed: int = 0) -> pl.DataFrame:
    """Rows of player, strokes, fouls by code, and fouls."""
    return pl.DataFrame(
        [
            {"player": player, "strokes": n, "fouls": fouled, "presumed": presumed, "not_recorded": 0}
            | {"by_code": [{"value": code, "rows": rows} for code, rows in codes.items()]}
            | rates(fouled, n, "foul_rate")
            for player, n, codes, fouled in rows
        ],
        schema_overrides={"by_code": PARTS},
    )


def pushes_frame(**counts: int) -> pl.DataFrame:
    zero = dict.fromkeys([*pushouts.COLUMNS, "presumed", "not_recorded"], 0)
    return pl.DataFrame([zero | counts])


def lags_frame(*rows: tuple[str, float | None, list[str], str | None]) -> pl.DataFrame:
    schema = {"player": pl.String, "lag_cm": pl.Float64, "faults": pl.List(pl.String), "result": pl.String}
    return pl.DataFrame(rows, schema=schema, orient="row")


REAL_PUSHES = pushes_frame(
    chances=37, pushes=6, accepted=2, passed=4, accepted_decided=2, passed_decided=4, won_accepted=2, won_passed=1,
    accepted_inferred=2, presumed=37,
)  # fmt: skip


def drawn(ax: Axes) -> tuple[Figure, Any]:
    figure = style.figure_of(ax)
    canvas = FigureCanvasAgg(figure)
    canvas.draw()
    return figure, canvas.get_renderer()


def texts(ax: Axes) -> str:
    """Everything that is written on a chart, each text on one line."""
    figure, _ = drawn(ax)
    return "\n".join(" ".join(text.get_text().split()) for text in figure.findobj(Text) if text.get_text())


def marks(ax: Axes, label: str) -> list[tuple[float, float]]:
    """Where the marks of a class stand, as x and y, from the top down."""
    container = next(one for one in ax.containers if str(one.get_label()).startswith(label))
    x, y = container.lines[0].get_data()  # type: ignore[attr-defined]
    return sorted(zip(map(float, x), map(float, y), strict=True), key=lambda point: point[1])


# Breaks ---------------------------------------------------------------------------------------------------------------


def test_each_class_of_break_stands_at_its_share_of_the_players_breaks() -> None:
    ax = charts.break_classes(breaks_frame(("Ana", 6, 3, 1), ("Bo", 1, 3, 0)))
    assert [x for x, _ in marks(ax, "successful")] == pytest.approx([60, 25])
    assert [x for x, _ in marks(ax, "dry")] == pytest.approx([30, 75])
    assert [x for x, _ in marks(ax, "fouled")] == pytest.approx([10, 0])
    assert [label.get_text() for label in ax.get_yticklabels()] == ["Ana  (n = 10)", "Bo  (n = 4)"]


def test_whiskers_reach_to_the_ends_of_the_wilson_interval() -> None:
    ax = charts.break_classes(breaks_frame(("Ana", 26, 11, 3)))
    container = next(one for one in ax.containers if str(one.get_label()).startswith("successful"))
    (left, _), (right, _) = container.lines[2][0].get_segments()[0]  # type: ignore[attr-defined]
    assert (left, right) == pytest.approx((49.5, 77.9), abs=0.05)  # 26 of 40


def test_the_order_follows_the_lower_end_so_that_one_of_one_does_not_lead() -> None:
    ax = charts.break_classes(breaks_frame(("Lucky", 1, 0, 0), ("Steady", 60, 20, 0)))
    assert [label.get_text().split()[0] for label in ax.get_yticklabels()] == ["Steady", "Lucky"]


def test_the_title_says_what_is_shown_and_the_n_and_the_axis_its_unit() -> None:
    ax = charts.break_classes(breaks_frame(("Ana", 26, 11, 3)), of="ruled by csi")
    assert "What came of the break, by player" in texts(ax)
    assert "40 breaks, ruled by csi" in texts(ax)
    assert ax.get_xlabel() == "share of breaks (%)"


def test_what_was_presumed_or_not_recorded_is_said_in_the_caption() -> None:
    said = texts(charts.break_classes(breaks_frame(("Ana", 3, 1, 0), presumed=4, not_recorded=2)))
    assert "Presumed lawful because a fact was not recorded: 4 breaks." in said
    assert "Left out because what fell was not recorded: 2." in said
    assert "95 % Wilson" in said
    assert "resumed" not in texts(charts.break_classes(breaks_frame(("Ana", 3, 1, 0))))


def test_a_player_without_a_break_has_no_row_and_a_missing_group_is_named_so() -> None:
    ax = charts.break_classes(breaks_frame(("Ana", 0, 0, 0), (None, 1, 1, 0)))
    assert [label.get_text() for label in ax.get_yticklabels()] == ["not recorded  (n = 2)"]


def test_of_very_many_players_those_with_the_most_breaks_are_shown() -> None:
    ax = charts.break_classes(breaks_frame(*((f"P{n}", n, 1, 0) for n in range(1, 41))))
    names = {label.get_text().split()[0] for label in ax.get_yticklabels()}
    assert names == {f"P{n}" for n in range(11, 41)}
    assert "The 30 with the most of 40 are shown." in texts(ax)
    assert f"{sum(n + 1 for n in range(1, 41))} breaks" in texts(ax)


# Fouls ----------------------------------------------------------------------------------------------------------------


def test_each_kind_of_foul_has_a_bar_as_long_as_it_is_frequent() -> None:
    frame = fouls_frame(
        ("Ana", 50, {"scratch": 3, "touch": 1, "recorded": 2}, 6), ("Bo", 70, {"scratch": 1, "no_rail": 5}, 5)
    )
    ax = charts.foul_kinds(frame)
    assert [label.get_text() for label in ax.get_yticklabels()] == [
        "no rail",
        "scratch",
        "kind not recorded",
        "touch",
    ]
    lengths = {round(bar.get_y() + bar.get_height() / 2): bar.get_width() for bar in ax.patches}
    assert lengths == {0: 5, 1: 4, 2: 2, 3: 1}
    assert "11 fouls on 120 strokes" in texts(ax)
    assert "(1 more codes than fouls)" in texts(ax)


def test_the_foul_rate_of_each_player_is_per_hundred_strokes() -> None:
    ax = charts.foul_rates(fouls_frame(("Ana", 50, {"scratch": 6}, 6), ("Bo", 200, {}, 2), presumed=7))
    assert [label.get_text() for label in ax.get_yticklabels()] == ["Bo  (n = 200)", "Ana  (n = 50)"]
    assert [x for x, _ in marks(ax, "fouls over strokes")] == pytest.approx([1, 12])
    assert "fouls per 100 strokes" in texts(ax)
    assert "not recorded: 14 strokes" in texts(ax)


def test_every_foul_code_has_a_look() -> None:
    from tenball_stats.terms import FOULS

    assert sorted(code for codes, _ in fouls.SOURCES for code in codes) == sorted(FOULS)


# Push-outs ------------------------------------------------------------------------------------------------------------


def heights(ax: Axes) -> dict[str, list[float]]:
    """Heights of the parts of the flow by the colour of what they stand for."""
    found: dict[str, list[float]] = {}
    for patch in ax.patches:
        if hasattr(patch, "get_height"):
            found.setdefault(to_hex(patch.get_facecolor()), []).append(round(patch.get_height(), 4))
    return found


def test_the_flow_of_push_outs_draws_each_part_as_high_as_its_share() -> None:
    found = heights(charts.push_out_flow(REAL_PUSHES))
    assert found[pushouts.PUSHED.colour.lower()] == [round(6 / 37, 4)]
    assert found["#dddddd"] == [round(31 / 37, 4)]
    assert found[pushouts.ACCEPTED.colour.lower()] == [round(2 / 6, 4)]
    assert found[pushouts.PASSED.colour.lower()] == [round(4 / 6, 4)]
    assert found[pushouts.WON.colour.lower()] == [round(2 / 6 - 0.02, 4), round((4 / 6 - 0.02) / 4, 4)]
    assert found[pushouts.LOST.colour.lower()] == [round((4 / 6 - 0.02) * 3 / 4, 4)]


def test_the_flow_names_numbers_shares_and_intervals() -> None:
    said = texts(charts.push_out_flow(REAL_PUSHES, of="ruled by csi"))
    assert "37 chances, 6 push-outs, ruled by csi" in said
    assert "pushed out 6 of 37 (16 %, 8–31)" in said
    assert "handed back 4 of 6 (67 %, 30–90)" in said
    assert "rack won by who pushed out 1 of 4 (25 %, 5–70)" in said
    assert "2 decisions are read from who played on." in said
    assert "37 chances." in said


def test_a_rack_without_a_known_winner_counts_neither_as_won_nor_as_lost() -> None:
    said = texts(
        charts.push_out_flow(
            pushes_frame(chances=10, pushes=5, accepted=5, accepted_decided=3, won_accepted=2, not_recorded=1)
        )
    )
    assert "rack won by who pushed out 2 of 3" in said
    assert "rack lost 1 of 3" in said
    assert "winner not recorded 2 of 5" in said


def test_parts_too_thin_for_a_label_are_named_in_the_caption() -> None:
    counts = {"accepted": 98, "accepted_decided": 98, "passed": 1, "passed_decided": 1, "fouled": 1}
    ax = charts.push_out_flow(pushes_frame(chances=200, pushes=100, **counts))
    assert "Too thin for a label: handed back 1, the push-out was a foul 1, rack lost 1." in texts(ax)
    assert all(height > 0 for found in heights(ax).values() for height in found)


def test_the_rows_of_a_frame_by_player_are_added_up() -> None:
    both = pl.concat([REAL_PUSHES, REAL_PUSHES])
    assert "74 chances, 12 push-outs" in texts(charts.push_out_flow(both))


def test_chances_that_nobody_took_are_said() -> None:
    assert "Nobody pushed out." in texts(charts.push_out_flow(pushes_frame(chances=3)))


# Lags -----------------------------------------------------------------------------------------------------------------

LAGS = lags_frame(
    ("Ana", None, ["crossed"], "repeated"),
    ("Bo", 30.0, [], "repeated"),
    ("Ana", 21.0, [], "lost"),
    ("Bo", 9.5, [], "won"),
    ("Bo", 12.0, ["jaw", "late"], None),
)


def points(ax: Axes, label: str) -> list[tuple[float, float]]:
    found = [one for one in ax.collections if one.get_label() == label]
    return [(float(x), float(y)) for one in found for x, y in one.get_offsets()]  # type: ignore[union-attr]


def test_each_lag_stands_at_its_distance_in_the_row_of_its_player() -> None:
    ax = charts.lag_distances(LAGS)
    assert [label.get_text() for label in ax.get_yticklabels()] == ["Bo  (n = 3)", "Ana  (n = 1)"]
    assert points(ax, "lag won") == [(9.5, 0)]
    assert points(ax, "lag lost") == [(21.0, 1)]
    assert points(ax, "undecided, lagged again") == [(30.0, 0)]
    assert points(ax, "winner not recorded") == [(12.0, 0)]
    assert "(cm)" in ax.get_xlabel()
    assert ax.get_xlim()[0] == 0


def test_faults_and_missing_distances_are_said_and_never_drawn_as_zero() -> None:
    ax = charts.lag_distances(LAGS)
    assert "2 attempts with a fault (crossed 1, jaw 1, late 1)." in texts(ax)
    assert "1 attempt without a recorded distance, not drawn." in texts(ax)
    assert sum(len(one.get_offsets()) for one in ax.collections) == 4


def test_the_mean_of_a_player_is_drawn_with_its_interval_where_there_is_one() -> None:
    means = pl.DataFrame(
        {
            "player": ["Bo", "Ana", "Cy"],
            "mean_cm": [17.17, 21.0, None],
            "mean_cm_low": [9.5, None, None],
            "mean_cm_high": [30.0, None, None],
        }
    )
    ax = charts.lag_distances(LAGS, means=means)
    assert marks(ax, "mean") == [(17.17, 0.25), (21.0, 1.25)]


# All of them ----------------------------------------------------------------------------------------------------------

LONG = "Wolfeschlegelsteinhausenbergerdorff the Younger"
DRAWN: dict[str, Callable[..., Axes]] = {
    "breaks": lambda **k: charts.break_classes(
        breaks_frame(("Ana", 6, 3, 1), (LONG, 0, 3, 9), ("Łucja Ó", 5, 0, 0), presumed=3, not_recorded=1), **k
    ),
    "one player": lambda **k: charts.break_classes(breaks_frame(("Ana", 0, 0, 1)), **k),
    "thirty": lambda **k: charts.break_classes(breaks_frame(*((f"P{n}", n, 1, 0) for n in range(40))), **k),
    "foul kinds": lambda **k: charts.foul_kinds(
        fouls_frame(("Ana", 500, {code: n for n, code in enumerate(style_codes(), 1)}, 60)), **k
    ),
    "foul rates": lambda **k: charts.foul_rates(fouls_frame((LONG, 50, {"touch": 50}, 50), ("Bo", 7, {}, 0)), **k),
    "push-outs": lambda **k: charts.push_out_flow(REAL_PUSHES, **k),
    "thin push-outs": lambda **k: charts.push_out_flow(
        pushes_frame(chances=9000, pushes=100, accepted=90, passed=5, fouled=4, undecided=1, push_after_foul=4), **k
    ),
    "lags": lambda **k: charts.lag_distances(LAGS, **k),
}
EMPTY: dict[str, Callable[..., Axes]] = {
    "breaks": lambda **k: charts.break_classes(breaks_frame(("Ana", 0, 0, 0)), **k),
    "foul kinds": lambda **k: charts.foul_kinds(fouls_frame(("Ana", 50, {}, 0)), **k),
    "foul rates": lambda **k: charts.foul_rates(fouls_frame(("Ana", 0, {}, 0)), **k),
    "push-outs": lambda **k: charts.push_out_flow(pushes_frame(), **k),
    "push-outs of no rows": lambda **k: charts.push_out_flow(pushes_frame().clear(), **k),
    "lags": lambda **k: charts.lag_distances(LAGS.clear(), **k),
}


def style_codes() -> tuple[str, ...]:
    from tenball_stats.terms import FOULS

    return FOULS


@pytest.mark.parametrize("name", DRAWN)
def test_nothing_that_is_written_reaches_over_the_edge(name: str) -> None:
    ax = DRAWN[name](of="player Wolfeschlegelsteinhausenbergerdorff, since 2015-01-01, until 2026-12-31, ruled by csi")
    figure, renderer = drawn(ax)
    ticks = [tick for axis in (ax.xaxis, ax.yaxis) for tick in axis.get_major_ticks()]
    seen = [tick for axis in (ax.xaxis, ax.yaxis) for tick in axis._update_ticks()]  # type: ignore[attr-defined]
    unseen = {tick.label1 for tick in ticks} - {tick.label1 for tick in seen}
    for text in figure.findobj(Text):
        if text.get_text().strip() and text.get_visible() and text not in unseen:
            box = text.get_window_extent(renderer)
            inside = box.x0 >= -1 and box.y0 >= -1 and box.x1 <= figure.bbox.x1 + 1 and box.y1 <= figure.bbox.y1 + 1
            assert inside, f"{text.get_text()!r} at {box.bounds} in {figure.bbox.bounds}"


@pytest.mark.parametrize("name", DRAWN)
def test_title_legend_labels_and_caption_do_not_lie_on_each_other(name: str) -> None:
    ax = DRAWN[name](of="ruled by csi")
    _, renderer = drawn(ax)
    head = [ax.title, ax.texts[0] if ax.texts else None, ax._left_title, ax.xaxis.label, *ax.texts[-1:]]  # type: ignore[attr-defined]
    parts = {id(part): part.get_window_extent(renderer) for part in head if part is not None and part.get_text()}
    legend = ax.get_legend()
    if legend is not None and name not in {"foul kinds"}:
        parts[id(legend)] = legend.get_window_extent(renderer)
    for one, other in combinations(parts.values(), 2):
        width = min(one.x1, other.x1) - max(one.x0, other.x0)
        height = min(one.y1, other.y1) - max(one.y0, other.y0)
        assert width <= 1 or height <= 1, f"{one.bounds} and {other.bounds}"


@pytest.mark.parametrize("name", [*DRAWN])
def test_it_draws_where_it_is_told_to(name: str) -> None:
    figure = Figure(figsize=(14, 8), layout="constrained")
    left, right = figure.subplots(1, 2)
    assert DRAWN[name](ax=right) is right
    assert not left.has_data()
    drawn(right)


@pytest.mark.parametrize("name", EMPTY)
def test_an_empty_chart_says_that_there_is_nothing(name: str) -> None:
    ax = EMPTY[name]()
    assert "There is no " in texts(ax)
    assert not ax.patches
    assert not ax.lines


@pytest.mark.parametrize("name", DRAWN)
def test_it_leaves_the_users_own_settings_alone(name: str) -> None:
    with mpl.rc_context({"font.size": 23, "text.parse_math": True}):
        before = dict(mpl.rcParams)
        DRAWN[name]()
        assert dict(mpl.rcParams) == before


def test_drawing_needs_no_window_and_keeps_no_figure() -> None:
    code = (
        "import sys, polars as pl\n"
        "from tenball_stats.show import charts\n"
        "schema = dict(player=pl.String, lag_cm=pl.Float64, faults=pl.List(pl.String), result=pl.String)\n"
        "charts.lag_distances(pl.DataFrame(schema=schema))\n"
        "print('matplotlib.pyplot' in sys.modules)\n"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == "False"


MARKS = {
    "breaks": [mark for _, mark in CLASSES],
    "fouls": [mark for _, mark in fouls.SOURCES],
    "answers": [pushouts.ACCEPTED, pushouts.PASSED, pushouts.FOULED, pushouts.UNDECIDED],
    "racks": [pushouts.WON, pushouts.LOST, pushouts.UNKNOWN],
    "lags": [mark for _, mark in lags.RESULTS],
}


@pytest.mark.parametrize("group", MARKS)
def test_whatever_a_colour_says_a_hatch_or_a_marker_says_too(group: str) -> None:
    marks_ = MARKS[group]
    assert len({(mark.hatch, mark.marker) for mark in marks_}) == len(marks_)
    assert len({mark.colour for mark in marks_}) == len(marks_)
    assert {to_hex(mark.colour) for mark in marks_} <= OKABE_ITO | {"#dddddd", "#ffffff"}


def test_a_name_is_text_and_never_a_formula() -> None:
    ax = charts.break_classes(breaks_frame(("$\\frac{$", 1, 0, 0), ("two\nlines", 1, 1, 0)))
    assert "$\\frac{$ (n = 1)" in texts(ax)
    assert "two lines (n = 2)" in texts(ax)


def test_a_long_name_is_cut() -> None:
    assert style.short(LONG) == "Wolfeschlegelsteinhausenb…"
    assert style.short(None) == "not recorded"


def test_a_chart_of_many_rows_still_fits_on_a_sheet_of_a4() -> None:
    frame = fouls_frame(*((f"P{n}", 50, dict.fromkeys(style_codes(), 1), 20) for n in range(30)))
    for figure in (style.figure_of(DRAWN["thirty"]()), charts.foul_page(frame)):
        width, height = figure.get_size_inches()
        assert width <= 8.27 - 2 * 0.4
        assert height <= 11.69 - 2 * 0.4


# Writing --------------------------------------------------------------------------------------------------------------

HEADS = {".png": b"\x89PNG", ".svg": b"<?xml", ".pdf": b"%PDF"}


@pytest.mark.parametrize("suffix", HEADS)
def test_the_ending_decides_the_form_and_the_same_chart_is_the_same_file(tmp_path: Path, suffix: str) -> None:
    written = []
    for number in range(2):
        target = tmp_path / f"{number}{suffix}"
        assert charts.write(style.figure_of(DRAWN["breaks"]()), target) == []
        written.append(target.read_bytes())
    assert written[0].startswith(HEADS[suffix])
    assert written[0] == written[1]


@pytest.mark.parametrize("suffix", ["", ".jpg", ".csv"])
def test_another_ending_is_refused_with_those_there_are(tmp_path: Path, suffix: str) -> None:
    with pytest.raises(charts.ChartRefused, match=r"end its name in \.png, \.svg or \.pdf"):
        charts.write(style.figure_of(DRAWN["lags"]()), tmp_path / f"x{suffix}")


def test_a_missing_folder_is_named_before_anything_is_drawn(tmp_path: Path) -> None:
    with pytest.raises(charts.ChartRefused, match=r"the folder .*gone does not exist"):
        style.check_target(tmp_path / "gone" / "x.png")


def test_letters_that_no_font_has_are_said_once(tmp_path: Path) -> None:
    ax = charts.break_classes(breaks_frame(("\U0001f9ff \U00012345", 1, 0, 0)))
    assert charts.write(style.figure_of(ax), tmp_path / "x.png") == [
        f"{tmp_path / 'x.png'}: no font here has all the letters of the names; they are drawn as empty boxes"
    ]


def test_cyrillic_and_polish_names_are_drawn(tmp_path: Path) -> None:
    ax = charts.break_classes(breaks_frame(("Щукин", 1, 0, 0), ("Żółć", 1, 0, 0)))
    assert charts.write(style.figure_of(ax), tmp_path / "x.svg") == []
