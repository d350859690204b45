"""Names of files made from values of records: patterns such as ``{event}-{table}.tpbn``, and names that are safe.

A value never leaves its place in the pattern: it gives no path separators, no leading dot, no name that a
system keeps for itself, nothing that cannot be typed, and never more than ``LONGEST`` bytes.
"""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Mapping, Sequence

from tarok_pbn.archive.fields import field_of
from tarok_pbn.archive.names import caseless

__all__ = ["LONGEST", "Pattern", "distinct", "safe"]

#: Bytes of one part of a path that come from values.
LONGEST = 150
_FIELD = re.compile(r"\{\{|\}\}|\{([A-Za-z_][A-Za-z0-9_]*)(?::([^{}]*))?\}|[{}]")
_DIGITS = re.compile(r"0?([1-9])")
_UNSAFE = re.compile(r"[\x00-\x1f\x7f-\x9f/\\:*?\"<>|\ud800-\udfff]+")
_RESERVED = re.compile(r"(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)(?=\.|$)", re.IGNORECASE)
#: Fields that are no values of records.
COUNTED = ("number", "file", "player")


def safe(value: str) -> str:
    """A value as part of a file name: never empty, never a path.

    >>> safe("a/b: c"), safe(".."), safe("CON"), safe("?"), safe("")
    ('a_b_ c', '_', '_CON', 'unknown', 'none')
    """
    if not value.strip("-. "):
        return "_" if "." in value else "none"
    if not value.strip("?.- "):
        return "unknown"
    text = "".join([char for char in unicodedata.normalize("NFC", value) if unicodedata.category(char) != "Cf"])
    text = _UNSAFE.sub("_", text).strip()
    text = re.sub(r"^[.~-]+", "_", text).rstrip(". ")
    text = "_" + text if _RESERVED.match(text) else text
    return _short(text or "_", value)


def _short(text: str, value: str) -> str:
    """*text* cut to ``LONGEST`` bytes; what was cut stays different through a hash of its value."""
    data = text.encode("utf-8")
    if len(data) <= LONGEST:
        return text
    mark = hashlib.sha256(value.encode("utf-8", "surrogatepass")).hexdigest()[:8]
    return data[: LONGEST - 9].decode("utf-8", "ignore").rstrip(". ") + "-" + mark


class Pattern:
    """A pattern of file names. fields: what stands in braces, in order, by the names of ``field_of``.

    ``{number:4}`` has at least four digits; ``{file}`` is the name of the file that a record comes from, ``{player}``
    a player. ``{{`` is a brace. A pattern may name folders, with ``/``. Raises ValueError for what cannot be meant.
    """

    def __init__(self, text: str) -> None:
        self.text = text
        self.fields: list[str] = []
        #: plain text, or (field, digits)
        self._parts: list[str | tuple[str, int]] = []
        at = 0
        for match in _FIELD.finditer(text):
            self._parts.append(text[at : match.start()])
            at = match.end()
            if match[0] in ("{{", "}}"):
                self._parts.append(match[0][0])
            elif match[1] is None:
                raise ValueError(f"the pattern {text!r} has a brace alone; a brace itself is {{{{ or }}}}")
            else:
                field = match[1].lower() if match[1].lower() in COUNTED else field_of(match[1])
                digits = _DIGITS.fullmatch(match[2] or "0")
                if match[2] is not None and (field != "number" or digits is None):
                    raise ValueError(f"{match[0]} cannot be meant: a number of digits, 1 to 9, is for {{number:4}}")
                self.fields.append(field)
                self._parts.append((field, int(digits[1]) if digits else 0))
        self._parts.append(text[at:])
        plain = "".join([part if isinstance(part, str) else "x" for part in self._parts])
        folders = plain.split("/")
        if not plain or plain[0] in "/\\~" or "\\" in plain or re.match(r"[A-Za-z]:", plain) or "\0" in plain:
            raise ValueError(f"the pattern {text!r} must be a name within the output directory")
        if any(folder.strip(" ") in ("", ".", "..") for folder in folders):
            raise ValueError(f"the pattern {text!r} has a part that is no name: no '..', no empty part")

    def name(self, values: Mapping[str, str]) -> str:
        """The file name, relative and with ``/``, for the values of the fields."""
        parts = []
        for part in self._parts:
            if isinstance(part, str):
                parts.append(part)
            elif part[0] == "number":
                parts.append(values["number"].zfill(part[1]))
            else:
                parts.append(safe(values[part[0]]))
        return "/".join(_within(folder) for folder in "".join(parts).split("/"))


def _within(name: str) -> str:
    """One part of a path, not longer than a file system takes, and still with its suffix."""
    name = "_" + name if _RESERVED.match(name) else name
    stem, dot, suffix = name.rpartition(".")
    if not dot or len(suffix) > 12:
        stem, suffix = name, ""
    if len(stem.encode("utf-8")) <= LONGEST + 50:
        return name
    return _short(stem, stem) + dot + suffix


def distinct(name: str, taken: Mapping[str, object] | set[str]) -> str:
    """*name*, or with ``-2``, ``-3`` ... where it is taken already; cases are not told apart."""
    stem, dot, suffix = name.rpartition(".")
    if not dot or "/" in suffix:
        stem, dot, suffix = name, "", ""
    number, found = 1, name
    while caseless(found) in taken:
        number += 1
        found = f"{stem}-{number}{dot}{suffix}"
    return found


def default_pattern(fields: Sequence[str]) -> str:
    """The pattern for records divided by *fields*."""
    return "-".join(f"{{{field}}}" for field in fields) + ".tpbn"
