"""Temporary files; where one cannot be written, that is told as that and not as a fault of whatever else is written."""

from __future__ import annotations

import io
import os
import tempfile
from typing import Any, BinaryIO

__all__ = ["ScratchFull", "scratch"]


class ScratchFull(Exception):
    """A temporary file cannot be made or written; the text says where and why.

    It is no OSError, for those are of the files that are read and made.
    """

    def __init__(self, why: OSError) -> None:
        where = tempfile.gettempdir() if tempfile.tempdir is not None else "the temporary directory"
        super().__init__(
            f"cannot write a temporary file in {where}: {why.strerror or why}; TMPDIR names another directory"
        )


class _Raw(io.FileIO):
    """The file below the buffer. After a failure it takes everything, so that closing it does not fail again."""

    failed = False

    def write(self, data: Any, /) -> int:
        if self.failed:
            return memoryview(data).nbytes
        try:
            return super().write(data)
        except OSError as wrong:
            self.failed = True
            raise ScratchFull(wrong) from wrong


def scratch() -> BinaryIO:
    """A file without a name, open for reading and writing; it is gone when it is closed. Raises ScratchFull."""
    try:
        with tempfile.TemporaryFile(buffering=0) as file:
            raw = _Raw(os.dup(file.fileno()), "r+b")
    except OSError as wrong:
        raise ScratchFull(wrong) from wrong
    return io.BufferedRandom(raw)
