"""Headers only: where each record stands and what its tags say, without reading bodies."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from os import PathLike
from pathlib import Path
from typing import BinaryIO

from tarok_pbn.notation.lexer import tokenize
from tarok_pbn.notation.reader import Builder
from tarok_pbn.notation.split import split
from tarok_pbn.notation.tags import SECTIONS, is_table
from tarok_pbn.record import Source

__all__ = ["Header", "scan"]

_TAGS = re.compile(r'\n\[([A-Za-z_][A-Za-z0-9_]*) "([^"\\\r\n]*)"\](?=\n)')
_HEAD = re.compile(
    rb'(?:% TPBN [^\r\n]*\n\n)?((?:\[[A-Za-z_][A-Za-z0-9_]* "[^"\\\r\n]*"\]\n)+)(?=\[[A-Za-z]+\]\n|\n*\Z)'
)


class Header:
    """The head of one record.

    offset, size: the slice of the file that reads as this record. line: number of its first line.
    ``tags`` and ``get`` look at the text only when they are asked. Values are as written: lenient spellings
    and ``#`` are not resolved.
    """

    __slots__ = ("_raw", "_tags", "offset", "size")

    def __init__(self, offset: int, raw: bytes) -> None:
        self.offset = offset
        self.size = len(raw)
        self._raw = raw
        self._tags: dict[str, str] | None = None

    @property
    def tags(self) -> dict[str, str]:
        """Name -> value of the first tag of each name, in the order of the record."""
        found = self._tags
        if found is None:
            found = self._tags = _tags(self._raw)
            self._raw = b""
        return found

    def get(self, name: str, default: str = "?") -> str:
        """Value of a tag; ``?`` (unknown) where it is missing."""
        return self.tags.get(name, default)

    def __repr__(self) -> str:
        return f"<Header at {self.offset}, {self.size} bytes>"


def scan(source: str | PathLike[str] | BinaryIO) -> Iterator[Header]:
    """The headers of a file or of an open binary file, one by one, in constant memory.

    Reading the slice that a header names gives the same record. Raises OSError if the file cannot be opened.
    """
    if isinstance(source, (str, PathLike)):
        with Path(source).open("rb") as file:
            yield from _scan(file.read)
    else:
        yield from _scan(getattr(source, "read1", source.read))


def _scan(read: Callable[[int], bytes]) -> Iterator[Header]:
    for offset, raw, _ in split(read):
        yield Header(offset, raw)


def _tags(raw: bytes) -> dict[str, str]:
    match = _HEAD.match(raw)
    if match is not None:
        pairs = _TAGS.findall("\n" + match[1].decode("utf-8", "surrogateescape"))
        found = dict(pairs)
        if len(found) == len(pairs) and not any(name == "Note" or is_table(name) or name in SECTIONS for name in found):
            return found
    return _slow_tags(raw.decode("utf-8", "surrogateescape"))


def _slow_tags(text: str) -> dict[str, str]:
    """The tags as the reader has them, for a record that is not laid out plainly."""
    record = Builder(Source(tokenize(text))).build()
    return {tag.name: tag.value for tag in reversed(record.tags) if tag.name != "Note"}
