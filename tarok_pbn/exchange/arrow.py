"""Tables as Parquet and Arrow IPC; needs pyarrow (the extra ``arrow``)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, BinaryIO, cast

import pyarrow as pa

from tarok_pbn.archive.tables import Column, Row

if TYPE_CHECKING:
    import io

__all__ = ["ArrowTable", "ParquetTable", "schema_of"]

_TYPES: dict[str, Any] = {"text": pa.string(), "integer": pa.int64(), "boolean": pa.bool_()}
_MOST = 1 << 63
#: columns without an empty cell
_ALWAYS = ("record_id", "file", "number")


def schema_of(columns: Sequence[Column]) -> pa.Schema:
    """The schema of a table: strings, 64-bit integers and booleans, each with its description."""
    return pa.schema(
        [pa.field(c.name, _TYPES[c.type], c.name not in _ALWAYS, {"description": c.about}) for c in columns],
        {"format": "TPBN tables", "version": "1.0"},
    )


def _batch(rows: Sequence[Row], schema: pa.Schema) -> pa.RecordBatch:
    columns = zip(*rows, strict=True) if rows else [()] * len(schema)
    arrays = [
        pa.array([_small(v) for v in values] if field.type == pa.int64() else list(values), field.type)
        for values, field in zip(columns, schema, strict=True)
    ]
    return pa.RecordBatch.from_arrays(arrays, schema=schema)


def _small(value: Any) -> Any:
    """An integer that fits 64 bits; None for one that does not, which the text beside it still tells."""
    return value if value is None or -_MOST <= value < _MOST else None


class ParquetTable:
    """One table on its way into an open file."""

    def __init__(self, columns: Sequence[Column], out: BinaryIO) -> None:
        from pyarrow import parquet

        self._schema = schema_of(columns)
        self._writer = parquet.ParquetWriter(out, self._schema)

    def write(self, rows: Sequence[Row]) -> None:
        """Add rows, as one row group."""
        if rows:
            self._writer.write_batch(_batch(rows, self._schema))

    def close(self) -> None:
        """End the table."""
        self._writer.close()


class ArrowTable:
    """One table on its way into an open file, as Arrow IPC (Feather 2)."""

    def __init__(self, columns: Sequence[Column], out: BinaryIO) -> None:
        self._schema = schema_of(columns)
        self._writer = pa.ipc.new_file(pa.PythonFile(cast("io.IOBase", out), mode="w"), self._schema)

    def write(self, rows: Sequence[Row]) -> None:
        """Add rows, as one record batch."""
        if rows:
            self._writer.write_batch(_batch(rows, self._schema))

    def close(self) -> None:
        """End the table."""
        self._writer.close()
