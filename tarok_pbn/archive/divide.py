"""An archive divided into files: which record goes into which, and the files written one after the other.

The records wait in a spool until all are read; so no more than one file is open for writing, however many
there will be, and a name is final before the first of them is written.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from itertools import groupby
from pathlib import Path
from typing import BinaryIO, NamedTuple

from tarok_pbn.archive.fields import fields_of, players, value_of
from tarok_pbn.archive.filenames import Pattern, default_pattern, distinct
from tarok_pbn.archive.loose import Binder, Loose, Writable
from tarok_pbn.archive.names import caseless
from tarok_pbn.archive.spool import Spool
from tarok_pbn.files import replacing

__all__ = ["By", "Division", "Made", "Occupied"]

_COUNT = re.compile(r"([0-9]{1,12})(?: ?(records?))?")
_SIZE = re.compile(r"([0-9]{1,9}) ?(k|m|g|ki|mi|gi)?b", re.IGNORECASE)
_UNITS = {"": 1, "k": 10**3, "m": 10**6, "g": 10**9, "ki": 1 << 10, "mi": 1 << 20, "gi": 1 << 30}


class Occupied(Exception):
    """Files that exist already with other content. names: which."""

    def __init__(self, names: list[str]) -> None:
        super().__init__(", ".join(names))
        self.names = names


class By(NamedTuple):
    """How to divide: by the values of fields, after so many records, or before so many bytes are exceeded."""

    fields: tuple[str, ...] = ()
    records: int = 0
    size: int = 0

    @classmethod
    def parse(cls, text: str) -> By:
        """``event``, ``event,table``, ``player``, ``100``, ``100 records``, ``2MB``, ``500KiB``. Raises ValueError."""
        text = text.strip()
        if (match := _COUNT.fullmatch(text)) is not None:
            if not int(match[1]):
                raise ValueError("a file of 0 records cannot be meant")
            return cls(records=int(match[1]))
        if (match := _SIZE.fullmatch(text)) is not None:
            size = int(match[1]) * _UNITS[(match[2] or "").lower()]
            if not size:
                raise ValueError("a file of 0 bytes cannot be meant")
            return cls(size=size)
        if text[:1] in "+-.0123456789" and text:
            raise ValueError(f"{text!r} is no number of records, such as 100, and no size, such as 500kB, 2MB or 1GiB")
        words = [word.strip() for word in text.split(",") if word.strip()]
        fields = ["player" if word.lower() == "player" else fields_of(word)[0] for word in words]
        if not fields:
            raise ValueError("it is not said by what; as in event, event,table, player, 100 or 2MB")
        return cls(tuple(dict.fromkeys(fields)))


class Made(NamedTuple):
    """A file of a division: its path, the number of its records, and whether it was there already, the same."""

    path: str
    records: int
    kept: bool


class Division:
    """Records divided into files of a directory.

    by: how. pattern: names of the files, None for the usual ones. directory: where they go. Raises ValueError for a
    pattern whose fields differ within a file.
    """

    def __init__(self, by: By, pattern: Pattern | None, directory: str) -> None:
        usual = default_pattern(by.fields) if by.fields else "{file}-{number:4}.tpbn"
        self.pattern = pattern or Pattern(usual)
        self.by = by
        self.directory = directory
        self._waiting = Spool(_by_number)
        #: values of the fields -> number of the file
        self._numbers: dict[tuple[str, ...], int] = {}
        #: file names by the number of the file, and all of them folded
        self.names: list[str] = []
        self._taken: set[str] = set()
        self._count = self._size = 0
        allowed = {*by.fields, "number"} if by.fields else {"number", "file"}
        foreign = [field for field in self.pattern.fields if field not in allowed]
        if foreign:
            what = f"add it to --by {','.join(by.fields)}" if by.fields else "such files have {file} and {number}"
            raise ValueError(f"{{{foreign[0]}}} may differ within a file; {what}")
        if not by.fields and "number" not in self.pattern.fields:
            raise ValueError(f"the pattern {self.pattern.text!r} needs {{number}}: it must name many files")

    def add(self, loose: Loose, source: str) -> None:
        """Take a record that comes from the file *source*."""
        for number in self._files(loose, source):
            self._waiting.add([str(number), "1" if loose.open else ""], loose.text)

    def _files(self, loose: Loose, source: str) -> list[int]:
        """Numbers of the files that a record goes into; several only for its players."""
        fields = self.by.fields
        if not fields:
            size = len(loose.text.encode("utf-8", "surrogatepass")) + 1
            full = self._count >= self.by.records if self.by.records else self._size + size > self.by.size
            if full or not self.names:
                self._count, self._size = 0, 12  # the version line
                self._name({"file": Path(source.strip("<>")).stem})
            self._count += 1
            self._size += size
            return [len(self.names) - 1]
        record = loose.record
        known = {field: value_of(record, field) for field in fields if field != "player"}
        people = (players(record) or ["?"]) if "player" in fields else [""]
        found = []
        for player in people:
            values = {**known, "player": player}
            key = tuple(values[field] for field in fields)
            if key not in self._numbers:
                self._numbers[key] = len(self.names)
                self._name(values)
            found.append(self._numbers[key])
        return found

    def _name(self, values: dict[str, str]) -> None:
        name = self.pattern.name({**values, "number": str(len(self.names) + 1)})
        name = distinct(name, self._taken)
        self._taken.add(caseless(name))
        self.names.append(name)

    def path(self, number: int) -> str:
        """Where a file goes. Raises ValueError where a link in the directory leads out of it."""
        path = os.path.join(self.directory, *self.names[number].split("/"))
        top = os.path.realpath(self.directory)
        folder = os.path.realpath(os.path.dirname(path) or ".")
        if os.path.commonpath([top, folder]) != top:
            raise ValueError(f"{path} would lie outside {self.directory}")
        return path

    def examine(self) -> tuple[list[str], set[str]]:
        """The files that exist with other content than they would get, and those that have theirs already."""
        occupied: list[str] = []
        same: set[str] = set()
        if any(os.path.lexists(self.path(number)) for number in range(len(self.names))):
            for path, records in self._groups():
                if _same(path, records):
                    same.add(path)
                elif os.path.lexists(path):
                    occupied.append(path)
        return occupied, same

    def write(self, *, force: bool = False) -> Iterator[Made]:
        """Write the files, each in one step. Raises Occupied before anything is written, OSError, ValueError.

        force: write over files with other content. A file that has its content already is left alone, so that an
        interrupted run is finished by another.
        """
        occupied, same = self.examine()
        if occupied and not force:
            raise Occupied(occupied)
        for path, records in self._groups():
            if path in same:
                yield Made(path, sum(1 for _ in records), True)
                continue
            os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
            with replacing(path) as file:
                count = _bind(file, records)
            yield Made(path, count, False)

    def plan(self) -> Iterator[Made]:
        """What ``write`` would make; writes nothing."""
        for path, records in self._groups():
            yield Made(path, sum(1 for _ in records), False)

    def _groups(self) -> Iterator[tuple[str, Iterable[tuple[str, bool]]]]:
        """Each file's path, and its records as (text, whether a comment is left open)."""
        for number, rows in groupby(self._waiting, key=lambda row: int(row[0][0])):
            yield self.path(number), ((text, bool(values[1])) for values, text in rows)


def _by_number(values: Iterable[str]) -> int:
    return int(next(iter(values)))


def _bind(file: Writable, records: Iterable[tuple[str, bool]]) -> int:
    binder = Binder(file)
    for text, is_open in records:
        binder.add(text, is_open)
    binder.finish()
    return binder.count


class _Comparing:
    """Stands for a file that is written to, and compares with the bytes of one that is there."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self.same = True

    def write(self, data: bytes) -> int:
        """Compare the next bytes."""
        self.same = self.same and self._file.read(len(data)) == data
        return len(data)


def _same(path: str, records: Iterable[tuple[str, bool]]) -> bool:
    """Whether a file holds these records already, byte for byte."""
    try:
        with Path(path).open("rb") as file:
            comparing = _Comparing(file)
            _bind(comparing, records)
            return comparing.same and not file.read(1)
    except OSError:
        return False
