"""Rulings of a whole log: the columns of the log through `follow`, and its integers back into words.

The frame made here is the replay output of `docs/log-format.md`, with the trace that statistics, store and audit read
behind it (`docs/architecture.md`, "The rulings frame").
"""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from tenball_stats.errors import TenballError
from tenball_stats.log import Log
from tenball_stats.log.names import perhaps_one
from tenball_stats.replay import compiled
from tenball_stats.replay.follow import BLANKS, Record, Trace, follow
from tenball_stats.rules import Edition, edition_ids, load_edition
from tenball_stats.rules.edition import BASES
from tenball_stats.rules.judge import ASSUMABLE, PUSH_OPEN
from tenball_stats.terms import KIND_CODE, KINDS, RACK_ENDS, balls_of, fouls_of

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

Ints = np.ndarray[Any, np.dtype[np.int64]]


class ReplayError(TenballError):
    """A log that cannot be replayed under the edition asked for; the message says why and what to do."""


def editions_of(log: Log, edition: str | Path | Edition | None = None) -> list[Edition]:
    """Return the edition of each match of a log: the one asked for, else the match's own.

    Raises:
        ReplayError: a match has neither, names one that is not known, or has more players than its edition allows.
    """
    asked = edition if edition is None or isinstance(edition, Edition) else load_edition(edition)
    loaded: dict[str, Edition] = {}
    result: list[Edition] = []
    columns = log.matches.select("match", "edition", "players").iter_rows()
    for match, own, players in columns:
        if asked is not None:
            chosen = asked
        elif not own:
            raise ReplayError(
                f"match {match!r} names no edition and none was asked for: "
                f"give --edition with one of {', '.join(edition_ids())}, or the path of your own edition's .toml file"
            )
        elif own in loaded:
            chosen = loaded[own]
        elif own in edition_ids():
            chosen = loaded[own] = load_edition(own)
        else:
            raise ReplayError(
                f"match {match!r} names the edition {own!r}, which is not known: "
                f"give --edition with one of {', '.join(edition_ids())}, or the path of your own edition's .toml file"
            )
        if len(players) not in chosen.players:
            allowed = " or ".join(str(count) for count in chosen.players)
            point = chosen["players"]
            clause = f" (clause {', '.join(point.clauses)})" if point.clauses else ""
            others = [name for name in edition_ids() if len(players) in load_edition(name).players]
            hint = f"; editions that can: {', '.join(others)}" if others else ""
            raise ReplayError(
                f"match {match!r} has {len(players)} players ({', '.join(players)}), "
                f"and edition {chosen.id!r} is for {allowed}{clause}{hint}{perhaps_one(players)}"
            )
        result.append(chosen)
    return result


def replay(log: Log, edition: str | Path | Edition | None = None) -> pl.DataFrame:
    """Replay a log through the rules.

    Args:
        log: what `read_logs` returned.
        edition: an edition, its id or the path of its file; None for each match's own.

    Returns:
        One row per stroke replayed, in order: `FIELDS`, then the trace.

    Raises:
        ReplayError: as `editions_of`.
        EditionError: the edition is not known or its file is none.
    """
    chosen = editions_of(log, edition)
    parts = [_under(log, rows, one) for one, rows in by_edition(log, chosen)]
    return pl.concat(parts).sort("event_no") if len(parts) > 1 else parts[0]


def by_edition(log: Log, chosen: list[Edition]) -> list[tuple[Edition, pl.DataFrame]]:
    """Return for each edition the rows that are replayed under it, in order, with their `event_no`.

    Args:
        log: the log.
        chosen: the edition of each match, as `editions_of` returns it.
    """
    events = log.events.with_row_index("event_no").filter(~pl.col("is_copy"))
    groups: dict[int, list[int]] = {}
    for match_no, one in enumerate(chosen):
        groups.setdefault(id(one), []).append(match_no)
    if not groups:
        return [(load_edition(edition_ids()[0]), events)]
    if len(groups) == 1:
        return [(chosen[0], events)]
    return [(chosen[nos[0]], events.filter(pl.col("match_no").is_in(nos))) for nos in groups.values()]


def followed(log: Log, rows: pl.DataFrame, edition: Edition) -> tuple[Record, Trace]:
    """Follow rows of a log under one edition.

    Args:
        log: the log.
        rows: rows of `log.events` without copies, in the order of play.
        edition: the edition.

    Returns:
        What was read and what was found, columns of one value a row.
    """
    columns = _record(log, rows)
    trace = _traced(edition, columns)
    return (
        Record(**{name: column.tolist() for name, column in columns.items()}),
        Trace(**{name: column.tolist() for name, column in trace.items()}),
    )


def followed_again(edition: Edition, record: Record) -> Trace:
    """Follow a record of a few rows under another edition and return what was found."""
    trace = Trace(**{name: [blank] * len(record.player) for name, blank in BLANKS.items()})
    follow(edition.rules, record, trace)
    return trace


def _traced(edition: Edition, columns: dict[str, Ints]) -> dict[str, Ints]:
    """Follow the columns of a record: compiled where there are many rows, as it stands otherwise."""
    rows = len(columns["player"])
    if compiled.pays(rows):
        return compiled.followed_compiled(edition.rules, columns)
    trace = Trace(**{name: [blank] * rows for name, blank in BLANKS.items()})
    follow(edition.rules, Record(**{name: column.tolist() for name, column in columns.items()}), trace)
    return {name: np.array(column, dtype=np.int64) for name, column in trace._asdict().items()}


def _record(log: Log, rows: pl.DataFrame) -> dict[str, Ints]:
    """Return the columns that `follow` reads."""

    def ints(column: str) -> Ints:
        return rows[column].cast(pl.Int64).to_numpy()

    match_no = ints("match_no")
    players = log.matches["players"].list.len().cast(pl.Int64).to_numpy()
    warnings = log.matches["warnings_recorded"].cast(pl.Int64).to_numpy()
    opens = np.zeros(rows.height, dtype=np.int64)
    if rows.height:
        place = np.stack([match_no, ints("rack"), ints("attempt")])
        opens[0] = 1
        opens[1:] = (place[:, 1:] != place[:, :-1]).any(axis=0)
    is_stroke = ints("is_stroke")
    strokes = np.flatnonzero(is_stroke)
    attempt = np.cumsum(opens)[strokes]
    next_stroke = np.full(rows.height, -1, dtype=np.int64)
    together = attempt[1:] == attempt[:-1]
    next_stroke[strokes[:-1][together]] = strokes[1:][together]

    lag = KIND_CODE["lag"]
    credited = (
        rows.lazy()
        .filter((pl.col("winner_no") >= 0) & (pl.col("kind") != lag))
        .group_by("match_no", "rack")
        .agg(pl.col("winner_no").last().alias("credited"))
    )
    credited_no = (
        rows.lazy()
        .select("match_no", "rack")
        .join(credited, on=["match_no", "rack"], how="left", maintain_order="left")
        .select(pl.col("credited").fill_null(-1).cast(pl.Int64))
        .collect()["credited"]
        .to_numpy()
    )
    return {
        "players": players[match_no],
        "warnings_recorded": warnings[match_no],
        "opens": opens,
        "next_stroke": next_stroke,
        "is_stroke": is_stroke,
        "player": ints("player_no"),
        "kind": ints("kind"),
        "is_break": ints("is_break"),
        "call_type": ints("call_type"),
        "call_ball": ints("call_ball"),
        "call_pocket": ints("call_pocket"),
        "first": ints("first"),
        "rail": ints("rail"),
        "rails": ints("rails"),
        "potted": ints("potted"),
        "potted_known": ints("potted_known"),
        "potted_first": ints("potted_first"),
        "pockets": ints("potted_pockets"),
        "off": ints("off"),
        "acts": ints("acts"),
        "spotted": ints("spotted"),
        "hand": ints("hand"),
        "ruling": ints("ruling"),
        "ruling_codes": ints("ruling_codes"),
        "winner": ints("winner_no"),
        "credited": credited_no,
    }


def _under(log: Log, rows: pl.DataFrame, edition: Edition) -> pl.DataFrame:
    """Replay rows under one edition and put the result into words."""
    columns = _record(log, rows)
    keep = np.flatnonzero(columns["is_stroke"])
    found = {name: column[keep] for name, column in _traced(edition, columns).items()}
    found["credited"] = columns["credited"][keep]
    strokes = rows[keep]

    names = _names(log, strokes["match_no"].to_numpy())
    is_push, is_break = found["is_push"], strokes["is_break"]
    grounds = _grounds(edition, found)
    return pl.DataFrame(
        {
            "match": log.matches["match"].gather(strokes["match_no"]),
            "rack": strokes["rack"],
            "attempt": strokes["attempt"],
            "shot": strokes["shot"],
            "player": names(strokes["player_no"].to_numpy()),
            "kind": pl.Series(KINDS).gather(strokes["kind"]),
            "edition": pl.repeat(edition.id, strokes.height, dtype=pl.String, eager=True),
            "fouls": _worded(found["fouls"], fouls_of),
            "unlisted": _worded(found["unlisted"], lambda mask: sorted(fouls_of(mask))),
            "next_player": names(found["next_player"]),
            "cue_ball": pl.Series([None, "in_place", "in_hand"], dtype=pl.String).gather(found["hand"] + 1),
            "option": pl.Series([None, "play_or_pass"], dtype=pl.String).gather(found["option"]),
            "spotted": _worded(found["spotted"], balls_of, pl.Int8),
            "on_table": _worded(found["table"], balls_of, pl.Int8),
            "fouls_in_a_row": pl.Series(found["in_a_row"], dtype=pl.Int8),
            "rack_end": pl.Series([None, *RACK_ENDS], dtype=pl.String).gather(found["end"]),
            "rack_winner": names(found["winner"]),
            "clauses": grounds["clauses"],
            "basis": grounds["basis"],
            "assumed": _worded(
                found["assumed"], lambda mask: [name for n, name in enumerate(ASSUMABLE) if mask >> n & 1]
            ),
            "match_no": strokes["match_no"],
            "event_no": strokes["event_no"],
            "player_no": strokes["player_no"],
            "next_no": pl.Series(found["next_player"], dtype=pl.Int8),
            "winner_no": pl.Series(found["winner"], dtype=pl.Int8),
            "is_break": is_break,
            "is_push": pl.Series(is_push).cast(pl.Boolean),
            "before": pl.Series(found["before"], dtype=pl.Int16),
            "put_back": pl.Series(found["put_back"], dtype=pl.Int16),
            "entitled_no": pl.Series(found["entitled"], dtype=pl.Int8),
            "hand_due": pl.Series(found["hand_due"], dtype=pl.Int8),
            "fouls_before": pl.Series(found["fouls_before"], dtype=pl.Int8),
            "push_open": pl.Series(found["push_open"]) == PUSH_OPEN,
            "warned": pl.Series(found["warned"]).cast(pl.Boolean),
            "foul_mask": pl.Series(found["fouls"], dtype=pl.Int32),
            "unlisted_mask": pl.Series(found["unlisted"], dtype=pl.Int32),
            "ruled_foul": pl.Series(found["ruled_foul"]).cast(pl.Boolean),
            "call_made": pl.Series(found["call_made"]).cast(pl.Boolean),
            "balls": (strokes["potted"].cast(pl.Int32) & 0b111_1111_1110).bitwise_count_ones().cast(pl.Int8),
            "decision": pl.Series([None, "accepted", "passed"], dtype=pl.String).gather(found["decision"]),
            "decision_inferred": pl.Series(found["inferred"]).cast(pl.Boolean),
            "credited_no": pl.Series(found["credited"], dtype=pl.Int8),
        }
    )


def _names(log: Log, match_no: Ints) -> Any:
    """Return a function from places in `players` (-1: none) to names, for strokes of these matches."""
    counts = log.matches["players"].list.len().to_numpy().astype(np.int64)
    first = np.concatenate([[0], np.cumsum(counts)[:-1]]) if len(counts) else np.zeros(0, dtype=np.int64)
    everybody = pl.concat([log.matches["players"].explode(), pl.Series([None], dtype=pl.String)])

    def names(places: Ints) -> pl.Series:
        places = places.astype(np.int64)
        return everybody.gather(np.where(places >= 0, first[match_no] + places, len(everybody) - 1))

    return names


def _worded(masks: Ints, words: Callable[[int], list[Any]], dtype: type[pl.DataType] = pl.String) -> pl.Series:
    """Return the list of words (or balls) for each mask, worked out once for each distinct one."""
    distinct, place = np.unique(masks, return_inverse=True)
    return pl.Series([words(int(mask)) for mask in distinct], dtype=pl.List(dtype)).gather(place)


def _grounds(edition: Edition, found: Mapping[str, Ints]) -> dict[str, pl.Series]:
    """Return clauses and basis of each ruling, worked out once for each distinct set of reasons."""
    keys = np.stack([found["why"], found["fouls"], found["end"]], axis=1)
    distinct, place = np.unique(keys, axis=0, return_inverse=True)
    outside = {
        RACK_ENDS.index("stalemate") + 1: edition["stalemate"],
        RACK_ENDS.index("penalty") + 1: edition["misconduct"],
    }
    clauses, bases = [], []
    for why, fouls, end in distinct.tolist():
        cited, basis = edition.grounds(why, fouls)
        if end in outside:
            point = outside[end]
            cited = [clause for clause in edition.clauses if clause in (*cited, *point.clauses)]
            basis = max(basis, point.basis, key=BASES.index)
        elif end > RACK_ENDS.index("three_fouls") + 1:
            # Conceding a rack and forfeiting a match are in none of the texts.
            basis = "silent"
        clauses.append(cited)
        bases.append(basis)
    place = place.reshape(-1)
    return {
        "clauses": pl.Series(clauses, dtype=pl.List(pl.String)).gather(place),
        "basis": pl.Series(bases, dtype=pl.String).gather(place),
    }
