"""The canonical writer: exactly one spelling of a record.

Tags one a line in canonical order; sections in time order; a trick a line in
``[Play]``, other streams with two spaces between items and lines of at most 78
characters; tables one row a line. Marks follow their item. See ``docs/format.md``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from tarok_pbn.notation import tags
from tarok_pbn.notation.lexer import normal, quote
from tarok_pbn.record import Group, Mark, Record, Section, Tag

__all__ = ["VERSION_LINE", "write", "write_file"]

#: First line of a canonical file.
VERSION_LINE = "% TPBN 1.0"

_WIDTH = 78
_PLAIN_CELL = re.compile(r"[^\s\[\]{};\"%$=^\ufeff][^\s\[\]{};\"\ufeff]*")
_RECORD_START = re.compile(r"\n[ \t]*\n(?:[ \t]|\ufeff)*\[[ \t]*Event[ \t]*\"")
_LINE_ENDS = re.compile(r"\r\n?")


def write(record: Record) -> str:
    """Canonical text of one record, ending with a line feed, without the version line.

    A record with tags or sections begins with an Event tag; ``[Event "?"]`` is added where there is none.
    Raises ValueError for what no text can hold: a line end in a tag value, ``}`` in a comment.
    """
    lines: list[str] = []
    page = _Page()
    if record.head:
        page.marks(record.head)
        page.newline()
        lines.append(page.text())
    ordered = tags.canonical_order(record.tags)
    if (not ordered or ordered[0].name != "Event") and (ordered or record.sections):
        lines.append('[Event "?"]\n')
    for tag in ordered:
        value = tag.value
        if not tag.marks and value.isascii() and not ("\\" in value or '"' in value or "\n" in value or "\r" in value):
            lines.append(f'[{tag.name} "{value}"]\n')
        else:
            lines.append(_tag(tag))
    lines.extend([_section(section) for section in _time_order(record.sections)])
    return "".join(lines)


def write_file(records: Iterable[Record]) -> Iterator[str]:
    """Pieces of a canonical file: the version line, then the records with a blank line between them."""
    yield VERSION_LINE + "\n"
    for record in records:
        yield "\n" + write(record)


def _time_order(sections: list[Section]) -> list[Section]:
    """Known sections in time order; an unknown one stays behind the section it follows."""
    ranked: list[tuple[int, Section]] = []
    rank = -1
    for section in sections:
        if section.raw is None:
            rank = tags.section_rank(section.name)
        ranked.append((rank, section))
    return [section for _, section in sorted(ranked, key=lambda item: item[0])]


def _tag(tag: Tag) -> str:
    text = f"[{tag.name} {quote(normal(tag.value))}]"
    return _with_marks(text, tag.marks)


def _with_marks(text: str, marks: list[Mark]) -> str:
    """A line and the marks that hang on it."""
    page = _Page()
    page.put(text, "")
    page.marks(marks)
    page.newline()
    return page.text()


def _section(section: Section) -> str:
    header = f"[{section.name}]" if section.value is None else f"[{section.name} {quote(normal(section.value))}]"
    if section.raw is not None:
        body = header + _LINE_ENDS.sub("\n", section.raw) + "\n"
    elif section.rows or tags.is_table(section.name):
        parts = [_with_marks(header, section.marks.get(-1, []))]
        for number, row in enumerate(section.rows):
            parts.append(_with_marks(" ".join([_cell(cell) for cell in row]), section.marks.get(number, [])))
        body = "".join(parts)
    else:
        body = _stream(section, header)
    if section.notes:
        for number, text in section.notes.items():
            note = f"[Note {quote(normal(f'{number}:{text}'))}]"
            body += _with_marks(note, section.marks.get(-1 - number, []) if number else [])  # -1 is the header's
    return body


def _cell(cell: str) -> str:
    cell = normal(cell)
    return cell if _PLAIN_CELL.fullmatch(cell) else quote(cell)


def _stream(section: Section, header: str) -> str:
    page = _Page()
    page.put(header, "")
    page.marks(section.marks.get(-1, []))
    page.newline()
    play = section.name == "Play"
    for group in section.groups:
        if play:
            page.newline()
            if group.marks is None and group.seat and len(group.words) < 6:  # the usual trick
                page.line(" ".join([group.seat, *group.words]))
                continue
        _group(page, group)
    if section.end:
        page.newline()
        page.put(section.end, "")
        page.marks(section.end_marks)
    page.newline()
    return page.text()


def _group(page: _Page, group: Group) -> None:
    marks = group.marks
    words = group.words
    if marks is None:
        text = " ".join([group.seat, *words] if group.seat else words)
        if text.isascii() and page.fits(text):
            page.put(text, "  ")
            return
    gap = "  "
    if group.seat:
        page.put(group.seat, gap, keep=len(words[0]) if words and not group.marks_on(-1) else 0)
        page.marks(group.marks_on(-1))
        gap = " "
    for number, word in enumerate(words):
        hanging = group.marks_on(number)
        text = normal(word)
        if hanging:
            at = next((i for i, mark in enumerate(hanging) if mark.kind == "suffix"), -1)
            if at == 0 or (at > 0 and hanging[at].text in ("?", "??")):
                text += hanging[at].text
                hanging = hanging[:at] + hanging[at + 1 :]
        page.put(text, gap)
        page.marks(hanging)
        gap = " "


_FORMS = {"nag": "$%s", "note": "=%s=", "irregular": "^%s", "suffix": "%s"}


class _Page:
    """Lines of at most so many characters, built from atoms."""

    __slots__ = ("column", "parts")

    def __init__(self) -> None:
        self.parts: list[str] = []
        self.column = 0

    def fits(self, text: str) -> bool:
        """Whether *text* fits into a line of its own."""
        return len(text) <= _WIDTH

    def newline(self) -> None:
        if self.column:
            self.parts.append("\n")
            self.column = 0

    def line(self, text: str) -> None:
        """A whole line; the page stands at the beginning of one."""
        self.parts.append(text + "\n")

    def put(self, text: str, gap: str, *, keep: int = 0) -> None:
        """An atom, after *gap* or on a new line where it does not fit with *keep* more characters."""
        if self.column:
            room = len(text) + (keep + 1 if keep else 0)
            if self.column + len(gap) + room > _WIDTH and text[:1] != "%":
                self.newline()
            else:
                self.parts.append(gap)
                self.column += len(gap)
        self.parts.append(text)
        last = text.rfind("\n")
        self.column = self.column + len(text) if last < 0 else max(len(text) - last - 1, 1)

    def marks(self, marks: Iterable[Mark]) -> None:
        for kind, text in marks:
            text = _LINE_ENDS.sub("\n", normal(text)) if "\r" in text or not text.isascii() else text
            if kind == "brace":
                if "}" in text:
                    raise ValueError(f"a comment in braces cannot contain a closing brace: {text!r}")
                if "[" in text and _RECORD_START.search(text):
                    raise ValueError(f"a comment cannot contain a blank line and the start of a record: {text!r}")
                self.put(f"{{{text}}}", " ")
            elif kind in ("line", "escape"):
                if "\n" in text:
                    raise ValueError(f"a comment of one line cannot contain a line end: {text!r}")
                if kind == "line":
                    self.put(";" + text, " ")
                else:
                    self.newline()
                    self.parts.append("%" + text)
                self.column = 1
                self.newline()
            else:
                self.put(_FORMS[kind] % text, " ")

    def text(self) -> str:
        text = "".join(self.parts)
        self.parts.clear()
        self.column = 0
        return text
