"""Which records a command line means: paths, directories, standard input, ``FILE:N`` - and what cannot be read.

Speaks to the user through click's exceptions; all of them leave with exit code 2.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import click

from tarok_pbn import files
from tarok_pbn.report.base import counted
from tarok_pbn.report.terminal import printable

if TYPE_CHECKING:
    from tarok_pbn.check import Checked
    from tarok_pbn.notation import Parsed

__all__ = [
    "STDIN", "Unreadable", "addressed", "called", "checked_records", "content", "found", "found_from", "parsed_records",
    "selected",
]  # fmt: skip

#: What standard input is called in reports.
STDIN = "<stdin>"
_T = TypeVar("_T")


def called(path: str) -> str:
    """What a file of the command line is called in a sentence."""
    return "standard input" if path in ("-", STDIN) else printable(path)


class Unreadable(click.ClickException):
    """A file that cannot be opened or read."""

    exit_code = 2

    def __init__(self, path: str, why: OSError) -> None:
        super().__init__(f"cannot read {called(path)}: {why.strerror or why}")


def found(paths: Iterable[str], exclude: Sequence[str] = ()) -> list[str]:
    """The files meant by *paths*, each once; a directory without any is wrong usage, before anything is printed.

    A file that is meant twice - named twice, in a directory that is named too, through a symbolic link - is read once,
    so that no record counts double or is taken for a copy of itself. That is told on stderr.
    """
    return [file for _, file in found_from(paths, exclude)]


def found_from(paths: Iterable[str], exclude: Sequence[str] = ()) -> list[tuple[str, str]]:
    """The files that ``found`` gives, each after the one of *paths* that means it."""
    try:
        meant = list(files.find_from(paths, exclude))
    except FileNotFoundError as wrong:
        raise click.UsageError(printable(str(wrong))) from wrong
    once: dict[str, tuple[str, str]] = {}
    twice = []
    for source, path in meant:
        own = path if path == "-" else os.path.normcase(os.path.realpath(path))
        if own in once:
            if path == "-" or os.path.exists(path):  # one that is not there is not read at all, and is told as that
                twice.append(path)
        else:
            once[own] = (source, path)
    if twice:
        others = f", and so {'is' if len(twice) == 2 else 'are'} {len(twice) - 1} more" if len(twice) > 1 else ""
        click.echo(f"{called(twice[0])} is meant twice and read once{others}", err=True)
    return list(once.values())


def _guarded(path: str, items: Callable[[], Iterator[_T]]) -> Iterator[_T]:
    """*items* of a file, its read errors told apart from those of writing the report."""
    iterator: Iterator[_T] | None = None
    while True:
        try:
            iterator = iterator or iter(items())
            item = next(iterator)
        except StopIteration:
            return
        except OSError as wrong:
            raise Unreadable(path, wrong) from wrong
        yield item


def parsed_records(
    path: str, name: str | None = None, *, strict: bool = False, rewrites: bool = False
) -> Iterator[Parsed]:
    """The records of a file or of standard input as read, one by one."""
    from tarok_pbn.notation import read_file, read_path

    if path == "-":
        stream = sys.stdin.buffer
        shown = name or STDIN
        yield from _guarded(path, lambda: read_file(stream, shown, strict=strict, rewrites=rewrites))
    else:
        yield from _guarded(path, lambda: read_path(path, strict=strict, rewrites=rewrites))


def checked_records(
    path: str, name: str | None = None, *, strict: bool = False, rewrites: bool = False
) -> Iterator[Checked]:
    """The checked records of a file or of standard input, one by one."""
    from tarok_pbn.check import check  # the games are loaded only where records are read

    for parsed in parsed_records(path, name, strict=strict, rewrites=rewrites):
        yield check(parsed)


def content(path: str) -> bytes:
    """All bytes of a file or of standard input."""
    try:
        return sys.stdin.buffer.read() if path == "-" else Path(path).read_bytes()
    except OSError as wrong:
        raise Unreadable(path, wrong) from wrong


def addressed(text: str) -> tuple[str, int | None]:
    """The file and record number of an argument ``FILE[:N]``."""
    address = files.parse_address(text)
    if address.number == 0:
        raise click.UsageError("records are numbered from 1")
    return address.path, address.number


def selected(text: str, *, plain: bool = False) -> Iterator[tuple[int, Checked]]:
    """(number, checked record) of an argument ``FILE[:N]``; a number beyond the end is wrong usage.

    plain: the argument is a file that was found in a directory, no address; it may well be empty.
    """
    path, wanted = (text, None) if plain else addressed(text)
    last = 0
    for number, checked in enumerate(checked_records(path), 1):
        if not checked.parsed.is_record:
            continue
        last = number
        if wanted is None or number == wanted:
            yield number, checked
        if number == wanted:
            return
    if wanted is not None:
        raise click.UsageError(f"{called(path)} has {counted(last, 'record')}, not {wanted}")
    if not last and not plain:
        raise click.UsageError(f"{called(path)} has no record")
