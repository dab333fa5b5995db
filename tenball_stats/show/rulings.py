"""Rulings for reading: a replay as text, rack by rack."""

from collections.abc import Iterator

import polars as pl

from tenball_stats.show.text import clean

HEADINGS = ("shot", "player", "kind", "ruling", "next", "cue ball", "balls on the table", "rests on")


def ruling_lines(frame: pl.DataFrame) -> Iterator[str]:
    """Yield the lines of a replay as text: a heading for each match and rack, a line for each stroke.

    Args:
        frame: what `replay` returned.
    """
    rows = frame.select(
        "match",
        "edition",
        "rack",
        "attempt",
        pl.col("shot").cast(pl.String),
        "player",
        "kind",
        _ruling().alias("ruling"),
        pl.col("next_player").fill_null("")
        + pl.when(pl.col("option").is_null()).then(pl.lit("")).otherwise(pl.lit(" or hand back")),
        pl.col("cue_ball").fill_null("").str.replace("_", " ", literal=True),
        pl.col("on_table").cast(pl.List(pl.String)).list.join(" "),
        (
            pl.col("clauses").list.join(", ")
            + pl.when(pl.col("basis") == "explicit").then(pl.lit("")).otherwise(" (" + pl.col("basis") + ")")
            + pl.when(pl.col("assumed").list.len() == 0)
            .then(pl.lit(""))
            .otherwise("; presumed: " + pl.col("assumed").list.join(", "))
        ),
        "rack_end",
        "rack_winner",
    ).rows()
    widths = [len(heading) for heading in HEADINGS]
    for row in rows:
        for number, cell in enumerate(row[4:12]):
            widths[number] = max(widths[number], len(cell))
    widths[-1] = 0
    place: tuple[object, ...] = ()
    for match, edition, rack, attempt, *cells, end, winner in rows:
        if place[:1] != (match,):
            yield f"{'' if not place else chr(10)}{clean(match)}, by edition {clean(edition)}"
        if place != (match, rack, attempt):
            again = f", attempt {attempt}" if attempt > 1 else ""
            yield f"\n  rack {rack}{again}"
            yield "  " + _line(HEADINGS, widths)
            place = (match, rack, attempt)
        yield "  " + clean(_line(cells, widths))
        if end:
            won = f", won by {clean(winner)}" if winner else ", no winner"
            yield f"    rack over: {end.replace('_', ' ')}{won}"


def _line(cells: tuple[str, ...] | list[str], widths: list[int]) -> str:
    return "  ".join(cell.ljust(width) for cell, width in zip(cells, widths, strict=True)).rstrip()


def _ruling() -> pl.Expr:
    """Return the ruling in a few words: lawful, or the fouls with their place in a row; acts that are no foul here."""
    fouls = pl.col("fouls").list.join(" ") + pl.when(pl.col("fouls_in_a_row") > 1).then(
        " (" + pl.col("fouls_in_a_row").cast(pl.String) + " in a row)"
    ).otherwise(pl.lit(""))
    said = pl.when(pl.col("fouls").list.len() == 0).then(pl.lit("legal")).otherwise("FOUL " + fouls)
    spotted = (
        pl.when(pl.col("spotted").list.len() == 0)
        .then(pl.lit(""))
        .otherwise(", spotted " + pl.col("spotted").cast(pl.List(pl.String)).list.join(" "))
    )
    unlisted = (
        pl.when(pl.col("unlisted").list.len() == 0)
        .then(pl.lit(""))
        .otherwise(", not listed: " + pl.col("unlisted").list.join(" "))
    )
    return said + spotted + unlisted
