"""``tenball check``: what is wrong or strange in logs, without storing anything."""

import json
import sys
from collections import Counter
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING

import click

from tenball_stats.commands.reading import Reading, reading_options

if TYPE_CHECKING:
    from tenball_stats.log import Log


@dataclass
class Checked:
    """What a check found."""

    files: int = 0
    matches: int = 0
    strokes: int = 0
    errors: list[str] = field(default_factory=list)
    """What keeps a file, a match or a row from being read or ruled."""
    notices: list[str] = field(default_factory=list)
    """Remarks, such as names that may be one: nothing is wrong, and somebody should look."""
    findings: dict[str, int] = field(default_factory=dict)
    """Codes of the audit, each with the number of findings."""
    in_matches: dict[str, int] = field(default_factory=dict)
    """Codes of the audit, each with the number of matches."""
    editions: list[str] = field(default_factory=list)
    not_ruled: list[str] = field(default_factory=list)
    """Matches that name no edition, where none was asked for."""

    @property
    def status(self) -> int:
        """Exit status: 0 nothing found, 1 findings, 2 errors."""
        return 2 if self.errors else 1 if self.findings else 0


@click.command(short_help="Read and replay logs without storing anything.")
@click.argument("logs", metavar="LOG…", nargs=-1, required=True)
@click.option("--edition", metavar="ID|FILE", help="Edition to rule by; without it each match's own.")
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", help="Form of the report.")
@reading_options(keep_going=False)
def command(logs: tuple[str, ...], edition: str | None, form: str, reading: Reading) -> None:
    """Check LOG… (files, folders, or - for standard input) and store nothing.

    Reported are errors of reading, names that may be one, and how much an audit finds; `tenball audit` lists that one
    by one. Without an edition the reading alone is checked. Exit status 0: nothing found; 1: findings; 2: errors.
    """
    checked = check(reading.logs(logs, keep_going=True), edition)
    if form == "json":
        click.echo(json.dumps({**asdict(checked), "status": checked.status}, ensure_ascii=False, indent=2))
    else:
        for line in report_lines(checked):
            click.echo(line)
    sys.stdout.flush()
    if checked.status:
        raise click.exceptions.Exit(checked.status)


def check(log: "Log", edition: str | None) -> Checked:
    """Check a log that was read with `keep_going`: its errors, names, and what an audit finds in the sound matches."""
    from tenball_stats.log.names import remarks
    from tenball_stats.replay.audit import audit

    checked = Checked(
        files=log.sources.height,
        matches=log.matches.height,
        strokes=int(log.events["is_stroke"].sum()),
        errors=[str(problem) for problem in log.rejected],
        notices=[*log.notices, *remarks(log.matches)],
    )
    left = log.rejects.height - len(log.rejected)
    if left > 0:
        checked.errors.append(f"and {left:,} more")
    ruled = _that_can_be_ruled(log, edition, checked)
    if ruled.matches.height:
        found = audit(ruled, edition)
        checked.findings = dict(Counter(found["code"].to_list()).most_common())
        checked.in_matches = {
            code: found.filter(found["code"] == code)["match"].n_unique() for code in checked.findings
        }
    return checked


def _that_can_be_ruled(log: "Log", edition: str | None, checked: Checked) -> "Log":
    """Leave out matches without an edition, and those that theirs cannot rule; the latter are errors."""
    import polars as pl

    from tenball_stats.replay.rulings import ReplayError, editions_of

    left: list[int] = []
    alike = log.matches.group_by(pl.col("edition"), pl.col("players").list.len(), maintain_order=True)
    for (own, _), some in alike:
        numbers = some["match_no"].to_list()
        if edition is None and not own:
            checked.not_ruled += some["match"].to_list()
            left += numbers
            continue
        others = [no for no in range(log.matches.height) if no != numbers[0]]
        try:
            (chosen,) = editions_of(log.without(others), edition)
        except ReplayError as error:
            more = len(numbers) - 1
            checked.errors.append(f"{error}" + (f" (and {more:,} more matches like it)" if more else ""))
            left += numbers
            continue
        if chosen.id not in checked.editions:
            checked.editions.append(chosen.id)
    return log.without(left) if left else log


def report_lines(checked: Checked) -> list[str]:
    """Return the report as lines of text."""
    from tenball_stats.log.problems import plain
    from tenball_stats.replay.audit import CHECKS

    titles = {one.code: one.title for one in CHECKS}
    lines = [
        f"Read: {_count(checked.files, 'file')}, {_count(checked.matches, 'sound match')}, "
        f"{_count(checked.strokes, 'stroke')}."
    ]
    if checked.errors:
        lines += ["", "Errors:", *(f"  {plain(error)}" for error in checked.errors)]
    if checked.notices:
        lines += ["", "To look at:", *(f"  {notice}" for notice in checked.notices)]
    if checked.editions:
        by = f"by edition {', '.join(checked.editions)}"
        if checked.findings:
            wide = max(len(code) for code in checked.findings)
            lines += ["", f"Found {by} (tenball audit lists them):"]
            lines += [
                f"  {number:>6,}  {code:{wide}}  {titles[code]} (in {_count(checked.in_matches[code], 'match')})"
                for code, number in checked.findings.items()
            ]
        else:
            lines += ["", f"Nothing found {by}."]
    if checked.not_ruled:
        some = ", ".join(plain(match) for match in checked.not_ruled[:3]) + (
            ", …" if len(checked.not_ruled) > 3 else ""
        )
        lines += [
            "",
            f"Not ruled, for want of an edition: {_count(len(checked.not_ruled), 'match')} ({some}); "
            "name one in the log or with --edition.",
        ]
    return lines


def _count(number: int, noun: str) -> str:
    plural = "" if number == 1 else "es" if noun.endswith("ch") else "s"
    return f"{number:,} {noun}{plural}"
