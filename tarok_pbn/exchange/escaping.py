r"""Characters that a form cannot hold, written so that it can: the same escape in JSON, JSON Lines and XML.

A record that needs it says ``escaped``; then in every string of it ``\\`` stands for a backslash, ``\xHH`` for a
byte that was not UTF-8 (80 to ff) or a control character (00 to 1f), and ``\uHHHH`` for another code unit.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from tarok_pbn.record import Mark, Record

__all__ = ["NOT_IN_JSON", "NOT_IN_XML", "escaper", "has", "parts", "unescape"]

#: What cannot stand in UTF-8: bytes that were not, as U+DC80 to U+DCFF, and other halves of characters.
NOT_IN_JSON = re.compile("[\ud800-\udfff]")
#: What cannot stand in XML 1.0, not even as a reference.
NOT_IN_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")

_ESCAPE = re.compile(r"\\(?:\\|x([0-9a-f]{2})|u([0-9a-f]{4}))")


def has(record: Record, text: str | None, bad: re.Pattern[str]) -> bool:
    """Whether a string of *record*, or its *text*, holds a character of *bad*."""
    return bad.search(text or "") is not None or any(bad.search(part) is not None for _, part in parts(record))


def escaper(bad: re.Pattern[str]) -> Callable[[str], str]:
    """The function that escapes backslashes and the characters of *bad*."""
    return lambda text: bad.sub(_written, text.replace("\\", "\\\\"))


def _written(match: re.Match[str]) -> str:
    code = ord(match[0])
    if 0xDC80 <= code <= 0xDCFF:
        return f"\\x{code - 0xDC00:02x}"
    return f"\\x{code:02x}" if code < 0x80 else f"\\u{code:04x}"


def unescape(text: str) -> str:
    """The text that was escaped; a backslash that begins no escape stands for itself."""
    return _ESCAPE.sub(_read, text) if "\\" in text else text


def _read(match: re.Match[str]) -> str:
    if match[1]:
        code = int(match[1], 16)
        return chr(code) if code < 0x80 else chr(0xDC00 + code)
    return chr(int(match[2], 16)) if match[2] else "\\"


def parts(record: Record) -> Iterator[tuple[str, str]]:
    """(role, text) of every string of a record, in no particular order."""
    yield from _marks(record.head)
    for tag in record.tags:
        yield "tag", tag.name
        yield "value of a tag", tag.value
        yield from _marks(tag.marks)
    for section in record.sections:
        yield "section", section.name
        if section.value is not None:
            yield "value of a section", section.value
        if section.raw is not None:
            yield "raw text", section.raw
        for number, text in section.notes.items():
            yield f"note {number}", text
        for row in section.rows:
            for cell in row:
                yield "cell", cell
        if section.end:
            yield "end", section.end
        for listed in (*section.marks.values(), section.end_marks):
            yield from _marks(listed)
        for group in section.groups:
            yield "seat", group.seat
            for word in group.words:
                yield "word", word
            for listed in (group.marks or {}).values():
                yield from _marks(listed)


def _marks(listed: list[Mark]) -> Iterator[tuple[str, str]]:
    for mark in listed:
        yield mark.kind, mark.text
