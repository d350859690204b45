"""Counting a part of an archive, in this process or another; the parts are merged by whoever has them all."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from tarok_pbn import __version__
from tarok_pbn.archive.partition import Partition
from tarok_pbn.archive.statistics import Statistics
from tarok_pbn.archive.summary import Summary
from tarok_pbn.check import check

__all__ = ["StatTask"]


class StatTask(NamedTuple):
    """Counts the records of a partition. everything: those with errors too. where: an expression, "" for all."""

    everything: bool = False
    where: str = ""

    def __call__(self, partition: Partition) -> Statistics:
        """The counts. Raises OSError where the file cannot be read, QueryError for an expression that is none."""
        counts = Statistics(everything=self.everything)
        wanted = self.test(partition.name)
        for parsed in partition.parsed():
            if not parsed.is_record:
                continue
            summary = Summary(check(parsed))
            if wanted(summary):
                counts.add(summary)
            else:
                counts.pass_over("not as --where says")
        return counts

    def test(self, file: str) -> Callable[[Summary], bool]:
        """Whether a record of *file* is wanted. Raises QueryError."""
        if not self.where:
            return lambda summary: True
        from tarok_pbn.archive.query_check import checked_query
        from tarok_pbn.archive.query_eval import compiled
        from tarok_pbn.archive.query_facts import SummaryFacts

        test = compiled(checked_query(self.where))
        return lambda summary: test(SummaryFacts(summary, file)) is True

    def key(self) -> str:
        """What its counts depend on beside the partition, as text."""
        return f"stat {__version__} everything={self.everything} where={self.where!r}"
