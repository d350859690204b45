"""Findings of one record while it is read, with their places.

Places are worked out from token numbers, and only when there is something to report.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from itertools import accumulate
from typing import Final

from tarok_pbn.codes import CODES
from tarok_pbn.findings import Finding, Span
from tarok_pbn.record import Source

__all__ = ["LIMIT", "Report"]

#: No more findings than this are kept for one record, so that no input can fill the memory.
LIMIT: Final = 1000

_BREAK: Final = re.compile(r"\r\n?|\n")


class Report:
    """Collects the findings of one record."""

    __slots__ = ("_breaks", "_starts", "findings", "source")

    def __init__(self, source: Source) -> None:
        self.source = source
        self.findings: list[Finding] = []
        self._starts: list[int] | None = None
        self._breaks: list[int] = []

    def add(self, code: str, at: int, message: str, *, last: int | None = None, help: str = "") -> None:
        """A finding at token *at* (to token *last*, inclusive)."""
        starts = self._index()
        end = at if last is None else last
        self._put(code, starts[at], starts[end] + len(self.source.tokens[end][1]), message, help)

    def add_inside(self, code: str, at: int, start: int, end: int, message: str, *, help: str = "") -> None:
        """A finding at characters *start* to *end* of token *at*."""
        first = self._index()[at]
        length = len(self.source.tokens[at][1])
        start = min(max(start, 0), length)
        self._put(code, first + start, first + min(max(end, start), length), message, help)

    def add_chars(self, code: str, start: int, end: int, message: str, *, help: str = "") -> None:
        """A finding at characters *start* to *end* of the record's text."""
        self._index()
        self._put(code, start, end, message, help)

    def start_of(self, at: int) -> int:
        """Where in the record's text token *at* begins."""
        return self._index()[at]

    def _index(self) -> list[int]:
        starts = self._starts
        if starts is None:
            tokens = self.source.tokens
            ends = list(accumulate([len(space) + len(token) for space, token in tokens]))
            starts = self._starts = [end - len(token) for end, (_, token) in zip(ends, tokens, strict=True)]
            self._breaks = [match.end() for match in _BREAK.finditer(self.source.text)]
        return starts

    def _place(self, position: int) -> tuple[int, int]:
        row = bisect_right(self._breaks, position)
        return self.source.line + row, position - (self._breaks[row - 1] if row else 0) + 1

    def _put(self, code: str, start: int, end: int, message: str, help: str) -> None:
        if len(self.findings) >= LIMIT:
            return
        if len(self.findings) == LIMIT - 1:
            code, help = "F023", ""
            message = f"this record has {LIMIT} findings or more; those from here on are not listed"
        source = self.source
        span = Span(source.file, source.number, *self._place(start), *self._place(end), source.offset)
        self.findings.append(Finding(code, message, span, "", "", help, CODES[code].severity))
