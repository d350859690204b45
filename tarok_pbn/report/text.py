"""Reports for people: ``full`` with excerpts, ``concise`` with one line a finding."""

from __future__ import annotations

from tarok_pbn.findings import Finding
from tarok_pbn.report.base import Entry, Reporter, elsewhere, file_of
from tarok_pbn.report.excerpt import excerpt
from tarok_pbn.report.terminal import Style, printable

__all__ = ["HUE", "Concise", "Full", "head_line"]

#: severity -> colour
HUE = {"error": "red", "warning": "yellow", "info": "cyan"}


def head_line(entry: Entry, finding: Finding, style: Style) -> str:
    """``file:41:9: P002 East plays ...``; what is no error says so in brackets."""
    place = printable(file_of(entry, finding))
    if finding.span is not None:
        place += f":{finding.span.line}:{finding.span.column}"
    note = "" if finding.severity == "error" else f" [{finding.severity}]"
    code = style.paint(finding.code + note, HUE[finding.severity], "bold")
    return f"{style.paint(place + ':', 'bold')} {code} {printable(finding.message)}"


class Concise(Reporter):
    """One line a finding."""

    def add(self, entry: Entry) -> None:
        """Write the record's findings."""
        for finding in entry.findings:
            self.out.write(head_line(entry, finding, self.style) + "\n")


class Full(Reporter):
    """Each finding with its source line, a caret, the rule and the help."""

    def add(self, entry: Entry) -> None:
        """Write the record's findings."""
        for finding in entry.findings:
            self.out.write("\n".join(self._lines(entry, finding)) + "\n\n")

    def _lines(self, entry: Entry, finding: Finding) -> list[str]:
        lines = [head_line(entry, finding, self.style)]
        source = entry.record.source if entry.record is not None else None
        indent = " "
        if source is not None and finding.span is not None and not elsewhere(finding):
            lines += excerpt(source, finding.span, self.style, finding.where, HUE[finding.severity])
            indent = " " * (len(str(finding.span.line)) + 1)
        elif finding.where:
            lines.append(f"{indent}= where: {printable(finding.where)}")
        if finding.rule:
            lines.append(f"{indent}= rule: {printable(finding.rule)}")
        if finding.help:
            lines.append(f"{indent}= help: {printable(finding.help)}")
        return lines
