"""A player's page as a report: the same tables, with pictures."""

from collections.abc import Iterator
from dataclasses import asdict, replace

import polars as pl

from tenball_stats import __version__
from tenball_stats.show import charts
from tenball_stats.show.charts.style import figure_of
from tenball_stats.show.player import (
    LABELS,
    findings,
    fouls_section,
    matches_section,
    means_section,
    pushes_section,
    rates_section,
    sections,
    summary,
    trend_section,
    zone_section,
)
from tenball_stats.show.report import (
    Block,
    Callout,
    Facts,
    Heading,
    Items,
    Paragraph,
    Picture,
    Pictures,
    Report,
    made_at,
)
from tenball_stats.show.sections import blocks_of, listed, plural
from tenball_stats.stats.player import PlayerPage

__all__ = ["player_report", "sections"]

FLOWING = 5
"""Push-outs from which on it is drawn what became of them."""

HOW_TO_READ = (
    "A rate stands with its parts: 12 of 20. From few trials it may be far from what the player can do; the interval "
    "beside it covers the true rate in 95 of 100 such cases.",
    "The estimate draws a rate towards the league's, the more the fewer trials it stands on. It is the better guess "
    "at what will be seen next.",
    "Beyond chance means that the difference from all others together would hardly have come about by luck. Many rates "
    "are compared at once, and the test allows for that.",
    "What a ruling needed and was not recorded was presumed lawful. What cannot be presumed, such as what fell, is "
    "left out and not taken as zero.",
    "Racks of one match are not quite independent of each other. A difference that is barely beyond chance should be "
    "looked for again in later matches.",
)


def player_report(page: PlayerPage) -> Report:
    """Return the report on a player."""
    when = page.first if page.first == page.last else f"{page.first} to {page.last}"
    return Report(
        page.player,
        tuple(_blocks(page)),
        f"A player's page: {plural(page.matches, 'match')}{f', {when}' if page.first else ''}",
        f"Made by tenball-stats {__version__} on {made_at():%Y-%m-%d}, from rulings by {listed(page.editions)}.",
    )


def _blocks(page: PlayerPage) -> Iterator[Block]:
    title, texts = findings(page)
    yield Callout(title, tuple(texts), "finding")
    yield Facts(tuple(summary(page)))
    yield from blocks_of([rates_section(page)])
    yield Heading("Over time")
    yield from _trends(page)
    yield from blocks_of([replace(trend_section(page), title="The same in numbers")])
    yield from _breaks(page)
    yield from _shots(page)
    yield Heading("Fouls and push-outs")
    yield from blocks_of([fouls_section(page)])
    if page.answers["pushouts"].rows[0]["pushes"] >= FLOWING:
        flow = charts.push_out_flow(charts.frame_of(page.answers["pushouts"]), of=page.player)
        yield Picture(figure_of(flow), "What became of the chances of a push-out; the table below has the numbers.")
    yield from blocks_of([pushes_section(page), means_section(page)])
    yield from blocks_of([matches_section(page)])
    yield Heading("How to read this")
    yield Items(HOW_TO_READ)


def _trends(page: PlayerPage) -> Iterator[Block]:
    """Yield the pictures of the rates over time, two beside each other; of one period there is no course to draw."""
    others = {line.what.key: line.difference.other for line in page.lines}
    pictures = []
    for one in page.trends:
        if len(one.periods) > 1:
            frame = pl.DataFrame([asdict(period) for period in one.periods])
            ax = charts.trend(frame, label=LABELS[one.name], p=one.p, others=others.get(one.name), small=True)
            said = f"{LABELS[one.name]} over time; the table below has the numbers."
            pictures.append(Picture(figure_of(ax), said))
    if not pictures:
        yield Paragraph(f"{plural(page.matches, 'match')} cannot show how a rate changed.")
    for first in range(0, len(pictures), 2):
        yield Pictures(tuple(pictures[first : first + 2]))


def _breaks(page: PlayerPage) -> Iterator[Block]:
    """Yield the breaks: where from, where to, and what came of them."""
    yield Heading("The break")
    placed, rested = (page.breaks[name].drop_nulls().len() for name in ("x", "end_x"))
    pictures = []
    if placed:
        ax = charts.break_map(page.breaks, of=page.player)
        pictures.append(Picture(figure_of(ax), f"Where the cue ball was placed for {placed:,} breaks."))
    if rested:
        ax = charts.break_map(page.breaks, after=True, of=page.player)
        pictures.append(Picture(figure_of(ax), f"Where the cue ball came to rest after {rested:,} breaks."))
    if pictures:
        yield Pictures(tuple(pictures))
    else:
        yield Paragraph("No place of the cue ball was recorded.")
    if page.placed:
        yield from blocks_of([zone_section("By where the cue ball was placed", page.placed)])
    if page.rested:
        yield from blocks_of([zone_section("By where the cue ball came to rest", page.rested)])


def _shots(page: PlayerPage) -> Iterator[Block]:
    """Yield the called shots: from where, and running out."""
    yield Heading("Shots and run-outs")
    balls = page.shots["ball_x"].drop_nulls().len()
    pictures = []
    if page.shots.height:
        ax = charts.shot_map(page.shots, of=page.player)
        pictures.append(
            Picture(figure_of(ax), f"Share made of {page.shots.height:,} called shots, by cell of the table.")
        )
    if balls:
        ax = charts.shot_map(
            page.shots.drop_nulls("ball_x"), places=("ball_x", "ball_y"), whose="the called ball", of=page.player
        )
        pictures.append(Picture(figure_of(ax), f"Share made of {balls:,} called shots, by where the called ball lay."))
    if pictures:
        yield Pictures(tuple(pictures))
    else:
        yield Paragraph("No place of a shot was recorded.")
    if page.answers["runouts"].rows[0]["visits"]:
        own, league = (charts.frame_of(found["runouts"]) for found in (page.answers, page.league))
        ax = charts.run_outs(own, league=league, of=page.player)
        yield Picture(figure_of(ax), "How often a visit won the rack, by the balls on the table when it began.")
