"""Every statistic by its name, and the views that a database holds for them. Light: nothing is computed here."""

import re
from collections.abc import Callable
from functools import cache
from importlib import resources

from tenball_stats.stats.breaks import breaks
from tenball_stats.stats.definitions import Statistic
from tenball_stats.stats.fouls import FOULS
from tenball_stats.stats.lags import LAGS
from tenball_stats.stats.options import OPTIONS
from tenball_stats.stats.pushouts import PUSHOUTS
from tenball_stats.stats.runouts import RUNOUTS
from tenball_stats.stats.safeties import SAFETIES
from tenball_stats.stats.stroke_time import TIME
from tenball_stats.stats.visits import VISITS

_MADE: dict[str, Callable[[], Statistic]] = {
    "breaks": breaks,
    "fouls": lambda: FOULS,
    "pushouts": lambda: PUSHOUTS,
    "options": lambda: OPTIONS,
    "lags": lambda: LAGS,
    "safeties": lambda: SAFETIES,
    "runouts": lambda: RUNOUTS,
    "visits": lambda: VISITS,
    "time": lambda: TIME,
}

NAMES = tuple(_MADE)
"""The statistics there are, in the order of the help."""


def statistic(name: str, *, strict: bool = False) -> Statistic:
    """Return a statistic by its name.

    Args:
        name: one of `NAMES`.
        strict: of breaks: a break-and-run counts only where all ten balls went down.
    """
    return breaks(strict=strict) if name == "breaks" else _MADE[name]()


def view_scripts() -> dict[str, str]:
    """Return name -> SQL of the views of a database, in the order in which they build on each other."""
    scripts = {name: _script(name) for name in ("base", "situations")}
    for name in NAMES:
        one = statistic(name)
        for script in one.scripts:
            scripts[script] = _script(script)
            scripts[f"{script}_as_recorded"] = as_recorded(_script(script))
        scripts[f"{name}_counts"] = _counted(one)
    return scripts


def as_recorded(sql: str) -> str:
    """Return a query or a script of views with what was ruled then in the place of what the edition rules.

    Every view of a statistic has a second one beside it, of the same name with `_as_recorded`, that is made of the same
    SQL over `v_ruled_as_recorded`.
    """
    return _NAME.sub(lambda found: found[0] + "_as_recorded" * (found[0] in _ruled_views()), sql)


_NAME = re.compile(r"\bv_\w+")


@cache
def _ruled_views() -> frozenset[str]:
    """Return the names of the views that have a second one of what was ruled then."""
    scripts = {script for name in NAMES for script in statistic(name).scripts}
    made = (found for script in scripts for found in re.findall(r"CREATE OR REPLACE VIEW (\w+)", _script(script)))
    return frozenset(("v_ruled", *made))


def script_of(one: Statistic) -> str:
    """Return the SQL of the views that a statistic counts in."""
    return "\n".join(_script(name) for name in one.scripts)


def counting(one: Statistic, keys: str, where: str, *, whole: bool = False) -> str:
    """Return a query of all counts of a statistic, one row for each combination of keys of each of its views.

    The counts of a view stand beside NULLs for those of the others: what follows adds them up.

    Args:
        one: the statistic.
        keys: columns that every view has, separated by commas.
        where: condition on them.
        whole: all players are taken together.
    """
    by_view: dict[str, list[str]] = {}
    for count in one.counts:
        sql = count.whole if whole and count.whole else count.sql
        by_view.setdefault(count.view, []).append(f"{sql} AS {count.name}")
    return "\nUNION ALL BY NAME\n".join(
        f"SELECT {keys}, {', '.join(counts)}\nFROM {view} WHERE {where} GROUP BY {keys}"
        for view, counts in by_view.items()
    )


def _counted(one: Statistic) -> str:
    """Return the views with the counts of a statistic: by match, edition and player; by player under the default."""
    sums = ", ".join(f"coalesce(sum({count.name}), 0) AS {count.name}" for count in one.counts)
    inner = counting(one, "match_key, edition_key, is_default, player_key", "TRUE")
    return f"""
CREATE OR REPLACE VIEW v_{one.name}_counts AS
SELECT m.match, e.edition, c.is_default, p.player, {sums}
FROM ({inner}) c
JOIN matches m USING (match_key) JOIN editions e USING (edition_key) JOIN players p USING (player_key)
GROUP BY m.match, e.edition, c.is_default, p.player;

CREATE OR REPLACE VIEW v_{one.name}_by_player AS
SELECT player, {", ".join(f"sum({count.name}) AS {count.name}" for count in one.counts)}
FROM v_{one.name}_counts WHERE is_default GROUP BY player;
"""  # noqa: S608


def _script(name: str) -> str:
    return (resources.files("tenball_stats.stats") / f"{name}.sql").read_text(encoding="utf-8")
