"""The remark that a match was played by other rules: many findings of one kind, said once.

A record made under other rules shows it in one kind of finding again and again. Tried are the bundled editions and,
where none of them explains a kind, house rules: single points of an edition set otherwise, such as a push-out at any
time or balls that come back after every foul.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple

from tenball_stats.replay.audit.catalogue import INTERPRETATION
from tenball_stats.replay.audit.sheet import Finding, Sheet
from tenball_stats.rules import Edition, edition_ids, load_edition
from tenball_stats.rules.edition import Value
from tenball_stats.rules.judge import ANY_TIME, COUNTS, FIRST_VISIT, OBVIOUS_ANY, OBVIOUS_LOWEST, OPTION, TURN_PASSES

MANY = 8
"""From so many findings of one kind in a match on, rules that have none of them are looked for."""

LONG = 30
"""A record with fewer strokes is read in a minute: all its findings are listed."""


class HouseRule(NamedTuple):
    """Points of an edition set otherwise: the switches with their values, and the same for the judge."""

    switches: dict[str, Value]
    rules: dict[str, int]


POTS_COUNT = HouseRule({"wrong_pot": "counts", "uncalled_pot": "counts"}, {"wrong_pot": COUNTS, "uncalled_pot": COUNTS})
POTS_OPTION = HouseRule(
    {"wrong_pot": "option", "uncalled_pot": "option"}, {"wrong_pot": OPTION, "uncalled_pot": OPTION}
)
POTS_PASS = HouseRule(
    {"wrong_pot": "turn_passes", "uncalled_pot": "turn_passes"}, {"wrong_pot": TURN_PASSES, "uncalled_pot": TURN_PASSES}
)
FOULS_COME_BACK = HouseRule({"foul_pots": "come_back"}, {"foul_pots_back": 1})
PUSH_COMES_BACK = HouseRule({"push_pots": "all"}, {"push_pots_all": 1})
NO_THREE_FOULS = HouseRule({"three_fouls": "no_rule"}, {"three_fouls_lose": 0})

HOUSE_RULES: dict[str, tuple[HouseRule, ...]] = {
    "push_unavailable": (
        HouseRule({"push_out": True, "push_window": "any_time"}, {"push_out": 1, "push_window": ANY_TIME}),
        HouseRule({"push_out": True, "push_window": "first_visit"}, {"push_out": 1, "push_window": FIRST_VISIT}),
    ),
    "impossible_ball": (FOULS_COME_BACK, PUSH_COMES_BACK),
    "spot_wrong": (FOULS_COME_BACK, PUSH_COMES_BACK, HouseRule({"push_pots": "ten"}, {"push_pots_all": 0})),
    "turn_wrong": (POTS_COUNT, POTS_OPTION, POTS_PASS),
    "option_wrong": (POTS_OPTION,),
    "call_invalid": (
        HouseRule({"obvious_calls": "lowest"}, {"obvious_calls": OBVIOUS_LOWEST}),
        HouseRule({"obvious_calls": "any"}, {"obvious_calls": OBVIOUS_ANY}),
    ),
    "win_missed": (
        HouseRule({"early_ten": "spotted"}, {"early_ten_wins": 0}),
        HouseRule({"ten_on_break": "spotted"}, {"ten_on_break_wins": 0}),
        NO_THREE_FOULS,
    ),
    "win_unfounded": (
        HouseRule({"early_ten": "wins"}, {"early_ten_wins": 1}),
        HouseRule({"last_ten": "alone_after"}, {"last_ten_alone_after": 1}),
        HouseRule({"ten_on_break": "wins"}, {"ten_on_break_wins": 1}),
        HouseRule({"ten_uncalled": "wins"}, {"ten_uncalled_wins": 1}),
        HouseRule({"warning": "not_needed"}, {"warning_needed": 0}),
    ),
    "foul_missed": (
        HouseRule({"break_min_rails": 0}, {"break_min_rails": 0}),
        HouseRule({"break_lowest_first": False}, {"break_lowest_first": 0}),
    ),
    "warning_missing": (HouseRule({"warning": "not_needed"}, {"warning_needed": 0}),),
    "break_order": tuple(HouseRule({"later_breaks": rule}, {}) for rule in ("alternate", "winner", "loser")),
}
"""What may explain many findings of a kind."""


class Tried(NamedTuple):
    """Rules that a match was held against instead: in words, as an edition, and what was found."""

    words: str
    edition: Edition
    findings: list[Finding]
    as_well: tuple[str, ...] = ()
    """Ids of other editions that fit as well."""

    def explains(self, code: str, count: int) -> bool:
        """Say whether so many findings of a kind are gone but for a few, which may be mistakes by any rules."""
        return sum(finding.code == code for finding in self.findings) <= count // MANY


def remarked(
    sheet: Sheet, own: list[Finding], named: str | None, held_against: Callable[[Edition], list[Finding]]
) -> list[Finding]:
    """Return the findings of a match, with those that other rules would not have made one remark.

    Args:
        sheet: the match.
        own: its findings, in order.
        named: the edition that the match itself names; of several that fit as well it is the one to name.
        held_against: gives the findings of the match under another edition.
    """
    counts = {code: count for code, count in Counter(finding.code for finding in own).items() if count >= MANY}
    if not counts or len(sheet.strokes) < LONG:
        return own
    best = _bundled(sheet, counts, named, held_against)
    fits = best or Tried(sheet.edition.id, sheet.edition, own)
    for code, count in counts.items():
        if not fits.explains(code, count):
            fits = _with_house_rule(fits, code, count, held_against)
    gone = {code for code, count in counts.items() if fits.explains(code, count)}
    left = {(finding.event_no, finding.code) for finding in fits.findings}
    said = [finding for finding in own if finding.code in gone and (finding.event_no, finding.code) not in left]
    if not said:
        return own
    kinds = ", ".join(f"{count} {code}" for code, count in Counter(finding.code for finding in said).items())
    as_well = f" (as {'do' if len(fits.as_well) > 1 else 'does'} {', '.join(fits.as_well)})" if fits.as_well else ""
    leaves = f"leaves {len(fits.findings)} finding{'' if len(fits.findings) == 1 else 's'}"
    remark = said[0]._replace(
        rack=0,
        shot=0,
        player="",
        code="other_edition",
        verdict=INTERPRETATION,
        clauses=(),
        recorded=kinds,
        ruled=fits.words,
        message=f"{kinds} would not be found under edition {fits.words}, which fits best{as_well} and {leaves}: "
        f"perhaps the match was played by it.",
    )
    return [remark, *(finding for finding in own if finding not in said)]


def _bundled(
    sheet: Sheet, counts: dict[str, int], named: str | None, held_against: Callable[[Edition], list[Finding]]
) -> Tried | None:
    """Return the bundled edition that fits best, of those that explain one of the kinds."""
    tried = []
    for name in edition_ids():
        other = load_edition(name)
        if name != sheet.edition.id and len(sheet.players) in other.players:
            tried.append(Tried(name, other, held_against(other)))
    fitting = [one for one in tried if any(one.explains(code, count) for code, count in counts.items())]
    if not fitting:
        return None
    # Of those that fit as well, the one the match names, then one whose text is known.
    best = min(fitting, key=lambda one: (len(one.findings), one.words != named, one.edition.known != "text"))
    equal = [one.words for one in fitting if len(one.findings) == len(best.findings) and one is not best]
    return best._replace(as_well=tuple(equal))


def _with_house_rule(base: Tried, code: str, count: int, held_against: Callable[[Edition], list[Finding]]) -> Tried:
    """Return the rules with the house rule added that explains a kind and fits best; as they are where none does."""
    tried = []
    for house in HOUSE_RULES.get(code, ()):
        changed = {name: value for name, value in house.switches.items() if base.edition[name].value != value}
        if not changed:
            continue
        points = {name: replace(base.edition[name], value=value) for name, value in changed.items()}
        other = replace(
            base.edition,
            switches={**base.edition.switches, **points},
            rules=base.edition.rules._replace(**house.rules),
        )
        words = " and ".join(f"{name} = {_worded(value)}" for name, value in changed.items())
        words = f"{base.words} and {words}" if " with " in base.words else f"{base.words} with {words}"
        tried.append(Tried(words, other, held_against(other)))
    fitting = [one for one in tried if one.explains(code, count)]
    return min(fitting, key=lambda one: len(one.findings), default=base)


def _worded(value: Value) -> str:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)
