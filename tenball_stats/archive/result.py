"""The folder that a replay of an archive writes: there in whole or not at all.

On this machine the parts are written into a folder beside it, which is renamed when all is there. An object store has
no renaming: there the parts lie in their place, under names of this run, and the manifest, written last, makes them
the result. Whoever reads goes by the manifest.
"""

import json
import secrets
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from tenball_stats import __version__
from tenball_stats.archive.place import ArchiveRefused, Place
from tenball_stats.archive.unit import TABLES, Written
from tenball_stats.store.schema import schema_version

MANIFEST = "_manifest.json"

VERSION = 1
"""Of the layout of a result."""

FOLDERS = (*TABLES, "names", "editions", "edition_texts", "sources", "journal")


@dataclass(frozen=True)
class Manifest:
    """What a result holds."""

    files: tuple[Written, ...]
    facts: Mapping[str, Any] = field(default_factory=dict)
    """What it was made from, and by what."""

    def of_table(self, table: str) -> list[Written]:
        """Return the files of a table."""
        return [file for file in self.files if file.table == table]


class Target:
    """A result that is being written; `publish` makes it one, `discard` leaves nothing of it."""

    def __init__(self, place: Place, *, replace: bool) -> None:
        """Look whether a result may be written here.

        Raises:
            ArchiveRefused: something is there already that may not be replaced.
        """
        self.place = place
        self.run = "" if place.is_local else f"{secrets.token_hex(4)}-"
        self._may_be_written(replace)
        self.parts = place
        if place.is_local:
            folder = Path(place.path)
            self.parts = Place(
                place.name, str(folder.with_name(f".{folder.name}.{secrets.token_hex(4)}.partial")), place.files
            )

    def _may_be_written(self, replace: bool) -> None:
        from pyarrow import fs

        name = self.place.name
        kind = self.place.info().type
        if kind == fs.FileType.File:
            raise ArchiveRefused(f"{name}: is a file; name a folder to write the result into")
        there = [path for path, _ in self.place.below()]
        self._before = there
        if not there:
            return
        if MANIFEST in there:
            if not replace:
                raise ArchiveRefused(f"{name}: holds a result already; --replace puts the new one in its place")
        elif not all(_is_part(path) for path in there):
            raise ArchiveRefused(f"{name}: holds something else ({there[0]}); name a folder that is new or empty")
        elif not replace:
            raise ArchiveRefused(
                f"{name}: holds parts of a replay that has not ended, or died; --replace removes them and starts anew"
            )

    def left_by_others(self) -> list[str]:
        """Return folders beside the result that replays left which died, or which are going on."""
        if not self.place.is_local:
            return []
        folder = Path(self.place.path)
        found = folder.parent.glob(f".{folder.name}.*.partial")
        return [str(Path(self.place.name).parent / path.name) for path in sorted(found)]

    def publish(self, files: Iterable[Written], facts: Mapping[str, Any]) -> None:
        """Make what was written the result.

        Raises:
            ArchiveRefused: a part is not there, because it was written on another machine, for instance.
        """
        files = sorted(files, key=lambda file: (FOLDERS.index(file.table), file.path))
        there = dict(self.parts.below())
        for file in files:
            if there.get(file.path) != file.bytes:
                raise ArchiveRefused(
                    f"{self.place.name}: the part {file.path} that a worker wrote is not there; a cluster needs a "
                    "folder that all its machines share, or an address such as s3://bucket/folder"
                )
        for path in set(there) - {file.path for file in files}:
            if self.run and not path.rsplit("/", 1)[-1].startswith(self.run):
                continue  # of the result before, which counts until the manifest is written
            (self.parts / path).remove()
        told = {
            "result": "tenball-stats",
            "version": VERSION,
            "schema": schema_version(),
            "tool_version": __version__,
            **facts,
            "files": [asdict(file) for file in files],
        }
        (self.parts / MANIFEST).write(json.dumps(told, ensure_ascii=False, indent=1).encode())
        if self.place.is_local:
            self._rename()
        else:
            for path in self._before:
                if path != MANIFEST:
                    (self.place / path).remove()

    def _rename(self) -> None:
        folder, parts = Path(self.place.path), Path(self.parts.path)
        before = folder.with_name(f".{folder.name}.{secrets.token_hex(4)}.replaced") if self._before else None
        try:
            if before:
                folder.rename(before)
            parts.rename(folder)
        except OSError as error:
            raise ArchiveRefused(
                f"{self.place.name}: the result could not be put there ({error.strerror}); "
                "something has come into being there meanwhile"
            ) from None
        if before:
            Place(str(before), str(before), self.place.files).remove()

    def discard(self) -> None:
        """Remove what was written."""
        if self.place.is_local:
            self.parts.remove()
            return
        for path, _ in self.place.below():
            if path.rsplit("/", 1)[-1].startswith(self.run):
                (self.place / path).remove()


def _is_part(path: str) -> bool:
    folder, _, name = path.partition("/")
    return folder in FOLDERS and name.endswith(".parquet") and "/" not in name


def manifest_of(place: Place) -> Manifest:
    """Return what a result holds.

    Raises:
        ArchiveRefused: it is none, was made by a newer version, or parts of it are gone.
    """
    from pyarrow import fs

    if place.info().type == fs.FileType.NotFound:
        raise ArchiveRefused(f"{place.name}: there is no such folder")
    if (place / MANIFEST).info().type != fs.FileType.File:
        raise ArchiveRefused(
            f"{place.name}: is no result of tenball replay --out; "
            f"make one with: tenball replay ARCHIVE --out {place.name}"
        )
    try:
        told = json.loads((place / MANIFEST).read())
        files = tuple(Written(**file) for file in told.pop("files"))
        version, schema = int(told["version"]), int(told["schema"])
    except (ValueError, TypeError, KeyError, AttributeError):
        raise ArchiveRefused(f"{place.name}: {MANIFEST} is damaged; replay the archive again") from None
    if version > VERSION or schema > schema_version():
        raise ArchiveRefused(
            f"{place.name}: was made by a newer tenball-stats (version {told.get('tool_version')}; this one is "
            f"{__version__}); update with: pip install --upgrade tenball-stats"
        )
    there = dict(place.below())
    for file in files:
        if file.table not in FOLDERS or there.get(file.path) != file.bytes:
            raise ArchiveRefused(f"{place.name}: {file.path} is missing or damaged; replay the archive again")
    return Manifest(files, told)
