"""Random racks as rows of a log: plausible play most of the time, and now and then anything that can be written.

What is made is not asked whether it can be: balls fall twice, decisions stand where there is none, strokes are played
out of turn, facts are left out. The same seed gives the same log.
"""

from random import Random
from typing import NamedTuple

from rulebook import ACTS

Row = dict[str, str]

POCKETS = ("hl", "sr", "fl")
RULINGS = ("legal", "foul", "foul", "touch", "slow no_rail", "scratch", "scoop", "recorded", "wrong_ball")


class Match(NamedTuple):
    """A match: each rack is a list of attempts, each attempt a list of rows."""

    name: str
    players: tuple[str, ...]
    warnings: bool
    racks: list[list[list[Row]]]


def matches(seed: int, count: int, players: tuple[str, ...] = ("A", "B")) -> list[Match]:
    """Return so many random matches of one to three racks."""
    rng = Random(seed)  # noqa: S311 - made for tests, and the same from the same seed
    return [
        Match(f"m{n}", players, rng.random() < 0.5, [_rack(rng, players) for _ in range(rng.randint(1, 3))])
        for n in range(count)
    ]


def table(found: list[Match]) -> list[Row]:
    """Return matches as the rows of a log."""
    rows = []
    for match in found:
        about = {"players": "|".join(match.players), "warnings": "recorded" if match.warnings else ""}
        for number, attempts in enumerate(match.racks, start=1):
            for attempt in attempts:
                rows += [{"match": match.name, **about, "rack": str(number), **row} for row in attempt]
    return rows


def _rack(rng: Random, players: tuple[str, ...]) -> list[list[Row]]:
    first = _attempt(rng, players, may_resume=True)
    if rng.random() < 0.85:
        return [first]
    return [[*first, {"player": rng.choice(players), "kind": "rerack"}], _attempt(rng, players, may_resume=False)]


def _attempt(rng: Random, players: tuple[str, ...], *, may_resume: bool) -> list[Row]:
    left = set(range(1, 11))
    player = rng.choice(players)
    rows: list[Row] = []
    if may_resume and rng.random() < 0.5:
        left = {10, *rng.sample(range(1, 10), rng.choice((0, 0, 1, 2, 3)))}
        down = " ".join(str(ball) for ball in range(1, 11) if ball not in left)
        rows.append({"player": player, "kind": "resume", "potted": down})
    else:
        rows.append(_stroke(rng, player, left) | {"kind": "break", "rails": rng.choice(("", "", "2", "4", "6"))})
    # Some racks are a run of fouls, which is what it takes to lose three in a row.
    clumsy = rng.random() < 0.3
    for _ in range(rng.randint(1, 14)):
        if rng.random() < 0.15:
            rows.append(_event(rng, players, left))
            continue
        if rng.random() < 0.75:
            player = players[(players.index(player) + 1) % len(players)]
        stroke = _stroke(rng, player, left)
        if clumsy and rng.random() < 0.7:
            stroke |= {"first": "0", "potted": "", "ruling": "", "hand": ""}
        rows.append(stroke)
    return rows


def _stroke(rng: Random, player: str, left: set[int]) -> Row:
    """Return a stroke; `left` is what the balls on the table may be, and loses what goes down."""
    lowest = min(left, default=1)
    usual = [*left, lowest, lowest, 10]
    down = rng.choices((0, 1, 2, 3), (45, 35, 15, 5))[0]
    balls = rng.sample(sorted({*usual, rng.randint(1, 10)}), min(down, len(left))) if down else []
    names = [str(ball) for ball in balls] + (["cue"] if rng.random() < 0.08 else [])
    rng.shuffle(names)
    at = {name: rng.choice(("", *POCKETS, *POCKETS)) for name in names}
    called = rng.choice([str(lowest), "10", *(names or ["4"])]).replace("cue", "1")
    pocket = at.get(called) if rng.random() < 0.7 else rng.choice(("", *POCKETS))
    call = rng.choices(("", "-", f"{called}@{pocket}" if pocket else called), (15, 10, 75))[0]
    if call not in ("", "-") and rng.random() < 0.25:
        call = f"~{call}"
    potted = " ".join(f"{name}@{pocket}" if pocket else name for name, pocket in at.items())
    off = [str(rng.choice(usual))] if rng.random() < 0.04 else []
    off += ["cue"] if rng.random() < 0.03 else []
    left -= {ball for ball in balls if ball != 10 or rng.random() < 0.3}
    acts = rng.sample((*ACTS, "unsporting"), rng.choices((0, 1, 2), (88, 9, 3))[0])
    spotted = rng.choices(("", "-", "10", "10 3"), (88, 5, 5, 2))[0]
    return {
        "player": player,
        "kind": rng.choices(("shot", "safety", "push"), (70, 15, 15))[0],
        "called": call,
        "first": rng.choices(("", str(lowest), "0", str(rng.randint(1, 10))), (40, 45, 5, 10))[0],
        "rail": rng.choices(("", "y", "n"), (35, 50, 15))[0],
        "rails": "",
        "potted": "?" if rng.random() < 0.05 else potted,
        "off": " ".join(off),
        "acts": " ".join(acts),
        "spotted": spotted,
        "hand": rng.choices(("", "y", "n"), (80, 10, 10))[0],
        "ruling": rng.choice(RULINGS) if rng.random() < 0.15 else "",
    }


def _event(rng: Random, players: tuple[str, ...], left: set[int]) -> Row:
    player = rng.choice(players)
    kind = rng.choices(("accept", "pass", "warn", "fell", "concede", "penalty", "forfeit"), (4, 4, 8, 3, 1, 1, 1))[0]
    row = {"player": player, "kind": kind}
    if kind == "fell":
        ball = rng.choice([*left, 1, 10])
        row |= {"potted": str(ball), "seconds": "8", "spotted": rng.choice(("", "", "-", str(ball)))}
    elif kind in ("concede", "penalty", "forfeit") and rng.random() < 0.6:
        row["winner"] = rng.choice(players)
    return row
