"""The canonical form of a log: each value as the format writes it, columns in the format's order, CSV.

Reading it gives the log that it was made from. What the format does not know, columns and notes, stays as it stood.
"""

import csv
import io
import re
from collections.abc import Callable, Sequence

import polars as pl

from tenball_stats import terms
from tenball_stats.errors import TenballError
from tenball_stats.log import notation
from tenball_stats.log.columns import COLUMNS, MATCH_COLUMNS, MATCH_TEXTS, REQUIRED
from tenball_stats.log.files import Tables
from tenball_stats.log.frames import EVENTS
from tenball_stats.log.guard import guard, guarded
from tenball_stats.log.log import Log, log_of
from tenball_stats.log.problems import LogRefused
from tenball_stats.log.readers import Options
from tenball_stats.log.readers.csv import read_text
from tenball_stats.log.readers.table import Table, shape
from tenball_stats.log.sources import Source

_PLAIN = re.compile(r"-?(?:0|[1-9]\d*)(?:\.\d+)?", re.ASCII)


class NotWritten(TenballError):
    """A log whose canonical form would not read as the same log; the message says where they part."""


def canonical_texts(given: Tables, log: Log, options: Options, *, together: bool = True) -> dict[str, str]:
    """Return the canonical form of tables as CSV: of all together under the name of the first, or file by file.

    Args:
        given: the tables.
        log: the log that `log_of` made of them, whole.
        options: how they were read.
        together: all of them in one text.

    Raises:
        NotWritten: the texts were read again and gave another log; nothing that cannot be read back is given out.
    """
    parts: dict[str, list[Table]] = {}
    for table, source in given.tables:
        parts.setdefault(given.tables[0][1].file if together else source.file, []).append(table)
    texts = {file: _csv_text(tables) for file, tables in parts.items()}
    _hold_against(log, texts, options)
    return texts


def canonical_cell(column: str, text: str) -> str:
    """Return one cell as the format writes it; blank where that says the same. The cell has to be readable."""
    return _WRITERS[column](text) if column in _WRITERS else text


def _csv_text(tables: Sequence[Table]) -> str:
    present = [name for name in COLUMNS if name in REQUIRED or any(name in table.present for table in tables)]
    widest: dict[str, int] = {}
    for table in tables:
        for heading in table.unknown:
            widest[heading] = max(widest.get(heading, 0), table.unknown.count(heading))
    unknown = [(heading, nth) for heading, count in widest.items() for nth in range(count)]
    parts = []
    for table in tables:
        known = _once_in_a_match(_canonical(table.frame.select(present)))
        others = [_other(table, heading, nth).alias(f"x{place}") for place, (heading, nth) in enumerate(unknown)]
        parts.append(known.with_columns(others))
    frame = _once_in_a_match(pl.concat(parts))
    head = io.StringIO()
    csv.writer(head, lineterminator="\n").writerow([*present, *(guarded(heading) for heading, _ in unknown)])
    return head.getvalue() + guard(frame).write_csv(include_header=False)


def _canonical(frame: pl.DataFrame) -> pl.DataFrame:
    """Write the cells of a frame anew, each distinct text once."""
    changed = []
    for column in frame.columns:
        texts = frame[column].unique().drop_nulls()
        new = {text: said for text in texts.to_list() if (said := canonical_cell(column, text)) != text}
        if new:
            changed.append(frame[column].replace(list(new), [said or None for said in new.values()]).alias(column))
    return frame.with_columns(changed)


def _other(table: Table, heading: str, nth: int) -> pl.Series:
    """Return the nth unknown column with this heading; nulls where the table has none."""
    places = [place for place, name in enumerate(table.unknown) if name == heading]
    if nth >= len(places):
        return pl.repeat(None, table.frame.height, dtype=pl.String, eager=True)
    column = table.others.to_series(places[nth])
    return column.str.replace_all(r"\r\n?", "\n")


def _once_in_a_match(frame: pl.DataFrame) -> pl.DataFrame:
    """Write what stands for a whole match once, on its first row."""
    columns = [name for name in MATCH_COLUMNS if name in frame.columns]
    values = frame.group_by("match", maintain_order=True).agg(pl.col(columns).drop_nulls().first())
    first = pl.int_range(pl.len()).over("match") == 0
    laid = frame.select("match").join(values, on="match", how="left", maintain_order="left")
    return frame.with_columns(pl.when(frame.select(first).to_series()).then(laid[name]).alias(name) for name in columns)


def _hold_against(log: Log, texts: dict[str, str], options: Options) -> None:
    """Read what was written, and raise where it is not the log that it was made from."""
    plain = Options(limits=options.limits)
    try:
        tables = [shape(read_text(file, text, plain.limits)) for file, text in texts.items()]
        again = log_of(Tables([(table, Source(table.file, "csv", b"", "")) for table in tables]), plain)
    except LogRefused as refusal:
        raise NotWritten(f"this log cannot be written as CSV that reads the same; it would say:\n{refusal}") from None
    for this, other, kept in (
        (log.matches, again.matches, [name for name in log.matches.columns if name not in {"files", "date"}]),
        (log.events, again.events, [name for name in EVENTS if name not in _NOT_HELD]),
    ):
        if this.height != other.height:
            raise NotWritten(f"the canonical form would have {other.height:,} rows in place of {this.height:,}")
        for name in kept:
            if not _lines(this[name]).equals(_lines(other[name])):
                where = int((~_lines(this[name]).eq_missing(_lines(other[name]))).arg_max() or 0)
                line = f", line {this['line'][where]}" if "line" in this.columns else ""
                raise NotWritten(f"column {name}{line}: the canonical form would not read as the same log")


_NOT_HELD = {"line", "file_no", *(name for name in EVENTS if name.endswith("_text"))}
"""Where a row stood, and how its cells were spelled: what the canonical form is there to change."""


def _lines(column: pl.Series) -> pl.Series:
    """Return texts with their line breaks written one way."""
    return column.str.replace_all(r"\r\n?", "\n") if column.dtype == pl.String else column


# Cells ---------------------------------------------------------------------------------------------------------------


def _whole(text: str) -> str:
    return str(notation.whole(text, 0, notation.LARGEST))


def _rack(text: str) -> str:
    return _whole(text).removeprefix("0") or ""


def _number(text: str) -> str:
    """Keep a plain number's digits, which say how exactly it was measured."""
    return text if _PLAIN.fullmatch(text) else _shortest(notation.number(text))


def _seconds(text: str) -> str:
    return text if _PLAIN.fullmatch(text) else _shortest(notation.duration(text))


def _shortest(value: float) -> str:
    return str(int(value)) if value.is_integer() and abs(value) < 1e15 else repr(value)


def _yes_no(text: str) -> str:
    return "y" if notation.yes_no(text) else "n"


def _called(text: str) -> str:
    kind, ball, pocket = notation.call(text)
    if kind == terms.CALL_NOTHING:
        return "-"
    mark = "~" if kind == terms.CALL_MEANT else ""
    return mark + (f"{ball}@{terms.POCKETS[pocket - 1]}" if pocket else str(ball))


def _balls(text: str) -> str:
    """Balls in the order in which they stand; a text that says that there were none is a blank cell."""
    return "" if text == "-" else text if text == "?" else " ".join(notation.ball_words(text))


def _acts(text: str) -> str:
    """Codes once each, in the order in which they stand; a text that says that there were none is a blank cell."""
    return "" if text == "-" else " ".join(dict.fromkeys(notation.words(text)))


def _ruling(text: str) -> str:
    """Legal, or the codes in the order in which they stand; where a code is named, a plain foul says nothing more."""
    words = dict.fromkeys(notation.words(text))
    return " ".join(word for word in words if word != "foul") or "foul"


def _score(text: str) -> str:
    return "-".join(map(str, notation.score(text)))


def _race_to(text: str) -> str:
    return "/".join(map(str, notation.race_to(text)))


def _players(text: str) -> str:
    return "|".join(notation.names(text))


def _date(text: str) -> str:
    return re.sub(r"^(\d{4}-\d\d-\d\d) +(?=\d)", r"\1T", text)


_WRITERS: dict[str, Callable[[str], str]] = {
    **dict.fromkeys(("match", "player", "winner", *MATCH_TEXTS), notation.name),
    "date": _date,
    "players": _players,
    "race_to": _race_to,
    **dict.fromkeys(("break_format", "warnings", "kind"), str.lower),
    "rack": _rack,
    **dict.fromkeys(("shot", "first", "rails", "past_head"), _whole),
    **dict.fromkeys(("rail", "hand"), _yes_no),
    "called": _called,
    **dict.fromkeys(("potted", "off"), _balls),
    "spotted": lambda text: text if text == "-" else _balls(text),
    "acts": _acts,
    "ruling": _ruling,
    "score": _score,
    **dict.fromkeys(("lag_cm", "cue_x", "cue_y", "end_x", "end_y", "speed"), _number),
    "seconds": _seconds,
    "rack_layout": notation.rack_layout,
    "layout": notation.layout,
    "time": notation.clock,
    **dict.fromkeys(("video", "note"), lambda text: text.replace("\r\n", "\n").replace("\r", "\n")),
}
"""Column to how a cell of it is written."""
