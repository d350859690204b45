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
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from tarok_pbn import __version__
from tarok_pbn.archive.summary import Summary
from tarok_pbn.archive.tables import TABLES, rows
from tarok_pbn.check import check_path
from tarok_pbn.files import find, replacing
from tarok_pbn.games.kit.house import PREFIX
from tarok_pbn.notation.scan import scan

if TYPE_CHECKING:
    import pyarrow as pa

__all__ = ["FOLDER", "Busy", "Update", "schema", "tables_of", "update"]

FOLDER = ".tarok-index"
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
    return pa.schema([pa.field(column.name, kinds[column.type]) for column in TABLES[table]])


def _stamp() -> str:
    """Hash of all that makes an older index stale: the version of the package and the columns of its tables."""
    columns = {name: [[column.name, column.type] for column in table] for name, table in TABLES.items()}
    return hashlib.sha256(json.dumps([__version__, columns]).encode()).hexdigest()[:16]


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
    directory: str | os.PathLike[str], *, full: bool = False, step: Callable[[str], object] = lambda name: None
) -> Update:
    """Bring the index of a directory up to date. full: read every file again. step: is told of each record's file.

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
                        fresh["records"] = _build(folder, path, name, fresh["key"], step)
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
    return all(_place(folder, entry["key"], table).exists() for table in TABLES)


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


def _build(folder: Path, path: str, name: str, key: str, step: Callable[[str], object]) -> int:
    """Write the tables of a file; the number of its records."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    schemas = {table: schema(table) for table in TABLES}
    parts = {table: folder / f"{key}-{table}.part" for table in TABLES}
    writers = {table: pq.ParquetWriter(str(part), schemas[table], compression="zstd") for table, part in parts.items()}
    held: dict[str, list[tuple[Any, ...]]] = {table: [] for table in TABLES}
    place = [column.name for column in TABLES["records"]].index("file")
    count = 0

    def put() -> None:
        for table, lines in held.items():
            columns = list(zip(*lines, strict=True)) or [()] * len(schemas[table])
            arrays = [
                pa.array([_stored(cell) for cell in column], field.type)
                for column, field in zip(columns, schemas[table], strict=True)
            ]
            writers[table].write_table(pa.Table.from_arrays(arrays, schema=schemas[table]))
            lines.clear()

    try:
        for checked in check_path(path):
            if not checked.parsed.is_record:
                continue
            count += 1
            step(path)
            for table, lines in rows(Summary(checked)).items():
                held[table] += lines
            record = held["records"][-1]
            held["records"][-1] = (*record[:place], name, *record[place + 1 :])
            if count % _GROUP == 0:
                put()
        put()
    finally:
        for writer in writers.values():
            writer.close()
    for table, part in parts.items():
        with part.open("rb") as file:
            os.fsync(file.fileno())
        os.replace(part, _place(folder, key, table))
    return count


def _stored(cell: Any) -> Any:
    """A cell as Parquet takes it: bytes that are no text stand as escapes."""
    return cell.encode("utf-8", "backslashreplace").decode() if isinstance(cell, str) else cell


def _write(folder: Path, entries: dict[str, dict[str, Any]]) -> None:
    with replacing(folder / _MANIFEST) as file:
        file.write(json.dumps({"stamp": _stamp(), "files": entries}, indent=1).encode())


def _sweep(folder: Path, keys: set[str]) -> None:
    """Remove the tables that no file of the archive has any more."""
    for path in folder.iterdir():
        if path.suffix in (".parquet", ".part") and path.name.partition("-")[0] not in keys | {""}:
            with suppress(OSError):
                path.unlink()
