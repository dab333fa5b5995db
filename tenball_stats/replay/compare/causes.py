"""Why two editions rule a stroke differently: the points of the rules that make the difference, each by itself."""

from collections.abc import Iterator

from tenball_stats.replay.audit.sheet import Sheet
from tenball_stats.replay.follow import state_at, stroke_at
from tenball_stats.rules import Edition, Ruling, State, Stroke, judge
from tenball_stats.rules.judge import Rules
from tenball_stats.rules.otherwise import outcome
from tenball_stats.rules.switches import SWITCH_INDEX, SWITCHES
from tenball_stats.terms import FOULS


def switch_of(field: str) -> str:
    """Return the switch that a field of the judge's `Rules` comes from: the longest one that its name begins with."""
    return max((name for name in SWITCH_INDEX if field.startswith(name)), key=len, default="")


SWITCH_OF = {field: switch_of(field) for field in Rules._fields} | {"fallen_ball_back": "hanging_ball", "listed": ""}
"""Fields of the judge's rules to the switch that they come from."""


def causes_of(one: Sheet, two: Sheet, row: int) -> list[str]:
    """Return the points on which a stroke is ruled differently: switches and foul codes.

    A point is a cause where taking over the other edition's word on it alone makes the ruling the other's. Where no
    single point does, all those are named on which the editions differ and one of the rulings rests.
    """
    stroke = stroke_at(one.record, row)
    states = [state_at(sheet.record, sheet.trace, row) for sheet in (one, two)]
    rulings = [judge(sheet.edition.rules, state, stroke) for sheet, state in zip((one, two), states, strict=True)]
    a, b = one.edition, two.edition
    alone = {
        *_alone(a, b, states[0], stroke, rulings[1]),
        *_alone(b, a, states[1], stroke, rulings[0]),
    }
    named = alone or set(_rested_on(a, b, *rulings))
    order = [*(switch.name for switch in SWITCHES), *FOULS]
    return sorted(named, key=order.index)


def _alone(edition: Edition, other: Edition, state: State, stroke: Stroke, aim: Ruling) -> Iterator[str]:
    """Yield the points that by themselves would make an edition rule as another does."""
    rules, theirs = edition.rules, other.rules
    changes = []
    for field, switch in SWITCH_OF.items():
        value = getattr(theirs, field)
        if switch and value != getattr(rules, field):
            changes.append((switch, rules._replace(**{field: value})))
    for number, code in enumerate(FOULS):
        bit = 1 << number
        if (rules.listed ^ theirs.listed) & bit:
            changes.append((code, rules._replace(listed=rules.listed ^ bit)))
    for name, changed in changes:
        if outcome(judge(changed, state, stroke)) == outcome(aim):
            yield name


def _rested_on(a: Edition, b: Edition, one: Ruling, two: Ruling) -> Iterator[str]:
    """Yield the points on which two editions differ among those that the two rulings of a stroke rest on."""
    for number, switch in enumerate(SWITCHES):
        if (one.why | two.why) >> number & 1 and a[switch.name].value != b[switch.name].value:
            yield switch.name
    differs = one.fouls ^ two.fouls | one.unlisted ^ two.unlisted
    for number, code in enumerate(FOULS):
        if differs >> number & 1 and (code in a.fouls) != (code in b.fouls):
            yield code
