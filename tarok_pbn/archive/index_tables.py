"""The tables that an index keeps of a file of records, and how they are written: Parquet, group by group."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from tarok_pbn import __version__
from tarok_pbn.archive.partition import Partition
from tarok_pbn.archive.query_facts import SummaryFacts, stored_columns
from tarok_pbn.archive.summary import Summary
from tarok_pbn.archive.tables import TABLES, rows
from tarok_pbn.check import check
from tarok_pbn.notation.reading import Reading, Start
from tarok_pbn.notation.split import Piece

if TYPE_CHECKING:
    import pyarrow as pa
    import pyarrow.parquet as pq

__all__ = [
    "EVERY_TABLE", "FACTS", "Made", "Part", "TableWriter", "hashed", "place", "rows_of", "schema", "stamp",
]  # fmt: skip

#: the table from which queries are answered; it is none of SQL
FACTS = "facts"
#: its columns: where the record stands (size negative where it was cut), what it inherits, reading errors, answers
_FACTS = {
    "number": "integer", "offset": "integer", "size": "integer", "line": "integer", "crlf": "boolean", "before": "text",
    "lasting": "text", "faulty": "boolean", "record_id": "text", "deal_id": "text", "tags": "text", "hand": "text",
    "play": "text", "worths": "text",
}  # fmt: skip
EVERY_TABLE = (*TABLES, FACTS)
#: raised where cells come to mean something else, or FACTS to hold it in another way
_FORM = 2
#: so many records at least are in a row group, but in the last
_GROUP = 1000
_MOST = 1 << 63


def schema(table: str) -> pa.Schema:
    """The Arrow schema of a table."""
    import pyarrow as pa

    kinds = {"text": pa.string(), "integer": pa.int64(), "boolean": pa.bool_()}
    columns = _FACTS if table == FACTS else {column.name: column.type for column in TABLES[table]}
    return pa.schema([pa.field(name, kinds[kind]) for name, kind in columns.items()])


def stamp() -> str:
    """Hash of what makes older tables stale: their columns, the versions of the package and of who writes them."""
    import pyarrow as pa

    columns = {name: [[column.name, column.type] for column in table] for name, table in TABLES.items()}
    return hashlib.sha256(json.dumps([__version__, pa.__version__, _FORM, columns, _FACTS]).encode()).hexdigest()[:16]


def place(folder: Path, key: str, table: str) -> Path:
    """Where a table of the file with that key is."""
    return folder / f"{key}-{table}.parquet"


def hashed(path: Path) -> str:
    """32 hexadecimal digits of the content of a file. Raises OSError."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()[:32]


class Part(NamedTuple):
    """Some records of a file that an index reads, on their way to ``rows_of``. name: of the file in the tables."""

    name: str
    partition: Partition


class Made(NamedTuple):
    """What some records come to: their number, and table -> their rows."""

    records: int
    tables: dict[str, pa.Table]


def rows_of(part: Part) -> Made:
    """The rows of some records, made here or in another process. Raises OSError where they cannot be read."""
    import pyarrow as pa

    partition = part.partition
    reading = Reading(partition.name, False, partition.start)
    held: dict[str, list[tuple[Any, ...]]] = {table: [] for table in EVERY_TABLE}
    for piece in partition.pieces():
        start = _start(reading, piece[1])
        parsed = reading.next(piece)
        if not parsed.is_record:
            continue
        summary = Summary(check(parsed))
        for table, lines in rows(summary, part.name).items():
            held[table] += lines
        held[FACTS].append(_facts(piece, start, SummaryFacts(summary)))
    tables = {}
    for table, lines in held.items():
        fields = schema(table)
        columns = list(zip(*lines, strict=True)) or [()] * len(fields)
        arrays = [_array(column, field.type) for column, field in zip(columns, fields, strict=True)]
        tables[table] = pa.Table.from_arrays(arrays, schema=fields)
    return Made(len(held[FACTS]), tables)


class TableWriter:
    """Writes the tables of one file, a group of records after the other. Raises OSError where that fails."""

    def __init__(self, folder: Path, key: str) -> None:
        self._folder = folder
        self._key = key
        self._parts = {table: folder / f"{key}-{table}.part" for table in EVERY_TABLE}
        self._held: list[Made] = []
        self._waiting = 0
        self._writers: dict[str, pq.ParquetWriter] = {}
        self.records = 0

    def add(self, made: Made) -> None:
        """Add the rows of some records."""
        self._held.append(made)
        self._waiting += made.records
        self.records += made.records
        if self._waiting >= _GROUP:
            self._put()

    def _put(self) -> None:
        import pyarrow as pa
        import pyarrow.parquet as pq

        for table, part in self._parts.items():
            fields = schema(table)
            if table not in self._writers:
                self._writers[table] = pq.ParquetWriter(str(part), fields, compression="zstd", write_page_checksum=True)
            joined = pa.concat_tables([fields.empty_table(), *(made.tables[table] for made in self._held)])
            self._writers[table].write_table(joined.combine_chunks())
        self._held, self._waiting = [], 0

    def finish(self, time: int) -> dict[str, tuple[int, str]]:
        """Put the tables in their place; table -> bytes and hash of it. time: of change (ns) that they are known by."""
        if self._held or not self._writers:
            self._put()
        self._close()
        written = {}
        for table, part in self._parts.items():
            with part.open("rb") as file:
                os.fsync(file.fileno())
            written[table] = (part.stat().st_size, hashed(part))
            os.utime(part, ns=(time, time))
            os.replace(part, place(self._folder, self._key, table))
        return written

    def _close(self) -> None:
        while self._writers:
            self._writers.popitem()[1].close()

    def give_up(self) -> None:
        """Leave the tables as they were."""
        with suppress(OSError):
            self._close()
        for part in self._parts.values():
            with suppress(OSError):
                part.unlink()


def _start(reading: Reading, raw: bytes) -> Start:
    """What a record needs to be read alone; the record before only where values of it are repeated."""
    inheritance, before = reading.inheritance, {}
    if b'"#' in raw:
        before = {tag.name: tag.value for tag in reversed(inheritance.before.tags)}
    return Start(reading.line, reading.number, reading.crlf, before, dict(inheritance.lasting))


def _facts(piece: Piece, start: Start, facts: SummaryFacts) -> tuple[Any, ...]:
    """The row of a record in the table FACTS."""
    offset, raw, cut = piece
    faulty = any(finding.severity == "error" for finding in facts.summary.checked.parsed.findings)
    row: dict[str, Any] = {
        "number": facts.number,
        "offset": offset,
        "size": -len(raw) if cut else len(raw),
        "line": start.line,
        "crlf": start.crlf,
        "before": json.dumps(start.before) if start.before else None,
        "lasting": json.dumps(start.lasting) if start.lasting else None,
        "faulty": faulty,
        **stored_columns(facts),
    }
    return tuple(row[column] for column in _FACTS)


def _array(column: Sequence[Any], kind: pa.DataType) -> pa.Array[Any]:
    """A column as Parquet takes it: bytes that are no text stand as escapes, numbers beyond 64 bits as nothing."""
    import pyarrow as pa

    try:
        return pa.array(column, kind)
    except OverflowError:  # a number of more than 64 bits: the text beside it has it
        return pa.array([cell if cell is None or -_MOST <= cell < _MOST else None for cell in column], kind)
    except UnicodeEncodeError:
        return pa.array([cell and cell.encode("utf-8", "backslashreplace").decode() for cell in column], kind)
