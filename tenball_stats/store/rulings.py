"""The rulings of a log as the rows of two tables: whose stroke each is of, and each different verdict once."""

# ruff: noqa: S608 - names of this project's own columns are put into statements, never a value

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import polars as pl

from tenball_stats import terms
from tenball_stats.log.coded import changes
from tenball_stats.store import load
from tenball_stats.store.database import Database
from tenball_stats.store.load import kind_names, seq, within
from tenball_stats.store.once import Once
from tenball_stats.store.places import Places

VERDICTS = Once(
    "verdicts",
    "verdict_key",
    (
        "kind", "is_break", "is_push", "visit_start", "visit_known", "in_hand", "foul_mask", "unlisted_mask",
        "cue_ball", "option", "spotted_mask", "fouls_in_a_row", "rack_end", "clauses_text", "basis", "assumed_text",
        "presumed", "balls", "put_back_mask", "hand_due", "fouls_before", "push_open", "ruled_foul", "call_made",
        "decision", "decision_inferred", "nothing_called",
    ),
)  # fmt: skip
"""All of a ruling but whose stroke it was, which balls lay on the table and how long it took."""

ROW = (
    "match_key", "edition_key", "seq", "stroke_no", "rack", "attempt", "shot", "player_key", "visit", "next_key",
    "rack_winner_key", "entitled_key", "played_next_key", "before_mask", "potted_mask", "potted_known",
    "on_table_mask", "seconds",
)  # fmt: skip
"""The columns of a ruling beside the key of its verdict."""

WHOLE = f"SELECT {', '.join(ROW + VERDICTS.columns)} FROM log_rulings JOIN log_verdicts USING (verdict_no)"
"""The rulings of a log as everybody reads them."""


@dataclass(frozen=True)
class Rulings:
    """The rulings of a log, in order."""

    rows: pl.DataFrame
    """One row per stroke: `ROW` and `verdict_no`, the keys once `placed` has put them in."""
    verdicts: pl.DataFrame
    """One row per different verdict, by `verdict_no`: the columns of `VERDICTS`."""

    @classmethod
    def of(cls, frame: pl.DataFrame, events: pl.DataFrame) -> "Rulings":
        """Return the rulings of a log with what an order of rows says.

        A database would have to find that again for every statistic: the number of the stroke in its match, the visit
        that it belongs to, and who played the next stroke of the attempt. And with what statistics count strokes by,
        so that they need not join them.

        Args:
            frame: as `rule_log` returns it, in order.
            events: `Log.events`, whose rows its `event_no` counts.
        """
        return cls(*VERDICTS.apart(_counted(frame, events), "verdict_no"))

    def placed(self, places: Places, edition_keys: Sequence[int]) -> "Rulings":
        """Return them with the keys of the database.

        Args:
            places: where the matches and their players stand.
            edition_keys: the edition of each match.
        """
        edition = pl.Series(edition_keys, dtype=pl.Int16).gather(self.rows["match_no"]).alias("edition_key")
        rows = places.found(
            self.rows.with_columns(edition),
            player_key="player_no",
            next_key="next_no",
            rack_winner_key="winner_no",
            entitled_key="entitled_no",
            played_next_key="played_next_no",
        )
        return Rulings(rows, self.verdicts)

    def turns(self) -> pl.DataFrame:
        """Return what decides what becomes of a rack: its last stroke, where it ends, what was handed back.

        Of rulings that have their keys.
        """
        ends = self.verdicts["rack_end"].is_not_null() | (self.verdicts["decision"] == "passed").fill_null(value=False)
        is_last = self.rows["played_next_no"] < 0
        kept = self.rows.select(
            "match_key", "edition_key", "rack", "attempt", "seq", "visit", "player_key", "on_table_mask",
            "rack_winner_key", "potted_known", "verdict_no", potted="potted_mask", is_last=is_last,
        ).filter(is_last | ends.gather(self.rows["verdict_no"]))  # fmt: skip
        return kept.hstack(self.verdicts.select("rack_end", "decision")[kept["verdict_no"]])

    def lend(self, database: Database) -> None:
        """Give DuckDB their rows as `log_rulings` and `log_verdicts`."""
        load.lend(database.con, "log_rulings", self.rows)
        load.lend(database.con, "log_verdicts", self.verdicts.with_row_index("verdict_no"))

    def write(self, database: Database) -> None:
        """Write them, in a transaction that the caller has opened; they have their keys."""
        keys = VERDICTS.keys(database, self.verdicts)
        rows = self.rows.with_columns(keys.gather(self.rows["verdict_no"]).alias("verdict_key"))
        load.lend(database.con, "log_rulings", rows)
        load.insert(database.con, "ruling_rows", f"SELECT {', '.join(ROW)}, verdict_key FROM log_rulings")


def _counted(frame: pl.DataFrame, events: pl.DataFrame) -> pl.DataFrame:
    """Return `ROW` with places instead of keys, and the columns of `VERDICTS`."""
    at = events.select(
        "hand",
        "potted",
        "potted_known",
        "seconds",
        seq=seq(events),
        nothing_called=(pl.col("kind") == terms.KIND_CODE["shot"]) & (pl.col("call_type") == terms.CALL_NOTHING),
    )[frame["event_no"]]
    match, rack, attempt, player, is_push = (
        frame[name].to_numpy() for name in ("match_no", "rack", "attempt", "player_no", "is_push")
    )
    new_match = changes(match)
    new = changes(match, rack, attempt)
    starts = new | changes(player)
    starts[1:] |= is_push[:-1]
    runs = np.cumsum(starts)
    last = np.append(new[1:], np.ones(min(frame.height, 1), dtype=np.bool_))
    known = at["potted_known"].to_numpy()
    unknown = np.zeros(len(starts) + 1, dtype=np.bool_)
    unknown[runs[~known]] = True
    # Who comes to the table after a stroke of which nobody knows what fell may have the ball in hand.
    after_unknown = pl.Series(starts & ~new & ~np.roll(known, 1))
    hand, due = pl.col("hand"), pl.col("hand_due")
    return frame.hstack(at).select(
        "match_no", "rack", "attempt", "shot", "player_no", "next_no", "winner_no", "entitled_no", "seq", "seconds",
        "on_table_mask", "is_break", "is_push", "foul_mask", "unlisted_mask", "cue_ball", "option", "spotted_mask",
        "fouls_in_a_row", "rack_end", "clauses_text", "basis", "assumed_text", "potted_known", "balls", "fouls_before",
        "push_open", "ruled_foul", "call_made", "decision", "nothing_called",
        pl.Series("visit_start", starts),
        pl.Series("visit", within(runs, new) + 1, dtype=pl.Int32),
        pl.Series("visit_known", ~unknown[runs]),
        pl.Series("stroke_no", within(np.arange(frame.height), new_match) + 1, dtype=pl.Int32),
        pl.Series("played_next_no", np.where(last, -1, np.roll(player, -1)), dtype=pl.Int8),
        kind_names(frame["kind"]).alias("kind"),
        pl.when(hand >= 0).then(hand == 1).when(due == 1).then(statement=True)
        .when((due == 0) & ~pl.lit(after_unknown)).then(statement=False).alias("in_hand"),
        pl.when(due >= 0).then(due == 1).alias("hand_due"),
        ((pl.col("assumed_text") != "") & pl.col("potted_known")).alias("presumed"),
        pl.col("decision_inferred").fill_null(value=False),
        potted_mask="potted", before_mask="before", put_back_mask="put_back",
    )  # fmt: skip
