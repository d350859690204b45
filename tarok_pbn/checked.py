"""A record checked: how it was read, what it came to, and what was found."""

from __future__ import annotations

from collections.abc import Callable, Collection

from tarok_pbn.findings import Finding
from tarok_pbn.notation.parsed import Parsed
from tarok_pbn.record import Record
from tarok_pbn.replay import Replay, replay
from tarok_pbn.verdict import compare

__all__ = ["Checked", "check", "in_order"]


class Checked:
    """A record, how it was read, what it came to, and all findings in file order."""

    __slots__ = ("_again", "findings", "parsed", "replay")

    def __init__(
        self,
        parsed: Parsed,
        replayed: Replay,
        findings: list[Finding],
        again: Callable[[str, str], Checked] | None = None,
    ) -> None:
        """again: what ``again`` does, where the record at hand has not all that a check needs."""
        self.parsed = parsed
        self.replay = replayed
        self.findings = findings
        self._again = again

    @property
    def record(self) -> Record:
        """The record."""
        return self.parsed.record

    @property
    def clean(self) -> bool:
        """Whether there is neither an error nor a warning."""
        return all(f.severity == "info" for f in self.findings)

    def again(self, name: str, value: str) -> Checked:
        """The record checked as if that tag, which it has, had another value. The record stays as it is."""
        if self._again is not None:
            return self._again(name, value)
        record = self.record
        stated = record.get(name)
        record.set(name, value)
        try:
            return check(self.parsed)
        finally:
            record.set(name, stated)

    def _repr_html_(self) -> str:
        """The record in a notebook."""
        return self._in_form("text/html")

    def _repr_svg_(self) -> str:
        return self._in_form("image/svg+xml")

    def _repr_markdown_(self) -> str:
        return self._in_form("text/markdown")

    def _repr_mimebundle_(
        self, include: Collection[str] | None = None, exclude: Collection[str] | None = None
    ) -> dict[str, str]:
        from tarok_pbn.render.notebook import mimebundle

        return mimebundle(self, include, exclude)

    def _in_form(self, media_type: str) -> str:
        from tarok_pbn.render.notebook import in_form  # pages are loaded when one is shown

        return in_form(self, media_type)


def check(parsed: Parsed, ruleset: str | None = None) -> Checked:
    """Check one record as read. *ruleset* replaces the record's own rule set."""
    replayed = replay(parsed.record, ruleset)
    found = [*replayed.findings, *compare(replayed)]
    if not parsed.findings:
        return Checked(parsed, replayed, in_order(found))
    unread = {_place(f) for f in parsed.findings if f.code == "F008"}
    if unread:  # what cannot be read is no other mistake as well
        found = [f for f in found if f.severity == "info" or _place(f) not in unread]
    if any(f.code == "F017" for f in parsed.findings):  # cells that have shifted are no wrong amounts
        found = [f for f in found if f.code not in ("S004", "S005", "S006", "S007")]
    return Checked(parsed, replayed, in_order([*parsed.findings, *found]))


def in_order(findings: list[Finding]) -> list[Finding]:
    """The findings in file order; those without a place last."""
    if len(findings) > 1:
        findings.sort(key=_place)
    return findings


def _place(finding: Finding) -> tuple[int, int]:
    span = finding.span
    return (span.line, span.column) if span is not None else (1 << 60, 0)
