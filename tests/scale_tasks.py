"""Tasks for the tests of ``tarok_pbn.archive.work``: they travel to other processes, so they stand at the top of a module."""

from __future__ import annotations

import os
import signal
import time

__all__ = ["dies_at", "fails_at", "slow_square", "square", "stays_at", "unreadable"]


def square(items: tuple[int, ...]) -> list[int]:
    return [item * item for item in items]


def slow_square(items: tuple[int, ...]) -> list[int]:
    time.sleep(0.2 if items[0] % 2 == 0 else 0.0)
    return square(items)


def stays_at(items: tuple[int, ...]) -> list[int]:
    """Is at 13 for as good as ever."""
    if 13 in items:
        time.sleep(100_000)
    return square(items)


def dies_at(items: tuple[int, ...]) -> list[int]:
    """Takes its process with it where 13 is among the items."""
    if 13 in items:
        os.kill(os.getpid(), signal.SIGKILL)
    return square(items)


def fails_at(items: tuple[int, ...]) -> list[int]:
    if 13 in items:
        raise ValueError("thirteen")
    return square(items)


def unreadable(items: tuple[int, ...]) -> list[int]:
    if 13 in items:
        raise OSError(5, "Input/output error")
    return square(items)
