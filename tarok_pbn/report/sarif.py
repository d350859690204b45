"""SARIF 2.1.0, the exchange format of static analysis, written by hand."""

from __future__ import annotations

import json
import sys
from pathlib import PurePath
from typing import TextIO
from urllib.parse import quote

from tarok_pbn import __version__
from tarok_pbn.codes import CODES
from tarok_pbn.findings import Finding
from tarok_pbn.report.base import Entry, Reporter, Tally, file_of
from tarok_pbn.report.terminal import Style, printable

__all__ = ["Sarif"]

_LEVEL = {"error": "error", "warning": "warning", "info": "note"}
_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"


class Sarif(Reporter):
    """Results are written as they come; the rules they refer to follow at the end."""

    def __init__(self, out: TextIO, style: Style) -> None:
        super().__init__(out, style)
        self._rules: dict[str, int] = {}
        self._first = True
        out.write(f'{{\n"$schema": "{_SCHEMA}",\n"version": "2.1.0",\n"runs": [{{\n"results": [')

    def add(self, entry: Entry) -> None:
        """Write the record's findings as results."""
        for finding in entry.findings:
            index = self._rules.setdefault(finding.code, len(self._rules))
            self.out.write("\n" if self._first else ",\n")
            self.out.write(json.dumps(_result(entry, finding, index)))
            self._first = False

    def finish(self, tally: Tally) -> None:
        """Write the tool with its rules and close the document."""
        driver = {"name": "tarok", "version": __version__, "rules": [_rule(code) for code in self._rules]}
        self.out.write(f'],\n"columnKind": "unicodeCodePoints",\n"tool": {json.dumps({"driver": driver})}\n}}]\n}}\n')


def _rule(code: str) -> dict[str, object]:
    entry = CODES[code]
    return {
        "id": code,
        "shortDescription": {"text": entry.title},
        "fullDescription": {"text": entry.explanation},
        "help": {"text": f"{entry.explanation} See: tarok explain {code}"},
        "defaultConfiguration": {"level": _LEVEL[entry.severity]},
    }


def _result(entry: Entry, finding: Finding, index: int) -> dict[str, object]:
    physical: dict[str, object] = {"artifactLocation": {"uri": _uri(file_of(entry, finding))}}
    span = finding.span
    if span is not None:
        physical["region"] = {
            "startLine": span.line,
            "startColumn": span.column,
            "endLine": span.end_line,
            "endColumn": span.end_column,
        }
    name = entry.label if not finding.where else f"{entry.label}, {finding.where}"
    details = {"rule": finding.rule, "help": finding.help}
    return {
        "ruleId": finding.code,
        "ruleIndex": index,
        "level": _LEVEL[finding.severity],
        "message": {"text": printable(finding.message)},
        "locations": [{"physicalLocation": physical, "logicalLocations": [{"name": printable(name)}]}],
        "properties": {key: printable(value) for key, value in details.items() if value},
    }


def _uri(file: str) -> str:
    path = PurePath(file)
    if path.is_absolute():
        return "file://" + quote(("/" if path.drive else "") + path.as_posix(), errors="surrogateescape")
    encoded = path.as_posix().encode(sys.getfilesystemencoding(), "surrogateescape")
    return quote(encoded)
