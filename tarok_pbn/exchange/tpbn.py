"""TPBN text as one form among the others: written as the formatter writes it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import BinaryIO

from tarok_pbn.exchange.formats import FormatError, Item
from tarok_pbn.notation import read_file, to_bytes
from tarok_pbn.notation.formatter import canonical, joined
from tarok_pbn.notation.writer import write as write_record

__all__ = ["read", "write"]


def read(stream: BinaryIO, name: str) -> Iterator[Item]:
    """Records of TPBN text; what has errors of syntax, or a version that is not known, keeps its text."""
    unknown = False
    for parsed in read_file(stream, name):
        unknown = unknown or any(finding.code == "F012" for finding in parsed.findings)
        kept = unknown or canonical(parsed) is None
        yield Item(parsed.record, parsed.findings, parsed.text if kept else None)


def write(items: Iterable[Item], out: BinaryIO) -> None:
    """A canonical file; a record that has its own text is written as that."""
    for piece in joined((_text(item), item.text is not None) for item in items):
        out.write(to_bytes(piece))


def _text(item: Item) -> str:
    if item.text is not None:
        return item.text
    try:
        return write_record(item.record)
    except ValueError as wrong:
        raise FormatError(f"this record cannot be written as TPBN: {wrong}") from wrong
