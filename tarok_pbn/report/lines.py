"""Reports for programs: a JSON array, or one JSON object a line."""

from __future__ import annotations

import json

from tarok_pbn.report.base import Entry, Reporter, Tally, finding_object

__all__ = ["Json", "JsonLines"]


class JsonLines(Reporter):
    """One object a finding, one finding a line. ASCII only, so that no encoding can spoil it."""

    def add(self, entry: Entry) -> None:
        """Write the record's findings."""
        for finding in entry.findings:
            self.out.write(json.dumps(finding_object(entry, finding)) + "\n")


class Json(Reporter):
    """An array of the same objects."""

    _first = True

    def add(self, entry: Entry) -> None:
        """Write the record's findings."""
        for finding in entry.findings:
            self.out.write("[\n  " if self._first else ",\n  ")
            self.out.write(json.dumps(finding_object(entry, finding)))
            self._first = False

    def finish(self, tally: Tally) -> None:
        """Close the array."""
        self.out.write("[]\n" if self._first else "\n]\n")
