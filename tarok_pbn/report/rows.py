"""Rows of a table as text, CSV or JSON, in the order in which they come."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Sequence
from math import isfinite
from typing import Any, TextIO

from tarok_pbn.report.terminal import printable

__all__ = ["write_rows"]


def write_rows(
    out: TextIO, output_format: str, names: Sequence[str], more: Callable[[], Sequence[Sequence[Any]]]
) -> None:
    """Write rows. output_format: ``table``, ``csv``, ``json`` or ``json-lines``. more: the next rows, none at the end.

    Widths of a table are those of the first rows that come.
    """
    if output_format == "table":
        _table(out, names, more)
    elif output_format == "csv":
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(names)
        while rows := more():
            writer.writerows(rows)
    else:
        first, between, last = ("[\n", ",\n", "\n]\n") if output_format == "json" else ("", "\n", "\n")
        out.write(first)
        any_row = False
        while rows := more():
            for row in rows:
                told = {name: _plain(cell) for name, cell in zip(names, row, strict=True)}
                out.write((between if any_row else "") + json.dumps(told, default=str))
                any_row = True
        out.write(last if any_row or output_format == "json" else "")


def _plain(cell: Any) -> Any:
    """A value as JSON has it: what is no number, or not finite, is null there; keys are text."""
    if isinstance(cell, float):
        return cell if isfinite(cell) else None
    if isinstance(cell, dict):
        return {str(key): _plain(value) for key, value in cell.items()}
    if isinstance(cell, (list, tuple)):
        return [_plain(value) for value in cell]
    return cell


def _table(out: TextIO, names: Sequence[str], more: Callable[[], Sequence[Sequence[Any]]]) -> None:
    rows = more()
    shown = [[_shown(cell) for cell in row] for row in rows]
    widths = [max([len(name), *(len(row[place]) for row in shown)]) for place, name in enumerate(names)]
    _line(out, names, widths)
    while shown:
        for row in shown:
            _line(out, row, widths)
        shown = [[_shown(cell) for cell in row] for row in more()]


def _shown(cell: Any) -> str:
    return "" if cell is None else printable(str(cell))


def _line(out: TextIO, cells: Sequence[str], widths: Sequence[int]) -> None:
    out.write("  ".join(cell.ljust(width) for cell, width in zip(cells, widths, strict=True)).rstrip() + "\n")
