"""GitHub workflow commands: findings become annotations on the changed files."""

from __future__ import annotations

from tarok_pbn.report.base import Entry, Reporter, file_of
from tarok_pbn.report.terminal import printable

__all__ = ["Github"]

_COMMAND = {"error": "error", "warning": "warning", "info": "notice"}


class Github(Reporter):
    """One workflow command a finding."""

    def add(self, entry: Entry) -> None:
        """Write the record's findings."""
        for finding in entry.findings:
            properties = {"title": f"tarok ({finding.code})", "file": printable(file_of(entry, finding))}
            span = finding.span
            if span is not None:
                properties |= {
                    "line": str(span.line),
                    "col": str(span.column),
                    "endLine": str(span.end_line),
                    "endColumn": str(span.end_column),
                }
            listed = ",".join(f"{name}={_property(value)}" for name, value in properties.items())
            text = finding.message if not finding.where else f"{finding.message} ({finding.where})"
            self.out.write(f"::{_COMMAND[finding.severity]} {listed}::{_data(printable(text))}\n")


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
