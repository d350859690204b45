"""Whether a record that came in another form is one that TPBN can hold: it is written, read again and compared.

A document may fit its schema and still say what no text can: a word with a space in it, a tag value of two lines,
a mark on a word that is not there. Such a record is refused at its place; nothing of it is dropped or turned
into something else.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from tarok_pbn.exchange.escaping import parts
from tarok_pbn.exchange.formats import FormatError, Item
from tarok_pbn.findings import Finding, Span
from tarok_pbn.notation import Parsed, read_text, write
from tarok_pbn.notation.lexer import normal
from tarok_pbn.record import Record, Source, Tag

__all__ = ["proved"]

_LINE_ENDS = re.compile(r"\r\n?")
_SYNTAX = re.compile(r"F[0-9]+|R011")


def proved(record: Record, text: str | None, name: str, number: int, line: int, column: int = 1) -> Item:
    """The item of a record that begins at *line* and *column* of the file *name*; *number*: its place there, from 1.

    text: the exact text of a record with errors of syntax, which is reported and kept. Raises FormatError where
    the record, or the text, is not what TPBN can hold.
    """
    record.source = Source([], name, number, 0, line)
    span = Span(name, number, line, column, line, column + 1)
    if text is not None:
        return Item(record, _placed(_own_text(record, text, line, column), span), text)
    try:
        written = write(record)
    except ValueError as wrong:
        raise FormatError(f"record {number} cannot be written as TPBN: {wrong}", line, column) from wrong
    again = list(read_text(written, name))
    if not again and not written:
        return Item(record, [])
    _compare(record, written, again, number, line, column)
    return Item(record, _placed(again[0].findings, span))


def _placed(findings: list[Finding], span: Span) -> list[Finding]:
    """Findings of a text that stands in no file, at the place of its record."""
    return [Finding(f.code, f.message, span, f.where, f.rule, f.help, f.severity) for f in findings]


def _compare(record: Record, written: str, again: list[Parsed], number: int, line: int, column: int) -> None:
    """Raise FormatError where what was read again is not what was written."""
    wrong = [f for parsed in again for f in parsed.findings if f.severity == "error" and _SYNTAX.fullmatch(f.code)]
    if wrong:
        raise FormatError(f"record {number} cannot be written as TPBN: {wrong[0].message}", line, column, wrong[0].help)
    if len(again) == 1 and again[0].record == record:
        return
    lost = Counter(_parts(record))
    lost.subtract(Counter(_parts(again[0].record)) if len(again) == 1 else {})
    for (role, text), times in lost.items():
        if times > 0:
            shown = text if len(text) <= 40 else text[:39] + "…"
            raise FormatError(
                f"record {number} holds a {role} {shown!r} where TPBN has no place for it", line, column,
                "a stream has groups, a table rows, an unknown section raw text; marks hang on what is there",
            )  # fmt: skip
    if len(again) != 1 or write(again[0].record) != written:
        raise FormatError(f"record {number} would be read as another when it is written as TPBN", line, column)


def _parts(record: Record) -> Iterator[tuple[str, str]]:
    for role, text in parts(record):
        plain = text if text.isascii() and "\r" not in text else normal(_LINE_ENDS.sub("\n", text))
        yield role, plain


def _own_text(record: Record, text: str, line: int, column: int) -> list[Finding]:
    """Errors of syntax in the text of a record. Raises FormatError where it says something else than the record."""
    findings: list[Finding] = []
    read = list(read_text(text))
    for parsed in read:
        for finding in parsed.findings:
            if finding.severity == "error" and _SYNTAX.fullmatch(finding.code) and finding.span is not None:
                message = f"{finding.message} (line {finding.span.line} of the record, whose text is kept)"
                findings.append(Finding(finding.code, message, help=finding.help))
    alone = read[0].record if len(read) == 1 else Record()
    same = (alone.sections, alone.head) == (record.sections, record.head) and _same_tags(alone.tags, record.tags, text)
    if not same and len(text) < _LONG:
        help = "leave out the text of a record that was changed"
        raise FormatError("the record and its text do not say the same", line, column, help)
    return findings


#: A record near the limit of size may be a piece of a longer one, which reads otherwise when it stands alone.
_LONG = 1 << 20


def _same_tags(alone: list[Tag], known: list[Tag], text: str) -> bool:
    """Whether tags read without the record before are those of the record; values may be inherited (``#``)."""
    if '"#' not in text and len(alone) == len(known):
        return alone == known
    if not alone:
        return not known
    return len(alone) <= len(known) and all(
        (one.name, one.marks) == (other.name, other.marks) and (one.value == other.value or '"#' in text)
        for one, other in zip(alone, known, strict=False)
    )
