"""Racks and matches under two editions: who wins them where the record lets one say so."""

from collections.abc import Sequence

import polars as pl

from tenball_stats.log import Log
from tenball_stats.replay.compare.comparison import MatchResult, RackResult, Score
from tenball_stats.replay.compare.strokes import OWN_ENDS, RACK
from tenball_stats.terms import KIND_CODE


def racks_of(log: Log, strokes: pl.DataFrame, editions: tuple[str, str]) -> list[RackResult]:
    """Return each rack's end under each edition.

    Up to where play would have gone another way both editions lead through the record. From there on the record goes
    by the edition that allows what it has next; under the other the rack ends on that stroke or is not over.

    Args:
        log: the log.
        strokes: what `marked` returned.
        editions: ids of the two.
    """
    own = log.matches["edition"].gather(strokes["match_no"])
    both = pl.col("parts_a") & pl.col("parts_b")
    # Where the record allows both, it was played by one of them: the match's own, or the one under which no ball has
    # to be put back that the record touches again.
    found = (
        strokes.with_columns(own=own)
        .with_columns(
            parts_a=pl.col("allows_a").filter(pl.col("row") == pl.col("parted")).first().over(RACK),
            parts_b=pl.col("allows_b").filter(pl.col("row") == pl.col("parted")).first().over(RACK),
            back_a=((pl.col("put_back_a") != 0) & (pl.col("row") > pl.col("parted"))).any().over(RACK),
            back_b=((pl.col("put_back_b") != 0) & (pl.col("row") > pl.col("parted"))).any().over(RACK),
        )
        .with_columns(
            follows=pl.when(pl.col("parted").is_null())
            .then(pl.lit("both"))
            .when(both & (pl.col("own").eq_missing(editions[0]) | (pl.col("back_b") & ~pl.col("back_a"))))
            .then(pl.lit("a"))
            .when(both & (pl.col("own").eq_missing(editions[1]) | (pl.col("back_a") & ~pl.col("back_b"))))
            .then(pl.lit("b"))
            .when(both)
            .then(pl.lit("unknown"))
            .when(pl.col("parts_a"))
            .then(pl.lit("a"))
            .when(pl.col("parts_b"))
            .then(pl.lit("b"))
            .otherwise(pl.lit("neither"))
        )
    )
    racks = found.group_by(RACK, maintain_order=True).agg(
        pl.col("follows").first(),
        pl.col("credited_no").last(),
        pl.col("potted_known").all(),
        pl.col("shot").filter(pl.col("row") == pl.col("parted")).first().alias("parted_at"),
        *_ends("a"),
        *_ends("b"),
    )
    matches = log.matches.select("match", "players").rows()
    results = {}
    for rack in racks.iter_rows(named=True):
        match, players = matches[rack["match_no"]]
        credited = rack["credited_no"]
        ends = [_end(rack, which, players, credited) for which in ("a", "b")]
        results[rack["match_no"], rack["rack"]] = RackResult(
            match,
            rack["rack"],
            players[credited] if credited >= 0 else None,
            ends[0][0],
            ends[1][0],
            ends[0][1],
            ends[1][1],
            rack["parted_at"],
            rack["follows"],
        )
    for match_no, rack_no, winner_no in _credited(log).iter_rows():
        if (match_no, rack_no) not in results:
            # Given without a stroke: both editions take the record's word.
            match, players = matches[match_no]
            winner = players[winner_no]
            results[match_no, rack_no] = RackResult(match, rack_no, winner, winner, winner, None, None, None, "both")
    return [results[place] for place in sorted(results)]


def _ends(which: str) -> list[pl.Expr]:
    """Return how the edition ends the rack on the part of the record that it leads through."""
    through = (
        pl.col("parted").is_null() | pl.col("follows").is_in([which, "both"]) | (pl.col("row") <= pl.col("parted"))
    )
    ends = through & pl.col(f"end_{which}").is_in(OWN_ENDS)
    follows = pl.col("follows").is_in([which, "both"]).first()
    last = pl.col(f"end_{which}").last()
    outside = pl.when(follows & (last != "stalemate")).then(last)
    return [
        pl.col(f"end_{which}").filter(ends).first().alias(f"own_{which}"),
        pl.col(f"winner_{which}").filter(ends).first().alias(f"own_winner_{which}"),
        outside.alias(f"outside_{which}"),
        pl.col(f"winner_{which}").last().alias(f"outside_winner_{which}"),
        follows.alias(f"follows_{which}"),
    ]


def _end(rack: dict[str, object], which: str, players: list[str], credited: int) -> tuple[str | None, str | None]:
    """Return who wins a rack under an edition, and how."""

    def named(winner: object) -> str | None:
        return players[winner] if isinstance(winner, int) and winner >= 0 else None

    if rack[f"own_{which}"] is not None:
        return named(rack[f"own_winner_{which}"]), str(rack[f"own_{which}"])
    if rack[f"outside_{which}"] is not None:
        return named(rack[f"outside_winner_{which}"]), str(rack[f"outside_{which}"])
    if rack[f"follows_{which}"] and not rack["potted_known"]:
        # What fell is not recorded somewhere, so that the facts cannot contradict who was credited.
        return named(credited), None
    return None, None


def _credited(log: Log) -> pl.DataFrame:
    """Return who was credited with each rack, by match and rack."""
    return (
        log.events.filter((pl.col("winner_no") >= 0) & (pl.col("rack") > 0) & (pl.col("kind") != KIND_CODE["lag"]))
        .group_by("match_no", "rack", maintain_order=True)
        .agg(pl.col("winner_no").last())
    )


def matches_of(log: Log, racks: Sequence[RackResult]) -> list[MatchResult]:
    """Return each match's score as recorded and under each edition, and who wins it where that can be told."""
    forfeits = dict(
        log.events.filter(pl.col("kind") == KIND_CODE["forfeit"])
        .group_by("match_no", maintain_order=True)
        .agg(pl.col("player_no").first())
        .iter_rows()
    )
    by_match: dict[str, list[RackResult]] = {}
    for rack in racks:
        by_match.setdefault(rack.match, []).append(rack)
    results = []
    for match_no, match, players, race_to in log.matches.select("match_no", "match", "players", "race_to").iter_rows():
        here = by_match.get(match, [])
        lost = forfeits.get(match_no)
        recorded, a, b = (
            score_of([getattr(rack, which) for rack in here], players, race_to, lost)
            for which in ("credited", "a", "b")
        )
        results.append(MatchResult(match, players, race_to, recorded, a, b))
    return results


def score_of(
    winners: Sequence[str | None], players: list[str], race_to: list[int] | None, forfeited: int | None = None
) -> Score:
    """Return the score of a match, and who has won it; racks after a decided match are not counted.

    Args:
        winners: of the racks in order; None for a rack given to nobody.
        players: names.
        race_to: racks that each of them needs; None where not recorded.
        forfeited: place of the player who forfeited the match.
    """
    # Whoever gets the open racks: where every answer has the same winner, it is decided, at the latest of its racks.
    outcomes = [_first_there(winners, players, race_to, taker) for taker in players] if race_to else []
    firsts = {winner for winner, _ in outcomes}
    winner = firsts.pop() if len(firsts) == 1 else None
    undecided = bool(firsts)
    played = list(winners[: max(rack for _, rack in outcomes)]) if winner is not None else list(winners)
    if winner is None and forfeited is not None and len(players) == 2:
        winner, undecided = players[1 - forfeited], False
    return Score([played.count(name) for name in players], played.count(None), winner, undecided)


def _first_there(
    winners: Sequence[str | None], players: list[str], race_to: list[int], taker: str
) -> tuple[str | None, int]:
    """Return who reaches his number of racks first where one player gets all open ones, and with which rack."""
    won = dict.fromkeys(players, 0)
    needs = dict(zip(players, race_to, strict=True))
    for number, winner in enumerate(winners, start=1):
        name = winner or taker
        won[name] += 1
        if won[name] >= needs[name]:
            return name, number
    return None, len(winners)
