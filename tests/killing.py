"""Runs commands in children that are killed: at a moment, or at a call that they make of the system.

As a program it is the parent of those children: it loads the package once, then forks for every run that a line of its
standard input asks for, so that a kill falls into the work and not into the start of Python.
"""

from __future__ import annotations

import importlib
import json
import os
import pkgutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import tarok_pbn
from tarok_pbn.__main__ import load

__all__ = ["Ended", "Killer"]

_ROOT = Path(__file__).parent.parent


class Ended(NamedTuple):
    """How a run ended. killed: by the signal. code: where it left by itself. seconds: from fork to end."""

    killed: bool
    code: int
    seconds: float


class Killer:
    """A parent of runs, in a process of its own. Use it in a ``with`` block."""

    def __enter__(self) -> Killer:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.killing"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=_ROOT, text=True
        )
        return self

    def __exit__(self, *fault: object) -> None:
        self._process.communicate()

    def run(
        self,
        arguments: list[str],
        folder: Path,
        *,
        after: float | None = None,
        call: str = "",
        number: int = 0,
        out: str = os.devnull,
        target: int = 0,
    ) -> Ended:
        """Run ``tarok`` with these arguments in a directory.

        after: seconds until it is killed. call: "replace" and the like: a function of ``os`` at whose call *number*,
        from 0, it is killed, just before, or with "replace+" just after it. out: where stdout goes. target: bytes of a
        partition.
        """
        asked = {
            "arguments": arguments, "folder": str(folder), "after": after, "call": call, "number": number,
            "out": out, "target": target,
        }  # fmt: skip
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        print(json.dumps(asked), file=self._process.stdin, flush=True)
        return Ended(*json.loads(self._process.stdout.readline()))


def _kills_itself(call: str, number: int) -> None:
    """Let the call of a function of ``os`` be the last thing that this process does."""
    name, later = call.rstrip("+"), call.endswith("+")
    real: Callable[..., Any] = getattr(os, name)
    calls = iter(range(number + 1))

    def last(*arguments: Any, **named: Any) -> Any:
        now = next(calls, -1) == number
        if now and not later:
            os.kill(os.getpid(), signal.SIGKILL)
        result = real(*arguments, **named)
        if now:
            os.kill(os.getpid(), signal.SIGKILL)
        return result

    setattr(os, name, last)


def _child(asked: dict[str, Any]) -> int:
    os.chdir(asked["folder"])
    out = os.open(asked["out"], os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o666)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(out, 1)
    os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
    if asked["target"]:
        vars(importlib.import_module("tarok_pbn.archive.partition"))["TARGET"] = asked["target"]
    if asked["call"]:
        _kills_itself(asked["call"], asked["number"])
    try:
        code = load().main(asked["arguments"])
    except SystemExit as leaving:
        code = leaving.code if isinstance(leaving.code, int) else 1
    sys.stdout.flush()
    return int(code or 0)


def _serve() -> None:
    load()
    for module in pkgutil.walk_packages(tarok_pbn.__path__, "tarok_pbn."):
        if module.name.split(".")[1] in ("archive", "commands", "exchange", "games", "notation", "report"):
            importlib.import_module(module.name)
    importlib.import_module("pyarrow.parquet")
    for line in sys.stdin:
        asked = json.loads(line)
        begun = time.monotonic()
        process = os.fork()
        if not process:
            code = 70
            try:
                code = _child(asked)
            finally:
                os._exit(code)
        if asked["after"] is not None:
            time.sleep(asked["after"])
            os.kill(process, signal.SIGKILL)
        status = os.waitpid(process, 0)[1]
        code = -1 if os.WIFSIGNALED(status) else os.WEXITSTATUS(status)
        print(json.dumps([os.WIFSIGNALED(status), code, time.monotonic() - begun]), flush=True)


if __name__ == "__main__":
    _serve()
