"""A player's page: on the screen, and as JSON."""

import json
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from tenball_stats.show.differences import fields as difference_fields
from tenball_stats.show.ratings import interval
from tenball_stats.show.sections import Section, counted_share, listed, mean, percent, plural, points, print_page
from tenball_stats.show.statistics import FEW_MATCHES
from tenball_stats.show.tables import Column
from tenball_stats.stats.differences import FALSE_ALARMS
from tenball_stats.stats.noteworthy import NOTEWORTHY
from tenball_stats.stats.places import Zone, shot_cells
from tenball_stats.stats.player import Line, PlayerPage
from tenball_stats.terms import RECORDED

LABELS = {one.key: one.label for one in NOTEWORTHY}

MEANS = (
    ("breaks", "balls_per_break", "balls pocketed on a break"),
    ("breaks", "balls_per_success", "balls pocketed on a successful break"),
    ("visits", "balls_per_visit", "balls pocketed on a visit"),
    ("visits", "strokes_per_visit", "strokes on a visit"),
    ("fouls", "fouls_per_rack", "fouls in a rack"),
    ("time", "median", "seconds for a stroke, median"),
    ("time", "p95", "seconds for a stroke, 95th percentile"),
    ("lags", "mean_cm", "centimetres from the head cushion on a lag"),
)
"""What is no rate: statistic, item, and its words."""


MOST = 5
"""Rates that stand out of which the figures are given in words; the table has all of them."""


# In words -------------------------------------------------------------------------------------------------------------


def summary(page: PlayerPage) -> list[tuple[str, str]]:
    """Return the head of the page as names and what they stand for."""
    result = f"{page.won} won, {page.lost} lost" + (f", {page.undecided} undecided" if page.undecided else "")
    days = f", {page.first}" + (f" to {page.last}" if page.last != page.first else "") if page.first else ""
    facts = [
        ("Matches", f"{page.matches:,} ({result}){days}"),
        ("Racks won", f"{page.racks_won:,} of {page.racks_won + page.racks_lost:,}"),
    ]
    if page.rating is not None:
        fitted = "" if page.rating.low is None else f" ({interval(page.rating)})"
        facts.append(
            ("Rating", f"{page.rating.rating:.0f}{fitted}, fitted to the racks of the league; its mean is 500")
        )
    facts.append(("The league", f"{plural(page.others, 'other player')}{_chosen(page)}"))
    ruled = f"by {listed(page.editions)}" if page.editions else "by nobody"
    facts.append(("Ruled", ruled + (", as ruled then where the record says so" if page.recorded else "")))
    return facts


def _chosen(page: PlayerPage) -> str:
    return "".join(f", {name} {value}" for name, value in page.filters.items())


def findings(page: PlayerPage, most: int = MOST) -> tuple[str, list[str]]:
    """Return what stands out in one sentence, and the sentences that say how.

    Args:
        page: the player's page.
        most: of how many rates, weaknesses before strengths, the figures are given.
    """
    out = page.outstanding
    if not page.compared:
        return "There is nobody to compare with.", []
    tested = f"{plural(page.compared, 'rate was', 'rates were')} compared with those of the league"
    if not out:
        title = "Nothing stands out beyond chance."
        texts = [f"{tested}, and none differs by more than chance."]
    else:
        worse, better = ([line for line in out if line.verdict == way] for way in ("worse", "better"))
        parts = [f"better than the league in {plural(len(better), 'rate')}"] if better else []
        parts += [f"worse in {plural(len(worse), 'rate')}"] if worse else []
        parts += [] if worse or better else ["different from the league"]
        title = f"Beyond chance: {listed(parts)}."
        ordered = [*worse, *better, *(line for line in out if line.verdict == "other")]
        texts = [sentence(line) for line in ordered[:most]]
        if len(ordered) > most:
            texts.append(f"Also {listed([f'{line.what.label} ({line.verdict})' for line in ordered[most:]])}.")
        promise = f"of what is said to stand out, at most {100 * FALSE_ALARMS:.0f} % is expected to be a false alarm"
        texts.append(f"{tested}; {promise}.")
    short = shortfalls(page)
    if short:
        texts.append("Below the league, but by no more than chance may do: " + "; ".join(map(_short, short)) + ".")
    return title, texts


def shortfalls(page: PlayerPage, most: int = 3) -> list[Line]:
    """Return the rates that are worse than the league's without standing out, the likeliest first."""
    below = [
        line
        for line in page.lines
        if not line.verdict
        and line.difference.difference is not None
        and line.what.better * line.difference.difference < 0
        and (line.difference.p or 1.0) < 0.5
    ]
    return sorted(below, key=lambda line: line.difference.p or 1.0)[:most]


def sentence(line: Line) -> str:
    """Word a rate that stands out."""
    one = line.difference
    word = {"better": "Better", "worse": "Worse", "other": "Different"}[line.verdict]
    return (
        f"{word}: {line.what.label}, {percent(one.rate)} of {one.of:,} against {percent(one.other)} of the others; "
        f"the difference is {_between(line)} points."
    )


def _between(line: Line) -> str:
    one = line.difference
    ends = sorted(abs(100 * end) for end in (one.low or 0.0, one.high or 0.0))
    return f"{ends[0]:.1f} to {ends[1]:.1f}"


def _short(line: Line) -> str:
    one = line.difference
    return f"{line.what.label} ({percent(one.rate)} of {one.of:,}, the others {percent(one.other)})"


# Tables ---------------------------------------------------------------------------------------------------------------


def rates_section(page: PlayerPage) -> Section:
    """Return each rate against the league's."""
    marks = {"better": "better", "worse": "worse", "other": "differs", "": ""}
    rows = []
    for line in page.lines:
        one, drawn = line.difference, line.shrunken
        if not one.of and not one.other_of:
            continue
        estimate = "–" if drawn is None else f"{percent(drawn.rate)} ({100 * drawn.low:.1f}–{100 * drawn.high:.1f})"
        rows.append(
            (
                line.what.label,
                counted_share(one.part, one.of),
                percent(one.other),
                points(one.low, one.difference, one.high),
                estimate,
                marks[line.verdict],
            )
        )
    right = (False, True, True, True, True, False)
    heads = ("rate", "counted", "the others", "difference, points", "estimate", "beyond chance")
    return Section(
        "Each rate against the league's",
        tuple(Column(head, side, 34) for head, side in zip(heads, right, strict=True)),
        rows,
        "Differences with Newcombe's 95 % interval. Estimate: drawn towards the league, the more the fewer trials; "
        "with its 95 % interval. Beyond chance: Fisher's exact test, corrected after Benjamini and Hochberg.",
        cards=True,
    )


def means_section(page: PlayerPage) -> Section:
    """Return what is no rate."""
    rows = []
    for name, item, label in MEANS:
        (row,) = page.answers[name].rows
        if row[item] is not None:
            rows.append((label, mean(row[item], row[f"{item}_low"], row[f"{item}_high"]), f"{row[f'{item}_n']:,}"))
    few = 1 < page.matches < FEW_MATCHES
    return Section(
        "Means",
        (Column("mean"), Column("with its 95 % interval", right=True), Column("n", right=True)),
        rows,
        "Intervals from a bootstrap over matches."
        + (f" From fewer than {FEW_MATCHES} they are narrower than they should be." if few else ""),
    )


def trend_section(page: PlayerPage) -> Section:
    """Return the course of some rates over time."""
    rows = []
    for one in page.trends:
        course = " → ".join(f"{100 * period.rate:.0f}" for period in one.periods)
        days = f"{one.periods[0].first} to {one.periods[-1].last}" if one.periods else "–"
        chance = "–" if one.p is None else "<0.001" if one.p < 0.001 else f"{one.p:.3f}"
        rows.append((LABELS[one.name], course or "–", days, chance))
    return Section(
        "Over time",
        (Column("rate"), Column("course, %"), Column("days", most=24), Column("p of no trend", right=True)),
        rows,
        "Periods of about equally many trials. Several trends are looked at: one p below 0.05 is no news.",
        cards=True,
    )


def fouls_section(page: PlayerPage) -> Section:
    """Return the kinds of fouls against the league's."""
    rows = [
        (
            "kind not recorded" if kind.code == RECORDED else kind.code.replace("_", " "),
            f"{kind.difference.part:,}",
            _of_hundred(kind.difference.rate),
            _of_hundred(kind.difference.other),
            "" if not kind.difference.stands_out else "more" if (kind.difference.difference or 0) > 0 else "fewer",
        )
        for kind in page.fouls
    ]
    heads = ("foul", "fouls", "in 100 strokes", "the others", "beyond chance")
    return Section(
        "Kinds of fouls",
        tuple(Column(head, right=number in (1, 2, 3)) for number, head in enumerate(heads)),
        rows,
        "A stroke with several fouls stands under each.",
        "There is no foul.",
    )


def _of_hundred(rate: float | None) -> str:
    return "–" if rate is None else f"{100 * rate:.2f}"


def zone_section(title: str, zones: Sequence[Zone]) -> Section:
    """Return what came of breaks by where the cue ball was."""
    rows = [
        (
            zone.name,
            f"{zone.breaks:,}",
            counted_share(zone.success, zone.breaks),
            "–" if zone.success_interval is None else "{:.0f}–{:.0f}".format(*(100 * e for e in zone.success_interval)),
            f"{zone.fouled:,}",
            counted_share(zone.won, zone.decided),
        )
        for zone in zones
    ]
    heads = ("place", "breaks", "successful", "95 %", "fouled", "racks won")
    return Section(
        title,
        tuple(Column(head, right=number > 0) for number, head in enumerate(heads)),
        rows,
        "Left and right as seen from the head. Many places were looked at: the best of them is best by chance as well.",
        "No place of the cue ball was recorded.",
    )


def pushes_section(page: PlayerPage) -> Section:
    """Return the decisions to push out, and what they brought."""
    (row,) = page.answers["pushouts"].rows
    of = (
        ("chances on which a push-out was played", "pushes", "chances"),
        ("of these as the breaker", "pushes_breaker", "chances_breaker"),
        ("of these as the incoming player", "pushes_incoming", "chances_incoming"),
        ("push-outs that were handed back", "passed", "decisions"),
        ("racks won where the other played on", "won_accepted", "accepted_decided"),
        ("racks won where it was handed back", "won_passed", "passed_decided"),
    )
    rows = [(label, counted_share(row[part], row[whole])) for label, part, whole in of if row[whole]]
    for name, after in (("next_accepted", "accepted"), ("next_passed", "handed back")):
        if row[name]:
            rows.append((f"the next stroke, where {after}", ", ".join(f"{k} {v:,}" for k, v in row[name].items())))
    return Section(
        "Push-outs",
        (Column("decision"), Column("how often", right=True)),
        rows,
        empty="There was no chance of a push-out.",
    )


def matches_section(page: PlayerPage) -> Section:
    """Return the last matches."""
    rows = []
    for match in page.last_matches:
        own, others = match.side(page.player), match.others(page.player)
        result = {True: "won", False: "lost", None: "undecided"}[own.won]
        score = "-".join(str(side.racks) for side in (own, *others))
        names = ", ".join(side.player for side in others)
        rows.append((match.day or "–", match.match, names, score, result, match.event or ""))
    heads = ("day", "match", "against", "racks", "result", "event")
    return Section(f"The last {plural(len(rows), 'match')}", tuple(Column(head, most=30) for head in heads), rows)


def sections(page: PlayerPage) -> list[Section]:
    """Return all sections, in the order of the screen."""
    return [
        rates_section(page),
        trend_section(page),
        means_section(page),
        zone_section("Breaks by where the cue ball was placed", page.placed),
        zone_section("Breaks by where the cue ball came to rest", page.rested),
        fouls_section(page),
        pushes_section(page),
        matches_section(page),
    ]


def print_player(page: PlayerPage) -> None:
    """Print a player's page on the screen."""
    out = print_page(page.player, summary(page), findings(page), sections(page))
    if page.shots.height:
        out.print()
        out.print(f"Places of {page.shots.height:,} called shots are recorded; --report draws them.", style="dim")


def player_json(page: PlayerPage) -> str:
    """Return a player's page as one JSON object."""
    said: dict[str, Any] = {
        name: getattr(page, name)
        for name in ("player", "filters", "editions", "matches", "won", "lost", "undecided", "racks_won", "racks_lost")
    }
    said |= {"as": "recorded" if page.recorded else "ruled", "first": page.first, "last": page.last}
    said["others"] = page.others
    said["rating"] = None if page.rating is None else asdict(page.rating)
    said["rates"] = [
        {"statistic": line.what.statistic, "label": line.what.label, "better": line.what.better}
        | difference_fields(line.difference)
        | {"verdict": line.verdict, "estimate": None if line.shrunken is None else asdict(line.shrunken)}
        for line in page.lines
    ]
    said["statistics"] = {name: answer.rows[0] for name, answer in page.answers.items()}
    said["trends"] = [asdict(one) for one in page.trends]
    said["fouls"] = [{"code": kind.code} | difference_fields(kind.difference) for kind in page.fouls]
    said["break_placed"] = [asdict(zone) for zone in page.placed]
    said["break_rested"] = [asdict(zone) for zone in page.rested]
    said["shots_by_place"] = shot_cells(page.shots)
    said["last_matches"] = [asdict(match) for match in page.last_matches]
    return json.dumps(said, ensure_ascii=False, indent=2) + "\n"
