"""The forms that records come in and go out to, and how to tell which one is meant.

A form is read as one ``Item`` after the other and written from such items, both in constant
memory. Foreign forms stand in ``tarok_pbn.exchange.foreign``, whose ``FORMATS`` are added to ours.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from typing import Any, BinaryIO, NamedTuple, TypeAlias

from tarok_pbn.findings import Finding
from tarok_pbn.record import Record

__all__ = ["HEAD", "Format", "FormatError", "Item", "formats", "guess", "made", "named", "nearest", "unwritten"]

#: How many bytes of the beginning of a file are looked at.
HEAD = 4096


class Item(NamedTuple):
    """One record on its way from form to form.

    record: the record. findings: what reading had to say about it. text: the exact text of a record that has
    errors of syntax, for its canonical form would hide them; else None.
    """

    record: Record
    findings: list[Finding]
    text: str | None = None


class FormatError(ValueError):
    """A file that is not of the form it was said to be.

    what: one sentence, what is wrong and why. line, column: where, from 1; None where that is not known.
    help: what would be right, or "".
    """

    def __init__(self, what: str, line: int | None = None, column: int | None = None, help: str = "") -> None:
        super().__init__(what)
        self.what = what
        self.line = line
        self.column = column
        self.help = help

    def __str__(self) -> str:
        place = "" if self.line is None else f"{self.line}:{1 if self.column is None else self.column}: "
        return f"{place}{self.what}{f' ({self.help})' if self.help else ''}"


#: stream, name of the file -> its records one by one; raises FormatError and OSError
Reads: TypeAlias = Callable[[BinaryIO, str], Iterator[Item]]
#: records, stream -> None; raises FormatError for what the form cannot hold, and OSError
Writes: TypeAlias = Callable[[Iterable[Item], BinaryIO], None]
#: what one record comes to in a form, made without regard to any other; raises FormatError
Makes: TypeAlias = Callable[[Item], Any]
#: what the records come to, stream -> None; raises OSError
Binds: TypeAlias = Callable[[Iterable[Any], BinaryIO], None]


_TORN = b"broken off here\n"


@dataclass(frozen=True, slots=True)
class Format:
    """A form that records can be in.

    name: as on the command line. about: a few words. suffixes: of its files, with the dot.
    sniff: whether the beginning of a file (at most ``HEAD`` bytes) looks like it. reads, writes: None where it is
    only written or only read. makes, binds: the two halves of writes, of which the first can be done elsewhere; None
    where it has none. foreign: made by other programs, so that findings tell what could not be taken over.
    tables: written as a file a table, by ``tarok_pbn.exchange.tablefiles``.
    torn: what is put after what was written where writing breaks off, so that no reader takes that for the whole; empty
    where the missing end shows it.
    """

    name: str
    about: str
    suffixes: tuple[str, ...] = ()
    sniff: Callable[[bytes], bool] | None = None
    reads: Reads | None = None
    writes: Writes | None = None
    foreign: bool = False
    tables: bool = False
    torn: bytes = _TORN
    makes: Makes | None = None
    binds: Binds | None = None


# --- our own; the modules are loaded when they are used -----------------------------------------


def _reads(module: str) -> Reads:
    def reads(stream: BinaryIO, name: str) -> Iterator[Item]:
        made: Iterator[Item] = import_module(f"tarok_pbn.exchange.{module}").read(stream, name)
        return made

    return reads


def _own(
    name: str, about: str, module: str, suffixes: tuple[str, ...], sniff: Callable[[bytes], bool], torn: bytes
) -> Format:
    def makes(item: Item) -> Any:
        return import_module(f"tarok_pbn.exchange.{module}").piece(item)

    def binds(pieces: Iterable[Any], out: BinaryIO) -> None:
        import_module(f"tarok_pbn.exchange.{module}").bind(pieces, out)

    def writes(items: Iterable[Item], out: BinaryIO) -> None:
        binds((made(form, item, number) for number, item in enumerate(items, 1)), out)

    form = Format(name, about, suffixes, sniff, _reads(module), writes, False, False, torn, makes, binds)
    return form


def made(form: Format, item: Item, number: int) -> Any:
    """What a record comes to in a form of ours. number: its place among all. Raises FormatError that names it."""
    assert form.makes is not None
    try:
        return form.makes(item)
    except FormatError as wrong:
        raise unwritten(form, wrong.what, number) from wrong


def unwritten(form: Format, what: str, number: int) -> FormatError:
    """The error of a record that the form cannot hold. what: why. number: its place among all."""
    return FormatError(f"record {number} cannot be written as {form.name.upper()}: {what}")


def _looks_like(pattern: bytes) -> Callable[[bytes], bool]:
    regex = re.compile(rb"(?:\xef\xbb\xbf)?\s*" + pattern, re.DOTALL)
    return lambda head: regex.match(head) is not None


_OWN = (
    _own(
        "tpbn", "TPBN text", "tpbn", (".tpbn",),
        _looks_like(rb"(?:%[^\n]*[\r\n]\s*|;[^\n]*[\r\n]\s*|\{[^}\"]*\}\s*)*\[\s*[A-Za-z_][A-Za-z0-9_]*\s*[\"\]]|%\s*TPBN"),
        b"\n{broken off here",
    ),
    _own(
        "json", "one JSON document", "jsonfile", (".json",),
        _looks_like(rb"\{(?![^\n]*\"event\"\s*:\s*\"file\").*\"format\"\s*:\s*\"TPBN\""), b"",
    ),
    _own(
        "json-lines", "JSON Lines: one action a line", "jsonlines", (".jsonl", ".ndjson"),
        _looks_like(rb"\{[^\n]*\"event\"\s*:\s*\"file\""), _TORN,
    ),
    _own(
        "xml", "XML: an event with its rounds, tables and boards", "xml", (".xml",),
        _looks_like(rb"<.*urn:tarok-pbn:xml"), b"",
    ),
    Format("csv", "tables as CSV, one file each", (".csv",), tables=True, torn=b'"broken off here'),
    Format("parquet", "tables as Parquet, one file each", (".parquet",), _looks_like(rb"PAR1"), tables=True),
    Format("arrow", "tables as Arrow IPC, one file each", (".arrow",), _looks_like(rb"ARROW1"), tables=True),
)  # fmt: skip


def formats() -> dict[str, Format]:
    """Name -> form, our own first."""
    known = {form.name: form for form in _OWN}
    if find_spec("tarok_pbn.exchange.foreign") is not None:
        foreign: Iterable[Format] = import_module("tarok_pbn.exchange.foreign").FORMATS
        known.update({form.name: form for form in foreign})
    return known


def guess(name: str, head: bytes | None = None) -> list[Format]:
    """The forms that a file may have: by the suffix of its name, and where that does not settle it by its beginning.

    head: the first bytes of the file; None for a file that is yet to be written.
    """
    known = list(formats().values())
    fitting = [form for form in known if any(name.lower().endswith(suffix) for suffix in form.suffixes)]
    if head is None or len(fitting) == 1:
        return fitting
    for choice in (fitting, known):
        found = [form for form in choice if form.sniff is not None and form.sniff(head)]
        if found:
            return found[:1] if not found[0].foreign else found
    return fitting


#: what forms were called before
_ONCE = {"jsonl": "json-lines"}


def named(name: str) -> Format:
    """The form of that name, or that was called so once. Raises KeyError with a sentence where there is none."""
    known = formats()
    name = _ONCE.get(name, name)
    if name in known:
        return known[name]
    near = nearest(name, list(known))
    raise KeyError(f"no form {name!r}; " + (f"did you mean {near}?" if near else f"there are {', '.join(known)}"))


def nearest(name: str, known: Sequence[str]) -> str:
    """The nearest of the known names, or ""."""
    found = difflib.get_close_matches(name.lower(), known, 1, 0.5)
    return found[0] if found else ""
