"""Ratings, and the chances of a race, as tables, JSON or CSV."""

import csv
import io
import json
from dataclasses import asdict

from tenball_stats.log.guard import guarded_row
from tenball_stats.show.statistics import NOTHING
from tenball_stats.show.tables import Column, console, print_table
from tenball_stats.show.text import clean
from tenball_stats.stats.ratings import FEWEST, PSEUDO, Chances, Rated, Ratings

FIELDS = ("player", "rating", "low", "high", "matches", "racks", "won", "group")


def to_json(ratings: Ratings) -> str:
    """Return ratings as one JSON object."""
    return json.dumps(asdict(ratings), ensure_ascii=False, indent=2) + "\n"


def to_csv(ratings: Ratings) -> str:
    """Return ratings as CSV, one line for each player."""
    out = io.StringIO()
    writer = csv.DictWriter(out, FIELDS, lineterminator="\n")
    writer.writeheader()
    writer.writerows(guarded_row(asdict(one)) for one in ratings.players)
    return out.getvalue()


def print_ratings(ratings: Ratings) -> None:
    """Print ratings as a table, the best first."""
    out = console()
    out.print(
        f"Ratings from {ratings.matches:,} {'match' if ratings.matches == 1 else 'matches'} of two players",
        style="bold",
    )
    if not ratings.players:
        out.print("Nobody has won a rack in what was chosen.")
        return
    out.print()
    groups = ratings.groups > 1
    columns = [Column("player", most=28), Column("rating", right=True), Column("95 %", right=True)]
    columns += [Column("matches", right=True), Column("racks won", right=True)]
    columns += [Column("group", right=True)] if groups else []
    rows = [
        [one.player, f"{one.rating:.0f}", interval(one), f"{one.matches:,}", f"{one.won:,} of {one.racks:,}"]
        + ([str(one.group)] if groups else [])
        for one in ratings.players
    ]
    print_table("", columns, rows)
    out.print()
    out.print(
        "A Bradley-Terry model of racks: 100 points are odds of two to one, the mean is 500. Intervals from drawing "
        f"whole matches, none from fewer than {FEWEST} of a player. Everybody is taken to have won and lost {PSEUDO} "
        "racks more against everybody.",
        style="dim",
    )


def interval(one: Rated) -> str:
    """Word the interval of a rating."""
    return NOTHING if one.low is None or one.high is None else f"{one.low:.0f}–{one.high:.0f}"


def chances_json(found: Chances, *, fair: bool) -> str:
    """Return the chances of a race as JSON."""
    said = {
        "players": list(found.names),
        "ratings": list(found.ratings),
        "race_to": [found.race.to, found.race.other_to],
        "score": [found.race.won, found.race.other_won],
        "rack": found.rack,
        "race": found.match,
    }
    if fair:
        said["fair"] = [{"race_to": [one, other], "race": chance} for one, other, chance in found.fair()]
    return json.dumps(said, ensure_ascii=False, indent=2) + "\n"


def print_chances(found: Chances, *, fair: bool) -> None:
    """Print the chances of a rack and of a race in words and a table."""
    out = console()
    race = found.race
    to = str(race.to) if race.to == race.other_to else f"{race.to}/{race.other_to}"
    at = f", at {race.won}-{race.other_won}" if race.won or race.other_won else ""
    gap = abs(found.ratings[0] - found.ratings[1])
    out.print(f"A race to {to}{at}, {gap:.0f} points apart", style="bold")
    out.print()
    rows = [
        [clean(name), f"{rating:.0f}", f"{100 * rack:.1f} %", f"{100 * match:.1f} %"]
        for name, rating, rack, match in zip(
            found.names, found.ratings, (found.rack, 1 - found.rack), (found.match, 1 - found.match), strict=True
        )
    ]
    print_table("", [Column("player"), Column("rating", True), Column("a rack", True), Column("the race", True)], rows)
    if fair:
        out.print()
        lines = [[f"{one}/{other}", f"{100 * chance:.1f} %"] for one, other, chance in found.fair()]
        print_table(
            "Nearest to an even chance", [Column("race to"), Column(f"for {clean(found.names[0])}", True)], lines
        )
