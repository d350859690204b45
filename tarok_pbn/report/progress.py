"""Progress of a long run: a line on stderr that comes after a second and leaves no trace."""

from __future__ import annotations

import time
from typing import TextIO

__all__ = ["Progress"]

_PATIENCE = 1.0
_EVERY = 0.2


class Progress:
    """Counts records; shows the count on a terminal only. width: cells of that terminal."""

    def __init__(self, stream: TextIO, width: int = 80) -> None:
        self._stream = stream
        self._live = stream.isatty()
        self._width = width
        self._next = time.monotonic() + _PATIENCE
        self._shown = False
        self._count = 0

    def step(self, file: str) -> None:
        """One more record, out of *file*."""
        self._count += 1
        if not self._live or self._count & 63:
            return
        now = time.monotonic()
        if now >= self._next:
            self._next = now + _EVERY
            self._shown = True
            text = f"{self._count:,} records ... {file}"[: self._width - 1]
            self._stream.write(f"\r\x1b[2K{text}")
            self._stream.flush()

    def clear(self) -> None:
        """Wipe the line, before anything else is printed and at the end."""
        if self._shown:
            self._stream.write("\r\x1b[2K")
            self._stream.flush()
            self._shown = False
