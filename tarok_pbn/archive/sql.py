"""SQL over the tables of an index, in DuckDB: it reads those tables and nothing else."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from tarok_pbn.archive.index import schema, tables_of
from tarok_pbn.archive.tables import TABLES

if TYPE_CHECKING:
    import duckdb

__all__ = ["opened"]


def opened(directory: str | os.PathLike[str]) -> duckdb.DuckDBPyConnection:
    """A connection whose tables are those of the index of a directory.

    It lives in memory and has no way to files, to the network or to the program's variables. Raises ImportError
    without the extra ``sql``.
    """
    import duckdb
    import pyarrow.dataset as ds

    connection = duckdb.connect(":memory:")
    for table in TABLES:
        files, columns = tables_of(directory, table), schema(table)
        kept = ds.dataset(files, schema=columns, format="parquet") if files else columns.empty_table()
        connection.register(table, kept)
    for setting in ("python_enable_replacements", "enable_external_access"):
        connection.execute(f"SET {setting} = false")
    connection.execute("SET lock_configuration = true")
    return connection
