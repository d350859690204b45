"""How the matches of a search are told: lines, JSON, CSV, records, paths; and counts of them."""

from __future__ import annotations

import csv
import io
import json
from collections import Counter
from typing import BinaryIO

from tarok_pbn.archive.loose import Binder
from tarok_pbn.archive.query_search import Cell, Hit
from tarok_pbn.report.terminal import printable

__all__ = ["FORMATS", "Count", "Counts", "Writer", "plain", "writer"]


def plain(value: Cell) -> str:
    """A value as text: ``?`` for not known, ``-`` for nobody."""
    if value is None:
        return "?"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return " ".join(map(plain, value)) or "-"
    return str(value)


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "backslashreplace")


class Writer:
    """One line a match, ``FILE:N`` first, as the other commands take it. file: open for bytes. names: of the values."""

    def __init__(self, file: BinaryIO, names: tuple[str, ...]) -> None:
        self.file = file
        self.put = file.write
        self.names = names

    def begin(self) -> None:
        """What comes before the first match."""

    def add(self, hit: Hit) -> None:
        """One match."""
        values = "; ".join(plain(value) for value in hit.values)
        line = f"{hit.file}:{hit.number}" + (f": {values}" if values else "")
        self.put(_bytes(printable(line) + "\n"))

    def finish(self) -> None:
        """What comes after the last."""


class _Paths(Writer):
    """The files with a match, each once."""

    _before: str | None = None

    def add(self, hit: Hit) -> None:
        """One match."""
        if hit.file != self._before:
            self._before = hit.file
            self.put(hit.file.encode("utf-8", "surrogateescape") + b"\n")


class _Csv(Writer):
    """A table with a head line."""

    def begin(self) -> None:
        """The head line."""
        self._row(["file", "number", *self.names])

    def add(self, hit: Hit) -> None:
        """One match; what is not known is an empty cell."""
        self._row([hit.file, str(hit.number), *("" if value is None else plain(value) for value in hit.values)])

    def _row(self, cells: list[str]) -> None:
        text = io.StringIO()
        csv.writer(text, lineterminator="\n").writerow(cells)
        self.put(_bytes(text.getvalue()))


class _JsonLines(Writer):
    """An object a line."""

    def add(self, hit: Hit) -> None:
        """One match."""
        self.put(json.dumps(self._object(hit)).encode() + b"\n")

    def _object(self, hit: Hit) -> dict[str, Cell]:
        return {"file": hit.file, "number": hit.number, **dict(zip(self.names, hit.values, strict=True))}


class _Json(_JsonLines):
    """An array of objects."""

    _any = False

    def begin(self) -> None:
        """The opening bracket."""
        self.put(b"[")

    def add(self, hit: Hit) -> None:
        """One match."""
        self.put((b",\n" if self._any else b"\n") + json.dumps(self._object(hit)).encode())
        self._any = True

    def finish(self) -> None:
        """The closing bracket."""
        self.put(b"\n]\n" if self._any else b"]\n")


class _Records(Writer):
    """The records themselves, as a file of records."""

    def begin(self) -> None:
        """Nothing yet: the version line comes with the first record."""
        self._binder = Binder(self.file)

    def add(self, hit: Hit) -> None:
        """One match."""
        self._binder.add(hit.text, hit.open)


FORMATS: dict[str, type[Writer]] = {
    "lines": Writer, "json": _Json, "json-lines": _JsonLines, "csv": _Csv, "tpbn": _Records, "paths": _Paths,
}  # fmt: skip


def writer(output_format: str, file: BinaryIO, names: tuple[str, ...]) -> Writer:
    """The writer of a format."""
    return FORMATS[output_format](file, names)


class Count(Writer):
    """How many records match."""

    _matches = 0

    def __init__(self, file: BinaryIO, output_format: str) -> None:
        super().__init__(file, ())
        self.output_format = output_format

    def add(self, hit: Hit) -> None:
        """One match."""
        self._matches += 1

    def finish(self) -> None:
        """The number."""
        forms = {"json": '{"count": %d}\n', "json-lines": '{"count": %d}\n', "csv": "count\n%d\n"}
        self.put(_bytes(forms.get(self.output_format, "%d\n") % self._matches))


class Counts(Writer):
    """How many matches there are of each value; memory grows with the number of different values only.

    A match that has several values, as of several players, is one of each of them.
    """

    def __init__(self, file: BinaryIO, output_format: str, name: str) -> None:
        super().__init__(file, (name,))
        self.name, self.output_format = name, output_format
        self._counts: Counter[str] = Counter()
        self._values: dict[str, Cell] = {}

    def add(self, hit: Hit) -> None:
        """One match."""
        value = hit.values[0]
        each = {plain(part): part for part in value} if isinstance(value, list) and value else {plain(value): value}
        for key, part in each.items():
            self._counts[key] += 1
            self._values.setdefault(key, part)

    def finish(self) -> None:
        """The counts, most frequent first, values of the same count in alphabetical order."""
        output_format, put = self.output_format, self.put
        rows = sorted(self._counts.items(), key=lambda row: (-row[1], row[0]))
        if output_format in ("json", "json-lines"):
            objects: list[dict[str, Cell]] = [{self.name: self._values[key], "count": count} for key, count in rows]
            lines = [json.dumps(entry) for entry in objects]
            text = "\n".join([*lines, ""]) if output_format == "json-lines" else "[" + ",\n".join(lines) + "]\n"
            put(text.encode())
        elif output_format == "csv":
            out = io.StringIO()
            csv.writer(out, lineterminator="\n").writerows([[self.name, "count"], *rows])
            put(_bytes(out.getvalue()))
        else:
            width = max((len(str(count)) for _, count in rows), default=0)
            put(_bytes("".join(f"{count:>{width}}  {printable(key)}\n" for key, count in rows)))
