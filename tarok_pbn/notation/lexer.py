"""Characters to tokens: one regular expression whose matches tile the text.

A token is a tag pair, a section header, a comment, an escape line, a quoted string,
a run of other characters (a *word*), or a piece of junk that still has to be kept.
``tokenize`` returns (white space before, token) pairs; joined they are the text, for
every input. What a token is can be told from its first character alone, so that the
reader never matches anything twice.
"""

from __future__ import annotations

import re
import unicodedata

__all__ = [
    "SECTION",
    "TAG",
    "blank_before",
    "breaks_line",
    "is_tag_or_section",
    "normal",
    "quote",
    "tokenize",
    "unquote",
]

_STRING = r'"(?:[^"\\\r\n]++|\\[^\r\n])*+"'
_NAME = r"[A-Za-z_][A-Za-z0-9_]*+"

_TOKEN = re.compile(
    r"(\s*+)("
    r"[^\s\[\]{};\"%\ufeff][^\s\[\]{};\"\ufeff]*+"  # a word
    rf"|\[\s*+{_NAME}\s*+{_STRING}\s*+\]"  # [Name "value"]
    rf"|\[\s*+{_NAME}\s*+\]"  # [Name]
    r"|\{[^}]*+\}?"  # {comment}; without its end it runs to the end of the record
    r"|;[^\r\n]*+"  # ; comment to the end of the line
    r"|(?:(?<![^\r\n])|(?<=\A\ufeff)|(?<=[\r\n]\ufeff))%[^\r\n]*+"  # % escape line, a byte order mark read over
    rf"|{_STRING}"  # "a cell of a table"
    r"|\"[^\r\n]*+"  # a string without end
    r"|%[^\s\[\]{};\"\ufeff]*+"  # a word that begins with %
    rf"|\[(?:[^\[\r\n]++|\[(?!\s*+{_NAME}\s*+[\"\]]))*+"  # a malformed tag, to the end of its line
    r"|[\]}\ufeff]"  # brackets without a partner, a byte order mark
    r"|\Z)"
)

#: A well-formed tag pair: name and raw value.
TAG = re.compile(rf"\[\s*+({_NAME})\s*+\"((?:[^\"\\\r\n]++|\\[^\r\n])*+)\"\s*+\]")
#: A section header without a value.
SECTION = re.compile(rf"\[\s*+({_NAME})\s*+\]")

#: More marks on one letter than any language writes; sorting them would take for ever.
_PILE = re.compile("[^\x00-\u02ff\u4e00-\u9fff]{200}")
_ESCAPE = re.compile(r"\\(.)")
_BLANK = re.compile(r"(?:\n|\r(?!\n))[^\S\r\n]*(?:\r|\n)")


def tokenize(text: str) -> list[tuple[str, str]]:
    r"""(white space, token) pairs that tile *text*. The last pairs may have empty tokens.

    >>> tokenize("[Auction]\nS pass {so}")
    [('', '[Auction]'), ('\n', 'S'), (' ', 'pass'), (' ', '{so}'), ('', '')]
    """
    return _TOKEN.findall(text)


def blank_before(space: str) -> bool:
    """Whether the white space before a token holds a blank line."""
    return len(space) > 1 and _BLANK.search(space) is not None


def breaks_line(space: str) -> bool:
    """Whether the white space before a token holds a line end."""
    return "\n" in space or "\r" in space


def is_tag_or_section(token: str) -> bool:
    """Whether a token that begins with ``[`` is well formed."""
    return TAG.fullmatch(token) is not None or SECTION.fullmatch(token) is not None


def normal(text: str) -> str:
    """*text* in Unicode normal form C; as it is where it piles hundreds of marks upon one letter."""
    if text.isascii():
        return text
    if _PILE.search(text) is not None:
        run = 0
        for char in text:
            run = run + 1 if unicodedata.combining(char) else 0
            if run > 200:
                return text
    return unicodedata.normalize("NFC", text)


def unquote(raw: str) -> str:
    r"""Resolve ``\"`` and ``\\``; any other backslash stands for itself.

    >>> unquote(r'the \"old\" rule')
    'the "old" rule'
    """
    if "\\" not in raw:
        return raw
    return _ESCAPE.sub(lambda m: m[1] if m[1] in '"\\' else m[0], raw)


def quote(value: str) -> str:
    r"""A value as a quoted string. Raises ValueError for a line end, which no string can hold."""
    if "\n" in value or "\r" in value:
        raise ValueError(f"a value cannot contain a line end: {value!r}")
    if "\\" in value:
        value = value.replace("\\", "\\\\")
    if '"' in value:
        value = value.replace('"', '\\"')
    return f'"{value}"'
