"""A search answered from an index: the facts of every record as they were kept, a group of records at a time.

The answers are those of ``Search`` on the file itself. Columns that the expression does not come to are not read;
the text of a match is read from its file, there alone where the record stands.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING, Any

from tarok_pbn.archive.index import Stored
from tarok_pbn.archive.index_list import Damaged
from tarok_pbn.archive.partition import Partition
from tarok_pbn.archive.query_facts import StoredFacts
from tarok_pbn.archive.query_names import Level
from tarok_pbn.archive.query_search import Found, Hit, Search, hit, prepared
from tarok_pbn.notation import Parsed
from tarok_pbn.notation.reading import Reading, Start

if TYPE_CHECKING:
    import pyarrow.parquet as pq

__all__ = ["indexed"]


def indexed(search: Search, path: str, stored: Stored) -> Iterator[Found]:
    """What a search finds in a file, group by group, from what is kept of it.

    Raises Damaged where that cannot be read, and OSError where the text of a match is wanted and the file cannot be
    read, or has changed.
    """
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        file = pq.ParquetFile(stored.table, page_checksum_verification=True)
    except (OSError, pa.ArrowException) as wrong:
        raise Damaged(stored.table) from wrong
    with file:
        for place in range(file.num_row_groups):
            yield _Group(file, place, stored, path).found(search)


class _Group:
    """A group of records; its columns are read when they are first asked for."""

    def __init__(self, file: pq.ParquetFile, place: int, stored: Stored, path: str) -> None:
        self._file = file
        self._place = place
        self._stored = stored
        self._path = path
        self._columns: dict[str, list[Any]] = {}

    def column(self, name: str) -> list[Any]:
        """The cells of a column. Raises Damaged."""
        import pyarrow as pa

        if name not in self._columns:
            try:
                table = self._file.read_row_group(self._place, columns=[name], use_threads=False)
                self._columns[name] = table.column(0).to_pylist()
            except (OSError, pa.ArrowException) as wrong:
                raise Damaged(self._stored.table) from wrong
        return self._columns[name]

    def _cell(self, row: int, column: str) -> Any:
        return self.column(column)[row]

    def found(self, search: Search) -> Found:
        """What the search finds in it."""
        ready = prepared(search.expression, search.show)
        reads = search.texts or ready.plan.level > Level.HEADER
        hits: list[Hit] = []
        faulty = 0
        numbers = self.column("number")
        for row, number in enumerate(numbers):
            facts = StoredFacts(self._path, number, partial(self._cell, row))
            if ready.guard is not None and ready.guard(facts) is not True:
                continue
            faulty += reads and self.column("faulty")[row]
            if ready.rest is None or ready.rest(facts) is True:
                hits.append(hit(ready, facts, self._read(row) if search.texts else None))
        return Found(hits, len(numbers), faulty)

    def _read(self, row: int) -> Parsed:
        """The record itself, from its file. Raises OSError."""
        size, offset = self.column("size")[row], self.column("offset")[row]
        before, lasting = (json.loads(self.column(name)[row] or "{}") for name in ("before", "lasting"))
        start = Start(self.column("line")[row], self.column("number")[row], self.column("crlf")[row], before, lasting)
        partition = Partition(self._path, self._path, None, self._stored.stamp, offset, (size,), start, False)
        return Reading(self._path, False, start).next(next(partition.pieces()))
