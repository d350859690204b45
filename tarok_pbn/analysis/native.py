"""The native kernel, where there is one.

It is optional: the package is built without it where no compiler is found. It is loaded when it is
first asked for, and ``TAROK_PBN_KERNEL=off`` makes everything behave as if it had not been built.
"""

from __future__ import annotations

import os
from importlib import import_module
from importlib.util import find_spec
from typing import Protocol, cast

__all__ = ["NEEDED", "SWITCH", "Kernel", "backend", "kernel"]

#: What the kernel has to call itself; native/binding.cpp says it.
NEEDED = "1.0"
#: The environment variable that switches the kernel off at run time.
SWITCH = "TAROK_PBN_KERNEL"

_MODULE = "tarok_pbn._kernel"


class Kernel(Protocol):
    """What the compiled module offers; native/binding.cpp defines it."""

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
