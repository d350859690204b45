"""Progress of the archive's commands: how much there is to read, and how far they are."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from types import TracebackType

from tarok_pbn.report.progress import Progress
from tarok_pbn.report.sources import STDIN
from tarok_pbn.report.terminal import style_for

__all__ = ["Steps"]


class Steps:
    """A line on stderr about files that are read one after the other; the end of the block wipes it.

    files: in the order in which they are read. passes: how often all of them are. records_out: whether records go to
    standard output meanwhile; where that is a terminal too, they would run into the line, and there is none.
    slow: a record may take seconds.
    """

    def __init__(
        self, files: Iterable[str], passes: int = 1, *, records_out: bool = False, slow: bool = False
    ) -> None:
        self._starts: dict[str, int] = {}
        self._whole = 0
        for path in files:
            self._starts.setdefault(path, self._whole)
            self._whole += os.path.getsize(path) if path != "-" and os.path.isfile(path) else 0
        self._passed = self._last = 0
        hidden = records_out and sys.stdout.isatty()
        width, total = style_for(sys.stderr).width, self._whole * passes or None
        self._progress = Progress(sys.stderr, width, total, hidden=hidden, slow=slow)

    def step(self, path: str, offset: int = 0, name: str = "", records: int = 1) -> None:
        """One record more, or several. path: its file. offset: bytes of that which are done. name: to be shown."""
        done = self._starts.get(path, 0) + offset
        if done < self._last:
            self._passed += self._whole  # the files are read once more
        self._last = done
        shown = name or (STDIN if path == "-" else path)
        for _ in range(records):
            self._progress.step(shown, self._passed + done)

    def part(self, words: str) -> None:
        """How far the record is that is worked on: ``12 of 48 cards``."""
        self._progress.part(words)

    def clear(self) -> None:
        """Wipe the line, before anything else is printed."""
        self._progress.clear()

    def __enter__(self) -> Steps:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, wrong: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.clear()
