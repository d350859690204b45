"""An index kept beside an archive: its tables as Parquet, brought up to date file by file.

``.tarok-index`` in the archive's directory holds ``manifest.json`` and for each file of records the tables
under a key: a hash of the file's name and content, of the rule set files that it names, and of the versions
and tables. The manifest is replaced in one step after the tables that it names are there, so that whatever
stops a run leaves the index as it was or as it is to be. The text files stay the truth; an index can be deleted.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

from tarok_pbn.archive.index_list import Damaged, Entry, dated, listed, spoiled, write_list
from tarok_pbn.archive.index_tables import FACTS, Made, Part, TableWriter, place, rows_of, stamp
from tarok_pbn.archive.partition import Broken, Changed, Partition, partitions_of
from tarok_pbn.archive.tables import TABLES
from tarok_pbn.archive.work import Lost, mapped
from tarok_pbn.files import find
from tarok_pbn.games.kit.house import house_bytes, is_house
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
    records: in the index. unreadable: files, and why they cannot be read. lost: records that could not be done.
    """

    read: int
    unchanged: int
    gone: int
    mended: int
    records: int
    unreadable: list[tuple[str, OSError]]
    lost: list[tuple[Partition, Lost]]


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
        if entry is None or entry.lost:
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
    jobs: int = 1,
    step: Callable[[str, int, int], object] = lambda path, offset, records: None,
    notice: Callable[[str], None] = lambda text: None,
) -> Update:
    """Bring the index of a directory up to date. full: read every file again.

    thorough: look at the content of all tables, and not only where size or time tells that they may be damaged.
    jobs: processes that read records; the index is the same. step: is told the file of some records, where in it they
    end, in bytes, and their number. notice: is told when a process has died.

    Raises Busy while another process does so, FileNotFoundError for a directory without record files, OSError where
    the index cannot be written, and EngineError where no process can begin.
    """
    top = os.fspath(directory)
    paths = list(find([top]))
    folder = Path(top) / FOLDER
    folder.mkdir(exist_ok=True)
    with _locked(folder):
        before = listed(folder)
        run = _Run(top, folder, {} if full else dict(before), thorough)
        try:
            with closing(mapped(run.items(paths), _task, jobs, known=_known, parts=_parts, notice=notice)) as results:
                for item, result in results:
                    if run.take(item, result):
                        step(item.path, item.end, result.records if isinstance(result, Made) else 1)
        finally:
            run.give_up()
        write_list(folder, run.after)
        _sweep(folder, {entry.key for entry in run.after.values()})
    gone = len(before.keys() - run.after.keys())
    records = sum(entry.records for entry in run.after.values())
    return Update(run.read, len(run.after) - run.read, gone, run.mended, records, run.unreadable, run.lost)


class _Item(NamedTuple):
    """A step of reading a file: some of its records, why it breaks off, or (None) that it has ended."""

    path: str
    name: str
    fresh: Entry
    what: Partition | Broken | None

    @property
    def end(self) -> int:
        """Where in the file the records end."""
        return self.what.offset + self.what.size if isinstance(self.what, Partition) else 0


def _task(item: _Item) -> Made:
    """The rows of some records. Raises OSError."""
    assert isinstance(item.what, Partition)
    return rows_of(Part(item.name, item.what))


def _known(item: _Item) -> Made | None:
    return None if isinstance(item.what, Partition) else Made(0, {})


def _parts(item: _Item) -> Iterable[_Item]:
    return (item._replace(what=single) for single in item.what.singles()) if isinstance(item.what, Partition) else ()


class _Run:
    """One run over the files: which are to be read, and what comes of them, in the order of the files."""

    def __init__(self, top: str, folder: Path, entries: dict[str, Entry], thorough: bool) -> None:
        self._top = top
        self._folder = folder
        self._entries = entries
        self._thorough = thorough
        self._writer: TableWriter | None = None
        self._left = ""  # the one that cannot be read to its end
        self._due = self._lost = 0
        self.after: dict[str, Entry] = {}
        self.read = self.mended = 0
        self.unreadable: list[tuple[str, OSError]] = []
        self.lost: list[tuple[Partition, Lost]] = []

    def items(self, paths: Iterable[str]) -> Iterator[_Item]:
        """What is to be read of the files; those that are as they were are done with."""
        for path in paths:
            name = os.path.relpath(path, self._top)
            known = self._entries.get(name)
            if known is not None and spoiled(self._folder, known, thorough=self._thorough) is not None:
                known = None
                self.mended += 1
            try:
                if known is None or known.lost or not _unchanged(path, known):
                    fresh = _described(path, name)
                    if known is None or known.lost or known.key != fresh.key:
                        yield from self._reading(path, name, fresh)
                        continue
                    known = fresh._replace(records=known.records, tables=known.tables)
                dated(self._folder, known)
                self.after[name] = known
            except OSError as wrong:
                self.unreadable.append((path, wrong))

    def _reading(self, path: str, name: str, fresh: Entry) -> Iterator[_Item]:
        for what in partitions_of([(path, path)]):
            if isinstance(what, Partition) and what.stamp not in (None, fresh.stat):
                what = Broken(path, Changed(None, "the file has changed while it was read"))
            yield _Item(path, name, fresh, what)
            if isinstance(what, Broken):
                return
        yield _Item(path, name, fresh, None)

    def take(self, item: _Item, result: Made | Lost) -> bool:
        """What has come of a step; whether there are records in it. Raises OSError where it cannot be written."""
        if item.path == self._left:
            return False
        if self._writer is None:
            self._writer, self._lost = TableWriter(self._folder, item.fresh.key), 0
        if isinstance(item.what, Broken):
            self._leave(item, item.what.why)
        elif isinstance(result, Lost) and result.system is not None:
            self._leave(item, result.system)
        elif item.what is None:
            self._finish(item)
        elif isinstance(result, Lost):
            self.lost.append((item.what, result))
            self._lost += 1
            return True
        else:
            self._writer.add(result)
            return True
        return False

    def _leave(self, item: _Item, why: OSError) -> None:
        self.unreadable.append((item.path, why))
        self._left = item.path
        self.give_up()

    def _finish(self, item: _Item) -> None:
        assert self._writer is not None
        tables = self._writer.finish(item.fresh.stat[1])
        records, self._writer = self._writer.records, None
        self.after[item.name] = item.fresh._replace(records=records, lost=self._lost, tables=tables)
        self.read += 1
        self._due += 1
        if self._due == _EVERY:
            write_list(self._folder, {**self._entries, **self.after})
            self._due = 0

    def give_up(self) -> None:
        """Leave the file that is being written as it was."""
        if self._writer is not None:
            self._writer.give_up()
            self._writer = None


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
    rules = sorted(rule for rule in named if is_house(rule))
    for rule in rules:
        digest.update(repr(rule).encode())
        with suppress(OSError):  # a rule set file that is not there: records say so
            digest.update(house_bytes(rule, Path(path).parent))
    return Entry(stat, tuple(rules), digest.hexdigest()[:32])


def _sweep(folder: Path, keys: set[str]) -> None:
    """Remove the tables that no file of the archive has any more."""
    for path in folder.iterdir():
        if path.suffix in (".parquet", ".part") and path.name.partition("-")[0] not in keys | {""}:
            with suppress(OSError):
                path.unlink()
