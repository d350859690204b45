"""Where pages go: one a record or one a file, into a directory, a file or standard output."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from tarok_pbn.check import Checked
from tarok_pbn.render import html_page

__all__ = ["Pages", "Unwritable", "write_pages"]

_HTML = (".html", ".htm")


class Unwritable(Exception):
    """A page that cannot be written; the message says which and why."""


class Pages(NamedTuple):
    """The records of one file, and how their pages are called.

    file: the source. name: the page's path below the output directory, without number and suffix.
    records: (number, checked record) pairs.
    """

    file: str
    name: str
    records: Iterator[tuple[int, Checked]]


def write_pages(sources: Iterable[Pages], output: str, *, single: bool) -> int:
    """Write the pages and return how many there were; *single*: one page for all records of a file.

    Raises ValueError where several pages would have to share a file or a name, Unwritable where
    one cannot be written.
    """
    pages = _pages(sources, single)
    if output == "-":
        page = _only(pages, "give a directory with -o, or --single, or one record as FILE:N")
        sys.stdout.flush()
        sys.stdout.buffer.write(page.encode("utf-8"))
        return 1
    target = Path(output)
    if target.suffix.lower() in _HTML and not target.is_dir():
        _write(target, _only(pages, f"give a directory instead of {target}, or --single"))
        return 1
    written: set[str] = set()
    for name, page in pages:
        if name in written:
            raise ValueError(f"two pages would be called {name}.html; write them to different directories")
        written.add(name)
        _write(target / f"{name}.html", page)
    return len(written)


def _pages(sources: Iterable[Pages], single: bool) -> Iterator[tuple[str, str]]:
    for _, name, records in sources:
        if single:
            listed = [checked for _, checked in records]
            if listed:
                yield name, html_page(listed)
        else:
            for number, checked in records:
                yield f"{name}-{number}", html_page([checked])


def _only(pages: Iterator[tuple[str, str]], otherwise: str) -> str:
    """The one page that there is. Raises ValueError for several."""
    _, page = next(pages)
    if next(pages, None) is not None:
        raise ValueError(f"there are several pages: {otherwise}")
    return page


def _write(target: Path, page: str) -> None:
    """Write a page; over an older page only, so that no record can be lost by a slip."""
    try:
        if target.exists() and target.read_bytes()[:9].lower() != b"<!doctype":
            raise Unwritable(f"cannot write {target}: it is there already and is no page")
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(page, "utf-8", newline="\n")
    except OSError as wrong:
        raise Unwritable(f"cannot write {target}: {wrong.strerror or wrong}") from wrong
