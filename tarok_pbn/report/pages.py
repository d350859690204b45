"""Where pages go: one a record or one a file, into a directory, a file or standard output."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from tarok_pbn.check import Checked
from tarok_pbn.render import html_page

__all__ = ["write_pages"]


def write_pages(sources: Iterable[tuple[str, Iterator[tuple[int, Checked]]]], output: str, *, single: bool) -> int:
    """Write the pages of (file, numbered records) pairs and return how many there were.

    A page is called after its file and the record's number. Raises ValueError where several
    pages would have to share a file or a name, OSError where one cannot be written.
    """
    pages = _pages(sources, single)
    if output == "-":
        return _to_stdout(pages)
    target = Path(output)
    if target.suffix.lower() in (".html", ".htm") and not target.is_dir():
        return _to_file(pages, target)
    target.mkdir(parents=True, exist_ok=True)
    written: set[str] = set()
    for stem, page in pages:
        if stem in written:
            raise ValueError(f"two files are called {stem}; write their pages to different directories")
        written.add(stem)
        (target / f"{stem}.html").write_text(page, "utf-8", newline="\n")
    return len(written)


def _pages(sources: Iterable[tuple[str, Iterator[tuple[int, Checked]]]], single: bool) -> Iterator[tuple[str, str]]:
    for file, records in sources:
        stem = "stdin" if file == "-" else Path(file).stem
        if single:
            yield stem, html_page([checked for _, checked in records])
        else:
            for number, checked in records:
                yield f"{stem}-{number}", html_page([checked])


def _to_stdout(pages: Iterator[tuple[str, str]]) -> int:
    _, page = next(pages)
    if next(pages, None) is not None:
        raise ValueError("there are several pages; give a directory with -o, or --single, or one record as FILE:N")
    sys.stdout.flush()
    sys.stdout.buffer.write(page.encode("utf-8"))
    return 1


def _to_file(pages: Iterator[tuple[str, str]], target: Path) -> int:
    _, page = next(pages)
    if next(pages, None) is not None:
        raise ValueError(f"there are several pages; give a directory instead of {target}, or --single")
    target.write_text(page, "utf-8", newline="\n")
    return 1
