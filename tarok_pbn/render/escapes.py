"""Text that is safe in LaTeX and in Markdown: whatever a record holds is shown there as it is written."""

from __future__ import annotations

import re
from collections.abc import Callable

from tarok_pbn.render.controls import cleaned

__all__ = ["Raw", "flat", "latex_escape", "markdown_escape"]

_SELECTORS = {0xFE0E: None, 0xFE0F: None}
_TEX = {
    "\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "$": r"\$", "&": r"\&", "#": r"\#", "%": r"\%", "_": r"\_",
    "^": r"\textasciicircum{}", "~": r"\textasciitilde{}", "<": r"\textless{}", ">": r"\textgreater{}",
    "|": r"\textbar{}", '"': "''", "[": "{[}", "]": "{]}", "*": "{*}", "`": "{`}", "-": "-", "\N{NO-BREAK SPACE}": "~",
    "♠": r"$\spadesuit$", "♥": r"$\heartsuit$", "♦": r"$\diamondsuit$", "♣": r"$\clubsuit$",
    "♤": r"$\spadesuit$", "♡": r"$\heartsuit$", "♢": r"$\diamondsuit$", "♧": r"$\clubsuit$",
    "⅓": r"$\frac{1}{3}$", "⅔": r"$\frac{2}{3}$", "½": r"$\frac{1}{2}$", "¼": r"$\frac{1}{4}$", "¾": r"$\frac{3}{4}$",
    "\N{MINUS SIGN}": "$-$", "×": r"$\times$", "·": r"$\cdot$", "—": "---", "–": "--", "…": r"\dots{}",
    "→": r"$\rightarrow$", "✔": r"$\surd$", "✘": r"$\times$", "▸": r"$\triangleright$",
    "\N{REPLACEMENT CHARACTER}": "?",
    "“": "``", "”": "''", "„": ",,", "‘": "`", "’": "'",
}  # fmt: skip
_TEX_SPECIAL = re.compile(r"-(?=-)|['?!](?=[`'])|,(?=,)|[" + re.escape("".join(c for c in _TEX if c != "-")) + "]")
#: what Markdown reads, and what GitHub reads besides: a backslash where every reader knows it, else an entity
_MARKED = re.compile(r"[\\`*_\[\]]|[<>&|~$]")
#: what a line must not begin with: a heading, a rule, a quotation, an item of a list
_BEGINS = re.compile(r"^(?:(#|[+-](?=[\s+-]|$))|(=)|(\d+)([.)])(?=\s|$))")


class Raw(str):
    """Text in the language of the output, which is not escaped again."""

    __slots__ = ()


def flat(text: str) -> str:
    """The text on one line, characters that nobody sees made visible."""
    return " ".join(cleaned(text).translate(_SELECTORS).split())


def latex_escape(text: str) -> str:
    """Text for LaTeX. Every special is spelled, ligatures of quotes and dashes are kept apart."""
    return _TEX_SPECIAL.sub(_tex, cleaned(text).translate(_SELECTORS))


def _tex(match: re.Match[str]) -> str:
    char = match[0]
    if char in "-'?!,":
        return char + "{}"
    return _TEX[char]


def markdown_escape(text: str) -> str:
    """Text for Markdown, inside a line or a cell of a table; a line that begins with it begins nothing else."""
    safe = _MARKED.sub(_mark, cleaned(text))
    return _BEGINS.sub(_begin, safe)


def _mark(match: re.Match[str]) -> str:
    char = match[0]
    return "\\" + char if char in "\\`*_[]" else f"&#{ord(char)};"


def _begin(match: re.Match[str]) -> str:
    if match[1]:
        return "\\" + match[1]
    return f"&#{ord(match[2])};" if match[2] else f"{match[3]}\\{match[4]}"


#: a function that makes text safe
Escape = Callable[[str], str]
