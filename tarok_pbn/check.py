"""Checks records: reading, replay and comparison in one pass."""

from __future__ import annotations

from collections.abc import Iterator
from os import PathLike
from typing import BinaryIO

from tarok_pbn.checked import Checked, check, in_order
from tarok_pbn.notation import read_bytes, read_file, read_path

__all__ = ["Checked", "check", "check_bytes", "check_file", "check_path", "in_order"]


def check_path(path: str | PathLike[str], *, strict: bool = False, rewrites: bool = False) -> Iterator[Checked]:
    """Check the records of a file one by one. Raises OSError where it cannot be opened."""
    for parsed in read_path(path, strict=strict, rewrites=rewrites):
        yield check(parsed)


def check_file(
    file: BinaryIO, name: str | None = None, *, strict: bool = False, rewrites: bool = False
) -> Iterator[Checked]:
    """Check the records of an open binary file or pipe."""
    for parsed in read_file(file, name, strict=strict, rewrites=rewrites):
        yield check(parsed)


def check_bytes(
    data: bytes, name: str | None = None, *, strict: bool = False, rewrites: bool = False
) -> Iterator[Checked]:
    """Check the records in *data*."""
    for parsed in read_bytes(data, name, strict=strict, rewrites=rewrites):
        yield check(parsed)
