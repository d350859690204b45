"""Helpers shared by the tests of foreign formats."""

from __future__ import annotations

from pathlib import Path

from tarok_pbn.check import Checked, check_bytes
from tarok_pbn.exchange.foreign.base import Imported
from tarok_pbn.findings import Finding
from tarok_pbn.notation import write_file
from tarok_pbn.record import Record

__all__ = ["ROOT", "SAMPLES", "codes", "one", "plays", "records", "said", "settled", "spoken", "written", "wrong"]

ROOT = Path(__file__).parent.parent
SAMPLES = ROOT / "samples" / "foreign"


def records(imported) -> list[Record]:
    """The records of an import."""
    return [one.record for one in imported if one.record is not None]


def one(imported) -> tuple[Record, list[Finding]]:
    """The only record of an import, and its findings."""
    (only,) = list(imported)
    assert only.record is not None
    return only.record, only.findings


def codes(findings: list[Finding]) -> list[str]:
    """The codes of findings, sorted."""
    return sorted(finding.code for finding in findings)


def wrong(imported) -> list[Finding]:
    """All findings that are not for information only."""
    return [f for one in imported for f in one.findings if f.severity != "info"]


def written(made: list[Record]) -> str:
    """A canonical file of records."""
    return "".join(write_file(made))


def settled(made: list[Record]) -> list[Checked]:
    """Records checked as a file would be."""
    return list(check_bytes(written(made).encode()))


def plays(record: Record) -> list[str]:
    """The lines of the play."""
    section = record.section("Play")
    return [] if section is None else [" ".join([g.seat, *g.words]) for g in section.groups]


def spoken(record: Record, name: str) -> str:
    """A stream on one line, groups divided by a bar."""
    section = record.section(name)
    return "" if section is None else " | ".join(" ".join([g.seat, *g.words]) for g in section.groups)


def said(imported: Imported, code: str) -> list[str]:
    """Messages of the findings of one code."""
    return [finding.message for finding in imported.findings if finding.code == code]
