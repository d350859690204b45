"""Sorting more than fits into memory: sorted runs in unnamed temporary files, merged.

Rows are a key of texts and a payload. At most ``memory`` bytes of payload are held; what is more lies in
temporary files without a name, which the system takes back however the program ends.
"""

from __future__ import annotations

import heapq
import json
import weakref
from collections.abc import Callable, Iterator, Sequence
from typing import Any, BinaryIO

from tarok_pbn.archive.scratch import scratch

__all__ = ["Row", "Spool"]

#: values that the order comes from, and what is to be sorted
Row = tuple[Sequence[str], str]
_Entry = tuple[Any, int, Sequence[str], str]
#: runs that are merged at once, each an open file
_FAN = 48
_MEMORY = 32 << 20


class Spool:
    """Takes rows in any order and gives them back sorted, stable, as often as asked.

    order: from a row's values to something comparable. memory: bytes of payload to hold.
    """

    def __init__(self, order: Callable[[Sequence[str]], Any], memory: int = _MEMORY) -> None:
        self._order = order
        self._memory = memory
        self._held: list[_Entry] = []
        self._size = 0
        self._count = 0
        self._runs: list[BinaryIO] = []
        weakref.finalize(self, _close, self._runs)

    def __len__(self) -> int:
        return self._count

    def add(self, values: Sequence[str], payload: str) -> None:
        """Add a row. Raises OSError where the temporary directory is full."""
        self._held.append((self._order(values), self._count, values, payload))
        self._count += 1
        self._size += len(payload) + 200
        if self._size > self._memory:
            self._held.sort(key=_place)
            self._runs.append(_run(iter(self._held)))
            self._held, self._size = [], 0
            if len(self._runs) == _FAN:
                whole = _run(self._merged())
                _close(self._runs)
                self._runs[:] = [whole]

    def __iter__(self) -> Iterator[Row]:
        """The rows in their order; rows of one order as they came."""
        self._held.sort(key=_place)
        for _, _, values, payload in self._merged():
            yield values, payload

    def _merged(self) -> Iterator[_Entry]:
        runs = [self._rows(run) for run in self._runs]
        return heapq.merge(*runs, iter(self._held), key=_place)

    def _rows(self, run: BinaryIO) -> Iterator[_Entry]:
        """The rows of a run, read in pieces so that several readers of one file do not disturb each other."""
        at = 0
        while True:
            run.seek(at)
            lines = run.readlines(1 << 18)
            at = run.tell()
            if not lines:
                return
            for line in lines:
                number, values, payload = json.loads(line)
                yield self._order(values), number, values, payload


def _place(entry: _Entry) -> tuple[Any, int]:
    return entry[0], entry[1]


def _run(entries: Iterator[_Entry]) -> BinaryIO:
    """Write sorted rows, one a line of JSON, which has room for bytes that are no text."""
    file = scratch()
    for _, number, values, payload in entries:
        file.write(json.dumps([number, values, payload]).encode("ascii") + b"\n")
    return file


def _close(runs: list[BinaryIO]) -> None:
    for run in runs:
        run.close()
