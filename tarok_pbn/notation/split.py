"""Bytes to records: where one record ends and the next begins.

Boundaries are found by lines, before anything is tokenised, so that a record with
open quotes or braces never swallows the one after it. A line that begins with a tag
begins a record when the running record has a tag or section already and

1. the tag is Event, directly after a blank line, even inside an open comment (then also
   when the running record has no tag yet); or, outside comments,
2. the tag is Event and a blank line or a section stands between it and the tags before; or
3. a blank line stands between it and the last line that begins with ``[``, and the running
   record has a section or a tag of the same name.

Comments, escape lines and chatter after the last blank line before the tag belong to
the new record.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Final

__all__ = ["CHUNK", "RECORD_LIMIT", "Piece", "split", "until_broken"]

CHUNK: Final = 1 << 18
#: A record longer than this is cut.
RECORD_LIMIT: Final = 4 << 20

#: offset, bytes, whether the piece was cut because it was too long
Piece = tuple[int, bytes, bool]

_BOM: Final = b"\xef\xbb\xbf"
_NEXT: Final = b'[Event "'
_EVENT: Final = re.compile(rb"(?:\n|\r(?!\n))(?:[ \t]|\xef\xbb\xbf)*\[[ \t]*Event[ \t]*\"")
_BRACKET: Final = re.compile(rb"(?:\n|\r(?!\n))(?=(?:[ \t]|\xef\xbb\xbf)*\[)")
_BLANK: Final = re.compile(rb"(?:\n|\r(?!\n))[ \t]*(?:\r\n?|\n)")
_FIRST: Final = re.compile(rb"(?:[ \t]|\xef\xbb\xbf)*\[")
_NAME: Final = re.compile(rb"(?:[ \t]|\xef\xbb\xbf)*\[\s*([A-Za-z_][A-Za-z0-9_]*)\s*([\"\]]?)")
#: Text outside comments; what it cannot pass is a brace that is still open.
_OUTSIDE: Final = re.compile(
    rb"(?:[^{;%\"]++|;[^\r\n]*+|(?<![^\r\n])%[^\r\n]*+|\"(?:[^\"\\\r\n]++|\\[^\r\n])*+\"?|\{[^}]*+\}|%)*+"
)


def until_broken(pieces: Iterable[Piece], broken: list[OSError]) -> Iterator[Piece]:
    """The pieces up to where reading breaks off; the error is then put into *broken*, for whoever is done with them."""
    try:
        yield from pieces
    except OSError as wrong:
        broken.append(wrong)


class _Running:
    """What is known of the record that is being collected: its tag names, and whether it has a section."""

    __slots__ = ("closed", "names", "open", "scanned", "section", "start")

    def __init__(self, start: int) -> None:
        self.start = start
        self.names: set[bytes] = set()
        self.section = False
        self.scanned = start  # lines before this are in names and section
        self.closed = start  # up to here comments are followed
        self.open = False  # whether one is open there

    def look(self, buffer: bytes, end: int) -> None:
        """Take in the lines up to *end*."""
        position = self.scanned
        if position == self.start and _FIRST.match(buffer, position):
            self._line(buffer, position)
        position = max(position - 1, 0)
        while (match := _BRACKET.search(buffer, position, end)) is not None and match.end() < end:
            self._line(buffer, match.end())
            position = match.end()
        self.scanned = end

    def _line(self, buffer: bytes, at: int) -> None:
        match = _NAME.match(buffer, at)
        if match is None or not match[2] or self.inside(buffer, at):
            return
        name, following = match[1], match[2]
        if following == b"]" or _is_section(name):
            self.section = self.section or name != b"Note"
        elif following == b'"':
            self.names.add(name)

    def inside(self, buffer: bytes, position: int) -> bool:
        """Whether a brace is open at *position*, the beginning of a line."""
        if self.open:
            end = buffer.find(b"}", self.closed, position)
            if end < 0:
                self.closed = position
                return True
            self.closed = end + 1
            self.open = False
        if position <= self.closed or buffer.find(b"{", self.closed, position) < 0:
            return False
        match = _OUTSIDE.match(buffer, self.closed, position)
        if match is not None:
            self.closed = match.end()
        self.open = self.closed < position
        if self.open:
            self.closed = position
        return self.open

    def begun(self) -> bool:
        return self.section or bool(self.names)


def _is_section(name: bytes) -> bool:
    return name in _STREAMS or (len(name) > 5 and name.endswith(b"Table"))


_STREAMS: Final = frozenset((b"Auction", b"Exchange", b"Announcements", b"Play"))


def split(read: Callable[[int], bytes], base: int = 0) -> Iterator[Piece]:
    """The records of a stream of bytes, in constant memory; joined they are the stream.

    read: returns the next bytes, at most so many, and b"" at the end. base: offset of the first byte.
    """
    buffer = b""
    running = _Running(0)
    position = 0  # what lies before is settled
    end_of_file = False
    while not end_of_file:
        chunk = read(CHUNK)
        if chunk[-1:] == b"\r":
            chunk += read(1)
        end_of_file = not chunk
        start = running.start
        if start:
            buffer = buffer[start:]
            base += start
            position -= start
            running.scanned -= start
            running.closed -= start
            running.start = 0
        buffer = buffer + chunk if buffer else chunk
        simple = not (b"\r" in buffer or b"\n " in buffer or b"\n\t" in buffer or buffer.find(_BOM, 1) >= 0)
        while True:
            found = _next(buffer, position, running, end_of_file, simple)
            start = running.start
            cut = found[0] if found is not None else len(buffer)
            if cut - start > RECORD_LIMIT:
                cut = _limit(buffer, start)
                yield base + start, buffer[start:cut], True
                running = _Running(cut)
                running.section = True  # the rest is a record by itself
                position = cut
                continue
            if found is None:
                position = running.scanned if running.scanned > position else position
                break
            yield base + start, buffer[start:cut], False
            running = _Running(cut)
            _, position, name = found
            running.names.add(name)  # no other line of the new record before it begins with [
            running.scanned = position
    if running.start < len(buffer):
        yield base + running.start, buffer[running.start :], False


def _next(
    buffer: bytes, position: int, running: _Running, end_of_file: bool, simple: bool
) -> tuple[int, int, bytes] | None:
    """End of the running record, how far the next was looked at, its first tag; None while that cannot be said."""
    complete = len(buffer) if end_of_file else buffer.rfind(b"\n") + 1
    if simple and running.names and not running.open:
        # The usual end of a record: one blank line, an Event line, and no comment and no other event before.
        line = buffer.find(b"\n\n", position) + 2
        if (
            buffer.startswith(_NEXT, line)
            and 1 < line < complete
            and buffer.find(b"Event", position, line) < 0
            and buffer.find(b"{", running.closed, line) < 0
        ):
            return line, line + len(_NEXT), b"Event"
    if not end_of_file and not simple:
        complete = max(complete, buffer.rfind(b"\r") + 1)
    while position < complete:
        blank, after = _blank(buffer, position, simple)
        # an Event line without a blank line before it, after a section
        region = blank + 1 if blank >= 0 else complete
        if buffer.find(b"Event", position, region) >= 0:
            match = _EVENT.search(buffer, max(position - 1, 0), region)
            while match is not None:
                line = match.start() + 1
                running.look(buffer, line)
                if running.section and not running.inside(buffer, line):
                    return line, match.end(), b"Event"
                match = _EVENT.search(buffer, match.end(), region)
        if blank < 0:
            running.look(buffer, complete)
            return None
        line = _bracket(buffer, after, simple)
        if line < 0 or line >= complete:
            return None
        name = _NAME.match(buffer, line)
        if name is not None and name[2] == b'"':
            cut = _last_blank(buffer, after, line, simple)
            if name[1] == b"Event":
                if not running.names and not running.section:
                    running.look(buffer, line)
                inside = running.inside(buffer, line)
                if (cut == line or not inside) if running.begun() else (cut == line and inside):
                    return cut, name.end(), name[1]
            elif name[1] != b"Note" and not _is_section(name[1]):
                running.look(buffer, line)
                if (running.section or name[1] in running.names) and not running.inside(buffer, line):
                    return cut, name.end(), name[1]
        position = line + 1
    return None


def _blank(buffer: bytes, position: int, simple: bool) -> tuple[int, int]:
    """Where the next blank line is, and where the line after it begins; (-1, -1) for none."""
    position = max(position - 1, 0)
    if simple:
        found = buffer.find(b"\n\n", position)
        return found, found + 2 if found >= 0 else -1
    match = _BLANK.search(buffer, position)
    return (match.start(), match.end()) if match is not None else (-1, -1)


def _bracket(buffer: bytes, position: int, simple: bool) -> int:
    """Where the next line that begins with ``[`` begins; -1 for none."""
    if simple:
        return buffer.find(b"\n[", position - 1) + 1 or -1
    match = _BRACKET.search(buffer, position - 1)
    return match.end() if match is not None else -1


def _last_blank(buffer: bytes, after: int, line: int, simple: bool) -> int:
    """Where the text after the last blank line before *line* begins."""
    if simple:
        return max(after, buffer.rfind(b"\n\n", after - 1, line) + 2)
    while (match := _BLANK.search(buffer, after - 1, line)) is not None:
        after = match.end()
    return after


def _limit(buffer: bytes, start: int) -> int:
    """Where to cut a record that is too long: at a line end, or between two characters."""
    end = start + RECORD_LIMIT
    cut = max(buffer.rfind(b"\n", start, end), buffer.rfind(b"\r", start, end - 1)) + 1
    if cut > start:
        return cut
    while end > start + RECORD_LIMIT - 4 and buffer[end] & 0xC0 == 0x80:
        end -= 1
    return end
