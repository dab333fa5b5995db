"""``tenball amend``: a row or a fact of a match put right, a row put in or taken out."""

from typing import TYPE_CHECKING, Any

import click

from tenball_stats.commands.database import db_option, open_with_views, who_option

if TYPE_CHECKING:
    from tenball_stats.store.amend import Amended
    from tenball_stats.store.rows import Which

_MOST = 5
"""Numbers of strokes that are listed where they count on."""


@click.command(short_help="Put right a row or a fact of a match.")
@click.argument("match")
@click.argument("words", metavar="[RACK SHOT [KIND]] [COLUMN=VALUE…]", nargs=-1)
@db_option
@click.option("--attempt", type=click.IntRange(min=1), help="Attempt at the rack, where it was played again.")
@click.option("--player", metavar="NAME", help="The row of this player, where several fit.")
@click.option("--line", type=click.IntRange(min=1), help="The row that stands on this line of its file.")
@click.option("--file", metavar="NAME", help="That file, where the match is from several.")
@click.option("--row", type=click.IntRange(min=1), help="The row with this number in the match.")
@click.option("--insert", type=click.Choice(["before", "after"]), help="Put a new row before or after that one.")
@click.option("--remove", is_flag=True, help="Take the row out.")
@click.option("--recorder", metavar="NAME", help="Amend the record by this recorder, where there are several.")
@who_option
@click.option("--why", metavar="TEXT", required=True, help="For what reason.")
def command(
    match: str,
    words: tuple[str, ...],
    db: str,
    insert: str | None,
    remove: bool,
    recorder: str | None,
    who: str | None,
    why: str,
    **asked: Any,
) -> None:
    """Amend stroke SHOT of rack RACK of MATCH, another row of it, or without one a fact of the whole match.

    COLUMN=VALUE gives a cell of the log its right text, or none (COLUMN=). KIND names a row that is no stroke, as
    `3 7 concede`: SHOT is then the stroke before it; lags are in rack 0, SHOT is the attempt. --insert puts a row in
    that was left out, --remove takes one out that was typed twice; later strokes count on. The match is read and ruled
    anew, the version before is kept, and the journal notes who, when and why. `tenball history MATCH` shows it all.
    """
    if insert and remove:
        raise click.UsageError("--insert and --remove exclude each other")
    cells = _cells(words)
    which = _which(words, **asked)
    if not (who or "").strip() or not why.strip():
        raise click.UsageError("an amendment needs somebody who makes it (--who) and a reason (--why)")

    from tenball_stats.store.amend import amend

    with open_with_views(db) as database:
        done = amend(
            database,
            match,
            cells,
            which=which,
            how=insert or ("remove" if remove else "change"),  # type: ignore[arg-type]
            recorder=recorder,
            who=(who or "").strip(),
            why=why.strip(),
        )
    click.echo(_said(done))


def _cells(words: tuple[str, ...]) -> dict[str, str]:
    cells: dict[str, str] = {}
    for word in words:
        column, mark, text = word.partition("=")
        if mark:
            if column in cells:
                raise click.UsageError(f"{column} is given twice")
            cells[column] = text
    return cells


def _which(words: tuple[str, ...], **asked: Any) -> "Which":
    """Return the row that the words before the first COLUMN=VALUE and the options name."""
    from tenball_stats.store.rows import Which

    places = [word for word in words if "=" not in word]
    if len(places) not in {0, 2, 3} or list(words[: len(places)]) != places:
        raise click.UsageError(
            "expected MATCH RACK SHOT COLUMN=VALUE…, MATCH RACK SHOT KIND COLUMN=VALUE…, or MATCH COLUMN=VALUE… for "
            "the whole match"
        )
    if not all(place.isascii() and place.isdigit() and len(place) < 10 for place in places[:2]):
        raise click.UsageError(f"expected the numbers of a rack and of a stroke, found {' '.join(places[:2])!r}")
    rack, shot = (int(place) for place in places[:2]) if places else (None, None)
    return Which(rack, shot, kind=places[2].lower() if len(places) > 2 else None, **asked)


def _said(done: "Amended") -> str:
    """Say what was amended, in a sentence."""
    from tenball_stats.show.history import cell_words, row_place
    from tenball_stats.show.text import clean

    where = clean(done.match)
    if done.place is not None:
        where += f", {row_place(done.place.rack, done.place.attempt, done.place.shot, done.place.kind)}"
    first, others = (done.changed, []) if done.how == "change" else (done.changed[:1], done.changed[1:])
    said = ", ".join(cell_words(cell.column, cell.before, cell.after) for cell in first)
    if others:
        numbers = [f"{cell.before} → {cell.after}" for cell in others]
        said += f"; later strokes count on ({', '.join(numbers[:_MOST])}{', …' if len(numbers) > _MOST else ''})"
    return f"{where}: {said}; version {done.version} of the match"
