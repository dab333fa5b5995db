"""Write the pages of docs/ that are made from the code: `python tools/make_docs.py` (`make docs`).

docs/editions.md comes from the edition files, docs/statistics.md from the definitions beside each statistic,
docs/audit.md from tools/audit.md and the catalogue of checks, docs/commands.md from the commands' own help.
tests/test_docs.py fails where a page is not what this script would write.
"""

import inspect
import sys
from collections.abc import Callable, Iterable
from pathlib import Path

import click

from tenball_stats.commands.main import tenball
from tenball_stats.replay.audit import CHECKS, FIELDS, VERDICTS
from tenball_stats.replay.audit.other_edition import LONG, MANY
from tenball_stats.rules.edition import Edition, Point, Value, edition_ids, load_edition
from tenball_stats.rules.switches import SWITCHES
from tenball_stats.stats.catalogue import NAMES, statistic
from tenball_stats.stats.definitions import Item, Mean, Quantile, Rate, Sample, Shares, Split, Spread
from tenball_stats.terms import FOULS

DOCS = Path(__file__).resolve().parent.parent / "docs"

EDITIONS_HEAD = """# The rule editions

Made from the edition files by `make docs`; do not edit. The same is shown by `tenball editions`,
`tenball editions show ID` and `tenball editions diff A B`. The rule texts are cited by clause and given in this
project's own words.

A value is as sure as its basis says: **explicit**, the text says so; **interpretation**, it is a reading of an unclear
or silent text, named by an id and explained under the edition; **silent**, there is no rule, and the value is what is
done where something has to be. How to set a point otherwise: [making an edition](making-an-edition.md).

## Which there are
"""

KNOWN = {
    "text": "its text, read clause by clause",
    "second-hand": "second hand, so that no ruling by it is better than an interpretation",
}


def editions_page() -> str:
    """Return docs/editions.md."""
    editions = [load_edition(name) for name in edition_ids()]
    parts = [EDITIONS_HEAD]
    parts += table(
        ("edition", "name", "language", "players", "known from"),
        (
            (f"[`{e.id}`](#{e.id})", e.name, e.language, worded(e.players), KNOWN.get(e.known, e.known))
            for e in editions
        ),
    )
    parts.append("\n## Side by side\n\nA value in *italics* is a reading or a gap, not the text's own words.\n")
    group = ""
    rows = []
    for switch in SWITCHES:
        if switch.group != group:
            group = switch.group
            rows.append((f"**{group}**", *("" for _ in editions), ""))
        rows.append((f"`{switch.name}`", *(marked(e[switch.name]) for e in editions), switch.question))
    parts += table(("switch", *(f"`{e.id}`" for e in editions), "what it decides"), rows)
    parts.append("\n### Fouls listed\n")
    parts += table(
        ("foul", *(f"`{e.id}`" for e in editions)),
        ((f"`{code}`", *(ground(e.fouls.get(code)) for e in editions)) for code in FOULS),
    )
    for edition in editions:
        parts += section(edition)
    return "\n".join(parts) + "\n"


def section(edition: Edition) -> list[str]:
    """Return the section of one edition."""
    parts = [f"\n## {edition.id}\n", f"{edition.name}. {edition.source}.".replace("..", ".")]
    if edition.extends:
        parts.append(f"\nExtends [`{edition.extends}`](#{edition.extends}).")
    parts.append("\n### What it says\n")
    parts += table(
        ("switch", "value", "clauses", "basis", "reading"),
        (
            (f"`{name}`", worded(p.value), ", ".join(p.clauses), p.basis, " ".join(filter(None, (p.reading, p.note))))
            for name, p in edition.switches.items()
        ),
    )
    for title, texts in (("Readings", edition.readings), ("Clauses", edition.clauses)):
        if texts:
            parts.append(f"\n### {title}\n")
            parts += table((title.lower().removesuffix("s"), "in our words"), texts.items())
    return parts


def marked(point: Point) -> str:
    """Word a point's value, in italics where it is not the text's own."""
    value = worded(point.value)
    return value if point.basis == "explicit" else f"*{value}*"


def ground(point: Point | None) -> str:
    """Name the clauses on which a foul stands."""
    if point is None:
        return "–"
    return ", ".join(point.clauses) or ("yes" if point.basis == "explicit" else "*yes*")


def worded(value: Value) -> str:
    """Word a switch's value."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return ", ".join(map(str, value)) or "none"
    return str(value)


def table(head: Iterable[str], rows: Iterable[Iterable[str]]) -> list[str]:
    """Return the lines of a Markdown table."""
    head = list(head)
    return [line(head), "|" + "---|" * len(head), *map(line, rows)]


def line(cells: Iterable[str]) -> str:
    """Return one line of a Markdown table."""
    return "| " + " | ".join(" ".join(cell.split()).replace("|", "\\|") for cell in cells) + " |"


STATISTICS_HEAD = """# The statistics

Made from the definitions of the statistics by `make docs`; do not edit. `tenball stats NAME --explain` prints the same
with the SQL that it is counted by.

```console
$ tenball stats pushouts data/real-2015.csv
```

What holds for all of them:

- Fouls, turns and ends of racks come from the replay under the edition asked for: another edition gives other numbers.
  Without `--edition` each match counts by its own.
- A **rate** `x` is given with its numerator, its denominator `x_n`, and the ends of a 95 % Wilson interval, `x_low`
  and `x_high`. A **mean** has an interval from a bootstrap over matches, since racks of one match are not independent
  of each other; there is none from fewer than two matches.
- What a ruling needed and was not recorded is presumed lawful (see [the log](log-format.md#what-was-not-recorded)), and
  counts so; how many such strokes there are is said (`presumed`). What cannot be presumed leaves numerator **and**
  denominator and is counted as `not_recorded`: it is never taken as zero.
- The winner of a rack is the one credited in the record, and the edition's where nobody was.
- Where the record and the edition differ, `--as ruled`, the default, counts what the edition rules, and `--as recorded`
  what was ruled then (see [the log](log-format.md)): fouls, and what was made lawfully.
- `--by` breaks a statistic down, several times if given again; `--player`, `--opponent`, `--event`, `--since` and
  `--until` choose what counts. `--format json` and `--format csv` give all fields under the names below.

Any other DuckDB client sees the same numbers: the database holds a view `v_NAME_counts` of the counts by match, edition
and player, and `v_NAME_by_player` of them by player, besides the views that they are counted in; and of each of these
a second one `…_as_recorded`.

## What they can be broken down by

`--by` takes `player`, `opponent`, `event`, `season` (the year), `round`, `venue`, `table`, `match`, `edition`,
`break_format`, and what is known of the score before the rack:

- `score`: `ahead`, `level` or `behind`, as seen by the player; with three players against the best of the others;
- `hill`: who needs one more rack: `own`, `other`, `both` or `neither`.

A recorded score counts before the racks counted up. Where neither says how it stood, the group is empty. Single
statistics have further dimensions, named with them below.

```console
$ tenball stats breaks data/real-2015.csv --by score
```

## Small samples

Three things keep a few strokes from looking like a fact:

- `--min N` works nothing out from fewer than N: numerator and denominator are still shown, the rate is not.
- `--shrink` gives each rate also as drawn towards those of the other rows (`x_shrunk`, with the ends of its interval),
  the more the fewer strokes it stands on. The true rates of a league are taken to spread like a beta distribution;
  which one is fitted to all rows by maximum likelihood (`priors` in JSON: its mean, and the strength, how many trials
  it is worth), and the estimate is averaged over all that the rows allow.
- `--compare A B` lays the rates of two players side by side (of two events, editions, … with `--by`): the difference
  with Newcombe's interval, p of Fisher's exact test, and p corrected after Benjamini and Hochberg for their number.
  What is marked `*` is more than chance: of all that is so marked, at most 5 % are expected to be false alarms.

Intervals and tests take strokes as independent of each other. Racks of one match are not quite that; a difference that
is barely more than chance should be looked for again in other matches.

```console
$ tenball stats breaks data/physics.csv --edition pl --by player --min 50 --shrink
$ tenball stats visits data/physics.csv --edition pl --compare "Pro A" "Club A"
```

## Ratings

100 points of difference are odds of two to one in a rack: its chance is `1 / (1 + 2^(-d/100))`. The racks of a race are
taken to be independent, so that its chance is a binomial sum.

```console
$ tenball ratings race 527 500 --to 11
A race to 11, 27 points apart

player   rating   a rack   the race
───────────────────────────────────
527         527   54.7 %     66.8 %
500         500   45.3 %     33.2 %
```

`--to 9/7` is a race with a handicap, `--score 5-4` one that has begun, and `--fair` names the handicaps that give both
an even chance. `tenball ratings fit` fits ratings to the racks of the stored matches of two players; with a database,
names do in the place of numbers.

```console
$ tenball ratings fit data/physics.csv --edition pl
...
```

## A player's page, a league's page

`tenball player NAME` answers the coach: each rate against that of all others together, what stands out beyond chance
(the false alarms are promised, see above), the course over time, breaks and shots by place where places were recorded,
kinds of fouls, push-outs and what they brought, the last ten matches.

```console
$ tenball player "Pro A" data/physics.csv --edition pl
Pro A
Matches: 15 (13 won, 2 lost), 2026-01-05 to 2026-10-22
Racks won: 72 of 105
...
```

`tenball league` answers the statistician: standings with fitted ratings, a leader board for each rate in the order of
the estimate that allows for small samples, head to head, the list of matches, and what is odd in the data: findings of
the audit, racks without a known winner, names that may be one.

```console
$ tenball league data/real-2015.csv --report league.html
...
$ tenball league data/physics.csv --edition pl --min 50 --no-audit
```

Both write themselves as one file with `--report page.html`, as PDF with `--report page.pdf`, and all their numbers with
`--format json`. Their pictures are drawn one by one by `tenball chart`:

```console
$ tenball chart board data/physics.csv --edition pl --rate breaks.success_rate --out board.png
$ tenball chart trend data/physics.csv --edition pl --player "Pro A" --out trend.png
$ tenball chart shots data/physics.csv --edition pl --player "Pro A" --out shots.png
```
"""


def statistics_page() -> str:
    """Return docs/statistics.md."""
    parts = [STATISTICS_HEAD]
    for name in NAMES:
        one = statistic(name)
        views = " and ".join(f"`v_{one.name}_{kind}`" for kind in ("counts", "by_player"))
        own = f" It can also be broken down by {' and '.join(f'`{name}`' for name in one.dimensions)}."
        own = own * bool(one.dimensions)
        parts.append(f"\n## {one.name}\n\n{one.title}. `tenball stats {one.name}`; counts in {views}.{own}\n")
        parts += table(("field", "kind", "what it is"), (entry for item in one.items for entry in entries(item)))
    return "\n".join(parts) + "\n"


def entries(item: Item) -> list[tuple[str, str, str]]:
    """Return the rows of the table about an item: its fields, its kind in a word, its definition."""
    definition = f"`{item.part}` over `{item.of}`" if isinstance(item, Rate) else item.definition
    kinds = {
        Rate: "rate",
        Mean: "mean",
        Spread: "spread",
        Split: "by value",
        Sample: "sample size",
        Shares: "rate by value",
        Quantile: "quantile",
    }
    rows = [(f"`{item.name}`", kinds.get(type(item), "count"), definition)]
    if isinstance(item, Split) and item.largest:
        rows.append((f"`{item.largest}`", "largest", f"the largest value of `{item.name}`"))
    return rows


COMMANDS_HEAD = """# The commands

Made from the commands' own help by `make docs`; do not edit. `tenball COMMAND --help` prints the same.

Exit status: 0 done; 1 there were findings, or something was left out; 2 it could not be done, and the message says why;
130 stopped with Ctrl-C.
"""


def commands_page() -> str:
    """Return docs/commands.md."""
    parts = [COMMANDS_HEAD]
    root = click.Context(tenball, info_name="tenball")
    for name in tenball.list_commands(root):
        command = tenball.get_command(root, name)
        if command is not None:
            parts += command_section(command, click.Context(command, root, info_name=name), 2)
    return "\n".join(parts) + "\n"


def command_section(command: click.Command, ctx: click.Context, level: int) -> list[str]:
    """Return the section of a command, and those of its subcommands."""
    usage = " ".join([ctx.command_path, *command.collect_usage_pieces(ctx)])
    text = inspect.cleandoc(command.help or "").replace("\b\n", "").partition("\f")[0]
    parts = [f"\n{'#' * level} {ctx.command_path}\n", f"```text\n{usage}\n```\n", text]
    records = [record for param in command.get_params(ctx) if (record := param.get_help_record(ctx))]
    records = [(names, said) for names, said in records if said and "--help" not in names]
    if records:
        parts.append("")
        parts += table(("option", ""), ((f"`{names}`", said) for names, said in records))
    if isinstance(command, click.Group):
        for name in command.list_commands(ctx):
            below = command.get_command(ctx, name)
            if below is not None:
                parts += command_section(below, click.Context(below, ctx, info_name=name), level + 1)
    return parts


FINDING_FIELDS = {
    "match": "id of the match",
    "rack": "number of the rack; 0 for a lag and for a remark on the match",
    "shot": "number of the stroke; of an event that of the stroke before it, of a lag the attempt",
    "row": "line of the file; the header is line 1",
    "file": "the file, as it was given",
    "player": "who played, decided or was warned",
    "code": "which check found it",
    "verdict": "how sure it is",
    "edition": "id of the edition it was held against",
    "clauses": "clauses of the edition that it stands on; joined by spaces in CSV",
    "recorded": "what the record has",
    "ruled": "what the edition has",
    "message": "one plain sentence",
}


def audit_page() -> str:
    """Return docs/audit.md: what tools/audit.md says, with the tables of the catalogue in it."""
    checks = (
        (f"`{c.code}`", f"**{c.title}.** {c.explanation}", ", ".join(f"`{v}`" for v in c.verdicts), c.row)
        for c in CHECKS
    )
    inserted = {
        "verdicts": table(("verdict", "what it says"), ((f"`{name}`", said) for name, said in VERDICTS.items())),
        "checks": table(("code", "what it is", "verdicts", "on the row of"), checks),
        "fields": table(("field", "value"), ((f"`{name}`", FINDING_FIELDS[name]) for name in FIELDS)),
        "many": [str(MANY)],
        "long": [str(LONG)],
    }
    page = Path(__file__).with_name("audit.md").read_text(encoding="utf-8")
    for name, lines in inserted.items():
        page = page.replace(f"{{{{{name}}}}}", "\n".join(lines))
    return page


PAGES: dict[str, Callable[[], str]] = {
    "editions.md": editions_page,
    "statistics.md": statistics_page,
    "audit.md": audit_page,
    "commands.md": commands_page,
}
"""Name of each page made here, and what makes it."""


if __name__ == "__main__":
    for name, made in PAGES.items():
        (DOCS / name).write_text(made(), encoding="utf-8")
        sys.stdout.write(f"wrote docs/{name}\n")
