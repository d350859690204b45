"""Reading files: bytes to one ``Parsed`` after the other, in constant memory."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from os import PathLike, fspath
from pathlib import Path
from typing import BinaryIO, NamedTuple

from tarok_pbn.findings import Finding
from tarok_pbn.notation.lexer import tokenize
from tarok_pbn.notation.meaning import Inheritance, check_tags
from tarok_pbn.notation.parsed import Parsed
from tarok_pbn.notation.quick import read_plain
from tarok_pbn.notation.reader import Builder
from tarok_pbn.notation.report import Report
from tarok_pbn.notation.split import RECORD_LIMIT, Piece, split, until_broken
from tarok_pbn.notation.strict import check_canonical
from tarok_pbn.notation.textcheck import check_blank_lines, check_characters
from tarok_pbn.record import Record, Source, Tag

__all__ = [
    "Parsed",
    "Reading",
    "Start",
    "line_breaks",
    "read_bytes",
    "read_file",
    "read_path",
    "read_pieces",
    "read_text",
    "to_bytes",
]

_BREAK = re.compile(rb"\r\n?|\n")
_VERSION = re.compile(r"\ufeff?%[ \t]*TPBN(?:[ \t]+([^\r\n]*?))?[ \t]*(?=[\r\n]|\Z)")
_KNOWN_VERSION = re.compile(r"1\.0")


def to_bytes(text: str) -> bytes:
    """Text as bytes: the inverse of how files are decoded (UTF-8; bad bytes come back as they were)."""
    try:
        return text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:  # surrogates that never were bytes
        return text.encode("utf-8", "surrogatepass")


def read_path(path: str | PathLike[str], *, strict: bool = False, rewrites: bool = False) -> Iterator[Parsed]:
    """Records of a file. Raises OSError if it cannot be opened. strict, rewrites: as in ``read_file``."""
    with Path(path).open("rb") as file:
        yield from read_file(file, fspath(path), strict=strict, rewrites=rewrites)


def read_file(
    file: BinaryIO, name: str | None = None, *, strict: bool = False, rewrites: bool = False
) -> Iterator[Parsed]:
    """Records of an open binary file or pipe, one by one.

    name: the file's name in findings. strict: also report where the file is not canonical (F011).
    rewrites: also report every lenient spelling (F100, F101). Never raises for what stands in the file.
    """
    read: Callable[[int], bytes] = getattr(file, "read1", file.read)
    return read_pieces(split(read), name, strict=strict, rewrites=rewrites)


def read_bytes(
    data: bytes, name: str | None = None, *, strict: bool = False, rewrites: bool = False
) -> Iterator[Parsed]:
    """Records in *data*; otherwise as ``read_file``."""
    return read_pieces(split(_once(data)), name, strict=strict, rewrites=rewrites)


def read_text(text: str, name: str | None = None, *, strict: bool = False, rewrites: bool = False) -> Iterator[Parsed]:
    """Records in *text*; otherwise as ``read_file``."""
    return read_bytes(to_bytes(text), name, strict=strict, rewrites=rewrites)


def _once(data: bytes) -> Callable[[int], bytes]:
    """A read function that gives all of *data* at once."""
    rest = [data] if data else []

    def read(size: int) -> bytes:
        return rest.pop() if rest and size > 1 else b""

    return read


class Start(NamedTuple):
    """What reading a record needs to know of the ones before it in the file.

    line, number: of the record (both from 1). crlf: whether a carriage return stood before. before: name -> value
    of the tags of the record before, needed only where this one repeats them. lasting: values given by ``##``.
    """

    line: int = 1
    number: int = 1
    crlf: bool = False
    before: Mapping[str, str] = {}
    lasting: Mapping[str, str] = {}


class Reading:
    """Reads the pieces of a file one after the other, and keeps what passes from one record to the next."""

    def __init__(self, name: str | None, rewrites: bool, start: Start | None = None) -> None:
        start = start or Start()
        self.name = name
        self.rewrites = rewrites
        self.line = start.line
        self.number = start.number
        self.crlf = start.crlf
        self.inheritance = Inheritance(Record([Tag(*pair) for pair in start.before.items()]), dict(start.lasting))

    def next(self, piece: Piece) -> Parsed:
        """The record of the next piece."""
        offset, raw, cut = piece
        name, number, line = self.name, self.number, self.line
        self.number += 1
        text = raw.decode("utf-8", "surrogateescape")
        plain = None if cut or b"\r" in raw else read_plain(text, not offset)
        if plain is not None:
            source = Source(partial(tokenize, text), name, number, offset, line)
            record, report = Record.plain(*plain, source), Report(source)
            self.inheritance.resolve(record, report, text)
            check_tags(record, report, rewrites=self.rewrites)
            if len(report.findings) > 1:
                report.findings.sort(key=_by_place)
            self.line += text.count("\n")
            return Parsed(record, report.findings, text, offset, line, number)
        tokens = tokenize(text)
        builder = Builder(Source(tokens, name, number, offset, line), rewrites=self.rewrites)
        report = builder.report
        if not offset:
            _file_start(report, text)
        if not self.crlf and b"\r" in raw:
            self.crlf = True
            at = text.index("\r")
            report.add_chars(
                "F003", at, at + 1, "lines end with CR LF" if text[at : at + 2] == "\r\n" else "lines end with CR",
                help="lines end with LF; tarok fmt writes it",
            )  # fmt: skip
        if cut:
            report.add_chars(
                "F010", 0, 0, f"this record is longer than {RECORD_LIMIT >> 20} MiB; it is cut and the rest read alone",
                help="a record begins with an [Event ...] line after a blank line",
            )  # fmt: skip
        if "[Letters" in text:
            builder.words = builder.words.of(_letters(tokens))
        record = builder.build()
        self.inheritance.resolve(record, report, text)
        check_tags(record, report, rewrites=self.rewrites)
        check_characters(report, text, raw)
        check_blank_lines(report, text)
        findings = report.findings
        if len(findings) > 1:
            findings.sort(key=_by_place)
        self.line += line_breaks(raw)
        return Parsed(record, findings, text, offset, line, number)


def line_breaks(raw: bytes) -> int:
    """How many lines end in a piece of a file."""
    return len(_BREAK.findall(raw)) if b"\r" in raw else raw.count(b"\n")


def read_pieces(
    pieces: Iterable[Piece],
    name: str | None = None,
    *,
    strict: bool = False,
    rewrites: bool = False,
    start: Start | None = None,
    last: bool = True,
) -> Iterator[Parsed]:
    """The records of pieces that follow each other in a file, one by one.

    start: what stood before the first of them. last: whether the file ends with the last of them. Where reading
    breaks off with OSError, what was read before comes first.
    """
    reading = Reading(name, rewrites, start)
    parsed: Parsed | None = None
    broken: list[OSError] = []
    for piece in until_broken(pieces, broken):
        if parsed is not None:
            if strict:
                check_canonical(parsed, last=False)
            yield parsed
        parsed = reading.next(piece)
    if parsed is not None:
        if strict:
            check_canonical(parsed, last=last and not broken)
        yield parsed
    if broken:
        raise broken[0]


def _by_place(finding: Finding) -> tuple[int, int]:
    return (finding.span.line, finding.span.column) if finding.span is not None else (0, 0)


def _letters(tokens: list[tuple[str, str]]) -> str:
    """The language of the record's first Letters tag, or ""."""
    for _, token in tokens:
        if token[:9] == "[Letters " and token[-1] == "]":
            return token[9:-1].strip().strip('"')
    return ""


def _file_start(report: Report, text: str) -> None:
    """Byte order mark and version line."""
    if text[:1] == "\ufeff":
        report.add_chars("F002", 0, 1, "the file begins with a byte order mark", help="save it as UTF-8 without one")
    match = _VERSION.match(text)
    if match is not None and _KNOWN_VERSION.fullmatch(match[1] or "") is None:
        report.add_chars(
            "F012", match.start(), match.end(),
            f"the version {match[1] or ''!r} is not known; the file is read as version 1.0", help="% TPBN 1.0",
        )  # fmt: skip
