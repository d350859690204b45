"""Where pages go: one a record or one a file, into a directory, a file or standard output."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from tarok_pbn.check import Checked
from tarok_pbn.render.analysis_data import Analysed
from tarok_pbn.render.look import DEFAULT, Look
from tarok_pbn.render.modes import MODES, Mode

__all__ = ["Analyser", "Pages", "Unwritable", "write_pages"]

#: makes the analysis of a record, given its file and its number there
Analyser = Callable[[str, int, Checked], Analysed]


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


def write_pages(
    sources: Iterable[Pages],
    output: str,
    *,
    single: bool = False,
    mode: Mode = MODES["page"],
    look: Look = DEFAULT,
    force: bool = False,
    fuller: bool = False,
    analyser: Analyser | None = None,
) -> int:
    """Write the pages and return how many there were; *single*: one page for all records of a file.

    force: also over a file that is no page of ours. fuller: as in ``Mode.made``. analyser: for pages that also show
    an analysis of the play. Raises ValueError where several pages would have to share a file or a name, Unwritable
    where one cannot be written, ImportError for an extra that is missing.
    """
    pages = _pages(sources, single, mode, look, fuller, analyser)
    if output == "-":
        page = _only(pages, "give a directory with -o, or --single, or one record as FILE:N")
        sys.stdout.flush()
        sys.stdout.buffer.write(page)
        return 1
    target = Path(output)
    if target.suffix.lower() in _suffixes(mode) and not target.is_dir():
        _write(target, _only(pages, f"give a directory instead of {target}, or --single"), mode, force)
        return 1
    written: set[str] = set()
    for name, page in pages:
        if name in written:
            raise ValueError(f"two pages would be called {name}{mode.suffix}; write them to different directories")
        written.add(name)
        _write(target / f"{name}{mode.suffix}", page, mode, force)
    return len(written)


def _suffixes(mode: Mode) -> tuple[str, ...]:
    return (".html", ".htm") if mode.suffix == ".html" else (mode.suffix,)


def _pages(
    sources: Iterable[Pages], single: bool, mode: Mode, look: Look, fuller: bool, analyser: Analyser | None
) -> Iterator[tuple[str, bytes]]:
    for file, name, records in sources:
        if single:
            listed = list(records)
            found = [analyser(file, number, checked) for number, checked in listed] if analyser else ()
            if listed:
                yield name, mode.made([checked for _, checked in listed], look, fuller=fuller, analyses=found)
        else:
            for number, checked in records:
                found = [analyser(file, number, checked)] if analyser else ()
                yield f"{name}-{number}", mode.made([checked], look, fuller=fuller, analyses=found)


def _only(pages: Iterator[tuple[str, bytes]], otherwise: str) -> bytes:
    """The one page that there is. Raises ValueError for several."""
    _, page = next(pages)
    if next(pages, None) is not None:
        raise ValueError(f"there are several pages: {otherwise}")
    return page


def _write(target: Path, page: bytes, mode: Mode, force: bool) -> None:
    """Write a page; without *force* over an older page only, so that nothing can be lost by a slip."""
    try:
        if not force and target.exists():
            with target.open("rb") as file:
                begins = file.read(64).lower()
            if not begins.startswith(tuple(form.lower() for form in mode.form)):
                why = "it is there already" if not mode.form else "it is there already and is no page"
                raise Unwritable(f"cannot write {target}: {why}; --force writes over it")
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(page)
    except OSError as wrong:
        raise Unwritable(f"cannot write {target}: {wrong.strerror or wrong}") from wrong
