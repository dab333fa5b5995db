"""Where archives and results lie: a folder of this machine, or an address such as `s3://bucket/folder`."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING
from urllib.parse import urlsplit, urlunsplit

from tenball_stats.errors import TenballError

if TYPE_CHECKING:
    from pyarrow import fs, lib


class ArchiveRefused(TenballError):
    """An archive or a result that cannot be used as asked; the text says why and what to do."""


@dataclass(frozen=True)
class Place:
    """A file or folder, as it is called in messages, and where it lies in its file system."""

    name: str
    path: str
    files: "fs.FileSystem"

    @property
    def is_local(self) -> bool:
        """It lies on this machine, where a folder can be renamed in one step."""
        return bool(self.files.type_name == "local")

    def __truediv__(self, inner: str) -> "Place":
        """Return what lies inside under this name."""
        if self.is_local:
            name = str(Path(self.name) / inner)
        else:
            parts = urlsplit(self.name)
            name = urlunsplit(parts._replace(path=f"{parts.path.rstrip('/')}/{inner}"))
        return Place(name, f"{self.path.rstrip('/')}/{inner}", self.files)

    def info(self) -> "fs.FileInfo":
        """Return what the file system knows of it."""
        with worded(self):
            return self.files.get_file_info(self.path)

    def below(self) -> list[tuple[str, int]]:
        """Return every file below a folder: its path from here, parts divided by `/`, and its size; sorted by parts."""
        from pyarrow import fs

        root = PurePosixPath(self.path)
        with worded(self):
            found = self.files.get_file_info(fs.FileSelector(self.path, recursive=True, allow_not_found=True))
        files = [
            (str(PurePosixPath(info.path).relative_to(root)), int(info.size or 0))
            for info in found
            if info.type == fs.FileType.File
        ]
        return sorted(files, key=lambda file: file[0].split("/"))

    def opened(self) -> "lib.NativeFile":
        """Open it for reading from any place in it."""
        with worded(self):
            return self.files.open_input_file(self.path)

    def read(self) -> bytes:
        """Return the whole of it."""
        with self.opened() as file, worded(self):
            return bytes(file.read())

    def write(self, data: bytes) -> None:
        """Write it so that it is there in whole or not at all."""
        with self.writing() as file:
            file.write(data)

    @contextmanager
    def writing(self) -> Iterator["lib.NativeFile"]:
        """Open it for writing; it is there when all is written, and where that fails, as it was.

        An object store shows an object when it is complete; on this machine the file has another name until then.
        """
        with worded(self):
            if not self.is_local:
                with self.files.open_output_stream(self.path) as out:
                    yield out
                return
            import os
            import secrets

            Path(self.path).parent.mkdir(parents=True, exist_ok=True)
            beside = f"{self.path}.{secrets.token_hex(4)}.tmp"
            try:
                with self.files.open_output_stream(beside) as out:
                    yield out
                os.replace(beside, self.path)  # noqa: PTH105 - a path of pyarrow's
            except BaseException:
                Path(beside).unlink(missing_ok=True)
                raise

    def remove(self) -> None:
        """Remove a file or a folder with all that is in it; nothing where there is none."""
        from pyarrow import fs

        kind = self.info().type
        with worded(self):
            if kind == fs.FileType.Directory:
                self.files.delete_dir(self.path)
            elif kind == fs.FileType.File:
                self.files.delete_file(self.path)


@contextmanager
def worded(place: Place) -> Iterator[None]:
    """Word what a file system raises, with the name of the place."""
    try:
        yield
    except ArchiveRefused:
        raise
    except OSError as error:
        reason = error.strerror or str(error).strip().split("\n")[0]
        # Arrow puts its own sentence around that of the system.
        if "[errno" in reason:
            reason = reason.rsplit("] ", 1)[-1]
        raise ArchiveRefused(f"{place.name}: {reason[:300]}") from error


def place_of(name: str) -> Place:
    """Return the place that a path or an address means.

    Raises:
        ArchiveRefused: no file system is known that the address could lie in.
    """
    from pyarrow import fs

    if "://" not in name:
        return Place(name, Path(name).absolute().as_posix(), fs.LocalFileSystem())
    try:
        files, path = fs.FileSystem.from_uri(name)
    except (OSError, ValueError, ImportError) as error:
        reason = str(error).strip().split("\n")[0][:300]
        raise ArchiveRefused(
            f"{name}: expected a folder, or an address such as s3://bucket/folder ({reason})"
        ) from None
    return Place(name if files.type_name != "local" else path, path, files)
