"""What was measured, in words: a section for each part, and the page of all of them."""

# ruff: noqa: E501 - the page is worded here

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

Found = Mapping[str, Any]

BEFORE = Path(__file__).with_name("BEFORE.md")
"""What was made faster, written by hand."""

ABOUT = """# What it costs

Written by `make bench`; do not edit. Two commands are measured in turns in one run: ours, the reference, ours, the
reference … A ratio is the median of the turns' ratios, the best one in brackets; *clock* is the time that passes, *CPU*
what all threads of a process and its children use. On a busy machine the clock says little. The log is made by
`benchmarks/generate.py`: lawful and unlawful play under six editions, the same bytes for the same seed.
"""


def page(machine: Mapping[str, str], results: Mapping[str, Any]) -> str:
    """Return RESULTS.md."""
    lines = [ABOUT, _table(("", ""), machine.items()), ""]
    goals = [row for name, one in results.items() for row in _goals(name, one["found"])]
    lines += ["## Goals", "", _table(("work", "against", "goal", "measured, clock", "measured, CPU"), goals), ""]
    for name in ORDER:
        if name in results:
            one = results[name]
            when = f"*{one['at']}, {one['seconds']:.0f} s, {one['load']:.1f} processes running when it began.*"
            lines += [section(name, one["found"]), "", when, ""]
    return "\n".join([*lines, BEFORE.read_text(encoding="utf-8")])


def section(name: str, found: Found) -> str:
    """Return what one part found."""
    title, tell = _SECTIONS[name]
    return f"## {title}\n\n{tell(found)}"


# Goals ----------------------------------------------------------------------------------------------------------------


def _goals(name: str, found: Found) -> list[tuple[str, ...]]:
    """Return the rows of the table of goals that a part fills."""
    match name:
        case "ingest":
            n = f"{found['strokes']:,} strokes in CSV"
            return [
                (f"`tenball ingest` of {n}", "DuckDB: `CREATE TABLE … AS SELECT * FROM read_csv(…)`", "2.0 times or less",
                 _ratio(found, "wall"), _ratio(found, "cpu")),
                ("its peak memory", "the same", "1.5 times or less", _ratio(found, "peak"), ""),
            ]  # fmt: skip
        case "replay":
            return [
                ("replay of strokes in columns, steps a second", other, f"{goal} times or more",
                 f"{found[f'times_{key}_wall']:,.0f} times", f"{found[f'times_{key}_cpu']:,.0f} times")
                for key, other, goal in (
                    ("pokerkit", "PokerKit, actions of the hands that come with it", 100),
                    ("chess", "python-chess, moves checked and pushed", 20),
                )
            ]  # fmt: skip
        case "audit":
            return [("`tenball audit` of a match of 300 strokes, whole process", '`python -c "import polars"`',
                     "2 times or less", _ratio(found, "wall"), _ratio(found, "cpu"))]  # fmt: skip
        case "help":
            return [("`tenball --help`", "`python -c pass`", "0.1 s more or less", f"{found['more_wall']:.2f} s more",
                     f"{found['more_cpu']:.2f} s more")]  # fmt: skip
        case "stats" | "stats-large":
            worst = max(found["of"].items(), key=lambda pair: float(pair[1]["ratio_cpu"]))
            slow = max(found["of"].items(), key=lambda pair: float(pair[1]["ours_wall"]))
            limit = 2 if found["strokes"] >= 10_000_000 else 1
            return [
                (f"each `tenball stats` on {found['strokes']:,} strokes", "its plain SQL in DuckDB", "1.2 times or less",
                 f"at most {max(float(one['ratio_wall']) for one in found['of'].values()):.2f} times",
                 f"at most {float(worst[1]['ratio_cpu']):.2f} times ({worst[0]})"),
                ("the same", "the clock", f"under {limit} s", f"at most {float(slow[1]['ours_wall']):.2f} s ({slow[0]})",
                 f"at most {max(float(one['ours_cpu']) for one in found['of'].values()):.2f} s"),
            ]  # fmt: skip
        case "large":
            return [(f"`tenball ingest` of {found['strokes']:,} strokes, peak memory", "", "3 GB or less",
                     f"{found['peak'] / 1024:.2f} GB", "")]  # fmt: skip
        case "equal":
            return [(f"interpreted and compiled, whole logs and single strokes, on {found['strokes']:,} strokes", "each other",
                     "no difference", f"{found['differ']:,} differ", "")]  # fmt: skip
    return []


# Sections -------------------------------------------------------------------------------------------------------------


def _ingest(found: Found) -> str:
    return (
        f"{found['strokes']:,} strokes, {found['csv_mb']:.0f} MB of CSV. Ours reads, checks, replays, and stores log, "
        "rulings, racks and the file itself; DuckDB makes one table of texts and numbers of it. Play that repeats is cheaper: the "
        "first log is drawn from 40,000 strokes, the second from as many as it has.\n\n"
        + _pairs([("drawn from 40,000", found), ("hardly a stroke twice", found["distinct"])])
    )


def _replay(found: Found) -> str:
    rows = [
        (label, f"{found[f'{key}_wall']:,.0f}", f"{found[f'{key}_cpu']:,.0f}")
        for key, label in (
            ("ours", f"ours: {found['strokes']:,} strokes through the compiled judge"),
            ("worded", "the same, with the rulings put into words as a frame"),
            ("pokerkit", f"PokerKit: actions of {found['hands']} hands that come with it as tests"),
            ("chess", f"python-chess: moves of {found['games']} games, checked and pushed"),
        )
    ]
    return _table(("steps a second", "clock", "CPU"), rows)


def _stats(found: Found) -> str:
    more = [
        (f"`{name}`", *(f"{one[what]:.2f} s" for what in ("wall", "cpu")), f"{one['peak']:.0f} MB")
        for name, one in found["further"].items()
    ]
    return (
        f"{found['strokes']:,} strokes; whole processes. The reference is the SQL that `stats NAME --explain` prints, asked of "
        "the same database by `duckdb` in Python, without intervals and without a table of the figures.\n\n"
        + _pairs([(f"`{name}`", one) for name, one in found["of"].items()])
        + "\n\n"
        + _table(("breakdowns", "clock", "CPU", "peak"), more)
    )


def _growth(found: Found) -> str:
    rows = []
    for size, one in found.items():
        strokes = int(size)
        cells = [f"{strokes:,}", f"{one['csv_mb']:.0f} MB", f"{one['database_mb']:.0f} MB"]
        cells += [_grown(one[name], strokes) if name in one else "" for name in ("ingest", "load", "replay")]
        cells += [f"{one[name]['wall']:.2f} / {one[name]['cpu']:.2f} s" for name in ("breaks", "visits")]
        rows.append(tuple(cells))
    heads = (
        "strokes",
        "CSV",
        "database",
        "`ingest`",
        "DuckDB's load",
        "`replay` to Parquet",
        "`stats breaks`",
        "`stats visits`",
    )
    return "Clock / CPU; microseconds of CPU a stroke; peak memory.\n\n" + _table(heads, rows)


def _grown(one: Found, strokes: int) -> str:
    return f"{one['wall']:.1f} / {one['cpu']:.1f} s, {one['cpu'] / strokes * 1e6:.1f} µs, {one['peak']:.0f} MB"


def _profile(found: Found) -> str:
    ingest = found["ingest"]
    total = ingest["seconds"]
    rows = [(f"`{name}`", f"{seconds:.2f} s", f"{seconds / total:.0%}") for name, seconds in ingest["functions"]]
    text = (
        f"`tenball ingest` of {found['strokes']:,} strokes under Python's profiler, {total:.1f} s by the clock; a function "
        "with all that it calls.\n\n" + _table(("function", "time", "share"), rows)
    )
    for name, one in found["stats"].items():
        asked = sorted(one["queries"], key=lambda query: -query[1])[:5]
        said = [(f"`{sql[:90].replace('|', '/')}…`", f"{wall:.3f} s", f"{cpu:.3f} s") for sql, wall, cpu in asked]
        text += f"\n\n`tenball stats {name}`, {one['wall']:.2f} s without what is imported; its longest queries:\n\n"
        text += _table(("query", "clock", "CPU"), said)
    packages = [(name, f"{seconds * 1000:.0f} ms") for name, seconds in found["imports"].items()]
    return text + "\n\nWhat a statistic imports:\n\n" + _table(("package", "time"), packages)


def _equal(found: Found) -> str:
    return (
        f"{found['strokes']:,} generated strokes, all of them distinct play. Compiled and interpreted: {found['compiled']:,} "
        f"rows differ in any column of the trace. Each stroke judged by itself from its own position: {found['by itself']:,} "
        f"differ. {found['told']:,} distinct strokes told in words, as to `tenball rule`: {found['in words']:,} differ."
    )


def _whole(found: Found) -> str:
    return _pairs([("", found)])


def _large(found: Found) -> str:
    return (
        f"`tenball ingest` of {found['strokes']:,} strokes: {found['wall']:.0f} s by the clock, {found['cpu']:.0f} s of CPU, "
        f"{found['peak']:,.0f} MB at the peak."
    )


_SECTIONS = {
    "ingest": ("Ingest", _ingest),
    "replay": ("Replay", _replay),
    "audit": ("Audit of one match", _whole),
    "help": ("Help", _whole),
    "stats": ("Statistics", _stats),
    "stats-large": ("Statistics of a large database", _stats),
    "growth": ("How cost grows", _growth),
    "large": ("More than usual", _large),
    "profile": ("What the time goes into", _profile),
    "equal": ("The same by every way", _equal),
}
ORDER = tuple(_SECTIONS)


def _pairs(pairs: Iterable[tuple[str, Found]]) -> str:
    rows = []
    for name, one in pairs:
        rows.append(
            (
                name,
                *(f"{one[f'{side}_{what}']:.2f} s" for what in ("wall", "cpu") for side in ("ours", "theirs")),
                _ratio(one, "wall"),
                _ratio(one, "cpu"),
                f"{one['ours_peak']:.0f} / {one['theirs_peak']:.0f} MB",
            )
        )
    heads = ("", "ours, clock", "reference, clock", "ours, CPU", "reference, CPU", "ratio, clock", "ratio, CPU", "peak")
    return _table(heads, rows)


def _ratio(one: Found, what: str) -> str:
    return f"{one[f'ratio_{what}']:.2f} times ({one[f'best_{what}']:.2f})"


def _table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [heads, ["---"] * len(heads), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)
