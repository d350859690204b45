"""What is done with a partition: objects that can be sent to another process and called there."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from tarok_pbn import __version__
from tarok_pbn.archive.partition import Partition
from tarok_pbn.archive.tasks_rows import Row, row_of
from tarok_pbn.check import check
from tarok_pbn.findings import Finding

__all__ = ["CheckTask"]


@dataclass(frozen=True, slots=True)
class CheckTask:
    """Checks the records of a partition, each by itself; how they fit together is for whoever has all rows.

    strict, rewrites: as ``read_file`` has them. session: whether the rows will be checked as sessions.
    """

    strict: bool = False
    rewrites: bool = False
    session: bool = True

    def __call__(self, partition: Partition) -> list[Row]:
        """A row a record. Raises OSError where the file cannot be read or has changed."""
        rows = []
        for parsed in partition.parsed(strict=self.strict, rewrites=self.rewrites):
            checked = check(parsed)
            if partition.place:
                checked.findings = [_renamed(finding, partition) for finding in checked.findings]
            rows.append(row_of(checked, self.session))
        return rows

    def key(self) -> str:
        """What its rows depend on beside the partition, as text."""
        return f"check {__version__} strict={self.strict} rewrites={self.rewrites} session={self.session}"


def _renamed(finding: Finding, partition: Partition) -> Finding:
    """A finding of a file that was read under another name, in the name that the reports give the file."""
    span = finding.span
    if span is None or span.file is None:
        return finding
    if span.file == partition.place:
        file = partition.name
    else:  # a rule set file beside it
        folder = Path(partition.place).parent
        file = str(Path(partition.name).parent / Path(span.file).relative_to(folder))
    return Finding(
        finding.code, finding.message, span._replace(file=file),
        finding.where, finding.rule, finding.help, finding.severity,
    )  # fmt: skip
