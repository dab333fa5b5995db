"""The strokes of a log with what the replay found for each, in words and in numbers.

In words it is the replay output of `docs/log-format.md`, with the trace that statistics and store read behind it
(`docs/architecture.md`, "The rulings frame"). In numbers it is what the database keeps: no text is made for a stroke
that would only be taken apart again.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import polars as pl

from tenball_stats.log import Log
from tenball_stats.log.coded import coded, distinct
from tenball_stats.replay.trace import Columns, Piece, trace_of
from tenball_stats.rules import Edition
from tenball_stats.rules.edition import BASES
from tenball_stats.rules.judge import ASSUMABLE, PUSH_OPEN
from tenball_stats.terms import KINDS, RACK_ENDS, balls_of, fouls_of

FIELDS = (
    "match",
    "rack",
    "attempt",
    "shot",
    "player",
    "kind",
    "edition",
    "fouls",
    "unlisted",
    "next_player",
    "cue_ball",
    "option",
    "spotted",
    "on_table",
    "fouls_in_a_row",
    "rack_end",
    "rack_winner",
    "clauses",
    "basis",
    "assumed",
)
"""The fields of the replay output, in order."""


_READ = ("match_no", "event_no", "rack", "attempt", "shot", "kind", "player_no", "is_break", "potted")
"""What of the log's own columns is read for the rulings."""

CUE_BALL = (None, "in_place", "in_hand")
OPTION = (None, "play_or_pass")
DECISION = (None, "accepted", "passed")
ENDS = (None, *RACK_ENDS)


@dataclass(frozen=True)
class Ruled:
    """The strokes of a log that were replayed, in order, with the edition of each match and what was found."""

    log: Log
    chosen: Sequence[Edition]
    strokes: pl.DataFrame
    """Rows of `log.events`, with `event_no`; the columns `_READ`."""
    found: Columns

    @classmethod
    def of(
        cls, log: Log, chosen: Sequence[Edition], *, is_part: bool = False, seen: Callable[[Piece], None] | None = None
    ) -> "Ruled":
        """Follow a log, each match under its edition; takes what `trace_of` does."""
        rows = log.events.with_row_index("event_no")
        if rows["is_copy"].any():
            rows = rows.filter(~pl.col("is_copy"))
        found = trace_of(log, rows, chosen, is_part=is_part, seen=seen)
        is_stroke, strokes = rows["is_stroke"], rows.select(_READ)
        if is_stroke.all():
            return cls(log, chosen, strokes, found)
        keep = np.flatnonzero(is_stroke.to_numpy())
        return cls(log, chosen, strokes[keep], {name: column[keep] for name, column in found.items()})

    def numbers(self) -> pl.DataFrame:
        """Return the rulings as the database keeps them.

        One row per stroke: `match_no`, `event_no`, `rack`, `attempt`, `shot`, `kind` (code), the trace of `words`, and
        in the place of its lists `spotted_mask` and `on_table_mask` (i16). `cue_ball`, `option`, `rack_end`,
        `decision`, `basis`, `clauses_text` and `assumed_text` (several joined by `|`) are coded texts.
        """
        found = self.found
        clauses, bases, place = self._grounds()
        assumed, which = distinct(pl.Series(found["assumed"]))
        return self.strokes.select("match_no", "event_no", "rack", "attempt", "shot", "kind").with_columns(
            *self._trace(),
            _coded("cue_ball", CUE_BALL, found["hand"] + 1),
            _coded("option", OPTION, found["option"]),
            _coded("rack_end", ENDS, found["end"]),
            _coded("decision", DECISION, found["decision"]),
            _recoded("basis", bases, place),
            _recoded("clauses_text", ["|".join(cited) for cited in clauses], place),
            _recoded("assumed_text", ["|".join(_assumed(mask)) for mask in assumed.to_list()], which),
            pl.Series("spotted_mask", found["spotted"]),
            pl.Series("on_table_mask", found["table"]),
            pl.Series("fouls_in_a_row", found["in_a_row"]),
        )

    def words(self) -> pl.DataFrame:
        """Return the rulings in words: one row per stroke, `FIELDS`, then the trace."""
        log, strokes, found = self.log, self.strokes, self.found
        names = self._names()
        clauses, bases, place = self._grounds()
        ids = pl.Series([edition.id for edition in self.chosen], dtype=pl.String)
        words = pl.DataFrame(
            {
                "match": log.matches["match"].gather(strokes["match_no"]),
                "rack": strokes["rack"],
                "attempt": strokes["attempt"],
                "shot": strokes["shot"],
                "player": names(strokes["player_no"].to_numpy()),
                "kind": pl.Series(KINDS).gather(strokes["kind"]),
                "edition": ids.gather(strokes["match_no"]),
                "fouls": _worded(found["fouls"], fouls_of),
                "unlisted": _worded(found["unlisted"], lambda mask: sorted(fouls_of(mask))),
                "next_player": names(found["next_player"]),
                "cue_ball": pl.Series(CUE_BALL, dtype=pl.String).gather(found["hand"] + 1),
                "option": pl.Series(OPTION, dtype=pl.String).gather(found["option"]),
                "spotted": _worded(found["spotted"], balls_of, pl.Int8),
                "on_table": _worded(found["table"], balls_of, pl.Int8),
                "fouls_in_a_row": pl.Series(found["in_a_row"]),
                "rack_end": pl.Series(ENDS, dtype=pl.String).gather(found["end"]),
                "rack_winner": names(found["winner"]),
                "clauses": pl.Series(clauses, dtype=pl.List(pl.String)).gather(place),
                "basis": pl.Series(bases, dtype=pl.String).gather(place),
                "assumed": _worded(found["assumed"], _assumed),
            }
        )
        trace = {column.name: column for column in self._trace()}
        decision = pl.Series(DECISION, dtype=pl.String).gather(found["decision"])
        inferred, credited = trace.pop("decision_inferred"), trace.pop("credited_no")
        return words.hstack(strokes.select("match_no", "event_no")).with_columns(
            *trace.values(), decision.alias("decision"), inferred, credited
        )

    def _trace(self) -> list[pl.Series]:
        """Return the columns behind the replay output, but for `match_no`, `event_no` and `decision`."""
        strokes, found = self.strokes, self.found

        def yes(name: str) -> pl.Series:
            return pl.Series(found[name]).cast(pl.Boolean)

        return [
            strokes["player_no"],
            pl.Series("next_no", found["next_player"]),
            pl.Series("winner_no", found["winner"]),
            strokes["is_break"],
            yes("is_push").alias("is_push"),
            pl.Series("before", found["before"]),
            pl.Series("put_back", found["put_back"]),
            pl.Series("entitled_no", found["entitled"]),
            pl.Series("hand_due", found["hand_due"]),
            pl.Series("fouls_before", found["fouls_before"]),
            (pl.Series(found["push_open"]) == PUSH_OPEN).alias("push_open"),
            yes("warned").alias("warned"),
            pl.Series("foul_mask", found["fouls"]),
            pl.Series("unlisted_mask", found["unlisted"]),
            yes("ruled_foul").alias("ruled_foul"),
            yes("call_made").alias("call_made"),
            (strokes["potted"] & 0b111_1111_1110).bitwise_count_ones().cast(pl.Int8).alias("balls"),
            yes("inferred").alias("decision_inferred"),
            pl.Series("credited_no", found["credited"]),
        ]

    def _grounds(self) -> tuple[list[list[str]], list[str], pl.Series]:
        """Return clauses and basis for each distinct set of reasons, and which one each stroke has."""
        found = self.found
        editions = {id(edition): edition for edition in self.chosen}
        number = {key: no for no, key in enumerate(editions)}
        of_match = pl.Series([number[id(edition)] for edition in self.chosen], dtype=pl.Int64)
        whys, why = distinct(pl.Series(found["why"]))
        masks, mask = distinct(pl.Series(found["fouls"]))
        edition = of_match.gather(self.strokes["match_no"])
        sets, place = distinct(
            ((why.cast(pl.Int64) * masks.len() + mask) * len(ENDS) + found["end"]) * max(len(editions), 1) + edition
        )
        listed = list(editions.values())
        clauses, bases = [], []
        for key in sets.to_list():
            rest, no = divmod(key, len(listed))
            rest, end = divmod(rest, len(ENDS))
            cited, basis = _cited(listed[no], whys[rest // masks.len()], masks[rest % masks.len()], end)
            clauses.append(cited)
            bases.append(basis)
        return clauses, bases, place

    def _names(self) -> Callable[[np.ndarray[Any, Any]], pl.Series]:
        """Return a function from a place in `players` for each stroke (-1: none) to names."""
        log, match_no = self.log, self.strokes["match_no"].to_numpy()
        counts = log.matches["players"].list.len().to_numpy().astype(np.int64)
        first = np.concatenate([[0], np.cumsum(counts)[:-1]]) if len(counts) else np.zeros(0, dtype=np.int64)
        everybody = pl.concat([log.matches["players"].explode(), pl.Series([None], dtype=pl.String)])

        def names(places: np.ndarray[Any, Any]) -> pl.Series:
            places = places.astype(np.int64)
            return everybody.gather(np.where(places >= 0, first[match_no] + places, len(everybody) - 1))

        return names


def _cited(edition: Edition, why: int, fouls: int, end: int) -> tuple[list[str], str]:
    """Return clauses and basis of a ruling."""
    cited, basis = edition.grounds(why, fouls)
    outside = {
        RACK_ENDS.index("stalemate") + 1: "stalemate",
        RACK_ENDS.index("penalty") + 1: "misconduct",
    }
    if end in outside:
        point = edition[outside[end]]
        cited = [clause for clause in edition.clauses if clause in (*cited, *point.clauses)]
        basis = max(basis, point.basis, key=BASES.index)
    elif end > RACK_ENDS.index("three_fouls") + 1:
        # Conceding a rack and forfeiting a match are in none of the texts.
        basis = "silent"
    return cited, basis


def _assumed(mask: int) -> list[str]:
    return [name for n, name in enumerate(ASSUMABLE) if mask >> n & 1]


def _worded(
    masks: np.ndarray[Any, Any], words: Callable[[int], list[Any]], dtype: type[pl.DataType] = pl.String
) -> pl.Series:
    """Return the list of words (or balls) for each mask, worked out once for each distinct one."""
    known, place = distinct(pl.Series(masks))
    return pl.Series([words(mask) for mask in known.to_list()], dtype=pl.List(dtype)).gather(place)


def _coded(name: str, words: Sequence[str | None], places: np.ndarray[Any, Any]) -> pl.Series:
    """Return the word at each place, 0 being none, as coded texts."""
    column = pl.Series(name, places, dtype=pl.Int32)
    return coded(pl.Series(words[1:], dtype=pl.String), column.set(column == 0, None) - 1)


def _recoded(name: str, words: Sequence[str], place: pl.Series) -> pl.Series:
    """Return the word at each place as coded texts, where the same word may stand at several places."""
    texts, codes = distinct(pl.Series(words, dtype=pl.String))
    return coded(texts, codes.gather(place).alias(name))
