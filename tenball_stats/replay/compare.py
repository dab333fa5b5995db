"""Two editions over one log: which strokes, racks and matches they rule differently.

A rack is compared up to the first stroke after which play would have gone another way: what came after it in the record
was played under one of the two rulings, and says nothing about the other.
"""

from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import polars as pl

from tenball_stats.log import Log
from tenball_stats.replay.rulings import replay
from tenball_stats.replay.words import listed
from tenball_stats.rules import Edition

RULED = ("fouls", "next_player", "cue_ball", "option", "spotted", "rack_end", "rack_winner")
"""The fields that make two rulings of a stroke different; `fouls` alone does not send play another way."""

PLAY = RULED[1:]


@dataclass(frozen=True)
class Difference:
    """One stroke that the two editions rule differently."""

    match: str
    rack: int
    attempt: int
    shot: int
    player: str
    a: str
    b: str
    """What each edition rules, in words."""
    clauses_a: list[str]
    clauses_b: list[str]
    basis_a: str
    basis_b: str
    parts_play: bool
    """Play would have gone another way from here."""


@dataclass(frozen=True)
class RackResult:
    """A rack's end under each edition: who won it, or that it had not ended."""

    match: str
    rack: int
    credited: str | None
    a: str | None
    b: str | None
    differs_from_shot: int | None
    """The first stroke after which play would have gone another way; None where both rule every stroke alike."""


@dataclass(frozen=True)
class MatchResult:
    """Racks that each edition gives to each player, in the order of `players`; `open_a`, `open_b`: to nobody."""

    match: str
    players: list[str]
    recorded: list[int]
    a: list[int]
    b: list[int]
    open_a: int
    open_b: int


@dataclass(frozen=True)
class Comparison:
    """What two editions rule differently in a log."""

    a: str
    b: str
    strokes: list[Difference]
    racks: list[RackResult]
    matches: list[MatchResult]

    @property
    def racks_differing(self) -> list[RackResult]:
        """The racks that end otherwise under one edition than under the other."""
        return [rack for rack in self.racks if rack.a != rack.b]

    def summary(self) -> list[str]:
        """Return the result in sentences that a league could print."""
        racks, differing = len(self.racks), self.racks_differing
        said = [f"{self.a} and {self.b} rule {len(self.strokes)} strokes differently."]
        parted = sum(rack.differs_from_shot is not None for rack in self.racks)
        said.append(f"In {parted} of {racks} racks play would have gone another way.")
        for name, of in ((self.a, "a"), (self.b, "b")):
            open_racks = [
                rack for rack in self.racks if rack.credited is not None and getattr(rack, of) != rack.credited
            ]
            if open_racks:
                where = listed([f"{rack.match} rack {rack.rack}" for rack in open_racks])
                said.append(
                    f"Under {name} {len(open_racks)} of {racks} racks would not have ended as they did: {where}."
                )
            else:
                said.append(f"Under {name} every rack ended as it did.")
        if differing:
            said.append(
                f"{len(differing)} of {racks} racks end otherwise under {self.b} than under {self.a}: "
                f"{listed([f'{rack.match} rack {rack.rack}' for rack in differing])}."
            )
        return said

    def as_dict(self) -> dict[str, Any]:
        """Return the comparison as plain data, for JSON."""
        return {
            "a": self.a,
            "b": self.b,
            "summary": self.summary(),
            "strokes": [asdict(stroke) for stroke in self.strokes],
            "racks": [asdict(rack) for rack in self.racks],
            "matches": [asdict(match) for match in self.matches],
        }


def compare(log: Log, a: str | Path | Edition, b: str | Path | Edition) -> Comparison:
    """Compare two editions over a log.

    Args:
        log: the log.
        a: an edition, its id or the path of its file.
        b: another.

    Raises:
        ReplayError: a match has more players than one of them allows.
    """
    one, two = replay(log, a), replay(log, b)
    names = [frame["edition"][0] if frame.height else str(edition) for frame, edition in ((one, a), (two, b))]
    differs, parts = _different(one, two, RULED), _different(one, two, PLAY)
    marked = one.select("match_no", "match", "rack", "attempt", "shot").with_columns(
        differs=differs, parts=parts, row=pl.int_range(one.height)
    )
    place = ["match_no", "rack", "attempt"]
    marked = marked.with_columns(
        before=pl.col("parts").cast(pl.Int32).cum_sum().over(place) - pl.col("parts").cast(pl.Int32)
    )
    rows = marked.filter(pl.col("differs") & (pl.col("before") == 0))["row"].to_list()
    strokes = [_difference(one.row(row, named=True), two.row(row, named=True), bool(parts[row])) for row in rows]
    racks = _racks(log, one, two, marked)
    return Comparison(names[0], names[1], strokes, racks, _matches(log, racks))


def _different(one: pl.DataFrame, two: pl.DataFrame, columns: tuple[str, ...]) -> pl.Series:
    """Return for each stroke whether the two editions rule it differently in these fields."""
    return (
        one.select(pl.struct(columns).alias("a"))
        .with_columns(two.select(pl.struct(columns).alias("b"))["b"])
        .select(pl.any_horizontal(*(pl.col("a").struct[name].ne_missing(pl.col("b").struct[name]) for name in columns)))
        .to_series()
    )


def _difference(one: dict[str, Any], two: dict[str, Any], parts_play: bool) -> Difference:
    return Difference(
        match=one["match"],
        rack=one["rack"],
        attempt=one["attempt"],
        shot=one["shot"],
        player=one["player"],
        a=_said(one),
        b=_said(two),
        clauses_a=one["clauses"],
        clauses_b=two["clauses"],
        basis_a=one["basis"],
        basis_b=two["basis"],
        parts_play=parts_play,
    )


def _said(ruling: dict[str, Any]) -> str:
    """Return a ruling in a few words."""
    parts = [f"foul ({', '.join(ruling['fouls'])})" if ruling["fouls"] else "lawful"]
    if ruling["spotted"]:
        parts.append(f"{listed([f'the {ball}' for ball in ruling['spotted']])} back")
    if ruling["rack_end"]:
        winner = ruling["rack_winner"]
        parts.append(f"rack over ({ruling['rack_end']}{f', {winner} wins' if winner else ''})")
    else:
        hand = " in hand" if ruling["cue_ball"] == "in_hand" else ""
        option = " or hands back" if ruling["option"] else ""
        parts.append(f"{ruling['next_player']} plays{hand}{option}")
    return ", ".join(parts)


def _racks(log: Log, one: pl.DataFrame, two: pl.DataFrame, marked: pl.DataFrame) -> list[RackResult]:
    """Return each rack's end under each edition.

    Where play would have gone another way before the record's end of the rack, the edition that agrees with the record
    keeps the record's end; the other has none unless it ends the rack on that very stroke.
    """
    players = log.matches["players"].to_list()
    last = marked.group_by("match_no", "rack", maintain_order=True).agg(
        pl.col("row").last(),
        pl.col("shot").filter(pl.col("parts")).first().alias("parted_shot"),
        pl.col("match").first(),
    )
    results = []
    for match_no, rack, row, parted_shot, match in last.iter_rows():
        ends = []
        for frame in (one, two):
            end = frame["rack_winner"][row] if frame["rack_end"][row] else None
            ends.append(end)
        credited_no = one["credited_no"][row]
        credited = players[match_no][credited_no] if credited_no >= 0 else None
        results.append(RackResult(match, rack, credited, ends[0], ends[1], parted_shot))
    return results


def _matches(log: Log, racks: list[RackResult]) -> list[MatchResult]:
    results = []
    for match, players in log.matches.select("match", "players").iter_rows():
        here = [rack for rack in racks if rack.match == match]
        results.append(
            MatchResult(
                match,
                players,
                [sum(rack.credited == name for rack in here) for name in players],
                [sum(rack.a == name for rack in here) for name in players],
                [sum(rack.b == name for rack in here) for name in players],
                sum(rack.a is None for rack in here),
                sum(rack.b is None for rack in here),
            )
        )
    return results


def differences(compared: Comparison) -> pl.DataFrame:
    """Return the strokes of a comparison as a frame, one row each."""
    schema: dict[str, pl.DataType | type[pl.DataType]] = {
        "match": pl.String,
        "rack": pl.Int32,
        "attempt": pl.Int32,
        "shot": pl.Int32,
        "player": pl.String,
        "a": pl.String,
        "b": pl.String,
        "clauses_a": pl.List(pl.String),
        "clauses_b": pl.List(pl.String),
        "basis_a": pl.String,
        "basis_b": pl.String,
        "parts_play": pl.Boolean,
    }
    return pl.DataFrame([asdict(stroke) for stroke in compared.strokes], schema=schema)
