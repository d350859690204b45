"""JUnit XML: one test case a record, one test suite a file."""

from __future__ import annotations

import tempfile
from typing import TextIO
from xml.sax.saxutils import escape, quoteattr

from tarok_pbn.report.base import Entry, Reporter, Tally
from tarok_pbn.report.terminal import Style, printable
from tarok_pbn.report.text import head_line

__all__ = ["Junit"]

_PLAIN = Style()
#: A suite's cases wait for its counts in memory up to this many characters, then on disk.
_SPOOL = 4_000_000


class Junit(Reporter):
    """Errors and warnings fail a case; infos are its output."""

    def __init__(self, out: TextIO, style: Style) -> None:
        super().__init__(out, style)
        self._file: str | None = None
        self._body = tempfile.SpooledTemporaryFile(_SPOOL, "w+", encoding="ascii")  # noqa: SIM115 - closed in finish
        self._cases = self._failures = 0
        out.write('<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="tarok check">\n')

    def add(self, entry: Entry) -> None:
        """Add the record's case to the suite of its file."""
        if not entry.counts and not entry.findings:
            return
        if entry.file != self._file:
            self._close()
            self._file = entry.file
        self._cases += 1
        self._failures += entry.failed
        self._body.write(_case(entry))

    def finish(self, tally: Tally) -> None:
        """Close the last suite and the document."""
        self._close()
        self._body.close()
        self.out.write("</testsuites>\n")

    def _close(self) -> None:
        if self._file is not None:
            self.out.write(
                f"  <testsuite name={_quoted(self._file)} tests=\"{self._cases}\""
                f" failures=\"{self._failures}\" errors=\"0\" skipped=\"0\">\n"
            )
            self._body.seek(0)
            for line in self._body:
                self.out.write(line)
            self.out.write("  </testsuite>\n")
        self._body.seek(0)
        self._body.truncate()
        self._cases = self._failures = 0


def _case(entry: Entry) -> str:
    opening = f"    <testcase classname={_quoted(entry.file)} name={_quoted(entry.label)}"
    if not entry.findings:
        return f"{opening}/>\n"
    failures = [f for f in entry.findings if f.severity != "info"]
    notes = [f for f in entry.findings if f.severity == "info"]
    inner = ""
    if failures:
        text = "\n".join(head_line(entry, f, _PLAIN) for f in failures)
        first = failures[0]
        opened = f"<failure type={_quoted(first.code)} message={_quoted(first.message)}>"
        inner += f"      {opened}{_ascii(text)}</failure>\n"
    if notes:
        text = "\n".join(head_line(entry, f, _PLAIN) for f in notes)
        inner += f"      <system-out>{_ascii(text)}</system-out>\n"
    return f"{opening}>\n{inner}    </testcase>\n"


def _quoted(text: str) -> str:
    return quoteattr(printable(text)).encode("ascii", "xmlcharrefreplace").decode("ascii")


def _ascii(text: str) -> str:
    return escape(text).encode("ascii", "xmlcharrefreplace").decode("ascii")
