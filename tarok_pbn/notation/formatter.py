"""Files to canonical files, for ``tarok fmt``: what has mistakes of syntax stays as it was."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from tarok_pbn.findings import Finding
from tarok_pbn.notation.files import read_bytes, to_bytes
from tarok_pbn.notation.parsed import Parsed
from tarok_pbn.notation.writer import VERSION_LINE, write

__all__ = ["canonical", "format_text", "joined"]

_BREAK = re.compile(r"\r\n?|\n")


def format_text(data: bytes, name: str | None = None) -> tuple[bytes, list[Finding]]:
    """The canonical form of a file, and what reading it had to say.

    A record with an error of syntax (a finding F... of severity error, or R011) is left byte for byte as it was, and
    so is a whole file of an unknown version. An empty file stays empty. Formatting twice changes nothing more.
    """
    records = list(read_bytes(data, name))
    findings = [finding for parsed in records for finding in parsed.findings]
    if not records or any(finding.code == "F012" for finding in findings):
        return data, findings
    texts = ((parsed.text, True) if (text := canonical(parsed)) is None else (text, False) for parsed in records)
    return to_bytes("".join(joined(texts))), findings


def canonical(parsed: Parsed) -> str | None:
    """Canonical text of a record as read; None where it has an error of syntax and has to stay as it is."""
    if any((f.code[0] == "F" and f.severity == "error") or f.code == "R011" for f in parsed.findings):
        return None
    try:
        return write(parsed.record)
    except ValueError:
        return None


def joined(texts: Iterable[tuple[str, bool]]) -> Iterator[str]:
    """Pieces of a file of such records, one by one: (text, whether it is the text as it was read). None for none."""
    before = ""
    for number, (text, kept) in enumerate(texts):
        if not number and not (kept and text.lstrip("\ufeff \t\r\n")[:1] in ("%", "\ufeff")):
            before = f"{VERSION_LINE}\n\n" if text else f"{VERSION_LINE}\n"
            yield before
        elif number and text:
            yield _gap(before)
        yield text
        before = text or before


def _gap(before: str) -> str:
    """What is missing to a blank line after *before*."""
    rest = before[len(before.rstrip(" \t\r\n")) :]
    breaks = _BREAK.findall(rest)
    end = breaks[-1] if breaks and rest.endswith(breaks[-1]) else "\n"
    return end * max(0, 2 - len(breaks)) if rest.endswith(end) else end * 2
