"""Places on the table: where the cue ball lay for a break and after it, and what was shot from where.

Places are shares of the playing surface, so that tables of different size lie on each other: `x` across from the left
(0 to 1), `y` from the head (0) to the foot (1).
"""

from dataclasses import dataclass

import polars as pl

from tenball_stats.replay.position import table_size
from tenball_stats.stats.catalogue import as_recorded
from tenball_stats.stats.intervals import wilson
from tenball_stats.stats.query import Filters, condition, resolved
from tenball_stats.store import Database

ACROSS = ("left", "middle", "right")
"""Thirds of the table's width, seen from the head."""

KITCHEN = ("at the rail", "at the line")
"""Halves of the kitchen, lengthwise: near the head rail, and near the head string."""

ALONG = ("head", "centre", "foot")
"""Thirds of the table's length."""


@dataclass(frozen=True)
class Zone:
    """A part of the table and what came of the breaks from it, or that ended with the cue ball in it."""

    name: str
    breaks: int
    success: int
    fouled: int
    decided: int
    won: int

    @property
    def success_interval(self) -> tuple[float, float] | None:
        """The 95 % Wilson interval of the share of successes."""
        return wilson(self.success, self.breaks)


def breaks_placed(database: Database, filters: Filters) -> pl.DataFrame:
    """Return the breaks of which a place of the cue ball was recorded.

    Returns:
        One row for each: `player`, `match`; `x`, `y` before and `end_x`, `end_y` after it (shares, null: not recorded;
        no end where the cue ball left the table); `success`, `dry`, `fouled`, `decided`, `won` (bool), `balls`.
    """
    select = """
        SELECT q.player, m.match, m."table" AS surface, s.cue_x, s.cue_y,
               CASE WHEN (s.potted_mask | s.off_mask) & 1 = 0 THEN s.end_x END AS end_x,
               CASE WHEN (s.potted_mask | s.off_mask) & 1 = 0 THEN s.end_y END AS end_y,
               b.success, b.dry, b.fouled, b.decided, b.won, b.balls
        FROM (SELECT * FROM v_breaks WHERE known AND {where}) b JOIN strokes s USING (match_key, seq)
        JOIN v_matches m USING (match_key)
        JOIN v_match_players q ON q.match_key = m.match_key AND q.player_key = b.player_key
        WHERE s.cue_x IS NOT NULL OR s.end_x IS NOT NULL
        ORDER BY match_key, seq
    """
    return _placed(database, select, filters, ("cue", "end"))


def shots_placed(database: Database, filters: Filters) -> pl.DataFrame:
    """Return the called shots of which the cue ball's place was recorded.

    Returns:
        One row for each: `player`, `match`; `x`, `y` of the cue ball and `ball_x`, `ball_y` of the called ball (shares,
        null: not recorded); `made`, `foul`, `in_hand` (bool).
    """
    select = """
        SELECT q.player, m.match, m."table" AS surface, s.cue_x, s.cue_y, s.layout, s.call_ball,
               p.made, p.foul, p.in_hand
        FROM (SELECT * FROM v_played WHERE called AND known AND {where}) p JOIN strokes s USING (match_key, seq)
        JOIN v_matches m USING (match_key)
        JOIN v_match_players q ON q.match_key = m.match_key AND q.player_key = p.player_key
        WHERE s.cue_x IS NOT NULL AND s.cue_y IS NOT NULL
        ORDER BY match_key, seq
    """
    return _placed(database, select, filters, ("cue",), layout=True)


def _placed(
    database: Database, select: str, filters: Filters, places: tuple[str, ...], *, layout: bool = False
) -> pl.DataFrame:
    """Return the rows of a query with its places as shares of the playing surface."""
    where, parameters = condition(resolved(database, filters), all_editions=False)
    sql = select.format(where=where)
    frame = database.frame(as_recorded(sql) if filters.recorded else sql, parameters)
    if layout:
        token = pl.concat_str(pl.lit(" "), pl.col("layout"), pl.lit(" "))
        mark = pl.concat_str(pl.lit(" "), pl.col("call_ball"), pl.lit(":"))
        after = token.str.splitn(mark, 2).struct.field("field_1").str.splitn(" ", 2).struct.field("field_0")
        place = after.str.splitn("/", 2)
        frame = frame.with_columns(
            ball_x=place.struct.field("field_0").cast(pl.Float64, strict=False),
            ball_y=place.struct.field("field_1").cast(pl.Float64, strict=False),
        ).drop("layout", "call_ball")
        places = (*places, "ball")
    # Which size a table has is read once for each text, with the farthest place that was recorded on such tables.
    far = frame.group_by("surface").agg(
        pl.max_horizontal([pl.col(f"{name}_x").max() for name in places]).alias("x"),
        pl.max_horizontal([pl.col(f"{name}_y").max() for name in places]).alias("y"),
    )
    sizes = [(surface, *table_size(surface, [(x or 0.0, y or 0.0)])) for surface, x, y in far.rows()]
    size = pl.DataFrame(sizes, schema={"surface": pl.String, "_wide": pl.Float64, "_long": pl.Float64}, orient="row")
    shares = [
        (pl.col(f"{name}_{axis}") / pl.col(side)).clip(0, 1).alias(f"{name}_{axis}")
        for name in places
        for axis, side in (("x", "_wide"), ("y", "_long"))
    ]
    return (
        frame.join(size, on="surface", how="left", nulls_equal=True, maintain_order="left")
        .with_columns(shares)
        .drop("_wide", "_long", "surface")
        .rename({"cue_x": "x", "cue_y": "y"})
    )


def placed_zones(breaks: pl.DataFrame) -> list[Zone]:
    """Return what came of the breaks by where the cue ball was placed: thirds across, halves of the kitchen."""
    placed = breaks.drop_nulls(["x", "y"])
    return _zones(placed, _third("x", ACROSS), _half())


def rest_zones(breaks: pl.DataFrame) -> list[Zone]:
    """Return what came of the breaks by where the cue ball came to rest: thirds of the length, thirds across."""
    rested = breaks.drop_nulls(["end_x", "end_y"])
    return _zones(rested, _third("end_y", ALONG), _third("end_x", ACROSS))


def shot_cells(shots: pl.DataFrame) -> list[dict[str, float | int]]:
    """Return the called shots by cells of the table, four across and eight along, from the head left.

    Returns:
        For each cell with a shot: `x`, `y` (shares, its corner towards the head left), `shots`, `made`.
    """
    placed = shots.drop_nulls(["x", "y"])
    cells = placed.group_by(
        ((pl.col("x") * 4).floor().clip(0, 3) / 4).alias("x"), ((pl.col("y") * 8).floor().clip(0, 7) / 8).alias("y")
    ).agg(pl.len().alias("shots"), pl.col("made").sum())
    return cells.sort("y", "x").to_dicts()


def _third(column: str, names: tuple[str, str, str]) -> pl.Expr:
    place = (pl.col(column) * 3).floor().clip(0, 2).cast(pl.Int8)
    return place.replace_strict([0, 1, 2], list(names), return_dtype=pl.String)


def _half() -> pl.Expr:
    return pl.when(pl.col("y") < 1 / 8).then(pl.lit(KITCHEN[0])).otherwise(pl.lit(KITCHEN[1]))


def _zones(frame: pl.DataFrame, one: pl.Expr, other: pl.Expr) -> list[Zone]:
    """Return what came of the breaks of each zone, the most used first."""
    numbers = frame.group_by(pl.concat_str(one, pl.lit(", "), other).alias("zone")).agg(
        pl.len(),
        pl.col("success").sum(),
        pl.col("fouled").sum(),
        pl.col("decided").sum(),
        (pl.col("won") & pl.col("decided")).sum(),
    )
    rows = sorted(numbers.rows(), key=lambda row: (-row[1], row[0]))
    return [Zone(*row) for row in rows]
