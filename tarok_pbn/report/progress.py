"""Progress of a long run: a line on stderr that comes after a second and leaves no trace."""

from __future__ import annotations

import time
from collections import deque
from typing import NamedTuple, TextIO

from tarok_pbn.report.terminal import cells, printable

__all__ = ["Line", "Progress"]

_PATIENCE = 1.0
_EVERY = 0.2
#: Seconds over which the speed is measured: what an earlier run has left comes fast and says nothing of the rest.
_WINDOW = 15.0
_STEP = 64
#: The same where a record takes seconds.
_SLOW_WINDOW = 120.0


class _Mark(NamedTuple):
    """How far the work was at a time."""

    at: float
    records: int
    done: int


class Line:
    """The line itself. width: cells of the terminal. hidden: whether to show nothing at all."""

    def __init__(self, stream: TextIO, width: int = 80, *, hidden: bool = False) -> None:
        self._stream, self._width = stream, width
        self._shown = False
        #: whether there is anybody who could see it
        self.live = stream.isatty() and not hidden
        self._next = time.monotonic() + _PATIENCE

    def due(self, now: float) -> bool:
        """Whether it is time to show it, or to show it anew."""
        return self.live and now >= self._next

    def show(self, now: float, text: str) -> None:
        """Show as much of *text* as there is room for, if it is time."""
        if self.due(now):
            self._next = now + _EVERY
            self._shown = True
            self._stream.write(f"\r\x1b[2K{_shortened(text, self._width - 1)}")
            self._stream.flush()

    def clear(self) -> None:
        """Wipe it, before anything else is printed and at the end."""
        if self._shown:
            self._stream.write("\r\x1b[2K")
            self._stream.flush()
            self._shown = False


class Progress:
    """Counts records; shows count, rate and remaining time on a terminal only.

    width: cells of that terminal. total: bytes of all files; None where that is not known, as for a pipe.
    hidden: whether to show nothing at all. slow: a record may take seconds; then how far it is can be told too.
    """

    def __init__(
        self, stream: TextIO, width: int = 80, total: int | None = None, *, hidden: bool = False, slow: bool = False
    ) -> None:
        self._line = Line(stream, width, hidden=hidden)
        self._total = total
        self._count = 0
        self._slow = slow
        self._last = ""
        self._marks = deque([_Mark(time.monotonic(), 0, 0)])

    def step(self, file: str, done: int = 0) -> None:
        """One more record, out of *file*; *done*: bytes of all files so far."""
        self._count += 1
        if not self._line.live or (self._count % _STEP and not self._slow):
            return
        now = time.monotonic()
        if self._line.due(now) or (self._slow and now - self._marks[-1].at >= _EVERY):
            self._last = self._text(file, _Mark(now, self._count, done))
        self._line.show(now, self._last)

    def part(self, words: str) -> None:
        """How far the record is that is worked on: ``12 of 48 cards``."""
        self._line.show(time.monotonic(), f"{words}; {self._last}" if self._last else words)

    def _text(self, file: str, mark: _Mark) -> str:
        marks = self._marks
        marks.append(mark)
        while len(marks) > 2 and mark.at - marks[1].at >= (_SLOW_WINDOW if self._slow else _WINDOW):
            marks.popleft()
        parts = [f"{mark.records:,} records"]
        seconds = mark.at - marks[0].at
        if seconds > 0:
            rate = (mark.records - marks[0].records) / seconds
            parts.append(f"{rate:,.1f}/s" if self._slow and rate < 10 else f"{rate:,.0f}/s")
        if self._total:
            parts.append(f"{_size(mark.done)} of {_size(self._total)}")
            passed = mark.done - marks[0].done
            if passed > 0:
                parts.append(f"{_duration(max(self._total - mark.done, 0) / passed * seconds)} left")
        return f"{', '.join(parts)} ... {printable(file)}"

    def clear(self) -> None:
        """Wipe the line, before anything else is printed and at the end."""
        self._line.clear()


def _size(size: int) -> str:
    """``512 kB``, ``1.4 MB``, ``2.0 GB``"""
    if size < 1_000_000:
        return f"{round(size / 1000)} kB"
    if size < 1_000_000_000:
        return f"{size / 1_000_000:.1f} MB"
    return f"{size / 1_000_000_000:.1f} GB"


def _duration(seconds: float) -> str:
    """``0:09``, ``12:30``, ``1:02:03``"""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def _shortened(text: str, width: int) -> str:
    """As much of *text* as stands in so many cells."""
    text = text[: max(width, 0)]
    while cells(text) > width:
        text = text[:-1]
    return text
