"""Checks on the characters of a record: bad bytes, control characters, normal form, line ends, blank lines."""

from __future__ import annotations

import re
import unicodedata

from tarok_pbn.notation.lexer import blank_before, normal
from tarok_pbn.notation.report import Report

__all__ = ["check_blank_lines", "check_characters"]

_BAD_BYTES = re.compile("[\ud800-\udfff]+")
#: What is neither ASCII nor a Latin letter that is in normal form C by itself.
_ODD = re.compile("[^\x00-\x7f\xa0-\u017f]")
_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")
_DELETE = bytes((*range(9), 0x0B, 0x0C, *range(0x0E, 0x20), 0x7F))
_BLANK = re.compile(r"\n[ \t\r]*\n|\r[ \t]*\r")


def check_characters(report: Report, text: str, raw: bytes) -> None:
    """F001, F014 and F015. raw: the bytes of which *text* was made."""
    plain = text.isascii() or _ODD.search(text) is None
    if not plain:
        for match in _BAD_BYTES.finditer(text):
            values = " ".join([f"{ord(c) & 0xFF:02X}" for c in match[0][:8]])
            what = "byte" if len(match[0]) == 1 else "bytes"
            report.add_chars(
                "F001", match.start(), match.end(), f"the {what} {values} cannot be read: the text is not UTF-8 here",
                help="save the file as UTF-8",
            )  # fmt: skip
        if normal(text) != text:
            at, end = _denormal(text)
            report.add_chars(
                "F015", at, end, f"{text[at:end]!r} is not in Unicode normal form C: equal names may compare unequal",
                help="tarok fmt writes normal form C",
            )  # fmt: skip
    if not plain or len(raw.translate(None, _DELETE)) != len(raw):
        for match in _CONTROL.finditer(text):
            report.add_chars(
                "F014", match.start(), match.end(), f"the control character U+{ord(match[0]):04X} stands in the text"
            )


def _denormal(text: str) -> tuple[int, int]:
    """The first line end to line end, narrowed to the first character that changes under NFC."""
    start = 0
    for line in text.splitlines(keepends=True):
        composed = normal(line)
        if composed != line:
            same = next((i for i, (a, b) in enumerate(zip(line, composed, strict=False)) if a != b), len(composed))
            end = same + 1
            while end < len(line) and unicodedata.combining(line[end]):
                end += 1
            return start + same, start + min(end, len(line))
        start += len(line)
    return 0, len(text)


def check_blank_lines(report: Report, text: str) -> None:
    """F022 once, at the first blank line between two items of a record."""
    text = text.rstrip()
    if not ("\n\n" in text or "\n " in text or "\n\t" in text or "\r" in text) or _BLANK.search(text) is None:
        return
    begun = False
    for index, (space, token) in enumerate(report.source.tokens):
        if not token:
            continue
        if begun and blank_before(space):
            start = report.start_of(index)
            report.add_chars(
                "F022", start - len(space), start, "a blank line stands inside a record",
                help="a blank line only separates records",
            )  # fmt: skip
            return
        begun = begun or token[0] == "["
