"""The two ways to read a CSV file: wherever the fast one does not give up, it gives what the careful one gives."""

import polars as pl
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tenball_stats.log.problems import LogRefused
from tenball_stats.log.readers import csv
from tenball_stats.log.readers.table import Raw
from tenball_stats.log.sources import Limits, Source

PIECES = [
    "a",
    "b ",
    " ",
    ",",
    ",",
    ",",
    '"',
    '""',
    '"x"',
    ',"',
    '",',
    "\n",
    "\n",
    "\r\n",
    "\r",
    ";",
    "ż",
    "\u2028",
    "\x85",
    "\t",
]


def careful(text: str, delimiter: str) -> Raw | None:
    plain = text.replace("\r\n", "\n").replace("\r", "\n")
    skipped, _ = csv._before_header(plain)
    try:
        return csv._careful("f", plain[csv._after(plain, skipped) :], skipped, delimiter, Limits())
    except LogRefused:
        return None


def rows(raw: Raw) -> list[tuple[str | None, ...]]:
    """Rows that are not blank, trimmed, with their lines."""
    cells = pl.col(pl.String).str.strip_chars()
    shown = raw.frame.with_columns(pl.when(cells != "").then(cells).name.keep())
    return [row for row in shown.iter_rows() if any(cell is not None for cell in row[:-1])]


@settings(max_examples=400)
@given(
    st.lists(st.sampled_from(PIECES), max_size=40).map("".join),
    st.sampled_from(["h1,h2,h3\n", "h1,h2\r\n", '"h,1",h2\n']),
)
@example('a"b"c,d\n', "h1,h2\n")
@example('"a""b",c\n', "h1,h2\n")
@example('a, "b"\n', "h1,h2\n")
@example('a",",""', '"h,1",h2\n')
@example(',,""x","', "h1,h2,h3\n")
@example('"a""",""\n', "h1,h2\n")
@example('a,"b" \n', "h1,h2\n")
@example('a,b\n\n\n"c",d\n', "h1,h2\n")
@example("a,b\r\n\r\nc,d\r\n\r\n", "h1,h2\r\n")
def test_they_agree(body: str, header: str) -> None:
    text = header + body
    data = text.encode()
    fast = csv._from_bytes("f", data, Limits()) if csv._is_plain(data, None) else None
    if fast is None:
        return
    slow = careful(text, ",")
    assert slow is not None
    assert fast.headings == slow.headings
    assert fast.header_line == slow.header_line
    if not slow.rows:  # rows with cells beyond the header are problems there, and no table here
        assert rows(fast) == rows(slow)


@settings(max_examples=200)
@given(st.binary(max_size=60))
def test_bytes_that_are_no_text_are_read_by_neither(tail: bytes) -> None:
    data = b"match,rack,player,kind\nm,1,A,break\n" + tail
    try:
        raw = csv.read(Source("f", "csv", data, ""), None, Limits())
    except LogRefused:
        return
    assert data.decode("utf-8-sig")
    assert raw.headings == ["match", "rack", "player", "kind"]
