"""A statistic as plain SQL: what anybody can ask of a database in DuckDB itself to get the same counts."""

from tenball_stats.stats.definitions import Count, Quantile, Shares, Split, Statistic

# ruff: noqa: S608 - names of this project's own columns are put into statements, never a value

WHICH = "is_default"
"""The rulings that count where no edition is asked for."""


def plain_sql(statistic: Statistic) -> list[str]:
    """Return statements that give the counts of a statistic over all players and matches, one view at a time.

    Rates and means are counts over counts; their intervals are worked out outside of SQL.
    """
    counts: dict[str, list[str]] = {}
    for item in statistic.items:
        if isinstance(item, Count):
            counts.setdefault(item.view, []).append(f"{item.whole or item.sql} AS {item.name}")
    statements = [f"SELECT {_lines(columns)}\nFROM {view} WHERE {WHICH}" for view, columns in counts.items()]
    for item in statistic.items:
        if isinstance(item, Split):
            statements.append(
                f"SELECT {item.name}, count(*) AS rows\nFROM (SELECT {item.value} AS {item.name}\n"
                f"      FROM {item.view} WHERE {WHICH} AND {item.where}) GROUP BY ALL ORDER BY ALL"
            )
        elif isinstance(item, Shares):
            statements.append(
                f"SELECT {item.value} AS {item.name}, count(*) FILTER (WHERE {item.part}) AS part, count(*) AS whole\n"
                f"FROM {item.view} WHERE {WHICH} AND {item.where} GROUP BY ALL ORDER BY ALL"
            )
    quantiles: dict[str, list[str]] = {}
    for item in statistic.items:
        if isinstance(item, Quantile):
            said = f"quantile_cont({item.value}, {item.share}) FILTER (WHERE {item.where}) AS {item.name}"
            quantiles.setdefault(item.view, []).append(said)
    statements += [f"SELECT {_lines(columns)}\nFROM {view} WHERE {WHICH}" for view, columns in quantiles.items()]
    return statements


def _lines(columns: list[str]) -> str:
    return ",\n       ".join(columns)
