"""A league's page: on the screen, and as JSON."""

import json
from dataclasses import asdict
from typing import Any

from tenball_stats.replay.audit import CHECKS
from tenball_stats.show.differences import fields as difference_fields
from tenball_stats.show.differences import rate_of
from tenball_stats.show.player import LABELS
from tenball_stats.show.ratings import interval
from tenball_stats.show.sections import Section, listed, percent, plural, print_page
from tenball_stats.show.tables import Column
from tenball_stats.stats.comparisons import Outstanding
from tenball_stats.stats.differences import FALSE_ALARMS
from tenball_stats.stats.league import Board, LeaguePage, met
from tenball_stats.stats.noteworthy import NOTEWORTHY

ACROSS = 9
"""Players up to whom head to head is a table of everybody against everybody."""

PAIRS = 40
"""Pairs that are listed otherwise."""

LEADERS = 10
"""Players of a leader board."""

MATCHES = 60
"""Matches that are listed, the latest."""

NAMED = 8
"""Names that are written out before the rest is counted."""

_TITLES = {check.code: check.title for check in CHECKS}
_BETTER = {one.key: one.better for one in NOTEWORTHY}


# In words -------------------------------------------------------------------------------------------------------------


def summary(page: LeaguePage) -> list[tuple[str, str]]:
    """Return the head of the page as names and what they stand for."""
    days = sorted(match.day for match in page.matches if match.day)
    when = "" if not days else f", {days[0]}" + (f" to {days[-1]}" if days[-1] != days[0] else "")
    events = sorted({match.event for match in page.matches if match.event})
    facts = [
        ("Matches", f"{len(page.matches):,}{when}"),
        ("Players", f"{len(page.standings):,}"),
        ("Racks", f"{sum(match.racks for match in page.matches):,} won"),
        ("Strokes", f"{sum(match.strokes for match in page.matches):,}"),
    ]
    if events:
        without = sum(not match.event for match in page.matches)
        facts.append(("Events", named(events) + (f"; of {plural(without, 'match')} not recorded" if without else "")))
    if page.filters:
        facts.append(("Chosen", ", ".join(f"{name} {value}" for name, value in page.filters.items())))
    ruled = f"by {listed(page.editions)}" if page.editions else "by nobody"
    facts.append(("Ruled", ruled + (", as ruled then where the record says so" if page.recorded else "")))
    return facts


def named(names: list[str]) -> str:
    """Word a list of names, the first few of them."""
    if len(names) <= NAMED:
        return listed(names)
    return f"{', '.join(names[:NAMED])} and {len(names) - NAMED:,} more"


def findings(page: LeaguePage, most: int = 6) -> tuple[str, list[str]]:
    """Return how sure the boards are in one sentence, and the sentences about what stands out."""
    if not page.compared:
        return "There is nothing to compare.", []
    made = f"{plural(page.compared, 'rate of a player was', 'rates of players were')} held against those of all others"
    if not page.outstanding:
        return "No rate of a player stands out beyond chance.", [f"{made}; none differs by more than chance."]
    players = {one.group for one in page.outstanding}
    rates = plural(len(page.outstanding), "rate", "rates")
    title = f"{rates} of {plural(len(players), 'player')} differ from those of all others by more than chance."
    texts = [sentence(one) for one in page.outstanding[:most]]
    if len(page.outstanding) > most:
        texts.append(f"And {len(page.outstanding) - most:,} more; on the boards they are marked *.")
    texts.append(
        f"{made}; of what is said to stand out, at most {100 * FALSE_ALARMS:.0f} % is expected to be a false alarm."
    )
    return title, texts


def sentence(one: Outstanding) -> str:
    """Word a rate that stands out."""
    found = one.difference
    way = _BETTER[found.name] * (1 if (found.difference or 0) > 0 else -1)
    word = {1: "better", -1: "worse", 0: "other"}[way]
    return (
        f"{one.group}: {LABELS[found.name]}, {percent(found.rate)} of {found.of:,} against {percent(found.other)} "
        f"of the others ({word})."
    )


# Tables ---------------------------------------------------------------------------------------------------------------


def standings_section(page: LeaguePage) -> Section:
    """Return the table of the league."""
    undecided = any(one.undecided for one in page.standings)
    heads = ["player", "matches", "won", "lost", *(["open"] if undecided else [])]
    heads += ["racks", "+/−", "rating", "95 %"]
    rows = []
    for place, one in enumerate(page.standings, start=1):
        rated = one.rated
        rows.append(
            [
                f"{place}. {one.player}",
                f"{one.matches:,}",
                f"{one.won:,}",
                f"{one.lost:,}",
                *([f"{one.undecided:,}"] if undecided else []),
                f"{one.racks_won:,}-{one.racks_lost:,}",
                f"{one.difference:+,}" if one.difference else "0",
                "–" if rated is None else f"{rated.rating:.0f}",
                "–" if rated is None else interval(rated),
            ]
        )
    note = "By matches won, then by the difference of racks (+/−)."
    if undecided:
        note += " Open: no winner is known."
    note += " Ratings are fitted to the racks; 100 points are odds of 2:1."
    if page.ratings.groups > 1:
        note += " Players who never met, not even by way of others, cannot be compared by them."
    return Section("Standings", tuple(Column(head, head != "player", 34) for head in heads), rows, note)


def board_section(page: LeaguePage, board: Board, most: int = LEADERS) -> Section:
    """Return a leader board."""
    sure = {one.group for one in page.outstanding if one.difference.name == board.what.key}
    rows = [
        (
            f"{place}. {one.player}" + (" *" if one.player in sure else ""),
            rate_of(one.part, one.of),
            "–"
            if one.shrunken is None
            else f"{percent(one.shrunken.rate)} ({100 * one.shrunken.low:.1f}–{100 * one.shrunken.high:.1f})",
        )
        for place, one in enumerate(board.leaders[:most], start=1)
    ]
    more = len(board.leaders) - most
    said = [f"The league: {rate_of(board.part, board.of)}."]
    said += [f"{plural(more, 'more player')}."] if more > 0 else []
    said += [f"Under {board.minimum}: {named(board.few)}."] if board.few else []
    way = {1: "", -1: ", fewest first", 0: ", most first"}[board.what.better]
    title = f"{board.what.label[:1].upper()}{board.what.label[1:]}{way}"
    heads = ("player", "counted", "estimate")
    return Section(title, tuple(Column(head, head != "player", 40) for head in heads), rows, " ".join(said))


def pairs_section(page: LeaguePage) -> Section:
    """Return head to head: everybody against everybody where there is room, else those who met most."""
    players = met(page.pairs)
    if 0 < len(players) <= ACROSS:
        results: dict[tuple[str, str], str] = {}
        for pair in page.pairs:
            open_ones = f" ({pair.undecided} open)" if pair.undecided else ""
            results[pair.player, pair.other] = f"{pair.won}-{pair.lost}{open_ones}\n{pair.racks_won}-{pair.racks_lost}"
            results[pair.other, pair.player] = f"{pair.lost}-{pair.won}{open_ones}\n{pair.racks_lost}-{pair.racks_won}"
        order = [one.player for one in page.standings if one.player in players]
        rows = [[one, *("·" if one == other else results.get((one, other), "–") for other in order)] for one in order]
        columns = (Column("", most=22), *(Column(other, True, 14) for other in order))
        return Section("Head to head", columns, rows, "Matches won and lost by the player of the row, and racks.")
    rows = [
        [
            f"{pair.player} – {pair.other}",
            f"{pair.won}-{pair.lost}",
            f"{pair.racks_won}-{pair.racks_lost}",
            f"{pair.undecided}" if pair.undecided else "",
        ]
        for pair in page.pairs[:PAIRS]
    ]
    more = len(page.pairs) - PAIRS
    columns = (Column("players", most=44), Column("matches", True), Column("racks", True), Column("undecided", True))
    note = f"And {plural(more, 'more pair')}." if more > 0 else ""
    return Section("Head to head", columns, rows, note, "Nobody met anybody.")


def matches_section(page: LeaguePage, most: int = MATCHES) -> Section:
    """Return the list of matches, the latest first."""
    rows = []
    for match in page.matches[::-1][:most]:
        names = " – ".join(side.player for side in match.sides)
        score = "-".join(str(side.racks) for side in match.sides)
        race = [str(side.race_to or "–") for side in match.sides]
        to = race[0] if len(set(race)) == 1 else "/".join(race)
        rows.append(
            [match.day or "–", names, score, to, match.winner or "–", match.match, match.event or "", match.edition]
        )
    heads = ["day", "players", "racks", "race to", "winner", "match", "event", "ruled by"]
    for name in ("event", "ruled by"):
        # What is the same of all matches stands at the head of the page.
        at = heads.index(name)
        if len({row[at] for row in rows}) == 1:
            del heads[at]
            for row in rows:
                del row[at]
    more = len(page.matches) - most
    note = f"And {plural(more, 'earlier match')}." if more > 0 else ""
    right = {"racks", "race to"}
    return Section(
        "Matches", tuple(Column(head, head in right, 34) for head in heads), rows, note, "There is no match."
    )


def anomalies_section(page: LeaguePage) -> Section:
    """Return what is odd in the data."""
    odd = page.anomalies
    rows = [
        [_TITLES.get(one.code, one.code), f"{one.findings:,}", f"audit: {one.code}, in {plural(one.matches, 'match')}"]
        for one in odd.findings or []
    ]
    unknown = sum(number for _, number in odd.no_winner)
    if unknown:
        rows.append(["Racks of which nobody knows who won them", f"{unknown:,}", named([m for m, _ in odd.no_winner])])
    for what, names in (
        ("Matches without a known winner", odd.undecided),
        ("Matches without a date", odd.undated),
        ("Pairs of names that may be one player", [f"{one} / {other} ({why})" for one, other, why in odd.alike]),
    ):
        if names:
            rows.append([what, f"{len(names):,}", named(names)])
    if odd.left_out:
        rows.append(["Rows left out because their match is not sound", f"{odd.left_out:,}", "table rejects"])
    note = "" if odd.findings is None else f"The audit finds something in {plural(odd.in_matches, 'match')}."
    note = " ".join([*odd.notices, note]).strip()
    columns = (Column("what", most=56), Column("how often", True), Column("where", most=70))
    return Section("What is odd in the data", columns, rows, note, "Nothing.", cards=True)


def sections(page: LeaguePage) -> list[Section]:
    """Return all sections, in the order of the screen."""
    boards = [board_section(page, board) for board in page.boards if telling(board)]
    return [standings_section(page), *boards, pairs_section(page), matches_section(page), anomalies_section(page)]


def telling(board: Board) -> bool:
    """Whether a board says anything: two have trials enough, somebody succeeded, and somebody did not."""
    return len(board.leaders) > 1 and 0 < board.part < board.of


def untold(page: LeaguePage) -> str:
    """Name the rates without a board, because not two have trials enough, or nobody or everybody succeeded."""
    said = [f"{board.what.label} ({board.part:,} of {board.of:,})" for board in page.boards if not telling(board)]
    return f"Too little for a board: {', '.join(said)}." if said else ""


def print_league(page: LeaguePage) -> None:
    """Print a league's page on the screen."""
    out = print_page(title_of(page), summary(page), findings(page), sections(page))
    out.print()
    if untold(page):
        out.print(untold(page), style="dim")
    out.print(
        "Rates with 95 % Wilson intervals. Estimate: drawn towards the league, the more the fewer trials, with its 95 "
        "% interval; the boards are in its order. * differs from all others beyond chance.",
        style="dim",
    )


def title_of(page: LeaguePage) -> str:
    """Return the title of the page: the event that was chosen, or the league."""
    return page.filters.get("event") or "The league"


def league_json(page: LeaguePage) -> str:
    """Return a league's page as one JSON object."""
    said: dict[str, Any] = {
        "filters": page.filters,
        "editions": page.editions,
        "as": "recorded" if page.recorded else "ruled",
        "standings": [asdict(one) | {"difference": one.difference} for one in page.standings],
        "boards": [
            {
                "statistic": board.what.statistic,
                "rate": board.what.rate,
                "label": board.what.label,
                "better": board.what.better,
                "min": board.minimum,
                "leaders": [asdict(one) for one in board.leaders],
                "few": board.few,
                "prior": None
                if board.prior is None
                else {"mean": board.prior.mean, "strength": board.prior.strength, "players": board.prior.players},
                "part": board.part,
                "of": board.of,
            }
            for board in page.boards
        ],
        "compared": page.compared,
        "outstanding": [{"player": one.group} | difference_fields(one.difference) for one in page.outstanding],
        "head_to_head": [asdict(pair) for pair in page.pairs],
        "matches": [asdict(match) | {"winner": match.winner} for match in page.matches],
        "anomalies": asdict(page.anomalies),
        "notices": page.notices,
    }
    return json.dumps(said, ensure_ascii=False, indent=2) + "\n"
