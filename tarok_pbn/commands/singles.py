"""The records that ``PATH[:N]...`` means, each in a partition of its own, for work that takes long for each."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

from tarok_pbn.report.base import counted
from tarok_pbn.report.sources import addressed, called, found

if TYPE_CHECKING:
    from tarok_pbn.archive.partition import Broken, Partition

__all__ = ["Singles"]


class _Meant(NamedTuple):
    """A file; the number of the record in it that is meant, or None; plain: it was found, not named."""

    path: str
    number: int | None = None
    plain: bool = False


class Singles:
    """The records of a command line one by one, read as they are asked for: a file may be larger than memory.

    sources: paths, directories, ``-``, each file with ``:N`` or without. Raises click.UsageError for a directory
    without any record file. What is named and not there is found out while records are read; ``lacking`` then tells.
    """

    def __init__(self, sources: Sequence[str], exclude: Sequence[str], stdin_name: str) -> None:
        self._stdin_name = stdin_name
        self._meant = list(_meant(sources, exclude))
        self._lacking: list[tuple[_Meant, str]] = []
        self._filled: set[str] = set()
        self._broken: set[str] = set()

    @property
    def files(self) -> list[str]:
        """The files, in the order in which they are read; none where not all of each is."""
        return [] if any(meant.number for meant in self._meant) else [meant.path for meant in self._meant]

    def __iter__(self) -> Iterator[Partition | Broken]:
        from tarok_pbn.archive.partition import Broken, Partition, partitions_of

        for meant in self._meant:
            name = self._stdin_name if meant.path == "-" else meant.path
            last = None
            for item in partitions_of([(meant.path, name)], sys.stdin.buffer if meant.path == "-" else None, target=1):
                if not isinstance(item, Partition):
                    self._broken.add(name)
                    yield item
                    continue
                last = item
                if meant.number is None or item.start.number == meant.number:
                    yield item
                if item.start.number == meant.number:
                    break
            else:
                if meant.number is None or name in self._broken:
                    continue
                try:
                    self._lacking.append((meant, f"{counted(_numbers(last), 'record')}, not {meant.number}"))
                except OSError as wrong:
                    yield Broken(meant.path, wrong)

    def filled(self, name: str) -> None:
        """A record was there in the file of that name."""
        self._filled.add(name)

    def lacking(self) -> Iterator[str]:
        """What was named on the command line and is not there, once all is read."""
        told = dict(self._lacking)
        for meant in self._meant:
            name = self._stdin_name if meant.path == "-" else meant.path
            if meant in told:
                yield f"{called(name)} has {told[meant]}"
            elif not meant.plain and name not in self._filled and name not in self._broken:
                yield f"{called(name)} has no record"


def _meant(sources: Sequence[str], exclude: Sequence[str]) -> Iterator[_Meant]:
    named = {source for source in sources if source == "-" or not os.path.isdir(source)}
    for one, group in groupby(sources, lambda source: source in named and addressed(source)[1] is not None):
        if one:
            yield from (_Meant(*addressed(source)) for source in group)
        else:
            yield from (_Meant(path, plain=path not in named) for path in found(group, exclude))


def _numbers(last: Partition | None) -> int:
    """How many records there are. last: the last of the file, which may be text without any. Raises OSError."""
    if last is None or not any(parsed.is_record for parsed in last.parsed()):
        return 0
    return last.start.number
