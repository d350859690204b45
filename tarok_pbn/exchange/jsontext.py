"""JSON read from a stream value by value, with the line and column of everything in it."""

from __future__ import annotations

import codecs
import json
import re
from collections.abc import Sequence
from typing import Any, BinaryIO, NoReturn

from pydantic import ValidationError

from tarok_pbn.exchange.formats import FormatError, nearest

__all__ = ["LIMIT", "Window", "load", "refuse"]

#: Characters of one value: a record or a line.
LIMIT = 64 << 20
#: Values in values: far more than any form of ours has.
_DEPTH = 64
_CHUNK = 1 << 16

_SPACE = re.compile(r"[ \t\r\n]*")
_STRING = re.compile(r'"(?:[^"\\]++|\\.)*+"', re.DOTALL)
_WORD = re.compile(r"[^\s\[\]{},:\"]+")
_STEP = re.compile(r'(?:[^"\[\]{}]++|"(?:[^"\\]++|\\.)*+")*+(?:([\[{])|([\]}]))', re.DOTALL)


class Window:
    """The text of a stream of UTF-8, seen from where reading has come to.

    Raises FormatError for bytes that are not UTF-8, and OSError.
    """

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self._decoder = codecs.getincrementaldecoder("utf-8-sig")()
        self._bytes = 0  # given to the decoder
        self._text = ""
        self._at = 0
        self._line = self._column = 1  # of the first character of the text
        self._ended = False

    def _more(self) -> bool:
        """Read on; what lies behind is forgotten. False at the end."""
        if self._ended:
            return False
        self._line, self._column = self.place()
        self._text, self._at = self._text[self._at :], 0
        data = self._stream.read(max(_CHUNK, len(self._text)))
        self._ended = not data
        held = self._decoder.getstate()[0]
        try:
            self._text += self._decoder.decode(data, final=self._ended)
        except UnicodeDecodeError as wrong:
            self._text += (held + data)[: wrong.start].decode("utf-8", "replace")
            self._at = len(self._text)
            byte = (held + data)[wrong.start]
            raise FormatError(f"the byte {byte:02x} is not UTF-8, which JSON is written in", *self.place()) from wrong
        return not self._ended

    def place(self, beyond: int = 0) -> tuple[int, int]:
        """Line and column, from 1, of the character that many characters from here."""
        return _place(self._text, self._at + beyond, self._line, self._column)

    def fail(self, what: str, help: str = "") -> NoReturn:
        """Raise FormatError for what stands here."""
        raise FormatError(what, *self.place(), help)

    def peek(self) -> str:
        """The next character that is no white space, which is passed; "" at the end."""
        while True:
            match = _SPACE.match(self._text, self._at)
            self._at = match.end() if match is not None else self._at
            if self._at < len(self._text):
                return self._text[self._at]
            if not self._more():
                return ""

    def take(self, expected: str, where: str) -> None:
        """Pass one sign. where: what it is part of, for the message."""
        found = self.peek()
        if found != expected:
            self.fail(f"{_shown(found)} stands where {where} needs {expected!r}")
        self._at += 1

    def value(self) -> str:
        """The text of the value that begins here, which is passed."""
        first = self.peek()
        end = self._string() if first == '"' else self._nested() if first in "[{" and first else self._word()
        text = self._text[self._at : end]
        self._at = end
        return text

    def _string(self) -> int:
        while (match := _STRING.match(self._text, self._at)) is None:
            self._room()
        return match.end()

    def _word(self) -> int:
        while True:
            match = _WORD.match(self._text, self._at)
            if match is None:
                self.fail(f"{_shown(self._text[self._at : self._at + 1])} stands where a value was expected")
            if match.end() < len(self._text) or not self._more():
                return match.end()

    def _nested(self) -> int:
        """Where the array or object that begins here ends."""
        depth, beyond = 0, 0
        while True:
            match = _STEP.match(self._text, self._at + beyond)
            if match is None:
                self._room()
                continue
            beyond = match.end() - self._at
            if match[1]:
                depth += 1
                if depth > _DEPTH:
                    raise FormatError(f"values stand in each other more than {_DEPTH} deep", *self.place(beyond - 1))
            elif match[2]:
                depth -= 1
                if not depth:
                    return self._at + beyond

    def _room(self) -> None:
        """Read on for a value that is not complete."""
        if len(self._text) - self._at > LIMIT:
            self.fail(f"a value is longer than {LIMIT >> 20} MiB")
        if not self._more():
            self.fail("the file ends inside the value that begins here")


def load(text: str, line: int, column: int) -> Any:
    """The value of a JSON text that begins at that place. Raises FormatError, for a name given twice as well."""

    def unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        made = dict(pairs)
        if len(made) != len(pairs):
            names = [name for name, _ in pairs]
            twice = next(name for name in names if names.count(name) > 1)
            raise FormatError(f"an object gives {twice!r} twice", line, column, "each name stands once in an object")
        return made

    def constant(word: str) -> NoReturn:
        raise FormatError(f"{word} is no value of JSON", line, column)

    try:
        return json.loads(text, object_pairs_hook=unique, parse_constant=constant)
    except json.JSONDecodeError as wrong:
        what = wrong.msg[:1].lower() + wrong.msg[1:]
        raise FormatError(f"this is not JSON: {what}", *_place(text, wrong.pos, line, column)) from wrong
    except FormatError:
        raise
    except (ValueError, RecursionError) as wrong:  # a number of thousands of digits
        raise FormatError(f"this JSON cannot be read: {wrong}", line, column) from wrong


def refuse(
    wrong: ValidationError, text: str, line: int, column: int, known: Sequence[str], *, event: bool = False
) -> FormatError:
    """The error of a value that does not fit its model.

    text: the value, which begins at *line* and *column*. known: names that objects of the form can have.
    event: the model was chosen by the value's event, with which the paths of the error begin.
    """
    errors = wrong.errors()
    first = next((error for error in errors if error["type"] == "extra_forbidden"), errors[0])
    path = [step for step in first["loc"] if step != "[key]"][1 if event else 0 :]
    if first["type"] == "union_tag_invalid":
        path = ["event"]
    at = _find(text, path, key=first["type"] == "extra_forbidden" or "[key]" in first["loc"])
    where = ".".join(str(step) for step in path) or "the value"
    help = ""
    if first["type"] == "extra_forbidden":
        what, near = f"{path[-1]!r} is no name that this object can have", nearest(str(path[-1]), known)
        help = f"did you mean {near}?" if near else ""
    elif first["type"] == "missing":
        what = f"{path[-1]!r} is missing" + (f" in {'.'.join(map(str, path[:-1]))}" if path[:-1] else "")
    elif first["type"] in ("literal_error", "union_tag_invalid"):
        context = first.get("ctx", {})
        expected = str(context.get("expected") or context.get("expected_tags"))
        given = first["input"] if first["type"] == "literal_error" else context.get("tag")
        what = f"{where}: {given!r} is not what can stand here"
        near = nearest(str(given), re.findall(r"'([^']*)'", expected))
        help = f"did you mean {near}?" if near else f"one of {expected}"
    elif first["type"] == "union_tag_not_found":
        what, help = "'event' is missing", "each line says which event it is"
    else:
        what = f"{where}: {first['msg'][:1].lower()}{first['msg'][1:]}"
    return FormatError(what, *_place(text, at, line, column), help)


def _find(text: str, path: Sequence[int | str], *, key: bool) -> int:
    """Where the value at *path* begins, or as far as it goes; key: where its name does."""
    at = _skip(text, 0)
    for depth, step in enumerate(path):
        found = _member(text, at, step, key=key and depth == len(path) - 1)
        if found is None:
            return at
        at = found
    return at


def _member(text: str, at: int, step: int | str, *, key: bool) -> int | None:
    """Where a member of the object or array at *at* begins; None where there is none."""
    decoder = json.JSONDecoder()
    is_object = text[at] == "{"
    count, at = 0, _skip(text, at + 1)
    if text[at - 1] not in "[{ \t\r\n" or (not is_object and isinstance(step, str)):
        return None
    while text[at] not in "]}":
        start, name = at, count
        if is_object:
            given, at = decoder.raw_decode(text, at)
            name = given
            at = _skip(text, _skip(text, at) + 1)
        if str(name) == str(step):
            return start if key else at
        _, at = decoder.raw_decode(text, at)
        at = _skip(text, at)
        if text[at] == ",":
            at = _skip(text, at + 1)
        count += 1
    return None


def _skip(text: str, at: int) -> int:
    match = _SPACE.match(text, at)
    return match.end() if match is not None else at


def _place(text: str, at: int, line: int, column: int) -> tuple[int, int]:
    """Line and column of character *at* of a text that begins at *line* and *column*."""
    breaks = text.count("\n", 0, at)
    return (line, column + at) if not breaks else (line + breaks, at - text.rfind("\n", 0, at))


def _shown(sign: str) -> str:
    return repr(sign) if sign else "the end of the file"
