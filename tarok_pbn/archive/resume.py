"""A journal of partitions that are done, so that a run that was interrupted can go on.

A result is found again by what it was made from: the bytes of the partition, what stood before it, its name and
place, what was done with it, and the version of the package. Nothing else counts, so a file that was changed
meanwhile is worked on anew where it changed. Each line holds its own check sum and is on the disk
before the run goes on; a line that is torn or spoilt counts as not written.
"""

from __future__ import annotations

import hashlib
import json
import os
import zlib
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO

from tarok_pbn.archive.partition import Partition

__all__ = ["Journal", "NoJournal", "key_of"]

_MAGIC = b"tarok journal 1\n"
#: What a record says that uses a rule set file: its result depends on that, too.
_HOUSE = b'"file:'


class NoJournal(ValueError):
    """The file that is named as the journal is something else, or another run writes to it."""


def key_of(partition: Partition, what: str) -> str | None:
    """What the result of a partition is found by; None where it depends on more than the partition.

    what: what is done with it, in all that matters. Raises OSError where the partition cannot be read.
    """
    data = partition.content()
    if _HOUSE in data:
        return None
    place = json.dumps([what, partition.name, partition.offset, partition.sizes, partition.start, partition.last])
    return hashlib.sha256(place.encode() + b"\0" + data).hexdigest()


class Journal:
    """A journal in a file, open to be asked and added to.

    path: of the file; it is made where there is none. Raises OSError where it cannot be opened, NoJournal where it is
    no journal. Only where each result stands is kept in memory.
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self._where: dict[str, tuple[int, int]] = {}
        self._file: BinaryIO = _opened(Path(path))
        try:
            _lock(self._file, path)
            self._read(path)
        except BaseException:
            self._file.close()
            raise

    def __enter__(self) -> Journal:
        return self

    def __exit__(self, kind: type[BaseException] | None, fault: BaseException | None, at: TracebackType | None) -> None:
        self._file.close()

    def _read(self, path: str | os.PathLike[str]) -> None:
        """Find the lines that are whole; what was torn off at the end is taken away."""
        file = self._file
        head = file.read(len(_MAGIC))
        if not _MAGIC.startswith(head):
            raise NoJournal(f"{os.fspath(path)} is no journal of tarok, and is left as it is; name another file")
        end = len(_MAGIC)
        if head != _MAGIC:  # new, or killed while it was made
            file.seek(0)
            file.truncate()
            file.write(_MAGIC)
        for line in file:
            if not line.endswith(b"\n"):
                break
            key = _key_in(line)
            if key is not None:
                self._where[key] = (end, len(line))
            end += len(line)
        file.truncate(end)
        file.seek(end)
        _written(file)

    def get(self, key: str | None) -> Any:
        """The result of that key, as JSON has it; None where there is none."""
        where = self._where.get(key) if key is not None else None
        if where is None:
            return None
        self._file.seek(where[0])
        line = self._file.read(where[1])
        return json.loads(line[9:])[1]

    def add(self, key: str | None, result: Any) -> None:
        """Keep a result, which must be JSON; it is on the disk when this returns. Raises OSError."""
        if key is None or key in self._where:
            return
        text = json.dumps([key, result], separators=(",", ":")).encode()
        line = b"%08x %s\n" % (zlib.crc32(text), text)
        at = self._file.seek(0, os.SEEK_END)
        self._file.write(line)
        _written(self._file)
        self._where[key] = (at, len(line))


def _opened(path: Path) -> BinaryIO:
    """The file, readable and writable; made where there is none."""
    return os.fdopen(os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0), 0o666), "r+b")


def _lock(file: BinaryIO, path: str | os.PathLike[str]) -> None:
    """Two runs that write the same journal would spoil it."""
    try:
        import fcntl
    except ImportError:
        return  # no locks here; the check sums tell what was spoilt
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as wrong:
        raise NoJournal(f"{os.fspath(path)} is being written by another run") from wrong


def _key_in(line: bytes) -> str | None:
    """The key of a line; None where the line is spoilt."""
    text = line[9:-1]
    if line[8:9] != b" " or line[:8] != b"%08x" % zlib.crc32(text) or text[:2] != b'["' or text[66:67] != b'"':
        return None
    return text[2:66].decode("ascii", "replace")


def _written(file: BinaryIO) -> None:
    file.flush()
    os.fsync(file.fileno())
