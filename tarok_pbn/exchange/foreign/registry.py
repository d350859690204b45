"""The foreign formats as forms of the registry; a module is loaded when its format is used."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from importlib import import_module
from itertools import islice
from typing import BinaryIO

from tarok_pbn.exchange.formats import Format, FormatError, Item
from tarok_pbn.findings import Finding

__all__ = ["FORMATS"]

_ROOM = "tarok_pbn.exchange.foreign"


def _reads(module: str) -> Callable[[BinaryIO, str], Iterator[Item]]:
    def reads(stream: BinaryIO, name: str) -> Iterator[Item]:
        from tarok_pbn.exchange.foreign.base import LIMIT

        imported = import_module(f"{_ROOM}.{module}").read(stream.read(LIMIT + 1), name)
        return _items(((one.record, one.findings) for one in imported), module)

    return reads


def _items(imported: Iterable[tuple[object, list[Finding]]], module: str) -> Iterator[Item]:
    """Records as items; findings of what gave no record go with the record before, or else the one after it."""
    from tarok_pbn.record import Record

    waiting: Item | None = None
    loose: list[Finding] = []
    for record, findings in imported:
        if not isinstance(record, Record):
            (loose if waiting is None else waiting.findings).extend(findings)
            continue
        if waiting is not None:
            yield waiting
        waiting = Item(record, [*loose, *findings])
        loose = []
    if waiting is not None:
        yield waiting
        return
    first = next((f for f in loose if f.severity == "error"), loose[0] if loose else None)
    if first is None:
        raise FormatError(f"no hand stands in this {module} file", 1, 1)
    span = first.span
    raise FormatError(first.message, span.line if span else None, span.column if span else None, first.help)


def _writes(module: str, name: str, *, single: bool = False) -> Callable[[Iterable[Item], BinaryIO], None]:
    """A writer that names the record it refuses; *single*: a file of the format holds one hand."""

    def writes(items: Iterable[Item], out: BinaryIO) -> None:
        from tarok_pbn.exchange.foreign.base import Refused

        write = import_module(f"{_ROOM}.{module}").write
        if single:
            items = list(islice(items, 2))
            if len(items) > 1:
                raise FormatError(f"{name} is a file of one hand, but there are several records")
        for number, item in enumerate(items, 1):
            try:
                text = write(item.record)
            except Refused as reason:
                raise FormatError(f"record {number} cannot be written as {name}: {reason}") from reason
            out.write(text.encode("utf-8"))

    return writes


def _has(*patterns: bytes) -> Callable[[bytes], bool]:
    """Whether the beginning of a file holds all of these."""
    regexes = [re.compile(pattern, re.DOTALL) for pattern in patterns]
    return lambda head: all(regex.search(head) is not None for regex in regexes)


FORMATS: tuple[Format, ...] = (
    Format(
        "openspiel", "OpenSpiel: histories of Slovenian tarok (deal and play)", (".openspiel",),
        _has(rb"\A(?:\s*#[^\n]*\n)*\s*\[Meta\]|\A\s*-?\d+(?:\s*\n\d+)+\s*\Z|\A\s*\[?0(?:\s*,\s*\d+)+"),
        _reads("openspiel"), None, foreign=True,
    ),
    Format(
        "taf", "TAF of pagengine: positions of Königrufen, one a line", (".rock", ".taf", ".tarock"),
        _has(rb"\A[^\n]*[^\s#]*/[^\s#]*#[^\s#]*/[^\s#]*#[^\s#]*/[^\s#]*#[^\s#]*/[^\s#]*#[^\s#]*/[^\s#]*#"),
        _reads("taf"), _writes("tafwrite", "TAF"), foreign=True,
    ),
    Format(
        "tarotclub", "TarotClub: a deal, or the log of a hand, of French tarot", (".json",),
        _has(rb"\A(?:\xef\xbb\xbf)?\s*\{", rb"\"(?:Dog|deal_info)\"\s*:"),
        _reads("tarotclub"), _writes("tarotclub", "a TarotClub deal", single=True), foreign=True,
    ),
    Format(
        "taroky-notation", "Taroky notation of coder0987: hands of Texas taroky, one a line", (".taroky",),
        _has(rb"\A\s*-?\d+/-?\d+/-?\d+/-?\d+/[SHCDT]"),
        _reads("taroky"), _writes("tarokywrite", "the Taroky notation"), foreign=True,
    ),
    Format(
        "tarakus", "tarakus: saved game of the score keeper for Vysočina rules", (".json",),
        _has(rb"\A(?:\xef\xbb\xbf)?\s*[{\"]", rb"tarakus:v1|sehravky|povinnostIdx"),
        _reads("tarakus"), None, foreign=True,
    ),
    Format(
        "mprihoda", "Počítadlo taroků of mprihoda: saved game of the score sheet with the pot", (".json",),
        _has(rb"\A(?:\xef\xbb\xbf)?\s*\{", rb"\"(?:history|slots)\"\s*:", rb"jew|licitator|p1"),
        _reads("mprihoda"), None, foreign=True,
    ),
)  # fmt: skip
