"""Files on the command line: which ones are meant, which record of one, and safe writing."""

from __future__ import annotations

import glob
import os
import re
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from fnmatch import fnmatchcase
from pathlib import Path
from typing import NamedTuple

__all__ = ["SUFFIX", "Address", "find", "parse_address", "write_atomically"]

#: What record files are called.
SUFFIX = ".tpbn"
_ADDRESS = re.compile(r"(.+?)[:#]([0-9]+)")


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

    Directories are walked in sorted order; hidden ones are left out, and whatever in them has a name
    in *exclude* (``*`` and ``?`` stand for characters). A name with a wildcard that
    the shell did not resolve is resolved here. Raises FileNotFoundError for a directory without
    any record file, because checking nothing must not look like success.
    """
    for path in paths:
        if path != "-" and os.path.isdir(path):
            found = list(_walk(path, exclude))
            if not found:
                raise FileNotFoundError(f"no {SUFFIX} file in {path}")
            yield from found
        elif glob.has_magic(path) and not os.path.exists(path):
            yield from sorted(glob.glob(path, recursive=True)) or [path]
        else:
            yield path


def _walk(top: str, exclude: Sequence[str]) -> Iterator[str]:
    def kept(name: str) -> bool:
        return not name.startswith(".") and not any(fnmatchcase(name, pattern) for pattern in exclude)

    for folder, inner, names in os.walk(top):
        inner[:] = sorted(filter(kept, inner))
        for name in sorted(filter(kept, names)):
            if name.endswith(SUFFIX):
                yield os.path.join(folder, name)


def write_atomically(path: str | os.PathLike[str], data: bytes) -> None:
    """Replace a file's content in one step: readers see the old bytes or the new, never a part.

    The file keeps its permission bits, and its owner where that is allowed; a symbolic link keeps
    pointing at it. Raises OSError, and then the old content is untouched.
    """
    target = Path(os.path.realpath(path))
    handle, name = tempfile.mkstemp(prefix=f".{target.name}.", dir=target.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
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


def _own(name: str, uid: int, gid: int) -> None:
    try:
        os.chown(name, uid, gid)
    except OSError:
        return  # only root may give files away; the content matters more


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
