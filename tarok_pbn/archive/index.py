"""An index kept beside an archive: its tables as Parquet, brought up to date file by file.

``.tarok-index`` in the archive's directory holds ``manifest.json`` and for each file of records the tables
under a key: a hash of the file's name and content, of the rule set files that it names, and of the package's version
and tables. The manifest is replaced in one step after the tables that it names are there, so that whatever
stops a run leaves the index as it was or as it is to be. The text files stay the truth; an index can be deleted.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from tarok_pbn import __version__
from tarok_pbn.archive.partition import Broken, Changed, partitions_of
from tarok_pbn.archive.query_facts import SummaryFacts, stored_columns
from tarok_pbn.archive.summary import Summary
from tarok_pbn.archive.tables import TABLES, rows
from tarok_pbn.check import Checked, check
from tarok_pbn.files import find, replacing
from tarok_pbn.games.kit.house import PREFIX
from tarok_pbn.notation.files import Reading, Start
from tarok_pbn.notation.scan import scan
from tarok_pbn.notation.split import Piece

if TYPE_CHECKING:
    import pyarrow as pa

__all__ = ["FACTS", "FOLDER", "Busy", "Kept", "Stored", "Update", "schema", "tables_of", "update"]

FOLDER = ".tarok-index"
#: the table from which queries are answered; it is none of SQL
FACTS = "facts"
#: its columns: where the record stands (size negative where it was cut), what it inherits, reading errors, answers
_FACTS = {
    "number": "integer", "offset": "integer", "size": "integer", "line": "integer", "crlf": "boolean", "before": "text",
    "lasting": "text", "faulty": "boolean", "record_id": "text", "deal_id": "text", "tags": "text", "hand": "text",
    "play": "text", "worths": "text",
}  # fmt: skip
_EVERY_TABLE = (*TABLES, FACTS)
_MANIFEST = "manifest.json"
#: records in a row group; more are never held at once
_GROUP = 1000
#: files after which the manifest is written, so that a stopped run loses little
_EVERY = 100


class Busy(Exception):
    """Another process is writing the index."""


class Update(NamedTuple):
    """What a run did: numbers of files read, unchanged and gone, of records in the index, and files not readable."""

    read: int
    unchanged: int
    gone: int
    records: int
    unreadable: list[tuple[str, OSError]]


def schema(table: str) -> pa.Schema:
    """The Arrow schema of a table."""
    import pyarrow as pa

    kinds = {"text": pa.string(), "integer": pa.int64(), "boolean": pa.bool_()}
    columns = _FACTS if table == FACTS else {column.name: column.type for column in TABLES[table]}
    return pa.schema([pa.field(name, kinds[kind]) for name, kind in columns.items()])


def _stamp() -> str:
    """Hash of all that makes an older index stale: the version of the package and the columns of its tables."""
    columns = {name: [[column.name, column.type] for column in table] for name, table in TABLES.items()}
    return hashlib.sha256(json.dumps([__version__, columns, _FACTS]).encode()).hexdigest()[:16]


def _manifest(folder: Path) -> dict[str, dict[str, Any]]:
    """Name of a file -> what the index knows of it; nothing where there is no index, or a stale one."""
    try:
        known = json.loads((folder / _MANIFEST).read_bytes())
        return dict(known["files"]) if known["stamp"] == _stamp() else {}
    except (OSError, ValueError, KeyError, TypeError):
        return {}


def tables_of(directory: str | os.PathLike[str], table: str) -> list[str]:
    """The Parquet files that hold a table now."""
    folder = Path(directory) / FOLDER
    return [str(_place(folder, entry["key"], table)) for _, entry in sorted(_manifest(folder).items())]


class Stored(NamedTuple):
    """What the index keeps for queries of a file that is as it was: the Parquet file, and its size and time (ns)."""

    table: Path
    stamp: tuple[int, int]


class Kept:
    """The index of a directory as it is now. updated: it was just brought up to date; else it may be behind."""

    def __init__(self, directory: str | os.PathLike[str], *, updated: bool) -> None:
        self._top = os.fspath(directory)
        self._folder = Path(directory) / FOLDER
        self._entries = _manifest(self._folder)
        self._updated = updated

    def stored(self, path: str) -> Stored | None:
        """What is kept of a file; None where nothing is, or where the file or its rule sets have changed since."""
        name = os.path.relpath(path, self._top)
        entry = self._entries.get(name)
        if entry is None:
            return None
        try:
            status = os.stat(path)
            stamp = (status.st_size, status.st_mtime_ns)
            same = [*stamp] == entry["stat"] and (self._updated or not entry["rules"])
            if not same and (self._updated or _describe(path, name)["key"] != entry["key"]):
                return None
        except OSError:
            return None  # whoever reads the file will say why it cannot be read
        table = _place(self._folder, entry["key"], FACTS)
        return Stored(table, stamp) if table.exists() else None


def _place(folder: Path, key: str, table: str) -> Path:
    return folder / f"{key}-{table}.parquet"


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
    step: Callable[[str, int], object] = lambda path, offset: None,
) -> Update:
    """Bring the index of a directory up to date. full: read every file again.

    step: is told the file of each record, and where in it the record begins, in bytes.

    Raises Busy while another process does so, FileNotFoundError for a directory without record files, and
    OSError where the index cannot be written.
    """
    top = os.fspath(directory)
    paths = list(find([top]))
    folder = Path(top) / FOLDER
    folder.mkdir(exist_ok=True)
    with _locked(folder):
        before = _manifest(folder)
        entries = {} if full else {name: entry for name, entry in before.items() if _present(folder, entry)}
        after: dict[str, dict[str, Any]] = {}
        read = 0
        unreadable: list[tuple[str, OSError]] = []
        for path in paths:
            name = os.path.relpath(path, top)
            try:
                known = entries.get(name)
                if known is None or not _unchanged(path, known):
                    fresh = _describe(path, name)
                    if known is None or known["key"] != fresh["key"]:
                        fresh["records"] = _build(folder, path, name, fresh, step)
                        read += 1
                    else:
                        fresh["records"] = known["records"]
                    known = fresh
                after[name] = known
            except OSError as wrong:
                if wrong.filename is not None and os.fspath(wrong.filename).startswith(str(folder)):
                    raise
                unreadable.append((path, wrong))
            if read and read % _EVERY == 0:
                _write(folder, {**entries, **after})
        _write(folder, after)
        _sweep(folder, {entry["key"] for entry in after.values()})
    gone = len(before.keys() - after.keys())
    return Update(read, len(after) - read, gone, sum(entry["records"] for entry in after.values()), unreadable)


def _present(folder: Path, entry: dict[str, Any]) -> bool:
    return all(_place(folder, entry["key"], table).exists() for table in _EVERY_TABLE)


def _unchanged(path: str, known: dict[str, Any]) -> bool:
    """Whether a file has the size and time it had; one that names rule set files is always looked at."""
    status = os.stat(path)
    return not known["rules"] and [status.st_size, status.st_mtime_ns] == known["stat"]


def _describe(path: str, name: str) -> dict[str, Any]:
    """What the index keeps of a file: size and time, the rule set files that it names, its key."""
    status = os.stat(path)
    digest = hashlib.sha256(f"{_stamp()}\0{name!r}\0".encode())
    with open(path, "rb") as file:
        while data := file.read(1 << 20):
            digest.update(data)
    named = {header.get("Rules") for header in scan(path)}
    rules = sorted(rule.removeprefix(PREFIX).strip() for rule in named if rule.startswith(PREFIX))
    for rule in rules:
        digest.update(repr(rule).encode())
        with suppress(OSError, ValueError):  # a rule set file that is not there: records say so
            digest.update((Path(path).parent / rule).read_bytes())
    return {"stat": [status.st_size, status.st_mtime_ns], "rules": rules, "key": digest.hexdigest()[:32]}


def _build(folder: Path, path: str, name: str, fresh: dict[str, Any], step: Callable[[str, int], object]) -> int:
    """Write the tables of a file that was just described; the number of its records."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    schemas = {table: schema(table) for table in _EVERY_TABLE}
    parts = {table: folder / f"{fresh['key']}-{table}.part" for table in _EVERY_TABLE}
    writers = {
        table: pq.ParquetWriter(str(part), schemas[table], compression="zstd", write_page_checksum=True)
        for table, part in parts.items()
    }
    held: dict[str, list[tuple[Any, ...]]] = {table: [] for table in _EVERY_TABLE}
    place = [column.name for column in TABLES["records"]].index("file")
    count = 0

    def put() -> None:
        for table, lines in held.items():
            columns = list(zip(*lines, strict=True)) or [()] * len(schemas[table])
            arrays = [_array(column, field.type) for column, field in zip(columns, schemas[table], strict=True)]
            writers[table].write_table(pa.Table.from_arrays(arrays, schema=schemas[table]))
            lines.clear()

    try:
        for piece, start, checked in _checked(path, fresh["stat"]):
            count += 1
            step(path, piece[0])
            summary = Summary(checked)
            for table, lines in rows(summary).items():
                held[table] += lines
            record = held["records"][-1]
            held["records"][-1] = (*record[:place], name, *record[place + 1 :])
            held[FACTS].append(_facts(piece, start, SummaryFacts(summary)))
            if count % _GROUP == 0:
                put()
        put()
    finally:
        for writer in writers.values():
            writer.close()
    for table, part in parts.items():
        with part.open("rb") as file:
            os.fsync(file.fileno())
        os.replace(part, _place(folder, fresh["key"], table))
    return count


def _checked(path: str, stat: list[int]) -> Iterator[tuple[Piece, Start, Checked]]:
    """The records of a file: bytes, what stood before, the checked record. Raises Changed if it is not that file."""
    reading = Reading(path, False)
    for partition in partitions_of([(path, path)]):
        if isinstance(partition, Broken):
            raise partition.why
        if partition.stamp is not None and [*partition.stamp] != stat:
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


def _write(folder: Path, entries: dict[str, dict[str, Any]]) -> None:
    with replacing(folder / _MANIFEST) as file:
        file.write(json.dumps({"stamp": _stamp(), "files": entries}, indent=1).encode())


def _sweep(folder: Path, keys: set[str]) -> None:
    """Remove the tables that no file of the archive has any more."""
    for path in folder.iterdir():
        if path.suffix in (".parquet", ".part") and path.name.partition("-")[0] not in keys | {""}:
            with suppress(OSError):
                path.unlink()
