"""SQL over the tables of an index, in DuckDB: it reads those tables and nothing else."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, BinaryIO

from tarok_pbn.archive.index import tables_of
from tarok_pbn.archive.index_tables import schema

if TYPE_CHECKING:
    import duckdb

__all__ = ["Unkept", "asked", "opened", "write_parquet"]

#: rows that are held at once
_ROWS = 1000


class Unkept(Exception):
    """What a statement gives cannot be kept in the form that was asked for; the text says why."""


def opened(directory: str | os.PathLike[str]) -> duckdb.DuckDBPyConnection:
    """A connection whose tables are those of the index of a directory.

    It lives in memory and has no way to files, to the network or to the program's variables. Raises ImportError
    without the extra ``sql``, Damaged where a table is not what was written.
    """
    import duckdb
    import pyarrow.dataset as ds

    connection = duckdb.connect(":memory:")
    form = ds.ParquetFileFormat(
        default_fragment_scan_options=ds.ParquetFragmentScanOptions(page_checksum_verification=True)
    )
    for table, files in tables_of(directory).items():
        columns = schema(table)
        kept = ds.dataset(files, schema=columns, format=form) if files else columns.empty_table()
        connection.register(table, kept)
    for setting in ("python_enable_replacements", "enable_external_access"):
        connection.execute(f"SET {setting} = false")
    connection.execute("SET lock_configuration = true")
    return connection


def asked(
    connection: duckdb.DuckDBPyConnection, statement: str, *, named: bool
) -> tuple[list[str], Callable[[], list[tuple[Any, ...]]]]:
    """The names of the columns that a statement gives, and a function that gives the next rows, none at the end.

    named: the rows are to be kept by the names of their columns, which must differ. Raises duckdb.Error for a
    statement that is wrong, Unkept for one that gives no rows or the same name twice.
    """
    cursor = connection.execute(statement)
    if cursor is None or cursor.description is None:  # there is nothing but white space and comments
        raise Unkept("the statement gives no rows")
    names = [str(column[0]) for column in cursor.description]
    if named:
        _distinct(names)
    return names, lambda: cursor.fetchmany(_ROWS)


def _distinct(names: Sequence[str]) -> None:
    twice = next((name for place, name in enumerate(names) if name in names[:place]), None)
    if twice is not None:
        raise Unkept(f"two columns are named {twice}; name one of them with AS")


def write_parquet(connection: duckdb.DuckDBPyConnection, statement: str, file: BinaryIO) -> None:
    """Write what a statement gives as a Parquet file, row group by row group.

    Raises duckdb.Error for a statement that is wrong, Unkept for one whose rows Parquet cannot hold, OSError where
    writing fails.
    """
    import pyarrow as pa
    import pyarrow.parquet as pq

    relation = connection.sql(statement)
    if relation is None:
        raise Unkept("the statement gives no rows")
    _distinct(relation.columns)
    reader = relation.to_arrow_reader if hasattr(relation, "to_arrow_reader") else relation.fetch_arrow_reader
    rows = reader(_ROWS)
    try:
        with pq.ParquetWriter(file, rows.schema, compression="zstd") as writer:
            for batch in rows:
                writer.write_batch(batch)
    except pa.ArrowNotImplementedError as wrong:  # so pyarrow calls a type that Parquet has no form for
        raise Unkept(f"Parquet has no such type: {wrong}; CAST the column to another") from wrong
