"""A comparison of two editions for reading on the screen."""

from collections.abc import Iterator

from tenball_stats.replay.compare import Comparison


def comparison_lines(compared: Comparison) -> Iterator[str]:
    """Yield the lines of a comparison: the strokes, the racks that end otherwise, the matches, the summary."""
    width = max(len(compared.a), len(compared.b))
    place: tuple[str, int] | None = None
    for stroke in compared.strokes:
        if (stroke.match, stroke.rack) != place:
            place = (stroke.match, stroke.rack)
            yield f"{stroke.match}, rack {stroke.rack}"
        parts = "; play would have gone another way from here" if stroke.parts_play else ""
        yield f"  stroke {stroke.shot}, {stroke.player}{parts}"
        for name, said, clauses, basis in (
            (compared.a, stroke.a, stroke.clauses_a, stroke.basis_a),
            (compared.b, stroke.b, stroke.clauses_b, stroke.basis_b),
        ):
            cited = f" [{', '.join(clauses)}]" if clauses else ""
            sure = f" ({basis})" if basis != "explicit" else ""
            yield f"    {name.ljust(width)}  {said}{cited}{sure}"
    if compared.strokes:
        yield ""
    for match in compared.matches:
        yield match.match
        for name, won, still in (
            ("recorded", match.recorded, None),
            (compared.a, match.a, match.open_a),
            (compared.b, match.b, match.open_b),
        ):
            score = ", ".join(f"{player} {count}" for player, count in zip(match.players, won, strict=True))
            undecided = f", {still} not over on their last recorded stroke" if still else ""
            yield f"  {name.ljust(max(width, 8))}  {score}{undecided}"
    yield ""
    yield from compared.summary()
