"""What reading gives for each record of a file."""

from __future__ import annotations

from tarok_pbn.findings import Finding
from tarok_pbn.record import Record

__all__ = ["Parsed"]


class Parsed:
    """One record as read.

    record: the record. findings: what reading has to say about it, in order of place.
    text: its exact text, with everything up to the next record; the texts of a file joined and encoded
    with ``to_bytes`` are the file. offset: byte offset of the text. line: line number of its first
    character. number: number of the record in the file, from 1.
    """

    __slots__ = ("findings", "line", "number", "offset", "record", "text")

    def __init__(
        self, record: Record, findings: list[Finding], text: str, offset: int = 0, line: int = 1, number: int = 1
    ) -> None:
        self.record = record
        self.findings = findings
        self.text = text
        self.offset = offset
        self.line = line
        self.number = number

    @property
    def is_record(self) -> bool:
        """False for text at the end of a file, or a whole file, that holds no tag and no section."""
        return bool(self.record.tags or self.record.sections)

    def __repr__(self) -> str:
        return f"<Parsed {self.number}: {self.record!r}, {len(self.findings)} findings>"
