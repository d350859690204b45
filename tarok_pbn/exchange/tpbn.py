"""TPBN text as one form among the others: written as the formatter writes it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import BinaryIO

from tarok_pbn.exchange.formats import FormatError, Item
from tarok_pbn.notation import Parsed, read_file, to_bytes
from tarok_pbn.notation.formatter import canonical, joined
from tarok_pbn.notation.writer import write as write_record

__all__ = ["bind", "items", "piece", "read"]


def read(stream: BinaryIO, name: str) -> Iterator[Item]:
    """Records of TPBN text; what has errors of syntax, or a version that is not known, keeps its text."""
    return items(read_file(stream, name))


def items(records: Iterable[Parsed], *, unknown: bool = False) -> Iterator[Item]:
    """The same of records as read. unknown: a version that is not known stands before them."""
    for parsed in records:
        unknown = unknown or any(finding.code == "F012" for finding in parsed.findings)
        kept = unknown or canonical(parsed) is None
        yield Item(parsed.record, parsed.findings, parsed.text if kept else None)


def piece(item: Item) -> tuple[str, bool]:
    """A record as text, and whether that is its own text. Raises FormatError."""
    if item.text is not None:
        return item.text, True
    try:
        return write_record(item.record), False
    except ValueError as wrong:
        raise FormatError(str(wrong)) from wrong


def bind(pieces: Iterable[tuple[str, bool]], out: BinaryIO) -> None:
    """A canonical file; a record that has its own text stands in it as that."""
    for text in joined(pieces):
        out.write(to_bytes(text))
