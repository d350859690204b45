"""Findings: what reading, replaying and settling have to say about a record.

A finding is a value, never an exception: a stable code, a severity, a span in the
file, a sentence that says what is wrong and why, and where there is one the
paragraph of the rules and what would have been legal. The table of codes is the
only place where codes are defined; ``tarok explain`` and ``docs/findings.md`` are
made from it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, Literal, NamedTuple

from tarok_pbn.codes import CODES, Code, Severity

__all__ = ["CODES", "Code", "Finding", "Severity", "Span", "worst"]


class Span(NamedTuple):
    """Where in a file: record number (from 1; 0 in a file beside it), line and column (from 1), end exclusive.

    Columns count characters, not bytes. ``offset`` is the byte offset of the record.
    """

    file: str | None
    record: int
    line: int
    column: int
    end_line: int
    end_column: int
    offset: int = 0


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that is wrong, doubtful or worth knowing.

    code: stable letter-and-number code from the table.
    message: one sentence, what and why, in the words of the rule.
    span: where; None for records that were not read from text.
    where: words for the place in the hand ("trick 6, card 3"), or "".
    rule: paragraph of the rules ("taroky §8"), or "".
    help: what would have been legal or right, or "".
    """

    code: str
    message: str
    span: Span | None = None
    where: str = ""
    rule: str = ""
    help: str = ""
    severity: Severity = field(default="error")

    @property
    def title(self) -> str:
        """Short title of the code."""
        return CODES[self.code].title


_ORDER: Final[dict[str, int]] = {"info": 0, "warning": 1, "error": 2}


def worst(findings: list[Finding]) -> Literal["", "info", "warning", "error"]:
    """The gravest severity among *findings*, or an empty string where there are none."""
    if not findings:
        return ""
    return max((f.severity for f in findings), key=_ORDER.__getitem__)
