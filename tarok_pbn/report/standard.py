"""Standard input, output and error of a program that was started without one of them (``<&-``, ``>&-``, ``2>&-``).

Python then has None for the stream, and the next file that is opened gets its descriptor: what is written to standard
output would go into that file. So each descriptor is taken, by the null device opened the wrong way round: reading from
it and writing to it fail as on a closed one, and who does neither never notices.
"""

from __future__ import annotations

import errno
import io
import os
import sys
from typing import Any

__all__ = ["ClosedInput", "muted", "stood_in"]


class ClosedInput(OSError):
    """Standard input was read, and it is closed."""

    def __init__(self) -> None:
        super().__init__(errno.EBADF, os.strerror(errno.EBADF))


class _Closed(io.FileIO):
    """Standard input that is closed; whoever reads it learns that."""

    def readinto(self, buffer: Any, /) -> int:
        """Raises ClosedInput."""
        raise ClosedInput

    def readall(self) -> bytes:
        """Raises ClosedInput."""
        raise ClosedInput


def stood_in() -> None:
    """Put streams where the program was started without; reading and writing them raise OSError, but for messages."""
    for descriptor, way in enumerate((os.O_WRONLY, os.O_RDONLY, os.O_WRONLY)):
        _taken(descriptor, way)
    streams: dict[str, Any] = vars(sys)  # the types of the library know of no None here
    if streams["stdin"] is None:
        sys.stdin = io.TextIOWrapper(io.BufferedReader(_Closed(0, "rb", closefd=False)), "utf-8")
    if streams["stdout"] is None:
        sys.stdout = io.TextIOWrapper(io.BufferedWriter(io.FileIO(1, "wb", closefd=False)), "utf-8")
    if streams["stderr"] is None:
        sys.stderr = io.TextIOWrapper(io.BufferedWriter(io.FileIO(2, "wb", closefd=False)), "utf-8", write_through=True)


def muted() -> None:
    """Let what is left for standard output go nowhere, for it must not fail once more when the program ends."""
    null = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, 1)
    os.close(null)


def _taken(descriptor: int, way: int) -> None:
    """Take a descriptor that is free."""
    try:
        os.fstat(descriptor)
    except OSError:
        null = os.open(os.devnull, way)
        if null != descriptor:
            os.dup2(null, descriptor)
            os.close(null)
