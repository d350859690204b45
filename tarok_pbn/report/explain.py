"""The table of codes for readers: one code, all codes, and the page ``docs/findings.md``."""

from __future__ import annotations

import textwrap

from tarok_pbn.codes import CODES, Code

__all__ = ["FAMILIES", "explain", "listing", "page"]

#: First letter of a code -> what it is about.
FAMILIES = {
    "F": "File and syntax",
    "R": "Record and tags",
    "D": "Deal",
    "A": "Auction and call",
    "X": "Exchange",
    "M": "Melds, announcements and doubling",
    "P": "Play",
    "S": "Score",
    "T": "Tournament and session",
    "I": "Import of foreign formats",
}
_CONSEQUENCE = {
    "error": "An error: the check fails.",
    "warning": "A warning: the check fails, but the record can be understood.",
    "info": "A note: the check does not fail for it.",
}


def explain(code: Code, width: int = 80) -> str:
    """One code for a terminal."""
    family = FAMILIES[code.code[0]].lower()
    paragraphs = [code.explanation, f"{_CONSEQUENCE[code.severity]} Family: {family}."]
    body = "\n\n".join(textwrap.fill(text, min(width, 100) - 2) for text in paragraphs)
    return f"{code.code}  {code.title}\n\n{body}\n"


def listing() -> str:
    """All codes, a line each."""
    lines = []
    for letter, family in FAMILIES.items():
        lines.append(f"{family}")
        lines += [f"  {c.code}  {c.severity:<7}  {c.title}" for c in CODES.values() if c.code[0] == letter]
    return "\n".join(lines) + "\n"


def page() -> str:
    """``docs/findings.md``."""
    lines = [
        "# Findings",
        "",
        "Made from the table of codes by `make docs`; do not edit. A code is stable: it is never given",
        "another meaning and never used again. Errors and warnings make `tarok check` leave with 1, notes do not.",
    ]
    for letter, family in FAMILIES.items():
        lines += ["", f"## {letter}: {family}", "", "| code | severity | title | explanation |", "|---|---|---|---|"]
        for code in CODES.values():
            if code.code[0] == letter:
                cells = (code.code, code.severity, code.title, code.explanation)
                lines.append("| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |")
    return "\n".join(lines) + "\n"
