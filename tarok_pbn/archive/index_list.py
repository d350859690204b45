"""The list of an index: what it knows of each file of records, and whether its tables are as they were written.

A table gets the time of change of its file of records. One of the listed size with that time is taken for the one that
was written; of any other the content decides, by its hash. So a table that was cut, overwritten or replaced is found
out, and a copy of the whole index is believed.
"""

from __future__ import annotations

import json
import os
import re
import stat as modes
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from tarok_pbn.archive.index_tables import EVERY_TABLE, hashed, place, stamp
from tarok_pbn.files import replacing

__all__ = ["Damaged", "Entry", "dated", "listed", "spoiled", "write_list"]

_NAME = "manifest.json"
_KEY = re.compile(r"[0-9a-f]{32}")


class Damaged(Exception):
    """A table of an index is gone, or not what was written. path: of the table."""

    def __init__(self, path: Path) -> None:
        super().__init__(str(path))
        self.path = path


class Entry(NamedTuple):
    """What the index knows of a file.

    stat: size and time of change (ns). rules: the rule set files that it names. key: of its tables. records: their
    number. lost: how many could not be done, so that the file is read again. tables: table -> its bytes and the hash of
    them.
    """

    stat: tuple[int, int]
    rules: tuple[str, ...]
    key: str
    records: int = 0
    lost: int = 0
    tables: Mapping[str, tuple[int, str]] = {}


def listed(folder: Path) -> dict[str, Entry]:
    """Name of a file -> what the index knows of it; nothing where there is no index, or a stale or damaged list."""
    try:
        known = json.loads((folder / _NAME).read_bytes())
        if known["stamp"] != stamp():
            return {}
        return {str(name): _entry(**entry) for name, entry in known["files"].items()}
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return {}


def _entry(*, stat: Any, rules: Any, key: Any, records: Any, lost: Any, tables: Any) -> Entry:
    """An entry as it was written. Raises ValueError or TypeError for any other."""
    size, time = stat
    kept = {table: (bytes_, content) for table, (bytes_, content) in dict(tables).items()}
    numbers = [size, time, records, lost, *(bytes_ for bytes_, _ in kept.values())]
    texts = [key, *rules, *(content for _, content in kept.values())]
    if not all(type(number) is int for number in numbers) or not all(type(text) is str for text in texts):
        raise TypeError("no entry of a list")
    if _KEY.fullmatch(key) is None or kept.keys() != set(EVERY_TABLE):
        raise ValueError("no entry of a list")
    return Entry((size, time), tuple(rules), key, records, lost, kept)


def write_list(folder: Path, entries: Mapping[str, Entry]) -> None:
    """Replace the list in one step. Raises OSError."""
    files = {name: entry._asdict() for name, entry in sorted(entries.items())}
    with replacing(folder / _NAME) as file:
        file.write(json.dumps({"stamp": stamp(), "files": files}, indent=1).encode())


def spoiled(folder: Path, entry: Entry, tables: Iterable[str] = EVERY_TABLE, *, thorough: bool = False) -> Path | None:
    """The first of these tables of a file that is not what was written; None where all are.

    thorough: look at the content whatever size and time are.
    """
    for table in tables:
        path = place(folder, entry.key, table)
        size, content = entry.tables[table]
        try:
            status = os.stat(path)
            same = modes.S_ISREG(status.st_mode) and status.st_size == size
            timely = status.st_mtime_ns == entry.stat[1] and not thorough
            if not same or not (timely or hashed(path) == content):
                return path
        except OSError:
            return path
    return None


def dated(folder: Path, entry: Entry) -> None:
    """Give the tables of a file, which are as they were written, the time by which they are known."""
    for table in EVERY_TABLE:
        path = place(folder, entry.key, table)
        with suppress(OSError):  # their content is looked at the next time
            if os.stat(path).st_mtime_ns != entry.stat[1]:
                os.utime(path, ns=(entry.stat[1], entry.stat[1]))
