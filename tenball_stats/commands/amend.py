"""``tenball amend``: one stroke, or one fact of a match, put right."""

import click

from tenball_stats.commands.database import db_option, open_with_views, who_option


@click.command(short_help="Put right one stroke or one fact of a match.")
@click.argument("match")
@click.argument("words", metavar="[RACK SHOT] COLUMN=VALUE…", nargs=-1, required=True)
@db_option
@click.option("--attempt", type=click.IntRange(min=1), help="Attempt at the rack, where it was played again.")
@click.option("--recorder", metavar="NAME", help="Amend the record by this recorder, where there are several.")
@who_option
@click.option("--why", metavar="TEXT", required=True, help="For what reason.")
def command(
    match: str,
    words: tuple[str, ...],
    db: str,
    attempt: int | None,
    recorder: str | None,
    who: str | None,
    why: str,
) -> None:
    """Amend stroke SHOT of rack RACK of MATCH, or without them a fact of the whole match.

    COLUMN=VALUE gives a cell of the log its right text, or none (COLUMN=). The match is read and ruled anew with it,
    the version before is kept, and the journal notes who, when and why. `tenball history MATCH` shows it all.
    """
    places = [word for word in words if "=" not in word]
    cells: dict[str, str] = {}
    for word in words:
        column, mark, text = word.partition("=")
        if mark:
            if column in cells:
                raise click.UsageError(f"{column} is given twice")
            cells[column] = text
    if not cells or len(places) not in {0, 2} or list(words[: len(places)]) != places:
        raise click.UsageError("expected MATCH RACK SHOT COLUMN=VALUE…, or MATCH COLUMN=VALUE… for the whole match")
    if not all(place.isascii() and place.isdigit() and int(place) for place in places):
        raise click.UsageError(f"expected the numbers of a rack and of a stroke, found {' '.join(places)!r}")
    if not (who or "").strip() or not why.strip():
        raise click.UsageError("an amendment needs somebody who makes it (--who) and a reason (--why)")
    rack, shot = (int(place) for place in places) if places else (None, None)

    from tenball_stats.store.amend import amend

    with open_with_views(db) as database:
        done = amend(
            database,
            match,
            cells,
            rack=rack,
            shot=shot,
            attempt=attempt,
            recorder=recorder,
            who=(who or "").strip(),
            why=why.strip(),
        )
    where = done.match
    if done.place is not None:
        again = f".{done.place.attempt}" if done.place.attempt > 1 else ""
        where += f", rack {done.place.rack}{again}, stroke {done.place.shot}"
    said = ", ".join(f"{column} {before or '(blank)'} → {after or '(blank)'}" for column, before, after in done.cells)
    click.echo(f"{where}: {said}; version {done.version} of the match")
