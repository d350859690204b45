"""Reading one record after the other: a piece of a file to one ``Parsed``."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import partial
from typing import Final, NamedTuple

from tarok_pbn.findings import Finding
from tarok_pbn.notation.lexer import tokenize
from tarok_pbn.notation.meaning import Inheritance, check_tags
from tarok_pbn.notation.parsed import Parsed
from tarok_pbn.notation.quick import read_plain
from tarok_pbn.notation.reader import Builder
from tarok_pbn.notation.report import Report
from tarok_pbn.notation.split import RECORD_LIMIT, Piece
from tarok_pbn.notation.textcheck import check_blank_lines, check_characters
from tarok_pbn.record import Record, Source, Tag

__all__ = ["Reading", "Start", "line_breaks"]

_BREAK: Final = re.compile(rb"\r\n?|\n")
_VERSION: Final = re.compile(r"\ufeff?%[ \t]*TPBN(?:[ \t]+([^\r\n]*?))?[ \t]*(?=[\r\n]|\Z)")
_KNOWN_VERSION: Final = re.compile(r"1\.0")


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
