"""The tables of an archive as files: a file a table, written in batches while the records go by."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from importlib import import_module
from typing import BinaryIO, Protocol

from tarok_pbn.archive.summary import Summary
from tarok_pbn.archive.tables import TABLES, Column, Row, rows
from tarok_pbn.exchange.escaping import NOT_IN_JSON
from tarok_pbn.files import replacing

__all__ = ["BATCH", "MissingExtra", "TableFile", "closed", "maker", "table_files", "table_rows", "write_tables"]

#: Rows that are collected before they are written.
BATCH = 8192
_MAKERS = {"csv": ("csv", "CsvTable"), "parquet": ("arrow", "ParquetTable"), "arrow": ("arrow", "ArrowTable")}


class TableFile(Protocol):
    """One table on its way into an open file."""

    def write(self, rows: Sequence[Row]) -> None:
        """Add rows."""

    def close(self) -> None:
        """End the table."""


Maker = Callable[[Sequence[Column], BinaryIO], TableFile]


class MissingExtra(Exception):
    """A library that a form needs is not installed; the text says how to get it."""


def maker(form: str) -> Maker:
    """What makes a table of that form in an open file. Raises MissingExtra."""
    module, name = _MAKERS[form]
    try:
        made: Maker = getattr(import_module(f"tarok_pbn.exchange.{module}"), name)
    except ImportError as wrong:
        raise MissingExtra(f"{form} needs pyarrow: pip install 'tarok-pbn[arrow]'") from wrong
    return made


@contextmanager
def table_files(form: str, folder: str, tables: Iterable[str], suffix: str) -> Iterator[dict[str, TableFile]]:
    """Tables in a directory, which is made where it is missing: each file takes the place of an older one when all
    are complete. Raises MissingExtra and OSError.
    """
    make = maker(form)
    os.makedirs(folder, exist_ok=True)
    with ExitStack() as stack:
        outs = {name: stack.enter_context(replacing(os.path.join(folder, name + suffix))) for name in tables}
        yield stack.enter_context(closed({name: make(TABLES[name], out) for name, out in outs.items()}))


@contextmanager
def closed(tables: dict[str, TableFile]) -> Iterator[dict[str, TableFile]]:
    """The tables, ended when the block ends - after an exception, too, for a writer of Parquet insists on it."""
    try:
        yield tables
    except BaseException:
        for table in tables.values():
            with suppress(Exception):  # the first exception tells what happened
                table.close()
        raise
    for table in tables.values():
        table.close()


def table_rows(summary: Summary, tables: Iterable[str]) -> dict[str, list[Row]]:
    """The rows of a record in the tables that are wanted, as they are written."""
    made = rows(summary)
    return {name: [_clean(row) for row in made[name]] for name in tables}


def write_tables(records: Iterable[Mapping[str, Sequence[Row]]], files: Mapping[str, TableFile]) -> int:
    """Write the rows of each record, as ``table_rows`` gives them, to their tables; the number of records.

    Where an exception ends the records, the rows of those before it are written.
    """
    waiting: dict[str, list[Row]] = {name: [] for name in files}
    count = 0
    try:
        for made in records:
            count += 1
            for name, batch in waiting.items():
                batch.extend(made[name])
                if len(batch) >= BATCH:
                    waiting[name] = []  # before it is written: what fails is not written again below
                    files[name].write(batch)
    finally:
        for name, batch in waiting.items():
            if batch:
                files[name].write(batch)
    return count


def _clean(row: Row) -> Row:
    r"""A row whose text is UTF-8: a byte that was not is written as ``\xHH``."""
    if all(not isinstance(value, str) or value.isascii() for value in row):
        return row
    return tuple(NOT_IN_JSON.sub(_byte, value) if isinstance(value, str) else value for value in row)


def _byte(match: re.Match[str]) -> str:
    code = ord(match[0])
    return f"\\x{code - 0xDC00:02x}" if 0xDC80 <= code <= 0xDCFF else f"\\u{code:04x}"
