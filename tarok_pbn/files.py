"""Files on the command line: which ones are meant, which record of one, and safe writing."""

from __future__ import annotations

import glob
import os
import re
import stat
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from fnmatch import fnmatchcase
from pathlib import Path
from typing import BinaryIO, NamedTuple

__all__ = ["SUFFIX", "Address", "find", "find_from", "parse_address", "replacing", "write_atomically"]

#: What record files are called.
SUFFIX = ".tpbn"
_ADDRESS = re.compile(r"(.+?)[:#]([0-9]{1,18})", re.DOTALL)


class Address(NamedTuple):
    """A file and, where one is named, the number of a record in it (from 1)."""

    path: str
    number: int | None


def parse_address(text: str) -> Address:
    """``spring.tpbn:7`` or ``spring.tpbn#7``; a file that really has that name comes first."""
    match = _ADDRESS.fullmatch(text)
    if match is None or os.path.exists(text):
        return Address(text, None)
    return Address(match[1], int(match[2]))


def find(paths: Iterable[str], exclude: Sequence[str] = ()) -> Iterator[str]:
    """The files that *paths* mean: files as they are, directories searched for ``*.tpbn``, ``-`` kept.

    Directories are walked in sorted order; hidden ones, pipes and devices are left out, and whatever in them has a name
    in *exclude* (``*`` and ``?`` stand for characters). A name with a wildcard that
    the shell did not resolve is resolved here. Raises FileNotFoundError for a directory without
    any record file, because checking nothing must not look like success.
    """
    for _, file in find_from(paths, exclude):
        yield file


def find_from(paths: Iterable[str], exclude: Sequence[str] = ()) -> Iterator[tuple[str, str]]:
    """The files that ``find`` gives, each after the one of *paths* that means it."""
    for path in paths:
        if path != "-" and os.path.isdir(path):
            found = list(_walk(path, exclude))
            if not found:
                raise FileNotFoundError(f"no {SUFFIX} file in {path}")
        elif glob.has_magic(path) and not os.path.exists(path):
            found = sorted(glob.glob(path, recursive=True)) or [path]
        else:
            found = [path]
        for file in found:
            yield path, file


def _walk(top: str, exclude: Sequence[str]) -> Iterator[str]:
    def kept(name: str) -> bool:
        return not name.startswith(".") and not any(fnmatchcase(name, pattern) for pattern in exclude)

    for folder, inner, names in os.walk(top):
        inner[:] = sorted(filter(kept, inner))
        for name in sorted(filter(kept, names)):
            path = os.path.join(folder, name)
            if name.endswith(SUFFIX) and not _endless(path):
                yield path


def _endless(path: str) -> bool:
    """Whether it is a pipe, a socket or a device: nobody put that among records, and reading it may wait for ever."""
    try:
        mode = os.stat(path).st_mode
    except OSError:
        return False  # whoever reads it will say why it cannot be read
    return not stat.S_ISREG(mode) and not stat.S_ISDIR(mode)


def write_atomically(path: str | os.PathLike[str], data: bytes) -> None:
    """Replace the content of a file in one step, as ``replacing`` does. Raises OSError; then nothing has changed."""
    with replacing(path) as file:
        file.write(data)


@contextmanager
def replacing(path: str | os.PathLike[str]) -> Iterator[BinaryIO]:
    """A file to write to that takes the place of *path* in one step when the block ends without an exception.

    Readers, and whoever comes after a crash, see the old bytes or the new, never a part. The file keeps
    its permission bits, and its owner where that is allowed; a symbolic link keeps pointing at it. What
    an interrupted run has left beside it (``.NAME.*.part``) is removed by the next one. The directory is looked
    through at most once for as many files as it holds. A device or a named pipe is no file that could be replaced:
    it is written to. Raises OSError.
    """
    target = Path(os.path.realpath(path))
    if target.exists() and not target.is_file() and not target.is_dir():
        with open(path, "wb") as file:
            yield file
        return
    _sweep(target)
    handle, name = tempfile.mkstemp(prefix=f".{target.name}.{os.getpid()}.", suffix=".part", dir=target.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        if target.exists():
            status = target.stat()
            os.chmod(name, status.st_mode & 0o7777)
            if hasattr(os, "chown") and (status.st_uid, status.st_gid) != (os.getuid(), os.getgid()):
                _own(name, status.st_uid, status.st_gid)
        else:
            os.chmod(name, 0o666 & ~_umask())
        os.replace(name, target)
    except BaseException:
        os.unlink(name)
        raise


class _Listed:
    """What dead runs had left in a directory: file name -> its parts. due: files to write until the next look."""

    def __init__(self, folder: Path) -> None:
        self.parts: dict[str, list[str]] = {}
        names = os.listdir(folder)
        self.due = len(names) - _FEW
        for name in names:
            match = _PART.fullmatch(name)
            if match is not None and not _lives(int(match[2])):
                self.parts.setdefault(match[1], []).append(name)


#: Directories with no more names than this are looked through every time.
_FEW = 64
#: Directories that are remembered.
_MOST = 256
_PART = re.compile(r"\.(.+)\.([0-9]+)\.[^.]+\.part", re.DOTALL)
_listed: dict[Path, _Listed] = {}


def _sweep(target: Path) -> None:
    """Remove the parts that runs which no longer live have left of *target*."""
    folder = target.parent
    found = _listed.pop(folder, None)
    if found is None or found.due <= 0:
        try:
            found = _Listed(folder)
        except OSError:
            return  # the directory cannot be listed; making the file will say what is wrong
    found.due -= 1
    for name in found.parts.pop(target.name, ()):
        with suppress(OSError):
            os.unlink(folder / name)
    while len(_listed) >= _MOST:
        del _listed[next(iter(_listed))]
    _listed[folder] = found


def _lives(process: int) -> bool:
    if os.name != "posix":
        return True  # a part that is still open cannot be told from one that was left; it stays
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except (OSError, OverflowError):
        return True
    return True


def _own(name: str, uid: int, gid: int) -> None:
    try:
        os.chown(name, uid, gid)
    except OSError:
        return  # only root may give files away; the content matters more


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
