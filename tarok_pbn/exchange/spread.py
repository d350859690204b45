"""What a part of a file of records comes to in another form: made anywhere, bound together by whoever asked."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

from tarok_pbn.archive.partition import Partition
from tarok_pbn.archive.summary import Summary
from tarok_pbn.check import check
from tarok_pbn.exchange import tpbn
from tarok_pbn.exchange.formats import Format, FormatError, Item, named
from tarok_pbn.exchange.tablefiles import table_rows
from tarok_pbn.findings import Finding
from tarok_pbn.notation import Parsed

__all__ = ["ConvertTask", "Made"]

_form = cache(named)


class Made(NamedTuple):
    """What one record comes to.

    findings: what reading had to say. record: whether there is one, and not only text. kept: whether its text is kept
    as it stands. piece: as the form makes it, or a row set of tables; None where it gives none. wrong: why the form
    cannot hold it, or "".
    """

    findings: list[Finding]
    record: bool
    kept: bool
    piece: Any
    wrong: str = ""


@dataclass(frozen=True, slots=True)
class ConvertTask:
    """Makes the records of a partition in a form, or the rows of its tables. form: its name. tables: which of them."""

    form: str
    tables: tuple[str, ...] = ()

    def __call__(self, partition: Partition) -> list[Made]:
        """What each record comes to. Raises OSError where the file cannot be read or has changed."""
        return list(self.part(partition))

    def part(self, partition: Partition, *, unknown: bool = False) -> Iterator[Made]:
        """As called. unknown: the file began with a version that is not known, so that every text is kept."""
        return self.made(tpbn.items(partition.parsed(), unknown=unknown), partition.start.number)

    def made(self, items: Iterable[Item], first: int = 1) -> Iterator[Made]:
        """What each of these comes to. first: number of the first of them in its file."""
        form = _form(self.form)
        for number, item in enumerate(items, first):
            piece, wrong = None, ""
            try:
                piece = self._piece(form, item, number)
            except FormatError as why:
                wrong = why.what
            record = bool(item.record.tags or item.record.sections)
            yield Made(item.findings, record, item.text is not None, piece, wrong)

    def _piece(self, form: Format, item: Item, number: int) -> Any:
        if form.makes is not None:
            return form.makes(item)
        parsed = Parsed(item.record, item.findings, item.text or "", number=number)
        return table_rows(Summary(check(parsed)), self.tables) if parsed.is_record else None
