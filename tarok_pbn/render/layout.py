"""Plain-text building blocks: wrapped rows with a hanging indent, columns side by side, tables."""

from __future__ import annotations

from collections.abc import Sequence

from tarok_pbn.report.terminal import cells

__all__ = ["beside", "fit", "hanging", "table", "wrap"]


def fit(text: str, width: int) -> str:
    """*text* filled with spaces to *width* cells; longer text is left as it is."""
    return text + " " * max(0, width - cells(text))


def wrap(words: Sequence[str], width: int) -> list[str]:
    """*words* joined by spaces into lines of at most *width* cells; a longer word has its own line."""
    lines: list[str] = []
    line = ""
    for word in words:
        if line and cells(line) + 1 + cells(word) > width:
            lines.append(line)
            line = word
        else:
            line = f"{line} {word}" if line else word
    return [*lines, line] if line or not lines else lines


def hanging(head: str, words: Sequence[str], width: int) -> list[str]:
    """*words* after *head*; further lines are indented to stand under the first word."""
    indent = cells(head)
    lines = wrap(words, max(8, width - indent))
    return [(head if number == 0 else " " * indent) + line for number, line in enumerate(lines)]


def beside(blocks: Sequence[tuple[int, Sequence[str]]]) -> list[str]:
    """Blocks of lines side by side, each starting at its column."""
    height = max(len(lines) for _, lines in blocks)
    rows = []
    for number in range(height):
        row = ""
        for column, lines in blocks:
            if number < len(lines) and lines[number]:
                row = fit(row, column - 1 if row and cells(row) >= column else column)
                row = row + " " * (1 if cells(row) > column else 0) + lines[number]
        rows.append(row.rstrip())
    return rows


def table(rows: Sequence[Sequence[str]], right: Sequence[bool], gap: int = 2) -> list[str]:
    """Rows in columns, each aligned to the right where *right* says so."""
    widths = [max(cells(row[column]) for row in rows) for column in range(len(right))]
    lines = []
    for row in rows:
        parts = [
            " " * (width - cells(cell)) + cell if to_right else fit(cell, width)
            for cell, width, to_right in zip(row, widths, right, strict=True)
        ]
        lines.append((" " * gap).join(parts).rstrip())
    return lines
