"""Two archives laid side by side: which record of the one is which of the other.

First come records that are the same, then those of one place (event, date, round, table, board), then those of one
DealId, each as often as both sides have it. Kept in memory are a few hundred bytes a record; the records wait
in temporary files.
"""

from __future__ import annotations

import weakref
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator
from typing import NamedTuple

from tarok_pbn.archive.likeness import likeness
from tarok_pbn.archive.loose import Loose
from tarok_pbn.archive.scratch import scratch
from tarok_pbn.notation import Parsed, read_bytes, to_bytes

__all__ = ["Entry", "Pair", "Shelf", "paired"]


class Entry(NamedTuple):
    """A record on a shelf. file, record: where it came from. at, size: its place on the shelf, in bytes."""

    file: str
    record: int
    at: int
    size: int
    id: str
    place: str
    deal: str

    @property
    def label(self) -> str:
        """``file, record 7``"""
        return f"{self.file}, record {self.record}"


class Pair(NamedTuple):
    """A record of A and one of B; None where there is no such. moved: it stands elsewhere in the order of B."""

    a: Entry | None
    b: Entry | None
    moved: bool = False


class Shelf:
    """Records put aside in a temporary file, to be taken out in any order."""

    def __init__(self) -> None:
        self._file = scratch()
        weakref.finalize(self, self._file.close)
        self.entries: list[Entry] = []
        self._end = 0

    def fill(self, records: Iterable[tuple[str, Loose]]) -> None:
        """Put (file name, record) pairs on the shelf."""
        for name, loose in records:
            own = likeness(loose, name, len(self.entries))
            data = to_bytes(loose.text)
            self._file.seek(self._end)
            self._file.write(data)
            entry = Entry(name, loose.number, self._end, len(data), own.id, own.place_key, own.deal)
            self.entries.append(entry)
            self._end += len(data)

    def take(self, entry: Entry) -> Parsed:
        """The record of an entry, read again."""
        self._file.seek(entry.at)
        return next(iter(read_bytes(self._file.read(entry.size), entry.file)))


def paired(ours: list[Entry], theirs: list[Entry]) -> list[Pair]:
    """The pairs in the order of A, then what only B has."""
    found: dict[int, int] = {}
    keys: list[Callable[[Entry], Hashable]] = [lambda e: e.id, lambda e: e.place, lambda e: e.deal]
    taken: set[int] = set()
    for key in keys:
        waiting: dict[Hashable, list[int]] = defaultdict(list)
        for number in range(len(theirs) - 1, -1, -1):
            if number not in taken and key(theirs[number]):
                waiting[key(theirs[number])].append(number)
        for number, entry in enumerate(ours):
            if number not in found and waiting.get(key(entry)):
                found[number] = waiting[key(entry)].pop()
                taken.add(found[number])
    steady = set(_longest_rise([found[number] for number in sorted(found)]))
    pairs = [
        Pair(entry, theirs[found[n]], found[n] not in steady) if n in found else Pair(entry, None)
        for n, entry in enumerate(ours)
    ]
    return [*pairs, *(Pair(None, entry) for n, entry in enumerate(theirs) if n not in taken)]


def _longest_rise(numbers: list[int]) -> Iterator[int]:
    """The members of a longest rising subsequence: what has kept its order."""
    tails: list[int] = []
    ends: list[int] = []
    before: list[int] = []
    for index, number in enumerate(numbers):
        place = bisect_left(tails, number)
        before.append(ends[place - 1] if place else -1)
        if place == len(tails):
            tails.append(number)
            ends.append(index)
        else:
            tails[place], ends[place] = number, index
    at = ends[-1] if ends else -1
    while at >= 0:
        yield numbers[at]
        at = before[at]
