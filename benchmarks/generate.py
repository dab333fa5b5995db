"""Logs of any size, always the same for the same seed: `python benchmarks/generate.py FILE.csv --strokes 1000000`.

A pool of distinct matches is played out by the judge (`played.py`). A larger log is composed from the pool by columns:
its matches are drawn with replacement, and each copy gets its own id, date, event, venue, players, and its own times,
speeds and places. What happens on the table is thus as various as the pool, 40,000 strokes unless `--pool` says
otherwise; the work of reading, checking, replaying and storing is that of as many different matches.

FILE.csv makes one CSV file; a name without an ending makes a folder of Parquet files, each of whole matches. Memory
does not grow with the log.
"""

import argparse
import sys
from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from benchmarks.played import Played, played
from tenball_stats.log.columns import COLUMNS, MATCH_COLUMNS
from tenball_stats.terms import STROKES

SEED = 2015
POOL = 40_000
CHUNK = 200_000
"""Strokes composed at a time, and in one Parquet file."""

FIRST_NAMES = (  # noqa: SIM905
    "Agata Amira Anton Bela Bruno Carla Cezar Doris Diego Dmitri Elena Erik Fatima Filip Gita Goran Helga Hugo "
    "Ines Igor Judit Jorge Kaja Kiril Lidia Luis Marta Milan Nadia Nils Olga Oskar Petra Pablo Rosa Roman "
    "Sofia Stefan Tamara Victor"
).split()
LAST_NAMES = (  # noqa: SIM905
    "Abadi Brzeski Castillo Dvorak Eklund Fuentes Gromov Hidalgo Ilic Jansen Kowal Lindqvist Moreau Novak "
    "Ortega Petrov Quiroga Rossi Sokolov Tanaka Ulrich Vargas Wozniak Yilmaz Zubkov"
).split()
PLAYERS = [f"{first} {last}" for last in LAST_NAMES for first in FIRST_NAMES]
VENUES = ("City Hall", "Club Eight", "Riverside Rooms", "The Long Rail")
EVENTS = ("Open", "League", "Invitational")
FIRST_DAY = date(2016, 1, 1)
DAYS = 3650

TEXTS = "kind called potted off acts spotted hand ruling score rail rack_layout note".split()  # noqa: SIM905
NUMBERS = "rack player shot first rails past_head winner".split()  # noqa: SIM905
MEASURES = {"lag_cm": 1, "cue_x": 3, "cue_y": 3, "end_x": 3, "end_y": 3, "speed": 2, "seconds": 1}
POOL_SCHEMA: dict[str, Any] = {
    **dict.fromkeys(NUMBERS, pl.Int32),
    **dict.fromkeys(TEXTS, pl.String),
    **dict.fromkeys(MEASURES, pl.Float64),
}
WRITTEN = [name for name in COLUMNS if name not in {"layout", "time", "video"}]


class Pool:
    """Distinct matches: their rows one after another, where each begins, and the columns of the matches."""

    def __init__(self, seed: int, strokes: int, race: int | None = None) -> None:
        found: list[Played] = []
        count = 0
        while count < strokes:
            found.append(played(seed, len(found), race))
            count += sum(row["kind"] in STROKES for row in found[-1].rows)
        rows = [row for one in found for row in one.rows]
        self.rows = pl.DataFrame(
            {name: [row.get(name) for row in rows] for name in POOL_SCHEMA}, schema=POOL_SCHEMA, strict=False
        )
        self.about = pl.DataFrame([one.about for one in found], infer_schema_length=None)
        self.lengths = np.array([len(one.rows) for one in found])
        self.starts = np.cumsum(self.lengths) - self.lengths
        self.is_stroke = self.rows["kind"].is_in(STROKES).to_numpy()
        self.mean = count / len(found)

    def __len__(self) -> int:
        return len(self.lengths)


def chunks(
    strokes: int, seed: int = SEED, pool: int = POOL, edition: str | None = None, race: int | None = None
) -> Iterator[pl.DataFrame]:
    """Yield a log of exactly so many strokes, some hundred thousand at a time, matches whole but for the very last.

    Args:
        strokes: how many.
        seed: what is drawn.
        pool: strokes of the pool.
        edition: named by every match in place of the one it was played by.
        race: what every match is a race to; None for various.
    """
    source = Pool(seed, min(pool, strokes), race)
    matches, number = 0, 0
    while strokes > 0:
        rng = np.random.Generator(np.random.PCG64([seed, number]))
        frame, made, copies = _chunk(source, rng, min(strokes, CHUNK), matches, edition)
        yield frame
        strokes -= made
        matches += copies
        number += 1


def _chunk(
    pool: Pool, rng: np.random.Generator, most: int, before: int, edition: str | None
) -> tuple[pl.DataFrame, int, int]:
    """Return rows with at most so many strokes (the last match may be cut), their strokes and their matches."""
    drawn = rng.integers(0, len(pool), size=int(most / pool.mean * 1.3) + 20)
    lengths = pool.lengths[drawn]
    place = np.repeat(pool.starts[drawn] - (np.cumsum(lengths) - lengths), lengths) + np.arange(lengths.sum())
    copy = np.repeat(np.arange(len(drawn)), lengths)
    counted = np.cumsum(pool.is_stroke[place])
    cut = int(np.searchsorted(counted, most, side="left")) + 1
    place, copy = place[:cut], copy[:cut]
    made, copies = int(counted[min(cut, len(counted)) - 1]), int(copy[-1]) + 1

    drawn = drawn[:copies]
    about = _matches(pool.about[drawn], rng, before, edition)
    names = np.stack([about[f"player{n}"].to_numpy() for n in range(3)], axis=1)
    rows = pool.rows[place]
    opens = pl.Series(np.concatenate([[True], copy[1:] != copy[:-1]]))

    def named(column: str) -> pl.Series:
        which = rows[column].fill_null(-1).to_numpy()
        return (
            pl.Series(PLAYERS)
            .gather(names[copy, which])
            .zip_with(pl.Series(which >= 0), pl.Series([None] * cut, dtype=pl.String))
            .alias(column)
        )

    rows = rows.with_columns(
        about["match"].gather(copy),
        named("player"),
        named("winner"),
        *(
            (pl.col(name) * pl.Series(rng.uniform(0.97, 1.0, cut))).round(digits).alias(name)
            for name, digits in MEASURES.items()
        ),
        *(pl.when(opens).then(about[name].gather(copy)).alias(name) for name in MATCH_COLUMNS),
    )
    return rows.select(WRITTEN), made, copies


def _matches(about: pl.DataFrame, rng: np.random.Generator, before: int, edition: str | None) -> pl.DataFrame:
    """Return the columns of matches: those that they were played by, and id, day, place and players of each copy."""
    count = about.height
    number = np.arange(before, before + count)
    half = len(PLAYERS) // 2
    first = rng.integers(0, len(PLAYERS), count)
    places = [first, (first + 1 + rng.integers(0, half - 1, count)) % len(PLAYERS)]
    places.append((first + half + rng.integers(0, half, count)) % len(PLAYERS))
    days = pl.Series([FIRST_DAY + timedelta(days=day) for day in range(DAYS)])[rng.integers(0, DAYS, count)]
    players = pl.Series(PLAYERS)

    def one_of(values: tuple[str, ...]) -> pl.Series:
        return pl.Series(values)[rng.integers(0, len(values), count)]

    third = (
        pl.when(pl.col("players") == 3)
        .then(pl.concat_str(pl.lit("|"), players.gather(places[2])))
        .otherwise(pl.lit(""))
    )
    return about.with_columns(
        pl.Series("match", [f"G{n:07}" for n in number]),
        days.dt.to_string("%Y-%m-%d").alias("date"),
        (one_of(EVENTS) + days.dt.to_string(" %Y")).alias("event"),
        one_of(("group", "last 16", "quarter-final", "final")).alias("round"),
        one_of(VENUES).alias("venue"),
        one_of(("7ft", "9ft")).alias("table"),
        pl.concat_str(players.gather(places[0]), pl.lit("|"), players.gather(places[1]), third).alias("players"),
        pl.lit("generated").alias("source"),
        one_of(("first desk", "second desk")).alias("recorder"),
        *(pl.Series(f"player{n}", places[n]) for n in range(3)),
        *([pl.lit(edition).alias("edition")] if edition else []),
    )


def write(
    target: Path,
    strokes: int,
    seed: int = SEED,
    pool: int = POOL,
    edition: str | None = None,
    race: int | None = None,
) -> int:
    """Write a log to a CSV file, or to a folder of Parquet files; return its rows."""
    rows = 0
    if target.suffix == ".csv":
        with target.open("wb") as out:
            for number, frame in enumerate(chunks(strokes, seed, pool, edition, race)):
                frame.write_csv(out, include_header=number == 0)
                rows += frame.height
        return rows
    target.mkdir(parents=True, exist_ok=True)
    for number, frame in enumerate(chunks(strokes, seed, pool, edition, race)):
        frame.write_parquet(target / f"part-{number:05}.parquet")
        rows += frame.height
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", maxsplit=1)[0])
    parser.add_argument("target", type=Path, help="FILE.csv, or a folder for Parquet files")
    parser.add_argument("--strokes", type=lambda text: int(float(text)), default=1_000_000)
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--pool", type=lambda text: int(float(text)), default=POOL, help="distinct strokes")
    parser.add_argument("--edition", help="named by all matches, in place of the one each was played by")
    parser.add_argument("--race", type=int, help="every match is a race to so many; various without it")
    asked = parser.parse_args()
    if asked.target.suffix not in {".csv", ""}:
        sys.exit(f"{asked.target}: FILE.csv, or a name without an ending for a folder of Parquet files")
    rows = write(asked.target, asked.strokes, asked.seed, asked.pool, asked.edition, asked.race)
    print(f"{asked.target}: {asked.strokes:,} strokes in {rows:,} rows")


if __name__ == "__main__":
    main()
