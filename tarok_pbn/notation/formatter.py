"""Files to canonical files, for ``tarok fmt``: what has mistakes of syntax stays as it was."""

from __future__ import annotations

from tarok_pbn.findings import Finding
from tarok_pbn.notation.files import Parsed, read_bytes, to_bytes
from tarok_pbn.notation.writer import VERSION_LINE, write

__all__ = ["format_text"]


def format_text(data: bytes, name: str | None = None) -> tuple[bytes, list[Finding]]:
    """The canonical form of a file, and what reading it had to say.

    A record with an error of syntax (a finding F... of severity error) is left byte for byte as it was, and
    so is a whole file of an unknown version. An empty file stays empty. Formatting twice changes nothing more.
    """
    records = list(read_bytes(data, name))
    findings = [finding for parsed in records for finding in parsed.findings]
    if not records or any(finding.code == "F012" for finding in findings):
        return data, findings
    parts: list[str] = []
    for number, parsed in enumerate(records):
        kept = _must_stay(parsed)
        text = parsed.text if kept else write(parsed.record)
        if not number and not (kept and text.lstrip("\ufeff \t\r\n")[:1] == "%" or text[:1] == "\ufeff"):
            parts.append(f"{VERSION_LINE}\n\n" if text else f"{VERSION_LINE}\n")
        if parts and number and text:
            parts.append(_gap(parts[-1]))
        parts.append(text)
    return to_bytes("".join(parts)), findings


def _must_stay(parsed: Parsed) -> bool:
    if any(finding.code[0] == "F" and finding.severity == "error" for finding in parsed.findings):
        return True
    try:
        write(parsed.record)
    except ValueError:
        return True
    return False


def _gap(before: str) -> str:
    """What is missing to a blank line after *before*."""
    if before.endswith(("\n\n", "\r\n\r\n", "\n\r\n")):
        return ""
    return "\n" if before.endswith(("\n", "\r")) else "\n\n"
