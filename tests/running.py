"""Runs the command line inside the test's process."""

from __future__ import annotations

import io
import sys
from collections.abc import Mapping
from typing import NamedTuple

import pytest

from tarok_pbn.__main__ import load

__all__ = ["Outcome", "tarok"]


class Outcome(NamedTuple):
    """Exit code and streams of one run."""

    code: int
    out: str
    err: str
    raw: bytes


class _Stream(io.TextIOWrapper):
    """A text stream over bytes that can claim to be a terminal."""

    tty = False

    def isatty(self) -> bool:
        return self.tty


def tarok(
    *arguments: str,
    stdin: bytes = b"",
    env: Mapping[str, str] | None = None,
    encoding: str = "utf-8",
    tty: bool = False,
) -> Outcome:
    """Run ``tarok`` with these arguments; *tty*: both output streams are terminals."""
    out, err = io.BytesIO(), io.BytesIO()
    with pytest.MonkeyPatch.context() as patch:
        for name in ("NO_COLOR", "FORCE_COLOR", "TAROK_OUTPUT_FORMAT", "COLUMNS"):
            patch.delenv(name, raising=False)
        patch.setenv("TERM", "xterm")
        for name, value in (env or {}).items():
            patch.setenv(name, value)
        stdout, stderr = _Stream(out, encoding), _Stream(err, encoding)
        stdout.tty = stderr.tty = tty
        patch.setattr(sys, "stdout", stdout)
        patch.setattr(sys, "stderr", stderr)
        patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin), "utf-8"))
        patch.setattr(sys, "argv", ["tarok"])
        try:
            code = load().main(arguments)
        except SystemExit as leaving:
            code = leaving.code if isinstance(leaving.code, int) else 1
        stdout.flush()
        stderr.flush()
    raw = out.getvalue()
    return Outcome(code, raw.decode(encoding, "replace"), err.getvalue().decode(encoding, "replace"), raw)
