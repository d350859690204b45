"""A file or pipe whose records are to be read: opened, its form recognised by name or beginning."""

from __future__ import annotations

import codecs
import io
from collections.abc import Iterator
from typing import TYPE_CHECKING, BinaryIO

from tarok_pbn.exchange.formats import HEAD, Format, FormatError, Item, formats, guess
from tarok_pbn.exchange.proof import proved

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

__all__ = ["recognised", "records"]


#: White space at the beginning of a file that is looked over for what follows it.
_WHITE = 1 << 20


class _Rest(io.RawIOBase):
    """A stream whose beginning was read already. filled: whether there was something other than white space so far."""

    def __init__(self, head: bytes, stream: BinaryIO) -> None:
        self.filled = False
        self._head = head
        self._read = getattr(stream, "read1", stream.read)

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: WriteableBuffer, /) -> int:
        room = memoryview(buffer).cast("B")
        data = self._head[: len(room)] or self._read(len(room))
        self._head = self._head[len(data) :]
        self.filled = self.filled or not _white(data)
        room[: len(data)] = data
        return len(data)


def _white(data: bytes) -> bool:
    """Whether there is nothing but white space, a byte order mark before it or not."""
    return not data.removeprefix(codecs.BOM_UTF8).strip()


def recognised(stream: BinaryIO, name: str) -> tuple[Format, BinaryIO]:
    """The form of a stream, and a stream that still has its beginning.

    name: of the file. Raises FormatError where the form cannot be told, or is one that is only written.
    """
    known = guess(name)
    if len(known) != 1:
        head = b""
        while (len(head) < HEAD or (len(head) < _WHITE and _white(head))) and (more := stream.read(HEAD)):
            head += more
        if _white(head) and len(head) < _WHITE:
            raise _empty()
        known = guess(name, head[:HEAD])
        stream = io.BufferedReader(_Rest(head, stream))
    if len(known) == 1:
        if known[0].reads is None:
            raise FormatError(f"{known[0].name} is only written, never read", help=f"{_readable()} can be read")
        return known[0], stream
    what = "it may be " + " or ".join(form.name for form in known) if known else "it looks like none of them"
    raise FormatError(f"its form cannot be told: {what}", help=f"say --from {_readable()}")


def _readable() -> str:
    names = [form.name for form in formats().values() if form.reads is not None]
    return f"{', '.join(names[:-1])} or {names[-1]}"


def records(form: Format, stream: BinaryIO, name: str) -> Iterator[Item]:
    """The records of a stream of that form. Raises FormatError, unless it is TPBN of an empty one too, and OSError."""
    if form.name == "tpbn":
        yield from _read(form, stream, name)
        return
    rest = _Rest(b"", stream)
    try:
        yield from _read(form, io.BufferedReader(rest), name)
    except FormatError:
        if not rest.filled:
            raise _empty() from None
        raise
    if not rest.filled:
        raise _empty()


def _empty() -> FormatError:
    return FormatError("the file is empty", 1, 1, "only TPBN text may be empty: --from tpbn")


def _read(form: Format, stream: BinaryIO, name: str) -> Iterator[Item]:
    assert form.reads is not None
    for number, item in enumerate(form.reads(stream, name), 1):
        if not form.foreign:
            yield Item(*item)
            continue
        record, findings = item[0], item[1]
        span = next((f.span for f in findings if f.span is not None), None)
        line, column = (span.line, span.column) if span is not None else (1, 1)
        proof = proved(record, None, name, number, line, column)
        yield Item(record, [*findings, *proof.findings])
