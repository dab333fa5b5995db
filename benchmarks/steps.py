"""Steps a second, each in a process of its own: `python -m benchmarks.steps ours LOG.csv`, `… pokerkit`, `… chess`.

- ours: strokes of a log that is in columns already, through the compiled judge; then with the rulings in words.
- pokerkit: the actions of the hands that come with PokerKit as its own tests (the 2023 World Series and those of its
  papers), each hand replayed from its hand history.
- chess: moves of games, each checked for legality and pushed with python-chess: two famous games and two hundred made
  of random legal moves.

Prints JSON: steps, seconds by the clock and of CPU. What is needed once (reading, compiling, loading) is not counted.
"""

import json
import random
import sys
import time
import unittest
from collections.abc import Callable
from typing import Any

SECONDS = 2.0

OPERA = """
e4 e5 Nf3 d6 d4 Bg4 dxe5 Bxf3 Qxf3 dxe5 Bc4 Nf6 Qb3 Qe7 Nc3 c6 Bg5 b5 Nxb5 cxb5 Bxb5+ Nbd7 O-O-O Rd8 Rxd7 Rxd7 Rd1 Qe6
Bxd7+ Nxd7 Qb8+ Nxb8 Rd8#"""
IMMORTAL = """
e4 e5 f4 exf4 Bc4 Qh4+ Kf1 b5 Bxb5 Nf6 Nf3 Qh6 d3 Nh5 Nh4 Qg5 Nf5 c6 g4 Nf6 Rg1 cxb5 h4 Qg6 h5 Qg5 Qf3 Ng8 Bxf4 Qf6 Nc3
Bc5 Nd5 Qxb2 Bd6 Bxg1 e5 Qxa1+ Ke2 Na6 Nxg7+ Kd8 Qf6+ Nxf6 Be7#"""


def timed(once: Callable[[], int]) -> dict[str, float]:
    """Repeat something for so long of CPU and return its steps and the time they took."""
    once()
    steps, wall, cpu = 0, time.perf_counter(), time.process_time()
    while time.process_time() - cpu < SECONDS:
        steps += once()
    return {"steps": steps, "wall": time.perf_counter() - wall, "cpu": time.process_time() - cpu}


def ours(path: str) -> dict[str, Any]:
    from tenball_stats.log import read_logs
    from tenball_stats.replay import compiled, replay, rulings

    log = read_logs([path])
    columns = [
        (edition.rules, rulings._record(log, rows))
        for edition, rows in rulings.by_edition(log, rulings.editions_of(log))
    ]
    strokes = int(log.events["is_stroke"].sum())

    def judged() -> int:
        for rules, record in columns:
            compiled.followed_compiled(rules, record)
        return strokes

    def worded() -> int:
        return replay(log).height

    return {**timed(judged), "worded": timed(worded)}


def pokerkit() -> dict[str, Any]:
    from pokerkit.notation import HandHistory
    from pokerkit.tests import test_papers
    from pokerkit.tests.test_wsop import test_2023_43_5, test_2023_54_4

    hands: list[HandHistory] = []
    load = HandHistory.loads.__func__  # type: ignore[attr-defined]

    def loads(cls: type[HandHistory], text: str, **options: Any) -> HandHistory:
        hand: HandHistory = load(cls, text, **options)
        hands.append(hand)
        return hand

    HandHistory.loads = classmethod(loads)  # type: ignore[method-assign, assignment]
    suite = unittest.TestSuite(
        unittest.defaultTestLoader.loadTestsFromModule(one) for one in (test_papers, test_2023_43_5, test_2023_54_4)
    )
    unittest.TextTestRunner(stream=open("/dev/null", "w")).run(suite)  # noqa: SIM115, PTH123

    def replayed() -> int:
        return sum(action is not None for hand in hands for _, action in hand.state_actions)

    return {**timed(replayed), "hands": len(hands)}


def chess() -> dict[str, Any]:
    import chess as rules

    games: list[list[rules.Move]] = []
    for text in (OPERA, IMMORTAL):
        board = rules.Board()
        games.append([board.push_san(move) for move in text.split()])
    rng = random.Random(2015)
    for _ in range(200):
        board, moves = rules.Board(), []
        while len(moves) < 80 and (legal := list(board.legal_moves)):
            moves.append(rng.choice(legal))
            board.push(moves[-1])
        games.append(moves)

    def played() -> int:
        for moves in games:
            board = rules.Board()
            for move in moves:
                if not board.is_legal(move):
                    raise ValueError(move)
                board.push(move)
        return sum(map(len, games))

    return {**timed(played), "games": len(games)}


if __name__ == "__main__":
    made: dict[str, Callable[..., dict[str, Any]]] = {"ours": ours, "pokerkit": pokerkit, "chess": chess}
    print(json.dumps(made[sys.argv[1]](*sys.argv[2:])))
