"""What every report is made from: entries in, a tally at the end."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple, TextIO

from tarok_pbn.codes import CODES
from tarok_pbn.findings import Finding
from tarok_pbn.record import Record
from tarok_pbn.report.terminal import Style

__all__ = ["Entry", "Reporter", "Tally", "counted", "finding_object"]


class Entry(NamedTuple):
    """A checked record as the reports see it.

    file: its name as the user gave it. number: of the record in the file, from 1.
    findings: those that were asked for, in file order.
    counts: False for text that holds no record at all, such as the end of a file.
    """

    file: str
    number: int
    record: Record | None
    findings: list[Finding]
    counts: bool = True

    @property
    def failed(self) -> bool:
        """Whether there is an error or a warning."""
        return any(f.severity != "info" for f in self.findings)

    @property
    def label(self) -> str:
        """A few words that tell the record from its neighbours."""
        label = f"record {self.number}"
        board = self.record.get("Board", "") if self.record is not None else ""
        return f"{label} (board {board})" if board not in ("", "?", "-") else label


class Tally:
    """Counts over a whole run."""

    def __init__(self) -> None:
        self.records = 0
        self.clean = 0
        self.severities: Counter[str] = Counter()
        self.codes: Counter[str] = Counter()

    def add(self, entry: Entry) -> None:
        """Count a record and its findings."""
        if entry.counts:
            self.records += 1
            self.clean += not entry.failed
        for finding in entry.findings:
            self.severities[finding.severity] += 1
            self.codes[finding.code] += 1

    @property
    def failed(self) -> bool:
        """Whether there was an error or a warning."""
        return bool(self.severities["error"] or self.severities["warning"])

    def sentence(self) -> str:
        """``Found 1 error, 2 warnings in 24 records (23 clean).``"""
        if not self.records and not self.codes:
            return "Found no records."
        parts = [
            counted(self.severities[severity], word)
            for severity, word in (("error", "error"), ("warning", "warning"), ("info", "note"))
            if self.severities[severity]
        ]
        found = ", ".join(parts) if parts else "nothing wrong"
        if not self.records:
            return f"Found {found} and no record."
        clean = "all clean" if self.clean == self.records else f"{self.clean:,} clean"
        return f"Found {found} in {counted(self.records, 'record')} ({clean})."

    def statistics(self) -> list[tuple[int, str, str]]:
        """(count, code, title), the most frequent first."""
        ordered = sorted(self.codes.items(), key=lambda pair: (-pair[1], pair[0]))
        return [(count, code, CODES[code].title) for code, count in ordered]


def counted(number: int, word: str) -> str:
    """``1 record``, ``1,200 records``"""
    return f"{number:,} {word}" if number == 1 else f"{number:,} {word}s"


class Reporter:
    """Base of the formats: gets every entry, clean ones too, then ``finish``."""

    def __init__(self, out: TextIO, style: Style) -> None:
        self.out = out
        self.style = style

    def add(self, entry: Entry) -> None:
        """Report one record."""

    def finish(self, tally: Tally) -> None:
        """Close the report."""


def file_of(entry: Entry, finding: Finding) -> str:
    """The file that a finding points into: the record's, or a rule set file beside it."""
    span = finding.span
    return span.file if elsewhere(finding) and span is not None and span.file is not None else entry.file


def elsewhere(finding: Finding) -> bool:
    """Whether a finding points into another file than the record's: its span belongs to no record."""
    return finding.span is not None and finding.span.record == 0


def finding_object(entry: Entry, finding: Finding) -> dict[str, object]:
    """A finding as a flat JSON object; the place is null where the record was not read from text."""
    span = finding.span
    return {
        "code": finding.code,
        "severity": finding.severity,
        "message": finding.message,
        "title": finding.title,
        "file": file_of(entry, finding),
        "record": entry.number,
        "line": span.line if span else None,
        "column": span.column if span else None,
        "end_line": span.end_line if span else None,
        "end_column": span.end_column if span else None,
        "offset": span.offset if span else None,
        "where": finding.where,
        "rule": finding.rule,
        "help": finding.help,
    }
