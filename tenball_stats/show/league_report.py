"""A league's page as a report: the same tables, with pictures."""

from collections.abc import Iterator, Sequence

import polars as pl

from tenball_stats import __version__
from tenball_stats.show import charts
from tenball_stats.show.charts.style import figure_of
from tenball_stats.show.league import (
    anomalies_section,
    board_section,
    findings,
    matches_section,
    pairs_section,
    standings_section,
    summary,
    telling,
    title_of,
    untold,
)
from tenball_stats.show.player_report import HOW_TO_READ
from tenball_stats.show.report import Block, Callout, Facts, Heading, Items, Paragraph, Picture, Report, made_at
from tenball_stats.show.sections import blocks_of, listed, plural
from tenball_stats.stats.league import Board, LeaguePage

DRAWN = ("visits.pot_rate", "breaks.success_rate", "runouts.run_out_rate", "safeties.safety_won_rate")
"""The boards that are drawn as well."""

_FEWEST = 3
"""Players that make a board worth drawing."""


def league_report(page: LeaguePage) -> Report:
    """Return the report on a league."""
    days = sorted(match.day for match in page.matches if match.day)
    when = "" if not days else days[0] if days[0] == days[-1] else f"{days[0]} to {days[-1]}"
    said = [plural(len(page.matches), "match"), plural(len(page.standings), "player"), when]
    return Report(
        title_of(page),
        tuple(_blocks(page)),
        ", ".join(filter(None, said)),
        f"Made by tenball-stats {__version__} on {made_at():%Y-%m-%d}, from rulings by {listed(page.editions)}.",
    )


def _blocks(page: LeaguePage) -> Iterator[Block]:
    title, texts = findings(page)
    yield Callout(title, tuple(texts), "finding")
    yield Facts(tuple(summary(page)))
    yield Heading("Standings")
    yield from _after_title(blocks_of([standings_section(page)]))
    if len(page.ratings.players) >= _FEWEST and any(one.low is not None for one in page.ratings.players):
        yield _ratings(page)
    yield Heading("Leader boards")
    yield Paragraph(
        "Each board is in the order of the estimate: the rate drawn towards the league's, the more the fewer trials it "
        "stands on. * differs from all others beyond chance."
    )
    for board in page.boards:
        if not telling(board):
            continue
        yield from blocks_of([board_section(page, board)])
        if board.what.key in DRAWN and len(board.leaders) >= _FEWEST:
            yield _caterpillar(board)
    if untold(page):
        yield Paragraph(untold(page), small=True)
    yield Heading("Head to head")
    yield from _after_title(blocks_of([pairs_section(page)]))
    yield Heading("Matches")
    yield from _after_title(blocks_of([matches_section(page)]))
    yield Heading("What is odd in the data")
    yield from _after_title(blocks_of([anomalies_section(page)]))
    yield Heading("How to read this")
    yield Items(HOW_TO_READ)


def _after_title(blocks: Iterator[Block]) -> Sequence[Block]:
    """Return the blocks of a section without its title, where a heading of the page stands there already."""
    return list(blocks)[1:]


def _ratings(page: LeaguePage) -> Picture:
    """Return the picture of the ratings."""
    rows = [
        {"player": one.player, "rating": one.rating, "low": one.low, "high": one.high, "racks": one.racks}
        for one in page.ratings.players
    ]
    ax = charts.ratings(pl.DataFrame(rows, infer_schema_length=None))
    return Picture(figure_of(ax), "The ratings with their intervals; the table above has the numbers.", width=0.85)


def _caterpillar(board: Board) -> Picture:
    """Return the picture of a board: each player as counted and as drawn towards the league."""
    rate = board.what.rate
    rows = [
        {
            "player": one.player,
            rate: one.rate,
            f"{rate}_n": one.of,
            f"{rate}_low": one.low,
            f"{rate}_high": one.high,
            f"{rate}_shrunk": one.shrunken.rate if one.shrunken else None,
            f"{rate}_shrunk_low": one.shrunken.low if one.shrunken else None,
            f"{rate}_shrunk_high": one.shrunken.high if one.shrunken else None,
        }
        for one in board.leaders
    ]
    mean = board.prior.mean if board.prior else sum(one.rate for one in board.leaders) / len(board.leaders)
    frame = pl.DataFrame(rows, infer_schema_length=None)
    ax = charts.caterpillar(frame, rate=rate, label=board.what.label, mean=mean, descending=board.what.better >= 0)
    return Picture(figure_of(ax), f"{board.what.label}, each player; the table above has the numbers.", width=0.9)
