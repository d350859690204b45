"""Reading files: bytes to one ``Parsed`` after the other, in constant memory."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from os import PathLike, fspath
from pathlib import Path
from typing import BinaryIO

from tarok_pbn.notation.parsed import Parsed
from tarok_pbn.notation.reading import Reading, Start
from tarok_pbn.notation.split import Piece, split, until_broken
from tarok_pbn.notation.strict import check_canonical

__all__ = ["Parsed", "read_bytes", "read_file", "read_path", "read_pieces", "read_text", "to_bytes"]


def to_bytes(text: str) -> bytes:
    """Text as bytes: the inverse of how files are decoded (UTF-8; bad bytes come back as they were)."""
    try:
        return text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:  # surrogates that never were bytes
        return text.encode("utf-8", "surrogatepass")


def read_path(path: str | PathLike[str], *, strict: bool = False, rewrites: bool = False) -> Iterator[Parsed]:
    """Records of a file. Raises OSError if it cannot be opened. strict, rewrites: as in ``read_file``."""
    with Path(path).open("rb") as file:
        yield from read_file(file, fspath(path), strict=strict, rewrites=rewrites)


def read_file(
    file: BinaryIO, name: str | None = None, *, strict: bool = False, rewrites: bool = False
) -> Iterator[Parsed]:
    """Records of an open binary file or pipe, one by one.

    name: the file's name in findings. strict: also report where the file is not canonical (F011).
    rewrites: also report every lenient spelling (F100, F101). Never raises for what stands in the file.
    """
    read: Callable[[int], bytes] = getattr(file, "read1", file.read)
    return read_pieces(split(read), name, strict=strict, rewrites=rewrites)


def read_bytes(
    data: bytes, name: str | None = None, *, strict: bool = False, rewrites: bool = False
) -> Iterator[Parsed]:
    """Records in *data*; otherwise as ``read_file``."""
    return read_pieces(split(_once(data)), name, strict=strict, rewrites=rewrites)


def read_text(text: str, name: str | None = None, *, strict: bool = False, rewrites: bool = False) -> Iterator[Parsed]:
    """Records in *text*; otherwise as ``read_file``."""
    return read_bytes(to_bytes(text), name, strict=strict, rewrites=rewrites)


def _once(data: bytes) -> Callable[[int], bytes]:
    """A read function that gives all of *data* at once."""
    rest = [data] if data else []

    def read(size: int) -> bytes:
        return rest.pop() if rest and size > 1 else b""

    return read


def read_pieces(
    pieces: Iterable[Piece],
    name: str | None = None,
    *,
    strict: bool = False,
    rewrites: bool = False,
    start: Start | None = None,
    last: bool = True,
) -> Iterator[Parsed]:
    """The records of pieces that follow each other in a file, one by one.

    start: what stood before the first of them. last: whether the file ends with the last of them. Where reading
    breaks off with OSError, what was read before comes first.
    """
    reading = Reading(name, rewrites, start)
    parsed: Parsed | None = None
    broken: list[OSError] = []
    for piece in until_broken(pieces, broken):
        if parsed is not None:
            if strict:
                check_canonical(parsed, last=False)
            yield parsed
        parsed = reading.next(piece)
    if parsed is not None:
        if strict:
            check_canonical(parsed, last=last and not broken)
        yield parsed
    if broken:
        raise broken[0]
