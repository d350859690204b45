"""The tables that an index keeps of a file of records, and how they are written: Parquet, group by group."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tarok_pbn import __version__
from tarok_pbn.archive.partition import Broken, Changed, partitions_of
from tarok_pbn.archive.query_facts import SummaryFacts, stored_columns
from tarok_pbn.archive.summary import Summary
from tarok_pbn.archive.tables import TABLES, rows
from tarok_pbn.check import Checked, check
from tarok_pbn.notation.files import Reading, Start
from tarok_pbn.notation.split import Piece

if TYPE_CHECKING:
    import pyarrow as pa

__all__ = ["EVERY_TABLE", "FACTS", "build", "hashed", "place", "schema", "stamp"]

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
#: records in a row group; more are never held at once
_GROUP = 1000


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


def build(
    folder: Path, path: str, name: str, key: str, stat: tuple[int, int], step: Callable[[str, int], object]
) -> tuple[int, dict[str, tuple[int, str]]]:
    """Write the tables of a file; the number of its records, and table -> bytes and hash of it.

    name: of the file in the tables. stat: its size and time (ns). Raises OSError where a file cannot be read or
    written, Changed where the file is not that one.
    """
    import pyarrow as pa
    import pyarrow.parquet as pq

    schemas = {table: schema(table) for table in EVERY_TABLE}
    parts = {table: folder / f"{key}-{table}.part" for table in EVERY_TABLE}
    writers = {
        table: pq.ParquetWriter(str(part), schemas[table], compression="zstd", write_page_checksum=True)
        for table, part in parts.items()
    }
    held: dict[str, list[tuple[Any, ...]]] = {table: [] for table in EVERY_TABLE}
    count = 0

    def put() -> None:
        for table, lines in held.items():
            columns = list(zip(*lines, strict=True)) or [()] * len(schemas[table])
            arrays = [_array(column, field.type) for column, field in zip(columns, schemas[table], strict=True)]
            writers[table].write_table(pa.Table.from_arrays(arrays, schema=schemas[table]))
            lines.clear()

    try:
        for piece, start, checked in _checked(path, stat):
            count += 1
            step(path, piece[0])
            summary = Summary(checked)
            for table, lines in rows(summary, name).items():
                held[table] += lines
            held[FACTS].append(_facts(piece, start, SummaryFacts(summary)))
            if count % _GROUP == 0:
                put()
        put()
    finally:
        for writer in writers.values():
            writer.close()
    written = {}
    for table, part in parts.items():
        with part.open("rb") as file:
            os.fsync(file.fileno())
        written[table] = (part.stat().st_size, hashed(part))
        os.utime(part, ns=(stat[1], stat[1]))
        os.replace(part, place(folder, key, table))
    return count, written


def _checked(path: str, stat: tuple[int, int]) -> Iterator[tuple[Piece, Start, Checked]]:
    """The records of a file: bytes, what stood before, the checked record. Raises Changed if it is not that file."""
    reading = Reading(path, False)
    for partition in partitions_of([(path, path)]):
        if isinstance(partition, Broken):
            raise partition.why
        if partition.stamp is not None and partition.stamp != stat:
            raise Changed(None, "the file has changed while it was read")
        for piece in partition.pieces():
            start = _start(reading, piece[1])
            parsed = reading.next(piece)
            if parsed.is_record:
                yield piece, start, check(parsed)


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
    """A column as Parquet takes it: bytes that are no text stand as escapes."""
    import pyarrow as pa

    try:
        return pa.array(column, kind)
    except UnicodeEncodeError:
        return pa.array([cell and cell.encode("utf-8", "backslashreplace").decode() for cell in column], kind)
