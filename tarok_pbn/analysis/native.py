"""The native kernel, where there is one.

It is optional: the package is built without it where no compiler is found. It is loaded when it is
first asked for, and ``TAROK_PBN_KERNEL=off`` makes everything behave as if it had not been built.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from typing import Protocol, cast

__all__ = ["NEEDED", "SWITCH", "Kernel", "KernelSolver", "backend", "kernel"]

#: What the kernel has to call itself; native/binding.cpp says it.
NEEDED = "1.1"
#: The environment variable that switches the kernel off at run time.
SWITCH = "TAROK_PBN_KERNEL"

_MODULE = "tarok_pbn._kernel"


class KernelSolver(Protocol):
    """Answers about the positions of one hand. A move is (suit, rank, suit that is named or -1).

    Values are what the side still gains; bounds are (low, high, nodes). guess: a likely value, -1 none. seconds, nodes:
    limits of one question, 0 none; at a limit the bounds are what has been proven.
    """

    def value(
        self, low: int = 0, high: int = -1, guess: int = -1, seconds: float = 0.0, nodes: int = 0
    ) -> tuple[int, int, int]:
        """Of the position."""

    def value_after(
        self,
        move: tuple[int, int, int],
        low: int = 0,
        high: int = -1,
        guess: int = -1,
        seconds: float = 0.0,
        nodes: int = 0,
    ) -> tuple[int, int, int]:
        """After a move, its own gain included."""

    def moves(self) -> list[tuple[int, int, int]]:
        """Legal moves."""

    def advance(self, move: tuple[int, int, int]) -> int:
        """Play a move; what it gains."""

    def reset(self) -> None:
        """Back to the first position."""

    def stop(self) -> None:
        """End the running question from another thread."""


class Kernel(Protocol):
    """What the compiled module offers; native/binding.cpp defines it."""

    #: A solver for a position; tarok_pbn/analysis/kernel.py gives the arguments. ValueError: too many cards.
    Solver: Callable[..., KernelSolver]

    def version(self) -> str:
        """Version of what it offers, and the compiler that made it: ``1.0 (GCC 12.2)``."""


class _Missing(Exception):
    """There is no kernel to use; the message says why."""


def kernel() -> Kernel | None:
    """The kernel's module, or None where it was not built, does not fit or is switched off."""
    try:
        return _loaded()
    except _Missing:
        return None


def backend() -> str:
    """What solves, in one line: ``native kernel 1.0 (GCC 12.2)`` or ``pure Python: ...`` with the reason."""
    try:
        return f"native kernel {_loaded().version()}"
    except _Missing as why:
        return f"pure Python: {why}"


def _loaded() -> Kernel:
    if os.environ.get(SWITCH, "").strip().lower() == "off":
        raise _Missing(f"the native kernel is switched off by {SWITCH}")
    if find_spec(_MODULE) is None:
        raise _Missing("the native kernel was not built")
    try:
        module = import_module(_MODULE)
    except ImportError as wrong:
        raise _Missing(f"the native kernel cannot be loaded: {wrong}") from wrong
    found = str(module.version()).partition(" ")[0]
    if found != NEEDED:
        raise _Missing(f"the native kernel is version {found} and {NEEDED} is needed; build it anew")
    return cast("Kernel", module)
