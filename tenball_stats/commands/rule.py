"""``tenball rule``: one stroke ruled without a log."""

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tenball_stats.commands.options import report_option

if TYPE_CHECKING:
    from tenball_stats.replay.single import Question

UNDECIDED = 1
"""Exit status where a fact that nobody knows decides the ruling."""


@click.command(short_help="Rule one stroke without a log.")
@click.option(
    "--edition", "editions", multiple=True, metavar="ID|FILE", help="Edition to rule by; several if given again."
)
@click.option("--all-editions", is_flag=True, help="Every bundled edition, side by side.")
@click.option(
    "--kind",
    type=click.Choice(["break", "shot", "safety", "push"]),
    default="shot",
    show_default=True,
    help="What was played.",
)
@click.option("--on-table", metavar="BALLS", help="Object balls before the stroke, as 3,9,10; without it all ten.")
@click.option("--called", metavar="CALL", help="What was called: 10@fl, 10, ~10@fl (meant, not spoken), - (nothing).")
@click.option("--first", metavar="BALL", help="Object ball struck first; 0 none.")
@click.option("--rail", metavar="y|n", help="Did a ball reach a cushion after that?")
@click.option("--rails", metavar="N", help="On the break: how many object balls reached a cushion.")
@click.option("--potted", metavar="BALLS", help="What went down, as 4@fr 6@sl cue; - (or left out) nothing, ? unknown.")
@click.option("--off", metavar="BALLS", help="What left the table, as 3 cue.")
@click.option("--acts", metavar="CODES", help="What else was noted, as touch or double_hit.")
@click.option("--fouls", metavar="N", help="The shooter's fouls in a row before it, 0 to 2; without it 0.")
@click.option("--warned/--not-warned", default=None, help="Was the player on two fouls warned?")
@click.option("--push-open/--push-closed", default=None, help="Is it the stroke right after a lawful break?")
@click.option("--players", type=click.IntRange(2, 3), default=2, show_default=True, help="How many play.")
@click.option(
    "--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True, help="Output."
)
@report_option
def command(editions: tuple[str, ...], all_editions: bool, form: str, report: Path | None, **facts: Any) -> None:
    """Rule one stroke under one or several editions.

    What is not given and would change the ruling is asked for on a terminal; where nobody knows it, the answer says
    that it cannot be decided without it, and how it would be either way. Exit status 1 where it cannot be decided.
    """
    if not editions and not all_editions:
        from tenball_stats.rules import edition_ids

        known = ", ".join(edition_ids())
        raise click.UsageError(f"a ruling needs a rule book: give --edition with one of {known}, or --all-editions")
    if report is not None:
        from tenball_stats.show.report import check_target

        check_target(report)
    from tenball_stats.replay.explain import all_editions as every_edition
    from tenball_stats.replay.single import rule
    from tenball_stats.rules import load_edition

    books = {book.fingerprint: book for book in map(load_edition, editions)}
    if all_editions:
        books |= {book.fingerprint: book for book in every_edition(facts["players"]) if book.fingerprint not in books}
    for name in ("warned", "push_open"):
        facts[name] = None if facts[name] is None else "y" if facts[name] else "n"
    ruled = rule(list(books.values()), facts, _ask if sys.stdin.isatty() and form == "text" else None)
    if form == "json":
        from tenball_stats.show.single import as_dict

        click.echo(json.dumps([as_dict(one) for one in ruled], ensure_ascii=False, indent=2))
    else:
        from tenball_stats.show.single import ruled_lines

        sys.stdout.write("\n".join(ruled_lines(ruled)) + "\n")
    if report is not None:
        from tenball_stats.commands.options import write_and_say
        from tenball_stats.show.ruling_report import single_report

        write_and_say(single_report(ruled), report)
    if any(one.undecided for one in ruled):
        raise click.exceptions.Exit(UNDECIDED)


def _ask(question: "Question", wrong: str) -> str | None:
    """Ask for a fact on the terminal; an empty answer says that nobody knows."""
    if wrong:
        click.echo(f"  {wrong}", err=True)
    answer: str = click.prompt(f"{question.text} [{question.expected}]", default="", show_default=False, err=True)
    return answer.strip() or None
