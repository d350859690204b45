"""Characters that nobody sees: those that a page must not hold, and those that turn round what stands beside them.

Every form of a page shows them in the same way, so that a name or a comment cannot pass for another. What is
turned round is the order of letters: a right-to-left override in a name would run on into the score behind it.
"""

from __future__ import annotations

import re

__all__ = ["cleaned", "is_clean"]

#: what HTML and XML must not contain: controls, lone surrogates, non-characters
_FORBIDDEN = "\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff"
#: marks, embeddings, overrides and isolates of bidirectional text
_TURNING = "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"
_UNSEEN = re.compile(f"[{_FORBIDDEN}{_TURNING}]")
#: the same in UTF-8: the one-byte ones, and how the others begin
_ONE_BYTE = bytes([*range(9), 11, 12, *range(14, 32), 127])
_LONGER = tuple(
    re.compile(pattern, re.S)
    for pattern in (
        rb"\xc2[\x80-\x9f]",
        rb"\xed[\xa0-\xbf]",
        rb"\xef\xbf[\xbe\xbf]",
        rb"\xd8\x9c",
        rb"\xe2(?:\x80[\x8e\x8f\xaa-\xae]|\x81[\xa6-\xa9])",
    )
)


def cleaned(text: str) -> str:
    r"""The text with these characters made visible: ``\u202e`` for what turns text round, U+FFFD for the others.

    >>> cleaned("Jan \u202eNovák\x07")
    'Jan \\u202eNovák�'
    """
    return text if is_clean(text) else _UNSEEN.sub(_visible, text)


def is_clean(*texts: str) -> bool:
    """Whether no text has one of these characters."""
    for text in texts:
        data = text.encode("utf-8", "surrogatepass")  # looking at bytes costs a tenth of looking at characters
        if len(data.translate(None, _ONE_BYTE)) != len(data) or any(p.search(data) for p in _LONGER):
            return False
    return True


def _visible(match: re.Match[str]) -> str:
    char = match[0]
    return f"\\u{ord(char):04x}" if "\u061c" <= char <= "\u2069" else "\N{REPLACEMENT CHARACTER}"
