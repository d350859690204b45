"""Records of many places put into one file, as they come or in an order."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import BinaryIO

from tarok_pbn.archive.fields import order_of, value_of
from tarok_pbn.archive.loose import Binder, Loose
from tarok_pbn.archive.spool import Spool

__all__ = ["join"]


def join(records: Iterable[Loose], file: BinaryIO, fields: Sequence[str] = (), *, reverse: bool = False) -> int:
    """Write records as one file; their number. Equal ones stay in the order in which they came.

    fields: what to sort by, by the names of ``field_of``; none: as they come, in constant memory. Sorting holds some
    32 MiB of text and writes what is more into temporary files. Raises OSError.
    """
    binder = Binder(file)
    if not fields:
        for loose in records:
            binder.add(loose.text, loose.open)
    else:
        order = order_of(fields, reverse=reverse)
        spool = Spool(lambda values: order(values[1:]))
        for loose in records:
            spool.add(["1" if loose.open else "", *(value_of(loose.record, field) for field in fields)], loose.text)
        for values, text in spool:
            binder.add(text, bool(values[0]))
    binder.finish()
    return binder.count
