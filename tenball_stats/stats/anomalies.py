"""What is odd in the data of a league: findings of the audit, racks without a winner, names that may be one."""

from collections import Counter
from dataclasses import dataclass, field

from tenball_stats.replay.audit import audit as audited
from tenball_stats.stats.matches import Match
from tenball_stats.stats.query import Filters, chosen_matches
from tenball_stats.store import Database
from tenball_stats.store.editions import stored_edition
from tenball_stats.store.players import near
from tenball_stats.store.reading import log_of

MOST_STROKES = 50_000
"""Strokes of a league up to which its records are held against their editions without being asked to."""


@dataclass(frozen=True)
class Finding:
    """How often the audit found something."""

    code: str
    findings: int
    matches: int


@dataclass(frozen=True)
class Anomalies:
    """What is odd in the data."""

    findings: list[Finding] | None
    """What the audit finds under the edition that counts, the most frequent first; None where it was left out."""
    in_matches: int
    """Matches with a finding."""
    no_winner: list[tuple[str, int]]
    """Matches with racks of which nobody knows who won them, and how many."""
    undecided: list[str]
    """Matches of which it is not known who won them."""
    undated: list[str]
    alike: list[tuple[str, str, str]]
    """Names that may be one player, and why."""
    left_out: int
    """Rows of files that were not stored because their match was not sound."""
    notices: list[str] = field(default_factory=list)


def anomalies_of(database: Database, filters: Filters, matches: list[Match], *, audit: bool = True) -> Anomalies:
    """Find what is odd in the chosen matches.

    Args:
        database: open, with its views.
        filters: which matches.
        matches: the same, as `matches_of` returns them.
        audit: hold the records against the edition that counts, where there are at most `MOST_STROKES` strokes.
    """
    notices = []
    strokes = sum(match.strokes for match in matches)
    findings: list[Finding] | None = None
    in_matches = 0
    if audit and strokes <= MOST_STROKES:
        findings, in_matches = _audit(database, filters)
    elif audit:
        notices.append(
            f"{strokes:,} strokes are not held against their editions here; tenball audit does it on the logs"
        )
    players = {side.player for match in matches for side in match.sides}
    alike = [tuple(pair) for pair in near(database) if {pair.one, pair.other} & players]
    return Anomalies(
        findings,
        in_matches,
        [(match.match, match.no_winner) for match in matches if match.no_winner],
        [match.match for match in matches if match.winner is None],
        [match.match for match in matches if match.day is None],
        [(pair[0], pair[1], pair[2]) for pair in alike],
        int(database.value("SELECT count(*) FROM rejects WHERE closed_at IS NULL")),
        notices,
    )


def _audit(database: Database, filters: Filters) -> tuple[list[Finding], int]:
    """Return what the audit finds in the chosen matches, each under the edition whose rulings count."""
    where, parameters = chosen_matches(database, filters)
    rows = database.rows(
        f"SELECT edition_key, list(DISTINCT match_key ORDER BY match_key) FROM v_ruled_matches WHERE {where} "  # noqa: S608
        "GROUP BY edition_key ORDER BY edition_key",
        parameters,
    )
    codes: Counter[str] = Counter()
    matches: dict[str, set[str]] = {}
    for key, keys in rows:
        log, _ = log_of(database, keys)
        found = audited(log, stored_edition(database, key))
        for match, code in found.select("match", "code").rows():
            codes[code] += 1
            matches.setdefault(code, set()).add(match)
    findings = [Finding(code, number, len(matches[code])) for code, number in codes.most_common()]
    return findings, len(set().union(*matches.values())) if matches else 0
