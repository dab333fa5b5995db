"""Every statistic by its name, and the views that a database holds for them. Light: nothing is computed here."""

from collections.abc import Callable
from importlib import resources

from tenball_stats.stats.breaks import breaks
from tenball_stats.stats.definitions import Statistic
from tenball_stats.stats.fouls import FOULS
from tenball_stats.stats.lags import LAGS
from tenball_stats.stats.options import OPTIONS
from tenball_stats.stats.pushouts import PUSHOUTS

_MADE: dict[str, Callable[[], Statistic]] = {
    "breaks": breaks,
    "fouls": lambda: FOULS,
    "pushouts": lambda: PUSHOUTS,
    "options": lambda: OPTIONS,
    "lags": lambda: LAGS,
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
    scripts = {"base": _script("base")}
    for name in NAMES:
        one = statistic(name)
        scripts |= {script: _script(script) for script in one.scripts}
        scripts[f"{name}_counts"] = _counted(one)
    return scripts


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
