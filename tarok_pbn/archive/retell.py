"""The words of a record told anew: whatever a person wrote freely is given to a function and replaced by what it says.

Works on the tokens of the text, so that layout and whatever cannot be read stay as they are. Cards, seats and
actions of the streams are no free words and are never touched.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from tarok_pbn.notation import Parsed
from tarok_pbn.notation.lexer import SECTION, TAG, quote, unquote
from tarok_pbn.notation.reader import is_version_line
from tarok_pbn.notation.tags import SECTIONS, is_table
from tarok_pbn.notation.words import Words

__all__ = ["Edit", "retold"]

#: (kind, text, token) -> the new text. kind: the name of a tag, or ``comment``, ``note``, ``cell``, ``words``.
Edit = Callable[[str, str, int], str]
_REFERENCE = re.compile(r"(?:=[0-9]{1,6}=)+")
_GLUED = re.compile(r"(?<=[^=])(?:=[0-9]{1,6}=)+(?=\Z|[$^])")


class _Page:
    """The new text; what is dropped takes the white space before it along."""

    def __init__(self) -> None:
        self.parts: list[str] = []
        self._dropped = False

    def put(self, space: str, token: str) -> None:
        if self._dropped:
            if not any(self.parts):
                space = ""
            elif not space and token:
                space = "\n" if token[:1] in "[%" else " "
        self._dropped = False
        self.parts.append(space + token)

    def drop(self) -> None:
        self._dropped = True


def retold(parsed: Parsed, edit: Edit, *, strip: bool = False) -> str:
    """The text of a record with its free words edited. strip: without comments, escape lines and notes."""
    source = parsed.record.source
    tokens = source.tokens if source is not None else []
    page = _Page()
    stream = table = False
    index, count = 0, len(tokens)
    while index < count:
        space, token = tokens[index]
        first = token[:1]
        match = TAG.fullmatch(token) if first == "[" else None
        if match is not None:
            name = match[1]
            if name != "Note":
                stream, table = name in SECTIONS, is_table(name)
            if strip and name == "Note":
                page.drop()
            else:
                page.put(space, _tag(token, name, match[2], index, edit))
        elif first == "[" and (header := SECTION.fullmatch(token)) is not None:
            stream, table = header[1] in SECTIONS, False
            page.put(space, token)
        elif first in ("{", ";") or (first == "%" and not is_version_line(token)):
            if strip:
                page.drop()
            else:
                end = "}" if first == "{" and token[-1] == "}" and len(token) > 1 else ""
                inner = token[1 : len(token) - len(end)]
                page.put(space, first + edit("comment", inner, index) + end)
        elif first == '"':
            page.put(space, _cell(token, index, edit))
        elif first == "%" or not token:
            page.put(space, token)
        elif stream and (said := _said(token, strip)) is not None:
            if said:
                page.put(space, said)
            else:
                page.drop()
        elif strip and _REFERENCE.fullmatch(token):
            page.drop()
        elif table:
            new = edit("cell", token, index)
            page.put(space, token if new == token else quote(new))
        else:
            index = _words(tokens, index, stream, edit, page)
            continue
        index += 1
    return "".join(page.parts)


def _said(token: str, strip: bool) -> str | None:
    """A word of a stream that reads as one, perhaps without its references to notes; None for free words."""
    if Words.of().read(token).kind == "junk":
        return None
    return _GLUED.sub("", _REFERENCE.sub("", token) if _REFERENCE.fullmatch(token) else token) if strip else token


def _tag(token: str, name: str, raw: str, index: int, edit: Edit) -> str:
    value = unquote(raw)
    before, text, kind = "", value, name
    if name == "Note":
        number, colon, text = value.partition(":")
        before, kind = number + colon, "note"
        if not colon:
            before, text = "", value
    elif value[:2] == "##":
        before, text = "##", value[2:]
    elif value == "#":
        return token
    new = edit(kind, text, index)
    return token if new == text else f"[{name} {quote(before + new)}]"


def _cell(token: str, index: int, edit: Edit) -> str:
    if len(token) > 1 and token[-1] == '"':
        text = unquote(token[1:-1])
        new = edit("cell", text, index)
        return token if new == text else quote(new)
    return '"' + edit("cell", token[1:], index)


def _words(tokens: list[tuple[str, str]], start: int, stream: bool, edit: Edit, page: _Page) -> int:
    """Free words up to the next token of another kind, as one text; the index after them."""
    space, text = tokens[start]
    index = start + 1
    while index < len(tokens):
        between, token = tokens[index]
        if not token or token[:1] in '{;%"\ufeff' or TAG.fullmatch(token) or SECTION.fullmatch(token):
            break
        if stream and Words.of().read(token).kind != "junk":
            break
        text += between + token
        index += 1
    page.put(space, edit("words", text, start))
    return index
