"""Formatting files: in place, as a check, or as a diff."""

from __future__ import annotations

import difflib
import io
import sys

from tarok_pbn.files import write_atomically
from tarok_pbn.findings import Finding
from tarok_pbn.notation import format_text
from tarok_pbn.report.base import Entry, counted
from tarok_pbn.report.terminal import Style, printable
from tarok_pbn.report.text import head_line

__all__ = ["Formatting"]


class Formatting:
    """One run of the formatter over some files.

    A file with an error of reading (an F code) is left as it is: written canonically it would
    hide what is wrong with it. write: replace files; diff: show what would change.
    """

    def __init__(self, *, write: bool, diff: bool, style: Style) -> None:
        self.write = write
        self.diff = diff
        self.style = style
        self.changed = self.same = self.refused = 0

    def format(self, path: str, name: str, data: bytes) -> None:
        """Format the content of a file, or of standard input for ``-``. Raises OSError where it cannot be written."""
        made, findings = format_text(data, name)
        errors = [f for f in findings if f.severity == "error" and f.code[0] == "F"]
        if errors:
            self._refuse(name, errors)
            return
        changed = made != data
        self.changed += changed
        self.same += not changed
        if self.diff:
            self._show_diff(name, data, made)
        elif path == "-":
            if self.write:
                sys.stdout.flush()
                sys.stdout.buffer.write(made)
        elif changed and self.write:
            write_atomically(path, made)
        if changed and path != "-" and not self.diff:
            print(f"{'reformatted' if self.write else 'would reformat'} {printable(name)}", file=sys.stderr)

    def _refuse(self, name: str, errors: list[Finding]) -> None:
        self.refused += 1
        for finding in errors:
            number = finding.span.record if finding.span else 0
            print(head_line(Entry(name, number, None, []), finding, Style()), file=sys.stderr)
        print(f"left as it is: {printable(name)}", file=sys.stderr)

    def _show_diff(self, name: str, old: bytes, new: bytes) -> None:
        """Write the difference: the exact bytes, so that it is a patch - but nothing that drives a terminal."""
        live = sys.stdout.isatty()
        sys.stdout.flush()
        for line in difflib.unified_diff(_lines(old), _lines(new), name, name):
            end = "\n" if line.endswith("\n") else "\n\\ No newline at end of file\n"
            text = line.removesuffix("\n")
            hue = {"+": "green", "-": "red", "@": "cyan"}.get(line[0])
            text = printable(text) if live else text
            shown = self.style.paint(text, hue) if hue else text
            sys.stdout.buffer.write((shown + end).encode("utf-8", "surrogateescape"))

    def sentence(self) -> str:
        """``1 file reformatted, 2 files left as they were.``"""
        parts = []
        if self.changed:
            parts.append(f"{counted(self.changed, 'file')} {'reformatted' if self.write else 'would be reformatted'}")
        if self.same:
            parts.append(f"{counted(self.same, 'file')} canonical already")
        if self.refused:
            parts.append(f"{counted(self.refused, 'file')} not formatted because of errors")
        return ", ".join(parts) + "." if parts else "No file formatted."


def _lines(data: bytes) -> list[str]:
    return list(io.StringIO(data.decode("utf-8", "surrogateescape"), newline="\n"))
