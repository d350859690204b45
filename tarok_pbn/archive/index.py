"""An index kept beside an archive: its tables as Parquet, brought up to date file by file.

``.tarok-index`` in the archive's directory holds ``manifest.json`` and for each file of records the tables
under a key: a hash of the file's name and content, of the rule set files that it names, and of the versions
and tables. The manifest is replaced in one step after the tables that it names are there, so that whatever
stops a run leaves the index as it was or as it is to be. The text files stay the truth; an index can be deleted.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

from tarok_pbn.archive.index_list import Damaged, Entry, dated, listed, spoiled, write_list
from tarok_pbn.archive.index_tables import FACTS, build, place, stamp
from tarok_pbn.archive.tables import TABLES
from tarok_pbn.files import find
from tarok_pbn.games.kit.house import PREFIX
from tarok_pbn.notation.scan import scan

__all__ = ["FOLDER", "Busy", "Kept", "Stored", "Update", "tables_of", "update"]

FOLDER = ".tarok-index"
#: files after which the manifest is written, so that a stopped run loses little
_EVERY = 100


class Busy(Exception):
    """Another process is writing the index."""


class Update(NamedTuple):
    """What a run did.

    read, unchanged, gone: numbers of files. mended: of those that were read because their tables were damaged.
    records: in the index. unreadable: files, and why they cannot be read.
    """

    read: int
    unchanged: int
    gone: int
    mended: int
    records: int
    unreadable: list[tuple[str, OSError]]


def tables_of(directory: str | os.PathLike[str], *, thorough: bool = False) -> dict[str, list[str]]:
    """Table of SQL -> the Parquet files that hold it now. Raises Damaged where one of them is not what was written.

    thorough: look at their content even where size and time are right.
    """
    folder = Path(directory) / FOLDER
    entries = [entry for _, entry in sorted(listed(folder).items())]
    for entry in entries:
        path = spoiled(folder, entry, TABLES, thorough=thorough)
        if path is not None:
            raise Damaged(path)
    return {table: [str(place(folder, entry.key, table)) for entry in entries] for table in TABLES}


class Stored(NamedTuple):
    """What the index keeps for queries of a file that is as it was: the Parquet file, and its size and time (ns)."""

    table: Path
    stamp: tuple[int, int]


class Kept:
    """The index of a directory as it is now. updated: it was just brought up to date; else it may be behind."""

    def __init__(self, directory: str | os.PathLike[str], *, updated: bool) -> None:
        self._top = os.fspath(directory)
        self._folder = Path(directory) / FOLDER
        self._entries = listed(self._folder)
        self._updated = updated

    def stored(self, path: str) -> Stored | None:
        """What is kept of a file; None where that is nothing or damaged, or the file or its rule sets have changed."""
        name = os.path.relpath(path, self._top)
        entry = self._entries.get(name)
        if entry is None:
            return None
        try:
            now = _stat(path)
            same = now == entry.stat and (self._updated or not entry.rules)
            if not same and (self._updated or _described(path, name).key != entry.key):
                return None
        except OSError:
            return None  # whoever reads the file will say why it cannot be read
        whole = spoiled(self._folder, entry, (FACTS,)) is None
        return Stored(place(self._folder, entry.key, FACTS), now) if whole else None


@contextmanager
def _locked(folder: Path) -> Iterator[None]:
    """Alone at the index; the system lets go of the lock however the process ends. Raises Busy."""
    with (folder / "lock").open("a+b") as file:
        try:
            if os.name == "posix":
                import fcntl

                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as wrong:
            raise Busy from wrong
        yield


def update(
    directory: str | os.PathLike[str],
    *,
    full: bool = False,
    thorough: bool = False,
    step: Callable[[str, int], object] = lambda path, offset: None,
) -> Update:
    """Bring the index of a directory up to date. full: read every file again.

    thorough: look at the content of all tables, and not only where size or time tells that they may be damaged.
    step: is told the file of each record, and where in it the record begins, in bytes.

    Raises Busy while another process does so, FileNotFoundError for a directory without record files, and
    OSError where the index cannot be written.
    """
    top = os.fspath(directory)
    paths = list(find([top]))
    folder = Path(top) / FOLDER
    folder.mkdir(exist_ok=True)
    with _locked(folder):
        before = listed(folder)
        entries = {} if full else dict(before)
        after: dict[str, Entry] = {}
        read = mended = due = 0
        unreadable: list[tuple[str, OSError]] = []
        for path in paths:
            name = os.path.relpath(path, top)
            known = entries.get(name)
            if known is not None and spoiled(folder, known, thorough=thorough) is not None:
                known = None
                mended += 1
            try:
                if known is None or not _unchanged(path, known):
                    fresh = _described(path, name)
                    if known is None or known.key != fresh.key:
                        records, tables = build(folder, path, name, fresh.key, fresh.stat, step)
                        known = fresh._replace(records=records, tables=tables)
                        read += 1
                        due += 1
                    else:
                        known = fresh._replace(records=known.records, tables=known.tables)
                dated(folder, known)
                after[name] = known
            except OSError as wrong:
                if wrong.filename is not None and os.fspath(wrong.filename).startswith(str(folder)):
                    raise
                unreadable.append((path, wrong))
            if due == _EVERY:
                write_list(folder, {**entries, **after})
                due = 0
        write_list(folder, after)
        _sweep(folder, {entry.key for entry in after.values()})
    gone = len(before.keys() - after.keys())
    records = sum(entry.records for entry in after.values())
    return Update(read, len(after) - read, gone, mended, records, unreadable)


def _stat(path: str) -> tuple[int, int]:
    """Size and time of change (ns) of a file. Raises OSError."""
    status = os.stat(path)
    return status.st_size, status.st_mtime_ns


def _unchanged(path: str, known: Entry) -> bool:
    """Whether a file has the size and time it had; one that names rule set files is always looked at."""
    return _stat(path) == known.stat and not known.rules


def _described(path: str, name: str) -> Entry:
    """A file as it is: size and time, the rule set files that it names, its key; no tables yet. Raises OSError."""
    stat = _stat(path)
    digest = hashlib.sha256(f"{stamp()}\0{name!r}\0".encode())
    with open(path, "rb") as file:
        while data := file.read(1 << 20):
            digest.update(data)
    named = {header.get("Rules") for header in scan(path)}
    rules = sorted(rule.removeprefix(PREFIX).strip() for rule in named if rule.startswith(PREFIX))
    for rule in rules:
        digest.update(repr(rule).encode())
        with suppress(OSError, ValueError):  # a rule set file that is not there: records say so
            digest.update((Path(path).parent / rule).read_bytes())
    return Entry(stat, tuple(rules), digest.hexdigest()[:32])


def _sweep(folder: Path, keys: set[str]) -> None:
    """Remove the tables that no file of the archive has any more."""
    for path in folder.iterdir():
        if path.suffix in (".parquet", ".part") and path.name.partition("-")[0] not in keys | {""}:
            with suppress(OSError):
                path.unlink()
