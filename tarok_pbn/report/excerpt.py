"""The excerpt under a finding: its source line with a caret under the exact token."""

from __future__ import annotations

import re

from tarok_pbn.findings import Span
from tarok_pbn.record import Source
from tarok_pbn.report.terminal import Style, cells, printable

__all__ = ["excerpt"]

#: Characters of an overlong line that are shown before and after the caret.
_BEFORE, _AFTER = 60, 60
_BREAK = re.compile(r"\r\n?|\n")


def excerpt(source: Source, span: Span, style: Style, word: str = "", hue: str = "red") -> list[str]:
    """The lines of an excerpt, or none where the span lies outside the record's text.

    word: what to write behind the caret ("trick 1, card 2"). hue: colour of the caret.
    """
    lines = _BREAK.split(source.text)
    index = span.line - source.line
    if not 0 <= index < len(lines):
        return []
    gutter = len(str(span.line))
    bar = style.paint("|", "blue")
    result = [f"{' ' * gutter} {bar}"]
    if index and lines[index - 1].strip():
        result.append(_row(span.line - 1, gutter, bar, printable(lines[index - 1]), style))
    line = lines[index]
    end = span.end_column if span.end_line == span.line else len(line) + 1
    start = min(max(span.column, 1), len(line) + 1) - 1
    end = max(min(end, len(line) + 1) - 1, start)
    shown, left, mark = _window(line, start, end)
    result.append(_row(span.line, gutter, bar, shown, style, whole=True))
    caret = style.paint("^" * mark, hue, "bold")
    tail = f" {printable(word)}" if word else ""
    result.append(f"{' ' * gutter} {bar} {' ' * left}{caret}{tail}")
    result.append(f"{' ' * gutter} {bar}")
    return result


def _window(line: str, start: int, end: int) -> tuple[str, int, int]:
    """The part of a line to show, the cells before the caret, and the carets."""
    first, last = 0, len(line)
    if last > _BEFORE + _AFTER:
        first = max(0, start - _BEFORE)
        last = min(last, min(end, start + _AFTER) + _AFTER)
    before = printable(line[first:start])
    marked = printable(line[start : min(end, last)])
    after = printable(line[min(end, last) : last])
    head = "... " if first else ""
    tail = " ..." if last < len(line) else ""
    return f"{head}{before}{marked}{after}{tail}", cells(head + before), max(1, cells(marked))


def _row(number: int, gutter: int, bar: str, text: str, style: Style, whole: bool = False) -> str:
    if not whole and len(text) > _BEFORE + _AFTER:
        text = text[: _BEFORE + _AFTER] + " ..."
    return f"{style.paint(f'{number:>{gutter}}', 'blue')} {bar} {text}".rstrip()
