"""Partitions: files cut between records into pieces that can be read anywhere, with the same result as in one go.

Where a record ends is decided once, by the fast splitter, and told to whoever reads; what one record hands
down to the next (line numbers, repeated values, whether line ends were reported) goes along as a ``Start``. So the
records of the partitions of a file, one after the other, are those of the file, whatever stands in it.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import BinaryIO, NamedTuple

from tarok_pbn.notation import Parsed
from tarok_pbn.notation.files import read_pieces
from tarok_pbn.notation.reading import Reading, Start, line_breaks
from tarok_pbn.notation.split import Piece, split, until_broken

__all__ = ["TARGET", "Broken", "Changed", "Partition", "partitions", "partitions_of"]

#: Bytes of a partition: some hundreds of records, a fraction of a second of checking.
TARGET = 1 << 18
#: How many times larger a partition may become in the search for a record that repeats no value of the one before.
_PATIENCE = 4
_INHERITS = b'"#'


class Changed(OSError):
    """A file is no longer what it was when it was cut."""


class Broken(NamedTuple):
    """A file that could not be read to its end. path: as it is to be told. why: what the system said."""

    path: str
    why: OSError


@dataclass(frozen=True, slots=True)
class Partition:
    """Some records of a file that follow each other.

    name: of the file in reports. place: of the file while it is read, "" the same; rule set files are looked for
    beside it. path: where to open it; None where *data* holds the bytes, as for pipes.
    stamp: size and time of change (ns) of the file when it was cut. offset: of the first record in the file.
    sizes: bytes of each record; negative where the record was cut because it was too long.
    start: what stood before. last: whether the file ends here.
    """

    name: str
    path: str | None
    data: bytes | None
    stamp: tuple[int, int] | None
    offset: int
    sizes: tuple[int, ...]
    start: Start
    last: bool
    place: str = ""

    @property
    def size(self) -> int:
        """Bytes."""
        return sum([abs(size) for size in self.sizes])

    def content(self, at: int = 0, size: int | None = None) -> bytes:
        """The bytes, or *size* of them from byte *at* on.

        Raises OSError where the file cannot be read, Changed where it is not the file that was cut.
        """
        size = self.size if size is None else size
        if self.data is not None or self.path is None:
            return (self.data or b"")[at : at + size]
        with open(self.path, "rb") as file:
            status = os.fstat(file.fileno())
            if self.stamp is not None and (status.st_size, status.st_mtime_ns) != self.stamp:
                raise Changed(None, "the file has changed while it was read")
            file.seek(self.offset + at)
            data = file.read(size)
        if len(data) != size:
            raise Changed(None, "the file has become shorter while it was read")
        return data

    def pieces(self) -> Iterator[Piece]:
        """The records' bytes as the splitter has found them. Raises OSError as ``content`` does."""
        data, at = self.content(), 0
        for size in self.sizes:
            yield self.offset + at, data[at : at + abs(size)], size < 0
            at += abs(size)

    def parsed(self, *, strict: bool = False, rewrites: bool = False) -> Iterator[Parsed]:
        """The records as read, one by one: what reading the whole file gives at this place."""
        return read_pieces(
            self.pieces(), self.place or self.name, strict=strict, rewrites=rewrites, start=self.start, last=self.last
        )

    def singles(self) -> Iterator[Partition]:
        """The same records, each in a partition of its own."""
        for single in _cut(self.pieces(), self, 1, 1):
            yield replace(single, last=self.last and single.last)

    def single(self, index: int) -> Partition:
        """The partition of one of its records alone, *index* from 0."""
        return next(single for number, single in enumerate(self.singles()) if number == index)


class _Trail:
    """Follows what is handed down from record to record, reading only the records that need it.

    A record matters to the next one only if that repeats its values (``#``); values are given to all following
    ones (``##``) only by records with that sign.
    """

    def __init__(self, start: Start) -> None:
        self._line, self._number, self._crlf = start.line, start.number, start.crlf
        self._reading = Reading(None, False, start)
        self._unread: Piece | None = None

    def add(self, piece: Piece) -> None:
        """One more record."""
        raw = piece[1]
        self._line += line_breaks(raw)
        self._number += 1
        self._crlf = self._crlf or b"\r" in raw
        if _INHERITS in raw:
            self._read()
            self._reading.next(piece)
        else:
            self._unread = piece

    def _read(self) -> None:
        if self._unread is not None:
            self._reading.next(self._unread)
            self._unread = None

    def start(self, raw: bytes) -> Start:
        """What stands before the next record, whose bytes are given."""
        before: dict[str, str] = {}
        inheritance = self._reading.inheritance
        if _INHERITS in raw:
            self._read()
            before = {tag.name: tag.value for tag in reversed(inheritance.before.tags)}
        return Start(self._line, self._number, self._crlf, before, dict(inheritance.lasting))


def _cut(pieces: Iterable[Piece], like: Partition, target: int, patience: int = _PATIENCE) -> Iterator[Partition]:
    """Partitions of at least *target* bytes of the records of a file, or of a part of it, that is *like* that."""
    trail, start, offset = _Trail(like.start), like.start, like.offset
    sizes: list[int] = []
    held: list[bytes] = []
    size = 0
    broken: list[OSError] = []
    for piece in until_broken(pieces, broken):
        at, raw, too_long = piece
        if sizes and size >= target and (_INHERITS not in raw or size >= target * patience):
            yield replace(like, data=_joined(held, like), offset=offset, sizes=tuple(sizes), start=start, last=False)
            start, offset, size = trail.start(raw), at, 0
            sizes, held = [], []
        trail.add(piece)
        size += len(raw)
        sizes.append(-len(raw) if too_long else len(raw))
        if like.path is None:
            held.append(raw)
    if sizes:
        last = not broken
        yield replace(like, data=_joined(held, like), offset=offset, sizes=tuple(sizes), start=start, last=last)
    if broken:
        raise broken[0]


def _joined(held: list[bytes], like: Partition) -> bytes | None:
    return b"".join(held) if like.path is None else None


def partitions(
    file: BinaryIO, name: str, path: str | None = None, *, target: int | None = None, place: str = ""
) -> Iterator[Partition]:
    """The partitions of an open binary file, cut as it is read, in constant memory.

    path: where the file can be opened again, so that partitions need not hold its bytes; anything but a regular file
    is cut as a pipe. target: bytes of a partition, at least. Raises OSError where reading fails, after the partitions
    of what was read before.
    """
    status = os.fstat(file.fileno()) if path is not None else None
    regular = status is not None and stat.S_ISREG(status.st_mode)
    stamp = (status.st_size, status.st_mtime_ns) if status is not None and regular else None
    read: Callable[[int], bytes] = getattr(file, "read1", file.read)
    like = Partition(name, path if regular else None, None, stamp, 0, (), Start(), True, place)
    return _cut(split(read), like, TARGET if target is None else target)


def partitions_of(
    files: Iterable[tuple[str, str]], stdin: BinaryIO | None = None, *, target: int | None = None
) -> Iterator[Partition | Broken]:
    """The partitions of many files, and of each that cannot be read to its end why not.

    files: (path, name in reports); the path ``-`` is *stdin*.
    """
    for path, name in files:
        try:
            if path == "-" and stdin is not None:
                yield from partitions(stdin, name, target=target)
            else:
                with open(path, "rb") as file:
                    yield from partitions(file, name, path, target=target)
        except OSError as wrong:
            yield Broken("standard input" if path == "-" else path, wrong)
