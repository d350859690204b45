"""The records of many files, one by one; what cannot be read is told and the rest goes on."""

from __future__ import annotations

import os
import shutil
import weakref
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import BinaryIO

from tarok_pbn.archive.loose import Loose, UnknownVersion, read_loose
from tarok_pbn.archive.scratch import scratch
from tarok_pbn.notation import read_file

__all__ = ["STDIN", "Intake", "same_bytes", "same_file"]

#: What standard input is called.
STDIN = "<stdin>"


class Intake:
    """Files and standard input (``-``), read as often as asked.

    paths: file names and ``-``. stdin: where the latter is read from; once, for its bytes are kept in a temporary
    file where they are asked for again. tell: is told in a sentence what was left out or changed, once.
    step: is told the file of each record, and how many bytes of it were read.
    unreadable: files that could not be opened or read. refused: files that were left out for another reason.
    faulty: number of records with an error of reading. last: number of records in the latest pass.
    """

    def __init__(
        self,
        paths: Iterable[str],
        stdin: BinaryIO,
        tell: Callable[[str], None],
        step: Callable[[str, int], object] = lambda path, offset: None,
    ) -> None:
        self.paths = list(paths)
        self._stdin = stdin
        self._copy: BinaryIO | None = None
        self._tell = tell
        self._step = step
        self._told: set[str] = set()
        self.unreadable: list[str] = []
        self.refused: list[str] = []
        self.faulty = 0
        self.last = 0

    def __iter__(self) -> Iterator[tuple[str, Loose]]:
        """(file name, record) of all files; findings and messages name standard input ``<stdin>``."""
        self.faulty = self.last = 0
        for path in self.paths:
            yield from self.records(path)

    def records(self, path: str) -> Iterator[tuple[str, Loose]]:
        """(file name, record) of one of the files."""
        name = STDIN if path == "-" else path
        records = self._guarded(path, name)
        for loose in records:
            if not loose.is_record:
                if loose.text:
                    self._leave(self.refused, path, f"{name} has no record; its text is left out")
                continue
            self.faulty += loose.faulty
            self.last += 1
            if loose.changed:
                self.tell(f"{name}: record {loose.number}: {loose.changed}")
            yield name, loose

    def _guarded(self, path: str, name: str) -> Iterator[Loose]:
        """The records of a file; errors of reading are told, those of whoever takes the records are not ours."""
        try:
            file = self.open(path)
        except OSError as wrong:
            self._leave(self.unreadable, path, f"cannot read {_called(name)}: {wrong.strerror or wrong}")
            return
        try:
            records = read_loose(read_file(file, name))
            while True:
                try:
                    loose = next(records)
                except StopIteration:
                    return
                except UnknownVersion as wrong:
                    self._leave(self.refused, path, f"{name} is left out: {wrong}")
                    return
                except OSError as wrong:
                    self._leave(self.unreadable, path, f"cannot read {_called(name)}: {wrong.strerror or wrong}")
                    return
                self._step(path, file.tell())
                yield loose
        finally:
            if path != "-":
                file.close()

    def open(self, path: str) -> BinaryIO:
        """A file, or standard input from its beginning. Raises OSError."""
        if path != "-":
            return Path(path).open("rb")
        if self._copy is None:
            self._copy = scratch()
            weakref.finalize(self, self._copy.close)
            shutil.copyfileobj(self._stdin, self._copy)
        self._copy.seek(0)
        return self._copy

    def tell(self, sentence: str) -> None:
        """Tell something that has not been told before."""
        if sentence not in self._told:
            self._told.add(sentence)
            self._tell(sentence)

    def left_out(self, path: str) -> bool:
        """Whether a file was left out."""
        return any(same_file(path, other) for other in (*self.unreadable, *self.refused))

    def _leave(self, where: list[str], path: str, why: str) -> None:
        if path not in where:
            where.append(path)
        self.tell(why)


def same_file(one: str, other: str) -> bool:
    """Whether two names are one file, existing or not."""
    if "-" in (one, other):
        return one == other
    return os.path.normcase(os.path.realpath(one)) == os.path.normcase(os.path.realpath(other))


def same_bytes(path: str, other: BinaryIO) -> bool:
    """Whether a file holds the bytes that *other* has from here on. Raises OSError."""
    with Path(path).open("rb") as file:
        while True:
            ours, theirs = file.read(1 << 20), other.read(1 << 20)
            if ours != theirs:
                return False
            if not ours:
                return True


def _called(name: str) -> str:
    return "standard input" if name == STDIN else name
