"""Where a command's product goes: standard output, or a file that is replaced in one step when all is written."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import BinaryIO

import click

from tarok_pbn.report.terminal import printable

__all__ = ["opened", "unwritable"]


def unwritable(path: str, wrong: OSError) -> Exception:
    """What to raise where *path* cannot be written; a pipe that was closed stays what it is."""
    if isinstance(wrong, BrokenPipeError):
        return wrong
    return click.ClickException(f"cannot write {printable(path)}: {wrong.strerror or wrong}")


@contextmanager
def opened(output: str | None) -> Iterator[BinaryIO]:
    """A binary file to write to. output: its path; None or ``-`` for standard output.

    Raises click.ClickException where the file cannot be written; it then is as it was.
    """
    if output is None or output == "-":
        sys.stdout.flush()
        yield sys.stdout.buffer
        sys.stdout.buffer.flush()
        return
    from tarok_pbn.files import replacing

    try:
        with replacing(output) as file:
            yield file
    except OSError as wrong:
        raise unwritable(output, wrong) from wrong
