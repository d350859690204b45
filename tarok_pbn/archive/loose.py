"""Records taken out of their files: texts that read the same wherever they are put.

A record keeps its own bytes as far as it can. What belongs to the file is left behind (byte order mark,
version line, CR LF, blank lines around it); what it had from its neighbours it takes along (the values of
``#`` and ``##`` are written out). A text that would not stand alone - its first tag is no Event, or blank
lines stand in its head - is mended as little as possible, and each text that is not plain is read again
between two others to see that it is still the same record.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple, Protocol

from tarok_pbn.notation import Parsed, read_bytes, to_bytes, write
from tarok_pbn.notation.lexer import TAG, breaks_line, quote, unquote
from tarok_pbn.notation.reader import is_version_line
from tarok_pbn.notation.split import split
from tarok_pbn.notation.writer import VERSION_LINE
from tarok_pbn.record import Record, Tag

__all__ = ["Binder", "Loose", "UnknownVersion", "Writable", "loosened", "read_loose"]

_BREAKS = re.compile(r"\r\n?")
_BLANK_LINES = re.compile(r"\n(?:[ \t]*\n)+")
_BLANK_LINE = re.compile(r"\n[ \t]*\n")
_VERSION_START = re.compile(r"% TPBN [^\n]*\n\n+")
_BEFORE = (b'[Event "1"]\n\n', b'[Event "1"]\n[Play]\n+\n\n')
_AFTER = b'\n[Event "3"]\n'
_AFTER_COMMENT = b'\n; 3\n[Event "3"]\n'


class UnknownVersion(Exception):
    """A file whose version is not known; it may be read, but not be written anew. Its text says so."""


class Loose(NamedTuple):
    """A record by itself.

    record: as it was read. text: its text, with LF, without blank lines at either end, ending with LF.
    number, line: its place in the file it comes from, both from 1. open: a comment is still open at its end.
    faulty: it has an error of reading. changed: why its bytes are others than they were, or "".
    """

    record: Record
    text: str
    number: int
    line: int
    open: bool = False
    faulty: bool = False
    changed: str = ""

    @property
    def is_record(self) -> bool:
        """False for text that holds no tag and no section."""
        return bool(self.record.tags or self.record.sections)


def read_loose(parsed: Iterable[Parsed]) -> Iterator[Loose]:
    """The records of a file, each by itself, in constant memory; parts of one that was cut stay together.

    Text without any tag comes as a Loose that is no record. Raises UnknownVersion.
    """
    whole: list[Parsed] = []
    for piece in parsed:
        for finding in piece.findings:
            if finding.code == "F012":
                raise UnknownVersion(f"{finding.message}; a file of another version is not written anew")
        whole.append(piece)
        if any(finding.code == "F010" for finding in piece.findings):
            continue  # it was cut: what follows is the rest of it
        yield _glued(whole) if len(whole) > 1 else loosened(piece)
        whole = []
    if whole:
        yield _glued(whole)


def loosened(parsed: Parsed) -> Loose:
    """A record by itself."""
    record, text = parsed.record, parsed.text
    faulty = any(f.code[0] == "F" and f.severity == "error" for f in parsed.findings)
    if record.values is not None and record.source is not None:  # plain: no comment, nothing inherited
        start = _VERSION_START.match(text)
        own = _trimmed(text[start.end() :] if start is not None else text)
        if own.startswith('[Event "') and "\r" not in own:
            return Loose(record, own, parsed.number, parsed.line, faulty=faulty)
    if not parsed.is_record:
        return Loose(record, _trimmed(_remade(record)), parsed.number, parsed.line, faulty=faulty)
    own = _untouched(record, text)
    if own:
        stands, is_open = _stands_alone(own)
        if stands and not is_open:  # the same bytes read the same
            return Loose(record, own, parsed.number, parsed.line, faulty=faulty)
    own, changed = _rebuilt(record)
    canonical = _written(record)
    if canonical is not None and faulty and _letters(canonical) < _letters(own):
        canonical = None  # it would hide what could not be read
    for candidate, why in ((own, changed), (canonical, "written in canonical form")):
        if candidate is not None:
            stands, is_open = _stands_alone(candidate)
            if stands and _same(record, candidate):
                return Loose(record, candidate, parsed.number, parsed.line, is_open, faulty, why)
    why = "left as it stood, though it may be read as more than one"
    if not own.startswith("[Event "):
        own = f'[Event "?"]\n{own}'  # the record before it is kept apart
    return Loose(record, own, parsed.number, parsed.line, True, True, why)


def _letters(text: str) -> int:
    return sum(map(str.isalnum, text))


def _untouched(record: Record, text: str) -> str:
    """The text of a record that has nothing from its file or its neighbours in it; "" for others."""
    start = _VERSION_START.match(text)
    own = _trimmed(text[start.end() :] if start is not None else text)
    if not own.startswith('[Event "') or any(sign in own for sign in ("\r", "\ufeff", "TPBN", '"#')):
        return ""
    return own if all(tag.at >= 0 for tag in record.tags) else ""


def _glued(pieces: list[Parsed]) -> Loose:
    """The pieces of a record that is too long: kept as they stand."""
    text = _BREAKS.sub("\n", "".join([piece.text for piece in pieces])).lstrip("\ufeff")
    start = _VERSION_START.match(text)
    text = _trimmed(text[start.end() :] if start is not None else text)
    return Loose(pieces[0].record, text, pieces[0].number, pieces[0].line, True, True)


def _trimmed(text: str) -> str:
    """Without blank lines before and after it, and with one line end."""
    first = len(text) - len(text.lstrip(" \t\n"))
    begin = text.rfind("\n", 0, first) + 1
    end = text.find("\n", len(text.rstrip(" \t\n")))
    body = text[begin:end] if end >= 0 else text[begin:]
    return body + "\n" if body.strip(" \t\n") else ""


def _remade(record: Record) -> str:
    """The text of something without tags, without what belongs to the file."""
    tokens = record.source.tokens if record.source is not None else []
    kept = [space + ("" if token == "\ufeff" or is_version_line(token) else token) for space, token in tokens]
    return _BREAKS.sub("\n", "".join(kept))


def _rebuilt(record: Record) -> tuple[str, str]:
    """The text of a record as it should stand by itself, and why it was changed."""
    source = record.source
    if source is None:
        return write(record), ""
    tokens = source.tokens
    given = {tag.at: tag for tag in record.tags if tag.at >= 0}
    first = min([*given, *(section.at for section in record.sections if section.at >= 0)], default=0)
    lasting = [f"[{tag.name} {quote(tag.value)}]" for tag in record.tags if tag.at < 0]
    changed = "inherited values written out" if lasting else ""
    head, head_blank = _head(tokens[:first])
    parts: list[str] = []
    if tokens[first][1] and not any(tag.name == "Event" for tag in record.tags):
        parts.append('[Event "?"]\n')
        changed = changed or "begun with an Event tag"
    for index in range(first, len(tokens)):
        space, token = tokens[index]
        if token == "\ufeff" or (is_version_line(token) and _outside_raw(record, index)):
            parts.append(space)
            continue
        if index == first:
            space = ""
        elif lasting and (token[:1] in ("[", "") or index == len(tokens) - 1):
            parts.append("\n" + "\n".join(lasting))
            lasting = []
            space = space if breaks_line(space) or not token else "\n" + space
        tag = given.get(index)
        if tag is not None and (value := _inherited(token, tag)):
            changed, token = "inherited values written out", value
        parts.append(space + token)
        if index == first and head_blank:
            parts.append((" " if head[:1] not in "%" else "\n") + head)
            changed = "its first comment put behind the first tag, for a blank line stands in it"
    text = ("" if head_blank else head) + "".join(parts)
    return _trimmed(_BREAKS.sub("\n", text)), changed


def _outside_raw(record: Record, index: int) -> bool:
    """Whether a token stands outside the unknown sections, which are kept byte for byte."""
    before = [section for section in record.sections if section.at <= index]
    return not before or before[-1].raw is None


def _head(tokens: list[tuple[str, str]]) -> tuple[str, bool]:
    """What stands before the first tag, without blank lines, ending with LF; whether a comment of it holds one."""
    parts: list[str] = []
    blank = False
    for space, token in tokens:
        if token == "\ufeff" or is_version_line(token):
            continue
        blank = blank or _BLANK_LINE.search(_BREAKS.sub("\n", token)) is not None
        space = _BLANK_LINES.sub("\n", _BREAKS.sub("\n", space))
        parts.append(space.lstrip("\n") + token if not parts else (space or " ") + token)
    text = "".join(parts).rstrip(" \t\n")
    return text + "\n" if text else "", blank


def _inherited(token: str, tag: Tag) -> str:
    """The tag pair that says what ``#`` stands for; "" where the tag has a value of its own."""
    match = TAG.fullmatch(token)
    if match is None:
        return ""
    written = unquote(match[2])
    if written != "#" and written[:2] != "##":
        return ""
    return f"[{tag.name} {quote(tag.value)}]"


def _written(record: Record) -> str | None:
    try:
        return write(record)
    except ValueError:
        return None


def _stands_alone(text: str) -> tuple[bool, bool]:
    """Whether a text between two others is one record, and whether it leaves a comment open."""
    own = to_bytes(text)
    for after, is_open in ((_AFTER_COMMENT, False), (_AFTER, True)):
        if all(
            [piece[1] for piece in split(_reading(before + own + after))] == [before, own + b"\n", after[1:]]
            for before in _BEFORE
        ):
            return True, is_open
    return False, False


def _reading(data: bytes) -> Callable[[int], bytes]:
    """A function that reads from *data*, as ``split`` asks for it."""
    rest = [data]
    return lambda size: rest.pop() if rest and size > 1 else b""


def _same(record: Record, text: str) -> bool:
    """Whether *text* reads as *record* does, but for where an open comment ends and an Event that was added."""
    again = [parsed.record for parsed in read_bytes(to_bytes(text))]
    if len(again) != 1:
        return False
    ours, theirs = _written(record), _written(again[0])
    if ours is None or theirs is None:
        return ours is theirs
    return ours.rstrip("} \t\n") == theirs.rstrip("} \t\n") or _canonical(ours) == _canonical(theirs)


def _canonical(text: str) -> str:
    """With the comments before the first tag behind it."""
    at = text.find("[Event ")
    end = text.find("]\n", at)
    if at <= 0 or end < 0:
        return text
    return f"{text[at : end + 1]} {text[:at].rstrip(chr(10))}\n{text[end + 2 :]}"


class Writable(Protocol):
    """What a Binder writes to."""

    def write(self, data: bytes, /) -> int:
        """Take the next bytes; how many there were."""


class Binder:
    """Puts records into one file: version line, a blank line before each.

    file: open for writing. Nothing is written until the first record comes or ``finish`` is called.
    """

    def __init__(self, file: Writable) -> None:
        self._file = file
        self._begun = False
        self._open = False
        #: bytes written so far
        self.size = 0
        #: records written so far
        self.count = 0

    def add(self, text: str, is_open: bool = False) -> None:
        """Add a record; a comment that the one before left open is closed where it would swallow this one's head."""
        parts = [] if self._begun else [VERSION_LINE + "\n"]
        if self._open and not text.startswith("[Event"):
            parts.append("}\n")
        self._write("".join([*parts, "\n", text]))
        self._open, self._begun = is_open, True
        self.count += 1

    def finish(self) -> None:
        """End the file; one without records has its version line."""
        if not self._begun:
            self._write(VERSION_LINE + "\n")
            self._begun = True

    def _write(self, text: str) -> None:
        data = to_bytes(text)
        self._file.write(data)
        self.size += len(data)
