"""The table drawn: its size, where the balls stand, what is shown beside them."""

import io
from pathlib import Path

import pytest
from matplotlib.figure import Figure
from matplotlib.patches import Circle

from tenball_stats.replay.position import CUE_BALL, SIZES, Fallen, Position, fallen, layout_of, table_size
from tenball_stats.show.table import Shown, row_figure, table_figure
from tenball_stats.terms import mask_of

NINE, SEVEN = SIZES[9], SIZES[7]


@pytest.mark.parametrize(
    ("text", "places", "size"),
    [
        ("9ft", (), NINE),
        ("7ft", (), SEVEN),
        ("Brunswick Gold Crown IV, 9-foot", (), NINE),
        ("stół 7 ft", (), SEVEN),
        ("8'", (), SIZES[8]),
        ("Diamond 7 pies", (), SEVEN),
        ("table 17", (), NINE),
        ("97 feet under", (), NINE),
        (None, (), NINE),
        (None, [(0.5, 0.5)], NINE),
        # Balls lay beyond the table that was named: it was a larger one.
        ("7ft", [(0.5, 2.4)], NINE),
        ("7ft", [(1.1, 1.0)], SIZES[8]),
        ("7ft", [(0.99, 1.98)], SEVEN),
        ("9ft", [(3.0, 3.0)], NINE),
    ],
)
def test_the_size_of_a_table(text: str | None, places: list[tuple[float, float]], size: tuple[float, float]) -> None:
    assert table_size(text, places) == size


def labels(figure: Figure) -> list[str]:
    return [text.get_text() for text in figure.axes[0].texts]


def circles(figure: Figure, face: str = "white") -> list[tuple[float, float]]:
    from matplotlib.colors import to_rgba

    return [
        tuple(patch.center)
        for patch in figure.axes[0].patches
        if isinstance(patch, Circle) and patch.get_facecolor() == to_rgba(face)
    ]


def test_balls_stand_where_they_were_recorded() -> None:
    position = Position([3, 10], {CUE_BALL: (0.4, 0.6), 3: (0.5, 1.0), 10: (0.7, 2.0)}, False)
    figure = table_figure(position, NINE)
    numbers = {text.get_text(): text.get_position() for text in figure.axes[0].texts}
    assert numbers["3"] == (0.5, 1.0)
    assert numbers["10"] == (0.7, 2.0)
    assert circles(figure) == [(0.4, 0.6)]
    assert {"head", "foot"} <= set(numbers)


def test_the_head_is_below_and_the_table_has_its_proportions() -> None:
    figure = table_figure(Position([1], {1: (0.2, 0.2)}, None), NINE)
    ax = figure.axes[0]
    assert ax.get_ylim()[0] < 0 < NINE[1] < ax.get_ylim()[1]
    wide, high = figure.get_size_inches()
    assert wide / high == pytest.approx(
        (ax.get_xlim()[1] - ax.get_xlim()[0]) / (ax.get_ylim()[1] - ax.get_ylim()[0]), rel=1e-6
    )


def test_balls_without_a_place_stand_below() -> None:
    position = Position([3, 4, 10], {3: (0.5, 1.0)}, in_hand=True)
    figure = table_figure(position, NINE, Shown(fallen=[Fallen(7, None), Fallen(8, "fl")]))
    said = labels(figure)
    assert {"in hand", "place not recorded", "pocketed, pocket not recorded"} <= set(said)
    places = {text.get_text(): text.get_position() for text in figure.axes[0].texts}
    assert all(places[ball][1] < -0.2 for ball in ("4", "10", "7"))
    assert places["8"][0] < 0
    assert places["8"][1] > NINE[1] - 0.1


def test_balls_in_one_pocket_stand_apart() -> None:
    balls = [Fallen(ball, "sr") for ball in (1, 2, 3)]
    figure = table_figure(Position([10], {10: (0.5, 0.5)}, False), NINE, Shown(fallen=balls))
    at = [text.get_position() for text in figure.axes[0].texts if text.get_text() in ("1", "2", "3")]
    assert len({round(y, 3) for _, y in at}) == 3
    assert all(x > NINE[0] for x, _ in at)


def test_what_was_struck_and_called_is_ringed() -> None:
    position = Position([3], {3: (0.5, 1.0)}, False)
    plain, marked = (table_figure(position, NINE, shown) for shown in (Shown(), Shown(3, "fl")))
    assert len(marked.axes[0].patches) == len(plain.axes[0].patches) + 2


def test_racked_balls_are_not_drawn_into_each_other() -> None:
    apart = Position([1, 2], {1: (0.3, 0.5), 2: (0.9, 0.5)}, False)
    touching = Position([1, 2], {1: (0.5, 0.5), 2: (0.5572, 0.5)}, False)

    def radius(position: Position) -> float:
        drawn = [patch for patch in table_figure(position, NINE).axes[0].patches if isinstance(patch, Circle)]
        return max(patch.radius for patch in drawn if tuple(patch.center) == position.places[1])

    assert radius(touching) == pytest.approx(0.0286, abs=0.0001)
    assert radius(apart) > 1.4 * radius(touching)


def test_balls_in_rows() -> None:
    figure = row_figure([("Before", [0, 9, 10]), ("Pocketed", [])])
    assert labels(figure) == ["Before", "9", "10", "Pocketed", "none"]


def test_a_drawing_can_be_saved_without_a_warning(tmp_path: Path) -> None:
    for figure in (table_figure(Position(list(range(1, 11)), {}, True), SEVEN), row_figure([("x", list(range(11)))])):
        for form in ("svg", "png"):
            out = io.BytesIO()
            figure.savefig(out, format=form)
            assert out.tell() > 1_000


def test_positions() -> None:
    assert layout_of("1:0.635/1.905 10:0.1/0.2") == {1: (0.635, 1.905), 10: (0.1, 0.2)}
    assert layout_of(None) == {}
    position = Position([3], {CUE_BALL: (0, 0)}, None)
    assert position.placed == []
    assert not position.drawable
    assert Position([], {CUE_BALL: (0, 0)}, None).drawable
    assert fallen(mask_of([4, 6]) | 1, 6 << 16 | 1) == [Fallen(4, "fr"), Fallen(6, None), Fallen(0, "hl")]
