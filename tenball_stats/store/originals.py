"""The files that matches came from, kept byte for byte beside what was read from them, compressed.

With them the database can be made again, a later version can read more out of them, and every row can be looked up in
the file that it stands in.
"""

import hashlib
from collections.abc import Mapping, Sequence

import pyarrow as pa

from tenball_stats.log.sources import Source
from tenball_stats.store.database import Database, StoreRefused

_LEVEL = 3
"""Of zstd; a megabyte takes some 20 ms and shrinks to a fifth or less. Higher levels gain little and take longer."""


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
            database.con.execute("INSERT INTO originals VALUES (?, ?, ?, ?)", [sha256, len(data), *_packed(data)])


def original(database: Database, sha256: str) -> bytes | None:
    """Return the bytes of a file, None where they were never kept.

    Raises:
        StoreRefused: they are damaged.
    """
    rows = database.rows("SELECT bytes, codec, data FROM originals WHERE sha256 = ?", [sha256])
    if not rows:
        return None
    try:
        data = _unpacked(*rows[0])
    except (OSError, ValueError) as error:
        raise StoreRefused(f"{database.path}: the kept file {sha256[:12]} cannot be unpacked ({error})") from None
    if hashlib.sha256(data).hexdigest() != sha256:
        raise StoreRefused(f"{database.path}: the kept file {sha256[:12]} is not what its hash says")
    return data


def matches_without_files(database: Database) -> int:
    """Return how many matches have versions from files that were not kept, as before schema 2."""
    return int(
        database.value(
            "SELECT count(DISTINCT m.match) FROM all_matches m, unnest(m.source_keys) u(source_key) "
            "JOIN sources s USING (source_key) ANTI JOIN originals o USING (sha256)"
        )
    )


def _packed(data: bytes) -> tuple[str, bytes]:
    packed = bytes(pa.Codec("zstd", compression_level=_LEVEL).compress(data, asbytes=True))
    return ("zstd", packed) if len(packed) < len(data) else ("none", data)


def _unpacked(size: int, codec: str, data: bytes) -> bytes:
    if codec == "none":
        return data
    if codec != "zstd":
        raise ValueError(f"unknown codec {codec}")
    return bytes(pa.Codec("zstd").decompress(data, decompressed_size=size, asbytes=True))
