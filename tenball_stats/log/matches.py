"""Rows to matches: what holds for a match as a whole, who its players are, and that every name is one of them."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import polars as pl

from tenball_stats import terms
from tenball_stats.log import arrays, names, notation
from tenball_stats.log.cells import Reading, one, read_each
from tenball_stats.log.coded import blank_last, changes, distinct
from tenball_stats.log.columns import COLUMNS, MATCH_COLUMNS, MATCH_TEXTS
from tenball_stats.log.findings import Findings
from tenball_stats.log.problems import SHOWN, brief


def number_matches(frame: pl.DataFrame, found: Findings) -> pl.DataFrame:
    """Return the frame with `match` as it is compared, `match_no` (u32) by first appearance (null: none), and `bare`.

    A bare row has neither rack nor player nor kind: a legend or a total under the table. It makes no match of its own.
    """
    texts, place = distinct(frame["match"])
    names = [notation.name(text) for text in texts.to_list()]
    place = blank_last(place, len(names))
    ids = pl.Series("match", [*names, None], dtype=pl.String)[place]
    bare = (frame["rack"].is_null() & frame["player"].is_null() & frame["kind"].is_null()).alias("bare")
    frame = frame.with_columns(ids, bare)
    found.add_where(
        frame,
        bare,
        "",
        value=pl.coalesce(pl.col(name).cast(pl.String) for name in COLUMNS),
        expected="an event with match, rack, player and kind",
        hint="a legend, a total or a remark under the table has to be removed",
    )
    blank = ids.is_null() & ~bare
    found.add_where(frame, blank, "match", expected="the id of the match", hint="write the id on every row")
    numbers: dict[str | None, int] = {}
    for number in _in_order_of_appearance(place.filter(~bare) if bare.any() else place):
        if number < len(names):
            numbers.setdefault(names[number], len(numbers))
    match_no = pl.Series("match_no", [numbers.get(name) for name in [*names, None]], dtype=pl.UInt32)[place]
    return frame.with_columns(match_no)


def _in_order_of_appearance(numbers: pl.Series) -> list[int]:
    """Return the numbers of a column, each once."""
    held = numbers.to_numpy()
    # They stand together, mostly, and where they change is little to sort.
    held = held[changes(held)]
    _, first = np.unique(held, return_index=True)
    return held[np.sort(first)].tolist()  # type: ignore[no-any-return]


def match_values(frame: pl.DataFrame, labels: Sequence[str], found: Findings) -> pl.DataFrame:
    """Return one row per match with its match columns as texts, and note the matches that have two values for one.

    Takes `row`, `match`, `match_no`, `file_no`, `line` and the match columns as texts.
    """
    frame = frame.select("row", "match", "match_no", "file_no", "line", *MATCH_COLUMNS)
    if frame["match_no"].null_count():
        frame = frame.drop_nulls("match_no")
    # Rows of a match stand together, mostly: where one begins or goes on in another file says all there is to say.
    begins = changes(frame["match_no"].to_numpy(), frame["file_no"].to_numpy())
    listed = (
        frame.select("match_no", "file_no", "match")
        .filter(arrays.column(begins))
        .group_by("match_no")
        .agg(pl.col("file_no").unique().sort(), pl.col("match").first())
        .sort("match_no")
    )
    given = [column for column in MATCH_COLUMNS if frame[column].null_count() < frame.height]
    blank = [pl.lit(None, pl.String).alias(column) for column in MATCH_COLUMNS if column not in given]
    frame = frame.filter(pl.any_horizontal(pl.col(given).is_not_null())) if given else frame.clear()
    values = [_values(frame, column, listed.height, labels, found) for column in given]
    return listed.with_columns(*values, *blank).select("match_no", "file_no", "match", *MATCH_COLUMNS)


def _values(frame: pl.DataFrame, column: str, matches: int, labels: Sequence[str], found: Findings) -> pl.Series:
    """Return the first value of a match column for each match, and note the matches that have another."""
    texts, place = distinct(frame[column])
    names = [notation.name(text) for text in texts.to_list()]
    codes = blank_last(place, len(names)).to_numpy()
    filled = np.flatnonzero(codes < len(names))
    first_written = {name: number for number, name in reversed(list(enumerate(names)))}
    value = np.array([first_written[name] for name in names], dtype=np.int64)[codes[filled]]
    match = frame["match_no"].to_numpy()[filled]
    anew = changes(match, value)
    value, match = value[anew], match[anew]
    there, first = np.unique(match, return_index=True)
    values = np.full(matches, len(names), dtype=np.int64)
    values[there] = value[first]
    several = match[value != values[match]]
    if len(several):
        _note_second_value(frame, column, arrays.column(np.unique(several), dtype=pl.UInt32), labels, found)
    return pl.Series(column, [*names, None], dtype=pl.String).gather(arrays.column(values))


def _named(column: pl.Series) -> pl.Series:
    """Return texts as they are compared: see `notation.name`."""
    written, place = distinct(column)
    names = pl.Series([notation.name(text) for text in written.to_list()], dtype=pl.String)
    return names.gather(place).alias(column.name)


def _note_second_value(
    frame: pl.DataFrame, column: str, match_nos: pl.Series, labels: Sequence[str], found: Findings
) -> None:
    """Note the first row of each of these matches on which a column has another value than above it."""
    given = frame.filter(pl.col(column).is_not_null(), pl.col("match_no").is_in(match_nos.implode())).select(
        "row", "match_no", "file_no", "line", column
    )
    given = given.with_columns(_named(given[column]))
    first = given.unique("match_no", keep="first", maintain_order=True)
    both = given.join(first, on="match_no", suffix="_before", maintain_order="left")
    other = both.filter(pl.col(column) != pl.col(f"{column}_before")).unique(
        "match_no", keep="first", maintain_order=True
    )
    files = pl.DataFrame(
        {"file_no_before": range(len(labels)), "label": list(labels)}, schema_overrides={"file_no_before": pl.UInt16}
    )
    hint = pl.format(
        "a value stands for the whole match, and {}, line {} has '{}'",
        "label",
        "line_before",
        pl.col(f"{column}_before").str.slice(0, 60),
    )
    if column == "recorder":
        hint = pl.concat_str(hint, pl.lit("; two recorders' versions of a match are read one after the other"))
    other = other.join(files, on="file_no_before", how="left", maintain_order="left")
    found.add(other, column, value=pl.col(column), expected=pl.lit("one value for a match"), hint=hint)


def typed_matches(values: pl.DataFrame, frame: pl.DataFrame, labels: Sequence[str], found: Findings) -> pl.DataFrame:
    """Return the matches frame of the log: values read, players named in order of rotation.

    Takes the texts of `match_values`, and the rows with `row`, `match_no` and `player` as names. A problem is noted on
    the row on which the value stands.
    """
    readings: dict[str, tuple[pl.DataType | type[pl.DataType], Any]] = {
        "date": (pl.Date, notation.day),
        "players": (pl.List(pl.String), notation.names),
        "race_to": (pl.List(pl.Int32), notation.race_to),
        "break_format": (pl.String, _break_format),
        "warnings": (pl.Boolean, _warnings),
    }
    table = values.with_columns(
        _read_of_matches(values, column, dtype, read, frame, found) for column, (dtype, read) in readings.items()
    )
    # Whose names are given need not be looked for in the rows.
    unnamed = pl.col("players").is_null()
    sought = table.filter(unnamed | pl.col("players_read").is_null())["match_no"]
    if sought.len():
        table = table.join(_seen(frame, sought), on="match_no", how="left", maintain_order="left")
        alone = table.filter(unnamed & (pl.col("seen").list.len() == 1)).rename({"first_row": "row"})
        alone = alone.with_columns(only=pl.col("seen").list.first())
        hint = pl.format("only {} plays in match {}; give both names in players", _brief("only"), _brief("match"))
        found.add(alone, "players", expected="the names of all players separated by |", hint=hint)
    else:
        table = table.with_columns(seen=pl.lit(None, pl.List(pl.String)))
    table = table.with_columns(pl.coalesce("players_read", "seen").fill_null([]).alias("players_read"))
    count = pl.col("players_read").list.len()
    races = pl.col("race_to_read").list.len()
    wrong = table.filter((races > 1) & (races != count))
    if wrong.height:
        found.add(
            wrong.join(_row_of(frame, "race_to"), on="match_no", how="left"),
            "race_to",
            value=pl.col("race_to"),
            expected="one number, or one for each player",
            hint=pl.format("match {} has {} players", _brief("match"), count),
        )
    numbers = [tuple(listed) for listed in table["file_no"].to_list()]
    place = {listed: number for number, listed in enumerate(dict.fromkeys(numbers))}
    files = _lists([[labels[no] for no in listed] for listed in place], pl.List(pl.String))
    table = table.with_columns(files.gather([place[listed] for listed in numbers]).alias("files"))
    race = pl.when(races == 1).then(pl.col("race_to_read").list.first().repeat_by(count)).otherwise("race_to_read")
    return table.select(
        "match_no",
        "match",
        "date",
        pl.col("date_read").alias("day"),
        *(pl.col(column) for column in MATCH_TEXTS[:5]),
        pl.col("players_read").alias("players"),
        race.cast(pl.List(pl.Int32)).alias("race_to"),
        pl.col("break_format_read").alias("break_format"),
        pl.col("warnings_read").fill_null(value=False).alias("warnings_recorded"),
        "source",
        "recorder",
        "files",
    )


def _seen(frame: pl.DataFrame, match_nos: pl.Series) -> pl.DataFrame:
    """Return the players of these matches as they appear in their rows, and the first row that names one."""
    return (
        frame.filter(pl.col("match_no").is_in(match_nos.implode()))
        .filter(pl.col("match_no").is_not_null() & pl.col("player").is_not_null())
        .select("match_no", pl.col("player").cast(pl.String), "row")
        .unique(["match_no", "player"], keep="first", maintain_order=True)
        .sort("row")
        .group_by("match_no", maintain_order=True)
        .agg(pl.col("player").alias("seen"), pl.col("row").first().alias("first_row"))
    )


def _read_of_matches(
    table: pl.DataFrame,
    column: str,
    dtype: pl.DataType | type[pl.DataType],
    read: Callable[[str], Any],
    frame: pl.DataFrame,
    found: Findings,
) -> pl.Series:
    """Read a match column, `<name>_read`; where a text is none, its row is looked for in the rows of the log."""
    texts = table[column].to_list()
    said: dict[str | None, Any] = dict.fromkeys(texts)
    unread = False
    for text in said:
        if text is not None:
            try:
                said[text] = read(text)
            except notation.Unreadable:
                unread = True
    if unread:
        rows = table.select("match_no", column).join(_row_of(frame, column), on="match_no", how="left")
        read_each(rows, column, Reading({"v": dtype}, (None,), one(read)), found)
    values = list(said.values())
    series = _lists(values, dtype) if isinstance(dtype, pl.List) else pl.Series(values, dtype=dtype)
    place = {text: number for number, text in enumerate(said)}
    return series.gather([place[text] for text in texts]).alias(f"{column}_read")


def _lists(values: Sequence[Sequence[Any] | None], dtype: pl.List) -> pl.Series:
    """Return lists as a column; Polars takes them one by one much slower than all their elements together."""
    flat = pl.Series([one for value in values for one in value or ()], dtype=dtype.inner)
    place = pl.Series([no for no, value in enumerate(values) for _ in value or ()], dtype=pl.UInt32)
    together = pl.DataFrame({"no": place, "v": flat}).group_by("no", maintain_order=True).agg("v")
    number = {no: place for place, no in enumerate(together["no"].to_list())}
    places = pl.Series([number.get(no) for no in range(len(values))], dtype=pl.UInt32)
    return together["v"].cast(dtype).gather(places)


def number_players(events: pl.DataFrame, matches: pl.DataFrame, found: Findings) -> pl.DataFrame:
    """Return the events with `player_no` and `winner_no` (i8, -1 where none) for the names, and note unknown names."""
    places = (
        matches.select(
            "match_no",
            pl.col("players").alias("name"),
            pl.int_ranges(pl.col("players").list.len(), dtype=pl.Int8).alias("place"),
        )
        .explode("name", "place")
        .drop_nulls("name")
    )
    for column in ("player", "winner"):
        place = _places(events, column, matches, places)
        events = events.with_columns(place.alias(f"{column}_no"))
        is_unknown = (place < 0) & events[column].is_not_null() & events["match_no"].is_not_null()
        if is_unknown.any():
            unknown = events.filter(is_unknown).with_columns(pl.col(column).cast(pl.String))
            pairs = (
                unknown.select("match_no", column)
                .unique(maintain_order=True)
                .join(matches.select("match_no", "players"), on="match_no", how="left", maintain_order="left")
            )
            said = [_who(name, players) for _, name, players in pairs.iter_rows()]
            pairs = pairs.select(
                "match_no",
                column,
                pl.Series("expected", [e for e, _ in said], dtype=pl.String),
                pl.Series("hint", [h for _, h in said], dtype=pl.String),
            )
            unknown = unknown.join(pairs, on=["match_no", column], how="left", maintain_order="left")
            found.add(unknown, column, value=pl.col(column), expected=pl.col("expected"), hint=pl.col("hint"))
    return events.drop("player", "winner")


_LOOKED_UP = 4
"""Players of a match whose places are looked up one after the other."""


def _places(events: pl.DataFrame, column: str, matches: pl.DataFrame, places: pl.DataFrame) -> pl.Series:
    """Return the places of a column of names among the players of their matches (i8), -1 where there is none.

    `places` has `match_no`, `name` and `place` of all of them.
    """
    if events[column].null_count() == events.height:
        return pl.Series([-1], dtype=pl.Int8).new_from_index(0, events.height)
    names, place = distinct(events[column])
    name = blank_last(place, names.len()).to_numpy()
    match = blank_last(events["match_no"], matches.height).to_numpy()
    number = {text: number for number, text in enumerate(names.to_list())}
    players = matches["players"].to_list()
    found = np.full(events.height, -1, dtype=np.int8)
    left = np.flatnonzero((name < names.len()) & (match < matches.height))
    # Most matches are between two. The few places of which there are many are looked up, and the others joined.
    for seat in range(_LOOKED_UP):
        seated = [number.get(listed[seat], names.len()) if len(listed) > seat else names.len() for listed in players]
        is_seated = name[left] == np.array(seated, dtype=name.dtype)[match[left]]
        found[left[is_seated]] = seat
        left = left[~is_seated]
        if not len(left):
            break
    else:
        rows = events.select("match_no", pl.col(column).cast(pl.String).alias("name"))[arrays.column(left)]
        joined = rows.join(places, on=["match_no", "name"], how="left", maintain_order="left")["place"]
        found[left] = joined.fill_null(-1).to_numpy()
    return arrays.column(found, dtype=pl.Int8)


def check_scores(events: pl.DataFrame, matches: pl.DataFrame, found: Findings) -> None:
    """Note scores that do not have a number for each player."""
    if events["score"].null_count() == events.height:
        return
    scores = (
        events.select("row", "match_no", "score")
        .filter(pl.col("score").is_not_null())
        .join(matches.select("match_no", "match", "players"), on="match_no", how="left", maintain_order="left")
    )
    wrong = scores.filter(pl.col("score").list.len() != pl.col("players").list.len())
    if not wrong.height:
        return
    each = wrong.unique("match_no", maintain_order=True)
    hints = [
        f"match {brief(match)} has {len(players)} players ({', '.join(map(brief, players))})"
        f"{names.perhaps_one(players)}"
        for match, players in each["match", "players"].iter_rows()
    ]
    wrong = wrong.join(each.select("match_no", pl.Series("hint", hints)), on="match_no", maintain_order="left")
    found.add(
        wrong,
        "score",
        value=pl.col("score").cast(pl.List(pl.String)).list.join("-"),
        expected="one number for each player",
        hint=pl.col("hint"),
    )


def _row_of(frame: pl.DataFrame, column: str) -> pl.DataFrame:
    """First row of each match on which a match column is written."""
    return (
        frame.filter(pl.col(column).is_not_null() & pl.col("match_no").is_not_null())
        .select("match_no", "row")
        .unique("match_no", keep="first", maintain_order=True)
    )


def _break_format(text: str) -> str:
    if text.lower() not in terms.BREAK_FORMATS:
        raise notation.Unreadable(
            "one of " + " ".join(terms.BREAK_FORMATS), notation.nearest(text, terms.BREAK_FORMATS)
        )
    return text.lower()


def _warnings(text: str) -> bool:
    if text.lower() != "recorded":
        raise notation.Unreadable("recorded, or blank", "a single warning is a row of kind warn")
    return True


def _who(name: str, players: Sequence[str]) -> tuple[str, str | None]:
    """Word who could have been meant by a name that is not among the players."""
    expected = ("one of the players " + ", ".join(players)) if players else "a player of the match"
    for player in players:
        if name.casefold() == player.casefold():
            return expected, f"write it as {player}, with the same capitals"
    near = names.near_names([name], players)
    if near:
        return expected, f"did you mean {near[0].other}? ({near[0].why})"
    return expected, notation.nearest(name, players) or ("name all of them in players" if players else None)


def _brief(column: str) -> pl.Expr:
    """Return the names of a column as `problems.brief` cuts one."""
    names = pl.col(column)
    return pl.when(names.str.len_chars() > SHOWN).then(names.str.head(SHOWN - 1) + "…").otherwise(names)
