"""The files that matches came from, kept byte for byte beside what was read from them, compressed.

With them the database can be made again, a later version can read more out of them, and every row can be looked up in
the file that it stands in. A large file is kept in parts, each packed alone.
"""

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

import pyarrow as pa

from tenball_stats.log.sources import Source
from tenball_stats.store.database import Database, StoreRefused

_LEVEL = 1
"""Of zstd: logs shrink to a fifth or less. Level 3 takes almost twice as long and gains a few hundredths."""

PART = 8 << 20
"""Bytes of a part; a file that has no more is kept in one piece."""


class Packed(NamedTuple):
    """Bytes as they are kept."""

    size: int
    """How many there are unpacked."""
    codec: str
    data: bytes


def keep(database: Database, raw: Mapping[str, Source], hashes: Sequence[str]) -> None:
    """Store files by their hash, each once.

    Args:
        database: open, in a transaction.
        raw: files by their sha256.
        hashes: those to store; one that `raw` does not have is left out.
    """
    there = {row[0] for row in database.rows("SELECT sha256 FROM originals")}
    for sha256 in dict.fromkeys(hashes):
        if sha256 in raw and sha256 not in there:
            data = raw[sha256].data
            parts = (data[start : start + PART] for start in range(0, max(len(data), 1), PART))
            keep_parts(database, sha256, packed(parts))


def keep_parts(database: Database, sha256: str, parts: Iterable[Packed]) -> None:
    """Store a file that comes in parts of `PART` bytes, the last one of fewer.

    Args:
        database: open, in a transaction.
        sha256: of the whole.
        parts: one after the other, at least one.
    """
    if database.rows("SELECT 1 FROM originals WHERE sha256 = ?", [sha256]):
        return
    size = count = 0
    held = None
    for part in parts:
        if held is not None:
            count += 1
            size += _keep_part(database, sha256, count, held)
        held = part
    if held is not None and not count:
        database.con.execute("INSERT INTO originals VALUES (?, ?, ?, ?)", [sha256, *held])
    elif held is not None:
        size += _keep_part(database, sha256, count + 1, held)
        database.con.execute("INSERT INTO originals VALUES (?, ?, 'parts', ''::BLOB)", [sha256, size])


def _keep_part(database: Database, sha256: str, number: int, packed: Packed) -> int:
    """Store a part, and return how many bytes it has unpacked."""
    database.con.execute("INSERT INTO original_parts VALUES (?, ?, ?, ?, ?)", [sha256, number, *packed])
    return packed.size


def original(database: Database, sha256: str) -> bytes | None:
    """Return the bytes of a file, None where they were never kept.

    Raises:
        StoreRefused: they are damaged.
    """
    rows = database.rows("SELECT bytes, codec, data FROM originals WHERE sha256 = ?", [sha256])
    if not rows:
        return None
    try:
        data = _whole(database, sha256) if rows[0][1] == "parts" else _unpacked(*rows[0])
    except (OSError, ValueError) as error:
        raise StoreRefused(f"{database.path}: the kept file {sha256[:12]} cannot be unpacked ({error})") from None
    if hashlib.sha256(data).hexdigest() != sha256:
        raise StoreRefused(f"{database.path}: the kept file {sha256[:12]} is not what its hash says")
    return data


def _whole(database: Database, sha256: str) -> bytes:
    rows = database.rows("SELECT bytes, codec, data FROM original_parts WHERE sha256 = ? ORDER BY part", [sha256])
    return b"".join(_unpacked(*row) for row in rows)


def matches_without_files(database: Database) -> int:
    """Return how many matches have versions from files that were not kept, as before schema 2."""
    return int(
        database.value(
            "SELECT count(DISTINCT m.match) FROM all_matches m, unnest(m.source_keys) u(source_key) "
            "JOIN sources s USING (source_key) ANTI JOIN originals o USING (sha256)"
        )
    )


def packed(parts: Iterable[bytes]) -> Iterator[Packed]:
    """Pack parts of a file, each alone."""
    for data in parts:
        smaller = bytes(pa.Codec("zstd", compression_level=_LEVEL).compress(data, asbytes=True))
        yield Packed(len(data), "zstd", smaller) if len(smaller) < len(data) else Packed(len(data), "none", data)


def _unpacked(size: int, codec: str, data: bytes) -> bytes:
    if codec == "none":
        return data
    if codec != "zstd":
        raise ValueError(f"unknown codec {codec}")
    return bytes(pa.Codec("zstd").decompress(data, decompressed_size=size, asbytes=True))
