"""Terminal manners: colour, encodings, widths, and text that must not drive the terminal."""

from __future__ import annotations

import os
import shutil
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TextIO

__all__ = ["ColorChoice", "Style", "can_print", "cells", "printable", "style_for", "wants_color"]

ColorChoice = Literal["auto", "always", "never"]

_SGR = {"bold": "1", "dim": "2", "red": "31", "green": "32", "yellow": "33", "blue": "34", "cyan": "36"}
#: Format characters that reorder what a reader sees.
_REORDER = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


@dataclass(frozen=True, slots=True)
class Style:
    """How to write to a stream. color: ANSI colours; suits: the stream can show ♠♥♦♣; width in cells."""

    color: bool = False
    suits: bool = True
    width: int = 80

    def paint(self, text: str, *names: str) -> str:
        """*text* in bold, dim or a colour, or as it is on a plain stream."""
        if not self.color or not text:
            return text
        return f"\x1b[{';'.join(_SGR[name] for name in names)}m{text}\x1b[0m"


def wants_color(choice: ColorChoice, is_tty: bool, environ: Mapping[str, str]) -> bool:
    """Whether to use colour: the option, then NO_COLOR, FORCE_COLOR, TERM=dumb, then the terminal."""
    if choice != "auto":
        return choice == "always"
    if environ.get("NO_COLOR"):
        return False
    if environ.get("FORCE_COLOR"):
        return True
    return is_tty and environ.get("TERM") != "dumb"


def can_print(stream: TextIO, text: str) -> bool:
    """Whether the stream's encoding has all characters of *text*."""
    try:
        text.encode(getattr(stream, "encoding", None) or "ascii")
    except (LookupError, UnicodeEncodeError):
        return False
    return True


def style_for(stream: TextIO, choice: ColorChoice = "auto") -> Style:
    """The style that fits a stream and the environment."""
    return Style(
        wants_color(choice, stream.isatty(), os.environ),
        can_print(stream, "♠♥♦♣"),
        shutil.get_terminal_size().columns,
    )


def printable(text: str) -> str:
    """*text* with control, reordering and undecodable characters written as escapes.

    A record is somebody else's text: it must not move the cursor, change colours or
    reverse the reading direction of the terminal that reports on it.
    """
    if text.isascii() and text.isprintable():
        return text
    return "".join([_shown(char) for char in text])


def _shown(char: str) -> str:
    code = ord(char)
    if char == "\t":
        return " "
    if 0xDC80 <= code <= 0xDCFF:
        return f"\\x{code - 0xDC00:02x}"
    if code < 0x20 or 0x7F <= code < 0xA0:
        return f"\\x{code:02x}"
    if char in _REORDER or 0xD800 <= code < 0xE000 or code in (0x2028, 0x2029):
        return f"\\u{code:04x}"
    return char


def cells(text: str) -> int:
    """Width in terminal cells of text that is printable."""
    if text.isascii():
        return len(text)
    width = 0
    for char in text:
        if unicodedata.combining(char) or char in "\ufe0e\ufe0f\u200b\u200c\u200d":
            continue
        width += 2 if unicodedata.east_asian_width(char) in "WF" else 1
    return width
