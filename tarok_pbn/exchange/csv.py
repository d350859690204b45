"""Tables as CSV: UTF-8, a line of names first; an empty cell for None, ``true`` and ``false`` for truth."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from typing import BinaryIO

from tarok_pbn.archive.tables import Column, Row

__all__ = ["CsvTable"]

_WORDS = {True: "true", False: "false"}


class CsvTable:
    """One table on its way into an open file."""

    def __init__(self, columns: Sequence[Column], out: BinaryIO) -> None:
        self._out = out
        self._text = io.StringIO(newline="")
        self._writer = csv.writer(self._text, lineterminator="\n")
        self._writer.writerow([column.name for column in columns])
        self.write([])

    def write(self, rows: Sequence[Row]) -> None:
        """Add rows."""
        self._writer.writerows([[_WORDS[v] if isinstance(v, bool) else v for v in row] for row in rows])
        self._out.write(self._text.getvalue().encode("utf-8"))
        self._text.seek(0)
        self._text.truncate()

    def close(self) -> None:
        """End the table."""
